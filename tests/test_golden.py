"""What the content says and what it compiles to is kept, so that every change of it is seen and reviewed."""

from __future__ import annotations

import pytest

from tests.regenerate import FOLDER, GOLDEN

HINT = (
    "If the change is meant, write the golden files again with `python -m tests.regenerate` and review the difference."
)


@pytest.mark.parametrize("name", GOLDEN)
def test_content_says_and_compiles_to_what_is_kept(name: str) -> None:
    kept = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    made = GOLDEN[name]().splitlines()
    for number, (old, new) in enumerate(zip(kept, made, strict=False), 1):
        assert old == new, f"line {number} of {name} has changed.\n{HINT}"
    assert len(kept) == len(made), f"{name} has {len(made)} lines instead of {len(kept)}.\n{HINT}"


def test_golden_files_stay_small_enough_to_review() -> None:
    assert all((FOLDER / name).stat().st_size < 200_000 for name in GOLDEN)
