"""The log in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from dsl.text.templates import Part
from engine.logged import entries
from engine.messages.voice import spaced
from engine.options import Wording
from engine.state import State

Told = tuple[str, str, tuple[str, str] | None]
"""A text; the same without who did it; of what moved, its name, and how several that move to the same place are told,
with `{}` for their names."""


class Event:
    """Something that happened. `seat` is -1 for the table; `audience` None for everyone, the seat that alone may
    know, or -2 for nobody. `cause` is (what did it, file, line), or None for the machine itself. Words are only found
    for it when they are asked for."""

    __slots__ = ("_make", "_told", "audience", "cause", "seat", "verb")

    def __init__(
        self, verb: str, seat: int, cause: tuple[str, str, int] | None, audience: int | None, make: Callable[[], Told]
    ) -> None:
        self.verb, self.seat, self.cause, self.audience = verb, seat, cause, audience
        self._make = make
        self._told: Told | None = None

    @property
    def told(self) -> Told:
        """All that is said of it."""
        if self._told is None:
            self._told = self._make()
        return self._told

    @property
    def text(self) -> str:
        return self.told[0]

    @property
    def short(self) -> str:
        """The text without who did it."""
        return self.told[1]

    @property
    def moved(self) -> tuple[str, str] | None:
        """Of what moved, its name and how several are told."""
        return self.told[2]


def tell(s: State) -> list[Event]:
    """The whole log in words, the oldest first."""
    words, causes = Wording(s, named=True), s.rules.causes
    return [
        Event(verb, seat, causes[cause] if cause >= 0 else None, audience, partial(_told, words, verb, seat, facts))
        for verb, seat, facts, cause, audience in entries(s)
    ]


def _told(words: Wording, verb: str, seat: int, facts: Any) -> Told:
    return _turned(words, seat, facts) if verb == "turn_over" else _TELL[verb](words, _who(words, seat), facts)


# ---- names
def _who(w: Wording, seat: int) -> str:
    return w.label("log.seat", seat + 1) if seat >= 0 else w.label("log.everybody")


def _name(w: Wording, definition: int) -> str:
    return w.rules.cards[definition].name if definition >= 0 else w.label("label.hidden")


def _names(w: Wording, definitions: Any) -> str:
    return ", ".join(_name(w, d) for d in definitions)


def _amount(w: Wording, g: int, n: int) -> Part:
    return w.voice.part(lambda _: f"{n} {w.good(g, n, w.voice.case)}")


def _goods(w: Wording, pairs: Any) -> Part:
    return w.voice.listed(_amount(w, g, n) for g, n in pairs)


def _zone(w: Wording, z: int) -> Part:
    return w.voice.part(lambda _: _zone_name(w, z))


def _zone_name(w: Wording, z: int) -> str:
    for zone in w.rules.zones:
        if zone["base"] <= z < zone["base"] + (w.rules.seats[1] if zone["each"] else 1):
            name = zone["name"] if w.language is not None else spaced(zone["name"])
            return w.label("log.zone_of", name, z - zone["base"] + 1) if zone["each"] else w.label("log.zone", name)
    return w.label("log.nowhere")


# ---- events
def _plain(row: str, *make: Callable[[Wording, Any], object]) -> Callable[[Wording, str, Any], Told]:
    """What is told in one row, with nobody who does it; the parts are made from the facts."""

    def told(w: Wording, who: str, facts: Any) -> Told:
        text = w.label(row, *(m(w, facts) for m in make))
        return text, text, None

    return told


def _done(row: str, *make: Callable[[Wording, Any], object]) -> Callable[[Wording, str, Any], Told]:
    """What is told in one row that begins with who does it."""

    def told(w: Wording, who: str, facts: Any) -> Told:
        parts = [m(w, facts) for m in make]
        return w.label(row, who, *parts), w.label(row, "", *parts).strip(), None

    return told


def _act(w: Wording, who: str, facts: Any) -> Told:
    action = w.actions[facts[0]]
    values: dict[str, tuple[Any, str]] = {}
    for (name, sort), value in zip(action["params"], facts[1:], strict=True):
        values[name] = (_name(w, value), "text") if sort == "component" else (value, sort)
    text = w.label("log.act", who, w.titled(action, values))
    return text, text, None


def _paid(w: Wording, facts: Any) -> Part:
    def part(d: int, g: int, n: int) -> Part:
        amount = _amount(w, g, n)
        return w.voice.part(lambda _: w.label("log.from", amount, _name(w, d)) if d != -1 else f"{amount}")

    return w.voice.listed(part(*paid) for paid in facts)


def _moved(w: Wording, who: str, facts: Any) -> Told:
    name, zone = _name(w, facts[0]), _zone(w, facts[2])
    text = w.label("log.move", name, zone)
    return text, text, (name, w.label("log.move_together", "{}", zone))


def _shuffled(w: Wording, who: str, facts: Any) -> Told:
    text = w.label("log.shuffle", _zone(w, facts[0]))
    text = f"{text[:1].upper()}{text[1:]}"
    return text, text, None


def _set(w: Wording, who: str, facts: Any) -> Told:
    text = _becomes(w, facts)
    if facts[0] != "table":
        text = w.label("log.of", _name(w, facts[2]) if facts[0] == "state" else who, text)
    return text, text, None


def _turned(w: Wording, seat: int, facts: Any) -> Told:
    """What decides whether a component is in force: whose it is, is said with it, as mostly another did it."""
    name, said = _name(w, facts[2]), spaced(_becomes(w, facts))
    text = w.label("log.now_of", name, seat + 1, said) if seat >= 0 else w.label("log.now", name, said)
    return text, text, None


def _becomes(w: Wording, facts: Any) -> str:
    """What becomes of a field."""
    sort, column, subject, value = facts
    from engine.view import declared

    field = w.rules.columns[sort][column]
    shown = declared(w.s, value, field)
    of = sort
    if sort == "state":
        known = [w.rules.cards[subject].kind] if subject >= 0 else [k["id"] for k in w.rules.kinds]
        of = next(
            k["id"] for k in w.rules.kinds if k["id"] in known and (field["id"], column) in map(tuple, k["state"])
        )
    name = w.voice.name(f"fields {of}", field["id"]) if w.language is not None else field["id"]
    if field["tag"] == "flag":
        text = name if shown else w.label("log.set_off", name)
    else:
        names = (
            w.rules.words[field["of"]]["names"] if w.language is not None and field["tag"] in ("word", "set") else {}
        )
        values = shown if isinstance(shown, list) else [shown]
        text = w.label("log.set", name, ", ".join(str(names.get(v, v)) for v in values))
    return text


_TELL: dict[str, Callable[[Wording, str, Any], Told]] = {
    "act": _act,
    "pay": _done("log.pay", _paid),
    "gain": _done("log.gain", _goods),
    "draw": _done("log.draw", lambda w, f: _amount(w, f[0], f[1])),
    "drawn": _done("log.drawn", _names),
    "lose": _done("log.lose", _goods),
    "put": _plain("log.put", lambda w, f: _amount(w, f[1], f[2]), lambda w, f: _name(w, f[0])),
    "take": _done("log.take", lambda w, f: _goods(w, f[1]), lambda w, f: _name(w, f[0])),
    "return": _plain("log.return", lambda w, f: _goods(w, f[1]), lambda w, f: _name(w, f[0])),
    "move": _moved,
    "stand": _plain("log.stand", lambda w, f: _name(w, f[0]), lambda w, f: _name(w, f[1])),
    "shuffle": _shuffled,
    "reveal": _plain("log.reveal", _names),
    "set": _set,
    "turn": _done("log.turn", lambda w, f: w.rules.cards[f[0]].name),
    "phase": _plain(
        "log.phase", lambda w, f: f[0], lambda w, f: w.voice.name("phases", w.rules.phases[f[1]]["id"])
    ),
    "ending": _plain("log.ending"),
    "rounds": _plain("log.rounds", lambda w, f: f[0]),
    "end": _plain("log.end"),
}  # fmt: skip
