"""Costs that can never be paid, as nobody ever gains what they ask for: L108."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from dsl import ir
from dsl.diagnostics import Diagnostic
from dsl.program import Key
from engine.lint.subject import Piece, Subject


class Payer:
    """Knows which goods a player can ever have."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.goods = subject.symbols.good_list()
        self.routines: dict[Key, list[Piece]] = {}
        for piece in subject.pieces:
            self.routines.setdefault(piece.key[:2], []).append(piece)
        self.had: set[int] = set()
        for piece in subject.pieces:
            self.had |= self._gained(piece)
        filled = {n.to.zone for n in subject.nodes() if isinstance(n, ir.Move) and isinstance(n.to, ir.ZoneRef)}
        filled |= {k.start for k in subject.symbols.kinds.values()}
        self.had |= {g.index for g in self.goods if g.zone in filled and g.zone}

    def _gained(self, piece: Piece) -> set[int]:
        """The goods that a text can give."""
        out: set[int] = set()
        for node in piece.nodes:
            if not isinstance(node, (ir.Gain, ir.Put)):
                continue
            for item in node.items:
                if isinstance(item, ir.GoodsTerm):
                    out.update(item.goods)
                    if item.unit is not None:
                        out |= self._held(item.unit, piece)
        return out

    def _held(self, unit: ir.Ex, piece: Piece) -> set[int]:
        """The goods that a variable can hold: those of the query that binds it, otherwise all."""
        if isinstance(unit, ir.Var):
            for node in (n for p in self.routines[piece.key[:2]] for n in p.nodes):
                same = isinstance(node, ir.Query) and node.over == "good" and node.var.name == unit.name
                if same and isinstance(node, ir.Query) and isinstance(node.source, ir.ListOf):
                    return set(node.source.values)
        return {g.index for g in self.goods}

    def lacking(self, cost: ir.CostIr) -> ir.GoodsTerm | None:
        """The term of a cost that makes it impossible to pay; None if it can be paid, for all that is known."""
        first: ir.GoodsTerm | None = None
        for terms in cost.alternatives:
            missing = next((term for term in terms if not self.can_have(term)), None)
            if missing is None:
                return None
            first = first or missing
        return first

    def can_have(self, term: ir.GoodsTerm) -> bool:
        """Whether anything that may pay for a term is ever had."""
        if not term.goods:
            return True
        accepted = set(term.goods)
        for n in term.goods:
            group = self.goods[n].group
            accepted |= {g.index for g in self.goods if g.wild and g.wild == group}
        return bool(accepted & self.had)

    def told(self, term: ir.GoodsTerm) -> str:
        """The goods of a term by their ids."""
        return " or ".join(self.goods[n].id for n in term.goods)


@lru_cache(maxsize=1)
def payer_of(subject: Subject) -> Payer:
    """What is known of the goods of linked packs: several rules ask for it."""
    return Payer(subject)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every cost of actions and abilities."""
    payer = payer_of(subject)
    for piece in subject.judged:
        if piece.role != "cost":
            continue
        for cost in piece.roots:
            if isinstance(cost, ir.CostIr) and (term := payer.lacking(cost)) is not None:
                message = f"this can never be paid: nobody ever gains {payer.told(term)}"
                yield Diagnostic("L108", message, piece.span(term), "let a rule or a card give it")
