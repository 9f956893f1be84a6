"""The exact place of a checked node: that of the part of the syntax tree it was made from."""

from __future__ import annotations

from functools import lru_cache

from dsl import ir
from dsl import syntax as x
from dsl.diagnostics import Span
from dsl.parse.read import parse
from dsl.spanmap import Scalar

_MADE_FROM: dict[type[ir.Ir], tuple[type[x.Node], ...]] = {
    ir.ChooseOne: (x.ChooseOne, x.May),
    ir.CallProc: (x.CallStmt, x.Proceed),
    ir.OptionIr: (x.Option,),
    ir.GoodsTerm: (x.Term,),
    ir.GoodsRef: (x.GoodsPath,),
    ir.CostIr: (x.Cost, x.Goods),
    ir.Query: (x.Query,),
    ir.CallFn: (x.Call,),
}


@lru_cache(maxsize=512)
def _nodes(text: str, form: str) -> dict[int, list[x.Node]]:
    """The nodes of a text by where they start, the outermost first."""
    found: dict[int, list[x.Node]] = {}
    for node in x.walk(parse(text, form)):
        found.setdefault(node.at[0], []).append(node)
    return found


def spot(scalar: Scalar, form: str, node: ir.Ir) -> Span:
    """Where a checked node stands."""
    here = _nodes(scalar.text, form).get(node.at, [])
    wanted = _MADE_FROM.get(type(node), (getattr(x, type(node).__name__, x.Expr),))
    made = next((n for n in here if isinstance(n, wanted) and _same(n, node)), None)
    if made is None and isinstance(node, ir.Op):
        made = next((n for n in here if isinstance(n, x.Expr) and _same(n, node)), None)
    if made is None:
        made = next((n for n in here if isinstance(n, x.Stmt if isinstance(node, ir.St) else x.Expr)), None)
    if made is None and here:
        made = here[0]
    start, end = made.at if made is not None else (node.at, node.at + 1)
    text = scalar.text[start:end]
    return scalar.span(start, start + max(len(text.rstrip(" \n;")), 1))


def _same(made: x.Node, node: ir.Ir) -> bool:
    """Whether a part of the text says what an operator says."""
    if not isinstance(node, ir.Op):
        return True
    if isinstance(made, (x.Binary, x.Unary)):
        return made.op == node.op or (made.op, node.op) == ("-", "negative")
    if isinstance(made, x.Is):
        return node.op.startswith("is_")
    return isinstance(made, x.Call) and made.name.id == node.op
