"""Where in the source of a YAML file each character of a scalar's value stands, exactly, for every scalar style.

A YAML reader tells only where a scalar begins and ends. Between the two lie quotes, escapes, indentation and folded
line breaks, so a place in the value is not simply a place in the file. `span_map` reads the scalar's source again,
keeping places, and checks itself: it answers only if it arrives at the very value the YAML reader gave. `Scalar` asks
for that map only when a place is wanted that cannot be told without it.

All places are character offsets into the file's text, which must not begin with a byte order mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.diagnostics import Span
from dsl.render import Lines

_BREAKS = "\r\n\x85\u2028\u2029"  # what YAML 1.1 takes for a line break
_ESCAPES = {
    "0": "\0", "a": "\x07", "b": "\x08", "t": "\t", "\t": "\t", "n": "\n", "v": "\x0b", "f": "\x0c", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "\\": "\\", "/": "/", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_ESCAPES = {"x": 2, "u": 4, "U": 8}
_PROPERTIES = re.compile(r"(?:[&!]\S*(?:\s+|#[^\r\n\x85\u2028\u2029]*)*)*")
_HEADER = re.compile(r"([|>])([-+0-9]*)")
_BLOCK_LINE = re.compile(r"( *)([^\r\n\x85\u2028\u2029]*)(?:\r\n|[\r\n\x85\u2028\u2029]|\Z)")
_TRIES = 40  # how many more indentations are tried for a block scalar before giving up

# One character of the value, and where its source starts and ends (for a folded line break, where the break does).
_Piece = tuple[str, int, int]


class Scalar:
    """A text written as a scalar of a YAML file: `text` is its value, from whose places those in the file are found."""

    __slots__ = ("_end", "_file", "_lines", "_map", "_shift", "_sought", "_start", "_style", "text")

    def __init__(self, text: str, file: str, lines: Lines, start: int, end: int, style: str = "") -> None:
        """The scalar of value `text` at `start` up to `end` of a file, of a `style` as in `span_map`."""
        self.text = text
        self._file = file
        self._lines = lines
        self._start = start
        self._end = end
        self._style = style
        self._sought = False
        self._shift: int | None = None  # where the value stands, if it is written in the file as it is
        self._map: SpanMap | None = None

    @classmethod
    def of_text(cls, text: str, file: str = "<text>") -> Scalar:
        """A text that stands in no YAML file, but is shown as a file of its own."""
        return cls(text, file, Lines(text), 0, len(text))

    @property
    def file(self) -> str:
        """The path of the file it stands in, as shown to the user."""
        return self._file

    @property
    def place(self) -> int:
        """Where it begins in its file, with its quotes or the header of its block."""
        return self._start

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The exact place of text[start:end] in the file, or the place of the whole scalar if it cannot be told. An
        empty range is an empty place; at the end of a block of text it is before the line breaks that end the block."""
        size = len(self.text)
        start = min(max(start, 0), size)
        end = size if end is None else min(max(end, start), size)
        if not self._sought:
            self._find()
        if self._shift is not None:
            return Span(self._file, self._shift + start, self._shift + end)
        if self._map is not None:
            return Span(self._file, *self._map.span(start, end))
        return Span(self._file, self._start, scalar_end(self._lines.text, self._start, self._end, self._style))

    def line(self, offset: int) -> int:
        """The line of the file, from 1, on which text[offset] stands."""
        if self._style != "|" or offset >= len(self.text):
            return self._lines.line_col(self.span(offset, offset).start)[0]
        # Each line of a literal scalar's value is a line of the file; the first is that after the header.
        return self._lines.line_col(self._start)[0] + 1 + self.text.count("\n", 0, max(offset, 0))

    def _find(self) -> None:
        self._sought = True
        source, quote = self._lines.text, len(self._style) if self._style in ("'", '"') else 0
        if source[self._start + quote : self._end - quote] == self.text:
            self._shift = self._start + quote
        else:
            self._map = span_map(source, self.text, self._start, self._end, self._style)


def scalar_end(source: str, start: int, end: int, style: str) -> int:
    """Where a scalar ends to the eye: the YAML reader's end of a block of text takes in the empty lines after it."""
    return start + len(source[start:end].rstrip()) if style in ("|", ">") else end


class SpanMap:
    """The places of a value's characters: value[i] stands at `starts[i]` up to, not including, `ends[i]`."""

    __slots__ = ("_tail", "ends", "starts")

    def __init__(self, pieces: list[_Piece], opening: int, *, block: bool = False) -> None:
        self.starts = [piece[1] for piece in pieces]
        self.ends = [piece[2] for piece in pieces]
        last = len(pieces)
        while block and last and pieces[last - 1][0] == "\n":
            last -= 1
        self._tail = self.ends[last - 1] if last else self.starts[0] if pieces else opening

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Start and end in the source of value[start:end]. An empty range is an empty place before value[start], or,
        at the end of the value, after its last character (in a block scalar, its last that is not a line break)."""
        size = len(self.starts)
        start = min(max(start, 0), size)
        end = min(max(end, start), size)
        if start < end:
            return self.starts[start], self.ends[end - 1]
        place = self.starts[start] if start < size else self._tail
        return place, place


def span_map(source: str, value: str, start: int, end: int, style: str | None) -> SpanMap | None:
    """The map of a scalar of this `value` and `style` whose source is source[start:end]; None if it cannot be made.

    For an event or node of PyYAML these are `value`, `start_mark.index`, `end_mark.index` and `style`: None or "" for a
    plain scalar, else its opening character (`'`, `"`, `|` or `>`).
    """
    properties = _PROPERTIES.match(source, start, end)  # the marks take in an anchor and a tag
    at = properties.end() if properties else start
    if style in ("|", ">"):
        for indent in _indents(source, at, end):
            pieces = _block(source, at, end, indent)
            if _spells(pieces, value):
                return SpanMap(pieces, at, block=True)
        return None
    opening = at + 1 if style in ("'", '"') else at
    flow = _flow(source, opening, end, style or "")
    return SpanMap(flow, opening) if flow is not None and _spells(flow, value) else None


def _spells(pieces: list[_Piece], value: str) -> bool:
    return len(pieces) == len(value) and "".join(piece[0] for piece in pieces) == value


def _break(source: str, at: int) -> _Piece:
    """The line break at a place. All breaks but U+2028 and U+2029 are read as a line feed."""
    if source.startswith("\r\n", at):
        return "\n", at, at + 2
    return "\n" if source[at] in "\r\n\x85" else source[at], at, at + 1


def _flow(source: str, at: int, end: int, quote: str) -> list[_Piece] | None:
    """The characters of a plain or quoted scalar, up to its closing quote; None if an escape is malformed."""
    out: list[_Piece] = []
    while at < end:
        ch = source[at]
        if ch == quote:
            if quote == '"' or not source.startswith("''", at):
                break
            out.append(("'", at, at + 2))
            at += 2
        elif ch in " \t" or ch in _BREAKS:
            stop = at
            while stop < end and source[stop] in " \t":
                stop += 1
            if stop < end and source[stop] in _BREAKS:  # blanks before a line break are dropped
                at = _fold(source, stop, end, out)
            else:
                out.extend((source[k], k, k + 1) for k in range(at, stop))
                at = stop
        elif ch == "\\" and quote == '"':
            letter = source[at + 1 : at + 2]
            if letter and letter in _BREAKS:
                at = _fold(source, at + 1, end, out, escaped=True)
                continue
            stop = at + 2 + _HEX_ESCAPES.get(letter, 0)
            meant = _unescape(letter, source[at + 2 : stop])
            if meant is None:
                return None
            out.append((meant, at, stop))
            at = stop
        else:
            out.append((ch, at, at + 1))
            at += 1
    return out


def _unescape(letter: str, digits: str) -> str | None:
    if letter in _HEX_ESCAPES:
        try:
            return chr(int(digits, 16))
        except (ValueError, OverflowError):
            return None
    return _ESCAPES.get(letter)


def _fold(source: str, at: int, end: int, out: list[_Piece], *, escaped: bool = False) -> int:
    """Adds what the line breaks and indentation from the break at `at` are read as; gives the place after them. One
    break is a space, or nothing if escaped; of several, all but the first stay."""
    breaks: list[_Piece] = []
    while at < end and (source[at] in _BREAKS or source[at] in " \t"):
        if source[at] in _BREAKS:
            breaks.append(_break(source, at))
            at = breaks[-1][2]
        else:
            at += 1
    first, rest = breaks[0], breaks[1:]
    if not escaped:
        if first[0] != "\n":
            out.append(first)
        elif not rest:
            out.append((" ", first[1], first[2]))
    out.extend(rest)
    return at


def _indents(source: str, at: int, end: int) -> Iterator[int]:
    """The indentations that the block scalar at a place may have, the likeliest first. Nearly always there is one: a
    reader takes the first line's, unless the header gives a number, which counts from the unknown parent's."""
    header = _HEADER.match(source, at, end)
    given = re.search(r"[1-9]", header[2]) if header else None
    lines: list[tuple[int, bool]] = []  # spaces a line begins with, and whether anything follows them
    first_line = _BLOCK_LINE.match(source, at, end)
    place = first_line.end() if first_line else end
    while place < end and (line := _BLOCK_LINE.match(source, place, end)):
        lines.append((len(line[1]), bool(line[2])))
        place = line.end()
    filled = [spaces for spaces, text in lines if text]
    if given is None:
        blank = 0
        for spaces, text in lines:
            blank = max(blank, spaces)
            if text:
                break
        yield max(blank, 1)
    top = min(filled) if filled else max((spaces for spaces, _ in lines), default=1)
    least = int(given[0]) if given else 1
    top = max(top, least)
    yield from range(top, max(least, top - _TRIES) - 1, -1)


def _block(source: str, at: int, end: int, indent: int) -> list[_Piece]:
    """The characters of the literal or folded scalar whose header is at `at`, for an indentation."""
    header = _HEADER.match(source, at, end)
    folded, chomp = (header[1] == ">", header[2]) if header else (False, "")
    first_line = _BLOCK_LINE.match(source, at, end)
    at = first_line.end() if first_line else end
    out: list[_Piece] = []
    blank: list[_Piece] = []  # the breaks of empty lines since the last line of text
    last: _Piece | None = None  # the break of that line
    was_leading = False  # whether that line began with a blank after its indentation
    while at < end:
        text = at
        while text < end and text - at < indent and source[text] == " ":
            text += 1
        if text < end and source[text] in _BREAKS:
            blank.append(_break(source, text))
            at = blank[-1][2]
            continue
        if text == end or text - at < indent:
            break
        leading = source[text] in " \t"
        if last is not None:
            if not folded or last[0] != "\n" or was_leading or leading:
                out.append(last)
            elif not blank:
                out.append((" ", last[1], last[2]))
        out.extend(blank)
        blank, last, was_leading = [], None, leading
        stop = text
        while stop < end and source[stop] not in _BREAKS:
            stop += 1
        out.extend((source[k], k, k + 1) for k in range(text, stop))
        if stop == end:
            break
        last = _break(source, stop)
        at = last[2]
    if last is not None and "-" not in chomp:
        out.append(last)
    if "+" in chomp:
        out.extend(blank)
    return out
