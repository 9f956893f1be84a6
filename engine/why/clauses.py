"""Conditions of actions and abilities as clauses of the rules text, for those who ask why something is not legal."""

from __future__ import annotations

import re
from typing import Any

from dsl import ir
from dsl.emit.expr import conjuncts
from dsl.emit.inline import MAX_DEPTH, Inliner
from dsl.language import NOMINATIVE, pick
from dsl.program import ActionIr, Key, Program
from dsl.text.tell import Teller
from engine.machine import BUILT_IN
from engine.why.phrases import MAX_SHOWN

Facts = dict[str, Any]


class Clauses:
    """Tells conditions in the language of a teller. Names of parameters are blanks in them: `{c}`."""

    def __init__(self, program: Program, teller: Teller) -> None:
        self.program, self.teller, self._inline = program, teller, Inliner(program)
        template = pick(teller.language.templates.get("why.not_among", ""), "", NOMINATIVE) if teller.language else ""
        self._among = teller.case_of_hole(template, "1", NOMINATIVE)

    def parameters(self, action: ActionIr) -> list[Facts]:
        """Of each parameter what it is picked `among`, and the conditions on it, `told`, with the `parts` of each."""
        params = self.program.units[action.unit].unit.params
        out = []
        for i, query in enumerate(action.queries):
            given = (*params[: i + 1], query.var)
            among = self.teller.in_case(self._among, lambda q=query, g=given: self.teller.candidates(q, g))  # type: ignore[misc]
            out.append({"among": among, **self.conditions(query.where, given)})
        return out

    def action(self, action: ActionIr) -> Facts:
        """The conditions of an action, and what it costs."""
        params = self.program.units[action.unit].unit.params
        due = self.teller.due(action.cost, params) if action.cost is not None else ""
        return {**self.conditions(action.condition, params), "told_cost": due}

    def ability(self, key: Key) -> Facts:
        """The conditions of an ability."""
        return self.conditions(self.program.abilities[key].condition, self.program.units[key].unit.params)

    def conditions(self, written: ir.Ex | None, params: tuple[ir.Var, ...]) -> Facts:
        """`told`: the conditions joined by `and`. `parts`: of each that is a function, what it joins, as `parts` is."""
        every = conjuncts(written)
        parts = [[self._clause(part, params) for part in self.parts(each)] for each in every]
        return {"told": [self._clause(each, params) for each in every], "parts": parts}

    def parts(self, condition: ir.Ex) -> list[ir.Ex]:
        """What a function that nothing modifies joins by `and`, through functions that it calls; nothing if it joins
        nothing. Whoever fails one of them need not be told the others."""
        called = self._inline(condition, MAX_DEPTH - 1) if isinstance(condition, ir.CallFn) else None
        joined = [part for each in conjuncts(called) for part in self.parts(each) or [each]]
        return joined if len(joined) > 1 else []

    def _clause(self, ex: ir.Ex, params: tuple[ir.Var, ...]) -> str:
        said = self._blanks(self.teller.condition(ex, params), {p.name: p.name for p in params})
        called = ex.args[0] if isinstance(ex, ir.Op) and ex.op == "not" else ex
        if not isinstance(called, ir.CallFn):
            return said
        function = next((f for f in reversed(self.program.functions) if f.id == called.name), None)
        if function is None:
            return said
        means = self.teller.expression(function.value, function.params)
        names = {p.name: a.name for p, a in zip(function.params, called.args, strict=False) if isinstance(a, ir.Var)}
        means = self._blanks(means, names)
        if means == said or len(means) > MAX_SHOWN:
            return said
        return self.teller.say("that_is", said, means)

    def _blanks(self, text: str, names: dict[str, str]) -> str:
        """A text in which names of parameters are blanks: in English instead of "the KIND "NAME"", elsewhere only
        instead of the name, as the kind may have to be bent."""
        text = text.replace("{", "(").replace("}", ")")
        known = "|".join(map(re.escape, names)) or "(?!)"
        if self.teller.language is None:
            kinds = "|".join(re.escape(k.name) for k in self.program.symbols.kinds.values())
            return re.sub(rf'the (?:{kinds}) "({known})"', lambda m: f"{{{names[m[1]]}}}", text)
        start, _, end = pick(self.teller.templates["named"], "", NOMINATIVE).partition("{1}")
        start = start.rpartition("}")[2].strip()
        pattern = f"{re.escape(start)}({known}){re.escape(end)}"
        return re.sub(pattern, lambda m: f"{start}{{{names[m[1]]}}}{end}", text)


def told_in(reasons: Facts, program: Program, teller: Teller) -> Facts:
    """The facts of an image about why something is not legal, with all that is told in the language of a teller.
    `program` is linked, but nothing is assembled from it."""
    clauses = Clauses(program, teller)
    actions = {}
    for (number, facts), action in zip(reasons["actions"].items(), program.actions, strict=True):
        rows = [{**row, **told} for row, told in zip(facts["params"], clauses.parameters(action), strict=True)]
        actions[number] = {**facts, "params": rows, **clauses.action(action)}
    keys = {info.number + BUILT_IN: key for key, info in program.units.items()}
    units = {n: {**u, **clauses.ability(keys[n])} if "told" in u else u for n, u in reasons["units"].items()}
    return {**reasons, "actions": actions, "units": units}
