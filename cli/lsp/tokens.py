"""The words of effect texts with their sorts, for colours: told by the lexer, and by what names were understood as."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, UnexpectedCharacters
from lsprotocol import types as lsp

from cli.lsp.positions import Text
from dsl.parse.lexing import parser
from dsl.parse.spot import literals, place
from dsl.spanmap import Scalar
from dsl.symbols import Kind
from engine.index.marks import HEADS, marks
from engine.packs.document import Document
from engine.schema.which import schema_of

TYPES = ("keyword", "operator", "number", "string", "variable", "function", "type", "enumMember", "property", "class")
_OF_TOKEN = {"INT": "number", "STRING": "string", "NAME": "variable", "CALLED": "function"}
_OF_SORT = {
    "good": "class", "group": "class", "kind": "type", "vocabulary": "type", "zone": "class", "word": "enumMember",
    "field": "property", "player": "property", "table": "variable", "routine": "function", "event": "function",
    "option": "variable", "local": "variable", "operator": "function",
}  # fmt: skip


def legend() -> lsp.SemanticTokensLegend:
    return lsp.SemanticTokensLegend(token_types=list(TYPES), token_modifiers=[])


def tokens(document: Document, text: Text, kinds: dict[str, Kind], sorts: dict[tuple[int, int], str]) -> list[int]:
    """The tokens of a file as the protocol has them: five numbers each. `sorts` are those of known names by place."""
    found: list[tuple[int, int, str]] = []
    for mark in marks(document.data, schema_of(document), kinds):
        if mark.form and mark.form not in HEADS and not mark.key:
            try:
                found += _in_scalar(document.scalar(mark.path), sorts)
            except LookupError:
                continue
    out: list[int] = []
    line = column = 0
    for start, end, type_ in sorted(found):
        here, there = text.position(start), text.position(end)
        if here.line != there.line:
            continue
        delta = here.character - (column if here.line == line else 0)
        out += [here.line - line, delta, there.character - here.character, TYPES.index(type_), 0]
        line, column = here.line, here.character
    return out


def _in_scalar(scalar: Scalar, sorts: dict[tuple[int, int], str]) -> Iterator[tuple[int, int, str]]:
    for token in _lexed(scalar.text):
        span = scalar.span(*place(token))
        type_ = _OF_SORT.get(sorts.get((span.start, span.end), "")) or _type(token)
        if type_ and span.start < span.end:
            yield span.start, span.end, type_


def _lexed(text: str) -> Iterator[Token]:
    """The tokens of a text as far as they can be told."""
    try:
        yield from parser().lex(text)
    except UnexpectedCharacters:
        return


def _type(token: Token) -> str:
    word = literals().get(token.type, "")
    if word.isalpha():
        return "keyword"
    return _OF_TOKEN.get(token.type) or ("operator" if token.type in ("SIGN", "STAR", "COMPARE", "_ARROW") else "")
