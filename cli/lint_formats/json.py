"""For programs: the findings as JSON, in the shape that `state51 validate --json` has."""

from __future__ import annotations

from cli.lint_formats import Find
from cli.report import say_json
from dsl.codes import Severity
from dsl.diagnostics import Diagnostic
from dsl.render import Lines, lines_of, to_json


def show(found: list[tuple[Diagnostic, Severity]], find: Find, files: set[str]) -> None:
    """Prints one object: the number of files, of findings by severity, and the findings."""

    def lines(file: str) -> Lines | None:
        text = find(file)
        return None if text is None else lines_of(text)

    listed = [{**to_json(d, lines), "severity": level} for d, level in found]
    counts = {level: sum(row["severity"] == level for row in listed) for level in ("error", "warning", "info")}
    names = {"error": "errors", "warning": "warnings", "info": "notes"}
    say_json({"files": len(files), **{names[k]: n for k, n in counts.items()}, "diagnostics": listed})
