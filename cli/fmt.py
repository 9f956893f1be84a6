"""`state51 fmt`: YAML files of packs in canonical form."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cli.examples import Command
from cli.files import write_whole
from cli.report import FINDINGS, GOOD, counted, say, show_diagnostics, show_error
from dsl.diagnostics import DiagnosticError
from dsl.render import printable
from engine.packs import locate
from engine.packs.document import Document
from engine.packs.source import load_document, source_text

_EXAMPLES = """
state51 fmt ./mypack
state51 fmt --check ./mypack
state51 fmt --diff mypack/cards.yaml
state51 fmt - --stdin-filename mypack/cards.yaml < cards.yaml
"""


@click.command("fmt", cls=Command, examples=_EXAMPLES)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--check", is_flag=True, help="Write nothing: exit with 1 if a file is not in canonical form.")
@click.option("--diff", is_flag=True, help="Write nothing: show what would change, and exit with 1 if anything would.")
@click.option(
    "--stdin-filename", metavar="FILE", help="Where the file read with `-` belongs: its pack tells the kinds."
)
def command(paths: tuple[str, ...], check: bool, diff: bool, stdin_filename: str | None) -> int:
    """Write files in canonical form: effect texts in one style, keys in their order.

    PATH is a file, a folder (with all .yaml files in it) or `-` for the standard input; without one, the current
    folder. Comments, blank lines and quotes stay. A file with errors is left as it is.
    """
    if "-" in paths:
        if len(paths) > 1:
            raise click.UsageError("`-` stands alone")
        return _stream(stdin_filename or "<stdin>", check, diff)
    if stdin_filename is not None:
        raise click.UsageError("--stdin-filename goes with `-`")
    formatter = Formatter()
    counts = {"changed": 0, "unchanged": 0, "wrong": 0}
    for file in dict.fromkeys(f for path in paths or (".",) for f in _files(path)):
        shown = locate.as_shown(file)
        try:
            raw = file.read_bytes() if file.is_file() else None
            document = load_document(file, raw, shown)
            new = formatter.text(document, file)
        except DiagnosticError as e:
            show_error(e)
            counts["wrong"] += 1
            continue
        if new == document.text:
            counts["unchanged"] += 1
            continue
        counts["changed"] += 1
        if diff:
            _show_diff(document, new)
        elif check:
            say(f"would change {shown}")
        else:
            write_whole(file, _mark(raw) + new)
            say(f"changed {shown}")
    _summary(counts, written=not (check or diff))
    return FINDINGS if counts["wrong"] or (counts["changed"] and (check or diff)) else GOOD


class Formatter:
    """Formats files one after the other; what it learns of their packs it keeps."""

    def __init__(self) -> None:
        self._kinds: dict[Path, list[dict[str, Any]]] = {}

    def text(self, document: Document, file: Path) -> str:
        """The canonical text of a file. Raises DiagnosticError if something is wrong with it."""
        from cli.authoring.canonical import canonical
        from cli.authoring.lone import problems

        kinds = self._kinds_for(file)
        problems(document, kinds).raise_if_any({document.file: document.text})
        return canonical(document, kinds)

    def _kinds_for(self, file: Path) -> list[dict[str, Any]]:
        from cli.authoring.pack_kinds import default_kinds, kinds_near

        folder = Path(os.path.abspath(file)).parent
        if folder not in self._kinds:
            near = kinds_near(folder)
            self._kinds[folder] = default_kinds() if near is None else near
        return self._kinds[folder]


def _stream(shown: str, check: bool, diff: bool) -> int:
    """Formats the standard input. One with errors is written as it came, so that an editor loses nothing."""
    raw = sys.stdin.buffer.read()
    wrong, new = None, ""
    try:
        document = load_document(shown, raw, shown)
        new = Formatter().text(document, Path(shown))
    except DiagnosticError as e:
        wrong = e
    if wrong is not None:
        show_diagnostics(wrong.diagnostics, wrong.texts, err=True)
        if not (check or diff):
            sys.stdout.buffer.write(raw)
        return FINDINGS
    if diff:
        _show_diff(document, new)
    elif not check:
        sys.stdout.flush()
        sys.stdout.buffer.write((_mark(raw) + new).encode())
    return FINDINGS if (check or diff) and new != source_text(raw) else GOOD


def _mark(raw: bytes | None) -> str:
    """The byte order mark of a file, if it has one."""
    return "\ufeff" if raw is not None and raw.startswith(b"\xef\xbb\xbf") else ""


def _files(path: str) -> Iterator[Path]:
    """The files that a path means."""
    here = Path(path)
    if here.is_dir():
        inside = sorted(
            f for f in here.rglob("*.yaml") if not any(p.startswith(".") for p in f.relative_to(here).parts)
        )
        if not inside:
            raise click.UsageError(f"{printable(path)}: there is no .yaml file in it")
        yield from inside
    elif here.exists():
        yield here
    else:
        raise click.UsageError(f"there is no file or folder `{printable(path)}`")


def _show_diff(document: Document, new: str) -> None:
    old, after = (text.splitlines() for text in (document.text, new))
    lines = difflib.unified_diff(old, after, document.file, f"{document.file} (formatted)", lineterm="")
    say("\n".join(lines))


def _summary(counts: dict[str, int], *, written: bool) -> None:
    parts = [f"{counted(counts['changed'], 'file')} {'changed' if written else 'would change'}"]
    parts += [f"{counts['unchanged']} unchanged"] if counts["unchanged"] else []
    parts += [f"{counts['wrong']} left alone because of errors"] if counts["wrong"] else []
    say(", ".join(parts), bold=True)
