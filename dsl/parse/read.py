"""Text to syntax tree, with the exact place and a helpful word for whatever does not parse."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from lark import Tree, UnexpectedCharacters, UnexpectedToken

from dsl import syntax as x
from dsl.parse.build import Build
from dsl.parse.lexing import FORMS, ParseError, parser, reserved_words
from dsl.parse.mistakes import bad_character, unexpected

MAX_LENGTH = 20_000
MAX_NESTING = 60
MAX_DEPTH = 80

_build = Build()


@lru_cache(maxsize=20_000)
def parse(text: str, form: str) -> x.Node:
    """The tree of `text` read as `form` (one of FORMS). Raises ParseError with the place and a hint."""
    if len(text) > MAX_LENGTH:
        raise ParseError("P005", f"this text is longer than {MAX_LENGTH} characters", 0, len(text), _SPLIT)
    _limit_nesting(text)
    try:
        tree = parser().parse(text, start=f"{form}_form")
    except UnexpectedToken as e:
        raise unexpected(text, form, e) from None
    except UnexpectedCharacters as e:
        raise bad_character(text, form, e) from None
    _limit_depth(tree)
    return _build(tree)  # type: ignore[no-any-return]


_SPLIT = "split it: a function or a procedure of its own can hold a part"


def _limit_nesting(text: str) -> None:
    depth = 0
    for m in re.finditer(r'"[^"\n]*"|#[^\n]*|[({\[]|[)}\]]', text):
        if m[0] in "({[":
            depth += 1
            if depth > MAX_NESTING:
                message = f"brackets are nested more than {MAX_NESTING} deep"
                raise ParseError("P005", message, m.start(), m.end(), _SPLIT)
        elif m[0] in ")}]":
            depth -= 1


def _limit_depth(tree: Any) -> None:
    """Refuses what would exhaust the stack of whoever walks the tree: chains of operators and of `else if` nest too."""
    todo = [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        if depth > MAX_DEPTH:
            message = f"this is nested or chained more than {MAX_DEPTH} deep"
            raise ParseError("P005", message, node.meta.start_pos, node.meta.end_pos, _SPLIT)
        todo += [(child, depth + 1) for child in node.children if isinstance(child, Tree)]


__all__ = ["FORMS", "MAX_DEPTH", "MAX_LENGTH", "MAX_NESTING", "ParseError", "parse", "parser", "reserved_words"]
