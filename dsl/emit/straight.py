"""Straight statements: those that never ask a player anything, as plain Python."""

from __future__ import annotations

import ast

from dsl import ir
from dsl.emit.base import Body, tick
from dsl.emit.guard import GuardEmitter
from dsl.emit.quote import expr, name, num, stamp, stmts, store, tuple_of


class StraightEmitter(GuardEmitter):
    """Emits statements that need no decision."""

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
                        num(2 if stmt.face_down else int(stmt.bottom)),
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
                    [*tick(self.program, body, 1), *self.body(body)], [],
                )  # fmt: skip
                return [loop]
            case ir.Repeat(count=count, body=body):
                return stmts(
                    "for _x in range(_0):\n _body",
                    self.ex(count),
                    x=store(f"n{stmt.slot}"),
                    bodies={"_body": [*tick(self.program, body, 1), *self.body(body)]},
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
        elif target.type.tag == "number" and not isinstance(stmt.value, ir.Const):
            value = expr("rt_number(_0)", value)
        return stmts(f"{primitive}(s, _0, _1, _2, _3)", num(target.column), base, value, self.cause(stmt))
