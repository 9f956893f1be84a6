"""What is told of a name: what it is, what its card says, and who uses it."""

from __future__ import annotations

import re
from pathlib import Path

from cli.lsp.workspace import PackState, Workspace
from dsl.symbols import Symbols
from engine.index.about import about, row_of
from engine.index.book import Use

_MARKUP = re.compile(r"[\\`*\[<&]")
_MOST_USERS = 5  #: so many files that use a name are listed


def hover(workspace: Workspace, path: str, offset: int) -> tuple[Use, str] | None:
    """The use at a place and what is told of it, in Markdown."""
    found = workspace.at(path, offset)
    if found is None:
        return None
    state, use = found
    symbols = state.linked.symbols if state.linked is not None else Symbols()
    cards = state.linked.cards if state.linked is not None else []
    parts = [f"**{use.symbol.id}**" + (f": {use.type}" if use.type else "")]
    if told := about(use.symbol, symbols, cards):
        parts.append(told if use.symbol.sort == "operator" else _as_text(told))
    if use.symbol.sort == "operator" and (row := row_of(use.symbol.id)) is not None:
        parts.append(f"```\n{row.example}\n```")
    if use.symbol.sort == "card" and (said := _card(state, use.symbol.id)):
        parts.append(said)
    if use.symbol.sort not in ("operator", "local"):
        parts.append(_users(state, use))
    placed = workspace.here(state, use) or use
    return placed, "\n\n".join(part for part in parts if part)


def _card(state: PackState, id: str) -> str:
    """The text of a card."""
    said = state.linked.said.get(id, []) if state.linked is not None else []
    return "\n\n".join("  \n".join(map(_as_text, text.splitlines())) for text in said if text)


def _as_text(told: str) -> str:
    """What packs say, as Markdown that shows it: an editor would ask the net for a picture that it names."""
    return _MARKUP.sub(r"\\\g<0>", told)


def _users(state: PackState, use: Use) -> str:
    """Who uses a name, by file."""
    counts: dict[str, int] = {}
    for other in state.book.uses(use.symbol) if state.book is not None else ():
        if not other.declares:
            counts[other.file] = counts.get(other.file, 0) + 1
    if not counts:
        return "used nowhere"
    listed = sorted(counts, key=lambda file: -counts[file])
    shown = [f"{Path(file).parent.name}/{Path(file).name} ({counts[file]})" for file in listed[:_MOST_USERS]]
    more = f" and {len(listed) - _MOST_USERS} more files" if len(listed) > _MOST_USERS else ""
    return _as_text(f"used in {', '.join(shown)}{more}")
