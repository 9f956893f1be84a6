"""How a diagnostic is shown to a person or a program: lines and columns, carets, and what a terminal must not obey.

Only the standard library is used here: this module is imported on every start.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from unicodedata import category, east_asian_width

from dsl.codes import CODES, Severity
from dsl.diagnostics import Diagnostic, Span


class Lines:
    """Lines and columns of a text as an editor counts them, from 1; columns are characters. Only `\\n`, `\\r\\n` and
    `\\r` end a line (YAML readers count more characters than these)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts: list[int] = [0, *(m.end() for m in re.finditer(r"\r\n|\r|\n", text))]

    def line_col(self, offset: int, *, utf16: bool = False) -> tuple[int, int]:
        """Line and column of the character at `offset`, the column in UTF-16 units if asked. Offsets outside the text
        count as its nearest end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset)
        before = self.text[self.starts[line - 1] : offset]
        return line, 1 + (len(before.encode("utf-16-le", "surrogatepass")) // 2 if utf16 else len(before))

    def line(self, number: int) -> str:
        """The text of a line, without its line break. Raises IndexError if there is no such line."""
        if not 1 <= number <= len(self.starts):
            raise IndexError(f"no line {number}")
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end].rstrip("\r\n")


@lru_cache(maxsize=16)
def lines_of(text: str) -> Lines:
    """The lines of a text, found once for all that is told of it."""
    return Lines(text)


def to_json(diagnostic: Diagnostic, lines: Mapping[str, Lines] | Callable[[str], Lines | None]) -> dict[str, Any]:
    """The diagnostic as plain JSON values. `lines` gives the lines of a file by its path; a file that it does not know
    has a `path` only. Lines and columns count from 1 in characters; the end is the place after the last character."""
    find = lines.get if isinstance(lines, Mapping) else lines

    def place(span: Span | None) -> dict[str, Any]:
        if span is None:
            return {}
        known = find(span.file)
        if known is None:
            return {"path": span.file}
        (line, column), (end_line, end_column) = known.line_col(span.start), known.line_col(span.end)
        return {"path": span.file, "line": line, "column": column, "endLine": end_line, "endColumn": end_column}

    row = CODES[diagnostic.code]
    out = {"code": row.code, "name": row.name, "severity": row.severity, "message": diagnostic.message}
    related = [{**place(other.span), "message": other.message} for other in diagnostic.related]
    return {**out, **place(diagnostic.span), "hint": diagnostic.hint, "related": related}


CROP = 120  #: the most characters of a source line that are shown
_NOTE = "38;5;31"  # colours that can be read on a light and on a dark ground, and are not another in each theme
_STYLES = {
    "error": "1;38;5;167", "warning": "1;38;5;130", "info": f"1;{_NOTE}", "note": f"1;{_NOTE}", "place": "1",
    "gutter": _NOTE,
}  # fmt: skip


def render(
    diagnostic: Diagnostic,
    texts: Mapping[str, str] | Callable[[str], str | None],
    *,
    color: bool = False,
    severity: Severity | None = None,
    crop: int = CROP,
) -> str:
    """The diagnostic as lines for a terminal, without a last line break: the place and message, the source line with
    carets under the span's characters, the hint, and the related places likewise. `texts` gives a file's text by its
    path; where it has none, the line is left out. Control and bidirectional characters are shown as escapes. `severity`
    takes the place of the registry's; of a source line no more than `crop` characters are shown."""
    find = texts.get if isinstance(texts, Mapping) else texts
    row = CODES[diagnostic.code]
    spans = [s for s in (diagnostic.span, *(r.span for r in diagnostic.related)) if s is not None]
    known = {file: lines_of(text) for file in {s.file for s in spans} if (text := find(file)) is not None}
    numbers = [known[s.file].line_col(s.start)[0] for s in spans if s.file in known]
    gutter = len(str(max(numbers, default=1))) + 1

    def paint(style: str, text: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if color else text

    def show(style: str, label: str, message: str, span: Span | None) -> Iterator[str]:
        place = ""
        if span is not None:
            place = printable(span.file)
            if span.file in known:
                place += ":{}:{}".format(*known[span.file].line_col(span.start))
            place = paint("place", place + ":") + " "
        yield f"{place}{paint(style, label)}: {printable(message)}"
        if span is not None and span.file in known and known[span.file].text:
            number, source, padding, carets = _snippet(known[span.file], span, crop)
            yield paint("gutter", f"{number:>{gutter}} | ") + source
            yield paint("gutter", f"{'':>{gutter}} | ") + padding + paint(style, carets)

    level = severity or row.severity
    out = list(show(level, f"{level}[{row.code} {row.name}]", diagnostic.message, diagnostic.span))
    if diagnostic.hint is not None:
        out.append(f"{'':>{gutter}} {paint('gutter', '=')} help: {printable(diagnostic.hint)}")
    for other in diagnostic.related:
        out.extend(show("note", "note", other.message, other.span))
    return "\n".join(out)


def _snippet(lines: Lines, span: Span, crop: int) -> tuple[int, str, str, str]:
    """Line number, the line as shown (cropped if long), the padding under what precedes the span, and the carets."""
    number, column = lines.line_col(span.start)
    line = lines.line(number)
    start = min(column - 1, len(line))
    end = min(max(start + min(span.end, len(lines.text)) - span.start, start), len(line))
    while 0 < start < end and _width(line[start]) == 0:  # a combining character: point at what it combines with
        start -= 1
    left = 0 if len(line) <= crop or start < crop * 2 // 3 else start - crop // 2
    right = len(line) if len(line) <= crop else min(left + crop, len(line))
    before, inside = line[left:start], line[start : min(end, right)]
    prefix, suffix = "..." if left else "", "..." if right < len(line) else ""
    source = prefix + printable(line[left:right], tabs=True) + suffix
    padding = " " * len(prefix) + "".join(_under(ch, " ") for ch in before)
    carets = "".join(_under(ch, "^") for ch in inside) if inside.strip("\t") else "^"
    return number, source, padding, carets or "^"


def printable(text: str, *, tabs: bool = False) -> str:
    """The text with every character that a terminal might obey, or that cannot be seen, as an escape (`\\x1b`,
    `\\u202e`); with `tabs`, tabs stay as they are."""
    if text.isprintable():
        return text
    return "".join(ch if tabs and ch == "\t" else _escape(ch) for ch in text)


def _escape(ch: str) -> str:
    if category(ch) not in ("Cc", "Cf", "Cs", "Zl", "Zp") or ch in "\u200c\u200d":  # the joiners shape letters, emoji
        return ch
    short = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(ch)
    return short or ch.encode("unicode_escape").decode("ascii")


def _under(ch: str, fill: str) -> str:
    return "\t" if ch == "\t" else fill * _width(ch)


def _width(ch: str) -> int:
    """How many columns of a terminal a character takes as `printable` shows it."""
    if " " <= ch <= "~":
        return 1
    shown = _escape(ch)
    if len(shown) > 1:
        return len(shown)
    if category(ch) in ("Mn", "Me", "Cf") or "\u1160" <= ch <= "\u11ff":
        return 0
    return 2 if east_asian_width(ch) in "WF" else 1
