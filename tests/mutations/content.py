"""The content that slips are planted in: its files, its effect texts, and how a word is misspelt."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dsl import syntax as x
from dsl.parse import parse
from dsl.spanmap import Scalar
from engine.document import Document
from engine.lint.run import subject_of
from engine.lint.subject import Subject

Change = tuple[Path, int, int, str]


def misspelt(word: str, rng: random.Random) -> str:
    """A word with one letter left out, doubled, changed or exchanged with the next."""
    while True:
        n = rng.randrange(len(word))
        made = rng.choice(
            [
                word[:n] + word[n + 1 :],
                word[: n + 1] + word[n:],
                word[:n] + rng.choice("aeinorst") + word[n + 1 :],
                word[:n] + word[n : n + 2][::-1] + word[n + 2 :],
            ]
        )
        if made and made != word and re.fullmatch("[a-z][a-z0-9_]*", made):
            return made


@dataclass
class Content:
    """The files of some packs, and their effect texts with the forms they are in."""

    folders: list[Path]

    def __post_init__(self) -> None:
        self.subjects: list[Subject] = [subject_of(folder) for folder in self.folders]
        self.documents: list[Document] = [
            d for s in self.subjects for d in (*(p.manifest for p in s.own), *self._own(s))
        ]
        self.scenarios: list[Document] = [d for s in self.subjects for d in s.scenarios]
        self.symbols = self.subjects[-1].symbols
        seen: dict[tuple[str, int], tuple[Scalar, str]] = {}
        for subject in self.subjects:
            for piece in subject.judged:
                span = piece.scalar.span(0, 1)
                seen.setdefault((span.file, span.start), (piece.scalar, piece.form))
        self.texts = list(seen.values())
        self.card_ids = {card.id for s in self.subjects for card in s.rules.cards}

    @staticmethod
    def _own(subject: Subject) -> list[Document]:
        return [d for _, d in subject.documents if d.file in subject.files]

    # ---- where things stand
    def nodes(self, *types: type[x.Node]) -> Iterator[tuple[Scalar, Any]]:
        """The parts of effect texts of some types."""
        for scalar, form in self.texts:
            for node in x.walk(parse(scalar.text, form)):
                if isinstance(node, types):
                    yield scalar, node

    def at(self, scalar: Scalar, start: int, end: int, new: str) -> Change:
        """A change of some characters of a text."""
        span = scalar.span(start, end)
        return Path(span.file), span.start, span.end, new

    def values(self, value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
        """Every value in plain data with its path."""
        yield path, value
        for key, part in (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        ):
            yield from self.values(part, (*path, key))
