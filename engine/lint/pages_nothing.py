"""The pages of what does nothing, or too little."""

from __future__ import annotations

from engine.lint.registry import Page

PAGES = (
    Page(
        "L101",
        "A statement that can never change anything misleads whoever reads it, and mostly something else was meant.",
        """
extend:
  - after: gather
    do: for each plant b in your bed { «set b.bloomed to b.bloomed» }
""",
        """
extend:
  - after: gather
    do: for each plant b in your bed { set b.bloomed to false }
""",
        said="this sets a field to what it is",
        hint="delete it, or say what it should do",
    ),
    Page(
        "L102",
        "What is chosen, named or passed on and never used is work for a player, or a reader, for nothing.",
        """
extend:
  - after: gather
    do: «choose plant b in your bed "Water which?" as "water {b}"»
""",
        """
extend:
  - after: gather
    do: choose plant b in your bed "Water which?" as "water {b}"; put 1 dew on b
""",
        said="what is chosen here as `b` is never used",
        hint="use it, or delete this",
    ),
    Page(
        "L103",
        "Cards must write it and players ask what it is for, but the game goes the same way whatever it says.",
        """
vocabulary:
  player: {«weeded»: flag}
""",
        """
vocabulary:
  player: {weeded: flag}
extend:
  - after: gather
    do: if your weeded { 1 coin } else { set your weeded to true }
""",
        said="`weeded` is state of the player that no rule reads",
        hint="read it in a rule, or delete it",
    ),
    Page(
        "L104",
        "The ability never does anything: no rule tells that this happens.",
        """
vocabulary:
  events:
    watered: {what: plant}
cards:
  plant:
    - id: watercress
      name: Watercress
      height: 1
      size: small
      colours: []
      abilities:
        - when «watered» by you -> 1 coin
""",
        """
vocabulary:
  events:
    watered: {what: plant}
cards:
  plant:
    - id: watercress
      name: Watercress
      height: 1
      size: small
      colours: []
      abilities:
        - when watered by you -> 1 coin
extend:
  - after: gather
    do: for each plant b in your bed { announce watered(you, b) }
""",
        said="nobody announces `watered`, so this never fires",
        hint="announce watered(...)",
    ),
    Page(
        "L105",
        "A condition that cannot be otherwise decides nothing. Often a number or a sign is wrong. Options of "
        "packs do not count as known, as they can be set.",
        """
extend:
  - after: gather
    do: if «count(plant in your bed) >= 0» { 1 coin }
""",
        """
extend:
  - after: gather
    do: if count(plant in your bed) > 0 { 1 coin }
""",
        said="this is always true",
        hint="delete the condition, or say what it should compare",
    ),
    Page(
        "L106",
        "An option that is never offered is not there for the player.",
        """
extend:
  - after: gather
    do: |
      choose one "Your wage" {
        "a coin" { 1 coin }
        «"a seed" if your coin < 0 { 1 seed }»
      }
""",
        """
extend:
  - after: gather
    do: |
      choose one "Your wage" {
        "a coin" { 1 coin }
        "a seed" if your coin < 3 { 1 seed }
      }
""",
        said='"a seed" can never be chosen: its condition is never true',
    ),
    Page(
        "L107",
        "A choice with one option is made for the player, so its words are never seen.",
        """
extend:
  - after: gather
    do: |
      «choose one "Your wage" {
        "a coin" { 1 coin }
      }»
""",
        """
extend:
  - after: gather
    do: |
      choose one "Your wage" {
        "a coin" { 1 coin }
        "a seed" { 1 seed }
      }
""",
        said="a choice among one option",
        hint="write what it does",
    ),
    Page(
        "L108",
        "No rule and no card gives what the cost asks for, so the action or ability is never offered.",
        """
vocabulary:
  goods:
    honey: {plural: jars of honey}
actions:
  sell_honey:
    title: sell honey
    cost: «1 honey»
    do: 2 coin
""",
        """
vocabulary:
  goods:
    honey: {plural: jars of honey}
actions:
  sell_honey:
    title: sell honey
    cost: 1 honey
    do: 2 coin
extend:
  - after: gather
    do: 1 honey
""",
        said="this can never be paid: nobody ever gains honey",
        hint="let a rule or a card give it",
    ),
    Page(
        "L109",
        "A definition that nothing uses is a slip in a name elsewhere, or can go.",
        """
functions:
  «flowering(player p)»: count(plant b in p.bed where b.bloomed)
""",
        """
functions:
  flowering(player p): count(plant b in p.bed where b.bloomed)
extend:
  - after: gather
    do: flowering(you) coin
""",
        said="nothing calls the function `flowering`",
        hint="use it, or delete it",
    ),
    Page(
        "L110",
        "`stop` leaves the effect and `end game` ends the game: what stands behind is never done.",
        """
extend:
  - after: gather
    do: if your coin > 5 { stop; «1 seed» }
""",
        """
extend:
  - after: gather
    do: if your coin > 5 { 1 seed; stop }
""",
        said="nothing after `stop` is ever done",
        hint="move `stop` down",
    ),
)
