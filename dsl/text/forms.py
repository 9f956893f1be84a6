"""Templates filled with what a program names: nouns, amounts and names, in English or another language."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from dsl.language import Language, Noun, localized, pick
from dsl.operators import OPERATORS
from dsl.program import Program
from dsl.symbols import Symbols
from dsl.text.templates import Templates
from dsl.text.words_en import WORDS, plural, spaced

T = TypeVar("T")


def english() -> dict[str, str]:
    """The whole English catalogue: the templates of the operator table, and the small words around them."""
    rows = {f"op.{row.name}": row.text for row in OPERATORS.values()}
    rows |= {f"op.{row.name}.{v}": text for row in OPERATORS.values() for v, text in row.variants.items()}
    return {**rows, **WORDS}


class Forms(Templates):
    """Fills templates with what a program names. `before` is the number before the next noun."""

    def __init__(
        self,
        symbols: Symbols,
        program: Program,
        words: dict[str, str] | None = None,
        language: Language | None = None,
    ) -> None:
        super().__init__({**english(), **(words or {})}, language)
        self.program = program
        self.symbols = symbols if language is None else localized(symbols, language)
        self.goods_named = self.symbols.good_list()
        self.kinds_named = self.symbols.kind_list()
        self.before: int | None = None

    # ---- templates
    def say_row(self, name: str, *parts: object, variant: str = "", gender: str = "") -> str:
        """A template of a row of the operator table, filled."""
        return self.say(f"op.{name}.{variant}" if variant else f"op.{name}", *parts, gender=gender)

    def as_in(self, template: str, hole: int, make: Callable[[], T]) -> T:
        """What is made in the case that a hole of a template asks for: for parts told before their template is."""
        text = pick(self.templates[template], "", self.case)
        return self.in_case(self.case_of_hole(text, str(hole), self.case), make)

    def case_of_hole(self, text: str, hole: str, usual: str) -> str:
        """The case that a hole of a text asks for, or the `usual` one."""
        found = re.search(rf"\{{{hole}:([^}}|]+)\}}", text)
        return self._form(found[1])[1] if found else usual

    # ---- nouns and names
    def bent(self, text: str) -> str:
        """A noun in the case told in; any other text as it is."""
        return text.case(self.case) if isinstance(text, Noun) else text

    def number_of(self, pair: tuple[str, str], many: bool) -> str:
        """The singular or plural of a noun, or its form after the number that stands before it, which is then used."""
        n, self.before = self.before, None
        noun = pair[many]
        if n is not None and self.language is not None and isinstance(noun, Noun):
            return noun.counted(self.language.category(n)) if n != 1 else pair[0]
        return noun

    def counting(self, n: int | None, make: Callable[[], T]) -> T:
        """What is made after a number: its first noun has the form that the number wants."""
        self.before = n
        try:
            return make()
        finally:
            self.before = None

    def named(self, section: str, id: str) -> str:
        """A name in the language told in; without one, the words of the id."""
        if self.language is not None and (pair := self.language.noun(section, id)) is not None:
            return pair[0]
        return self.words_of(id)

    def words_of(self, id: str) -> str:
        """An id as words; the names of kinds in it are written as they are for people."""
        names = {name.lower(): name for kind in self.kinds_named for name in (kind.name, kind.plural)}
        return " ".join(names.get(word, word) for word in spaced(id).split())

    def known(self, section: str, id: str) -> bool:
        """Whether the language told in has a name of its own."""
        return self.language is not None and id in self.language.names.get(section, {})

    def pair(self, id: str) -> tuple[str, str]:
        """A noun of the catalogue in singular and plural."""
        if self.language is not None and (pair := self.language.noun("nouns", id)) is not None:
            return pair
        one, many = str(self.templates[id]).split("|")
        return one, many

    def spoken_word(self, id: str) -> tuple[str, str]:
        """What one word of a vocabulary is called, and several of them."""
        if self.language is not None and (pair := self.language.noun("vocabularies", id)) is not None:
            return pair
        return spaced(id), plural(spaced(id))

    @staticmethod
    def gender(noun: str) -> str:
        """The gender of a noun; nothing in English."""
        return noun.gender if isinstance(noun, Noun) else ""
