"""Scenarios that are right: what a table can say, which choices are understood, and how results are shown."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from dsl.diagnostics import DiagnosticError
from engine import load
from engine.ruleset import Ruleset
from engine.scenario.junit import junit_xml
from engine.scenario.run import Result, Shelf, read_scenarios, run, scenario_files
from tests.found_scenarios import ROOT

GARDEN = ROOT / "tests" / "packs" / "garden"
PEGS = {
    "pack.yaml": "id: pegs\nname: Pegs\nversion: 1.0.0\nlanguage: 1\nprovenance: fixture\nlicence: MIT\n",
    "rules.yaml": """\
vocabulary:
  kinds:
    spot: {name: Spot, plural: Spots, start: field, state: {wet: flag}}
    peg: {name: Peg, plural: Pegs, start: box, state: {bent: flag}}
  zones: {field: {}, box: {each: player}}
  player: {out: flag}
  table: {first_seat: player}
  seats: {min: 2, max: 2}
cards:
  spot: [{id: north, name: North}, {id: south, name: South}]
  peg: [{id: peg, name: Peg, copies: 2}]
phases:
  day: {turns: clockwise(first_seat), until: out}
actions:
  plant:
    title: place {p} on {s}
    with: {p: peg in your box, s: spot in field where count(peg on s) < 2}
    do: move p to s
  leave: {title: leave, do: set your out to true}
""",
}


@pytest.fixture(scope="module")
def garden() -> Ruleset:
    return load([str(GARDEN)])


def played(folder: Path, text: str, rules: Ruleset | None = None) -> list[Result]:
    file = folder / "s.yaml"
    file.write_text(text, encoding="utf-8")
    shelf = Shelf()
    return [run(scenario, rules, shelf=shelf) for scenario in read_scenarios(file)]


def passes(folder: Path, text: str, rules: Ruleset | None = None) -> Result:
    (result,) = played(folder, "scenarios:\n  - name: It\n" + text, rules)
    assert result.passed, result.report()
    return result


def test_components_stand_on_others_and_belong_to_seats(tmp_path: Path) -> None:
    pack = tmp_path / "pegs"
    (pack / "scenarios").mkdir(parents=True)
    for name, text in PEGS.items():
        (pack / name).write_text(text, encoding="utf-8")
    text = """\
    table: [{box: [peg]}, {}]
    field: [{card: north, wet: true, above: [{card: peg, owner: 2, bent: true}]}, south]
    first_seat: 2
    phase: day
    play:
      - {seat: 2, choose: place peg on north}
      - {seat: 1, choose: place peg on south}
    expect:
      - {shared: field, is: [{card: south, wet: false, above: [{card: peg, owner: 1}]},
                             {card: north, above: [{card: peg, bent: false}, {card: peg, owner: 2, bent: true}]}]}
      - {seat: 1, box: [peg]}
      - {seat: 2, box: [], options: {include: [leave], exclude: [place peg on south, place peg on north]}}
"""
    passes(pack / "scenarios", text)


def test_a_table_may_hold_more_than_was_printed(garden: Ruleset, tmp_path: Path) -> None:
    text = """\
    table: [{hand: [ivy, ivy, ivy]}, {hand: [ivy]}]
    phase: day
    expect: [{seat: 1, hand: [ivy, ivy, ivy]}, {seat: 2, hand: [ivy]}]
"""
    passes(tmp_path, text, garden)


def test_the_first_of_a_pile_lies_on_top_and_the_rest_below(garden: Ruleset, tmp_path: Path) -> None:
    text = """\
    table: [{}, {}]
    phase: spring
    bag: [ivy, lily, hazel, mint]
    play: [{seat: 1, choose: 1 seed}, {seat: 2, choose: 1 bulb}]
    expect: [{shared: stall, is: [ivy, lily, hazel]}, {phase: day}]
"""
    passes(tmp_path, text, garden)


def test_what_is_not_listed_stays_where_it_begins(garden: Ruleset, tmp_path: Path) -> None:
    (result,) = played(
        tmp_path,
        "scenarios:\n  - {name: It, table: [{hand: [ivy]}, {}], bag: [lily], phase: day,"
        " expect: [{shared: bag, is: []}, {seat: 1, shed: [rake]}, {seat: 2, shed: [rake]}]}\n",
        garden,
    )
    (found,) = result.diagnostics  # only the bag is not empty
    printed = sum(c.copies for c in garden.cards if c.kind == "plant")
    assert found.message.count(",") == printed - 1  # `holds a, b, ..., not nothing`: all but the ivy


def test_a_whole_id_is_never_the_beginning_of_another(tmp_path: Path) -> None:
    text = """\
    packs: [base]
    table:
      - {hand: [docks], goods: {red: 2}}
      - {state: [docks]}
    phase: action
    expect: [{seat: 1, options: {include: [raze docks from hand, raze], exclude: [raze docks, raze docks of seat 2]}}]
"""
    passes(tmp_path, text)


def test_the_first_payment_is_taken_unless_the_next_choice_pays(garden: Ruleset, tmp_path: Path) -> None:
    text = """\
    table: [{hand: [daisy, daisy], goods: {seed: 1, graft: 1}}, {resting: true}]
    phase: day
    play: [{seat: 1, choose: sow daisy}, STEPS]
    expect: [{seat: 1, goods: {seed: SEED, graft: GRAFT}}]
"""
    first = text.replace(", STEPS", "").replace("SEED", "0").replace("GRAFT", "1")
    other = text.replace("STEPS", "{seat: 1, choose: pay 1 graft}").replace("SEED", "1").replace("GRAFT", "0")
    passes(tmp_path, first, garden)
    passes(tmp_path, other, garden)


def test_the_set_up_runs_with_the_listed_pile_on_top(garden: Ruleset, tmp_path: Path) -> None:
    text = """\
    packs: [PACK]
    options: {shuffled: false, garden.first_cards: 2}
    table: [{}, {}]
    phase: setup
    bag: [ivy, lily, hazel, mint]
    expect: [{seat: 1, hand: [ivy, lily]}, {seat: 2, hand: [hazel, mint]}, {phase: spring}]
"""
    passes(tmp_path, text.replace("PACK", str(GARDEN)))


def test_seats_without_a_board_get_the_first_that_nobody_has(tmp_path: Path) -> None:
    text = """\
    packs: [base]
    table: [{}, {faction: new_york}, {}]
    phase: action
    expect: [{seat: 1, faction: appalachian}, {seat: 2, faction: new_york}, {seat: 3, faction: mutants}]
"""
    passes(tmp_path, text)


def test_a_result_tells_what_happened(garden: Ruleset, tmp_path: Path) -> None:
    text = "    table: [{}, {}]\n    phase: day\n    play: [{seat: 1, choose: rest}]\n    expect: [{over: false}]\n"
    result = passes(tmp_path, text, garden)
    assert [e.text for e in result.log] == ["Round 1, day", "Seat 1: rest", "Seat 1: resting"]
    assert result.seconds > 0
    assert result.report() == ""


def test_rules_of_the_same_packs_and_options_are_loaded_once() -> None:
    files = scenario_files(ROOT / "content" / "base")
    rules = {id(load(s.packs(), s.data.get("options"))) for file in files for s in read_scenarios(file)}
    assert len(rules) == len({str(s.data.get("options")) for file in files for s in read_scenarios(file)})


# ---- files
def test_scenarios_are_found_in_packs_folders_and_files(tmp_path: Path) -> None:
    base = ROOT / "content" / "base"
    in_pack = scenario_files(base)
    assert base / "scenarios" / "setup.yaml" in in_pack
    assert scenario_files(base / "scenarios") == in_pack
    assert scenario_files(in_pack[0]) == [in_pack[0]]
    assert set(in_pack) < set(scenario_files(ROOT / "content"))
    assert scenario_files(tmp_path) == []
    with pytest.raises(DiagnosticError, match="there is no file or folder"):
        scenario_files(tmp_path / "nowhere")


def test_a_scenario_knows_its_pack_and_what_it_proves() -> None:
    (scenario,) = read_scenarios(ROOT / "tests" / "packs" / "setone" / "scenarios" / "setone.yaml")
    assert scenario.folder == ROOT / "tests" / "packs" / "setone"
    assert scenario.proves == ("SET-2",)
    assert [Path(p).name for p in scenario.packs() or []] == ["setone"]


# ---- JUnit
def test_results_as_junit(garden: Ruleset, tmp_path: Path) -> None:
    text = """\
scenarios:
  - {name: Good & short, table: [{}, {}], phase: day, expect: [{over: false}]}
  - {name: Bad, table: [{}, {}], phase: day, expect: [{over: true}]}
"""
    root = ElementTree.fromstring(junit_xml(played(tmp_path, text, garden)))
    (suite,) = root
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    good, bad = suite
    assert (good.get("name"), good.get("line"), len(good)) == ("Good & short", "2", 0)
    assert float(good.get("time") or -1) >= 0
    (failure,) = bad
    assert (failure.get("type"), failure.get("message")) == ("S002", "the game is not over")
    assert "^^^^" in (failure.text or "")


def test_junit_replaces_what_xml_cannot_hold(garden: Ruleset, tmp_path: Path) -> None:
    text = 'scenarios:\n  - {name: "A \\uFFFE b", table: [{}, {}], phase: day, expect: [{over: false}]}\n'
    (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DiagnosticError):  # such characters are refused when a file is read
        read_scenarios(tmp_path / "s.yaml")
    assert junit_xml([]).startswith('<?xml version="1.0" encoding="utf-8"?>\n<testsuites tests="0"')
