"""`state51 pack`: packs as things to be handed on: built, looked at, listed, compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.choices import packs_option
from cli.examples import Command, Group
from cli.files import must_be_writable, write_whole
from cli.report import FINDINGS, GOOD, counted, say, say_json
from dsl.diagnostics import DiagnosticError, suggest
from dsl.render import printable
from engine.packs import locate
from engine.packs.files import is_archive, is_pack

if TYPE_CHECKING:
    from engine.packs.packing import About

_BUILD = """
state51 pack build ./mypack
state51 pack build ./mypack --output mypack.zip
"""
_INFO = """
state51 pack info mypack-1.0.0.zip
state51 pack info ./mypack --json
"""
_LIST = """
state51 pack list
state51 pack list --packs ./mypack,other.zip
"""
_DIFF = """
state51 pack diff old/mypack ./mypack
state51 pack diff mypack-1.0.0.zip mypack-1.1.0.zip
"""


@click.group("pack", cls=Group, examples=_BUILD + _INFO + _LIST + _DIFF)
def command() -> None:
    """Build, look at, list and compare packs."""


def place(given: str) -> Path:
    """Where the pack is that is given by name or path. Raises UsageError if there is none."""
    here = Path(given)
    found = here if is_pack(here) else locate.find(given)
    if found is not None:
        return found
    hint = suggest(given, locate.built_in()) or "a pack is a folder with a pack.yaml, or a .zip of one"
    raise click.UsageError(f"there is no pack `{printable(given)}`; {hint}")


@command.command("build", cls=Command, examples=_BUILD)
@click.argument("pack", metavar="DIR")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to write it.  [default: ID-VERSION.zip]")
def build(pack: str, output: Path | None) -> int:
    """Write the archive of a pack: the same bytes for the same files.

    The pack is checked first, with what it requires. Into the archive go pack.yaml, the other .yaml files, the
    scenarios, and the notes beside them (a README, a licence), with a manifest.json that holds their digest.
    """
    from engine.loader import load
    from engine.packs.packing import about
    from engine.packs.packing import build as built

    folder = place(pack)
    load([locate.reference(folder)], cache=False)
    facts, raw = about(folder), built(folder)
    target = output if output is not None else Path(f"{facts.id}-{facts.version}.zip")
    must_be_writable(target, "--output")
    if target.exists() and not is_archive(target):
        raise click.UsageError(f"--output {target}: this is something else than an archive, so it is not replaced")
    write_whole(target, raw)
    say(f"wrote {target}: {facts.id} {facts.version}, {counted(len(facts.files), 'file')}, {len(raw):,} bytes")
    say(f"content {facts.content}")
    return GOOD


@command.command("info", cls=Command, examples=_INFO)
@click.argument("pack", metavar="PATH")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def info(pack: str, as_json: bool) -> int:
    """Tell what a pack says of itself. PATH is its folder, archive or name."""
    from engine.packs.packing import about

    facts = about(place(pack))
    if as_json:
        say_json(asdict(facts))
        return GOOD
    say(f"{facts.name} ({facts.id}) {facts.version}", bold=True)
    for name, value in _lines(facts):
        say(f"  {name:<10}  {value}")
    return GOOD


def _lines(facts: About) -> Iterator[tuple[str, str]]:
    if facts.about:
        yield "about", facts.about
    yield "language", f"version {facts.language}"
    yield "requires", ", ".join(f"{id} {versions}" for id, versions in facts.requires.items()) or "nothing"
    yield "conflicts", ", ".join(facts.conflicts) or "none"
    yield "licence", facts.licence
    yield "provenance", facts.provenance
    yield "files", ", ".join(facts.files)
    yield "content", facts.content


@command.command("list", cls=Command, examples=_LIST)
@packs_option
def list_(packs: list[str] | None) -> int:
    """List the packs that can be played: those of the program, those in your own folder, and those given."""
    own = locate.user_packs()
    sections = [
        ("with the program", list(locate.built_in().values())),
        (f"in {own}", _in_folder(own)),
        ("given", [place(name) for name in packs or ()]),
    ]
    bad = 0
    for where, found in sections:
        for pack in found:
            try:
                say(f"{_row(pack)}  ({where})")
            except DiagnosticError as e:
                bad += 1
                say(f"{pack}: not a good pack: {e.diagnostics[0].message}  ({where})", err=True)
    return FINDINGS if bad else GOOD


def _in_folder(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if is_pack(p)) if folder.is_dir() else []


def _row(pack: Path) -> str:
    from engine.packs.packing import about

    facts = about(pack)
    return f"{facts.id:<16} {facts.version:<8} {facts.name}"


@command.command("diff", cls=Command, examples=_DIFF)
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@click.option("--exit-code", is_flag=True, help="Exit with 1 if they differ.")
def diff(old: str, new: str, exit_code: bool) -> int:
    """Tell in English what changed from one version of a pack to another. A and B are folders, archives or names."""
    from cli.authoring.compare import compare

    lines = compare(place(old), place(new))
    say("\n".join(lines) if lines else "nothing changed")
    return FINDINGS if exit_code and lines else GOOD
