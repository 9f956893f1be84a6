"""Reading a state: who owns what, what looks alike, orders of players, limits.

Nothing here changes a game, but chance does advance. Generated code calls these; asking about nothing or nobody
(-1) gives nothing, nobody or 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.state import State, below


def owner(s: State, c: int) -> int:
    """The player whose component it is: by its set, or by the zone it is in."""
    fixed = s.own[c]
    if fixed >= 0:
        return fixed
    where = s.place[c]
    return s.rules.zone_owner[where] if where >= 0 else -1


def controller(s: State, c: int, performer: int) -> int:
    found = owner(s, c)
    return found if found >= 0 else performer


def place(s: State, c: int) -> int:
    """The component that c stands on, or nothing."""
    where = s.place[c]
    return -2 - where if where < -1 else -1


def board(s: State, p: int, kind: int) -> int:
    """What a player has for a board, if it is of a kind."""
    found = s.boards[p]
    return found if s.rules.kind_of[s.defn[found]] == kind else -1


def standing(s: State, c: int) -> tuple[int, ...]:
    return tuple(s.above.get(c, ()))


def total(s: State, p: int) -> int:
    """All goods of a player that are not kept."""
    held = s.goods[p]
    return sum([held[g] for g in s.rules.countable])


def total_on(s: State, c: int) -> int:
    """All goods on a component but those that are kept, and its markers."""
    there = s.on.get(c)
    if not there:
        return 0
    markers, countable = s.rules.markers[s.defn[c]], s.rules.countable
    return sum([n for g, n in there.items() if g in countable and g not in markers])


def amount(s: State, p: int, good: int) -> int:
    """How many of a good a player has; of one that components stand for, how many are in its zone."""
    if good < 0:
        return 0
    backed = s.rules.backed[good]
    return s.goods[p][good] if backed is None else len(s.zones[backed[0] + p])


def live(s: State, active: Sequence[Any]) -> list[int]:
    """The components whose triggers and modifiers work now."""
    out = []
    for c in s.live:
        test = active[s.place[c]]
        if test is True or test(s, c):
            out.append(c)
    return out


def look(s: State, c: int) -> tuple[Any, ...]:
    """All that can be told of a component by looking at it: components with equal looks are interchangeable.

    What lies face down is like nothing else, so that how many choices there are does not tell what it is.
    """
    columns = tuple([s.cols[k][c] for k, _ in s.rules.defaults[s.defn[c]]])
    there = s.on.get(c)
    on = tuple(sorted(there.items())) if there else ()
    above = s.above.get(c)
    alone = c if c in s.veiled else -1
    standing_on = tuple([look(s, a) for a in above]) if above else ()
    return (s.defn[c], columns, on, owner(s, c), s.place[c], standing_on, alone)


def unique(s: State, cards: Sequence[int]) -> Sequence[int]:
    """The components without those that look like an earlier one."""
    if len(cards) < 2:
        return cards
    defn = s.defn
    if len(set(map(defn.__getitem__, cards))) == len(cards):
        return cards
    alone: dict[int, int] = {}
    for c in cards:
        alone[defn[c]] = alone.get(defn[c], 0) + 1
    seen: set[tuple[Any, ...]] = set()
    out = []
    for c in cards:
        if alone[defn[c]] > 1:
            key = look(s, c)
            if key in seen:
                continue
            seen.add(key)
        out.append(c)
    return out


def choice(s: State, items: Sequence[int]) -> int:
    s.revealed = s.clock
    return items[below(s, len(items))] if items else -1


def random_below(s: State, n: int) -> int:
    s.revealed = s.clock
    return below(s, n)


def following(s: State, p: int) -> int:
    return (p + 1) % s.seats if p >= 0 else -1


def clockwise(s: State, p: int) -> tuple[int, ...]:
    return tuple((p + k) % s.seats for k in range(s.seats)) if p >= 0 else ()


def counterclockwise(s: State, p: int) -> tuple[int, ...]:
    return tuple((p - k) % s.seats for k in range(s.seats)) if p >= 0 else ()


def first(rows: Sequence[tuple[int, ...]]) -> int:
    """The last item of the row whose other items are least; the earliest of equals."""
    best = None
    for row in rows:
        if best is None or row[:-1] < best[:-1]:
            best = row
    return -1 if best is None else best[-1]


def bits(mask: int) -> tuple[int, ...]:
    """The words of a set."""
    return tuple(k for k in range(mask.bit_length()) if mask >> k & 1)


def size(limit: Iterable[tuple[tuple[int, ...], int]]) -> int:
    return sum(n for _, n in limit)


def fits(s: State, limit: Sequence[tuple[tuple[int, ...], int]], c: int, good: int) -> bool:
    """Whether the goods on c and one more can all be assigned to the slots of a limit."""
    if good < 0:
        return False
    markers = s.rules.markers[s.defn[c]]
    units = [good, *(g for g, n in s.on.get(c, {}).items() if g not in markers for _ in range(n))]
    slots = [alternatives for alternatives, n in limit for _ in range(min(n, len(units)))]  # more are of no use
    return len(units) <= len(slots) and _assign(units, slots)


def _assign(units: list[int], slots: list[tuple[int, ...]]) -> bool:
    """Whether each unit finds a slot of its own: augmenting paths."""
    taken: dict[int, int] = {}

    def place_unit(u: int, seen: set[int]) -> bool:
        for k, slot in enumerate(slots):
            if units[u] in slot and k not in seen:
                seen.add(k)
                if k not in taken or place_unit(taken[k], seen):
                    taken[k] = u
                    return True
        return False

    return all(place_unit(u, set()) for u in range(len(units)))
