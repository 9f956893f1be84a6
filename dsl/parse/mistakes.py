"""What to say about a text that does not parse: the place that matters, what could stand there, and a hint."""

from __future__ import annotations

import re

from lark import UnexpectedCharacters, UnexpectedToken

from dsl import syntax as x
from dsl.parse.hints import BODIES, LONGEST_WORD, PATH, TAKEN, VALUE, hint_at, suggest_word
from dsl.parse.lexing import ParseError
from dsl.parse.spot import Spot, literals, openers, place, spot_at

_SHOWN: dict[str, str] = {
    "NAME": "a name", "CALLED": "a call", "INT": "a number", "STRING": 'words in "quotes"', "SIGN": "`+` or `-`",
    "COMPARE": "a comparison", "_ARROW": "`->`", "_NL": "a new line", "$END": "the end",
}  # fmt: skip
_OPERATORS = frozenset({"SIGN", "STAR", "AND", "OR", "HAS", "IS", "COMPARE"})
# What is named together: the types that tell the group, its name, and the types it stands for.
_GROUPS: tuple[tuple[frozenset[str], str, frozenset[str]], ...] = (
    (frozenset({"INT", "YOU"}), "a value", VALUE),
    (frozenset({"NAME", "YOU"}), "a name", PATH),
    (frozenset({"SIGN", "STAR"}), "an operator", _OPERATORS),
)
# What is named first, because it is what is likeliest meant.
_URGENT = ("_ARROW", "LBRACE", "RBRACE", "RPAR", "RSQB", "TO", "BE", "BY", "FROM", "ON", "IN", "OF", "SIGN")


def _quoted(word: str) -> str:
    """A piece of the text for a message: not too long, and nothing in it that cannot be seen."""
    word = word if len(word) <= LONGEST_WORD else word[:LONGEST_WORD] + "..."
    return f"`{word}`" if word.isprintable() else repr(word)


def _expected(types: frozenset[str]) -> str:
    """What could have stood here, in at most a handful of words."""
    if {"INT", "MAY", "CHOOSE"} <= types:
        return "a statement"
    left, groups = types - {"DOT", "LSQB", "VBAR"}, []
    for signs, group, members in _GROUPS:
        if signs <= left:
            groups.append(group)
            left -= members
    shown = [t for t in _URGENT if t in left]
    shown += sorted(left.difference(shown), key=lambda t: (t in ("SEMICOLON", "_NL", "$END"), t))
    names = [_SHOWN.get(t) or f"`{literals()[t]}`" for t in shown if t in _SHOWN or t in literals()]
    names = (groups + names)[:5]
    return ", ".join(names[:-1]) + " or " + names[-1] if len(names) > 1 else names[0] if names else "the end"


def unexpected(text: str, form: str, e: UnexpectedToken) -> ParseError:
    start, end = place(e.token)
    end = start + 1 if e.token.type == "_NL" else end
    spot = spot_at(text, form, e.token.type, str(e.token), (start, end), e.accepts or e.expected)
    found = _misspelt(spot) or _foreign_sign(spot) or _misplaced(spot)
    if found.hint is not None and found.hint.endswith(TAKEN):
        found.code = "P003"
    return found


def _misspelt(spot: Spot) -> ParseError | None:
    """An error at the first word of a statement, if that looks like a misspelt word of the language."""
    if spot.form not in ("effect", "ability") or spot.head not in ("NAME", "CALLED"):
        return None
    word = spot.statement[0]
    hint = suggest_word(str(word), openers(spot.form))
    if hint is None:
        return None
    kind = "an ability" if spot.needs_arrow else "a statement"
    return ParseError("P001", f"`{word}` does not begin {kind}", *place(word), hint)


# Signs of other languages, and how they are written here. {arrow} depends on whether an arrow is missing.
_FOREIGN_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"->(?!>)"), ""),
    (re.compile(r"[-=]+\s?>+"), "{arrow}"),
    (re.compile(r"==+"), "equality is written with one `=`"),
    (re.compile(r"=<"), "write `<=`"),
    (re.compile(r"<>"), "write `!=`"),
    (re.compile(r"\|\|"), "write `or`"),
    (re.compile(r"[-+*]=|\+\+|--"), "a change is written: set NAME to NAME + 1"),
)


def _foreign_sign(spot: Spot) -> ParseError | None:
    """An error that covers all of a sign of another language (`=>`, `==`), part of which may have parsed."""
    start = spot.at[0]
    while start and spot.text[start - 1] in "-=<>|+*!":
        start -= 1
    for pattern, hint in _FOREIGN_SIGNS:
        if found := pattern.match(spot.text, start):
            arrow = (
                "the arrow is written `->`" if spot.needs_arrow else "write `>=`, or `->` for the arrow of an ability"
            )
            message = f"{_quoted(found[0])} is not a sign of the language"
            return ParseError("P001", message, *found.span(), hint.format(arrow=arrow)) if hint else None
    return None


def _misplaced(spot: Spot) -> ParseError:
    """The error of a token that is fine by itself but cannot stand where it does, or of a text that ends too early."""
    hint = hint_at(spot)
    if spot.type == "$END":
        missing = _expected(spot.expected)
        message = (
            f"the text ends where {missing} is expected"
            if spot.before
            else f"there is no text, but {missing} is expected"
        )
        return ParseError("P002", message, *spot.at, hint)
    shown, (start, end) = _quoted(spot.word), spot.at
    if spot.type == "_NL":
        shown = "the end of the line"
    elif spot.word == "-" and (number := re.compile(r"-\d+").match(spot.text, start)):
        shown, end = _quoted(number[0]), number.end()
    return ParseError("P001", f"{shown} cannot stand here: expected {_expected(spot.expected)}", start, end, hint)


_CHARACTERS = {
    **dict.fromkeys("“”„«»‘’", 'words are put in straight double quotes: "..."'),
    **dict.fromkeys("→⇒➔➜⟶", "the arrow is written `->`"),
    **dict.fromkeys("–—−", "a minus is written `-`, an arrow `->`"),
    "'": "the words of a choice stand in double quotes; a name needs none", "&": "write `and`", "!": "write `not`",
    "/": "one of two goods is written `1 NAME|NAME`; there is no division", "≥": "write `>=`", "≤": "write `<=`",
    "≠": "write `!=`", "×": "write `*`", "%": "there is no division", "_": "a name begins with a letter",
    "\r": "lines end with a line feed only",
}  # fmt: skip


def bad_character(text: str, form: str, e: UnexpectedCharacters) -> ParseError:
    at = e.pos_in_stream or 0
    char = text[at]
    if char == '"':
        return ParseError(
            "P004", 'the words in "quotes" are not closed on their line', at, at + 1, 'add the closing `"`'
        )
    start, end = _word_around(text, at)
    if char.isalpha() and end - start <= LONGEST_WORD:
        word = text[start:end]
        small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
        if re.fullmatch(r"[a-z][a-z0-9_]*", small):
            hint = f"names are written in small letters: {small}"
        else:
            hint = "names are written with the letters a to z, digits and `_`"
        return ParseError("P004", f"`{word}` is not a name", start, end, hint)
    end = at + 1
    while end < len(text) and text[end] == char and end - at < LONGEST_WORD:
        end += 1
    found = _CHARACTERS.get(char)
    spot = spot_at(text, form, "", char, (at, at + 1), ())
    if char == ":":
        if spot.needs_arrow:
            found = "the arrow is written `->`"
        elif spot.head in BODIES:
            found = "the body of a statement stands in { }"
    elif char in "–—" and text[at + 1 : at + 2] == ">":
        end, found = at + 2, "the arrow is written `->`"
    elif text.startswith(("//", "/*"), at):
        found = "a comment begins with `#`"
    elif char in "'’" and at and text[at - 1].isalnum() and text.startswith("s ", at + 1):
        owner = text[slice(*_word_around(text, at - 1))]
        found = f"what belongs to something stands after a dot: {owner[:LONGEST_WORD]}.NAME"
    elif char.isspace() and found is None:
        found = "use an ordinary space"
    return ParseError("P004", f"{_quoted(text[at:end])} does not belong in this text", at, end, found)


def _word_around(text: str, at: int) -> x.At:
    """The range of the letters, digits and underscores around the character at `at`."""
    start = end = at
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    while start < at and text[start].isdigit():  # a number before a name is not part of it
        start += 1
    return start, end
