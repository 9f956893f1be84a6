"""Reads one YAML file strictly and keeps the exact place of everything in it.

Strictly means: nothing of YAML that surprises (anchors, aliases, tags, merge keys, several documents, keys twice or not
text, unquoted text that readers understand differently), and limits on size. What remains is plain data: mappings with
text as keys, lists, text, whole and decimal numbers, true, false and null.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from pathlib import Path

from dsl.diagnostics import Diagnostics, Span
from engine.packs.document import Document
from engine.packs.files import archived
from engine.packs.yaml_reader import CONTROL_MESSAGE, REPORTED, Reader

MAX_BYTES = 1024 * 1024  #: the longest file, in bytes


def source_text(raw: bytes) -> str:
    """The text that places in a file count in: its bytes as UTF-8, without a byte order mark, and with U+FFFD for what
    is not UTF-8."""
    return raw.decode("utf-8", "replace").removeprefix("\ufeff")


def load_document(path: Path | str, raw: bytes | None = None, shown: str | None = None) -> Document:
    """Reads the YAML file at `path`, or its bytes if given. `shown` is its path as shown to the user.

    Raises DiagnosticError with all that is wrong with the file, as far as it could be read, and with the file's text.
    """
    file = str(path) if shown is None else shown
    problems = Diagnostics()
    if raw is None:
        raw = _read(path, file, problems)
    text = source_text(raw)
    _check_text(raw, text, file, problems)
    problems.raise_if_any({file: text})
    return Reader(file, text, problems).read()


#: What files are read as instead of what is on disk, by their real paths: a text that an editor has not saved.
unsaved: dict[str, bytes] = {}


def _read(path: Path | str, file: str, problems: Diagnostics) -> bytes:
    if unsaved and (given := unsaved.get(os.path.realpath(path))) is not None:
        return given
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISREG(mode):
            with open(path, "rb") as stream:
                return stream.read(MAX_BYTES + 1)
        reason = "it is a directory" if stat.S_ISDIR(mode) else "it is not a regular file"
    except (FileNotFoundError, NotADirectoryError):
        reason = "there is no such file"
        with contextlib.suppress(KeyError):
            if (inside := archived(path)) is not None:
                return inside
    except (OSError, ValueError) as error:  # ValueError: the path itself is impossible
        reason = (getattr(error, "strerror", None) or str(error)).lower()
    problems.error("Y013", f"the file cannot be read: {reason}", Span(file, 0, 0))
    problems.raise_if_any()
    return b""


# What may not stand in a file. U+0085, U+2028 and U+2029 end a line for some readers of YAML, and not for an editor.
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def _check_text(raw: bytes, text: str, file: str, problems: Diagnostics) -> None:
    if len(raw) > MAX_BYTES:
        problems.error("Y005", f"the file is longer than {MAX_BYTES:,} bytes", Span(file, 0, 0))
        return
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        utf16 = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
        message = "the file is UTF-16 text" if utf16 else f"the byte 0x{raw[error.start]:02x} is not UTF-8 text"
        at = len(source_text(raw[: error.start]))
        problems.error("Y002", message, Span(file, at, at + 1), hint="save the file as UTF-8")
        return
    for _, match in zip(range(REPORTED), _CONTROL.finditer(text), strict=False):
        span = Span(file, match.start(), match.end())
        problems.error("Y011", CONTROL_MESSAGE.format(ord(match[0])), span, hint="delete it")
