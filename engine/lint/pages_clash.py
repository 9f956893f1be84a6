"""The pages of packs that get in one another's way."""

from __future__ import annotations

from engine.lint.registry import Page

PAGES = (
    Page(
        "L301",
        "The later pack replaces what the earlier one did. With both in play, one of them does not work.",
        """
extend:
  - replace: «gather»
    do: 1 seed
""",
        """
extend:
  - around: gather
    do: proceed; 1 seed
""",
        said="this undoes what `weeds` did to `gather`",
        hint="use `around`, or `add`, or let the packs conflict",
        beside={
            "weeds/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
    ),
    Page(
        "L302",
        "Both changes hold, the later pack's around the earlier one's. Look whether that is what you want.",
        """
extend:
  - after: «gather»
    do: 1 seed
""",
        """
extend:
  - after: tidy
    do: 1 seed
""",
        said="`weeds` extends `gather` as well",
        beside={
            "weeds/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
    ),
    Page(
        "L303",
        "With both packs in play every text must write `pack:id`, and players see two cards of one name.",
        """
cards:
  plant:
    - id: «thistle»
      name: Tall Thistle
      height: 1
      size: small
      colours: []
""",
        """
cards:
  plant:
    - id: tall_thistle
      name: Tall Thistle
      height: 1
      size: small
      colours: []
""",
        said="the pack `weeds` has a card `thistle` as well",
        hint="choose another id",
        beside={
            "weeds/rules.yaml": """
cards:
  plant:
    - id: thistle
      name: Thistle
      height: 1
      size: small
      colours: []
"""
        },
    ),
    Page(
        "L304",
        "Names that are almost alike are mixed up by people, and often one of them is a slip. Plurals and "
        "digits do not count as alike.",
        """
cards:
  plant:
    - id: «daisey»
      name: Early Spring
      height: 1
      size: small
      colours: []
""",
        """
cards:
  plant:
    - id: early_spring
      name: Early Spring
      height: 1
      size: small
      colours: []
""",
        said="the card `daisey` is almost called like `daisy`",
        hint="is one of them a slip?",
    ),
    Page(
        "L305",
        "`totals` of the manifest says how many cards of a kind the pack has. A copy too many changes how "
        "likely every card is.",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
totals: {plant: «3»}
""",
        """
id: plot
name: Plot
version: 1.0.0
language: 1
requires: {garden: ">=1.0,<2"}
provenance: original
licence: MIT
totals: {plant: 2}
""",
        said="the copies of plant in this pack add up to 2, not to 3",
        hint="correct the copies, or this number",
        file="plot/pack.yaml",
        beside={
            "plot/rules.yaml": """
cards:
  plant:
    - id: weed
      name: Weed
      copies: 2
      height: 1
      size: small
      colours: []
"""
        },
    ),
)
