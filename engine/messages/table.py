"""What the table says, and the options below it."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "table.round": "Round {0}",
    "table.seat": "Seat {0} ({1})",
    "table.you": "{0} (you)",
    "table.nothing": "nothing",
    "table.no_goods": "no goods",
    "table.hidden": "{0} hidden",
    "table.under": "under {0}",
    "table.under_of": "under {0} of seat {1}",
    "table.under_hidden": "under a hidden card",
    "table.fact": "{0} {1}",
    "table.not": "not {0}",
    "table.score": "score {0}",
    "table.far": "{0} (score {1})",
    "table.ending": "the end is triggered",
    "table.earlier_all": "(earlier: log all)",
    "table.earlier": "(earlier: log)",
    "table.more": "(more: log)",
    "table.cut": "{0} (all of the table: state)",
    "table.kind": "{0} of the pack {1}",
    "table.copies": "{0}, {1} copies",
    # ---- the options
    "menu.more": "and {0} more (say: more)",
    "menu.cut": "+{0} (say: {1})",
}
