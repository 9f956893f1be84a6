"""What the watcher says: what changed, what is wrong, how scenarios went."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

import click

from cli.authoring.compare import Told, Version, card_changes, introduced
from cli.authoring.linting import Finding
from cli.dev.looking import Changes, Look
from cli.report import COLOR_BAD, COLOR_GOOD, breadth, colorful, counted, say, show_diagnostics, sources
from dsl.diagnostics import Diagnostic
from dsl.render import render
from engine.packs import locate
from engine.scenario.run import Result

_COLORS = {"+": COLOR_GOOD, "-": COLOR_BAD}


def head(files: Iterable[str]) -> None:
    """Says when, and which files were saved."""
    names = ", ".join(locate.as_shown(Path(file)) for file in files)
    say(f"\n-- {time.strftime('%H:%M:%S')} {names} --", bold=True)


# ---- what changed
def tell_changes(old: Version, new: Version, happened: Changes) -> None:
    """Says what changed: the manifest and the rules by line, each card with its whole text."""
    for line in happened.general:
        say(line)
    for id in happened.gone:
        say(f"{old.cards[id].name} ({id}) is gone")
    for id, before in happened.cards.items():
        _card(id, before, old.cards.get(before), new.cards[id])
    if not (happened.general or happened.gone or happened.cards):
        say("The rules and the cards are as they were.")


def _card(id: str, before: str, old: Told | None, new: Told) -> None:
    if old is None:
        say(introduced(id, new), bold=True)
    else:
        say(f"{new.name} ({id}){f', which was {before}' if before != id else ''}:", bold=True)
        for line in card_changes(old, new):
            if not line.startswith(("+ ", "- ")):
                say(f"    {line}")
    for mark, line in _marked(old.lines if old is not None else new.lines, new.lines):
        say(f"    {mark} {line}", fg=_COLORS.get(mark))


def _marked(old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The lines of a text, those that are gone and new ones marked."""
    for how, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if how == "equal":
            yield from ((" ", line) for line in new[c:d] if line)
        else:
            yield from (("-", line) for line in old[a:b] if line)
            yield from (("+", line) for line in new[c:d] if line)


# ---- what is wrong
def tell_findings(found: Look, before: list[Finding]) -> None:
    """Says what lint finds: errors always, what else it finds when it is new."""
    known = {_key(d) for d, _ in before}
    shown = [(d, level) for d, level in found.findings if level == "error" or _key(d) not in known]
    for diagnostic, level in shown:
        color = colorful(sys.stdout)
        text = render(diagnostic, sources(found.texts), color=color, severity=level, crop=breadth(sys.stdout))
        click.echo(text, color=color)
    levels = [level for _, level in found.findings]
    parts = [counted(levels.count("error"), "error"), counted(levels.count("warning"), "warning")]
    parts += [counted(levels.count("info"), "note")] if "info" in levels else []
    as_before = len(found.findings) - len(shown)
    more = f" ({as_before} as before)" if as_before else ""
    bad = "error" in levels or "warning" in levels
    say(f"Lint: {', '.join(parts)}{more}.", fg=COLOR_BAD if bad else COLOR_GOOD)


def _key(diagnostic: Diagnostic) -> tuple[str, str, str]:
    return diagnostic.code, diagnostic.message, diagnostic.span.file if diagnostic.span is not None else ""


def plain(found: Look) -> str:
    """What keeps a pack from loading, as text for a page."""
    return "\n".join(render(d, sources(found.texts)) for d in found.errors)


# ---- scenarios
def tell_failure(result: Result) -> None:
    """Says how a scenario failed."""
    say(f"FAILED {result.scenario.name}", bold=True, fg=COLOR_BAD)
    show_diagnostics(result.diagnostics, result.texts)


def tell_sum(what: str, passed: int, failed: int) -> None:
    """Says how many scenarios of some passed and failed."""
    say(f"{what}: {passed} passed, {failed} failed.", fg=COLOR_BAD if failed else COLOR_GOOD)
