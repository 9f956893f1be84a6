"""JUnit XML: one suite a file, one failed case a finding, and one that passed for a file without any."""

from __future__ import annotations

from xml.etree import ElementTree

import click

from cli.lint_formats import Find, Row, rows
from dsl.codes import Severity
from dsl.diagnostics import Diagnostic
from dsl.render import printable


def show(found: list[tuple[Diagnostic, Severity]], find: Find, files: set[str]) -> None:
    """Prints the suites."""
    listed = rows(found, find)
    by_file: dict[str, list[Row]] = {name: [] for name in sorted(files)}
    for row in listed:
        by_file.setdefault(row.path, []).append(row)
    root = ElementTree.Element("testsuites", _counts("state51 lint", listed, max(len(listed), len(by_file))))
    for name, inside in by_file.items():
        suite = ElementTree.SubElement(root, "testsuite", _counts(name or "packs", inside, max(len(inside), 1)))
        for row in inside:
            title = f"{row.line}:{row.column} {row.code.code} {row.code.name}"
            case = ElementTree.SubElement(suite, "testcase", {"classname": name or "packs", "name": title})
            told = {"message": printable(row.message), "type": row.level}
            failure = ElementTree.SubElement(case, "failure", told)
            failure.text = printable(f"{name}:{row.line}:{row.column}: {row.message}")
        if not inside:
            ElementTree.SubElement(suite, "testcase", {"classname": name, "name": "clean"})
    ElementTree.indent(root)
    click.echo('<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode"))


def _counts(name: str, failed: list[Row], tests: int) -> dict[str, str]:
    return {"name": printable(name), "tests": str(tests), "failures": str(len(failed)), "errors": "0"}
