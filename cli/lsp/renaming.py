"""Renaming: whether a name can be given another, and every place where it stands."""

from __future__ import annotations

import os
import re

from cli.lsp.workspace import Workspace
from dsl.parse.read import reserved_words
from engine.index.about import named
from engine.index.book import Use
from engine.schema.shapes import ID


class Refused(Exception):
    """A name cannot be changed so; its text says why."""


def target(workspace: Workspace, path: str, offset: int) -> Use:
    """The name at a place that can be changed. Raises Refused."""
    found = workspace.at(path, offset)
    if found is None:
        raise Refused("there is no name here that a pack declares")
    state, use = found
    assert state.book is not None
    declared = state.book.declared(use.symbol)
    if not declared and use.symbol.sort != "group":
        raise Refused(f"`{use.symbol.id}` is not declared in a pack")
    placed = workspace.here(state, use)
    if placed is None:
        raise Refused("this part of the file was just changed: try again in a moment")
    if away := [d.file for d in declared if not workspace.holds(state, d.file)]:
        raise Refused(f"`{use.symbol.id}` is declared in {away[0]}, which is not open here: it is of another pack")
    if locked := [d.file for d in declared if not os.access(d.file, os.W_OK)]:
        raise Refused(f"`{use.symbol.id}` is declared in {locked[0]}, which cannot be written")
    return placed


def rename(workspace: Workspace, path: str, offset: int, name: str) -> list[Use]:
    """The places where the name at a place stands, all of which are to have a new one. Raises Refused."""
    use = target(workspace, path, offset)
    state = workspace.state(path)
    assert state is not None and state.linked is not None
    if not re.fullmatch(ID, name):
        raise Refused(f"`{name}` is no name: small letters, digits and underscores, beginning with a letter")
    if name in reserved_words():
        raise Refused(f"`{name}` is a word of the language itself")
    taken = {s.sort for s in named(name, state.linked.symbols)} | {"card" for c in state.linked.cards if c.id == name}
    if use.symbol.sort in taken and use.symbol.id != name:
        raise Refused(f"there is a {use.symbol.sort} `{name}` already")
    return workspace.uses(state, use.symbol)
