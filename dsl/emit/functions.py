"""Functions of the rules and what modifies them, in generated code."""

from __future__ import annotations

import ast

from dsl import ir
from dsl.emit.base import Body, Tables, define
from dsl.emit.expr import ExprEmitter, conjuncts
from dsl.emit.quote import expr, name, num, stmts
from dsl.emit.stmt import UnitEmitter
from dsl.program import FunctionIr, Key, Program, Text, UnitInfo


class FunctionEmitter:
    """Emits functions, modified functions and fields, modifiers and conditions."""

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
