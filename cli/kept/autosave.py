"""Games kept without being asked: each in a file of its own in the user's data folder, written whole after each choice.

What is lost when the program ends, however it ends, is at most the choice being typed. A game that is being played is
locked, so that nobody else goes on with it.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from cli.files import UNFINISHED, read_text
from cli.kept import saves
from cli.report import say
from dsl.diagnostics import DiagnosticError
from engine import Game
from engine.record import Refused

MOST_FINISHED: Final = 50  #: of so many finished games the oldest give way to new ones
_STALE: Final = 3600  # seconds after which a file that was never finished is nobody's any more
_ID = re.compile(r"[0-9]{8}-[0-9]{6}(?:-[0-9]+)?")


def folder() -> Path:
    """Where games are kept."""
    import platformdirs

    return Path(platformdirs.user_data_path("state51")) / "games"


class Kept:
    """The file that one game is kept in while it is played."""

    def __init__(self, path: Path, lock: FileLock | None = None) -> None:
        self.path, self._lock = path, lock
        self._written = -1
        self._failed = False

    @property
    def id(self) -> str:
        return self.path.stem

    def keep(self, game: Game, players: list[str], forfeits: Mapping[int, str]) -> bool:
        """Writes the game if it has moved. What goes wrong is said once, and the game goes on."""
        clock = game.state.clock
        if clock == self._written or (clock == 0 and self._written < 0):
            return True
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            saves.write(self.path, game, players, forfeits)
        except OSError as e:
            if not self._failed:
                why = (e.strerror or str(e)).lower()
                say(game.rules.voice.say("kept.cannot", self.path, why), err=True)
            self._failed = True
            return False
        if self._failed:
            say(game.rules.voice.say("kept.again"), err=True)
        self._failed, self._written = False, clock
        return True

    @property
    def safe(self) -> bool:
        """Whether what is in the file is the game as it stood when it was last to be kept."""
        return self._written >= 0 and not self._failed

    def close(self) -> None:
        """Others may go on with the game."""
        if self._lock is not None:
            self._lock.release()


def begin() -> Kept:
    """A place for a new game."""
    where, stamp = folder(), time.strftime("%Y%m%d-%H%M%S")
    for n in range(1, 1000):
        path = where / (f"{stamp}.json" if n == 1 else f"{stamp}-{n}.json")
        if path.exists():
            continue
        try:
            lock = _locked(path)
        except OSError:
            return Kept(path)  # nothing can be written there, which is said when it is tried
        if lock is not None and not path.exists():
            _tidy(where)
            return Kept(path, lock)
    return Kept(where / f"{stamp}-{os.getpid()}.json")


def take(entry: Entry) -> Kept | None:
    """The place of a game that is kept already; None if it is being played elsewhere."""
    lock = _locked(entry.path)
    return Kept(entry.path, lock) if lock is not None else None


def _locked(path: Path) -> FileLock | None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(_lock_of(path), blocking=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    return lock


def _lock_of(path: Path) -> Path:
    return path.with_name(f".{path.stem}.lock")


# ---- what is kept
@dataclass(frozen=True, slots=True)
class Entry:
    """A game that is kept. `data` is empty where it cannot be read, and nothing in it is to be relied on."""

    path: Path
    when: float
    data: dict[str, Any]

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def standing(self) -> dict[str, Any]:
        found = self.data.get("standing")
        return found if isinstance(found, dict) else {}

    @property
    def over(self) -> bool:
        return self.standing.get("over") is True

    @property
    def played(self) -> bool:
        """Whether it is being played now, here or elsewhere."""
        with contextlib.suppress(OSError):
            lock = _locked(self.path)
            if lock is None:
                return True
            lock.release()
        return False


def entries() -> list[Entry]:
    """All games that are kept, the latest first."""
    found: list[Entry] = []
    for path in folder().glob("*.json"):
        with contextlib.suppress(OSError):
            if _ID.fullmatch(path.stem):
                found.append(Entry(path, path.stat().st_mtime, _data(path)))
    return sorted(found, key=lambda e: (e.when, e.id), reverse=True)


def unfinished() -> list[Entry]:
    """The games that can be gone on with, the latest first."""
    return [e for e in entries() if e.data and not e.over and not e.played]


def find(id: str) -> Entry | None:
    """The game of an id, or of the beginning of one that no other has."""
    found = [e for e in entries() if e.id == id] or [e for e in entries() if id and e.id.startswith(id)]
    return found[0] if len(found) == 1 else None


def remove(entry: Entry) -> None:
    """Forgets a game. Raises OSError."""
    entry.path.unlink(missing_ok=True)
    _lock_of(entry.path).unlink(missing_ok=True)


def _data(path: Path) -> dict[str, Any]:
    try:
        return saves.parsed(str(path), read_text(path))
    except (DiagnosticError, Refused):
        return {}


def _tidy(where: Path) -> None:
    """Removes what killed processes left half written, locks of games that are gone, and the oldest finished games."""
    now = time.time()
    with contextlib.suppress(OSError):
        for path in [*where.glob(f".*{UNFINISHED}"), *where.glob(".*.lock")]:
            game = where / f"{path.stem[1:]}.json"
            if now - path.stat().st_mtime > _STALE and not (path.suffix == ".lock" and game.exists()):
                path.unlink(missing_ok=True)
        for entry in [e for e in entries() if e.over][MOST_FINISHED:]:
            remove(entry)
