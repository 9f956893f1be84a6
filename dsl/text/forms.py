"""Filling templates: in English, or in another language with its cases, genders and categories of number."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from dsl.language import NOMINATIVE, Language, Noun, Template, localized, pick
from dsl.operators import OPERATORS
from dsl.program import Program
from dsl.symbols import Symbols
from dsl.text.words_en import WORDS, plural, spaced

T = TypeVar("T")

FORMS = ("who", "one", "many", "a", "each")
"""The forms in which a template can want a part, beside its case: as the subject, or a noun with or without article."""


def english() -> dict[str, str]:
    """The whole English catalogue: the templates of the operator table, and the small words around them."""
    rows = {f"op.{row.name}": row.text for row in OPERATORS.values()}
    rows |= {f"op.{row.name}.{v}": text for row in OPERATORS.values() for v, text in row.variants.items()}
    return {**rows, **WORDS}


class Part:
    """A part of a template that is put into words when its turn comes."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[str], str]) -> None:
        self.make = make

    def __format__(self, form: str) -> str:
        return self.make(form)


class Forms:
    """Fills templates. `case` is the one that is told in at the moment, `before` the number before the next noun."""

    def __init__(
        self,
        symbols: Symbols,
        program: Program,
        words: dict[str, str] | None = None,
        language: Language | None = None,
    ) -> None:
        self.program, self.language = program, language
        self.symbols = symbols if language is None else localized(symbols, language)
        self.templates: dict[str, Template] = {**english(), **(words or {})}
        if language is not None:
            self.templates |= language.templates
        self.goods_named = self.symbols.good_list()
        self.kinds_named = self.symbols.kind_list()
        self.case = NOMINATIVE
        self.before: int | None = None
        self._it = Part(self._agreeing)
        self._you = Part(self._acting)

    def _agreeing(self, forms: str) -> str:
        """The form of a verb that agrees with its subject."""
        raise NotImplementedError

    def _acting(self, forms: str) -> str:
        """A verb for who acts."""
        raise NotImplementedError

    # ---- templates
    def say(self, template: str, *parts: object, gender: str = "") -> str:
        """A template of the catalogue or the operator table, filled. `gender` picks among several."""
        text = pick(self.templates[template], gender, self.case)
        if self.language is None:
            return text.format(*parts, it=self._it, you=self._you)
        case = self.case
        filled = text.format(*(self._bound(p) for p in parts), it=self._it, you=self._you)
        self.case = case
        return re.sub(" {2,}", " ", filled).strip()

    def say_row(self, name: str, *parts: object, variant: str = "", gender: str = "") -> str:
        """A template of a row of the operator table, filled."""
        return self.say(f"op.{name}.{variant}" if variant else f"op.{name}", *parts, gender=gender)

    def _bound(self, part: object) -> object:
        """A noun, bent as its hole wants it; what is in words already stays as it is."""
        if isinstance(part, Noun):
            return Part(lambda form: part.case(self._form(form)[1]))
        return part if isinstance(part, Part) else Part(lambda _: str(part))

    def _form(self, form: str) -> tuple[str, str]:
        """What a hole asks for: a form, and a case (for a subject the nominative, otherwise the one told in)."""
        words = form.split(".") if form else []
        wanted = next((w for w in words if w in FORMS), "")
        default = NOMINATIVE if wanted == "who" else self.case
        return wanted, next((w for w in words if w not in FORMS), default)

    def part(self, make: Callable[[str], str]) -> Part:
        """A part that is put into words in the form and the case its hole asks for."""
        if self.language is None:
            return Part(make)

        def told(form: str) -> str:
            wanted, case = self._form(form)
            return self.in_case(case, lambda: make(wanted))

        return Part(told)

    def in_case(self, case: str, make: Callable[[], T]) -> T:
        """What is made while a case is told in."""
        outer, self.case = self.case, case
        try:
            return make()
        finally:
            self.case = outer

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
