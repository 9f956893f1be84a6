"""What could be written next in an effect text: the words that the grammar takes there, the names that checking does.

Neither is listed here. The parser is asked which words it takes after what stands there. For the names, one that
nothing has is put there, the text is closed as shortly as the grammar allows, and the checker says what it knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
from engine.index.places import Places, Said

_LAST_WORD = re.compile(r"[a-z_][a-z0-9_]*\Z")
_BREAK = re.compile(r"[\n;{}]")
_BEGINNING = re.compile(r"[\n;{}]|->")
_MEMBER = " ."
_JOINING = frozenset({"AND", "OR", "COMMA", "SEMICOLON", "STAR"})  # before these a name is right as before what ends it
#: How a text may go on after a name, so that the checker looks at it. In a call there must be as many arguments as it
#: takes, in the last one of a call within it also those of the outer one.
_ALONE = ("", " . a", " on a", " in a")
_FIRST = (*_ALONE, " a in a")
_IN_CALL = ((", a", " . a, a", " a in a, a"), (", a, a",), (", a, a, a",))
_IN_CALLS = ((" ), a",), (", a ), a",), (", a, a ), a",))
_MOST_TRIED = 2_000  # ways to close a text
_FILL = {"NAME": "a", "CALLED": "a", "INT": "1", "STRING": '""', "SIGN": "+", "COMPARE": "=", "_ARROW": "->"}


@dataclass(frozen=True, slots=True)
class Expected:
    """What may follow: `words` of the language, `names` by whether they are called with brackets, and names after an
    amount, `counted`. `start` is where the word begins that is being written, `statement` the first word of its
    statement ("" at its beginning), `member` whether the name is that of a part, after a point."""

    start: int
    words: tuple[str, ...]
    names: frozenset[str]
    called: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    statement: str = ""
    member: bool = False


def expected(before: str, form: str, path: Path, beside: Mapping[str, Any], places: Places) -> Expected:
    """What may follow `before` in a text of a form at a path."""
    found = _LAST_WORD.search(before)
    start = found.start() if found else len(before)
    line = before[before.rfind("\n") + 1 :]
    if line.count('"') % 2 or "#" in re.sub(r'"[^"]*"', "", line):
        return Expected(start, (), frozenset())
    head = before[:start]
    for attempt in _attempts(head):
        if (at := _fed(attempt, form)) is not None:
            break
    else:
        return Expected(start, (), frozenset())
    accepted = _accepted(at, attempt)
    words = sorted({literals()[t] for t in accepted if literals().get(t, "").isalpha()})
    texts = _Texts(form, path, beside, places)
    names = texts.fitting(attempt) if "NAME" in accepted else frozenset()
    called = tuple(texts.known(attempt, f"{CURSOR}(")) if "CALLED" in accepted else ()
    counted = tuple(texts.known(f"{attempt}1 ")) if "INT" in accepted else ()
    return Expected(start, tuple(words), names, called, counted, _statement(attempt), head.endswith("."))


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


@dataclass(frozen=True, slots=True)
class _Texts:
    """Texts that stand at a place, tried by the parser and the checker."""

    form: str
    path: Path
    beside: Mapping[str, Any]
    places: Places

    def known(self, head: str, word: str = CURSOR, *, any_: bool = False) -> list[str]:
        """The names that could stand after `head`: of which the checker says so in some text that begins so. `any_`:
        only whether there is one."""
        told: dict[str, None] = {}

        def said(code: str, message: str, start: int, end: int, hint: str | None) -> None:
            if isinstance(hint, Suggestion) and hint.fix == CURSOR:
                told.update(dict.fromkeys(hint.known))

        calls = (head + word).count("(") - head.count(")")
        tried: set[str] = set()
        first = _FIRST if calls > 0 else _ALONE
        for ways in (first, *(_IN_CALL if calls > 0 else ()), *(_IN_CALLS if calls > 1 else ())):
            for further in ways:
                text = f"{head}{word}{further}{_closing(head + word + further, self.form) or ''}"
                if text not in tried and not (any_ and told):
                    self._understand(text, said)
                tried.add(text)
            if told:
                break
        return list(told)

    def fitting(self, head: str) -> frozenset[str]:
        """The names that could stand there and are right in some text: before what ends it or some further word, or by
        a member."""
        at: Any = _fed(head + CURSOR, self.form)
        after = at.accepts() - _JOINING if at is not None else ()
        ways = [f" {_FILL.get(t) or literals().get(t)}" if t != "$END" else "" for t in after]
        ways = sorted((way for way in ways if way not in (" None", _MEMBER)), key=lambda way: (len(way), way))
        ends = [way + end for way in ways if (end := _closing(head + CURSOR + way, self.form)) is not None]
        return frozenset(
            name
            for name in self.known(head)
            if any(self._right(head, name, end) for end in ends) or self.known(f"{head}{name}.", any_=True)
        )

    def _right(self, head: str, name: str, end: str) -> bool:
        """Whether nothing is wrong with the name itself in a text."""
        wrong = []
        whole = self._understand(head + name + end, lambda _, __, start, stop, ___: wrong.append((start, stop)))
        return whole and (len(head), len(head) + len(name)) not in wrong

    def _understand(self, text: str, said: Said) -> bool:
        """Checks a text; whether there is anything to check."""
        try:
            self.places.understand(self.path, parse(text, self.form), self.beside, said)
        except ParseError:
            return False
        return True


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
        for terminal in sorted(tables.states[states[-1]]):
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
