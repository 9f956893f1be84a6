"""The handful of ways in which a state changes. Generated code calls these and nothing else.

Each exists once here, silent; `engine.logged` wraps those that a log should tell of. `cause` numbers the line of content
that did it. Acting on nothing or nobody (-1) does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.state import State, below, shuffle

MAX_DEPTH = 64
STEP_BUDGET = 20_000
EVERY = -2
"""In place of a good: all goods that are not kept, or that do not mark what they lie on."""


class EffectError(Exception):
    """An effect that cannot go on: `code` is its diagnostic, `cause` the line it happened at (-1: unknown)."""

    def __init__(self, code: str, message: str, cause: int = -1) -> None:
        super().__init__(message)
        self.code, self.message, self.cause = code, message, cause


# ---- goods
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
        s.goods[you][good] += n


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
        there[good] = there.get(good, 0) + n


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


# ---- zones
def refill(s: State, z: int) -> None:
    """Shuffles the zone that refills z and puts it below what z still holds."""
    source = s.rules.refill[z]
    if source < 0 or not s.zones[source]:
        return
    fresh = s.zones[source][:]
    s.zones[source].clear()
    shuffle(s, fresh)
    for c in fresh:
        s.place[c] = z
    s.zones[z][:0] = fresh
    s.revealed = s.clock
    if s.shown:
        s.shown = s.shown.difference(fresh)


def top_one(s: State, z: int) -> int:
    zone = s.zones[z]
    if not zone:
        refill(s, z)
    return zone[-1] if zone else -1


def top(s: State, z: int, n: int) -> tuple[int, ...]:
    """The top n, the topmost first."""
    if n <= 0:
        return ()
    if len(s.zones[z]) < n:
        refill(s, z)
    return tuple(s.zones[z][: -n - 1 : -1])


def put_in_zone(s: State, c: int, z: int, bottom: bool = False) -> None:
    """Moves one component; in another zone it forgets its state."""
    rules = s.rules
    if rules.nowhere[z]:
        return
    old = s.place[c]
    take_away(s, c, old)
    zone = s.zones[z]
    if bottom:
        zone.insert(0, c)
    else:
        zone.append(c)
    if old != z:
        s.place[c] = z
        if old >= 0 and rules.hidden[old] == 2 and rules.hidden[z] < 2:
            s.revealed = s.clock
        forget(s, c, z)


def take_away(s: State, c: int, old: int) -> None:
    if old >= 0:
        zone = s.zones[old]
        if zone[-1] == c:
            zone.pop()
        else:
            zone.remove(c)
    elif old < -1:
        standing = s.above[-2 - old]
        standing.remove(c)
        if not standing:
            del s.above[-2 - old]


def forget(s: State, c: int, z: int) -> None:
    """Back to the defaults of its kind; knows whether its triggers and modifiers work where it is now (z = -1: nowhere)."""
    rules, definition = s.rules, s.defn[c]
    for column, default in rules.defaults[definition]:
        s.cols[column][c] = default
    if c in s.on:
        del s.on[c]
    if s.shown and c in s.shown:
        s.shown -= {c}
    if rules.has_live[definition]:
        if c in s.live:
            s.live.remove(c)
        if z >= 0 and rules.active[z] is not None:
            s.live.append(c)


def move(s: State, what: int | tuple[int, ...], z: int, bottom: int, cause: int) -> None:
    if isinstance(what, int):
        if what >= 0:
            put_in_zone(s, what, z, bool(bottom))
    else:
        for c in what:
            put_in_zone(s, c, z, bool(bottom))


def move_onto(s: State, what: int | tuple[int, ...], holder: int, cause: int) -> None:
    """Stands components on another, which must not stand on them itself."""
    if holder < 0:
        return
    for c in (what,) if isinstance(what, int) else what:
        above = holder
        while above >= 0 and above != c:
            above = place(s, above)
        if c < 0 or above == c:
            continue
        take_away(s, c, s.place[c])
        s.above.setdefault(holder, []).append(c)
        s.place[c] = -2 - holder
        forget(s, c, -1)


def shuffle_zone(s: State, z: int, cause: int) -> None:
    shuffle(s, s.zones[z])
    s.revealed = s.clock
    if s.shown:
        s.shown = s.shown.difference(s.zones[z])


def reveal(s: State, what: int | tuple[int, ...], cause: int) -> None:
    cards = (what,) if isinstance(what, int) else what
    s.shown = s.shown.union(c for c in cards if c >= 0)
    s.revealed = s.clock


# ---- declared state
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


# ---- reads
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


def standing(s: State, c: int) -> tuple[int, ...]:
    return tuple(s.above.get(c, ()))


def total(s: State, p: int) -> int:
    """All goods of a player that are not kept."""
    held = s.goods[p]
    return sum([held[g] for g in s.rules.countable])


def total_on(s: State, c: int) -> int:
    there = s.on.get(c)
    return sum(there.values()) if there else 0


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
    """All that can be told of a component by looking at it: components with equal looks are interchangeable."""
    columns = tuple([s.cols[k][c] for k, _ in s.rules.defaults[s.defn[c]]])
    there = s.on.get(c)
    on = tuple(sorted(there.items())) if there else ()
    above = s.above.get(c)
    return (s.defn[c], columns, on, owner(s, c), s.place[c], tuple([look(s, a) for a in above]) if above else ())


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
    slots = [alternatives for alternatives, n in limit for _ in range(n)]
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


# ---- control
def tick(s: State) -> None:
    s.steps -= 1
    if s.steps < 0:
        raise EffectError("G001", f"this takes more than {STEP_BUDGET} steps; it may never end")


def call(s: State, funcs: Sequence[Any], unit: int, you: int, c: int) -> None:
    """Carries out a straight unit of a field, if the component has one."""
    if unit >= 0:
        funcs[unit](s, you, c)


def perform(s: State, funcs: Sequence[Any], unit: int, args: tuple[Any, ...]) -> None:
    """Carries out a unit that may or may not ask: at once if it is straight, otherwise on the stack."""
    if unit >= 0:
        function = funcs[unit]
        if function is not None:
            function(s, *args)
        else:
            push(s, unit, args)


def push(s: State, unit: int, args: tuple[Any, ...]) -> None:
    """Suspends what runs and starts a unit."""
    if unit < 0:
        return
    if len(s.frames) >= MAX_DEPTH:
        raise EffectError("G002", f"effects are nested more than {MAX_DEPTH} deep; they may call each other for ever")
    tick(s)
    s.frames.append([unit, 0, [*args, *(-1,) * (s.rules.slots[unit] - len(args))]])
