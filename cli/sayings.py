"""What a person may say at a prompt instead of choosing: one table of words, with their help and what they do.

A row's function is given the person, the rest of the line and the decision. It gives True if the game has moved, so
that what is asked now may be something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.report import say
from engine import Decision

if TYPE_CHECKING:
    from cli.human import Human

Heard = Callable[["Human", str, Decision], bool]


class Leave(Exception):
    """The person wants to stop, or there is no more input."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A word at a prompt. `rest` is what may follow it, as the help shows it; `complete` gives what could follow."""

    word: str
    rest: str
    help: str
    function: Heard
    complete: Callable[[Human, Decision], Iterable[str]] | None = None


def _question(person: Human, rest: str, decision: Decision) -> bool:
    person.explain(rest, decision)
    return False


def _state(person: Human, rest: str, decision: Decision) -> bool:
    person.show_state(rest)
    return False


def _log(person: Human, rest: str, decision: Decision) -> bool:
    person.match.tell_all(person.seat)
    return False


def _undo(person: Human, rest: str, decision: Decision) -> bool:
    if person.match.undo(person.seat):
        say("Taken back.")
        return True
    say("There is nothing that can be taken back: hidden cards came to light since, or nothing was chosen yet.")
    return False


def _save(person: Human, rest: str, decision: Decision) -> bool:
    path = Path(rest) if rest else person.match.save
    if path is None:
        say("Say in which file: save FILE")
    elif person.match.write(path):
        person.match.save = path
    return False


def _quit(person: Human, rest: str, decision: Decision) -> bool:
    raise Leave


SAYINGS: dict[str, Saying] = {
    saying.word: saying
    for saying in (
        Saying("?", "[OPTION or CARD]", "what an option will do, or what a card says", _question),
        Saying("help", "", "this list", _question),
        Saying("state", "[SEAT]", "all that you can see", _state),
        Saying("log", "", "what has happened so far", _log),
        Saying("undo", "", "take your last choice back, if nothing hidden came to light since", _undo),
        Saying("save", "[FILE]", "save the game", _save),
        Saying("quit", "", "leave the game (saved first, if --save was given)", _quit),
    )
}


def help_text() -> str:
    """How to answer, and every word of the table."""
    heads = [f"{s.word} {s.rest}".strip() for s in SAYINGS.values()]
    width = max(map(len, heads))
    rows = [f"  {head:<{width}}  {s.help}" for head, s in zip(heads, SAYINGS.values(), strict=True)]
    return "\n".join([
        "Choose by number, or by the words of an option: as many from its front as tell it from the others.",
        *rows,
        "An empty line shows the options again. A word with / before it is always one of these, never an option.",
    ])  # fmt: skip
