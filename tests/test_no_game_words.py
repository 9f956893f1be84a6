"""No word of any game stands in the program: what packs declare is content, and neither engine nor language know it.

A word is a part of an id between underscores. The language's own words are exempt (those of its grammar, its operators,
and the keys of its files), and those of neutral_words.txt, each of which has a reason. A plural counts as its singular,
and the little words of English belong to no game, whichever name they stand in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from dsl.operators import OPERATORS
from dsl.parse.read import FORMS, reserved_words
from engine.loader import link
from engine.packs.locate import built_in
from engine.schema.build import content_schema, manifest_schema
from engine.schema.scenarios import scenarios_schema

ROOT = Path(__file__).parent.parent
NEUTRAL = Path(__file__).parent / "neutral_words.txt"
MOST_NEUTRAL = 40
LITTLE = {"a", "an", "and", "at", "for", "from", "in", "of", "on", "or", "the", "to", "with"}
PROGRAM = [f for d in ("engine", "dsl", "cli") for f in sorted((ROOT / d).rglob("*")) if f.suffix in (".py", ".lark")]


def stem(word: str) -> str:
    """A word without the ending of a plural."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def words_of(ids: Iterable[str]) -> set[str]:
    return {stem(word) for id in ids for word in id.split("_") if word}


def ids_of_pack(id: str) -> set[str]:
    """Every id that a pack and what it requires declare."""
    rules, packs = link([id], {})
    s = rules.symbols
    found = {*s.goods, *s.groups, *s.words, *s.kinds, *s.zones, *s.events, *s.player, *s.table, *s.options, *s.routines}
    found |= {word for vocabulary in s.words.values() for word in vocabulary.words}
    found |= {field for kind in s.kinds.values() for field in (*kind.fields, *kind.state)}
    found |= {card.id for card in rules.cards} | {phase.id for phase in rules.phases}
    assert packs[-1].id == Path(id).name
    return found


@lru_cache(maxsize=1)
def game_words() -> dict[str, str]:
    """Each word of a pack, with an id it stands in."""
    packs = [*built_in(), *(str(p.parent) for p in sorted((ROOT / "examples").glob("*/pack.yaml")))]
    ids = [id for pack in packs for id in sorted(ids_of_pack(pack))]
    return {stem(word): id for id in ids for word in id.split("_") if word and word not in LITTLE}


def keys_of(schema: Any) -> Iterator[str]:
    """The keys that files of a schema have, whatever a pack declares."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict):
            yield from properties
        for value in schema.values():
            yield from keys_of(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keys_of(value)


@lru_cache(maxsize=1)
def language_words() -> set[str]:
    """The words of the language itself: of its grammar and forms, its operators, and the keys of its files."""
    keys = {key for schema in (manifest_schema(), content_schema(), scenarios_schema()) for key in keys_of(schema)}
    return words_of({*reserved_words(), *OPERATORS, *FORMS, *keys})


@lru_cache(maxsize=1)
def neutral_words() -> dict[str, str]:
    """The words that mean something else here, each with its reason."""
    lines = [line for line in NEUTRAL.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {word: reason.strip() for word, _, reason in (line.partition(":") for line in lines)}


def words_in(text: str) -> Iterator[tuple[int, str]]:
    """The words of a file with their lines; identifiers are split at underscores and at capitals."""
    for number, line in enumerate(text.splitlines(), 1):
        for run in re.findall(r"[A-Za-z]+", line):
            for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", run):
                yield number, stem(word.lower())


@pytest.mark.parametrize("file", PROGRAM, ids=lambda f: str(f.relative_to(ROOT)))
def test_file_has_no_word_of_a_game(file: Path) -> None:
    allowed = language_words() | {stem(word) for word in neutral_words()}
    wrong = [
        f"{file.relative_to(ROOT)}:{line}: `{word}` (of `{game_words()[word]}`)"
        for line, word in words_in(file.read_text(encoding="utf-8"))
        if word in game_words() and word not in allowed
    ]
    assert not wrong, "\n".join(wrong)


def test_neutral_words_are_few_needed_and_each_has_its_reason() -> None:
    neutral = neutral_words()
    assert len(neutral) <= MOST_NEUTRAL
    assert list(neutral) == sorted(neutral)
    assert all(len(reason.split()) >= 3 for reason in neutral.values())
    assert not {stem(w) for w in neutral} & language_words(), "the language's own words need no excuse"
    assert {stem(w) for w in neutral} <= game_words().keys(), "a word of no game needs no excuse"
    used = {word for file in PROGRAM for _, word in words_in(file.read_text(encoding="utf-8"))}
    assert {stem(w) for w in neutral} <= used, "a word that does not occur needs no excuse"


def test_a_word_of_a_game_would_be_found() -> None:
    """Given the packs that come with the program, their words are known, and would be found in every disguise."""
    assert {"raze", "brick", "faction", "ruined", "connection", "chit", "heap"} <= game_words().keys()
    for text in ("def raze_all(): ...", "class BrickWall: ...", "# about factions", 'x = "ruined"', "RAZE = 1"):
        assert any(word in game_words() for _, word in words_in(text))
