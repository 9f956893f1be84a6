"""Goods and costs in generated code: gaining, losing, putting, taking, and what something costs."""

from __future__ import annotations

import ast

from dsl import ir
from dsl.emit.base import Body, Tables, need
from dsl.emit.expr import ExprEmitter
from dsl.emit.quote import expr, name, num, stmts, store, tuple_of
from dsl.program import Program, UnitInfo

EVERY = -2  # what the primitives take for `all goods`


class GoodsEmitter(ExprEmitter):
    """Emits what moves goods, and costs as values."""

    def __init__(self, program: Program, info: UnitInfo, tables: Tables) -> None:
        self.straight = info.straight
        super().__init__(program, self._local)
        self.info, self.text, self.tables = info, info.text, tables
        self.blocks: list[Body] = [[]]
        self.current = 0

    def _local(self, slot: int) -> ast.expr:
        return name(f"v{slot}") if self.straight else expr("L[_0]", num(slot))

    def assign(self, slot: int, value: ast.expr) -> Body:
        target = store(f"v{slot}") if self.straight else ast.Subscript(name("L"), num(slot), ast.Store())
        return [ast.Assign([target], value)]

    def stop(self) -> Body:
        return stmts("return" if self.straight else "return -1")

    def cause(self, node: ir.Ir) -> ast.expr:
        return self.tables.cause(self.text, node.at)

    # ---- goods
    def amount(self, term: ir.GoodsTerm) -> ast.expr:
        """The amount of a term, as an expression; never negative."""
        assert term.amount is not None
        value = self.ex(term.amount)
        if term.per is not None:
            count = self.op_count(ir.Op(term.at, term.amount.type, "count", (term.per,)))
            value = count if isinstance(value, ast.Constant) and value.value == 1 else expr("_0 * _1", value, count)
        if term.most is not None:
            value = expr("min(_0, _1)", value, self.ex(term.most))
        return value

    def gain(self, stmt: ir.Gain) -> Body:
        """Runs of fixed goods are one call; cards are drawn; fields are carried out."""
        out: Body = []
        fixed: list[tuple[int, int]] = []
        you, cause = self.ex(stmt.you), self.cause(stmt)

        def flush() -> None:
            if fixed:
                pairs = tuple_of([tuple_of([num(g), num(n)]) for g, n in fixed])
                out.extend(stmts("rt_gain(s, _0, _1, _2)", you, pairs, cause))
                fixed.clear()

        for item in stmt.items:
            if isinstance(item, ir.GoodsRef):
                flush()
                assert isinstance(item.ref, ir.Read) and item.ref.base is not None
                out += stmts("rt_call(s, FUNCS, _0, _1, _2)", self.read(item.ref), you, self.ex(item.ref.base))
                continue
            good = item.goods[0] if item.goods else -1
            if good >= 0 and self.symbols.good_list()[good].zone:
                flush()
                out += stmts("rt_draw(s, _0, _1, _2, _3)", you, num(good), self.amount(item), cause)
            elif good >= 0 and isinstance(item.amount, ir.Const) and item.per is None and item.most is None:
                fixed.append((good, item.amount.value))
            else:
                flush()
                unit = self.ex(item.unit) if item.unit is not None else num(good)
                out += stmts("rt_gain_some(s, _0, _1, _2, _3)", you, unit, self.amount(item), cause)
        flush()
        return out

    def shift(self, stmt: ir.Lose | ir.Put | ir.Take, item: ir.GoodsItem) -> Body:
        """Lose, put or take one term or the goods of a field."""
        cause = self.cause(stmt)
        you = self.ex(stmt.you)
        if isinstance(item, ir.GoodsRef):
            limit = self.limit(item.ref)
            if isinstance(stmt, ir.Put):
                return stmts("rt_put_goods(s, _0, _1, _2)", self.ex(stmt.on), limit, cause)
            if isinstance(stmt, ir.Lose):
                return stmts("rt_lose_goods(s, _0, _1, _2)", you, limit, cause)
            return stmts("rt_take_goods(s, _0, _1, _2, _3)", you, self.ex(stmt.source), limit, cause)
        unit = self.ex(item.unit) if item.unit is not None else num(item.goods[0] if item.goods else EVERY)
        amount = num(-1) if item.amount is None else expr("max(0, _0)", self.amount(item))
        if isinstance(item.amount, ir.Const) and item.per is None and item.most is None:
            amount = num(item.amount.value)
        if isinstance(stmt, ir.Lose):
            if stmt.source is not None:
                return stmts("rt_lose_from(s, _0, _1, _2, _3)", self.ex(stmt.source), unit, amount, cause)
            return stmts("rt_lose(s, _0, _1, _2, _3)", you, unit, amount, cause)
        if isinstance(stmt, ir.Put):
            return stmts("rt_put(s, _0, _1, _2, _3)", self.ex(stmt.on), unit, amount, cause)
        return stmts("rt_take(s, _0, _1, _2, _3, _4)", you, self.ex(stmt.source), unit, amount, cause)

    # ---- costs
    def cost(self, cost: ir.CostIr, bound: tuple[ast.expr, ...] = ()) -> ast.expr:
        """A cost as a value: alternatives of (needs, picks); a need is (exact goods, wild goods, amount)."""
        if cost.of is not None:
            return self.cost_of(cost.of, bound)
        return tuple_of([self._alternative(a, bound) for a in cost.alternatives])

    def cost_of(self, of: ir.Ex, bound: tuple[ast.expr, ...]) -> ast.expr:
        assert isinstance(of, ir.Read) and of.base is not None
        return expr("rt_cost(s, COSTS, _0, _1, _2)", self.read(of), self.performer, self.ex(of.base))

    @property
    def performer(self) -> ast.expr:
        return self.local(0)

    def _alternative(self, terms: tuple[ir.GoodsTerm, ...], bound: tuple[ast.expr, ...]) -> ast.expr:
        needs, picks = list[ast.expr](), list[ast.expr]()
        for term in terms:
            if isinstance(term.amount, ir.Const) and term.amount.value == 0:
                continue
            amount = (
                num(term.amount.value)
                if isinstance(term.amount, ir.Const) and term.per is None and term.most is None
                else expr("max(0, _0)", self.amount(term))
            )
            if term.card is not None:
                generators = self.comprehension(term.card, self.var(term.card))
                if bound:
                    assert isinstance(generators, ast.ListComp)
                    generators.generators[-1].ifs.append(
                        expr("_0 not in _1", self.var(term.card), tuple_of(list(bound)))
                    )
                good = self.symbols.goods[term.shown].index
                picks.append(tuple_of([num(good), amount, generators]))
            elif term.unit is not None:
                needs.append(expr("rt_need(_0, _1)", self.ex(term.unit), amount))
            else:
                needs.append(self._need(term, amount))
        return tuple_of([tuple_of(needs), tuple_of(picks)])

    def _need(self, term: ir.GoodsTerm, amount: ast.expr) -> ast.expr:
        """A need with the limited wild goods whose condition holds now."""
        row = need(self.program, term.goods, amount)
        for other in term.stand_ins:
            more = ast.IfExp(self.ex(other.condition), tuple_of([num(other.good)]), tuple_of([]))
            row.elts[1] = ast.BinOp(row.elts[1], ast.Add(), more)
        return row
