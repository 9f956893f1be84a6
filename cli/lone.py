"""A single file looked at by itself: its shape, and the syntax of its effect texts.

Names are not looked at, as nothing is known of what the file will stand beside. The form of a card's field is that of
the kind of the same name in the packs that are played by default, if there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dsl.diagnostics import Diagnostic, Diagnostics, Span
from engine.packs.document import Document
from engine.schema.build import content_schema, default_schema, manifest_schema
from engine.schema.check import check
from engine.schema.language import language_schema
from engine.schema.scenarios import scenarios_schema
from engine.schema.shapes import Schema

Path = tuple[str | int, ...]
_LANG = re.compile(r"(?:^|[/\\])lang[/\\][^/\\]+$")

_FIELD_FORMS = {
    "goods": "goods", "effect": "effect", "ability": "ability", "abilities": "ability", "entries": "ability"
}  # fmt: skip


def schema_of(document: Document) -> Schema:
    """The schema of a file, told from its name and what it holds."""
    if _LANG.search(document.file):
        return language_schema()
    data = document.data if isinstance(document.data, dict) else {}
    name = document.file.replace("\\", "/").rpartition("/")[2]
    if name == "pack.yaml":
        return manifest_schema()
    if name == "default.yaml" or list(data) == ["packs"]:
        return default_schema()
    return scenarios_schema() if "scenarios" in data else content_schema()


def problems(document: Document, kinds: list[dict[str, Any]]) -> Diagnostics:
    """What is wrong with a file. `kinds` are those of a ruleset, for the forms of fields."""
    report, schema = Diagnostics(), schema_of(document)
    good = check(document, schema, report)
    for path, form in effect_texts(document, kinds) if good else ():
        _parse(document, path, form, report)
    return report


def effect_texts(document: Document, kinds: list[dict[str, Any]]) -> list[tuple[Path, str]]:
    """Where effect texts are in a file that is as its schema says, with their forms. Paths of keys end with "#"."""
    if schema_of(document) is not content_schema():
        return []
    return [*_forms(document.data, content_schema(), ()), *_card_forms(document.data, kinds)]


def _forms(value: Any, schema: Schema, path: Path) -> Iterator[tuple[Path, str]]:
    """Where effect texts are in a value that is as its schema says, with their forms. A key is `(path, "#")`."""
    for shape in schema.get("anyOf", ()):
        if isinstance(value, dict) == (shape.get("type") == "object"):
            yield from _forms(value, shape, path)
    if isinstance(value, dict):
        key_form = schema.get("propertyNames", {}).get("format")
        known, further = schema.get("properties", {}), schema.get("additionalProperties")
        for key, part in value.items():
            if key_form:
                yield (*path, key, "#"), key_form
            shape = known.get(key, further)
            if isinstance(shape, dict):
                yield from _forms(part, shape, (*path, key))
    elif isinstance(value, list):
        for n, part in enumerate(value):
            yield from _forms(part, schema.get("items", {}), (*path, n))
    elif "format" in schema:
        yield path, schema["format"]


def _card_forms(data: dict[str, Any], kinds: list[dict[str, Any]]) -> Iterator[tuple[Path, str]]:
    fields = {k["id"]: {f[0]: f[2] for f in k["fields"]} for k in kinds}
    for kind, cards in data.get("cards", {}).items():
        for n, card in enumerate(cards):
            for id, value in card.items():
                form = _FIELD_FORMS.get(fields.get(kind, {}).get(id, ""))
                if form is not None:
                    yield from ((path, form) for path in _texts(value, ("cards", kind, n, id)))


def _texts(value: Any, path: Path) -> Iterator[Path]:
    """Where the texts in a value are."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, (list, dict)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(part, (*path, key))


def _parse(document: Document, path: Path, form: str, report: Diagnostics) -> None:
    from dsl.parse.read import ParseError, parse

    of_key = path[-1] == "#"
    try:
        parse(str(path[-2]) if of_key else document.scalar(path).text, form)
    except ParseError as e:
        if of_key:
            key = document.key_span(path[:-1])
            span = Span(key.file, key.start + e.start, min(key.start + e.end, key.end))
        else:
            span = document.scalar(path).span(e.start, e.end)
        report.add(Diagnostic(e.code, e.message, span, e.hint))
