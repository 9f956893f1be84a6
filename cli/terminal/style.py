"""How the program looks on this terminal: its size, and whether it shows colours, boxes and more than ASCII."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cli.report import colorful, say, without_color
from dsl.render import printable

if TYPE_CHECKING:
    from rich.text import Text

NARROWEST = 40
_ENDLESS = 10_000
_SIZE = (80, 24)  #: of a terminal that does not tell
_INSTEAD = {
    "·": "-", "─": "-", "━": "=", "█": "#", "░": ".", "→": ">", "×": "x", "…": "...", "–": "-", "—": "-", "│": "|",
    "ł": "l", "Ł": "L", "ß": "ss", "’": "'", "“": '"', "”": '"', "„": '"', "•": "*", "▁": "_",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """`linear`: plain lines without boxes, columns or colour, as a screen reader wants them. `typed`: a person types at
    a terminal, so lines can be edited and completed."""

    ascii: bool = False
    linear: bool = False
    color: bool = False
    typed: bool = False
    fixed: tuple[int, int] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines; asked for each time, as the window may have changed."""
        width, height = self.fixed or shutil.get_terminal_size(_SIZE)
        return max(width, NARROWEST), max(height, 10)


def style_here(*, ascii: bool = False, linear: bool = False) -> Style:
    """The style for the streams of this process. Where nobody looks at a terminal it is linear."""
    shown = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    if linear:
        without_color(sys.stdout, sys.stderr)
    color = colorful(sys.stdout)
    if ascii:
        write_ascii()
    return Style(ascii or not unicode, linear or not shown, color, shown and sys.stdin.isatty())


def ascii_only(text: str) -> str:
    """The text with every character that ASCII has not said otherwise, or left out if there is no way to."""
    if text.isascii():
        return text
    out = []
    for ch in text:
        if ch.isascii():
            out.append(ch)
        elif ch in _INSTEAD:
            out.append(_INSTEAD[ch])
        else:
            out.append(unicodedata.normalize("NFKD", ch).encode("ascii", "ignore").decode() or "?")
    return "".join(out)


def _without(error: UnicodeError) -> tuple[str, int]:
    """What is written for characters that a stream of ASCII cannot have."""
    assert isinstance(error, UnicodeEncodeError)
    return ascii_only(error.object[error.start : error.end]), error.end


def write_ascii() -> None:
    """From now on everything is written in ASCII."""
    codecs.register_error("state51.ascii", _without)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="ascii", errors="state51.ascii")


def put_text(text: str, style: Style, indent: int = 0) -> None:
    """Prints a text; where lines are drawn broken between words, all but the first `indent` columns in."""
    if style.linear:
        say(text)
        return
    from rich.text import Text

    from cli.terminal.lines import wrap

    put([line for part in text.split("\n") for line in wrap(Text(part), style.size[0], indent)], style)


def put(lines: list[Text], style: Style) -> None:
    """Prints lines as they are: they are no longer than the terminal is wide."""
    sys.stdout.write(rendered(lines, style))
    sys.stdout.flush()


def rendered(lines: list[Text], style: Style) -> str:
    """What is written to show some lines."""
    from io import StringIO

    from rich.console import Console

    out = StringIO()
    system: Literal["auto"] | None = "auto" if style.color else None  # as many colours as there are here
    console = Console(
        file=out, force_terminal=style.color, color_system=system, width=_ENDLESS, highlight=False, emoji=False
    )
    for line in lines:
        shown = line.copy()
        shown.plain = printable(shown.plain)
        if style.ascii:
            shown = _narrowed(shown, style.size[0])
        console.print(shown, soft_wrap=True, markup=False, emoji=False)
    return ascii_only(out.getvalue()) if style.ascii else out.getvalue()


def _narrowed(line: Text, width: int) -> Text:
    """A line that is no wider in ASCII either, where an ellipsis takes three columns."""
    over = line.cell_len + 2 * line.plain.count("…") - width
    if over <= 0 or "…" not in line.plain:
        return line
    return line[: -1 - over].append("…") if line.plain.endswith("…") else line[:-over]
