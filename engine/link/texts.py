"""Reading effect texts out of documents: parsing, checking, and errors at their exact place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl import syntax as x
from dsl import types as t
from dsl.check.entry import Checker
from dsl.diagnostics import DiagnosticError, Diagnostics, Span
from dsl.meaning import Meaning
from dsl.parse.read import ParseError, parse
from dsl.program import Text
from dsl.spanmap import Scalar
from dsl.symbols import Symbols
from dsl.types import Type
from engine.packs.document import Document

Path = tuple[str | int, ...]

MOST_TEXT = 500_000  #: how many characters all texts of packs played together may have

#: The types of parameters that need no declaration, by how they are written.
SIMPLE = {
    "player": t.PLAYER,
    "players": t.PLAYERS,
    "good": t.GOOD,
    "number": t.NUMBER,
    "flag": t.FLAG,
    "component": t.ANY_COMPONENT,
}


def parameter_type(id: str, s: Symbols) -> Type | None:
    """The type that a parameter is declared with; None if there is none of this name."""
    return SIMPLE.get(id) or (t.component(id) if id in s.kinds else t.word(id) if id in s.words else None)


class Texts:
    """Parses and checks the texts of the packs being linked; errors go to `report` with their place in the file."""

    def __init__(self, symbols: Symbols, report: Diagnostics, function_result: Callable[[str], Type | None]) -> None:
        self.symbols, self.report, self.function_result = symbols, report, function_result
        self.read = 0  #: how many characters were parsed
        self.heard: list[tuple[Scalar, list[Meaning]]] | None = None  #: what names in texts mean, if that is wanted

    def parse(self, document: Document, path: Path, form: str) -> Any:
        """The syntax tree of a text, or None after reporting what is wrong with it."""
        scalar = document.scalar(path)
        return self.parse_scalar(scalar, form)

    def parse_scalar(self, scalar: Scalar, form: str) -> Any:
        self._count(scalar.text, scalar.span(0, len(scalar.text)))
        try:
            return parse(scalar.text, form)
        except ParseError as e:
            self.report.error(e.code, e.message, scalar.span(e.start, e.end), hint=e.hint)
            return None

    def key(self, document: Document, path: Path, form: str) -> Any:
        """The syntax tree of a key, as `score(player p)`."""
        span = document.key_span(path)
        self._count(str(path[-1]), span)
        try:
            return parse(str(path[-1]), form)
        except ParseError as e:
            at = type(span)(span.file, span.start + e.start, min(span.start + e.end, span.end))
            self.report.error(e.code, e.message, at, hint=e.hint)
            return None

    def _count(self, text: str, span: Span) -> None:
        """Raises DiagnosticError where the texts of all packs together get too long, before it takes long to see."""
        self.read += len(text)
        if self.read > MOST_TEXT:
            message = (
                f"here the effects and conditions of these packs together get longer than {MOST_TEXT:,} characters"
            )
            self.report.error("P005", message, span, hint="divide the cards into packs that are played apart")
            raise DiagnosticError(self.report)

    def checker(self, scalar: Scalar) -> Checker:
        """A checker whose errors point into one scalar."""

        def report(code: str, message: str, start: int, end: int, hint: str | None) -> None:
            self.report.error(code, message, scalar.span(start, end), hint=hint)

        checker = Checker(self.symbols, report, self.function_result)
        if self.heard is not None:
            checker.meanings = []
            self.heard.append((scalar, checker.meanings))
        return checker

    def text(self, document: Document, path: Path, label: str) -> Text:
        """Where a text stands, for line numbers in tracebacks and logs."""
        scalar = document.scalar(path)
        starts = [0, *(n + 1 for n, c in enumerate(scalar.text) if c == "\n" and n + 1 < len(scalar.text))]
        return Text(document.file, label, tuple((n, scalar.line(n)) for n in starts), scalar)

    def params(self, document: Document, path: Path, signature: x.Signature) -> tuple[tuple[str, Type], ...] | None:
        """The typed parameters of a head, or None after reporting an unknown type."""
        from dsl.diagnostics import suggest

        s = self.symbols
        out: list[tuple[str, Type]] = []
        span = document.key_span(path)
        for p in signature.params:
            id = p.type.id
            type_ = parameter_type(id, s)
            at = type(span)(span.file, span.start + p.at[0], span.start + p.at[1])
            if type_ is None:
                self.report.error(
                    "N004", f"there is no type `{id}`", at, hint=suggest(id, [*SIMPLE, *s.kinds, *s.words])
                )
                return None
            if p.name.id in {n for n, _ in out}:
                self.report.error("N011", f"two parameters are called `{p.name.id}`", at)
                return None
            out.append((p.name.id, type_))
        return tuple(out)
