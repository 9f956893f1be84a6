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
    """For each seat how many of a good it gained from where over the game so far, what it paid or lost left out.

    Goods taken back from components count where they were laid there, so not at all; neither do those of a state that
    has kept no log, as after a playout.
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
        elif verb == "gain":
            by = rules.causes[cause][0] if cause >= 0 else ""
            for g, n in facts:
                if g == good:
                    out[seat][Origin(during, by)] += n
    return out
