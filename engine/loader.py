"""Loading: packs by name or path to a ruleset, through a cache of finished images.

The cache lies in the user's own cache folder, named by a digest of everything an image depends on; nothing in a pack's
folder is ever run or unpickled. A warm load reads the packs' bytes to know the digest, but parses and checks nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dsl import kept
from dsl.diagnostics import DiagnosticError
from engine.ruleset import Image, Ruleset

FORMAT = 2
MAX_CACHED = 40
MOST_ERRORS = 1_000  #: after so many nothing more is looked for
_loaded: dict[str, Ruleset] = {}


def load(
    packs: Iterable[str | Path] | None = None, options: dict[str, int | bool] | None = None, *, cache: bool = True
) -> Ruleset:
    """The ruleset of some packs (names or paths; None: those played by default) and all they require.

    `options` sets options of packs, by `name` or `pack.name`. Raises DiagnosticError with every error in their content.
    """
    from engine import quickload

    names = [str(p) for p in packs] if packs is not None else None
    key = quickload.digest(names, options or {}, FORMAT) if cache else None
    if key is not None and key in _loaded:
        return _loaded[key]
    image = _read(key) if key is not None else None
    if image is None:
        image = build(names, options or {})
        if key is not None:
            _write(key, image)
    rules = Ruleset(image)
    if key is not None:
        _loaded[key] = rules
    return rules


def forget() -> None:
    """Lets go of all rules that were loaded, so that a process which loads many does not grow."""
    _loaded.clear()


def build(names: list[str] | None, options: dict[str, Any]) -> Image:
    """The image of some packs, from their files. Raises DiagnosticError with every error in them."""
    from engine.link.assemble import Assembler
    from engine.packs import order as p

    rules, found = link(names, options)
    image = Assembler(rules).run()
    present = {pack.id for pack in found}
    image["packs"] = [(pack.id, pack.version, p.hash_of(pack, present)) for pack in found]
    image["options"] = p.chosen_options(found, options)
    image["hash"] = hashlib.blake2b(
        repr((FORMAT, image["packs"], sorted(image["options"].items()))).encode(), digest_size=12
    ).hexdigest()
    return image


def link(names: list[str] | None, options: dict[str, Any]) -> tuple[Any, Any]:
    """The linked rules of some packs, and the packs. Raises DiagnosticError."""
    linker, packs = linked(names, options)
    return linker.rules, packs


def linked(names: list[str] | None, options: dict[str, Any]) -> tuple[Any, Any]:
    """What linked some packs, with all that it knows of them, and the packs. Raises DiagnosticError."""
    from engine.link.declare import Declarations
    from engine.link.program import Linker
    from engine.packs import order as p

    found = p.gather(names if names is not None else p.default_packs())
    report = p.read_contents(found)
    chosen = p.chosen_options(found, options)
    texts = {d.file: d.text for pack in found for d in (*pack.documents, pack.manifest)}
    misshapen = len(report)
    report.most = misshapen + MOST_ERRORS
    try:
        symbols = Declarations(found, chosen, report).run()
        if len(report) > misshapen:
            report.raise_if_any()
        linker = Linker(found, symbols, report)
        linker.run()
    except RecursionError:
        report.error("T009", "the effects of these packs call one another too deeply", None)
    except DiagnosticError:  # there is no use in going on; what is wrong is in the report
        pass
    report.raise_if_any(texts)
    return linker, found


def _file(key: str) -> Path:
    return kept.path(f"rules-{key}.bin")


def _read(key: str) -> Image | None:
    found: Image | None = kept.read(_file(key))
    return found


def _forget_oldest(folder: Path) -> None:
    """Keeps the cache small: only the images made last stay."""
    files = sorted(folder.glob("rules-*.bin"), key=lambda f: f.stat().st_mtime, reverse=True)
    for file in files[MAX_CACHED:]:
        file.unlink(missing_ok=True)


def _write(key: str, image: Image) -> None:
    file = _file(key)
    if kept.write(file, image):
        with contextlib.suppress(OSError):  # another process cleans as well
            _forget_oldest(file.parent)
