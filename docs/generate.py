"""Writes docs/language.md from its template, the operator table and the schemas, and docs/rules/ from the registry of
rules: python -m docs.generate.

A line `<!-- WHAT: OF -->` of the template is replaced: `operators: FORM` by the rows of that form, `keys: FILE KEY ...`
by the keys of a file (`*` is whatever key), `reserved` by the reserved words and `codes` by the diagnostics.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from dsl.codes import CODES
from dsl.operators import OPERATORS, Operator
from dsl.parse.read import ParseError, parse, reserved_words
from engine.lint.registry import files
from engine.schema.build import content_schema, manifest_schema
from engine.schema.scenarios import scenarios_schema

FOLDER = Path(__file__).parent
TEMPLATE, PAGE = FOLDER / "language_template.md", FOLDER / "language.md"
RULES = FOLDER / "rules"
WIDTH = 116


# ---- operators


def example_form(row: Operator) -> str:
    """The form of the language that the example of a row is written in."""
    if row.form == "ability":
        return "ability"
    try:
        parse(row.example, "effect" if row.form == "statement" else "expression")
    except ParseError:
        return "effect"
    return "effect" if row.form == "statement" else "expression"


def operators(form: str) -> Iterator[str]:
    """The rows of the operator table of one form."""
    for row in OPERATORS.values():
        if row.form == form:
            yield f"#### `{row.syntax}`"
            yield ""
            yield row.doc
            yield ""
            yield f"```{example_form(row)}"
            yield row.example
            yield "```"
            yield ""
            yield f"{facts(row)}"
            yield ""


_GIVES = {
    "flag": "a condition", "number": "a number", "player": "a player", "players": "players in an order",
    "components": "a list", "candidate": "a candidate, or nothing", "as 0": "a set of words",
}  # fmt: skip


def facts(row: Operator) -> str:
    """What a row gives, reads and changes, and whether it can ask a player."""
    parts = [f"Gives {_GIVES[row.result]}."] if row.result else []
    if row.form in ("statement", "ability"):
        parts.append("Can ask a player." if row.decides else "Asks nobody by itself.")
    if row.reads:
        parts.append(f"Reads {', '.join(row.reads)}.")
    if row.writes:
        parts.append(f"Changes {', '.join(row.writes)}.")
    return " ".join(parts)


# ---- keys of files


def keys(path: str) -> Iterator[str]:
    """A table of the keys of a mapping in a file."""
    file, *steps = path.split()
    schemas = {"manifest": manifest_schema, "content": content_schema, "scenarios": scenarios_schema}
    shapes = _mappings(_below(schemas[file](), steps))
    rows: dict[str, dict[str, Any]] = {key: value for shape in shapes for key, value in shape["properties"].items()}
    yield "| key | what it says |"
    yield "| --- | --- |"
    for key, value in rows.items():
        needed = all(key in shape.get("required", ()) for shape in shapes)
        about = _cell(value.get("description", "") + _bounds(value))
        yield f"| {f'**`{key}`**' if needed else f'`{key}`'} | {about} |"


def _below(schema: dict[str, Any], steps: list[str]) -> dict[str, Any]:
    """The schema of what stands under some keys."""
    for step in steps:
        found = next((s for s in _mappings(schema) if step in s.get("properties", {})), None)
        if step == "*":
            inner = next(s for s in _all(schema) if isinstance(s.get("additionalProperties"), dict))
            schema = inner["additionalProperties"]
        elif found is not None:
            schema = found["properties"][step]
        else:
            raise KeyError(step)
        if schema.get("type") == "array":
            schema = schema["items"]
    return schema


def _all(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """A schema, or its alternatives."""
    return [s for alternative in schema["anyOf"] for s in _all(alternative)] if "anyOf" in schema else [schema]


def _mappings(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [s for s in _all(schema) if "properties" in s]


def _bounds(value: dict[str, Any]) -> str:
    """Which words are possible, and what holds where the key is missing."""
    more = f" One of {', '.join(f'`{word}`' for word in value['enum'])}." if len(value.get("enum", ())) > 1 else ""
    if "default" in value:
        more += f" Otherwise `{str(value['default']).lower()}`."
    return more


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


# ---- lists


def reserved(_: str) -> Iterator[str]:
    """The reserved words, in order."""
    line = ""
    for word in sorted(reserved_words()):
        piece = f"`{word}`"
        if len(line) + len(piece) + 1 > WIDTH:
            yield line
            line = ""
        line += f" {piece}" if line else piece
    yield line


def codes(_: str) -> Iterator[str]:
    """All diagnostics."""
    yield "| code | name | what is wrong |"
    yield "| --- | --- | --- |"
    for code in CODES.values():
        yield f"| {code.code} | {code.name} | {_cell(code.summary)} |"


MAKERS: dict[str, Callable[[str], Iterator[str]]] = {
    "operators": operators, "keys": keys, "reserved": reserved, "codes": codes
}  # fmt: skip
_MARK = re.compile(r"<!-- (\w+)(?:: (.*?))? -->")


def page(template: str) -> str:
    """The page that a template makes. Raises KeyError for a mark that means nothing."""
    out: list[str] = []
    for line in template.splitlines():
        mark = _MARK.fullmatch(line)
        made = list(MAKERS[mark[1]](mark[2] or "")) if mark else [line]
        while made and not made[-1] and mark:
            made.pop()
        out += made
    return "\n".join(out) + "\n"


def main() -> None:
    """Writes the pages."""
    PAGE.write_text(page(TEMPLATE.read_text(encoding="utf-8")), encoding="utf-8")
    RULES.mkdir(exist_ok=True)
    for old in RULES.glob("*.md"):
        old.unlink()
    for name, text in files().items():
        (RULES / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
