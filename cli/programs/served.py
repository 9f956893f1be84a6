"""A match in which programs play: they are found and started, told how it begins and ends, and let go."""

from __future__ import annotations

import click

from cli.kept.autosave import Kept
from cli.programs import channel
from cli.programs import seats as programs
from cli.programs.seats import Asker
from cli.report import FINDINGS
from cli.terminal.match import HUMAN, Match
from engine import Game


def askers_of(
    game: Game, players: list[str], limit: float | None, *, at_terminal: bool, heard: bool
) -> dict[int, Asker]:
    """The programs that play seats: those that are started here, and the one that started this program."""
    patience = programs.PATIENCE if limit is None else limit or None
    try:
        found = programs.started(players, patience, heard=heard)
    except OSError as e:
        raise click.UsageError(f"a program of --seats cannot be started: {(e.strerror or str(e)).lower()}") from e
    people = [seat for seat, player in enumerate(players) if player == HUMAN]
    if not at_terminal:
        outside = Asker(channel.standard(), people, limit or None)
        found |= dict.fromkeys(people, outside)
        if not people:
            raise click.UsageError("--protocol asks the seats of people, but there are none: say --seats human,...")
    return found


def played(match: Match, place: Kept | None) -> int:
    """Plays a game to its end and lets go of all that it held. Gives the exit code."""
    asked = list(dict.fromkeys(match.askers.values()))
    try:
        for asker in asked:
            asker.start(match.game, match.players)
        code = match.run()
        for asker in asked:
            asker.end(match.game, match.forfeits)
        return code or (FINDINGS if match.forfeits else code)
    finally:
        programs.stop(asked)
        if place is not None:
            place.close()
