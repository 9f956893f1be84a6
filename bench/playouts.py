"""Random games through `choose` and through `playout`, in ratio to python-chess random playouts of the same run.

    python bench/playouts.py [--seconds N] [--rounds N] [--seats N]

An action decision is one of a player's turn, with all its legal options listed; payments and other small decisions are
counted apart but take their time all the same. Needs the package `chess`. One process, one thread.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import chess

from engine import Game, load
from engine.ruleset import Ruleset

Count = dict[str, float]


def chess_playouts(seconds: float, rng: random.Random) -> Count:
    """Random moves with all legal moves listed, a new game when one ends."""
    board, moves, options = chess.Board(), 0, 0
    end = time.perf_counter() + seconds
    started = time.perf_counter()
    while time.perf_counter() < end:
        for _ in range(50):
            legal = list(board.legal_moves)
            if not legal or board.halfmove_clock >= 100 or board.is_insufficient_material():
                board = chess.Board()
                continue
            moves += 1
            options += len(legal)
            board.push(legal[int(rng.random() * len(legal))])
    spent = time.perf_counter() - started
    return {"actions": moves / spent, "options": options / spent}


def new_game(rules: Ruleset, seats: int, seed: int) -> Game:
    boards = [c.unique_id for c in rules.boards()][:seats]
    return Game.new(rules, boards, seed)


def through_choose(rules: Ruleset, seats: int, seconds: float, rng: random.Random) -> Count:
    actions = small = options = games = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        game = new_game(rules, seats, rng.getrandbits(32))
        while (decision := game.decision) is not None:
            found = decision.options
            options += len(found)
            if decision.kind == "act":
                actions += 1
            else:
                small += 1
            game.choose(found[int(rng.random() * len(found))])
        games += 1
    spent = time.perf_counter() - started
    return {"actions": actions / spent, "small": small / spent, "options": options / spent, "games": games / spent}


def through_playout(rules: Ruleset, seats: int, seconds: float, rng: random.Random) -> Count:
    actions = decisions = options = games = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        result = new_game(rules, seats, rng.getrandbits(32)).playout(rng)
        actions += result.actions
        decisions += result.decisions
        options += result.options
        games += 1
    spent = time.perf_counter() - started
    return {
        "actions": actions / spent,
        "small": (decisions - actions) / spent,
        "options": options / spent,
        "games": games / spent,
    }


def clone_time(rules: Ruleset, seats: int, rng: random.Random) -> float:
    """The median time of `clone()` over the decisions of some games, in microseconds."""
    times = []
    for seed in range(3):
        game = new_game(rules, seats, seed)
        while (decision := game.decision) is not None:
            started = time.perf_counter()
            game.clone()
            times.append(time.perf_counter() - started)
            game.choose(decision.options[int(rng.random() * len(decision.options))])
    return statistics.median(times) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seats", type=int, default=4)
    given = parser.parse_args()
    rules, rng = load(["base", "connections"]), random.Random(1)
    measures: dict[str, Callable[[], Count]] = {
        "python-chess": lambda: chess_playouts(given.seconds, rng),
        "choose": lambda: through_choose(rules, given.seats, given.seconds, rng),
        "playout": lambda: through_playout(rules, given.seats, given.seconds, rng),
    }
    rows: dict[str, list[Count]] = {name: [] for name in measures}
    for _ in range(given.rounds):
        for name, measure in measures.items():
            rows[name].append(measure())
    print(f"{given.seats} seats, {given.rounds} rounds of {given.seconds:g} s each, medians")
    median = {name: {k: statistics.median(r[k] for r in found) for k in found[0]} for name, found in rows.items()}
    for name, row in median.items():
        ratio = statistics.median(
            a["actions"] / b["actions"] for a, b in zip(rows[name], rows["python-chess"], strict=True)
        )
        shown = "  ".join(f"{k} {v:,.0f}/s" for k, v in row.items())
        print(f"{name:13} {ratio:5.2f}x  {shown}")
    print(f"clone         {clone_time(rules, given.seats, rng):.1f} us (median)")


if __name__ == "__main__":
    main()
