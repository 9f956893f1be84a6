"""What a seat may see, and games that look the same to it."""

from __future__ import annotations

import random
from typing import Any

from engine.reads import owner
from engine.state import State


def visible(s: State, c: int, seat: int | None) -> bool:
    """Whether a seat (None: an onlooker) may see what a component is."""
    if c in s.veiled and owner(s, c) != seat:
        return False
    where = s.place[c]
    if where < 0 or c in s.shown:
        return True
    hidden = s.rules.hidden[where]
    return hidden == 0 or (hidden == 1 and s.rules.zone_owner[where] == seat)


def resample(s: State, seat: int, rng: random.Random) -> State:
    """A copy in which what `seat` cannot see is drawn anew among cards with equal backs, and chance starts afresh."""
    new = s.clone()
    new.defn = s.defn[:]
    new.random = rng.getrandbits(64)
    groups: dict[tuple[str, int], list[int]] = {}
    for zone in s.zones:
        for c in zone:
            if not visible(s, c, seat):
                groups.setdefault(_back(s, c), []).append(c)
    new.log = _known(s.log, seat)
    for cards in groups.values():
        definitions = [s.defn[c] for c in cards]
        rng.shuffle(definitions)
        for c, definition in zip(cards, definitions, strict=True):
            new.defn[c] = definition
    _relive(new, [c for c in sorted(new.veiled) if new.defn[c] != s.defn[c]])
    return new


def _known(log: Any, seat: int) -> Any:
    """The log without what only others may know."""
    kept: list[Any] = []
    while log is not None:
        log, entry = log
        if entry[4] is None or entry[4] == seat:
            kept.append(entry)
    out: Any = None
    for entry in reversed(kept):
        out = (out, entry)
    return out


def _relive(s: State, changed: list[int]) -> None:
    """Puts right which of these face-down components have triggers and modifiers."""
    for c in changed:
        if c in s.live:
            s.live.remove(c)
        if s.place[c] >= 0 and s.rules.has_live[s.defn[c]] and s.rules.active[s.place[c]] is not None:
            s.live.append(c)


def _back(s: State, c: int) -> tuple[str, int]:
    """What the back of a card shows: its kind, and the word printed there if the kind has one."""
    card = s.rules.cards[s.defn[c]]
    kind = next(k for k in s.rules.kinds if k["id"] == card.kind)
    column = next((f[1] for f in kind["fields"] if f[0] == kind["back"]), None)
    return card.kind, s.rules.image["constants"][f"F{column}"][s.defn[c]] if column is not None else 0


def component(s: State, c: int, seat: int | None) -> dict[str, Any]:
    """One component as plain data; if it is hidden only that, and if it lies face down what can be seen on its back."""
    card = s.rules.cards[s.defn[c]]
    out: dict[str, Any] = {"card": card.unique_id}
    if not visible(s, c, seat):
        out = {"hidden": True}
        if c not in s.veiled:
            return out
    kind = next(k for k in s.rules.kinds if k["id"] == card.kind)
    begun = dict(s.rules.defaults[s.defn[c]])
    for id, column in kind["state"]:
        value = s.cols[column][c]
        if value != begun[column]:
            out[id] = declared(s, value, s.rules.columns["state"][column])
    goods = {s.rules.goods[g]["id"]: n for g, n in sorted(s.on.get(c, {}).items())}
    if goods:
        out["goods"] = goods
    if c in s.above:
        out["above"] = [{**component(s, a, seat), "owner": owner(s, a) + 1} for a in s.above[c]]
    return out


def declared(s: State, value: int, column: dict[str, Any]) -> Any:
    match column["tag"]:
        case "flag":
            return bool(value)
        case "word":
            return s.rules.words[column["of"]]["words"][value]
        case "set":
            return [w for n, w in enumerate(s.rules.words[column["of"]]["words"]) if value >> n & 1]
        case "player":
            return value + 1 if value >= 0 else None
        case "component":
            return s.rules.cards[s.defn[value]].unique_id if value >= 0 else None
    return value


def observe(s: State, seat: int | None) -> dict[str, Any]:
    """What a seat may see: the table, the shared zones, and each player with their goods and zones."""
    rules = s.rules
    pending = s.pending
    out: dict[str, Any] = {
        "seat": None if seat is None else seat + 1, "round": s.round,
        "phase": rules.phases[s.phase]["id"] if rules.phases else "",
        "to_decide": pending[1] + 1 if pending else None, "over": s.over,
        "table": {c["id"]: declared(s, s.table[n], c) for n, c in enumerate(rules.columns["table"])},
        "zones": {z["id"]: [component(s, c, seat) for c in s.zones[z["base"]]] for z in rules.zones if not z["each"]},
    }  # fmt: skip
    players = []
    for p in range(s.seats):
        row: dict[str, Any] = {
            "seat": p + 1,
            "goods": {g["id"]: n for g, n in zip(rules.goods, s.goods[p], strict=True) if n},
        }
        if s.boards[p] >= 0:
            row["board"] = rules.cards[s.defn[s.boards[p]]].unique_id
        for n, column in enumerate(rules.columns["player"]):
            row[column["id"]] = declared(s, s.pcols[n][p], column)
        row["zones"] = {
            z["id"]: [component(s, c, seat) for c in s.zones[z["base"] + p]] for z in rules.zones if z["each"]
        }
        players.append(row)
    out["players"] = players
    return out
