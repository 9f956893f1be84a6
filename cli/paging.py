"""Long texts at a terminal, a screen at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.style import Style, put

if TYPE_CHECKING:
    from rich.text import Text

    from cli.prompting import Reader


def page(lines: list[Text], style: Style, reader: Reader) -> None:
    """Shows lines, waiting after each screen of them; whatever is typed but an empty line stops it."""
    space = style.size[1] - 2
    if not style.typed or len(lines) <= space + 1:
        put(lines, style)
        return
    for start in range(0, len(lines), space):
        put(lines[start : start + space], style)
        left = len(lines) - start - space
        if left > 0 and not reader.pause(f"-- {left} more lines: Enter goes on, q stops -- "):
            return
