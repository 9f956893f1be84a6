"""Annotations of GitHub Actions. It shows ten of a level in a step, so errors stand first and the last line sums up."""

from __future__ import annotations

from cli.lint_formats import Find, Row, rows
from cli.report import counted, say
from dsl.codes import Severity
from dsl.diagnostics import Diagnostic

MOST = 10  #: annotations of a level that are shown
_COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}


def show(found: list[tuple[Diagnostic, Severity]], find: Find, files: set[str]) -> None:
    """Prints up to ten annotations of each level, the worst first, and a summary."""
    listed = rows(found, find)
    for level, command in _COMMANDS.items():
        for row in [r for r in listed if r.level == level][:MOST]:
            say(_annotation(row, command))
    levels = [row.level for row in listed]
    counts = [counted(levels.count("error"), "error"), counted(levels.count("warning"), "warning")]
    counts.append(counted(levels.count("info"), "note"))
    left = sum(max(levels.count(level) - MOST, 0) for level in _COMMANDS)
    more = f"; {left} more not shown here: run `state51 lint`" if left else ""
    say(f"{counted(len(files), 'file')} checked, {', '.join(counts)}{more}")


def _annotation(row: Row, command: str) -> str:
    title = f"{row.code.code} {row.code.name}"
    place = [f"title={_property(title)}"]
    if row.path:
        end = [("endLine", row.end_line)] if row.end_line != row.line else [("endColumn", row.end_column)]
        where = [("file", row.path), ("line", row.line), ("col", row.column), *end]
        place = [f"{key}={_property(str(value))}" for key, value in where] + place
    return f"::{command} {','.join(place)}::{_data(row.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
