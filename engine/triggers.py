"""Triggers: who listens when something is announced, and in which order they fire.

Active player first, then clockwise, then in order of arrival in play. Where the order of one player's triggers can
matter they decide it.
"""

from __future__ import annotations

from typing import Any

from engine.control import push
from engine.reads import live, owner
from engine.state import State

TRIGGERS = 1
"""The number of the built-in unit that fires collected triggers one by one."""


def listeners(s: State, event: int, args: tuple[Any, ...]) -> tuple[tuple[int, int, int], ...]:
    """(player, unit, component) of every trigger that fires, in firing order. args: who did it, then the event's."""
    table = s.rules.listeners[event]
    found: list[tuple[int, int, int]] = []
    if table and s.live:
        for c in live(s, s.kit.active):
            for unit, test in table.get(s.defn[c], ()):
                you = owner(s, c)
                if you >= 0 and s.kit.tests[test](s, you, c, *args):
                    found.append((you, unit, c))
    if len(found) > 1:
        start = max(s.active, 0)
        found.sort(key=lambda entry: (entry[0] - start) % s.seats)
    return tuple(found)


def fire(s: State, funcs: Any, event: int, args: tuple[Any, ...], cause: int) -> None:
    """Fires triggers that never ask and whose order cannot matter."""
    for you, unit, c in listeners(s, event, args):
        funcs[unit](s, you, c, *args)


def announce(s: State, event: int, args: tuple[Any, ...], cause: int) -> None:
    """Collects the triggers and leaves them to the machine."""
    found = listeners(s, event, args)
    if found:
        push(s, TRIGGERS, (args, found, -1))


def step(s: State, variables: list[Any]) -> int:
    """One trigger, or the decision which one comes first. variables: arguments, what is left, what was chosen."""
    args, left, chosen = variables
    if not left:
        return -1
    you = left[0][0]
    mine = tuple(entry for entry in left if entry[0] == you)
    if chosen < 0 and len(mine) > 1 and not all(s.rules.commutes[unit] for _, unit, _ in mine):
        s.pending = ("order", you, mine)
        return 0
    entry = mine[max(chosen, 0)]
    variables[2] = -1
    variables[1] = tuple(e for e in left if e is not entry)
    push(s, entry[1], (you, entry[2], *args))
    return 0
