"""Content and saved games that are odd, but must not bring the program down: found by fuzzing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.diagnostics import DiagnosticError
from engine import Game, load
from engine.ruleset import Ruleset
from engine.scenario.run import read_scenarios, run
from tests.small_packs import complaint, complaints, write_pack

BASE = Path(__file__).parents[1] / "content" / "base"
CARD = "id: odd, name: Odd, copies: 1, category: action, distance: 1, types: [iron]"


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load(["base"])


def odd_pack(parent: Path, **files: str) -> Path:
    return write_pack(parent, "odd", 'requires: {base: ">=1.0,<2"}', **files)


@pytest.mark.parametrize(
    "card",
    [
        f"location: [{{{CARD}, spoils: [1 iron], deal: 1 iron}}]",
        f"location: [{{{CARD}, spoils: 1 iron, deal: {{iron: 1}}}}]",
        f"location: [{{{CARD}, spoils: 1 iron, deal: 1 iron, abilities: 1 vp}}]",
        "faction: [{id: odd, name: Odd, production: 1 iron, actions: 1 iron -> 1 vp}]",
        "faction: [{id: odd, name: Odd, production: 1 iron, actions: [1 iron -> 1 vp]}]",
    ],
)
def test_a_field_of_another_shape_is_told_at_its_place(card: str, tmp_path: Path) -> None:
    found = complaints(BASE, odd_pack(tmp_path, cards=f"cards: {{{card}}}\n"))
    assert "K003" in {d.code for d in found}
    assert all(d.span is not None for d in found)


def test_a_key_with_a_slip_in_it_is_not_missing_as_well(tmp_path: Path) -> None:
    found = complaint(
        BASE, odd_pack(tmp_path, cards=f"cards: {{location: [{{{CARD}, spoils: 1 iron, deel: 1 iron}}]}}\n")
    )
    assert (found.code, found.fix) == ("K001", "deal")


def test_a_kind_that_may_not_be_called_so_is_told_once(tmp_path: Path) -> None:
    kind = "{name: Odd, start: deck, back: side, fields: {side: number}}"
    found = complaints(BASE, odd_pack(tmp_path, vocabulary=f"vocabulary: {{kinds: {{is: {kind}}}}}\n"))
    assert [d.code for d in found] == ["N012"]


@pytest.mark.parametrize(
    ("action", "goods", "storage"),
    [
        # there are more than 400 ways, and the first of them leave no fuel for the last part of the cost
        ("10 basic, 6 basic|worker, 2 fuel -> 1 vp", "{fuel: 2, gun: 20, iron: 20, brick: 20, worker: 20}", "1 basic"),
        ("40 basic|worker -> 1 vp", "{fuel: 40, gun: 40, iron: 40, brick: 40, ammo: 40, worker: 40}", "1 basic"),
        ("1 fuel -> 1 vp", "{fuel: 9}", "999999999 basic"),
    ],
)
def test_great_amounts_can_be_paid_and_stored(action: str, goods: str, storage: str, tmp_path: Path) -> None:
    rest = f'spoils: 1 iron, deal: 1 iron, storage: {storage}, action: "{action}"'
    odd_pack(tmp_path, cards=f"cards: {{location: [{{{CARD}, {rest}}}]}}\n")
    file = tmp_path / "odd" / "scenarios" / "great.yaml"
    file.parent.mkdir()
    seats = f"[{{faction: new_york, state: [odd], goods: {goods}}}, {{faction: mutants, passed: true}}]"
    play = "[{seat: 1, choose: use odd}, {seat: 1, choose: pass}]"
    file.write_text(
        f"scenarios:\n  - name: great\n    table: {seats}\n    phase: action\n    play: {play}\n"
        "    expect: [{seat: 1, vp: 1}]\n",
        encoding="utf-8",
    )
    [result] = [run(scenario) for scenario in read_scenarios(file)]
    assert result.passed, result.report()


def test_an_expected_zone_that_is_no_list_is_told_at_its_place(tmp_path: Path) -> None:
    file = tmp_path / "zone.yaml"
    table = "[{faction: new_york}, {faction: mutants}]"
    file.write_text(
        f"scenarios:\n  - name: odd\n    packs: [base]\n    table: {table}\n    phase: action\n    play: []\n"
        "    expect: [{seat: 1, hand: 3}]\n",
        encoding="utf-8",
    )
    [result] = [run(scenario) for scenario in read_scenarios(file)]
    assert [d.code for d in result.diagnostics] == ["K003"]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("moves", 0), 9),
        (("moves",), []),
        (("origin", "seed"), 8),
        (("options", "victory_points"), 3),
        (("start", "goods", 0, 0), 7),
        (("state", "seats"), 10**30),
    ],
)
def test_no_part_of_a_saved_game_is_edited_unnoticed(
    place: tuple[str | int, ...], value: object, rules: Ruleset
) -> None:
    game = Game.new(rules, ["new_york", "mutants"], 7)
    for _ in range(6):
        assert game.decision is not None
        game.choose(game.decision.options[0])
    data = json.loads(game.to_json())
    at = data
    for step in place[:-1]:
        at = at[step]
    assert at[place[-1]] != value
    at[place[-1]] = value
    with pytest.raises(DiagnosticError) as raised:
        Game.from_json(rules, json.dumps(data))
    assert [d.code for d in raised.value.diagnostics] == ["R002"]


def test_a_misshapen_card_hides_nothing_that_is_wrong_with_others(tmp_path: Path) -> None:
    """Given one card with text for a number and another with an unknown good, both are told."""
    card = "category: action, distance: 1, types: [iron], deal: 1 iron"
    write_pack(
        tmp_path,
        "two",
        'requires: {base: ">=1.0,<2"}',
        cards=f"""\
        cards:
          location:
            - {{id: aa, name: Aa, copies: many, {card}, spoils: 1 iron}}
            - {{id: bb, name: Bb, {card}, spoils: 1 brik}}
        """,
    )
    with pytest.raises(DiagnosticError) as raised:
        load([str(tmp_path / "two")])
    assert sorted(d.code for d in raised.value.diagnostics) == ["K003", "N002"]
