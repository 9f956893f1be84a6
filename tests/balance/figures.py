"""The figures of some games of one sort: sums that can be added up and kept as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Figures:
    """Sums over games. `rounds` counts games by their length; `boards` and `seats` are [games, wins], a shared win
    being a part of one; `origins` are points by what went on when they came; `cards` are, by card and action, [seats
    of games to which it was offered, those that chose it]."""

    games: int = 0
    seconds: float = 0.0
    triggered: int = 0
    rounds: Counter[str] = field(default_factory=Counter)
    boards: dict[str, list[float]] = field(default_factory=dict)
    seats: dict[str, list[float]] = field(default_factory=dict)
    origins: Counter[str] = field(default_factory=Counter)
    cards: dict[str, dict[str, list[int]]] = field(default_factory=dict)

    def won(self, board: str, seat: int, share: float) -> None:
        """Counts a game for a board and a seat."""
        for table, key in ((self.boards, board), (self.seats, str(seat + 1))):
            row = table.setdefault(key, [0.0, 0.0])
            row[0] += 1
            row[1] += share

    def used(self, card: str, action: str, chosen: bool) -> None:
        """Counts that an action with a card was offered to a seat in a game, and whether it was ever chosen."""
        row = self.cards.setdefault(card, {}).setdefault(action, [0, 0])
        row[0] += 1
        row[1] += chosen

    def add(self, other: Figures) -> None:
        """Adds the figures of other games."""
        self.games += other.games
        self.seconds += other.seconds
        self.triggered += other.triggered
        self.rounds.update(other.rounds)
        self.origins.update(other.origins)
        for mine, theirs in ((self.boards, other.boards), (self.seats, other.seats)):
            for key, row in theirs.items():
                mine[key] = _sum(mine.get(key, [0.0, 0.0]), row)
        for card, actions in other.cards.items():
            for action, counts in actions.items():
                known = self.cards.setdefault(card, {})
                known[action] = _sum(known.get(action, [0, 0]), counts)

    def plain(self) -> dict[str, Any]:
        """As JSON holds it."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def of(cls, data: dict[str, Any]) -> Figures:
        """From JSON."""
        return cls(**{**data, "rounds": Counter(data["rounds"]), "origins": Counter(data["origins"])})


def _sum(a: list[Any], b: list[Any]) -> list[Any]:
    return [x + y for x, y in zip(a, b, strict=True)]
