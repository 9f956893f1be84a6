"""Python for what is not an effect: functions, modifiers, costs, guards, and the search for legal actions.

All actions of a turn are searched by one generated function. Each condition stands in the outermost loop in which all
it reads is known, and an action whose cheapest form cannot be paid is not searched at all.
"""

from __future__ import annotations

import ast
from collections import Counter

from dsl import ir
from dsl.emit.base import Body, define
from dsl.emit.costs import CostEmitter
from dsl.emit.expr import conjuncts, names_used
from dsl.emit.loops import nest, sums_once
from dsl.emit.quote import expr, name, num, stmts, tuple_of
from dsl.program import ActionIr


class RuleEmitter(CostEmitter):
    """Emits the functions of a program; `tables` is shared with the units."""

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
        nodes = [node for top in body for node in ast.walk(top)]
        uses = Counter(node.id for node in nodes if isinstance(node, ast.Name))
        alone = {local: source for source, local in shared.items() if uses[local] == 1}
        for node in nodes:
            if isinstance(node, ast.For) and isinstance(node.iter, ast.Name) and node.iter.id in alone:
                node.iter = stmts(alone[node.iter.id])[0].value  # type: ignore[attr-defined]
        return [s for source, local in shared.items() if uses[local] > 1 for s in stmts(f"{local} = {source}")]

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
