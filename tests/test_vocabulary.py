"""What a vocabulary says beside types: names for people, and what state begins as."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from cli.terminal.sight import Sight
from dsl.text.tell import Teller
from engine import Game
from engine.link.heads import Rules
from engine.loader import link
from engine.scenario.run import read_scenarios, run
from tests.small_packs import GARDEN, complaint, loaded, new_game, pointed_at, write_pack, write_plot

NAMED = """
vocabulary:
  groups: {sprout: {name: growing thing, plural: growing things}}
  zones: {pot: {name: cracked pot}, shelf: {name: shelf of pots, each: player}}
  kinds:
    jar:
      name: Jar
      plural: Jars
      start: pot
      fields:
        weight: {type: number, name: heaviness}
        drops: {type: goods, name: goods spilt when broken}
        tricks: {type: ability by size, name: knack}
      state:
        used: {type: number, name: number of uses}
        cracked: {type: flag, name: out of order}
  player:
    finished: {type: flag, name: home for the day}
    taken: {type: set of size, name: sizes seen}
  table: {oldest: {type: player, name: eldest}}
procedures:
  tell(): |
    1 sprout
    for each jar j in pot where not j.cracked and j.weight > j.used {
      j.drops
      set j.cracked to true
      set j.used to j.used + 1
      move j to your shelf
    }
    set your finished to true
    set your taken to including(your taken, small)
    if your finished { set oldest to you }
    choose good g in sprout "A good" as "{g}"
    choose size z where your taken has z "A size" as "{z}"
    for each jar j in your shelf { if j.tricks[z] is present { perform j.tricks[z] } }
cards:
  jar:
    - id: urn
      name: Urn
      copies: 1
      weight: 3
      drops: 2 sprout
      tricks: {small: 1 coin -> 1 dew, tall: 2 coin -> 1 dew}
"""
"""Every sort of name once."""


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    rules: Rules = link([str(GARDEN), str(write_plot(tmp_path_factory.mktemp("packs"), NAMED))], {})[0]
    return rules


def test_names_stand_in_the_rules_text(named: Rules) -> None:
    unit = named.program.units["procedure", "tell", "0"].unit
    text = Teller(named.symbols, named.program).unit(unit)
    for part in [
        "1 growing thing (seed or bulb)",
        "Jar in the cracked pot that is not out of order and whose heaviness is more than its number of uses",
        "gain its goods spilt when broken",
        "it is now out of order",
        "add 1 to its number of uses",
        "move it to your shelf of pots",
        "You are now home for the day",
        "your sizes seen",
        "the eldest becomes you",
        "hoose a growing thing",
        "knack for",
    ]:
        assert part in text, text


def test_names_stand_before_the_fields_of_a_card(named: Rules) -> None:
    urn = next(c for c in named.cards if c.id == "urn")
    assert Teller(named.symbols, named.program).card_text(urn).splitlines() == [
        "Heaviness: 3",
        "Goods spilt when broken: 2 growing things (seeds or bulbs)",
        "Knack (small): Pay 1 coin: gain 1 drop of dew.",
        "Knack (tall): Pay 2 coins: gain 1 drop of dew.",
    ]


@pytest.mark.parametrize(
    ("groups", "code", "at"),
    [("{spruot: {name: x}}", "N002", "spruot"), ("{sprout: {plural: things}}", "K002", "sprout")],
)
def test_only_a_group_that_is_there_has_a_name(groups: str, code: str, at: str, tmp_path: Path) -> None:
    found = complaint(GARDEN, write_plot(tmp_path, f"vocabulary:\n  groups: {groups}\n"))
    assert (found.code, pointed_at(found)) == (code, at)


BEGUN = """
vocabulary:
  goods: {shell: {plural: shells}}
  words: {mood: [calm, merry, wild]}
  kinds:
    bird:
      start: sky
      state:
        height: {type: number, default: 7}
        temper: {type: mood, default: wild}
        awake: {type: flag, default: true}
    fish:
      start: sea
      state: {height: {type: number, default: -2}, temper: mood, awake: flag}
  zones: {sky: {}, sea: {}, shore: {}}
  player:
    breath: {type: number, default: 5}
    mood: {type: mood, default: merry}
    ready: {type: flag, default: true}
    done: flag
  table:
    tide: {type: number, default: 3}
    weather: {type: mood, default: wild}
    open: {type: flag, default: true}
  seats: {min: 2, max: 2}
phases: {day: {turns: players, until: done}}
actions:
  dive:
    title: dive with {b}
    with: {b: bird in sky}
    do: |
      set b.height to 0
      set b.temper to calm
      set b.awake to false
  land: {title: "land {b}", with: {b: bird in sky}, do: move b to shore}
  look:
    title: look
    do: |
      let b be first of bird b in sea by b.height
      if b.height = 0 and not b.awake and b.owner.breath = 0 and not b.owner.ready { 1 shell }
  rest: {title: rest, do: set your done to true}
end: {rounds: 2}
cards:
  bird: [{id: gull, name: Gull, copies: 1}]
  fish: [{id: cod, name: Cod, copies: 1}]
"""
"""Two kinds share columns of state and begin them differently."""


@pytest.fixture
def begun(tmp_path: Path) -> Game:
    return new_game(loaded(write_pack(tmp_path, "begun", rules=BEGUN)))


def test_state_begins_with_its_default(begun: Game) -> None:
    view = begun.view(0)
    assert view["table"] == {"tide": 3, "weather": "wild", "open": True}
    assert [(p["breath"], p["mood"], p["ready"], p["done"]) for p in view["players"]] == [(5, "merry", True, False)] * 2
    assert view["zones"]["sky"] == [{"card": "gull"}]
    assert view["zones"]["sea"] == [{"card": "cod"}]


def test_what_differs_from_the_default_is_seen_and_forgotten_with_the_zone(begun: Game) -> None:
    begun.choose("dive with gull")
    assert begun.view(0)["zones"]["sky"] == [{"card": "gull", "height": 0, "temper": "calm", "awake": False}]
    assert "  sky: Gull (height 0, temper calm, not awake)" in list(Sight(begun, 0).everything())
    begun.choose("land gull")
    assert begun.view(0)["zones"]["shore"] == [{"card": "gull"}]


def test_nothing_and_nobody_have_no_defaults(begun: Game) -> None:
    begun.choose("look")
    assert begun.view(0)["players"][0]["goods"] == {"shell": 1}


def test_a_scenario_begins_with_the_defaults(tmp_path: Path) -> None:
    rules = loaded(write_pack(tmp_path, "begun", rules=BEGUN))
    text = """
        scenarios:
          - name: defaults
            table: [{mood: wild}, {}]
            sky: [{card: gull, height: 2}]
            sea: [cod]
            phase: day
            play: []
            expect:
              - {seat: 1, mood: wild, breath: 5}
              - {seat: 2, mood: merry, ready: true}
              - {shared: sky, is: [{card: gull, height: 2, temper: wild, awake: true}]}
              - {shared: sea, is: [{card: cod, height: -2, temper: calm, awake: false}]}
    """
    path = tmp_path / "begun.scenarios.yaml"
    path.write_text(dedent(text), encoding="utf-8")
    results = [run(scenario, rules) for scenario in read_scenarios(path)]
    assert [d.message for r in results for d in r.diagnostics] == []


@pytest.mark.parametrize(
    ("spec", "code", "at"),
    [
        ("{type: number, default: true}", "K003", "true"),
        ("{type: flag, default: 1}", "K003", "1"),
        ("{type: size, default: smal}", "N003", "smal"),
        ("{type: set of size, default: small}", "K003", "small"),
        ("{type: player, default: 1}", "K003", "1"),
        ("{type: number, default: []}", "K003", "[]"),
    ],
)
@pytest.mark.parametrize("place", ["kinds: {plant: {state: {x: SPEC}}}", "player: {x: SPEC}", "table: {x: SPEC}"])
def test_a_default_that_cannot_be_is_refused(place: str, spec: str, code: str, at: str, tmp_path: Path) -> None:
    text = f"vocabulary:\n  {place.replace('SPEC', spec)}\n"
    found = complaint(GARDEN, write_plot(tmp_path, text))
    assert (found.code, pointed_at(found)) == (code, at)
