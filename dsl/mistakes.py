"""What to say about a text that does not parse: the place that matters, what could stand there, and a hint."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from lark import Token, UnexpectedCharacters, UnexpectedToken

from dsl import syntax as x
from dsl.diagnostics import suggest
from dsl.lexing import FORMS, ParseError, parser, reserved_words


@dataclass(frozen=True, slots=True)
class _Spot:
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


def _spot(text: str, form: str, type_: str, word: str, at: x.At, expected: Iterable[str]) -> _Spot:
    """The place `at` in `text`, with what stands before it."""
    before: list[Token] = []
    try:
        for token in parser().lex(text):
            if _range(token)[1] > at[0] and type_ != "$END":
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
        end = _range(before[-1])[1] if before else 0
        at = (max(0, end - 1), end)
    opened = brackets[-1] if brackets else None
    return _Spot(text, form, type_, word, at, frozenset(expected), tuple(before), tuple(before[first:]), opened)


def _range(token: Token) -> x.At:
    return (token.start_pos or 0, token.end_pos or 0)


@lru_cache(maxsize=1)
def _literals() -> dict[str, str]:
    """The words and signs of the grammar, by the name of their terminal."""
    return {t.name: str(t.pattern.value) for t in parser().terminals if t.pattern.type == "str"}


@lru_cache(maxsize=len(FORMS))
def _openers(form: str) -> tuple[str, ...]:
    """The words of three letters and more that can begin a statement (or an ability), in order."""
    accepted = set(parser().parse_interactive(start="effect_form").accepts())  # type: ignore[no-untyped-call]
    if form == "ability":
        accepted |= parser().parse_interactive(start="ability_form").accepts()  # type: ignore[no-untyped-call]
    words = _literals()
    return tuple(sorted(words[t] for t in accepted if len(words.get(t, "")) > 2 and words[t].isalpha()))


_SHOWN: dict[str, str] = {
    "NAME": "a name", "CALLED": "a call", "INT": "a number", "STRING": 'words in "quotes"', "SIGN": "`+` or `-`",
    "COMPARE": "a comparison", "_ARROW": "`->`", "_NL": "a new line", "$END": "the end",
}  # fmt: skip
_PATH = frozenset({"NAME", "CALLED", "YOU", "YOUR"})
_VALUE = _PATH | {"INT", "ALL", "LPAR", "SIGN", "NOT", "TRUE", "FALSE", "NOTHING", "PROCEED", "TOP", "FIRST"}
_OPERATORS = frozenset({"SIGN", "STAR", "AND", "OR", "HAS", "IS", "COMPARE"})
# What is named together: the types that tell the group, its name, and the types it stands for.
_GROUPS: tuple[tuple[frozenset[str], str, frozenset[str]], ...] = (
    (frozenset({"INT", "YOU"}), "a value", _VALUE),
    (frozenset({"NAME", "YOU"}), "a name", _PATH),
    (frozenset({"SIGN", "STAR"}), "an operator", _OPERATORS),
)
# What is named first, because it is what is likeliest meant.
_URGENT = ("_ARROW", "LBRACE", "RBRACE", "RPAR", "RSQB", "TO", "BE", "BY", "FROM", "ON", "IN", "OF", "SIGN")


def _quoted(word: str) -> str:
    """A piece of the text for a message: not too long, and nothing in it that cannot be seen."""
    word = word if len(word) <= _LONGEST_WORD else word[:_LONGEST_WORD] + "..."
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
    names = [_SHOWN.get(t) or f"`{_literals()[t]}`" for t in shown if t in _SHOWN or t in _literals()]
    names = (groups + names)[:5]
    return ", ".join(names[:-1]) + " or " + names[-1] if len(names) > 1 else names[0] if names else "the end"


def unexpected(text: str, form: str, e: UnexpectedToken) -> ParseError:
    start, end = _range(e.token)
    end = start + 1 if e.token.type == "_NL" else end
    spot = _spot(text, form, e.token.type, str(e.token), (start, end), e.accepts or e.expected)
    found = _misspelt(spot) or _foreign_sign(spot) or _misplaced(spot)
    if found.hint is not None and found.hint.endswith(_TAKEN):
        found.code = "P003"
    return found


_LONGEST_WORD = 30
_FOREIGN_WORDS = {
    "elif": "write `else if`", "elsif": "write `else if`", "elseif": "write `else if`", "unless": "write `if not`",
    "while": "no loop is endless here: use `repeat` or `for each`", "foreach": "write `for each`",
    "return": "write `stop` to leave an effect; a function is only its value", "upto": "write `up to`",
}  # fmt: skip


def _suggest(word: str, words: Iterable[str]) -> str | None:
    """What `word` may stand for: a word of another language, or one like it among `words`, of about its length."""
    if not 2 < len(word) <= _LONGEST_WORD:
        return None
    near = [w for w in words if abs(len(w) - len(word)) <= (1 if len(w) < 4 else 2)]
    return _FOREIGN_WORDS.get(word) or suggest(word, near)


def _misspelt(spot: _Spot) -> ParseError | None:
    """An error at the first word of a statement, if that looks like a misspelt word of the language."""
    if spot.form not in ("effect", "ability") or spot.head not in ("NAME", "CALLED"):
        return None
    word = spot.statement[0]
    hint = _suggest(str(word), _openers(spot.form))
    if hint is None:
        return None
    kind = "an ability" if spot.needs_arrow else "a statement"
    return ParseError("P001", f"`{word}` does not begin {kind}", *_range(word), hint)


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


def _foreign_sign(spot: _Spot) -> ParseError | None:
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


def _misplaced(spot: _Spot) -> ParseError:
    """The error of a token that is fine by itself but cannot stand where it does, or of a text that ends too early."""
    hint = _hint(spot)
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


_TAKEN = "is a word of the language itself; use another name here"
_BODIES = ("IF", "FOR", "REPEAT", "MAY", "AS", "ELSE", "STRING")
_COMPARISONS = ("COMPARE", "HAS", "IS")
_BODY = "the body of a statement stands in {{ }}"
_ARROW_HINT = "the arrow is written `->`"
_IS = "`is` asks for a kind, `present` or `nothing`"
_QUERY = "a query stands in brackets: some(KIND in ZONE) or count(KIND in ZONE)"
# What helps, the first row that holds. {word} is the token that cannot stand there, {open} the open bracket.
_HINTS: tuple[tuple[Callable[[_Spot], bool], str], ...] = (
    (lambda s: _odd_quotes(s), 'a `"` seems to be missing on this line'),
    (lambda s: s.last == "COMMA" and not s.expects("$END") and s.type in ("$END", "_ARROW", "RBRACE", "RPAR"),
     "take out the last comma"),
    (lambda s: s.last == "SEMICOLON" and s.type in ("$END", "RBRACE", "IF"),
     "take out the last `;`: it only separates statements"),
    # abilities
    (lambda s: s.needs_arrow and s.head == "WHEN" and s.expects("BY"),
     "a trigger says whose event it is: when EVENT by you -> EFFECT"),
    (lambda s: s.needs_arrow and s.head == "WHEN" and s.expects("_ARROW"),
     "a trigger is written: when EVENT by you -> EFFECT"),
    (lambda s: s.needs_arrow and s.head == "ALWAYS" and s.expects("SIGN", "OF", "NAME") and not s.expects("INT"),
     "a modifier is written: always FUNCTION(x) + NUMBER or always FIELD of KIND NAME + NUMBER"),
    (lambda s: s.needs_arrow and s.type in ("COMPARE", "SIGN") and s.expects("_ARROW") and bool(s.before), _ARROW_HINT),
    (lambda s: s.needs_arrow and s.type in ("AND", "SIGN") and s.expects("_ARROW") and bool(s.before),
     "goods are separated by commas: 1 NAME, 1 NAME"),
    (lambda s: s.needs_arrow and s.expects("_ARROW") and bool(s.before), "an ability is written: COST -> EFFECT"),
    (lambda s: s.type == "_ARROW" and s.form != "ability", "only an ability has an arrow"),
    (lambda s: s.type == "_ARROW" and not s.needs_arrow, "an ability has one arrow"),
    (lambda s: s.type in ("WHEN", "ALWAYS") and s.form != "ability" and not s.before,
     "`{word}` begins an ability, which this is not"),
    (lambda s: s.type == "WHEN" and s.expects("IF"), "a condition is written with `if`"),
    (lambda s: s.head == "IF" and s.form == "ability" and s.inside == "" and s.expects("LBRACE"),
     _BODY + "; the condition of an ability stands on the line of its effect"),
    # goods
    (lambda s: s.type == "SIGN" and (not s.statement or s.last == "COMMA"),
     "amounts have no sign; what is given up is written with `lose`, or as a cost"),
    (lambda s: s.type == "INT" and s.last == "VBAR",
     "write `1 NAME|NAME` for one of two goods, `or` for one of two costs"),
    (lambda s: s.type == "INT" and s.last == "NAME" and (len(s.statement) == 1 or s.statement[-2].type == "COMMA"),
     "the amount stands first: {word} NAME"),
    (lambda s: s.type == "DOT" and s.last == "INT", "numbers are whole"),
    (lambda s: s.last == "INT" and s.expected == {"NAME"}, "an amount is of something: 1 NAME"),
    (lambda s: s.type in ("AND", "SIGN", "INT") and s.expects("COMMA") and s.inside != "LPAR",
     "goods are separated by commas: 1 NAME, 1 NAME"),
    (lambda s: s.type == "OR" and s.form == "goods",
     "goods have no `or`; one of several goods is written: 1 NAME|NAME"),
    (lambda s: s.type == "OR" and s.form in ("effect", "ability") and s.expects("SEMICOLON"),
     'a choice is written: choose one {{ "words" {{ ... }} "words" {{ ... }} }}'),
    (lambda s: s.form in ("goods", "cost") and s.word in _openers("effect"),
     "only goods are listed here; this is no effect"),
    # statements
    (lambda s: s.type == "ELSE", "`else` follows the closing `}}` of an `if`"),
    (lambda s: s.type == "RBRACE" and s.inside == "", "no `{{` is open here: take it out"),
    (lambda s: s.type == "RPAR" and s.inside in ("", "LBRACE"), "no `(` is open here: take it out"),
    (lambda s: s.type == "RBRACE" and s.last == "LBRACE", "a body holds at least one statement"),
    (lambda s: s.type == "_NL" and s.expects("LBRACE"), "the `{{` stands on the line of its statement"),
    (lambda s: s.type == "THEN" and s.head == "IF", "there is no `then`: the body stands in {{ }}"),
    (lambda s: s.head == "FOR" and s.expects("EACH"), "a loop is written: for each KIND NAME in ZONE {{ ... }}"),
    (lambda s: s.head == "LET" and s.expects("BE"), "a name is given with `be`: let NAME be VALUE"),
    (lambda s: s.head == "SET" and s.expects("TO") and s.type == "COMPARE", "a change is written: set NAME to VALUE"),
    (lambda s: s.head == "NAME" and len(s.statement) == 1 and s.type == "COMPARE" and s.expects("SEMICOLON"),
     "write `let NAME be VALUE` for a new name, `set NAME to VALUE` for a change"),
    (lambda s: s.type == "FREE" and s.expects("FOR"), "write `for free`"),
    (lambda s: s.last == "LBRACE" and s.expects("STRING"), 'an option is written: "words" {{ ... }}'),
    (lambda s: s.head in _BODIES and s.expects("LBRACE") and s.type in (*_VALUE, "STRING", "$END"), _BODY),
    (lambda s: s.type == "STRING" and s.last == "_NL", "these words belong on the line of their statement"),
    (lambda s: s.type == "_NL", "the statement is not finished: it goes on in this line"),
    (lambda s: s.inside == "LBRACE" and s.type == "$END", "{open} is not closed: add `}}`"),
    # values
    (lambda s: s.type == "STRING" and s.expects("YOU"), "a name needs no quotes"),
    (lambda s: s.inside == "LPAR" and s.expects("RPAR") and s.type not in (*_PATH, "INT", "DOT", "FROM", "OF"),
     "{open} is not closed: add `)`"),
    (lambda s: s.inside == "LSQB" and s.expects("RSQB") and s.type not in (*_PATH, "INT", "DOT"),
     "{open} is not closed: add `]`"),
    (lambda s: s.type == "DOT" and s.last == "YOUR", "write `your NAME` or `you.NAME`"),
    (lambda s: s.last == "IS" and s.type == "INT", _IS + "; a number is compared with `=`"),
    (lambda s: s.last == "IS", _IS),
    (lambda s: s.type in _COMPARISONS and s.expects("AND") and any(t.type in _COMPARISONS for t in s.statement),
     "comparisons do not chain: join them with `and`"),
    (lambda s: s.type in ("FROM", "OF", "ON") and s.expects("IN"), "a zone is looked through with `in`"),
    (lambda s: s.type in ("IN", "WHERE", "ON") and s.last == "NAME" and s.expects("STAR"), _QUERY),
    (lambda s: s.type == "NAME" and s.last == "NAME" and s.expects("STAR")
     and re.compile(r"\w+ +(in|where|on) ").match(s.text, s.at[0]) is not None, _QUERY),
)  # fmt: skip


def _odd_quotes(spot: _Spot) -> bool:
    """Whether the line of the error has a quotation mark without its other half (and not in a comment)."""
    start = spot.text.rfind("\n", 0, spot.at[0]) + 1
    line = spot.text[start:].split("\n", 1)[0]
    return '"' in re.sub(r'"[^"]*"|#.*', "", line)


def _hint(spot: _Spot) -> str | None:
    for holds, hint in _HINTS:
        if holds(spot):
            return hint.format(word=spot.word, open=_opening(spot))
    words = [word for type_, word in _literals().items() if type_ in spot.expected and word.isalpha()]
    if spot.type in ("NAME", "CALLED") and (found := _suggest(spot.word, words)):
        return found
    if spot.last == "NAME":
        previous = str(spot.before[-1])
        second = [token.type for token in spot.before[-2:]] == ["NAME", "NAME"]  # it may be a word taken for a name
        if found := _FOREIGN_WORDS.get(previous) or (_suggest(previous, reserved_words()) if second else None):
            return found
    if spot.word in _literals().values() and spot.word.isalpha() and spot.expects("NAME"):
        return f"`{spot.word}` {_TAKEN}"
    links = [word for word in words if word in ("to", "be", "by", "from", "on", "in", "of")]
    if len(links) == 1 and spot.type != "$END":
        return f"`{links[0]}` is missing here"
    return None


def _opening(spot: _Spot) -> str:
    """The innermost open bracket, with what stands before it: "the `{` of `repeat 3`"."""
    if spot.open is None:
        return ""
    start = _range(spot.open)[0]
    line = spot.text[:start].rsplit("\n", 1)[-1].strip()
    if spot.open.type != "LBRACE":
        line = re.split(r"[\s({\[]", line)[-1]
    line = line if len(line) <= 40 else "..." + line[-37:]
    return f"the `{spot.open}` of `{line}`" if line else f"the `{spot.open}`"


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
    if char.isalpha() and end - start <= _LONGEST_WORD:
        word = text[start:end]
        small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
        if re.fullmatch(r"[a-z][a-z0-9_]*", small):
            hint = f"names are written in small letters: {small}"
        else:
            hint = "names are written with the letters a to z, digits and `_`"
        return ParseError("P004", f"`{word}` is not a name", start, end, hint)
    end = at + 1
    while end < len(text) and text[end] == char and end - at < _LONGEST_WORD:
        end += 1
    found = _CHARACTERS.get(char)
    spot = _spot(text, form, "", char, (at, at + 1), ())
    if char == ":":
        if spot.needs_arrow:
            found = "the arrow is written `->`"
        elif spot.head in _BODIES:
            found = "the body of a statement stands in { }"
    elif char in "–—" and text[at + 1 : at + 2] == ">":
        end, found = at + 2, "the arrow is written `->`"
    elif text.startswith(("//", "/*"), at):
        found = "a comment begins with `#`"
    elif char in "'’" and at and text[at - 1].isalnum() and text.startswith("s ", at + 1):
        owner = text[slice(*_word_around(text, at - 1))]
        found = f"what belongs to something stands after a dot: {owner[:_LONGEST_WORD]}.NAME"
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
