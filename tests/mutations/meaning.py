"""Slips of meaning: what is written is right in itself, and says something else than was meant."""

from __future__ import annotations

import random

from dsl import syntax as x
from tests.mutations.content import Change, Content
from tests.mutations.types import amounts


def exchanged(content: Content, rng: random.Random) -> list[Change]:
    out = []
    for scalar, node in content.nodes(x.Activated):
        if node.cost is not None and isinstance(node.body, x.Block) and len(node.body.stmts) == 1:
            (a, b), (c, d) = node.cost.at, node.body.at
            if isinstance(node.body.stmts[0], x.Gain):
                text = scalar.text
                out.append(content.at(scalar, a, d, text[c:d].strip() + " -> " + text[a:b].strip()))
    return out


def removed_max(content: Content, rng: random.Random) -> list[Change]:
    out = []
    for scalar, term in content.nodes(x.Term):
        if term.most is not None and term.per is not None:
            start = scalar.text.rfind(" max ", 0, term.most.at[0] + 1)
            out.append(content.at(scalar, start, term.most.at[1], ""))
    return out


def changed_amount(content: Content, rng: random.Random) -> list[Change]:
    return [
        content.at(s, *n.at, str(n.value + rng.choice([1, -1] if n.value > 1 else [1]))) for s, n in amounts(content)
    ]


def changed_good(content: Content, rng: random.Random) -> list[Change]:
    goods = [g.id for g in content.symbols.good_list() if not g.zone]
    written = [(scalar, name) for scalar, unit in content.nodes(x.Unit) for name in unit.names if name.id in goods]
    return [content.at(s, *name.at, rng.choice([g for g in goods if g != name.id])) for s, name in written]
