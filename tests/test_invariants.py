"""What must hold in every game, whatever the cards say: tried on random games of the packs that come with the program.

Goods are never created from nothing, no amount is ever negative, every component is in exactly one place, every
offered option can be carried out; clones, saved games, replays and silent play agree with the game at every decision.
"""

from __future__ import annotations

import json
import os
import random

import pytest

from engine import Game, load, replay
from engine.ruleset import Ruleset
from tests.soundness import balance, check_sound, told

GAMES = int(os.environ.get("STATE51_GAMES", "40"))


PACKS = [
    ["base"],
    ["base", "connections"],
    ["base", "connections", "newera"],
    ["base", "connections", "nomansland"],
    ["base", "connections", "winter"],
    ["base", "connections", "solo"],
    ["base", "newera", "solo"],
    ["base", "connections", "winter", "solo"],
]


@pytest.fixture(scope="module", params=PACKS, ids="+".join)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return load(request.param)


def new(rules: Ruleset, seats: int, seed: int) -> Game:
    boards = [c.unique_id for c in rules.boards()]
    random.Random(seed).shuffle(boards)
    own = [c.unique_id for c in rules.own_boards()]
    chosen = [*boards[: rules.seats[1] - len(own)], *own] if own else boards[:seats]
    random.Random(seed).shuffle(chosen)
    return Game.new(rules, chosen, seed)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_stay_sound_and_conserve_goods(rules: Ruleset, seats: int) -> None:
    """Every choice of a random game leaves a sound table, and the books balance: what is there came by the log."""
    rng = random.Random(seats)
    for seed in range(GAMES):
        game = new(rules, seats, seed)
        while (decision := game.decision) is not None:
            assert decision.options, "a decision has an option"
            game.choose(rng.choice(decision.options))
            check_sound(game.state)
        assert game.over
        assert told(game.state) == balance(game.state)
        assert sorted(s.rank for s in game.standings)[0] == 1


def test_every_option_has_an_id_of_its_own_that_finds_it(rules: Ruleset) -> None:
    """The ids of a decision are all different, and choosing by id is choosing that option."""
    rng = random.Random(4)
    game = new(rules, 3, 11)
    while (decision := game.decision) is not None:
        assert len(set(decision.ids)) == len(decision.ids)
        assert len(set(decision.labels)) == len(decision.labels)
        option = rng.choice(decision.options)
        for other in decision.options:
            assert game.find(other.id).raw == other.raw
        game.choose(option.id)


def test_every_offered_option_can_be_carried_out(rules: Ruleset) -> None:
    """At the decisions of some games, each option is carried out on a clone."""
    rng = random.Random(5)
    for seed in range(3):
        game = new(rules, 2 + seed, seed)
        while (decision := game.decision) is not None:
            for option in decision.options:
                branch = game.clone()
                branch.choose(option.id)
                check_sound(branch.state)
            game.choose(rng.choice(decision.options))


def test_clone_save_replay_and_silent_play_agree_at_every_decision(rules: Ruleset) -> None:
    """In mid-effect too, four ways to go on lead to the same state."""
    rng = random.Random(6)
    kinds: set[str] = set()
    for seed in range(4):
        game = new(rules, 2 + seed % 3, seed)
        while (decision := game.decision) is not None:
            kinds.add(decision.kind)
            clone, saved = game.clone(), Game.from_json(rules, game.to_json())
            silent = game.clone()
            silent.state.kit = rules.silent
            option = rng.choice(decision.options)
            for other in (game, clone, saved, silent):
                other.choose(option.id)
            prints = {g.state.fingerprint() for g in (game, clone, saved, silent)}
            assert len(prints) == 1
            assert [e.text for e in clone.log] == [e.text for e in game.log]
        again = replay(rules, json.loads(json.dumps(game.record())))
        assert again.state.fingerprint() == game.state.fingerprint()
        assert [e.text for e in again.log] == [e.text for e in game.log]
    assert {"act", "choose", "pay"} <= kinds


def test_playout_ends_where_choosing_the_same_options_ends(rules: Ruleset) -> None:
    """Silent random play and the same choices through `choose` end in the same state."""
    for seed in range(10):
        silent, told_ = new(rules, 4, seed), new(rules, 4, seed)
        met = silent.playout(random.Random(seed))
        rng, decisions, options = random.Random(seed), 0, 0
        while (decision := told_.decision) is not None:
            decisions += 1
            options += len(decision.options)
            told_.choose(decision.options[int(rng.random() * len(decision.options))])
        assert (met.decisions, met.options) == (decisions, options)
        assert silent.state.fingerprint() == told_.state.fingerprint()
        assert silent.standings == told_.standings


def test_a_clone_shares_nothing_that_changes(rules: Ruleset) -> None:
    """Playing a clone to its end leaves the game it came from as it was."""
    game = new(rules, 3, 3)
    for _ in range(30):
        decision = game.decision
        assert decision is not None
        game.choose(decision.options[0])
    before = game.state.fingerprint()
    game.clone().playout(random.Random(1))
    assert game.state.fingerprint() == before


def test_a_sample_looks_the_same_from_its_seat_and_hides_the_rest(rules: Ruleset) -> None:
    """Given a game in progress, a sample shows its seat the same table, but other cards where it cannot look."""
    game = new(rules, 3, 8)
    rng = random.Random(2)
    for _ in range(25):
        decision = game.decision
        assert decision is not None
        game.choose(rng.choice(decision.options))
    differs = False
    for seat in range(game.state.seats):
        for _ in range(5):
            sample = game.sample(seat, rng)
            assert sample.view(seat) == game.view(seat)
            check_sound(sample.state)
            assert sorted(sample.state.defn) == sorted(game.state.defn)
            differs |= sample.state.defn != game.state.defn
            sample.playout(rng)
    assert differs


def test_undo_goes_back_over_what_revealed_nothing(rules: Ruleset) -> None:
    """Undo restores the state before the last choice, and refuses once a card was drawn."""
    rng = random.Random(9)
    undone = refused = 0
    for seed in range(4):
        game = new(rules, 2, seed)
        while (decision := game.decision) is not None:
            before, clock = game.state.fingerprint(), game.state.clock
            option = rng.choice(decision.options)
            game.choose(option)
            if game.undo():
                undone += 1
                assert game.state.fingerprint() == before
                assert game.state.clock == clock
                game.choose(option.id)
            else:
                refused += 1
    assert undone > 20
    assert refused > 20


def test_greedy_games_end_by_victory_points_and_not_by_the_round_limit() -> None:
    """Greedy players end a game because its end was triggered, in well under the limit of rounds."""
    from engine.bots import choose_greedy, play_on

    rules = load(["base", "connections"])
    for seed in range(6):
        game = play_on(new(rules, 2 + seed % 3, seed), [choose_greedy] * 4, random.Random(seed))
        assert game.state.ending
        assert game.state.round <= 15


def test_greedy_never_profits_from_what_its_seat_cannot_see() -> None:
    """Given two games that differ only in what a seat cannot see, its greedy choice is drawn from the same values."""
    from engine.bots import choose_greedy

    rules = load(["base", "connections"])
    game = new(rules, 2, 5)
    rng = random.Random(3)
    for _ in range(80):
        decision = game.decision
        if decision is None:
            break
        twin = game.sample(decision.seat, rng)
        assert twin.decision is not None
        assert twin.decision.ids == decision.ids
        chosen = choose_greedy(game, rng)
        assert chosen.id in twin.decision.ids
        game.choose(chosen)


def test_an_option_keeps_its_words_after_the_game_has_gone_on() -> None:
    """The id of a chosen option can still be read when the game is elsewhere."""
    rules = load(["base"])
    game = new(rules, 2, 1)
    rng = random.Random(1)
    for _ in range(40):
        decision, twin = game.decision, game.clone().decision
        assert decision is not None
        assert twin is not None
        number = rng.randrange(len(decision.options))
        option = decision.options[number]
        game.choose(option)
        assert option.id == twin.ids[number]
