"""The pages of some mistakes that keep packs from loading."""

from __future__ import annotations

from engine.lint.registry import Page

PAGES = (
    Page(
        "N001",
        "A name that nothing here has: a variable, a field, a zone or an option of this place is needed. The "
        "message names what is alike.",
        """
extend:
  - after: gather
    do: if your coin > first_card { 1 coin }
""",
        """
extend:
  - after: gather
    do: if your coin > first_cards { 1 coin }
""",
    ),
    Page(
        "N002",
        "Goods are declared under `vocabulary: goods:`, with their groups. Every amount is of one of those.",
        """
extend:
  - after: gather
    do: 1 coyn
""",
        """
extend:
  - after: gather
    do: 1 coin
""",
    ),
    Page(
        "T001",
        "Every place takes a value of one type: a number, a condition, a player, a component, a word.",
        """
extend:
  - after: gather
    do: if your coin { 1 seed }
""",
        """
extend:
  - after: gather
    do: if your coin > 0 { 1 seed }
""",
    ),
    Page(
        "T006",
        "A payment must be one that the player can decline, or has agreed to: so `spend` stands first in a "
        "`may`, or in an option.",
        """
extend:
  - after: gather
    do: spend 1 coin; 1 seed
""",
        """
extend:
  - after: gather
    do: may "Buy a seed" { spend 1 coin; 1 seed }
""",
    ),
    Page(
        "K002",
        "Cards write every field of their kind that has no default and is not optional.",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      colours: []
""",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
""",
    ),
)
