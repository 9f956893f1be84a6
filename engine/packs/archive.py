"""Packs in archives, from anybody: nothing is unpacked, and whatever is odd about an archive is refused.

Read are only plain files, stored or deflated, with ordinary relative names. What the archive says of itself is checked
before anything is decompressed, and no more is decompressed than it says.
"""

from __future__ import annotations

import io
import json
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NoReturn

from dsl.diagnostics import Diagnostic, DiagnosticError, Span
from engine.packs.files import MANIFEST, MAX_BYTES, MAX_FILES

MAX_RATIO: Final = 100  #: how many bytes one byte of an archive may stand for
SUMMARY: Final = "manifest.json"  #: what a built archive says of itself: a file beside pack.yaml
SUMMARY_FORMAT: Final = "state51 pack"
_HEADER: Final = 30  # the length of what stands before the name of a file in an archive
_DAY: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Archive:
    """The files of an archive, in memory. `contents` are by path in the pack."""

    root: Path
    names: tuple[str, ...]
    contents: Mapping[str, bytes]

    def read(self, name: str) -> bytes:
        return self.contents[name]


def _refuse(path: Path, why: str, hint: str | None = None) -> NoReturn:
    message = f"this archive is not accepted: {why}"
    raise DiagnosticError([Diagnostic("M012", message, Span(str(path), 0, 0), hint)], {str(path): ""})


def open_archive(path: Path) -> Archive:
    """The files of an archive. Raises DiagnosticError if it is not accepted, OSError if it cannot be read."""
    with open(path, "rb") as stream:
        raw = stream.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        _refuse(path, f"it is longer than {MAX_BYTES >> 20} MB")
    if raw.count(b"PK\x01\x02") > MAX_FILES:
        _refuse(path, f"it has more than {MAX_FILES:,} files")
    if not raw.startswith(b"PK\x03\x04"):
        _refuse(path, "it is no zip file, or something stands before its first file")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as whole:
            entries = whole.infolist()
            _check(path, entries, len(raw))
            contents = {e.filename: whole.read(e) for e in entries if not e.is_dir()}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        _refuse(path, f"it is damaged ({str(error) or error.__class__.__name__})")
    contents = _at_the_top(path, contents)
    _agree(path, contents)
    return Archive(path, tuple(sorted(contents)), contents)


def _check(path: Path, entries: list[zipfile.ZipInfo], size: int) -> None:
    """Refuses an archive for anything that its directory says."""
    if len(entries) > MAX_FILES:
        _refuse(path, f"it has more than {MAX_FILES:,} files")
    seen: dict[str, str] = {}
    end, total = 0, 0
    for entry in sorted(entries, key=lambda e: e.header_offset):
        name, shown = entry.orig_filename, f'"{entry.orig_filename}"'
        if (wrong := _bad_name(name)) is not None:
            _refuse(path, f"the name {shown} {wrong}")
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFDIR if entry.is_dir() else stat.S_IFREG):
            _refuse(path, f"{shown} is {'a link' if kind == stat.S_IFLNK else 'no plain file'}")
        if entry.flag_bits & 0x2061:
            _refuse(path, f"{shown} is encrypted or patched")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            _refuse(path, f"{shown} is compressed in an unusual way", "use the usual one (deflate)")
        folded = unicodedata.normalize("NFC", name.rstrip("/")).casefold()
        if folded in seen:
            same = seen[folded] == name
            _refuse(path, f"{shown} is in it twice" if same else f'{shown} and "{seen[folded]}" differ only by case')
        seen[folded] = name
        total += entry.file_size
        if entry.file_size > MAX_RATIO * max(entry.compress_size, 1):
            _refuse(path, f"{shown} is compressed more than {MAX_RATIO} to 1")
        if entry.header_offset < end or entry.header_offset + _HEADER + entry.compress_size > size:
            _refuse(path, f"{shown} overlaps another file")
        end = entry.header_offset + _HEADER + len(name.encode()) + entry.compress_size
    if total > MAX_BYTES:
        _refuse(path, f"its files are longer than {MAX_BYTES >> 20} MB")
    folders = {folded.rpartition("/")[0] for folded in seen}
    for folded, name in seen.items():
        if folded in folders and not name.endswith("/"):
            _refuse(path, f'"{name}" is both a file and a folder')


def _bad_name(name: str) -> str | None:
    """What is wrong with the name of a file, if anything is."""
    parts = name.removesuffix("/").split("/")
    if name.startswith("/") or "\\" in name:
        return "is absolute, or has a backslash"
    if ":" in name:
        return "has a drive or a colon"
    if ".." in parts:
        return "leads out of the archive"
    if not all(parts) or "." in parts or any(p != p.strip() or p.endswith(".") for p in parts):
        return "has an empty or unusual part"
    if not name.isprintable():
        return "has a character that cannot be seen"
    return None


def _at_the_top(path: Path, contents: dict[str, bytes]) -> dict[str, bytes]:
    """The files by their paths in the pack, which may lie in one folder of the archive."""
    if MANIFEST in contents:
        return contents
    top = {name.partition("/")[0] for name in contents}
    if len(top) == 1 and f"{(folder := top.pop())}/{MANIFEST}" in contents:
        return {name.removeprefix(f"{folder}/"): raw for name, raw in contents.items()}
    _refuse(path, f"it has no {MANIFEST}, neither at the top nor in a single folder")


def content_hash(contents: Mapping[str, bytes]) -> str:
    """A digest of the files of a pack, by their names and bytes; what an archive says of itself is left out."""
    digest = sha256()
    for name in sorted(contents):
        if name != SUMMARY:
            digest.update(f"{name}\0{len(contents[name])}\0".encode())
            digest.update(contents[name])
    return digest.hexdigest()


def _agree(path: Path, contents: Mapping[str, bytes]) -> None:
    """Refuses an archive whose files are not those that it was built with."""
    if SUMMARY not in contents:
        return
    try:
        said: Any = json.loads(contents[SUMMARY])
        wanted = said["content"] if said["format"] == SUMMARY_FORMAT else None
    except (ValueError, TypeError, KeyError, RecursionError):
        wanted = None
    if wanted != content_hash(contents):
        message = f"the files are not those that {SUMMARY} tells of: they were changed after the archive was built"
        changed = Diagnostic("M013", message, Span(str(path), 0, 0), "build it again: state51 pack build")
        raise DiagnosticError([changed], {str(path): ""})


def archive_bytes(contents: Mapping[str, bytes]) -> bytes:
    """An archive of some files: the same bytes for the same files, whenever, wherever and with whatever it is made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as whole:
        for name, entry in _entries(contents):
            whole.writestr(entry, contents[name])
    return out.getvalue()


def _entries(contents: Mapping[str, bytes]) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    for name in sorted(contents, key=lambda n: (n not in (MANIFEST, SUMMARY), n)):
        entry = zipfile.ZipInfo(name, _DAY)
        entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
        yield name, entry
