"""What pytest itself is told: a test that takes a `scenario` runs for each there is; CI tries the same cases."""

from __future__ import annotations

import os

import hypothesis
import pytest

from tests.found_scenarios import called, everything

# At a desk each run tries new cases; the check of a change must not fail by a case it has nothing to do with.
hypothesis.settings.register_profile("steady", derandomize=True)
if os.environ.get("CI"):
    hypothesis.settings.load_profile("steady")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "scenario" in metafunc.fixturenames:
        metafunc.parametrize("scenario", everything(), ids=called)
