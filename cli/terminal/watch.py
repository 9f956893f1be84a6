"""Why a bot chooses as it does, in words."""

from __future__ import annotations

import random

from engine import Game, Option
from engine.bots import APPRAISERS


def reason(game: Game, bot: str, chance: random.Random, option: Option) -> str:
    """The reason of a bot for its choice, asked with the same chance that it chose with."""
    decision = game.decision
    assert decision is not None
    say = game.rules.voice.say
    if len(decision.raws) == 1:
        return say("reason.only")
    if bot not in APPRAISERS:
        return say("reason.chance", len(decision.raws))
    valued = {o.raw: (value, o.label) for o, value in APPRAISERS[bot](game, chance)}
    value = valued.pop(option.raw)[0]
    best, label = max(valued.values())
    scoring = game.rules.scoring
    now = game.value(scoring.get("worth") or scoring["score"], decision.seat)
    rest = say("reason.equal", label) if best == value else say("reason.next", label, best)
    return say("reason.brings", now, value, rest)
