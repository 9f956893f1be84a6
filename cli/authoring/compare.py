"""What changed between two versions of a pack, in English: its manifest, its cards with their texts, its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dsl.text.tell import Teller
from dsl.text.words_en import capital
from engine.link.heads import Rules
from engine.loader import link
from engine.packs.locate import reference
from engine.packs.order import Pack
from engine.packs.packing import About, about

_SECTIONS = {
    "functions": "function", "procedures": "procedure", "actions": "action", "phases": "phase",
}  # fmt: skip
_KEYS = ("setup", "end", "scoring", "extend")
_UNSAID = object()


@dataclass(frozen=True, slots=True)
class Told:
    """A card as it is compared: what it is, how many there are, its fields as written, its text in English."""

    name: str
    kind: str
    copies: int
    fields: dict[str, Any]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """A pack as it is compared."""

    facts: About
    cards: dict[str, Told]
    sections: dict[str, dict[str, Any]]
    options: dict[str, Any]
    english: dict[tuple[str, str], str]  # what routines say, by section and head


def compare(old: Path, new: Path) -> list[str]:
    """What changed, one thing a line; nothing if nothing did. Raises DiagnosticError if a pack is not good."""
    before, after = (version(*_linked(pack)) for pack in (old, new))
    return [*manifest_changes(before, after), *_cards(before.cards, after.cards), *rule_changes(before, after)]


def _linked(pack: Path) -> tuple[Rules, Pack]:
    rules, packs = link([reference(pack)], {})
    return rules, packs[-1]


def version(rules: Rules, own: Pack) -> Version:
    """A pack among those that are linked, as it can be compared later. Raises DiagnosticError as `about` does."""
    teller = Teller(rules.program.symbols, rules.program)
    cards = {
        c.id: Told(c.name, c.kind, c.copies, c.written, tuple(teller.card_text(c).splitlines()))
        for c in rules.cards
        if c.pack == own.id
    }
    sections: dict[str, dict[str, Any]] = {name: {} for name in (*_SECTIONS, "vocabulary", *_KEYS)}
    for document in own.documents:
        for name, found in sections.items():
            part = document.data.get(name)
            if isinstance(part, dict) and name == "vocabulary":
                found.update({f"{sort} {id}": v for sort, ids in part.items() for id, v in _named(ids)})
            elif isinstance(part, dict) and name in _SECTIONS:
                found.update(part)
            elif part is not None:
                found.setdefault(name, []).append(part)
    english = {(s, head): text for s in _SECTIONS for head in sections[s] if (text := _english(teller, s, head))}
    return Version(about(own.folder), cards, sections, dict(own.manifest.data.get("options", {})), english)


def _english(teller: Teller, section: str, head: str) -> str:
    """What a routine does, told as the rules text tells it; nothing for a phase of turns."""
    program, id = teller.program, head.partition("(")[0]
    if section == "actions":
        return next((f"{a.title}: {teller.action(a)}" for a in program.actions if a.id == id), "")
    if section == "functions":
        layer = next(f for f in program.functions if f.id == id and f.layer == 0)
        return capital(teller.expression(layer.value, layer.params)) + "."
    info = program.units.get((_SECTIONS[section], id, "0"))
    return teller.unit(info.unit, nobody=section == "phases") if info is not None else ""


def _named(part: Any) -> Iterator[tuple[str, Any]]:
    yield from part.items() if isinstance(part, dict) else (("", part),)


# ---- the manifest
def manifest_changes(old: Version, new: Version) -> Iterator[str]:
    """What changed in the manifest, one thing a line."""
    for name in ("id", "name", "version", "language", "licence", "provenance", "about"):
        a, b = getattr(old.facts, name), getattr(new.facts, name)
        if a != b:
            yield f"{name}: {_quoted(a)} became {_quoted(b)}"
    yield from _mapping("requirement", old.facts.requires, new.facts.requires)
    for id in sorted({*old.facts.conflicts} ^ {*new.facts.conflicts}):
        yield f"it {'now' if id in new.facts.conflicts else 'no longer'} conflicts with {id}"
    yield from _mapping("option", old.options, new.options)


def _mapping(what: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for id in [*old, *(i for i in new if i not in old)]:
        if id not in new:
            yield f"{what} {id} is gone"
        elif id not in old:
            yield f"new {what} {id}: {_value(new[id])}"
        elif old[id] != new[id]:
            yield f"{what} {id}: {_value(old[id])} became {_value(new[id])}"


# ---- cards
def _cards(old: Mapping[str, Told], new: Mapping[str, Told]) -> Iterator[str]:
    was = renamed(old, new)
    for id in [*(i for i in old if i not in was.values()), *(i for i in new if i not in old)]:
        before = old.get(was.get(id, id))
        if id not in new:
            yield f"{old[id].name} ({id}) is gone"
        elif before is None:
            yield introduced(id, new[id])
            yield from (f"    {line}" for line in new[id].lines if line)
        elif (changes := list(card_changes(before, new[id]))) or id in was:
            yield f"{new[id].name} ({id}){f', which was {was[id]}' if id in was else ''}:"
            yield from (f"    {line}" for line in changes)


def renamed(old: Mapping[str, Told], new: Mapping[str, Told]) -> dict[str, str]:
    """The former ids of cards that only got another: of the same kind, and of the same name or with the same fields."""
    gone = [id for id in old if id not in new]
    out: dict[str, str] = {}
    for id in (i for i in new if i not in old):
        for key in (_name, _fields):
            found = [g for g in gone if old[g].kind == new[id].kind and key(old[g]) == key(new[id])]
            if len(found) == 1 and id not in out:
                out[id] = found[0]
                gone.remove(found[0])
    return out


def _name(card: Told) -> object:
    return card.name


def _fields(card: Told) -> object:
    return {k: v for k, v in card.fields.items() if k not in ("id", "name")}


def introduced(id: str, card: Told) -> str:
    """What is said of a card that was not there before."""
    return f"{card.name} ({id}) is new: a {card.kind}{_times(card.copies)}"


def card_changes(old: Told, new: Told) -> Iterator[str]:
    """What changed of a card, one thing a line: lines of its text with `-` and `+` where its text tells it."""
    if old.name != new.name:
        yield f"its name was {old.name}"
    if old.kind != new.kind:
        yield f"it was a {old.kind} and is now a {new.kind}"
    if old.copies != new.copies:
        yield f"copies: {old.copies} became {new.copies}"
    gone = [line for line in old.lines if line and line not in new.lines]
    come = [line for line in new.lines if line and line not in old.lines]
    yield from (f"- {line}" for line in gone)
    yield from (f"+ {line}" for line in come)
    if not gone and not come:  # what the text does not tell, as it is written
        keys = [k for k in {**old.fields, **new.fields} if k not in ("id", "name", "copies")]
        for key in keys:
            a, b = old.fields.get(key, _UNSAID), new.fields.get(key, _UNSAID)
            if a != b:
                yield f"{key}: {_value(a)} became {_value(b)}"


def _times(copies: int) -> str:
    return "" if copies == 1 else f", {copies} copies"


# ---- rules
def rule_changes(old: Version, new: Version) -> Iterator[str]:
    """What changed in the rules, line by line."""
    for section in ("vocabulary", *_SECTIONS):
        a, b = old.sections[section], new.sections[section]
        what = f"the {_SECTIONS.get(section, 'declaration')}"
        for id in [*a, *(i for i in b if i not in a)]:
            if id not in b:
                yield f"{what} {id.strip()} is gone"
            elif id not in a:
                yield f"{what} {id.strip()} is new"
            elif a[id] != b[id]:
                yield f"{what} {id.strip()} changed:"
                was, now = old.english.get((section, id), ""), new.english.get((section, id), "")
                told = was and now and was != now  # otherwise, and of what is no routine, how it is written
                yield from (f"    - {line}" for line in ([was] if told else _lines(a[id])))
                yield from (f"    + {line}" for line in ([now] if told else _lines(b[id])))
    for key in _KEYS:
        if old.sections[key] != new.sections[key]:
            yield f"`{key}` changed:"
            yield from (f"    - {line}" for line in _lines(old.sections[key].get(key, [])))
            yield from (f"    + {line}" for line in _lines(new.sections[key].get(key, [])))


def _lines(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [f"{k}: {line}" for k, v in value.items() for line in _lines(v)]
    if isinstance(value, list):
        return [line for v in value for line in _lines(v)]
    return _value(value).splitlines()


def _value(value: Any) -> str:
    if value is _UNSAID:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_value, value)) or "nothing"
    if isinstance(value, dict):
        return "; ".join(f"{k}: {_value(v)}" for k, v in value.items()) or "nothing"
    return str(value).strip()


def _quoted(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
