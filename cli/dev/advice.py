"""What an author can do next, from what a pack has and lacks."""

from __future__ import annotations

from pathlib import Path

from cli.authoring.compare import Version
from cli.dev.looking import words_of
from dsl.diagnostics import DiagnosticError
from engine.packs import locate
from engine.packs.files import MANIFEST
from engine.packs.scaffold import CARDS, STORIES

_FEW = 3  #: cards, below which a pack is a beginning


def mending(folder: Path, *, first: bool) -> str:
    """What to do about a pack that does not load; `first` if it never did. Nothing where what was said is enough."""
    if not folder.is_dir():
        return f"{folder} is looked at again as soon as there is such a folder."
    if not (folder / MANIFEST).is_file():
        return f"Next: put {folder / MANIFEST} back; it says what the pack is called and what it requires."
    return "Next: mend what is said above, and save." if first else ""


def advice(folder: Path, version: Version, failing: list[str]) -> str:
    """What to do next with a pack that loads; `failing` are its scenarios that do not go as they say."""
    cards = version.cards
    if failing:
        return f'Next: mend what made "{failing[0]}" fail, or what that scenario expects.'
    told = words_of(folder)
    lacking = [id for id in cards if id not in told]
    if not cards:
        return _card(folder)
    if lacking:
        return _scenario(folder, lacking[-1])  # the last one is most likely the one at work
    if len(cards) < _FEW:
        return (
            f"Next: change a card in {folder / CARDS} and save. A further card: copy all lines of one, from its `- id:`"
            "\non, and give it another id and name."
        )
    return f"{len(cards)} cards, each in a scenario. --gallery shows them in a browser, --game plays with them."


def _card(folder: Path) -> str:
    """A first card, to be copied."""
    from engine.packs.scaffold import Wanted, with_card

    try:
        text = with_card(None, [locate.reference(folder)], Wanted("my_card", "My Card")) or ""
    except DiagnosticError:
        return f"Next: write a card in {folder / CARDS}."
    return "\n".join([f"Next: write a card in {folder / CARDS}, for example:", *text.splitlines()])


def _scenario(folder: Path, card: str) -> str:
    """A scenario for a card that is in none, to be copied."""
    from engine.packs.scaffold import story, with_story

    try:
        text = with_story(None, story([locate.reference(folder)], card)) or ""
    except DiagnosticError:
        return f"Next: no scenario names `{card}`; write one in {folder / STORIES}."
    there = ("#", "scenarios:") if (folder / STORIES).is_file() else "#"
    lines = [line for line in text.splitlines() if line and not line.startswith(there)]
    return "\n".join([f"Next: no scenario names `{card}`. Add to {folder / STORIES}, for example:", *lines])
