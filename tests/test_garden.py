"""The garden game: a game that shares nothing with any other, played to its end from YAML alone."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from engine import Game, Ruleset, load, replay
from engine.bots import BOTS, play_on
from tests.small_packs import GARDEN, cards, new_game, said
from tests.test_invariants import balance, check_sound, told


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load([GARDEN])


def test_the_garden_is_a_pack_of_yaml_files_that_requires_nothing(rules: Ruleset) -> None:
    assert {p.suffix for p in GARDEN.rglob("*") if p.is_file()} == {".yaml"}
    assert [id for id, _, _ in rules.packs] == ["garden"]
    assert not rules.boards()


@pytest.mark.parametrize("seats", [2, 3])
def test_given_random_players_every_game_ends_by_a_full_bed_or_the_last_year(rules: Ruleset, seats: int) -> None:
    ends: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    for seed in range(100):
        game, rng = new_game(rules, seats, seed), random.Random(seed)
        while (decision := game.decision) is not None:
            assert decision.options
            game.choose(rng.choice(decision.options))
        check_sound(game.state)
        books, there = told(game.state), balance(game.state)
        assert {g: n for g, n in books.items() if n} == {g: n for g, n in there.items() if n}
        ends[check_end(game)] += 1
        acts.update(e.text.split(": ")[1].split()[0] for e in game.log if e.verb == "act")
    assert set(ends) == {"a full bed", "the last year"}
    assert set(acts) == {"sow", "pick", "bloom", "use", "sell", "water", "rest"}, "every action is taken"


def check_end(game: Game) -> str:
    """Given a game that is over, it ended as the rules say, and its ranking is that of scores and tie-breakers."""
    view, state = game.view(None), game.state
    fullest = max(len(p["zones"]["bed"]) for p in view["players"])
    standings = game.standings
    assert game.over and game.decision is None
    assert sorted(s.seat for s in standings) == list(range(state.seats))
    keys = [(s.score, s.ties) for s in standings]
    assert keys == sorted(keys, reverse=True)
    assert [s.rank for s in standings] == [1 + sum(k > key for k in keys) for key in keys]
    for s in standings:
        assert s.score == game.value("score", s.seat) and s.ties == (
            game.value("savings", s.seat),
            len(seen(game, s.seat)),
        )
    if state.round > game.rules.max_rounds:
        assert fullest < game.rules.options["bed_size"]
        assert said(game)[-1] == "The game ends because its limit of 12 rounds is reached"
        return "the last year"
    assert fullest >= game.rules.options["bed_size"]
    assert view["phase"] == "harvest", "it ends after the harvest"
    return "a full bed"


def seen(game: Game, seat: int) -> list[str]:
    colours: list[str] = game.view(None)["players"][seat]["seen"]
    return colours


@pytest.mark.parametrize("seats", [2, 3])
def test_given_greedy_players_a_bed_is_full_before_the_last_year(rules: Ruleset, seats: int) -> None:
    for seed in range(10):
        game = play_on(new_game(rules, seats, seed), [BOTS["greedy"]] * seats, random.Random(seed))
        assert check_end(game) == "a full bed"


def test_greedy_players_beat_random_ones(rules: Ruleset) -> None:
    wins: Counter[int] = Counter()
    for seed in range(20):
        greedy = seed % 2
        bots = [BOTS["random"], BOTS["random"]]
        bots[greedy] = BOTS["greedy"]
        game = play_on(new_game(rules, 2, seed), bots, random.Random(seed))
        wins.update(s.seat == greedy for s in game.standings if s.rank == 1)
    assert wins[True] > 3 * wins[False]


def test_clone_save_replay_and_silent_play_agree_at_every_decision(rules: Ruleset) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(6):
        game, rng = new_game(rules, 2 + seed % 2, seed), random.Random(seed)
        while (decision := game.decision) is not None:
            kinds[decision.kind] += 1
            silent = game.clone()
            silent.state.kit = rules.silent
            others = (game.clone(), Game.from_json(rules, game.to_json()), silent)
            option = rng.choice(decision.options).id
            for other in (game, *others):
                other.choose(option)
            assert {g.state.fingerprint() for g in others} == {game.state.fingerprint()}
            assert said(others[0]) == said(game)
        again = replay(rules, json.loads(json.dumps(game.record())))
        assert again.state.fingerprint() == game.state.fingerprint()
        assert said(again) == said(game)
    assert set(kinds) == {"act", "choose", "one", "pay"}


@pytest.mark.parametrize("seats", [2, 3])
def test_silent_play_ends_where_choosing_the_same_options_ends(rules: Ruleset, seats: int) -> None:
    for seed in range(10):
        silent, told_ = new_game(rules, seats, seed), new_game(rules, seats, seed)
        met, rng, options = silent.playout(random.Random(seed)), random.Random(seed), 0
        while (decision := told_.decision) is not None:
            options += len(decision.options)
            told_.choose(decision.options[int(rng.random() * len(decision.options))])
        assert met.options == options
        assert silent.state.fingerprint() == told_.state.fingerprint()


def test_every_offered_option_can_be_carried_out(rules: Ruleset) -> None:
    rng = random.Random(5)
    for seed in range(4):
        game = new_game(rules, 2 + seed % 2, seed)
        while (decision := game.decision) is not None:
            for option in decision.options:
                branch = game.clone()
                branch.choose(option.id)
                check_sound(branch.state)
            game.choose(rng.choice(decision.options))


def test_nobody_sees_the_hands_of_others_or_the_bag(rules: Ruleset) -> None:
    game = new_game(rules, 3, 7)
    for seat in range(3):
        view = game.view(seat)
        assert set(cards(view["zones"]["bag"])) == {"?"}
        for other in range(3):
            hand = cards(view["players"][other]["zones"]["hand"])
            assert len(hand) == 3 and ("?" in hand) == (other != seat)
