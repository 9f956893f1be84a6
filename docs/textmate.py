"""Writes the TextMate grammar of effect texts, from the words of the language's grammar and the keys of its schema.

    python -m docs.textmate

It colours the blocks under keys that always hold effects. All others, as the fields of cards, are for the
language server to colour, which knows what they hold.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dsl.parse.spot import literals
from engine.schema.build import content_schema

TARGET = Path(__file__).parent.parent / "editors" / "vscode" / "syntaxes" / "state51.tmLanguage.json"
_FORMS = ("effect", "expression", "cost")


def keys(schema: Any) -> Iterator[str]:
    """The keys of a schema whose values are effects, conditions or costs."""
    if isinstance(schema, dict):
        for key, value in schema.get("properties", {}).items():
            if value.get("format") in _FORMS:
                yield key
        for value in schema.values():
            yield from keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keys(value)


def grammar() -> dict[str, Any]:
    """The grammar as data."""
    words = "|".join(sorted(word for word in literals().values() if word.isalpha()))
    under = "|".join(sorted(set(keys(content_schema()))))
    effect = [
        {"name": "comment.line.number-sign.state51", "match": r"#.*$"},
        {"name": "string.quoted.double.state51", "match": r'"[^"]*"'},
        {"name": "keyword.control.state51", "match": rf"\b(?:{words})\b"},
        {"name": "constant.numeric.state51", "match": r"\b[0-9]+\b"},
        {"name": "keyword.operator.state51", "match": r"->|<=|>=|!=|[-+*=<>]"},
        {"name": "entity.name.function.state51", "match": r"\b[a-z][a-z0-9_]*(?=\()"},
    ]
    key = {"1": {"name": "entity.name.tag.yaml"}, "2": {"name": "punctuation.separator.key-value.mapping.yaml"}}
    return {
        "scopeName": "source.state51.injection",
        "injectionSelector": "L:source.yaml -comment -string",
        "patterns": [
            {
                "begin": rf"^(?: *- +| *)({under})(:)[ \t]*[|>][-+]?[ \t]*$",
                "beginCaptures": key,
                "while": r"^(?: {2,}|[ \t]*$)(?![a-z_]+:(?:[ \t]|$))(?!- )",
                "patterns": effect,
            }
        ],
    }


def text() -> str:
    """The grammar as the file has it."""
    return json.dumps(grammar(), indent=2) + "\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text(), encoding="utf-8")
