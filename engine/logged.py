"""The log: what happened, who did it, which line of content caused it, and who may see it.

An entry is a tuple (verb, seat, facts..., cause, audience): cause numbers a line of content (-1: the rules of the
machine), audience is None for everyone or the seat that alone may see the facts. Entries form a chain shared by clones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine import control, payment, primitives, reads, zones
from engine.state import State

Entry = tuple[Any, ...]


def note(s: State, verb: str, seat: int, facts: tuple[Any, ...], cause: int, audience: int | None = None) -> None:
    s.log = (s.log, (verb, seat, facts, cause, audience))


def entries(s: State) -> list[Entry]:
    """All entries, the oldest first."""
    out: list[Entry] = []
    node = s.log
    while node is not None:
        node, entry = node
        out.append(entry)
    return out[::-1]


def _looks(s: State, c: int) -> int:
    """What everyone may know of a component: its definition, or -2 if it lies face down."""
    return -2 if c in s.veiled else s.defn[c]


def came_to_light(before: State, after: State, seat: int) -> bool:
    """Whether a component that a seat could not see was moved to where it can, between two states of a game."""
    rules = after.rules
    for verb, _, facts, _, _ in entries(after)[len(entries(before)) :]:
        if verb == "move" and facts[1] >= 0 and facts[2] >= 0:
            origin, z = facts[1], facts[2]
            hid = rules.hidden[origin] == 2 or (rules.hidden[origin] == 1 and rules.zone_owner[origin] != seat)
            if hid and not rules.hidden[z]:
                return True
    return False


def gain(s: State, you: int, pairs: Sequence[tuple[int, int]], cause: int) -> None:
    if you >= 0:
        held = s.goods[you]
        for good, n in pairs:
            held[good] += n
        s.log = (s.log, ("gain", you, pairs, cause, None))


def gain_some(s: State, you: int, good: int, n: int, cause: int) -> None:
    primitives.gain_some(s, you, good, n, cause)
    if you >= 0 and n > 0 and good >= 0 and s.rules.backed[good] is None:
        note(s, "gain", you, ((good, n),), cause)


def draw(s: State, you: int, good: int, n: int, cause: int) -> int:
    backed = s.rules.backed[good]
    if backed is None or you < 0:
        return 0
    hand = s.zones[backed[0] + you]
    before = len(hand)
    drawn = primitives.draw(s, you, good, n, cause)
    if drawn:
        cards = tuple(s.defn[c] for c in hand[before:])
        note(s, "draw", you, (good, drawn), cause)
        note(s, "drawn", you, cards, cause, you)
    return drawn


def lose(s: State, you: int, good: int, n: int, cause: int) -> None:
    before = s.goods[you][:] if you >= 0 else []
    primitives.lose(s, you, good, n, cause)
    lost = tuple((g, k - s.goods[you][g]) for g, k in enumerate(before) if k != s.goods[you][g])
    if lost:
        note(s, "lose", you, lost, cause)


def put(s: State, c: int, good: int, n: int, cause: int) -> None:
    primitives.put(s, c, good, n, cause)
    if c >= 0 and n > 0 and good >= 0:
        note(s, "put", reads.owner(s, c), (_looks(s, c), good, n), cause)


def put_goods(s: State, c: int, goods: Iterable[tuple[tuple[int, ...], int]], cause: int) -> None:
    for alternatives, n in goods:
        put(s, c, alternatives[0], n, cause)


def take(s: State, you: int, c: int, good: int, n: int, cause: int) -> None:
    if you >= 0:
        came = tuple(primitives.take_off(s, c, good, n))
        primitives.gain(s, you, came, cause)
        if came:
            note(s, "take", you, (_looks(s, c), came), cause)


def lose_goods(s: State, you: int, goods: Iterable[tuple[tuple[int, ...], int]], cause: int) -> None:
    for alternatives, n in goods:
        lose(s, you, alternatives[0], n, cause)


def take_goods(s: State, you: int, c: int, goods: Iterable[tuple[tuple[int, ...], int]], cause: int) -> None:
    for alternatives, n in goods:
        take(s, you, c, alternatives[0], n, cause)


def lose_from(s: State, c: int, good: int, n: int, cause: int) -> None:
    came = tuple(primitives.take_off(s, c, good, n))
    if came:
        note(s, "return", reads.owner(s, c), (_looks(s, c), came), cause)


def move(s: State, what: int | tuple[int, ...], z: int, how: int, cause: int) -> None:
    for c in (what,) if isinstance(what, int) else what:
        if c >= 0:
            origin, seat, veiled = s.place[c], reads.owner(s, c), c in s.veiled
            zones.move(s, c, z, how, cause)
            audience = _audience(s, origin, z, veiled)
            note(s, "move", seat, (_looks(s, c), origin, z), cause, audience)
            if audience is None and c in s.veiled and (owner := reads.owner(s, c)) >= 0:
                note(s, "move", seat, (s.defn[c], origin, z), cause, owner)


def _audience(s: State, origin: int, z: int, veiled: bool) -> int | None:
    """Who may know which component moved: -2 for nobody, None for everyone. `veiled`: it lay face down before."""
    rules = s.rules
    if z < 0 or origin < 0 or not rules.hidden[z] or not (rules.hidden[origin] or veiled):
        return None
    if rules.hidden[z] == 1:
        return rules.zone_owner[z]
    return rules.zone_owner[origin] if rules.hidden[origin] < 2 else -2


def move_onto(s: State, what: int | tuple[int, ...], holder: int, cause: int) -> None:
    zones.move_onto(s, what, holder, cause)
    for c in (what,) if isinstance(what, int) else what:
        if c >= 0 and holder >= 0:
            note(s, "stand", reads.owner(s, c), (s.defn[c], _looks(s, holder)), cause)


def shuffle_zone(s: State, z: int, cause: int) -> None:
    zones.shuffle_zone(s, z, cause)
    note(s, "shuffle", -1, (z,), cause)


def reveal(s: State, what: int | tuple[int, ...], cause: int) -> None:
    zones.reveal(s, what, cause)
    cards = tuple(s.defn[c] for c in ((what,) if isinstance(what, int) else what) if c >= 0)
    note(s, "reveal", -1, cards, cause)


def set_state(s: State, column: int, c: int, value: int, cause: int) -> None:
    """A component that is no longer in force by it, or is so again, is told of more loudly."""
    if c >= 0 and s.cols[column][c] != value:
        before = _in_force(s, c)
        s.cols[column][c] = value
        verb = "set" if _in_force(s, c) == before else "turn_over"
        note(s, verb, reads.owner(s, c), ("state", column, _looks(s, c), value), cause)


def _in_force(s: State, c: int) -> bool:
    """Whether a component is one that its zone takes for active."""
    test = s.rules.logging.active[s.place[c]] if s.place[c] >= 0 else None
    return test is True or (callable(test) and bool(test(s, c)))


def set_player(s: State, column: int, seat: int, value: int, cause: int) -> None:
    if seat >= 0 and s.pcols[column][seat] != value:
        s.pcols[column][seat] = value
        note(s, "set", seat, ("player", column, seat, value), cause)


def set_table(s: State, column: int, _: int, value: int, cause: int) -> None:
    if s.table[column] != value:
        s.table[column] = value
        note(s, "set", -1, ("table", column, -1, value), cause)


def pay(s: State, you: int, way: payment.Way, cause: int) -> None:
    if way[0]:
        goods = tuple((_looks(s, c) if c >= 0 else -1, g, n) for c, g, n in way[0])
        s.log = (s.log, ("pay", you, goods, cause, None))
    payment.pay(s, you, way, cause)


def end(s: State, cause: int) -> None:
    primitives.end(s, cause)
    note(s, "end", -1, (), cause)


def begin(s: State, you: int, move_: tuple[int, ...], cause: int) -> None:
    """An action begins: noted with the looks of its arguments, before anything changes."""
    params = s.rules.action_params[move_[0]]
    facts = tuple(_looks(s, v) if sort == "component" else v for v, sort in zip(move_[1:], params, strict=True))
    s.log = (s.log, ("act", you, (move_[0], *facts), s.rules.action_cause[move_[0]], None))


def _silent(*_: Any) -> None:
    """Nothing to tell."""


_BOTH: dict[str, Callable[..., Any]] = {
    "rt_owner": reads.owner, "rt_place": reads.place, "rt_standing": reads.standing, "rt_total": reads.total,
    "rt_board": reads.board,
    "rt_total_on": reads.total_on, "rt_amount": reads.amount, "rt_live": reads.live, "rt_unique": reads.unique,
    "rt_choice": reads.choice, "rt_random": reads.random_below, "rt_next": reads.following,
    "rt_clockwise": reads.clockwise, "rt_counterclockwise": reads.counterclockwise, "rt_first": reads.first,
    "rt_bits": reads.bits, "rt_size": reads.size, "rt_fits": reads.fits, "rt_tick": control.tick,
    "rt_number": control.number, "rt_call": control.call, "rt_top": zones.top, "rt_top_one": zones.top_one,
    "rt_controller": reads.controller, "rt_perform": control.perform,
}  # fmt: skip

SILENT: dict[str, Callable[..., Any]] = {
    **_BOTH,
    "rt_gain": primitives.gain, "rt_gain_some": primitives.gain_some, "rt_draw": primitives.draw,
    "rt_lose": primitives.lose, "rt_lose_goods": primitives.lose_goods, "rt_put": primitives.put,
    "rt_put_goods": primitives.put_goods, "rt_take": primitives.take, "rt_take_goods": primitives.take_goods,
    "rt_lose_from": primitives.lose_from, "rt_move": zones.move, "rt_move_onto": zones.move_onto,
    "rt_shuffle": zones.shuffle_zone, "rt_reveal": zones.reveal, "rt_set": primitives.set_state,
    "rt_set_player": primitives.set_player, "rt_set_table": primitives.set_table, "rt_pay": payment.pay,
    "rt_end": primitives.end, "rt_begin": _silent, "rt_phase": _silent, "rt_ending": _silent,
    "rt_out_of_rounds": _silent, "rt_own_turn": _silent,
}  # fmt: skip

LOGGED: dict[str, Callable[..., Any]] = {
    **_BOTH,
    "rt_gain": gain, "rt_gain_some": gain_some, "rt_draw": draw, "rt_lose": lose, "rt_put": put,
    "rt_put_goods": put_goods, "rt_lose_goods": lose_goods, "rt_take": take, "rt_take_goods": take_goods,
    "rt_lose_from": lose_from, "rt_move": move, "rt_move_onto": move_onto, "rt_shuffle": shuffle_zone,
    "rt_reveal": reveal, "rt_set": set_state, "rt_set_player": set_player, "rt_set_table": set_table, "rt_pay": pay,
    "rt_end": end, "rt_begin": begin,
    "rt_phase": lambda s: note(s, "phase", -1, (s.round, s.phase), -1),
    "rt_own_turn": lambda s, seat: note(s, "turn", seat, (s.defn[s.boards[seat]],), -1),
    "rt_ending": lambda s: note(s, "ending", -1, (), -1),
    "rt_out_of_rounds": lambda s: note(s, "rounds", -1, (s.rules.max_rounds,), -1),
}  # fmt: skip
