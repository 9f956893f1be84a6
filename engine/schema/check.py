"""Checks a file against a schema, and says what is wrong in plain words at the exact place.

The jsonschema library finds the faults; it is imported for the first file that is not plainly right (`plain`), and none
of its wording is shown. Where a schema allows several shapes (`anyOf`), the one that the author most likely meant is
told about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from dsl.diagnostics import Diagnostics
from engine.packs.document import Document
from engine.schema.plain import Look, look, whole
from engine.schema.shapes import Schema
from engine.schema.words import Fault, Path, tell

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

MAX_TOLD = 100  #: after so many faults of a file no more are told
MAX_SOUGHT = 1000  #: after so many no more are sought
_KEPT = 64  # how many compiled schemas are kept


@dataclass(slots=True)
class _Compiled:
    """A schema, what looks quickly, and the validator of the library once it was needed."""

    schema: Schema
    plainly: Look
    validator: Any = None


_compiled: dict[int, _Compiled] = {}  # by identity; the schema is kept so that its identity stays its own


def check(document: Document, schema: Schema, report: Diagnostics) -> bool:
    """Whether the document is as the schema says. What is wrong goes to `report`, with its place in the document, but
    hardly more than MAX_TOLD faults. A schema that was given once must not be changed afterwards."""
    return not faulty(document, schema, report)


def faulty(document: Document, schema: Schema, report: Diagnostics) -> set[Path]:
    """The paths at which the document is not as the schema says; what is wrong goes to `report`. The whole, `()`, is
    among them where there are more faults than are sought, so that nobody takes the rest for sound."""
    compiled = _compile(schema)
    if compiled.plainly(document.data):
        return set()
    if compiled.validator is None:
        compiled.validator = _checker()(schema)
    errors = list(islice(compiled.validator.iter_errors(document.data), MAX_SOUGHT))
    faults = [fault for error in errors for fault in _faults(error)]
    by_path: dict[Path, list[Fault]] = {}
    for fault in faults:
        by_path.setdefault(fault.path, []).append(fault)
    most = len(report) + MAX_TOLD
    for path in sorted(by_path, key=lambda path: document.span(path).start):
        if len(report) >= most:
            break
        tell(document, by_path[path][:MAX_TOLD], report)
    return {*by_path, ()} if len(errors) == MAX_SOUGHT else set(by_path)


def _compile(schema: Schema) -> _Compiled:
    found = _compiled.get(id(schema))
    if found is None:
        if len(_compiled) >= _KEPT:
            del _compiled[next(iter(_compiled))]
        found = _compiled[id(schema)] = _Compiled(schema, look(schema, schema))
    return found


@lru_cache(maxsize=1)
def _checker() -> Any:
    """The validator class: JSON Schema 2020-12 with whole numbers written as such, patterns of whole texts, and one
    error for each key that is unknown, missing or malformed and for each item that is repeated, in linear time."""
    from jsonschema import Draft202012Validator, validators
    from jsonschema.exceptions import ValidationError

    def pattern(_: Any, expression: str, instance: Any, __: Schema) -> Iterator[ValidationError]:
        if isinstance(instance, str) and not whole(expression).search(instance):
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

    def required(_: Any, keys: list[str], instance: Any, __: Schema) -> Iterator[ValidationError]:
        for key in keys if isinstance(instance, dict) else ():
            if key not in instance:
                yield ValidationError("", validator="missing", instance=key)

    def dependent(_: Any, keys: dict[str, list[str]], instance: Any, schema: Schema) -> Iterator[ValidationError]:
        if isinstance(instance, dict):
            wanted = dict.fromkeys(key for has in instance for key in keys.get(has, ()))
            yield from required(_, list(wanted), instance, schema)

    def further(validator: Any, shape: Any, instance: Any, schema: Schema) -> Iterator[ValidationError]:
        known = schema.get("properties", {})
        for key in instance if isinstance(instance, dict) else ():
            if key not in known and shape is False:
                yield ValidationError("", validator="unknown", validator_value=list(known), instance=key)
            elif key not in known:
                yield from validator.descend(instance[key], shape, path=key)

    def integer(_: Any, instance: Any) -> bool:
        return isinstance(instance, int) and not isinstance(instance, bool)

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", integer)
    replaced = {
        "pattern": pattern,
        "uniqueItems": unique,
        "propertyNames": names,
        "required": required,
        "dependentRequired": dependent,
        "additionalProperties": further,
    }
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
        faults = [fault for e in error.context if e.schema_path[0] == n for fault in _faults(e)]
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
    if len(best) > 1 and (undecided := _undecided(path, instance, branches, best)):
        return undecided
    meant = best[0]
    others = {key for branch in branches if branch is not meant for key in branch.keys}
    beside = tuple(key for key in meant.shape.get("required", ()) if key in instance) if others else ()
    return [replace(f, beside=beside) if f.rule == "unknown" and f.value in others and f.path == path else f
            for f in meant.faults]  # fmt: skip


def _undecided(path: Path, instance: dict[str, Any], branches: list[_Branch], best: list[_Branch]) -> list[Fault]:
    """The faults of a mapping whose keys tell nothing of which shape is meant; none if this is not such a case."""
    if any(
        fault.path != path or fault.rule not in ("unknown", "missing") for branch in best for fault in branch.faults
    ):
        return []
    unknown = [{fault.value for fault in branch.faults if fault.rule == "unknown"} for branch in best]
    if strange := [key for key in instance if all(key in keys for keys in unknown)]:
        needed = [key for branch in branches for key in branch.shape.get("required", ())[:1]]
        known = tuple(dict.fromkeys([*needed, *(key for branch in branches for key in branch.keys)]))
        return [Fault(path, "unknown", key, {}, known) for key in strange]
    if any(unknown):
        return []
    among = best if instance else branches
    missing = [next(fault.value for fault in branch.faults if fault.rule == "missing") for branch in among]
    return [Fault(path, "either", instance, {}, tuple(dict.fromkeys(missing)))]
