"""What a file holds, as its schema says: names declared and used in its YAML, and the effect texts with their forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dsl.symbols import Field, Kind
from engine.schema.shapes import Schema

Path = tuple[str | int, ...]

#: The forms of effect text that are names for others: heads of routines.
HEADS = ("signature", "names")
#: The forms of the texts in fields of cards, by the tag of the field's type.
FORM_OF = {"goods": "goods", "effect": "effect", "ability": "ability", "abilities": "ability", "entries": "ability"}


@dataclass(frozen=True, slots=True)
class Mark:
    """One key (`key`) or value. Either `form` says that it is a text of the language, or `sort` what it names.

    `of` is what the sort needs beside the id: the vocabulary of a word, "" if that is to be found out.
    """

    path: Path
    key: bool
    form: str = ""
    sort: str = ""
    of: str = ""
    declares: bool = False


def form_of(field: Field) -> str:
    """The form of the texts in a field of cards, or ""."""
    return FORM_OF.get(field.type.tag, "")


def marks(data: Any, schema: Schema, kinds: Mapping[str, Kind]) -> Iterator[Mark]:
    """The marks of a file's value; `kinds` tell what stands in the fields of cards. What does not fit is left out."""
    yield from _marks(data, schema, schema, ())
    cards = data.get("cards") if isinstance(data, dict) and "cards" in schema.get("properties", {}) else None
    for id, entries in cards.items() if isinstance(cards, dict) else ():
        for n, entry in enumerate(entries if isinstance(entries, list) else ()):
            if id in kinds and isinstance(entry, dict):
                for key in entry.keys() & kinds[id].fields.keys():
                    yield from _of_field(kinds[id].fields[key], entry[key], ("cards", id, n, key))


def _marks(value: Any, schema: Schema, root: Schema, path: Path) -> Iterator[Mark]:
    shape = fitting(value, schema, root)
    if isinstance(value, dict):
        known, further, keys = (
            shape.get("properties", {}),
            shape.get("additionalProperties"),
            shape.get("propertyNames"),
        )
        for key, part in value.items():
            here = (*path, key)
            if key not in known and isinstance(keys, dict):
                yield from _mark(keys, here, key=True)
            below = known.get(key, further)
            if isinstance(below, dict):
                yield from _marks(part, below, root, here)
    elif isinstance(value, list):
        for n, part in enumerate(value):
            yield from _marks(part, shape.get("items", {}), root, (*path, n))
    elif isinstance(value, (str, int)):
        yield from _mark(shape, path, key=False)


def _mark(shape: Schema, path: Path, *, key: bool) -> Iterator[Mark]:
    named = shape.get("declares") or shape.get("refers")
    of = str(path[path.index("words") + 1]) if named == "word" and "words" in path else ""
    for word in ("declares", "refers"):
        if word in shape:
            yield Mark(path, key, "", shape[word], of, word == "declares")
    if "format" in shape:
        yield Mark(path, key, shape["format"])


def _of_field(field: Field, value: Any, path: Path) -> Iterator[Mark]:
    if field.type.tag == "word" and isinstance(value, str):
        yield Mark(path, False, "", "word", field.type.of)
    elif field.type.tag == "set" and isinstance(value, list):
        yield from (Mark((*path, n), False, "", "word", field.type.of) for n in range(len(value)))
    elif form := form_of(field):
        if isinstance(value, dict):
            for word in value:
                yield Mark((*path, word), True, "", "word", field.type.of)
        yield from (Mark(where, False, form) for where in texts_in(value, path))


def texts_in(value: Any, path: Path) -> Iterator[Path]:
    """Where the texts in a value are."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, (list, dict)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from texts_in(part, (*path, key))


# ---- which shape is meant

_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}


def fitting(value: Any, schema: Schema, root: Schema) -> Schema:
    """The shape of a schema that a value has: of several the first of its type, with the most of its keys."""
    shapes = shapes_of(schema, root)
    if len(shapes) == 1:
        return shapes[0]
    fit = [shape for shape in shapes if _fits(value, shape)]
    if isinstance(value, dict) and fit:
        return max(fit, key=lambda shape: len(value.keys() & shape.get("properties", {}).keys()))
    return fit[0] if fit else {}


def shapes_of(schema: Schema, root: Schema) -> list[Schema]:
    """The shapes among which a schema lets choose; itself if it has no alternatives."""
    if "$ref" in schema:
        target: Any = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return shapes_of(target, root)
    if "anyOf" in schema:
        return [shape for part in schema["anyOf"] for shape in shapes_of(part, root)]
    return [schema]


def _fits(value: Any, shape: Schema) -> bool:
    wanted = shape.get("type")
    types = [wanted] if isinstance(wanted, str) else wanted or list(_TYPES)
    return any(isinstance(value, _TYPES.get(str(kind), ())) for kind in types)
