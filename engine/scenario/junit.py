"""Results of scenarios in the JUnit form that servers for continuous integration read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree

from engine.scenario.run import Result

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(results: Iterable[Result]) -> str:
    """One test suite for each file, one test case for each scenario; times in seconds. A scenario that did not pass has
    a failure with its diagnostics. Characters that XML cannot hold become U+FFFD."""
    by_file: dict[str, list[Result]] = {}
    for result in results:
        by_file.setdefault(result.scenario.file, []).append(result)
    root = ElementTree.Element("testsuites", _counts([r for rs in by_file.values() for r in rs]))
    for file, found in by_file.items():
        suite = ElementTree.SubElement(root, "testsuite", {"name": _clean(file), **_counts(found)})
        for result in found:
            _case(suite, result)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _case(suite: ElementTree.Element, result: Result) -> None:
    scenario = result.scenario
    line = scenario.document.lines.line_col(scenario.document.span(scenario.where).start)[0]
    facts = {
        "classname": scenario.file,
        "name": scenario.name,
        "file": scenario.file,
        "line": str(line),
        "time": f"{result.seconds:.4f}",
    }
    case = ElementTree.SubElement(suite, "testcase", {k: _clean(v) for k, v in facts.items()})
    if not result.passed:
        first = result.diagnostics[0]
        failure = ElementTree.SubElement(case, "failure", {"type": first.code, "message": _clean(first.message)})
        failure.text = _clean(result.report())


def _counts(results: list[Result]) -> dict[str, str]:
    failed = sum(not r.passed for r in results)
    seconds = sum(r.seconds for r in results)
    return {
        "tests": str(len(results)),
        "failures": str(failed),
        "errors": "0",
        "skipped": "0",
        "time": f"{seconds:.4f}",
    }


def _clean(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", text)
