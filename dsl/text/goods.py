"""Goods and costs in English: "1 coin for each Plant in your Bed, at most 3", "2 coins and 1 seed"."""

from __future__ import annotations

from dataclasses import replace

from dsl import ir
from dsl.text.query import Queries


class Goods(Queries):
    """Puts goods and costs into words."""

    def goods_of(self, items: tuple[ir.GoodsItem, ...]) -> str:
        """Goods as a list; an amount that is 0 in the packs being told is left out."""
        told = self.counted(items)
        alone = len(told) < 2
        described = any(isinstance(i, ir.GoodsTerm) and i.card and i.card.where for i in told[:-1])
        return self.listed(
            [self.term(i, alone) if isinstance(i, ir.GoodsTerm) else self.bent(self.np(i.ref)) for i in told],
            "besides" if described else "op.and",
        )

    def counted(self, items: tuple[ir.GoodsItem, ...]) -> list[ir.GoodsItem]:
        """Goods without those whose amount is 0."""
        return [i for i in items if not isinstance(i, ir.GoodsTerm) or i.amount is None or self.number(i.amount) != 0]

    def term(self, term: ir.GoodsTerm, alone: bool = True) -> str:
        """An amount of a good, with what it is multiplied by and its limit."""
        term, condition = self._conditional(term)
        text = self._amount(term)
        if condition is not None:
            text = self.say("option_if", text, self.said(condition))
        if term.per is not None:
            text = self.say("per", text, self.said(term.per))
        if term.most is not None:
            text = self.say("most" if alone else "most_inside", text, self.said(term.most))
        return text

    def _conditional(self, term: ir.GoodsTerm) -> tuple[ir.GoodsTerm, ir.Ex | None]:
        """An amount with what tells its cards, and what its condition says of anything else."""
        if term.card is None:
            return term, None
        telling, others = self.split(term.card.where, term.card.var.slot)
        return replace(term, card=replace(term.card, where=telling)), others

    def _amount(self, term: ir.GoodsTerm) -> str:
        if term.every:
            return self.say("all_goods")
        if term.unit is not None:
            n = self.number(term.amount) if term.amount is not None else None
            unit = term.unit
            of = self.say("of_that", self.as_in("of_that", 0, lambda: self.np(unit)))
            if term.amount is None:
                return self.say("all", of)
            return self.say("amount", n, of) if n is not None else self.say("as_many_of", self.said(term.amount), of)
        if term.amount is None:
            return self.say("all", self._unit(term, many=True))
        n = self.number(term.amount)
        if n is not None:
            return self.say("amount", n, self.counting(n, lambda: self._unit(term, many=n != 1)))
        count = term.amount
        amount = self.as_in("as_many", 0, lambda: self.np(count))
        return self.say("as_many", amount, self._unit(term, many=True))

    def _unit(self, term: ir.GoodsTerm, *, many: bool) -> str:
        if term.card is not None and term.card.where is not None:
            return self.query(term.card, many=many)
        return self.alternatives(term.goods, many=many)

    def alternatives(self, goods: tuple[int, ...], *, many: bool) -> str:
        """One good, the goods of a group, or several of which one is picked for each."""
        named = [self.goods_named[g] for g in goods]
        count = self.before
        if len(named) == 1:
            return self.bent(self.number_of((named[0].name, named[0].plural), many))
        ids = {g.id for g in named}
        nouns = [self.counting(count, lambda g=g: self.number_of((g.name, g.plural), many)) for g in named]  # type: ignore[misc]
        names = self.as_in("one_of", 1, lambda: self.listed(nouns, "op.or"))
        for group, members in self.symbols.groups.items():
            if ids == set(members):
                return self.say("one_of", self.counting(count, lambda group=group: self.member(group, many)), names)  # type: ignore[misc]
        return names

    def paid(self, cost: ir.CostIr) -> str:
        """A cost as what is done, or an empty text if nothing is paid."""
        text = self.as_in("op.spend", 0, lambda: self.cost(cost))
        return self.say_row("spend", text) if text else ""

    def picked(self, stmt: ir.Repeat) -> str | None:
        """Goods with alternatives, which are gained one by one: what the author wrote, or None if this is none."""
        if len(stmt.body) != 1 or not isinstance(one := stmt.body[0], ir.ChooseOne) or one.prompt or one.optional:
            return None
        goods: list[int] = []
        for option in one.options:
            match option.body:
                case (ir.Gain(items=(ir.GoodsTerm(goods=(good,), amount=ir.Const(value=1), shown=id),)),):
                    if option.words != f"1 {id}":
                        return None
                    goods.append(good)
                case _:
                    return None
        per, most, amount = None, None, stmt.count
        match amount:
            case ir.Op(op="min", args=(all_, limit)):
                amount, most = all_, limit
        match amount:
            case ir.Op(op="*", args=(each, ir.Op(op="count", args=(ir.Query() as query,)))):
                amount, per = each, query
        if self.number(amount) == 0:
            return ""
        return self.term(ir.GoodsTerm(stmt.at, amount, tuple(goods), None, False, per, most, None))

    def cost(self, cost: ir.CostIr) -> str:
        """A cost, or an empty text if nothing is paid."""
        if cost.of is not None:
            return self.say("cost_of", self.said(cost.of))
        ways = [self.goods_of(terms) for terms in cost.alternatives]
        if "" in ways:
            return ""
        if len(ways) > 1 and any(len(terms) > 1 for terms in cost.alternatives):
            return self.say("either", self.listed(ways, "choices"))
        return self.listed(ways, "op.or")
