"""What a person means by what they typed: an option, by number, by its words or the beginnings of them; and names
turned into the ids that options are made of."""

from __future__ import annotations

import contextlib

from engine import Game, IllegalChoice

_DIGITS = 6  #: a number of more digits is none of an option


def number(line: str) -> int | None:
    """The number that a line is, if it is one that an option could have."""
    return int(line) if line.isascii() and line.isdecimal() and len(line) < _DIGITS else None


def meant(game: Game, line: str) -> list[int]:
    """The places of the options that a line can mean by its words: one if it is plain, none if there is none."""
    decision = game.decision
    assert decision is not None
    with contextlib.suppress(IllegalChoice):
        return [decision.ids.index(game.find(line).id)]
    wanted = " ".join(line.casefold().split())
    if not wanted:
        return []
    texts = list(zip(decision.ids, decision.labels, strict=True))
    exact = [n for n, pair in enumerate(texts) if wanted in (pair[0].casefold(), pair[1].casefold())]
    begun = [n for n, pair in enumerate(texts) if any(t.casefold().startswith(wanted) for t in pair)]
    return exact[:1] or begun or [n for n, pair in enumerate(texts) if any(_abbreviates(wanted, t) for t in pair)]


def _abbreviates(wanted: str, text: str) -> bool:
    """Whether each word typed begins a word of the text, in order, the first one its first."""
    said = text.casefold().split()
    words = wanted.split()
    if len(words) < 2 or not said or not said[0].startswith(words[0]):
        return False
    at = 1
    for word in words[1:]:
        while at < len(said) and not said[at].startswith(word):
            at += 1
        if at == len(said):
            return False
        at += 1
    return True
