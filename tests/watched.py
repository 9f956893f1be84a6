"""A pack that is watched by the program in a process of its own, while a test is its author."""

from __future__ import annotations

import contextlib
import os
import pty
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.test_cli import ROOT

_STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 60.0  #: seconds after which what was waited for does not come


class Watched:
    """`state51 dev` in a folder, at a terminal of its own or without one. What it says is read as it comes."""

    def __init__(self, here: Path, *args: str | Path, terminal: bool = False) -> None:
        command = [sys.executable, "-c", _HEEDING, "dev", *map(str, args)]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100", "LINES": "60"}
        if terminal:
            self._in, side = pty.openpty()
            self._out, given = os.dup(self._in), (side, side)
        else:
            (theirs, self._in), (self._out, side) = os.pipe(), os.pipe()
            given = (theirs, side)
        self._process = subprocess.Popen(command, cwd=here, env=env, stdin=given[0], stdout=given[1], stderr=given[1])
        for end in set(given):
            os.close(end)
        self._came: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._unread = ""
        self.all = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()
        os.close(self._in)
        os.close(self._out)
        assert "Traceback" not in self.all

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # a terminal whose other end is closed
            while raw := os.read(self._out, 65536):
                if b"\x1b[6n" in raw:  # where is the cursor?
                    os.write(self._in, b"\x1b[1;1R")
                self._came.put(raw)
        self._came.put(b"")

    def until(self, text: str) -> str:
        """What it says up to a text, which must come. What was read is not read again."""
        end = time.monotonic() + PATIENCE
        while text not in self._unread:
            try:
                raw = self._came.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"`{text}` did not come; the last that did:\n{self._unread}") from None
            assert raw, f"it ended before `{text}` came; the last that did:\n{self._unread}"
            self.all += raw.decode()
            self._unread = _STYLES.sub("", self._unread + raw.decode())
        said, _, self._unread = self._unread.partition(text)
        return said + text

    def look(self) -> str:
        """What it says of the next save, up to the time that it took."""
        return self.until("\n-- ") + self.until(" s)\n")

    def quiet(self, seconds: float) -> bool:
        """Whether nothing comes for a while."""
        time.sleep(seconds)
        return self._unread == "" and self._came.empty()

    def type(self, line: str, end: str = "\n") -> None:
        """Types a line, as a person who plays."""
        os.write(self._in, (line + end).encode())

    def interrupt(self) -> int:
        """Presses Ctrl-C, and gives the exit code."""
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(PATIENCE)


# A process started in the background ignores interrupts, and so would its children.
_HEEDING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from cli.main import main
main()
"""


def replace(file: Path, old: str, new: str) -> None:
    """Saves a file with a text replaced, as most editors do: written beside it, then renamed."""
    text = file.read_text(encoding="utf-8")
    assert old in text, (file, old)
    save(file, text.replace(old, new))


def save(file: Path, text: str) -> None:
    """Saves a file by rename."""
    beside = file.with_name(f".{file.name}.swp")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, file)
