"""The schema of files of languages. The schema returned here is shared and must not be changed."""

from __future__ import annotations

from functools import lru_cache

from dsl.language import RULE
from engine.schema.shapes import (
    Schema,
    by_id,
    closed,
    document,
    either,
    identifier,
    items,
    line,
    mapping,
    pattern,
    prose,
)

SECTIONS = (
    "nouns", "goods", "groups", "kinds", "zones", "vocabularies", "events", "functions", "conditions", "denials",
    "variables", "cards", "actions", "prompts", "options", "phases",
    "topics", "lessons",
)  # fmt: skip
#: What the ids of a section name, where that is something that packs declare.
_NAMED = {
    "goods": "good", "groups": "group", "kinds": "kind", "zones": "zone", "vocabularies": "vocabulary",
    "events": "event", "functions": "routine",
}  # fmt: skip


@lru_cache(maxsize=1)
def language_schema() -> Schema:
    """The schema of `lang/ID.yaml`."""
    text = {"type": "string", "description": "Text with holes, as {0}, {1:acc} or {c}."}
    key = pattern("A gender, a case, gender.case, or `other`.", r"[a-z0-9]+(?:\.[a-z0-9]+)?", "not a case or gender")
    template = either("A template, or several by gender and case.", text, mapping("By gender and case.", key, text))
    form = either(
        "The form, or one for each case.",
        text,
        mapping("By case; `nom` is for those not given.", identifier("A case."), text, minProperties=1),
    )
    noun = either(
        "A name that does not bend, or its forms by category of number.",
        line("The name."),
        closed(
            "A noun.",
            {
                "gender": pattern("Its gender, by which templates are picked.", "[a-z0-9]+", "not a gender"),
                **dict.fromkeys(("one", "two", "few", "many", "other"), form),
            },
            ["one"],
            examples=[{"gender": "f", "one": {"nom": "moneta", "acc": "monetę"}, "few": "monety", "many": "monet"}],
        ),
    )

    def told(refers: str = "") -> Schema:
        return by_id("By id.", "An id.", noun, refers=refers)

    pairs = mapping("By the English.", line("The English text."), line("The same in this language."))
    titles = by_id(
        "The titles of actions, with their parameters in braces.", "An action.", line("The title."), refers="routine"
    )
    condition = by_id(
        "Conditions of the rules as clauses; {0} is what they are about.", "A function.", text, refers="routine"
    )
    fields = by_id("Fields, by their kind; also of `player` and `table`.", "A kind.", told("field"), refers="kind")
    topic = closed("A text.", {"title": line("Its title."), "text": prose("What it says.")}, ["title", "text"])
    said = {
        "name": line("Its name."),
        "begin": prose("What is told first."),
        "say": items("What is said before the choices, in order.", prose("What is said before a choice.")),
        "end": prose("What is told last."),
    }
    shapes: dict[str, Schema] = {
        "numbers": mapping(
            "The categories of number, each with its rule; the first that fits counts, `many` is for the rest.",
            pattern("A category.", "one|two|few|other", "not a category: one, two, few or other"),
            pattern("The rule.", RULE, "not a rule, as in n % 10 = 2..4 and n % 100 != 12..14"),
        ),
        "templates": mapping(
            "The words around the names, by their ids in English.",
            pattern("The id of a template.", r"\S+", "not an id"),
            template,
        ),
        **{section: told(_NAMED.get(section, "")) for section in SECTIONS},
        "words": by_id("Words, by their vocabulary.", "A vocabulary.", told("word"), refers="vocabulary"),
        "fields": {**fields, "properties": {"player": told("player"), "table": told("table")}},
        "conditions": condition,
        "denials": condition,
        "cards": by_id("The cards of the pack.", "The id of a card.", line("Its name."), refers="card"),
        "actions": titles,
        "topics": by_id("The texts on the rules that a person at play can read.", "A topic.", topic),
        "lessons": mapping("Lessons.", line("The name of the scenario."), closed("A lesson.", said, [*said])),
        "prompts": pairs,
        "options": pairs,
    }
    return document("language", "Names of a pack in another language", closed("Names.", shapes, minProperties=1))
