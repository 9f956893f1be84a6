"""Checked expressions to Python expressions over the flat lists of a state.

Generated code reads the state through a few names, bound at the top of each function that uses them:
goods[p][g], defn[c] (the definition of a component), zones[z], on (goods lying on components), c3[c] (a state column of
components), p1[p] (of players), table[k]. Constant columns are globals: F4[defn[c]], and U4 for the units of a field.
Nobody and nothing are -1: every list has a last entry that stands for them, so reading from nothing gives 0.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from dsl import ir
from dsl.emit.quote import expr, name, num, store, tuple_of
from dsl.operators import OPERATORS
from dsl.program import Program


def conjuncts(ex: ir.Ex | None) -> list[ir.Ex]:
    """The parts of a condition joined by `and`."""
    if ex is None:
        return []
    if isinstance(ex, ir.Op) and ex.op == "and":
        return [c for a in ex.args for c in conjuncts(a)]
    return [ex]


class ExprEmitter:
    """Emits expressions. `local` gives the Python expression of a variable slot of the unit."""

    def __init__(self, program: Program, local: Callable[[int], ast.expr]) -> None:
        self.program = program
        self.symbols = program.symbols
        self.local = local
        self.owners: dict[int, ast.expr] = {}
        self.override: dict[int, ast.expr] = {}

    # ---- entry
    def ex(self, e: ir.Ex) -> ast.expr:
        """The Python expression of `e`."""
        match e:
            case ir.Const(value=value):
                return num(value)
            case ir.Var(slot=slot, bound=bound):
                if slot in self.override:
                    return self.override[slot]
                return name(f"q{slot}") if bound else self.local(slot)
            case ir.Read():
                return self.read(e)
            case ir.ZoneRef():
                return expr("zones[_0]", self.zone_index(e))
            case ir.ListOf(values=values):
                return tuple_of([num(v) for v in values])
            case ir.Op(op=op, args=args):
                if OPERATORS[op].code:
                    return expr(OPERATORS[op].code, *map(self.ex, args))
                method: Callable[[ir.Op], ast.expr] = getattr(self, f"op_{op}")
                return method(e)
            case ir.CallFn(name=id, args=args, layer=layer):
                written_out = self.program.inline(e)
                if not isinstance(written_out, ir.CallFn):
                    return self.ex(written_out)
                return ast.Call(name(self.program.function(id, layer)), [name("s"), *map(self.ex, args)], [])
            case ir.First():
                return self.op_first(e)
        raise AssertionError(e)

    def var(self, query: ir.Query) -> ast.expr:
        return name(f"q{query.var.slot}")

    # ---- reads
    def read(self, e: ir.Read, *, printed: bool = False) -> ast.expr:
        base = self.ex(e.base) if e.base is not None else num(0)
        match e.sort:
            case "field":
                if e.type.tag in ("goods", "effect", "ability", "entries"):
                    return expr(f"U{e.column}[defn[_0]]", base)
                if e.ref in self.program.modified_fields and not printed:
                    return expr(f"m{e.column}(s, _0)", base)
                return expr(f"F{e.column}[defn[_0]]", base)
            case "entry":
                assert e.key is not None
                return expr(f"U{e.column}[defn[_0]][_1]", base, self.ex(e.key))
            case "state":
                return expr(f"c{e.column}[_0]", base)
            case "player":
                return expr(f"p{e.column}[_0]", base)
            case "table":
                return expr(f"table[{e.column}]")
            case "owner":
                if isinstance(e.base, ir.Var) and e.base.slot in self.owners:
                    return self.owners[e.base.slot]
                return expr("rt_owner(s, _0)", base)
            case "place":
                return expr("rt_place(s, _0)", base)
            case "board":
                if self.symbols.automaton is not None:
                    return expr("rt_board(s, _0, _1)", base, num(self.symbols.kinds[e.ref].index))
                return expr("boards[_0]", base)
        return self.read_good(e, base)

    def read_good(self, e: ir.Read, base: ast.expr) -> ast.expr:
        assert e.base is not None
        player = e.base.type.tag == "player"
        if e.key is None:
            return expr("rt_total(s, _0)" if player else "rt_total_on(s, _0)", base)
        key = self.ex(e.key)
        if player:
            return self._held_amount(base, key, e.key)
        return expr("(on[_0].get(_1, 0) if _0 in on else 0)", base, key)

    def _held_amount(self, base: ast.expr, key: ast.expr, good: ir.Ex) -> ast.expr:
        if isinstance(good, ir.Const):
            zone = self.symbols.good_list()[good.value].zone
            if zone:
                return expr("len(zones[_0 + _1])", num(self.symbols.zones[zone].base), base)
            return expr("goods[_0][_1]", base, key)
        return expr("rt_amount(s, _0, _1)", base, key)

    def zone_index(self, e: ir.ZoneRef) -> ast.expr:
        """The number of a zone in the state."""
        zone = self.symbols.zones[e.zone]
        if e.base is None:
            return num(zone.base)
        return expr("_0 + _1", num(zone.base), self.ex(e.base))

    # ---- operators without a template
    def op_is_present(self, e: ir.Op) -> ast.expr:
        given = e.args[0]
        if given.type.tag == "abilities":
            return expr("_0 != ()", self.ex(given))
        if given.type.tag == "entries":
            return expr("max(_0) >= 0", self.ex(given))
        return expr("_0 >= 0", self.ex(given))

    def op_has(self, e: ir.Op) -> ast.expr:
        template = "_0 >> _1 & 1" if isinstance(e.args[1], ir.Const) else "_0 << 1 >> _1 + 1 & 1"
        return expr(template, *map(self.ex, e.args))

    def op_is_nothing(self, e: ir.Op) -> ast.expr:
        return ast.UnaryOp(ast.Not(), self.op_is_present(e))

    def op_is_kind(self, e: ir.Op) -> ast.expr:
        return expr("K[defn[_0]] == _1", *map(self.ex, e.args))

    def op_top(self, e: ir.Op) -> ast.expr:
        zone, count = e.args
        assert isinstance(zone, ir.ZoneRef)
        if e.type.tag == "component":
            return expr("rt_top_one(s, _0)", self.zone_index(zone))
        return expr("rt_top(s, _0, _1)", self.zone_index(zone), self.ex(count))

    def op_first(self, e: ir.First) -> ast.expr:
        row = self.comprehension(e.query, lambda: tuple_of([*map(self.ex, e.keys), self.var(e.query)]))
        return expr("rt_first(_0)", row)

    def op_count(self, e: ir.Op) -> ast.expr:
        given = e.args[0]
        if isinstance(given, ir.Read) and given.sort == "good":
            return self.ex(given)
        if not isinstance(given, ir.Query):
            if given.type.tag == "set":
                return expr("_0.bit_count()", self.ex(given))
            if isinstance(given, ir.ZoneRef) and given.union is not None:
                zone = self.symbols.zones[given.zone]
                return expr(
                    "sum([len(zones[_0 + _p]) for _p in _1])", num(zone.base), self.ex(given.union), p=store("o")
                )
            return expr("len(_0)", self.ex(given))
        if not given.where and not self._filtered(given) and (one := self._one_source(given)) is not None:
            return expr("len(_0)", one)
        return expr("len(_0)", self.comprehension(given, num(1)))

    def op_sum(self, e: ir.Op) -> ast.expr:
        query, value = e.args
        assert isinstance(query, ir.Query)
        return expr("sum(_0)", self.comprehension(query, lambda: self.ex(value)))

    def op_some(self, e: ir.Op) -> ast.expr:
        assert isinstance(e.args[0], ir.Query)
        return expr("_0 != []", self.comprehension(e.args[0], num(1)))

    def op_all(self, e: ir.Op) -> ast.expr:
        assert isinstance(e.args[0], ir.Query)
        return self.candidates(e.args[0])

    def op_random(self, e: ir.Op) -> ast.expr:
        query = e.args[0]
        assert isinstance(query, ir.Query)
        return expr("rt_choice(s, _0)", self.comprehension(query, self.var(query)))

    def op_match(self, e: ir.Op) -> ast.expr:
        subject, *pairs = e.args
        words, values = pairs[0::2], pairs[1::2]
        if all(isinstance(p, ir.Const) for p in pairs):
            table = [0] * (len(self.symbols.words[subject.type.of].words) + 1)  # the last entry is for no word
            for w, v in zip(words, values, strict=True):
                assert isinstance(w, ir.Const) and isinstance(v, ir.Const)
                table[w.value] = v.value
            return expr("_0[_1]", tuple_of([num(v) for v in table]), self.ex(subject))
        out: ast.expr = num(0)
        for w, v in reversed(list(zip(words, values, strict=True))):
            out = expr("_0 if _1 == _2 else _3", self.ex(v), self.ex(subject), self.ex(w), out)
        return out

    def op_base(self, e: ir.Op) -> ast.expr:
        assert isinstance(e.args[0], ir.Read)
        return self.read(e.args[0], printed=True)

    def limit(self, e: ir.Ex) -> ast.expr:
        """A goods field as a limit: tuples of alternatives and an amount."""
        assert isinstance(e, ir.Read) and e.base is not None
        return expr(f"LIMITS[{e.column}][defn[_0]]", self.ex(e.base))

    def op_size(self, e: ir.Op) -> ast.expr:
        return expr("rt_size(_0)", self.limit(e.args[0]))

    def op_fits(self, e: ir.Op) -> ast.expr:
        return expr("rt_fits(s, _0, _1, _2)", self.limit(e.args[0]), self.ex(e.args[1]), self.ex(e.args[2]))

    # ---- queries
    def candidates(self, query: ir.Query) -> ast.expr:
        """A tuple of the candidates, in zone order."""
        return expr("tuple(_0)", self.comprehension(query, self.var(query)))

    def comprehension(self, query: ir.Query, element: ast.expr | Callable[[], ast.expr]) -> ast.expr:
        """`[element for candidate ... if condition]`."""
        generators = self.generators(query)
        outer = self.override.get(query.var.slot)
        self.override[query.var.slot] = self.var(query)
        conditions = [self.ex(c) for c in conjuncts(query.where)]
        generators[-1].ifs = [*generators[-1].ifs, *conditions]
        value = element() if callable(element) else element
        self.owners.pop(query.var.slot, None)
        del self.override[query.var.slot]
        if outer is not None:
            self.override[query.var.slot] = outer
        return ast.ListComp(value, generators)

    def generators(self, query: ir.Query) -> list[ast.comprehension]:
        """The loops over the candidates, with the test of their kind; knows the owner where the zone tells it."""
        out: list[ast.comprehension] = []
        source = query.source
        if isinstance(source, ir.ZoneRef) and source.union is not None:
            seat = f"o{query.var.slot}"
            out.append(ast.comprehension(store(seat), self.ex(source.union), [], 0))
            where = expr("zones[_0 + _1]", num(self.symbols.zones[source.zone].base), name(seat))
            self._own(query, source, name(seat))
        else:
            if isinstance(source, ir.ZoneRef) and source.base is not None:
                self._own(query, source, self.ex(source.base))
            where = self._one_source(query) or num(0)
        loop = ast.comprehension(store(f"q{query.var.slot}"), where, self._filtered(query), 0)
        return [*out, loop]

    def _own(self, query: ir.Query, source: ir.ZoneRef, seat: ast.expr) -> None:
        kinds = query.var.type.kinds or frozenset(self.symbols.kinds)
        owned = {k for k in kinds if (z := self.symbols.zones.get(self.symbols.kinds[k].start)) and z.each}
        if not owned and isinstance(seat, (ast.Name, ast.Constant)):
            self.owners[query.var.slot] = seat

    def _one_source(self, query: ir.Query) -> ast.expr | None:
        source = query.source
        if query.on is not None:
            return expr("rt_standing(s, _0)", self.ex(query.on))
        if query.over == "component":
            assert source is not None
            if isinstance(source, ir.ZoneRef) and source.union is not None:
                return None
            return self.ex(source)
        if query.over == "player":
            return expr("range(s.seats)") if source is None else self.ex(source)
        if source is None:
            if query.over == "good":
                return tuple_of([num(g.index) for g in self.symbols.good_list()])
            return tuple_of([num(n) for n in range(len(self.symbols.words[query.var.type.of].words))])
        return expr("rt_bits(_0)", self.ex(source)) if source.type.tag == "set" else self.ex(source)

    def _filtered(self, query: ir.Query) -> list[ast.expr]:
        """The test of a candidate's kind, where the zone may hold others."""
        kinds = query.var.type.kinds
        if query.over != "component" or not kinds:
            return []
        if isinstance(query.source, ir.ZoneRef):
            there = self.program.zone_kinds.get(query.source.zone, frozenset(self.symbols.kinds))
            if there <= kinds:
                return []
        tests = [expr("K[defn[_0]] == _1", self.var(query), num(self.symbols.kinds[k].index)) for k in sorted(kinds)]
        return [tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)]


def names_used(nodes: Iterable[ast.AST]) -> set[str]:
    """All plain names read in some trees."""
    return {n.id for top in nodes for n in ast.walk(top) if isinstance(n, ast.Name)}
