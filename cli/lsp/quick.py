"""What is wrong with one file while it is written, in a few milliseconds: only what changed is looked at again.

The names are those of the last linking. A card or text in which nothing was wrong is remembered until the names change.
What only shows when everything is linked is found by `thorough`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cli.authoring.lone import problems
from dsl.diagnostics import Diagnostic, DiagnosticError, Diagnostics
from dsl.program import Program
from dsl.symbols import Symbols
from engine.index.linked import Linked
from engine.index.marks import HEADS, marks
from engine.index.places import Places
from engine.link.cards import Cards
from engine.link.texts import Texts
from engine.packs.document import Document
from engine.packs.source import load_document
from engine.schema.build import content_schema
from engine.schema.check import faulty
from engine.schema.which import schema_of

_ROUTINES = {"functions": "function", "procedures": "procedure"}


class Quick:
    """Looks at files against the names of packs as last linked. `good` is what nothing is wrong with."""

    def __init__(self) -> None:
        self.linked: Linked | None = None
        self.good: set[object] = set()

    def use(self, linked: Linked) -> bool:
        """Takes newly linked packs; whether their names differ from those known before."""
        same = self.linked is not None and self.linked.symbols == linked.symbols
        self.linked = linked
        if not same:
            self.good.clear()
        return not same

    def look(self, file: Path, raw: bytes) -> tuple[Document | None, list[Diagnostic]]:
        """A file as read, if it can be, and what is wrong with it."""
        try:
            document = load_document(file, raw)
        except DiagnosticError as e:
            return None, list(e.diagnostics)
        if schema_of(document) is not content_schema():
            return document, list(problems(document, []))
        if self.linked is None:
            return document, list(problems(document, []))
        report = Diagnostics()
        self._shape(document, report)
        if isinstance(document.data, dict):
            self._contents(document, self.linked.symbols, report)
        return document, list(report)

    def _shape(self, document: Document, report: Diagnostics) -> None:
        """Checks the shape of a file, but for cards known to be well-formed. Misshapen ones are taken out."""
        listed: dict[str, list[int]] = {}
        cards = {(kind, n): ("shape", repr(card)) for kind, n, card in _cards(document.data)}
        for kind, n in _entries(document.data):
            if cards.get((kind, n)) not in self.good:
                listed.setdefault(kind, []).append(n)
            else:
                listed.setdefault(kind, [])
        rest = document
        for kind, numbers in listed.items():
            rest = rest.with_only(("cards", kind), numbers)
        wrong = {path[1:3] for path in faulty(rest, content_schema(), report) if path[:1] == ("cards",)}
        for kind, numbers in listed.items():
            for place, n in enumerate(numbers):
                if (kind, place) in wrong:
                    document.data["cards"][kind][n] = None
                elif (kind, n) in cards:
                    self.good.add(cards[kind, n])

    def _contents(self, document: Document, symbols: Symbols, report: Diagnostics) -> None:
        places = Places(symbols)
        for section, sort in _ROUTINES.items():
            written = document.data.get(section)
            for key, value in written.items() if isinstance(written, dict) else ():
                places.declare(sort, str(key), value)
        self._texts(document, places, report)
        program = Program(places.symbols)
        texts = Texts(places.symbols, report, places.function_result)
        cards = Cards([], places.symbols, program, texts, report)
        for kind, n, card in _cards(document.data):
            key = ("card", kind, repr(card))
            if kind in symbols.kinds and key not in self.good:
                before = len(report)
                cards.look_at("", kind, card, document, ("cards", kind, n))
                if len(report) == before:
                    self.good.add(key)

    def _texts(self, document: Document, places: Places, report: Diagnostics) -> None:
        """Checks the texts outside of cards."""
        data = {key: value for key, value in document.data.items() if key != "cards"}
        for mark in marks(data, content_schema(), {}):
            if not mark.form or mark.form in HEADS or mark.key:
                continue
            try:
                scalar = document.scalar(mark.path)
            except LookupError:
                continue
            beside = _at(data, mark.path[:2]) if mark.path[0] in ("actions", "extend") else {}
            beside = beside if isinstance(beside, Mapping) else {}
            key = ("text", tuple(p for p in mark.path if isinstance(p, str)), scalar.text, repr(beside))
            if key not in self.good:
                before = len(report)
                places.check(mark.path, mark.form, scalar, beside, report)
                if len(report) == before:
                    self.good.add(key)


def _entries(data: Any) -> Iterator[tuple[str, int]]:
    """The kinds and numbers of what is listed as cards."""
    listed = data.get("cards") if isinstance(data, dict) else None
    for kind, cards in listed.items() if isinstance(listed, dict) else ():
        yield from ((kind, n) for n in range(len(cards) if isinstance(cards, list) else 0))


def _cards(data: Any) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """The cards of a file that are mappings with an id and a name, with their kind and number."""
    for kind, n in _entries(data):
        card = data["cards"][kind][n]
        if isinstance(card, dict) and isinstance(card.get("id"), str) and isinstance(card.get("name"), str):
            yield kind, n, card


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        try:
            value = value[step]
        except (LookupError, TypeError):
            return None
    return value
