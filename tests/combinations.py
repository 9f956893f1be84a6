"""The combinations of the packs that come with the program, as their manifests allow them."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

from engine import Ruleset
from engine.packs.locate import built_in
from engine.packs.order import read_manifest


@cache
def manifests() -> dict[str, dict[str, Any]]:
    """What each pack says of itself, by id."""
    return {id: read_manifest(folder).data for id, folder in built_in().items()}


def excluded() -> list[tuple[str, str]]:
    """The pairs of packs of which one says that it cannot be played with the other, each once."""
    there = manifests()
    pairs = {
        tuple(sorted((id, other))) for id, m in there.items() for other in m.get("conflicts", ()) if other in there
    }
    return sorted((a, b) for a, b in pairs)


def allowed() -> list[tuple[str, ...]]:
    """Every combination in which no pack excludes another and each has what it requires, in the order of loading."""
    there, apart = manifests(), excluded()
    found = []
    for size in range(1, len(there) + 1):
        for packs in combinations(there, size):
            whole = all(other in packs for id in packs for other in there[id].get("requires", {}))
            if whole and not any(a in packs and b in packs for a, b in apart):
                found.append(packs)
    return found


def boards_of(rules: Ruleset, seats: int) -> list[tuple[str | None, ...]]:
    """Every way to seat that many: each order of boards, so that seats are swapped. Seats that play by themselves come
    last."""
    from itertools import permutations

    own = [c.unique_id for c in rules.own_boards()][: rules.automata[0]]
    boards = [c.unique_id for c in rules.boards()]
    return [(*chosen, *own) for chosen in permutations(boards, seats - len(own))]


def sizes(rules: Ruleset) -> range:
    """How many seats a game can have."""
    return range(rules.seats[0], rules.seats[1] + 1)
