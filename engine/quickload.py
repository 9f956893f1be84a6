"""The digest that names a cached image: of the packs' bytes, the options, this program's own code and this Python.

It must not import what a warm load can do without (yaml, lark, jsonschema), so it reads `requires` and `when` of a
manifest no further than it has to: it takes in every YAML file of every pack folder that could matter.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

MAX_BYTES = 1 << 20


def digest(names: list[str] | None, options: dict[str, Any], layout: int) -> str | None:
    """The digest, or None where a pack cannot be found (the real load will say why)."""
    from dsl.diagnostics import DiagnosticError
    from engine.packs import files, locate

    if names is None:
        default = locate.data_folder() / "content" / "default.yaml"
        names = list(_words(default.read_bytes(), b"packs"))
    out = hashlib.blake2b(digest_size=16)
    out.update(repr((layout, sys.implementation.cache_tag, _program(), names, sorted(options.items()))).encode())
    seen: set[Path] = set()
    todo = list(names)
    near: list[Path] = []
    while todo:
        folder = locate.find(todo.pop(0), near)
        if folder is None:
            return None
        if folder in seen:
            continue
        seen.add(folder)
        near.append(folder.resolve().parent)
        out.update(locate.as_shown(folder).encode())
        try:
            pack = files.files_of(folder)
            contents = [(n, pack.read(n)) for n in pack.names if n.endswith(".yaml") and "/" not in n]
        except (DiagnosticError, OSError):
            return None
        for name, raw in contents:
            if len(raw) > MAX_BYTES:
                return None
            out.update(f"{name}\0{len(raw)}\0".encode())
            out.update(raw)
            if name == files.MANIFEST:
                todo += [n for n in _words(raw, b"requires") if locate.find(n, near) is not None]
    return out.hexdigest()


def _words(raw: bytes, key: bytes) -> Iterator[str]:
    """Every word under a key that could name a pack."""
    m = re.search(rb"^" + key + rb":(.*(?:\n[ \t-].*)*)", raw, re.M)
    yield from (w.decode() for w in re.findall(rb"[a-z][a-z0-9_]*", m[1])) if m else ()


@lru_cache(maxsize=1)
def _program() -> str:
    """A digest of the program's own code: a changed compiler makes every image stale."""
    out = hashlib.blake2b(digest_size=16)
    for path in _sources():
        stat = path.stat()
        out.update(f"{path.name}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
    return out.hexdigest()


def _sources() -> Iterable[Path]:
    root = Path(__file__).parent.parent
    return [
        p for folder in ("dsl", "engine") for p in sorted((root / folder).rglob("*.*")) if p.suffix in (".py", ".lark")
    ]
