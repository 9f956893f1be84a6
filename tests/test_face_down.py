"""What comes into an open zone face down is seen by its owner alone, until it leaves the zone or is revealed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Game, load
from engine.ruleset import Ruleset
from tests.small_packs import cards, complaint, new_game, pointed_at, to_the_day, with_garden, write_plot

RULES = """
    actions:
      bury:
        title: bury a plant
        do: move top 1 of bag to your bed face down
      dig:
        title: dig up {b}
        with: {b: plant in opponents.bed}
        do: move b to compost
      unearth:
        title: unearth {b}
        with: {b: plant in your bed}
        do: reveal b
      bloomed:
        title: mark {b}
        with: {b: plant in your bed}
        do: set b.bloomed to true
"""


@pytest.fixture
def rules(tmp_path: Path) -> Ruleset:
    return with_garden(write_plot(tmp_path, RULES))


def buried(rules: Ruleset) -> Game:
    """A game in which the player to act first has buried a plant, and the other is to act."""
    return act(to_the_day(new_game(rules)), "bury a plant")


def act(game: Game, start: str) -> Game:
    """Takes the first action that begins so, and ends the turn."""
    assert game.decision is not None
    game.choose(next(id for id in game.decision.ids if id.startswith(start)))
    if game.decision is not None and "end turn" in game.decision.ids:
        game.choose("end turn")
    return game


def acting(game: Game) -> int:
    assert game.decision is not None
    return game.decision.seat


def test_only_the_owner_sees_what_lies_face_down(rules: Ruleset) -> None:
    game = buried(rules)
    me = 1 - acting(game)
    seen = {seat: cards(game.view(seat)["players"][me]["zones"]["bed"]) for seat in (0, 1, None)}
    assert seen[me] != ["?"]
    assert seen[1 - me] == seen[None] == ["?"]


def test_its_state_can_be_seen_by_all(rules: Ruleset) -> None:
    game = buried(rules)
    me = 1 - acting(game)
    act(game, "rest")
    act(game, "mark")
    assert game.view(1 - me)["players"][me]["zones"]["bed"] == [{"hidden": True, "bloomed": True}]


def test_the_log_names_it_to_its_owner_alone(rules: Ruleset) -> None:
    game = buried(rules)
    me = 1 - acting(game)
    (name,) = [rules.by_id[id][0].name for id in cards(game.view(me)["players"][me]["zones"]["bed"])]
    act(game, "rest")
    act(game, "mark")
    told = {e.text: e.audience for e in game.log if e.verb in ("move", "act", "set") and e.seat in (me, -1)}
    assert all(audience == me for text, audience in told.items() if name in text)
    assert any(name in text for text in told)
    assert sum("a face-down card" in text for text in told) >= 3


def test_who_may_not_look_is_offered_it_by_its_back(rules: Ruleset) -> None:
    game = buried(rules)
    assert game.decision is not None
    assert [o.id for o in game.decision.options if o.id.startswith("dig")] == ["dig up face-down"]
    assert [o.label for o in game.decision.options if o.id.startswith("dig")] == ["dig up a face-down card"]


def test_two_of_them_are_two_options_whatever_they_are(rules: Ruleset) -> None:
    game = buried(rules)
    act(game, "rest")
    act(game, "bury a plant")
    me = acting(game)
    saved = game.to_json()
    for seed in range(5):
        sample = Game.from_json(rules, saved).sample(1 - me, random.Random(seed))
        beds = sample.view(me)["players"][me]["zones"]["bed"]
        assert len(beds) == 2
        assert sample.view(1 - me) == game.view(1 - me)


def test_it_lies_open_once_it_has_left_the_zone(rules: Ruleset) -> None:
    game = buried(rules)
    act(game, "dig up face-down")
    (found,) = cards(game.view(None)["zones"]["compost"])
    assert found != "?"
    assert not game.state.veiled


def test_what_is_revealed_lies_face_down_no_more(rules: Ruleset) -> None:
    game = buried(rules)
    me = 1 - acting(game)
    act(game, "rest")
    act(game, "unearth")
    assert cards(game.view(1 - me)["players"][me]["zones"]["bed"]) != ["?"]


def test_a_sample_draws_anew_what_lies_face_down_and_is_saved_with_the_game(rules: Ruleset) -> None:
    game = buried(rules)
    other = acting(game)
    me = 1 - other
    again = Game.from_json(rules, game.to_json())
    assert again.state.fingerprint() == game.state.fingerprint()
    found = set()
    for seed in range(20):
        sample = again.sample(other, random.Random(seed))
        assert sample.view(other) == game.view(other)
        found |= set(cards(sample.view(me)["players"][me]["zones"]["bed"]))
        sample.playout(random.Random(seed))
    assert len(found) > 3


def test_a_sample_knows_which_of_them_have_triggers(rules: Ruleset) -> None:
    """Of each sample, those components are live that have triggers or modifiers and lie where they work."""
    game = buried(rules)
    for seed in range(30):
        s = game.sample(acting(game), random.Random(seed)).state
        wanted = {
            c
            for c, z in enumerate(s.place[:-1])
            if z >= 0 and s.rules.has_live[s.defn[c]] and s.rules.active[z] is not None
        }
        assert set(s.live) == wanted


def test_only_in_a_zone_can_something_lie_face_down(tmp_path: Path) -> None:
    plot = "procedures:\n  hide(plant p): move top 1 of bag to p face down\n"
    found = complaint(Path(__file__).parent / "packs" / "garden", write_plot(tmp_path, plot))
    assert (found.code, pointed_at(found)) == ("T003", "p")


def test_nml_9_gained_ruins_are_seen_by_their_owner_alone() -> None:
    """NML-9: in random games, Ruins that were gained are cards to their owner and backs to the others."""
    rules = load(["base", "nomansland"])
    rng = random.Random(3)
    met = 0
    for seed in range(12):
        game = Game.new(rules, ["new_york", "mutants"], seed)
        while (decision := game.decision) is not None:
            game.choose(rng.choice(decision.options))
            for c in game.state.veiled:
                met += 1
                mine = game.state.rules.zone_owner[game.state.place[c]]
                for seat in (0, 1, None):
                    state = game.view(seat)["players"][mine]["zones"]["state"]
                    backs = [entry for entry in state if "hidden" in entry]
                    assert bool(backs) == (seat != mine)
                    assert all(entry["ruined"] for entry in backs)
    assert met > 20
