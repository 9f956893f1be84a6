"""Names for ids, and the words of options in a language for the English that ids are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from engine.ruleset import Ruleset

_HOLE = re.compile(r"\{(\w+)[^{}]*\}")


@lru_cache(maxsize=8)
def names_of(rules: Ruleset) -> dict[str, str]:
    """What people call cards, goods and words, by id."""
    out = {word: str(words["names"].get(word, word)) for words in rules.words.values() for word in words["words"]}
    out |= {good["id"]: str(good["name"]) for good in rules.goods}
    return out | {card.unique_id: card.name for card in rules.cards[1:]}


def begin(rules: Ruleset, action: dict[str, Any]) -> str:
    """The words that an action's title begins with."""
    return str(in_words(rules, action["title"])).partition("{")[0].rstrip(" :")


def in_words(rules: Ruleset, template: str) -> str:
    """A template of option ids as it is in the language of the rules, with its holes as in English."""
    told = next((told for english, told in _templates(rules) if english == template), template)
    return _HOLE.sub(lambda m: f"{{{m[1]}}}", told)


def _templates(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """All words of options that the language of the rules has for the English ones."""
    voice = rules.voice
    if voice.language is None:
        return
    yield from ((a["title"], voice.text("actions", a["id"], a["title"])) for a in rules.actions)
    yield from ((english, str(told)) for english, told in voice.language.names.get("options", {}).items())
    for id, english in (("end_turn", "end turn"), ("done", "done"), ("no", "no")):
        yield english, voice.say(f"label.{id}")


def in_ids(rules: Ruleset, text: str) -> str:
    """A text with the names of cards, goods and words as ids, and what stands around them in English, as option ids
    have it."""
    pattern, ids = _names(rules)
    text = " ".join(text.split())

    def named(part: str) -> str:
        return pattern.sub(lambda m: ids[m[0].casefold()], part)

    for whole, start, english in _patterns(rules):
        if (match := whole.fullmatch(text)) is not None:
            found = {name: named(part) for name, part in match.groupdict().items()}
            return _HOLE.sub(lambda m, found=found: found[m[1]], english)  # type: ignore[misc]
        if start and text.casefold().startswith(start):
            return f"{english.partition('{')[0]}{named(text[len(start) :].lstrip(' :'))}".strip()
    return named(text)


@lru_cache(maxsize=8)
def _names(rules: Ruleset) -> tuple[re.Pattern[str], dict[str, str]]:
    ids: dict[str, str] = {}
    for words in rules.words.values():
        ids |= {form: word for word, name in words["names"].items() for form in _forms(name)}
    language = rules.language
    for good in rules.goods:
        pair = language.noun("goods", good["id"]) if language is not None else None
        for name in (good["plural"], good["name"], *(pair or ())):
            ids |= dict.fromkeys(_forms(name), good["id"])
    ids |= {card.name.casefold(): card.unique_id for card in rules.cards[1:]}
    longest = sorted(ids, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest)) or '(?!)'})\b", re.IGNORECASE), ids


def _forms(name: object) -> set[str]:
    """A name, and all that a noun can be bent to."""
    bent = getattr(name, "numbers", {})
    return {str(name).casefold(), *(form.casefold() for cases in bent.values() for form in cases.values())}


@lru_cache(maxsize=8)
def _patterns(rules: Ruleset) -> list[tuple[re.Pattern[str], str, str]]:
    """What options look like in the language of the rules, how they begin, and the English; the longest first."""
    out = []
    for english, told in sorted(_templates(rules), key=lambda pair: len(pair[1]), reverse=True):
        holes = {m[1] for m in _HOLE.finditer(told)}
        if not _HOLE.sub("", told).strip() or not holes >= {m[1] for m in _HOLE.finditer(english)}:
            continue  # nothing that tells it from others, or not enough to make an id of
        plain, at = "", 0
        for m in _HOLE.finditer(told):
            plain += f"{re.escape(told[at : m.start()])}(?P<{m[1]}>.+?)"
            at = m.end()
        plain = (plain + re.escape(told[at:])).replace(":", ":?")
        start = told.partition("{")[0].rstrip(" :").casefold()
        out.append((re.compile(plain, re.IGNORECASE), start, english))
    return out
