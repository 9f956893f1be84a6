"""Every rule of the base game is shown by a scenario (its `proves`), or by a test whose docstring names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.found_scenarios import scenarios

HERE = Path(__file__).parent
RULE = re.compile(r"\b[A-Z]{3}-\d+\b")


def rule_ids() -> list[str]:
    """The ids of all rules, in order."""
    return (HERE / "rule_ids.txt").read_text(encoding="utf-8").split()


def named_in_docstrings(file: Path) -> Iterator[str]:
    """The rules that the docstrings of a file's test functions and test classes name."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name.lower().startswith("test"):
            yield from RULE.findall(ast.get_docstring(node) or "")


def shown() -> set[str]:
    """The rules that some scenario or test shows."""
    found = {rule for s in scenarios() for rule in s.proves}
    for file in HERE.glob("test_*.py"):
        found.update(named_in_docstrings(file))
    return found


def test_every_rule_is_shown_by_a_scenario_or_a_test() -> None:
    found = shown()
    uncovered = [rule for rule in rule_ids() if rule not in found]
    assert not uncovered, f"no scenario proves and no test names: {', '.join(uncovered)}"


def test_scenarios_prove_only_rules_there_are() -> None:
    known = set(rule_ids())
    wrong = {(s.name, rule) for s in scenarios() for rule in s.proves if rule not in known}
    assert not wrong
