"""Where packs lie: those that come with the program, the user's own, and those given by path."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def data_folder() -> Path:
    """Where the packs and schemas that come with the program are: in the wheel, or in a checkout."""
    inside = Path(__file__).parent / "_data"
    return inside if inside.is_dir() else Path(__file__).parent.parent


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


def is_path(name: str) -> bool:
    """Whether a pack is given by path: anything with a separator or a leading dot."""
    return "/" in name or os.sep in name or name.startswith(".")


def reference(folder: Path) -> str:
    """How a pack in a folder is loaded: by name if it comes with the program, otherwise by its path."""
    known = built_in().get(folder.name)
    if known is not None and known.resolve() == folder.resolve():
        return folder.name
    return str(folder) if is_path(str(folder)) else f"./{folder}"


def find(name: str, near: Iterable[Path] = ()) -> Path | None:
    """The folder of a pack given by name or path; `near` are folders whose neighbours are looked at too."""
    if is_path(name):
        path = Path(name)
        return path if (path / "pack.yaml").is_file() else None
    for root in (*near, user_packs()):
        if (root / name / "pack.yaml").is_file():
            return root / name
    folder = data_folder() / "content" / name
    return folder if (folder / "pack.yaml").is_file() else None
