"""Payment: which ways there are to pay a cost, and paying one of them.

A cost is a tuple of alternatives; an alternative is (needs, picks). A need is (exact goods, goods that may stand in,
n), a pick is (good that components stand for, n, the components that may pay). A way to pay is (goods, cards): goods
are (source, good, n) with source -1 for the supply or the component they lie on, cards are (good, component).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any

from engine import control, primitives
from engine.reads import look, owner
from engine.state import State

Need = tuple[tuple[int, ...], tuple[int, ...], int]
Pick = tuple[int, int, Sequence[int]]
Cost = tuple[tuple[tuple[Need, ...], tuple[Pick, ...]], ...]
Way = tuple[tuple[tuple[int, int, int], ...], tuple[tuple[int, int], ...]]

MAX_WAYS = 400
MAX_TRIED = 20_000  #: ways to pick components that are looked at to find those


def available(s: State, you: int) -> list[int]:
    """How many of each good a player can pay with: the supply, and what lies on their components as goods."""
    have = s.goods[you]
    copied = False
    for c, there in s.on.items():
        if owner(s, c) == you and s.rules.stores[s.defn[c]]:
            markers = s.rules.markers[s.defn[c]]
            for g, n in there.items():
                if g not in markers:
                    if not copied:
                        have, copied = have[:], True
                    have[g] += n
    return have


def payable(have: Sequence[int], cost: Cost) -> bool:
    """Whether some alternative can be paid from `have`."""
    return any(_needs_met(have, needs) and _picks_met(picks) for needs, picks in cost)


def _needs_met(have: Sequence[int] | Mapping[int, int], needs: tuple[Need, ...]) -> bool:
    """Hall's condition: any needs together find goods enough among all that may pay for them."""
    for size in range(1, len(needs) + 1):
        for some in combinations(needs, size):
            goods = {g for exact, wild, _ in some for g in (*exact, *wild)}
            if sum(have[g] for g in goods) < sum(n for _, _, n in some):
                return False
    return True


def _picks_met(picks: tuple[Pick, ...]) -> bool:
    """Hall's condition again: any picks together find components enough."""
    return all(
        len({c for _, _, cards in some for c in cards}) >= sum(max(n, 0) for _, n, _ in some)
        for size in range(1, len(picks) + 1)
        for some in combinations(picks, size)
    )


def _picked(picks: tuple[Pick, ...], taken: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All ways to give each pick its own components; nothing taken where some picks leave others none."""
    if not picks:
        yield taken
        return
    good, n, cards = picks[0]
    gone = {t for _, t in taken}
    free = [c for c in cards if c not in gone]
    if len(free) < n:
        yield ()
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
            out += [(c, g, n) for g, n in sorted(s.on[c].items()) if g not in markers]
    return out


def ways(s: State, you: int, cost: Cost) -> list[Way]:
    """The ways to pay that differ in what they leave, cheapest first.

    Exact goods come before others, and the supply before components.
    """
    there = pots(s, you)
    found: dict[Way, tuple[int, int, int]] = {}
    for order, (needs, picks) in enumerate(cost):
        spent = _spent(needs, there)
        if not spent:
            continue
        choices = _card_choices(s, picks)
        for amounts, strange in spent.items():
            goods = tuple([(pot[0], pot[1], k) for pot, k in zip(there, amounts, strict=True) if k])
            stored = sum([k for source, _, k in goods if source >= 0])
            for cards in choices:
                rank = (strange, stored, order)
                way = (goods, cards)
                if way not in found or rank < found[way]:
                    found[way] = rank
        if len(found) >= MAX_WAYS:
            break
    ordered = sorted(found, key=lambda way: (found[way], way))
    return ordered if len(ordered) < 2 else _distinct(s, ordered)


def _spent(needs: tuple[Need, ...], there: list[tuple[int, int, int]]) -> dict[tuple[int, ...], int]:
    """Ways to meet the needs: how much of each pot, and how many goods stand in for others at the least.

    All of them, or MAX_WAYS where there are more; never none if there is one, as each leaves enough for later needs.
    """
    ways_: dict[tuple[int, ...], int] = {(0,) * len(there): 0}
    if len(needs) > 1:  # the pickiest first, so that few ways come to nothing
        needs = tuple(sorted(needs, key=lambda need: len(need[0]) + len(need[1])))
    for number, (exact, wild, n) in enumerate(needs):
        usable = [i for i, pot in enumerate(there) if pot[1] in exact or pot[1] in wild]
        later = needs[number + 1 :]
        if not any(there[i][1] in e or there[i][1] in w for e, w, _ in later for i in usable):
            later = ()  # nothing that is taken here could be missed there
        grown: dict[tuple[int, ...], int] = {}
        for amounts, strange in ways_.items():
            for more, new in _split(usable, n, amounts, there):
                if later and not _needs_met(_left(there, more), later):
                    continue
                total = strange + sum([k for i, k in new if there[i][1] in wild])
                if more not in grown or total < grown[more]:
                    grown[more] = total
                if len(grown) >= MAX_WAYS:
                    break
            if len(grown) >= MAX_WAYS:
                break
        ways_ = grown
    return ways_


def _left(there: list[tuple[int, int, int]], amounts: tuple[int, ...]) -> Mapping[int, int]:
    """How many of each good are left in all pots together."""
    left = Counter[int]()
    for (_, good, n), taken in zip(there, amounts, strict=True):
        left[good] += n - taken
    return left


def _split(
    usable: list[int], n: int, amounts: tuple[int, ...], there: list[tuple[int, int, int]]
) -> Iterator[tuple[tuple[int, ...], list[tuple[int, int]]]]:
    """All ways to take n more from the usable pots."""
    if n == 0:
        yield amounts, []
        return
    if not usable:
        return
    i, rest = usable[0], usable[1:]
    left = there[i][2] - amounts[i]
    for k in range(min(left, n), -1 if rest else n - 1, -1):
        taken = (*amounts[:i], amounts[i] + k, *amounts[i + 1 :]) if k else amounts
        for more, parts in _split(rest, n - k, taken, there):
            yield more, [(i, k), *parts] if k else parts


def _card_choices(s: State, picks: tuple[Pick, ...]) -> list[tuple[tuple[int, int], ...]]:
    """The ways to pay in components, each different in what leaves."""
    if not picks:
        return [()]
    seen: dict[Any, tuple[tuple[int, int], ...]] = {}
    for cards in islice(_picked(picks, ()), MAX_TRIED):
        if not cards and any(n > 0 for _, n, _ in picks):
            continue
        key = tuple(sorted((g, s.defn[c]) for g, c in cards))
        seen.setdefault(key, tuple(sorted(cards)))
        if len(seen) >= MAX_WAYS:
            break
    return list(seen.values())


def _distinct(s: State, found: list[Way]) -> list[Way]:
    """Ways that take from components that look alike are one way."""
    if not any(source >= 0 for goods, _ in found for source, _, _ in goods):
        return found
    seen: dict[Any, Way] = {}
    for way in found:
        key = (
            tuple(sorted((look(s, c) if c >= 0 else (), g, n) for c, g, n in way[0])),
            tuple((g, s.defn[c]) for g, c in way[1]),
        )
        seen.setdefault(key, way)
    return list(seen.values())


def pay(s: State, you: int, way: Way, cause: int) -> None:
    """Pays in one way: goods go, components go where the rules say spent ones go."""
    held = s.goods[you]
    for source, good, n in way[0]:
        if source < 0:
            held[good] -= n
        else:
            primitives.remove(s, source, good, n)
    for good, c in way[1]:
        control.perform(s, s.kit.funcs, s.rules.spent[good], (you, c))


def only_way(s: State, you: int, cost: Cost) -> Way | None:
    """The way to pay, quickly, where it is plain that there is just one."""
    if len(cost) != 1:
        return None
    needs, picks = cost[0]
    if picks:
        return None
    held = s.goods[you]
    have = available(s, you) if s.on else held
    out: list[tuple[int, int, int]] = []
    for exact, wild, n in needs:
        if len(exact) != 1 or have[exact[0]] != held[exact[0]]:
            return None
        for w in wild:
            if have[w]:
                return None
        if n:
            out.append((-1, exact[0], n))
    if len(out) > 1:
        total: dict[int, int] = {}
        for _, g, n in out:
            total[g] = total.get(g, 0) + n
        out = [(-1, g, n) for g, n in sorted(total.items())]
    return (tuple(out), ())


def begin_pay(s: State, you: int, cost: Cost, cause: int, keep: Callable[[Way], bool] | None = None) -> None:
    """Pays, or leaves the decision how to. `keep` leaves out ways that would defeat what is paid for."""
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
    for way in ways(s, you, cost):
        control.tick(s, 1 + len(s.place) // 200)  # what is tried is a copy of the whole state
        if way_leaves(s, you, way, guard, args):
            return True
    return False


def way_leaves(s: State, you: int, way: Way, guard: Callable[..., bool], args: tuple[Any, ...]) -> bool:
    after = s.clone()
    after.kit = s.rules.silent
    pay(after, you, way, -1)
    return guard(after, *args)
