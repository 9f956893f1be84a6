"""Canonical texts of values, goods and heads: on one line, with soft breaks, and no brackets but those needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl import syntax as x
from dsl.format.breaks import (
    AFTER_COMMA,
    BEFORE_AND,
    BEFORE_CHOICE,
    BEFORE_FILTER,
    BEFORE_OR,
    BEFORE_SIGN,
    BEFORE_TIMES,
)

# How tightly an expression binds; what binds less tightly than its place asks for is put in brackets.
_ANY, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _UNARY, _ATOM, PATH = range(10)
_OPERATORS = {  # how tightly the whole, its left side and its right side bind
    "or": (_OR, _OR, _AND), "and": (_AND, _AND, _NOT),
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "has"), (_COMPARISON, _SUM, _SUM)),
    **dict.fromkeys("+-", (_SUM, _SUM, _PRODUCT)), "*": (_PRODUCT, _PRODUCT, _UNARY),
}  # fmt: skip
_BREAKS = {"or": BEFORE_OR, "and": BEFORE_AND, "+": BEFORE_SIGN, "-": BEFORE_SIGN, "*": BEFORE_TIMES}


def expr_text(node: x.Expr, level: int = _ANY) -> str:
    """The text of an expression, in brackets if it binds less tightly than `level`."""
    text, own = _bare(node)
    return text if own >= level else f"({text})"


def _bare(node: x.Expr) -> tuple[str, int]:
    """The text of an expression, and how tightly it binds."""
    match node:
        case x.Num():
            return str(node.value), _ATOM
        case x.Flag():
            return "true" if node.value else "false", _ATOM
        case x.Nothing():
            return "nothing", _ATOM
        case x.All():
            return "all", _ATOM
        case x.ProceedValue():
            return "proceed", _ATOM
        case x.Top():
            count = f" {count_text(node.count)}" if node.count is not None else ""
            return f"top{count} of {expr_text(node.zone, PATH)}", _ATOM
        case x.Name():
            return node.id, PATH
        case x.You():
            return "you", PATH
        case x.Attr(base=x.You()):
            return f"your {node.name.id}", PATH
        case x.Attr():
            return f"{expr_text(node.base, PATH)}.{node.name.id}", PATH
        case x.Index():
            return f"{expr_text(node.base, PATH)}[{expr_text(node.key)}]", PATH
        case x.Call():
            return call_text(node.name, node.args), PATH
        case x.Listed():
            return f"[{_names(node.names)}]", PATH
        case x.Unary():
            own = _NOT if node.op == "not" else _UNARY
            return ("not " if node.op == "not" else node.op) + expr_text(node.operand, own), own
        case x.Binary():
            own, left, right = _OPERATORS[node.op]
            return (
                f"{expr_text(node.left, left)}{_BREAKS.get(node.op, ' ')}{node.op} {expr_text(node.right, right)}",
                own,
            )
        case x.Is():
            return f"{expr_text(node.operand, _SUM)} is {node.what.id}", _COMPARISON
        case x.First():
            return f"first of {query_text(node.query)} by {' then '.join(expr_text(k, _SUM) for k in node.keys)}", _ANY
        case x.Query():
            return query_text(node), _ANY
    raise TypeError(f"a {type(node).__name__} is no expression")


def _listed(texts: Iterable[str]) -> str:
    return f",{AFTER_COMMA}".join(texts)


def _names(names: Sequence[x.Name]) -> str:
    return _listed(name.id for name in names)


def call_text(name: x.Name, args: Sequence[x.Expr]) -> str:
    return f"{name.id}({_listed(map(expr_text, args))})"


def count_text(node: x.Expr) -> str:
    """A number as it stands before a unit, a kind or `of`: in brackets unless it is a numeral, `all` or a path."""
    return expr_text(node, _ATOM if isinstance(node, (x.Num, x.All)) else PATH)


def query_text(node: x.Query, level: int = _ANY) -> str:
    """The text of a query, whose condition binds at least as tightly as `level`."""
    text = node.kind.id
    if node.name is not None:
        text += f" {node.name.id}"
    if node.source is not None:
        text += f" in {expr_text(node.source)}"
    if node.on is not None:
        text += f" on {expr_text(node.on)}"
    return text + _where(node.where, level)


def _where(condition: x.Expr | None, level: int) -> str:
    return f"{BEFORE_FILTER}where {expr_text(condition, level)}" if condition is not None else ""


def goods_text(node: x.Goods) -> str:
    return _listed(map(_term, node.terms))


def _term(node: x.Term | x.GoodsPath) -> str:
    if isinstance(node, x.GoodsPath):
        return expr_text(node.path, PATH)
    text = f"{count_text(node.amount)} {'|'.join(name.id for name in node.unit.names)}{_where(node.where, _AND)}"
    if node.per is not None:
        text += f"{BEFORE_FILTER}per {query_text(node.per, _AND)}"
    return text + (f" max {expr_text(node.most, _SUM)}" if node.most is not None else "")


def cost_text(node: x.Cost) -> str:
    if node.of is not None:
        return f"cost of {expr_text(node.of, PATH)}"
    return f"{BEFORE_CHOICE}or ".join(map(goods_text, node.alternatives))


def condition_text(condition: x.Expr | None) -> str:
    return f" if {expr_text(condition)}" if condition is not None else ""


def _target(node: x.FunctionTarget | x.FieldTarget) -> str:
    if isinstance(node, x.FunctionTarget):
        return call_text(node.name, node.params)
    return f"{node.field.id} of {node.kind.id} {node.name.id}"


def one_line_text(node: x.Node) -> str | None:
    """The text of a node of a form without statements; None for other nodes."""
    match node:
        case x.Expr():
            return expr_text(node)
        case x.Goods():
            return goods_text(node)
        case x.Cost():
            return cost_text(node)
        case x.Modifier():
            value = expr_text(node.value, _PRODUCT)
            return f"always {_target(node.target)} {node.sign} {value}{condition_text(node.condition)}"
        case x.Signature():
            return f"{node.name.id}({_listed(f'{p.type.id} {p.name.id}' for p in node.params)})"
        case x.Names():
            return node.name.id if node.params is None else call_text(node.name, node.params)
    return None
