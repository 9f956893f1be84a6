"""Keys that a mapping must have and lacks, and what may be written for them, as the schema has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.diagnostics import Span
from engine.index.marks import Path, fitting, shapes_of
from engine.packs.document import Document
from engine.packs.writing import in_line
from engine.schema.shapes import Schema
from engine.schema.words import head

_PLAIN: dict[str, Any] = {"string": "...", "boolean": False, "array": [], "object": {}}
_DEEPEST = 8  #: how deep values are made that hold others


def lacking(document: Document, schema: Schema, span: Span) -> tuple[Path, dict[str, Any]] | None:
    """The path of the mapping in which keys are told missing at `span`, and a value for each of them."""
    for path, value, shape in _mappings(document.data, schema, schema, ()):
        needed = [key for key in shape.get("required", ()) if key not in value]
        spans = [head(document, path), *(document.span((*path, key)) for key in value)]
        if needed and any((s.start, s.end) == (span.start, span.end) for s in spans):
            known = shape.get("properties", {})
            return path, {key: example(known.get(key, {}), schema) for key in needed}
    return None


def _mappings(value: Any, schema: Schema, root: Schema, path: Path) -> Iterator[tuple[Path, dict[str, Any], Schema]]:
    """All mappings in a value, each with the shape that is meant."""
    shape = fitting(value, schema, root)
    if isinstance(value, dict):
        yield path, value, shape
        for key, part in value.items():
            below = shape.get("properties", {}).get(key, shape.get("additionalProperties"))
            if isinstance(below, dict):
                yield from _mappings(part, below, root, (*path, key))
    elif isinstance(value, list):
        for n, part in enumerate(value):
            yield from _mappings(part, shape.get("items", {}), root, (*path, n))


def example(schema: Schema, root: Schema, depth: int = 0) -> Any:
    """A value that fits a schema: one that it names, otherwise the plainest."""
    shape = shapes_of(schema, root)[0]
    for named in ("default", "const"):
        if named in shape:
            return shape[named]
    for listed in ("enum", "examples"):
        if shape.get(listed):
            return shape[listed][0]
    kind = shape.get("type", "string")
    kind = kind if isinstance(kind, str) else kind[0]
    if kind == "integer":
        return shape.get("minimum", 1)
    if kind == "array" and shape.get("minItems") and depth < _DEEPEST:
        return [example(shape.get("items", {}), root, depth + 1)]
    if kind == "object" and depth < _DEEPEST:
        known = shape.get("properties", {})
        return {key: example(known.get(key, {}), root, depth + 1) for key in shape.get("required", ())}
    return _PLAIN.get(kind, "...")


def insertion(document: Document, path: Path, keys: dict[str, Any]) -> tuple[int, str]:
    """Where keys are written at the end of a mapping, and how: on lines of their own, or in its brackets."""
    text, whole, value = document.text, document.span(path), _at(document.data, path)
    newline = "\r\n" if "\r\n" in text else "\n"
    if document.style(path) == "{":
        before = ", " if value else ""
        return whole.end - 1, before + ", ".join(f"{key}: {in_line(made)}" for key, made in keys.items())
    first, last = next(iter(value)), list(value)[-1]
    start = document.key_span((*path, first)).start
    indent = " " * (start - 1 - max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)))
    end = document.span((*path, last)).end
    at = next((n for n in range(end, len(text)) if text[n] in "\r\n"), len(text))
    lines = newline.join(f"{indent}{key}: {in_line(made)}" for key, made in keys.items())
    if end and text[end - 1] == "\n":  # the last value is a block of text, with its line end
        return end, lines + newline
    return at, newline + lines


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value
