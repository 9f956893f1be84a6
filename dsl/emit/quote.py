"""Python syntax trees from our own templates: `expr("len(_0)", tree)`.

Templates are constants of this package; what comes from a pack enters only as syntax trees in the holes, never as
source text. A hole is a name that begins with an underscore; a statement that is only a hole takes a list.
"""

from __future__ import annotations

import ast
from functools import cache

_PLACED = (ast.expr, ast.stmt, ast.arg, ast.keyword)
Holes = dict[str, ast.expr]


@cache
def _expression(template: str) -> ast.expr:
    return ast.parse(template, mode="eval").body


@cache
def _statements(template: str) -> list[ast.stmt]:
    return ast.parse(template).body


def _fill(node: ast.AST, holes: Holes, bodies: dict[str, list[ast.stmt]]) -> ast.AST:
    if isinstance(node, ast.Name):
        if node.id in holes:
            hole = holes[node.id]
            return ast.Name(hole.id, node.ctx) if isinstance(hole, ast.Name) else hole
        return ast.Name(node.id, node.ctx)
    new = type(node)()
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            out: list[object] = []
            for item in value:
                if isinstance(item, ast.Expr) and isinstance(item.value, ast.Name) and item.value.id in bodies:
                    out += bodies[item.value.id]
                elif isinstance(item, ast.AST):
                    out.append(_fill(item, holes, bodies))
                else:
                    out.append(item)
            setattr(new, name, out)
        elif isinstance(value, ast.AST):
            setattr(new, name, _fill(value, holes, bodies))
        else:
            setattr(new, name, value)
    return new


def expr(template: str, *args: ast.expr, **holes: ast.expr) -> ast.expr:
    """The expression of `template` with `_0`, `_1`, ... and `_name` replaced."""
    named: Holes = {f"_{n}": a for n, a in enumerate(args)}
    named.update({f"_{k}": v for k, v in holes.items()})
    return _fill(_expression(template), named, {})  # type: ignore[return-value]


def stmts(
    template: str, *args: ast.expr, bodies: dict[str, list[ast.stmt]] | None = None, **holes: ast.expr
) -> list[ast.stmt]:
    """The statements of `template`; a line `_body` takes the statements of `bodies["_body"]`."""
    named: Holes = {f"_{n}": a for n, a in enumerate(args)}
    named.update({f"_{k}": v for k, v in holes.items()})
    return [_fill(s, named, bodies or {}) for s in _statements(template)]  # type: ignore[misc]


def num(value: int) -> ast.expr:
    """A whole number, also a negative one."""
    return ast.Constant(value)


def name(id: str) -> ast.expr:
    return ast.Name(id, ast.Load())


def store(id: str) -> ast.expr:
    return ast.Name(id, ast.Store())


def tuple_of(items: list[ast.expr]) -> ast.Tuple:
    return ast.Tuple(items, ast.Load())


def stamp(nodes: list[ast.stmt], line: int) -> list[ast.stmt]:
    """Gives every node without a line the line `line`, so that a traceback points there."""
    todo: list[ast.AST] = list(nodes)
    while todo:
        node = todo.pop()
        if isinstance(node, _PLACED):
            if hasattr(node, "lineno"):
                continue
            node.lineno = node.end_lineno = line
            node.col_offset = node.end_col_offset = 0
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                todo += [v for v in value if isinstance(v, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                todo.append(value)
    return nodes
