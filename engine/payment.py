"""Payment: which ways there are to pay a cost, and paying one of them.

A cost is a tuple of alternatives; an alternative is (needs, picks). A need is (exact goods, goods that may stand in, n), a
pick is (good that components stand for, n, the components that may pay). A way to pay is (goods, cards): goods are
(source, good, n) with source -1 for the supply or the component they lie on, cards are (good, component).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from engine.primitives import look, owner
from engine.state import State

Need = tuple[tuple[int, ...], tuple[int, ...], int]
Pick = tuple[int, int, Sequence[int]]
Cost = tuple[tuple[tuple[Need, ...], tuple[Pick, ...]], ...]
Way = tuple[tuple[tuple[int, int, int], ...], tuple[tuple[int, int], ...]]

MAX_WAYS = 400


def available(s: State, you: int) -> list[int]:
    """How many of each good a player can pay with: the supply, and what lies on their components as goods."""
    have = s.goods[you][:]
    for c, there in s.on.items():
        if s.rules.stores[s.defn[c]] and owner(s, c) == you:
            markers = s.rules.markers[s.defn[c]]
            for g, n in enumerate(there):
                if n and g not in markers:
                    have[g] += n
    return have


def payable(have: Sequence[int], cost: Cost) -> bool:
    """Whether some alternative can be paid from `have`."""
    return any(_needs_met(have, needs) and _picks_met(picks) for needs, picks in cost)


def _needs_met(have: Sequence[int], needs: tuple[Need, ...]) -> bool:
    """Hall's condition: any needs together find goods enough among all that may pay for them."""
    for size in range(1, len(needs) + 1):
        for some in combinations(needs, size):
            goods = {g for exact, wild, _ in some for g in (*exact, *wild)}
            if sum(have[g] for g in goods) < sum(n for _, _, n in some):
                return False
    return True


def _picks_met(picks: tuple[Pick, ...]) -> bool:
    return next(_picked(picks, ()), None) is not None


def _picked(picks: tuple[Pick, ...], taken: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All ways to give each pick its own components."""
    if not picks:
        yield taken
        return
    good, n, cards = picks[0]
    free = [c for c in cards if all(c != t for _, t in taken)]
    for some in combinations(free, n):
        yield from _picked(picks[1:], (*taken, *((good, c) for c in some)))


def can_pay(s: State, you: int, cost: Cost) -> bool:
    return you >= 0 and payable(available(s, you) if s.on else s.goods[you], cost)


def pots(s: State, you: int) -> list[tuple[int, int, int]]:
    """(source, good, n) of everything a player can pay with: the supply first, then components in zone order."""
    out = [(-1, g, n) for g, n in enumerate(s.goods[you]) if n]
    for c in sorted(s.on):
        if s.rules.stores[s.defn[c]] and owner(s, c) == you:
            markers = s.rules.markers[s.defn[c]]
            out += [(c, g, n) for g, n in enumerate(s.on[c]) if n and g not in markers]
    return out


def ways(s: State, you: int, cost: Cost) -> list[Way]:
    """The ways to pay that differ in what they leave, cheapest first: exact goods before others, supply before cards."""
    found: dict[Any, tuple[tuple[int, ...], Way]] = {}
    all_pots = pots(s, you)
    for order, (needs, picks) in enumerate(cost):
        if len({g for exact, wild, _ in needs for g in (*exact, *wild)}) == 0 and needs:
            continue
        for goods, strange in _spent(needs, all_pots):
            for cards in _picked(picks, ()):
                way = (_merged(goods), tuple(sorted(cards)))
                rank = (strange, sum(n for source, _, n in way[0] if source >= 0), order)
                key = (tuple((look(s, c) if c >= 0 else -1, g, n) for c, g, n in way[0]), tuple(sorted((g, s.defn[c]) for g, c in way[1])))
                if key not in found or rank < found[key][0]:
                    found[key] = (rank, way)
                if len(found) >= MAX_WAYS:
                    return [w for _, w in sorted(found.values())]
    return [w for _, w in sorted(found.values())]


def _spent(needs: tuple[Need, ...], left: list[tuple[int, int, int]]) -> Iterator[tuple[list[tuple[int, int, int]], int]]:
    """All ways to meet the needs from some pots, with how many goods stand in for others."""
    if not needs:
        yield [], 0
        return
    exact, wild, n = needs[0]
    usable = [p for p in left if p[1] in exact or p[1] in wild]
    usable.sort(key=lambda p: (p[1] in wild, p[0] >= 0))
    for part in _split(usable, n):
        rest = [(c, g, k - part.get((c, g), 0)) for c, g, k in left if k > part.get((c, g), 0)]
        strange = sum(k for (_, g), k in part.items() if g in wild)
        for more, also in _spent(needs[1:], rest):
            yield [*((c, g, k) for (c, g), k in part.items()), *more], strange + also


def _split(usable: list[tuple[int, int, int]], n: int) -> Iterator[dict[tuple[int, int], int]]:
    """All ways to take n in all from some pots."""
    if n == 0:
        yield {}
        return
    if sum(k for _, _, k in usable) < n:
        return
    (c, g, have), *rest = usable
    for k in range(min(have, n), -1, -1):
        for part in _split(rest, n - k):
            yield {(c, g): k, **part} if k else part


def _merged(goods: list[tuple[int, int, int]]) -> tuple[tuple[int, int, int], ...]:
    total: dict[tuple[int, int], int] = {}
    for c, g, n in goods:
        total[c, g] = total.get((c, g), 0) + n
    return tuple(sorted((c, g, n) for (c, g), n in total.items()))


def pay(s: State, you: int, way: Way, cause: int) -> None:
    """Pays in one way: goods go, components go where the rules say spent ones go."""
    held = s.goods[you]
    for source, good, n in way[0]:
        if source < 0:
            held[good] -= n
        else:
            there = s.on[source]
            there[good] -= n
            if not any(there):
                del s.on[source]
    for good, c in way[1]:
        s.kit.funcs[s.rules.spent[good]](s, you, c)


def only_way(s: State, you: int, cost: Cost) -> Way | None:
    """The way to pay, quickly, where it is plain that there is just one."""
    if len(cost) != 1 or s.on:
        return None
    needs, picks = cost[0]
    if picks:
        return None
    held = s.goods[you]
    out: list[tuple[int, int, int]] = []
    for exact, wild, n in needs:
        if len(exact) != 1:
            return None
        for w in wild:
            if held[w]:
                return None
        if n:
            out.append((-1, exact[0], n))
    return (tuple(out) if len(out) < 2 else _merged(out), ())


def begin_pay(s: State, you: int, cost: Cost, cause: int, keep: Callable[[Way], bool] | None = None) -> None:
    """Pays, or leaves the decision how to. `keep` leaves out ways that would spoil what is paid for."""
    way = only_way(s, you, cost)
    if way is None:
        found = ways(s, you, cost)
        if keep is not None:
            found = [w for w in found if keep(w)]
        if len(found) > 1:
            s.pending = ("pay", you, tuple(found), cause)
            return
        way = found[0]
    s.kit.rt["rt_pay"](s, you, way, cause)


def leaves(s: State, you: int, cost: Cost, guard: Callable[..., bool], args: tuple[Any, ...]) -> bool:
    """Whether some way to pay still leaves a guard true: what is paid for can then be carried out."""
    return any(way_leaves(s, you, way, guard, args) for way in ways(s, you, cost))


def way_leaves(s: State, you: int, way: Way, guard: Callable[..., bool], args: tuple[Any, ...]) -> bool:
    after = s.clone()
    after.kit = s.rules.silent
    pay(after, you, way, -1)
    return guard(after, *args)
