"""Why a choice is not legal, in words that come from the rules themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.terminal.wherefore import reasons
from engine import Game, load
from engine.ruleset import Ruleset
from engine.scenario.run import begin, read_scenarios, run
from engine.why.answer import why_not
from tests.scenario_help import check, read


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return load(["base", "connections"])


HOLDING = """\
scenarios:
  - name: Reasons
    table:
      - hand: [clay_pit, pub, docks, punks]
        state: [quarry, {card: thieves_caravan, used: 2}, {card: archive, ruined: true}, {card: motel, shield: 1}]
        goods: {red: 1, universal: 1, shield: 1, gun: 1, iron: 1}
      - {state: [church, quarry], passed: true}
      - {state: [church, docks, pub], goods: {iron: 1}}
    face_up: [thugs]
    phase: action
    play: [{seat: 1, choose: CHOICE}]
    expect: [{over: false}]
"""
SHARES = "a.types has any or b.types has any or a.ruined or b.ruined or overlap(a.types, b.types)"
REASONS = {
    "develop pub over quarry": f"`quarry` does not meet `shares_type(c, old)` (`shares_type` is: {SHARES})",
    "develop clay_pit over quarry": "it needs 1 brick, but seat 1 has none",
    "develop camp over quarry": "there is no `camp` in `your hand`",
    "develop clay_pits over quarry": '`clay_pits` is no Location; did you mean "clay_pit"?',
    "use thieves_caravan": "`thieves_caravan` does not meet `l.used < l.uses`",
    "use archive": "`archive` does not meet `not l.ruined`",
    "use quarry": "`quarry` does not meet `l.action is present`",
    "use motel": "it needs 1 worker, but seat 1 has none",
    "shield motel": "`motel` does not meet `count(shield on l) = 0`",
    "raze church": "it needs 4 red (`defense(l) red`), but seat 1 has 1 red and 1 universal",
    "raze church of seat 2": (
        "`church` does not meet `razable(l)` (`razable` is: exposed(l); "
        "`exposed` is: not l.ruined and not l.owner.passed)"
    ),
    "construct clay_pit": "it needs 2 grey (`c.distance grey`), but seat 1 has 1 universal",
    "trade for worker": "`worker` cannot stand in `trade for {g}`; it can be: brick, card, fuel, gun, iron",
    "play thugs": "there is no `thugs` in `your hand`, but in the face_up",
    "take punks": "there is no `punks` in `face_up`, but in the hand of seat 1",
    "pick docks": 'seat 1 is asked "Your turn", and this is no answer to it',
    "faction": "it can mean faction grey, faction red",
    "work": "work at docks: it needs 1 worker, but seat 1 has none",
    "raz docks": 'no action or choice reads like that; did you mean "raze docks"?',
}


@pytest.mark.parametrize("choice", REASONS)
def test_a_choice_that_is_not_legal_is_told_why(choice: str, game: Ruleset, tmp_path: Path) -> None:
    text = HOLDING.replace("CHOICE", choice)
    start = text.index(choice, text.index("choose: "))
    message = f"seat 1 cannot choose `{choice}` here: {REASONS[choice]}"
    check(run(read(tmp_path, text), game), [(start, start + len(choice))], [("S001", message, None)])


MORE_REASONS = {
    "use thieves_caravan": (
        "{state: [thieves_caravan], goods: {worker: 2}}, {goods: {ammo: 1}}",
        "action",
        'nothing could be chosen when it asks "Steal from whom?"',
    ),
    "faction grey": (
        "{faction: appalachian, goods: {brick: 1}}, {}",
        "action",
        "it needs 1 brick, 1 card, but seat 1 has 1 brick",
    ),
    "use corner_shop": (
        "{state: [corner_shop], goods: {worker: 1, red: 2}}, {}",
        "action",
        "it needs 1 basic, 1 worker, but seat 1 has 1 worker",
    ),
    "store worker on ruined_library": (
        "{state: [ruined_library], goods: {worker: 1, iron: 1, gun: 1}}, {}",
        "cleanup",
        "`worker` is not among what can be chosen: gun, iron",
    ),
    "pass": (
        "{state: [ruined_library], goods: {iron: 1, gun: 1}}, {}",
        "cleanup",
        'seat 1 is asked "Keep a good in storage", and this is no answer to it',
    ),
}


@pytest.mark.parametrize("choice", MORE_REASONS)
def test_the_reason_lies_in_what_the_action_would_do(choice: str, game: Ruleset, tmp_path: Path) -> None:
    table, phase, reason = MORE_REASONS[choice]
    text = f"scenarios:\n  - name: Reasons\n    table: [{table}]\n    phase: {phase}\n"
    text += f"    play: [{{seat: 1, choose: {choice}}}]\n    expect: [{{over: false}}]\n"
    result = run(read(tmp_path, text), game)
    assert [d.message for d in result.diagnostics] == [f"seat 1 cannot choose `{choice}` here: {reason}"]


def test_a_seat_that_is_not_asked_is_told_who_is(game: Ruleset) -> None:
    started = Game.new(game, ["new_york", "mutants"], 1)
    assert why_not(started, "pass", 1) == 'it is not for seat 2 to choose: seat 1 is asked "Discard a card"'
    assert why_not(started, "pass", 0) == 'seat 1 is asked "Discard a card", and this is no answer to it'


SPOKEN = {
    "develop pub over quarry": (
        "Quarry does not meet this: Pub shares type with Quarry (that is: Pub has type any, Quarry has type any, "
        "Pub is ruined, Quarry is ruined or Pub's types and Quarry's types have one in common)"
    ),
    "develop camp over quarry": "Camp is not among the Locations in your hand",
    "use archive": "Archive does not meet this: the Location is not ruined",
    "raze church": (
        "it needs 4 red contacts (red contacts equal to the Location's defense), "
        "but seat 1 has 1 red contact and 1 universal contact"
    ),
    "raze church of seat 2": "Church does not meet this: the Location's owner has not passed",
    "take punks": "Punks is not among the Connections in the face-up Connections, but in the hand of seat 1",
    "use thieves_caravan": (
        "Thieves' Caravan does not meet this: the Location's number of uses this round is less than its uses per round"
    ),
}


@pytest.mark.parametrize("choice", SPOKEN)
def test_who_plays_is_told_in_the_words_of_the_rules_text(choice: str, game: Ruleset, tmp_path: Path) -> None:
    text = HOLDING.replace("CHOICE", "pass")
    (tmp_path / "scenario.yaml").write_text(text)
    (scenario,) = read_scenarios(tmp_path / "scenario.yaml")
    assert why_not(begin(scenario, game), choice, spoken=True) == SPOKEN[choice]


def holding(tmp_path: Path, rules: Ruleset) -> Game:
    """A person's turn with little to pay with."""
    (tmp_path / "scenario.yaml").write_text(HOLDING.replace("CHOICE", "pass"))
    (scenario,) = read_scenarios(tmp_path / "scenario.yaml")
    return begin(scenario, rules)


AS_TYPED = {
    # the first words alone: the way that comes farthest
    "develop": "develop Clay Pit over Quarry: it needs 1 brick, but seat 1 has none.",
    "trade": "trade for fuel: it needs 2 workers, but seat 1 has none.",
    # names begun or misspelt, words left out
    "work dock": "work at Docks: it needs 1 worker, but seat 1 has none.",
    "use motle": "use Motel: it needs 1 worker (the cost of the Location's action), but seat 1 has none.",
    # a card that is in the way of nothing that could be done with it
    "camp": "Camp is nowhere that you can see.",
    "build camp": "Camp is nowhere that you can see.",
    "raze churhc": (
        "raze Church: it needs 4 red contacts (red contacts equal to the Location's defense), "
        "but seat 1 has 1 red contact and 1 universal contact."
    ),
    "raze xyz": "`xyz` is no Location.",
}


@pytest.mark.parametrize("words", AS_TYPED)
def test_a_person_is_understood_as_far_as_can_be(words: str, game: Ruleset, tmp_path: Path) -> None:
    assert reasons(holding(tmp_path, game), words, 0) == [AS_TYPED[words]]


def test_a_card_alone_is_told_what_can_and_cannot_be_done_with_it(game: Ruleset, tmp_path: Path) -> None:
    told = reasons(holding(tmp_path, game), "clay pit", 0)
    assert told[0].startswith("It can be chosen: ")
    assert "construct Clay Pit: " in told[1]
    assert not any("Locations in your State" in line for line in told)  # it is in hand, so that goes without saying
    started = Game.new(game, ["new_york", "mutants"], 1)
    assert reasons(started, "camp", 0) == ['seat 1 is asked "Discard a card", and this is no answer to it.']


def test_what_cannot_be_chosen_is_called_by_its_name(game: Ruleset, tmp_path: Path) -> None:
    text = "scenarios:\n  - name: Keeping\n    table: [{state: [ruined_library], goods: {iron: 1, gun: 1}}, {}]\n"
    (tmp_path / "keeping.yaml").write_text(f"{text}    phase: cleanup\n    expect: [{{over: false}}]\n")
    (scenario,) = read_scenarios(tmp_path / "keeping.yaml")
    (told,) = reasons(begin(scenario, game), "store workers on ruined library", 0)
    assert told == "worker is not among what can be chosen: gun, iron."
