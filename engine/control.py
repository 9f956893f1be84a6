"""Control: the step budget, and starting units at once or on the stack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.state import State

MAX_DEPTH = 64
STEP_BUDGET = 20_000
GREATEST = 10**15


class EffectError(Exception):
    """An effect that cannot go on: `code` is its diagnostic, `cause` the line it happened at (-1: unknown)."""

    def __init__(self, code: str, message: str, cause: int = -1) -> None:
        super().__init__(message)
        self.code, self.message, self.cause = code, message, cause


def tick(s: State, n: int = 1) -> None:
    s.steps -= n
    if s.steps < 0:
        raise EffectError("G001", f"this takes more than {STEP_BUDGET} steps; it may never end")


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
