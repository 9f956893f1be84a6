"""Functions of the rules written out where they are called, so that conditions can be split and tests hoisted.

A call is inlined when nothing modifies the function and its arguments are variables or constants, so that nothing is
computed twice. Query variables of the body get numbers of their own. How much is written out in one program is limited:
functions that call several others, many levels deep, would fill the memory otherwise. The rest stay calls.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from dsl import ir
from dsl.program import FunctionIr, Program

MAX_DEPTH = 6
MAX_NODES = 60
MAX_WRITTEN = 50_000  #: nodes written out in one program; the packs that come along need some hundreds


class Inliner:
    """Inlines calls in checked expressions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._fresh = 10_000
        self._left = MAX_WRITTEN
        self._sizes: dict[tuple[str, int], int] = {}
        self._layers: dict[tuple[str, int], FunctionIr] = {(f.id, f.layer): f for f in program.functions}
        self._last: dict[str, int] = {}
        for f in program.functions:
            self._last[f.id] = max(f.layer, self._last.get(f.id, 0))

    def __call__(self, ex: Any, depth: int = 0) -> Any:
        """The same tree with calls written out where that pays."""
        if isinstance(ex, tuple):
            return tuple(self(e, depth) for e in ex)
        if not isinstance(ex, ir.Ir):
            return ex
        if isinstance(ex, ir.CallFn):
            found = self._body(ex, depth)
            if found is not None:
                return found
        changed = {
            f.name: new
            for f in fields(ex)
            if isinstance(old := getattr(ex, f.name), (ir.Ir, tuple)) and (new := self(old, depth)) is not old
        }
        return replace(ex, **changed) if changed else ex

    def _body(self, call: ir.CallFn, depth: int) -> ir.Ex | None:
        layer = self._last[call.name] if call.layer < 0 else call.layer
        if depth >= MAX_DEPTH or (call.layer < 0 and call.name in self.program.modified_functions):
            return None
        function = self._layers.get((call.name, layer))
        if function is None or self._size(function) > min(MAX_NODES, self._left):
            return None
        if not all(isinstance(a, (ir.Var, ir.Const)) for a in call.args):
            return None
        self._left -= self._size(function)
        values = {p.slot: a for p, a in zip(function.params, call.args, strict=True)}
        body: ir.Ex = self._with(function.value, values, {})
        return self(body, depth + 1)  # type: ignore[no-any-return]

    def _size(self, function: FunctionIr) -> int:
        from dsl.program import walk

        key = (function.id, function.layer)
        if key not in self._sizes:
            self._sizes[key] = sum(1 for _ in walk(function.value))
        return self._sizes[key]

    def _with(self, node: Any, values: dict[int, ir.Ex], renamed: dict[int, int]) -> Any:
        """The body with arguments for parameters, and fresh numbers for the variables of its queries."""
        if isinstance(node, tuple):
            return tuple(self._with(n, values, renamed) for n in node)
        if not isinstance(node, ir.Ir):
            return node
        if isinstance(node, ir.Var):
            if node.slot in renamed:
                return replace(node, slot=renamed[node.slot])
            return values.get(node.slot, node)
        if isinstance(node, ir.Query):
            self._fresh += 1
            renamed = {**renamed, node.var.slot: self._fresh}
        if isinstance(node, ir.Op) and node.args and isinstance(node.args[0], ir.Query):
            self._fresh += 1
            renamed = {**renamed, node.args[0].var.slot: self._fresh}
            query = self._query(node.args[0], values, renamed)
            return replace(node, args=(query, *(self._with(a, values, renamed) for a in node.args[1:])))
        if isinstance(node, ir.First):
            self._fresh += 1
            renamed = {**renamed, node.query.var.slot: self._fresh}
            return replace(
                node, query=self._query(node.query, values, renamed), keys=self._with(node.keys, values, renamed)
            )
        return replace(
            node,
            **{
                f.name: self._with(getattr(node, f.name), values, renamed)
                for f in fields(node)
                if isinstance(getattr(node, f.name), (ir.Ir, tuple))
            },
        )

    def _query(self, query: ir.Query, values: dict[int, ir.Ex], renamed: dict[int, int]) -> ir.Query:
        parts = {
            f.name: self._with(getattr(query, f.name), values, renamed)
            for f in fields(query)
            if isinstance(getattr(query, f.name), (ir.Ir, tuple))
        }
        return replace(query, **parts)
