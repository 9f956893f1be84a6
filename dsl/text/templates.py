"""Filling templates, in English or in another language with its cases, genders and categories of number.

Whatever is said in a language goes through here: the rules text (`dsl.text.forms`) and the messages of the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from dsl.language import NOMINATIVE, Language, Noun, Template, pick

T = TypeVar("T")

FORMS = ("who", "one", "many", "a", "each")
"""The forms in which a template can want a part, beside its case: as the subject, or a noun with or without article."""


class Part:
    """A part of a template that is put into words when its turn comes."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[str], str]) -> None:
        self.make = make

    def __format__(self, form: str) -> str:
        return self.make(form)


def agreeing(forms: str, number: str, person: str) -> str:
    """The form of a verb that agrees with its subject: `one|many`, or `one|many|you|they` where a language needs it."""
    one, many, *more = forms.split("|")
    if person and more:
        return more[0] if person == "you" or len(more) == 1 else more[1]
    return many if number == "many" else one


class Templates:
    """Fills templates. `case` is the one that is told in at the moment."""

    def __init__(self, english: Mapping[str, str], language: Language | None) -> None:
        self.language = language
        self.templates: dict[str, Template] = {**english}
        if language is not None:
            self.templates |= language.templates
        self.case = NOMINATIVE
        self._it = Part(self._agreeing)
        self._you = Part(self._acting)

    def _agreeing(self, forms: str) -> str:
        """The form of a verb that agrees with its subject."""
        return agreeing(forms, "one", "")

    def _acting(self, forms: str) -> str:
        """A verb for who acts."""
        return forms.split("|")[0]

    def say(self, template: str, *parts: object, gender: str = "") -> str:
        """A template of the catalogue or the operator table, filled. `gender` picks among several."""
        return self.filled(pick(self.templates[template], gender, self.case), *parts)

    def filled(self, text: str, *parts: object) -> str:
        """The text of a template, filled."""
        if self.language is None:
            return text.format(*parts, it=self._it, you=self._you)
        case = self.case
        filled = text.format(*(self._bound(p) for p in parts), it=self._it, you=self._you)
        self.case = case
        return re.sub(" {2,}", " ", filled).strip()

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
