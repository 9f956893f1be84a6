"""Why something is not legal."""

from __future__ import annotations

WHY: dict[str, str] = {
    "why.over": "the game is over",
    "why.asked": 'seat {0} is asked "{1}"',
    "why.other_seat": "it is not for seat {0} to choose: {1}",
    "why.no_answer": "{0}, and this is no answer to it",
    "why.can_mean": "it can mean {0}",
    "why.no_beginning": "nothing that can be chosen begins like that",
    # ---- texts that are none
    "why.unread": "no action or choice reads like that",
    "why.begin_with": "actions begin with: {0}",
    "why.is_no": "`{0}` is no {1}",
    "why.cannot_stand": "`{0}` cannot stand in `{1}`",
    "why.can_be": "it can be: {0}",
    "why.card": "card",
    "why.good": "good",
    "why.word": "word of {0}",
    "why.seat": "seat",
    "why.number": "number",
    # ---- choices
    "why.end_turn": "a turn is ended only after an action, and while something free is left to do",
    "why.unmet": "its condition is not met, or it cannot be carried out",
    "why.cost": "the cost cannot be paid like that",
    "why.more": "{0} more must be chosen first",
    "why.chosen": "{0} has been chosen already, or the rest of it is otherwise",
    "why.not_these": "{0} is not among what can be chosen: {1}",
    # ---- actions
    "why.acted": "seat {0} has already done its action this turn",
    "why.fails": "{0} does not meet this: {1}",
    "why.none_of": "`{0}` is none of {1}",
    "why.none": "`{0}` is none of those there are",
    "why.not_among": "{0} is not among the {1}",
    "why.empty": "there are no {0}",
    "why.unseen": "{0} is nowhere that you can see",
    "why.idle": "{0} is in {1}, where you can do nothing with it",
    "why.of_seat": "{0} of seat {1}",
    "why.but_in": "{0}, but in {1}",
    "why.only_if": "it is only possible if {0}",
    "why.nothing": "there is nothing of the kind to carry out",
    "why.takes_away": "paying for it would take away what it needs",
    "why.no_part": "there is no `{0}`",
    "why.asks": 'nothing could be chosen when it asks "{0}"',
    "why.begin": "what it needs to begin is not there",
    # ---- costs
    "why.needs": "it needs {0}, but seat {1} has {2}",
    "why.told": "{0} ({1})",
    "why.or": "{0} or {1}",
    "why.and": "{0} and {1}",
    "why.needs_all": "it needs {0}, but seat {1} has none",
    "why.needs_nothing": "nothing",
}
