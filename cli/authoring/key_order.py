"""Keys in their order: that of the schema where a mapping may have no other keys, that of the kind on cards.

Where the author names the keys, as those of goods or phases, their order is the author's and often means something.
Comments before a key and on its line go with it; blank lines stay where they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cli.authoring.edits import Edit, Piece
from engine.packs.document import Document
from engine.schema.build import content_schema
from engine.schema.shapes import Schema
from engine.schema.which import schema_of

Path = tuple[str | int, ...]

_ALWAYS = ["id", "name", "copies"]
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


def reordered(document: Document, kinds: list[dict[str, Any]]) -> list[Edit]:
    """The changes that put the keys of a file in order."""
    schema = schema_of(document)
    found = [*_orders(document.data, schema, ())]
    if schema is content_schema():
        found += _card_orders(document.data, kinds)
    edits = []
    for path, wanted in found:
        keys = list(_at(document.data, path))
        rank = {key: n for n, key in enumerate(wanted)}
        order = sorted(range(len(keys)), key=lambda n, keys=keys, rank=rank: rank.get(keys[n], len(rank)))  # type: ignore[misc]
        if order != list(range(len(keys))):
            edits.append(_moved(document, path, keys, order))
    return [edit for edit in edits if edit is not None]


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


# ---- which keys come in which order


def _orders(value: Any, schema: Schema, path: Path) -> Iterator[tuple[Path, list[str]]]:
    """The mappings in a value whose keys are those of their schema, each with the order of these."""
    for shape in schema.get("anyOf", ()):
        if _fits(value, shape):
            yield from _orders(value, shape, path)
            return
    if isinstance(value, list):
        for n, part in enumerate(value):
            yield from _orders(part, schema.get("items", {}), (*path, n))
    elif isinstance(value, dict):
        known, further = schema.get("properties", {}), schema.get("additionalProperties")
        if known and further is False:
            yield path, list(known)
        for key, part in value.items():
            shape = known.get(key, further)
            if isinstance(shape, dict):
                yield from _orders(part, shape, (*path, key))


def _fits(value: Any, shape: Schema) -> bool:
    """Whether a value has the type of a shape and, if it is a mapping, the keys."""
    if not isinstance(value, dict):
        return not isinstance(value, list) or shape.get("type") == "array"
    keys = shape.get("properties", {}).keys()
    return shape.get("type") == "object" and (shape.get("additionalProperties") is not False or value.keys() <= keys)


def _card_orders(data: dict[str, Any], kinds: list[dict[str, Any]]) -> Iterator[tuple[Path, list[str]]]:
    fields = {k["id"]: [*_ALWAYS, *(f[0] for f in k["fields"])] for k in kinds}
    for kind, cards in data.get("cards", {}).items():
        if kind in fields:
            yield from ((("cards", kind, n), fields[kind]) for n in range(len(cards)))


# ---- moving


def _moved(document: Document, path: Path, keys: list[str], order: list[int]) -> Edit | None:
    """The entries of a mapping in another order; None where they cannot be moved without harm."""
    starts = [document.key_span((*path, key)).start for key in keys]
    ends = [max(document.span((*path, key)).end, document.key_span((*path, key)).end) for key in keys]
    if any(document.style(path[:n]) for n in range(len(path) + 1)):
        between = [document.text[a:b] for a, b in zip(ends, starts[1:], strict=False)]
        if any("#" in gap for gap in between):
            return None
        pieces: list[Piece] = []
        for n, gap in zip(order, [*between, ""], strict=True):
            pieces += [(starts[n], ends[n]), gap]
        return Edit(starts[0], ends[-1], tuple(pieces))
    return _moved_lines(document, path, keys, starts, ends, order)


def _moved_lines(
    document: Document, path: Path, keys: list[str], starts: list[int], ends: list[int], order: list[int]
) -> Edit | None:
    text = document.text
    column = starts[0] - _line_start(text, starts[0])
    margin = text[starts[0] - column : starts[0]]
    inline = margin.strip(" ")  # the marks of the list items that begin on this line
    for n, start in enumerate(starts):
        before = text[_line_start(text, start) : start]
        if before.strip(" ") and not (n == 0 and set(inline) <= {"-", " "}):
            return None
    if any("+" in text[s:e].split("\n")[0] for s, e in _blocks(document, path, keys)):
        return None  # the empty lines behind such a block are part of it
    # The parts: blank lines (these stay), then comments and the entry up to the end of its last line (these move).
    parts: list[tuple[int, int, int]] = []  # start of the comments, start of the key, end
    blanks: list[tuple[int, int]] = []
    last = len(keys) - 1
    for n, start in enumerate(starts):
        end = _line_end(text, ends[n])
        if n < last:
            end = _own_comments(text, end, _line_start(text, starts[n + 1]), column)
        if n == 0:
            lead = _comments_above(text, starts[0], column) if not inline and path else _line_start(text, start)
        else:
            lead = _after_blank(text, parts[-1][2], _line_start(text, start))
            blanks.append((parts[-1][2], lead))
        parts.append((lead, start, end))
    whole_start, whole_end = parts[0][0], parts[-1][2]
    ending = "\r\n" if "\r\n" in text else "\n"
    pieces: list[Piece] = []
    for place, n in enumerate(order):
        lead, start, end = parts[n]
        comments = (lead, _line_start(text, start)) if lead < _line_start(text, start) else None
        if place == 0 and inline:
            pieces += [*_above_item(text, comments, margin, column), margin, (start, end)]
        else:
            pieces += [comments] if comments else []
            pieces += [" " * column, (start, end)]
        if not text[start:end].endswith(("\n", "\r")):
            pieces.append(ending)
        if place < last:
            pieces.append(blanks[place])
    return Edit(whole_start, whole_end, tuple(pieces))


def _above_item(text: str, comments: tuple[int, int] | None, margin: str, column: int) -> list[Piece]:
    """Comments of an entry that becomes the first of a list item: they stand above the item's mark."""
    if comments is None:
        return []
    indent = " " * (len(margin) - len(margin.lstrip(" ")))
    lines = text[slice(*comments)].splitlines(keepends=True)
    return ["".join(indent + line.lstrip(" ") if line.strip() else line for line in lines)]


def _blocks(document: Document, path: Path, keys: list[str]) -> Iterator[tuple[int, int]]:
    """The places of the scalars in blocks that are in a mapping, however deep."""

    def walk(here: Path) -> Iterator[tuple[int, int]]:
        value = _at(document.data, here)
        if isinstance(value, (dict, list)):
            for key in value if isinstance(value, dict) else range(len(value)):
                yield from walk((*here, key))
        elif document.style(here) in ("|", ">"):
            span = document.span(here)
            yield span.start, span.end

    for key in keys:
        yield from walk((*path, key))


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _line_end(text: str, at: int) -> int:
    match = _LINE.match(text, at)
    return match.end() if match else at


def _lines_between(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    while start < end:
        stop = min(_line_end(text, start), end)
        yield start, text[start:stop]
        start = stop


def _own_comments(text: str, start: int, end: int, column: int) -> int:
    """The end of an entry with the comments after it that are indented more than its key."""
    for at, line in _lines_between(text, start, end):
        if line.strip() and len(line) - len(line.lstrip(" ")) > column:
            start = at + len(line)
    return start


def _after_blank(text: str, start: int, end: int) -> int:
    """The end of the blank lines that a gap begins with."""
    for at, line in _lines_between(text, start, end):
        if line.strip():
            return at
    return end


def _comments_above(text: str, start: int, column: int) -> int:
    """The start of the comments directly above the first key of a mapping, indented as it is."""
    at = _line_start(text, start)
    while at > 0:
        above = _line_start(text, at - (2 if text[at - 2 : at] == "\r\n" else 1))
        line = text[above:at]
        if not line.strip().startswith("#") or len(line) - len(line.lstrip(" ")) != column:
            break
        at = above
    return at
