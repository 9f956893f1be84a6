"""What could be written next where an option is meant: words of the templates of ids, and what can stand in these."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.symbols import Symbols
from engine.index.book import Symbol
from engine.link.cards import CardDef
from engine.why.templates import FIXED, Facts, Template

_BLANK = re.compile(r"(?P<head>[^{]*)\{(?P<name>\w+)\}(?P<tail>.*)")


@dataclass(frozen=True, slots=True)
class Next:
    """`text` may follow, in an option of the `template`; it ends in a space where that is not all of it. `symbol` is
    what it names, None for words of the template."""

    text: str
    template: str
    symbol: Symbol | None = None


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a template: `written` if it has no blank, else what can stand there; None if that is not known."""

    written: str = ""
    known: dict[str, Symbol] | None = None

    def takes(self, word: str) -> bool:
        return word == self.written if self.written else self.known is None or word in self.known


def following(
    before: str, templates: Sequence[Template], symbols: Symbols, cards: Sequence[CardDef]
) -> tuple[int, list[Next]]:
    """What may follow `before`, instead of the word that it ends in; and where that word begins."""
    start = before.rfind(" ") + 1
    given = before[:start].split()
    found = [found for t in templates for found in _after(given, t, list(_words(t, symbols, cards)))]
    if not given:
        found += [Next(id, id) for id in FIXED]
    return start, found


def _after(given: list[str], template: Template, words: list[_Word]) -> Iterator[Next]:
    if len(given) >= len(words) or not all(w.takes(g) for w, g in zip(words, given, strict=False)):
        return
    rest = words[len(given) :]
    if rest[0].written:
        own = next((n for n, word in enumerate(rest) if not word.written), len(rest))
        yield Next(" ".join(word.written for word in rest[:own]) + " " * (own < len(rest)), template.template)
    else:
        more = " " * (len(rest) > 1)
        yield from (Next(text + more, template.template, symbol) for text, symbol in (rest[0].known or {}).items())


def _words(template: Template, symbols: Symbols, cards: Sequence[CardDef]) -> Iterator[_Word]:
    """The words of a template, up to one with a list of which nobody knows how many words it takes."""
    for word in template.template.split():
        hole = _BLANK.fullmatch(word)
        facts = template.blanks.get(hole["name"]) if hole is not None else None
        if hole is None or facts is None:
            yield _Word(word)
        elif facts["sort"].endswith("s"):
            return
        elif facts["sort"] == "player":
            yield from (_Word(f"{hole['head']}seat"), _Word())
        else:
            can_be = _can_be(facts, symbols, cards)
            yield _Word("", {f"{hole['head']}{s.id}{hole['tail']}": s for s in can_be} if can_be is not None else None)


def _can_be(facts: Facts, symbols: Symbols, cards: Sequence[CardDef]) -> list[Symbol] | None:
    """What a blank of a template can be."""
    sort, of = facts["sort"].partition(":")[::2]
    if sort == "component":
        fit = [card.id for card in cards if not facts["kinds"] or card.kind in facts["kinds"]]
        return [Symbol("card", id) for id in dict.fromkeys(fit)]
    if sort == "good":
        return [Symbol("good", id) for id in facts["among"] or [g.id for g in symbols.good_list()]]
    if sort == "word":
        return [Symbol("word", id, of) for id in facts["among"] or symbols.words[of].words]
    return None
