"""Checks a file against a schema, and says what is wrong in plain words at the exact place.

The jsonschema library finds the faults; it is imported when the first file is checked, and none of its wording is
shown. Where a schema allows several shapes (`anyOf`), the one that the author most likely meant is told about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dsl.diagnostics import Diagnostics
from engine.schema_words import Fault, tell
from engine.shapes import Schema
from engine.source import Document

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

MAX_TOLD = 100  #: how many faults of a file are told
_KEPT = 64  # how many compiled schemas are kept
_compiled: dict[int, tuple[Schema, Any]] = {}  # by identity; the schema is kept so that its identity stays its own


def check(document: Document, schema: Schema, report: Diagnostics) -> bool:
    """Whether the document is as the schema says. What is wrong goes to `report`, with places in the document; of more
    than MAX_TOLD faults those that come first. A schema that was given once must not be changed afterwards."""
    errors = list(_validator(schema).iter_errors(document.data))
    if not errors:
        return True
    faults = [fault for error in errors for fault in _faults(error)]
    by_path: dict[tuple[str | int, ...], list[Fault]] = {}
    for fault in faults:
        by_path.setdefault(fault.path, []).append(fault)
    told = 0
    for path in sorted(by_path, key=lambda path: document.span(path).start):
        told += tell(document, by_path[path], report)
        if told >= MAX_TOLD:
            break
    return False


def _validator(schema: Schema) -> Any:
    found = _compiled.get(id(schema))
    if found is None:
        if len(_compiled) >= _KEPT:
            del _compiled[next(iter(_compiled))]
        found = _compiled[id(schema)] = schema, _checker()(schema)
    return found[1]


@lru_cache(maxsize=1)
def _checker() -> Any:
    """The validator class: JSON Schema 2020-12 with whole numbers written as such, whole patterns, each repetition a
    fault of its own (in linear time), and faults of keys told from those of values."""
    import re

    from jsonschema import Draft202012Validator, validators
    from jsonschema.exceptions import ValidationError

    def pattern(_: Any, expression: str, instance: Any, __: Schema) -> Iterator[ValidationError]:
        # unlike `$` in JSON Schema, Python's also matches before a line break at the end
        if isinstance(instance, str) and not re.search(expression.removesuffix("$") + r"\Z", instance):
            yield ValidationError("")

    def unique(_: Any, wanted: bool, instance: Any, __: Schema) -> Iterator[ValidationError]:
        first: dict[tuple[type, Any], int] = {}
        for n, item in enumerate(instance if wanted and isinstance(instance, list) else ()):
            if isinstance(item, (str, int, float, bool)) and first.setdefault((type(item), item), n) != n:
                yield ValidationError("", path=[n], validator_value=first[type(item), item])

    def names(validator: Any, shape: Schema, instance: Any, _: Schema) -> Iterator[ValidationError]:
        for key in instance if isinstance(instance, dict) else ():
            for error in validator.descend(key, shape):
                yield ValidationError("", validator="keyPattern", path=[key], instance=key, schema=error.schema)
                break

    def whole(_: Any, instance: Any) -> bool:
        return isinstance(instance, int) and not isinstance(instance, bool)

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", whole)
    replaced = {"pattern": pattern, "uniqueItems": unique, "propertyNames": names}
    extend: Any = validators.extend
    return extend(Draft202012Validator, replaced, type_checker=types)


# ---- which fault is meant


def _faults(error: ValidationError) -> list[Fault]:
    """The faults that an error of the library amounts to."""
    if error.validator in ("anyOf", "oneOf") and error.context:
        return _likeliest(error)
    path, rule = tuple(error.absolute_path), str(error.validator)
    value: Any = error.instance
    limit: Any = error.validator_value
    schema: Schema = error.schema if isinstance(error.schema, dict) else {}
    if rule == "additionalProperties":
        known = tuple(schema.get("properties", ()))
        return [Fault(path, "unknown", key, schema, known) for key in value if key not in known]
    if rule in ("required", "dependentRequired"):
        wanted = limit if rule == "required" else [key for has, keys in limit.items() if has in value for key in keys]
        return [Fault(path, "missing", key, schema) for key in wanted if key not in value]
    return [Fault(path, rule, value, schema, tuple(limit) if isinstance(limit, list) else (limit,))]


@dataclass(slots=True)
class _Branch:
    """One of several shapes, and what is wrong with the value if it is meant."""

    faults: list[Fault]
    shape: Schema
    cost: tuple[int, int]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.shape.get("properties", ()))


def _likeliest(error: Any) -> list[Fault]:
    """The faults of the shape that fits best: of the right type, then with the fewest faults of its own keys, then
    with the fewest in all."""
    path, instance = tuple(error.absolute_path), error.instance
    shapes: Any = error.validator_value
    branches: list[_Branch] = []
    wanted: list[str] = []
    for n, shape in enumerate(shapes):
        inner = [fault for e in error.context or () if e.schema_path[0] == n for fault in _faults(e)]
        faults = list(dict.fromkeys(inner))
        wrong = [fault for fault in faults if fault.path == path and fault.rule == "type"]
        if wrong:
            wanted += [kind for fault in wrong for kind in fault.wanted if kind not in wanted]
        else:
            own = sum(fault.path == path for fault in faults)
            branches.append(_Branch(faults, shape, (own, len(faults) - own)))
    if not branches:
        return [Fault(path, "type", instance, {}, tuple(wanted))]
    least = min(branch.cost for branch in branches)
    best = [branch for branch in branches if branch.cost == least]
    if len(best) > 1 and all(f.path == path and f.rule in ("unknown", "missing") for b in best for f in b.faults):
        return _undecided(path, instance, best)
    meant = best[0]
    others = {key for branch in branches if branch is not meant for key in branch.keys}
    beside = tuple(key for key in meant.shape.get("required", ()) if key in instance) if others else ()
    return [replace(f, beside=beside) if f.rule == "unknown" and f.value in others and f.path == path else f
            for f in meant.faults]  # fmt: skip


def _undecided(path: tuple[str | int, ...], instance: dict[str, Any], best: list[_Branch]) -> list[Fault]:
    """The faults of a mapping whose keys tell nothing of which shape is meant."""
    unknown = [{f.value for f in branch.faults if f.rule == "unknown"} for branch in best]
    known = tuple(dict.fromkeys(key for branch in best for key in branch.keys))
    if strange := [key for key in instance if all(key in keys for keys in unknown)]:
        return [Fault(path, "unknown", key, {}, known) for key in strange]
    missing = [[f.value for f in branch.faults if f.rule == "missing"] for branch in best]
    if all(missing):
        return [Fault(path, "either", instance, {}, tuple(dict.fromkeys(keys[0] for keys in missing)))]
    return best[0].faults
