"""The canonical form of a YAML file: its effect texts as the formatter writes them, its keys in their order.

All else stays: comments, blank lines, quotes and the style of each scalar, unless its text can no longer be written so.
"""

from __future__ import annotations

import re
from typing import Any

from cli.authoring.edits import Edit, apply
from cli.authoring.key_order import reordered
from cli.authoring.lone import effect_texts
from dsl.format.formatter import format_text
from engine.packs.document import Document

Path = tuple[str | int, ...]

WIDTH = 120  #: the longest line of a file, in characters, where a text can be broken
_INDENT = 2
_NEVER_FIRST = tuple("\"'[]{}>|*&!%#`@,?:-")  # what plain text of YAML does not begin with
_REST = re.compile(r"[ \t]+#[^\r\n]*")


def canonical(document: Document, kinds: list[dict[str, Any]]) -> str:
    """The text of a file that is as its schema says, in canonical form. `kinds` are those of its cards, each with its
    `id` and `fields`."""
    edits = [edit for path, form in effect_texts(document, kinds) if (edit := _text(document, path, form)) is not None]
    edits += reordered(document, kinds)
    text = apply(document.text, edits)
    return text if text.endswith(("\n", "\r")) else text + newline(document.text)


def newline(text: str) -> str:
    """How the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


def _text(document: Document, path: Path, form: str) -> Edit | None:
    """The change that one effect text needs."""
    if path[-1] == "#":
        return _key(document, path[:-1], form)
    scalar, style = document.scalar(path), document.style(path)
    if style in ("|", ">"):
        return _block(document, path, form)
    span = document.span(path)
    here = _column(document, span.start)
    quotes = 2 * bool(style)
    new = format_text(scalar.text, form, WIDTH - here - quotes)
    if new == scalar.text:
        return None
    flow = any(document.style(path[:n]) for n in range(len(path)))
    if "\n" not in new:
        return Edit(span.start, span.end, (_one_line(new, style, flow=flow),))
    if flow or "\n" in scalar.text:
        return None  # in brackets no block can stand; in quotes the lines are the author's
    indent = _parent_column(document, path) + _INDENT
    rest = _REST.match(document.text, span.end)
    lines = _lines(format_text(scalar.text, form, WIDTH - indent), indent, newline(document.text))
    end = rest.end() if rest else span.end
    return Edit(span.start, end, (f"|{document.text[span.end : end]}{newline(document.text)}{lines}",))


def _key(document: Document, path: Path, form: str) -> Edit | None:
    """A head with its parameters."""
    span, key = document.key_span(path), str(path[-1])
    new = format_text(key, form, 10**6)
    if new == key or document.text[span.start : span.end] != key:
        return None
    return Edit(span.start, span.end, (new,))


def _block(document: Document, path: Path, form: str) -> Edit | None:
    """A text in a block: it keeps its header, but a folded one whose lines now count becomes literal."""
    scalar, span = document.scalar(path), document.span(path)
    first = len(scalar.text) - len(scalar.text.lstrip("\n"))
    indent = _column(document, scalar.span(first, first + 1).start)
    new = format_text(scalar.text, form, WIDTH - indent)
    if new == scalar.text.strip("\n"):
        return None
    header_end = document.text.index("\n", span.start)
    header = document.text[span.start : header_end].rstrip("\r")
    if header[0] == ">" and "\n" in new:
        header = "|" + header[1:]
    ending = newline(document.text)
    return Edit(span.start, span.end, (header + ending + _lines(new, indent, ending),))


def _lines(text: str, indent: int, ending: str) -> str:
    return ending.join(" " * indent + line if line else "" for line in text.split("\n"))


def _one_line(text: str, style: str, *, flow: bool) -> str:
    """A text as a scalar of one line, in its style if that can hold it."""
    if style == '"':
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if style == "'" or not _plain(text, flow=flow):
        return "'" + text.replace("'", "''") + "'"
    return text


def _plain(text: str, *, flow: bool) -> bool:
    """Whether a text needs no quotes."""
    if text.startswith(_NEVER_FIRST) and not re.match(r"[-?:][^\s,\[\]{}]", text):
        return False
    if ": " in text or " #" in text or text.endswith(":"):
        return False
    return not (flow and re.search(r"[,\[\]{}]", text))


def _column(document: Document, at: int) -> int:
    """How many characters of its line stand before a place."""
    return at - (max(document.text.rfind("\n", 0, at), document.text.rfind("\r", 0, at)) + 1)


def _parent_column(document: Document, path: Path) -> int:
    """The column of the key that a value stands under, or of the mark of the item that it is."""
    if isinstance(path[-1], str):
        return _column(document, document.key_span(path).start)
    start = document.span(path).start
    return document.text.rfind("-", 0, start) - start + _column(document, start)
