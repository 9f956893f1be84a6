"""What the page of all cards says."""

from __future__ import annotations

GALLERY: dict[str, str] = {
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
