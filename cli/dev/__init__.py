"""`state51 dev`: watches a pack while it is written, and tells at every save what that did."""

from __future__ import annotations

from pathlib import Path

import click

from cli.choices import MOST_SEED, lang_option
from cli.examples import Command
from cli.report import GOOD, say
from dsl.render import printable
from engine.packs import locate
from engine.packs.files import MANIFEST, is_archive, is_pack

_EXAMPLES = """
state51 dev mypack
state51 dev mypack --gallery
state51 dev mypack --game
state51 dev mypack --game --gallery --seats human,greedy --seed 7
"""


@click.command("dev", cls=Command, examples=_EXAMPLES)
@click.argument("path")
@click.option("--gallery", is_flag=True, help="Serve the page of all cards to a browser, which shows every save.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port of the gallery; 0 is any.  [default: 5151]")
@click.option("--game", is_flag=True, help="Play a game here, which goes on with what is saved.")
@click.option("--seats", metavar="LIST", help="Who plays the game, in order.  [default: as `state51 play`]")
@click.option("--seed", type=click.IntRange(0, MOST_SEED), help="The seed of the game's chance.")
@lang_option
def command(
    path: str, gallery: bool, port: int | None, game: bool, seats: str | None, seed: int | None, lang: str
) -> int:
    """Watch a pack while you write it: every save is linted, its scenarios are played, and what changed is told.

    PATH is the folder of the pack. One that is not there yet, or is empty, becomes a pack that works. What does not
    load is told, and the last version that does stays. Ctrl-C ends it.
    """
    from cli.dev.running import Running
    from cli.dev.watching import must_be_installed

    if port is not None and not gallery:
        raise click.UsageError("--port goes with --gallery")
    if not game and (seats is not None or seed is not None):
        raise click.UsageError(f"{'--seats' if seats is not None else '--seed'} goes with --game")
    must_be_installed()
    chosen = _seats(seats)
    running = Running(_folder(path), lang)
    try:
        if gallery:
            running.serve(port)
        running.run((chosen, seed) if game else None)
    except KeyboardInterrupt:
        say("\nEnded.")
    finally:
        running.stop()
    return GOOD


def _seats(given: str | None) -> list[str] | None:
    """Who plays. Raises UsageError for who cannot; programs play elsewhere."""
    from cli.choices import listed
    from cli.terminal.match import PLAYERS, like_player

    players = [p.lower() for p in listed(given)] if given is not None else None
    for player in players or ():
        if player not in PLAYERS:
            raise click.UsageError(f"--seats: `{printable(player)}` cannot play here; {like_player(player)}")
    return players


def _folder(path: str) -> Path:
    """The folder of a pack; where there is nothing, one is begun. Raises UsageError if there is something else."""
    here = Path(path)
    if is_archive(here):
        raise click.UsageError(f"{path} is an archive: watch the folder that it is built from")
    if is_pack(here):
        return here
    if not here.exists() and not locate.is_path(path) and (known := locate.built_in().get(path)) is not None:
        return known
    if here.exists() and not here.is_dir():
        raise click.UsageError(f"{path} is no folder; the folder of a pack has a {MANIFEST}")
    if here.is_dir() and any(not p.name.startswith(".") for p in here.iterdir()):
        inside = next((p.parent for p in sorted(here.glob(f"*/{MANIFEST}"))), None)
        better = f"state51 dev {inside}" if inside is not None else f"state51 dev {here / 'NAME'} begins one"
        raise click.UsageError(f"{path} is no pack: it has no {MANIFEST}, and it is not empty; {better}")
    from cli.new import begin

    say(f"{path} {'is empty' if here.exists() else 'is not there yet'}: a pack that works is begun in it.")
    begin(here if here.name else here.resolve())
    return here
