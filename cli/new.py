"""`state51 new`: packs and cards that work at birth."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import click

from cli.choices import pack_names
from cli.examples import Command, Group
from cli.files import write_whole
from cli.report import GOOD, say
from dsl.render import printable
from engine.packs.files import is_pack
from engine.schema.shapes import ID

_PACK = """
state51 new pack mypack
state51 new pack mypack --requires base --kind KIND
"""
_CARD = """
state51 new card mill --pack ./mypack
state51 new card mill --pack ./mypack --name "The Old Mill"
"""


@click.group("new", cls=Group, examples=_PACK + _CARD)
def command() -> None:
    """Begin a pack, or add a card to one."""


def _id(text: str, what: str) -> str:
    from dsl.parse.read import reserved_words

    if not re.fullmatch(ID, text) or len(text) > 60:
        better = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
        hint = f'; did you mean "{better}"?' if re.fullmatch(ID, better) and len(better) <= 60 else ""
        raise click.UsageError(f"`{printable(text)}` is no {what}: small letters, digits and underscores{hint}")
    if re.fullmatch("con|prn|aux|nul|(com|lpt)[0-9]", text):
        raise click.UsageError(
            f"`{text}` is a device on Windows, where no file can be called so; choose another {what}"
        )
    if text in reserved_words():
        raise click.UsageError(f"`{text}` is a word of the language, so it is no {what}")
    return text


@command.command("pack", cls=Command, examples=_PACK)
@click.argument("name")
@click.option("--requires", metavar="LIST", multiple=True, help="Packs it builds on.  [default: the first played]")
@click.option("--kind", metavar="KIND", default="", help="The kind of its first card.  [default: the commonest]")
@click.option("--in", "parent", type=click.Path(file_okay=False, path_type=Path), default=".", help="Where to put it.")
def pack(name: str, requires: tuple[str, ...], kind: str, parent: Path) -> int:
    """Make a pack with one card, a scenario, a README and a workflow for CI. NAME is its id and that of its folder."""
    folder = parent / _id(name, "id of a pack")
    if folder.exists():
        raise click.UsageError(f"{folder} is there already")
    begin(folder, requires, kind)
    say(f"\nNow: cd {folder}; state51 lint .; state51 test .")
    return GOOD


def begin(folder: Path, requires: tuple[str, ...] = (), kind: str = "") -> None:
    """Makes a pack in a folder, which is named as the pack is. Raises UsageError if that is no id of a pack, and
    DiagnosticError if what it requires is not good."""
    from engine.packs.locate import built_in
    from engine.packs.order import default_packs
    from engine.packs.scaffold import STORIES, Wanted, pack_files, story, with_story

    name = _id(folder.name, "id of a pack")
    if name in built_in():
        raise click.UsageError(f"`{name}` is a pack that comes with the program; choose another id")
    needed = pack_names(requires) or default_packs()[:1]
    first = Wanted(f"first_of_{name}"[:60], f"First of {name.replace('_', ' ').capitalize()}", kind)
    for path, text in pack_files(name, needed, first).items():
        _write(folder / path, text)
    own = str(folder) if "/" in str(folder) else f"./{folder}"
    _write(folder / STORIES, with_story(None, story([*needed, own], first.id)) or "")


@command.command("card", cls=Command, examples=_CARD)
@click.argument("id")
@click.option("--pack", "pack_", metavar="DIR", required=True, help="The folder of the pack.")
@click.option("--name", help="Its name.  [default: made from the id]")
@click.option("--kind", metavar="KIND", default="", help="Its kind.  [default: the commonest]")
def card(id: str, pack_: str, name: str | None, kind: str) -> int:
    """Add a card to a pack, with the fields it must have, and a scenario that shows what it does."""
    from engine.loader import load
    from engine.packs.scaffold import CARDS, STORIES, Wanted, story, with_card, with_story

    folder = Path(pack_)
    if not is_pack(folder) or folder.is_file():
        raise click.UsageError(f"there is no pack in the folder {folder}")
    own = str(folder) if "/" in str(folder) or str(folder).startswith(".") else f"./{folder}"
    rules = load([own])
    if any(c.pack == rules.packs[-1][0] for c in rules.by_id.get(_id(id, "id of a card"), ())):
        raise click.UsageError(f"the pack has a card `{id}` already")
    wanted = Wanted(id, name or id.replace("_", " ").capitalize(), kind)
    _add(folder / CARDS, folder / f"{id}.yaml", lambda text: with_card(text, [own], wanted))
    told = story([own], id)
    _add(folder / STORIES, folder / "scenarios" / f"{id}.yaml", lambda text: with_story(text, told))
    return GOOD


def _add(usual: Path, otherwise: Path, change: Callable[[str | None], str | None]) -> None:
    """Adds to the usual file; where that leaves no place, to another."""
    made = change(_text(usual))
    if made is not None:
        _write(usual, made)
    elif otherwise.exists():
        raise click.UsageError(f"there is no place for it in {usual}, and {otherwise} is there already")
    else:
        _write(otherwise, change(None) or "")


def _text(path: Path) -> str | None:
    from cli.files import read_text

    return read_text(path) if path.exists() else None


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    change = "changed" if path.exists() else "wrote"
    write_whole(path, text)
    say(f"{change} {path}")
