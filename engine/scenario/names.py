"""What the names in a scenario mean in the rules it is played with; those that mean nothing are told at their place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from dsl.diagnostics import Diagnostics, Span, suggest
from engine.packs.document import Document
from engine.ruleset import Card, Ruleset

Path = tuple[str | int, ...]
Column = dict[str, Any]
"""One row of `Ruleset.columns`: id, tag, of, initial."""


@dataclass(slots=True)
class Written:
    """A whole number that a scenario gives for something, and where it stands."""

    value: int
    path: Path


@dataclass(slots=True)
class Placed:
    """An entry of a zone: a card with what is said of it. `state` is by column, `goods` by number of the good.

    `above` are the components that stand on it (None: not said), `owner` is whose it is (a seat from 0), `face_down`
    whether it lies so (0 or 1).
    """

    card: Card
    path: Path
    state: dict[int, Written] = field(default_factory=dict)
    goods: dict[int, Written] = field(default_factory=dict)
    above: list[Placed] | None = None
    owner: Written | None = None
    face_down: Written | None = None

    @property
    def plain(self) -> bool:
        """Whether nothing but the card is said."""
        said = (self.above, self.owner, self.face_down)
        return not self.state and not self.goods and all(part is None for part in said)


class Names:
    """Reads the parts of one scenario file against some rules."""

    def __init__(self, document: Document, rules: Ruleset, report: Diagnostics) -> None:
        self.document, self.rules, self.report = document, rules, report
        self.kinds = {k["id"]: k for k in rules.kinds}
        self.goods = {g["id"]: n for n, g in enumerate(rules.goods)}
        self.own = {z["id"]: z for z in rules.zones if z["each"]}
        self.shared = {z["id"]: z for z in rules.zones if not z["each"]}
        self.player = {c["id"]: n for n, c in enumerate(rules.columns["player"])}
        self.table = {c["id"]: n for n, c in enumerate(rules.columns["table"])}
        self.phases = [p["id"] for p in rules.phases]
        self.boards = [kind for kind in (rules.board, rules.automaton) if kind]
        self.of_player = [*self.boards, "goods", *self.own, *self.goods, *self.player]

    # ---- where things stand
    def at(self, path: Path) -> Any:
        """The value at a path."""
        value: Any = self.document.data
        for step in path:
            value = value[step]
        return value

    def error(self, code: str, message: str, path: Path, hint: str | None = None) -> None:
        """Something is wrong with the value at a path."""
        self.report.error(code, message, self.document.span(path), hint=hint)

    def unknown(self, code: str, message: str, path: Path, known: Iterable[str]) -> None:
        """The key at the end of a path means nothing; `known` are those that do."""
        names = list(known)
        hint = suggest(str(path[-1]), names) or (f"there are: {', '.join(names)}" if names else None)
        self.report.error(code, message, self.key(path), hint=hint)

    def key(self, path: Path) -> Span:
        return self.document.key_span(path)

    # ---- values
    def seat(self, path: Path, seats: int) -> int | None:
        """The number of a seat from 0, or None after an error."""
        value = self.at(path)
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= seats:
            return value - 1
        self.error("M011", f"there is no seat {value}: the table has {seats}", path)
        return None

    def phase(self, path: Path) -> int | None:
        """The number of a phase, -1 for `setup`, or None after an error."""
        value = self.at(path)
        if value == "setup" and self.rules.setup >= 0:
            return -1
        if value in self.phases:
            return self.phases.index(value)
        known = [*(["setup"] if self.rules.setup >= 0 else []), *self.phases]
        hint = suggest(str(value), known) or f"there are: {', '.join(known)}"
        self.error("N001", f"there is no phase `{value}`", path, hint)
        return None

    def value(self, path: Path, column: Column, seats: int) -> int | None:
        """A value of a declared field as a state holds it, or None after an error."""
        value, tag = self.at(path), column["tag"]
        if tag == "flag" and isinstance(value, bool):
            return int(value)
        if tag == "number" and isinstance(value, int) and not isinstance(value, bool):
            return value
        if tag == "player":
            return -1 if value is None else self.seat(path, seats)
        if tag == "word" and isinstance(value, str):
            return self._word(path, column["of"])
        if tag == "set" and isinstance(value, list):
            words = [self._word((*path, n), column["of"]) for n in range(len(value))]
            return None if None in words else sum({1 << w for w in words if w is not None})
        wanted = {
            "flag": "true or false", "number": "a whole number", "word": f"a word of {column['of']}",
            "set": f"a list of words of {column['of']}",
        }.get(tag)  # fmt: skip
        self.error(
            "K003", f"`{path[-1]}` is {wanted}" if wanted else f"`{path[-1]}` cannot be written in a scenario", path
        )
        return None

    def _word(self, path: Path, vocabulary: str) -> int | None:
        word, words = self.at(path), self.rules.words[vocabulary]["words"]
        if word in words:
            return int(words.index(word))
        hint = suggest(str(word), words) or f"there are: {', '.join(words)}"
        self.error("N003", f"`{word}` is no word of {vocabulary}", path, hint)
        return None

    def amount(self, path: Path) -> int | None:
        """A number that is not negative, or None after an error."""
        value = self.at(path)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        self.error("K003", f"`{path[-1]}` is an amount: a whole number from 0", path)
        return None

    def amounts(self, path: Path) -> Iterator[tuple[int, Written]]:
        """The goods of a mapping: number and amount of each."""
        value = self.at(path)
        if not isinstance(value, dict):
            self.error("K003", "goods are a mapping of amounts, as {coin: 2}", path)
            return
        for id in value:
            if id not in self.goods:
                self.unknown("N002", f"there is no good `{id}`", (*path, id), self.goods)
            elif (n := self.amount((*path, id))) is not None:
                yield self.goods[id], Written(n, (*path, id))

    # ---- components
    def card(self, path: Path, id: object) -> Card | None:
        """The card an id or `pack:id` means, or None after an error."""
        found = self.rules.by_id.get(str(id), [])
        if len(found) == 1:
            return found[0]
        if found:
            options = " or ".join(f"`{c.pack}:{c.id}`" for c in found)
            self.error("N010", f"several packs have a card `{id}`", path, f"write {options}")
        else:
            self.error("N009", f"there is no card `{id}`", path, suggest(str(id), self.rules.by_id))
        return None

    def entries(self, path: Path, seats: int) -> list[Placed]:
        """The entries of a list of components; those that mean nothing are left out after an error."""
        value = self.at(path)
        if not isinstance(value, list):
            self.error("K003", f"`{path[-1]}` is a list of cards", path)
            return []
        found = (self.placed((*path, n), seats) for n in range(len(value)))
        return [p for p in found if p is not None]

    def placed(self, path: Path, seats: int) -> Placed | None:
        """One entry: an id, or a mapping with the card and what is true of it."""
        value = self.at(path)
        if not isinstance(value, dict):
            card = self.card(path, value)
            return Placed(card, path) if card else None
        if "card" not in value:
            self.error("K002", "an entry of a zone lacks `card`", path)
            return None
        card = self.card((*path, "card"), value["card"])
        if card is None:
            return None
        out = Placed(card, path)
        for id in value:
            if id != "card":
                self._said(out, id, (*path, id), seats)
        return out

    def _said(self, out: Placed, id: str, path: Path, seats: int) -> None:
        """One thing that is said of a component: its state, a good on it, what stands on it, or whose it is."""
        kind = self.kinds[out.card.kind]
        columns: dict[str, int] = dict(kind["state"])
        if id == "goods" and kind["holds_goods"]:
            out.goods.update(self.amounts(path))
        elif id in columns:
            number = self.value(path, self.rules.columns["state"][columns[id]], seats)
            if number is not None:
                out.state[columns[id]] = Written(number, path)
        elif id in kind["holds"]:
            number = self.amount(path)
            if number is not None:
                out.goods[self.goods[id]] = Written(number, path)
        elif id == "above":
            out.above = self.entries(path, seats)
        elif id == "owner":
            seat = self.seat(path, seats)
            out.owner = Written(seat, path) if seat is not None else None
        elif id == "face_down":
            out.face_down = Written(int(self.at(path)), path)
        else:
            known = [
                *(["goods"] if kind["holds_goods"] else []),
                *columns,
                *kind["holds"],
                "above",
                "owner",
                "face_down",
            ]
            self.unknown("N006", f"nothing called `{id}` can be true of a {kind['name']}", path, known)
