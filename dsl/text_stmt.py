"""Statements in English: what is done, step by step, by whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from dsl import ir
from dsl.text_goods import Goods
from dsl.text_speech import Frame, Part, Person, Ref
from dsl.words_en import spaced

_Steps = list[str]


class Statements(Goods):
    """Puts effects into words. A statement gives its steps: none, one, or several for what it calls."""

    depth = 0

    # ---- sequences
    def steps(self, stmts: ir.Stmts, *, whole: bool = False) -> _Steps:
        """The steps of some statements; `whole`: they are all of an effect, so `stop` leaves exactly them."""
        out: _Steps = []
        todo = list(self._known(stmts))
        for n, stmt in enumerate(todo):
            if whole and isinstance(stmt, ir.Stop):
                break
            if whole and isinstance(stmt, ir.If) and not stmt.otherwise and stmt.then and isinstance(stmt.then[-1], ir.Stop):
                rest = tuple(todo[n + 1 :])
                out += self._if(ir.If(stmt.at, stmt.condition, stmt.then[:-1], rest), whole=True)
                break
            if isinstance(stmt, ir.Spend) and n == 0 and len(todo) > 1:
                rest_steps = self._paid(stmt, tuple(todo[1:]))
                out.append(rest_steps)
                break
            out += self.step(stmt)
        return [s for s in out if s]

    def _paid(self, stmt: ir.Spend, rest: ir.Stmts) -> str:
        return self.say_row("activated", Part(lambda _: self.step(stmt)[0]), Part(lambda _: self.in_steps(self.steps(rest))))

    def _known(self, stmts: ir.Stmts) -> Iterator[ir.St]:
        """The statements without conditions that are fixed, and with what is gained at once in one."""
        gained: ir.Gain | None = None
        for stmt in self._chosen(stmts):
            if isinstance(stmt, ir.Gain):
                gained = stmt if gained is None else replace(gained, items=(*gained.items, *stmt.items))
                continue
            if gained is not None:
                yield gained
                gained = None
            yield stmt
        if gained is not None:
            yield gained

    def _chosen(self, stmts: ir.Stmts) -> Iterator[ir.St]:
        for stmt in stmts:
            if isinstance(stmt, ir.If) and (known := self.truth(stmt.condition)) is not None:
                yield from self._chosen(stmt.then if known else stmt.otherwise)
            else:
                yield stmt

    def in_steps(self, steps: _Steps) -> str:
        """Steps within one sentence: "a; b; then c"."""
        if not steps:
            return self.templates["nothing_done"]
        text = steps[0]
        for n, step in enumerate(steps[1:], 2):
            text = self.say("last_step" if n == len(steps) else "steps", text, step)
        return text

    def block(self, stmts: ir.Stmts) -> Part:
        """A body as part of its statement, in brackets if it has several steps inside another body."""
        return Part(lambda _: self._inside(lambda: self.steps(stmts)))

    def _inside(self, make: Callable[[], _Steps]) -> str:
        self.depth += 1
        steps = make()
        self.depth -= 1
        text = self.in_steps(steps)
        return self.say("grouped", text) if self.depth and len(steps) > 1 else text

    # ---- statements
    def step(self, stmt: ir.St) -> _Steps:
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
                return [self.say_row("spend", self.cost(cost))]
            case ir.Move():
                return [self._move(stmt)]
            case ir.Shuffle(zone=zone):
                return [self.say_row("shuffle", self.said(zone))]
            case ir.Reveal(what=what):
                return [self.say_row("reveal", self.said(what))]
            case ir.Choose():
                return [self._choose(stmt)]
            case ir.ChooseOne():
                return [self._choose_one(stmt)]
            case ir.As():
                return self._as(stmt)
            case ir.ForEach():
                return self._for_each(stmt)
            case ir.Repeat():
                return self._repeat(stmt)
            case ir.If():
                return self._if(stmt)
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
                return self._call_proc(stmt)
        raise AssertionError(stmt)

    def action_title(self, id: str) -> str:
        """What an action is called, with what it is about."""
        raise NotImplementedError

    def _with_goods(self, row: str, items: tuple[ir.GoodsItem, ...], *others: ir.Ex, variant: str = "") -> _Steps:
        nothing = all(isinstance(i, ir.GoodsTerm) and i.amount is not None and self.number(i.amount) == 0 for i in items)
        if nothing:
            return []
        return [self.say_row(row, Part(lambda _: self.goods_of(items)), *map(self.said, others), variant=variant)]

    def _move(self, stmt: ir.Move) -> str:
        variant = "bottom" if stmt.bottom else "" if isinstance(stmt.to, ir.ZoneRef) else "on"
        return self.say_row("move", self.said(stmt.what), self.said(stmt.to), variant=variant)

    def _choose(self, stmt: ir.Choose) -> str:
        return self.say_row("choose", Part(lambda _: self._candidates(stmt)))

    def _candidates(self, stmt: ir.Choose) -> str:
        text = self.several(stmt.query, stmt.count, up_to=stmt.up_to)
        self.bind(stmt.var, stmt.query, many=not stmt.single)
        return text

    def several(self, query: ir.Query, count: ir.Ex | None, *, up_to: bool = False) -> str:
        """The candidates of a query that are picked: "a Plant ...", "2 Plants ..."."""
        if count is None:
            return self.noun(query, "a")
        n = self.number(count)
        if n is None:
            text = self.say("as_many", self.np(count), self.noun(query, "many"))
        else:
            text = self.say("amount", n, self.noun(query, "one" if n == 1 else "many"))
        return self.say("up_to", text) if up_to else text

    def bind(self, var: ir.Var, query: ir.Query, *, many: bool = False) -> Ref:
        """What was picked from a query comes up under a name."""
        one, several = self.nouns(query.var.type, query.kind)
        return self.introduce(var, Ref(one, several, var.type, many, self.origin(query.source)))

    def _choose_one(self, stmt: ir.ChooseOne) -> str:
        if stmt.optional:
            return self.say_row("may", Part(lambda _: self._plainly(lambda: str.format("{}", self.block(stmt.options[0].body)))), variant="")
        return self.say_row("choose_one", Part(lambda _: self._plainly(lambda: self._options(stmt))))

    def _plainly(self, make: Callable[[], str]) -> str:
        """Text whose verbs follow another verb of the same player."""
        outer, self.person.plain = self.person.plain, True
        text = make()
        self.person.plain = outer
        return text

    def _options(self, stmt: ir.ChooseOne) -> str:
        texts: _Steps = []
        self.depth += 1
        for option in stmt.options:
            known = None if option.condition is None else self.truth(option.condition)
            if known is False:
                continue
            focus = self.focus.it
            text = str.format("{}", self.block(option.body))
            if option.condition is not None and known is None:
                self.focus.it = focus
                text = self.say("option_if", text, self.said(option.condition))
            texts.append(text)
            self.focus.it = focus
        self.depth -= 1
        return self.listed(texts, "choices")

    # ---- players and loops
    def _as(self, stmt: ir.As) -> _Steps:
        return self.acting(lambda: self.subject(stmt.who), (stmt.var,), stmt.body)

    def acting(self, subject: Callable[[], str], vars_: tuple[ir.Var, ...], body: ir.Stmts, *, said: bool = False) -> _Steps:
        """What another player does; `said`: they have been spoken of."""
        frame = self.frame
        outer, self.person = self.person, Person(lambda: self._within(frame, subject), said)
        for var in vars_:
            self.frame[var.slot] = Ref(type=var.type, person=self.person)
        steps = self.steps(body)
        self.person = outer
        outer.apart = not outer.nobody
        return steps

    def _for_each(self, stmt: ir.ForEach) -> _Steps:
        match stmt.body:
            case (ir.As(who=ir.Var(slot=slot)) as inner,) if slot == stmt.var.slot:
                return self._each_player(stmt, inner)
        return [self.say_row("for_each", self.said(stmt.query), Part(lambda _: self._loop(stmt)))]

    def _each_player(self, stmt: ir.ForEach, inner: ir.As) -> _Steps:
        """What each player does: "each player gains 1 coin", or "for each player, ..." if that does not come first."""
        vars_ = (stmt.var, inner.var)
        if self._begins_with_verb(inner.body):
            return self.acting(lambda: self.say_row("for_each", self.said(stmt.query), variant="players"), vars_, inner.body)
        they = Part(lambda _: self._inside(lambda: self.acting(str, vars_, inner.body, said=True)))
        return [self.say_row("for_each", self.said(stmt.query), they)]

    def _begins_with_verb(self, stmts: ir.Stmts) -> bool:
        first = next(self._known(stmts), None)
        if isinstance(first, ir.CallProc):
            return self._begins_with_verb(self.program.units[self.program.callee(first.name, first.layer)].unit.body)
        return not isinstance(first, (ir.ForEach, ir.Repeat, ir.If, ir.Set, ir.As, ir.Let, ir.Announce))

    def _loop(self, stmt: ir.ForEach) -> str:
        ref = self.bind(stmt.var, stmt.query)
        text = str.format("{}", self.block(stmt.body))
        self.focus.known.remove(ref)
        return text

    def _repeat(self, stmt: ir.Repeat) -> _Steps:
        goods = self.picked(stmt)
        if goods is not None:
            return [self.say_row("gain", goods)] if goods else []
        n = self.number(stmt.count)
        if n == 1:
            return self.steps(stmt.body)
        body = self.block(stmt.body)
        if n is None:
            return [self.say_row("repeat", self.said(stmt.count), body, variant="often")]
        return [self.say_row("repeat", n, body)] if n > 1 else []

    def _if(self, stmt: ir.If, *, whole: bool = False) -> _Steps:
        it = self.focus.it

        def branch(stmts: ir.Stmts) -> Part:
            return Part(lambda _: self._branch(stmts, whole))

        if not stmt.otherwise:
            return [self.say_row("if", self.said(stmt.condition), branch(stmt.then))]
        if not stmt.then:
            denied = ir.Op(stmt.at, stmt.condition.type, "not", (stmt.condition,))
            return [self.say_row("if", self.said(denied), branch(stmt.otherwise))]
        return [self.say_row("if", self.said(stmt.condition), branch(stmt.then), Part(lambda _: self._again(it, stmt.otherwise, whole)), variant="else")]

    def _branch(self, stmts: ir.Stmts, whole: bool) -> str:
        text = self._inside(lambda: self.steps(stmts, whole=whole))
        known = list(self._known(stmts))
        nested = len(known) == 1 and isinstance(known[0], ir.If)
        return self.say("grouped", text) if nested else text

    def _again(self, it: Ref | None, stmts: ir.Stmts, whole: bool) -> str:
        """The other branch: "it" means what it meant before the condition."""
        self.focus.it = it
        return self._branch(stmts, whole)

    # ---- names and state
    def _let(self, stmt: ir.Let) -> _Steps:
        value, tag = stmt.value, stmt.value.type.tag
        thing = tag in ("component", "components", "player", "players", "good", "word")
        if thing or isinstance(value, (ir.Const, ir.Var)) or self.number(value) is not None:
            self.frame[stmt.var.slot] = self.passed(value)
            return []
        name = spaced(stmt.var.name)
        self.frame[stmt.var.slot] = Ref(type=value.type, fixed=name)
        what = self.say("whether", self.said(value)) if tag == "flag" else self.np(value)
        return [self.say_row("let", name, what)]

    def _set(self, stmt: ir.Set) -> str:
        target, value = stmt.target, stmt.value
        truth = self.truth(value) if value.type.tag == "flag" else None
        if truth is not None and target.base is not None:
            variant = "off" if not truth else "done" if self.is_done(target) else "on"
            return self.say_row("set", self.said(target.base), spaced(target.ref), variant=variant)
        if isinstance(value, ir.Op) and value.args and value.args[0] == target:
            variant = {"+": "more", "including": "more", "-": "less", "excluding": "less"}.get(value.op, "")
            if variant:
                return self.say_row("set", self.said(target), self.said(value.args[1]), variant=variant)
        return self.say_row("set", self.said(target), self.said(value))

    def _announce(self, stmt: ir.Announce) -> str:
        by, *things = stmt.args
        whose = Part(lambda _: self.np(by))
        if not things:
            return self.say_row("announce", "", spaced(stmt.event), whose, variant="alone")
        return self.say_row("announce", self.said(things[0]), spaced(stmt.event), whose)

    def _call_proc(self, stmt: ir.CallProc) -> _Steps:
        """A procedure is told in place of its name."""
        unit = self.program.units[self.program.callee(stmt.name, stmt.layer)].unit
        frame: Frame = {unit.params[0].slot: Ref(type=unit.params[0].type, person=self.person)}
        for param, arg in zip(unit.params[1:], stmt.args, strict=True):
            frame[param.slot] = self.passed(arg)
        outer, self.frame = self.frame, frame
        steps = [self.say_row("call", s) for s in self.steps(unit.body, whole=True)]
        self.frame = outer
        return steps
