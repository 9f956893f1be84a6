"""The pages of what goes wrong in play: effects, scenarios and saved games."""

from __future__ import annotations

from engine.lint.registry import Page

# ruff: noqa: E501 (a page shows files and messages as they are)
PAGES = (
    Page(
        "G001",
        "An effect that goes on and on is stopped, and the game stays at the decision before it.",
        """
actions:
  count_up:
    title: count up
    do: repeat 9999 { repeat 9 { 1 coin; lose 1 coin } }
""",
        """
actions:
  count_up:
    title: count up
    do: repeat 9 { 1 coin }
""",
        said="`count up` fails: plot/rules.yaml:4 (count_up): this takes more than 20000 steps; it may never end",
        beside={
            "plot/scenarios/day.yaml": """
scenarios:
  - name: A day
    table: [{bed: [daisy]}, {}]
    phase: day
    play: [{seat: 1, choose: «count up»}]
    expect: [{over: false}]
"""
        },
        run="test plot",
    ),
    Page(
        "G002",
        "Triggers and performed abilities that call one another without end are stopped, and the choice is undone.",
        """
vocabulary:
  events:
    called: {}
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
      abilities:
        - when called by you -> announce called(you)
actions:
  call:
    title: call
    do: announce called(you)
""",
        """
vocabulary:
  events:
    called: {}
cards:
  plant:
    - id: weed
      name: Weed
      height: 1
      size: small
      colours: []
      abilities:
        - when called by you -> 1 coin
actions:
  call:
    title: call
    do: announce called(you)
""",
        said="`call` fails: plot/rules.yaml:12 (weed): effects are nested more than 64 deep; they may call each other for ever",
        beside={
            "plot/scenarios/day.yaml": """
scenarios:
  - name: A day
    table: [{bed: [weed]}, {}]
    phase: day
    play: [{seat: 1, choose: «call»}]
    expect: [{over: false}]
"""
        },
        run="test plot",
    ),
    Page(
        "G003",
        "Each choice may be short, and yet a phase never comes to its end: here because nobody can leave the day. A phase "
        "may take 1,000 choices for each seat, many times more than in games that end.",
        """
$ sed -i.old 's/set your resting to true/1 coin/' garden/rules.yaml
$ state51 play --seats random,random --packs ./garden --quiet --seed 1
...
error[G003 endless-phase]: garden/rules.yaml:11 (day): this phase has taken 2,000 choices; it may never end
...
""",
        """
$ state51 play --seats random,random --packs ./garden --quiet --seed 1
...
""",
    ),
    Page(
        "R001",
        "The end of the file is missing: it was not written or copied whole.",
        """
$ state51 play --seats random,random --packs ./garden --quiet --seed 1 --save game.json
...
$ head -c 100 game.json > cut.json
$ state51 replay cut.json --packs ./garden
cut.json:...: error[R001 record-cut-short]: this is no saved game, or it is cut short: ...
""",
        """
$ state51 play --seats random,random --packs ./garden --quiet --seed 1 --save game.json
...
$ state51 replay game.json --packs ./garden --quiet
...
""",
    ),
    Page(
        "R002",
        "A record is its choices, with fingerprints of the game along the way. What was changed by hand does not fit.",
        """
$ state51 play --seats random,random --packs ./garden --quiet --seed 1 --save game.json
...
$ sed 's/"seed": 1/"seed": 2/' game.json > edited.json
$ state51 replay edited.json --packs ./garden
edited.json:...: error[R002 record-edited]: after choice 0 the game is not as this record says
...
""",
        """
$ state51 play --seats random,random --packs ./garden --quiet --seed 1 --save game.json
...
$ state51 replay game.json --packs ./garden --quiet
...
""",
    ),
    Page(
        "R003",
        "A game only goes the same way with the same rules. Play it with the packs and versions that it names.",
        """
$ state51 play --seats random,random --packs ./garden --quiet --seed 1 --save game.json
...
$ cp -r garden newer
$ sed 's/1.0.0/1.1.0/' garden/pack.yaml > newer/pack.yaml
$ state51 replay game.json --packs ./newer
game.json:3:11: error[R003 other-content]: this was made with other content: `garden` was version 1.0.0, here it is 1.1.0
 3 |  "packs": [
   |           ^
   = help: with --anyway it is played as far as it agrees
""",
        """
$ state51 play --seats random,random --packs ./garden --quiet --seed 1 --save game.json
...
$ state51 replay game.json --packs ./garden --quiet
...
""",
    ),
    Page(
        "R004",
        "This is some other file.",
        """
$ echo '{"format": "a song"}' > song.json
$ state51 replay song.json
song.json:1:12: error[R004 not-a-record]: this is no saved game
 1 | {"format": "a song"}
   |            ^^^^^^^^
""",
        """
$ state51 play --seats random,random --packs ./garden --quiet --seed 1 --save game.json
...
$ state51 replay game.json --packs ./garden --quiet
...
""",
    ),
    Page(
        "R005",
        "A record tells a game from its first choice. A copy with the unseen drawn anew, or a table that was "
        "set up, has none.",
        """
$ python -c 'from engine import Game, load; from engine.record import make; from random import Random; make(Game.new(load(["./garden"]), [None, None], 1).sample(0, Random(1)))'
...
dsl.diagnostics.DiagnosticError: R005 this game has no record: it did not begin as a new game
""",
        """
$ python -c 'from engine import Game, load; from engine.record import make; from random import Random; make(Game.new(load(["./garden"]), [None, None], 1))'
""",
    ),
    Page(
        "S001",
        "The scenario and the rules disagree about what can be done. The message says what is in the way, and "
        "what is legal.",
        """
scenarios:
  - name: A day
    table: [{hand: [daisy], goods: {seed: 1}}, {}]
    phase: day
    play: [{seat: 1, choose: «sow tulip»}]
    expect: [{over: false}]
""",
        """
scenarios:
  - name: A day
    table: [{hand: [daisy], goods: {seed: 1}}, {}]
    phase: day
    play: [{seat: 1, choose: sow daisy}]
    expect: [{over: false}]
""",
        said="seat 1 cannot choose `sow tulip` here: there is no `tulip` in `your hand`",
        hint="legal: sow daisy, sell a card, rest",
        file="plot/scenarios/day.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
        run="test plot",
    ),
    Page(
        "S002",
        "The game went otherwise than the scenario says. One of the two is wrong.",
        """
scenarios:
  - name: A day
    table: [{hand: [daisy], goods: {seed: 1}}, {}]
    phase: day
    play: [{seat: 1, choose: sow daisy}]
    expect: [{seat: 1, goods: {seed: «1»}}]
""",
        """
scenarios:
  - name: A day
    table: [{hand: [daisy], goods: {seed: 1}}, {}]
    phase: day
    play: [{seat: 1, choose: sow daisy}]
    expect: [{seat: 1, goods: {seed: 0}}]
""",
        said="seat 1 has 0 seed, not 1",
        file="plot/scenarios/day.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
        run="test plot",
    ),
    Page(
        "S003",
        "No game could ever be like this, so what follows would prove nothing.",
        """
scenarios:
  - name: A day
    table: [{shed: [«daisy»]}, {}]
    phase: day
    play: []
    expect: [{over: false}]
""",
        """
scenarios:
  - name: A day
    table: [{shed: [rake]}, {}]
    phase: day
    play: []
    expect: [{over: false}]
""",
        said="a Plant such as `daisy` can never be in `shed`",
        hint="what can be there: Tools",
        file="plot/scenarios/day.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
        run="test plot",
    ),
    Page(
        "S004",
        "Somebody else has to decide here: it is their turn, or their choice.",
        """
scenarios:
  - name: A day
    table: [{hand: [daisy], goods: {seed: 1}}, {}]
    phase: day
    play: [{seat: «2», choose: rest}]
    expect: [{over: false}]
""",
        """
scenarios:
  - name: A day
    table: [{hand: [daisy], goods: {seed: 1}}, {}]
    phase: day
    play: [{seat: 1, choose: rest}]
    expect: [{over: false}]
""",
        said='seat 1 is asked here ("Your turn"), not seat 2',
        hint="legal: sow daisy, sell a card, rest",
        file="plot/scenarios/day.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
        run="test plot",
    ),
    Page(
        "S005",
        "That an option is not offered proves nothing if there can be none of that name.",
        """
scenarios:
  - name: A day
    table: [{hand: [daisy], goods: {seed: 1}}, {}]
    phase: day
    play: []
    expect: [{seat: 1, options: {exclude: [«sow dazy»]}}]
""",
        """
scenarios:
  - name: A day
    table: [{hand: [daisy], goods: {seed: 1}}, {}]
    phase: day
    play: []
    expect: [{seat: 1, options: {exclude: [sow tulip]}}]
""",
        said="no option can ever be called `sow dazy`: `dazy` is no Plant",
        hint='did you mean "daisy"?',
        file="plot/scenarios/day.yaml",
        beside={
            "plot/rules.yaml": """
extend:
  - after: gather
    do: 1 coin
"""
        },
        run="test plot",
    ),
)
