"""Compares the components in a zone with those that a scenario expects there, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.reads import owner
from engine.scenario.names import Path, Placed
from engine.state import State
from engine.view import declared


def differences(
    s: State, there: list[int], entries: list[Placed], called: str, path: Path
) -> Iterator[tuple[str, Path]]:
    """What is otherwise than expected, each with its place in the scenario: nothing if components and entries
    correspond one to one. `called` is what the zone is called."""
    taken = _assigned(s, there, entries)
    if len(there) == len(entries) == len(taken):
        return
    if sorted(s.defn[c] for c in there) == sorted(e.card.number for e in entries):
        free = [c for k, c in enumerate(there) if k not in taken]
        for entry in [e for n, e in enumerate(entries) if n not in taken.values()]:
            c = next(c for c in free if s.defn[c] == entry.card.number)
            free.remove(c)
            yield from _differs(s, c, entry, called)
        return
    held = ", ".join(s.rules.cards[s.defn[c]].unique_id for c in there) or "nothing"
    wanted = ", ".join(e.card.unique_id for e in entries) or "nothing"
    yield f"{called} holds {held}, not {wanted}", path


def _differs(s: State, c: int, entry: Placed, called: str) -> Iterator[tuple[str, Path]]:
    """What is otherwise about a component than its entry has it."""
    id, rules = entry.card.unique_id, s.rules
    for column, written in entry.state.items():
        facts, now = rules.columns["state"][column], s.cols[column][c]
        if now != written.value:
            yield (
                f"`{facts['id']}` of {id} in {called} is {shown(s, now, facts)}, not {shown(s, written.value, facts)}",
                written.path,
            )
    for good, written in entry.goods.items():
        has = _held(s, c, good)
        if has != written.value:
            yield f"{id} in {called} holds {has} {rules.goods[good]['id']}, not {written.value}", written.path
    if entry.owner is not None and owner(s, c) != entry.owner.value:
        yield f"{id} in {called} is of seat {owner(s, c) + 1}, not {entry.owner.value + 1}", entry.owner.path
    if entry.face_down is not None and (c in s.veiled) != entry.face_down.value:
        yield f"{id} in {called} lies {'face down' if c in s.veiled else 'open'}", entry.face_down.path
    if entry.above is not None:
        yield from differences(s, s.above.get(c, []), entry.above, f"{id} in {called}", (*entry.path, "above"))


def _held(s: State, c: int, good: int) -> int:
    return s.on.get(c, {}).get(good, 0)


def _agrees(s: State, c: int, entry: Placed) -> bool:
    """Whether a component is as an entry has it."""
    if s.defn[c] != entry.card.number or any(s.cols[k][c] != w.value for k, w in entry.state.items()):
        return False
    if any(_held(s, c, g) != w.value for g, w in entry.goods.items()):
        return False
    if entry.owner is not None and owner(s, c) != entry.owner.value:
        return False
    if entry.face_down is not None and (c in s.veiled) != entry.face_down.value:
        return False
    if entry.above is None:
        return True
    above = s.above.get(c, [])
    return len(above) == len(entry.above) == len(_assigned(s, above, entry.above))


def _assigned(s: State, there: list[int], entries: list[Placed]) -> dict[int, int]:
    """As many entries as possible, each with a component of its own: place of the component -> place of the entry."""
    taken: dict[int, int] = {}

    def place(n: int, seen: set[int]) -> bool:
        for k, c in enumerate(there):
            if k not in seen and _agrees(s, c, entries[n]):
                seen.add(k)
                if k not in taken or place(taken[k], seen):
                    taken[k] = n
                    return True
        return False

    for n in range(len(entries)):
        place(n, set())
    return taken


def shown(s: State, value: int, column: dict[str, Any]) -> str:
    """A value of a declared field, as a scenario writes it."""
    found = declared(s, value, column)
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, list):
        return f"[{', '.join(found)}]"
    return "nothing" if found is None else str(found)
