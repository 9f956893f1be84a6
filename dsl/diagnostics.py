"""What is said against a file, and where: the diagnostic, collections of them, and suggestions.

Places are character offsets into a file's text (decoded as UTF-8, without a byte order mark). Only the standard library
is used here: this module is imported on every start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from dsl.codes import CODES, Severity


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The characters `start` up to, not including, `end` of a file's text. `file` is the path as shown to the user."""

    file: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that helps to understand a diagnostic, and what is there."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong, and where. Raises KeyError if `code` is not the short code of a row of the registry."""

    code: str
    message: str
    span: Span | None
    hint: str | None = None
    related: tuple[Related, ...] = ()

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise KeyError(f"no diagnostic has the code {self.code!r}")

    @property
    def severity(self) -> Severity:
        """How bad it is, as the registry has it."""
        return CODES[self.code].severity

    @property
    def fix(self) -> str | None:
        """What may stand in the place of `span` instead, where the hint is a suggestion of that."""
        return self.hint.fix if isinstance(self.hint, Suggestion) and self.span is not None else None


def _order(diagnostic: Diagnostic) -> tuple[Span, str, str]:
    return diagnostic.span or Span("", -1, -1), diagnostic.code, diagnostic.message


class DiagnosticError(Exception):
    """Something could not be done; `diagnostics` says why. `texts` may hold the texts of files they point into."""

    def __init__(self, diagnostics: Iterable[Diagnostic], texts: Mapping[str, str] | None = None) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        self.texts: dict[str, str] = dict(texts or {})
        super().__init__("; ".join(f"{d.code} {d.message}" for d in self.diagnostics))

    def __reduce__(self) -> tuple[Any, ...]:
        """As it goes from one process to another."""
        return type(self), (self.diagnostics,), self.__dict__


class Diagnostics:
    """Collects diagnostics. Iterates in order of file and position (those without a place first), each only once.
    After `most`, if that is given, reporting one more raises DiagnosticError with all of them."""

    def __init__(self) -> None:
        self._seen: dict[tuple[Span, str, str], Diagnostic] = {}
        self.most: int | None = None

    def add(self, diagnostic: Diagnostic) -> None:
        """Keeps `diagnostic`, unless one of the same code, place and message was added before."""
        self._seen.setdefault(_order(diagnostic), diagnostic)

    def error(
        self, code: str, message: str, span: Span | None, *, hint: str | None = None, related: Iterable[Related] = ()
    ) -> None:
        """Adds a diagnostic; whether it is an error or a warning is the registry's to say. Raises KeyError for a code
        that the registry does not have."""
        self.add(Diagnostic(code, message, span, hint, tuple(related)))
        if self.most is not None and len(self._seen) >= self.most:
            message = f"there are {len(self._seen):,} errors; what else is wrong is not looked for"
            self.add(Diagnostic("Y005", message, None, "mend the first ones, then look again"))
            raise DiagnosticError(self)

    def raise_if_any(self, texts: Mapping[str, str] | None = None) -> None:
        """Raises DiagnosticError with all that was collected, if at least one of it is an error."""
        if any(diagnostic.severity == "error" for diagnostic in self._seen.values()):
            raise DiagnosticError(self, texts)

    def __len__(self) -> int:
        return len(self._seen)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self._seen.values(), key=_order))


CURSOR = "cursor__"
"""A name that nothing has: an editor puts it where the author is writing, to be told what could stand there."""


class Suggestion(str):
    """The hint `did you mean "x"?`: `fix` is the x that may be written instead. `known` is only filled for CURSOR:
    all that could stand there."""

    __slots__ = ("fix", "known")
    fix: str
    known: tuple[str, ...]

    @classmethod
    def of(cls, fix: str, known: Iterable[str] = ()) -> Suggestion:
        made = cls(f'did you mean "{fix}"?')
        made.fix, made.known = fix, tuple(known)
        return made


def suggest(word: str, candidates: Iterable[str]) -> Suggestion | None:
    """The candidate most like `word` as a suggestion, or None if none is like it. Case, spaces, hyphens,
    underscores and a plural ending make no difference; the order of the candidates neither."""
    from difflib import SequenceMatcher  # only here: most starts have nothing to suggest

    if word == CURSOR:
        return Suggestion.of(word, candidates)

    matcher = SequenceMatcher(None, autojunk=False)
    matcher.set_seq2(_stem(word))
    best: tuple[float, str] | None = None
    for candidate in candidates:
        matcher.set_seq1(_stem(candidate))
        floor = 0.6 if best is None else -best[0]
        if candidate == word or matcher.real_quick_ratio() < floor or matcher.quick_ratio() < floor:
            continue
        ratio = matcher.ratio()
        if ratio >= floor and (best is None or (-ratio, candidate) < best):
            best = -ratio, candidate
    return None if best is None else Suggestion.of(best[1])


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    word = "".join(word.split()).casefold().replace("-", "").replace("_", "")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if len(word) > 2 and word.endswith("s") and not word.endswith("ss") else word
