"""Lines to and from another program, neither of which can hold the game up for longer than it may."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import sys
import threading
import time
from typing import IO, Final

MOST_BYTES: Final = 1 << 20  #: of one line that is read
_END: Final = None  # in a queue: nothing comes after it
_KILL: Final = 9  # what ends a program whatever it does, as POSIX numbers it
_PATIENCE: Final = 2.0  # seconds that a program has to end by itself


class Closed(Exception):
    """The other side is gone; says how."""


class Channel:
    """Lines of UTF-8, read and written by two threads of their own, so that waiting for them can end."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self._reader, self._writer = reader, writer
        self._in: queue.Queue[bytes | None] = queue.Queue(maxsize=64)
        self._out: queue.Queue[bytes | None] = queue.Queue()
        self.broken: OSError | None = None
        self.closed = self._ended = False
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Writes a line as soon as it is taken."""
        self._out.put(line.encode() + b"\n")

    def receive(self, seconds: float | None) -> str:
        """The next line. Raises TimeoutError if none comes in time, Closed if none will come."""
        try:
            raw = _END if self._ended else self._in.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if raw is _END:
            self._ended = True  # not put back: who floods has filled the queue again
            raise Closed(self.fate())
        return raw.decode("utf-8", "replace").strip()

    def fate(self) -> str:
        """What became of the other side."""
        return "it closed its output"

    def flush(self) -> None:
        """Waits until what was sent is written, for a while. Raises OSError if it could not be."""
        until = time.monotonic() + _PATIENCE
        while self._out.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.001)
        if self.broken is not None:
            raise self.broken

    def close(self) -> None:
        """Lets go of the other side, once."""
        if not self.closed:
            self.closed = True
            self._out.put(_END)
            self._let_go()

    def _let_go(self) -> None:
        """What else there is to do then."""

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while raw := self._reader.readline(MOST_BYTES):
                self._in.put(raw)
                if not raw.endswith(b"\n") and len(raw) == MOST_BYTES:
                    break  # a line without an end
        if self.closed:  # nobody waits for this thread any more
            with contextlib.suppress(OSError):
                self._reader.close()
        else:
            self._in.put(_END)

    def _write(self) -> None:
        while (raw := self._out.get()) is not _END:
            if self.broken is None:
                try:
                    self._writer.write(raw)
                    self._writer.flush()
                except (OSError, ValueError) as e:
                    self.broken = e if isinstance(e, OSError) else BrokenPipeError()
                    with contextlib.suppress(queue.Full):
                        self._in.put_nowait(_END)  # who does not listen will not answer
            self._out.task_done()
        self._out.task_done()
        self._finish()

    def _finish(self) -> None:
        """What the writing thread does last."""


def standard() -> Channel:
    """The input and output of this program. They are read and written beside Python's own objects for them, which a
    thread that still waits would keep from being closed at the end."""
    streams = []
    for stream, mode in ((sys.stdin, "rb"), (sys.stdout, "wb")):
        try:
            streams.append(open(os.dup(stream.fileno()), mode))  # noqa: SIM115 (as long as the program)
        except (OSError, ValueError):
            streams.append(stream.buffer)
    return Channel(*streams)


class Process(Channel):
    """Another program, started with a command line; it is ended with the game. Raises OSError if there is none."""

    def __init__(self, command: str, *, heard: bool) -> None:
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=None if heard else subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        super().__init__(self._process.stdout, self._process.stdin)

    def _finish(self) -> None:
        with contextlib.suppress(OSError):
            self._writer.close()  # which tells a program that reads that the game is over

    def fate(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(timeout=_PATIENCE)
            return f"it was killed from outside ({-code})" if code < 0 else f"it ended with exit code {code}"
        return super().fate()

    def flush(self) -> None:
        """A program that does not listen any more has missed nothing."""

    def _let_go(self) -> None:
        """Lets the program end, and ends it with all that it started if it does not."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=_PATIENCE)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, _KILL)
        self._process.wait()
        until = time.monotonic() + _PATIENCE
        while self._threads[0].is_alive() and time.monotonic() < until:  # it may wait until something is taken
            with contextlib.suppress(queue.Empty):
                self._in.get(timeout=0.01)
        self._threads[1].join(_PATIENCE)
        for thread, stream in zip(self._threads, (self._process.stdout, self._process.stdin), strict=True):
            if stream is not None and not thread.is_alive():  # what a thread still waits for cannot be closed: somebody
                with contextlib.suppress(OSError):  # who left the group of the program has its other end
                    stream.close()
