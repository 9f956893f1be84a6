"""The schema of the messages between the game and programs that play seats: what a line may be, either way.

It is shared and must not be changed.
"""

from __future__ import annotations

from functools import lru_cache

from engine.schema.shapes import Schema, closed, document, either, flag, identifier, items, mapping, one_of, whole

_KINDS = {
    "act": "an action of a turn",
    "do": "one given action",
    "choose": "one or more of several",
    "one": "one of the options of an effect",
    "pay": "a way to pay",
    "order": "what comes first",
}
_CODES = ("not-json", "not-an-answer", "stale", "illegal", "fails")


@lru_cache(maxsize=1)
def protocol_schema() -> Schema:
    """Any line of the protocol. The definitions `start`, `decision`, `error` and `end` are what a program is sent,
    `answer` is what it sends."""
    parts = {"start": _start(), "decision": _decision(), "error": _error(), "end": _end(), "answer": _answer()}
    shared = {"component": _component(), "zones": _zones(), "goods": _goods(), "view": _view()}
    lines: Schema = {
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in parts],
        "description": "One JSON object on a line.",
        "$defs": {**parts, **shared},
    }
    return document("protocol", "Messages between the game and a program that plays a seat", lines)


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _type(name: str) -> Schema:
    return {"const": name, "description": "What sort of message it is."}


def _seat(about: str = "The number of the seat, from 1.") -> Schema:
    return whole(about, 1)


def _text(about: str) -> Schema:
    return {"type": "string", "description": about}


def _or_null(shape: Schema) -> Schema:
    return {**shape, "type": [shape["type"], "null"]}


def _start() -> Schema:
    pack = closed("A pack.", {"id": identifier("Its id."), "version": _text("Its version.")}, ["id", "version"])
    seat = closed(
        "A seat.",
        {"seat": _seat(), "player": _text("Who plays it."), "board": _or_null(_text("The id of its board."))},
        ["seat", "player", "board"],
    )
    keys = {
        "type": _type("start"),
        "protocol": {"const": 1, "description": "The version of the protocol."},
        "packs": items("The packs that are played.", pack),
        "options": mapping("Their options.", _text("The name of an option."), {"type": ["integer", "boolean"]}),
        "seats": items("The seats, in order.", seat),
        "yours": items("The seats that the program plays.", _seat()),
    }
    return closed("Sent once, before anything is asked.", keys, keys)


def _decision() -> Schema:
    option = closed(
        "An option.",
        {"id": _text("What it is chosen by: stable, the same in every language."), "label": _text("For people.")},
        ["id", "label"],
    )
    event = closed(
        "Something that happened.",
        {"verb": _text("What sort of thing."), "seat": _or_null(_seat("Whose doing; null is the table.")),
         "text": _text("In words.")},
        ["verb", "seat", "text"],
    )  # fmt: skip
    keys = {
        "type": _type("decision"),
        "decision": whole("Its number, from 1; the same again after a bad answer.", 1),
        "seat": _seat("The seat that is asked."),
        "kind": one_of(f"What is asked: {'; '.join(f'`{k}` {about}' for k, about in _KINDS.items())}.", _KINDS),
        "prompt": _text("The question, for people."),
        "options": items("What can be chosen.", option, minItems=1),
        "seconds": {"type": ["number", "null"], "description": "The time for the decision; null is all it takes."},
        "events": items("What the seat may know of what happened since it was last asked.", event),
        "view": _ref("view"),
    }
    return closed("A question, to be answered by one line.", keys, keys)


def _error() -> Schema:
    keys = {
        "type": _type("error"),
        "code": one_of("Why the answer is none.", _CODES),
        "message": _text("The same in words."),
        "left": whole("How many more bad answers to this decision are borne.", 0),
    }
    return closed("What was wrong with an answer; the decision follows again.", keys, keys)


def _end() -> Schema:
    row = closed(
        "A seat at the end.",
        {"place": whole("Its place; several may share it.", 1), "seat": _seat(), "score": whole("Its score."),
         "forfeit": _or_null(_text("Why it forfeited; null if it did not."))},
        ["place", "seat", "score", "forfeit"],
    )  # fmt: skip
    keys = {
        "type": _type("end"),
        "over": flag("Whether the game came to its end."),
        "standings": items("The seats, the first place first; those that forfeited come last.", row),
        "view": _ref("view"),
    }
    return closed("Sent once, after which nothing is asked.", keys, keys)


def _answer() -> Schema:
    chosen = either(
        "The id of an option (or its first words), or its number from 0.", _text("An id."), whole("A number.", 0)
    )
    keys = {
        "choose": chosen,
        "decision": whole("The number of the decision it answers, if it shall be checked.", 1),
        "reason": _text("Why, for people who look on."),
        "resign": flag("Give the game up."),
    }
    return closed("An answer.", keys, anyOf=[{"required": ["choose"]}, {"required": ["resign"]}])


# ---- what a seat sees
def _view() -> Schema:
    player: Schema = {
        "type": "object",
        "properties": {"seat": _seat(), "board": _text("The id of its board."), "goods": _ref("goods"),
                       "zones": _ref("zones")},
        "required": ["seat", "goods", "zones"],
        "description": "A player; the rest are fields that the rules declare.",
    }  # fmt: skip
    keys = {
        "seat": _or_null(_seat("Who sees it; null is what everybody may.")),
        "round": whole("The round.", 1),
        "phase": _text("The phase."),
        "to_decide": _or_null(_seat("The seat that is asked.")),
        "over": flag("Whether the game is over."),
        "table": {"type": "object", "description": "The fields of the table that the rules declare."},
        "zones": _ref("zones"),
        "players": items("The players, in order.", player),
    }
    return closed("What the seat may see.", keys, keys)


def _goods() -> Schema:
    return mapping("Amounts by good; what there is none of is left out.", identifier("A good."), whole("How many.", 1))


def _zones() -> Schema:
    lying = items("What lies there, the bottom one or the first one first.", _ref("component"))
    return mapping("Components by zone.", identifier("A zone."), lying)


def _component() -> Schema:
    return {
        "type": "object",
        "properties": {
            "card": _text("Its id; left out where it is hidden."),
            "hidden": flag("It cannot be seen."),
            "goods": _ref("goods"),
            "above": items("What stands on it.", _ref("component")),
            "owner": whole("Whose it is, where it stands on something; 0 is nobody's.", 0),
        },
        "description": "A component; the rest are fields of its state that are not as they began.",
    }
