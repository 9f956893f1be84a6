"""Asking a person: their view, the numbered options, and the words they may say instead of choosing."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click

from cli.report import say, show_error
from cli.sayings import SAYINGS, Leave, help_text
from cli.sight import Sight
from dsl.diagnostics import DiagnosticError, suggest
from engine import Decision, IllegalChoice, Option

if TYPE_CHECKING:
    from cli.match import Match

_DIGITS = 6  # a number of more digits is none of an option


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
            self.explain(f"{word[1:]} {rest}".strip(), decision)
        elif word in SAYINGS and (line.startswith("/") or line not in decision.ids):
            return SAYINGS[word].function(self, rest.strip(), decision)
        else:
            return self._choose(decision, line)
        return False

    def explain(self, what: str, decision: Decision) -> None:
        """Shows what cards say: one by its name, or those of an option by its number; without either, the help."""
        from cli import cards

        rules = self.match.game.rules
        if not what:
            say(help_text())
            return
        number = int(what) if what.isdecimal() and len(what) < _DIGITS else 0
        listed = 1 <= number <= len(decision.labels)
        found = cards.named_in(rules, decision.labels[number - 1]) if listed else cards.find(rules, what)
        for card in found:
            say("\n".join([cards.title(rules, card), *cards.text(card)]))
        if not found:
            hint = None if listed else cards.like(rules, what)
            say(f"there is no card {'in' if listed else 'called'} `{what}`{'; ' + hint if hint else ''}")

    def show_state(self, seat: str) -> None:
        """Shows all that the person can see, or of one seat by its number."""
        say("\n".join(Sight(self.match.game, self.seat).everything()))

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
