"""What a scenario that is wrong gets: a diagnostic of the right code, in plain words, at the exact place."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import DiagnosticError, Span
from engine import load
from engine.ruleset import Ruleset
from engine.scenario.run import read_scenarios, run
from tests.found_scenarios import ROOT
from tests.scenario_help import check, marked, read

TABLE = """\
scenarios:
  - name: A day in the garden
    table:
      - {hand: [daisy, tulip], bed: [{card: lily, bloomed: true, dew: 1}], goods: {seed: 1, graft: 1, coin: 1}}
      - {hand: [clover], resting: false}
    stall: [ivy]
    phase: day
"""


@pytest.fixture(scope="module")
def garden() -> Ruleset:
    return load([str(ROOT / "tests" / "packs" / "garden")])


# Each: a scenario with the wrong places marked, and for each of them the code, message and hint.
WRONG = {
    "a card that there is not": (
        TABLE.replace("[daisy, tulip]", "[«dazy», tulip]") + "    expect: [{over: false}]\n",
        [("N009", "there is no card `dazy`", 'did you mean "daisy"?')],
    ),
    "several mistakes are told at once": (
        TABLE.replace("bloomed", "«blomed»").replace("coin", "«coins»").replace("resting", "«restin»")
        + "    expect: [{seat: «3», over: false}]\n",
        [
            ("N006", "nothing called `blomed` can be true of a Plant", 'did you mean "bloomed"?'),
            ("N002", "there is no good `coins`", 'did you mean "coin"?'),
            ("N001", "a player has nothing called `restin`", 'did you mean "resting"?'),
            ("M011", "there is no seat 3: the table has 2", None),
        ],
    ),
    "a zone that there is not": (
        TABLE.replace("stall", "«stal»") + "    expect: [{over: false}]\n",
        [("N005", "there is no shared zone or field of the table `stal`", 'did you mean "stall"?')],
    ),
    "a zone of players at the table": (
        TABLE.replace("stall", "«bed»") + "    expect: [{over: false}]\n",
        [("S003", "every player has a `bed` of their own", "list it in `table`")],
    ),
    "a component where its kind can never be": (
        TABLE.replace("resting", "shed: [rake, «ivy»], resting") + "    expect: [{over: false}]\n",
        [("S003", "a Plant such as `ivy` can never be in `shed`", "what can be there: Tools")],
    ),
    "a good that components stand for": (
        TABLE.replace("coin: 1", "card: «1»") + "    expect: [{over: false}]\n",
        [("S003", "`card` stands for what lies in `hand`", "list the cards: hand: [...]")],
    ),
    "a value of another type": (
        TABLE.replace("bloomed: true", "bloomed: «1»").replace("resting: false", "resting: «[white]»")
        + "    leader: «5»\n    expect: [{over: false}]\n",
        [
            ("K003", "`bloomed` is true or false", None),
            ("K003", "`resting` is true or false", None),
            ("M011", "there is no seat 5: the table has 2", None),
        ],
    ),
    "a word that there is not": (
        TABLE.replace("resting: false", "seen: [white, «blue»]") + "    expect: [{over: false}]\n",
        [("N003", "`blue` is no word of colour", "there are: white, pink, violet")],
    ),
    "wrong names in what is expected": (
        TABLE
        + "    expect:\n      - {seat: 1, «bad»: [], goods: {«coins»: 1}}\n"
        + "      - {seat: 1, bed: [{card: lily, «wet»: 1}], hand: [«lilly»]}\n"
        + "      - {shared: «compst», is: []}\n      - {shared: «hand», is: []}\n      - {winners: [«7»]}\n",
        [
            ("N001", "a player has nothing called `bad`", 'did you mean "bed"?'),
            ("N002", "there is no good `coins`", 'did you mean "coin"?'),
            ("N006", "nothing called `wet` can be true of a Plant", None),
            ("N009", "there is no card `lilly`", 'did you mean "lily"?'),
            ("N005", "there is no shared zone `compst`", 'did you mean "compost"?'),
            ("N005", "every player has a `hand` of their own", None),
            ("M011", "there is no seat 7: the table has 2", None),
        ],
    ),
    "a phase that there is not": (
        TABLE.replace("phase: day", "phase: «days»") + "    expect: [{phase: «night»}]\n",
        [
            ("N001", "there is no phase `days`", 'did you mean "day"?'),
            ("N001", "there is no phase `night`", "there are: setup, spring, day, harvest, winter"),
        ],
    ),
    "too many seats": (
        "scenarios:\n  - name: Crowd\n    table: «[{}, {}, {}, {}]»\n    phase: day\n    expect: [{over: false}]\n",
        [("M011", "this game is for 2 to 3 players, not 4", None)],
    ),
    "an owner of what belongs to nobody by itself": (
        TABLE.replace("[ivy]", "[{card: ivy, owner: «2»}]") + "    expect: [{over: false}]\n",
        [("S003", "a Plant belongs to nobody by itself, so it has no `owner`", None)],
    ),
    "face down where nobody can look anyway": (
        TABLE + "    bag: [{card: crocus, face_down: «true»}]\n    expect: [{over: false}]\n",
        [("S003", "only what lies in an open zone can lie face down there", "leave this out")],
    ),
    "a component that lies otherwise": (
        TABLE.replace("[ivy]", "[{card: ivy, face_down: true}]")
        + "    play: []\n    expect:\n      - {shared: stall, is: [{card: ivy, face_down: «false»}]}\n",
        [("S002", "ivy in the stall lies face down", None)],
    ),
    "a choice that is not legal, with what is": (
        TABLE + "    play: [{seat: 1, choose: «sow clover»}]\n    expect: [{over: false}]\n",
        [
            (
                "S001",
                "seat 1 cannot choose `sow clover` here: there is no `clover` in `your hand`",
                "legal: sow tulip, sow daisy, pick ivy, use rake on small, use rake on tall, sell a card, rest",
            )
        ],
    ),
    "a choice for a seat that is not asked": (
        TABLE + "    play: [{seat: «2», choose: rest}]\n    expect: [{over: false}]\n",
        [("S004", 'seat 1 is asked here ("Your turn"), not seat 2', None)],
    ),
    "a choice after the end": (
        TABLE.replace("phase: day", "phase: winter\n    round: 12")
        + "    play: [{seat: 1, choose: «rest»}]\n    expect: [{over: true}]\n",
        [("S001", "`rest` comes too late: the game is over", None)],
    ),
    "options that can never be": (
        TABLE
        + "    expect:\n      - seat: 1\n"
        + "        options: {include: [«sow dasy»], exclude: [«fly», «use rake on wide», «pay 1 gem»]}\n",
        [
            ("S005", "no option can ever be called `sow dasy`: `dasy` is no Plant", 'did you mean "daisy"?'),
            (
                "S005",
                "no option can ever be called `fly`: no action or choice reads like that",
                "actions begin with: sow, pick, bloom, use, sell, water, rest",
            ),
            (
                "S005",
                "no option can ever be called `use rake on wide`: `wide` is no word of size",
                "it can be: small, tall",
            ),
            ("S005", "no option can ever be called `pay 1 gem`: no action or choice reads like that", None),
        ],
    ),
    "amounts, fields and zones that are otherwise": (
        TABLE
        + "    expect:\n      - {seat: 1, goods: {coin: «2»}, seed: «0»}\n"
        + "      - {seat: 1, bed: [{card: lily, bloomed: «false», dew: «2»}]}\n"
        + "      - {seat: 2, resting: «true», hand: «[daisy]», bed: «[ivy]»}\n      - {shared: stall, is: «[]»}\n",
        [
            ("S002", "seat 1 has 1 coin, not 2", None),
            ("S002", "seat 1 has 1 seed, not 0", None),
            ("S002", "`bloomed` of lily in the bed of seat 1 is true, not false", None),
            ("S002", "lily in the bed of seat 1 holds 1 dew, not 2", None),
            ("S002", "`resting` of seat 2 is false, not true", None),
            ("S002", "the hand of seat 2 holds clover, not daisy", None),
            ("S002", "the bed of seat 2 holds nothing, not ivy", None),
            ("S002", "the stall holds ivy, not nothing", None),
        ],
    ),
    "options, winners, phase and end that are otherwise": (
        TABLE
        + "    expect:\n      - {over: «true»}\n      - {winners: «[1]»}\n      - {phase: «spring»}\n"
        + "      - {seat: 2, options: «{include: [rest]}», decision: «Your turn»}\n"
        + "      - {seat: 1, options: {include: [«bloom lily»], exclude: [«rest»]}, decision: «Choose»}\n",
        [
            ("S002", "the game is not over", None),
            ("S002", "the game is not over, so nobody has won", None),
            ("S002", "the phase is day, not spring", None),
            ("S002", "it is seat 1 that is asked now (Your turn), not seat 2", None),
            ("S002", "it is seat 1 that is asked now (Your turn), not seat 2", None),
            (
                "S002",
                "`bloom lily` is no option of seat 1: `lily` does not meet `not bloomed`",
                "legal: sow tulip, sow daisy, pick ivy, use rake on small, use rake on tall, sell a card, rest",
            ),
            ("S002", "`rest` is an option of seat 1", None),
            ("S002", 'seat 1 is asked "Your turn", not "Choose"', None),
        ],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_scenario_is_told_at_its_place(name: str, garden: Ruleset, tmp_path: Path) -> None:
    text, expected = WRONG[name]
    clean, spans = marked(text)
    check(run(read(tmp_path, clean), garden), spans, expected)


# ---- files, packs and options
def test_a_file_that_is_no_file_of_scenarios_is_refused_at_once(tmp_path: Path) -> None:
    text = "scenarios:\n  - name: No end\n    tabel: []\n"
    (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DiagnosticError) as caught:
        read_scenarios(tmp_path / "s.yaml", "s.yaml")
    assert {d.code for d in caught.value.diagnostics} <= {"K001", "K002", "K003", "K008"}
    assert caught.value.texts["s.yaml"] == text


HEAD = "scenarios:\n  - name: Rules\n"
TAIL = "    table: [{}, {}]\n    phase: action\n    expect: [{over: false}]\n"
RULES = {
    "a pack that there is not": ("    packs: [base, «conections»]\n", "M005", "there is no pack `conections`"),
    "a path without a pack": ("    packs: [«./nowhere»]\n", "M005", None),
    "an option that there is not": (
        "    packs: [base]\n    options: {«victory_point»: 5}\n",
        "M006",
        "there is no option `victory_point`",
    ),
    "a value that an option cannot have": (
        "    packs: [base]\n    options: {trading: «2»}\n",
        "M009",
        "the option `trading` takes true or false",
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_packs_and_options_that_there_are_not(name: str, tmp_path: Path) -> None:
    lines, code, message = RULES[name]
    clean, spans = marked(HEAD + lines + TAIL)
    (found,) = run(read(tmp_path, clean)).diagnostics
    assert found.code == code
    assert message is None or found.message == message
    assert found.span == Span("s.yaml", *spans[0])


def test_an_effect_that_fails_is_told_where_it_was_chosen(tmp_path: Path) -> None:
    pack = tmp_path / "loop"
    pack.mkdir()
    head = "id: loop\nname: Loop\nversion: 1.0.0\nlanguage: 1\nprovenance: fixture\nlicence: MIT\n"
    (pack / "pack.yaml").write_text(head, encoding="utf-8")
    rules = (
        "vocabulary:\n  goods: {coin: {}}\n  player: {done: flag}\n  seats: {min: 1, max: 1}\n"
        "phases:\n  day: {turns: players, until: done}\n"
        "actions:\n  spin: {title: spin, do: 'repeat 1000000 { 1 coin }'}\n"
        "  rest: {title: rest, do: set your done to true}\n"
    )
    (pack / "rules.yaml").write_text(rules, encoding="utf-8")
    folder = pack / "scenarios"
    folder.mkdir()
    text, spans = marked(
        "scenarios:\n  - name: Spin\n    table: [{}]\n    phase: day\n"
        "    play: [{seat: 1, choose: «spin»}]\n    expect: [{over: false}]\n"
    )
    (found,) = run(read(folder, text)).diagnostics
    assert found.code == "G001"
    assert found.message.startswith("`spin` fails: ")
    assert "rules.yaml:" in found.message
    assert found.span == Span("s.yaml", *spans[0])
