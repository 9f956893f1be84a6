"""The handful of ways in which goods and declared state change; `engine.zones` has those of components.

Each exists once here, silent; `engine.logged` wraps those that a log should tell of. `cause` numbers the line of
content that did it. Acting on nothing or nobody (-1) does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.control import number
from engine.state import State
from engine.zones import put_in_zone, top_one

EVERY = -2
"""In place of a good: all goods that are not kept, or that do not mark what they lie on."""


def gain(s: State, you: int, pairs: Sequence[tuple[int, int]], cause: int) -> None:
    if you >= 0:
        held = s.goods[you]
        for good, n in pairs:
            held[good] += n


def gain_some(s: State, you: int, good: int, n: int, cause: int) -> None:
    if you < 0 or n <= 0 or good < 0:
        return
    if s.rules.backed[good] is not None:
        s.kit.rt["rt_draw"](s, you, good, n, cause)
    else:
        s.goods[you][good] += number(n)


def draw(s: State, you: int, good: int, n: int, cause: int) -> int:
    """Draws up to n components into the zone that stands for a good; how many there were."""
    backed = s.rules.backed[good]
    if you < 0 or backed is None or backed[1] < 0:
        return 0
    zone, source = backed[0] + you, backed[1]
    for k in range(n):
        c = top_one(s, source)
        if c < 0:
            return k
        put_in_zone(s, c, zone)
    return max(n, 0)


def lose(s: State, you: int, good: int, n: int, cause: int) -> None:
    """Returns goods to the supply: n of one good at most, all of it (n = -1), or all that are not kept (EVERY)."""
    if you < 0:
        return
    held = s.goods[you]
    if good == EVERY:
        for g in s.rules.countable:
            held[g] = 0
    elif good >= 0:
        held[good] = 0 if n < 0 or n > held[good] else held[good] - n


def lose_goods(s: State, you: int, goods: Iterable[tuple[tuple[int, ...], int]], cause: int) -> None:
    for alternatives, n in goods:
        lose(s, you, alternatives[0], n, cause)


def put(s: State, c: int, good: int, n: int, cause: int) -> None:
    if c >= 0 and n > 0 and good >= 0:
        there = s.on.setdefault(c, {})
        there[good] = there.get(good, 0) + number(n)


def put_goods(s: State, c: int, goods: Iterable[tuple[tuple[int, ...], int]], cause: int) -> None:
    for alternatives, n in goods:
        put(s, c, alternatives[0], n, cause)


def take_off(s: State, c: int, good: int, n: int) -> list[tuple[int, int]]:
    """Removes goods from a component; what came off. EVERY: all but its markers; n = -1: all there are."""
    there = s.on.get(c) if c >= 0 else None
    if there is None or good == -1:
        return []
    markers = s.rules.markers[s.defn[c]]
    out: list[tuple[int, int]] = []
    for g in (good,) if good >= 0 else sorted(there):
        if good < 0 and g in markers:
            continue
        have = there.get(g, 0)
        k = have if n < 0 or n > have else n
        if k > 0:
            out.append((g, k))
            remove(s, c, g, k)
    return out


def remove(s: State, c: int, good: int, n: int) -> None:
    """Removes n of a good that lie on a component; there must be as many."""
    there = s.on[c]
    if there[good] > n:
        there[good] -= n
    elif len(there) > 1:
        del there[good]
    else:
        del s.on[c]


def take(s: State, you: int, c: int, good: int, n: int, cause: int) -> None:
    if you >= 0:
        gain(s, you, take_off(s, c, good, n), cause)


def take_goods(s: State, you: int, c: int, goods: Iterable[tuple[tuple[int, ...], int]], cause: int) -> None:
    for alternatives, n in goods:
        take(s, you, c, alternatives[0], n, cause)


def lose_from(s: State, c: int, good: int, n: int, cause: int) -> None:
    take_off(s, c, good, n)


def set_state(s: State, column: int, c: int, value: int, cause: int) -> None:
    if c >= 0:
        s.cols[column][c] = value


def set_player(s: State, column: int, p: int, value: int, cause: int) -> None:
    if p >= 0:
        s.pcols[column][p] = value


def set_table(s: State, column: int, _: int, value: int, cause: int) -> None:
    s.table[column] = value


def end(s: State, cause: int) -> None:
    s.over = True
