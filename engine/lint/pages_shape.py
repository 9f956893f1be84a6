"""The pages of the shape of files."""

from __future__ import annotations

from engine.lint.registry import Page

# ruff: noqa: E501 (a page shows files and messages as they are)
PAGES = (
    Page(
        "K001",
        "A key that means nothing is most often a slip, and what stands under it would be lost without a word.",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
      «gitf»: 1 coin
""",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
      gift: 1 coin
""",
        said="a plant has no field `gitf`",
        hint='did you mean "gift"?',
    ),
    Page(
        "K002",
        "Cards write every field of their kind that has no default and is not optional.",
        """
cards:
  plant:
    - id: «weed»
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
        said="this plant lacks `size`",
    ),
    Page(
        "K003",
        "A number is written without quotes, a list in brackets, a flag as true or false.",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: «'1'»
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
        said="`height` is a number",
    ),
    Page(
        "K004",
        "Only some values have a meaning here.",
        """
vocabulary:
  zones:
    attic: {hidden: «nobody»}
procedures:
  dig(): move top 1 of bag to attic
extend:
  - after: gather
    do: dig()
""",
        """
vocabulary:
  zones:
    attic: {hidden: all}
procedures:
  dig(): move top 1 of bag to attic
extend:
  - after: gather
    do: dig()
""",
        said='"nobody" is not one of the values allowed here',
        hint="allowed here: all, others",
    ),
    Page(
        "K005",
        "The field declares its bounds, and rules may rely on them.",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: «12»
      size: small
      colours: []
""",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 9
      size: small
      colours: []
""",
        said="`height` goes from 0 to 9",
    ),
    Page(
        "K006",
        "Ids, versions, heads of functions and the like have a form, so that texts and other packs can speak of them.",
        """
cards:
  plant:
    - id: «Weed»
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
        said='"Weed" is not an id: small letters, digits and underscores, beginning with a letter',
        hint='did you mean "weed"?',
    ),
    Page(
        "K007",
        "What stands twice says no more than once, so one of the two was meant to be something else.",
        """
vocabulary:
  words:
    soil: [sand, chalk, «sand»]
  player: {prefers: soil}
extend:
  - after: gather
    do: if your prefers = chalk { 1 coin } else { set your prefers to chalk }
""",
        """
vocabulary:
  words:
    soil: [sand, chalk, loam]
  player: {prefers: soil}
extend:
  - after: gather
    do: if your prefers = chalk { 1 coin } else if your prefers = loam { set your prefers to sand } else { set your prefers to chalk }
""",
        said='"sand" stands twice in this list',
        hint="delete one of the two",
    ),
    Page(
        "K008",
        "Nothing stands where something must.",
        """
extend:
  - after: gather
    do: «''»
""",
        """
extend:
  - after: gather
    do: 1 coin
""",
        said="this text is empty",
    ),
)
