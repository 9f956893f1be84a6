"""What can be written at a place: keys and values as the schema has them, words and names of effect texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lsprotocol import types as lsp

from cli.lsp.cursor import Cursor, Path, cursor_at
from cli.lsp.positions import Text
from dsl.operators import OPERATORS
from dsl.symbols import Symbols
from engine.index.about import about, named, row_of
from engine.index.book import Symbol
from engine.index.expected import Expected, expected
from engine.index.linked import Linked
from engine.index.marks import shapes_of
from engine.index.options import following
from engine.index.places import Places
from engine.link.cards import CardDef
from engine.link.declare import type_names
from engine.packs import locate
from engine.schema.shapes import Schema

_KINDS = {
    "good": lsp.CompletionItemKind.Unit, "group": lsp.CompletionItemKind.Unit,
    "word": lsp.CompletionItemKind.EnumMember, "vocabulary": lsp.CompletionItemKind.Enum,
    "kind": lsp.CompletionItemKind.Class,
    "zone": lsp.CompletionItemKind.Folder, "field": lsp.CompletionItemKind.Field,
    "player": lsp.CompletionItemKind.Field, "table": lsp.CompletionItemKind.Variable,
    "event": lsp.CompletionItemKind.Event, "routine": lsp.CompletionItemKind.Function,
    "option": lsp.CompletionItemKind.Constant, "card": lsp.CompletionItemKind.Value,
    "pack": lsp.CompletionItemKind.Module, "drawing": lsp.CompletionItemKind.Color,
    "local": lsp.CompletionItemKind.Variable, "operator": lsp.CompletionItemKind.Operator,
}  # fmt: skip

_NOT_PLAIN = ">|*&!%@`{['"  # what text without quotes does not begin with
#: How near to a text what it may name is, by sort; options are the farthest.
_NEAR = {
    "word": 0, "local": 1, "field": 2, "vocabulary": 2, "operator": 3, "kind": 2, "zone": 2, "event": 2, "routine": 2,
    "player": 3, "table": 3, "good": 4, "group": 4, "option": 9,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be written. `insert` is what is written if it is not the label."""

    label: str
    kind: lsp.CompletionItemKind
    about: str = ""
    insert: str = ""


class Completion:
    """Completes in files of one sort, with the schema for them and what was linked last (None: nothing yet)."""

    def __init__(self, schema: Schema, linked: Linked | None) -> None:
        self.schema = schema
        self.linked = linked
        self.symbols = linked.symbols if linked is not None else Symbols()
        self.places = Places(self.symbols)

    def items(self, text: Text, offset: int, *, snippets: bool = False) -> list[lsp.CompletionItem]:
        """What can be written at an offset, as editors want it. `snippets`: they take these, too."""
        cursor = cursor_at(text.text, offset)
        start, found = self.choices(cursor)
        begin = offset - (len(cursor.before) - start)
        edit_range = text.range(begin, offset)
        space = " " if cursor.role == "value" and text.text[:begin].endswith(":") else ""
        unique: dict[str, Choice] = {}
        for choice in found:
            unique.setdefault(choice.label, choice)
        out = []
        for n, choice in enumerate(unique.values()):
            item = lsp.CompletionItem(
                label=choice.label,
                kind=choice.kind,
                documentation=choice.about or None,
                sort_text=f"{n:04}",
                filter_text=choice.label,  # without it some editors show all, whatever is typed
                text_edit=lsp.TextEdit(edit_range, space + (choice.insert or choice.label)),
            )
            out.append(_as_snippet(item) if snippets else item)
        return out

    def choices(self, cursor: Cursor) -> tuple[int, list[Choice]]:
        """What can be written at a cursor, and where in what stands there the word begins."""
        shapes = self._shapes(cursor.path)
        if cursor.role != "value":
            found = list(self._keys(shapes, cursor.siblings))
            if cursor.role == "item":
                found += self._items(shapes)
            if found and cursor.role == "item":
                found += (value for shape in shapes if shape.get("type") != "object" for value in self._values(shape))
            if found or cursor.role == "key":
                return 0, found
        form = next((shape["format"] for shape in shapes if "format" in shape), None)
        if form == "names":
            return 0, list(self._names("routine"))
        if any(shape.get("refers") == "names" for shape in shapes):
            return self._option(cursor.before)
        if form is not None and form != "signature":
            return self._effect(cursor, form)
        found = [choice for shape in shapes for choice in self._values(shape)]
        start = 0 if any(" " in choice.label for choice in found) else len(cursor.before) - len(_word(cursor.before))
        return start, found

    # ---- the schema
    def _shapes(self, path: Path) -> list[Schema]:
        """The shapes that a value at a path may have."""
        shapes = shapes_of(self.schema, self.schema)
        for step in path:
            below: list[Any] = []
            for shape in shapes:
                if isinstance(step, int):
                    below.append(shape.get("items"))
                else:
                    below.append(shape.get("properties", {}).get(step, shape.get("additionalProperties")))
            shapes = [s for shape in below if isinstance(shape, dict) for s in shapes_of(shape, self.schema)]
        return shapes

    def _keys(self, shapes: list[Schema], siblings: set[str]) -> Iterator[Choice]:
        closed = [shape for shape in shapes if shape.get("type") == "object"]
        fit = [s for s in closed if s.get("additionalProperties") or siblings <= s.get("properties", {}).keys()]
        for shape in fit or closed:
            for key, below in shape.get("properties", {}).items():
                if key not in siblings:
                    yield Choice(key, lsp.CompletionItemKind.Property, _told(below, self.schema), f"{key}: ")
            keys = shape.get("propertyNames", {})
            for choice in self._names(keys.get("refers", "")):
                if choice.label not in siblings:
                    yield Choice(choice.label, choice.kind, choice.about, f"{choice.label}: ")

    def _items(self, shapes: list[Schema]) -> Iterator[Choice]:
        """The beginning of a further item of a list of mappings."""
        for item in (shapes_of(shape["items"], self.schema) for shape in shapes if "items" in shape):
            first = next((key for one in item for key in (*one.get("required", ()), *one.get("properties", ()))), None)
            if first is not None:
                told = next((one["description"] for one in item if "description" in one), "")
                yield Choice(f"- {first}", lsp.CompletionItemKind.Property, told, f"- {first}: ")

    def _values(self, shape: Schema) -> Iterator[Choice]:
        about_it = shape.get("description", "")
        for value in shape.get("enum", ()):
            symbol = next((s for s in named(str(value), self.symbols) if s.sort == "word"), None)
            told = about(symbol, self.symbols) if symbol is not None else about_it
            yield Choice(str(value), lsp.CompletionItemKind.EnumMember, told)
        kinds = shape.get("type")
        if "boolean" in ([kinds] if isinstance(kinds, str) else kinds or ()):
            for value in ("true", "false"):
                yield Choice(value, lsp.CompletionItemKind.Keyword, about_it)
        yield from self._names(shape.get("refers", ""))
        if "integer" in (kinds or "") or ("pattern" in shape and not {"declares", "refers"} & shape.keys()):
            for example in shape.get("examples", ()):
                quote = '"' if str(example)[:1] in _NOT_PLAIN else ""
                yield Choice(str(example), lsp.CompletionItemKind.Value, about_it, f"{quote}{example}{quote}")
        if "default" in shape and not isinstance(shape["default"], (bool, list, dict)):
            yield Choice(str(shape["default"]), lsp.CompletionItemKind.Value, about_it)

    # ---- options
    def _option(self, before: str) -> tuple[int, list[Choice]]:
        """The next words of an option."""
        if self.linked is None:
            return 0, []
        cards = sorted(self.linked.cards, key=self._nearness)
        start, found = following(before, self.linked.templates, self.symbols, cards)
        choices = []
        for after in found:
            told = about(after.symbol, self.symbols, cards) if after.symbol is not None else after.template
            kind = _KINDS[after.symbol.sort] if after.symbol is not None else lsp.CompletionItemKind.Keyword
            choices.append(Choice(after.text.strip(), kind, told, after.text))
        return start, choices

    # ---- names
    def _names(self, sort: str) -> Iterator[Choice]:
        """Everything of a sort."""
        s = self.symbols
        if sort == "type":
            for name in type_names(s.words, s.kinds):
                yield Choice(name, lsp.CompletionItemKind.TypeParameter, self._about(name.split()[-1]))
            return
        for name in self._ids(sort):
            symbol = Symbol(sort, name, next((w.id for w in s.words.values() if name in w.words), ""))
            symbol = symbol if sort != "name" else next(iter(named(name, s)), symbol)
            cards = self.linked.cards if self.linked is not None else []
            yield Choice(name, _KINDS.get(symbol.sort, lsp.CompletionItemKind.Text), about(symbol, s, cards))

    def _ids(self, sort: str) -> Iterable[str]:
        s, linked = self.symbols, self.linked
        fields = dict.fromkeys(f for kind in s.kinds.values() for f in (*kind.fields, *kind.state))
        tables: dict[str, Iterable[str]] = {
            "good": s.goods, "group": s.groups, "vocabulary": s.words, "kind": s.kinds, "zone": s.zones,
            "event": s.events, "routine": s.routines, "player": s.player, "table": s.table, "option": s.options,
            "drawing": s.drawings, "field": fields, "word": [w for words in s.words.values() for w in words.words],
            "card": self._cards(),
            "name": [*s.zones, *s.goods, *s.player, *s.table, *fields],
        }  # fmt: skip
        if sort == "pack":
            near = {pack.id for pack in linked.packs} if linked is not None else set()
            return sorted({*locate.built_in(), *near})
        return tables.get(sort, ())

    def _cards(self) -> list[str]:
        """The ids of all cards, those first of the packs that build on the others."""
        if self.linked is None:
            return []
        return [card.id for card in sorted(self.linked.cards, key=self._nearness)]

    def _nearness(self, card: CardDef) -> int:
        """Small for cards of packs that build on the others."""
        order = [pack.id for pack in self.linked.packs] if self.linked is not None else []
        return -order.index(card.pack)

    def _about(self, id: str) -> str:
        return next((about(symbol, self.symbols) for symbol in named(id, self.symbols)), "")

    # ---- effect texts
    def _effect(self, cursor: Cursor, form: str) -> tuple[int, list[Choice]]:
        found = expected(cursor.before, form, cursor.path, self._beside(cursor), self.places)
        words, names, called = list(self._words(found)), list(self._of_text(found)), list(self._called(found))
        amounts = list(self._amounts(found))
        # where an effect begins, what can be done comes first; elsewhere what is meant
        if not found.statement and form in ("effect", "ability"):
            return found.start, [*words, *amounts, *names, *called]
        return found.start, [*amounts, *names, *words, *called]

    def _words(self, found: Expected) -> Iterator[Choice]:
        for word in found.words:
            row = row_of(word) or OPERATORS.get(found.statement) or row_of(found.statement)
            told = f"{row.syntax}: {row.doc}" if row is not None else ""
            yield Choice(word, lsp.CompletionItemKind.Keyword, told)

    def _of_text(self, found: Expected) -> Iterator[Choice]:
        """Names, the nearest first: of the text itself, then of the card, then of the game, then options."""
        goods = found.names & self.symbols.goods.keys()
        fit = (w for w in self.symbols.words.values() if goods <= {*w.words} <= found.names)
        vocabulary = next(fit, None)
        listed: list[tuple[int, Choice]] = []
        for name in sorted(found.names - {*found.words}):
            all_ = named(name, self.symbols)
            symbol = next((s for s in all_ if found.member and s.sort in ("field", "player")), next(iter(all_), None))
            if vocabulary is not None and name in vocabulary.words:  # that is expected, whatever else has the name
                symbol = Symbol("word", name, vocabulary.id)
            row = row_of(name) if symbol is None else None
            sort = symbol.sort if symbol is not None else "operator" if row is not None else "local"
            told = f"{row.syntax}: {row.doc}" if row is not None else ""
            told = about(symbol, self.symbols) if symbol is not None else told
            listed.append((_NEAR.get(sort, len(_NEAR)), Choice(name, _KINDS[sort], told)))
        yield from (choice for _, choice in sorted(listed, key=lambda one: one[0]))

    def _amounts(self, found: Expected) -> Iterator[Choice]:
        """One of each good."""
        for name in found.counted:
            if name in self.symbols.goods:
                yield Choice(f"1 {name}", _KINDS["good"], self._about(name))

    def _called(self, found: Expected) -> Iterator[Choice]:
        for name in sorted(found.called):
            symbol = next((s for s in named(name, self.symbols) if s.sort in ("routine", "event")), None)
            symbol = symbol or Symbol("operator", name)
            yield Choice(name, _KINDS["routine"], about(symbol, self.symbols), f"{name}(")

    def _beside(self, cursor: Cursor) -> dict[str, Any]:
        """The mapping that a text is part of: as it is written above the cursor, else as it was linked last."""
        if cursor.path[:1] == ("extend",):
            return dict(cursor.written)
        for document in (d for pack in (self.linked.packs if self.linked is not None else ()) for d in pack.documents):
            value: Any = document.data
            for step in cursor.path[:2]:
                value = value.get(step) if isinstance(value, dict) else None
            if isinstance(value, dict):
                return value
        return {}


def _as_snippet(item: lsp.CompletionItem) -> lsp.CompletionItem:
    """An item that is more than a word as a snippet: of other texts some editors write the first word only."""
    if isinstance(item.text_edit, lsp.TextEdit) and " " in item.text_edit.new_text:
        item.insert_text_format = lsp.InsertTextFormat.Snippet
        item.text_edit.new_text = re.sub(r"[\\$}]", r"\\\g<0>", item.text_edit.new_text)
    return item


def _word(before: str) -> str:
    """The word that is being written."""
    return before[len(before.rstrip("abcdefghijklmnopqrstuvwxyz0123456789_")) :]


def _told(schema: Schema, root: Schema) -> str:
    return str(schema.get("description") or next((s.get("description", "") for s in shapes_of(schema, root)), ""))
