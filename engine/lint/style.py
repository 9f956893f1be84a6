"""House style: L401 to L404."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Span
from dsl.text.tell import Teller
from engine.link.cards import CardDef
from engine.lint.subject import Subject
from engine.packs.document import words_in
from engine.schema.rules import action

LONGEST = 400  #: how many characters of text a card holds, where nothing else is configured


def check(subject: Subject, longest: int = LONGEST) -> Iterator[Diagnostic]:
    """All of these rules. `longest` is the number of characters a card holds."""
    yield from _order(subject)
    yield from _unproven(subject)
    yield from _defaults(subject)
    yield from _texts(subject, longest)


# ---- L401
def _order(subject: Subject) -> Iterator[Diagnostic]:
    usual = list(action()["properties"])
    for document, path, _, value in subject.declared("actions"):
        if isinstance(value, dict) and (wrong := _misplaced(list(value), usual)):
            yield _out_of_order(wrong, usual, document.key_span((*path, wrong)))
    for card in subject.cards:
        known = ["id", "name", "copies", *subject.symbols.kinds[card.kind].fields]
        if wrong := _misplaced(_written(card), known):
            yield _out_of_order(wrong, known, card.document.key_span((*card.path, wrong)))


def _misplaced(keys: list[str], usual: list[str]) -> str:
    """The first key that stands behind one it usually precedes."""
    last = -1
    for key in keys:
        at = usual.index(key) if key in usual else last
        if at < last:
            return key
        last = at
    return ""


def _out_of_order(key: str, usual: list[str], span: Span) -> Diagnostic:
    return Diagnostic("L401", f"`{key}` usually stands further up", span, f"the order is {', '.join(usual)}")


def _written(card: CardDef) -> list[str]:
    """The keys of a card in the order they are written."""
    value: object = card.document.data
    for step in card.path:
        value = value[step]  # type: ignore[index]
    return list(value) if isinstance(value, dict) else []


# ---- L402
def _unproven(subject: Subject) -> Iterator[Diagnostic]:
    played = {word for document in subject.scenarios for word in words_in(document.text)}
    for card in subject.cards:
        if card.id not in played:
            span = card.document.span((*card.path, "id"))
            yield Diagnostic("L402", f"no scenario of its pack has `{card.id}` in play", span, "write one")


# ---- L403
def _texts(subject: Subject, longest: int) -> Iterator[Diagnostic]:
    teller = Teller(subject.symbols, subject.program)
    for card in subject.cards:
        length = len(teller.card_text(card))
        if length > longest:
            span = card.document.span((*card.path, "id"))
            message = f"the text of `{card.id}` has {length} characters, more than {longest}"
            yield Diagnostic("L403", message, span, "say less, or in simpler ways")


# ---- L404
def _defaults(subject: Subject) -> Iterator[Diagnostic]:
    for card in subject.cards:
        fields = subject.symbols.kinds[card.kind].fields
        for key in _written(card):
            default = 1 if key == "copies" else fields[key].default if key in fields else None
            if default is not None and card.written.get(key) == default:
                span = card.document.key_span((*card.path, key))
                yield Diagnostic("L404", f"`{key}` repeats its default", span, "leave it out")
