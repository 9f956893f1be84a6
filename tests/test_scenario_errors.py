"""What a scenario that is wrong gets: a diagnostic of the right code, in plain words, at the exact place."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import DiagnosticError, Span, render
from engine import load
from engine.ruleset import Ruleset
from engine.scenario import Result, Scenario, read_scenarios, run
from tests.found_scenarios import ROOT

TABLE = """\
scenarios:
  - name: A day in the garden
    table:
      - {hand: [daisy, tulip], bed: [{card: lily, bloomed: true, dew: 1}], goods: {seed: 1, graft: 1, coin: 1}}
      - {hand: [clover], resting: false}
    stall: [ivy]
    phase: day
"""


def marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its « » marks, and the places they stood around, in order."""
    spans: list[tuple[int, int]] = []
    clean = ""
    for ch in text:
        if ch == "«":
            spans.append((len(clean), -1))
        elif ch == "»":
            spans[-1] = (spans[-1][0], len(clean))
        else:
            clean += ch
    return clean, spans


def read(folder: Path, text: str) -> Scenario:
    file = folder / "s.yaml"
    file.write_text(text, encoding="utf-8")
    (found,) = read_scenarios(file, "s.yaml")
    return found


@pytest.fixture(scope="module")
def garden() -> Ruleset:
    return load([str(ROOT / "tests" / "packs" / "garden")])


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return load(["base", "connections"])


def check(result: Result, spans: list[tuple[int, int]], expected: list[tuple[str, str, str | None]]) -> None:
    """The diagnostics have these codes, messages and hints (None: any), at these places."""
    assert not result.passed
    assert [(d.code, d.message) for d in result.diagnostics] == [(code, message) for code, message, _ in expected]
    assert [d.span for d in result.diagnostics] == [Span("s.yaml", *span) for span in spans]
    for d, (_, _, hint) in zip(result.diagnostics, expected, strict=True):
        assert hint is None or d.hint == hint
        assert "^" in render(d, result.texts)


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


# ---- why a choice is not legal
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
        "`church` does not meet `exposed(l)` (`exposed` is: not l.ruined and not l.owner.passed)"
    ),
    "construct clay_pit": "it needs 2 grey (`c.distance grey`), but seat 1 has 1 universal",
    "trade for worker": "`worker` cannot stand in `trade for {g}`; it can be: brick, card, fuel, gun, iron",
    "play thugs": "there is no `thugs` in `your hand`, but in the face_up",
    "take punks": "there is no `punks` in `face_up`, but in the hand of seat 1",
    "pick docks": 'seat 1 is asked "Your turn", and this is no answer to it',
    "faction": "it can mean faction grey, faction red",
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
