"""The face of a card as SVG: a head with its band, a row for each field, a foot. Text is as large as can be."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from cli.gallery.faces import Face, Row
from cli.gallery.flow import GAP, SIGN, Atom, Line, atoms, cut, lines, width
from cli.gallery.signs import Sign, Signs, readable_on

SHAPES = (
    '<rect id="edge" class="edge" x=".5" y=".5" width="251" height="351" rx="11"/>'
    '<path id="band" class="rule" d="M.5 48V11.5A11 11 0 0 1 11.5 .5H240.5A11 11 0 0 1 251.5 11.5V48Z"/>'
    '<rect id="plate" class="plate" width="34" height="34" rx="5"/>'
)
"""What all cards have, to be defined once."""
WIDE, HIGH = 252, 352  #: four to a millimetre: 63 by 88 mm
_LEFT, _RIGHT, _TOP, _BOTTOM, _FOOT = 12, 240, 58, 326, 343
_LABEL = 60  #: how wide the column of labels is
_SIZES = (12.5, 11.5, 10.5, 9.5, 8.5, 7.5, 6.5)
_LEAST_EMBLEM = 44

Block = tuple[Row, list[Line], list[str]]


def drawn(face: Face, signs: Signs) -> str:
    """What is in the `svg` element of a card; signs are used by their ids."""
    return "".join([*_head(face, signs), *_body(face, signs), *_foot(face)])


def alone(face: Face, style: str) -> str:
    """One card as a file of SVG."""
    signs = Signs()
    inner = drawn(face, signs)
    about = escape(". ".join([face.title, face.kind, *(f"{label}: {text}" for label, text in face.lines)]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 {WIDE} {HIGH}" class="face" '
        f'role="img"><title>{escape(face.title)}</title><desc>{about}</desc><style>{style}</style>'
        f"<defs>{SHAPES}{signs.definitions()}</defs>{inner}</svg>\n"
    )


# ---- head and foot


def _head(face: Face, signs: Signs) -> Iterator[str]:
    yield f'<use href="#edge"/><use href="#band" fill="{face.color}"/>'
    left = _LEFT
    if face.number is not None:
        label, value = face.number
        yield f'<use href="#plate" x="8" y="7"/><text class="big" x="25" y="27">{value}</text>'
        yield f'<text class="tiny" x="25" y="37"{_fit(label, 6.2, 30)}>{escape(cut(label, 6.2, 34))}</text>'
        left = 50
    yield '<use href="#plate" x="210" y="7"/>' + signs.used(face.band or face.emblem, 214, 11, 26)
    yield f'<g fill="{readable_on(face.color)}">'
    yield from _named(face, left, 205 - left)
    yield "</g>"


def _named(face: Face, left: int, space: int) -> Iterator[str]:
    """The name, in two lines if it is long, and below it what the card is."""
    title, size, y = [face.title], 16, 23
    while size > 11 and width(face.title, size, bold=True) > space:
        size -= 1
    if width(face.title, size, bold=True) > space:
        first, *more = (_plain(line) for line in lines(atoms([(None, face.title)], bold=True), size, space))
        title, y = [first, *([" ".join(more)] if more else [])], 17
    for n, text in enumerate(title):
        shown = cut(text, size, space * 1.12, bold=True)
        fit = _fit(shown, size, space, bold=True)
        yield f'<text class="b" x="{left}" y="{y + 12 * n}" font-size="{size}"{fit}>{escape(shown)}</text>'
    below = cut(f"{face.kind} · {face.band.name}" if face.band is not None else face.kind, 9.5, space * 1.1)
    place = f'x="{left}" y="{38 if len(title) == 1 else 42}" font-size="9.5"'
    yield f"<text {place}{_fit(below, 9.5, space)}>{escape(below)}</text>"


def _foot(face: Face) -> Iterator[str]:
    yield f'<path class="hair" d="M{_LEFT} {_BOTTOM + 6}H{_RIGHT}"/>'
    yield f'<text class="m" x="{_LEFT}" y="{_FOOT}" font-size="8">{escape(cut(face.id, 8, 190))}</text>'
    if face.copies != 1:
        yield f'<text class="b e" x="{_RIGHT}" y="{_FOOT}" font-size="10">×{face.copies}</text>'


# ---- the rows


def _body(face: Face, signs: Signs) -> Iterator[str]:
    size, blocks = _laid_out(face.rows)
    y = float(_TOP)
    yield f'<g font-size="{size:g}">'
    for row, text, label in blocks:
        if not row.short:
            yield f'<path class="hair" d="M{_LEFT} {_n(y + 1)}H{_RIGHT}"/>'
            y += 4
        for n, part in enumerate(label):
            place = f'x="{_LEFT}" y="{_n(y + size + n * size * 0.95)}" font-size="{size * 0.8:g}"'
            yield f'<text class="m" {place}{_fit(part, size * 0.8, _LABEL - 3)}>{escape(part)}</text>'
        left = _LEFT + _LABEL if row.short else _LEFT
        for n, line in enumerate(text):
            yield from _line(line, left, y + size + n * size * _lead(row), size, signs)
        y += _high(text, label, row, size)
    yield "</g>"
    space = _BOTTOM - y
    if space > _LEAST_EMBLEM:
        side = min(space - 14, 120)
        words = (row.tokens[0][0] for row in face.rows if row.short and row.tokens)
        shown = next((one for one in words if one is not None), face.emblem)
        yield f'<g class="faint">{signs.used(shown, (WIDE - side) / 2, y + (space - side) / 2, side)}</g>'


def _laid_out(rows: list[Row]) -> tuple[float, list[Block]]:
    """The rows in lines, in the largest size in which all fit; in the smallest, what does not is left out."""
    blocks: list[Block] = []
    for size in _SIZES:
        blocks = [_block(row, size) for row in rows]
        if (
            sum(_high(text, label, row, size) + (0 if row.short else 4) for row, text, label in blocks)
            <= _BOTTOM - _TOP
        ):
            return size, blocks
    space, kept = float(_BOTTOM - _TOP), list[Block]()
    for row, text, label in blocks:
        fits = int((space - 12) // (size * _lead(row)))
        if fits < len(text):
            text = [*text[: fits - 1], [*text[fits - 1][:-1], Atom(["…"])]] if fits > 0 else []
        if not text:
            break
        kept.append((row, text, label))
        space -= _high(text, label, row, size) + (0 if row.short else 4)
    return size, kept


def _block(row: Row, size: float) -> Block:
    if row.short:
        label = [_plain(line) for line in lines(atoms([(None, row.label)]), size * 0.8, _LABEL - 4)]
        return row, lines(atoms(row.tokens), size, _RIGHT - _LEFT - _LABEL), label
    lead = list(atoms([(None, f"{row.label}:")], bold=True))
    return row, lines([*lead, *atoms(row.tokens)], size, _RIGHT - _LEFT), []


def _plain(line: Line) -> str:
    return " ".join(str(piece) for atom in line for piece in atom.pieces)


def _lead(row: Row) -> float:
    """How far lines are apart, by the size of their text."""
    return 1.42 if any(one is not None for one, _ in row.tokens) else 1.25


def _high(text: list[Line], label: list[str], row: Row, size: float) -> float:
    return max(len(text) * size * _lead(row), len(label) * size * 0.95) + size * 0.45


def _line(line: Line, left: float, y: float, size: float, signs: Signs) -> Iterator[str]:
    """A line of text; neighbouring words of one sort are one element."""
    space, x = width(" ", size), left
    run, start, bold = "", left, False

    def told() -> Iterator[str]:
        text = run.rstrip(" ")
        if text.strip():
            kind = ' class="b"' if bold else ""
            fit = f' textLength="{_n(width(text, size, bold=bold))}"' if len(text) > 3 else ""
            yield f'<text{kind} x="{_n(start)}" y="{_n(y)}"{fit}>{escape(text)}</text>'

    for n, atom in enumerate(line):
        if n:
            run, x = run + " ", x + space
        for piece in atom.pieces:
            if isinstance(piece, Sign) or atom.bold != bold:
                yield from told()
                run, start, bold = "", x, atom.bold
            if isinstance(piece, Sign):
                yield signs.used(piece, x, y - size * 0.98, size * SIGN)
                x += size * SIGN + GAP
                start = x
            else:
                run, x = run + piece, x + width(piece, size, bold=atom.bold)
    yield from told()


def _n(number: float) -> str:
    """A length, as exact as can be seen."""
    return f"{number:.1f}".removesuffix(".0")


def _fit(text: str, size: float, space: float, *, bold: bool = False) -> str:
    """The width of a text where it must be made narrower than it is."""
    return f' textLength="{space:g}" lengthAdjust="spacingAndGlyphs"' if width(text, size, bold=bold) > space else ""
