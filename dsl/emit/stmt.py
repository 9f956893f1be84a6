"""Checked statements to Python: one plain function for a straight unit, basic blocks for one that asks.

A block is a function `(s, L) -> int`: it works on the state `s` and the unit's variables `L`, and gives the number of
the block to go on with, or -1 when the unit is done. Before it returns it may leave a decision in `s.pending` or push
the frame of another unit; the machine then goes on with that first.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from dsl import ir
from dsl.emit.base import Body, define, tick
from dsl.emit.quote import expr, num, stamp, stmts, tuple_of
from dsl.emit.straight import StraightEmitter


class UnitEmitter(StraightEmitter):
    """Emits one unit, straight or in blocks."""

    # ---- functions
    def functions(self) -> list[ast.FunctionDef]:
        """The functions of the unit: `uN`, or `uN_0`, `uN_1`, ... for its blocks."""
        n, unit = self.info.number, self.info.unit
        reader = self._reader(unit)
        if self.straight:
            body = [*tick(self.program, unit.body, 0), *reader, *self.body(unit.body)]
            return [define(f"u{n}", ["s", *(f"v{p.slot}" for p in unit.params)], body, self.text.line(0))]
        self.blocks[0] += [*tick(self.program, unit.body, 0), *reader]
        self.sequence(unit.body)
        self.emit(stmts("return -1"))
        return [define(f"u{n}_{k}", ["s", "L"], b, self.text.line(0)) for k, b in enumerate(self.blocks)]

    def _reader(self, unit: ir.Unit) -> Body:
        """In a goods field the controller of the component is read as `you`: slot 2, after performer and this."""
        if self.info.key[0] != "goods":
            return []
        value = expr("rt_controller(s, _0, _1)", self.local(1), self.local(0))
        return stamp(self.assign(2, value), self.text.line(0))

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

        for node in self.info.nodes:
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
        code = "if L[_1] >= len(L[_0]):\n return _2\nL[_3] = L[_0][L[_1]]\nL[_1] = L[_1] + 1"
        self._loop(stmt.body, lambda end: self._cells(code, stmt.slot, stmt.slot + 1, end, stmt.var.slot))

    def block_repeat(self, stmt: ir.Repeat) -> None:
        self.emit(self.assign(stmt.slot, self.ex(stmt.count)))
        self._loop(
            stmt.body,
            lambda end: self._cells("if L[_0] <= 0:\n return _1\nL[_0] = L[_0] - 1", stmt.slot, end),
        )

    def _cells(self, code: str, *numbers: int) -> Body:
        return stmts(code, *map(num, numbers))

    def _loop(self, body: ir.Stmts, head: Callable[[int], Body]) -> None:
        start, end = self.block(), self.block()
        self.emit(self.goto(start))
        self.current = start
        self.emit([*tick(self.program, body, 1), *head(end)])
        self.sequence(body)
        self.emit(self.goto(start))
        self.current = end


def _sort(var: ir.Var) -> str:
    tag = var.type.tag
    return f"word:{var.type.of}" if tag == "word" else tag
