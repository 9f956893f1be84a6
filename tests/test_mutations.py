"""What lint finds of slips that are planted in our own content: the kept table is good enough, and a sample agrees."""

from __future__ import annotations

import re

import pytest

from tests.mutations.content import packs_in
from tests.mutations.measure import (
    KINDS,
    MEANING,
    NAMES,
    PAGE,
    ROOT,
    TOTAL,
    TYPES,
    measure,
    planted,
    shares,
    slips,
    table,
)  # fmt: skip

LEAST = {"names": 0.99, "types": 0.90, "meaning": 0.90}


def kept() -> dict[str, tuple[int, int, int]]:
    """The rows of the kept table: planted, found by lint, found by scenarios."""
    rows = re.findall(r"^\| ([a-z ,]+) \| (\d+) \| (\d+) \| (\d+) \|", PAGE.read_text(encoding="utf-8"), re.M)
    return {kind: (int(n), int(lint), int(played)) for kind, n, lint, played in rows}


def test_the_kept_table_has_all_kinds_and_reaches_the_mark() -> None:
    rows = kept()
    assert list(rows) == list(KINDS)
    assert len(KINDS) == 20
    assert sum(planted for planted, _, _ in rows.values()) == TOTAL
    for kinds, least in ((NAMES, LEAST["names"]), (TYPES, LEAST["types"])):
        assert sum(rows[k][1] for k in kinds) >= least * sum(rows[k][0] for k in kinds)
    assert sum(sum(rows[k][1:]) for k in MEANING) >= LEAST["meaning"] * sum(rows[k][0] for k in MEANING)


def test_slips_are_planted_in_every_pack() -> None:
    packs = {folder.name for folder in packs_in(ROOT / "content")}
    assert {"base", "solo"} < packs
    found = {name.split("/")[0] for _, name, *_ in slips(ROOT / "content", 1_000)}
    assert found == packs


def test_every_slip_changes_what_is_written() -> None:
    found = list(slips(ROOT / "content", 200))
    assert [kind for kind, *_ in found] == [kind for kind in KINDS for _ in range(10)]
    for kind, name, start, end, new in found:
        text = (ROOT / "content" / name).read_text(encoding="utf-8")
        assert planted(text, start, end, new) != text, (kind, name, start)


def test_slips_are_the_same_for_the_same_seed() -> None:
    assert list(slips(ROOT / "content", 40, 3)) == list(slips(ROOT / "content", 40, 3))
    assert list(slips(ROOT / "content", 40, 3)) != list(slips(ROOT / "content", 40, 4))


@pytest.mark.parametrize("seed", [5])
def test_a_sample_is_found(seed: int) -> None:
    results = measure(40, seed, jobs=1)
    found = shares(results)
    missed = [slip for slip, lint, played, _ in results if not lint and not played and slip[0] not in MEANING]
    assert found["names"] == 1.0, missed
    assert found["types"] >= LEAST["types"] - 0.05, missed
    assert table(results).count("\n") == len(KINDS) + 6
