"""Packs as things to be handed on: what a pack says of itself, and the archive that is built of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.packs.archive import SUMMARY, SUMMARY_FORMAT, archive_bytes, content_hash
from engine.packs.files import files_of
from engine.packs.order import read_manifest


@dataclass(frozen=True, slots=True)
class About:
    """What a pack says of itself. `content` is the digest of all its files, by which two copies can be compared."""

    id: str
    name: str
    version: str
    language: int
    requires: dict[str, str]
    conflicts: list[str]
    licence: str
    provenance: str
    about: str
    content: str
    files: list[str]


def about(pack: Path) -> About:
    """What the pack in a folder or archive says of itself. Raises DiagnosticError if its manifest is not good, or if
    the archive is not accepted."""
    data = read_manifest(pack).data
    contents = _contents(pack)
    return About(
        data["id"], data["name"], data["version"], data["language"], dict(data.get("requires", {})),
        list(data.get("conflicts", [])), data["licence"], data["provenance"], data.get("about", ""),
        content_hash(contents), sorted(contents),
    )  # fmt: skip


def build(pack: Path) -> bytes:
    """The archive of a pack: its files, and a summary with their digest. The same files give the same bytes. Raises
    DiagnosticError as `about` does."""
    summary = {"format": SUMMARY_FORMAT, **asdict(about(pack))}
    text = json.dumps(summary, indent=2, ensure_ascii=True) + "\n"
    return archive_bytes({**_contents(pack), SUMMARY: text.encode()})


def _contents(pack: Path) -> dict[str, bytes]:
    files = files_of(pack)
    return {name: files.read(name) for name in files.names if name != SUMMARY}
