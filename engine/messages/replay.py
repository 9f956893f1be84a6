"""A game told again: choice by choice at a terminal, and as a page."""

from __future__ import annotations

REPLAY: dict[str, str] = {
    "replay.choices.one": "1 choice",
    "replay.choices.many": "{0} choices",
    "replay.all": "Checked: {0} went as saved.",
    "replay.some": "Checked: the first {0} of {1} went as saved.",
    # ---- at a terminal
    "step.steps.one": "1 step",
    "step.steps.many": "{0} steps",
    "step.begin": "{0}; Enter goes on, b back, ? helps.",
    "step.prompt": "step {0} of {1}> ",
    "step.chosen": "Seat {0} ({1}): {2}",
    "step.asked": "Now seat {0} is asked: {1}",
    "step.unknown": "`{0}` is nothing that can be said here (? for help)",
    "step.start": "That is the start of the game.",
    "step.end": "The game has only {0} steps.",
    "step.none_offered": "Nothing was offered here that may be seen.",
    "step.help": """\
  Enter, n  a step on             b         a step back
  r         to the next round     R         to the round before
  NUMBER    to that step          e         to the end
  t         the whole table       o         what was offered
  q         leave""",
    # ---- the page: its static words, and those its script says
    "page.steps": "Steps of the game",
    "page.first": "To the start (Home)",
    "page.round_back": "A round back (Page up)",
    "page.back": "A step back (←)",
    "page.step": "Step",
    "page.on": "A step on (→)",
    "page.round_on": "A round on (Page down)",
    "page.last": "To the end (End)",
    "page.now": "What was chosen and what came of it",
    "page.keys": "← → step · Page up, Page down round · Home, End · a card shows its text",
    "page.table": "The table",
    "page.no_script": "This page draws the table with a script of its own; it asks nothing of any other place.",
    "page.as_seen": "as seat {0} saw it",
    "page.and": "{0} and {1}",
    "page.face_down": "face down",
    "page.several_down": "{0} face down",
    "page.face_down_card": "a face-down card",
    "page.under": "under {0}",
    "page.under_of": "under {0} of seat {1}",
    "page.seat": "Seat {0}",
    "page.chooses": "chooses",
    "page.begins": "The game begins",
    "page.offered": "{0} options were offered",
    "page.by_step": "{0} by step",
    "page.value": "step {0} of {1}, round {2}",
    "page.where": "Step {0} of {1} · round {2}, {3}",
    "page.end": "the end",
}
