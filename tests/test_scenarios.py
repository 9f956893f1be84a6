"""Every scenario of every pack in the repository, each a test of its own."""

from __future__ import annotations

import pytest

from engine.scenario.run import Scenario, run
from tests.found_scenarios import Unreadable


def test_scenario(scenario: Scenario | Unreadable) -> None:
    if isinstance(scenario, Unreadable):
        pytest.fail(scenario.report, pytrace=False)
    result = run(scenario)
    if not result.passed:
        played = "\n".join(event.text for event in result.log)
        pytest.fail(f"{result.report()}\n\nWhat happened:\n{played}", pytrace=False)
