"""What could be written next in an effect text: the words that the grammar takes there, the names that checking does.

Neither is listed here. The parser is asked which words it takes after what stands there. For the names, one that
nothing has is put there, the text is closed as shortly as the grammar allows, and the checker says what it knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from lark import Token, UnexpectedInput
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser

from dsl.diagnostics import CURSOR, Suggestion
from dsl.parse.lexing import parser
from dsl.parse.read import ParseError, parse
from dsl.parse.spot import literals
from engine.index.marks import Path
from engine.index.places import Places

_LAST_WORD = re.compile(r"[a-z_][a-z0-9_]*\Z")
_BREAK = re.compile(r"[\n;{}]")
_BEGINNING = re.compile(r"[\n;{}]|->")
_MEMBER = " ."
#: How a text may go on after a name, so that the checker looks at it. In a call there must be as many arguments as it
#: takes, in the last one of a call within it also those of the outer one.
_ALONE = ("", " . a")
_FIRST = (*_ALONE, " a in a", " on a")
_IN_CALL = ((", a", " . a, a", " a in a, a"), (", a, a",), (", a, a, a",))
_IN_CALLS = ((" ), a",), (", a ), a",), (", a, a ), a",))
_MOST_TRIED = 2_000  # ways to close a text
_FILL = {"NAME": "a", "CALLED": "a", "INT": "1", "STRING": '""', "SIGN": "+", "COMPARE": "=", "_ARROW": "->"}


@dataclass(frozen=True, slots=True)
class Expected:
    """What may follow: `words` of the language, `names` by whether they are called with brackets, and names after an
    amount, `counted`. `start` is where the word begins that is being written, `statement` the first word of its
    statement ("" at its beginning)."""

    start: int
    words: tuple[str, ...]
    names: tuple[str, ...]
    called: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    statement: str = ""


def expected(before: str, form: str, path: Path, beside: Mapping[str, Any], places: Places) -> Expected:
    """What may follow `before` in a text of a form at a path."""
    found = _LAST_WORD.search(before)
    start = found.start() if found else len(before)
    line = before[before.rfind("\n") + 1 :]
    if line.count('"') % 2 or "#" in re.sub(r'"[^"]*"', "", line):
        return Expected(start, (), ())
    head = before[:start]
    for attempt in _attempts(head):
        if (at := _fed(attempt, form)) is not None:
            break
    else:
        return Expected(start, (), ())
    accepted = _accepted(at, attempt)
    words = sorted({literals()[t] for t in accepted if literals().get(t, "").isalpha()})
    names = _fitting(attempt, form, path, beside, places) if "NAME" in accepted else ()
    called = tuple(_known(attempt, f"{CURSOR}(", form, path, beside, places)) if "CALLED" in accepted else ()
    counted = tuple(_known(f"{attempt}1 ", CURSOR, form, path, beside, places)) if "INT" in accepted else ()
    return Expected(start, tuple(words), names, called, counted, _statement(attempt))


def _attempts(head: str) -> Iterator[str]:
    """What stands before; if that makes no sense, only the statement that is being written."""
    yield head
    breaks = [m.end() for m in _BREAK.finditer(head)]
    if breaks:
        yield head[breaks[-1] :]


def _fed(text: str, form: str) -> InteractiveParser | None:
    """The parser after a text; None if it does not take it."""
    at: Any = parser().parse_interactive(text, start=f"{form}_form")
    try:
        at.exhaust_lexer()
    except UnexpectedInput:
        return None
    return at  # type: ignore[no-any-return]


def _accepted(at: Any, text: str) -> set[str]:
    """The sorts of words that may follow; after a line end those that may begin a statement too."""
    accepted = set(at.accepts())
    if "_NL" in accepted and text.rstrip(" \t").endswith("\n"):
        after = at.copy()
        after.feed_token(Token("_NL", "\n"))
        accepted |= after.accepts()
    return accepted


def _statement(text: str) -> str:
    """The first word of the statement that a text ends in."""
    last = _BEGINNING.split(text)[-1].split()
    return last[0] if last else ""


# ---- names


def _known(head: str, word: str, form: str, path: Path, beside: Mapping[str, Any], places: Places) -> Iterator[str]:
    """The names that could stand at the end of a text: of which the checker says so in some text that begins so."""
    told: dict[str, None] = {}

    def said(code: str, message: str, start: int, end: int, hint: str | None) -> None:
        if isinstance(hint, Suggestion) and hint.fix == CURSOR:
            told.update(dict.fromkeys(hint.known))

    calls = (head + word).count("(") - head.count(")")
    for ways in (_FIRST if calls > 0 else _ALONE, *(_IN_CALL if calls > 0 else ()), *(_IN_CALLS if calls > 1 else ())):
        for further in ways:
            closing = _closing(head + word + further, form)
            with suppress(ParseError):
                tree = parse(f"{head}{word}{further}{closing or ''}", form)
                places.understand(path, tree, beside, said)
        if told:
            break
    yield from told


def _fitting(head: str, form: str, path: Path, beside: Mapping[str, Any], places: Places) -> tuple[str, ...]:
    """The names that could stand there and are right in some text: alone, before some further word, or by a member."""
    known = list(_known(head, CURSOR, form, path, beside, places))
    at: Any = _fed(head + CURSOR, form)
    ways = [f" {_FILL.get(t) or literals().get(t)}" if t != "$END" else "" for t in (at.accepts() if at else ())]
    ways = sorted((way for way in ways if way not in (" None", _MEMBER)), key=len)
    endings = [way + end for way in ways if (end := _closing(head + CURSOR + way, form)) is not None]

    def fits(name: str) -> bool:
        return any(_right(head, name, end, form, path, beside, places) for end in endings) or any(
            _known(f"{head}{name}.", CURSOR, form, path, beside, places)
        )

    return tuple(name for name in known if fits(name))


def _right(head: str, name: str, end: str, form: str, path: Path, beside: Mapping[str, Any], places: Places) -> bool:
    """Whether nothing is wrong with the name itself in a text."""
    try:
        tree = parse(head + name + end, form)
    except ParseError:
        return False
    place, wrong = (len(head), len(head) + len(name)), list[tuple[int, int]]()
    places.understand(path, tree, beside, lambda _, __, start, stop, ___: wrong.append((start, stop)))
    return place not in wrong


def _closing(text: str, form: str) -> str | None:
    """A few words that make a text whole: those after which the least is open are tried first."""
    at: Any = _fed(text, form)
    if at is None:
        return None
    tables = at.parser_state.parse_conf
    first = tuple(at.parser_state.state_stack)
    todo: list[tuple[int, int, tuple[int, ...], str]] = [(0, 0, first, "")]
    seen = {first}
    for _ in range(_MOST_TRIED):
        if not todo:
            return None
        _, words, states, added = heappop(todo)
        if _shifted(tables, states, "$END") is not None:
            return added
        for terminal in tables.states[states[-1]]:
            shown = _FILL.get(terminal) or literals().get(terminal)
            after = _shifted(tables, states, terminal) if shown is not None else None
            if after is not None and after not in seen:
                seen.add(after)
                heappush(todo, (words + len(after), words + 1, after, f"{added} {shown}"))
    return None


def _shifted(tables: Any, states: tuple[int, ...], terminal: str) -> tuple[int, ...] | None:
    """The states of the parser after one more word; None if it does not take it there."""
    stack = list(states)
    while (action := tables.states[stack[-1]].get(terminal)) is not None:
        kind, to = action
        if kind is Shift:
            return (*stack, to)
        if size := len(to.expansion):
            del stack[-size:]
        stack.append(tables.states[stack[-1]][to.origin.name][1])
        if terminal == "$END" and stack[-1] == tables.end_state:
            return tuple(stack)
    return None
