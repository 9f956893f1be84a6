"""Keys that a mapping must have and lacks, and what may be written for them, as the schema has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dsl.diagnostics import Span
from engine.index.marks import Path, fitting, shapes_of
from engine.packs.document import Document
from engine.packs.writing import in_line
from engine.schema.shapes import Schema
from engine.schema.words import head

_PLAIN: dict[str, Any] = {"string": "...", "boolean": False, "array": [], "object": {}}
_DEEPEST = 8  #: how deep values are made that hold others


@dataclass(frozen=True, slots=True)
class Lacking:
    """A mapping that lacks `keys`, each with a value that can stand there. `order` is that of all keys it can have."""

    path: Path
    keys: dict[str, Any]
    order: tuple[str, ...]


def lacking(document: Document, schema: Schema, span: Span) -> Lacking | None:
    """The mapping in which keys are told missing at `span`."""
    for path, value, shape in _mappings(document.data, schema, schema, ()):
        needed = [key for key in shape.get("required", ()) if key not in value]
        spans = [head(document, path), *(document.span((*path, key)) for key in value)]
        if needed and any((s.start, s.end) == (span.start, span.end) for s in spans):
            known = shape.get("properties", {})
            return Lacking(path, {key: example(known.get(key, {}), schema) for key in needed}, tuple(known))
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


def insertions(document: Document, mapping: Lacking, keys: Iterable[str]) -> dict[int, str]:
    """What is written for some of the keys, by where: each after the one that it follows in the schema, on lines of
    their own or in the brackets of the mapping."""
    value: dict[str, Any] = _at(document.data, mapping.path)
    places: dict[str, list[str]] = {}
    for key in keys:
        before = set(mapping.order[: mapping.order.index(key)]) if key in mapping.order else set(value)
        places.setdefault(next((k for k in reversed(value) if k in before), ""), []).append(key)
    out: dict[int, str] = {}
    for after, some in places.items():
        written = [f"{key}: {in_line(mapping.keys[key])}" for key in some]
        put = _in_brackets if document.style(mapping.path) == "{" else _on_lines
        at, text = put(document, mapping.path, after, written)
        out[at] = out.get(at, "") + text
    return out


def _in_brackets(document: Document, path: Path, after: str, written: list[str]) -> tuple[int, str]:
    whole = document.span(path)
    if after:
        return document.span((*path, after)).end, "".join(f", {one}" for one in written)
    return whole.start + 1, ", ".join(written) + (", " if _at(document.data, path) else "")


def _on_lines(document: Document, path: Path, after: str, written: list[str]) -> tuple[int, str]:
    text, value = document.text, _at(document.data, path)
    newline = "\r\n" if "\r\n" in text else "\n"
    start = document.key_span((*path, next(iter(value)))).start
    indent = " " * (start - 1 - max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)))
    if not after:
        return start, "".join(f"{one}{newline}{indent}" for one in written)
    end = document.span((*path, after)).end
    lines = newline.join(indent + one for one in written)
    if text[end - 1] == "\n":  # a block of text, with its line end
        return end, lines + newline
    return next((n for n in range(end, len(text)) if text[n] in "\r\n"), len(text)), newline + lines


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value
