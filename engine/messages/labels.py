"""The words of decisions that the machine itself asks: what stands in labels and prompts beside the content's own.

Option ids are always made from the English.
"""

from __future__ import annotations

LABELS: dict[str, str] = {
    "label.act": "Your turn",
    "label.do": "Choose",
    "label.choose": "Choose",
    "label.pay": "How do you pay?",
    "label.order": "What comes first?",
    "label.end_turn": "end turn",
    "label.done": "done",
    "label.no": "no",
    "label.paying": "pay {0}",
    "label.from": "{0} from {1}",
    "label.nothing": "nothing",
    "label.hidden": "a face-down card",
    "label.nobody": "nobody",
    "label.seat": "seat {0}",
    "label.of_seat": "{0} of seat {1}",
    "label.first": "{0} first",
    "label.yes": "yes",
}
