"""Checking of statements, abilities and signatures: the entry points of name and type checking.

Each `*_unit` method takes a syntax tree and gives its checked form, or None after reporting every error it found.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.check.names import Failed
from dsl.check.stmt import Statements
from dsl.diagnostics import suggest
from dsl.scope import Scope, Slots
from dsl.types import Type

Params = Sequence[tuple[str, Type]]


class Checker(Statements):
    """Checks the texts of one place (a field of a card, a procedure); make a new one for each."""

    # ---- entry points
    def scope(self, params: Params, *, performer: bool = True) -> tuple[Scope, tuple[ir.Var, ...]]:
        """A fresh scope: slot 0 is the performer, then the parameters."""
        slots = Slots()
        you = ir.Var(0, t.PLAYER, slots.new(), "you")
        scope = Scope(slots)
        if performer:
            scope.performer = scope.you = you
        self.seen = set()
        return scope, (you, *(scope.bind(name, type_, 0) for name, type_ in params))

    def effect_unit(self, node: x.Block, params: Params, *, performer: bool = True) -> ir.Unit | None:
        """The body of a procedure, phase, action or effect field."""
        scope, vars_ = self.scope(params, performer=performer)
        try:
            return ir.Unit(vars_, self.block(node, scope), scope.slots.count)
        except Failed:
            return None

    def card_effect(self, node: x.Block, kind: str) -> ir.Unit | None:
        """An effect field of a card: its attributes may be named bare."""
        scope, vars_ = self.scope([("this", t.component(kind))])
        scope.candidate = vars_[1]
        try:
            return ir.Unit(vars_, self.block(node, scope), scope.slots.count)
        except Failed:
            return None

    def goods_unit(self, node: x.Goods, kind: str) -> ir.Unit | None:
        """A goods field: `you` reads the controller of the component, the gains go to the performer."""
        scope, vars_ = self.scope([("this", t.component(kind))])
        scope.you = ir.Var(0, t.PLAYER, scope.slots.new(), "controller")
        try:
            body = self.gain(x.Gain(node.at, node), node, scope)
            return ir.Unit(vars_, tuple(body), scope.slots.count)
        except Failed:
            return None

    def ability(self, node: x.Ability, kind: str) -> ir.AbilityIr | ir.TriggerIr | ir.ModifierIr | None:
        """An ability field of a card of `kind`."""
        try:
            if isinstance(node, x.Activated):
                return self._activated(node, kind)
            if isinstance(node, x.Triggered):
                return self._triggered(node, kind)
            return self._modifier(node, kind)
        except Failed:
            return None

    def _activated(self, node: x.Activated, kind: str) -> ir.AbilityIr:
        scope, vars_ = self.scope([("this", t.component(kind))])
        scope.candidate = vars_[1]
        cost = self.cost(node.cost, scope, (vars_[1],)) if node.cost is not None else None
        condition = self.check(node.condition, scope, t.FLAG) if node.condition is not None else None
        body = self.block(node.body, scope)
        return ir.AbilityIr(cost, ir.Unit(vars_, body, scope.slots.count), condition)

    def _triggered(self, node: x.Triggered, kind: str) -> ir.TriggerIr:
        params: list[tuple[str, Type]] = [("this", t.component(kind)), ("by", t.PLAYER)]
        events = []
        for event in node.events:
            found = self.symbols.events.get(event.name.id)
            if found is None:
                raise self.fail(
                    "N008",
                    f"there is no event `{event.name.id}`",
                    event.name,
                    suggest(event.name.id, self.symbols.events),
                )
            self.mean(event.name, "event", found.id)
            events.append(found)
        shared = [list(e.params.items()) for e in events]
        if all(s == shared[0] for s in shared):
            params += shared[0]
        scope, vars_ = self.scope(params)
        scope.names.pop("by")
        checked: list[tuple[str, ir.Ex]] = []
        for event, found in zip(node.events, events, strict=True):
            by = self.check(event.by, scope)
            if by.type.tag not in ("player", "players"):
                raise self.fail(
                    "T001",
                    f"this is {by.type}, but a player or players are needed after `by`",
                    event.by,
                    "write `by you`, `by opponents` or `by anyone`",
                )
            checked.append((found.id, by))
        scope.candidate = vars_[1]
        condition = self.check(node.condition, scope, t.FLAG) if node.condition is not None else None
        body = self.block(node.body, scope)
        return ir.TriggerIr(tuple(checked), ir.Unit(vars_, body, scope.slots.count), condition)

    def _modifier(self, node: x.Modifier, kind: str) -> ir.ModifierIr:
        target, s = node.target, self.symbols
        function = field = of = ""
        params: list[tuple[str, Type]] = [("this", t.component(kind))]
        if isinstance(target, x.FunctionTarget):
            routine = s.routines.get(target.name.id)
            if routine is None or routine.sort != "function":
                known = [r.id for r in s.routines.values() if r.sort == "function"]
                raise self.fail(
                    "N007", f"there is no function `{target.name.id}`", target.name, suggest(target.name.id, known)
                )
            if len(routine.params) != len(target.params):
                raise self.fail(
                    "T002", f"`{routine.id}` takes {len(routine.params)} arguments, not {len(target.params)}", target
                )
            result = self.function_result(routine.id)
            if result is not None and result != t.NUMBER:
                raise self.fail("T001", f"`{routine.id}` gives {result}, but only a number can be changed", target.name)
            function = routine.id
            self.mean(target.name, "routine", function)
            params += [(n.id, type_) for n, (_, type_) in zip(target.params, routine.params, strict=True)]
        else:
            if target.kind.id not in s.kinds:
                numbers = {f.id: None for k in s.kinds.values() for f in k.fields.values() if f.type == t.NUMBER}
                if target.field.id not in numbers:  # the first of two wrong words is told
                    hint = suggest(target.field.id, numbers)
                    raise self.fail("N006", f"no kind has a number `{target.field.id}`", target.field, hint)
                raise self.fail(
                    "N004", f"there is no kind `{target.kind.id}`", target.kind, suggest(target.kind.id, s.kinds)
                )
            fields = s.kinds[target.kind.id].fields
            if target.field.id not in fields:
                raise self.fail(
                    "N006",
                    f"a {target.kind.id} has no `{target.field.id}`",
                    target.field,
                    suggest(target.field.id, fields),
                )
            if fields[target.field.id].type != t.NUMBER:
                raise self.fail(
                    "T001",
                    f"`{target.field.id}` is {fields[target.field.id].type}, but only a number can be changed",
                    target.field,
                )
            field, of = target.field.id, target.kind.id
            self.mean(target.field, "field", field)
            self.mean(target.kind, "kind", of)
            params.append((target.name.id, t.component(of)))
        for name in target.params if isinstance(target, x.FunctionTarget) else (target.name,):
            self.mean(name, "local", name.id, "0", declares=True)
        scope, vars_ = self.scope(params)
        value = self.check(node.value, scope, t.NUMBER)
        condition = self.check(node.condition, scope, t.FLAG) if node.condition is not None else None
        if node.sign == "-":
            value = ir.Op(value.at, t.NUMBER, "negative", (value,))
        return ir.ModifierIr(function, field, of, vars_, value, condition)

    def card_condition(self, node: x.Expr, kinds: frozenset[str]) -> tuple[tuple[ir.Var, ...], ir.Ex] | None:
        """A condition on a component whose attributes may be named bare."""
        slots = Slots()
        scope = Scope(slots)
        self.seen = set()
        var = ir.Var(0, Type("component", "", kinds), slots.new(), "this")
        scope.candidate = var
        try:
            return (var,), self.check(node, scope, t.FLAG)
        except Failed:
            return None

    def expression(self, node: x.Expr, params: Params, expect: Type | None) -> tuple[tuple[ir.Var, ...], ir.Ex] | None:
        """A function body or a condition of the rules; its parameters are slots from 0, without a performer."""
        slots = Slots()
        scope = Scope(slots)
        self.seen = set()
        vars_ = tuple(scope.bind(name, type_, 0) for name, type_ in params)
        try:
            return vars_, self.check(node, scope, expect)
        except Failed:
            return None
