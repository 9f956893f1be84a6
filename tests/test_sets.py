"""At most one set is mixed into the base game; each set goes with everything else."""

from __future__ import annotations

from itertools import permutations

import pytest

from dsl.diagnostics import DiagnosticError
from engine import load

SETS = ["newera", "winter", "nomansland"]


@pytest.mark.parametrize(("one", "other"), list(permutations(SETS, 2)))
def test_two_sets_at_once_are_refused_and_both_are_named(one: str, other: str) -> None:
    """SET-2: whichever is named first."""
    with pytest.raises(DiagnosticError) as caught:
        load(["base", one, other])
    assert {d.code for d in caught.value.diagnostics} == {"M003"}
    said = " ".join(d.message for d in caught.value.diagnostics)
    assert f"`{one}`" in said and f"`{other}`" in said


@pytest.mark.parametrize(
    "others", [[], ["connections"], ["solo"], ["connections", "solo"]], ids=["alone", "connections", "solo", "both"]
)
@pytest.mark.parametrize("one", SETS)
def test_one_set_goes_with_all_that_is_no_set(one: str, others: list[str]) -> None:
    """SET-2: alone, with Connections, and against the Virtual Player."""
    rules = load(["base", one, *others])
    assert any(card.pack == one for card in rules.cards)
