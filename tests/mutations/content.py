"""The content that slips are planted in: a pack's files, its effect texts, and how a word is misspelt."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cli.authoring.findings import Findings
from dsl import syntax as x
from dsl.parse.read import parse
from dsl.spanmap import Scalar
from engine.lint.run import subject_of
from engine.packs.document import Document

Change = tuple[Path, int, int, str]


def packs_in(folder: Path) -> list[Path]:
    """The folders of all packs in a folder, by name."""
    return [manifest.parent for manifest in sorted(folder.glob("*/pack.yaml"))]


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


class Content:
    """The files of one pack, linked with what it requires and with each pack that it has further files for, and its
    effect texts with the forms they are in."""

    def __init__(self, folder: Path) -> None:
        self.subject = subject_of(folder, Findings.beside(folder))
        self.symbols = self.subject.symbols
        own = [d for _, d in self.subject.documents if d.file in self.subject.files]
        self.documents: list[Document] = [*(pack.manifest for pack in self.subject.own), *own]
        self.scenarios: list[Document] = self.subject.scenarios
        self.card_ids = {card.id for card in self.subject.rules.cards}
        seen: dict[tuple[str, int], tuple[Scalar, str]] = {}
        for piece in self.subject.judged:
            span = piece.scalar.span(0, 1)
            seen.setdefault((span.file, span.start), (piece.scalar, piece.form))
        self.texts = list(seen.values())

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
