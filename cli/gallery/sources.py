"""Where cards come from: what is written of them in the files, and the scenarios that name them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from engine.link.cards import CardDef
from engine.link.texts import Path as Where
from engine.packs.document import Document, words_in
from engine.packs.order import Pack
from engine.scenario.run import Scenario, read_scenarios, scenario_files


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario as it is written: its name, its file and line, and its text; `words` are those in it."""

    name: str
    place: str
    text: str
    words: frozenset[str]


def excerpt(pack: str, document: Document, path: Where) -> tuple[str, str]:
    """A value as it is written, without its indentation, and its pack, file and line. Where the pack lies on this
    machine is nobody else's business."""
    span = document.span(path)
    start = document.text.rfind("\n", 0, span.start) + 1
    file = Path(document.file)
    inside = f"{file.parent.name}/{file.name}" if file.parent.name == "scenarios" else file.name
    line, _ = document.lines.line_col(span.start)
    return dedent(document.text[start : span.end]).rstrip(), f"{pack}/{inside}:{line}"


def written(card: CardDef, packs: list[Pack]) -> Iterator[tuple[str, str]]:
    """What is written of a card: where it is listed, then what other files change of it."""
    yield excerpt(card.pack, card.document, card.path)
    for pack in packs:
        for document in pack.documents:
            for n, entry in enumerate(document.data.get("extend", [])):
                if entry.get("card") in (card.id, f"{card.pack}:{card.id}"):
                    yield excerpt(pack.id, document, ("extend", n))


def played(pack: Pack) -> Iterator[Played]:
    """The scenarios of a pack. Raises DiagnosticError if a file of them is not good."""
    for file in scenario_files(pack.folder):
        yield from (_played(pack, scenario) for scenario in read_scenarios(file))


def _played(pack: Pack, scenario: Scenario) -> Played:
    text, place = excerpt(pack.id, scenario.document, scenario.where)
    return Played(scenario.name, place, text, frozenset(words_in(text)))
