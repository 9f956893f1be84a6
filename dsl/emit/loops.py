"""Loops of the search for legal actions: tests as far out as can be, nothing read twice in an inner loop."""

from __future__ import annotations

import ast
import re
from copy import deepcopy

from dsl.emit.expr import names_used
from dsl.emit.quote import name, stmts, store

Body = list[ast.stmt]
Loop = tuple[str, ast.expr, set[str]]


def nest(loops: list[Loop], tests: list[ast.expr], inner: Body, known: set[str]) -> Body:
    """Loops with each test in the outermost place where all the loop variables it reads are known."""
    variables = {v for v, _, _ in loops}
    levels: list[list[ast.expr]] = [[] for _ in range(len(loops) + 1)]
    for test in tests:
        needed = names_used([test]) & variables
        level = max((n + 1 for n, (v, _, _) in enumerate(loops) if v in needed), default=0)
        levels[level].append(test)
    body = inner
    for n in range(len(loops), -1, -1):
        if levels[n] and n > 0 and (filtered := _filtered(loops[n - 1], levels[n])) is not None:
            loops[n - 1] = filtered
        elif levels[n]:
            test = levels[n][0] if len(levels[n]) == 1 else ast.BoolOp(ast.And(), levels[n])
            body = [ast.If(test, body, [])]
        if n > 0:
            variable, source, _ = loops[n - 1]
            body = [ast.For(store(variable), source, reads_once(variable, body), [])]
    return body


def _filtered(loop: Loop, tests: list[ast.expr]) -> Loop | None:
    """A loop over what looks different, with its tests first: fewer are then to be compared."""
    variable, source, needed = loop
    if not (isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "rt_unique"):
        return None
    inner = source.args[1]
    if isinstance(inner, ast.ListComp):
        return None
    test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
    some = ast.ListComp(name(variable), [ast.comprehension(store(variable), inner, [test], 0)])
    return (variable, ast.Call(source.func, [source.args[0], some], []), needed)


class _Reads(ast.NodeTransformer):
    """Replaces reads of lists at a variable by local names; counts them, and tells which stand in an inner loop."""

    def __init__(self, lists: str, index: str, prefix: str) -> None:
        self.lists, self.index, self.prefix = re.compile(lists), index, prefix
        self.found: dict[str, int] = {}
        self.depth = 0

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self.visit(node.iter)
        self.depth += 1
        node.body = [self.visit(s) for s in node.body]
        self.depth -= 1
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        at = node.slice
        if (
            isinstance(node.value, ast.Name)
            and isinstance(at, ast.Name)
            and at.id == self.index
            and self.lists.fullmatch(node.value.id)
        ):
            self.found[node.value.id] = self.found.get(node.value.id, 0) + (1 if self.depth == 0 else 100)
            return name(f"{self.prefix}{node.value.id}_{self.index}")
        return node


def reads_once(variable: str, body: Body) -> Body:
    """Reads the definition of a loop's component once if needed again, its columns once if an inner loop needs them."""
    head: Body = []
    for lists, index, least in (
        ("defn", variable, 2),
        ("[FU][0-9]+", f"xdefn_{variable}", 100),
        ("c[0-9]+", variable, 100),
    ):
        reads = _Reads(lists, index, "x")
        new = [reads.visit(s) for s in deepcopy(body)]
        if reads.found and max(reads.found.values()) >= least:
            body = new
            for id in reads.found:
                head += stmts(f"x{id}_{index} = {id}[{index}]")
    return [*head, *body]


class _Sums(ast.NodeTransformer):
    def __init__(self) -> None:
        self.sums: dict[str, str] = {}

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        text = ast.unparse(node)
        if re.fullmatch(r"A\[\d+\]( \+ A\[\d+\])+", text):
            return name(self.sums.setdefault(text, f"h{len(self.sums)}"))
        return self.generic_visit(node)


def sums_once(body: Body) -> tuple[Body, Body]:
    """Sums of available goods computed once: the body with names for them, and their assignments."""
    sums = _Sums()
    new = [sums.visit(s) for s in deepcopy(body)]
    return new, [s for text, id in sums.sums.items() for s in stmts(f"{id} = {text}")]
