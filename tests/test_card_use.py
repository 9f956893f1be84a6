"""The cards of a set of our own are used by the greedy bot, but none always and none never."""

from __future__ import annotations

from functools import cache

import pytest

from bench.card_use import Uses, one_game, played, table
from engine import load
from engine.loader import link
from engine.ruleset import Ruleset

GAMES = 60


@cache
def rules() -> Ruleset:
    return load(["base", "connections", "winter"])


@cache
def uses() -> Uses:
    """What was done with each card in some games of the greedy bot against itself."""
    return sum((one_game(rules(), 2, seed) for seed in range(GAMES)), Uses())


def own_cards() -> list[str]:
    return [card.id for card in rules().cards if card.pack == "winter"]


@pytest.mark.parametrize("card", own_cards())
def test_a_card_is_built_by_some_who_hold_it_and_not_by_all(card: str) -> None:
    held, built = uses()["held", card], uses()["built", card]
    assert held >= 10
    assert 0 < built < held


def with_an_action() -> list[str]:
    return [c.id for c in link(["winter"], {})[0].cards if c.pack == "winter" and "action" in c.written]


@pytest.mark.parametrize("card", with_an_action())
def test_an_action_that_was_built_is_used(card: str) -> None:
    assert uses()["used", card] > 0


def test_a_faction_action_is_used_once_more_with_what_allows_it() -> None:
    """ACT-11: the greedy bot pays for a second use."""
    assert uses()["used", "war_drummer"] > 0
    assert uses()["used", "sleepless_warden"] > 0


@pytest.mark.parametrize(
    ("option", "found"),
    [
        ("construct docks", ("built", "docks")),
        ("develop docks over quarry", ("built", "docks")),
        ("redevelop docks over quarry", ("built", "docks")),
        ("deal docks", ("dealt", "docks")),
        ("raze docks from hand", ("razed", "docks")),
        ("use archive", ("used", "archive")),
        ("faction red again with war_drummer", ("used", "war_drummer")),
        ("raze docks", None),
        ("faction red", None),
        ("pass", None),
    ],
)
def test_an_option_tells_what_is_done_with_which_card(option: str, found: tuple[str, str] | None) -> None:
    assert played(option) == found


def test_the_table_has_a_line_for_each_card_that_was_held() -> None:
    lines = table(rules(), "winter", uses()).splitlines()
    assert len(lines) == 2 + len(own_cards())
    assert all(line.count("|") == 8 for line in lines)
