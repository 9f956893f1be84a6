"""Python for what is not an effect: functions, modifiers, costs, guards, and the search for legal actions.

All actions of a turn are searched by one generated function. Each condition stands in the outermost loop in which all
it reads is known, and an action whose cheapest form cannot be paid is not searched at all.
"""

from __future__ import annotations

import ast
from itertools import combinations

from dsl import ir
from dsl.emit_base import Body, Tables, define, need
from dsl.emit_expr import ExprEmitter, conjuncts, names_used
from dsl.emit_stmt import UnitEmitter
from dsl.loops import nest, sums_once
from dsl.program import ActionIr, FunctionIr, Key, Program, Text, UnitInfo
from dsl.quote import expr, name, num, stmts, tuple_of


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


class RuleEmitter:
    """Emits the functions of a program; `tables` is shared with the units."""

    def __init__(self, program: Program, tables: Tables) -> None:
        self.program, self.tables = program, tables
        self._guarding: set[Key] = set()

    def emitter(self) -> ExprEmitter:
        return ExprEmitter(self.program, lambda slot: name(f"v{slot}"))

    def unit_emitter(self, key: Key) -> UnitEmitter:
        """An emitter whose variables are plain names, for guards and costs of a unit."""
        info = self.program.units[key]
        return UnitEmitter(
            self.program, UnitInfo(info.key, info.unit, info.text, info.number, True, info.column), self.tables
        )

    # ---- functions and modifiers
    def function(self, f: FunctionIr) -> ast.FunctionDef:
        body: Body = [ast.Return(self.emitter().ex(f.value))]
        return define(
            self.program.function_names[(f.id, f.layer)], ["s", *(f"v{p.slot}" for p in f.params)], body, f.text.line(0)
        )

    def modified_function(self, id: str, number: int) -> ast.FunctionDef:
        """The outermost form of a modified function: what it gives plus what the live modifiers add."""
        layers = [f for f in self.program.functions if f.id == id]
        args = [name(f"v{p.slot}") for p in layers[-1].params]
        inner = ast.Call(name(self.program.function_names[(id, layers[-1].layer)]), [name("s"), *args], [])
        return self._sum(
            self.program.function_names[(id, -1)],
            layers[-1].text,
            inner,
            f"function:{id}",
            args,
            [f"v{p.slot}" for p in layers[-1].params],
            None,
            None,
        )

    def modified_field(self, id: str, column: int, low: int | None, high: int | None, text: Text) -> ast.FunctionDef:
        inner = expr(f"F{column}[defn[v0]]")
        return self._sum(f"m{column}", text, inner, f"field:{id}", [name("v0")], ["v0"], low, high)

    def _sum(
        self,
        id: str,
        text: Text,
        inner: ast.expr,
        key: str,
        args: list[ast.expr],
        params: list[str],
        low: int | None,
        high: int | None,
    ) -> ast.FunctionDef:
        body = stmts("n = _0", inner)
        call = ast.Call(name("x"), [name("s"), expr("rt_owner(s, c)"), name("c"), *args], [])
        body += stmts(
            "for c in rt_live(s, ACTIVE):\n for x in MODIFIERS.get((_1, defn[c]), ()):\n  n += _0",
            call, ast.Constant(key),
        )  # fmt: skip
        if low is not None:
            body += stmts("if n < _0:\n n = _0", num(low))
        if high is not None:
            body += stmts("if n > _0:\n n = _0", num(high))
        body += stmts("return n")
        return define(id, ["s", *params], body, text.line(0))

    def modifier(self, number: int, m: ir.ModifierIr, text: Text) -> ast.FunctionDef:
        """`xN(s, controller, source, arguments...)`: what one modifier adds now."""
        e = self.emitter()
        value = e.ex(m.value)
        tests = [e.ex(c) for c in conjuncts(m.condition)]
        if m.kind:
            kind = self.program.symbols.kinds[m.kind].index
            tests.insert(0, expr("K[defn[_0]] == _1", name(f"v{m.params[2].slot}"), num(kind)))
        for test in reversed(tests):
            value = expr("_0 if _1 else 0", value, test)
        return define(f"x{number}", ["s", *(f"v{p.slot}" for p in m.params)], [ast.Return(value)], text.line(0))

    def condition(self, id: str, params: tuple[ir.Var, ...], ex: ir.Ex, text: Text) -> ast.FunctionDef:
        """A condition as a function of its parameters."""
        return define(id, ["s", *(f"v{p.slot}" for p in params)], [ast.Return(self.emitter().ex(ex))], text.line(0))

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
            if self._spoils(cost, info.unit.body):
                price = ast.Call(name(f"w{info.number}"), args, [])
                tests.append(expr("rt_leaves(s, v0, _0, _1, _2)", price, name(guard), tuple_of(args[1:])))
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
        if any(t.unit is not None for t in terms) or len(picks) > 1:
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
                tests.append(expr("_0 >= _1", _plus(have), _plus(want)))
        return tests

    # ---- legal actions
    def legal(self, id: str, actions: list[ActionIr], *, single: bool = False) -> ast.FunctionDef:
        """`id(s, v0)`: the raw moves (action, arguments...) of those actions that player v0 can carry out.

        With `single`, `id(s, v0, free)` for one action, perhaps without its cost.
        """
        body: Body = []
        shared: dict[str, str] = {}
        for action in actions:
            body += self._search(action, shared, single)
        head = stmts("out = []\nadd = out.append\nA = goods[v0] if not on else rt_available(s, v0)")
        head += self._shared(body, shared)
        body, sums = sums_once(body)
        body = [*head, *sums, *body]
        body += stmts("return out")
        return define(id, ["s", "v0", *(["free"] if single else [])], body, 1)

    def _shared(self, body: Body, shared: dict[str, str]) -> Body:
        """Sources that several actions search are made once; one that only one searches is made there."""
        out: Body = []
        for source, local in shared.items():
            uses = [n for top in body for n in ast.walk(top) if isinstance(n, ast.Name) and n.id == local]
            if len(uses) > 1:
                out += stmts(f"{local} = {source}")
            else:
                for top in body:
                    for node in ast.walk(top):
                        if isinstance(node, ast.For) and isinstance(node.iter, ast.Name) and node.iter.id == local:
                            node.iter = stmts(source)[0].value  # type: ignore[attr-defined]
        return out

    def _search(self, action: ActionIr, shared: dict[str, str], single: bool) -> Body:
        key = action.unit
        e, info = self.unit_emitter(key), self.program.units[key]
        loops: list[tuple[str, ast.expr, set[str]]] = []
        known = {"s", "v0", "A", "out"}
        tests: list[ast.expr] = []
        for query, var in zip(action.queries, info.unit.params[1:], strict=True):
            e.override[query.var.slot] = name(f"v{var.slot}")
            generators = e.generators(query)
            for g in generators[:-1]:
                assert isinstance(g.target, ast.Name)
                loops.append((g.target.id, g.iter, set()))
            filters = [ast.unparse(t).replace(f"q{query.var.slot}", "c") for t in generators[-1].ifs]
            loops.append((f"v{var.slot}", self._unique(query, generators[-1].iter, shared, filters), set()))
            if query.var.slot in e.owners:
                e.owners[var.slot] = e.owners[query.var.slot]
            tests += [e.ex(c) for c in conjuncts(self.program.inline(query.where))]
        tests += [e.ex(c) for c in conjuncts(self.program.inline(action.condition))]
        bound = tuple(name(f"v{p.slot}") for p in info.unit.params[1:] if p.type.tag == "component")
        if action.cost is not None:
            paid = self._cheapest(e, action.cost) + self.payable(key, action.cost, bound)
            tests += [expr("free or _0", t) for t in paid] if single else paid
        if (guard := self._guard_test(action)) is not None:
            tests.append(guard)
        move = tuple_of([num(info.number), *(name(f"v{p.slot}") for p in info.unit.params[1:])])
        tests = [t for t in tests if not (isinstance(t, ast.Constant) and t.value)]
        return nest(loops, tests, stmts("add(_0)", move), known)

    def _cheapest(self, e: UnitEmitter, cost: ir.CostIr) -> list[ast.expr]:
        """A test without parameters that fails when even the lowest possible amount cannot be paid."""
        if len(cost.alternatives) != 1:
            return []
        out: list[ast.expr] = []
        for term in cost.alternatives[0]:
            low = least(self.program, term.amount) if term.per is None and term.most is None else 0
            if term.goods and term.card is None and not isinstance(term.amount, ir.Const) and low > 0:
                row = need(self.program, term.goods, num(low))
                goods = sorted(int(ast.literal_eval(g)) for part in row.elts[:2] for g in part.elts)  # type: ignore[attr-defined]
                out.append(expr("_0 >= _1", _plus([expr("A[_0]", num(g)) for g in goods]), num(low)))
        return out

    def _guard_test(self, action: ActionIr) -> ast.expr | None:
        id = self.program.guards.get(action.unit)
        if id is None or self._covered(action):
            return None
        args: list[ast.expr] = [name(f"v{p.slot}") for p in self.program.units[action.unit].unit.params]
        guard = ast.Call(name(id), [name("s"), *args], [])
        if action.cost is not None and self.interferes(action):
            cost = ast.Call(name(f"w{self.program.units[action.unit].number}"), [name("s"), *args], [])
            return expr("_0 and rt_leaves(s, v0, _1, _2, _3)", guard, cost, name(id), tuple_of(args))
        return guard

    def _covered(self, action: ActionIr) -> bool:
        """Whether the test that an ability can be paid already asks all that the action's guard would."""
        of = action.cost.of if action.cost is not None else None
        leading = [s for s in self.program.units[action.unit].unit.body if not isinstance(s, (ir.Set, ir.Announce))]
        return of is not None and bool(leading) and isinstance(leading[0], ir.Perform) and _same(leading[0].what, of)

    def interferes(self, action: ActionIr) -> bool:
        """Whether paying can take away what the leading choices need, so that both must be tried together."""
        if action.cost is None or action.unit not in self.program.guards:
            return False
        if action.cost.of is not None:
            return any(map(self.spoils, self.program.abilities))
        return self._spoils(action.cost, self.program.units[action.unit].unit.body)

    def spoiling(self, action: ActionIr) -> ast.FunctionDef | None:
        """`iN`: whether the ability that an action uses is one whose cost can spoil its own choices."""
        of = action.cost.of if action.cost is not None else None
        if of is None or not self.interferes(action):
            return None
        info = self.program.units[action.unit]
        body: Body = (
            [ast.Return(expr("SPOILS[_0]", self.unit_emitter(action.unit).read(of)))] if isinstance(of, ir.Read) else []
        )
        return define(f"i{info.number}", ["s", *(f"v{p.slot}" for p in info.unit.params)], body, info.text.line(0))

    def spoils(self, key: Key) -> bool:
        """Whether paying for an ability can take away what its own leading choices need."""
        ability = self.program.abilities.get(key)
        return (
            ability is not None
            and ability.cost is not None
            and key in self.program.guards
            and self._spoils(ability.cost, ability.unit.body)
        )

    def _spoils(self, cost: ir.CostIr, body: ir.Stmts) -> bool:
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

    def _unique(self, query: ir.Query, source: ast.expr, shared: dict[str, str], filters: list[str]) -> ast.expr:
        """The candidates without those that look alike; shared between actions where the source is the same."""
        if query.over != "component":
            return source
        zone = query.source.zone if isinstance(query.source, ir.ZoneRef) else ""
        kinds = self.program.zone_kinds.get(zone, frozenset(self.program.symbols.kinds))
        plain = bool(zone) and not any(
            self.program.symbols.kinds[k].state
            or self.program.symbols.kinds[k].holds
            or self.program.symbols.kinds[k].holds_goods
            for k in kinds
        )
        hidden = bool(zone) and bool(self.program.symbols.zones[zone].hidden)
        only = f" if {' and '.join(filters)}" if filters else ""
        if plain or hidden:
            whole = expr("{defn[c]: c for c in _0[::-1]" + only + "}.values()", source)
        else:
            whole = expr("rt_unique(s, [c for c in _0" + only + "])" if only else "rt_unique(s, _0)", source)
        text = ast.unparse(whole)
        if names_used([source]) <= {"zones", "v0"}:
            return name(shared.setdefault(text, f"z{len(shared)}"))
        return whole


def _same(a: ir.Ex, b: ir.Ex) -> bool:
    """Whether two reads mean the same thing, whatever their variables are numbered."""
    if isinstance(a, ir.Read) and isinstance(b, ir.Read):
        keys = (a.key is None) == (b.key is None) and (a.key is None or b.key is None or _same(a.key, b.key))
        bases = (a.base is None) == (b.base is None) and (a.base is None or b.base is None or _same(a.base, b.base))
        return a.sort == b.sort and a.column == b.column and keys and bases
    if isinstance(a, ir.Var) and isinstance(b, ir.Var):
        return a.slot == b.slot
    return a == b


def _plus(items: list[ast.expr]) -> ast.expr:
    out = items[0]
    for item in items[1:]:
        out = ast.BinOp(out, ast.Add(), item)
    return out
