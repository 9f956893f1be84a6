"""The measurements in bench/ still run: they lean on names inside the program that might change."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RUNS = {
    "playouts.py": ["--seconds", "0.1", "--rounds", "1"],
    "loading.py": ["--rounds", "1"],
    "linting.py": ["--rounds", "1"],
    "editing.py": ["--keystrokes", "5"],
    "steps.py": ["--seconds", "0.2"],
    "without.py": ["--rounds", "1", "--games", "1"],
}


def test_every_script_is_run_by_make_and_here() -> None:
    scripts = {path.name for path in (ROOT / "bench").glob("*.py")}
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert scripts == set(RUNS)
    assert all(f"bench/{script}\n" in recipe for script in scripts)


@pytest.mark.parametrize("script", RUNS)
def test_a_script_runs(script: str) -> None:
    peer = {"playouts.py": "chess", "linting.py": "yamllint"}.get(script)
    if peer is not None and importlib.util.find_spec(peer) is None:
        pytest.skip(f"the package {peer} is only there for measurements")
    if script == "editing.py" and importlib.util.find_spec("pygls") is None:
        pytest.skip("the library of the language server is not there")
    if script == "steps.py" and sys.platform == "win32":
        pytest.skip("Windows has no such timer")
    command = [sys.executable, str(ROOT / "bench" / script), *RUNS[script]]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
