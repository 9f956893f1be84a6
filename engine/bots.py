"""Players without a person: `random`, uniform over the legal options, and `greedy`, which looks one step ahead."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine import machine
from engine.control import GREATEST, EffectError
from engine.game import Game, Option
from engine.state import State

Bot = Callable[[Game, random.Random], Option]

WORST = -GREATEST - 1
"""What an option is worth that fails: less than any number of the rules."""


def choose_random(game: Game, rng: random.Random) -> Option:
    """Any legal option, all equally likely."""
    decision = game.decision
    assert decision is not None
    return decision.options[int(rng.random() * len(decision.options))]


def choose_greedy(game: Game, rng: random.Random) -> Option:
    """The option after which the rules' `worth` is greatest for this seat; ties are broken by chance.

    It looks at a sample of the game, never at the game itself, so it cannot profit from what its seat cannot see.
    """
    decision = game.decision
    assert decision is not None
    if len(decision.options) == 1:
        return decision.options[0]
    valued = appraise(game, rng)
    most = max(value for _, value in valued)
    best = [option for option, value in valued if value == most]
    return best[0] if len(best) == 1 else best[int(rng.random() * len(best))]


def appraise(game: Game, rng: random.Random) -> list[tuple[Option, int]]:
    """Each option with the rules' `worth` for this seat after it, in a sample of the game; one that fails is worst."""
    decision = game.decision
    assert decision is not None
    seat, scoring = decision.seat, game.rules.scoring
    worth = game.rules.silent.functions[scoring.get("worth") or scoring["score"]]
    start = game.sample(seat, rng).state
    start.kit = game.rules.silent
    valued = []
    for option in decision.options:
        state = start.clone()
        try:
            machine.choose(state, option.raw)
            _finish(state, seat)
            value = int(worth(state, seat))
        except (EffectError, RecursionError):
            value = WORST
        valued.append((option, value))
    return valued


def _finish(state: State, seat: int, limit: int = 20) -> None:
    """Carries an effect on to its end by taking the first option, as long as it is this seat that is asked."""
    for _ in range(limit):
        pending = state.pending
        if pending is None or pending[1] != seat or pending[0] == "act":
            return
        machine.choose(state, machine.options(state)[0])


BOTS: dict[str, Bot] = {"random": choose_random, "greedy": choose_greedy}
APPRAISERS: dict[str, Callable[[Game, random.Random], list[tuple[Option, int]]]] = {"greedy": appraise}
"""How those that weigh their options do so; asked with the same chance, it is what they chose by."""


def play_on(game: Game, bots: list[Bot], rng: random.Random) -> Game:
    """Plays a game to its end with a bot for each seat."""
    while (decision := game.decision) is not None:
        game.choose(bots[decision.seat](game, rng))
    return game
