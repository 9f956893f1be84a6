"""Sessions of random keystrokes at a prompt: `python -m tests.keystrokes 500` plays so many and tells which went wrong.

What is typed is valid, garbage, empty, very long, control characters, an interrupt or the end of input; the window
changes its size. Whatever it is, a session ends by itself, and nothing but messages for people is shown.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.terminal.match import Manner, Match
from cli.terminal.prompting import LONGEST
from cli.terminal.sayings import SAYINGS
from cli.terminal.style import Style
from engine import Game, load
from tests.small_packs import GARDEN

LINES = 40  #: typed in a session
SECONDS = 60  #: that a session may take
_EDITING = "\t\x01\x05\x02\x06\x0b\x15\x17\x7f\x0e\x10\x12\x1b[A\x1b[B\x1b[C\x1b[D"
_SAID = ("why not", "card", "state", "rules", "/undo", "/log", "/state")
_PACKS = (["base", "connections"], ["base", "solo"], ["nomansland"], [str(GARDEN)])


class Window(Style):
    """A style whose size is another each time it is asked for."""

    __slots__ = ()

    @property
    def size(self) -> tuple[int, int]:
        width = random.choice((40, 60, 80, 120, 200))
        return width, random.choice((10, 24, 50))


def typed(rng: random.Random) -> Iterator[str]:
    """What is typed in a session, a line or an interrupt at a time."""
    for _ in range(LINES):
        match rng.randrange(12):
            case 0 | 1 | 2 | 3:
                yield f"{rng.randint(1, 12)}\r"
            case 4:
                yield f"{rng.choice(list(SAYINGS.keys() - {'quit', 'save'}))} {_garbage(rng, 8)}\r"
            case 5:
                yield f"? {rng.randint(0, 9)}\r"
            case 6:
                yield f"{rng.choice(_SAID)} {rng.randint(1, 3)}\r"
            case 7:
                yield "\r" * rng.randint(1, 3)
            case 8:
                yield _garbage(rng, rng.choice((3, 30, LONGEST + 200))) + "\r"
            case 9:
                yield "".join(rng.choice(_EDITING) for _ in range(rng.randint(1, 8))) + "\r"
            case 10:
                yield rng.choice(["undo\r", "log\r", "q\r", "state\r", "pass\r", "c\t\r"])
            case _:
                yield rng.choice(["\r", "1\r", "\x03", "\x04"]) if rng.random() < 0.2 else "1\r"


def _garbage(rng: random.Random, length: int) -> str:
    return "".join(chr(rng.choice((rng.randint(32, 126), rng.randint(160, 0x2FFF)))) for _ in range(length))


def session(seed: int) -> str:
    """Plays one session and gives what it printed. Raises whatever a person would have seen as a traceback."""
    rng = random.Random(seed)
    rules = load(_PACKS[seed % len(_PACKS)])
    alone = rules.automata[0]
    boards = [b.unique_id for b in (*rules.boards()[: 2 - alone], *rules.own_boards()[:alone])] or [None, None]
    game = Game.new(rules, boards, seed)
    players = ["human", "automaton" if alone else rng.choice(["human", "greedy"])]
    style = Window(ascii=rng.random() < 0.3, linear=rng.random() < 0.2, typed=True)
    manner = Manner(style, auto_pay=rng.random() < 0.5)
    shown = io.StringIO()
    with (
        tempfile.TemporaryDirectory() as here,
        contextlib.chdir(here),
        create_pipe_input() as keys,
        create_app_session(input=keys, output=DummyOutput()),
    ):
        sys.stdin, before = io.StringIO("1\n\n?\nlog\n" * 20), sys.stdin
        try:
            with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
                keys.send_text("".join(typed(rng)))
                keys.close()
                code = Match(game, players, full=rng.random() < 0.3, quiet=rng.random() < 0.1, manner=manner).run()
        finally:
            sys.stdin = before
    assert code in (0, 130), code
    text = shown.getvalue()
    assert "Traceback" not in text
    return text


def ends(seed: int) -> str | None:
    """What went wrong in a session, or None."""
    problem: list[str] = []

    def run() -> None:
        try:
            session(seed)
        except BaseException:  # noqa: BLE001 (whatever a person would have seen)
            problem.append(traceback.format_exc())

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(SECONDS)
    if thread.is_alive():
        return "it does not end"
    return problem[0] if problem else None


def main() -> int:
    """Plays as many sessions as the command line says; 1 if one went wrong."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    wrong = 0
    with ProcessPoolExecutor() as processes:
        for seed, problem in enumerate(processes.map(ends, range(count))):
            if problem is not None:
                wrong += 1
                print(f"session {seed}: {problem}", flush=True)
    print(f"{count} sessions, {wrong} went wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
