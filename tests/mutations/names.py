"""Slips in names: what refers to a good, word, card, function, event, zone or kind is misspelt.

Definitions are not misspelt (whoever defines a name may call it as they like), only what refers to them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from dsl import syntax as x
from dsl.spanmap import Scalar
from engine.packs.document import Document
from tests.mutations.content import Change, Content, misspelt


def _names(
    content: Content, rng: random.Random, wanted: Callable[[Scalar, Any], list[x.Name]], *types: type[x.Node]
) -> list[Change]:
    return [
        content.at(scalar, *name.at, misspelt(name.id, rng))
        for scalar, node in content.nodes(*types)
        for name in wanted(scalar, node)
    ]  # fmt: skip


def misspelt_good(content: Content, rng: random.Random) -> list[Change]:
    s = content.symbols
    return _names(content, rng, lambda _, u: [n for n in u.names if n.id in s.goods or n.id in s.groups], x.Unit)


def words(content: Content) -> Iterator[tuple[Scalar, x.Name]]:
    """Words in comparisons, and in arguments of functions of words."""
    known = {word for w in content.symbols.words.values() for word in w.words}
    for scalar, node in content.nodes(x.Binary, x.Call):
        if isinstance(node, x.Binary) and node.op in ("=", "!=", "has"):
            if isinstance(node.right, x.Name) and node.right.id in known:
                yield scalar, node.right
        elif isinstance(node, x.Call) and node.name.id in ("match", "including", "excluding"):
            yield from ((scalar, a) for a in node.args[1:] if isinstance(a, x.Name) and a.id in known)


def written_words(content: Content) -> Iterator[tuple[Document, tuple[str | int, ...], str, str]]:
    """Words that cards write, with their vocabularies."""
    for card in content.subject.cards:
        for f in content.symbols.kinds[card.kind].fields.values():
            if f.type.tag in ("word", "set") and f.id in card.document_fields():
                value = card.written[f.id]
                for n, word in enumerate(value if isinstance(value, list) else [value]):
                    path = (*card.path, f.id, n) if isinstance(value, list) else (*card.path, f.id)
                    yield card.document, path, word, f.type.of


def misspelt_word(content: Content, rng: random.Random) -> list[Change]:
    out = [content.at(scalar, *name.at, misspelt(name.id, rng)) for scalar, name in words(content)]
    for document, path, word, _ in written_words(content):
        span = document.span(path)
        out.append((Path(span.file), span.start, span.end, misspelt(word, rng)))
    return out


def misspelt_card(content: Content, rng: random.Random) -> list[Change]:
    out = []
    for document in content.scenarios:
        for path, value in content.values(document.data):
            if isinstance(value, str) and value in content.card_ids and path[-1] != "choose":
                span = document.span(path)
                out.append((Path(span.file), span.start, span.end, misspelt(value, rng)))
    return out


def misspelt_function(content: Content, rng: random.Random) -> list[Change]:
    return _names(content, rng, lambda _, call: [call.name], x.Call)


def misspelt_event(content: Content, rng: random.Random) -> list[Change]:
    found = _names(content, rng, lambda _, a: [a.event], x.Announce)
    return found + _names(content, rng, lambda _, e: [e.name], x.Event)


def misspelt_zone(content: Content, rng: random.Random) -> list[Change]:
    zones = content.symbols.zones
    found = _names(content, rng, lambda _, n: [n.name] if n.name.id in zones else [], x.Attr)
    out = found + _names(content, rng, lambda _, n: [n] if n.id in zones and not zones[n.id].each else [], x.Name)
    for document in content.documents:
        for path, value in content.values(document.data):
            if path[-1:] and path[-1] in ("start", "refill", "zone", "from") and value in zones:
                span = document.span(path)
                out.append((Path(span.file), span.start, span.end, misspelt(str(value), rng)))
    return out


def misspelt_kind(content: Content, rng: random.Random) -> list[Change]:
    kinds = content.symbols.kinds
    return _names(content, rng, lambda _, q: [q.kind] if q.kind.id in kinds else [], x.Query)
