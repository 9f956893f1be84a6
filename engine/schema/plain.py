"""The quick look at a value: whether it plainly is as its schema says.

Nearly every file is, so nearly always the library that judges need not even be imported. A look that is not sure, of a
keyword it does not know too, says no: then the library judges. So it can never hide a fault unless it says yes where
the library would find one, which the tests hold it to.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from engine.schema.shapes import Schema

Look = Callable[[Any], bool]

_CLASSES: dict[str, type] = {
    "string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None),
}  # fmt: skip
# What a schema says of a value, and what names in it mean: nothing to look at.
_SAID = {
    "$schema", "$id", "title", "description", "examples", "default", "format", "patternErrorMessage",
    "declares", "refers",
}  # fmt: skip
_TEXT = {"minLength", "pattern"}
_NUMBER = {"minimum", "maximum"}
_LIST = {"items", "minItems", "maxItems", "uniqueItems"}
_MAPPING = {"properties", "additionalProperties", "propertyNames", "required", "dependentRequired", "minProperties"}
_KNOWN = _SAID | _TEXT | _NUMBER | _LIST | _MAPPING | {"type", "enum", "anyOf", "$defs"}


def look(schema: Schema, root: Schema) -> Look:
    """What looks at values of a schema, which is a part of `root`. Its parts are made when a value first needs them."""
    made: list[Look] = []

    def first(value: Any) -> bool:
        if not made:
            made.append(_made(schema, root))
        return made[0](value)

    return first


def _unsure(_: Any) -> bool:
    return False


def _made(schema: Schema, root: Schema) -> Look:
    if isinstance(schema, dict) and schema.keys() - _SAID == {"$ref"}:
        meant = root.get("$defs", {}).get(str(schema["$ref"]).removeprefix("#/$defs/"))
        return _unsure if meant is None else look(meant, root)
    if not isinstance(schema, dict) or not schema.keys() <= _KNOWN:
        return _unsure
    looks: list[Look] = []
    if "anyOf" in schema:
        shapes = [look(shape, root) for shape in schema["anyOf"]]
        looks.append(lambda value: any(shape(value) for shape in shapes))
    if "enum" in schema:
        words = schema["enum"]
        if not all(isinstance(word, str) for word in words):
            return _unsure
        looks.append(lambda value: value.__class__ is str and value in words)
    if "type" in schema or schema.keys() & (_TEXT | _NUMBER | _LIST | _MAPPING):
        looks.append(_by_class(schema, root))
    if len(looks) == 1:
        return looks[0]
    return lambda value: all(one(value) for one in looks)


def _by_class(schema: Schema, root: Schema) -> Look:
    """A look by what a value is: text, number, list or mapping."""
    wanted = schema.get("type", list(_CLASSES))
    names = [wanted] if isinstance(wanted, str) else wanted
    if not set(names) <= _CLASSES.keys():
        return _unsure
    ways = {"string": _text, "integer": _number, "array": _list, "object": _mapping}
    by_class = {_CLASSES[name]: ways[name](schema, root) if name in ways else None for name in names}

    def found(value: Any) -> bool:
        kind = value.__class__
        if kind not in by_class:
            return False
        closer = by_class[kind]
        return closer is None or closer(value)

    return found


def _text(schema: Schema, _: Schema) -> Look | None:
    least, expression = schema.get("minLength", 0), schema.get("pattern")
    if expression is None:
        return (lambda value: len(value) >= least) if least else None
    fits = _fits(expression)
    return lambda value: len(value) >= least and fits(value)


@lru_cache(maxsize=256)
def _fits(expression: str) -> Look:
    """Whether texts fit a pattern as a whole. What fits is known from then on: names are written again and again."""
    found, fitting = whole(expression), set[str]()

    def fits(text: str) -> bool:
        if text in fitting:
            return True
        if found.search(text) is None:
            return False
        if len(fitting) < 10_000:
            fitting.add(text)
        return True

    return fits


@lru_cache(maxsize=256)
def whole(expression: str) -> re.Pattern[str]:
    """A pattern of JSON Schema for Python, whose `$` also matches before a line break at the end."""
    return re.compile(expression.removesuffix("$") + r"\Z")


def _number(schema: Schema, _: Schema) -> Look | None:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is None and most is None:
        return None
    return lambda value: (least is None or value >= least) and (most is None or value <= most)


def _list(schema: Schema, root: Schema) -> Look | None:
    least, most, distinct = schema.get("minItems", 0), schema.get("maxItems"), schema.get("uniqueItems", False)
    item = look(schema["items"], root) if "items" in schema else None

    def found(value: list[Any]) -> bool:
        if len(value) < least or (most is not None and len(value) > most):
            return False
        if distinct and (len(set(map(type, value)) - {str, int}) or len(set(value)) < len(value)):
            return False
        return item is None or all(item(one) for one in value)

    return found


def _mapping(schema: Schema, root: Schema) -> Look | None:
    known = {key: look(shape, root) for key, shape in schema.get("properties", {}).items()}
    further = schema.get("additionalProperties", True)
    other = None if further is True else _unsure if further is False else look(further, root)
    name = look(schema["propertyNames"], root) if "propertyNames" in schema else None
    required, least = schema.get("required", ()), schema.get("minProperties", 0)
    together = schema.get("dependentRequired", {})

    def found(value: dict[str, Any]) -> bool:
        if len(value) < least or not all(key in value for key in required):
            return False
        for key, part in value.items():
            if name is not None and not name(key):
                return False
            closer = known.get(key, other)
            if closer is not None and not closer(part):
                return False
            if key in together and not all(one in value for one in together[key]):
                return False
        return True

    return found
