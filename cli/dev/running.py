"""The watcher at work: its threads, its loop, and what is shown elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.dev.session import Session
from cli.dev.watching import Watcher
from cli.report import say, show_error
from dsl.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from cli.dev.server import Server

Wanted = tuple[list[str] | None, int | None]
_WAIT = 1.0  #: seconds that are waited at a time, so that Ctrl-C is heard everywhere


class Running:
    """A session with its watcher, and with what `--gallery` and `--game` add."""

    def __init__(self, folder: Path, lang: str) -> None:
        self.session = Session(folder)
        self.lang = lang
        self._watcher = Watcher(self.session.folders(), self.session.stir.set)
        self.session.followed = self._watcher.follow
        self._server: Server | None = None

    def serve(self, port: int | None) -> None:
        """Serves the gallery. Raises UsageError if the port is taken."""
        from cli.dev.gallery import Gallery
        from cli.dev.server import Server

        try:
            server = Server(port)
        except OSError as e:
            raise click.UsageError(f"--port {port}: {(e.strerror or str(e)).lower()}") from e
        self._server = server
        self.session.shown = Gallery(server, self.session.folder, self.lang).shown

    def run(self, game: Wanted | None) -> None:
        """Watches until it is interrupted."""
        self.session.check()
        if self._server is not None:
            say(f"The cards are at {self._server.url}")
        self._watcher.start()
        if game is not None:
            self._play(*game)
        say("Watching; Ctrl-C ends it.")
        while True:
            if self.session.stir.wait(_WAIT):
                self.session.check()

    def _play(self, seats: list[str] | None, seed: int | None) -> None:
        """Plays a game, which begins as soon as the pack loads."""
        from cli.dev import playing
        from cli.report import INTERRUPTED
        from cli.terminal.standings import final_table
        from cli.terminal.style import style_here

        while self.session.good is None:
            if self.session.stir.wait(_WAIT):
                self.session.check()
        ears = playing.Ears()
        self._watcher.changed = ears.stirred
        style = style_here(ascii=False, linear=False)
        try:
            match = playing.play(self.session, ears, seats, seed, self.lang, style)
        except DiagnosticError as e:
            show_error(e)
            return
        if match.run() == INTERRUPTED:
            raise KeyboardInterrupt
        if match.game.over:
            say()
            final_table(match.game, match.players, style)
        self._watcher.changed = self.session.stir.set

    def stop(self) -> None:
        """Ends all threads."""
        self._watcher.stop()
        if self._server is not None:
            self._server.stop()
