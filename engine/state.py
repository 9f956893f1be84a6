"""The state of a game: flat lists of whole numbers, cheap to copy and plain to save.

Components are numbers. Every list that is indexed by a component or a seat has one entry more than there are, standing
for nothing or nobody (-1), so that generated code may read from nothing and gets 0.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.ruleset import Kit, Ruleset

NOTHING: Final = -1
_MASK: Final = (1 << 64) - 1

_DERIVED: Final = frozenset({"log", "on", "above", "opponents", "shown", "veiled", "rules", "kit"})

Frame = list[Any]
"""[unit, block, variables]: where a suspended unit goes on, with what it knows."""


class State:
    """All that changes in a game. Clones share nothing that changes but the log, which only grows.

    seats: how many players. goods[p][g]: how many of good g player p has. zones[z]: the components of a zone, bottom
    first. defn[c], place[c], own[c]: definition, zone (or -2 - holder) and fixed owner (-1: whoever's zone it is in).
    cols[k][c], pcols[k][p], table[k]: declared state of components, players, table. on[c]: goods lying on c, by number.
    above[c]: components standing on c. live: the components with triggers or modifiers that are where those work, in
    order of arrival. frames: the suspended units.
    pending: the decision asked for, or None. random: the generator's state. steps: what is left of the step budget.
    clock: how many decisions were made. revealed: the clock when hidden information last came to light. shown: hidden
    components that everyone has seen. veiled: components that lie face down, which none but their owner may see.
    rules and kit: the ruleset, and which twin of its code runs; neither is saved.
    """

    __slots__ = (
        "above", "active", "boards", "clock", "cols", "defn", "ending", "frames", "goods", "kit", "live", "log", "on",
        "opponents", "over", "own", "pcols", "pending", "phase", "place", "random", "revealed", "round", "rules",
        "seats", "shown", "steps", "table", "veiled", "zones",
    )  # fmt: skip

    seats: int
    goods: list[list[int]]
    zones: list[list[int]]
    defn: list[int]
    place: list[int]
    own: list[int]
    cols: list[list[int]]
    pcols: list[list[int]]
    table: list[int]
    on: dict[int, dict[int, int]]
    above: dict[int, list[int]]
    live: list[int]
    boards: list[int]
    opponents: list[tuple[int, ...]]
    frames: list[Frame]
    pending: tuple[Any, ...] | None
    random: int
    steps: int
    clock: int
    revealed: int
    round: int
    phase: int
    active: int
    ending: bool
    over: bool
    log: tuple[Any, ...] | None
    shown: frozenset[int]
    veiled: frozenset[int]
    rules: Ruleset
    kit: Kit

    def clone(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.seats = self.seats
        new.goods = [g[:] for g in self.goods]
        new.zones = [z[:] for z in self.zones]
        new.defn = self.defn
        new.place = self.place[:]
        new.own = self.own
        new.cols = [c[:] for c in self.cols]
        new.pcols = [p[:] for p in self.pcols]
        new.table = self.table[:]
        new.on = {c: g.copy() for c, g in self.on.items()} if self.on else {}
        new.above = {c: a[:] for c, a in self.above.items()} if self.above else {}
        new.live = self.live[:]
        new.boards = self.boards
        new.opponents = self.opponents
        new.frames = [[f[0], f[1], f[2][:]] for f in self.frames]
        new.pending = self.pending
        new.random = self.random
        new.steps = self.steps
        new.clock = self.clock
        new.revealed = self.revealed
        new.round = self.round
        new.phase = self.phase
        new.active = self.active
        new.ending = self.ending
        new.over = self.over
        new.log = self.log
        new.shown = self.shown
        new.veiled = self.veiled
        new.rules = self.rules
        new.kit = self.kit
        return new

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON: everything but the log."""
        data = {name: getattr(self, name) for name in self.__slots__ if name not in _DERIVED}
        return {
            **data,
            "on": sorted([c, sorted(g.items())] for c, g in self.on.items() if g),
            "above": sorted([c, a] for c, a in self.above.items() if a),
            "shown": sorted(self.shown),
            "veiled": sorted(self.veiled),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> State:
        """The state that `to_data` described. Raises KeyError or TypeError if it does not."""
        new = cls.__new__(cls)
        for name in cls.__slots__:
            if name not in _DERIVED and name not in ("frames", "pending"):
                setattr(new, name, data[name])
        new.on = {c: dict(g) for c, g in data["on"]}
        new.above = {c: list(a) for c, a in data["above"]}
        new.frames = [[u, b, [_tuples(v) for v in variables]] for u, b, variables in data["frames"]]
        new.pending = _tuples(data["pending"])
        new.opponents = opponents(new.seats)
        new.shown = frozenset(data["shown"])
        new.veiled = frozenset(data["veiled"])
        new.log = None
        return new

    def fingerprint(self) -> str:
        """A short digest of the whole state but the log: equal states have equal ones."""
        import hashlib

        text = json.dumps(self.to_data(), sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _tuples(value: Any) -> Any:
    """Lists as tuples, all the way down: the form values have in frames."""
    return tuple(map(_tuples, value)) if isinstance(value, (list, tuple)) else value


def opponents(seats: int) -> list[tuple[int, ...]]:
    """For each seat the others in turn order from it; nobody has none."""
    return [tuple((p + k) % seats for k in range(1, seats)) for p in range(seats)] + [()]


def next_random(s: State) -> int:
    """The next 64 random bits: splitmix64, whose whole state is one number."""
    s.random = x = (s.random + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def below(s: State, n: int) -> int:
    """A random number from 0 to n - 1; 0 if n is not positive."""
    return next_random(s) % n if n > 0 else 0


def shuffle(s: State, items: list[int]) -> None:
    """Puts a list in random order, in place (Fisher and Yates)."""
    for i in range(len(items) - 1, 0, -1):
        j = below(s, i + 1)
        items[i], items[j] = items[j], items[i]
