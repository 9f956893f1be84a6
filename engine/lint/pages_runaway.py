"""The pages of what runs away."""

from __future__ import annotations

from engine.lint.registry import Page

PAGES = (
    Page(
        "L201",
        "A player can go on for ever within one round and have as much as they like. Only fixed amounts are "
        "reckoned with; a use is limited if it sets what its conditions read, or moves a component.",
        """
actions:
  barter:
    title: barter
    cost: 1 seed
    do: 2 seed
""",
        """
actions:
  barter:
    title: barter
    cost: 1 seed
    do: 1 bulb
""",
    ),
    Page(
        "L202",
        "There may come packs that bring more of what is counted. With a limit, an amount stays what was tried out.",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed
""",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed max 3
""",
    ),
    Page(
        "L203",
        "A trigger that fires itself goes on until the engine stops it.",
        """
cards:
  plant:
    - id: watercress
      name: Watercress
      height: 1
      size: small
      colours: []
      abilities:
        - when sown by you -> for each plant b in stall { announce sown(you, b) }
""",
        """
cards:
  plant:
    - id: watercress
      name: Watercress
      height: 1
      size: small
      colours: []
      abilities:
        - when sown by you -> 1 coin per plant in stall max 2
""",
    ),
)
