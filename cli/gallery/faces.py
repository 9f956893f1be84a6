"""What stands on the faces of cards, as plain data: from linked packs, in a language, with signs for what is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cli.gallery.flow import Token
from cli.gallery.marks import marked, marked_language, names_of, split, unmarked
from cli.gallery.signs import PALETTE, Sign, sign
from dsl.language import Language, localized
from dsl.symbols import Field, Kind
from dsl.text.tell import FieldText, Teller
from dsl.text.words_en import capital, spaced
from engine.link.cards import CardDef
from engine.messages import MESSAGES

_SHORT = ("goods", "word", "set", "number", "flag", "text")
_HEAD_FIELDS = 2  #: how many fields of a kind may stand in the head
NEUTRAL = "#5c5348"  #: of a band that nothing gives a colour


@dataclass(slots=True)
class Row:
    """One field on a face. A short one stands beside its label, a long one behind it over the whole width."""

    label: str
    tokens: list[Token]
    short: bool


@dataclass(slots=True)
class Face:
    """A card as it is drawn, and as it can be looked for: its `words` and `numbers` are by field. `lines` are all that
    it says, each with its label; `definition` is where it comes from."""

    id: str
    title: str
    kind: str
    kind_id: str
    pack: str
    copies: int
    band: Sign | None
    color: str
    number: tuple[str, int] | None
    emblem: Sign
    definition: CardDef
    rows: list[Row] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)
    words: dict[str, list[str]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Choice:
    """A field of words that cards can be filtered by: its label, and the words with their names."""

    id: str
    label: str
    words: dict[str, str]


class Faces:
    """Makes the faces of the cards of some linked packs."""

    def __init__(self, rules: Any, language: Language | None = None) -> None:
        symbols = rules.symbols
        self.rules, self.language = rules, language
        self.symbols = symbols if language is None else localized(symbols, language)
        spoken = None if language is None else marked_language(language, symbols)
        self._teller = Teller(marked(symbols), rules.program, MESSAGES, spoken)
        self._names = names_of(symbols, language)
        self.goods = [
            sign(str(g.name), symbols.drawings.get(g.drawing), g.icon) for g in self.symbols.good_list()
        ]  # fmt: skip

    def all(self) -> list[Face]:
        """The faces of all cards, in the order of their packs."""
        return [self.face(card) for card in self.rules.cards]

    def say(self, id: str, *parts: object) -> str:
        """Words of the page itself, in the language."""
        return self._teller.say(f"gallery.{id}", *parts)

    def choices(self) -> list[Choice]:
        """The fields of words of all kinds, those of one name and vocabulary once."""
        found: dict[str, Choice] = {}
        for kind in self.symbols.kind_list():
            for f in kind.fields.values():
                if f.type.tag in ("word", "set"):
                    vocabulary = self.symbols.words[f.type.of]
                    names = {w: str(vocabulary.names[w]) for w in vocabulary.words}
                    found.setdefault(_key(f), Choice(_key(f), self._label(f), names))
        return list(found.values())

    def numbers(self) -> dict[str, str]:
        """The fields of numbers of all kinds, with their labels."""
        fields = (f for kind in self.symbols.kind_list() for f in kind.fields.values())
        return {f.id: self._label(f) for f in fields if f.type.tag == "number"}

    def kind_sign(self, kind: Kind) -> Sign:
        return sign(str(kind.name), self.symbols.drawings.get(kind.drawing))

    def word_sign(self, vocabulary: str, word: str) -> Sign:
        """The sign of a word."""
        words = self.symbols.words[vocabulary]
        return sign(str(words.names[word]), self.symbols.drawings.get(words.drawings.get(word, "")))

    # ---- one card
    def face(self, card: CardDef) -> Face:
        """The face of a card."""
        kind = self.symbols.kinds[card.kind]
        own = self.kind_sign(kind)
        title = (self.language.text("cards", f"{card.pack}:{card.id}") if self.language else None) or card.name
        face = Face(
            f"{card.pack}:{card.id}", str(title), str(kind.name), card.kind, card.pack, card.copies, None,
            own.color or NEUTRAL, None, own, card,
        )  # fmt: skip
        for said in self._teller.card_fields(card):
            self._add(face, card, said)
        for f in kind.fields.values():
            self._found_by(face, f, card.written.get(f.id, f.default))
        return face

    def _add(self, face: Face, card: CardDef, said: FieldText) -> None:
        """Puts a field on a face: in the head if it is a word or number among the first fields, otherwise in a row."""
        f, value = said.field, card.written[said.field.id]
        label = self._label(f)
        text = unmarked(said.text)
        face.lines.append((f"{label} ({said.part})" if said.part else label, text))
        first = f.id in list(self.symbols.kinds[card.kind].fields)[:_HEAD_FIELDS]
        if first and f.type.tag == "word" and face.band is None:
            face.band = self.word_sign(f.type.of, value)
            at = self.symbols.words[f.type.of].words.index(value)
            face.color = face.band.color or PALETTE[at % len(PALETTE)]
        elif first and f.type.tag == "number" and face.number is None:
            face.number = label, value
        else:
            face.rows.append(Row(label, list(self._tokens(f, value, said)), f.type.tag in _SHORT))

    def _tokens(self, f: Field, value: Any, said: FieldText) -> Iterator[Token]:
        if f.type.tag in ("word", "set"):
            words = [value] if f.type.tag == "word" else value
            for n, word in enumerate(words):
                one = self.word_sign(f.type.of, word)
                yield one, one.name + ("  " if n < len(words) - 1 else "")
            return
        if said.part:
            words = self.symbols.words[f.type.of].words
            word = next(w for w in words if self.symbols.words[f.type.of].names[w] == said.part)
            yield self.word_sign(f.type.of, word), f"{said.part}: "
        parts = list(split(said.text, self._names))
        for n, (good, text) in enumerate(parts):
            before_sign = n + 1 < len(parts) and parts[n + 1][0] >= 0
            kept = re.sub(r"(?<=\d) $", "\u00a0", text) if before_sign else text  # a number stays with its sign
            yield self.goods[good] if good >= 0 else None, kept

    def _found_by(self, face: Face, f: Field, value: Any) -> None:
        """Notes what filters and orders go by."""
        if value is None:
            return
        if f.type.tag == "number":
            face.numbers[f.id] = value
        elif f.type.tag in ("word", "set"):
            face.words[_key(f)] = [value] if f.type.tag == "word" else list(value)

    def _label(self, f: Field) -> str:
        return capital(str(f.name) if f.name else spaced(f.id))


def _key(f: Field) -> str:
    """Fields of one name are one filter if they hold words of one vocabulary."""
    return f.id if f.id == f.type.of else f"{f.id}.{f.type.of}"
