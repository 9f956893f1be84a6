"""A game that goes on with every version of its content: a person is asked, until they choose or something is saved."""

from __future__ import annotations

import os
import queue
import sys
import threading
from pathlib import Path
from typing import Any

from cli.choices import rules_of
from cli.dev.session import Session
from cli.kept import resume
from cli.report import say, show_error
from cli.terminal.match import Manner, Match
from cli.terminal.prompting import LONGEST, Reader, Words
from cli.terminal.style import Style
from dsl.diagnostics import DiagnosticError
from engine import Decision, Game
from engine.packs import locate
from engine.record import agreeing, make


class Changed(Exception):
    """Something was saved while a person was asked."""


class Ears:
    """What comes from the terminal and from the watcher, in one place. `stirred` may be called from any thread."""

    def __init__(self) -> None:
        self._heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._listening: threading.Thread | None = None
        self._app: Any = None
        self.news = threading.Event()

    def stirred(self) -> None:
        """Something was saved: whoever waits for a line is told."""
        self.news.set()
        self._heard.put("")
        if (app := self._app) is not None and app.loop is not None:
            app.loop.call_soon_threadsafe(self._leave, app)

    @staticmethod
    def _leave(app: Any) -> None:
        if app.is_running and not app.future.done():
            app.exit(exception=Changed())

    def at(self, app: Any) -> None:
        """Where a person types now; None: nowhere."""
        self._app = app

    def line(self) -> str:
        """The next line of what is not typed. Raises EOFError at its end, Changed if something is saved before."""
        if self._listening is None:
            self._listening = threading.Thread(target=self._listen, name="lines", daemon=True)
            self._listening.start()
        while (heard := self._heard.get()) == "":
            if self.news.is_set():
                raise Changed
        if heard is None:
            self._heard.put(None)
            raise EOFError
        return heard

    def _listen(self) -> None:
        """Reads lines without Python's own buffer, which would be locked as the program ends."""
        rest = b""
        while raw := os.read(sys.stdin.fileno(), 4096):
            *lines, rest = (rest + raw).split(b"\n")
            for line in lines:
                self._heard.put(line.decode("utf-8", "replace") + "\n")
        self._heard.put(None)


class LiveReader(Reader):
    """Reads lines until something is saved; what was typed so far is kept."""

    def __init__(self, style: Style, words: Words, ears: Ears) -> None:
        super().__init__(style, words)
        self._ears, self._begun = ears, ""

    def pause(self, prompt: str = "") -> str:
        while True:
            try:
                if self.style.typed and not self.style.linear:
                    return super().pause(prompt)
                sys.stdout.write(prompt)
                sys.stdout.flush()
                return self._ears.line().strip()[:LONGEST]
            except Changed:
                continue

    def _plain(self, prompt: str) -> str:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        try:
            return self._ears.line()[:LONGEST]
        finally:
            say()

    def _typed(self, prompt: str) -> str:
        session = self._started()

        def begin() -> None:
            self._ears.at(session.app)
            if self._ears.news.is_set():
                self._ears.stirred()

        try:
            line = str(session.prompt(prompt, default=self._begun, pre_run=begin))
            self._begun = ""
            return line
        except Changed:
            self._begun = session.default_buffer.text
            raise
        finally:
            self._ears.at(None)


class LiveMatch(Match):
    """A match whose content changes. A version that does not load leaves it as it is."""

    def __init__(self, session: Session, ears: Ears, game: Game, players: list[str], lang: str, style: Style) -> None:
        manner = Manner(style, reader=lambda style, words: LiveReader(style, words, ears))
        super().__init__(game, players, full=False, quiet=False, manner=manner)
        self._session, self._ears, self._lang = session, ears, lang

    def _step(self, decision: Decision) -> None:
        if self._ears.news.is_set():
            self._renew()
            return
        try:
            super()._step(decision)
        except Changed:
            self._renew()

    def _renew(self) -> None:
        """Goes on with the content as it is now, as far as the record of the game agrees with it."""
        self._ears.news.clear()
        if not self._session.check():
            return
        try:
            rules = rules_of([locate.reference(self._session.folder)], {}, self._lang)
            if rules.hash == self.game.rules.hash and self._lang == "en":
                return
            agreement = agreeing(rules, make(self.game, 1))
        except DiagnosticError as e:
            show_error(e)
            say("The game goes on with the content that it had.")
            return
        before = self.game.state.clock
        self.game = agreement.game
        length = len(self.game.log)
        self._told = {seat: min(n, length) for seat, n in self._told.items()}
        say()
        if agreement.reason or not agreement.alike:
            resume.tell(agreement)
        if agreement.choices < before:
            say(f"The game is at choice {agreement.choices + 1} again; it was at {before + 1}.", bold=True)
        else:
            say("The game goes on at the same decision, with the content as it is now.", bold=True)
            if (decision := self.game.decision) is not None and (person := self._people.get(decision.seat)) is not None:
                person.brief = True


def play(session: Session, ears: Ears, seats: list[str] | None, seed: int | None, lang: str, style: Style) -> LiveMatch:
    """A new game of the pack as it is now. Raises DiagnosticError and UsageError as `state51 play` does."""
    from cli.play import introduce, new_game

    packs = [locate.reference(Path(session.folder))]
    game, players = new_game(seats, None, False, seed, packs, {}, lang)
    introduce(game, players)
    return LiveMatch(session, ears, game, players, lang, style)
