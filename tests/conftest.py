"""What pytest itself is told: a test that takes a `scenario` runs for each there is; CI tries the same cases."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from importlib.util import find_spec

import hypothesis
import pytest

from tests.found_scenarios import called, everything

# At a desk each run tries new cases; the check of a change must not fail by a case it has nothing to do with.
hypothesis.settings.register_profile("steady", derandomize=True)
if os.environ.get("CI"):
    hypothesis.settings.load_profile("steady")


# Tests leave nothing in the user's own cache, nor among the games that are kept. Processes started by this one share
# its folders.
if "STATE51_TEST_CACHE" not in os.environ:
    os.environ["STATE51_TEST_CACHE"] = os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="state51-")
    os.environ["XDG_DATA_HOME"] = os.path.join(os.environ["STATE51_TEST_CACHE"], "data")
    atexit.register(shutil.rmtree, os.environ["STATE51_TEST_CACHE"], ignore_errors=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "scenario" in metafunc.fixturenames:
        metafunc.parametrize("scenario", everything(), ids=called)


#: Tests of the language server need its library and that of its tests; both come with the extra `dev`.
collect_ignore_glob = [] if find_spec("pytest_lsp") and find_spec("pygls") else ["test_lsp*.py"]


def pytest_report_header() -> list[str]:
    """Says what is left out."""
    return ["the language server is not tested: pygls or pytest-lsp is missing"] if collect_ignore_glob else []
