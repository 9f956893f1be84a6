"""The places of a game in which some seats gave up: they come last, whatever their score."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from engine.game import Standing


def places(standings: Sequence[Standing], forfeits: Container[int]) -> list[Standing]:
    """Standings, the first place first. Those who stayed have places among themselves; all others share the next."""
    staying = [s for s in standings if s.seat not in forfeits]
    ranks = [s.rank for s in staying]
    ranked = [replace(s, rank=1 + sum(rank < s.rank for rank in ranks)) for s in staying]
    return ranked + [replace(s, rank=len(staying) + 1) for s in standings if s.seat in forfeits]
