"""Going through a game choice by choice at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable

from cli.kept.steps import Step, steps
from cli.report import say
from cli.terminal.narrate import drawn, tell
from cli.terminal.sight import Sight
from cli.terminal.standings import final_table
from cli.terminal.style import put, style_here
from engine import Game


class Stepping:
    """A person looking at a game, as a seat could see it (None: everything that all of them could)."""

    def __init__(self, game: Game, players: list[str], seat: int | None, forfeits: dict[int, str]) -> None:
        self.players, self.seat, self.forfeits = players, seat, forfeits
        self.style = style_here()
        self.steps: list[Step] = list(steps(game, seat))
        self.at = 0
        self.voice = game.rules.voice

    def run(self) -> None:
        """Shows steps until the person leaves, or there is no more input."""
        say(self.voice.say("step.begin", self.voice.count("step.steps", len(self.steps) - 1)))
        self._show()
        while (said := self._read()) is not None and said not in ("q", "quit"):
            self._heard(said)

    def _read(self) -> str | None:
        try:
            line = input(f"{self.voice.say('step.prompt', self.at, len(self.steps) - 1).strip()} ")
        except EOFError:
            say()
            return None
        if not sys.stdin.isatty():
            say()
        return line.strip()

    def _heard(self, said: str) -> None:
        """Does what was said."""
        moves: dict[str, Callable[[], int]] = {
            "": lambda: self.at + 1, "n": lambda: self.at + 1, "b": lambda: self.at - 1,
            "e": lambda: len(self.steps) - 1, "r": lambda: self._round(1), "R": lambda: self._round(-1),
        }  # fmt: skip
        looks: dict[str, Callable[[], None]] = {
            "t": self._table,
            "o": self._offered,
            "?": self._help,
        }
        if said in looks:
            looks[said]()
        elif said in moves:
            self._go(moves[said]())
        elif said.isdecimal() and len(said) < 7:
            self._go(int(said))
        else:
            say(self.voice.say("step.unknown", said[:40]))

    def _help(self) -> None:
        say(str(self.voice.templates["step.help"]))  # in columns, which filling it would close up

    def _go(self, to: int) -> None:
        if not 0 <= to < len(self.steps):
            say(self.voice.say("step.start") if to < 0 else self.voice.say("step.end", len(self.steps) - 1))
            return
        self.at = to
        self._show()

    def _round(self, by: int) -> int:
        """The first step of another round; the end or the start of the game where there is none."""
        wanted = self.steps[self.at].game.state.round + by
        found = [n for n, step in enumerate(self.steps) if step.game.state.round == wanted]
        return found[0] if found else len(self.steps) - 1 if by > 0 else 0

    # ---- what is shown
    def _show(self) -> None:
        step = self.steps[self.at]
        chosen = step.chosen
        head = self.voice.say("step.chosen", chosen.seat + 1, chosen.prompt, chosen.label) if chosen is not None else ""
        if self.style.linear:
            if head:
                say(head, bold=True)
            tell(step.events, self.seat, self.voice)
        else:
            from rich.text import Text

            from cli.terminal.lines import BOLD, wrap

            width = self.style.size[0]
            told = wrap(Text(head, BOLD), width, 4) if head else []
            put(told + drawn(step.events, self.seat, self.voice, width), self.style)
        decision = step.game.decision
        if decision is not None:
            say(self.voice.say("step.asked", decision.seat + 1, decision.prompt))
        else:
            final_table(step.game, self.players, forfeits=self.forfeits)

    def _table(self) -> None:
        """What a seat sees; for None what lies between the seats, and each as its player sees it."""
        game = self.steps[self.at].game
        seats = range(game.state.seats) if self.seat is None else ()
        if self.style.linear:
            lone = Sight(game, self.seat)
            say("\n".join(lone.shared() if seats else lone.everything()))
            for seat in seats:
                say("\n".join(Sight(game, seat).of_seat(seat)))
            return
        from cli.terminal.tableview import TableView, everything

        width, icons = self.style.size[0], not self.style.ascii
        view = TableView(game, self.seat, width, icons=icons, plays=False)
        told = [*view.heading(), *view.tracks(), *view.shared()] if seats else everything(view)
        for seat in seats:
            own = TableView(game, seat, width, icons=icons, plays=False)
            told += [*own.player(seat), *own.hands()]
        put(told, self.style)

    def _offered(self) -> None:
        chosen = self.steps[self.at].chosen
        if chosen is None:
            say(self.voice.say("step.none_offered"))
            return
        say("\n".join(f"{'>' if n == chosen.number else ' '} {label}" for n, label in enumerate(chosen.options)))
