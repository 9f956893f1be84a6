"""The expansion in `examples/`: its folder and its archive are one pack, and it plays to the end at every table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Game, load, replay
from tests.test_cli import state51

EXAMPLES = Path(__file__).parent.parent / "examples"
FOLDER, ARCHIVE = EXAMPLES / "hawkers", EXAMPLES / "hawkers-1.0.0.zip"
BOARDS = ["new_york", "mutants", "merchants", "appalachian"]


def played(game: Game, seed: int) -> Game:
    """The game once it is over, played at random."""
    rng = random.Random(seed)
    while (decision := game.decision) is not None:
        game.choose(rng.choice(decision.options))
    return game


def test_the_archive_is_what_is_built_from_the_folder(tmp_path: Path) -> None:
    state51("pack", "build", FOLDER, "--output", tmp_path / "built.zip")
    assert (tmp_path / "built.zip").read_bytes() == ARCHIVE.read_bytes(), (
        "stale: state51 pack build examples/hawkers --output examples/hawkers-1.0.0.zip"
    )
    assert load([FOLDER], cache=False).hash == load([ARCHIVE], cache=False).hash


def test_its_scenarios_pass_in_the_archive_too() -> None:
    assert " passed, 0 failed" in state51("test", ARCHIVE)


def test_lint_has_nothing_to_warn_of() -> None:
    assert "no errors, no warnings" in state51("lint", FOLDER)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("pack", [FOLDER, ARCHIVE], ids=["folder", "archive"])
def test_random_games_come_to_their_end(pack: Path, seats: int) -> None:
    rules = load([pack])
    rummaged = 0
    for seed in range(34):
        game = played(Game.new(rules, BOARDS[:seats], seed), seed)
        assert len(game.standings) == seats
        rummaged += sum(event.text.count("rummage for") for event in game.log)
    assert rummaged, "the new action is taken"
    assert replay(rules, game.record()).standings == game.standings


def test_it_can_be_played_alone() -> None:
    rules = load([FOLDER, "solo"])
    for seed in range(20):
        assert played(Game.new(rules, ["new_york", "virtual_player"], seed), seed).standings


def test_bots_play_it_from_the_command_line() -> None:
    for pack in (FOLDER, ARCHIVE):
        assert "Final standings" in state51(
            "play", "--packs", pack, "--seats", "greedy,random", "--seed", "3", "--quiet"
        )
