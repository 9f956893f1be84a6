"""The schemas of files of examples (scenarios): without regard to a pack, and for the packs that are linked.

The schemas returned here are shared and must not be changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dsl.symbols import Field, Symbols
from engine.schema.shapes import (
    ID,
    Schema,
    closed,
    distinct,
    document,
    either,
    flag,
    identifier,
    items,
    line,
    mapping,
    one_of,
    pattern,
    prose,
    whole,
)

_TITLE = "Scenarios"
_RULE = r"[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-[0-9]+[a-z]?"
_PHASE = "The phase at whose start the game is put; `setup` is the time before the first."
_CARDS = "The cards there: in a stack (hidden from everyone) the top one first, elsewhere as they came."
_SAME = {"$ref": "#/$defs/cards"}


@lru_cache(maxsize=1)
def scenarios_schema() -> Schema:
    """The schema of a file of scenarios of any pack: zones, goods and fields may have any name."""
    amounts = mapping(
        "Amounts of goods.", identifier("A good.", refers="good"), whole("How many.", 0), examples=[{"coin": 2}]
    )
    placed = _open(
        closed("A component with what is true of it.", {"card": _card(), "goods": amounts, **_standing()}, ["card"]),
        "A field of its state, or a mark that lies on it.",
        {"type": ["integer", "boolean", "string", "array"], "items": identifier("A word.", refers="word")},
    )
    cards = items(
        _CARDS, either("A card.", _card(), placed), examples=[["old_rose", {"card": "clover", "watered": True}]]
    )
    value: Schema = {"type": ["integer", "boolean", "string", "array"], "items": cards["items"]}
    seat = _open(closed("A seat.", {"goods": amounts}), "The board, a zone, a good or a field of the player.", value)
    expected = closed("What is true of a seat.", {"seat": _seat(), "goods": amounts, **_asked()}, ["seat"])
    expected = _open(expected, "The board, a zone, a good or a field of the player.", value)
    phase = identifier(_PHASE, refers="routine", examples=["setup"])
    shape = _scenario(seat, expected, phase, identifier("A shared zone.", refers="zone"), _set_options({}), {})
    shape = _open(shape, "A shared zone, or a field of the table.", value)
    return document("scenarios", _TITLE, _file(shape, cards))


def pack_scenarios_schema(symbols: Symbols, pack_id: str, phases: Iterable[str]) -> Schema:
    """The schema of files of scenarios of a pack: with the goods, zones, fields, board and phases of all that is linked
    with it. `phases` are the ids of the phases, in order."""
    cards = items(_CARDS, either("A card, or a card with what is true of it.", _card(), _placed(symbols)))
    seat: dict[str, Schema] = {}
    for board in [symbols.board, symbols.automaton.kind if symbols.automaton is not None else ""]:
        if board:
            seat[board] = _card(f"The {symbols.kinds[board].name} of the seat.")
    stock = {g.id: whole(f"How many {g.plural}.", 0) for g in symbols.good_list() if not g.zone}
    if stock:
        seat["goods"] = closed("Exact amounts of goods in the supply; others are not looked at.", stock)
    zones: dict[str, Schema] = {id: {**_SAME, "description": f"What is in `{id}`. {_CARDS}"} for id in symbols.zones}
    seat |= {id: shape for id, shape in zones.items() if symbols.zones[id].each}
    seat |= {field.id: _value(field, symbols) for field in symbols.player.values() if field.id not in seat}
    seat |= {id: shape for id, shape in stock.items() if id not in seat}
    shared = {id: shape for id, shape in zones.items() if not symbols.zones[id].each}
    table = {field.id: _value(field, symbols) for field in symbols.table.values() if field.id not in shared}
    start = closed("A seat at the start: what is not mentioned is empty, 0 or false.", seat)
    expected = closed(
        "What is true of a seat; what is not mentioned is not looked at.",
        {"seat": _seat(), **seat, **_asked()},
        ["seat"],
    )
    named = one_of("A shared zone.", shared) if shared else identifier("A shared zone.")
    phase = one_of(_PHASE, dict.fromkeys(["setup", *phases]))
    shape = _scenario(start, expected, phase, named, _set_options(symbols.options), shared | table)
    title = f"{_TITLE} of the pack {pack_id}"
    return document(f"packs:{pack_id}.scenarios", title, _file(shape, cards))


def _file(scenario: Schema, cards: Schema) -> Schema:
    scenarios = {"scenarios": items("The scenarios.", scenario, minItems=1)}
    return {**closed("Examples that can be played.", scenarios, ["scenarios"]), "$defs": {"cards": cards}}


def _scenario(
    seat: Schema, expected: Schema, phase: Schema, zone: Schema, options: Schema, shared: dict[str, Schema]
) -> Schema:
    """The shape of one scenario. `shared` are the shared zones and the fields of the table that it can set."""
    step = closed(
        "A choice.",
        {
            "seat": _seat(),
            "choose": line(
                "The id of the option, or its first words.", refers="names", examples=["plant clover over old_rose"]
            ),
            "say": prose("In a lesson: what a beginner is told before this choice."),
        },
        ["seat", "choose"],
        examples=[{"seat": 1, "choose": "plant clover over old_rose"}],
    )
    shapes = [
        expected,
        closed("What is in a shared zone.", {"shared": zone, "is": {**_SAME, "description": _CARDS}}, ["shared", "is"]),
        closed("Whether the game is over.", {"over": flag("Whether it is over.")}, ["over"]),
        closed("Who has won.", {"winners": distinct("The seats, from 1.", _seat())}, ["winners"]),
        closed("Which phase it is.", {"phase": {**phase, "description": "The phase that it is now."}}, ["phase"]),
    ]
    keys: dict[str, Schema] = {
        "name": line("What it shows, as a sentence."),
        "proves": distinct(
            "The rules that it shows.",
            pattern("The id of a rule.", _RULE, "not the id of a rule, as in ACT-4"),
            examples=[["ACT-4"]],
        ),
        "seed": whole("The seed of chance.", 0),
        "packs": distinct(
            "The packs it is played with; otherwise this one and what it requires.",
            line("The id or path of a pack.", refers="pack"),
            minItems=1,
        ),
        "options": options,
        "table": items("The seats, in order.", seat, minItems=1),
        "phase": phase,
        "round": whole("The number of the round.", 1, default=1),
        "lesson": closed(
            "What makes a lesson of it: a game for beginners, who make the choices of seat 1 themselves.",
            {"begin": prose("What they are told first."), "end": prose("What they are told last.")},
            ["begin", "end"],
        ),
    }
    then: dict[str, Schema] = {
        "play": items("The choices made, in order.", step),
        "expect": items("What is true then.", either("Something that is true.", *shapes), minItems=1),
    }
    free = {id: shape for id, shape in shared.items() if id not in keys and id not in then}
    return closed("A scenario.", {**keys, **free, **then}, ["name", "table", "phase", "expect"])


def _open(shape: Schema, about: str, value: Schema) -> Schema:
    """A closed mapping, opened for further keys."""
    further = {**value, "description": about}
    return {**shape, "propertyNames": identifier(about, refers="name"), "additionalProperties": further}


def _card(about: str = "The id of a card, or pack:id.") -> Schema:
    return pattern(about, f"(?:{ID}:)?{ID}", "not the id of a card, nor pack:id", refers="card", examples=["old_rose"])


def _seat() -> Schema:
    return whole("The number of the seat, from 1.", 1, examples=[1])


def _set_options(known: dict[str, int | bool]) -> Schema:
    """Options of packs; `known` are those that editors suggest, with their defaults."""
    key = pattern("An option, or pack.option.", rf"(?:{ID}\.)?{ID}", "not the name of an option, nor pack.option")
    value: Schema = {"type": ["integer", "boolean"], "description": "Its value."}
    offered = {
        id: (flag if isinstance(default, bool) else whole)(f"An option; otherwise it is {str(default).lower()}.")
        for id, default in known.items()
    }
    return {**mapping("Options of the packs that are set otherwise.", key, value), "properties": offered}


def _asked() -> dict[str, Schema]:
    """What a seat can be expected to be asked."""
    return {"options": _options(), "decision": line("What the seat is asked now.")}


def _standing() -> dict[str, Schema]:
    """What can be said of any component."""
    return {
        "above": {**_SAME, "description": "What stands on it."},
        "owner": whole("Whose it is: a seat, from 1.", 1),
        "face_down": flag("Whether it lies face down, so that only its owner may look at it."),
    }


def _options() -> Schema:
    words = line("The id of an option, or its first words.", refers="names")
    return closed(
        "What the seat can choose now.",
        {
            "include": distinct("Options that are offered, among others.", words, minItems=1),
            "exclude": distinct("Options that are not offered.", words, minItems=1),
        },
        minProperties=1,
        examples=[{"include": ["plant clover"]}],
    )


def _placed(symbols: Symbols) -> Schema:
    """A component with its state, the marks on it and the goods on it; all that some kind can have."""
    shapes: dict[str, list[Schema]] = {}
    for kind in symbols.kind_list():
        for field in kind.state.values():
            shape = _value(field, symbols)
            known = shapes.setdefault(field.id, [])
            if shape not in known:
                known.append(shape)
    marks = {good for kind in symbols.kind_list() for good in kind.holds}
    for good in symbols.good_list():
        if good.id in marks:
            shapes.setdefault(good.id, [whole(f"How many {good.plural} lie on it.", 0)])
    keys: dict[str, Schema] = {"card": _card()}
    stock = {g.id: whole(f"How many {g.plural}.", 0) for g in symbols.good_list() if not g.zone}
    if stock and any(kind.holds_goods for kind in symbols.kind_list()):
        keys["goods"] = closed("The goods that lie on it.", stock)
    for id, found in shapes.items():
        keys.setdefault(id, found[0] if len(found) == 1 else either(f"`{id}` of its state.", *found))
    for id, shape in _standing().items():
        keys.setdefault(id, shape)
    return closed("A card with what is true of it.", keys, ["card"])


def _value(field: Field, symbols: Symbols) -> Schema:
    """A field of a player or of a component's state."""
    about = field.about or f"`{field.id}`: {field.type}."
    match field.type.tag:
        case "number":
            return whole(about, field.least, field.most)
        case "flag":
            return flag(about)
        case "word":
            return one_of(about, symbols.words[field.type.of].words)
        case "set":
            return distinct(about, one_of(f"A word of {field.type.of}.", symbols.words[field.type.of].words))
        case "player":
            return {"type": ["integer", "null"], "minimum": 1, "description": f"{about} A seat, from 1, or null."}
    return identifier(about)
