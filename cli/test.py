"""`state51 test`: plays the scenarios of packs and tells which fail."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.examples import Command
from cli.files import must_be_writable, write_whole
from cli.report import COLOR_BAD, COLOR_GOOD, FINDINGS, GOOD, counted, say, show_diagnostics, show_error
from dsl.diagnostics import DiagnosticError, suggest
from dsl.render import printable
from engine.packs import locate

if TYPE_CHECKING:
    from engine.scenario.run import Result, Scenario

_EXAMPLES = """
state51 test
state51 test ./mypack
state51 test mypack/scenarios/start.yaml -k "the first turn"
state51 test --junit results.xml
"""


@click.command("test", cls=Command, examples=_EXAMPLES)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--junit", type=click.Path(path_type=Path), help="Also write the results to a file, in JUnit's form.")
@click.option(
    "-k", "words", metavar="WORDS", default="", help="Only those with all these words in name, rules or file."
)
@click.option("-v", "--verbose", is_flag=True, help="Tell of every scenario, not only of those that fail.")
def command(paths: tuple[str, ...], junit: Path | None, words: str, verbose: bool) -> int:
    """Play scenarios, and tell which do not go as they say.

    PATH is a pack (its folder, archive or name), a folder of packs, or a file of scenarios; without one, those of all
    packs that come with the program are played.
    """
    from engine.scenario.run import Shelf, run

    if junit is not None:
        must_be_writable(junit, "--junit")
    began = time.perf_counter()
    scenarios, unread = _read([f for path in paths or locate.built_in() for f in _files(path, bool(paths))])
    chosen = [s for s in scenarios if _matches(s, words)]
    if not chosen and not unread:
        raise click.UsageError("no scenario has these words" if scenarios else "there are no scenarios there")
    results: list[Result] = []
    shelf = Shelf()
    for scenario in chosen:
        results.append(run(scenario, shelf=shelf))
        _tell(results[-1], verbose)
    written = junit is None or _write(junit, results)
    _sum_up(results, unread, time.perf_counter() - began)
    return GOOD if written and not unread and all(r.passed for r in results) else FINDINGS


def _files(path: str, given: bool) -> list[Path]:
    """The files of scenarios that a path means. Raises UsageError if there is nothing there."""
    from engine.scenario.run import scenario_files

    target: Path | None = Path(path) if given else None
    if target is None or not target.exists():
        target = None if locate.is_path(path) else locate.find(path)
    if target is None:
        hint = suggest(path, locate.built_in())
        raise click.UsageError(f"there is no pack, folder or file `{printable(path)}`{'; ' + hint if hint else ''}")
    return scenario_files(target)


def _read(files: list[Path]) -> tuple[list[Scenario], int]:
    """The scenarios of some files, and how many of the files could not be read."""
    from engine.scenario.run import read_scenarios

    found: list[Scenario] = []
    unread = 0
    for file in dict.fromkeys(files):
        try:
            found += read_scenarios(file)
        except DiagnosticError as e:
            show_error(e)
            unread += 1
    return found, unread


def _matches(scenario: Scenario, words: str) -> bool:
    about = " ".join([scenario.name, *scenario.proves, scenario.file]).casefold()
    return all(word in about for word in words.casefold().split())


def _tell(result: Result, verbose: bool) -> None:
    scenario = result.scenario
    rules = f" ({', '.join(scenario.proves)})" if scenario.proves else ""
    if not result.passed:
        say(f"FAILED {scenario.name}{rules}", bold=True, fg=COLOR_BAD)
        show_diagnostics(result.diagnostics, result.texts)
        say()
    elif verbose:
        say(f"passed {scenario.name}{rules}")


def _write(junit: Path, results: list[Result]) -> bool:
    from engine.scenario.junit import junit_xml

    try:
        write_whole(junit, junit_xml(results))
    except OSError as e:
        say(f"{junit} cannot be written: {(e.strerror or str(e)).lower()}", err=True)
        return False
    return True


def _sum_up(results: list[Result], unread: int, seconds: float) -> None:
    failed = sum(not r.passed for r in results)
    more = f", {counted(unread, 'file')} could not be read" if unread else ""
    good = not failed and not unread
    text = f"{len(results) - failed} passed, {failed} failed{more} in {seconds:.1f} s"
    say(text, bold=True, fg=COLOR_GOOD if good else COLOR_BAD)
