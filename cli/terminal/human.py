"""Asking a person: the table, the options, and a line from them until it is a choice."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.report import say, show_error
from cli.terminal.meaning import meant, number
from cli.terminal.paging import page
from cli.terminal.sayings import SAYINGS, asking
from cli.terminal.sight import Sight
from cli.terminal.style import put
from dsl.diagnostics import DiagnosticError, Suggestion, suggest
from engine import Decision, Option

if TYPE_CHECKING:
    from rich.text import Text

    from cli.terminal.match import Match
    from engine.messages.voice import Voice

_CLEARED = "\x1b[2J\x1b[3J\x1b[H"  # the lines that have scrolled away, too


class Human:
    """One seat's person, at the terminal. With `brief`, the next question comes without the table, so that what was
    said before it stays on the screen."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.style = match.manner.style
        self._reader = match.manner.reader(self.style, self._words)
        self.brief = False
        self._shown = self._ahead = ""
        self._asked: Decision | None = None

    def decide(self, decision: Decision) -> None:
        """Asks until a choice is made (or taken back). What leaves no choice is carried out and told. Raises Leave."""
        if len(decision.raws) == 1 or (decision.kind == "pay" and self.match.manner.auto_pay):
            option = decision.options[0]
            row = "play.only_choice" if len(decision.raws) == 1 else "play.paid"
            self.match.note(self.seat, self.voice.say(row, self.seat + 1, option.label))
            self._carry_out(option)
            return
        self._hand_over()
        if decision is self._asked:  # something was said in between, and nothing is new
            from cli.terminal.menu import question

            say()
            say(question(decision.prompt, self._who), bold=True)
        else:
            self._asked = decision
            self.look(decision)
        while not self.heard(decision, self._line()):
            pass

    def _line(self) -> str:
        """What the person says next: what was typed between two screens of a long text, or a new line."""
        said, self._ahead = self._ahead, ""
        return said or self._reader.read()

    @property
    def voice(self) -> Voice:
        """In whose language the person is spoken to."""
        return self.match.game.rules.voice

    @property
    def _who(self) -> str:
        return self.voice.say("label.seat", self.seat + 1)

    def look(self, decision: Decision) -> None:
        """Shows what happened, the table where it is needed, and the options."""
        view = self.match.game.state
        moment = f"{decision.kind == 'act'}/{view.round}/{view.phase}"
        anew = not self.brief and (decision.kind == "act" or moment != self._shown)
        self._shown, self.brief = moment, False
        if self.style.linear:
            self.match.tell(self.seat)
            if anew:
                say()
                say("\n".join(Sight(self.match.game, self.seat).brief()))
        elif anew:
            self._draw(decision)
            return
        else:
            self.match.tell(self.seat)
        self.show_options(decision)

    def _draw(self, decision: Decision) -> None:
        """The table, with as much detail as leaves space for the options below it, and the options."""
        from cli.terminal.folding import screenful
        from cli.terminal.tableview import TableView

        width, height = self.style.size
        view = TableView(self.match.game, self.seat, width, icons=not self.style.ascii)
        below, news = self.below(width), self.match.news(self.seat)
        put([*screenful(view, decision, self._who, height - len(below), news), *below], self.style)

    def below(self, width: int) -> list[Text]:
        """What else is said, in lines of a width: next to where the answer is typed, so that it never scrolls away."""
        return []

    def show_options(self, decision: Decision) -> None:
        """Shows what is asked, and the options."""
        from cli.terminal.folding import folded
        from cli.terminal.menu import asked, menu, plain_menu, question

        say()
        if self.style.linear:
            say(question(decision.prompt, self._who), bold=True)
            say("\n".join(plain_menu(decision.labels)))
        else:
            (width, height), rules = self.style.size, self.match.game.rules
            lines = menu(rules, decision, width, Sight(self.match.game, self.seat))
            if len(lines) > height - 3:
                lines = folded(rules, decision, width, height - 3)
            put([asked(decision, self._who), *lines], self.style)
        put(self.below(self.style.size[0]), self.style)

    def show_more(self, decision: Decision, begun: str) -> None:
        """Shows all options, or those that begin with some words, a screen at a time."""
        from cli.terminal.folding import more
        from cli.terminal.menu import plain_menu

        lines = more(self.match.game.rules, decision, self.style.size[0], begun)
        if not lines:
            self.show(self.voice.say("ask.none_begins", begun))
        elif self.style.linear:
            rows = zip(plain_menu(decision.labels), decision.labels, strict=True)
            say("\n".join(row for row, label in rows if label.casefold().startswith(begun.casefold())))
        else:
            self.page(lines)

    def show(self, text: str) -> None:
        """Shows a text, in lines of the terminal's width and a screen at a time."""
        if self.style.linear:
            say(text)
            return
        from rich.text import Text

        from cli.terminal.lines import wrap

        width = min(self.style.size[0], 100)
        lines: list[Text] = []
        for line in text.split("\n"):
            lines += wrap(Text(line), width, _indent(line))
        self.page(lines)

    def page(self, lines: list[Text]) -> None:
        """Shows lines, a screen at a time; a line typed in between is heard next."""
        self._ahead = page(lines, self.style, self._reader, self.voice)

    def show_state(self, seat: str) -> None:
        """Shows all that the person can see, or of one seat by its number."""
        chosen = number(seat)
        if seat and (chosen is None or not 1 <= chosen <= self.match.game.state.seats):
            self.show(self.voice.say("ask.no_seat", seat, self.match.game.state.seats))
            return
        if self.style.linear:
            sight = Sight(self.match.game, self.seat)
            say("\n".join(sight.everything() if chosen is None else sight.of_seat(chosen - 1)))
            return
        from cli.terminal.tableview import TableView, everything

        view = TableView(self.match.game, self.seat, self.style.size[0], icons=not self.style.ascii)
        lines: list[Text] = everything(view) if chosen is None else view.player(chosen - 1, full=True)
        self.page(lines + (view.hands() if chosen == self.seat + 1 else []))

    # ---- people at one terminal
    def _hand_over(self) -> None:
        """Between two people at one terminal, hides what the other may not see."""
        before, self.match.at_table = self.match.at_table, self.seat
        if before in (None, self.seat) or not self.style.typed:
            return
        assert before is not None
        self.match.tell(before)
        say()
        say(self.voice.say("play.hand_over", self.seat + 1), bold=True)
        self._reader.pause()
        self._hide()
        say(self.voice.say("play.next", self.seat + 1), bold=True)
        self._reader.pause()
        self._hide()
        self._shown = ""

    def _hide(self) -> None:
        if self.style.linear:
            say("\n" * self.style.size[1])
        else:
            sys.stdout.write(_CLEARED)
            sys.stdout.flush()

    # ---- what was said
    def _words(self) -> Iterator[str]:
        """All that could be said now, for completion."""
        decision = self.match.game.decision
        if decision is not None:
            yield from decision.labels
        for word, saying in SAYINGS.items():
            yield word
            if saying.follow is not None:
                yield from (f"{word} {rest}" for rest in saying.follow(self))

    def heard(self, decision: Decision, line: str) -> bool:
        """Acts on a line; True if the game has moved."""
        word, _, rest = line.removeprefix("/").partition(" ")
        if not word:
            self._shown = ""
            self.look(decision)
        elif word.startswith("?") and word != "?":
            return SAYINGS["?"].function(self, f"{word[1:]} {rest}".strip(), decision)
        elif word.casefold() in SAYINGS and (line.startswith("/") or line not in decision.ids):
            return SAYINGS[word.casefold()].function(self, rest.strip(), decision)
        else:
            option = self._meant(decision, line)
            return option is not None and self.choose(option)
        return False

    def choose(self, option: Option) -> bool:
        """Makes a choice; True, as what is asked now may be something else."""
        self._carry_out(option)
        return True

    def _carry_out(self, option: Option) -> None:
        try:
            self.match.game.choose(option)
        except DiagnosticError as e:
            show_error(e)
            say(self.voice.say("play.as_before"))

    def _meant(self, decision: Decision, line: str) -> Option | None:
        """The option that a line means; None after saying why there is none."""
        place = number(line)
        if place is not None:
            if 1 <= place <= len(decision.raws):
                return decision.options[place - 1]
            self.show(self.voice.say("ask.number", len(decision.raws)))
            return None
        found = meant(self.match.game, line)
        if len(found) == 1:
            return decision.options[found[0]]
        if found:
            self.show(self.voice.say("ask.can_mean", line, ", ".join(decision.labels[n] for n in found)))
        else:
            self._explain(decision, line)
        return None

    def _explain(self, decision: Decision, line: str) -> None:
        """Says why a line means no option: what is missing for it, or what was perhaps meant."""
        from cli.terminal.wherefore import reason

        why = reason(self.match.game, line, self.seat)
        if why is not None:
            self.show(self.voice.say("ask.no_option_why", line, why))
            return
        like = [label for label in decision.labels if f" {line.casefold()}" in label.casefold()]
        like = like or [word for word in SAYINGS if word.startswith(line.casefold())]
        hint = Suggestion.of(like[0]) if len(like) == 1 else suggest(line, [*decision.labels, *decision.ids, *SAYINGS])
        told = asking(self.voice, self.voice.say("ask.no_option", line), hint)
        self.show(f"{told} {self.voice.say('ask.helps')}")


def _indent(line: str) -> int:
    """In which column a line goes on if it is too long: below its second column of words, if it has two."""
    start = len(line) - len(line.lstrip())
    columns = re.match(r" +\S+(?: \S+)*  +(?=\S)", line)
    return columns.end() if columns else start + 2 if start else 0
