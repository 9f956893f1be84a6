"""The pages of types, and what can be meant."""

from __future__ import annotations

from engine.lint.registry import Page

PAGES = (
    Page(
        "T001",
        "Every place takes a value of one type: a number, a condition, a player, a component, a word.",
        """
extend:
  - after: gather
    do: if «your coin» { 1 seed }
""",
        """
extend:
  - after: gather
    do: if your coin > 0 { 1 seed }
""",
        said="this is a number, but a condition is needed here",
        hint="compare it with a number: `... > 0`",
    ),
    Page(
        "T002",
        "A call gives each parameter a value, no more and no fewer.",
        """
extend:
  - after: gather
    do: for each plant b in your bed { («value(b, 2)») coin }
""",
        """
extend:
  - after: gather
    do: for each plant b in your bed { (value(b)) coin }
""",
        said="`value` takes 1 argument, not 2",
    ),
    Page(
        "T003",
        "The words mean something, but not at this place.",
        """
extend:
  - after: spring
    do: «1 coin»
""",
        """
extend:
  - after: spring
    do: for each player p in players { as p { 1 coin } }
""",
        said="nobody acts here",
        hint="use `for each player p in players { as p { ... } }`",
    ),
    Page(
        "T004",
        "Players choose among what they can see. Reveal it first, or let chance decide.",
        """
extend:
  - after: gather
    do: choose «plant b in bag» "Take a plant" as "take {b}"
""",
        """
extend:
  - after: gather
    do: reveal top 1 of bag; move top 1 of bag to your hand
""",
        said="the player cannot see what is in `bag`, so they cannot choose from it",
        hint="reveal it first, or take one at random",
    ),
    Page(
        "T005",
        "What needs itself never comes to an end. It is refused before a game begins.",
        """
procedures:
  «grow()»: 1 seed; grow()
extend:
  - after: gather
    do: grow()
""",
        """
procedures:
  grow(): repeat 3 { 1 seed }
extend:
  - after: gather
    do: grow()
""",
        said="the procedure `grow` calls itself, directly or through others",
    ),
    Page(
        "T006",
        "A payment must be one that the player can decline, or has agreed to: so `spend` stands first in a "
        "`may`, or in an option.",
        """
extend:
  - after: gather
    do: «spend 1 coin»; 1 seed
""",
        """
extend:
  - after: gather
    do: may "Buy a seed" { spend 1 coin; 1 seed }
""",
        said="`spend` stands where it can be declined: first in a `may` or in an option",
    ),
    Page(
        "T007",
        "The amount can never be what is meant: nothing at all, or too much to count.",
        """
extend:
  - after: gather
    do: «0» coin
""",
        """
extend:
  - after: gather
    do: 1 coin
""",
        said="an amount of 0 does nothing",
    ),
    Page(
        "T008",
        "A game is copied at every decision, and a pack from a stranger must not fill the memory.",
        """
cards:
  plant:
    - {id: «weed_1», name: Weed, copies: 999, height: 1, size: small, colours: []}
    - {id: weed_2, name: Weed, copies: 999, height: 1, size: small, colours: []}
    - {id: weed_3, name: Weed, copies: 999, height: 1, size: small, colours: []}
    - {id: weed_4, name: Weed, copies: 999, height: 1, size: small, colours: []}
    - {id: weed_5, name: Weed, copies: 999, height: 1, size: small, colours: []}
    - {id: weed_6, name: Weed, copies: 999, height: 1, size: small, colours: []}
    - {id: weed_7, name: Weed, copies: 999, height: 1, size: small, colours: []}
    - {id: weed_8, name: Weed, copies: 999, height: 1, size: small, colours: []}
    - {id: weed_9, name: Weed, copies: 999, height: 1, size: small, colours: []}
    - {id: weed_10, name: Weed, copies: 999, height: 1, size: small, colours: []}
    - {id: weed_11, name: Weed, copies: 999, height: 1, size: small, colours: []}
""",
        """
cards:
  plant:
    - {id: weed_1, name: Weed, copies: 9, height: 1, size: small, colours: []}
""",
        said="a game would have 11,011 components, but at most 10,000 are allowed",
        hint="there are most of this one",
    ),
    Page(
        "T009",
        "Whoever plays would wait: so many combinations are looked at each time. Look at fewer, or in steps.",
        """
functions:
  «matches(): sum(plant a in stall, sum(plant b in stall, sum(plant c in stall, sum(plant d in stall,»
    sum(plant e in stall, a.height * b.height * c.height * d.height * e.height)))))
extend:
  - after: gather
    do: matches() coin
""",
        """
functions:
  matches(): sum(plant a in stall, sum(plant b in stall, a.height * b.height))
extend:
  - after: gather
    do: matches() coin
""",
        said="the function `matches` could take 236,192,331 steps of computing, but at most 5,000,000 are allowed",
        hint="every query looks at up to 22 components here; nest fewer of them, or name a smaller zone",
    ),
)
