"""Wild goods that pay only for some components: which costs they pay, alone and among others, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.scenario.run import read_scenarios, run
from tests.small_packs import GARDEN, complaint, pointed_at, with_garden, write_plot

RULES = """
    vocabulary:
      goods:
        mulch: {wild: sprout, pays_for: is_tall}
    functions:
      is_tall(plant b): b.size = tall
    cards:
      plant:
        - {id: spire, name: Spire, height: 3, size: tall, colours: [pink], bloom: 2 seed -> 5 coin}
        - {id: moss, name: Moss, height: 2, size: small, colours: [pink], bloom: 1 seed -> 5 coin}
        - {id: vine, name: Vine, height: 1, size: tall, colours: [pink], bloom: '-> may "Buy" { spend 1 seed; 7 coin }'}
"""
SCENARIO = """
scenarios:
  - name: it is as told
    table: [{{{seat}}}, {{}}]
    phase: day
    play: [{play}]
    expect: [{{seat: 1, {expect}}}]
"""


def holds(tmp_path: Path, seat: str, expect: str, *play: str) -> None:
    """Fails unless, given what seat 1 has, what it chose leads to what is expected."""
    plot = write_plot(tmp_path, RULES)
    (plot / "scenarios").mkdir()
    steps = ", ".join(f"{{seat: 1, choose: '{choice}'}}" for choice in play)
    (plot / "scenarios" / "one.yaml").write_text(SCENARIO.format(seat=seat, play=steps, expect=expect))
    (scenario,) = read_scenarios(plot / "scenarios" / "one.yaml")
    result = run(scenario, with_garden(plot))
    assert result.passed, result.report()


@pytest.mark.parametrize(
    ("seat", "expect", "play"),
    [
        pytest.param("hand: [spire], goods: {mulch: 3}", "goods: {mulch: 0}, bed: [spire]", ["sow spire"], id="alone"),
        pytest.param(
            "hand: [spire], goods: {mulch: 2, bulb: 1}", "goods: {mulch: 0, bulb: 0}", ["sow spire"], id="with others"
        ),
        pytest.param(
            "hand: [spire], goods: {mulch: 1, seed: 3}", "goods: {mulch: 0, seed: 1}",
            ["sow spire", "pay 2 seed, 1 mulch"], id="the payer chooses",
        ),
        pytest.param("bed: [spire], goods: {mulch: 2}", "goods: {mulch: 0, coin: 5}", ["bloom spire"], id="ability"),
    ],
)  # fmt: skip
def test_it_pays_for_what_the_function_is_true_of(tmp_path: Path, seat: str, expect: str, play: list[str]) -> None:
    holds(tmp_path, seat, expect, *play)


@pytest.mark.parametrize(
    ("seat", "choice"),
    [
        pytest.param("hand: [moss], goods: {mulch: 9}", "sow moss", id="an action about another"),
        pytest.param("hand: [moss], goods: {mulch: 9, seed: 1}", "sow moss", id="not even in part"),
        pytest.param("bed: [moss], goods: {mulch: 9}", "bloom moss", id="the ability of another"),
        pytest.param("hand: [spire], goods: {mulch: 2}", "sow spire", id="too few"),
    ],
)
def test_it_pays_for_nothing_else(tmp_path: Path, seat: str, choice: str) -> None:
    holds(tmp_path, seat, f"options: {{include: [rest], exclude: [{choice}]}}")


def test_what_is_spent_in_an_effect_is_about_nothing(tmp_path: Path) -> None:
    holds(tmp_path, "bed: [vine], goods: {mulch: 9}", "goods: {mulch: 9, coin: 0}", "bloom vine")


@pytest.mark.parametrize(
    ("good", "code", "at"),
    [
        ("{wild: sprout, pays_for: is_tail}", "N007", "is_tail"),
        ("{wild: sprout, pays_for: compost_one}", "N007", "compost_one"),
        ("{wild: sprout, pays_for: price}", "T001", "price"),
        ("{pays_for: is_tall}", "K002", "pays_for"),
    ],
)
def test_what_names_no_condition_on_a_component_is_told(good: str, code: str, at: str, tmp_path: Path) -> None:
    rules = RULES.replace("{wild: sprout, pays_for: is_tall}", good)
    said = complaint(GARDEN, write_plot(tmp_path, rules))
    assert said.code == code and pointed_at(said) == at
