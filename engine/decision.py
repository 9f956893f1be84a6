"""Decisions and their options, as a player meets them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from engine import machine
from engine.options import Wording
from engine.ruleset import Kit
from engine.state import State


class Option:
    """One thing the player can choose. `id` is stable and untranslated, `label` is for people."""

    __slots__ = ("_decision", "_number", "raw")

    def __init__(self, decision: Decision, number: int, raw: machine.Raw) -> None:
        self._decision, self._number, self.raw = decision, number, raw

    @property
    def id(self) -> str:
        return self._decision.ids[self._number]

    @property
    def label(self) -> str:
        return self._decision.labels[self._number]

    def __repr__(self) -> str:
        return f"Option({self.id!r})"


class Options(Sequence[Option]):
    """The options of a decision, made when they are looked at."""

    __slots__ = ("_decision", "raws")

    def __init__(self, decision: Decision, raws: Sequence[machine.Raw]) -> None:
        self._decision, self.raws = decision, raws

    def __len__(self) -> int:
        return len(self.raws)

    @overload
    def __getitem__(self, n: int) -> Option: ...
    @overload
    def __getitem__(self, n: slice) -> list[Option]: ...
    def __getitem__(self, n: int | slice) -> Option | list[Option]:
        if isinstance(n, slice):
            return [self[k] for k in range(*n.indices(len(self.raws)))]
        return Option(self._decision, n, self.raws[n])

    def __repr__(self) -> str:
        return repr(list(self))


class Decision:
    """What a player is asked: `seat` (from 0), `prompt`, and `options`: at least two, or an action."""

    __slots__ = ("_ids", "_labels", "_past", "_state", "kind", "raws", "seat")

    def __init__(self, state: State) -> None:
        pending = state.pending
        assert pending is not None
        self._state, self.kind, self.seat = state, str(pending[0]), int(pending[1])
        self._past: tuple[State, Any] | None = None
        self._ids: list[str] | None = None
        self._labels: list[str] | None = None
        steps = state.steps
        self.raws = machine.options(state)
        state.steps = steps  # to look is no step of the game

    @property
    def options(self) -> Options:
        """The options, each made when it is looked at. Not kept, so that a decision is in no reference cycle."""
        return Options(self, self.raws)

    @property
    def prompt(self) -> str:
        return self._wording(named=True).prompt()

    def _wording(self, *, named: bool) -> Wording:
        """Words as they were when this was asked, even if the game has gone on since."""
        if self._past is not None:
            start, moves = self._past
            self._state, self._past = replayed(start, moves), None
        return Wording(self._state, named=named)

    @property
    def ids(self) -> list[str]:
        """The ids of all options, each different."""
        if self._ids is None:
            self._ids = self._wording(named=False).all(self.raws)
        return self._ids

    @property
    def labels(self) -> list[str]:
        if self._labels is None:
            self._labels = self._wording(named=True).all(self.raws)
        return self._labels


def listed(moves: Any) -> list[machine.Raw]:
    """A chain of moves as a list, the oldest first."""
    out: list[machine.Raw] = []
    while moves is not None:
        moves, raw = moves
        out.append(raw)
    return out[::-1]


def replayed(start: State, moves: Any, kit: Kit | None = None) -> State:
    """The state after a chain of moves from a start."""
    state = start.clone()
    state.kit = kit or state.kit
    for raw in listed(moves):
        machine.choose(state, raw)
    return state
