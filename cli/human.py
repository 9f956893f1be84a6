"""Asking a person: their view, the numbered options, and the words they may say instead of choosing."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.report import say, show_error
from cli.sight import Sight
from dsl.diagnostics import DiagnosticError, suggest
from engine import Decision, IllegalChoice, Option

if TYPE_CHECKING:
    from cli.match import Match

_HELP = """\
Choose by number, or by the words of an option: as many from its front as tell it from the others.
  ? CARD       what a card says, by its name
  ? NUMBER     what the cards of an option say
  state        all that you can see
  log          what has happened so far
  undo         take your last choice back, if nothing hidden came to light since
  save [FILE]  save the game
  quit         leave the game (saved first, if --save was given)
An empty line shows the options again. A word with / before it is always one of these, never an option."""

_DIGITS = 6  # a number of more digits is none of an option
_SAYINGS = ("?", "help", "state", "log", "undo", "save", "quit")


class Leave(Exception):
    """The person wants to stop, or there is no more input."""


class Human:
    """One seat's person, at the terminal."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self._shown = ""

    def decide(self, decision: Decision) -> None:
        """Asks until a choice is made (or taken back). Raises Leave."""
        self._hand_over()
        self.match.tell(self.seat)
        sight = Sight(self.match.game, self.seat)
        moment = f"{decision.kind == 'act'}/{sight.view['round']}/{sight.view['phase']}"
        if decision.kind == "act" or moment != self._shown:
            say()
            say("\n".join(sight.brief()))
        self._shown = moment
        self._list(decision)
        while not self._heard(decision, self._read()):
            pass

    def _hand_over(self) -> None:
        """Between two people at one terminal, hides what the other may not see."""
        before, self.match.at_table = self.match.at_table, self.seat
        if before not in (None, self.seat) and sys.stdin.isatty():
            click.clear()
            say(f"Seat {self.seat + 1} is next: press Enter when only you can see this.", bold=True)
            self._read()
            click.clear()

    def _list(self, decision: Decision) -> None:
        say()
        say(f"{decision.prompt}, seat {self.seat + 1}:", bold=True)
        width = len(str(len(decision.labels)))
        say("\n".join(f"  {n:>{width}}  {label}" for n, label in enumerate(decision.labels, 1)))

    def _read(self) -> str:
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (lines can be edited and repeated)
        try:
            line = input("> ")
        except EOFError:
            say()
            raise Leave from None
        if not sys.stdin.isatty():
            say()
        return line.strip()

    # ---- what was said
    def _heard(self, decision: Decision, line: str) -> bool:
        """Acts on a line; True if the game has moved."""
        word, _, rest = line.removeprefix("/").partition(" ")
        if not word:
            self._list(decision)
        elif word.startswith("?") and word != "?":
            self._explain(f"{word[1:]} {rest}".strip(), decision)
        elif word in _SAYINGS and (line.startswith("/") or line not in decision.ids):
            return self._saying(word, rest.strip(), decision)
        else:
            return self._choose(decision, line)
        return False

    def _saying(self, word: str, rest: str, decision: Decision) -> bool:
        if word in ("?", "help"):
            self._explain(rest, decision)
        elif word == "state":
            say("\n".join(Sight(self.match.game, self.seat).everything()))
        elif word == "log":
            self.match.tell_all(self.seat)
        elif word == "undo":
            return self._undo()
        elif word == "save":
            self._save(rest)
        else:
            raise Leave
        return False

    def _explain(self, what: str, decision: Decision) -> None:
        """Shows what cards say: one by its name, or those of an option by its number."""
        from cli import cards

        rules = self.match.game.rules
        if not what:
            say(_HELP)
            return
        number = int(what) if what.isdecimal() and len(what) < _DIGITS else 0
        listed = 1 <= number <= len(decision.labels)
        found = cards.named_in(rules, decision.labels[number - 1]) if listed else cards.find(rules, what)
        for card in found:
            say("\n".join([cards.title(rules, card), *cards.text(card)]))
        if not found:
            hint = None if listed else cards.like(rules, what)
            say(f"there is no card {'in' if listed else 'called'} `{what}`{'; ' + hint if hint else ''}")

    def _undo(self) -> bool:
        if self.match.undo(self.seat):
            say("Taken back.")
            return True
        say("There is nothing that can be taken back: hidden cards came to light since, or nothing was chosen yet.")
        return False

    def _save(self, rest: str) -> None:
        path = Path(rest) if rest else self.match.save
        if path is None:
            say("Say in which file: save FILE")
        elif self.match.write(path):
            self.match.save = path

    def _choose(self, decision: Decision, line: str) -> bool:
        option = self._meant(decision, line)
        if option is None:
            return False
        try:
            self.match.game.choose(option)
        except DiagnosticError as e:
            show_error(e)
            say("The game is as it was before.")
        return True

    def _meant(self, decision: Decision, line: str) -> Option | None:
        """The option that a line means; None after saying why there is none."""
        if line.isdecimal() and len(line) < _DIGITS:
            if 1 <= int(line) <= len(decision.options):
                return decision.options[int(line) - 1]
            say(f"The options go from 1 to {len(decision.options)}.")
            return None
        with contextlib.suppress(IllegalChoice):
            return self.match.game.find(line)
        wanted, found = line.casefold(), set[int]()
        for words in (decision.ids, decision.labels):
            found |= {n for n, text in enumerate(words) if text.casefold().startswith(wanted)}
        if len(found) == 1:
            return decision.options[found.pop()]
        if found:
            say(f"`{line}` can mean: {', '.join(decision.labels[n] for n in sorted(found))}")
        else:
            hint = suggest(line, [*decision.labels, *decision.ids])
            say(f"`{line}` is no option here{'; ' + hint if hint else ''} (? for help)")
        return None
