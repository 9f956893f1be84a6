"""Text in lines: how wide it is, and where it breaks. No browser is asked, so that a card is the same everywhere.

Widths are those of Helvetica and Arial, and of what stands in for them. Where a reader has another font, each piece of
text is still given the width it was laid out with.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from cli.gallery.signs import Sign

Token = tuple[Sign | None, str]
"""A piece of text that begins with a sign, or with none."""

_WIDTHS = {  # in thousandths of the size of the text
    278: " \u00a0·!,./:;[\\]ft|I", 222: "ijlł’‘'", 333: "()-`r{}*„”“", 355: '"', 500: "ckvsxyzJ",
    556: "Ł–#$0123456789?_abdeghnopquL", 584: "+<=>~×", 611: "FTZ", 667: "ABEKPSVXY&", 722: "CDHNRUw", 778: "GOQ",
    833: "mM", 889: "%", 944: "W", 1000: "—…", 1015: "@",
}  # fmt: skip
_WIDTH = {char: width / 1000 for width, chars in _WIDTHS.items() for char in chars}
_BOLD = 1.08


@lru_cache(maxsize=4096)
def _char(char: str) -> float:
    base = unicodedata.normalize("NFD", char)[0]
    if unicodedata.combining(char):
        return 0.0
    return _WIDTH.get(base) or (1.0 if unicodedata.east_asian_width(char) in "WF" else 0.66)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is, in the unit of its size."""
    return sum(map(_char, text)) * size * (_BOLD if bold else 1)


def cut(text: str, size: float, most: float, *, bold: bool = False) -> str:
    """A text, shortened with dots if it is wider than `most`."""
    if width(text, size, bold=bold) <= most:
        return text
    while text and width(text + "…", size, bold=bold) > most:
        text = text[:-1]
    return text.rstrip() + "…"


@dataclass(slots=True)
class Atom:
    """What stays together on a line: pieces, each a sign or a text. `text` is bold if the atom is."""

    pieces: list[Sign | str]
    bold: bool = False

    def wide(self, size: float) -> float:
        """How wide it is in text of a size."""
        wide = (size * SIGN + GAP if isinstance(p, Sign) else width(p, size, bold=self.bold) for p in self.pieces)
        return sum(wide)


SIGN = 1.3  #: the side of a sign, by the size of the text it stands in
GAP = 1.5  #: what is left free behind a sign

Line = list[Atom]


def atoms(tokens: Iterable[Token], *, bold: bool = False) -> Iterator[Atom]:
    """The atoms of some text: it may break at its spaces."""
    now = Atom([], bold)
    for one, text in tokens:
        if one is not None:
            now.pieces.append(one)
        first, *rest = text.split(" ")
        if first:
            now.pieces.append(first)
        for word in rest:
            if now.pieces:
                yield now
            now = Atom([word] if word else [], bold)
    if now.pieces:
        yield now


def lines(parts: Iterable[Atom], size: float, most: float) -> list[Line]:
    """Atoms in lines that are at most so wide; one that is wider stands alone."""
    space = width(" ", size)
    out: list[Line] = []
    used = 0.0
    for atom in parts:
        wide = atom.wide(size)
        if out and used + space + wide <= most:
            out[-1].append(atom)
            used += space + wide
        else:
            out.append([atom])
            used = wide
    return out
