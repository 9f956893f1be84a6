"""Slips that authors make: for each of twenty kinds, the places in some packs where one can be made, and how.

A place is a range of a file and what stands there instead. Definitions are not misspelt (whoever defines a name may
call it as they like), only what refers to them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from dsl import syntax as x
from dsl.operators import functions
from dsl.spanmap import Scalar
from engine.document import Document
from engine.schema import content_schema, manifest_schema
from tests.mutations.content import Change, Content, misspelt

NAMES = (
    "misspelt key", "misspelt good", "misspelt word", "misspelt card id", "misspelt function", "misspelt event",
    "misspelt zone", "misspelt kind", "missing key", "duplicate key", "dropped arrow, brace or quote", "wrong bracket",
)  # fmt: skip
TYPES = ("swapped arguments", "word of another vocabulary", "text for a number", "negative amount")
MEANING = ("cost and effect exchanged", "removed max", "changed amount", "changed good")
KINDS = (*NAMES, *TYPES, *MEANING)

Places = Callable[[Content, random.Random], list[Change]]


# ---- keys
def _known_keys(content: Content) -> Iterator[tuple[Document, tuple[str | int, ...], bool]]:
    """Keys that have a meaning (no names that are being defined), and whether they must be there."""
    for document in content.documents:
        schema = manifest_schema() if document.file.endswith("pack.yaml") else content_schema()
        yield from ((document, path, needed) for path, needed in _of(document.data, schema, ()))
    for subject in content.subjects:
        for card in subject.cards:
            fields = subject.symbols.kinds[card.kind].fields
            for key in card.document_fields():
                f = fields.get(key)
                needed = key in ("id", "name") or (f is not None and not f.optional and f.default is None)
                yield card.document, (*card.path, key), needed


def _of(
    value: Any, schema: dict[str, Any], path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], bool]]:
    if path[:1] == ("cards",):
        return
    for shape in schema.get("anyOf", ()):
        if isinstance(value, dict) == (shape.get("type") == "object"):
            yield from _of(value, shape, path)
    if isinstance(value, dict):
        known, further = schema.get("properties", {}), schema.get("additionalProperties")
        for key, part in value.items():
            if key in known:
                yield (*path, key), key in schema.get("required", ())
            shape = known.get(key, further)
            if isinstance(shape, dict):
                yield from _of(part, shape, (*path, key))
    elif isinstance(value, list):
        for n, part in enumerate(value):
            yield from _of(part, schema.get("items", {}), (*path, n))


def misspelt_key(content: Content, rng: random.Random) -> list[Change]:
    out = []
    for document, path, _ in _known_keys(content):
        span = document.key_span(path)
        out.append((Path(span.file), span.start, span.end, misspelt(str(path[-1]), rng)))
    return out


def _line_of(document: Document, path: tuple[str | int, ...]) -> tuple[int, int] | None:
    """The line of a key and its value, if they are alone on it."""
    key, value = document.key_span(path), document.span(path)
    start = document.text.rfind("\n", 0, key.start) + 1
    end = document.text.find("\n", value.end)
    alone = not document.text[start : key.start].strip() and "\n" not in document.text[key.start : value.end]
    return (start, end + 1) if alone and end > 0 else None


def missing_key(content: Content, rng: random.Random) -> list[Change]:
    found = [(d, _line_of(d, path)) for d, path, needed in _known_keys(content) if needed]
    return [(Path(d.file), *line, "") for d, line in found if line is not None]


def duplicate_key(content: Content, rng: random.Random) -> list[Change]:
    found = [(d, _line_of(d, path)) for d, path, _ in _known_keys(content)]
    return [(Path(d.file), line[1], line[1], d.text[line[0] : line[1]]) for d, line in found if line is not None]


# ---- names
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


def _words(content: Content) -> Iterator[tuple[Scalar, x.Name]]:
    """Words in comparisons, and in arguments of functions of words."""
    known = {word for w in content.symbols.words.values() for word in w.words}
    for scalar, node in content.nodes(x.Binary, x.Call):
        if isinstance(node, x.Binary) and node.op in ("=", "!=", "has"):
            if isinstance(node.right, x.Name) and node.right.id in known:
                yield scalar, node.right
        elif isinstance(node, x.Call) and node.name.id in ("match", "including", "excluding"):
            yield from ((scalar, a) for a in node.args[1:] if isinstance(a, x.Name) and a.id in known)


def _written_words(content: Content) -> Iterator[tuple[Document, tuple[str | int, ...], str, str]]:
    """Words that cards write, with their vocabularies."""
    for subject in content.subjects:
        for card in subject.cards:
            for f in subject.symbols.kinds[card.kind].fields.values():
                if f.type.tag in ("word", "set") and f.id in card.document_fields():
                    value = card.written[f.id]
                    for n, word in enumerate(value if isinstance(value, list) else [value]):
                        path = (*card.path, f.id, n) if isinstance(value, list) else (*card.path, f.id)
                        yield card.document, path, word, f.type.of


def misspelt_word(content: Content, rng: random.Random) -> list[Change]:
    out = [content.at(scalar, *name.at, misspelt(name.id, rng)) for scalar, name in _words(content)]
    for document, path, word, _ in _written_words(content):
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


# ---- signs
def _signs(content: Content, pattern: str) -> Iterator[tuple[Document, re.Match[str]]]:
    for document in content.documents:
        for match in re.finditer(pattern, document.text):
            start = document.text.rfind("\n", 0, match.start()) + 1
            if "#" not in document.text[start : match.start()]:
                yield document, match


def dropped_sign(content: Content, rng: random.Random) -> list[Change]:
    return [(Path(d.file), *m.span(), "") for d, m in _signs(content, r"->|[{}]|\"")]


def wrong_bracket(content: Content, rng: random.Random) -> list[Change]:
    sides = ("([{", ")]}")
    out = []
    for document, match in _signs(content, r"[()\[\]{}]"):
        side = next(s for s in sides if match[0] in s)
        out.append((Path(document.file), *match.span(), rng.choice([c for c in side if c != match[0]])))
    return out


# ---- types
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

    out = [content.at(scalar, *name.at, other(name.id, "")) for scalar, name in _words(content)]
    for document, path, word, of in _written_words(content):
        span = document.span(path)
        out.append((Path(span.file), span.start, span.end, other(word, of)))
    return out


def _amounts(content: Content) -> Iterator[tuple[Scalar, x.Num]]:
    for scalar, term in content.nodes(x.Term):
        if isinstance(term.amount, x.Num):
            yield scalar, term.amount


def _numbers(content: Content) -> Iterator[tuple[Document, tuple[str | int, ...], int]]:
    """Numbers that cards write."""
    for subject in content.subjects:
        for card in subject.cards:
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
    out = [content.at(scalar, *num.at, f"-{num.value}") for scalar, num in _amounts(content)]
    for document, path, value in _numbers(content):
        span = document.span(path)
        out.append((Path(span.file), span.start, span.end, f"-{max(value, 1)}"))
    return out


# ---- meaning
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
        content.at(s, *n.at, str(n.value + rng.choice([1, -1] if n.value > 1 else [1]))) for s, n in _amounts(content)
    ]


def changed_good(content: Content, rng: random.Random) -> list[Change]:
    goods = [g.id for g in content.symbols.good_list() if not g.zone]
    written = [(scalar, name) for scalar, unit in content.nodes(x.Unit) for name in unit.names if name.id in goods]
    return [content.at(s, *name.at, rng.choice([g for g in goods if g != name.id])) for s, name in written]


PLACES: dict[str, Places] = dict(
    zip(
        KINDS,
        (
            misspelt_key, misspelt_good, misspelt_word, misspelt_card, misspelt_function, misspelt_event, misspelt_zone,
            misspelt_kind, missing_key, duplicate_key, dropped_sign, wrong_bracket, swapped_arguments, other_word,
            text_for_number, negative_amount, exchanged, removed_max, changed_amount, changed_good,
        ),
        strict=True,
    )
)  # fmt: skip
