"""Control: the limits of a choice and of a phase, and starting units at once or on the stack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.state import State

MAX_DEPTH = 64
STEP_BUDGET = 20_000
GREATEST = 10**15
PHASE_CHOICES = 1_000
"""Choices of one phase, for each seat. In games that end properly there are fewer than a hundred."""


class EffectError(Exception):
    """An effect that cannot go on: `code` is its diagnostic, `cause` the line it happened at (-1: unknown)."""

    def __init__(self, code: str, message: str, cause: int = -1) -> None:
        super().__init__(message)
        self.code, self.message, self.cause = code, message, cause


def tick(s: State, n: int = 1) -> None:
    s.steps -= n
    if s.steps < 0:
        raise EffectError("G001", f"this takes more than {STEP_BUDGET} steps; it may never end")


def next_choice(s: State) -> None:
    """Begins the next choice, with a step budget of its own. Raises EffectError in a phase that does not end.

    The step budget cannot see that: it is for one choice, and what goes round and round from choice to choice may
    never come to the next phase, where the limit of rounds is looked at.
    """
    s.clock += 1
    s.steps = STEP_BUDGET
    most = PHASE_CHOICES * s.seats
    if s.clock - s.frames[0][2][1] > most:
        cause = s.rules.phases[s.phase]["cause"] if s.frames[0][2][0] else -1
        raise EffectError("G003", f"this phase has taken {most:,} choices; it may never end", cause)


def number(n: int) -> int:
    """A computed number within the bounds of all numbers: nothing can grow until it fills the memory."""
    return n if -GREATEST <= n <= GREATEST else GREATEST if n > 0 else -GREATEST


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
