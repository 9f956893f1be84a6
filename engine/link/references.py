"""References between declarations: what goods, zones, kinds and seats name must be declared, and fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from dsl import types as t
from dsl.diagnostics import Diagnostics, suggest
from dsl.symbols import Symbols
from engine.packs.document import Document

Path = tuple[str | int, ...]
_CODES = {"zone": "N005", "good": "N002", "kind": "N004", "group of goods": "N002", "drawing": "N013"}


class Written(Protocol):
    """The vocabularies as they are written."""

    def sections(self, name: str) -> Iterator[tuple[Document, Path, Any]]: ...

    def entries(self, name: str) -> Iterator[tuple[Document, Path, str, Any]]: ...


class References:
    """Checks what the entries of vocabularies name against the symbol tables made of them; errors go to `report`."""

    def __init__(self, symbols: Symbols, written: Written, report: Diagnostics) -> None:
        self.symbols, self.written, self.report = symbols, written, report

    def run(self) -> None:
        for document, path, _, value in self.written.entries("goods"):
            self._good(value or {}, document, path)
        for document, path, _, value in self.written.entries("zones"):
            self._zone(value or {}, document, path)
        for document, path, _, words in self.written.entries("words"):
            for word, value in words.items() if isinstance(words, dict) else ():
                self._must_be_drawn(value, document, (*path, word))
        for document, path, id, value in self.written.entries("kinds"):
            self._kind(id, value, document, path)
        for document, path, part in self.written.sections("seats"):
            if part.get("board"):
                self._must_exist("kind", part["board"], self.symbols.kinds, document, (*path, "board"))
            if part.get("automaton"):
                self._turn(part["automaton"], document, (*path, "automaton"))

    def _good(self, good: Any, document: Document, path: Path) -> None:
        zones = self.symbols.zones
        for key in ("zone", "from"):
            if good.get(key):
                self._must_exist("zone", good[key], zones, document, (*path, key))
        if good.get("wild"):
            self._must_exist("group of goods", good["wild"], self.symbols.groups, document, (*path, "wild"))
        elif good.get("pays_for"):
            message, hint = (
                "only of a good that is wild it is said what it pays for",
                "add `wild` with the group it pays for",
            )
            self.report.error("K002", message, document.key_span((*path, "pays_for")), hint=hint)
        self._must_be_drawn(good, document, path)
        zone, source = zones.get(good.get("zone", "")), zones.get(good.get("from", ""))
        if zone is not None and not zone.each:
            message = "goods that components stand for lie in a zone of each player"
            self.report.error("T003", message, document.span((*path, "zone")))
        if source is not None and source.each:
            self.report.error("T003", "components are drawn from a shared zone", document.span((*path, "from")))

    def _zone(self, zone: Any, document: Document, path: Path) -> None:
        s = self.symbols
        if zone.get("refill"):
            self._must_exist("zone", zone["refill"], s.zones, document, (*path, "refill"))
        if zone.get("rows"):
            fields = [f.id for k in s.kinds.values() for f in k.fields.values() if f.type.tag in ("word", "number")]
            self._must_exist("field of words or numbers", zone["rows"], fields, document, (*path, "rows"))

    def _kind(self, id: str, kind: Any, document: Document, path: Path) -> None:
        s = self.symbols
        self._must_be_drawn(kind, document, path)
        if "start" in kind:
            self._must_exist("zone", kind["start"], s.zones, document, (*path, "start"))
        for n, held in enumerate(kind.get("holds", ())):
            if held != "goods":
                self._must_exist("good", held, s.goods, document, (*path, "holds", n))
        if kind.get("back") and id in s.kinds:
            self._must_exist("field", kind["back"], s.kinds[id].fields, document, (*path, "back"))

    def _turn(self, own: Any, document: Document, path: Path) -> None:
        """The board of a seat that plays by itself is of a kind of its own, with a field of effects."""
        s = self.symbols
        self._must_exist("kind", own["kind"], s.kinds, document, (*path, "kind"))
        if own["kind"] == s.board:
            message = "seats that play by themselves have a kind of board of their own"
            self.report.error("T003", message, document.span((*path, "kind")))
        elif own["kind"] in s.kinds:
            fields = s.kinds[own["kind"]].fields
            self._must_exist("field", own["turn"], fields, document, (*path, "turn"))
            if own["turn"] in fields and fields[own["turn"]].type != t.EFFECT:
                message = f"`{own['turn']}` is {fields[own['turn']].type}, but a turn is an effect"
                self.report.error("T001", message, document.span((*path, "turn")))

    def _must_be_drawn(self, value: Any, document: Document, path: Path) -> None:
        """The drawing that something names must be there."""
        if drawing := (value or {}).get("drawing"):
            self._must_exist("drawing", drawing, self.symbols.drawings, document, (*path, "drawing"))

    def _must_exist(self, sort: str, id: str, known: Any, document: Document, path: Path) -> None:
        if id not in known:
            code = _CODES.get(sort, "N006")
            self.report.error(code, f"there is no {sort} `{id}`", document.span(path), hint=suggest(id, known))
