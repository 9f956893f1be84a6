"""The shape of a vocabulary: the goods, words, kinds, zones, events and changing fields that a pack declares."""

from __future__ import annotations

from engine.schema.drawings import drawings
from engine.schema.shapes import (
    ID,
    Schema,
    by_id,
    closed,
    distinct,
    either,
    flag,
    identifier,
    line,
    one_of,
    pattern,
    whole,
)

_TYPE = f"list of ability|(?:set of |ability by )?{ID}"
_TYPES = "number, flag, text, goods, effect, ability, list of ability, WORDS, set of WORDS or ability by WORDS"


def vocabulary() -> Schema:
    """The shape of the key `vocabulary` of a content file."""

    def named(about: str, what: str, shape: Schema, **sort: str) -> Schema:
        return by_id(about, f"The id of {what}.", shape, **sort)

    word = closed("A word.", {"name": line("The name shown to people."), "drawing": _drawing()})
    words = either(
        "The words, as a list or each with its name.",
        distinct("The words.", identifier("A word.", declares="word"), minItems=1, examples=[["pink", "white"]]),
        by_id("The words, each with its name.", "A word.", word, declares="word", minProperties=1),
    )
    types = named(
        "What it is told beside the player: the name and type of each.",
        "a parameter",
        identifier("A kind, component, player, good, number, flag, or a vocabulary of words.", refers="type"),
    )
    return closed(
        "What rules and cards can speak of.",
        {
            "goods": named("What players have amounts of.", "a good", _good(), declares="good"),
            "groups": named(
                "What groups of goods are called; a group is there by its goods.", "a group", _group(), refers="group"
            ),
            "words": named("Closed lists of words, as colours.", "a vocabulary", words, declares="vocabulary"),
            "drawings": drawings(),
            "kinds": named("The kinds of components: cards, boards and the like.", "a kind", _kind(), declares="kind"),
            "zones": named("Where components are.", "a zone", _zone(), declares="zone"),
            "events": named(
                "What rules announce and abilities answer to; the player comes first, unwritten.",
                "an event",
                types,
                declares="event",
            ),
            "player": named(
                "What changes about each player.",
                "a field",
                _changing("number, flag, WORDS or set of WORDS"),
                declares="player",
            ),
            "table": named(
                "What changes about the table as a whole.",
                "a field",
                _changing("number, flag, player, WORDS or set of WORDS"),
                declares="table",
            ),
            "seats": closed(
                "How many can play.",
                {
                    "min": whole("The fewest seats.", 1, 99),
                    "max": whole("The most seats.", 1, 99),
                    "board": identifier("The kind of the board that each seat has.", refers="kind"),
                    "automaton": _automaton(),
                },
                examples=[{"min": 2, "max": 4}],
            ),
        },
    )


def _automaton() -> Schema:
    return closed(
        "Seats that nobody decides for: their turn is an effect.",
        {
            "kind": identifier("The kind of what such a seat has for a board.", refers="kind"),
            "turn": identifier("The field of that kind, an effect, that is its turn.", refers="field"),
            "min": whole("The fewest of them, among all seats.", 0, 99, default=0),
            "max": whole("The most of them; otherwise any number.", 1, 99),
        },
        ["kind", "turn"],
        examples=[{"kind": "rabbit", "turn": "habit", "max": 1}],
    )


def _good() -> Schema:
    return closed(
        "A good.",
        {
            "name": line("The name of one, shown to people."),
            "plural": line("The name of several."),
            "group": identifier("The group it belongs to.", refers="group"),
            "wild": identifier("A group: it may pay for any good of it.", refers="group"),
            "pays_for": identifier(
                "Where it is wild: a function of one component, and it pays only in costs about such components.",
                refers="routine",
            ),
            "zone": identifier(
                "It stands for components in this zone of the player: having one means a component there.",
                refers="zone",
            ),
            "from": identifier("The zone they are drawn from when it is gained.", refers="zone"),
            "spent": identifier("The procedure that is told of a component when it is spent.", refers="routine"),
            "kept": flag("It stays when all goods are lost, and is not counted among goods.", default=False),
            "icon": line("A character or short text that stands for it."),
            "drawing": _drawing(),
        },
        examples=[{"plural": "coins"}, {"zone": "hand", "from": "bag", "spent": "compost_one"}],
    )


def _group() -> Schema:
    return closed(
        "The names of a group.",
        {"name": line("The name of one good of it, shown to people."), "plural": line("The name of several.")},
        ["name"],
        examples=[{"name": "sprouting thing", "plural": "sprouting things"}],
    )


def _kind() -> Schema:
    return closed(
        "A kind of component.",
        {
            "name": line("The name of one, shown to people.", examples=["Plant"]),
            "plural": line("The name of several."),
            "start": identifier(
                "The zone in which its cards begin. A zone of each player gets all of them for each seat.",
                refers="zone",
            ),
            "back": identifier("The field of words that is printed on its back.", refers="field"),
            "drawing": _drawing(),
            "fields": by_id(
                "What is written on each card, in the order in which cards write it.",
                "The id of a field.",
                _field(),
                declares="field",
            ),
            "state": by_id(
                "What changes in play, and is forgotten when it leaves its zone.",
                "The id of a field.",
                _changing("number, flag, WORDS or set of WORDS"),
                declares="field",
            ),
            "holds": distinct(
                "What may lie on it: `goods` for any that its owner may spend; a good named here pays nothing.",
                either("`goods`, or a good.", one_of("Any goods.", ["goods"]), identifier("A good.", refers="good")),
            ),
        },
    )


def _type(about: str) -> Schema:
    return pattern(about, _TYPE, f"not a type: {_TYPES}", refers="type", examples=["number", "set of colour"])


def _field() -> Schema:
    default: Schema = {
        "type": ["string", "integer", "boolean", "array"],
        "items": identifier("A word."),
        "description": "The value of cards that do not write it.",
    }
    long = closed(
        "A type with what else is known of the field.",
        {
            "type": _type(f"The type: {_TYPES}."),
            "name": _name(),
            "default": default,
            "optional": flag("Cards may do without it.", default=False),
            "min": whole("The least number."),
            "max": whole("The greatest number."),
            "about": line("What it means, in one line; editors show it."),
        },
        ["type"],
        examples=[{"type": "number", "min": 0, "max": 9}],
    )
    return either(
        "A type, or {type: TYPE, name: NAME, default: ..., optional: true, min: 0, max: 9, about: ...}.",
        _type(f"The type: {_TYPES}."),
        long,
    )


def _changing(types: str) -> Schema:
    kind = pattern(f"The type: {types}.", f"(?:set of )?{ID}", f"not a type: {types}", refers="type", examples=["flag"])
    default: Schema = {
        "type": ["string", "integer", "boolean"],
        "description": "What a number, a flag or a word begins as.",
    }
    long = closed(
        "A type with what else is known of the field.",
        {"type": kind, "name": _name(), "default": default, "about": line("What it means, in one line.")},
        ["type"],
        examples=[{"type": "number", "default": 3}],
    )
    return either(
        "A type, or {type: TYPE, name: NAME, default: ..., about: ...}. "
        "Without a default it begins as 0, false, the first word, empty or nothing.",
        kind,
        long,
    )


def _drawing() -> Schema:
    return identifier("The drawing that stands for it on cards; without one, its first letter does.", refers="drawing")


def _name() -> Schema:
    return line("What texts for people call it; otherwise its id.", examples=["number of leaves"])


def _zone() -> Schema:
    active: Schema = {
        "type": ["boolean", "string"],
        "minLength": 1,
        "format": "expression",
        "description": "Whether abilities of components apply here: true, or a condition on the component.",
    }
    return closed(
        "A zone; {} is a shared zone that all may look at.",
        {
            "name": line("What texts for people call it; otherwise its id.", examples=["garden bed"]),
            "each": one_of("`player`: every player has one. Otherwise it is shared.", ["player"]),
            "hidden": one_of("Who may not look: `all`, or `others` than its player.", ["all", "others"]),
            "refill": identifier(
                "The zone that is shuffled into it when a component is needed and none is left.", refers="zone"
            ),
            "active": active,
            "rows": identifier(
                "How a table is drawn: the field of words or numbers of its components that divides it into rows.",
                refers="field",
            ),
        },
        examples=[{"each": "player", "hidden": "others"}],
    )
