"""Cards: their fields checked and turned into columns, effects and abilities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dsl import ir
from dsl import types as t
from dsl.diagnostics import Diagnostics, Related, Span, suggest
from dsl.program import Key, Program, Text, UnitInfo
from dsl.symbols import Field, Kind, Symbols
from engine.link.texts import Path, Texts
from engine.packs.document import Document
from engine.packs.order import Pack
from engine.schema.words import listed

Limit = tuple[tuple[tuple[int, ...], int], ...]


@dataclass(slots=True)
class CardDef:
    """A card as linked. `values` are constants by column, `units` keys of effects by column (by word for entries)."""

    id: str
    pack: str
    kind: str
    name: str
    copies: int
    written: dict[str, Any]
    document: Document
    path: Path
    values: dict[int, int] = field(default_factory=dict)
    units: dict[int, Key | dict[int, Key]] = field(default_factory=dict)
    limits: dict[int, Limit] = field(default_factory=dict)
    abilities: list[Key] = field(default_factory=list)
    number: int = 0

    def document_fields(self) -> set[str]:
        """The fields written where the card is listed (others were changed by an extension or are defaults)."""
        value: Any = self.document.data
        for step in self.path:
            value = value[step]
        return set(value)


class Cards:
    """Reads the cards of all packs, with what other packs change on them."""

    def __init__(
        self, packs: list[Pack], symbols: Symbols, program: Program, texts: Texts, report: Diagnostics
    ) -> None:
        self.packs, self.symbols, self.program, self.texts, self.report = packs, symbols, program, texts, report
        self.cards: list[CardDef] = []
        self.first: dict[tuple[str, str], Span] = {}

    def run(self) -> list[CardDef]:
        """All cards, numbered from 1."""
        for pack, document, path, kind, entry in self._entries():
            span = document.span((*path, "id"))
            if (pack.id, entry["id"]) in self.first:
                self.report.error(
                    "N011",
                    f"the card `{entry['id']}` is listed twice",
                    span,
                    related=(Related(self.first[pack.id, entry["id"]], "here first"),),
                )
                continue
            self.first[pack.id, entry["id"]] = span
            self.cards.append(
                CardDef(
                    entry["id"],
                    pack.id,
                    kind,
                    entry["name"],
                    entry.get("copies", 1),
                    dict(entry),
                    document,
                    path,
                    number=len(self.cards) + 1,
                )
            )
        sources = self._changes()
        for card in self.cards:
            self._fields(card, sources)
        return self.cards

    def _entries(self) -> Iterator[tuple[Pack, Document, Path, str, dict[str, Any]]]:
        for pack in self.packs:
            for document in pack.documents:
                for kind, entries in document.data.get("cards", {}).items():
                    if kind not in self.symbols.kinds:
                        self.report.error(
                            "N004",
                            f"there is no kind `{kind}`",
                            document.key_span(("cards", kind)),
                            hint=suggest(kind, self.symbols.kinds),
                        )
                        continue
                    for n, entry in enumerate(entries):
                        if entry is None:  # misshapen, and reported as such
                            continue
                        yield pack, document, ("cards", kind, n), kind, entry

    def find(self, id: str) -> list[CardDef]:
        """The cards an id or `pack:id` can mean."""
        pack, _, bare = id.rpartition(":")
        return [c for c in self.cards if c.id == bare and pack in ("", c.pack)]

    def _changes(self) -> dict[tuple[int, str], tuple[Document, Path]]:
        """Applies `extend: card`; where each changed field is written now."""
        out: dict[tuple[int, str], tuple[Document, Path]] = {}
        for pack in self.packs:
            for document in pack.documents:
                for n, entry in enumerate(document.data.get("extend", [])):
                    if "card" in entry:
                        self._change(document, ("extend", n), entry, out)
        return out

    def _change(
        self, document: Document, path: Path, entry: dict[str, Any], out: dict[tuple[int, str], tuple[Document, Path]]
    ) -> None:
        found = self.find(entry["card"])
        span = document.span((*path, "card"))
        if len(found) != 1:
            what = (
                f"there is no card `{entry['card']}`" if not found else f"several packs have a card `{entry['card']}`"
            )
            hint = (
                suggest(entry["card"], [c.id for c in self.cards])
                if not found
                else f"write `{found[0].pack}:{entry['card']}`"
            )
            self.report.error("N009", what, span, hint=hint)
            return
        card = found[0]
        for field_id, value in entry.get("add", {}).items():
            where = (*path, "add", field_id)
            known = {"copies", *(f.id for f in self.symbols.kinds[card.kind].fields.values() if f.type == t.NUMBER)}
            if field_id not in known:
                self.report.error(
                    "N006",
                    f"a {card.kind} has no number `{field_id}`",
                    document.key_span(where),
                    hint=suggest(field_id, known),
                )
            elif field_id == "copies":
                card.copies += value
            else:
                card.written[field_id] = card.written.get(field_id, 0) + value
        for field_id, value in entry.get("set", {}).items():
            where = (*path, "set", field_id)
            if field_id == "name":
                card.name = value
            elif field_id == "copies":
                card.copies = value
            elif field_id not in self.symbols.kinds[card.kind].fields:
                self.report.error(
                    "N006",
                    f"a {card.kind} has no field `{field_id}`",
                    document.key_span(where),
                    hint=suggest(field_id, self.symbols.kinds[card.kind].fields),
                )
                continue
            card.written[field_id] = value
            out[card.number, field_id] = (document, where)

    def look_at(self, pack: str, kind: str, entry: dict[str, Any], document: Document, path: Path) -> None:
        """Reports what is wrong with one card as it is written, without regard to any other."""
        copies = entry.get("copies", 1)
        self._fields(CardDef(entry["id"], pack, kind, entry["name"], copies, dict(entry), document, path), {})

    # ---- fields
    def _fields(self, card: CardDef, sources: dict[tuple[int, str], tuple[Document, Path]]) -> None:
        kind: Kind = self.symbols.kinds[card.kind]
        missing: list[str] = []
        meant: set[str] = set()  # fields that are there, but for a slip in their name: they are not missing as well
        for id in card.written:
            if id not in ("id", "name", "copies") and id not in kind.fields:
                at = card.document.key_span((*card.path, id)) if (card.number, id) not in sources else None
                hint = suggest(id, ["id", "name", "copies", *kind.fields])
                meant |= {hint.fix} if hint is not None else set()
                self.report.error("K001", f"a {card.kind} has no field `{id}`", at, hint=hint)
        for f in kind.fields.values():
            document, path = sources.get((card.number, f.id), (card.document, (*card.path, f.id)))
            if f.id in card.written:
                self._value(card, kind, f, card.written[f.id], document, path)
            elif f.default is not None:
                self._value(card, kind, f, f.default, document, card.path)
            elif not f.optional and f.id not in meant:
                missing.append(f.id)
        if missing:
            named = listed([f"`{id}`" for id in missing], "and")
            self.report.error("K002", f"this {card.kind} lacks {named}", card.document.span((*card.path, "id")))

    def _value(self, card: CardDef, kind: Kind, f: Field, value: Any, document: Document, path: Path) -> None:
        tag = f.type.tag
        if tag in ("number", "flag"):
            if isinstance(value, bool) != (tag == "flag") or not isinstance(value, int):
                self.report.error("K003", f"`{f.id}` is {f.type}", document.span(path))
            elif (f.least is not None and value < f.least) or (f.most is not None and value > f.most):
                least = f.least if f.least is not None else "any number"
                most = f.most if f.most is not None else "any number"
                self.report.error("K005", f"`{f.id}` goes from {least} to {most}", document.span(path))
            else:
                card.values[f.column] = int(value)
        elif tag == "word":
            self._word(card, f, value, document, path)
        elif tag == "set":
            self._set(card, f, value, document, path)
        elif tag == "text":
            return
        elif not isinstance(value, {"abilities": list, "entries": dict}.get(tag, str)):
            self.report.error("K003", f"`{f.id}` is {f.type}", document.span(path))
        elif tag == "abilities":
            for n in range(len(value)):
                self._ability(card, kind, f, document, (*path, n), f"{n}")
        elif tag == "entries":
            self._entries_of(card, kind, f, value, document, path)
        else:
            self._text(card, kind, f, document, path)

    def _word(self, card: CardDef, f: Field, value: Any, document: Document, path: Path) -> None:
        words = self.symbols.words[f.type.of]
        if value in words.words:
            card.values[f.column] = words.index(value)
        else:
            self.report.error(
                "N003",
                f"`{value}` is no word of {f.type.of}",
                document.span(path),
                hint=suggest(str(value), words.words),
            )

    def _set(self, card: CardDef, f: Field, value: Any, document: Document, path: Path) -> None:
        words, mask = self.symbols.words[f.type.of], 0
        if not isinstance(value, list):
            self.report.error("K003", f"`{f.id}` is {f.type}: a list in brackets", document.span(path))
            return
        for n, word in enumerate(value):
            if word not in words.words:
                self.report.error(
                    "N003",
                    f"`{word}` is no word of {f.type.of}",
                    document.span((*path, n)),
                    hint=suggest(str(word), words.words),
                )
            elif mask >> words.index(word) & 1:
                self.report.error("N011", f"`{word}` stands here twice", document.span((*path, n)))
            else:
                mask |= 1 << words.index(word)
        card.values[f.column] = mask

    def _text(self, card: CardDef, kind: Kind, f: Field, document: Document, path: Path) -> None:
        tag = f.type.tag
        tree = self.texts.parse(document, path, tag)
        if tree is None:
            return
        checker = self.texts.checker(document.scalar(path))
        key: Key = (tag, card.pack, card.id, f.id)
        if tag == "ability":
            self._ability(card, kind, f, document, path, "")
            return
        unit = checker.goods_unit(tree, kind.id) if tag == "goods" else checker.card_effect(tree, kind.id)
        if unit is None:
            return
        self._add(key, unit, self.texts.text(document, path, card.id), f.column)
        card.units[f.column] = key
        if tag == "goods":
            limit = self._limit(tree)
            if limit is not None:
                card.limits[f.column] = limit

    def _add(self, key: Key, unit: ir.Unit, text: Text, column: int) -> None:
        self.program.units[key] = UnitInfo(key, unit, text, column=column)

    def _limit(self, tree: Any) -> Limit | None:
        """Goods with fixed amounts as (alternatives, amount) pairs; None if they are not fixed."""
        from dsl import syntax as x

        out: list[tuple[tuple[int, ...], int]] = []
        for term in tree.terms:
            if not isinstance(term, x.Term) or not isinstance(term.amount, x.Num) or term.per is not None:
                return None
            goods: list[int] = []
            for name in term.unit.names:
                goods += [self.symbols.goods[g].index for g in self.symbols.members(name.id)]
            out.append((tuple(goods), term.amount.value))
        return tuple(out)

    def _entries_of(self, card: CardDef, kind: Kind, f: Field, value: Any, document: Document, path: Path) -> None:
        words = self.symbols.words[f.type.of]
        found: dict[int, Key] = {}
        for word in value:
            if word not in words.words:
                self.report.error(
                    "N003",
                    f"`{word}` is no word of {f.type.of}",
                    document.key_span((*path, word)),
                    hint=suggest(word, words.words),
                )
                continue
            key = self._ability(card, kind, f, document, (*path, word), word)
            if key is not None:
                found[words.index(word)] = key
        missing = [w for w in words.words if w not in value]
        if missing and not f.optional:
            self.report.error("K002", f"`{f.id}` lacks `{missing[0]}`", document.key_span(path))
        card.units[f.column] = found

    def _ability(self, card: CardDef, kind: Kind, f: Field, document: Document, path: Path, part: str) -> Key | None:
        tree = self.texts.parse(document, path, "ability")
        if tree is None:
            return None
        scalar = document.scalar(path)
        checked = self.texts.checker(scalar).ability(tree, kind.id)
        if checked is None:
            return None
        key: Key = ("ability", card.pack, card.id, f.id, part)
        text = self.texts.text(document, path, card.id)
        activated = isinstance(checked, ir.AbilityIr)
        if activated == (f.type.tag == "abilities"):
            wanted = (
                "a trigger (`when ...`) or modifier (`always ...`)"
                if activated
                else "an activated ability: cost -> effect"
            )
            self.report.error("T003", f"`{f.id}` holds {wanted}", scalar.span(0, len(scalar.text.rstrip())))
            return None
        if isinstance(checked, ir.AbilityIr):
            self._add(key, checked.unit, text, f.column)
            self.program.abilities[key] = checked
            if f.type.tag != "entries":
                card.units[f.column] = key
        elif isinstance(checked, ir.TriggerIr):
            self._add(key, checked.unit, text, -1)
            self.program.trigger_irs[key] = checked
            card.abilities.append(key)
        else:
            self.program.modifiers.append((card.number, checked, text))
        return key
