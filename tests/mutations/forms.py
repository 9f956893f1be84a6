"""Slips of form: keys that are misspelt, missing or doubled, signs that are dropped, and brackets that are wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.packs.document import Document
from engine.schema.build import content_schema, manifest_schema
from tests.mutations.content import Change, Content, misspelt


# ---- keys
def _known_keys(content: Content) -> Iterator[tuple[Document, tuple[str | int, ...], bool]]:
    """Keys that have a meaning (no names that are being defined), and whether they must be there."""
    for document in content.documents:
        schema = manifest_schema() if document.file.endswith("pack.yaml") else content_schema()
        yield from ((document, path, needed) for path, needed in _of(document.data, schema, ()))
    for card in content.subject.cards:
        fields = content.symbols.kinds[card.kind].fields
        for key in card.document_fields():
            f = fields.get(key)
            needed = key in ("id", "name") or (f is not None and not f.optional and f.default is None)
            yield card.document, (*card.path, key), needed


def _of(
    value: Any, schema: dict[str, Any], path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], bool]]:
    if path[:1] == ("cards",):
        return
    for shape in schema.get("anyOf", ()):
        if isinstance(value, dict) == (shape.get("type") == "object"):
            yield from _of(value, shape, path)
    if isinstance(value, dict):
        known, further = schema.get("properties", {}), schema.get("additionalProperties")
        for key, part in value.items():
            if key in known:
                yield (*path, key), key in schema.get("required", ())
            shape = known.get(key, further)
            if isinstance(shape, dict):
                yield from _of(part, shape, (*path, key))
    elif isinstance(value, list):
        for n, part in enumerate(value):
            yield from _of(part, schema.get("items", {}), (*path, n))


def misspelt_key(content: Content, rng: random.Random) -> list[Change]:
    out = []
    for document, path, _ in _known_keys(content):
        span = document.key_span(path)
        out.append((Path(span.file), span.start, span.end, misspelt(str(path[-1]), rng)))
    return out


def _line_of(document: Document, path: tuple[str | int, ...]) -> tuple[int, int] | None:
    """The line of a key and its value, if they are alone on it."""
    key, value = document.key_span(path), document.span(path)
    start = document.text.rfind("\n", 0, key.start) + 1
    end = document.text.find("\n", value.end)
    alone = not document.text[start : key.start].strip() and "\n" not in document.text[key.start : value.end]
    return (start, end + 1) if alone and end > 0 else None


def missing_key(content: Content, rng: random.Random) -> list[Change]:
    found = [(d, _line_of(d, path)) for d, path, needed in _known_keys(content) if needed]
    return [(Path(d.file), *line, "") for d, line in found if line is not None]


def duplicate_key(content: Content, rng: random.Random) -> list[Change]:
    found = [(d, _line_of(d, path)) for d, path, _ in _known_keys(content)]
    return [(Path(d.file), line[1], line[1], d.text[line[0] : line[1]]) for d, line in found if line is not None]


# ---- signs
def _signs(content: Content, pattern: str) -> Iterator[tuple[Document, re.Match[str]]]:
    for document in content.documents:
        for match in re.finditer(pattern, document.text):
            start = document.text.rfind("\n", 0, match.start()) + 1
            if "#" not in document.text[start : match.start()]:
                yield document, match


def dropped_sign(content: Content, rng: random.Random) -> list[Change]:
    return [(Path(d.file), *m.span(), "") for d, m in _signs(content, r"->|[{}]|\"")]


def wrong_bracket(content: Content, rng: random.Random) -> list[Change]:
    sides = ("([{", ")]}")
    out = []
    for document, match in _signs(content, r"[()\[\]{}]"):
        side = next(s for s in sides if match[0] in s)
        out.append((Path(document.file), *match.span(), rng.choice([c for c in side if c != match[0]])))
    return out
