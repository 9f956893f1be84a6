"""The flow of effects in English: steps and the bodies in them, who acts, loops, conditions, calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from dsl import ir
from dsl.text.goods import Goods
from dsl.text.speech import Frame, Person, Ref
from dsl.text.templates import Part
from dsl.text.words_en import spaced

Steps = list[str]
LONGEST = 60
"""How many procedures one text tells; those beyond are only named."""


class Flow(Goods):
    """Puts what holds other statements into words.

    A statement gives its steps: none, one, or several for what it calls. `depth` is how deep in other bodies it stands,
    `told` how many procedures were told.
    """

    depth = 0
    told = 0

    def step(self, stmt: ir.St) -> Steps:
        """The steps of one statement."""
        raise NotImplementedError

    # ---- sequences
    def steps(self, stmts: ir.Stmts, *, whole: bool = False) -> Steps:
        """The steps of some statements; `whole`: they are all of an effect, so `stop` leaves exactly them."""
        out: Steps = []
        todo = list(self._known(stmts))
        for n, stmt in enumerate(todo):
            if whole and isinstance(stmt, ir.Stop):
                break
            rest = tuple(todo[n + 1 :])
            if whole and isinstance(stmt, ir.If) and not stmt.otherwise and isinstance(stmt.then[-1], ir.Stop):
                out += self.if_(ir.If(stmt.at, stmt.condition, stmt.then[:-1], rest), whole=True)
                break
            if isinstance(stmt, ir.Spend) and rest:
                out.append(self._paid(stmt, rest))
                break
            out += self.step(stmt)
        return [s for s in out if s]

    def _paid(self, stmt: ir.Spend, rest: ir.Stmts) -> str:
        """What is paid in an effect, and what for."""
        cost = self.part(lambda _: self.step(stmt)[0])
        return self.say_row("activated", cost, self.part(lambda _: self.in_steps(self.steps(rest))))

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

    def in_steps(self, steps: Steps) -> str:
        """Steps within one sentence: "a; b; then c"."""
        if not steps:
            return self.say("nothing_done")
        text = steps[0]
        for n, step in enumerate(steps[1:], 2):
            text = self.say("last_step" if n == len(steps) else "steps", text, step)
        return text

    def block(self, stmts: ir.Stmts, *, whole: bool = False) -> str:
        """A body as part of its statement, in brackets if it has several steps inside another body."""
        return self._inside(
            lambda: self.steps(stmts, whole=whole), paid=isinstance(stmts[0], ir.Spend) if stmts else False
        )

    def _inside(self, make: Callable[[], Steps], *, paid: bool = False) -> str:
        self.depth += 1
        steps = make()
        self.depth -= 1
        text = self.in_steps(steps)
        return self.say("grouped", text) if self.depth and (paid or len(steps) > 1) else text

    def _scoped(self, make: Callable[[], str]) -> Part:
        """A body whose names are not spoken of after it."""

        def told(_: str) -> str:
            focus = self.focus
            known, it = len(focus.known), focus.it
            text = make()
            inner = focus.known[known:]
            del focus.known[known:]
            left = {ref.noun for ref in inner if not ref.many}
            for ref in focus.known:
                ref.mistakable = ref.mistakable or ref.noun in left
            if focus.it in inner:
                focus.it = None if it is not None and it.noun in left else it
            return text

        return self.part(told)

    # ---- players and loops
    def as_(self, stmt: ir.As) -> Steps:
        """What a player does who does not act now; "you", if it is whoever the text speaks to."""
        if self._addressed(stmt.who, self.frame):
            outer, self.person = self.person, Person(apart=True)
            self.frame[stmt.var.slot] = Ref(type=stmt.var.type, person=self.person)
            steps = self.steps(stmt.body)
            self.person = outer
            return steps
        return self.acting(lambda: self.subject(stmt.who), (stmt.var,), stmt.body)

    def _addressed(self, who: ir.Ex, frame: Frame) -> bool:
        """Whether a player is spoken to: named by variables, the last of which is "you"."""
        if not isinstance(who, ir.Var) or (ref := frame.get(who.slot)) is None:
            return False
        if ref.person is not None:
            return ref.person.subject is None and not ref.person.nobody
        return ref.source is not None and self._addressed(*ref.source)

    def acting(
        self, subject: Callable[[], str], vars_: tuple[ir.Var, ...], body: ir.Stmts, *, said: bool = False
    ) -> Steps:
        """What another player does; `said`: they have been spoken of."""
        frame = self.frame
        outer, self.person = self.person, Person(lambda: self._within(frame, subject), said)
        for var in vars_:
            self.frame[var.slot] = Ref(type=var.type, person=self.person)
        steps = self.steps(body)
        self.person = outer
        outer.apart = not outer.nobody
        return steps

    def for_each(self, stmt: ir.ForEach) -> Steps:
        """A loop."""
        match stmt.body:
            case (ir.As(who=ir.Var(slot=slot)) as inner,) if slot == stmt.var.slot:
                return self._each_player(stmt, inner)
        return [self.say_row("for_each", self.said(stmt.query), self._scoped(lambda: self._loop(stmt)))]

    def _each_player(self, stmt: ir.ForEach, inner: ir.As) -> Steps:
        """What each player does: "each player gains 1 coin", or "for each player, ..." if that does not come first."""
        vars_ = (stmt.var, inner.var)
        who = self.said(stmt.query)
        if self._begins_with_verb(inner.body):
            return self.acting(lambda: self.say_row("for_each", who, variant="players"), vars_, inner.body)
        they = self._scoped(lambda: self._inside(lambda: self.acting(str, vars_, inner.body, said=True)))
        return [self.say_row("for_each", who, they)]

    def _begins_with_verb(self, stmts: ir.Stmts) -> bool:
        first = next(self._known(stmts), None)
        if isinstance(first, ir.CallProc):
            return self._begins_with_verb(self.program.units[self.program.callee(first.name, first.layer)].unit.body)
        return not isinstance(first, (ir.ForEach, ir.Repeat, ir.If, ir.Set, ir.As, ir.Let, ir.Announce))

    def _loop(self, stmt: ir.ForEach) -> str:
        self.bind(stmt.var, stmt.query)
        return self.block(stmt.body)

    def repeat(self, stmt: ir.Repeat) -> Steps:
        """Something done several times, or goods with alternatives."""
        goods = self.picked(stmt)
        if goods is not None:
            return [self.say_row("gain", goods)] if goods else []
        n = self.number(stmt.count)
        if n == 1:
            return self.steps(stmt.body)
        body = self._scoped(lambda: self.block(stmt.body))
        if n is None:
            return [self.say_row("repeat", self.said(stmt.count), body, variant="often")]
        return [self.say_row("repeat", n, body)] if n > 1 else []

    def if_(self, stmt: ir.If, *, whole: bool = False) -> Steps:
        """One or the other; in the other, "it" means what it meant before the condition."""
        it = self.focus.it
        condition = stmt.condition

        def branch(stmts: ir.Stmts, before: Ref | None = None) -> str:
            self.focus.it = before or self.focus.it
            text = self.block(stmts, whole=whole)
            known = list(self._known(stmts))
            return self.say("grouped", text) if len(known) == 1 and isinstance(known[0], ir.If) else text

        then, otherwise = self._scoped(lambda: branch(stmt.then)), self._scoped(lambda: branch(stmt.otherwise, it))
        if not stmt.otherwise:
            return [self.say_row("if", self.said(condition), then)]
        if not stmt.then:
            return [self.say_row("if", self.part(lambda _: self.clause(condition, denied=True)), otherwise)]
        return [self.say_row("if", self.said(condition), then, otherwise, variant="else")]

    # ---- choices
    def choose_one(self, stmt: ir.ChooseOne) -> str:
        """What the player may do, or one of several things."""
        if not stmt.optional:
            return self.say_row("choose_one", self.part(lambda _: self._plainly(lambda: self._options(stmt))))
        who = self.person
        plain, who.plain = who.plain, False
        who.apart = who.apart or who.subject is None
        body = stmt.options[0].body
        if self._begins_with_verb(body):
            text = self.say_row("may", self.part(lambda _: self._plainly(lambda: self.block(body))))
        else:
            text = self.say_row("may", self.part(lambda _: self.say("do_this", self.part(lambda _: self.block(body)))))
        who.plain = plain
        return text

    def _plainly(self, make: Callable[[], str]) -> str:
        """Text whose verbs follow another verb of the same player."""
        outer, self.person.plain = self.person.plain, True
        text = make()
        self.person.plain = outer
        return text

    def _options(self, stmt: ir.ChooseOne) -> str:
        texts: Steps = []
        it = self.focus.it
        self.depth += 1
        for option in stmt.options:
            known = None if option.condition is None else self.truth(option.condition)
            if known is False:
                continue
            text = self.block(option.body)
            self.focus.it = it
            if option.condition is not None and known is None:
                text = self.say("option_if", text, self.said(option.condition))
                self.focus.it = it
            texts.append(text)
        self.depth -= 1
        return self.listed(texts, "choices")

    def bind(self, var: ir.Var, query: ir.Query, *, many: bool = False) -> Ref:
        """What was picked from a query comes up under a name."""
        one, several = self.nouns(query.var.type, query.kind)
        return self.introduce(var, Ref(one, several, var.type, many, self.origin(query.source)))

    # ---- calls
    def call_proc(self, stmt: ir.CallProc) -> Steps:
        """A procedure is told in place of its name."""
        self.told += 1
        if self.told > LONGEST:
            return [self.say("too_long", spaced(stmt.name.rpartition(":")[2]))]
        unit = self.program.units[self.program.callee(stmt.name, stmt.layer)].unit
        frame: Frame = {unit.params[0].slot: Ref(type=unit.params[0].type, person=self.person)}
        for param, arg in zip(unit.params[1:], stmt.args, strict=True):
            frame[param.slot] = self.passed(arg)
        outer, self.frame = self.frame, frame
        steps = [self.say_row("call", s) for s in self.steps(unit.body, whole=True)]
        self.frame = outer
        return steps
