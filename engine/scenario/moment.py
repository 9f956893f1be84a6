"""A moment of a game as a scenario: a table at the start of a phase, the choices made since, and what is asked then.

A scenario can only begin at the start of a phase. So the latest point is looked for from which the moment can be
reached: the moment itself, where starting the phase once more changes nothing; otherwise a decision before it, and at
last the start of this phase or of one before. What is found was played, and is just like the game to every seat.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import Any, Final

from dsl.diagnostics import DiagnosticError, Diagnostics
from engine import machine
from engine.decision import Decision
from engine.game import Game, IllegalChoice
from engine.packs.source import load_document
from engine.ruleset import Ruleset
from engine.scenario.names import Names
from engine.scenario.run import Scenario, begin, run
from engine.scenario.table import Table
from engine.scenario.trial import written
from engine.schema.check import check
from engine.schema.scenarios import scenarios_schema
from engine.setup import blank, new_state, start_zone
from engine.state import State
from engine.view import declared

_MASK: Final = (1 << 64) - 1
_AHEAD: Final = 5  # cards of a stack that are listed beyond those that are drawn
_STACK: Final = 2  # how far a zone is hidden: from everyone

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Point:
    """Where a scenario could begin: the state, how many choices were made, and the phase and round that begin there
    (-1: the set-up). `begins` tells whether the phase does begin there."""

    state: State
    made: int
    phase: int
    round: int
    begins: bool


def scenario_of(game: Game, name: str, head: Data) -> Data | None:
    """The scenario of the pending decision of a game that began as a new one (of its end if it is over); None if none
    leads there. `head` are its packs and options."""
    rules = copy.copy(game.rules)
    rules.language = None  # scenarios are in English
    choices, points, last = _told(rules, game)
    for point in points:
        play = [{"seat": seat + 1, "choose": id} for seat, id in choices[point.made :]]
        for whole, seeded in ((False, False), (True, False), (True, True))[: 3 if point.begins else 1]:
            data = {"name": name, **head, **_table(rules, point, last.state, whole=whole), "play": play}
            if seeded:
                seed = _seed(rules, data, point.state)
                data = {"name": name, "seed": seed, **{key: value for key, value in data.items() if key != "name"}}
            expect = _expected(rules, data, last)
            if expect:
                return {**data, "expect": expect}
    return None


# ---- where it could begin
def _told(rules: Ruleset, game: Game) -> tuple[list[tuple[int, str]], list[_Point], Game]:
    """The choices of a game, the points where a scenario could begin (the likeliest first), and how it stands."""
    assert game.origin is not None
    s = new_state(rules, game.origin["seats"], game.origin["seed"])
    points = [_Point(s.clone(), 0, -1, 1, True)]
    machine.begin_game(s)
    _note_phases(s, points)
    machine.run(s)
    choices: list[tuple[int, str]] = []
    for raw in game.moves():
        decision = Decision(s)
        points.append(_Point(s.clone(), len(choices), s.phase, s.round, False))
        choices.append((decision.seat, decision.ids[decision.raws.index(raw)]))
        machine.choose(s, raw)
    points.append(_Point(s.clone(), len(choices), s.phase, s.round, False))
    s.kit = rules.logging
    begun = max(n for n, point in enumerate(points) if point.begins)
    return choices, [*points[:begun:-1], *[p for p in points[begun::-1] if p.begins]], Game(rules, s, None)


def _note_phases(state: State, points: list[_Point]) -> None:
    """Notes each point at which a phase begins."""

    def begins(s: State, variables: list[Any]) -> int:
        around = variables[0] == len(s.rules.phases)
        points.append(_Point(s.clone(), s.clock, 0 if around else variables[0], s.round + around, True))
        return machine.round_step(s, variables)

    state.kit = replace(state.kit, units=[(begins,), *state.kit.units[1:]])


# ---- the table
def _table(rules: Ruleset, point: _Point, last: State, *, whole: bool) -> Data:
    """What a scenario says of a state. Stacks are listed as far as they are drawn from, and a little further, unless
    the whole of them is wanted."""
    s, fresh = point.state, blank(rules, point.state.seats, 0)
    zones = {}
    for zone in rules.zones:
        if not zone["each"]:
            lying = s.zones[zone["base"]]
            if not whole and rules.hidden[zone["base"]] == _STACK:
                drawn = max(0, len(lying) - len(last.zones[zone["base"]]))
                lying = lying[-drawn - _AHEAD :]
            zones[zone["id"]] = _entries(s, lying, zone["base"])
    columns = enumerate(rules.columns["table"])
    fields = {c["id"]: declared(s, s.table[n], c) for n, c in columns if s.table[n] != fresh.table[n]}
    phase = rules.phases[point.phase]["id"] if point.phase >= 0 else "setup"
    table = [_seat(s, fresh, seat) for seat in range(s.seats)]
    out = {"table": table, "phase": phase, **({"round": point.round} if point.round > 1 else {})}
    return {**out, **{id: cards for id, cards in zones.items() if cards or _starts(rules, id)}, **fields}


def _starts(rules: Ruleset, zone: str) -> bool:
    """Whether components begin in a zone, so that it must be said that it is empty."""
    return any(kind["start"] == zone for kind in rules.kinds)


def _seat(s: State, fresh: State, seat: int) -> Data:
    rules = s.rules
    out: Data = {}
    if s.boards[seat] >= 0:
        board = rules.cards[s.defn[s.boards[seat]]]
        out[board.kind] = board.unique_id
    for zone in rules.zones:
        cards = _entries(s, s.zones[zone["base"] + seat], zone["base"] + seat) if zone["each"] else []
        if cards or (zone["each"] and _starts(rules, zone["id"])):
            out[zone["id"]] = cards
    goods = {g["id"]: n for g, n in zip(rules.goods, s.goods[seat], strict=True) if n}
    if goods:
        out["goods"] = goods
    for n, column in enumerate(rules.columns["player"]):
        if s.pcols[n][seat] != fresh.pcols[n][seat]:
            out[column["id"]] = declared(s, s.pcols[n][seat], column)
    return out


def _entries(s: State, lying: list[int], z: int) -> list[Any]:
    """The components in a zone as a scenario lists them: the top one first in a stack, elsewhere as they came."""
    shown = reversed(lying) if s.rules.hidden[z] == _STACK else lying
    return [_entry(s, c, s.rules.zone_owner[z]) for c in shown]


def _entry(s: State, c: int, whose: int) -> Any:
    """A component: its id, with all that is true of it beside what is true of any new one."""
    rules = s.rules
    card = rules.cards[s.defn[c]]
    kind = next(k for k in rules.kinds if k["id"] == card.kind)
    begun = dict(rules.defaults[s.defn[c]])
    out: Data = {"card": card.unique_id}
    if c in s.veiled:
        out["face_down"] = True
    for id, column in kind["state"]:
        if s.cols[column][c] != begun[column]:
            out[id] = declared(s, s.cols[column][c], rules.columns["state"][column])
    held = {rules.goods[g]["id"]: n for g, n in sorted(s.on.get(c, {}).items()) if n}
    out |= {id: n for id, n in held.items() if id in kind["holds"]}
    if goods := {id: n for id, n in held.items() if id not in kind["holds"]}:
        out["goods"] = goods
    if c in s.above:
        out["above"] = [_entry(s, a, whose) for a in s.above[c]]
    start = start_zone(rules, card)
    if start is not None and start["each"] and s.own[c] != whose:
        out["owner"] = s.own[c] + 1
    return out if len(out) > 1 else card.unique_id


def _seed(rules: Ruleset, data: Data, state: State) -> int:
    """The seed with which chance goes on as in a state: what it takes to lay out the table is taken back, as each
    random number adds the same to the generator's."""
    names = Names(_scenario({**data, "expect": [{"over": True}]}).document, rules, Diagnostics())
    laid = Table(names, ("scenarios", 0)).build()
    return (state.random - laid.random) & _MASK if laid is not None else 0


# ---- what is expected
def _scenario(data: Data) -> Scenario:
    document = load_document("the moment", written([data]).encode())
    return Scenario(data["name"], (), document, ("scenarios", 0))


def _expected(rules: Ruleset, data: Data, last: Game) -> list[Data]:
    """What is to be expected of a scenario if it leads where a game stands; nothing if it does not."""
    try:
        game = begin(_scenario({**data, "expect": [{"over": True}]}), rules)
        for step in data["play"]:
            game.choose(step["choose"])
        if not _alike(game, last):
            return []
        while (decision := game.decision) is not None and decision.kind == "pay":
            game.choose(decision.options[0])  # as scenarios do
    except (DiagnosticError, IllegalChoice):
        return []
    expect = [{"over": True}] if decision is None else [
        {"seat": decision.seat + 1, "decision": decision.prompt, "options": {"include": decision.ids}}
    ]  # fmt: skip
    scenario = _scenario({**data, "expect": expect})
    report = Diagnostics()
    check(scenario.document, scenarios_schema(), report)
    return expect if not len(report) and run(scenario, rules).passed else []


def _alike(one: Game, other: Game) -> bool:
    """Whether two games are the same to everybody, with the same decision."""
    asked, wanted = one.decision, other.decision
    if (asked is None) != (wanted is None):
        return False
    if asked is not None and wanted is not None and (asked.seat, asked.ids) != (wanted.seat, wanted.ids):
        return False
    return all(one.view(seat) == other.view(seat) for seat in (None, *range(other.state.seats)))
