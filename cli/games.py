"""`state51 games`: the games that are kept, to be gone on with or told again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import click

from cli.examples import Command
from cli.kept import autosave
from cli.kept.autosave import Entry
from cli.report import GOOD, say
from cli.terminal.style import put_text, style_here
from dsl.diagnostics import suggest
from dsl.render import printable
from engine.messages.voice import ENGLISH, Voice

_EXAMPLES = """
state51 games
state51 games --remove ID
state51 play --resume ID
state51 replay ID --html game.html
"""


@click.command("games", cls=Command, examples=_EXAMPLES)
@click.option("--remove", metavar="ID", multiple=True, help="Forget a game. May be repeated.")
@click.option("--where", is_flag=True, help="Print the folder they are in.")
def command(remove: tuple[str, ...], where: bool) -> int:
    """List the games that are kept: those that were left, and those played to their end.

    Every game in which a person plays is kept after each choice, in a file of its own. Of finished games the latest 50
    are kept.
    """
    if where:
        click.echo(str(autosave.folder()))
        return GOOD
    if remove:
        for entry in [wanted(id) for id in remove]:
            autosave.remove(entry)
            say(f"{entry.id} is forgotten.")
        return GOOD
    found = autosave.entries()
    if not found:
        say("No games are kept.")
        return GOOD
    for title, over in (("Unfinished", False), ("Finished", True)):
        some = [e for e in found if e.over == over]
        if some:
            say(f"{title}:", bold=True)
            for e in some:
                put_text(f"  {e.id}  {told(e)}", style_here(), 4)
    put_text("To go on with one: state51 play --resume ID. To see one again: state51 replay ID.", style_here())
    return GOOD


def wanted(id: str) -> Entry:
    """The game that an id means. Raises UsageError."""
    entry = autosave.find(id)
    if entry is None:
        known = [e.id for e in autosave.entries()]
        hint = suggest(id, known) or ("`state51 games` lists them" if known else "none are kept")
        raise click.UsageError(f"there is no game `{printable(id)}`; {hint}")
    return entry


def told(entry: Entry, voice: Voice = ENGLISH) -> str:
    """A game in a line: when it was left, how it stood, who plays."""
    return "; ".join(_parts(entry, entry.standing, voice))


def _parts(entry: Entry, standing: dict[str, Any], voice: Voice) -> Iterator[str]:
    yield time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.when))
    if not entry.data:
        yield voice.say("kept.unreadable")
        return
    if not entry.over:
        phase = voice.name("phases", str(standing.get("phase", "?")))
        yield voice.say("kept.round", standing.get("round", "?"), phase)
        if entry.played:
            yield voice.say("kept.played")
    choices = entry.data.get("choices")
    yield voice.count("replay.choices", len(choices) if isinstance(choices, list) else "?")
    yield ", ".join(_seats(entry.data, standing))
    packs = entry.data.get("packs")
    if isinstance(packs, list):
        yield ", ".join(f"{p[0]} {p[1]}" for p in packs if isinstance(p, list) and len(p) > 1)


def _seats(data: dict[str, Any], standing: dict[str, Any]) -> Iterator[str]:
    """Who plays each seat, with which board and score."""
    columns = [data.get("players"), data.get("seats"), standing.get("scores")]
    lists = [c if isinstance(c, list) else [] for c in columns]
    for seat in range(len(lists[0])):
        player, board, score = (c[seat] if seat < len(c) else None for c in lists)
        named = str(board).rpartition(":")[2].replace("_", " ").title() if board is not None else None
        about = [str(part) for part in (named, score) if part is not None]
        yield f"{player} ({', '.join(about)})" if about else str(player)
