"""Moments of games as scenarios: whatever is asked, `state51 test` finds it asked again."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from engine import Game, load
from engine.bots import choose_random
from engine.ruleset import Ruleset
from engine.scenario.moment import scenario_of
from engine.scenario.run import Scenario, begin, read_scenarios, run
from engine.scenario.trial import written
from tests.small_packs import GARDEN, with_garden, write_pack, write_plot
from tests.test_cli import state51


def boards(rules: Ruleset, seats: int) -> list[str | None]:
    """Boards for so many seats, with those that play by themselves at the end."""
    own = [b.unique_id for b in rules.own_boards()][: rules.automata[0]]
    return [*[b.unique_id for b in rules.boards()][: seats - len(own)], *own] or [None] * seats


def as_scenario(data: dict[str, Any], folder: Path) -> Scenario:
    """A scenario read from a file."""
    (folder / "moment.yaml").write_text(written([data]))
    (scenario,) = read_scenarios(folder / "moment.yaml")
    return scenario


@pytest.mark.parametrize("packs", ["base", "base,connections,newera", "base,solo", "nomansland", str(GARDEN)])
def test_every_moment_of_a_game_can_be_written_and_passes(packs: str, tmp_path: Path) -> None:
    rules, chance = load(packs.split(",")), random.Random(9)
    game = Game.new(rules, boards(rules, 2), 7)
    kinds = set[str]()
    while (decision := game.decision) is not None:
        if decision.kind not in kinds or chance.random() < 0.04 or game.state.clock < 3:
            kinds.add(decision.kind)
            found = scenario_of(game, "A moment", {"packs": packs.split(",")})
            assert found is not None, (game.state.clock, decision.prompt)
            result = run(as_scenario(found, tmp_path))
            assert result.passed, result.report()
            if decision.kind != "pay":  # which a scenario answers by itself
                assert found["expect"][0]["options"]["include"] == decision.ids
        game.choose(choose_random(game, chance))
    over = scenario_of(game, "The end", {})
    assert over is not None
    assert over["expect"] == [{"over": True}]


def test_it_fails_when_something_else_is_offered(tmp_path: Path) -> None:
    """Given a scenario of a moment, with an option added that is not offered it does not pass."""
    rules = load([GARDEN])
    game = Game.new(rules, [None, None], 3)
    found = scenario_of(game, "A moment", {})
    assert found is not None
    found["expect"][0]["options"]["include"].append("compost everything")
    assert not run(as_scenario(found, tmp_path), rules).passed


def test_chance_goes_on_as_in_the_game(tmp_path: Path) -> None:
    """Given a moment of the set-up, what is dealt after it in the scenario is what was dealt in the game."""
    rules = load(["base"])
    game = Game.new(rules, boards(rules, 2), 21)
    found = scenario_of(game, "A moment", {})
    assert found is not None
    assert "seed" in found
    again = begin(as_scenario(found, tmp_path), rules)
    for _ in range(12):
        decision, other = game.decision, again.decision
        assert decision is not None
        assert other is not None
        assert decision.ids == other.ids
        assert game.view(0) == again.view(0)
        game.choose(decision.options[-1])
        again.choose(other.options[-1])


def test_in_the_middle_of_an_effect(tmp_path: Path) -> None:
    """Given an effect that asks twice, the moment between is reached by the choices made since the phase began."""
    rules = """
    actions:
      sort:
        title: sort things
        do: |
          choose one { "two" { 2 coin } "three" { 3 coin } }
          choose one { "four" { 4 coin } "five" { 5 coin } }
    """
    plot = write_plot(tmp_path, rules)
    game = Game.new(load([GARDEN, plot], cache=False), [None, None], 1)
    while (decision := game.decision) is not None and "sort things" not in decision.ids:
        game.choose(decision.options[0])
    game.choose("sort things")
    game.choose("three")
    found = scenario_of(game, "Between", {})
    assert found is not None
    assert [step["choose"] for step in found["play"][-2:]] == ["sort things", "three"]


class TestAtAPrompt:
    def test_it_is_written_and_passes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        said = "1\n1\nscenario It's \"odd\": #1\n1\nscenario It's odd 1\nscenario\nquit\n"
        text = state51("play", "--seed", "4", "--set", "victory_points=30", input=said)
        assert "it_s_odd_1.yaml written. To run it: state51 test it_s_odd_1.yaml" in text
        assert "it_s_odd_1_2.yaml written" in text, "no file is replaced"
        assert "Say what it shows" in text
        assert "2 passed, 0 failed" in state51("test", "it_s_odd_1.yaml", "it_s_odd_1_2.yaml")
        assert "victory_points: 30" in Path("it_s_odd_1.yaml").read_text()

    def test_with_packs_of_ones_own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "garden").symlink_to(GARDEN)
        write_pack(tmp_path, "mine", 'requires: {garden: ">=1.0,<2"}')
        state51("play", "--packs", "./mine", "--seed", "4", input="1\nscenario A bed\nquit\n")
        assert "1 passed" in state51("test", "a_bed.yaml")

    def test_where_nothing_can_be_written(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

        def fails(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("cli.terminal.to_test.write_whole", fails)
        assert "cannot be written: no space left" in state51("play", "--seed", "4", input="scenario A bed\nquit\n")
        assert list(tmp_path.iterdir()) == []


def test_what_lies_face_down_is_written_so(tmp_path: Path) -> None:
    """Given a plant that lies face down, a later moment is a scenario whose table has it lie so, and which passes."""
    folder = write_plot(
        tmp_path, "actions: {bury: {title: bury a plant, do: move top 1 of bag to your bed face down}}\n"
    )
    rules = with_garden(folder)
    game = Game.new(rules, [None, None], 3)
    written_so = 0
    for _ in range(40):
        assert game.decision is not None
        game.choose("bury a plant" if "bury a plant" in game.decision.ids else game.decision.options[0])
        found = scenario_of(game, "A plant lies face down", {})
        assert found is not None
        if "'face_down': True" in str(found["table"]):
            assert run(as_scenario(found, tmp_path), rules).passed
            written_so += 1
    assert game.state.veiled
    assert written_so
