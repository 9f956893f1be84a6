"""Scenarios: examples of play in a pack's own files, read, played and compared with what they expect.

    scenarios:
      - name: Planting costs a coin
        proves: [GROW-1]
        table: [{hand: [clover], goods: {coin: 1}}, {}]
        phase: day
        play: [{seat: 1, choose: plant clover}]
        expect: [{seat: 1, goods: {coin: 0}, bed: [clover]}]

Whatever is wrong (a name, a choice that is not legal, an expectation that is not met) is a diagnostic at its place in
the file.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dsl.diagnostics import Diagnostic, DiagnosticError, Diagnostics, Span
from dsl.render import render
from engine import machine
from engine.control import EffectError
from engine.game import Game
from engine.loader import load
from engine.packs import locate
from engine.packs.document import Document
from engine.packs.files import is_pack, yaml_files
from engine.packs.source import load_document
from engine.ruleset import Ruleset
from engine.scenario.expect import Expectations, offered
from engine.scenario.names import Names
from engine.scenario.names import Path as Where
from engine.scenario.table import Table
from engine.state import State
from engine.story import Event
from engine.why.answer import why_not


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file. `where` is its path in the document, `folder` that of the pack it belongs to, if any."""

    name: str
    proves: tuple[str, ...]
    document: Document = field(repr=False, compare=False)
    where: Where
    folder: Path | None = None

    @property
    def file(self) -> str:
        """The path of its file as shown to the user."""
        return self.document.file

    @property
    def data(self) -> dict[str, Any]:
        """What is written."""
        found: dict[str, Any] = self.document.data["scenarios"][self.where[1]]
        return found

    def packs(self) -> list[str] | None:
        """The packs it is played with, as `load` takes them: None for those that are played by default."""
        named = self.data.get("packs")
        if named is None:
            return [_pack(self.folder)] if self.folder is not None else None
        return [_named(name, self.folder, Path(self.file).parent) for name in named]


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario went: `diagnostics` are empty if it passed. `log` is what happened, `seconds` how long it took,
    and `texts` are those of the files that the diagnostics point into."""

    scenario: Scenario
    diagnostics: tuple[Diagnostic, ...]
    log: tuple[Event, ...] = ()
    seconds: float = 0.0
    texts: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def passed(self) -> bool:
        return not self.diagnostics

    def report(self, *, color: bool = False) -> str:
        """The diagnostics as lines for a terminal; empty if it passed."""
        return "\n".join(render(d, self.texts, color=color) for d in self.diagnostics)


# ---- finding and reading
def scenario_files(path: Path | str) -> list[Path]:
    """The files of scenarios at a path, in order: a file itself; those of a pack, in its folder `scenarios`; otherwise
    those of all packs below a folder or, where there are none, all YAML files in it. Raises DiagnosticError if there is
    no such file or folder."""
    root = Path(path)
    if is_pack(root):
        return yaml_files(root, "scenarios")
    if root.is_file():
        return [root]
    if not root.is_dir():
        raise DiagnosticError([Diagnostic("Y013", f"there is no file or folder {path}", None)])
    below = sorted(root.glob("**/scenarios/*.yaml"))
    return below or sorted(root.glob("*.yaml"))


def read_scenarios(path: Path | str, shown: str | None = None) -> list[Scenario]:
    """The scenarios of a file. `shown` is its path as shown to the user. Raises DiagnosticError with all that is wrong
    with the file itself; names are looked at when a scenario is run."""
    from engine.schema.check import check
    from engine.schema.scenarios import scenarios_schema

    document = load_document(path, None, shown if shown is not None else locate.as_shown(Path(path)))
    report = Diagnostics()
    check(document, scenarios_schema(), report)
    report.raise_if_any({document.file: document.text})
    folder = next((f for f in Path(path).resolve().parents if is_pack(f)), None)
    entries = document.data["scenarios"]
    return [
        Scenario(e["name"], tuple(e.get("proves", ())), document, ("scenarios", n), folder)
        for n, e in enumerate(entries)
    ]


def _pack(folder: Path) -> str:
    """How a pack in a folder is loaded: by name if it comes with the program, otherwise by its path."""
    known = locate.built_in().get(folder.name)
    if known is not None and known.resolve() == folder.resolve():
        return folder.name
    shown = locate.as_shown(folder)
    return shown if locate.is_path(shown) else f"./{shown}"


def _named(name: str, own: Path | None, beside: Path) -> str:
    """A pack as a scenario names it: a path from its file, or a name, looked up beside its own pack first."""
    if locate.is_path(name):
        return _pack(beside / name)
    return _pack(own.parent / name) if own is not None and is_pack(own.parent / name) else name


# ---- running
class Shelf:
    """The rules of scenarios that are run one after the other: what is loaded for one is there for the next of the same
    packs and options, whatever becomes of their files meanwhile. So is what keeps packs from loading."""

    def __init__(self) -> None:
        self._loaded: dict[object, Ruleset | DiagnosticError] = {}

    def rules(self, scenario: Scenario) -> Ruleset:
        """The rules a scenario is played with. Raises DiagnosticError, with a place in the scenario for all of it."""
        named, options = scenario.data.get("packs"), scenario.data.get("options", {})
        beside = Path(scenario.file).parent
        key = (scenario.folder, beside, None if named is None else tuple(named), tuple(sorted(options.items())))
        if key not in self._loaded:
            try:
                self._loaded[key] = load(scenario.packs(), options)
            except DiagnosticError as e:
                self._loaded[key] = e
        found = self._loaded[key]
        if isinstance(found, DiagnosticError):
            placed = [replace(d, span=_place(scenario, d)) if d.span is None else d for d in found.diagnostics]
            raise DiagnosticError(placed, found.texts)
        return found


def run(scenario: Scenario, rules: Ruleset | None = None, *, shelf: Shelf | None = None, played: bool = True) -> Result:
    """Plays a scenario and compares. `rules` are those of its packs if they are loaded already; otherwise they come
    from the shelf, if there is one. Unless it is to be `played`, only its names and its table are looked at. Raises
    nothing: all that is wrong is in the result."""
    began = time.perf_counter()
    report = Diagnostics()
    texts = {scenario.file: scenario.document.text}
    log: list[Event] = []
    try:
        if rules is None:
            rules = (shelf or Shelf()).rules(scenario)
        names = Names(scenario.document, rules, report)
        state = Table(names, scenario.where).build()
        expected = Expectations(names, scenario.where, len(scenario.data["table"]))
        if played and state is not None and not len(report):
            _play(names, _begin(state, scenario), scenario, expected, log)
    except DiagnosticError as e:
        here = scenario.document.span((*scenario.where, "name"))
        for d in e.diagnostics:
            report.add(d if d.span is not None else replace(d, span=here))
        texts.update(e.texts)
    return Result(scenario, tuple(report), tuple(log), time.perf_counter() - began, texts)


def _place(scenario: Scenario, problem: Diagnostic) -> Span:
    """The pack or option in a scenario that a problem is about; the name of the scenario where it names none."""
    document, where, data = scenario.document, scenario.where, scenario.data
    for key in data.get("options", {}):
        if f"`{key}`" in problem.message and problem.code in ("M006", "M009"):
            here = (*where, "options", key)
            return document.key_span(here) if problem.code == "M006" else document.span(here)
    for n, name in enumerate(data.get("packs", ())):
        if name in problem.message:
            return document.span((*where, "packs", n))
    return document.span((*where, "packs" if "packs" in data else "name"))


def _play(names: Names, game: Game, scenario: Scenario, expected: Expectations, log: list[Event]) -> None:
    """Plays the choices and checks the expectations; `log` takes what happened."""
    try:
        if all(_step(names, game, (*scenario.where, "play", n)) for n in range(len(scenario.data.get("play", ())))):
            _pay_first(game, "")
            expected.check(game)
    finally:
        log += game.log


def begin(scenario: Scenario, rules: Ruleset) -> Game:
    """The game of a scenario at its first decision, before anything is played. Raises DiagnosticError with all that is
    wrong with its table."""
    report = Diagnostics()
    names = Names(scenario.document, rules, report)
    state = Table(names, scenario.where).build()
    report.raise_if_any({scenario.file: scenario.document.text})
    assert state is not None
    return _begin(state, scenario)


def _begin(state: State, scenario: Scenario) -> Game:
    """The game at its first decision. Raises DiagnosticError if an effect fails before there is one."""
    try:
        machine.run(state)
    except (EffectError, RecursionError) as e:
        failed = Game(state.rules, state, None)._failure(e)
        span = scenario.document.span((*scenario.where, "phase"))
        raise DiagnosticError([Diagnostic(failed.code, failed.message, span)]) from e
    return Game(state.rules, state, None)


def _step(names: Names, game: Game, path: Where) -> bool:
    """Makes one choice; False, after a report, if it is not legal."""
    text = str(names.at((*path, "choose")))
    seat = int(names.at((*path, "seat"))) - 1
    choice = (*path, "choose")
    _pay_first(game, text)
    decision = game.decision
    if decision is None:
        names.error("S001", f"`{text}` comes too late: the game is over", choice)
        return False
    legal = f"legal: {', '.join(decision.ids)}"
    if decision.seat != seat:
        names.error(
            "S004",
            f'seat {decision.seat + 1} is asked here ("{decision.prompt}"), not seat {seat + 1}',
            (*path, "seat"),
            legal,
        )
        return False
    found = offered(game, text)
    if len(found) != 1:
        names.error("S001", f"seat {seat + 1} cannot choose `{text}` here: {why_not(game, text)}", choice, legal)
        return False
    try:
        game.choose(found[0])
    except DiagnosticError as e:
        for d in e.diagnostics:
            names.error(d.code, f"`{text}` fails: {d.message}", choice, d.hint)
        return False
    return True


def _pay_first(game: Game, text: str) -> None:
    """Pays in the first way wherever it is asked how, unless the text says how."""
    while (decision := game.decision) is not None and decision.kind == "pay" and text.split(" ")[0] != "pay":
        game.choose(decision.options[0])
