"""Helpers of the tests of scenarios: files made of marked text, and the diagnostics they get."""

from __future__ import annotations

from pathlib import Path

from dsl.diagnostics import Span
from dsl.render import render
from engine.scenario.run import Result, Scenario, read_scenarios


def marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its « » marks, and the places they stood around, in order."""
    spans: list[tuple[int, int]] = []
    clean = ""
    for ch in text:
        if ch == "«":
            spans.append((len(clean), -1))
        elif ch == "»":
            spans[-1] = (spans[-1][0], len(clean))
        else:
            clean += ch
    return clean, spans


def read(folder: Path, text: str) -> Scenario:
    file = folder / "s.yaml"
    file.write_text(text, encoding="utf-8")
    (found,) = read_scenarios(file, "s.yaml")
    return found


def check(result: Result, spans: list[tuple[int, int]], expected: list[tuple[str, str, str | None]]) -> None:
    """The diagnostics have these codes, messages and hints (None: any), at these places."""
    assert not result.passed
    assert [(d.code, d.message) for d in result.diagnostics] == [(code, message) for code, message, _ in expected]
    assert [d.span for d in result.diagnostics] == [Span("s.yaml", *span) for span in spans]
    for d, (_, _, hint) in zip(result.diagnostics, expected, strict=True):
        assert hint is None or d.hint == hint
        assert "^" in render(d, result.texts)
