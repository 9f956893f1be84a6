"""The packs that come with the program, in every combination that their manifests allow and in those they exclude."""

from __future__ import annotations

import random
import re

import pytest
from click.testing import CliRunner

from cli.main import main
from dsl.codes import CODES
from dsl.diagnostics import DiagnosticError
from engine import Game, load
from engine.bots import choose_random
from engine.lint import clashes
from engine.lint.subject import link
from engine.packs.locate import built_in
from engine.packs.order import default_packs, packs_alone
from tests.combinations import allowed, boards_of, excluded, manifests, sizes
from tests.soundness import check_end, check_replay, check_sound, check_ways_on

ALLOWED = allowed()
PLAYED = [(packs, seats) for packs in ALLOWED for seats in sizes(load(packs))]
named = "+".join


def test_each_pack_is_in_some_combination_and_what_is_played_by_default_is_one() -> None:
    """SET-2: the base set, with at most one of the sets, with or without Connections and the Virtual Player."""
    assert {id for packs in ALLOWED for id in packs} == set(built_in())
    for packs in (default_packs(), [*default_packs(), *packs_alone()]):
        assert set(packs) in [set(found) for found in ALLOWED]
    sets = {id for pair in excluded() for id in pair}
    assert all(len(sets & set(packs)) <= 1 for packs in ALLOWED)
    assert all((pair in excluded()) for a in sets for b in sets if a < b for pair in [(a, b)])


@pytest.mark.parametrize("packs", ALLOWED, ids=named)
def test_an_allowed_combination_lints_clean(packs: tuple[str, ...]) -> None:
    """Given packs loaded together, none undoes what another changes, and no card of one hides another's."""
    folders = built_in()
    found = list(clashes.between(link(packs, [folders[id] for id in packs])))
    assert not [f"{d.code} {d.message}" for d in found if CODES[d.code].severity != "info"]


@pytest.mark.parametrize(("packs", "seats"), PLAYED, ids=lambda value: named(value) if isinstance(value, tuple) else "")
def test_an_allowed_combination_is_played_to_its_end(packs: tuple[str, ...], seats: int) -> None:
    """Given any number of seats, or one player alone, random games end with a winner; goods are conserved, and clones,
    saved games and records agree in mid-effect."""
    rules, rng = load(packs), random.Random(seats)
    for seed, boards in enumerate(boards_of(rules, seats)[::11]):
        game = Game.new(rules, boards, seed)
        while game.decision is not None:
            option = choose_random(game, rng)
            if rng.random() < 0.04:
                check_sound(game.state)
                check_ways_on(game, option)
            game.choose(option)
        check_end(game)
        check_replay(game)


@pytest.mark.parametrize("pair", excluded(), ids=named)
def test_two_sets_are_refused_with_a_caret_that_names_both(pair: tuple[str, str]) -> None:
    """SET-2: a second set is refused."""
    with pytest.raises(DiagnosticError) as caught:
        load(pair)
    (found,) = caught.value.diagnostics
    assert found.code == "M003"
    assert all(f"`{id}`" in found.message for id in pair)
    result = CliRunner().invoke(main, ["play", "--packs", ",".join(pair)])
    assert result.exit_code == 1
    assert re.search(
        r"^content\S*pack\.yaml:\d+:\d+: error\[M003", re.sub(r"\S*/content", "content", result.output), re.M
    )
    assert "^" in result.output


def test_what_a_pack_says_beside_another_is_said_of_one_that_exists() -> None:
    """A file that is only read beside another pack is never read if there is no such pack."""
    there = manifests()
    assert all(other in there for m in there.values() for other in m.get("when", ()))
