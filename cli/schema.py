"""`state51 schema`: the JSON Schemas of the files of packs, for editors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.choices import packs_option
from cli.examples import Command
from cli.report import FINDINGS, GOOD, counted, say
from dsl.diagnostics import Diagnostics, suggest
from dsl.render import printable
from engine.packs import locate

if TYPE_CHECKING:
    from engine.schema.pack import Linked

_ENDING = ".schema.json"
_EXAMPLES = """
state51 schema
state51 schema manifest
state51 schema packs/base > base.schema.json
state51 schema --write
state51 schema --write ./schemas --packs ./mypack
state51 schema --check
"""


@click.command("schema", cls=Command, examples=_EXAMPLES)
@click.argument("name", required=False)
@click.option("--write", metavar="[DIR]", is_flag=False, flag_value="", help="Write all schemas into a folder.")
@click.option("--check", metavar="[DIR]", is_flag=False, flag_value="", help="Fail if those in a folder are stale.")
@packs_option
def command(name: str | None, write: str | None, check: str | None, packs: list[str] | None) -> int:
    """Print a schema, or keep all of them in a folder.

    Without NAME or an option, the names are listed. There are two schemas for each pack that comes with the program
    and for those given with --packs. DIR is `schemas` beside these packs if it is not given.
    """
    if (name is not None) + (write is not None) + (check is not None) > 1:
        raise click.UsageError("NAME, --write and --check exclude one another")
    from engine.schema.pack import schema_files

    linked = _linked([*locate.built_in(), *(packs or ())])
    if write is not None:
        return _write(_folder(write), linked)
    files = schema_files(linked)
    if check is not None:
        return _check(_folder(check), files)
    names = [file.removesuffix(_ENDING) for file in files]
    if name is None:
        say("\n".join(names))
    elif name.removesuffix(_ENDING) in names:
        click.echo(files[name.removesuffix(_ENDING) + _ENDING], nl=False)
    else:
        hint = suggest(name, names) or f"the schemas are: {', '.join(names)}"
        raise click.UsageError(f"there is no schema `{printable(name)}`; {hint}")
    return GOOD


def _folder(given: str) -> Path:
    return Path(given) if given else locate.data_folder() / "schemas"


def _linked(names: list[str]) -> dict[str, Linked]:
    """What the schemas of some packs are made from. Raises DiagnosticError."""
    from engine.link.declare import Declarations
    from engine.packs.order import gather, read_contents
    from engine.schema.pack import Linked

    out: dict[str, Linked] = {}
    for name in names:
        own = gather([name])[-1]
        beside = [other for other in own.manifest.data.get("when", {}) if locate.find(other) is not None]
        packs, report = gather([name, *beside]), Diagnostics()
        read_contents(packs)
        symbols = Declarations(packs, {}, report).run()
        report.raise_if_any({d.file: d.text for pack in packs for d in pack.documents})
        phases = dict.fromkeys(id for pack in packs for d in pack.documents for id in d.data.get("phases", ()))
        out[own.id] = Linked(symbols, tuple(phases))
    return out


def _write(folder: Path, linked: dict[str, Linked]) -> int:
    from engine.schema.pack import write_schemas

    try:
        changed = write_schemas(folder, linked)
    except OSError as e:
        say(f"{e.filename or folder}: the schemas cannot be written: {(e.strerror or str(e)).lower()}", err=True)
        return FINDINGS
    for file in changed:
        say(f"wrote {folder / file}")
    say(f"{counted(len(changed), 'schema')} changed")
    return GOOD


def _check(folder: Path, files: dict[str, str]) -> int:
    stale = [file for file, text in files.items() if _now(folder / file) != text]
    known = {folder / file for file in files}
    left = [path for path in sorted(folder.glob(f"**/*{_ENDING}")) if path not in known]
    for file in stale:
        say(f"{folder / file} is {'stale' if (folder / file).exists() else 'missing'}")
    for path in left:
        say(f"{path} is of no pack")
    if stale or left:
        say(f"{counted(len(stale) + len(left), 'schema')} to put right: state51 schema --write")
        return FINDINGS
    say(f"{counted(len(files), 'schema')} up to date")
    return GOOD


def _now(path: Path) -> str | None:
    try:
        return path.read_bytes().decode()
    except (OSError, ValueError):
        return None
