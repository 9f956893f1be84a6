"""What each way of being fast brings: the speed of `playout` without it, in ratio to the speed with all of them.

    python bench/without.py [--rounds N] [--games N]

All variants play the same games, and it is checked that they do. Each round measures every variant once; shown are
medians of the ratios.
"""

from __future__ import annotations

import argparse
import ast
import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from dsl.emit import loops
from dsl.emit import rules as emit_rules
from dsl.emit.quote import store
from engine import Game, load, payment
from engine.link import assemble
from engine.ruleset import Ruleset


def all_tests_innermost(searched: list[loops.Loop], tests: list[ast.expr], inner: loops.Body, _: set[str]) -> Any:
    """Loops in which every test waits until all variables are known."""
    body = inner
    if tests:
        body = [ast.If(tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests), body, [])]
    for variable, source, _needed in reversed(searched):
        body = [ast.For(store(variable), source, body, [])]
    return body


Changes = list[tuple[Any, str, Callable[..., Any]]]
"""An object, the name of a function in it, and what stands for it."""

#: what is left out of the compiler
COMPILED: dict[str, Changes] = {
    "hoisting: all tests in the innermost loop": [(emit_rules, "nest", all_tests_innermost)],
    "inlining: functions of the rules are called": [(assemble, "Inliner", lambda program: lambda tree: tree)],
    "reading once: lists are read wherever needed": [
        (loops, "reads_once", lambda variable, body: body),
        (emit_rules, "sums_once", lambda body: (body, [])),
    ],
    "least cost first: what cannot be paid is searched": [
        (emit_rules.RuleEmitter, "_cheapest", lambda emitter, unit, cost: [])
    ],
}
COMPILED["all four"] = [change for changes in COMPILED.values() for change in changes]
ONE_WAY = "the quick way to pay: all ways are listed"


@contextmanager
def changed(changes: Changes) -> Iterator[None]:
    with ExitStack() as stack:
        for where, name, new in changes:
            stack.enter_context(patch.object(where, name, new))
        yield


def compiled(changes: Changes) -> Ruleset:
    """The rules as compiled with some changes to the compiler."""
    with changed(changes):
        return load(["base", "connections"], cache=False)


def speed(rules: Ruleset, games: int, seed: int) -> tuple[int, float]:
    """How many decisions some random games of four have, and how many of them were made in a second."""
    rng, decisions = random.Random(seed), 0
    boards = [card.unique_id for card in rules.boards()][:4]
    started = time.perf_counter()
    for _ in range(games):
        decisions += Game.new(rules, boards, rng.getrandbits(32)).playout(rng).decisions
    return decisions, decisions / (time.perf_counter() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=50, help="of each variant in a round")
    given = parser.parse_args()
    full = compiled([])
    variants: dict[str, tuple[Ruleset, Changes]] = {n: (compiled(changes), []) for n, changes in COMPILED.items()}
    variants[ONE_WAY] = (full, [(payment, "only_way", lambda s, you, cost: None)])
    ratios: dict[str, list[float]] = {name: [] for name in variants}
    speed(full, given.games, 0)
    for n in range(given.rounds):
        decisions, whole = speed(full, given.games, n)
        for name, (rules, changes) in variants.items():
            with changed(changes):
                met, without = speed(rules, given.games, n)
            assert met == decisions, f"other games are played without {name}"
            ratios[name].append(without / whole)
    print(f"{given.rounds} rounds of {given.games} games, medians; without")
    for name, found in ratios.items():
        print(f"{statistics.median(found):5.2f}x  {name}")


if __name__ == "__main__":
    main()
