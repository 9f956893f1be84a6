"""Putting texts into lines of a width: flowing, wrapping with an indent, cutting short, rules across the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text

DIM, BOLD = "dim", "bold"
# Colours that can be read on a light and on a dark ground: those of the 256 that every terminal shows alike. The first
# sixteen are others in each theme, and bold ones brighter.
ACCENT = "color(31)"  #: what is printed on a card
NUMBER = f"bold {ACCENT}"  #: of an option
SEATS = (ACCENT, "color(164)", "color(64)", "color(130)")


def width_of(text: str | Text) -> int:
    """How many columns a text takes."""
    return text.cell_len if isinstance(text, Text) else cell_len(text)


def flow(
    parts: Iterable[Text], width: int, *, head: Text | None = None, indent: int = 0, gap: str = "  "
) -> list[Text]:
    """Parts one after another in lines of a width, none divided unless it is longer than a line. `head` stands before
    the first, and all lines begin `indent` columns in."""
    first = head.copy() if head is not None else Text()
    first.pad_right(max(0, indent - first.cell_len))
    lines, begun = [first], False
    for part in parts:
        space = width - lines[-1].cell_len - (width_of(gap) if begun else 0)
        if part.cell_len <= space:
            lines[-1] = Text.assemble(lines[-1], gap if begun else "", part)
            begun = True
            continue
        pieces = wrap(part, width - indent)
        if begun:
            lines.append(Text(" " * indent))
        lines[-1] = Text.assemble(lines[-1], pieces[0])
        lines += [Text.assemble(" " * indent, piece) for piece in pieces[1:]]
        begun = True
    return lines


def wrap(text: Text, width: int, indent: int = 0) -> list[Text]:
    """A text in lines of a width, broken between words; the first keeps the spaces it begins with, all others begin
    `indent` columns in."""
    before = len(text.plain) - len(text.plain.lstrip(" "))
    words = text[before:].split(" ")
    lines: list[Text] = [Text(" " * before)]
    for n, word in enumerate(words):
        if n and lines[-1].cell_len + 1 + word.cell_len > width:
            lines.append(Text(" " * indent))
        elif n and lines[-1].plain.strip():
            lines[-1] = Text.assemble(lines[-1], " ")
        while (space := width - lines[-1].cell_len) < word.cell_len:  # longer than any line
            part = word.copy()
            part.truncate(max(1, space))
            lines[-1] = Text.assemble(lines[-1], part)
            lines.append(Text(" " * indent))
            word = word[max(1, len(part)) :]
        lines[-1] = Text.assemble(lines[-1], word)
    return lines


def paragraphs(text: str) -> str:
    """Prose with its lines joined, so that they can be broken anew."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def cut(text: Text, width: int) -> Text:
    """A text in one line, cut short with an ellipsis if need be."""
    if text.cell_len <= width:
        return text
    short = text.copy()
    short.truncate(max(1, width), overflow="ellipsis")
    return short


def rule(title: Text | str, width: int) -> Text:
    """A line across the screen with a title in it."""
    middle = title if isinstance(title, Text) else Text(title, BOLD)
    line = Text.assemble(("── ", DIM), cut(middle, width - 8), " ")
    return Text.assemble(line, ("─" * (width - line.cell_len), DIM))


def joined(parts: Sequence[Text | str], between: str = ", ") -> Text:
    """Texts in one, with something between them."""
    out = Text()
    for n, part in enumerate(parts):
        out = Text.assemble(out, between if n else "", part)
    return out
