"""The greedy bot finds a use for each card of a set of our own. Whether it takes one always is told by many more games:
docs/balance.md."""

from __future__ import annotations

from functools import cache

import pytest

from engine.loader import link
from tests.balance.figures import Figures
from tests.balance.play import Sort, play

WINTER = Sort(("base", "connections", "winter"), 2, "greedy")
GAMES = 120


@cache
def figures() -> Figures:
    """What was offered and done with each card in some games of the greedy bot against itself."""
    return play(WINTER, 0, GAMES)


def used(card: str, action: str) -> int:
    """How many seats of games did something with a card."""
    return figures().cards[card].get(action, [0, 0])[1]


@cache
def own_cards() -> dict[str, bool]:
    """The cards of the set, and whether each has an action."""
    cards = link(list(WINTER.packs), {})[0].cards
    return {c.id: "action" in c.written for c in cards if c.pack == "winter"}


@pytest.mark.parametrize("card", own_cards())
def test_a_card_is_built_by_some_who_can(card: str) -> None:
    assert used(card, "build") > 0


@pytest.mark.parametrize("card", [card for card, acts in own_cards().items() if acts])
def test_an_action_that_was_built_is_used(card: str) -> None:
    assert used(card, "use") > 0


def test_a_faction_action_is_used_once_more_with_what_allows_it() -> None:
    """ACT-11: the greedy bot pays for a second use."""
    assert used("war_drummer", "encore") > 0
    assert used("sleepless_warden", "encore") > 0
