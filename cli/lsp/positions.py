"""Places as editors count them: lines from 0, columns in the units that editor and server agreed on."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate

from lsprotocol import types as lsp

from dsl.diagnostics import Span
from dsl.render import Lines

MARK = "\ufeff"  #: a byte order mark, which counts for the editor but not for the places in a file

_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Text:
    """A text as an editor has it. Offsets are those of the program: without a byte order mark."""

    def __init__(self, written: str, encoding: str = "utf-16") -> None:
        self.written = written
        self.text = written.removeprefix(MARK)
        self.lines = Lines(self.text)
        self._marked = len(written) - len(self.text)
        self._codec, self._width = _UNITS.get(encoding, _UNITS["utf-16"])

    def position(self, offset: int) -> lsp.Position:
        """The position of an offset; one outside the text is at its nearest end."""
        line, column = self.lines.line_col(offset)
        start = self.lines.starts[line - 1]
        units = self._units(self.text[start : start + column - 1])
        return lsp.Position(line - 1, units + (self._units(MARK) if line == 1 and self._marked else 0))

    def range(self, start: int, end: int) -> lsp.Range:
        """The range of characters `start` up to, not including, `end`."""
        return lsp.Range(self.position(start), self.position(max(start, end)))

    def span(self, span: Span) -> lsp.Range:
        """The range of a span; an empty one is where it is."""
        return self.range(span.start, span.end)

    def offset(self, position: lsp.Position) -> int:
        """The offset of a position; what is behind a line's end is at its end, inside a character before it."""
        if position.line >= len(self.lines.starts):
            return len(self.text)
        line = self.lines.line(position.line + 1)
        wanted = position.character - (self._units(MARK) if position.line == 0 and self._marked else 0)
        ends = list(accumulate(self._units(ch) for ch in line)) if not line.isascii() else range(1, len(line) + 1)
        return self.lines.starts[position.line] + bisect_right(ends, wanted)

    def _units(self, text: str) -> int:
        if text.isascii():
            return len(text)
        return len(text.encode(self._codec, "surrogatepass")) // self._width


def moved(old: str, new: str, at: int) -> int | None:
    """Where a place of an old text is in the new one, if what changed was one piece that does not hold it."""
    first, last = changed(old, new)
    if at <= first:
        return at
    return at + len(new) - len(old) if at >= len(old) - last else None


@lru_cache(maxsize=64)
def changed(old: str, new: str) -> tuple[int, int]:
    """How much is the same at the beginning and at the end of two texts."""
    most = min(len(old), len(new))
    first = _same(old, new, most)
    last = _same(old[first:][::-1], new[first:][::-1], most - first)
    return first, last


def _same(one: str, two: str, most: int) -> int:
    """How many characters two texts share at their beginning, at most `most`."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == two[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
