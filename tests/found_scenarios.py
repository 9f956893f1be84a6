"""Every scenario of the packs in the repository, for the tests that go through them all."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from dsl.diagnostics import DiagnosticError
from dsl.render import render
from engine.scenario.run import Scenario, read_scenarios, scenario_files

ROOT = Path(__file__).parent.parent
FOLDERS = (ROOT / "content", ROOT / "examples", ROOT / "tests" / "packs")


class Unreadable:
    """A file of scenarios that is no such file; `report` says what is wrong with it."""

    def __init__(self, file: Path, error: DiagnosticError) -> None:
        self.name = f"{file.name} can be read"
        self.report = "\n".join(render(d, error.texts) for d in error.diagnostics)


@lru_cache(maxsize=1)
def everything() -> tuple[Scenario | Unreadable, ...]:
    """Every scenario of the packs that come with the program and of those made as examples or for tests, by file."""
    found: list[Scenario | Unreadable] = []
    for folder in FOLDERS:
        for file in scenario_files(folder):
            try:
                found += read_scenarios(file)
            except DiagnosticError as error:
                found.append(Unreadable(file, error))
    return tuple(found)


def scenarios() -> list[Scenario]:
    """Those that can be read."""
    return [s for s in everything() if isinstance(s, Scenario)]


def called(scenario: Scenario | Unreadable) -> str:
    """What the test of a scenario is called."""
    if isinstance(scenario, Unreadable):
        return scenario.name
    pack = scenario.folder.name if scenario.folder is not None else "none"
    return f"{pack}/{Path(scenario.file).stem}: {scenario.name}"
