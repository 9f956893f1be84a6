"""Conditions that are always so or never, and options that can never be chosen: L105 and L106."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import ir
from dsl import types as t
from dsl.diagnostics import Diagnostic
from engine.lint.bounds import Reckoner, literal
from engine.lint.payable import Payer, payer_of
from engine.lint.subject import Piece, Subject


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Both rules, for every text."""
    reckon, payer = Reckoner(subject.program, subject.symbols), payer_of(subject)
    for piece in subject.judged:
        told: set[int] = set()
        for node in piece.nodes:
            if not isinstance(node, ir.ChooseOne):
                continue
            for option in node.options:
                why, part = _impossible(option, reckon, payer)
                if why:
                    told.update(id(n) for n in ([part] if part is not None else []))
                    message = f'"{option.words}" can never be chosen: {why}'
                    yield Diagnostic("L106", message, piece.span(option if option.at != node.at else node))
        for found in _constant(piece, reckon):
            if id(found) not in told:
                always = "always" if reckon.truth(found) else "never"
                hint = "delete the condition, or say what it should compare"
                yield Diagnostic("L105", f"this is {always} true", piece.span(found), hint)


def _impossible(option: ir.OptionIr, reckon: Reckoner, payer: Payer) -> tuple[str, ir.Ir | None]:
    """Why an option can never be chosen, and the condition that says so."""
    if option.condition is not None and reckon.truth(option.condition) is False:
        return "its condition is never true", option.condition
    if option.body and isinstance(option.body[0], ir.Spend):
        term = payer.lacking(option.body[0].cost)
        if term is not None:
            return f"nobody ever has {payer.told(term)}", None
    return "", None


def _constant(piece: Piece, reckon: Reckoner) -> Iterator[ir.Ex]:
    """The innermost conditions of a text that never change."""
    for root in piece.roots:
        yield from _inner(root, reckon, tested=piece.role == "condition")


def _inner(node: object, reckon: Reckoner, *, tested: bool) -> Iterator[ir.Ex]:
    if node.__class__ is tuple:
        for item in node:
            yield from _inner(item, reckon, tested=tested)
        return
    if not isinstance(node, ir.Ir):
        return
    below = list(_below(node, reckon))
    yield from below
    if isinstance(node, ir.Ex) and node.type == t.FLAG and not below:
        plain = isinstance(node, ir.Const) and literal(node)
        if (isinstance(node, ir.Op) or (plain and tested)) and reckon.truth(node) is not None:
            yield node


def _below(node: ir.Ir, reckon: Reckoner) -> Iterator[ir.Ex]:
    joined = isinstance(node, ir.Op) and node.op in ("and", "or", "not")
    for name in ir.parts(node.__class__):
        part = getattr(node, name)
        if part.__class__ is tuple or isinstance(part, ir.Ir):
            yield from _inner(part, reckon, tested=joined or name in ("condition", "where"))
