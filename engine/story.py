"""The log in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.logged import entries
from engine.options import HIDDEN_NAME, Wording
from engine.state import State


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `seat` is -1 for the table; `audience` None for everyone, the seat that alone may
    know, or -2 for nobody.

    `cause` is (what did it, file, line), or None for the machine itself.
    """

    verb: str
    seat: int
    text: str
    cause: tuple[str, str, int] | None
    audience: int | None


def tell(s: State) -> list[Event]:
    """The whole log in words, the oldest first."""
    words = Wording(s, named=True)
    out = []
    for verb, seat, facts, cause, audience in entries(s):
        text = _TELL[verb](words, seat, facts)
        if text:
            out.append(Event(verb, seat, text, s.rules.causes[cause] if cause >= 0 else None, audience))
    return out


def _goods(w: Wording, pairs: Any) -> str:
    return ", ".join(f"{n} {w.good(g, n)}" for g, n in pairs)


def _name(w: Wording, definition: int) -> str:
    return w.rules.cards[definition].name if definition >= 0 else HIDDEN_NAME


def _names(w: Wording, definitions: Any) -> str:
    return ", ".join(_name(w, d) for d in definitions)


def _who(seat: int) -> str:
    return f"Seat {seat + 1}" if seat >= 0 else "The table"


def _zone(w: Wording, z: int) -> str:
    for zone in w.rules.zones:
        if zone["base"] <= z < zone["base"] + (w.rules.seats[1] if zone["each"] else 1):
            return f"the {zone['name']} of seat {z - zone['base'] + 1}" if zone["each"] else f"the {zone['name']}"
    return "nowhere"


def _act(w: Wording, seat: int, facts: Any) -> str:
    action = w._actions[facts[0]]
    values: dict[str, tuple[Any, str]] = {}
    for (name, sort), value in zip(action["params"], facts[1:], strict=True):
        values[name] = (_name(w, value), "text") if sort == "component" else (value, sort)
    return f"{_who(seat)}: {w.fill(action['title'], values)}"


def _paid(w: Wording, seat: int, facts: Any) -> str:
    parts = [f"{n} {w.good(g, n)}" + (f" from {_name(w, d)}" if d != -1 else "") for d, g, n in facts]
    return f"{_who(seat)} pays {', '.join(parts)}"


def _set(w: Wording, seat: int, facts: Any) -> str:
    sort, _, subject, _ = facts
    whose = {
        "state": f"{_name(w, subject)}: " if sort == "state" else "",
        "player": f"{_who(seat)}: ",
        "table": "",
    }[sort]
    return f"{whose}{_become(w, facts)}"


def _become(w: Wording, facts: Any) -> str:
    """What something is set to, without what that is true of."""
    sort, column, _, value = facts
    from engine.view import declared

    facts_ = w.rules.columns[sort][column]
    shown = declared(w.s, value, facts_)
    if facts_["tag"] == "flag":
        return f"{'' if shown else 'no longer '}{facts_['id']}"
    return f"{facts_['id']} becomes {', '.join(shown) if isinstance(shown, list) else shown}"


def _turned(w: Wording, seat: int, facts: Any) -> str:
    """What decides whether a component is in force: whose it is, is said with it, as mostly another did it."""
    of = f" of seat {seat + 1}" if seat >= 0 else ""
    return f"{_name(w, facts[2])}{of} is now {_become(w, facts).replace('_', ' ')}"


_TELL: dict[str, Any] = {
    "act": _act,
    "pay": _paid,
    "gain": lambda w, seat, f: f"{_who(seat)} gains {_goods(w, f)}",
    "draw": lambda w, seat, f: f"{_who(seat)} draws {f[1]} {w.good(f[0], f[1])}",
    "drawn": lambda w, seat, f: f"{_who(seat)} draws {_names(w, f)}",
    "lose": lambda w, seat, f: f"{_who(seat)} returns {_goods(w, f)}",
    "put": lambda w, seat, f: f"{f[2]} {w.good(f[1], f[2])} put on {_name(w, f[0])}",
    "take": lambda w, seat, f: f"{_who(seat)} takes {_goods(w, f[1])} from {_name(w, f[0])}",
    "return": lambda w, seat, f: f"{_goods(w, f[1])} on {_name(w, f[0])} returns to the supply",
    "move": lambda w, seat, f: f"{_name(w, f[0])} moves to {_zone(w, f[2])}",
    "stand": lambda w, seat, f: f"{_name(w, f[0])} now stands on {_name(w, f[1])}",
    "shuffle": lambda w, seat, f: f"{_zone(w, f[0]).capitalize()} is shuffled",
    "reveal": lambda w, seat, f: f"Revealed: {_names(w, f)}",
    "set": _set,
    "turn_over": _turned,
    "turn": lambda w, seat, f: f"{_who(seat)} ({w.rules.cards[f[0]].name}) plays",
    "phase": lambda w, seat, f: f"Round {f[0]}, {w.rules.phases[f[1]]['id']}",
    "ending": lambda w, seat, f: "The end of the game is triggered",
    "rounds": lambda w, seat, f: f"The game ends because its limit of {f[0]} rounds is reached",
    "end": lambda w, seat, f: "The game ends",
}  # fmt: skip
