"""What is told when a game has ended, or where it stands."""

from __future__ import annotations

ENDING: dict[str, str] = {
    "end.final": "Final standings",
    "end.so_far": "Standings so far",
    "end.place": "Place",
    "end.seat": "Seat",
    "end.player": "Player",
    "end.forfeited": "Seat {0} forfeited ({1}) and comes last, whatever its score.",
    "end.sources": "Where the {0} came from",
    "end.other_sources": "other sources",
    "end.given_up": "given up, or there from the start",
    "end.in_play": "{0} in play",
    "end.counted": "counted at the end",
    "end.score": "score",
    "end.by_round": "Score by round",
    "end.round": "Round",
    "end.nobody": "Nobody wins.",
    "end.winner": "seat {0}",
    "end.winner_of": "seat {0} ({1})",
    "end.wins": "{0} wins.",
    "end.and": "{0} and {1}",
    "end.together": "{0} win together.",
}
