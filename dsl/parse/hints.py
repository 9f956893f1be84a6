"""What helps where a text does not parse: one table of hints, and words that look like what was meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from dsl.diagnostics import suggest
from dsl.parse.lexing import reserved_words
from dsl.parse.spot import Spot, literals, openers, place

LONGEST_WORD = 30
_FOREIGN_WORDS = {
    "elif": "write `else if`", "elsif": "write `else if`", "elseif": "write `else if`", "unless": "write `if not`",
    "while": "no loop is endless here: use `repeat` or `for each`", "foreach": "write `for each`",
    "return": "write `stop` to leave an effect; a function is only its value", "upto": "write `up to`",
}  # fmt: skip


def suggest_word(word: str, words: Iterable[str]) -> str | None:
    """What `word` may stand for: a word of another language, or one like it among `words`, of about its length."""
    if not 2 < len(word) <= LONGEST_WORD:
        return None
    near = [w for w in words if abs(len(w) - len(word)) <= (1 if len(w) < 4 else 2)]
    return _FOREIGN_WORDS.get(word) or suggest(word, near)


PATH = frozenset({"NAME", "CALLED", "YOU", "YOUR"})
VALUE = PATH | {"INT", "ALL", "LPAR", "SIGN", "NOT", "TRUE", "FALSE", "NOTHING", "PROCEED", "TOP", "FIRST"}
TAKEN = "is a word of the language itself; use another name here"
BODIES = ("IF", "FOR", "REPEAT", "MAY", "AS", "ELSE", "STRING")
_COMPARISONS = ("COMPARE", "HAS", "IS")
_BODY = "the body of a statement stands in {{ }}"
_ARROW_HINT = "the arrow is written `->`"
_IS = "`is` asks for a kind, `present` or `nothing`"
_QUERY = "a query stands in brackets: some(KIND in ZONE) or count(KIND in ZONE)"
# What helps, the first row that holds. {word} is the token that cannot stand there, {open} the open bracket.
_HINTS: tuple[tuple[Callable[[Spot], bool], str], ...] = (
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
    (lambda s: s.form in ("goods", "cost") and s.word in openers("effect"),
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
    (lambda s: s.head in BODIES and s.expects("LBRACE") and s.type in (*VALUE, "STRING", "$END"), _BODY),
    (lambda s: s.type == "STRING" and s.last == "_NL", "these words belong on the line of their statement"),
    (lambda s: s.type == "_NL", "the statement is not finished: it goes on in this line"),
    (lambda s: s.inside == "LBRACE" and s.type == "$END", "{open} is not closed: add `}}`"),
    # values
    (lambda s: s.type == "STRING" and s.expects("YOU"), "a name needs no quotes"),
    (lambda s: s.inside == "LPAR" and s.expects("RPAR") and s.type not in (*PATH, "INT", "DOT", "FROM", "OF"),
     "{open} is not closed: add `)`"),
    (lambda s: s.inside == "LSQB" and s.expects("RSQB") and s.type not in (*PATH, "INT", "DOT"),
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


def _odd_quotes(spot: Spot) -> bool:
    """Whether the line of the error has a quotation mark without its other half (and not in a comment)."""
    start = spot.text.rfind("\n", 0, spot.at[0]) + 1
    line = spot.text[start:].split("\n", 1)[0]
    return '"' in re.sub(r'"[^"]*"|#.*', "", line)


def hint_at(spot: Spot) -> str | None:
    for holds, hint in _HINTS:
        if holds(spot):
            return hint.format(word=spot.word, open=_opening(spot))
    words = [word for type_, word in literals().items() if type_ in spot.expected and word.isalpha()]
    if spot.type in ("NAME", "CALLED") and (found := suggest_word(spot.word, words)):
        return found
    if spot.last == "NAME":
        previous = str(spot.before[-1])
        second = [token.type for token in spot.before[-2:]] == ["NAME", "NAME"]  # it may be a word taken for a name
        if found := _FOREIGN_WORDS.get(previous) or (suggest_word(previous, reserved_words()) if second else None):
            return str(found)  # about the word before, so nothing to write in this place
    if spot.word in literals().values() and spot.word.isalpha() and spot.expects("NAME"):
        return f"`{spot.word}` {TAKEN}"
    links = [word for word in words if word in ("to", "be", "by", "from", "on", "in", "of")]
    if len(links) == 1 and spot.type != "$END":
        return f"`{links[0]}` is missing here"
    return None


def _opening(spot: Spot) -> str:
    """The innermost open bracket, with what stands before it: "the `{` of `repeat 3`"."""
    if spot.open is None:
        return ""
    start = place(spot.open)[0]
    line = spot.text[:start].rsplit("\n", 1)[-1].strip()
    if spot.open.type != "LBRACE":
        line = re.split(r"[\s({\[]", line)[-1]
    line = line if len(line) <= 40 else "..." + line[-37:]
    return f"the `{spot.open}` of `{line}`" if line else f"the `{spot.open}`"
