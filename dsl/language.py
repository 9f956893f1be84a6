"""Another language for the rules text: its templates and names, and how its nouns bend, all of it data.

A noun has forms by category of number (as the language's own rules tell them apart: one, few, many ...) and, in each,
by case. A template asks for a case after the colon of a hole: `{1:loc}`, `{0:one.gen}`; a hole without one is in the
case that the template itself is told in. A template may be several: by gender of what it speaks of, by case, or by
`gender.case`; `other` is for the rest. Genders and cases are whatever words the language's author uses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from dsl.symbols import Symbols

Template = str | Mapping[str, str]

NOMINATIVE = "nom"
PLURAL = "pl"
"""The gender of every noun in the plural."""


class Noun(str):
    """A noun in one category of number: as text it is in the nominative. `bent` are its forms by case."""

    __slots__ = ("bent", "gender", "numbers")
    bent: Mapping[str, str]
    gender: str
    numbers: Mapping[str, Mapping[str, str]]

    @classmethod
    def make(cls, numbers: Mapping[str, Mapping[str, str]], category: str, gender: str) -> Noun:
        """The noun in a category, with all its categories."""
        bent = next(numbers[c] for c in (category, "many", "other", "few", "one") if c in numbers)
        noun = cls(bent[NOMINATIVE])
        noun.bent, noun.numbers = bent, numbers
        noun.gender = gender if category == "one" else PLURAL
        return noun

    def case(self, case: str) -> str:
        """The noun in a case; the nominative where it has no form of its own."""
        return self.bent.get(case) or self.bent[NOMINATIVE]

    def counted(self, category: str) -> Noun:
        """The noun as it stands after a number of a category."""
        return Noun.make(self.numbers, category, self.gender)


def nouns(data: Any) -> tuple[Noun, Noun]:
    """A noun as data in the singular, and in the plural without a number (`other`, or as after a few)."""
    given = {"one": data} if isinstance(data, str) else data
    one = _cases(given.get("one", ""))
    numbers = {"one": one, **{c: _cases(given[c]) for c in given if c not in ("one", "gender")}}
    plural = next((c for c in ("other", "few", "many") if c in numbers), "one")
    gender = given.get("gender", "")
    many = Noun.make(numbers, plural, gender)
    return Noun.make(numbers, "one", gender), many


def _cases(value: Any) -> Mapping[str, str]:
    return {NOMINATIVE: value} if isinstance(value, str) else value


# ---- which number is of which category

_TERM = re.compile(r"n(?: % (\d+))? (=|!=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")
RULE = rf"{_TERM.pattern}(?: (?:and|or) {_TERM.pattern})*"
"""What a rule of number looks like, as `n % 10 = 2..4 and n % 100 != 12..14`."""


@lru_cache(maxsize=64)
def _rule(text: str) -> Callable[[int], bool]:
    """A rule as a test of a number."""
    ways = [[m for part in way.split(" and ") if (m := _TERM.fullmatch(part))] for way in text.split(" or ")]

    def holds(m: re.Match[str], n: int) -> bool:
        value = n % int(m[1]) if m[1] else n
        ranges = [part.split("..") for part in m[3].split(",")]
        return any(int(r[0]) <= value <= int(r[-1]) for r in ranges) == (m[2] == "=")

    return lambda n: any(all(holds(m, abs(n)) for m in way) for way in ways)


# ---- the language


@dataclass(slots=True)
class Language:
    """A language: `names` are by section and id (`goods`, `zones`, `fields location` ...), nouns or plain texts."""

    id: str
    numbers: dict[str, str] = field(default_factory=dict)
    templates: dict[str, Template] = field(default_factory=dict)
    names: dict[str, dict[str, Any]] = field(default_factory=dict)

    def category(self, n: int) -> str:
        """The category of a number: the first whose rule holds, else `many`."""
        return next((category for category, rule in self.numbers.items() if _rule(rule)(n)), "many")

    def noun(self, section: str, id: str) -> tuple[Noun, Noun] | None:
        """A name in the singular and plural; None if the language has none."""
        data = self.names.get(section, {}).get(id)
        return None if data is None else nouns(data)

    def text(self, section: str, id: str) -> str | None:
        """A name or template that does not bend; of a noun, the nominative."""
        found = self.names.get(section, {}).get(id)
        return found if found is None or isinstance(found, str) else str(nouns(found)[0])


def pick(template: Template, gender: str, case: str) -> str:
    """The one of several templates that fits a gender and case."""
    if isinstance(template, str):
        return template
    for key in (f"{gender}.{case}", gender, case, "other"):
        if key in template:
            return template[key]
    return next(iter(template.values()))


def localized(symbols: Symbols, language: Language) -> Symbols:
    """Symbols whose goods, kinds, words, zones, fields and groups have the names of a language, where it has them."""

    def given(section: str, id: str, now: Any) -> Any:
        pair = language.noun(section, id)
        return now if pair is None else replace(now, name=pair[0])

    def fields(section: str, now: Mapping[str, Any]) -> dict[str, Any]:
        return {id: given(f"fields {section}", id, f) for id, f in now.items()}

    goods = {
        id: replace(good, name=pair[0], plural=pair[1]) if (pair := language.noun("goods", id)) else good
        for id, good in symbols.goods.items()
    }
    kinds = {}
    for id, kind in symbols.kinds.items():
        one, many = language.noun("kinds", id) or (kind.name, kind.plural)
        own, state = fields(id, kind.fields), fields(id, kind.state)
        kinds[id] = replace(kind, name=one, plural=many, fields=own, state=state)
    words = {}
    for id, vocabulary in symbols.words.items():
        told = {w: pair[0] for w in vocabulary.words if (pair := language.noun(f"words {id}", w))}
        words[id] = replace(vocabulary, names={**vocabulary.names, **told})
    groups = {id: pair for id in symbols.groups if (pair := language.noun("groups", id))}
    return replace(
        symbols,
        goods=goods,
        kinds=kinds,
        words=words,
        zones={id: given("zones", id, zone) for id, zone in symbols.zones.items()},
        group_names={**symbols.group_names, **groups},
        player=fields("player", symbols.player),
        table=fields("table", symbols.table),
    )
