"""Guards: whether the leading choices of an effect can be made, so that only what can be carried out is offered."""

from __future__ import annotations

import ast

from dsl import ir
from dsl.emit.expr import conjuncts
from dsl.emit.goods import GoodsEmitter
from dsl.emit.quote import expr, name, num


class GuardEmitter(GoodsEmitter):
    """Emits guards."""

    # ---- guards: can a leading choice be made?
    def guard(self, body: ir.Stmts) -> ast.expr | None:
        """Whether the leading choices of a body have a candidate each; None if there are none."""
        for n, stmt in enumerate(body):
            match stmt:
                case ir.Choose(up_to=up_to):
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
