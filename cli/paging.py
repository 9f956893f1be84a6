"""Long texts at a terminal, a screen at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.style import Style, put

if TYPE_CHECKING:
    from rich.text import Text

    from cli.prompting import Reader


def page(lines: list[Text], style: Style, reader: Reader) -> None:
    """Shows lines, waiting after each screen of them; whatever is typed but an empty line stops it."""
    room = style.size[1] - 2
    if not style.typed or len(lines) <= room + 1:
        put(lines, style)
        return
    for start in range(0, len(lines), room):
        put(lines[start : start + room], style)
        left = len(lines) - start - room
        if left > 0 and not reader.pause(f"-- {left} more lines: Enter goes on, q stops -- "):
            return
