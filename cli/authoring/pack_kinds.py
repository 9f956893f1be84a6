"""The kinds of cards that files of a pack can hold, read from vocabularies without linking anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dsl import kept
from dsl.diagnostics import DiagnosticError
from engine import quickload
from engine.packs import locate
from engine.packs.document import Document
from engine.packs.order import default_packs
from engine.packs.source import load_document

FORMAT = 1  #: of what is kept of kinds
_TAGS = {"goods": "goods", "effect": "effect", "ability": "ability", "list of ability": "abilities"}


def kinds_near(folder: Path) -> list[dict[str, Any]] | None:
    """The kinds declared by the pack in a folder, by what it requires, and by packs beside which it reads files: each
    with `id` and `fields` (id, pack, tag of the type). None if there is no pack. What cannot be read is left out."""
    if not (folder / "pack.yaml").is_file():
        return None
    kinds: dict[str, dict[str, list[Any]]] = {}
    _collect(folder, kinds, set())
    return _listed(kinds)


def _listed(kinds: dict[str, dict[str, list[Any]]]) -> list[dict[str, Any]]:
    return [{"id": id, "fields": list(fields.values())} for id, fields in kinds.items()]


def default_kinds() -> list[dict[str, Any]]:
    """The kinds of the packs that are played by default, as `kinds_near` gives them; kept between processes."""
    key, file = quickload.digest(None, {}, FORMAT), kept.path("kinds.bin")
    found = kept.read(file)
    if isinstance(found, tuple) and key is not None and found[0] == key:
        known: list[dict[str, Any]] = found[1]
        return known
    kinds: dict[str, dict[str, list[Any]]] = {}
    seen: set[Path] = set()
    try:
        folders = [locate.find(name, []) for name in default_packs()]
    except DiagnosticError:
        return []
    for folder in filter(None, folders):
        _collect(folder, kinds, seen)
    made = _listed(kinds)
    if key is not None:
        kept.write(file, (key, made))
    return made


def _collect(pack: Path, kinds: dict[str, dict[str, list[Any]]], seen: set[Path]) -> None:
    """Adds the kinds of a pack after those of the packs it builds on, so that fields stand in the order of linking."""
    if (real := pack.resolve()) in seen:
        return
    seen.add(real)
    manifest = _read(pack / "pack.yaml")
    data = _mapping(manifest.data) if manifest is not None else {}
    for name in [n for key in ("requires", "when") for n in _mapping(data.get(key))]:
        if (found := locate.find(name, [real.parent])) is not None:
            _collect(found, kinds, seen)
    for document in filter(None, map(_read, sorted(f for f in pack.glob("*.yaml") if f.name != "pack.yaml"))):
        for id, kind in _mapping(_mapping(_mapping(document.data).get("vocabulary")).get("kinds")).items():
            fields = _mapping(_mapping(kind).get("fields"))
            kinds.setdefault(id, {}).update({f: [f, "", _tag(type_)] for f, type_ in fields.items()})


def _read(file: Path) -> Document | None:
    try:
        return load_document(file)
    except DiagnosticError:
        return None


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _tag(type_: Any) -> str:
    """The tag of a field's type, as far as it says that a text of the language is in it."""
    text = str(type_.get("type") if isinstance(type_, dict) else type_)
    return "entries" if text.startswith("ability by ") else _TAGS.get(text, "")
