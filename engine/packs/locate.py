"""Where packs lie: those that come with the program, the user's own, and those given by path."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from engine.packs.files import ARCHIVE, is_archive, is_pack


def data_folder() -> Path:
    """Where the packs and schemas that come with the program are: in the wheel, or in a checkout."""
    inside = Path(__file__).parent.parent / "_data"
    return inside if inside.is_dir() else Path(__file__).parent.parent.parent


def user_packs() -> Path:
    """The folder in which a user keeps packs of their own."""
    import platformdirs

    return Path(platformdirs.user_data_path("state51")) / "packs"


def built_in() -> dict[str, Path]:
    """The packs that come with the program, by id."""
    root = data_folder() / "content"
    return {p.parent.name: p.parent for p in sorted(root.glob("*/pack.yaml"))}


def as_shown(path: Path) -> str:
    """A path as errors and tracebacks name it: from the current folder if it lies there, otherwise whole."""
    here, whole = Path.cwd(), path.resolve()
    return str(whole.relative_to(here)) if whole.is_relative_to(here) else str(whole)


def as_told(path: Path) -> str:
    """A path as it is told in passing: as `as_shown` does, but within the program for what comes with it."""
    whole, own = path.resolve(), data_folder().resolve()
    return str(whole.relative_to(own)) if whole.is_relative_to(own) else as_shown(path)


def is_path(name: str) -> bool:
    """Whether a pack is given by path: anything with a separator or a leading dot, or an archive."""
    return "/" in name or os.sep in name or name.startswith(".") or name.lower().endswith(ARCHIVE)


def reference(folder: Path) -> str:
    """How a pack in a folder is loaded: by name if it comes with the program, otherwise by its path."""
    known = built_in().get(folder.name)
    if known is not None and known.resolve() == folder.resolve():
        return folder.name
    return str(folder) if is_path(str(folder)) else f"./{folder}"


def find(name: str, near: Iterable[Path] = ()) -> Path | None:
    """The folder or archive of a pack given by name or path; `near` are folders with further packs."""
    if is_path(name):
        path = Path(name)
        return path if is_pack(path) else None
    for root in (*near, user_packs()):
        if (root / name / "pack.yaml").is_file():
            return root / name
        if found := archives(root, name):
            return found[-1]
    folder = data_folder() / "content" / name
    return folder if (folder / "pack.yaml").is_file() else None


def neighbours(path: Path) -> list[str]:
    """The packs that lie where a path points into, written as it is."""
    folder = path.parent
    return sorted(str(p) for p in folder.iterdir() if is_pack(p)) if folder.is_dir() else []


def archives(root: Path, name: str) -> list[Path]:
    """The archives of a pack in a folder, `NAME.zip` or `NAME-1.0.0.zip`, the newest last."""
    plain = root / f"{name}{ARCHIVE}"
    found = [*root.glob(f"{name}-*{ARCHIVE}"), *([plain] if plain.is_file() else [])] if root.is_dir() else []
    numbers = {p: [int(n) for n in p.stem.removeprefix(name).strip("-").split(".") if n.isdecimal()] for p in found}
    return sorted((p for p in found if is_archive(p)), key=lambda p: (numbers[p], p.name))
