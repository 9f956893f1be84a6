"""Soft breaks: where a line of a text may be broken, and the lines that come of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Soft breaks: spaces at which a line may be broken, in a text not yet laid out. The first of these is broken first.
AFTER_ARROW, BEFORE_CHOICE, AFTER_COMMA, BEFORE_FILTER, BEFORE_OR, BEFORE_AND = "\1\2\3\4\5\6"
BEFORE_SIGN, BEFORE_TIMES = "\7\10"
BODY, _CONTINUATION = "  ", "    "  # indentation

_MARKS = re.compile(r'"[^"\n]*"|[(\[]|[)\]]|[\1-\10]')


def wrap(text: str, width: int) -> list[str]:
    """The lines of `text`, broken at soft breaks where it is too long.

    What stands between two breaks of a sort fills the lines, unless it needs several lines of its own.
    """
    flat = _MARKS.sub(lambda m: " " if m[0] < " " else m[0], text)
    pieces = _pieces(text) if len(text) > width else []
    if len(pieces) < 2:
        return [flat]
    lines = wrap(pieces[0], width)
    several = len(lines) > 1
    for piece in pieces[1:]:
        if not several and len(lines[-1]) + 1 + len(piece) <= width:
            lines[-1] += " " + wrap(piece, width)[0]
        else:
            more = wrap(piece, width - len(_CONTINUATION))
            several = len(more) > 1
            lines += [_CONTINUATION + line.lstrip() for line in more]
    return lines


def _pieces(text: str) -> list[str]:
    """`text` cut at those of its soft breaks that come first: in the fewest brackets, and of those the first sort."""
    breaks: dict[tuple[int, str], list[int]] = {}
    depth = 0
    for found in _MARKS.finditer(text):
        if found[0] < " ":
            breaks.setdefault((depth, found[0]), []).append(found.start())
        elif found[0] in "([":
            depth += 1
        elif found[0] in ")]":
            depth -= 1
    cuts = breaks[min(breaks)] if breaks else []
    return [text[start + 1 : end] for start, end in zip([-1, *cuts], [*cuts, len(text)], strict=True)]


def with_comment(lines: list[str], comment: str | None) -> list[str]:
    return [*lines[:-1], f"{lines[-1]}  {comment}"] if comment else lines


def indented(lines: Sequence[str]) -> list[str]:
    return [BODY + line if line else line for line in lines]
