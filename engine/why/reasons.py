"""What an image keeps for those who ask why something is not legal: the patterns of all option ids, and each part of
each action as a test of its own, with what the author wrote.

None of it is needed to play. The tests are code objects that `engine.why.answer` runs when it is first asked.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from dsl import ir
from dsl import syntax as x
from dsl.emit.base import Body, define
from dsl.emit.expr import conjuncts
from dsl.emit.quote import name
from dsl.emit.rules import RuleEmitter
from dsl.emit.stmt import UnitEmitter
from dsl.parse.read import parse
from dsl.program import ActionIr, Key, Program
from dsl.text.tell import Teller
from engine.link.cards import CardDef
from engine.why.clauses import Clauses
from engine.why.templates import sort_of, templates

Facts = dict[str, Any]


class Reasons:
    """Gathers the facts of some linked rules, once all units have their numbers."""

    def __init__(self, program: Program, cards: list[CardDef], emitter: RuleEmitter, teller: Teller) -> None:
        self.program, self.cards, self.emitter = program, cards, emitter
        self.clauses = Clauses(program, teller)
        self.functions: list[ast.stmt] = []

    def run(self) -> Facts:
        """`phrases`: templates of option ids with their blanks. `actions` and `units`: what was written, by number of
        the unit. `functions`: what each function was written to be, by id. `code`: the tests, each called by what it
        tests, the number of the unit and of the condition, and of a part of it: `wc` candidates of a parameter, `ww` a
        condition on it, `wi` a condition of the action or ability, `wp` the ability that an action performs, with its
        component."""
        p = self.program
        actions = {p.units[a.unit].number: self._action(a) for a in p.actions}
        units = {p.units[key].number: self._unit(key) for key in p.units if key in p.guards}
        module = ast.Module(self.functions, [])
        ast.fix_missing_locations(module)
        code = compile(module, "<reasons>", "exec", dont_inherit=True, optimize=1)
        functions = {f.id: " ".join(f.written.split()) for f in p.functions}
        return {"phrases": self._phrases(), "actions": actions, "units": units, "functions": functions, "code": code}

    def _phrases(self) -> list[Facts]:
        numbers = {a.unit: self.program.units[a.unit].number for a in self.program.actions}
        return [
            {"template": t.template, "blanks": t.blanks, "action": numbers[t.action] if t.action is not None else -1}
            for t in templates(self.program)
        ]

    # ---- actions
    def _action(self, action: ActionIr) -> Facts:
        """What was written of an action, beside its tests."""
        info = self.program.units[action.unit]
        n, e, params = info.number, self._emitter(action.unit), info.unit.params
        rows = []
        told = self.clauses.parameters(action)
        for i, (query, var) in enumerate(zip(action.queries, params[1:], strict=True)):
            known = ["s", *(f"v{p.slot}" for p in params[: i + 1])]
            self._test(f"wc{n}_{i}", known, e.candidates(replace(query, where=None)))
            e.override[query.var.slot] = name(f"v{var.slot}")
            self._conditions(f"ww{n}_{i}", [*known, f"v{var.slot}"], e, query.where)
            written = _written_query(str(action.written["with"][var.name]))
            rows.append({"name": var.name, "sort": sort_of(var), **written, **told[i]})
        every = ["s", *(f"v{p.slot}" for p in params)]
        self._conditions(f"wi{n}", every, e, action.condition)
        tree = _expression(str(action.written["if"])) if "if" in action.written else None
        conditions = _conditions(str(action.written.get("if")), tree)
        facts = {"params": rows, "if": conditions, "free": action.free, "cost": str(action.written.get("cost", ""))}
        return {**facts, **self.clauses.action(action)}

    # ---- what a unit needs for its first step
    def _unit(self, key: Key) -> Facts:
        """The condition of an ability, and what it asks first."""
        info = self.program.units[key]
        params = ["s", *(f"v{p.slot}" for p in info.unit.params)]
        facts = self._lead(key, info.unit.body, params)
        ability = self.program.abilities.get(key)
        if ability is not None and ability.condition is not None:
            e = self._emitter(key)
            self._conditions(f"wi{info.number}", params, e, ability.condition, e._reader(info.unit))
            text = self._ability_text(key)
            tree = parse(text, "ability")
            assert isinstance(tree, x.Activated)
            facts["if"] = _conditions(text, tree.condition)
            facts |= self.clauses.ability(key)
        return facts

    def _ability_text(self, key: Key) -> str:
        _, pack, id, field, part = key
        card = next(c for c in self.cards if (c.pack, c.id) == (pack, id))
        written = card.written[field]
        return str(written[part] if part else written)

    def _lead(self, key: Key, body: ir.Stmts, params: list[str]) -> Facts:
        """What comes first: `asks` is the prompt of a choice, `performs` the field whose ability is carried out.
        Without `params` only choices are looked for."""
        for stmt in body:
            match stmt:
                case ir.Choose(up_to=False, prompt=prompt) | ir.ChooseOne(optional=False, prompt=prompt):
                    return {"asks": prompt}
                case ir.CallProc():
                    callee = self.program.callee(stmt.name, stmt.layer)
                    return self._lead(callee, self.program.units[callee].unit.body, [])
                case ir.Perform(what=ir.Read() as what) if params and isinstance(what.base, (ir.Var, ir.Read)):
                    e = self._emitter(key)
                    value = ast.Tuple([e.read(what), e.ex(what.base)], ast.Load())
                    self._test(f"wp{self.program.units[key].number}", params, value)
                    return {"performs": what.ref}
                case ir.As(body=inner):
                    return self._lead(key, inner, [])
                case ir.Let() | ir.Set() | ir.Announce() | ir.Choose():
                    continue
            return {}
        return {}

    def _conditions(
        self, id: str, params: list[str], e: UnitEmitter, written: ir.Ex | None, before: Body | None = None
    ) -> None:
        """A test of each condition joined by `and`, and one of each part of it."""
        for j, condition in enumerate(conjuncts(written)):
            self._test(f"{id}_{j}", params, e.ex(condition), before)
            for k, part in enumerate(self.clauses.parts(condition)):
                self._test(f"{id}_{j}_{k}", params, e.ex(part), before)

    def _emitter(self, key: Key) -> UnitEmitter:
        e = self.emitter.unit_emitter(key)
        e.owners.clear()
        return e

    def _test(self, id: str, params: list[str], value: ast.expr, before: Body | None = None) -> None:
        self.functions.append(define(id, params, [*(before or []), ast.Return(value)], 1))


def _text(text: str, node: x.Node) -> str:
    """What is written at a node."""
    return " ".join(text[node.at[0] : node.at[1]].split())


def _expression(text: str) -> x.Expr:
    tree = parse(text, "expression")
    assert isinstance(tree, x.Expr)
    return tree


def _written_query(text: str) -> Facts:
    """Where the candidates of a query come from, and the conditions on them, as written."""
    tree = parse(text, "query")
    assert isinstance(tree, x.Query)
    source = tree.source or tree.on
    return {"source": _text(text, source) if source is not None else "", "where": _conditions(text, tree.where)}


def _conditions(text: str, tree: x.Expr | None) -> list[str]:
    """The parts of a condition joined by `and`, as written."""
    if tree is None:
        return []
    if isinstance(tree, x.Binary) and tree.op == "and":
        return [*_conditions(text, tree.left), *_conditions(text, tree.right)]
    return [_text(text, tree)]
