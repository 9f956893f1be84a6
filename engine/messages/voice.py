"""The program's own voice: its messages, in the language of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.language import Language
from dsl.text.templates import Part, Templates
from engine.messages import MESSAGES


class Voice(Templates):
    """Says messages (`say`) in a language; None is English."""

    def __init__(self, language: Language | None = None) -> None:
        super().__init__(MESSAGES, language)

    def name(self, section: str, id: str) -> str:
        """What the language calls something of the content, bent where a hole asks for it; else the words of its id."""
        pair = self.language.noun(section, id) if self.language is not None else None
        if pair is None:
            return spaced(id)
        return self.filled(pair[0]) if "{" in pair[0] else pair[0]

    def count(self, row: str, n: int | str) -> str:
        """A row that is told of one and of many: `row.one` and `row.many`, which a language tells by category. A
        number that is not known is one of many."""
        if n == 1:
            return self.say(f"{row}.one")
        return self.say(
            f"{row}.many",
            n,
            gender=self.language.category(n) if self.language is not None and isinstance(n, int) else "",
        )

    def text(self, section: str, id: str, english: str) -> str:
        """A text of the content by its id, or the English."""
        return (self.language.text(section, id) if self.language is not None else None) or english

    def listed(self, parts: Iterable[Part]) -> Part:
        """Parts with commas between, in the case that a hole asks for."""
        made = list(parts)
        return self.part(lambda _: ", ".join(f"{part}" for part in made))


def spaced(id: str) -> str:
    """An id as words."""
    return id.replace("_", " ")


ENGLISH = Voice()
