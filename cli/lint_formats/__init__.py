"""How findings are printed: one file a format, and what they share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module

from dsl.codes import CODES, Code, Severity
from dsl.diagnostics import Diagnostic
from dsl.render import Lines, lines_of

Find = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Row:
    """A finding with its place in lines and columns from 1, in characters; `path` is empty if it has no place."""

    diagnostic: Diagnostic
    level: Severity
    path: str = ""
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    source: str = ""

    @property
    def code(self) -> Code:
        """The registry's row."""
        return CODES[self.diagnostic.code]

    @property
    def message(self) -> str:
        """The message, with the hint."""
        hint = self.diagnostic.hint
        return self.diagnostic.message + (f" ({hint})" if hint else "")


def rows(found: Iterable[tuple[Diagnostic, Severity]], find: Find) -> list[Row]:
    """Findings with their places."""
    lines: dict[str, Lines] = {}
    out: list[Row] = []
    for diagnostic, level in found:
        span = diagnostic.span
        if span is None:
            out.append(Row(diagnostic, level))
            continue
        if span.file not in lines:
            lines[span.file] = lines_of(find(span.file) or "")
        known = lines[span.file]
        (line, column), (end_line, end_column) = known.line_col(span.start), known.line_col(span.end)
        source = known.line(line)
        out.append(Row(diagnostic, level, span.file.replace("\\", "/"), line, column, end_line, end_column, source))
    return out


def show(form: str, found: list[tuple[Diagnostic, Severity]], find: Find, files: set[str]) -> None:
    """Prints findings in a format. `find` gives the text of a file, `files` are all that were looked at."""
    import_module(f"cli.lint_formats.{form}").show(found, find, files)
