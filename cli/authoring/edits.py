"""Changes to a text that leave all else as it is: parts replaced, and parts put in another order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Piece = str | tuple[int, int]
"""A new text, or a range of the old text, with the changes inside it."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What stands from `start` up to `end` becomes these pieces. Edits lie beside or in each other, never across."""

    start: int
    end: int
    pieces: tuple[Piece, ...]


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The text with all edits made. One that lies inside another is made where a range of the outer holds it."""
    return _apply(text, 0, len(text), sorted(edits, key=lambda e: (e.start, -e.end)))


def _apply(text: str, start: int, end: int, edits: Sequence[Edit]) -> str:
    out: list[str] = []
    at, n = start, 0
    while n < len(edits):
        edit, last = edits[n], n + 1
        while last < len(edits) and edits[last].end <= edit.end and edits[last].start >= edit.start:
            last += 1
        inner = edits[n + 1 : last]
        out.append(text[at : edit.start])
        for piece in edit.pieces:
            if isinstance(piece, str):
                out.append(piece)
            else:
                a, b = piece
                out.append(_apply(text, a, b, [e for e in inner if a <= e.start and e.end <= b]))
        at, n = edit.end, last
    out.append(text[at:end])
    return "".join(out)
