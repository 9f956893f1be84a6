"""`state51 replay`: tells a saved game again, and checks it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.choices import lang_option, packs_option
from cli.examples import Command
from cli.files import must_be_writable, write_whole
from cli.kept import autosave, resume, saves
from cli.report import FINDINGS, GOOD, counted, say, say_json
from cli.terminal.narrate import tell
from cli.terminal.standings import final_table
from cli.terminal.stepping import Stepping
from engine import Game
from engine.placing import places

_EXAMPLES = """
state51 replay game.json
state51 replay game.json --to 20
state51 replay game.json --json
state51 replay game.json --step
state51 replay game.json --html game.html
state51 replay game.json --lang pl
state51 replay game.json --packs base,./mypack
"""


class SavedFile(click.Path):
    """A saved game: a file, or the id of a game that is kept."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        entry = autosave.find(str(value)) if not Path(value).exists() else None
        return super().convert(entry.path if entry is not None else value, param, ctx)


@click.command("replay", cls=Command, examples=_EXAMPLES)
@click.argument("file", type=SavedFile(exists=True, dir_okay=False, path_type=Path))
@click.option("--to", metavar="N", type=click.IntRange(0), help="Stop after so many choices.")
@click.option("--json", "as_json", is_flag=True, help="Print what everybody can see at the end, as JSON.")
@click.option("--step", is_flag=True, help="Go through the game choice by choice, on and back.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a page to step through the game in a browser.")
@click.option("--seat", metavar="N", type=click.IntRange(1), help="With --step or --html: only what seat N could see.")
@click.option("--anyway", is_flag=True, help="Play a game of other content as far as it agrees.")
@click.option("-q", "--quiet", is_flag=True, help="Only check the game: tell nothing of what happened.")
@click.option("-v", "--verbose", is_flag=True, help="Tell every event, with the line of content that caused it.")
@packs_option
@lang_option
def command(
    file: Path, to: int | None, as_json: bool, step: bool, html: Path | None, seat: int | None, anyway: bool,
    quiet: bool, verbose: bool, packs: list[str] | None, lang: str,
) -> int:  # fmt: skip
    """Tell a saved game again, and check that it goes as it says.

    FILE is one that `state51 play --save` wrote, or the id of a game that is kept (see `state51 games`). It is played
    with the packs that it names, unless others are given.
    """
    if quiet and verbose:
        raise click.UsageError("--quiet and --verbose exclude each other")
    if seat is not None and not step and html is None:
        raise click.UsageError("--seat goes with --step or --html")
    if html is not None:
        must_be_writable(html, "--html")
    saved = saves.read(file, packs, to, lang, anyway=anyway)
    if to is not None and to > saved.total:
        raise click.UsageError(f"--to {to}: the game has only {counted(saved.total, 'choice')}")
    game, players = saved.game, saved.players or ["?"] * saved.game.state.seats
    if seat is not None and seat > game.state.seats:
        raise click.UsageError(f"--seat {seat}: the game has only {counted(game.state.seats, 'seat')}")
    looking = None if seat is None else seat - 1
    if saved.agreement is not None and not as_json:
        resume.tell(saved.agreement)
    if html is not None:
        return _write(html, game, players, looking)
    if step:
        Stepping(game, players, looking, saved.forfeits).run()
        return GOOD
    if as_json:
        say_json({**game.view(None), "choices": game.state.clock, "standings": _standings(game, saved.forfeits)})
        return GOOD
    if not quiet:
        tell(game.log, None, game.rules.voice, full=verbose)
        say()
    final_table(game, players, forfeits=saved.forfeits)
    if saved.agreement is None:
        voice = game.rules.voice
        total = voice.count("replay.choices", saved.total)
        say(voice.say("replay.all", total) if to is None else voice.say("replay.some", to, total))
    return GOOD


def _write(path: Path, game: Game, players: list[str], seat: int | None) -> int:
    """Writes the page of a game. Gives the exit code."""
    from cli.kept.page import page

    try:
        write_whole(path, page(game, players, seat))
    except OSError as e:
        say(f"{path} cannot be written: {(e.strerror or str(e)).lower()}", err=True)
        return FINDINGS
    say(f"{path} written: {counted(game.state.clock, 'step')}. Open it in a browser; it needs nothing else.")
    return GOOD


def _standings(game: Game, forfeits: dict[int, str]) -> list[dict[str, object]]:
    return [
        {"place": s.rank, "seat": s.seat + 1, "score": s.score, "ties": list(s.ties)}
        for s in places(game.standings, forfeits)
    ]
