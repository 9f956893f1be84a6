"""Checking of goods and costs: amounts, units, alternatives, cards as a cost."""

from __future__ import annotations

from dataclasses import replace

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.check.expr import Expressions
from dsl.diagnostics import suggest
from dsl.scope import Scope
from dsl.symbols import Good


class Goods(Expressions):
    """Checks goods wherever they stand. `use` says how: gain, lose, spend, put, take, cost or limit."""

    def goods(self, node: x.Goods, scope: Scope, use: str) -> tuple[ir.GoodsItem, ...]:
        items: list[ir.GoodsItem] = []
        for term in node.terms:
            if isinstance(term, x.GoodsPath):
                given = self.check(term.path, scope)
                if given.type != t.GOODS:
                    hint = "write `perform ...` to carry it out" if given.type in (t.EFFECT, t.ABILITY) else None
                    if isinstance(term.path, x.Name) and term.path.id in self.symbols.goods:
                        hint = f"write an amount before it: `1 {term.path.id}`"
                    raise self.fail("T001", f"this is {given.type}, but goods are needed here", term, hint)
                items.append(ir.GoodsRef(term.at[0], given))
            else:
                items.append(self.term(term, scope, use))
        return tuple(items)

    def term(self, node: x.Term, scope: Scope, use: str) -> ir.GoodsTerm:
        every = len(node.unit.names) == 1 and node.unit.names[0].id == "goods"
        amount = self.amount(node.amount, scope, use)
        if every and amount is not None:
            raise self.fail("T007", "`goods` means all kinds of goods, so the amount can only be `all`", node.amount)
        if every and use not in ("lose", "take"):
            raise self.fail("T003", "`all goods` can only be lost or taken", node)
        unit, goods = (None, ()) if every else self.unit(node.unit, scope, whole=amount is None)
        backed = [self.symbols.good_list()[g] for g in goods if self.symbols.good_list()[g].zone]
        card = self.card(node, backed, scope, use)
        per = self.query(node.per, scope)[0] if node.per is not None else None
        most = self.check(node.most, scope, t.NUMBER) if node.most is not None else None
        if len(goods) > 1 and use in ("lose", "put", "take"):
            raise self.fail("T003", f"say which good: alternatives cannot stand after `{use}`", node.unit)
        return ir.GoodsTerm(
            node.at[0], amount, goods, unit, every, per, most, card, "|".join(n.id for n in node.unit.names)
        )

    def amount(self, node: x.Expr, scope: Scope, use: str) -> ir.Ex | None:
        if isinstance(node, x.All):
            if use not in ("lose", "take"):
                raise self.fail("T007", "`all` can only be lost or taken", node)
            return None
        if isinstance(node, x.Num) and node.value == 0:
            raise self.fail("T007", "an amount of 0 does nothing", node)
        return self.check(node, scope, t.NUMBER)

    def unit(self, node: x.Unit, scope: Scope, *, whole: bool = False) -> tuple[ir.Ex | None, tuple[int, ...]]:
        """A good held in a variable, or the goods by number that may be meant. `whole`: it stands after `all`."""
        s = self.symbols
        found: list[int] = []
        for name in node.names:
            local = scope.find(name.id)
            if local is not None and local.type == t.GOOD:
                if name.id in s.goods or name.id in s.groups:
                    raise self.fail(
                        "N010", f"`{name.id}` is both a good and a variable here", name, "rename the variable"
                    )
                if len(node.names) > 1:
                    raise self.fail("T003", "a good in a variable has no alternatives", name)
                self.known(name, local)
                return local, ()
            if name.id not in s.goods and name.id not in s.groups:
                known = [*s.goods, *s.groups, *self.variables(scope, t.GOOD), *(["goods"] if whole else [])]
                hint: str | None = suggest(name.id, known)
                if hint is None and local is not None:
                    hint = f"`{name.id}` is {local.type}"
                raise self.fail("N002", f"there is no good `{name.id}`", name, hint)
            self.mean(name, "good" if name.id in s.goods else "group", name.id)
            found += [s.goods[g].index for g in s.members(name.id)]
        if len(set(found)) != len(found):
            raise self.fail("T003", "the same good stands here twice", node)
        return None, tuple(found)

    def card(self, node: x.Term, backed: list[Good], scope: Scope, use: str) -> ir.Query | None:
        """The query of components that pay a zone-backed unit."""
        if not backed:
            if node.where is not None:
                raise self.fail("T003", "only a cost in cards has a condition", node.where)
            return None
        good = backed[0]
        if len(node.unit.names) > 1:
            raise self.fail("T003", f"`{good.id}` stands for components and has no alternatives", node.unit)
        if use in ("gain",):
            if not good.source:
                raise self.fail(
                    "T003",
                    f"{good.plural} cannot be gained like this",
                    node.unit,
                    "only a good with `from` in the vocabulary can",
                )
            if node.where is not None:
                raise self.fail("T003", "what is drawn cannot be chosen: a condition stands only in a cost", node.where)
            return None
        if use in ("put", "take", "lose", "limit"):
            raise self.fail("T003", f"`{good.id}` stands for components: move them instead", node.unit)
        if scope.performer is None:
            raise self.fail("T003", "nobody acts here", node)
        type_ = t.ANY_COMPONENT
        inner = scope.inner()
        var = ir.Var(node.at[0], type_, scope.slots.new(), good.id, True)
        inner.candidate = var
        where = self.check(node.where, inner, t.FLAG) if node.where is not None else None
        zone = ir.ZoneRef(node.at[0], t.zone(good.zone), good.zone, scope.performer, None)
        return ir.Query(node.at[0], t.components(frozenset()), "component", var, zone, None, where, good.id)

    def cost(self, node: x.Cost, scope: Scope, about: tuple[ir.Var, ...] = ()) -> ir.CostIr:
        """A cost: alternatives of terms, or the cost of an ability. `about`: the components that it is paid for."""
        at = node.at[0]
        if node.of is not None:
            given = self.check(node.of, scope)
            if given.type != t.ABILITY:
                raise self.fail("T001", f"this is {given.type}, but only an ability has a cost", node.of)
            return ir.CostIr(at, (), given)
        alternatives: list[tuple[ir.GoodsTerm, ...]] = []
        for goods in node.alternatives:
            terms: list[ir.GoodsTerm] = []
            for item, term in zip(self.goods(goods, scope, "cost"), goods.terms, strict=True):
                if isinstance(item, ir.GoodsRef):
                    raise self.fail("T003", "a cost is written out: goods of a field cannot be paid", term)
                terms.append(replace(item, stand_ins=self.stand_ins(item, about)))
            alternatives.append(tuple(terms))
        return ir.CostIr(at, tuple(alternatives), None)

    def stand_ins(self, term: ir.GoodsTerm, about: tuple[ir.Var, ...]) -> tuple[ir.StandIn, ...]:
        """The limited wild goods that may pay a term, each with its condition on one of what the cost is about.

        A `pays_for` that names no fitting function is an error of the vocabulary, told by `engine.link.whole`.
        """
        found: list[ir.StandIn] = []
        for good in self.symbols.limited_wilds(term.goods):
            routine = self.symbols.routines.get(good.pays_for)
            if routine is None or routine.sort != "function" or len(routine.params) != 1:
                continue
            fitting = [v for v in about if t.fits(v.type, routine.params[0][1])]
            if fitting and self.function_result(routine.id) == t.FLAG:
                found += [
                    ir.StandIn(term.at, good.index, ir.CallFn(term.at, t.FLAG, routine.id, (var,))) for var in fitting
                ]
        return tuple(found)
