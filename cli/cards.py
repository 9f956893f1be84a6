"""Cards as they are shown: found by id or name, in lines or as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.diagnostics import Suggestion, suggest
from engine import Ruleset
from engine.ruleset import Card


def find(rules: Ruleset, wanted: str) -> list[Card]:
    """The cards that an id, `pack:id` or name means."""
    found = rules.by_id.get(wanted)
    if found:
        return list(found)
    folded = _folded(wanted)
    return [c for c in rules.cards[1:] if folded in (_folded(c.id), _folded(c.name))]


def called(rules: Ruleset, wanted: str) -> list[Card]:
    """The same, for who reads names and no ids: a card of that name is not hidden by another's id."""
    found = find(rules, wanted)
    return found + [c for c in rules.cards[1:] if c.name.casefold() == wanted.casefold() and c not in found]


def like(rules: Ruleset, wanted: str) -> Suggestion | None:
    """A question after the card that was perhaps meant."""
    return suggest(wanted, [*rules.by_id, *(c.name for c in rules.cards[1:])])


def _folded(text: str) -> str:
    return "".join(ch for ch in text.casefold() if ch.isalnum())


def plain(card: Card) -> dict[str, Any]:
    """A card as plain data, for programs."""
    return {
        "id": card.id, "pack": card.pack, "kind": card.kind, "name": card.name, "copies": card.copies,
        "fields": card.fields, "text": card.text,
    }  # fmt: skip


def named_in(rules: Ruleset, words: str) -> list[Card]:
    """The cards that are named in the label of an option."""
    found: list[Card] = []
    for card in sorted(rules.cards[1:], key=lambda c: len(c.name), reverse=True):
        if card.name in words:
            words = words.replace(card.name, "")
            found.append(card)
    return found


def describe(rules: Ruleset, card: Card) -> Iterator[str]:
    """A card in lines: its name, its fields as written, and its text."""
    yield title(rules, card)
    fields = {name: value for name, value in card.fields.items() if name not in ("id", "name", "copies")}
    width = max(map(len, fields), default=0)
    for name, value in fields.items():
        first, *rest = _value(value)
        yield f"  {name:<{width}}  {first}"
        yield from (f"  {'':<{width}}  {line}" for line in rest)
    if card.text:
        yield from ("", *text(card))


def title(rules: Ruleset, card: Card) -> str:
    """A card's name and id, and what it is."""
    return f"{card.name} ({card.unique_id}): {sort(rules, card)}"


def sort(rules: Ruleset, card: Card) -> str:
    """What a card is, from which pack, and how many there are."""
    kind = next((k["name"] for k in rules.kinds if k["id"] == card.kind), card.kind)
    told = rules.voice.say("table.kind", kind, card.pack)
    return told if card.copies == 1 else rules.voice.say("table.copies", told, card.copies)


def text(card: Card) -> list[str]:
    """The lines of a card's text, indented."""
    return [f"  {line}" for line in card.text.splitlines()]


def _value(value: Any) -> list[str]:
    """The lines of a field's value; at least one."""
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, list):
        return [", ".join(map(str, value))] if all(" " not in str(v) for v in value) else [str(v) for v in value]
    if isinstance(value, dict):
        return [f"{k}: {v}" for k, v in value.items()] or ["nothing"]
    return str(value).splitlines() or [""]
