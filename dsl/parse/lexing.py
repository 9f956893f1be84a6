"""The parser itself: the grammar, which line ends count, and which words are taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token
from lark.lark import PostLex

from dsl.parse import tables

FORMS = ("goods", "ability", "effect", "query", "expression", "cost", "signature", "names")


class ParseError(Exception):
    """A text that is not of its form. `start` and `end` are character offsets in that text."""

    def __init__(self, code: str, message: str, start: int, end: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.end, self.hint = code, message, start, end, hint


class Newlines(PostLex):
    """Leaves out the line ends that cannot separate two statements.

    A line end is kept only outside ( ) and [ ], and only between a token that can end a statement and one that
    can begin one. So a long cost, condition or query may be broken where it reads well.
    """

    always_accept = ("_NL",)
    OPENING = frozenset({
        "LBRACE", "LPAR", "LSQB", "COMMA", "SEMICOLON", "_ARROW", "OR", "AND", "NOT", "SIGN", "STAR", "COMPARE", "HAS",
        "WHERE", "PER", "IN", "OF", "TO", "BE", "BY", "ON", "FROM", "IF",
    })  # fmt: skip
    CLOSING = frozenset({
        "RBRACE", "RPAR", "RSQB", "COMMA", "OR", "AND", "ELSE", "_ARROW", "WHERE", "PER", "SIGN", "STAR", "$END",
    })  # fmt: skip

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        held: Token | None = None
        last = "_NL"
        for token in stream:
            if token.type == "_NL":
                if depth == 0 and last not in self.OPENING and last != "_NL":
                    held = held or token
                continue
            if held is not None:
                if token.type not in self.CLOSING:
                    yield held
                held = None
            if token.type in ("LPAR", "LSQB"):
                depth += 1
            elif token.type in ("RPAR", "RSQB"):
                depth -= 1
            last = token.type
            yield token


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The parser, made once a process, of tables that were kept if there are. Raises GrammarError if grammar.lark has a
    conflict."""
    grammar = files("dsl.parse").joinpath("grammar.lark").read_text(encoding="utf-8")
    options: dict[str, Any] = {
        "parser": "lalr", "start": [f"{form}_form" for form in FORMS], "propagate_positions": True,
        "maybe_placeholders": True, "lexer": "basic",
    }  # fmt: skip
    return tables.parser(grammar, options, Newlines())


@lru_cache(maxsize=1)
def reserved_words() -> frozenset[str]:
    """The words the grammar itself uses: no pack may give them a meaning of its own."""
    return frozenset(
        str(t.pattern.value) for t in parser().terminals if t.pattern.type == "str" and t.pattern.value.isalpha()
    ) | {"goods", "component", "players", "opponents", "anyone", "none", "owner", "place"}
