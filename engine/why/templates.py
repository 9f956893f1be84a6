"""The patterns of all option ids that a program can make: titles of actions, and words of choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from dsl import ir
from dsl.program import Key, Program, walk

Facts = dict[str, Any]
FIXED: Final = ("end turn", "done", "no", "pay nothing")
"""Ids that the machine itself gives, beside payments and `... first`."""


@dataclass(frozen=True, slots=True)
class Template:
    """A template of option ids with `{names}` in it. `blanks` tells of each name what can stand there: its `sort`, the
    `kinds` of components (none: any), and the ids `among` which it is, where they are written out. `action` is the unit
    of the action; None for the words of a choice."""

    template: str
    blanks: dict[str, Facts]
    action: Key | None = None


def templates(program: Program) -> list[Template]:
    """All of them, those of actions first and each of the others once."""
    out = []
    for action in program.actions:
        blanks = {q.var.name: _blank(program, q.var, q) for q in action.queries}
        out.append(Template(action.title, blanks, action.unit))
    seen: set[str] = set()
    for info in program.units.values():
        for template, blanks in _words(program, info.unit):
            used = {id: facts for id, facts in blanks.items() if f"{{{id}}}" in template}
            if (key := repr((template, used))) not in seen:
                seen.add(key)
                out.append(Template(template, used))
    return out


def _words(program: Program, unit: ir.Unit) -> Iterator[tuple[str, dict[str, Facts]]]:
    """The words of all choices in a unit, and what the names in them can be."""
    known = {p.name: _blank(program, p) for p in unit.params}
    nodes = list(walk(unit.body))
    for node in nodes:
        if isinstance(node, (ir.Choose, ir.ForEach, ir.Let)):
            query = node.query if isinstance(node, ir.Choose) else None
            known[node.var.name] = _blank(program, node.var, query)
    for node in nodes:
        if isinstance(node, ir.Choose):
            yield node.words, {**known, node.var.name: _blank(program, node.query.var, node.query)}
        elif isinstance(node, ir.ChooseOne):
            for option in node.options:
                yield option.words, known


def _blank(program: Program, var: ir.Var, query: ir.Query | None = None) -> Facts:
    among: list[str] = []
    if query is not None and isinstance(query.source, ir.ListOf):
        symbols = program.symbols
        ids = [g.id for g in symbols.good_list()] if query.over == "good" else symbols.words[var.type.of].words
        among = [ids[v] for v in query.source.values]
    return {"sort": sort_of(var), "kinds": sorted(var.type.kinds), "among": among}


def sort_of(var: ir.Var) -> str:
    """What a variable stands for: a tag of its type, with the vocabulary of a word."""
    return f"word:{var.type.of}" if var.type.tag == "word" else var.type.tag
