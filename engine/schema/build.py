"""The schemas of the files of a pack, before anything is known of what the pack declares.

They are the one source of what may stand in which file: editors complete and explain from them, and `schema_check`
tells the author what is wrong. The schemas returned here are shared and must not be changed. What the kinds of a
pack make of its cards is in `schema_pack`, the files of examples in `schema_scenarios`.
"""

from __future__ import annotations

from functools import lru_cache

from engine.schema.rules import action, effect, end, extension, head, phase, scoring, topics
from engine.schema.shapes import (
    Schema,
    by_id,
    closed,
    distinct,
    document,
    identifier,
    items,
    line,
    mapping,
    one_of,
    pattern,
    whole,
    written,
)
from engine.schema.vocabulary import vocabulary

_RANGE = r"(?:>=|<=|==|!=|~=|<|>)\s*[0-9]{1,9}(?:\.[0-9]{1,9})*"


@lru_cache(maxsize=1)
def manifest_schema() -> Schema:
    """The schema of `pack.yaml`."""
    versions = pattern(
        "The versions that will do.",
        rf"{_RANGE}(?:\s*,\s*{_RANGE})*",
        "not a range of versions, as in >=1.0,<2",
        examples=[">=1.0,<2"],
    )
    value: Schema = {"type": ["integer", "boolean"], "description": "The value if nothing else is asked for."}
    option = closed(
        "A switch of the pack; every expression can name it.",
        {
            "default": value,
            "min": whole("The least value of an option that is a number.", -(10**9)),
            "max": whole("The greatest value of an option that is a number.", -(10**9)),
            "about": line("What it changes, in one line."),
        },
        ["default"],
        examples=[{"default": 5, "about": "seeds at the start"}],
    )
    file = pattern("A file beside the manifest.", r"[^/\\]+\.yaml", "not the name of a .yaml file in this folder")
    return document(
        "manifest",
        "Manifest of a pack",
        closed(
            "What a pack is called, what it needs, and its options.",
            {
                "id": identifier(
                    "The name of the pack, which other packs require it by.", declares="pack", examples=["garden"]
                ),
                "name": line("The name shown to people.", examples=["The garden game"]),
                "version": pattern(
                    "The version of the pack.",
                    r"[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}",
                    "not a version, as in 1.0.0",
                    examples=["1.0.0"],
                ),
                "language": whole("The version of the effect language it is written in.", 1, examples=[1]),
                "requires": by_id(
                    "The packs it builds on, each with the versions that will do.",
                    "The id of a pack.",
                    versions,
                    refers="pack",
                    examples=[{"garden": ">=1.0,<2"}],
                ),
                "conflicts": distinct(
                    "Packs that it cannot be played with.", identifier("The id of a pack.", refers="pack")
                ),
                "provenance": one_of(
                    "Where it comes from: `published` (a printed game), `original`, or `fixture` (made for tests).",
                    ["published", "original", "fixture"],
                ),
                "licence": line("The licence of the files.", examples=["MIT"]),
                "about": line("What is in it, in one line."),
                "totals": by_id(
                    "How many cards of a kind the pack has, copies counted; `state51 lint` adds them up.",
                    "The id of a kind.",
                    whole("The number of cards.", 0),
                    refers="kind",
                    examples=[{"plant": 24}],
                ),
                "options": by_id("Its switches.", "The name of an option.", option, declares="option"),
                "when": by_id(
                    "Files that are only read beside another pack.",
                    "The id of a pack.",
                    distinct("The files read beside it.", file, minItems=1),
                    refers="pack",
                    examples=[{"bees": ["with_bees.yaml"]}],
                ),
            },
            ["id", "name", "version", "language", "provenance", "licence"],
        ),
    )


@lru_cache(maxsize=1)
def default_schema() -> Schema:
    """The schema of `default.yaml`, which names the packs that are played where none are named."""
    packs = distinct(
        "The packs, in any order.", identifier("The id of a pack.", refers="pack"), minItems=1, examples=[["garden"]]
    )
    alone = distinct(
        "The packs that come along where one person plays alone.", identifier("The id of a pack.", refers="pack")
    )
    return document(
        "default",
        "Packs played by default",
        closed("The packs played where none are named.", {"packs": packs, "alone": alone}, ["packs"]),
    )


@lru_cache(maxsize=1)
def content_schema() -> Schema:
    """The schema of a content file of any pack: of its cards it knows no more than that they have an id and a name."""
    value: Schema = {
        "type": ["string", "integer", "boolean", "array", "object"],
        "items": {"type": "string", "minLength": 1, "description": "A word, or an ability."},
        "additionalProperties": {"type": "string", "minLength": 1, "description": "An ability."},
        "description": "A field, as the kind declares it.",
    }
    one: Schema = {
        **card({}, []),
        "propertyNames": identifier("A field of the kind.", refers="field"),
        "additionalProperties": value,
    }
    cards = by_id("The cards of the pack, by kind.", "A kind.", items("Cards of this kind.", one), refers="kind")
    field = identifier("A field of the card's kind.", refers="field")
    add = mapping(
        "Numbers added to fields of the card.", field, whole("How much is added.", examples=[1]), minProperties=1
    )
    set_ = mapping("Fields of the card that are written anew.", field, value, minProperties=1)
    return document("content", "Content of a pack", content(cards, add, set_))


def card(fields: dict[str, Schema], required: list[str]) -> Schema:
    """The shape of a card with these fields beside those that every card has."""
    always = {
        "id": identifier(
            "The id of the card, by which rules, examples and records name it.", declares="card", examples=["old_rose"]
        ),
        "name": line("The name shown to people.", examples=["Old Rose"]),
        "copies": whole("How many of it there are.", 1, 999, default=1),
    }
    return closed("A card.", {**always, **fields}, ["id", "name", *required])


def content(cards: Schema, add: Schema, set_: Schema) -> Schema:
    """The shape of a content file, given those of `cards` and of what `extend` may add to a card and set on it."""
    return closed(
        "What a pack declares and how it plays. A pack may divide it among any number of files.",
        {
            "vocabulary": vocabulary(),
            "extend": items("What is changed of other packs.", extension(add, set_)),
            "setup": effect("What happens before the first round. Nobody is `you` here."),
            "phases": by_id(
                "The phases of a round, in order.", "The id of a phase.", phase(), declares="routine", minProperties=1
            ),
            "actions": by_id("What a player may do on a turn.", "The id of an action.", action(), declares="routine"),
            "end": end(),
            "scoring": scoring(),
            "functions": mapping(
                "Values that are computed, by name and parameters.",
                head("A function: `name(type parameter, ...)`."),
                written("The value.", "expression"),
                examples=[{"height(plant p)": "p.size + count(seed on p)"}],
            ),
            "procedures": mapping(
                "Effects that have a name, by name and parameters.",
                head("A procedure: `name(type parameter, ...)`."),
                effect("What happens."),
                examples=[{"sow(player p)": "as p { 1 seed }"}],
            ),
            "topics": topics(),
            "cards": cards,
        },
        minProperties=1,
    )
