"""What units cost, whether that can be paid, and whether paying would defeat what is paid for."""

from __future__ import annotations

import ast
from itertools import combinations

from dsl import ir
from dsl.emit.base import Body, define, need
from dsl.emit.expr import conjuncts
from dsl.emit.functions import FunctionEmitter
from dsl.emit.quote import expr, name, num, tuple_of
from dsl.emit.stmt import UnitEmitter
from dsl.program import ActionIr, Key, Program


class CostEmitter(FunctionEmitter):
    """Emits costs, tests of payment, and guards as functions."""

    # ---- guards and costs
    def guards(self) -> list[ast.FunctionDef]:
        """`kN`: whether the leading choices of a unit can be made, for each unit that has some."""
        out: list[ast.FunctionDef] = []
        for key in self.program.units:
            self._guard(key, out)
        return out

    def _guard(self, key: Key, out: list[ast.FunctionDef]) -> None:
        if key in self.program.guards or key in self._guarding:
            return
        self._guarding.add(key)
        info = self.program.units[key]
        for stmt in info.unit.body:
            if isinstance(stmt, ir.CallProc):
                self._guard(self.program.callee(stmt.name, stmt.layer), out)
        test = self.unit_emitter(key).guard(info.unit.body)
        condition = self.program.abilities[key].condition if key in self.program.abilities else None
        tests = [self.emitter().ex(c) for c in conjuncts(condition)] + ([test] if test is not None else [])
        if tests:
            value = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
            body: Body = [*self.unit_emitter(key)._reader(info.unit), ast.Return(value)]
            self.program.guards[key] = f"k{info.number}"
            out.append(
                define(f"k{info.number}", ["s", *(f"v{p.slot}" for p in info.unit.params)], body, info.text.line(0))
            )

    def cost(self, key: Key, cost: ir.CostIr) -> list[ast.FunctionDef]:
        """`wN`: what a unit costs now; `yN`: whether that can be paid from `A`, what is available."""
        info = self.program.units[key]
        params = ["s", *(f"v{p.slot}" for p in info.unit.params)]
        bound = tuple(name(f"v{p.slot}") for p in info.unit.params[1:] if p.type.tag == "component")
        value = self.unit_emitter(key).cost(cost, bound)
        line = info.text.line(0)
        tests = self.payable(key, cost, bound)
        guard = self.program.guards.get(key)
        if guard is not None and key in self.program.abilities:
            args = [name(p) for p in params]
            tests.append(ast.Call(name(guard), args, []))
            if self._defeats(cost, info.unit.body):
                due = ast.Call(name(f"w{info.number}"), args, [])
                tests.append(expr("rt_leaves(s, v0, _0, _1, _2)", due, name(guard), tuple_of(args[1:])))
        test: ast.expr = ast.Constant(True)
        if tests:
            test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
        return [
            define(f"w{info.number}", params, [ast.Return(value)], line),
            define(f"y{info.number}", ["s", "A", *params[1:]], [ast.Return(test)], line),
        ]

    def payable(self, key: Key, cost: ir.CostIr, bound: tuple[ast.expr, ...]) -> list[ast.expr]:
        """Tests on `A` that together say whether a cost can be paid."""
        e = self.unit_emitter(key)
        if cost.of is not None:
            assert isinstance(cost.of, ir.Read) and cost.of.base is not None
            return [expr("PAYABLE[_0](s, A, v0, _1)", e.read(cost.of), e.ex(cost.of.base))]
        ways = [self._alternative(e, a, bound) for a in cost.alternatives]
        if len(ways) == 1:
            return ways[0]
        joined = [w[0] if len(w) == 1 else ast.BoolOp(ast.And(), w) for w in ways if w]
        return [ast.BoolOp(ast.Or(), list(joined))] if len(joined) == len(ways) else []

    def _alternative(
        self, e: UnitEmitter, terms: tuple[ir.GoodsTerm, ...], bound: tuple[ast.expr, ...]
    ) -> list[ast.expr]:
        """One alternative: Hall's condition over the needs that compete for the same goods, and cards enough."""
        tests: list[ast.expr] = []
        needs: list[tuple[frozenset[int], ast.expr]] = []
        picks = [t for t in terms if t.card is not None]
        if any(t.unit is not None or t.stand_ins for t in terms) or len(picks) > 1:
            return [expr("rt_payable(A, _0)", tuple_of([e._alternative(terms, bound)]))]
        for term in terms:
            if isinstance(term.amount, ir.Const) and term.amount.value == 0:
                continue
            amount = e.amount(term)
            if term.card is not None:
                found = e.comprehension(term.card, num(1))
                assert isinstance(found, ast.ListComp)
                if bound:
                    found.generators[-1].ifs.append(expr("_0 not in _1", e.var(term.card), tuple_of(list(bound))))
                tests.append(expr("len(_0) >= _1", found, amount))
            else:
                row = need(self.program, term.goods, amount)
                goods = frozenset(int(ast.literal_eval(g)) for part in row.elts[:2] for g in part.elts)  # type: ignore[attr-defined]
                needs.append((goods, amount))
        for size in range(1, len(needs) + 1):
            for some in combinations(needs, size):
                union = frozenset[int]().union(*(g for g, _ in some))
                if size > 1 and sum(len(g) for g, _ in some) == len(union):
                    continue
                have = [expr("A[_0]", num(g)) for g in sorted(union)]
                want = [a for _, a in some]
                tests.append(expr("_0 >= _1", plus(have), plus(want)))
        return tests

    def _cheapest(self, e: UnitEmitter, cost: ir.CostIr) -> list[ast.expr]:
        """A test without parameters that fails when even the lowest possible amount cannot be paid."""
        if len(cost.alternatives) != 1:
            return []
        out: list[ast.expr] = []
        for term in cost.alternatives[0]:
            low = least(self.program, term.amount) if term.per is None and term.most is None else 0
            if term.goods and term.card is None and not isinstance(term.amount, ir.Const) and low > 0:
                row = need(self.program, term.goods, num(low))
                sure = {int(ast.literal_eval(g)) for part in row.elts[:2] for g in part.elts}  # type: ignore[attr-defined]
                goods = sorted(sure | {other.good for other in term.stand_ins})  # the most there can be to pay with
                out.append(expr("_0 >= _1", plus([expr("A[_0]", num(g)) for g in goods]), num(low)))
        return out

    def interferes(self, action: ActionIr) -> bool:
        """Whether paying can take away what the leading choices need, so that both must be tried together."""
        if action.cost is None or action.unit not in self.program.guards:
            return False
        if action.cost.of is not None:
            return any(map(self.defeats, self.program.abilities))
        return self._defeats(action.cost, self.program.units[action.unit].unit.body)

    def defeating(self, action: ActionIr) -> ast.FunctionDef | None:
        """`iN`: whether the ability that an action uses is one whose cost can defeat its own choices."""
        of = action.cost.of if action.cost is not None else None
        if of is None or not self.interferes(action):
            return None
        info = self.program.units[action.unit]
        body: Body = (
            [ast.Return(expr("DEFEATS[_0]", self.unit_emitter(action.unit).read(of)))]
            if isinstance(of, ir.Read)
            else []
        )
        return define(f"i{info.number}", ["s", *(f"v{p.slot}" for p in info.unit.params)], body, info.text.line(0))

    def defeats(self, key: Key) -> bool:
        """Whether paying for an ability can take away what its own leading choices need."""
        ability = self.program.abilities.get(key)
        return (
            ability is not None
            and ability.cost is not None
            and key in self.program.guards
            and self._defeats(ability.cost, ability.unit.body)
        )

    def _defeats(self, cost: ir.CostIr, body: ir.Stmts) -> bool:
        """Whether what a cost takes is read by the leading choices of a body."""
        terms = [t for a in cost.alternatives for t in a]
        zones = {t.card.source.zone for t in terms if t.card and isinstance(t.card.source, ir.ZoneRef)}
        return cost.of is not None or self._reads(body, zones, any(t.card is None for t in terms), 0)

    def _reads(self, body: ir.Stmts, zones: set[str], goods: bool, depth: int) -> bool:
        from dsl.program import walk

        for node in walk(body):
            if isinstance(node, ir.ZoneRef) and node.zone in zones and not isinstance(node.base, ir.Const):
                return True
            if (
                goods
                and isinstance(node, ir.Read)
                and node.sort == "good"
                and (node.key is None or node.base is None or node.base.type.tag == "player")
            ):
                return True
            if isinstance(node, ir.Spend):
                return True
            if (
                isinstance(node, ir.CallProc)
                and depth < 8
                and self._reads(
                    self.program.units[self.program.callee(node.name, node.layer)].unit.body, zones, goods, depth + 1
                )
            ):
                return True
        return False


def least(program: Program, ex: ir.Ex | None, depth: int = 0) -> int:
    """A number that `ex` is never below, or a very small one if nothing is known."""
    unknown = -(10**9)
    if depth > 20 or ex is None:
        return unknown
    match ex:
        case ir.Const(value=value):
            return value
        case ir.Read(sort="field", column=column, ref=ref) if ref not in program.modified_fields:
            return program.field_least.get(column, unknown)
        case ir.Read(sort="good"):
            return 0
        case ir.Op(op="+", args=(a, b)):
            return least(program, a, depth + 1) + least(program, b, depth + 1)
        case ir.Op(op="*", args=(a, b)):
            low = least(program, a, depth + 1), least(program, b, depth + 1)
            return low[0] * low[1] if min(low) >= 0 else unknown
        case ir.Op(op="max", args=(a, b)):
            return max(least(program, a, depth + 1), least(program, b, depth + 1))
        case ir.Op(op="min", args=(a, b)):
            return min(least(program, a, depth + 1), least(program, b, depth + 1))
        case ir.Op(op="count"):
            return 0
        case ir.Op(op="match", args=(subject, *pairs)):
            covered = len(pairs) // 2 == len(program.symbols.words[subject.type.of].words)
            low_ = min(least(program, v, depth + 1) for v in pairs[1::2])
            return low_ if covered else min(0, low_)
        case ir.CallFn(name=id) if id not in program.modified_functions:
            layers = [f for f in program.functions if f.id == id]
            return least(program, layers[-1].value, depth + 1)
    return unknown


def plus(items: list[ast.expr]) -> ast.expr:
    out = items[0]
    for item in items[1:]:
        out = ast.BinOp(out, ast.Add(), item)
    return out
