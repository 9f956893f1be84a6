"""The pages of names that mean nothing, or too much."""

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
    do: if your coin > «first_card» { 1 coin }
""",
        """
extend:
  - after: gather
    do: if your coin > first_cards { 1 coin }
""",
        said="the name `first_card` means nothing here",
        hint='did you mean "first_cards"?',
    ),
    Page(
        "N002",
        "Goods are declared under `vocabulary: goods:`, with their groups. Every amount is of one of those.",
        """
extend:
  - after: gather
    do: 1 «coyn»
""",
        """
extend:
  - after: gather
    do: 1 coin
""",
        said="there is no good `coyn`",
        hint='did you mean "coin"?',
    ),
    Page(
        "N003",
        "The words of each vocabulary are listed under `vocabulary: words:`.",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed where size = «big» max 3
""",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed where size = tall max 3
""",
        said="`big` is no word of size",
        hint="the words are: small, tall",
    ),
    Page(
        "N004",
        "Kinds of components are declared under `vocabulary: kinds:`.",
        """
extend:
  - after: gather
    do: 1 coin per «plnat» in your bed max 3
""",
        """
extend:
  - after: gather
    do: 1 coin per plant in your bed max 3
""",
        said="there is no kind `plnat`",
        hint='did you mean "plant"?',
    ),
    Page(
        "N005",
        "Zones are declared under `vocabulary: zones:`; one that each player has is called `your bed` or `p.bed`.",
        """
extend:
  - after: gather
    do: move top 1 of bag to «stal»
""",
        """
extend:
  - after: gather
    do: move top 1 of bag to stall
""",
        said="there is no zone `stal`",
        hint='did you mean "stall"?',
    ),
    Page(
        "N006",
        "A component has the fields and the state of its kind, a player what is declared under `player`, "
        "their goods and zones.",
        """
extend:
  - after: gather
    do: for each plant b in your bed { (b.«hight») coin }
""",
        """
extend:
  - after: gather
    do: for each plant b in your bed { (b.height) coin }
""",
        said="a plant has no `hight`",
        hint='did you mean "height"?',
    ),
    Page(
        "N007",
        "Functions and procedures are declared by packs. The message names what is alike.",
        """
extend:
  - after: gather
    do: 1 coin per plant b in your bed where «valu»(b) > 2 max 3
""",
        """
extend:
  - after: gather
    do: 1 coin per plant b in your bed where value(b) > 2 max 3
""",
        said="there is no function `valu`",
        hint='did you mean "value"?',
    ),
    Page(
        "N008",
        "Events are declared under `vocabulary: events:`. A trigger for another would never fire.",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
      abilities:
        - when «sowed» by you -> 1 coin
""",
        """
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
      abilities:
        - when sown by you -> 1 coin
""",
        said="there is no event `sowed`",
        hint='did you mean "sown"?',
    ),
    Page(
        "N009",
        "Cards, and what extensions change, are called by their ids; where two packs have the same, by `pack:id`.",
        """
extend:
  - card: «tulpi»
    add: {copies: 1}
""",
        """
extend:
  - card: tulip
    add: {copies: 1}
""",
        said="there is no card `tulpi`",
        hint='did you mean "tulip"?',
    ),
    Page(
        "N010",
        "Two things have this name here, and a reader could take it for either.",
        """
extend:
  - after: gather
    do: choose good seed in sprout; 1 «seed»
""",
        """
extend:
  - after: gather
    do: choose good s in sprout; 1 s
""",
        said="`seed` is both a good and a variable here",
        hint="rename the variable",
    ),
    Page(
        "N011",
        "Only one of the two could hold. Names of a pack and of those it builds on must differ.",
        """
vocabulary:
  goods:
    «coin»: {plural: coins}
""",
        """
vocabulary:
  goods:
    honey: {plural: jars of honey}
extend:
  - after: gather
    do: 1 honey
""",
        said="good `coin` is declared twice",
    ),
    Page(
        "N012",
        "A definition with the name of a word of the language could never be called.",
        """
functions:
  «count(player p)»: p.coin + p.seed
""",
        """
functions:
  wealth(player p): p.coin + p.seed
extend:
  - after: gather
    do: wealth(you) seed
""",
        said="`count` is a word of the language itself",
        hint="choose another name",
    ),
    Page(
        "N013",
        "Drawings are declared under `vocabulary: drawings:`, in this pack or in one it requires.",
        """
vocabulary:
  goods:
    honey: {plural: jars of honey, drawing: «jra»}
  drawings:
    jar: {shapes: [{rect: 7 9 18 20 4}]}
extend:
  - after: gather
    do: 1 honey
""",
        """
vocabulary:
  goods:
    honey: {plural: jars of honey, drawing: jar}
  drawings:
    jar: {shapes: [{rect: 7 9 18 20 4}]}
extend:
  - after: gather
    do: 1 honey
""",
        said="there is no drawing `jra`",
        hint='did you mean "jar"?',
    ),
)
