"""What must hold of any game at any time: the checks that the invariants and the statistics of balance share."""

from __future__ import annotations

import json

from engine import Game, replay
from engine.decision import Option
from engine.logged import entries
from engine.state import State


def check_sound(s: State) -> None:
    """No negative amounts, and every component in exactly one place."""
    for held in s.goods:
        assert min(held) >= 0
    assert sum(s.goods[-1]) == 0, "nobody has nothing"
    for there in s.on.values():
        assert min(there.values()) > 0
    seen: list[int] = []
    for z, zone in enumerate(s.zones):
        seen += zone
        for c in zone:
            assert s.place[c] == z
    assert len(seen) == len(set(seen))
    nowhere = {c for c in range(len(s.defn) - 1) if s.place[c] == -1}
    assert nowhere == set(s.boards[:-1]) - {-1}
    assert len(seen) + len(nowhere) + sum(map(len, s.above.values())) == len(s.defn) - 1


def balance(s: State) -> dict[int, int]:
    """How many of each good are with players and on components."""
    total: dict[int, int] = {}
    for pairs in [*map(enumerate, s.goods), *(there.items() for there in s.on.values())]:
        for g, n in pairs:
            total[g] = total.get(g, 0) + n
    return {g: n for g, n in total.items() if n}


def told(s: State) -> dict[int, int]:
    """How many of each good the log says came from and went to the supply."""
    total: dict[int, int] = {}
    for verb, _, facts, _, _ in entries(s):
        pairs: list[tuple[int, int]] = []
        if verb == "gain":
            pairs = [(g, n) for g, n in facts]
        elif verb == "lose":
            pairs = [(g, -n) for g, n in facts]
        elif verb == "pay":
            pairs = [(g, -n) for _, g, n in facts]
        elif verb == "put":
            pairs = [(facts[1], facts[2])]
        elif verb == "return":
            pairs = [(g, -n) for g, n in facts[1]]
        for g, n in pairs:
            total[g] = total.get(g, 0) + n
    return {g: n for g, n in total.items() if n}


def check_ways_on(game: Game, option: Option) -> None:
    """A clone, a saved game and silent play agree with the game when an option is chosen, in mid-effect too."""
    ways = [game.clone(), Game.from_json(game.rules, game.to_json()), game.clone()]
    ways[2].state.kit = game.rules.silent
    for way in ways:
        way.choose(option.id)
    assert len({way.state.fingerprint() for way in ways}) == 1


def check_end(game: Game) -> None:
    """A game that is over has a winner, and its books balance: what is there came by the log."""
    assert game.over
    check_sound(game.state)
    assert told(game.state) == balance(game.state), "goods came from nowhere, or were lost"
    assert min(s.rank for s in game.standings) == 1


def check_replay(game: Game) -> None:
    """The record of a game leads to the same state."""
    again = replay(game.rules, json.loads(json.dumps(game.record())))
    assert again.state.fingerprint() == game.state.fingerprint()
