"""One line about anything that has a name: what it is, and what its author says of it."""

from __future__ import annotations

from dsl.operators import OPERATORS, Operator
from dsl.parse.read import reserved_words
from dsl.symbols import Field, Symbols
from engine.index.book import Symbol
from engine.link.cards import CardDef


def about(symbol: Symbol, symbols: Symbols, cards: list[CardDef] | None = None) -> str:
    """What a symbol is, in one line; "" if it is not known."""
    s, id = symbols, symbol.id
    match symbol.sort:
        case "good" if id in s.goods:
            good = s.goods[id]
            notes = [
                f"of the group {good.group}" if good.group else "",
                f"in the zone {good.zone}" if good.zone else "",
            ]
            notes += [f"may pay for any good of {good.wild}" if good.wild else "", "kept" if good.kept else ""]
            return _line("good", good.name, *notes)
        case "group" if id in s.groups:
            return _line("group of goods", "", ", ".join(s.groups[id]))
        case "vocabulary" if id in s.words:
            return _line("vocabulary", "", ", ".join(s.words[id].words))
        case "word" if symbol.of in s.words:
            return _line(f"word of {symbol.of}", s.words[symbol.of].names.get(id, ""))
        case "kind" if id in s.kinds:
            return _line(
                "kind of component", s.kinds[id].name, f"begins in {s.kinds[id].start}" * bool(s.kinds[id].start)
            )
        case "zone" if id in s.zones:
            zone = s.zones[id]
            whose = "of each player" if zone.each else "shared"
            return _line(f"zone, {whose}", zone.name, f"hidden from {zone.hidden}" * bool(zone.hidden))
        case "event" if id in s.events:
            told = ", ".join(f"{name}: {type_}" for name, type_ in s.events[id].params.items())
            return _line("event", "", f"of a player, {told}" if told else "of a player")
        case "routine" if id in s.routines:
            routine = s.routines[id]
            params = ", ".join(f"{name}: {type_}" for name, type_ in routine.params)
            return _line(routine.sort, "", f"({params})", f"gives {routine.result}" if routine.result else "")
        case "option" if id in s.options:
            return _line("option", "", f"default {str(s.options[id]).lower()}")
        case "card":
            found = next((c for c in cards or () if c.id == id), None)
            return _line(found.kind, found.name, f"pack {found.pack}") if found is not None else "card"
        case "field" | "player" | "table":
            return _field(symbol, s)
        case "operator":
            row = row_of(id)
            return f"{row.syntax}: {row.doc}" if row is not None else ""
    return symbol.sort if symbol.sort in ("local", "pack", "drawing") else ""


def _line(what: str, name: str = "", *notes: str) -> str:
    return "; ".join(part for part in (f"{what}: {name}" if name else what, *notes) if part)


def _field(symbol: Symbol, s: Symbols) -> str:
    found: Field | None
    if symbol.sort == "field":
        found = next((f for k in s.kinds.values() for t in (k.fields, k.state) if (f := t.get(symbol.id))), None)
        of = ", ".join(k.id for k in s.kinds.values() if symbol.id in k.fields or symbol.id in k.state)
    else:
        found, of = (s.player if symbol.sort == "player" else s.table).get(symbol.id), f"the {symbol.sort}"
    return _line(f"field of {of}", "", str(found.type), found.about) if found is not None else ""


def row_of(word: str) -> Operator | None:
    """The row of the operator table that a word of the language belongs to: that of its name, or the first whose
    syntax begins with it, or has it."""
    if word in OPERATORS:
        return OPERATORS[word]
    if word not in reserved_words():  # of those that are none, only names have a row
        names = (row for row in OPERATORS.values() if row.form == "name")
        return next((row for row in names if word in row.syntax.split(" | ")), None)
    rows = [(row.syntax.replace("[", " ").replace("(", " ").split(), row) for row in OPERATORS.values()]
    return next((row for words, row in rows if words[:1] == [word]), None) or next(
        (row for words, row in rows if word in words), None
    )


def named(id: str, s: Symbols) -> list[Symbol]:
    """Everything declared that an id can mean."""
    found = [Symbol(sort, id) for sort, table in (
        ("good", s.goods), ("group", s.groups), ("vocabulary", s.words), ("kind", s.kinds), ("zone", s.zones),
        ("event", s.events), ("routine", s.routines), ("player", s.player), ("table", s.table), ("option", s.options),
    ) if id in table]  # fmt: skip
    if any(id in kind.fields or id in kind.state for kind in s.kinds.values()):
        found.append(Symbol("field", id))
    return found + [Symbol("word", id, words.id) for words in s.words.values() if id in words.words]
