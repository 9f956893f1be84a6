"""What the program says: text that a terminal cannot obey, diagnostics with carets, and exit codes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TextIO
from weakref import WeakSet

import click

from dsl.diagnostics import Diagnostic, DiagnosticError
from dsl.render import CROP, printable, render

GOOD, FINDINGS, MISUSE, BUG, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 70, 130, 141
COLOR_BAD, COLOR_GOOD = 167, 28  #: of the 256 of a terminal, readable on light and dark grounds

_PLAIN = WeakSet[TextIO]()
_MISUSE_CODES = {"M005", "M006", "M009", "M011", "L001"}  # when they have no place in a file: the command line is wrong
_MAX_SOURCE = 1 << 20
_BESIDE = 16  # columns for the number of a line, and for the dots where it was cropped
_LEAST = 24  # so much of a line is shown however narrow the terminal is


def prepare_streams() -> None:
    """Lets no character fail: one that cannot be written is shown as an escape, one that cannot be read as U+FFFD.
    A stream that is closed is one that nothing comes from, or that nobody reads."""
    escape = "backslashreplace"
    for name, mode, errors in (("stdout", "w", escape), ("stderr", "w", escape), ("stdin", "r", "replace")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (it lives as long as the program)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def colorful(stream: TextIO) -> bool:
    """Whether colours may be written to a stream."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and stream.isatty() and stream not in _PLAIN


def without_color(*streams: TextIO) -> None:
    """From now on no colours are written to these streams."""
    _PLAIN.update(streams)


def say(text: str = "", *, err: bool = False, **style: Any) -> None:
    """Prints lines, with control characters as escapes. `style` is that of `click.style`."""
    stream = sys.stderr if err else sys.stdout
    lines = "\n".join(printable(line) for line in text.split("\n"))
    color = colorful(stream)
    click.echo(click.style(lines, **style) if style and color else lines, file=stream, color=color)


def say_json(value: Any) -> None:
    """Prints a value as JSON, with characters that a terminal might obey as escapes."""
    import json

    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(value, indent=2, ensure_ascii=not unicode)
    click.echo("".join(ch if ch == "\n" or ch.isprintable() else json.dumps(ch)[1:-1] for ch in text))


def sources(texts: Mapping[str, str]) -> Callable[[str], str | None]:
    """The texts of files by their paths: those given, otherwise what is in the file now, if that is text."""

    def find(file: str) -> str | None:
        if file in texts:
            return texts[file]
        try:
            if os.path.isfile(file) and os.path.getsize(file) <= _MAX_SOURCE:
                with open(file, "rb") as stream:
                    raw = stream.read()
                return None if b"\0" in raw else raw.decode("utf-8", "replace").removeprefix("\ufeff")
        except (OSError, ValueError):
            pass
        return None

    return find


def breadth(stream: TextIO) -> int:
    """How much of a line of a file is shown: at a terminal no more than stands in one line, as the caret below would
    point elsewhere."""
    if not stream.isatty():
        return CROP
    return max(_LEAST, min(CROP, shutil.get_terminal_size().columns - _BESIDE))


def show_diagnostics(diagnostics: Iterable[Diagnostic], texts: Mapping[str, str], *, err: bool = False) -> None:
    """Prints diagnostics with the lines they point at."""
    stream = sys.stderr if err else sys.stdout
    color, find = colorful(stream), sources(texts)
    for diagnostic in diagnostics:
        click.echo(render(diagnostic, find, color=color, crop=breadth(stream)), file=stream, color=color)


def show_error(error: DiagnosticError) -> None:
    """Prints why something could not be done, to the stream for errors."""
    show_diagnostics(error.diagnostics, error.texts, err=True)


def exit_code(error: DiagnosticError) -> int:
    """2 if it is the command line that is wrong, otherwise 1."""
    return MISUSE if all(d.span is None and d.code in _MISUSE_CODES for d in error.diagnostics) else FINDINGS


def counted(n: int, what: str) -> str:
    """`1 error`, `2 errors`, `no errors`."""
    return f"{n or 'no'} {what}{'' if n == 1 else 's'}"
