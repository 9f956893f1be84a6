"""From the packs' vocabularies to symbol tables: goods, words, kinds, zones, events and columns of state, numbered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dsl import types as t
from dsl.diagnostics import Diagnostics, Related, Span, suggest
from dsl.parse.read import reserved_words
from dsl.symbols import Automaton, Drawing, Event, Field, Good, Kind, Symbols, Words, Zone
from dsl.types import Type
from engine.link.references import References
from engine.packs.document import Document
from engine.packs.order import Pack

Path = tuple[str | int, ...]


#: The types that need no declaration, by how they are written.
SIMPLE = {
    "number": t.NUMBER, "flag": t.FLAG, "text": t.TEXT, "goods": t.GOODS, "effect": t.EFFECT,
    "ability": t.ABILITY, "player": t.PLAYER, "players": t.PLAYERS, "good": t.GOOD,
    "component": t.ANY_COMPONENT, "list of ability": t.ABILITIES,
}  # fmt: skip


def type_names(words: Iterable[str], kinds: Iterable[str]) -> list[str]:
    """How every type may be written where there are these vocabularies and kinds."""
    words = list(words)
    return [*SIMPLE, *words, *kinds, *(f"set of {w}" for w in words), *(f"ability by {w}" for w in words)]


class Declarations:
    """Merges the vocabularies of some packs. `symbols` is filled; errors go to `report`."""

    def __init__(self, packs: list[Pack], options: dict[str, int | bool], report: Diagnostics) -> None:
        self.packs, self.report = packs, report
        self.symbols = Symbols(options=dict(options))
        self._where: dict[tuple[str, str], Span] = {}
        self._columns: dict[tuple[str, object], int] = {}
        self._counts: dict[str, int] = {}

    def run(self) -> Symbols:
        """The symbol tables of all packs together."""
        self._goods()
        self._words()
        self._drawings()
        self._zones()
        self._kinds()
        self._events_and_state()
        References(self.symbols, self, self.report).run()
        return self.symbols

    # ---- helpers
    def sections(self, name: str) -> Iterator[tuple[Document, Path, Any]]:
        """The parts of all vocabularies under one key, with their documents and paths."""
        for pack in self.packs:
            for document in pack.documents:
                part = document.data.get("vocabulary", {}).get(name)
                if part is not None:
                    yield document, ("vocabulary", name), part

    def entries(self, name: str) -> Iterator[tuple[Document, Path, str, Any]]:
        for document, path, part in self.sections(name):
            for id, value in part.items():
                yield document, (*path, id), id, value

    def new(self, sort: str, id: str, document: Document, path: Path, *, again: bool = False) -> bool:
        """Notes where something is declared; False (and an error) if it already was or may not be called so."""
        span = document.key_span(path) if isinstance(path[-1], str) else document.span(path)
        if id in reserved_words():
            self.report.error(
                "N012",
                f"`{id}` is a word of the language itself",
                span,
                hint=f"call it for example `{id}_` or `the_{id}`".replace("_` or", "s` or"),
            )
            return False
        if (sort, id) in self._where and not again:
            self.report.error(
                "N011",
                f"{sort} `{id}` is declared twice",
                span,
                related=(Related(self._where[sort, id], "here first"),),
            )
            return False
        self._where.setdefault((sort, id), span)
        return True

    def column(self, sort: str, id: str, type_: Type) -> int:
        """The column of a field: fields of one name and type share it."""
        group = "unit" if type_.tag in ("goods", "effect", "ability", "abilities", "entries", "text") else "value"
        key = (sort, (id, type_))
        if key not in self._columns:
            name = f"{sort}" if sort != "field" else f"field:{group}"
            counter = "field" if sort == "field" else name
            self._columns[key] = self._counts.get(counter, 0)
            self._counts[counter] = self._counts.get(counter, 0) + 1
        return self._columns[key]

    def type_of(self, text: str, document: Document, path: Path) -> Type | None:
        """A type as declared: number, flag, text, goods, effect, ability, player, a kind, WORDS, set of WORDS, ..."""
        if text in SIMPLE:
            return SIMPLE[text]
        for prefix, make in (("set of ", t.set_of), ("ability by ", t.entries), ("", t.word)):
            if text.startswith(prefix) and text[len(prefix) :] in self.symbols.words:
                return make(text[len(prefix) :])
        if text in self.symbols.kinds or text in self._kind_names():
            return t.component(text)
        names = type_names(self.symbols.words, self._kind_names())
        self.report.error("N004", f"there is no type `{text}`", document.span(path), hint=suggest(text, names))
        return None

    def _kind_names(self) -> set[str]:
        return {id for _, _, id, _ in self.entries("kinds")}

    # ---- sections
    def _goods(self) -> None:
        s = self.symbols
        for document, path, id, value in self.entries("goods"):
            if not self.new("good", id, document, path):
                continue
            v = value or {}
            name = v.get("name", id.replace("_", " "))
            s.goods[id] = Good(
                id, len(s.goods), name, v.get("plural", name), v.get("group", ""), v.get("wild", ""),
                v.get("kept", False), v.get("zone", ""), v.get("from", ""), v.get("spent", ""), v.get("icon", ""),
                v.get("drawing", ""), v.get("pays_for", ""),
            )  # fmt: skip
            if v.get("group"):
                s.groups[v["group"]] = (*s.groups.get(v["group"], ()), id)
        for id, group in list(s.groups.items()):
            if id in s.goods:
                self.report.error("N011", f"`{id}` is both a good and a group of goods", self._where["good", id])
            del group
        for document, path, id, value in self.entries("groups"):
            if id not in s.groups:
                span, hint = document.key_span(path), suggest(id, s.groups)
                self.report.error("N002", f"no good belongs to a group `{id}`", span, hint=hint)
            elif self.new("name of the group", id, document, path):
                s.group_names[id] = (value["name"], value.get("plural", value["name"]))

    def _words(self) -> None:
        s = self.symbols
        for document, path, id, value in self.entries("words"):
            if not self.new("vocabulary", id, document, path, again=True):
                continue
            old = s.words.get(id)
            words = list(old.words) if old else []
            names = dict(old.names) if old else {}
            drawn = dict(old.drawings) if old else {}
            for n, word in enumerate(value):
                where = (*path, n) if isinstance(value, list) else (*path, word)
                if self.new(f"word of {id}", word, document, where):
                    words.append(word)
                    given = value[word] if isinstance(value, dict) else None
                    names[word] = (given or {}).get("name", word.replace("_", " "))
                    drawn[word] = (given or {}).get("drawing", "")
            s.words[id] = Words(id, tuple(words), names, drawn)

    def _drawings(self) -> None:
        for document, path, id, value in self.entries("drawings"):
            if self.new("drawing", id, document, path):
                shapes = [
                    (form, text, shape.get("fill", "tint"))
                    for shape in value["shapes"]
                    for form, text in shape.items()
                    if form != "fill"
                ]
                self.symbols.drawings[id] = Drawing(id, value.get("color", ""), tuple(shapes))

    def _zones(self) -> None:
        s = self.symbols
        high = self._seats()
        base = 1
        for document, path, id, value in self.entries("zones"):
            if not self.new("zone", id, document, path):
                continue
            v = value or {}
            each = v.get("each") == "player"
            if each:
                base += 1
            active = v.get("active")
            s.zones[id] = Zone(
                id, base, each, v.get("hidden", ""), v.get("refill", ""), active, v.get("name", ""), v.get("rows", "")
            )
            base += high if each else 1

    def _seats(self) -> int:
        """Reads how many can play, a later pack over an earlier one; the greatest number of seats."""
        s = self.symbols
        for document, path, part in self.sections("seats"):
            low = part.get("min", s.seats[0])
            s.seats = low, part.get("max", low if "min" in part else s.seats[1])
            s.board = part.get("board", s.board)
            own = part.get("automaton")
            if own is not None:
                s.automaton = Automaton(own["kind"], own["turn"], own.get("min", 0), own.get("max", s.seats[1]))
            if s.seats[0] > s.seats[1]:
                self.report.error("K005", "the least number of seats is above the greatest", document.span(path))
            if s.automaton is not None and not s.automaton.least <= s.automaton.most <= s.seats[1]:
                self.report.error("K005", "so many seats cannot play by themselves", document.span(path))
        return s.seats[1]

    def _kinds(self) -> None:
        s = self.symbols
        for document, path, id, value in self.entries("kinds"):
            old = s.kinds.get(id)
            if old is None and not self.new("kind", id, document, path):
                continue
            name = value.get("name", old.name if old else id.replace("_", " "))
            kind = Kind(
                id,
                old.index if old else len(s.kinds),
                name,
                value.get("plural", old.plural if old else name + "s"),
                value.get("start", old.start if old else ""),
                dict(old.fields) if old else {},
                dict(old.state) if old else {},
                (*(old.holds if old else ()), *(h for h in value.get("holds", ()) if h != "goods")),
                (old.holds_goods if old else False) or "goods" in value.get("holds", ()),
                value.get("back", old.back if old else ""),
                value.get("drawing", old.drawing if old else ""),
            )
            s.kinds[id] = kind
            for sort, target in (("fields", kind.fields), ("state", kind.state)):
                for field_id, spec in value.get(sort, {}).items():
                    where = (*path, sort, field_id)
                    if self.new(f"field of {id}", field_id, document, where):
                        made = self._field("field" if sort == "fields" else "state", field_id, spec, document, where)
                        if made is not None:
                            target[field_id] = made

    def _field(self, sort: str, id: str, spec: Any, document: Document, path: Path) -> Field | None:
        long = spec if isinstance(spec, dict) else {"type": spec}
        where = (*path, "type") if isinstance(spec, dict) else path
        type_ = self.type_of(long["type"], document, where)
        if type_ is None:
            return None
        if sort != "field" and type_.tag not in ("number", "flag", "word", "set", "player", "component"):
            self.report.error("T003", f"state that changes in play cannot be {type_}", document.span(where))
            return None
        if sort != "field" and "default" in long and type_.tag not in ("number", "flag", "word"):
            self.report.error("K003", f"state that is {type_} has no default", document.span((*path, "default")))
            return None
        default = self._default(long.get("default"), type_, document, (*path, "default"))
        return Field(
            id,
            type_,
            self.column(sort, id, type_),
            default,
            long.get("optional", False),
            long.get("min"),
            long.get("max"),
            long.get("about", ""),
            long.get("name", ""),
        )

    def _default(self, value: object, type_: Type, document: Document, path: Path) -> object:
        if value is None:
            return None
        if type_.tag == "word":
            words = self.symbols.words[type_.of]
            if value not in words.words:
                self.report.error(
                    "N003",
                    f"`{value}` is no word of {type_.of}",
                    document.span(path),
                    hint=suggest(str(value), words.words),
                )
                return None
        elif (type_ == t.NUMBER and (not isinstance(value, int) or isinstance(value, bool))) or (
            type_ == t.FLAG and not isinstance(value, bool)
        ):
            self.report.error("K003", f"the default of {type_} cannot be this", document.span(path))
            return None
        return value

    def _events_and_state(self) -> None:
        s = self.symbols
        for document, path, id, value in self.entries("events"):
            if self.new("event", id, document, path):
                params = {n: self.type_of(v, document, (*path, n)) for n, v in (value or {}).items()}
                s.events[id] = Event(id, len(s.events), {n: p for n, p in params.items() if p is not None})
        for name, target in (("player", s.player), ("table", s.table)):
            for document, path, id, value in self.entries(name):
                if self.new(f"{name} state", id, document, path):
                    made = self._field(name, id, value, document, path)
                    if made is not None:
                        target[id] = made
