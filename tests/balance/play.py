"""Plays games of one sort, checks them as they go, and counts what they tell."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from engine import Game, Ruleset, load
from engine.bots import BOTS
from engine.origins import origins
from tests.balance.figures import Figures
from tests.combinations import boards_of
from tests.soundness import check_end, check_replay, check_sound, check_ways_on

LOOK_EVERY = {"random": 80, "greedy": 200}
"""At one of so many decisions the ways to go on are compared."""
REPLAY_EVERY = 20
"""One of so many games is replayed from its record."""

Use = tuple[int, int, str]  # seat, number of the card, what is done with it
SAME = {"construct": "build", "develop": "build", "redevelop": "build"}
"""Actions that are ways of one thing."""


@dataclass(frozen=True, slots=True)
class Sort:
    """Games of one sort: the packs, how many seats there are, and which bot plays those that somebody decides for."""

    packs: tuple[str, ...]
    seats: int
    bot: str

    @property
    def name(self) -> str:
        return f"{'+'.join(self.packs)}-{self.seats}-{self.bot}"


def play(sort: Sort, first: int, last: int) -> Figures:
    """The figures of the games numbered from `first` to before `last`: every way of seating in turn, with one seed.

    Raises AssertionError, naming the game, if something does not hold in one of them.
    """
    rules = load(sort.packs)
    ways = boards_of(rules, sort.seats)
    figures, started = Figures(), time.perf_counter()
    for number in range(first, last):
        seats, seed = ways[number % len(ways)], number // len(ways)
        try:
            _one(rules, sort, Game.new(rules, seats, seed), number, figures)
        except Exception as e:
            e.add_note(f"in game {number} of {sort.name}: seats {seats}, seed {seed}")
            raise
    figures.seconds = time.perf_counter() - started
    return figures


def _one(rules: Ruleset, sort: Sort, game: Game, number: int, figures: Figures) -> None:
    choose, rng = BOTS[sort.bot], random.Random(number)
    names = {a["unit"]: SAME.get(a["id"], str(a["id"])) for a in rules.actions}
    offered: set[Use] = set()
    chosen: set[Use] = set()
    while (decision := game.decision) is not None:
        option = choose(game, rng)
        if decision.kind == "act" and sort.bot == "greedy":
            offered.update(use for raw in decision.raws for use in _uses(game, names, raw))
            chosen.update(_uses(game, names, option.raw))
        if rng.random() * LOOK_EVERY[sort.bot] < 1:
            check_sound(game.state)
            check_ways_on(game, option)
        game.choose(option)
    check_end(game)
    if number % REPLAY_EVERY == 0:
        check_replay(game)
    _count(game, figures)
    for use in offered:
        figures.used(rules.cards[use[1]].unique_id, use[2], use in chosen)


def _uses(game: Game, names: dict[int, str], raw: tuple[int, ...]) -> list[Use]:
    """The card that an action is about: the first that it names."""
    decision, defn = game.decision, game.state.defn
    assert decision is not None
    sorts = game.rules.action_params.get(raw[0], [])
    named = [c for c, sort in zip(raw[1:], sorts, strict=False) if sort == "component"]
    return [(decision.seat, defn[c], names[raw[0]]) for c in named[:1]]


def _count(game: Game, figures: Figures) -> None:
    s, rules = game.state, game.rules
    figures.games += 1
    figures.triggered += s.ending
    figures.rounds[str(s.round)] += 1
    best = [standing.seat for standing in game.standings if standing.rank == 1]
    points = next(n for n, g in enumerate(rules.goods) if g["id"] == "vp")
    came = origins(s, points)
    for standing in game.standings:
        seat = standing.seat
        board = rules.cards[s.defn[s.boards[seat]]].unique_id
        figures.won(board, seat, (seat in best) / len(best))
        for origin, n in came[seat].items():
            figures.origins[origin.during] += n
        figures.origins["at the end"] += standing.score - s.goods[seat][points]
