"""Going on with a kept game: which one is meant, and what is said where the content is not what it was."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from cli.games import told, wanted
from cli.kept import autosave, saves
from cli.kept.autosave import Entry, Kept
from cli.kept.saves import Saved
from cli.report import say, show_error
from cli.terminal.style import put_text, style_here
from dsl.diagnostics import DiagnosticError
from engine.messages.voice import Voice
from engine.record import Agreement


def meant(id: str | None, *, fresh: bool, voice: Callable[[], Voice]) -> Entry | None:
    """The kept game that is gone on with: that of an id (the latest one if it is empty); otherwise, unless a fresh one
    is wanted, the person at the terminal is asked in a `voice`. Raises UsageError."""
    if id:
        entry = wanted(id)
        if entry.over:
            raise click.UsageError(f"{entry.id} is over; `state51 replay {entry.id}` tells it again")
        return entry
    if id is None and (fresh or not _at_terminal()):
        return None
    found = autosave.unfinished()
    if id == "":
        if not found:
            raise click.UsageError("no unfinished game is kept")
        return found[0]
    return found[0] if found and _wanted(found, voice()) else None


def _wanted(found: list[Entry], voice: Voice) -> bool:
    """Asks whether to go on with the latest of some games."""
    rows = {1: "kept.found", 2: "kept.found_another"}
    say(voice.say(rows.get(len(found), "kept.found_more"), len(found) - 1))
    put_text(f"  {told(found[0], voice)}", style_here(), 4)
    return _yes("kept.go_on", voice, default=True)


def _yes(question: str, voice: Voice, *, default: bool) -> bool:
    """Asks until the answer is yes or no; the end of input is no."""
    while True:
        try:
            said = input(f"{voice.say(question)} {voice.say('kept.yes' if default else 'kept.no')} ").strip().casefold()
        except EOFError:
            say()
            return False
        letters = voice.say("kept.letters")
        if not said or said[0] in letters:
            return said[0] == letters[0] if said else default


def _at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def read(path: Path, packs: list[str] | None, lang: str, *, anyway: bool) -> Saved:
    """A saved game to go on with. Where the content is not what it was, that is told, and how far the game agrees; a
    person at a terminal is asked, others say `anyway`. Raises DiagnosticError."""
    try:
        return saves.read(path, packs, lang=lang)
    except DiagnosticError as e:
        if e.diagnostics[0].code != "R003":
            raise
        if not anyway:
            if not _at_terminal():
                raise
            show_error(e)
    saved = saves.read(path, packs, lang=lang, anyway=True)
    assert saved.agreement is not None
    tell(saved.agreement)
    if not anyway and not _yes("kept.from_there", saved.game.rules.voice, default=False):
        raise click.Abort
    return saved


def tell(agreement: Agreement) -> None:
    """Says what differs, and how far a game agrees all the same."""
    voice = agreement.game.rules.voice
    if agreement.differs:
        say(voice.say("kept.differs", agreement.differs))
    if not agreement.total:
        return
    row = "kept.alike" if agreement.alike else "kept.legal"
    if agreement.choices == agreement.total:
        told = voice.count(f"{row}.all", agreement.total)
    else:
        told = voice.say(f"{row}.some", agreement.choices, agreement.total)
    say(f"{voice.say('log.came', told, agreement.reason) if agreement.reason else told}.")


def place(entry: Entry | None, save: Path | None, saved: Saved | None) -> Kept:
    """Where a game is kept from now on: in the file that was named, where it is kept already, or in a new place; so it
    is too where not all of it agrees, so that nothing of it is lost. Raises UsageError if it is being played."""
    if save is not None:
        return Kept(save)
    if entry is None or (saved is not None and saved.agreement is not None):
        return autosave.begin()
    kept = autosave.take(entry)
    if kept is None:
        raise click.UsageError(f"{entry.id} is being played elsewhere")
    return kept
