"""Checked statements to Python: one plain function for a straight unit, basic blocks for one that asks.

A block is a function `(s, L) -> int`: it works on the state `s` and the unit's variables `L`, and gives the number of
the block to go on with, or -1 when the unit is done. Before it returns it may leave a decision in `s.pending` or push
the frame of another unit; the machine then goes on with that first.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from dsl import ir
from dsl.emit_expr import ExprEmitter, conjuncts
from dsl.program import Program, Text, UnitInfo
from dsl.quote import expr, name, num, stamp, stmts, store, tuple_of

Body = list[ast.stmt]
EVERY = -2  # what the primitives take for `all goods`


class Tables:
    """Constants the generated code refers to by number: sites of decisions, causes for the log."""

    def __init__(self) -> None:
        self.sites: list[dict[str, object]] = []
        self.causes: list[tuple[str, str, int]] = []
        self._seen: dict[tuple[str, str, int], int] = {}

    def cause(self, text: Text, at: int) -> ast.expr:
        """The number of (label, file, line)."""
        key = (text.label, text.file, text.line(at))
        if key not in self._seen:
            self._seen[key] = len(self.causes)
            self.causes.append(key)
        return num(self._seen[key])

    def site(self, **facts: object) -> ast.expr:
        self.sites.append(facts)
        return num(len(self.sites) - 1)


class UnitEmitter(ExprEmitter):
    """Emits one unit, straight or in blocks."""

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

    # ---- functions
    def functions(self) -> list[ast.FunctionDef]:
        """The functions of the unit: `uN`, or `uN_0`, `uN_1`, ... for its blocks."""
        n, unit = self.info.number, self.info.unit
        reader = self._reader(unit)
        if self.straight:
            body = reader + self.body(unit.body)
            return [define(f"u{n}", ["s", *(f"v{p.slot}" for p in unit.params)], body, self.text.line(0))]
        self.blocks[0] += reader
        self.sequence(unit.body)
        self.emit(stmts("return -1"))
        return [define(f"u{n}_{k}", ["s", "L"], b, self.text.line(0)) for k, b in enumerate(self.blocks)]

    def _reader(self, unit: ir.Unit) -> Body:
        """In a goods field the controller of the component is read as `you`: slot 2, after performer and this."""
        if self.info.key[0] != "goods":
            return []
        value = expr("rt_controller(s, _0, _1)", self.local(1), self.local(0))
        return stamp(self.assign(2, value), self.text.line(0))

    # ---- straight statements
    def body(self, body: ir.Stmts) -> Body:
        out: Body = []
        for stmt in body:
            out += stamp(self.straight_stmt(stmt), self.text.line(stmt.at))
        return out or [ast.Pass()]

    def straight_stmt(self, stmt: ir.St) -> Body:
        match stmt:
            case ir.Gain():
                return self.gain(stmt)
            case ir.Lose() | ir.Put() | ir.Take():
                return [s for item in stmt.items for s in self.shift(stmt, item)]
            case ir.Move(what=what, to=to):
                if isinstance(to, ir.ZoneRef):
                    return stmts(
                        "rt_move(s, _0, _1, _2, _3)",
                        self.ex(what),
                        self.zone_index(to),
                        num(int(stmt.bottom)),
                        self.cause(stmt),
                    )
                return stmts("rt_move_onto(s, _0, _1, _2)", self.ex(what), self.ex(to), self.cause(stmt))
            case ir.Shuffle(zone=zone):
                return stmts("rt_shuffle(s, _0, _1)", self.zone_index(zone), self.cause(stmt))
            case ir.Reveal(what=what):
                return stmts("rt_reveal(s, _0, _1)", self.ex(what), self.cause(stmt))
            case ir.As(var=var, who=who, body=body):
                return [
                    *self.assign(var.slot, self.ex(who)),
                    *stmts("if _0 >= 0:\n _body", self.local(var.slot), bodies={"_body": self.body(body)}),
                ]
            case ir.ForEach(var=var, query=query, body=body):
                self.override.pop(query.var.slot, None)
                loop = ast.For(
                    self._target(var.slot), self.candidates(query),
                    [*stmts("rt_tick(s)"), *self.body(body)], [],
                )  # fmt: skip
                return [loop]
            case ir.Repeat(count=count, body=body):
                return stmts(
                    "for _x in range(_0):\n rt_tick(s)\n _body",
                    self.ex(count),
                    x=store(f"n{stmt.slot}"),
                    bodies={"_body": self.body(body)},
                )
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                test, yes = self.ex(condition), self.body(then)
                return [ast.If(test, yes, self.body(otherwise) if otherwise else [])]
            case ir.Let(var=var, value=value):
                return self.assign(var.slot, self.ex(value))
            case ir.Set():
                return self.set(stmt)
            case ir.Perform(you=you, what=what):
                assert isinstance(what, ir.Read) and what.base is not None
                return stmts("rt_call(s, FUNCS, _0, _1, _2)", self.read(what), self.ex(you), self.ex(what.base))
            case ir.Announce(event=event, args=args):
                if event not in self.program.triggers:
                    return []
                number = self.symbols.events[event].index
                return stmts(
                    "rt_fire(s, FUNCS, _0, _1, _2)", num(number), tuple_of([*map(self.ex, args)]), self.cause(stmt)
                )
            case ir.Stop():
                return self.stop()
            case ir.EndGame():
                return stmts("rt_end(s, _0)", self.cause(stmt))
            case ir.CallProc(you=you, args=args):
                number = self.program.units[self.program.callee(stmt.name, stmt.layer)].number
                return [ast.Expr(ast.Call(name(f"u{number}"), [name("s"), self.ex(you), *map(self.ex, args)], []))]
        raise AssertionError(stmt)

    def _target(self, slot: int) -> ast.expr:
        return store(f"v{slot}") if self.straight else ast.Subscript(name("L"), num(slot), ast.Store())

    def set(self, stmt: ir.Set) -> Body:
        target, value = stmt.target, self.ex(stmt.value)
        base = self.ex(target.base) if target.base is not None else num(0)
        primitive = {"state": "rt_set", "player": "rt_set_player", "table": "rt_set_table"}[target.sort]
        if target.type.tag == "flag":
            value = expr("1 if _0 else 0", value)
        return stmts(f"{primitive}(s, _0, _1, _2, _3)", num(target.column), base, value, self.cause(stmt))

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
                needs.append(need(self.program, term.goods, amount))
        return tuple_of([tuple_of(needs), tuple_of(picks)])

    # ---- guards: can a leading choice be made?
    def guard(self, body: ir.Stmts) -> ast.expr | None:
        """Whether the leading choices of a body have a candidate each; None if there are none."""
        for n, stmt in enumerate(body):
            match stmt:
                case ir.Choose(count=count, up_to=up_to, query=query):
                    if up_to:
                        continue
                    return self._guard_choice(stmt, body[n + 1 :])
                case ir.ChooseOne(options=options, optional=optional):
                    if optional:
                        return None
                    tests = [self.option_test(o) for o in options]
                    if any(isinstance(t, ast.Constant) and t.value is True for t in tests):
                        return None
                    return ast.BoolOp(ast.Or(), tests) if len(tests) > 1 else tests[0]
                case ir.Spend(you=you, cost=cost):
                    return expr("rt_can_pay(s, _0, _1)", self.ex(you), self.cost(cost))
                case ir.Do(you=you, action=action, free=free):
                    return expr(
                        "rt_can_do(s, LEGAL_ONE, _0, _1, _2)",
                        num(self.program.units[self.program.routine_key("action", action, -1)].number),
                        self.ex(you),
                        num(int(free)),
                    )
                case ir.CallProc(you=you, args=args):
                    key = self.program.callee(stmt.name, stmt.layer)
                    if key not in self.program.guards:
                        return None
                    return ast.Call(name(self.program.guards[key]), [name("s"), self.ex(you), *map(self.ex, args)], [])
                case ir.Perform(you=you, what=what):
                    assert isinstance(what, ir.Read) and what.base is not None
                    return expr("USABLE[_0](s, _1, _2)", self.read(what), self.ex(you), self.ex(what.base))
                case ir.Let(var=var, value=value):
                    self.override[var.slot] = self.ex(value)
                case ir.Set() | ir.Announce():
                    continue
                case ir.As(var=var, who=who, body=inner):
                    self.override[var.slot] = self.ex(who)
                    return self.guard((*inner, *body[n + 1 :]))
                case _:
                    return None
        return None

    def _guard_choice(self, stmt: ir.Choose, rest: ir.Stmts) -> ast.expr:
        query = stmt.query
        if not stmt.single:
            return expr("len(_0) > 0", self.comprehension(query, num(1)))
        generators = self.generators(query)
        here = self.var(query)
        self.override[query.var.slot] = here
        self.override[stmt.var.slot] = here
        conditions = [self.ex(c) for c in conjuncts(query.where)]
        inner = self.guard(rest)
        generators[-1].ifs = [*generators[-1].ifs, *conditions, *([inner] if inner is not None else [])]
        return expr("_0 != []", ast.ListComp(num(1), generators))

    def option_test(self, option: ir.OptionIr) -> ast.expr:
        """Whether an option can be chosen: its condition, and the guard of its body."""
        tests = [self.ex(c) for c in conjuncts(option.condition)]
        saved = dict(self.override)
        if (inner := self.guard(option.body)) is not None:
            tests.append(inner)
        self.override = saved
        if not tests:
            return ast.Constant(True)
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)

    # ---- blocks
    def emit(self, body: Body) -> None:
        self.blocks[self.current] += body

    def block(self) -> int:
        self.blocks.append([])
        return len(self.blocks) - 1

    def goto(self, number: int) -> Body:
        return stmts("return _0", num(number))

    def sequence(self, body: ir.Stmts) -> None:
        """Emits statements into the current block, cutting it where one suspends."""
        for stmt in body:
            if self.program.suspends(stmt):
                before = [len(b) for b in self.blocks]
                self.suspending(stmt)
                line = self.text.line(stmt.at)
                for k, b in enumerate(self.blocks):
                    stamp(b[before[k] if k < len(before) else 0 :], line)
            else:
                self.emit(stamp(self.straight_stmt(stmt), self.text.line(stmt.at)))

    def pause(self, body: Body) -> None:
        """Ends the current block with `body` and goes on in a new one after the machine has run."""
        nxt = self.block()
        self.emit([*body, *self.goto(nxt)])
        self.current = nxt

    def suspending(self, stmt: ir.St) -> None:
        method: Callable[[ir.St], None] = getattr(self, f"block_{type(stmt).__name__.lower()}")
        method(stmt)

    def block_choose(self, stmt: ir.Choose) -> None:
        site = self.tables.site(
            kind="choose", over=stmt.query.over, prompt=stmt.prompt, words=stmt.words, single=stmt.single,
            slot=stmt.var.slot, cause=(self.text.label, self.text.file, self.text.line(stmt.at)), vars=self.names(stmt),
        )  # fmt: skip
        count = num(1) if stmt.count is None else self.ex(stmt.count)
        least = num(0) if stmt.up_to else count
        self.pause(
            stmts(
                "rt_choose(s, _0, _1, _2, _3, _4)", self.ex(stmt.you), site, least, count, self.candidates(stmt.query)
            )
        )

    def names(self, stmt: ir.Choose | ir.ChooseOne) -> dict[str, tuple[int, str]]:
        """The variables that the words of a choice may show: name to slot and type."""
        found: dict[str, tuple[int, str]] = {p.name: (p.slot, _sort(p)) for p in self.info.unit.params}
        from dsl.program import walk

        for node in walk(self.info.unit.body):
            if isinstance(node, (ir.Choose, ir.ForEach, ir.Let)):
                found[node.var.name] = (node.var.slot, _sort(node.var))
        if isinstance(stmt, ir.Choose):
            found[stmt.var.name] = (stmt.var.slot, _sort(stmt.query.var))
        return found

    def block_chooseone(self, stmt: ir.ChooseOne) -> None:
        site = self.tables.site(
            kind="one", prompt=stmt.prompt, options=[o.words for o in stmt.options], slot=stmt.slot,
            cause=(self.text.label, self.text.file, self.text.line(stmt.at)), vars=self.names(stmt),
        )  # fmt: skip
        tests = [self.option_test(o) for o in stmt.options]
        self.pause(
            stmts("rt_choose_one(s, _0, _1, _2, _3)", self.ex(stmt.you), site, tuple_of(tests), num(int(stmt.optional)))
        )
        end, here = self.block(), self.current
        for n, option in enumerate(stmt.options):
            start = self.block()
            self.current = here
            self.emit(stmts("if L[_0] == _1:\n return _2", num(stmt.slot), num(n), num(start)))
            self.current = start
            self.sequence(option.body)
            self.emit(self.goto(end))
        self.current = here
        self.emit(self.goto(end))
        self.current = end

    def block_spend(self, stmt: ir.Spend) -> None:
        self.pause(stmts("rt_begin_pay(s, _0, _1, _2)", self.ex(stmt.you), self.cost(stmt.cost), self.cause(stmt)))

    def block_do(self, stmt: ir.Do) -> None:
        number = self.program.units[self.program.routine_key("action", stmt.action, -1)].number
        self.pause(
            stmts(
                "rt_do(s, LEGAL_ONE, _0, _1, _2, _3)",
                num(number),
                self.ex(stmt.you),
                num(int(stmt.free)),
                self.cause(stmt),
            )
        )

    def block_callproc(self, stmt: ir.CallProc) -> None:
        number = self.program.units[self.program.callee(stmt.name, stmt.layer)].number
        self.pause(stmts("rt_push(s, _0, _1)", num(number), tuple_of([self.ex(stmt.you), *map(self.ex, stmt.args)])))

    def block_perform(self, stmt: ir.Perform) -> None:
        assert isinstance(stmt.what, ir.Read) and stmt.what.base is not None
        self.pause(
            stmts(
                "rt_perform(s, FUNCS, _0, (_1, _2))", self.read(stmt.what), self.ex(stmt.you), self.ex(stmt.what.base)
            )
        )

    def block_gain(self, stmt: ir.Gain) -> None:
        for item in stmt.items:
            one = ir.Gain(stmt.at, stmt.you, (item,))
            if self.program.suspends(one):
                assert isinstance(item, ir.GoodsRef) and isinstance(item.ref, ir.Read) and item.ref.base is not None
                self.pause(
                    stmts(
                        "rt_perform(s, FUNCS, _0, (_1, _2))",
                        self.read(item.ref),
                        self.ex(stmt.you),
                        self.ex(item.ref.base),
                    )
                )
            else:
                self.emit(self.gain(one))

    def block_announce(self, stmt: ir.Announce) -> None:
        number = self.symbols.events[stmt.event].index
        self.pause(
            stmts("rt_announce(s, _0, _1, _2)", num(number), tuple_of([*map(self.ex, stmt.args)]), self.cause(stmt))
        )

    def block_as(self, stmt: ir.As) -> None:
        self.emit(self.assign(stmt.var.slot, self.ex(stmt.who)))
        end = self.block()
        self.emit(stmts("if _0 < 0:\n return _1", self.local(stmt.var.slot), num(end)))
        self.sequence(stmt.body)
        self.emit(self.goto(end))
        self.current = end

    def block_if(self, stmt: ir.If) -> None:
        no, end = self.block(), self.block()
        self.emit(stmts("if not _0:\n return _1", self.ex(stmt.condition), num(no)))
        self.sequence(stmt.then)
        self.emit(self.goto(end))
        self.current = no
        self.sequence(stmt.otherwise)
        self.emit(self.goto(end))
        self.current = end

    def block_foreach(self, stmt: ir.ForEach) -> None:
        self.emit([*self.assign(stmt.slot, self.candidates(stmt.query)), *self.assign(stmt.slot + 1, num(0))])
        code = "rt_tick(s)\nif L[_1] >= len(L[_0]):\n return _2\nL[_3] = L[_0][L[_1]]\nL[_1] = L[_1] + 1"
        self._loop(stmt.body, lambda end: self._cells(code, stmt.slot, stmt.slot + 1, end, stmt.var.slot))

    def block_repeat(self, stmt: ir.Repeat) -> None:
        self.emit(self.assign(stmt.slot, self.ex(stmt.count)))
        self._loop(
            stmt.body,
            lambda end: self._cells("rt_tick(s)\nif L[_0] <= 0:\n return _1\nL[_0] = L[_0] - 1", stmt.slot, end),
        )

    def _cells(self, code: str, *numbers: int) -> Body:
        return stmts(code, *map(num, numbers))

    def _loop(self, body: ir.Stmts, head: Callable[[int], Body]) -> None:
        start, end = self.block(), self.block()
        self.emit(self.goto(start))
        self.current = start
        self.emit(head(end))
        self.sequence(body)
        self.emit(self.goto(start))
        self.current = end


def _sort(var: ir.Var) -> str:
    tag = var.type.tag
    return f"word:{var.type.of}" if tag == "word" else tag


def need(program: Program, goods: tuple[int, ...], amount: ast.expr) -> ast.expr:
    """(exact goods, goods that may stand in for them, amount)."""
    s = program.symbols
    names = s.good_list()
    wild = sorted({s.goods[w].index for g in goods for w in s.wilds(names[g].id)} - set(goods))
    return tuple_of([tuple_of([num(g) for g in goods]), tuple_of([num(w) for w in wild]), amount])


_STATE = {
    "goods": "s.goods",
    "defn": "s.defn",
    "zones": "s.zones",
    "on": "s.on",
    "table": "s.table",
    "boards": "s.boards",
    "opponents": "s.opponents",
}


def define(id: str, params: list[str], body: Body, line: int) -> ast.FunctionDef:
    """A function definition that first binds the parts of the state it names."""
    used = {n.id for top in body for n in ast.walk(top) if isinstance(n, ast.Name)}
    prelude: Body = []
    for part, source in _STATE.items():
        if part in used:
            prelude += stmts(f"{part} = {source}")
    for id_ in sorted(used):
        if id_[0] in "cp" and id_[1:].isdigit():
            prelude += stmts(f"{id_} = s.{'cols' if id_[0] == 'c' else 'pcols'}[{id_[1:]}]")
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(p) for p in params], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    function = ast.FunctionDef(id, arguments, [*prelude, *body], [])
    stamp([function], line)
    return function
