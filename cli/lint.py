"""`state51 lint`: everything that is wrong with packs and files, and everything that is odd."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from cli.examples import Command
from cli.report import FINDINGS, GOOD, counted, say, sources

_EXAMPLES = """
state51 lint
state51 lint ./mypack
state51 lint --select all ./mypack
state51 lint --format sarif ./mypack > lint.sarif
state51 lint --write-baseline lint-baseline.json ./oldpack
state51 lint --stdin-filename mypack/cards.yaml - < cards.yaml
"""
FORMATS = ("text", "json", "sarif", "github", "gitlab", "junit")


@click.command("lint", cls=Command, examples=_EXAMPLES)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How findings are printed.")
@click.option("--select", multiple=True, metavar="CODES", help="Only these rules of judgement; `all` and `style` too.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Not these.")
@click.option("--config", type=click.Path(path_type=Path), help="A configuration file, instead of the nearest one.")
@click.option("--baseline", type=click.Path(path_type=Path), help="A file of findings that are known.")
@click.option("--write-baseline", "write", type=click.Path(path_type=Path), help="Write one, and end well.")
@click.option("--stdin-filename", "stdin", metavar="PATH", help="The file that standard input (`-`) stands for.")
@click.option("--exit-zero", is_flag=True, help="End well even with findings.")
def command(
    paths: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    config: Path | None,
    baseline: Path | None,
    write: Path | None,
    stdin: str | None,
    exit_zero: bool,
) -> int:
    """Check packs and single files, and judge them: what does nothing, runs away, clashes, or is against house style.

    PATH is a pack (its folder or name), a folder of packs, or a file; `-` is standard input. Without one, all packs
    that come with the program are looked at. House style only counts if it is selected. Exit codes: 0 clean,
    1 findings, 2 misuse.
    """
    with _uncollected():
        from cli.authoring.linting import Lint
        from engine.lint import config as c

        try:
            found = c.find(_start(paths, stdin)) if config is None else c.from_file(config)
            settings = c.with_options(found, select, ignore)
        except c.BadConfig as e:
            raise click.UsageError(str(e)) from e
        raw = _standard_input(paths, stdin)
        lint = Lint(settings)
        lint.run([p for p in paths if p != "-"], *raw)
        if write is not None:
            return lint.write_baseline(write)
        known = baseline or (settings.folder / settings.baseline if settings.baseline else None)
        if known is not None:
            lint.forget_known(known)
        from cli.lint_formats import show

        show(form, lint.findings(), sources(lint.texts), lint.files)
        if lint.alone and form == "text":
            say(f"{counted(lint.alone, 'file')} in no pack: names could not be checked there", err=True)
        return GOOD if exit_zero or not lint.fails() else FINDINGS


@contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage is looked for meanwhile: what is linked stays until the end, and going through it again and again
    takes a fifth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.freeze()  # and thaw: what there is by now counts as old, and is not gone through at once
            gc.unfreeze()
            gc.enable()


def _start(paths: tuple[str, ...], stdin: str | None) -> Path:
    """Where to look for a configuration: at what is looked at, if that is in one place."""
    first = stdin if stdin is not None else next((p for p in paths if p != "-"), ".")
    here = Path(first)
    return here if here.is_dir() else here.parent if here.exists() or stdin is not None else Path()


def _standard_input(paths: tuple[str, ...], stdin: str | None) -> tuple[Path | None, bytes | None]:
    """The file that standard input stands for, and what it holds."""
    if "-" not in paths:
        if stdin is not None:
            raise click.UsageError("--stdin-filename is the name of what `-` reads, but no PATH is `-`")
        return None, None
    if len(paths) > 1:
        raise click.UsageError("`-` stands alone: nothing else is looked at beside it")
    stream = getattr(sys.stdin, "buffer", None)
    raw = stream.read() if stream is not None else sys.stdin.read().encode("utf-8")
    return Path(stdin if stdin is not None else "stdin.yaml"), raw
