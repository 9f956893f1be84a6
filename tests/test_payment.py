"""Paying: of all that a player has, exactly the ways that meet a cost are offered, the cheapest first.

The search in `engine.payment` takes short cuts. Here every amount of every pot is tried, and every way to hand it out.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, load
from engine.payment import Cost, Need, Way, can_pay, only_way, pots, ways
from engine.state import State

GOODS = range(4)
STORES = 2

a_need = st.builds(
    lambda exact, wild, n: (tuple(exact), tuple(g for g in wild if g not in exact), n),
    st.lists(st.sampled_from(GOODS), min_size=1, max_size=2, unique=True),
    st.lists(st.sampled_from(GOODS), max_size=2, unique=True),
    st.integers(0, 3),
)
some_needs = st.lists(a_need, min_size=1, max_size=3).map(tuple)
a_supply = st.lists(st.integers(0, 3), min_size=len(GOODS), max_size=len(GOODS))
what_is_stored = st.lists(st.dictionaries(st.sampled_from(GOODS), st.integers(1, 2), max_size=2), max_size=STORES)


@cache
def start() -> Game:
    return Game.new(load(["base"]), ["new_york", "mutants"], 1)


def table(supply: list[int], stored: list[dict[int, int]]) -> State:
    """A player with a supply, and with goods on components that do not look alike."""
    s = start().clone().state
    s.goods[0][:] = [*supply, *[0] * (len(s.goods[0]) - len(supply))]
    distinct = {s.defn[c]: c for c in range(len(s.defn) - 1, -1, -1) if s.rules.stores[s.defn[c]]}
    for c, there in zip(sorted(distinct.values()), stored, strict=False):
        s.own[c], s.on[c] = 0, dict(there)
    return s


def strange(needs: tuple[Need, ...], paid: dict[int, int]) -> int | None:
    """How many goods must stand in for others if a cost is met with all that is paid; None if it is not."""
    if not needs:
        return 0 if not any(paid.values()) else None
    (exact, wild, n), rest = needs[0], needs[1:]
    goods = [*exact, *wild]
    found = []
    for split in product(*(range(min(n, paid.get(g, 0)) + 1) for g in goods)):
        if sum(split) == n:
            left = {**paid, **{g: paid.get(g, 0) - k for g, k in zip(goods, split, strict=True)}}
            if (more := strange(rest, left)) is not None:
                found.append(more + sum(split[len(exact) :]))
    return min(found, default=None)


def ranks(s: State, needs: tuple[Need, ...]) -> dict[Way, tuple[int, int]]:
    """Every way to pay with how dear it is: goods that stand in, and goods from components."""
    there = pots(s, 0)
    found: dict[Way, tuple[int, int]] = {}
    for amounts in product(*(range(n + 1) for _, _, n in there)):
        if sum(amounts) == sum(n for _, _, n in needs):
            goods = tuple((c, g, k) for (c, g, _), k in zip(there, amounts, strict=True) if k)
            paid = {good: sum(k for _, g, k in goods if g == good) for good in GOODS}
            if (dear := strange(needs, paid)) is not None:
                found[goods, ()] = dear, sum(k for c, _, k in goods if c >= 0)
    return found


def a_cost(*alternatives: tuple[Need, ...]) -> Cost:
    return tuple((needs, ()) for needs in alternatives)


@settings(deadline=None, max_examples=400)
@given(a_supply, what_is_stored, some_needs)
def test_the_ways_to_pay_are_all_that_there_are_and_the_cheapest_comes_first(
    supply: list[int], stored: list[dict[int, int]], needs: tuple[Need, ...]
) -> None:
    """Goods of the supply and stored ones pay; a way that lets fewer goods stand in for others comes earlier."""
    s = table(supply, stored)
    wanted = ranks(s, needs)
    found = ways(s, 0, a_cost(needs))
    assert sorted(found) == sorted(wanted)
    assert [wanted[way] for way in found] == sorted(wanted.values())
    assert can_pay(s, 0, a_cost(needs)) == bool(wanted)


@settings(deadline=None, max_examples=400)
@given(a_supply, what_is_stored, some_needs)
def test_the_only_way_is_found_at_once_only_where_there_is_no_other(
    supply: list[int], stored: list[dict[int, int]], needs: tuple[Need, ...]
) -> None:
    s = table(supply, stored)
    way = only_way(s, 0, a_cost(needs))
    if way is not None and can_pay(s, 0, a_cost(needs)):
        assert ways(s, 0, a_cost(needs)) == [way]


@settings(deadline=None, max_examples=400)
@given(a_supply, what_is_stored, some_needs, some_needs)
def test_of_two_costs_either_can_be_paid(
    supply: list[int], stored: list[dict[int, int]], one: tuple[Need, ...], other: tuple[Need, ...]
) -> None:
    s = table(supply, stored)
    both = ways(s, 0, a_cost(one, other))
    assert set(both) == {*ranks(s, one), *ranks(s, other)}
    assert can_pay(s, 0, a_cost(one, other)) == bool(both)
