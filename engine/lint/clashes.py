"""Packs that get in one another's way: L301 to L305."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dsl.diagnostics import Diagnostic, Related, Span
from engine.lint.subject import Subject

_HOW = ("before", "after", "around", "replace")


def check(subject: Subject) -> Iterator[Diagnostic]:
    """All of these rules."""
    yield from between(subject)
    yield from _near(subject)
    yield from _totals(subject)


def between(subject: Subject) -> Iterator[Diagnostic]:
    """The rules that only packs which are loaded together can break."""
    yield from _extensions(subject)
    yield from _shadowed(subject)


@dataclass(frozen=True, slots=True)
class Change:
    """One change that a pack makes: to what, how, and where it says so. `new` is the value that it sets."""

    pack: str
    target: str
    how: str
    span: Span


def _changes(subject: Subject) -> Iterator[Change]:
    for pack, document in subject.documents:
        for n, entry in enumerate(document.data.get("extend", [])):
            how = next((h for h in _HOW if h in entry), None)
            if how is not None:
                target = str(entry[how]).partition("(")[0].strip()
                yield Change(pack.id, f"`{target}`", how, document.span(("extend", n, how)))
            for part in ("add", "set"):
                card = str(entry.get("card", "")).rpartition(":")[2]
                for field in entry.get(part, {}):
                    span = document.key_span(("extend", n, part, field))
                    yield Change(pack.id, f"`{field}` of the card `{card}`", part, span)


def _extensions(subject: Subject) -> Iterator[Diagnostic]:
    """L301 and L302."""
    earlier: dict[str, list[Change]] = {}
    for change in _changes(subject):
        others = [c for c in earlier.get(change.target, ()) if c.pack != change.pack]
        earlier.setdefault(change.target, []).append(change)
        if not others or change.span.file not in subject.files:
            continue
        related = tuple(Related(c.span, f"`{c.pack}` changes it here") for c in others)
        packs = " and ".join(dict.fromkeys(f"`{c.pack}`" for c in others))
        if change.how in ("replace", "set"):
            message = f"this undoes what {packs} did to {change.target}"
            yield Diagnostic("L301", message, change.span, "use `around`, or `add`, or let the packs conflict", related)
        elif change.how in _HOW:
            yield Diagnostic("L302", f"{packs} extends {change.target} as well", change.span, None, related)


def _shadowed(subject: Subject) -> Iterator[Diagnostic]:
    """L303."""
    first: dict[str, tuple[str, Span]] = {}
    for card in subject.rules.cards:
        span = card.document.span((*card.path, "id"))
        if card.id not in first:
            first[card.id] = card.pack, span
        elif first[card.id][0] != card.pack and card.document.file in subject.files:
            pack, there = first[card.id]
            message = f"the pack `{pack}` has a card `{card.id}` as well"
            yield Diagnostic("L303", message, span, "choose another id", (Related(there, "here"),))


# ---- L304
def _near(subject: Subject) -> Iterator[Diagnostic]:
    for sort, names in _names(subject).items():
        buckets: dict[str, list[int]] = {}
        seen: set[tuple[int, int]] = set()
        for n, (name, _) in enumerate(names):
            for key in _keys(name):
                for m in buckets.setdefault(key, []):
                    if (m, n) not in seen and is_near(names[m][0], name):
                        seen.add((m, n))
                buckets[key].append(n)
        for m, n in sorted(seen):
            (one, here), (two, there) = names[m], names[n]
            if there.file not in subject.files:
                (one, here), (two, there) = (two, there), (one, here)
            if there.file in subject.files:
                message = f"the {sort} `{two}` is almost called like `{one}`"
                yield Diagnostic("L304", message, there, "is one of them a slip?", (Related(here, "the other one"),))


def _names(subject: Subject) -> dict[str, list[tuple[str, Span]]]:
    out: dict[str, list[tuple[str, Span]]] = {}

    def add(sort: str, name: str, span: Span) -> None:
        out.setdefault(sort, []).append((name, span))

    for _, document in subject.documents:
        vocabulary = document.data.get("vocabulary", {})
        for section, sort in (("goods", "good"), ("zones", "zone"), ("events", "event"), ("kinds", "kind")):
            for id in vocabulary.get(section, {}):
                add(sort, id, document.key_span(("vocabulary", section, id)))
        for id, words in vocabulary.get("words", {}).items():
            for n, word in enumerate(words):
                path = ("vocabulary", "words", id, n if isinstance(words, list) else word)
                add(f"word of {id}", word, document.span(path) if isinstance(words, list) else document.key_span(path))
        for id, kind in vocabulary.get("kinds", {}).items():
            for section in ("fields", "state"):
                for name in kind.get(section, {}):
                    add(f"field of {id}", name, document.key_span(("vocabulary", "kinds", id, section, name)))
        for section in ("functions", "procedures", "actions", "phases"):
            for head in document.data.get(section, {}):
                span = document.key_span((section, head))
                id = head.partition("(")[0].strip()
                add(section[:-1], id, Span(span.file, span.start, span.start + len(id)))
    for card in subject.rules.cards:
        add("card", card.id, card.document.span((*card.path, "id")))
        add("card name", card.name, card.document.span((*card.path, "name")))
    return out


def _keys(name: str) -> Iterable[str]:
    """Keys of which names that are near have one in common: the name, and it with each letter left out."""
    small = name.casefold()
    return {small, *(small[:n] + small[n + 1 :] for n in range(len(small)))} if len(small) >= 5 else {small}


def is_near(a: str, b: str) -> bool:
    """Whether names differ by case, or by one letter that is written, left out, changed or exchanged with the next. A
    digit or a plural is a difference that is meant, and short names differ by little."""
    if a == b:
        return False
    if a.casefold() == b.casefold():
        return True
    a, b = sorted((a.casefold(), b.casefold()), key=len)
    if len(a) < 5 or len(b) - len(a) > 1 or b == a + "s":
        return False
    at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    differs = {*a[at : at + 1], *b[at : at + 1]}
    if any(ch.isdigit() for ch in differs):
        return False
    if len(a) < len(b):
        return a[at:] == b[at + 1 :]
    swapped = a[at : at + 2] == b[at : at + 2][::-1] and a[at + 2 :] == b[at + 2 :]
    return a[at + 1 :] == b[at + 1 :] or swapped


# ---- L305
def _totals(subject: Subject) -> Iterator[Diagnostic]:
    for pack in subject.own:
        for kind, wanted in pack.manifest.data.get("totals", {}).items():
            where = ("totals", kind)
            found = sum(card.copies for card in subject.rules.cards if (card.pack, card.kind) == (pack.id, kind))
            if kind not in subject.symbols.kinds:
                from dsl.diagnostics import suggest

                hint = suggest(kind, subject.symbols.kinds)
                yield Diagnostic("N004", f"there is no kind `{kind}`", pack.manifest.key_span(where), hint)
            elif found != wanted:
                message = f"the copies of {kind} in this pack add up to {found}, not to {wanted}"
                yield Diagnostic("L305", message, pack.manifest.span(where), "correct the copies, or this number")
