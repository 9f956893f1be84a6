"""Files written whole or not at all, and read without surprises."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

import click

from dsl.diagnostics import Diagnostic, DiagnosticError, Span

UNFINISHED = ".new"  #: the end of the name of a file that is being written
MAX_BYTES = 32 << 20  #: the longest file that is read


def write_whole(path: Path, text: str | bytes) -> None:
    """Replaces a file by `text` (as UTF-8) or bytes, whole or not at all. Raises OSError."""
    target = Path(os.path.realpath(path))
    new = target.with_name(f".{target.name}.{secrets.token_hex(4)}{UNFINISHED}")  # a killed process leaves one behind
    try:
        with open(new, "xb") as stream:
            stream.write(text.encode() if isinstance(text, str) else text)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, new)
        os.replace(new, target)
    except OSError as e:
        new.unlink(missing_ok=True)
        e.filename, e.filename2 = str(path), None  # not that of the file beside it, or none
        raise


def must_be_writable(path: Path, option: str) -> None:
    """Raises UsageError if a file cannot be written, before anything is done for it."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        reason = "it is a directory" if target.is_dir() else "it is not a regular file"
    elif not target.parent.is_dir():
        reason = f"there is no directory {target.parent}"
    elif not os.access(target.parent, os.W_OK):
        reason = f"the directory {target.parent} cannot be written to"
    else:
        return
    raise click.UsageError(f"{option} {path}: {reason}")


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, without a byte order mark. Raises DiagnosticError."""
    file = str(path)
    try:
        with open(path, "rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as e:
        reason = (getattr(e, "strerror", None) or str(e)).lower()
        raise _unreadable("Y013", f"the file cannot be read: {reason}", Span(file, 0, 0)) from e
    if len(raw) > MAX_BYTES:
        raise _unreadable("Y005", f"the file is longer than {MAX_BYTES:,} bytes", Span(file, 0, 0))
    try:
        return raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as e:
        text = raw.decode("utf-8", "replace")
        at = len(raw[: e.start].decode("utf-8", "replace"))
        message = f"the byte 0x{raw[e.start]:02x} is not UTF-8 text"
        raise _unreadable("Y002", message, Span(file, at, at + 1), text) from e


def _unreadable(code: str, message: str, span: Span, text: str | None = None) -> DiagnosticError:
    return DiagnosticError([Diagnostic(code, message, span)], {} if text is None else {span.file: text})
