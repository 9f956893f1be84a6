"""Canonical texts of statements without their bodies: on one line, with soft breaks."""

from __future__ import annotations

from dsl import syntax as x
from dsl.format.values import PATH, call_text, condition_text, count_text, expr_text, goods_text, query_text


def simple_text(node: x.Stmt, named: bool) -> str | None:
    """The text of a statement without a body; None for one with bodies. `named`: a gain is written with its word."""
    match node:
        case x.Gain():
            called = len(node.goods.terms) == 1 and isinstance(getattr(node.goods.terms[0], "path", None), x.Call)
            return ("gain " if named or called else "") + goods_text(node.goods)  # a bare call is another statement
        case x.Lose():
            source = f" from {expr_text(node.source, PATH)}" if node.source is not None else ""
            return f"lose {goods_text(node.goods)}{source}"
        case x.Spend():
            return f"spend {goods_text(node.goods)}"
        case x.Put():
            return f"put {goods_text(node.goods)} on {expr_text(node.on, PATH)}"
        case x.Take():
            return f"take {goods_text(node.goods)} from {expr_text(node.source, PATH)}"
        case x.Move():
            down = " face down" * node.face_down
            return f"move {expr_text(node.what)} to {'bottom of ' * node.bottom}{expr_text(node.to, PATH)}{down}"
        case x.Shuffle():
            return f"shuffle {expr_text(node.zone, PATH)}"
        case x.Reveal():
            return f"reveal {expr_text(node.what)}"
        case x.Choose():
            return _choose(node)
        case x.Let():
            return f"let {node.name.id} be {expr_text(node.value)}"
        case x.Set():
            return f"set {expr_text(node.target, PATH)} to {expr_text(node.value)}"
        case x.Do():
            return f"do {node.action.id}{' for free' * node.free}"
        case x.Perform():
            return f"perform {expr_text(node.what, PATH)}"
        case x.Announce():
            return f"announce {call_text(node.event, node.args)}"
        case x.CallStmt():
            return expr_text(node.call)
        case x.Proceed():
            return "proceed"
        case x.Stop():
            return "stop"
        case x.EndGame():
            return "end game"
    return None


def _choose(node: x.Choose) -> str:
    text = "choose "
    if node.up_to and node.count is not None:
        text += f"up to {count_text(node.count)} "
    elif node.count is not None:
        text += f"{expr_text(node.count) if isinstance(node.count, x.Num) else f'({expr_text(node.count)})'} "
    words = f' as "{node.words}"' if node.words is not None else ""
    return text + query_text(node.query) + prompt_text(node.prompt) + words


def prompt_text(prompt: str | None) -> str:
    return f' "{prompt}"' if prompt is not None else ""


def head_text(node: x.Node) -> tuple[str, x.Block]:
    """What stands before the only body of a statement or an option, and that body."""
    match node:
        case x.May():
            return f"may{prompt_text(node.prompt)}", node.body
        case x.As():
            return f"as {expr_text(node.who, PATH)}", node.body
        case x.ForEach():
            return f"for each {query_text(node.query)}", node.body
        case x.Repeat():
            return f"repeat {expr_text(node.count)}", node.body
        case x.Option():
            return f'"{node.words}"{condition_text(node.condition)}', node.body
    raise TypeError(f"a {type(node).__name__} is no text by itself")
