"""The types of the language: what a value is, and what fits where."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type: its tag, and what it is of.

    `of` is the id of the vocabulary for `word` and `set`, the id of the zone for `zone`, and empty otherwise.
    `kinds` are the kinds a component can be of; empty means any kind.
    """

    tag: str
    of: str = ""
    kinds: frozenset[str] = frozenset()

    def __str__(self) -> str:
        if self.tag == "word":
            return f"a word of {self.of}"
        if self.tag == "set":
            return f"a set of {self.of}"
        if self.tag in ("component", "components"):
            kinds = " or ".join(sorted(self.kinds)) or "component"
            return f"a {kinds}" if self.tag == "component" else f"a list of {kinds}"
        return _SHOWN.get(self.tag, self.tag)


_SHOWN = {
    "number": "a number", "flag": "a condition", "player": "a player", "players": "players", "good": "a good",
    "goods": "goods", "effect": "an effect", "ability": "an ability", "abilities": "abilities",
    "entries": "abilities by word", "zone": "a zone", "text": "text", "nothing": "nothing", "list": "a list",
}  # fmt: skip

NUMBER = Type("number")
FLAG = Type("flag")
TEXT = Type("text")
PLAYER = Type("player")
PLAYERS = Type("players")
GOOD = Type("good")
GOODS_LIST = Type("list", "good")
GOODS = Type("goods")
EFFECT = Type("effect")
ABILITY = Type("ability")
ABILITIES = Type("abilities")
NOTHING = Type("nothing")
ANY_COMPONENT = Type("component")


def word(vocabulary: str) -> Type:
    return Type("word", vocabulary)


def set_of(vocabulary: str) -> Type:
    return Type("set", vocabulary)


def entries(vocabulary: str) -> Type:
    """Abilities by word: a field that maps each of some words to an ability."""
    return Type("entries", vocabulary)


def zone(id: str) -> Type:
    return Type("zone", id)


def component(*kinds: str) -> Type:
    return Type("component", "", frozenset(kinds))


def components(kinds: frozenset[str]) -> Type:
    return Type("components", "", kinds)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is asked for."""
    if given == wanted:
        return True
    if given.tag == "nothing":
        return wanted.tag in ("component", "player")
    if given.tag == wanted.tag and given.tag in ("component", "components"):
        return not wanted.kinds or not given.kinds or bool(given.kinds & wanted.kinds)
    if given.tag == "component" and wanted.tag == "components":
        return fits(Type("components", "", given.kinds), wanted)
    if wanted.tag == "set" and not wanted.of:
        return given.tag == "set"
    if wanted.tag == "word" and not wanted.of:
        return given.tag == "word"
    return False
