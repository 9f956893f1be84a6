"""Statements in English: what is done, step by step."""

from __future__ import annotations

from dsl import ir
from dsl.text.flow import Flow, Steps
from dsl.text.speech import Ref


class Statements(Flow):
    """Puts effects into words."""

    # ---- statements
    def step(self, stmt: ir.St) -> Steps:
        """The steps of one statement."""
        match stmt:
            case ir.Gain(items=items):
                return self._with_goods("gain", items)
            case ir.Lose(items=items, source=None):
                return self._with_goods("lose", items)
            case ir.Lose(items=items, source=source) if source is not None:
                return self._with_goods("lose", items, source, variant="from")
            case ir.Put(items=items, on=on):
                return self._with_goods("put", items, on)
            case ir.Take(items=items, source=source):
                return self._with_goods("take", items, source)
            case ir.Spend(cost=cost):
                return [self.paid(cost)]
            case ir.Move():
                return [self._move(stmt)]
            case ir.Shuffle(zone=zone):
                return [self.say_row("shuffle", self.said(zone))]
            case ir.Reveal(what=what):
                return [self.say_row("reveal", self.said(what))]
            case ir.Choose():
                return [self._choose(stmt)]
            case ir.ChooseOne():
                return [self.choose_one(stmt)]
            case ir.As():
                return self.as_(stmt)
            case ir.ForEach():
                return self.for_each(stmt)
            case ir.Repeat():
                return self.repeat(stmt)
            case ir.If():
                return self.if_(stmt)
            case ir.Let():
                return self._let(stmt)
            case ir.Set():
                return [self._set(stmt)]
            case ir.Do(action=action, free=free):
                return [self.say_row("do", self.action_title(action), variant="free" if free else "")]
            case ir.Perform(what=what):
                return [self.say_row("perform", self.said(what))]
            case ir.Announce():
                return [self._announce(stmt)]
            case ir.Stop():
                return [self.say_row("stop")]
            case ir.EndGame():
                return [self.say_row("end_game")]
            case ir.CallProc():
                return self.call_proc(stmt)
        raise AssertionError(stmt)

    def action_title(self, id: str) -> str:
        """What an action is called, with what it is about."""
        raise NotImplementedError

    def _with_goods(self, row: str, items: tuple[ir.GoodsItem, ...], *others: ir.Ex, variant: str = "") -> Steps:
        """A statement about goods, or none if all amounts are 0."""
        if not self.counted(items):
            return []
        return [self.say_row(row, self.part(lambda _: self.goods_of(items)), *map(self.said, others), variant=variant)]

    def _move(self, stmt: ir.Move) -> str:
        """Where components go: to a zone, to its bottom, into it face down, or onto another."""
        variant = (
            "bottom"
            if stmt.bottom
            else "face_down"
            if stmt.face_down
            else ""
            if isinstance(stmt.to, ir.ZoneRef)
            else "on"
        )
        return self.say_row("move", self.said(stmt.what), self.said(stmt.to), variant=variant)

    def _choose(self, stmt: ir.Choose) -> str:
        return self.say_row("choose", self.part(lambda _: self._candidates(stmt)))

    def _candidates(self, stmt: ir.Choose) -> str:
        """What is chosen, which has a name from here on."""
        text = self.several(stmt.query, stmt.count, up_to=stmt.up_to)
        self.bind(stmt.var, stmt.query, many=not stmt.single)
        return text

    def several(self, query: ir.Query, count: ir.Ex | None, *, up_to: bool = False) -> str:
        """The candidates of a query that are picked: "a Plant ...", "2 Plants ..."."""
        if count is None:
            return self.noun(query, "a")
        n = self.number(count)
        if n is None:
            text = self.say("as_many", self.as_in("as_many", 0, lambda: self.np(count)), self.noun(query, "many"))
        else:
            noun = self.counting(n, lambda: self.noun(query, "one" if n == 1 else "many"))
            text = self.say("amount", n, noun)
        return self.say("up_to", text) if up_to else text

    # ---- names and state
    def _let(self, stmt: ir.Let) -> Steps:
        """A name: nothing is said of one for a thing, which is told where it is used."""
        value, tag = stmt.value, stmt.value.type.tag
        thing = tag in ("component", "components", "player", "players", "good", "word")
        if thing or isinstance(value, (ir.Const, ir.Var)) or self.number(value) is not None:
            self.frame[stmt.var.slot] = self.passed(value)
            return []
        name = self.named("variables", stmt.var.name)
        self.frame[stmt.var.slot] = Ref(type=value.type, fixed=(name,))
        what = self.say("whether", self.said(value)) if tag == "flag" else self.np(value)
        return [self.say_row("let", name, what)]

    def _set(self, stmt: ir.Set) -> str:
        """State that changes: a flag is said, a number or set that grows is added to."""
        target, value = stmt.target, stmt.value
        truth = self.truth(value) if value.type.tag == "flag" else None
        if truth is not None and target.base is not None:
            variant = "off" if not truth else "done" if self.is_done(target) else "on"
            return self.say_row(
                "set", self.said(target.base), self.part(lambda _: self.flag_word(target)), variant=variant
            )
        if isinstance(value, ir.Op) and value.args and value.args[0] == target:
            variant = {"+": "more", "including": "more", "-": "less", "excluding": "less"}.get(value.op, "")
            if variant:
                return self.say_row("set", self.said(target), self.said(value.args[1]), variant=variant)
        return self.say_row("set", self.said(target), self.said(value))

    def _announce(self, stmt: ir.Announce) -> str:
        """What something counts as for those that answer to it."""
        by, *things = stmt.args
        whose = self.part(lambda _: self.np(by))
        if not things:
            return self.say_row("announce", "", self.named("events", stmt.event), whose, variant="alone")
        return self.say_row("announce", self.said(things[0]), self.named("events", stmt.event), whose)
