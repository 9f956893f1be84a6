"""For people: each finding with its line and a caret; colours only on a terminal."""

from __future__ import annotations

import sys

import click

from cli.lint_formats import Find
from cli.report import COLOR_BAD, COLOR_GOOD, breadth, colorful, counted, say
from dsl.codes import Severity
from dsl.diagnostics import Diagnostic
from dsl.render import render


def show(found: list[tuple[Diagnostic, Severity]], find: Find, files: set[str]) -> None:
    """Prints the findings and how many there are."""
    color = colorful(sys.stdout)
    for diagnostic, level in found:
        text = render(diagnostic, find, color=color, severity=level, crop=breadth(sys.stdout))
        click.echo(text, color=color)
    levels = [level for _, level in found]
    parts = [counted(levels.count("error"), "error"), counted(levels.count("warning"), "warning")]
    if "info" in levels:
        parts.append(counted(levels.count("info"), "note"))
    bad = "error" in levels or "warning" in levels
    say(f"{counted(len(files), 'file')} checked, {', '.join(parts)}", bold=True, fg=COLOR_BAD if bad else COLOR_GOOD)
