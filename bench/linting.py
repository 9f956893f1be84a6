"""How long `state51 lint` takes beside yamllint and check-jsonschema, on the same 200 files, as whole processes.

    python bench/linting.py [--rounds N]

The files are made here, always the same: 1,000 cards in a pack that builds on the base set. Each round runs
every row once, start-up included; shown are medians, and the median of the ratios of the rounds. `cold` begins with an
empty cache; otherwise the tables of the grammar are kept. yamllint has its rules `relaxed`; check-jsonschema checks the
same files against the schema of content files.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES, CARDS = 200, 5  # how many files, and how many cards in each
PEERS = ("yamllint", "check-jsonschema")

_MANIFEST = """id: corpus
name: A corpus
version: 1.0.0
language: 1
requires: {base: ">=1.0,<2"}
provenance: fixture
licence: MIT
"""
_GOODS = ("fuel", "gun", "iron", "brick")
_SYLLABLES = ("ka", "lo", "mi", "re", "tu", "vo", "sa", "ne", "pi", "du")


def card(n: int, rng: random.Random) -> str:
    """The lines of one card."""
    id = "".join(_SYLLABLES[int(digit)] for digit in f"{n * 7:05d}")  # no two of them differ by one letter
    good, other, amount = *rng.sample(_GOODS, 2), rng.randint(1, 3)
    sort, rest = rng.choice(
        [
            ("production", [f"production: {amount} {good} per location in your state where types has {other} max 3"]),
            ("action", [f"action: 1 worker, {amount} {good} -> {amount} vp"]),
            ("feature", [f"bonus: 1 {other}", "abilities:", f"  - when dealt by you -> {amount} {good}"]),
        ]
    )
    fields = [f"name: {id.capitalize()}", f"category: {sort}", f"distance: {amount}", f"types: [{good}]"]
    fields += [f"spoils: {amount} {good}", f"deal: 1 {good}", *rest]
    return "".join(f"{line}\n" for line in [f"    - id: {id}", *(f"      {field}" for field in fields)])


def corpus(folder: Path) -> list[Path]:
    """Makes the pack in a folder. Gives its content files."""
    rng = random.Random(51)
    (folder / "pack.yaml").write_text(_MANIFEST, encoding="utf-8")
    files = [folder / f"cards_{n:03d}.yaml" for n in range(FILES)]
    for n, file in enumerate(files):
        cards = [card(n * CARDS + k, rng) for k in range(CARDS)]
        file.write_text("cards:\n  location:\n" + "".join(cards), encoding="utf-8")
    return files


def rows(pack: Path, files: list[Path]) -> dict[str, tuple[list[str], bool]]:
    """What is measured: the command, and whether its cache is filled."""
    lint = [sys.executable, "-m", "cli.main", "lint"]
    lone = pack.parent / "alone.yaml"
    shutil.copy(files[0], lone)
    member = str(ROOT / "content" / "connections" / "cards.yaml")
    yamllint, schema = (shutil.which(peer, path=str(Path(sys.executable).parent)) for peer in PEERS)
    if yamllint is None or schema is None:
        sys.exit(f"{' and '.join(PEERS)} are wanted: pip install -e '.[bench]'")
    against = ["--schemafile", str(ROOT / "schemas" / "content.schema.json")]
    return {
        "lint": ([*lint, str(pack)], True),
        "lint, cold": ([*lint, str(pack)], False),
        "yamllint": ([yamllint, "-d", "relaxed", *map(str, files)], True),
        "check-jsonschema": ([schema, *against, *map(str, files)], True),
        "lint of one file": ([*lint, str(lone)], True),
        "lint of one file, cold": ([*lint, str(lone)], False),
        "lint of one file of a pack": ([*lint, member], True),
        "lint of one file of a pack, cold": ([*lint, member], False),
        "import jsonschema": ([sys.executable, "-c", "import jsonschema"], True),
    }


def measured(command: list[str], cache: Path) -> tuple[float, float]:
    """The seconds that a fresh process takes, and those of processors."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    before, started = os.times(), time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env={**env, "XDG_CACHE_HOME": str(cache)}, capture_output=True)
    wall, after = time.perf_counter() - started, os.times()
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command[:4])}: {done.stderr.decode(errors='replace')}")
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as room:
        pack, full = Path(room) / "corpus", Path(room) / "full"
        pack.mkdir()
        found = rows(pack, corpus(pack))
        for command, _ in found.values():  # fills the cache, and lets Python keep its bytecode
            measured(command, full)
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in found}
        for n in range(rounds):
            for k, (name, (command, warm)) in enumerate(found.items()):
                times[name].append(measured(command, full if warm else Path(room) / f"empty{n}-{k}"))
    print(f"{rounds} rounds, medians           wall   processor   of {'   of '.join(PEERS)}   (processor)")
    for name, row in times.items():
        wall, spent = (statistics.median(one) * 1000 for one in zip(*row, strict=True))
        ratios = [statistics.median(a[1] / b[1] for a, b in zip(row, times[peer], strict=True)) for peer in PEERS]
        print(f"{name:33}{wall:6.0f} ms  {spent:6.0f} ms   {ratios[0]:8.2f}   {ratios[1]:14.2f}")


if __name__ == "__main__":
    main()
