"""`state51 replay`: tells a saved game again, and checks it."""

from __future__ import annotations

from pathlib import Path

import click

from cli import saves
from cli.choices import packs_option
from cli.examples import Command
from cli.narrate import tell
from cli.report import GOOD, counted, say, say_json
from cli.table import final_table
from engine import Game

_EXAMPLES = """
state51 replay game.json
state51 replay game.json --to 20
state51 replay game.json --json
state51 replay game.json --packs base,./mypack
"""


@click.command("replay", cls=Command, examples=_EXAMPLES)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--to", metavar="N", type=click.IntRange(0), help="Stop after so many choices.")
@click.option("--json", "as_json", is_flag=True, help="Print what everybody can see at the end, as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Only check the game: tell nothing of what happened.")
@click.option("-v", "--verbose", is_flag=True, help="Tell every event, with the line of content that caused it.")
@packs_option
def command(file: Path, to: int | None, as_json: bool, quiet: bool, verbose: bool, packs: list[str] | None) -> int:
    """Tell a saved game again, and check that it goes as it says.

    FILE is one that `state51 play --save` wrote. It is played with the packs that it names, unless others are given.
    """
    if quiet and verbose:
        raise click.UsageError("--quiet and --verbose exclude each other")
    saved = saves.read(file, packs, to)
    if to is not None and to > saved.total:
        raise click.UsageError(f"--to {to}: the game has only {counted(saved.total, 'choice')}")
    game = saved.game
    if as_json:
        say_json({**game.view(None), "choices": game.state.clock, "standings": _standings(game)})
        return GOOD
    if not quiet:
        tell(game.log, None, full=verbose)
        say()
    final_table(game, saved.players or ["?"] * game.state.seats)
    which = f"the first {to} of {counted(saved.total, 'choice')}" if to is not None else counted(saved.total, "choice")
    say(f"Checked: {which} went as saved.")
    return GOOD


def _standings(game: Game) -> list[dict[str, object]]:
    return [{"place": s.rank, "seat": s.seat + 1, "score": s.score, "ties": list(s.ties)} for s in game.standings]
