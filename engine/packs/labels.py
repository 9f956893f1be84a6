"""The words of decisions that the machine itself asks: what stands in labels and prompts beside the content's own.

`LABELS` is the English; a language has templates of the same ids. Option ids are always made from these.
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
    # ---- the page of all cards
    "gallery.title": "Cards",
    "gallery.search": "Search",
    "gallery.pack": "Pack",
    "gallery.kind": "Kind",
    "gallery.all": "all",
    "gallery.sort": "Sort by",
    "gallery.listed": "as listed",
    "gallery.name": "name",
    "gallery.copies": "copies",
    "gallery.print": "Print",
    "gallery.every_copy": "print every copy",
    "gallery.dark": "Dark or light",
    "gallery.shown": "{0} of {1} cards",
    "gallery.none": "No card is like this.",
    "gallery.signs": "Signs",
    "gallery.written": "As written",
    "gallery.scenarios": "Scenarios",
    "gallery.unplayed": "No scenario names it.",
    "gallery.previous": "Previous card",
    "gallery.next": "Next card",
    "gallery.close": "Close",
    "gallery.clear": "Show all",
    "gallery.keys": "Keys: / searches, arrows go from card to card, Enter opens, Esc closes.",
    "gallery.no_script": "Search and filters need scripts; all cards are shown.",
}
