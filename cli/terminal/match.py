"""A game being played: asks people, lets bots choose, tells what happens, and saves."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cli.kept import saves
from cli.kept.autosave import Kept
from cli.programs.seats import Asker, Forfeit
from cli.report import FINDINGS, GOOD, INTERRUPTED, say, show_error
from cli.terminal.human import Human
from cli.terminal.narrate import drawn, tell
from cli.terminal.paging import latest
from cli.terminal.prompting import Leave, Reader, Words
from cli.terminal.style import Style, put, put_text
from cli.terminal.watch import reason
from dsl.diagnostics import DiagnosticError, suggest
from engine import Decision, Game, Option
from engine.bots import BOTS, choose_random
from engine.story import Event

if TYPE_CHECKING:
    from rich.text import Text

    from engine.messages.voice import Voice

HUMAN = "human"
AUTOMATON = "automaton"
"""Who plays a seat that plays by itself."""
PLAYERS = (HUMAN, *sorted(BOTS))
_EVERYBODY = -1  # in the place of a seat


def like_player(name: str) -> str:
    """A hint for a name that is none of PLAYERS."""
    return suggest(name, PLAYERS) or f"choose among {', '.join(PLAYERS)}"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a game is shown and played. `pace` is how many seconds each choice of a bot is shown (None: bots are not
    watched). `reader` makes what reads the lines of a person."""

    style: Style = field(default_factory=Style)
    auto_pay: bool = False
    pace: float | None = None
    reader: Callable[[Style, Words], Reader] = Reader


class Match:
    """A game and who plays its seats. `save` is the file it is saved in at the end, or when it is left; `kept` the one
    it is written to after every choice. `askers` are the seats that programs play. A seat in `forfeits` is played by
    chance to the end, and comes last: for what reason. `packs` are those that were named for it."""

    why_final = "ask.not_undone"  #: the message to a person who wants to take something back, and cannot

    def __init__(
        self, game: Game, players: list[str], save: Path | None = None, *, full: bool, quiet: bool,
        manner: Manner | None = None, kept: Kept | None = None, askers: Mapping[int, Asker] | None = None,
        packs: list[str] | None = None, forfeits: Mapping[int, str] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.players, self.save, self.kept = game, players, save, kept
        self.askers, self.packs = askers or {}, packs
        self.forfeits = dict(forfeits or {})
        self.full, self.quiet, self.manner = full, quiet, manner or Manner(Style(linear=True))
        self._notes: dict[int, Event] = {}
        self.at_table: int | None = None
        self._people = {seat: Human(self, seat) for seat, player in enumerate(players)
                        if player == HUMAN and seat not in self.askers}  # fmt: skip
        self._told: dict[int | None, int] = {}
        self._round = 0
        self._saved_at = -1

    @property
    def voice(self) -> Voice:
        """In whose language it is told."""
        return self.game.rules.voice

    def run(self) -> int:
        """Plays to the end, or until a person leaves. Gives the exit code."""
        code = GOOD
        try:
            while (decision := self.game.decision) is not None:
                self._step(decision)
                self._keep()
            self._tell_end()
        except Leave:
            pass
        except KeyboardInterrupt:
            say(err=self.quiet)
            code = INTERRUPTED
        except DiagnosticError as e:
            show_error(e)
            code = FINDINGS
        if self.save is not None and not self.write(self.save):
            code = code or FINDINGS
        elif not self.game.over and self._saved_at != self.game.state.clock:
            self._left()
        return code

    def _keep(self) -> bool:
        """Keeps the game as it stands, if it is kept at all. False if that went wrong."""
        return self.kept is None or self.kept.keep(self.game, self.players, self.forfeits)

    def _left(self) -> None:
        """Says what becomes of a game that is left."""
        if self.kept is not None and self._keep() and self.kept.safe:
            say(self.voice.say("play.kept"))
        else:
            say(self.voice.say("play.left"), err=self.quiet)

    def _step(self, decision: Decision) -> None:
        person = self._people.get(decision.seat)
        if person is not None:
            person.decide(decision)
            return
        option = self._chosen(decision.seat)
        if self.manner.pace is not None and not self.quiet:
            self._watch(option)
            return
        self.game.choose(option)
        if not self._people and self.game.state.round != self._round:
            self._round = self.game.state.round
            self.tell(None, whole_phases=True)

    def _watch(self, option: Option) -> None:
        """Shows what a bot chooses, why, and what comes of it."""
        decision = self.game.decision
        assert decision is not None
        why = self._reason(decision.seat, option)
        style = self.manner.style
        if self.game.state.round != self._round and not style.linear and not self._people:
            from cli.terminal.tableview import TableView, everything

            self._round = self.game.state.round
            put(everything(TableView(self.game, None, style.size[0], icons=not style.ascii)), style)
        put_text(self.voice.say("play.chooses", decision.seat + 1, option.label), style, 4)
        if why:
            put_text(f"   {self.voice.say('play.because', why)}", style, 4)
        self.game.choose(option)
        self.tell(next(iter(self._people), None) if len(self._people) < 2 else _EVERYBODY)
        if self.manner.pace:
            sys.stdout.flush()
            time.sleep(self.manner.pace)

    def _reason(self, seat: int, option: Option) -> str:
        """Why a bot or a program chooses an option, in its words; nothing if it says nothing."""
        if seat in self.forfeits:
            return self.voice.say("reason.forfeited")
        asker = self.askers.get(seat)
        return asker.reason if asker else reason(self.game, self.players[seat], self._chance(), option)

    def _chosen(self, seat: int) -> Option:
        """What a bot or a program chooses; chance for one that has forfeited."""
        if seat in self.forfeits:
            return choose_random(self.game, self._chance())
        asker = self.askers.get(seat)
        if asker is None:
            return BOTS[self.players[seat]](self.game, self._chance())
        try:
            return asker.choose(self.game)
        except Forfeit as e:
            self.forfeits[seat] = str(e)
            say(self.voice.say("play.forfeits", seat + 1, e), err=True)
            return choose_random(self.game, self._chance())

    def _chance(self) -> random.Random:
        """Chance for a bot: the same at the same decision of a game, also if it was saved and loaded in between."""
        origin = self.game.origin or {}
        return random.Random(f"{origin.get('seed')}/{self.game.state.clock}")

    def _tell_end(self) -> None:
        """Tells the rest: to one person what they may know, to several only what all may."""
        if len(self._people) > 1:
            self._told[_EVERYBODY] = min(self._told.values(), default=0)
        self.tell(_EVERYBODY if len(self._people) > 1 else next(iter(self._people), None))

    # ---- what people may do
    def note(self, seat: int, text: str) -> None:
        """Keeps something to be told to a seat at this place of what happens."""
        self._notes[len(self.game.log)] = Event("act", seat, None, seat, lambda: (text, text, None))

    def news(self, seat: int) -> list[Text]:
        """What happened since a seat was last told, in lines for a table that is drawn below them."""
        if self.quiet:
            return []
        events = self.game.log
        start = min(self._told.get(seat, 0), len(events))
        self._told[seat] = len(events)
        if events[start:] and events[-1].verb == "phase":
            events = events[:-1]  # the table says it, too
        return self._drawn(self._noted(events, start), seat)

    def _drawn(self, events: list[Event], seat: int | None) -> list[Text]:
        """Some events, in lines of the terminal's width."""
        return drawn(events, seat, self.voice, self.manner.style.size[0], full=self.full)

    def _noted(self, events: list[Event], start: int) -> list[Event]:
        """The events from a place on, with the notes between them; one that says what an event says, in its stead."""
        out: list[Event] = []
        for n, event in enumerate(events[start:], start):
            note = self._notes.get(n)
            if note is not None:
                out.append(note)
            if note is None or event.verb != "act" or not note.text.startswith(event.text):
                out.append(event)
        return out

    def tell(self, seat: int | None, *, whole_phases: bool = False) -> None:
        """Tells a seat (None: an onlooker who may know all) what happened since it was last told, or what of it are
        whole phases."""
        if self.quiet:
            return
        events: list[Event] = self.game.log
        if whole_phases:
            events = events[: max((n for n, e in enumerate(events) if e.verb == "phase"), default=len(events))]
        start = min(self._told.get(seat, 0), len(events))
        self._told[seat] = len(events)
        if not self.manner.style.linear:
            put(self._drawn(self._noted(events, start), seat), self.manner.style)
            return
        tell(self._noted(events, start), seat, self.voice, full=self.full)

    def tell_again(self, seat: int, *, whole: bool) -> None:
        """Tells a seat what happened: the latest, as much as a screen holds, or the whole from the beginning."""
        if self.manner.style.linear:
            tell(self.game.log, seat, self.voice, full=self.full)
            return
        lines = self._drawn(self.game.log, seat)
        self._people[seat].page(
            lines if whole else latest(lines, self.manner.style, f"  {self.voice.say('table.earlier_all')}")
        )

    def undo(self, seat: int) -> bool:
        """Back to the last decision of a seat, if nothing hidden came to light since. False if it cannot be."""
        trial = self.game.clone()
        while trial.undo(seat=seat):
            decision = trial.decision
            if decision is not None and decision.seat == seat and len(decision.raws) > 1:
                self.game = trial
                length = len(trial.log)
                self._told = {s: min(n, length) for s, n in self._told.items()}
                self._notes = {n: note for n, note in self._notes.items() if n < length}
                return True
        return False

    def write(self, path: Path) -> bool:
        """Saves the game in a file and says so; False, after saying why, if it cannot be."""
        try:
            if path.exists() and not (path.is_file() and saves.is_saved(path)):
                say(self.voice.say("play.not_replaced", path), err=True)
                return False
            saves.write(path, self.game, self.players, self.forfeits)
        except OSError as e:
            say(self.voice.say("play.cannot_save", path, (e.strerror or str(e)).lower()), err=True)
            return False
        except DiagnosticError as e:
            show_error(e)
            return False
        say(self.voice.say("play.saved", path), err=bool(self.askers) and self.quiet)
        self._saved_at = self.game.state.clock
        return True
