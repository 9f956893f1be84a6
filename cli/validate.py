"""`state51 validate`: everything that is wrong with packs and files."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.examples import Command
from cli.report import COLOR_BAD, COLOR_GOOD, FINDINGS, GOOD, counted, say, say_json, show_diagnostics
from engine.packs import locate
from engine.packs.files import is_archive

if TYPE_CHECKING:
    from cli.authoring.findings import Findings

_EXAMPLES = """
state51 validate
state51 validate ./mypack
state51 validate base mypack/cards.yaml
state51 validate --json ./mypack
"""


@click.command("validate", cls=Command, examples=_EXAMPLES)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(paths: tuple[str, ...], as_json: bool) -> int:
    """Check packs and single files: form, syntax, names, and what fits where.

    PATH is a pack (its folder, archive or name), a folder of packs, or a file; without one, all packs that come with
    the program are checked. A file of a pack is checked with its pack, but only what is wrong with the file is told.
    """
    from cli.authoring.findings import Findings

    targets = [t for path in paths for t in targets_of(path)] or [(p, None) for p in locate.built_in().values()]
    findings, seen = Findings(), dict[Path, Findings]()
    partly: set[Path] = set()
    for pack, file in targets:
        if pack is None:
            assert file is not None
            findings.file(file)
            continue
        if pack not in seen:
            seen[pack] = Findings()
            seen[pack].pack(pack)
        found = seen[pack] if file is None else seen[pack].of(file)
        _merge(findings, found)
        if file is not None:
            partly.add(pack)
    if as_json:
        _print_json(findings)
    else:
        told = set(findings.report)
        _print(findings, {p: n for p in sorted(partly) if (n := len(set(seen[p].report) - told))})
    return FINDINGS if len(findings.report) else GOOD


def targets_of(path: str) -> Iterator[tuple[Path | None, Path | None]]:
    """What a path means: whole packs, files in packs, and files outside of any."""
    here = Path(path)
    if not here.exists():
        found = None if locate.is_path(path) else locate.find(path)
        if found is None:
            from dsl.diagnostics import suggest
            from dsl.render import printable

            hint = suggest(path, locate.built_in())
            raise click.UsageError(f"there is no pack or file `{printable(path)}`{'; ' + hint if hint else ''}")
        yield found, None
    elif is_archive(here):
        yield here, None
    elif here.is_dir():
        yield from _in_folder(here)
    else:
        yield from _file(here)


def _in_folder(folder: Path) -> Iterator[tuple[Path | None, Path | None]]:
    if (folder / "pack.yaml").is_file():
        yield folder, None
        return
    packs = sorted(p.parent for p in folder.glob("**/pack.yaml"))
    files = sorted(folder.glob("*.yaml"))
    if not packs and not files:
        raise click.UsageError(f"{folder}: there is no pack in it (a pack has a pack.yaml), and no .yaml file")
    yield from ((pack, None) for pack in packs)
    for file in files:
        yield from _file(file)


def _file(file: Path) -> Iterator[tuple[Path | None, Path | None]]:
    folder = file.resolve().parent
    own = Path(locate.as_shown(folder.parent if folder.name in ("scenarios", "lang") else folder))
    yield own if file.suffix == ".yaml" and (own / "pack.yaml").is_file() else None, file


def _merge(into: Findings, found: Findings) -> None:
    for diagnostic in found.report:
        into.report.add(diagnostic)
    into.texts.update(found.texts)
    into.files |= found.files
    into.alone += found.alone


def _print(findings: Findings, elsewhere: dict[Path, int]) -> None:
    show_diagnostics(findings.report, findings.texts)
    for pack, n in elsewhere.items():
        again = shlex.join(["state51", "validate", str(pack)])
        say(f"the rest of the pack has {counted(n, 'error')}, so names may not all be checked: {again}")
    if findings.alone:
        say(f"{counted(findings.alone, 'file')} in no pack: names could not be checked there")
    n = len(findings.report)
    text = f"{counted(len(findings.files), 'file')} checked, {counted(n, 'error')}"
    say(text, bold=True, fg=COLOR_BAD if n else COLOR_GOOD)


def _print_json(findings: Findings) -> None:
    from cli.report import sources
    from dsl.render import Lines, lines_of, to_json

    find = sources(findings.texts)

    def lines(file: str) -> Lines | None:
        text = find(file)
        return None if text is None else lines_of(text)

    rows = [to_json(d, lines) for d in findings.report]
    say_json({"files": len(findings.files), "errors": len(rows), "diagnostics": rows})
