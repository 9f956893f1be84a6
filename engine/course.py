"""The course of a game that was played: its state at every decision from the first one on, and scores by round."""

from __future__ import annotations

from collections.abc import Iterator

from engine import machine
from engine.game import Game
from engine.state import State


def course(game: Game) -> Iterator[State]:
    """The state at each decision, the last one being that of the game now. It is one state that moves on."""
    state = game._start.clone()
    state.kit = game.rules.silent
    yield state
    for raw in game.moves():
        machine.choose(state, raw)
        yield state


def score_by_round(game: Game) -> list[list[int]]:
    """For each round that was begun the score of each seat at its end, or as it is now."""
    score = game.rules.scoring.get("score")
    if score is None:
        return []
    rounds: dict[int, list[int]] = {}
    value = game.rules.silent.functions[score]
    for state in course(game):
        now = max(1, min(state.round, game.rules.max_rounds))
        rounds[now] = [int(value(state, seat)) for seat in range(state.seats)]
    return [rounds[n] for n in sorted(rounds)]
