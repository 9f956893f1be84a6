"""What is told of what happens."""

from __future__ import annotations

LOG: dict[str, str] = {
    # ---- who and where
    "log.seat": "Seat {0}",
    "log.everybody": "The table",
    "log.zone": "the {0}",
    "log.zone_of": "the {0} of seat {1}",
    "log.nowhere": "nowhere",
    "log.from": "{0} from {1}",
    # ---- events; {0} is who, where there is a who
    "log.act": "{0}: {1}",
    "log.turn": "{0} ({1}) plays",
    "log.pay": "{0} pays {1}",
    "log.gain": "{0} gains {1}",
    "log.draw": "{0} draws {1}",
    "log.drawn": "{0} draws {1}",
    "log.lose": "{0} returns {1}",
    "log.put": "{0} put on {1}",
    "log.take": "{0} takes {1} from {2}",
    "log.return": "{0} on {1} returns to the supply",
    "log.move": "{0} moves to {1}",
    "log.move_together": "{0} move to {1}",
    "log.stand": "{0} now stands on {1}",
    "log.shuffle": "{0} is shuffled",
    "log.reveal": "Revealed: {0}",
    "log.of": "{0}: {1}",
    "log.set": "{0} becomes {1}",
    "log.now": "{0} is now {1}",
    "log.now_of": "{0} of seat {1} is now {2}",
    "log.set_off": "no longer {0}",
    "log.phase": "Round {0}, {1}",
    "log.ending": "The end of the game is triggered",
    "log.rounds": "The game ends because its limit of {0} rounds is reached",
    "log.end": "The game ends",
    # ---- events put together
    "log.times": "{0} (x{1})",
    "log.came": "{0}: {1}",
}
