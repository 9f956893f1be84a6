"""The building blocks of the schemas: small JSON Schemas (2020-12) as dicts, each with what an editor says of it.

Two annotations say what JSON Schema itself has no word for. `patternErrorMessage` is what is said of a text that does
not match `pattern`, made to follow `"..." is`; editors know it too. `format` names the form of the effect language that
a text is written in (goods, ability, effect, query, expression, cost, signature, names).

Two more say what an id is about: `declares` the sort of thing that is declared under it, `refers` the sort of what is
declared elsewhere. The sorts are those of `dsl.meaning`, and card, pack, drawing and type; `name` is whatever is
called so, `names` is text in which several are named.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ID = "[a-z][a-z0-9_]*"  #: what ids look like
_ID_MESSAGE = "not an id: small letters, digits and underscores, beginning with a letter"
_LINE = r"^\S(?:.*\S)?$"
_LINE_MESSAGE = "not one line of text without spaces around it"


def document(name: str, title: str, shape: Schema) -> Schema:
    """The schema of a whole file: `shape` with its dialect, its URN `urn:state51:schema:<name>` and a title."""
    return {"$schema": DIALECT, "$id": f"urn:state51:schema:{name}", "title": title, **shape}


def whole(about: str, least: int | None = None, most: int | None = None, **more: Any) -> Schema:
    """A whole number from `least` to `most`, both included."""
    limits = {"minimum": least, "maximum": most}
    return {"type": "integer", **{k: v for k, v in limits.items() if v is not None}, "description": about, **more}


def flag(about: str, **more: Any) -> Schema:
    """true or false."""
    return {"type": "boolean", "description": about, **more}


def line(about: str, **more: Any) -> Schema:
    """Text of one line for people, not empty."""
    pattern = {"pattern": _LINE, "patternErrorMessage": _LINE_MESSAGE}
    return {"type": "string", "minLength": 1, **pattern, "description": about, **more}


def prose(about: str, **more: Any) -> Schema:
    """Text for people, of any number of lines, not empty. A blank line divides paragraphs."""
    return {"type": "string", "minLength": 1, "description": about, **more}


def pattern(about: str, expression: str, message: str, **more: Any) -> Schema:
    """Text that matches a regular expression as a whole; `message` is said of text that does not."""
    shape = {"pattern": f"^(?:{expression})$", "patternErrorMessage": message}
    return {"type": "string", "minLength": 1, **shape, "description": about, **more}


def identifier(about: str, **more: Any) -> Schema:
    """An id, or the name of something that is declared elsewhere."""
    shape = {"pattern": f"^{ID}$", "patternErrorMessage": _ID_MESSAGE}
    return {"type": "string", "minLength": 1, **shape, "description": about, **more}


def written(about: str, form: str, **more: Any) -> Schema:
    """Text in a form of the effect language, not empty. Expressions may be a bare number, true or false."""
    kind: Any = ["string", "integer", "boolean"] if form == "expression" else "string"
    return {"type": kind, "minLength": 1, "format": form, "description": about, **more}


def one_of(about: str, words: Iterable[str], **more: Any) -> Schema:
    """One of some words."""
    return {"type": "string", "enum": list(words), "description": about, **more}


def items(about: str, item: Schema, **more: Any) -> Schema:
    """A list."""
    return {"type": "array", "items": item, "description": about, **more}


def distinct(about: str, item: Schema, **more: Any) -> Schema:
    """A list in which nothing stands twice."""
    return {"type": "array", "items": item, "uniqueItems": True, "description": about, **more}


def closed(about: str, properties: dict[str, Schema], required: Iterable[str] = (), **more: Any) -> Schema:
    """A mapping with these keys and no others."""
    need = {"required": list(required)} if required else {}
    return {
        "type": "object", "properties": properties, **need, "additionalProperties": False, "description": about, **more
    }  # fmt: skip


def mapping(about: str, key: Schema, value: Schema, **more: Any) -> Schema:
    """A mapping whose keys the author chooses, each of the shape `key`."""
    return {"type": "object", "propertyNames": key, "additionalProperties": value, "description": about, **more}


def by_id(about: str, what: str, value: Schema, *, declares: str = "", refers: str = "", **more: Any) -> Schema:
    """A mapping whose keys are ids that the author chooses; `what` says of what."""
    sorts = {"declares": declares, "refers": refers}
    return mapping(about, identifier(what, **{k: v for k, v in sorts.items() if v}), value, **more)


def either(about: str, *shapes: Schema, **more: Any) -> Schema:
    """Something of any of these shapes."""
    return {"anyOf": list(shapes), "description": about, **more}
