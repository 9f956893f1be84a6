"""Long texts at a terminal, a screen at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.terminal.style import Style, put

if TYPE_CHECKING:
    from rich.text import Text

    from cli.terminal.prompting import Reader
    from engine.messages.voice import Voice


def page(lines: list[Text], style: Style, reader: Reader, voice: Voice) -> str:
    """Shows lines, waiting after each screen of them; whatever is typed but an empty line stops it. Gives what was
    typed, if that was more than a wish to stop."""
    space = _space(style)
    if not style.typed or len(lines) <= space + 1:
        put(lines, style)
        return ""
    for start in range(0, len(lines), space):
        put(lines[start : start + space], style)
        left = len(lines) - start - space
        if left > 0 and (said := reader.pause(f"-- {voice.say('ask.more_lines', left)} -- ")):
            return "" if said.casefold() in ("q", "quit") else said
    return ""


def latest(lines: list[Text], style: Style, rest: str) -> list[Text]:
    """The last lines, as many as a screen holds; before them `rest`, if there are more."""
    from rich.text import Text

    from cli.terminal.lines import DIM

    space = _space(style)
    return lines if not style.typed or len(lines) <= space else [Text(rest, DIM), *lines[1 - space :]]


def _space(style: Style) -> int:
    """How many lines are shown at once."""
    return style.size[1] - 2
