"""What is said of a value that is not as its schema wants it, and where: faults become diagnostics."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from dsl.diagnostics import Diagnostics, Related, Span, Suggestion, suggest
from engine.packs.document import Document
from engine.schema.shapes import Schema

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Fault:
    """One thing that is wrong with a file. `rule` is a keyword of JSON Schema, or one of these: `unknown` and `missing`
    (of a key), `either` (one of several keys is missing), `keyPattern` (how a key is written).

    `value` is the key for `unknown` and `missing`, otherwise the value that is wrong; `schema` is the one broken;
    `wanted` what that wants: types, words, a limit, known keys. `beside` are keys that it excludes.
    """

    path: Path
    rule: str
    value: Any
    schema: Schema
    wanted: tuple[Any, ...] = ()
    beside: tuple[str, ...] = ()


def tell(document: Document, faults: list[Fault], report: Diagnostics) -> None:
    """Reports the faults of one value, without those that follow from others."""
    rules = {fault.rule for fault in faults}
    for rule, others in _OUTDONE.items():
        if rule in rules:
            faults = [fault for fault in faults if fault.rule not in others]
    unknown = [fault for fault in faults if fault.rule == "unknown"]
    missing = [fault.value for fault in faults if fault.rule == "missing"]
    for fault in unknown:
        near = _unknown(document, fault, missing, report)
        missing = [key for key in missing if key != near]
    if missing:
        about = next(f.schema for f in faults if f.rule == "missing").get("properties", {}).get(missing[0], {})
        hint = about.get("description") if len(missing) == 1 else None
        _missing(document, faults[0].path, missing, "and", f"{missing[0]}: {hint}" if hint else None, report)
    for fault in faults:
        if fault.rule not in ("unknown", "missing"):
            _TELLERS.get(fault.rule, _other)(document, fault, report)


# Where a value breaks the first rule, the others say nothing new.
_OUTDONE = {
    "type": {"enum", "pattern", "minLength", "minimum", "maximum", "minItems", "minProperties"},
    "minLength": {"pattern", "enum"},
    "minProperties": {"missing", "either"},
}


# ---- keys


def _unknown(document: Document, fault: Fault, missing: list[str], report: Diagnostics) -> str | None:
    """Reports a key that means nothing, and gives the missing key that was probably meant."""
    key, span = str(fault.value), document.key_span((*fault.path, fault.value))
    if fault.beside:
        others = listed([f'"{key}"' for key in fault.beside], "and")
        report.error("K001", f'the key "{_short(key)}" cannot stand beside {others}', span)
        return None
    here = _at(document, fault.path)
    near = _near(key, missing) or _near(key, [k for k in fault.wanted if k not in here]) or _near(key, fault.wanted)
    hint = Suggestion.of(near) if near else _allowed(fault.wanted)
    report.error("K001", f'the key "{_short(key)}" means nothing here', span, hint=hint)
    return near


def _missing(
    document: Document, path: Path, keys: Iterable[str], last: str, hint: str | None, report: Diagnostics
) -> None:
    quoted = [f'"{key}"' for key in keys]
    many = "s" if len(quoted) > 1 and last == "and" else ""
    verb = "are" if many else "is"
    message = f"the key{many} {listed(quoted, last)} {verb} missing here"
    report.error("K002", message, head(document, path), hint=hint)


def _either(document: Document, fault: Fault, report: Diagnostics) -> None:
    _missing(document, fault.path, fault.wanted, "or", None, report)


def head(document: Document, path: Path) -> Span:
    """Where a mapping is pointed at: its key; without one, its first line up to the end of the first value."""
    if path and isinstance(path[-1], str):
        return document.key_span(path)
    whole, data = document.span(path), _at(document, path)
    if not isinstance(data, dict) or not data or document.text.startswith("{", whole.start):
        return whole
    key = next(iter(data))
    start, end = document.key_span((*path, key)), document.span((*path, key)).end
    return Span(whole.file, start.start, start.end if "\n" in document.text[start.start : end] else end)


def _key_pattern(document: Document, fault: Fault, report: Diagnostics) -> None:
    _malformed(fault, document.key_span(fault.path), report)


# ---- values

_NEEDED = {
    "string": "text", "integer": "a number", "boolean": "true or false", "array": "a list", "object": "a mapping",
    "null": "null",
}  # fmt: skip


def _type(document: Document, fault: Fault, report: Diagnostics) -> None:
    value, wanted = fault.value, fault.wanted
    if isinstance(value, (int, float)) and not isinstance(value, bool) and "pattern" in fault.schema:
        written = _scalar(document, fault.path)
        if not re.search(fault.schema["pattern"], written):  # quotes alone would not make it right
            _malformed(replace(fault, value=written), document.span(fault.path), report)
            return
    needed = [_NEEDED.get(str(kind), str(kind)) for kind in wanted]
    if len(needed) > 1:
        needed = ["true/false" if word == "true or false" else word for word in needed]
    found = {str: "text", int: "a number", list: "a list", dict: "a mapping", bool: str(value).lower()}.get(type(value))
    if isinstance(value, float):
        found = "a decimal number"
        needed = ["a whole number" if word == "a number" else word for word in needed]
    span = document.span(fault.path)
    if value is None:
        if span.start == span.end and fault.path and isinstance(fault.path[-1], str):
            span = document.key_span(fault.path)
        message = f"there is no value here, but {listed(needed, 'or')} is needed"
    else:
        message = f"this is {found}, but {listed(needed, 'or')} is needed here"
    report.error("K003", message, span, hint=_type_hint(document, fault, span))


def _type_hint(document: Document, fault: Fault, span: Span) -> str | None:
    value, wanted = fault.value, fault.wanted
    if isinstance(value, dict) and "string" in wanted:
        flow = document.text.startswith("{", span.start)
        return 'text that begins with "{" needs quotes' if flow else 'text with ": " in it needs quotes, or a | block'
    if isinstance(value, list) and "string" in wanted and document.text.startswith("[", span.start):
        return 'text that begins with "[" needs quotes'
    if isinstance(value, (bool, int, float)) and "string" in wanted:
        return f'write "{_scalar(document, fault.path)}", in quotes, if it is text'
    if isinstance(value, str) and "boolean" in wanted:
        return "write true or false"
    if isinstance(value, str) and "integer" in wanted and re.fullmatch(r"[-+]?\d+", value):
        return "leave out the quotes"
    if "array" in wanted and isinstance(value, (str, bool, int, float)) and re.fullmatch(r"[\w-]+", str(value)):
        return f"write [{_scalar(document, fault.path)}]"
    if value is None and "object" in wanted and not {"required", "minProperties"} & fault.schema.keys():
        return "write {} if there is nothing to say"
    return None


def _enum(document: Document, fault: Fault, report: Diagnostics) -> None:
    near = _near(str(fault.value), map(str, fault.wanted))
    hint = Suggestion.of(near) if near else _allowed(fault.wanted)
    message = f'"{_short(str(fault.value))}" is not one of the values allowed here'
    report.error("K004", message, document.span(fault.path), hint=hint)


def _limit(document: Document, fault: Fault, report: Diagnostics) -> None:
    limit, least = fault.wanted[0], fault.rule == "minimum"
    which, bound = ("small", "least") if least else ("large", "most")
    message = f"{_scalar(document, fault.path)} is too {which}: at {bound} {limit} is allowed here"
    report.error("K005", message, document.span(fault.path))


def _long(document: Document, fault: Fault, report: Diagnostics) -> None:
    message = f"this list has {len(fault.value)} items: at most {fault.wanted[0]} are allowed here"
    report.error("K005", message, document.span(fault.path))


def _pattern(document: Document, fault: Fault, report: Diagnostics) -> None:
    _malformed(fault, document.span(fault.path), report)


def _malformed(fault: Fault, span: Span, report: Diagnostics) -> None:
    written, expression = str(fault.value), fault.schema.get("pattern", "$^")
    wrong = fault.schema.get("patternErrorMessage", "not written as is needed here")
    bare = " ".join(written[:80].split())
    better = (bare, bare.lower(), bare.upper(), re.sub(r"[^a-z0-9]+", "_", bare.lower()).strip("_"))
    near = next((text for text in better if text != written and re.search(expression, text)), None)
    hint = Suggestion.of(near) if near else None
    report.error("K006", f'"{_short(written)}" is {wrong}', span, hint=hint)


def _twice(document: Document, fault: Fault, report: Diagnostics) -> None:
    first = document.span((*fault.path[:-1], fault.wanted[0]))
    message = f'"{_short(_scalar(document, fault.path))}" stands twice in this list'
    related = (Related(first, "it was first written here"),)
    report.error("K007", message, document.span(fault.path), hint="delete one of the two", related=related)


def _empty(document: Document, fault: Fault, report: Diagnostics) -> None:
    what = {"minLength": "text", "minItems": "list"}.get(fault.rule, "mapping")
    report.error("K008", f"this {what} is empty", document.span(fault.path))


def _other(document: Document, fault: Fault, report: Diagnostics) -> None:
    report.error("K004", "this value is not allowed here", document.span(fault.path))


_TELLERS: dict[str, Callable[[Document, Fault, Diagnostics], None]] = {
    "either": _either, "keyPattern": _key_pattern, "type": _type, "enum": _enum, "minimum": _limit, "maximum": _limit,
    "pattern": _pattern, "uniqueItems": _twice, "maxItems": _long, "minLength": _empty, "minItems": _empty,
    "minProperties": _empty,
}  # fmt: skip


# ---- words


def _at(document: Document, path: Path) -> Any:
    value = document.data
    for step in path:
        value = value[step]
    return value


def _scalar(document: Document, path: Path) -> str:
    """A scalar as it is written, without its quotes."""
    return document.scalar(path).text


def _near(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like a word, if one is like it."""
    found = suggest(word, candidates)
    return None if found is None else found.fix


def _allowed(words: Iterable[Any]) -> str | None:
    known = [str(word) for word in words]
    if not known:
        return None
    return f"allowed here: {', '.join(known[:15])}" + (f" and {len(known) - 15} more" if len(known) > 15 else "")


def listed(words: list[str], last: str) -> str:
    """Words as they are listed in a sentence: `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _short(text: str) -> str:
    text = text.replace("\n", " ")
    return text if len(text) <= 40 else text[:37] + "..."
