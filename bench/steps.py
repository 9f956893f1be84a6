"""Where the time of random games goes: by step of a decision, by function, and by line of the content.

    python bench/steps.py [--seconds N] [--seats N] [--silent]

A timer looks at the stack a thousand times a second, so nothing is slowed down but by that (not on Windows, which has
no such timer). Each look counts for the innermost step on the stack. Generated code has the lines of its YAML.
"""

from __future__ import annotations

import argparse
import linecache
import random
import re
import signal
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from engine import Game, load
from engine.ruleset import Ruleset

EVERY = 0.001
ROOT = Path(__file__).parent.parent

#: what a function on the stack belongs to, by the end of its file's path and its name; the first that fits counts
STEPS: list[tuple[str, str, str]] = [
    (r"\.yaml", r"legal_\d+", "search for all legal actions of a turn"),
    (r"\.yaml", r"free_\d+", "search for free actions after an action"),
    (r"engine/payment\.py", r".*", "payment: finding the ways, paying"),
    (r"engine/triggers\.py", r".*", "triggers"),
    (r"\.yaml", r"w\d+|y\d+", "payment: finding the ways, paying"),
    (r"\.yaml", r"end_when|order_\d+", "the machine: turns, frames, phases"),
    (r"\.yaml", r"u\d+(_\d+)?", "effects and phases of the content"),
    (r"engine/setup\.py", r".*", "new games"),
    (r"engine/machine\.py", r".*", "the machine: turns, frames, phases"),
    (r"engine/(game|decision)\.py", r".*", "decisions and options as objects, the chain of moves"),
    (r"bench/steps\.py", r".*", "the caller: picks an option"),
]
LOG = "keeping the log"


def play(rules: Ruleset, seats: int, seconds: float, *, silent: bool) -> tuple[int, int, float]:
    """Random games for some time: how many decisions and actions were met, and the seconds it took."""
    rng = random.Random(1)
    boards = [card.unique_id for card in rules.boards()][:seats]
    decisions = actions = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        game = Game.new(rules, boards, rng.getrandbits(32))
        if silent:
            met = game.playout(rng)
            decisions, actions = decisions + met.decisions, actions + met.actions
        while (decision := game.decision) is not None:
            options = decision.options
            decisions += 1
            actions += decision.kind == "act"
            game.choose(options[int(rng.random() * len(options))])
    return decisions, actions, time.perf_counter() - started


class Looks:
    """What was seen on the stack, and how often."""

    def __init__(self) -> None:
        self.steps: Counter[str] = Counter()
        self.functions: Counter[str] = Counter()
        self.lines: Counter[str] = Counter()

    def look(self, _: int, frame: FrameType | None) -> None:
        """Handles the timer's signal."""
        stack = []
        while frame is not None:
            stack.append((Path(frame.f_code.co_filename).as_posix(), frame.f_code.co_name, frame.f_lineno or 0))
            frame = frame.f_back
        if stack:
            self.steps[_step(stack)] += 1
            self.functions[_function(*stack[0][:2])] += 1
            self.lines[next((_line(*there) for there in stack if there[0].endswith(".yaml")), "(no content)")] += 1


def _step(stack: list[tuple[str, str, int]]) -> str:
    if stack[0][0].endswith("engine/logged.py"):
        return LOG
    for file, name, _ in stack:
        for ending, pattern, step in STEPS:
            if re.search(f"{ending}$", file) and re.fullmatch(pattern, name):
                return step
    return "other"


def _function(file: str, name: str) -> str:
    if file.endswith(".yaml"):
        return f"generated: {re.sub('[0-9_]+$', '', name)}"
    return f"{_shown(file)}: {name}"


def _line(file: str, name: str, line: int) -> str:
    if re.match("legal|free", name):
        return "(the search for legal actions)"
    if line <= 1:
        return "(generated code of no one line)"
    return f"{_shown(file)}:{line}  {linecache.getline(str(ROOT / file), line).strip()[:76]}"


def _shown(file: str) -> str:
    path = Path(file)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else file


def print_shares(title: str, rows: Counter[str], most: int) -> None:
    total = sum(rows.values())
    print(f"\n{title}")
    for name, value in rows.most_common(most):
        print(f"{value / total:6.1%}  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--silent", action="store_true", help="through `playout` instead of `choose`")
    given = parser.parse_args()
    rules, looks = load(["base", "connections"]), Looks()
    play(rules, given.seats, 0.5, silent=given.silent)
    signal.signal(signal.SIGALRM, looks.look)
    signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)
    try:
        decisions, actions, spent = play(rules, given.seats, given.seconds, silent=given.silent)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    way = "playout" if given.silent else "choose"
    print(f"{way}: {spent / decisions * 1e6:.1f} us a decision; {actions / decisions:.0%} of them are of actions")
    print_shares("by step", looks.steps, 20)
    print_shares("by function", looks.functions, 15)
    print_shares("by line of content, with all that it calls", looks.lines, 12)


if __name__ == "__main__":
    main()
