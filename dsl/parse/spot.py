"""Where a text stopped making sense, and what stands around that place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from lark import Token, UnexpectedCharacters

from dsl import syntax as x
from dsl.parse.lexing import FORMS, parser


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a text stopped making sense.

    `type` and `word` are those of the token that cannot stand there, `expected` the types that could. `before` are the
    tokens up to there, `statement` those of them in the same statement, option or side of an arrow, and `open` is the
    innermost bracket not closed before it.
    """

    text: str
    form: str
    type: str
    word: str
    at: x.At
    expected: frozenset[str]
    before: tuple[Token, ...]
    statement: tuple[Token, ...]
    open: Token | None

    @property
    def last(self) -> str:
        """The type of the token before, "" at the beginning."""
        return self.before[-1].type if self.before else ""

    @property
    def head(self) -> str:
        """The type of the first token of the statement, "" if the text failed right there."""
        return self.statement[0].type if self.statement else ""

    @property
    def inside(self) -> str:
        """The type of the innermost open bracket, "" outside of all."""
        return self.open.type if self.open else ""

    @property
    def needs_arrow(self) -> bool:
        """Whether this is an ability, before its arrow."""
        return self.form == "ability" and not any(token.type == "_ARROW" for token in self.before)

    def expects(self, *types: str) -> bool:
        """Whether a token of any of these types could stand here."""
        return not self.expected.isdisjoint(types)


def spot_at(text: str, form: str, type_: str, word: str, at: x.At, expected: Iterable[str]) -> Spot:
    """The place `at` in `text`, with what stands before it."""
    before: list[Token] = []
    try:
        for token in parser().lex(text):
            if place(token)[1] > at[0] and type_ != "$END":
                break
            before.append(token)
    except UnexpectedCharacters:
        pass
    first = len(before)
    while first and before[first - 1].type not in ("_NL", "SEMICOLON", "LBRACE", "RBRACE", "_ARROW"):
        first -= 1
    brackets: list[Token] = []
    for token in before:
        if token.type in ("LPAR", "LSQB", "LBRACE"):
            brackets.append(token)
        elif token.type in ("RPAR", "RSQB", "RBRACE") and brackets:
            brackets.pop()
    if type_ == "$END":  # the parser gives the last token's start
        end = place(before[-1])[1] if before else 0
        at = (max(0, end - 1), end)
    opened = brackets[-1] if brackets else None
    return Spot(text, form, type_, word, at, frozenset(expected), tuple(before), tuple(before[first:]), opened)


def place(token: Token) -> x.At:
    return (token.start_pos or 0, token.end_pos or 0)


@lru_cache(maxsize=1)
def literals() -> dict[str, str]:
    """The words and signs of the grammar, by the name of their terminal."""
    return {t.name: str(t.pattern.value) for t in parser().terminals if t.pattern.type == "str"}


@lru_cache(maxsize=len(FORMS))
def openers(form: str) -> tuple[str, ...]:
    """The words of three letters and more that can begin a statement (or an ability), in order."""
    accepted = set(parser().parse_interactive(start="effect_form").accepts())  # type: ignore[no-untyped-call]
    if form == "ability":
        accepted |= parser().parse_interactive(start="ability_form").accepts()  # type: ignore[no-untyped-call]
    words = literals()
    return tuple(sorted(words[t] for t in accepted if len(words.get(t, "")) > 2 and words[t].isalpha()))
