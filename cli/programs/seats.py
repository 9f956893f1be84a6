"""Seats that programs play: each is asked over a channel, and forfeits by a set rule.

A seat forfeits when its program ends, when the time for a decision is over, after ten bad answers to one decision, or
when it resigns. It is then played by chance to the end of the game, and comes last.
"""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Iterable
from typing import Final

from cli.programs import protocol
from cli.programs.channel import Channel, Closed, Process
from dsl.diagnostics import DiagnosticError
from dsl.render import printable
from engine import Game, Option

EXEC: Final = "exec:"
"""What the player of a seat begins with that is played by another program; its command line follows."""
PATIENCE: Final = 60.0
"""Seconds that a program started here has for a decision, unless told otherwise."""
MOST_BAD: Final = 10  #: answers to one decision that choose nothing


class Forfeit(Exception):
    """A seat gives up, or must; says why."""


def is_program(player: str) -> bool:
    return player.startswith(EXEC)


def trouble(player: str) -> str | None:
    """Why a program cannot be started; None if it can."""
    try:
        words = shlex.split(player.removeprefix(EXEC))
    except ValueError as e:
        return str(e).lower()
    if not words:
        return "it names no program"
    return None if shutil.which(words[0]) else f"there is no program {printable(words[0])}"


class Asker:
    """A program that plays some seats. `limit` is how many seconds it has for a decision (None: all it wants)."""

    def __init__(self, channel: Channel, seats: list[int], limit: float | None) -> None:
        self.channel, self.seats, self.limit = channel, seats, limit
        self.reason = ""
        self._number = 0
        self._told = dict.fromkeys(seats, 0)

    def start(self, game: Game, players: list[str]) -> None:
        """Tells it what is played, and which seats are its own."""
        self.channel.send(protocol.line(protocol.start(game, players, self.seats)))

    def choose(self, game: Game) -> Option:
        """What it chooses. Raises Forfeit."""
        asked = game.decision
        assert asked is not None
        self._number += 1
        told = min(self._told[asked.seat], len(game.log))
        self._told[asked.seat] = len(game.log)
        question = protocol.line(protocol.decision(game, asked, self._number, self.limit, told))
        until = None if self.limit is None else time.monotonic() + self.limit
        for left in range(MOST_BAD - 1, -1, -1):
            self.channel.send(question)
            try:
                option, self.reason = protocol.answer(game, asked, self._number, self._answer(until))
                _try(game, option)
                return option
            except protocol.BadAnswer as e:
                self.channel.send(protocol.line(protocol.error(e, left)))
            except protocol.Resigned as e:
                raise Forfeit(str(e)) from e
        raise Forfeit(f"{MOST_BAD} bad answers to one decision")

    def _answer(self, until: float | None) -> str:
        """The next line that is not empty. Raises Forfeit."""
        while True:
            left = None if until is None else until - time.monotonic()
            try:
                if left is not None and left <= 0:
                    raise TimeoutError
                text = self.channel.receive(left)
            except TimeoutError:
                raise Forfeit(f"no answer in {self.limit:g} seconds") from None
            except Closed as e:
                raise Forfeit(str(e)) from e
            if text:
                return text

    def end(self, game: Game, forfeits: dict[int, str]) -> None:
        """Tells it how the game ended, and lets it go. Raises OSError where nobody reads that."""
        self.channel.send(protocol.line(protocol.end(game, forfeits)))
        self.channel.flush()
        self.channel.close()


def _try(game: Game, option: Option) -> None:
    """Raises BadAnswer if the effect of an option fails: the game stays where it was, and something else is chosen."""
    try:
        game.clone().choose(option)
    except DiagnosticError as e:
        raise protocol.BadAnswer("fails", e.diagnostics[0].message) from e


def started(players: list[str], limit: float | None, *, heard: bool) -> dict[int, Asker]:
    """The programs of the seats that are played by some, started. `heard` shows what they write to stderr.

    Raises OSError if one cannot be.
    """
    found: dict[int, Asker] = {}
    try:
        for seat, player in enumerate(players):
            if is_program(player):
                found[seat] = Asker(Process(player.removeprefix(EXEC), heard=heard), [seat], limit)
    except OSError:
        stop(found.values())
        raise
    return found


def stop(askers: Iterable[Asker]) -> None:
    """Ends programs that are not told how the game ended."""
    for asker in askers:
        asker.channel.close()
