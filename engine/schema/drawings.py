"""The shape of drawings: small pictures of goods, words and kinds, as plain data in a square of 32 by 32.

A pack is not trusted, and a drawing ends up in a page. So it is no SVG but a few numbers: outlines, circles, rectangles
and polygons with one of four fills. Nothing in it can be a script, a link, a style or an element of another sort.
"""

from __future__ import annotations

from engine.schema.shapes import Schema, by_id, closed, either, one_of, pattern

SIZE = 32  #: the side of the square that drawings are made in
MAX_SHAPES = 12
FILLS = ("tint", "ink", "paper", "none")
_NUMBER = r"-?[0-9]{1,3}(?:\.[0-9]{1,2})?"
_PATH = "[MmLlHhVvCcSsQqTtAaZz0-9 .,-]{1,400}"
FORMS: dict[str, tuple[str, str, str]] = {
    "path": (
        f"[Mm]{_PATH}",
        "an outline: the data of an SVG path, beginning with M, of at most 400 characters",
        "M4 28 L16 4 L28 28 Z",
    ),
    "circle": (rf"{_NUMBER}(?: {_NUMBER}){{2}}", "a circle: three numbers, x y radius, as in 16 16 9", "16 16 9"),
    "rect": (
        rf"{_NUMBER}(?: {_NUMBER}){{3,4}}",
        "a rectangle: x y width height, and how round it is",
        "4 8 24 16 2",
    ),
    "polygon": (
        rf"{_NUMBER} {_NUMBER}(?: {_NUMBER} {_NUMBER}){{2,39}}",
        "a polygon: from 3 to 40 points, x y each",
        "4 28 16 4 28 28",
    ),
}
"""How each form is written: as a regular expression, in words, and by an example."""


def drawings() -> Schema:
    """The shape of the key `drawings` of a vocabulary."""
    fill = one_of(
        "What it is filled with: its colour, the colour of lines, that of the card, or nothing.", FILLS, default="tint"
    )
    forms = []
    for form, (expression, about, example) in FORMS.items():
        written = pattern(f"As {about}.", expression, f"not {about}", examples=[example])
        forms.append(closed(f"As {about}.", {form: written, "fill": fill}, [form]))
    shapes: Schema = {
        "type": "array",
        "items": either("One form.", *forms),
        "minItems": 1,
        "maxItems": MAX_SHAPES,
        "description": "The forms it is made of, the first behind the others.",
    }
    color = pattern("Its colour, `tint`.", "#[0-9a-f]{6}", "not a colour, as in #c0392b", examples=["#c0392b"])
    one = closed(
        "A picture in a square of 32 by 32, counted from the upper left. Its forms have outlines, by which it is known "
        "where there is no colour.",
        {"color": color, "shapes": shapes},
        ["shapes"],
        examples=[{"color": "#d9a400", "shapes": [{"circle": "16 16 10"}]}],
    )
    return by_id("Pictures for goods, words and kinds, which name them.", "A drawing.", one, declares="drawing")
