"""Slips of type: arguments exchanged, a word of another vocabulary, text for a number, and amounts below 0."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from dsl import syntax as x
from dsl.operators import functions
from dsl.spanmap import Scalar
from engine.packs.document import Document
from tests.mutations.content import Change, Content
from tests.mutations.names import words, written_words


def swapped_arguments(content: Content, rng: random.Random) -> list[Change]:
    out: list[Change] = []
    table, routines, events = functions(), content.symbols.routines, content.symbols.events
    for scalar, node in content.nodes(x.Call, x.Announce):
        if isinstance(node, x.Announce):
            found = events.get(node.event.id)
            types = ["player", *(str(t) for t in found.params.values())] if found else []
        elif node.name.id in routines:
            types = [str(t) for _, t in routines[node.name.id].params]
        else:
            types = [t.replace(" of 0", "") for t in table[node.name.id].args] if node.name.id in table else []
        for n in range(min(len(types), len(node.args)) - 1):
            if types[n] != types[n + 1]:
                (a, b), (c, d) = node.args[n].at, node.args[n + 1].at
                out.append(content.at(scalar, a, d, scalar.text[c:d] + scalar.text[b:c] + scalar.text[a:b]))
    return out


def other_word(content: Content, rng: random.Random) -> list[Change]:
    vocabularies = content.symbols.words
    out = []

    def other(word: str, of: str) -> str:
        mine = (
            set(vocabularies[of].words)
            if of
            else {w for v in vocabularies.values() if word in v.words for w in v.words}
        )
        return rng.choice([w for v in vocabularies.values() for w in v.words if w not in mine])

    out = [content.at(scalar, *name.at, other(name.id, "")) for scalar, name in words(content)]
    for document, path, word, of in written_words(content):
        span = document.span(path)
        out.append((Path(span.file), span.start, span.end, other(word, of)))
    return out


def amounts(content: Content) -> Iterator[tuple[Scalar, x.Num]]:
    for scalar, term in content.nodes(x.Term):
        if isinstance(term.amount, x.Num):
            yield scalar, term.amount


def _numbers(content: Content) -> Iterator[tuple[Document, tuple[str | int, ...], int]]:
    """Numbers that cards write."""
    for card in content.subject.cards:
        for key in card.document_fields():
            value = card.written[key]
            if isinstance(value, int) and not isinstance(value, bool):
                yield card.document, (*card.path, key), value


def text_for_number(content: Content, rng: random.Random) -> list[Change]:
    word = ["one", "two", "many", "some", '"3"']
    out = [content.at(scalar, *num.at, rng.choice(word[:4])) for scalar, num in content.nodes(x.Num)]
    for document, path, _ in _numbers(content):
        span = document.span(path)
        out.append((Path(span.file), span.start, span.end, rng.choice(word)))
    return out


def negative_amount(content: Content, rng: random.Random) -> list[Change]:
    out = [content.at(scalar, *num.at, f"-{num.value}") for scalar, num in amounts(content)]
    for document, path, value in _numbers(content):
        span = document.span(path)
        out.append((Path(span.file), span.start, span.end, f"-{max(value, 1)}"))
    return out
