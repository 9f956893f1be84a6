"""Plain data kept in the user's own cache folder between processes.

It is marshalled behind a digest of itself, so that what is damaged is not read; nothing is ever unpickled. A digest is
no seal: what another user could have put there is not read either.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import stat
import tempfile
from pathlib import Path
from typing import Any

_DIGEST = 16  # bytes


def path(name: str) -> Path:
    """The file that something is kept in."""
    import platformdirs

    return Path(platformdirs.user_cache_path("state51")) / name


def read(file: Path) -> Any:
    """What is kept in a file; None if there is nothing, or nothing whole."""
    try:
        if not (_own(file.parent) and _own(file) and file.is_file()):
            return None
        raw = file.read_bytes()
        if hashlib.blake2b(raw[_DIGEST:], digest_size=_DIGEST).digest() != raw[:_DIGEST]:
            return None
        return marshal.loads(raw[_DIGEST:])
    except (OSError, EOFError, ValueError, TypeError):
        return None


def _own(path: Path) -> bool:
    """Whether nobody but this user can write there. Where there are no such owners, folders of users are their own."""
    if not hasattr(os, "geteuid"):
        return True
    facts = path.stat()
    return facts.st_uid == os.geteuid() and not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def write(file: Path, value: Any) -> bool:
    """Keeps a value, whole or not at all. Gives whether it is kept: a cache that cannot be written is no error."""
    try:
        body = marshal.dumps(value)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _own(file.parent):
            file.parent.chmod(0o700)  # made under a generous umask: what is kept there would never be read
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=".new-")
        with os.fdopen(handle, "wb") as stream:
            stream.write(hashlib.blake2b(body, digest_size=_DIGEST).digest() + body)
        os.replace(name, file)
    except (OSError, ValueError):
        return False
    return True
