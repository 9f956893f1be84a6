"""Noticing that files are saved, however an editor does it: by rename, in bursts, or in a folder that is put in place
of another."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import click

QUIET = 60  #: milliseconds without a further event after which a burst is over
LONGEST = 400  #: milliseconds after which it is told all the same
_LOOK = 300  #: milliseconds between looks at whether the folders are still the same ones
_BACK = 0.2  #: seconds between looks for a folder that is gone
PARTS = ("", "scenarios", "lang")  #: the folders of a pack in which its files are
_INSTALL = 'pip install "state51[watch]"'

Stamp = list[tuple[str, int, int, int, int]]


def must_be_installed() -> None:
    """Raises UsageError if the library that watches folders is not here."""
    try:
        import watchfiles  # noqa: F401
    except ImportError as e:
        raise click.UsageError(f"watching needs the library `watchfiles`, which is not here: {_INSTALL}") from e


def _files(folder: Path) -> list[Path]:
    return sorted(p for part in PARTS for p in (folder / part).glob("*.yaml"))


def contents(folders: Iterable[Path]) -> dict[str, bytes]:
    """What is in the YAML files of some packs now, by path. A file that cannot be read is left out: why is told where
    the pack is read."""
    out: dict[str, bytes] = {}
    for folder in folders:
        for path in _files(folder):
            try:
                out[str(path)] = path.read_bytes()
            except OSError:
                continue
    return out


class Watcher:
    """Calls `changed`, in a thread of its own, when something may have changed in some folders."""

    def __init__(self, folders: Iterable[Path], changed: Callable[[], None]) -> None:
        self._folders, self.changed = list(folders), changed
        self._seen: Stamp = []
        self._ended, self._anew = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread."""
        self._ended.set()
        self._anew.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def follow(self, folders: Iterable[Path]) -> None:
        """Watches these folders from now on."""
        if (wanted := list(folders)) != self._folders:
            self._folders = wanted
            self._anew.set()

    def _run(self) -> None:
        polling = False
        gone: list[Path] = []
        while not self._ended.is_set():
            self._anew.clear()
            here = [f for f in self._folders if f.is_dir()]
            gone, before = [f for f in self._folders if f not in here], gone
            if not here:
                if gone != before:
                    self.changed()
                self._ended.wait(_BACK)
                continue
            self._tell(here)  # whatever happened while nobody looked
            try:
                self._watch(here, polling)
            except (OSError, RuntimeError):  # no more watches of the system, or a folder that goes as it is looked at
                polling = True
                self._ended.wait(_BACK)

    def _tell(self, here: list[Path]) -> None:
        """Says that something may have changed since the files were as they are now, or before."""
        self._seen = stamp(here)
        self.changed()

    def _watch(self, here: list[Path], polling: bool) -> None:
        """Watches folders as long as they are the ones that are wanted, and still the same."""
        from watchfiles import watch

        same = _identities(here)
        events = watch(
            *here, watch_filter=lambda _, path: Path(path).suffix == ".yaml" or Path(path).is_dir(), debounce=LONGEST,
            step=QUIET, stop_event=self._anew, rust_timeout=_LOOK, yield_on_timeout=True, raise_interrupt=False,
            force_polling=polling or None,
        )  # fmt: skip
        for found in events:
            if found or stamp(here) != self._seen:  # not all is an event: not what happened before it began to watch
                self._tell(here)
            if _identities(here) != same or _identities(self._folders) != same:
                return


def _identities(folders: Iterable[Path]) -> list[tuple[int, int]]:
    """Which folders are there, also where another one has got the name of the first."""
    out = []
    for folder in folders:
        try:
            stat = folder.stat()
        except OSError:
            continue
        out.append((stat.st_dev, stat.st_ino))
    return out


def stamp(folders: Iterable[Path]) -> Stamp:
    """What of files changes with them, without reading them."""
    out = []
    for path in (p for folder in folders for p in _files(folder)):
        with contextlib.suppress(OSError):
            stat = path.stat()
            out.append((str(path), stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns))
    return out
