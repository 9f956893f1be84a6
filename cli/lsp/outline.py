"""The outline of a file: its entries by section, and what can be folded."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as lsp

from cli.lsp.positions import Text
from engine.packs.document import Document

_LONGEST = 60  #: characters of an entry that has no name
_DEPTH = 4  #: so deep are entries listed
_KINDS = (lsp.SymbolKind.Namespace, lsp.SymbolKind.Class, lsp.SymbolKind.Object, lsp.SymbolKind.Field)


def symbols(document: Document, text: Text) -> list[lsp.DocumentSymbol]:
    """The entries of a file: those of mappings by key, those of lists by the id or name in them or as they begin."""
    return _below(document, text, document.data, (), 0)


def _below(
    document: Document, text: Text, value: Any, path: tuple[str | int, ...], depth: int
) -> list[lsp.DocumentSymbol]:
    out: list[lsp.DocumentSymbol] = []
    if depth == _DEPTH or not isinstance(value, (dict, list)):
        return out
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        here = (*path, key)
        if isinstance(key, int) and not isinstance(part, dict):
            continue
        try:
            span = document.span(here)
            name = document.key_span(here) if isinstance(key, str) else span
        except LookupError:
            continue
        start, end = min(name.start, span.start), max(name.end, span.end)
        first = text.range(name.start, min(name.end, len(text.text)))
        if isinstance(key, int):
            first = text.range(span.start, span.start)
        as_written = document.text[span.start : span.end].strip().split("\n")[0].strip()
        own = (str(part[k]) for k in ("id", "name") if k in part) if isinstance(part, dict) else ()
        title = key if isinstance(key, str) else next(iter(own), as_written[:_LONGEST])
        out.append(
            lsp.DocumentSymbol(
                name=title or "?",
                kind=_KINDS[min(depth, len(_KINDS) - 1)],
                range=text.range(start, end),
                selection_range=first,
                children=_below(document, text, part, here, depth + 1),
            )
        )
    return out


def folds(text: Text) -> list[lsp.FoldingRange]:
    """What can be folded, told by indentation: each line with what is indented more below it."""
    lines = [text.lines.line(n) for n in range(1, len(text.lines.starts) + 1)]
    open_: list[tuple[int, int]] = []  # indentation and number of lines that may be folded
    out: list[lsp.FoldingRange] = []
    last = 0
    for number, line in enumerate([*lines, "end"]):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip(" "))
        while open_ and open_[-1][0] >= indent:
            _, first = open_.pop()
            if last > first:
                out.append(lsp.FoldingRange(first, last))
        open_.append((indent, number))
        last = number
    return sorted(out, key=lambda fold: fold.start_line)
