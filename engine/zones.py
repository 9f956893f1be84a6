"""Moving components between zones: drawing, refilling, standing on one another, and what is forgotten on the way."""

from __future__ import annotations

from engine.reads import place
from engine.state import State, shuffle


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
    if s.veiled:
        s.veiled = s.veiled.difference(fresh)


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
        if old >= 0 and rules.hidden[z] < 2 and (rules.hidden[old] == 2 or c in s.veiled):
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
    """Back to the defaults of its kind; notes whether its triggers and modifiers work where it is (z = -1: nowhere)."""
    rules, definition = s.rules, s.defn[c]
    for column, default in rules.defaults[definition]:
        s.cols[column][c] = default
    if c in s.on:
        del s.on[c]
    if s.shown and c in s.shown:
        s.shown -= {c}
    if s.veiled and c in s.veiled:
        s.veiled -= {c}
    if rules.has_live[definition]:
        if c in s.live:
            s.live.remove(c)
        if z >= 0 and rules.active[z] is not None:
            s.live.append(c)


TOP, BOTTOM, FACE_DOWN = 0, 1, 2
"""How components come into a zone."""


def move(s: State, what: int | tuple[int, ...], z: int, how: int, cause: int) -> None:
    for c in (what,) if isinstance(what, int) else what:
        if c >= 0:
            put_in_zone(s, c, z, how == BOTTOM)
            if how == FACE_DOWN and s.place[c] == z:
                s.veiled |= {c}


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
    if s.veiled:
        s.veiled = s.veiled.difference(cards)
    s.revealed = s.clock
