"""The pages of house style, and of suppressions."""

from __future__ import annotations

from engine.lint.registry import Page

# ruff: noqa: E501 (a page shows files and messages as they are)
PAGES = (
    Page(
        "L401",
        "Cards and actions are easier to read and to compare when their keys stand in the same order: that in "
        "which the kind declares its fields.",
        """
cards:
  plant:
    - id: weed
      name: Weed
      size: small
      «height»: 1
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
        said="`height` usually stands further up",
        hint="the order is id, name, copies, height, size, colours, yield, keeps, bloom, gift, abilities",
    ),
    Page(
        "L402",
        "Nobody has seen the card do what it says. A scenario that has it in play shows it, and keeps showing it.",
        """
cards:
  plant:
    - id: «weed»
      name: Weed
      height: 1
      size: small
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
        said="no scenario of its pack has `weed` in play",
        hint="write one",
        proof={
            "plot/scenarios/weeds.yaml": """
scenarios:
  - name: A weed stays
    table: [{bed: [weed]}, {}]
    phase: day
    play: [{seat: 1, choose: rest}]
    expect: [{seat: 1, bed: [weed]}]
"""
        },
    ),
    Page(
        "L403",
        "The generated text must fit on the card. The setting `text-length` says how many characters do.",
        """
cards:
  plant:
    - id: «weed»
      name: Weed
      height: 1
      size: small
      colours: []
      gift: |
        if count(plant in your bed where height > 1) > 1 { 1 coin, 1 seed; lose 1 bulb; may "Sow 1" { spend 1 graft; 1 bulb } }
        if count(plant in your bed where height > 2) > 2 { 2 coin, 2 seed; lose 2 bulb; may "Sow 2" { spend 2 graft; 2 bulb } }
        if count(plant in your bed where height > 3) > 3 { 3 coin, 3 seed; lose 3 bulb; may "Sow 3" { spend 3 graft; 3 bulb } }
        if count(plant in your bed where height > 4) > 4 { 4 coin, 4 seed; lose 4 bulb; may "Sow 4" { spend 4 graft; 4 bulb } }
""",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
      gift: 2 coin
""",
        said="the text of `weed` has 644 characters, more than 400",
        hint="say less, or in simpler ways",
    ),
    Page(
        "L404",
        "What is the default anyway need not be written; without it, what is special about a card stands out.",
        """
cards:
  plant:
    - id: weed
      name: Weed
      «copies»: 1
      height: 1
      size: small
      colours: []
""",
        """
cards:
  plant:
    - id: weed
      name: Weed
      copies: 2
      height: 1
      size: small
      colours: []
""",
        said="`copies` repeats its default",
        hint="leave it out",
    ),
    Page(
        "L901",
        "What it hid is gone or was never there. Left standing, it would hide the next mistake on that line.",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed max 3  «# state51: ignore[L202] because beds are small»
""",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed  # state51: ignore[L202] because beds are small
""",
        said="there is no L202 here to hide",
        hint="delete this comment",
    ),
    Page(
        "L902",
        "Whoever reads the file next must know why the rule does not hold here. Without a reason nothing is hidden.",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed  «# state51: ignore[L202]»
""",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed  # state51: ignore[L202] because beds are small
""",
        said="a suppression needs its reason",
        hint="write why: ignore[...] because ...",
    ),
    Page(
        "L903",
        "A code that does not exist hides nothing.",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed  # state51: ignore[«L292»] because beds are small
""",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed  # state51: ignore[L202] because beds are small
""",
        said="there is no code `L292`",
        hint='did you mean "L202"?',
    ),
)
