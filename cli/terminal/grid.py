"""Cards that lie in rows and columns, drawn as a grid: the map of a game."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from cli.terminal.lines import wrap

_GAP = 2  #: columns between two cells


def grid(head: Text, rows: Sequence[Sequence[tuple[Text, Text]]], width: int, *, full: bool) -> list[Text]:
    """Rows of cells in columns of equal width, with `head` before the first. A cell is all there is to say and, where
    that does not fit in its column and is not wanted in `full` on several lines, something shorter."""
    wide = (width - head.cell_len) // max(map(len, rows), default=1) - _GAP
    lines: list[Text] = []
    for row in rows:
        cells = [wrap(all_of_it, wide, 2) for all_of_it, _ in row]
        if not full:
            cells = [
                cell if len(cell) == 1 else [_begun(short, wide)] for cell, (_, short) in zip(cells, row, strict=True)
            ]
        for n in range(max(map(len, cells))):
            line = Text(" " * head.cell_len) if lines else Text.assemble(head)
            for cell in cells:
                part = cell[n].copy() if n < len(cell) else Text()
                part.pad_right(wide + _GAP - part.cell_len)
                line.append_text(part)
            line.rstrip()
            lines.append(line)
    return lines


def _begun(text: Text, width: int) -> Text:
    """As much of a text as a cell has space for."""
    begun = text.copy()
    begun.truncate(width)
    return begun
