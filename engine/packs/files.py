"""The files of a pack, which is a folder or an archive; an archive is read in memory and never unpacked.

A file in an archive is named by a path through it, `packs/bees.zip/cards.yaml`, so that all that reads files by path
reads both sorts.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

from dsl.diagnostics import Diagnostic, DiagnosticError, Span

MAX_FILES: Final = 2_000  #: how many files a pack may have
MAX_BYTES: Final = 10 << 20  #: how long they may be together, in bytes
ARCHIVE: Final = ".zip"
MANIFEST: Final = "pack.yaml"


class Files(Protocol):
    """The files of one pack. `names` are their paths in it, with `/`, sorted."""

    @property
    def root(self) -> Path: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    def read(self, name: str) -> bytes:
        """The bytes of a file. Raises KeyError if there is none of this name, OSError if it cannot be read."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A pack in a folder: its manifest, content and scenarios, and the notes beside them."""

    root: Path
    names: tuple[str, ...]

    def read(self, name: str) -> bytes:
        if name not in self.names:
            raise KeyError(name)
        if not (self.root / name).is_file():
            raise OSError(f"{name} is no regular file")
        with open(self.root / name, "rb") as stream:
            return stream.read(MAX_BYTES + 1)


def is_archive(path: Path) -> bool:
    return path.suffix.lower() == ARCHIVE and path.is_file()


def is_pack(path: Path) -> bool:
    """Whether a pack is at a path: a folder with a manifest, or an archive, whatever is in it."""
    return (path / MANIFEST).is_file() or is_archive(path)


def files_of(pack: Path) -> Files:
    """The files of a pack, safe to be read. Raises DiagnosticError for an archive that is not accepted, for a link that
    leads out of a folder, and for too many or too long files."""
    if is_archive(pack):
        return _archive(pack)
    names = sorted(_listed(pack))
    inside, total = pack.resolve(), 0
    for name in names:
        path = pack / name
        if not path.resolve().is_relative_to(inside):
            message = "this file is a link that leads out of its pack"
            refused = Diagnostic("M010", message, Span(str(path), 0, 0), "put the file itself there")
            raise DiagnosticError([refused], {str(path): ""})  # what it leads to is not shown
        total += path.stat().st_size if path.is_file() else 0
    for amount, most, what in ((len(names), MAX_FILES, "files"), (total, MAX_BYTES, "bytes")):
        if amount > most:
            message = f"{pack}: this pack has more than {most:,} {what}"
            raise DiagnosticError([Diagnostic("Y005", message, None, "divide it into several packs")])
    return Folder(pack, tuple(names))


def _listed(pack: Path) -> list[str]:
    """What belongs to a pack in a folder: YAML files, scenarios, and notes such as a README and a licence."""
    found = [p.name for p in pack.glob("*.yaml")] + [f"scenarios/{p.name}" for p in pack.glob("scenarios/*.yaml")]
    notes = (p for p in pack.iterdir() if p.is_file() and not p.name.startswith(".")) if pack.is_dir() else ()
    return found + [p.name for p in notes if p.suffix in (".md", ".txt") or p.stem.upper() in ("LICENSE", "LICENCE")]


def yaml_files(pack: Path, inside: str = "") -> list[Path]:
    """The YAML files of a pack as paths, in order: those beside the manifest, or those in a folder. Raises as
    `files_of` does."""
    files = files_of(pack)
    found = (n.rpartition("/") for n in files.names if n.endswith(".yaml"))
    return [
        files.root / folder / name if folder else files.root / name for folder, _, name in found if folder == inside
    ]


def archived(path: Path | str) -> bytes | None:
    """The bytes of a file that is in an archive; None if the path leads through none. Raises DiagnosticError for an
    archive that is not accepted, KeyError if it has no such file."""
    for archive in Path(path).parents:
        if archive.suffix.lower() == ARCHIVE and is_archive(archive):
            return files_of(archive).read(Path(path).relative_to(archive).as_posix())
    return None


def has(pack: Path, name: str) -> bool:
    """Whether a pack has a file. Raises DiagnosticError for an archive that is not accepted."""
    return name in files_of(pack).names if is_archive(pack) else (pack / name).is_file()


def _archive(path: Path) -> Files:
    stat = os.stat(path)
    return _opened(path, stat.st_mtime_ns, stat.st_size, stat.st_ino)


@lru_cache(maxsize=64)
def _opened(path: Path, *_: int) -> Files:
    from engine.packs.archive import open_archive  # only here: most packs are folders

    return open_archive(path)
