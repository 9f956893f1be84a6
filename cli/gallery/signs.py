"""Signs, which stand on cards for goods, words and kinds: a drawing of a pack or, without one, a badge with letters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from dsl.symbols import Drawing
from engine.schema.drawings import SIZE

PALETTE = ("#5b4a8a", "#2f6f5e", "#8a4a2f", "#2f5a8a", "#7a2f5a", "#5f6b1f")  #: of words without a colour of their own
_PAINT = {"ink": 'class="ink"', "paper": 'class="paper"', "none": 'fill="none"'}
_ATTRIBUTES = {"circle": ("cx", "cy", "r"), "rect": ("x", "y", "width", "height", "rx")}


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign. `name` is what it stands for; without a drawing `letters` are written on a badge."""

    name: str
    drawing: Drawing | None
    letters: str

    @property
    def color(self) -> str:
        return self.drawing.color if self.drawing is not None else ""


def sign(name: str, drawing: Drawing | None, short: str = "") -> Sign:
    """The sign of something called `name`; `short` are the letters to write where there is no drawing."""
    return Sign(name, drawing, (short or name.strip()[:2].capitalize())[:3])


class Signs:
    """The signs in use, each under an id of the page."""

    def __init__(self) -> None:
        self._ids: dict[tuple[Drawing | None, str], str] = {}
        self._all: dict[str, Sign] = {}

    def id(self, one: Sign) -> str:
        """The id under which a sign is defined."""
        key = (one.drawing, "" if one.drawing is not None else one.letters)
        if key not in self._ids:
            self._ids[key] = f"s{len(self._ids)}"
            self._all[self._ids[key]] = one
        return self._ids[key]

    def used(self, one: Sign, x: float, y: float, size: float) -> str:
        """A sign at a place, as an element."""
        x, y, size = round(x, 1), round(y, 1), round(size, 1)
        return f'<use href="#{self.id(one)}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'

    def definitions(self) -> str:
        """All signs in use, as elements that draw nothing by themselves."""
        return "".join(_symbol(id, one) for id, one in self._all.items())


def _symbol(id: str, one: Sign) -> str:
    inner = "".join(_drawn(one.drawing)) if one.drawing is not None else _badge(one.letters)
    return f'<symbol id="{id}" viewBox="0 0 {SIZE} {SIZE}"><g class="sign">{inner}</g></symbol>'


def _drawn(drawing: Drawing) -> Iterator[str]:
    color = escape(drawing.color)  # also as the current colour, from which a page makes a darker one for the dark
    tint = f'class="tint" fill="{color}" color="{color}"' if color else _PAINT["paper"]
    for form, data, fill in drawing.shapes:
        paint = tint if fill == "tint" else _PAINT[fill]
        if form in _ATTRIBUTES:
            named = zip(_ATTRIBUTES[form], data.split(), strict=False)
            placed = " ".join(f'{name}="{escape(value)}"' for name, value in named)
            yield f"<{form} {placed} {paint}/>"
        else:
            yield f'<{form} {"d" if form == "path" else "points"}="{escape(data)}" {paint}/>'


def _badge(letters: str) -> str:
    size = {1: 18, 2: 15}.get(len(letters), 11)
    return (
        '<circle cx="16" cy="16" r="14" class="paper"/>'
        f'<text class="letters" x="16" y="{16 + size * 0.36:g}" font-size="{size}">{escape(letters)}</text>'
    )


def readable_on(color: str) -> str:
    """The darkest or the lightest, whichever is easier to read on a colour written as #rrggbb."""
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    luminance = sum(share * p for share, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return "#000000" if (luminance + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"
