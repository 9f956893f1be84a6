"""Where goods came from: what the log tells of every gain, put together by what went on and by what gave it."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.logged import entries
from engine.state import State


class Origin(NamedTuple):
    """Where goods came from. `during` is the action or phase in whose course they came, or the board of a seat that
    plays by itself; `by` is the card or rule whose text gave them, both by id. Empty where there is none."""

    during: str
    by: str


def origins(s: State, good: int) -> list[Counter[Origin]]:
    """For each seat how many of a good came to its supply from where over the game so far, what it paid or lost left
    out.

    What it takes from a component comes from where it is taken, for the rules may have laid it there: what it first
    laid there itself counts once more. A state that has kept no log, as after a playout, tells nothing.
    """
    rules = s.rules
    names = {a["unit"]: str(a["id"]) for a in rules.actions}
    out: list[Counter[Origin]] = [Counter() for _ in range(s.seats)]
    during = ""
    for verb, seat, facts, cause, _ in entries(s):
        if verb == "phase":
            during = str(rules.phases[facts[1]]["id"])
        elif verb == "act":
            during = names[facts[0]]
        elif verb == "turn":
            during = rules.cards[facts[0]].id
        elif verb in ("gain", "take") and seat >= 0:
            by = rules.causes[cause][0] if cause >= 0 else ""
            for g, n in facts if verb == "gain" else facts[1]:
                if g == good:
                    out[seat][Origin(during, by)] += n
    return out
