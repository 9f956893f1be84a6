"""What pytest itself is told: a test that takes a `scenario` runs for every one there is."""

from __future__ import annotations

import pytest

from tests.found_scenarios import called, everything


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "scenario" in metafunc.fixturenames:
        metafunc.parametrize("scenario", everything(), ids=called)
