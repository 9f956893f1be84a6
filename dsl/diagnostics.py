"""Everything that can be said against a file: the codes, the diagnostic, and how it is shown to a person or a program.

Places are character offsets into a file's text (decoded as UTF-8, without a byte order mark). Only the standard library
is used here: this module is imported on every start.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal
from unicodedata import category, east_asian_width

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of diagnostic: a short `code` (N002), a kebab-case `name` (unknown-good), and a one-line `summary`."""

    code: str
    name: str
    severity: Severity
    summary: str


# The one table of all diagnostics. Y: the YAML file. M: manifests and packs. K: the schema. P: the grammar of effect
# text. N: names. T: types and meaning. G: failing in play. R: saves and records. S: scenarios. L: judgement.
_TABLE: tuple[Code, ...] = (
    Code("Y001", "duplicate-key", "error", "A key is written twice in one mapping."),
    Code("Y002", "not-utf8", "error", "The file is not UTF-8 text."),
    Code("Y003", "anchor-or-alias", "error", "YAML anchors (&name) and aliases (*name) are not allowed."),
    Code("Y004", "tag", "error", "YAML tags (!name) are not allowed."),
    Code("Y005", "too-big", "error", "The file is too long, nested too deeply, or holds too many values."),
    Code("Y006", "merge-key", "error", "YAML merge keys (<<) are not allowed."),
    Code("Y007", "non-string-key", "error", "A key of a mapping is not text."),
    Code("Y008", "yaml-syntax", "error", "The file is not well-formed YAML."),
    Code("Y009", "ambiguous-scalar", "error", "Unquoted text that YAML readers understand differently."),
    Code("Y010", "several-documents", "error", "A file holds more than one YAML document."),
    Code("Y011", "control-character", "error", "A control character stands in the file or in a value."),
    Code("Y012", "empty-file", "error", "The file holds no value."),
    Code("Y013", "unreadable-file", "error", "The file is missing or cannot be read."),
    Code("Y014", "number-too-long", "error", "A number has more than 18 digits."),
    Code("L001", "no-such-language", "error", "The content has no such language."),
    Code("L002", "nothing-to-name", "error", "A language names something that is not there."),
    Code("L003", "no-such-hole", "error", "A text of a language has a hole that the English has not."),
    Code("M001", "missing-requirement", "error", "A pack requires another that is not loaded."),
    Code("M002", "circular-requirement", "error", "Packs require one another in a circle."),
    Code("M003", "pack-conflict", "error", "Two packs that exclude one another are loaded together."),
    Code("M004", "version-mismatch", "error", "A pack requires another version of a pack."),
    Code("M005", "unknown-pack", "error", "No pack has this name."),
    Code("M006", "unknown-option", "error", "No pack declares this option."),
    Code("M007", "duplicate-pack", "error", "Two packs have the same name."),
    Code("M008", "language-version", "error", "A pack is written for another version of the language."),
    Code("M009", "bad-option-value", "error", "An option cannot have this value."),
    Code("M010", "file-outside-pack", "error", "A file of a pack is not inside it."),
    Code("M011", "bad-seat", "error", "A seat cannot be what is asked for."),
    Code("M012", "bad-archive", "error", "An archive that is not accepted as a pack."),
    Code("M013", "changed-archive", "error", "The files of an archive are not those it was built with."),
    Code("K001", "unknown-key", "error", "A mapping has a key that means nothing there."),
    Code("K002", "missing-key", "error", "A mapping lacks a key that it must have."),
    Code("K003", "wrong-type", "error", "A value is of the wrong type: text, number, list, mapping or true/false."),
    Code("K004", "bad-value", "error", "A value is not one of those allowed there."),
    Code("K005", "out-of-range", "error", "A number is smaller or larger than is allowed there."),
    Code("K006", "malformed-text", "error", "A text or key is not written in the form that is needed there."),
    Code("K007", "repeated-item", "error", "A list in which nothing may stand twice has an item twice."),
    Code("K008", "empty-value", "error", "A text, list or mapping is empty where it must hold something."),
    Code("P001", "unexpected-text", "error", "Something stands where the grammar does not allow it."),
    Code("P002", "unexpected-end", "error", "The text ends too early."),
    Code("P003", "reserved-word", "error", "A reserved word of the language stands where a name is expected."),
    Code("P004", "bad-character", "error", "A character that the language does not use."),
    Code("P005", "text-too-long", "error", "The text is too long or nested too deeply."),
    Code("N001", "unknown-name", "error", "Nothing of this name is known here."),
    Code("N002", "unknown-good", "error", "No good or group of goods has this name."),
    Code("N003", "unknown-word", "error", "No word of this vocabulary has this name."),
    Code("N004", "unknown-kind", "error", "No kind of component has this name."),
    Code("N005", "unknown-zone", "error", "No zone has this name."),
    Code("N006", "unknown-field", "error", "The component or player has no such field."),
    Code("N007", "unknown-function", "error", "No function or procedure has this name."),
    Code("N008", "unknown-event", "error", "No event has this name."),
    Code("N009", "unknown-card", "error", "No card or other definition has this id."),
    Code("N010", "ambiguous-name", "error", "A name has two meanings here."),
    Code("N011", "duplicate-definition", "error", "A name is defined twice."),
    Code("N012", "name-is-reserved", "error", "A definition has a reserved word as its name."),
    Code("N013", "unknown-drawing", "error", "No drawing has this name."),
    Code("T001", "type-mismatch", "error", "A value is of another type than is needed here."),
    Code("T002", "wrong-argument-count", "error", "A call has too few or too many arguments."),
    Code("T003", "not-allowed-here", "error", "A statement or expression stands where it may not."),
    Code("T004", "hidden-choice", "error", "A choice among components that the player may not see."),
    Code("T005", "recursion", "error", "A procedure, function or modifier reaches itself again."),
    Code("T006", "spend-must-be-declinable", "error", "A payment stands where the player cannot decline it."),
    Code("T007", "bad-amount", "error", "An amount that is not possible here."),
    Code("T008", "too-many-components", "error", "A game would have more components than are allowed."),
    Code("T009", "too-much-work", "error", "An expression or search could take too long to compute."),
    Code("G001", "step-budget", "error", "An effect took too many steps for one choice."),
    Code("G002", "too-deep", "error", "Effects called one another too deeply."),
    Code("G003", "endless-phase", "error", "A phase goes on and on, choice after choice."),
    Code("R001", "record-cut-short", "error", "A record ends before it is complete."),
    Code("R002", "record-edited", "error", "A record does not replay to the states it notes."),
    Code("R003", "other-content", "error", "A record was made with other packs, versions or options."),
    Code("R004", "not-a-record", "error", "The file is not a record, or is of an unknown format."),
    Code("R005", "no-record", "error", "A game that did not begin as a new one has no record."),
    Code("S001", "illegal-choice", "error", "A scenario chooses something that is not offered."),
    Code("S002", "unmet-expectation", "error", "A scenario expects something that is not so."),
    Code("S003", "impossible-setup", "error", "A scenario sets up something that cannot be."),
    Code("S004", "wrong-seat", "error", "A scenario chooses for a seat that is not asked."),
    Code("S005", "impossible-option", "error", "A scenario names an option that these packs can never give."),
    Code("L101", "no-effect", "warning", "A statement that changes nothing."),
    Code("L102", "unused-result", "warning", "What is chosen or named is never used."),
    Code("L103", "unread-part", "warning", "A part of cards or of the state that no rule reads."),
    Code("L104", "unannounced-event", "warning", "A trigger for an event that nobody announces."),
    Code("L105", "constant-condition", "warning", "A condition that is always true, or never."),
    Code("L106", "dead-option", "warning", "An option that can never be chosen."),
    Code("L107", "single-choice", "warning", "A choice among one."),
    Code("L108", "unpayable-cost", "warning", "A cost that can never be paid."),
    Code("L109", "unused-definition", "warning", "A definition that nothing uses."),
    Code("L110", "unreachable", "warning", "A statement that is never reached."),
    Code("L201", "endless-gain", "warning", "Uses that can be repeated within a round and gain each time."),
    Code("L202", "uncapped-per", "warning", "An amount for each of something, without a limit."),
    Code("L203", "self-trigger", "warning", "A trigger that announces what triggers it."),
    Code("L301", "clashing-extensions", "warning", "Two packs change the same thing, and one change is lost."),
    Code("L302", "shared-extension", "info", "Two packs extend the same thing."),
    Code("L303", "shadowed-id", "warning", "An id that another pack uses as well."),
    Code("L304", "near-name", "warning", "A name that differs from another by case or one letter."),
    Code("L305", "wrong-total", "error", "The copies do not add up to the declared number of cards."),
    Code("L401", "key-order", "info", "Keys in another order than is usual."),
    Code("L402", "unproven-card", "info", "No scenario has this card in play."),
    Code("L403", "long-text", "info", "The text of a card is longer than a card holds."),
    Code("L404", "repeated-default", "info", "A field that repeats its default."),
    Code("L901", "unused-suppression", "warning", "A suppression that hides nothing."),
    Code("L902", "bare-suppression", "error", "A suppression without a reason."),
    Code("L903", "unknown-suppression", "error", "A suppression of a code that does not exist."),
)

#: Every diagnostic there is, by its short code.
CODES: dict[str, Code] = {row.code: row for row in _TABLE}


def code(key: str) -> Code:
    """The registry's row for a short code (`N002`) or a name (`unknown-good`). Raises KeyError if there is none."""
    for row in (CODES[key],) if key in CODES else _TABLE:
        if key in (row.code, row.name):
            return row
    raise KeyError(f"no diagnostic has the code or name {key!r}")


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


class Lines:
    """Lines and columns of a text as an editor counts them, from 1; columns are characters. Only `\\n`, `\\r\\n` and
    `\\r` end a line (YAML readers count more characters than these)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts: list[int] = [0, *(m.end() for m in re.finditer(r"\r\n|\r|\n", text))]

    def line_col(self, offset: int, *, utf16: bool = False) -> tuple[int, int]:
        """Line and column of the character at `offset`, the column in UTF-16 units if asked. Offsets outside the text
        count as its nearest end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset)
        before = self.text[self.starts[line - 1] : offset]
        return line, 1 + (len(before.encode("utf-16-le", "surrogatepass")) // 2 if utf16 else len(before))

    def line(self, number: int) -> str:
        """The text of a line, without its line break. Raises IndexError if there is no such line."""
        if not 1 <= number <= len(self.starts):
            raise IndexError(f"no line {number}")
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end].rstrip("\r\n")


@lru_cache(maxsize=16)
def lines_of(text: str) -> Lines:
    """The lines of a text, found once for all that is told of it."""
    return Lines(text)


def to_json(diagnostic: Diagnostic, lines: Mapping[str, Lines] | Callable[[str], Lines | None]) -> dict[str, Any]:
    """The diagnostic as plain JSON values. `lines` gives the lines of a file by its path; a file that it does not know
    has a `path` only. Lines and columns count from 1 in characters; the end is the place after the last character."""
    find = lines.get if isinstance(lines, Mapping) else lines

    def place(span: Span | None) -> dict[str, Any]:
        if span is None:
            return {}
        known = find(span.file)
        if known is None:
            return {"path": span.file}
        (line, column), (end_line, end_column) = known.line_col(span.start), known.line_col(span.end)
        return {"path": span.file, "line": line, "column": column, "endLine": end_line, "endColumn": end_column}

    row = CODES[diagnostic.code]
    out = {"code": row.code, "name": row.name, "severity": row.severity, "message": diagnostic.message}
    related = [{**place(other.span), "message": other.message} for other in diagnostic.related]
    return {**out, **place(diagnostic.span), "hint": diagnostic.hint, "related": related}


CROP = 120  #: the most characters of a source line that are shown
_NOTE = "38;5;31"  # colours that can be read on a light and on a dark ground, and are not another in each theme
_STYLES = {
    "error": "1;38;5;167", "warning": "1;38;5;130", "info": f"1;{_NOTE}", "note": f"1;{_NOTE}", "place": "1",
    "gutter": _NOTE,
}  # fmt: skip


def render(
    diagnostic: Diagnostic,
    texts: Mapping[str, str] | Callable[[str], str | None],
    *,
    color: bool = False,
    severity: Severity | None = None,
    crop: int = CROP,
) -> str:
    """The diagnostic as lines for a terminal, without a last line break: the place and message, the source line with
    carets under the span's characters, the hint, and the related places likewise. `texts` gives a file's text by its
    path; where it has none, the line is left out. Control and bidirectional characters are shown as escapes. `severity`
    takes the place of the registry's; of a source line no more than `crop` characters are shown."""
    find = texts.get if isinstance(texts, Mapping) else texts
    row = CODES[diagnostic.code]
    spans = [s for s in (diagnostic.span, *(r.span for r in diagnostic.related)) if s is not None]
    known = {file: lines_of(text) for file in {s.file for s in spans} if (text := find(file)) is not None}
    numbers = [known[s.file].line_col(s.start)[0] for s in spans if s.file in known]
    gutter = len(str(max(numbers, default=1))) + 1

    def paint(style: str, text: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if color else text

    def show(style: str, label: str, message: str, span: Span | None) -> Iterator[str]:
        place = ""
        if span is not None:
            place = printable(span.file)
            if span.file in known:
                place += ":{}:{}".format(*known[span.file].line_col(span.start))
            place = paint("place", place + ":") + " "
        yield f"{place}{paint(style, label)}: {printable(message)}"
        if span is not None and span.file in known and known[span.file].text:
            number, source, padding, carets = _snippet(known[span.file], span, crop)
            yield paint("gutter", f"{number:>{gutter}} | ") + source
            yield paint("gutter", f"{'':>{gutter}} | ") + padding + paint(style, carets)

    level = severity or row.severity
    out = list(show(level, f"{level}[{row.code} {row.name}]", diagnostic.message, diagnostic.span))
    if diagnostic.hint is not None:
        out.append(f"{'':>{gutter}} {paint('gutter', '=')} help: {printable(diagnostic.hint)}")
    for other in diagnostic.related:
        out.extend(show("note", "note", other.message, other.span))
    return "\n".join(out)


def _snippet(lines: Lines, span: Span, crop: int) -> tuple[int, str, str, str]:
    """Line number, the line as shown (cropped if long), the padding under what precedes the span, and the carets."""
    number, column = lines.line_col(span.start)
    line = lines.line(number)
    start = min(column - 1, len(line))
    end = min(max(start + min(span.end, len(lines.text)) - span.start, start), len(line))
    while 0 < start < end and _width(line[start]) == 0:  # a combining character: point at what it combines with
        start -= 1
    left = 0 if len(line) <= crop or start < crop * 2 // 3 else start - crop // 2
    right = len(line) if len(line) <= crop else min(left + crop, len(line))
    before, inside = line[left:start], line[start : min(end, right)]
    prefix, suffix = "..." if left else "", "..." if right < len(line) else ""
    source = prefix + printable(line[left:right], tabs=True) + suffix
    padding = " " * len(prefix) + "".join(_under(ch, " ") for ch in before)
    carets = "".join(_under(ch, "^") for ch in inside) if inside.strip("\t") else "^"
    return number, source, padding, carets or "^"


def printable(text: str, *, tabs: bool = False) -> str:
    """The text with every character that a terminal might obey, or that cannot be seen, as an escape (`\\x1b`,
    `\\u202e`); with `tabs`, tabs stay as they are."""
    if text.isprintable():
        return text
    return "".join(ch if tabs and ch == "\t" else _escape(ch) for ch in text)


def _escape(ch: str) -> str:
    if category(ch) not in ("Cc", "Cf", "Cs", "Zl", "Zp") or ch in "\u200c\u200d":  # the joiners shape letters, emoji
        return ch
    short = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(ch)
    return short or ch.encode("unicode_escape").decode("ascii")


def _under(ch: str, fill: str) -> str:
    return "\t" if ch == "\t" else fill * _width(ch)


def _width(ch: str) -> int:
    """How many columns of a terminal a character takes as `printable` shows it."""
    if " " <= ch <= "~":
        return 1
    shown = _escape(ch)
    if len(shown) > 1:
        return len(shown)
    if category(ch) in ("Mn", "Me", "Cf") or "\u1160" <= ch <= "\u11ff":
        return 0
    return 2 if east_asian_width(ch) in "WF" else 1
