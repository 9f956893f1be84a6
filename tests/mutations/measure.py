"""Plants slips in our own content and counts how many lint finds: python -m tests.mutations.measure [NUMBER].

Of each of twenty kinds the same number of random places is taken (2,000 in all, unless another NUMBER is given), with
replacement where a kind has fewer. Slips of meaning also count if a scenario of the pack fails. Golden files never
count.
The table is printed; with --write it is kept in docs/mutations.md.
"""

from __future__ import annotations

import gc
import os
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path

from engine import loader
from tests.mutations.content import Content, packs_in
from tests.mutations.slips import KINDS, MEANING, NAMES, PLACES, TYPES

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "mutations.md"
TOTAL, SEED = 2_000, 51
Slip = tuple[str, str, int, int, str]  # kind, file below the content, start, end, what stands there instead
Result = tuple[Slip, bool, bool, str]  # found by lint, found by scenarios, the first thing said


@lru_cache(maxsize=1)
def contents_of(folder: Path) -> tuple[Content, ...]:
    """The packs of a folder, linked."""
    return tuple(Content(pack) for pack in packs_in(folder))


def slips(folder: Path, total: int, seed: int = SEED) -> Iterator[Slip]:
    """Random slips in the packs of a folder, the same for the same seed."""
    rng = random.Random(seed)
    contents = contents_of(folder)
    for kind in KINDS:
        places = [place for content in contents for place in PLACES[kind](content, rng)]
        picked = rng.sample(places, min(len(places), total // len(KINDS)))
        picked += rng.choices(places, k=total // len(KINDS) - len(picked))
        for file, start, end, new in picked:
            yield kind, str(file.resolve().relative_to(folder.resolve())), start, end, new


def planted(text: str, start: int, end: int, new: str) -> str:
    """A text with a slip in it."""
    return text[:start] + new + text[end:]


def found_by_lint(pack: Path) -> str:
    """The first error or warning that lint has about a pack, house style apart; empty if it has none."""
    from cli.authoring.linting import Lint
    from engine.lint.config import Config

    lint = Lint(Config())
    lint.run([str(pack)])
    bad = [d for d, level in lint.findings() if level != "info"]
    return f"{bad[0].code} {bad[0].message}" if bad else ""


def found_by_scenarios(pack: Path, word: str) -> str:
    """The first scenario that fails, of those that have a word in them before others; empty if none does."""
    from engine.scenario.run import Shelf, read_scenarios, run, scenario_files

    shelf = Shelf()
    found = [scenario for file in scenario_files(pack) for scenario in read_scenarios(file)]
    for scenario in sorted(found, key=lambda s: word not in repr(s.data)):
        result = run(scenario, shelf=shelf)
        if not result.passed:
            return f"{scenario.name}: {result.diagnostics[0].message}"
    return ""


def card_at(text: str, start: int) -> str:
    """The id of the card that a place is in, as far as its file shows."""
    ids = re.findall(r"^\s*- \{?id: (\w+)", text[:start], re.M)
    return ids[-1] if ids else ""


_copy: Path | None = None


def _begin(original: str, room: str) -> None:
    """A copy of the content for this process, and a cache of its own, in a folder that is thrown away afterwards."""
    global _copy
    home = Path(tempfile.mkdtemp(dir=room))
    os.environ["XDG_CACHE_HOME"] = str(home / "cache")
    shutil.copytree(original, home / "content")
    _copy = home / "content"
    os.chdir(_copy)
    gc.disable()  # garbage is looked for between slips, not while packs are linked


def attempt(slip: Slip) -> Result:
    """Plants one slip in the copy, looks, and takes it out again."""
    kind, name, start, end, new = slip
    assert _copy is not None
    file = _copy / name
    text = file.read_text(encoding="utf-8")
    file.write_text(planted(text, start, end, new), encoding="utf-8")
    pack = _copy / name.split("/")[0]
    try:
        said = found_by_lint(pack)
        played = found_by_scenarios(pack, card_at(text, start)) if not said and kind in MEANING else ""
    finally:
        file.write_text(text, encoding="utf-8")
        loader.forget()  # images are kept in the cache, by what the packs hold: those without a slip are made once
        gc.collect()
        gc.freeze()  # what stays is known: trees of texts, tables
    return slip, bool(said), bool(played), said or played


def table(results: list[Result]) -> str:
    """How many slips of each kind were found, as Markdown."""
    out = ["| kind | planted | lint | scenarios | found |", "| --- | ---: | ---: | ---: | ---: |"]
    for title, kinds in (("names and syntax", NAMES), ("types", TYPES), ("meaning", MEANING)):
        group = [r for r in results if r[0][0] in kinds]
        out += [_row(kind, [r for r in group if r[0][0] == kind]) for kind in kinds]
        out.append(_row(f"**{title}**", group))
    return "\n".join([*out, _row("**all**", results)]) + "\n"


def _row(name: str, mine: list[Result]) -> str:
    lint, played = sum(r[1] for r in mine), sum(r[2] for r in mine)
    share = f"{100 * (lint + played) / len(mine):.1f} %" if mine else ""
    return f"| {name} | {len(mine)} | {lint} | {played} | {share} |"


def shares(results: list[Result]) -> dict[str, float]:
    """The share found of each group: names, types and meaning."""
    groups = {"names": NAMES, "types": TYPES, "meaning": MEANING}
    mine = {name: [r for r in results if r[0][0] in kinds] for name, kinds in groups.items()}
    return {name: sum(r[1] or r[2] for r in found) / max(len(found), 1) for name, found in mine.items()}


def measure(total: int = TOTAL, seed: int = SEED, jobs: int | None = None) -> list[Result]:
    """Plants slips in our own content and looks for them. Raises ValueError if anything is found without one planted:
    it would count as having found all of them."""
    folder = ROOT / "content"
    for pack in packs_in(folder):
        if said := found_by_lint(pack) or found_by_scenarios(pack, ""):
            raise ValueError(f"{pack.name}: {said}")
    planned = list(slips(folder, total, seed))
    with (
        tempfile.TemporaryDirectory(prefix="slips-") as room,
        ProcessPoolExecutor(jobs or os.cpu_count(), initializer=_begin, initargs=(str(folder), room)) as pool,
    ):
        return list(pool.map(attempt, planned, chunksize=4))


def main() -> None:
    """Prints the table, and with --missed what was not found."""
    numbers = [int(a) for a in sys.argv[1:] if a.isdigit()]
    results = measure(*numbers[:1])
    text = table(results)
    print(text)
    if "--missed" in sys.argv:
        for (kind, name, start, end, new), lint, played, _ in results:
            if not lint and not played:
                source = (ROOT / "content" / name).read_text(encoding="utf-8")
                line = source.count("\n", 0, start) + 1
                print(f"{kind}: {name}:{line}: {source[start:end]!r} -> {new!r}")
    if "--write" in sys.argv:
        PAGE.write_text(page(text), encoding="utf-8")


_HEAD = """# What lint finds

One slip at a time was planted in the packs that come with the program, at random places in all of them: the same number
of each kind. `lint` counts what `state51 lint` reports as an error or a warning; `scenarios` what only a failing
scenario of the pack shows (counted for slips of meaning alone, which are right in themselves and say something else).
Golden files and lists of printed facts do not count. Made by `python -m tests.mutations.measure --write`.

"""


def page(text: str) -> str:
    """The page that keeps the table."""
    return _HEAD + text


if __name__ == "__main__":
    main()
