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
    do: «2 seed»
""",
        """
actions:
  barter:
    title: barter
    cost: 1 seed
    do: 1 bulb
""",
        said="`barter` can be used any number of times in a round, and gains each time",
        hint="let a use cost more, or note in a state field that it was used",
    ),
    Page(
        "L202",
        "There may come packs that bring more of what is counted. With a limit, an amount stays what was tried out.",
        """
extend:
  - after: gather
    do: «1 coin per plant in your bed»
""",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed max 3
""",
        said="this amount has no limit",
        hint="write `max N` after it",
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
        - «when sown by you -> for each plant b in stall { announce sown(you, b) }»
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
        said="this trigger announces `sown` again, which triggers it",
        hint="announce another event, or none",
    ),
)
