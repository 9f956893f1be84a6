"""The Python interface, as others rely on it: games made, played, looked at, saved, and refused."""

from __future__ import annotations

import json
import random
import traceback
from pathlib import Path

import pytest

from dsl.diagnostics import DiagnosticError
from engine import Game, IllegalChoice, load, replay
from engine.ruleset import Ruleset


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load(["base", "connections"])


def started(rules: Ruleset, choices: int = 20, seed: int = 7) -> Game:
    game, rng = Game.new(rules, seats=["new_york", "mutants"], seed=seed), random.Random(seed)
    for _ in range(choices):
        decision = game.decision
        assert decision is not None
        game.choose(rng.choice(decision.options))
    return game


def error(raised: pytest.ExceptionInfo[DiagnosticError]) -> tuple[str, str]:
    """The code and message of the only diagnostic of an error."""
    (found,) = raised.value.diagnostics
    return found.code, found.message


def test_a_game_begins_with_a_decision_that_has_seat_prompt_and_options(rules: Ruleset) -> None:
    game = Game.new(rules, seats=["new_york", "mutants"], seed=7)
    assert game.decision is not None
    assert game.decision.seat == 0
    assert game.decision.prompt == "Discard a card"
    assert all(o.id.startswith("discard ") and o.label for o in game.decision.options)
    assert not game.over


def test_the_same_seed_gives_the_same_game_and_another_seed_another(rules: Ruleset) -> None:
    ids = [started(rules, 12, seed).decision.ids for seed in (3, 3, 4)]  # type: ignore[union-attr]
    assert ids[0] == ids[1] != ids[2]


def test_an_option_is_chosen_by_object_by_id_or_by_the_first_whole_words_of_its_id(rules: Ruleset) -> None:
    game = Game.new(rules, seats=["new_york", "mutants"], seed=7)
    assert game.decision is not None
    first = game.decision.options[0]
    game.clone().choose(first.id)
    game.choose(first)
    with pytest.raises(IllegalChoice, match="can mean"):
        game.choose("discard")
    with pytest.raises(IllegalChoice, match=r"no option here.*legal: discard "):
        game.choose("construct docks")


def test_an_option_of_another_decision_is_refused(rules: Ruleset) -> None:
    game = Game.new(rules, seats=["new_york", "mutants"], seed=7)
    assert game.decision is not None
    option = game.decision.options[0]
    game.choose(option)
    with pytest.raises(IllegalChoice):
        game.choose(option)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (["new_york"], "this game is for 2 to 4 players, not 1"),
        (["new_york"] * 5, "this game is for 2 to 4 players, not 5"),
        (["new_york", "mutant"], "there is no faction `mutant`"),
        (["new_york", "new_york"], "two seats cannot both be `new_york`"),
        (["new_york", None], "seat 2 has no faction"),
    ],
)
def test_seats_that_the_game_does_not_have_are_refused(rules: Ruleset, seats: list[str | None], message: str) -> None:
    with pytest.raises(DiagnosticError) as raised:
        Game.new(rules, seats=seats)
    assert error(raised) == ("M011", message)


def test_set_6_a_view_shows_a_seat_its_own_hand_and_of_others_only_how_many(rules: Ruleset) -> None:
    """SET-6: cards in another's hand and in the decks are counted, not shown; all else is open."""
    game = started(rules, 40)
    own, other, onlooker = game.view(0), game.view(1), game.view(None)
    hand = own["players"][0]["zones"]["hand"]
    assert all("card" in c for c in hand)
    assert (
        other["players"][0]["zones"]["hand"]
        == onlooker["players"][0]["zones"]["hand"]
        == [{"hidden": True}] * len(hand)
    )
    assert set(map(str, own["zones"]["deck"])) == {str({"hidden": True})}
    assert own["players"][1]["goods"] == other["players"][1]["goods"]
    assert own["players"][1]["zones"]["state"] == other["players"][1]["zones"]["state"]


def test_set_6_the_log_keeps_from_others_what_a_player_drew(rules: Ruleset) -> None:
    """SET-6: that cards were drawn is told to all, which ones only to who drew them."""
    log = started(rules, 60).log
    drawn = [e for e in log if e.verb == "drawn"]
    assert drawn
    assert all(e.audience == e.seat for e in drawn)
    assert all(e.audience is None for e in log if e.verb == "draw")


def test_set_6_a_sample_does_not_tell_what_others_drew(rules: Ruleset) -> None:
    """SET-6: the log of a sample holds nothing that its seat may not know."""
    game = started(rules, 60)
    sample = game.sample(1, random.Random(1))
    assert {e.audience for e in sample.log} <= {None, 1}
    assert [e.text for e in sample.log if e.audience is None and e.verb == "act"] == [
        e.text for e in game.log if e.verb == "act"
    ]


def test_a_seat_that_is_not_at_the_table_is_no_seat(rules: Ruleset) -> None:
    game = started(rules)
    for look in (game.view, lambda seat: game.sample(seat, random.Random(1))):
        for seat in (-1, 2):
            with pytest.raises(IndexError, match="seats go from 0 to 1"):
                look(seat)
    with pytest.raises(IllegalChoice, match="not by 5"):
        game.choose(5)  # type: ignore[arg-type]


def test_set_2_two_sets_at_once_are_refused_naming_both() -> None:
    """SET-2: at most one of the sets is mixed in."""
    packs = Path(__file__).parent / "packs"
    with pytest.raises(DiagnosticError) as raised:
        load([str(packs / "setone"), str(packs / "settwo")])
    code, message = error(raised)
    assert code == "M003"
    assert "setone" in message
    assert "settwo" in message


def test_end_4_a_game_that_goes_nowhere_ends_by_the_round_limit_and_says_so(rules: Ruleset) -> None:
    """END-4: two players who only ever pass are stopped after the rounds that the pack allows."""
    game = Game.new(rules, seats=["new_york", "mutants"], seed=1)
    while (decision := game.decision) is not None:
        game.choose("pass" if "pass" in decision.ids else decision.options[0])
    assert game.over
    assert not game.state.ending
    assert game.state.round == rules.max_rounds + 1
    assert game.log[-1].text == f"The game ends because its limit of {rules.max_rounds} rounds is reached"


def test_standings_rank_by_score_then_tie_breakers_and_may_be_shared(rules: Ruleset) -> None:
    game = Game.new(rules, seats=["new_york", "mutants"], seed=1)
    game.playout(random.Random(1))
    first, second = game.standings
    assert first.rank == 1
    assert (first.score, first.ties) >= (second.score, second.ties)
    assert second.rank == (1 if (first.score, first.ties) == (second.score, second.ties) else 2)


# ---- saves and records


def test_a_save_that_is_cut_short_is_refused(rules: Ruleset) -> None:
    text = started(rules).to_json()
    for damaged in (text[: len(text) // 2], "", "[]", "not json", '{"format": "other"}', "[" * 100_000):
        with pytest.raises(DiagnosticError) as raised:
            Game.from_json(rules, damaged)
        assert error(raised)[0] == "R001"


def test_a_save_that_was_edited_is_refused(rules: Ruleset) -> None:
    data = json.loads(started(rules).to_json())
    data["state"]["goods"][0][0] += 5
    with pytest.raises(DiagnosticError) as raised:
        Game.from_json(rules, json.dumps(data))
    assert error(raised)[0] == "R002"
    del data["state"]["goods"]
    with pytest.raises(DiagnosticError) as raised:
        Game.from_json(rules, json.dumps(data))
    assert error(raised)[0] == "R002"


def test_a_state_saved_by_another_version_of_the_program_is_refused(rules: Ruleset) -> None:
    data = json.loads(started(rules).to_json())
    data["layout"] = "0" * 16
    with pytest.raises(DiagnosticError) as raised:
        Game.from_json(rules, json.dumps(data))
    code, message = error(raised)
    assert code == "R003"
    assert "another version of the program" in message


def test_a_save_of_other_content_is_refused_saying_what_differs(rules: Ruleset) -> None:
    text = started(rules).to_json()
    with pytest.raises(DiagnosticError) as raised:
        Game.from_json(load(["base"]), text)
    assert error(raised) == ("R003", "this was made with other content: it has the pack `connections`")
    with pytest.raises(DiagnosticError) as raised:
        Game.from_json(load(["base", "connections"], {"victory_points": 10}), text)
    assert error(raised) == ("R003", "this was made with other content: the option victory_points was 25")


def test_a_record_with_a_choice_that_is_not_legal_is_refused(rules: Ruleset) -> None:
    record = started(rules).record()
    record["choices"][5] = "construct the_moon"
    with pytest.raises(DiagnosticError) as raised:
        replay(rules, record)
    code, message = error(raised)
    assert code == "R002"
    assert "choice 6 of this record, `construct the_moon`" in message


def test_a_record_whose_fingerprints_disagree_is_refused(rules: Ruleset) -> None:
    record = started(rules, 40).record()
    record["checks"][1][1] = "0" * 16
    with pytest.raises(DiagnosticError) as raised:
        replay(rules, record)
    assert error(raised) == ("R002", "after choice 32 the game is not as this record says")


def test_a_saved_game_goes_on_with_its_record(rules: Ruleset) -> None:
    """Given a game saved and loaded in the middle, its record tells the whole of it."""
    game = started(rules, 25)
    again = Game.from_json(rules, game.to_json())
    for g in (game, again):
        assert g.decision is not None
        g.choose(g.decision.options[0])
    assert again.record() == game.record()


# ---- options of packs, and the cache


def test_options_change_the_rules_and_their_hash() -> None:
    plain, short = load(["base"]), load(["base"], {"base.victory_points": 3})
    assert plain.hash != short.hash
    game = Game.new(short, seats=["new_york", "mutants"], seed=2)
    game.playout(random.Random(2))
    assert game.state.ending
    assert game.state.round < 10


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"victory_point": 3}, "M006"),
        ({"victory_points": True}, "M009"),
        ({"victory_points": 0}, "M009"),
        ({"cards_dealt": 1_000_000}, "M009"),
        ({"connections.trading": False}, "M006"),
    ],
)
def test_an_option_that_does_not_exist_or_fit_is_refused(options: dict[str, int | bool], code: str) -> None:
    with pytest.raises(DiagnosticError) as raised:
        load(["base"], options)
    assert error(raised)[0] == code


def test_a_warm_load_gives_the_same_rules_and_survives_a_damaged_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a cached image, a later load uses it; a damaged one is made again."""
    import engine.loader as loader

    monkeypatch.setattr(loader, "_loaded", {})
    monkeypatch.setattr(loader, "_file", lambda key: tmp_path / key)
    cold = load(["base"])
    (file,) = tmp_path.iterdir()
    monkeypatch.setattr(loader, "_loaded", {})
    monkeypatch.setattr(loader, "build", lambda *_: pytest.fail("a warm load builds nothing"))
    warm = load(["base"])
    assert warm.hash == cold.hash
    monkeypatch.undo()
    monkeypatch.setattr(loader, "_loaded", {})
    monkeypatch.setattr(loader, "_file", lambda key: tmp_path / key)
    file.write_bytes(file.read_bytes()[:-10] + b"0123456789")
    assert load(["base"]).hash == cold.hash


def test_the_cache_keeps_only_what_was_made_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    import engine.loader as loader

    monkeypatch.setattr(loader, "_file", lambda key: tmp_path / f"rules-{key}.bin")
    for n in range(loader.MAX_CACHED + 5):
        loader._write(f"{n:03}", {"n": n})
        os.utime(tmp_path / f"rules-{n:03}.bin", (n, n))
    left = sorted(f.name for f in tmp_path.iterdir())
    assert len(left) <= loader.MAX_CACHED + 1
    assert f"rules-{loader.MAX_CACHED + 4:03}.bin" in left


# ---- failing effects


def test_a_traceback_points_into_the_yaml(tmp_path: Path) -> None:
    """Given a procedure that runs too long, the traceback of the failure names its file and line."""
    folder = tmp_path / "slow"
    folder.mkdir()
    (folder / "pack.yaml").write_text(
        "id: slow\nname: Slow\nversion: 1.0.0\nlanguage: 1\n"
        "provenance: fixture\nlicence: MIT\nrequires: {base: '>=1'}\n"
    )
    (folder / "cards.yaml").write_text(
        "cards:\n  location:\n    - id: mill\n      name: Mill\n      copies: 1\n      category: action\n"
        "      distance: 1\n      types: [iron]\n      spoils: 1 iron\n      deal: 1 iron\n"
        "      action: |\n        -> 1 iron\n        repeat 30000 { 1 iron }\n"
    )
    rules = load([str(folder)])
    game = Game.new(rules, seats=["new_york", "mutants"], seed=1)
    state = game.state
    while game.decision is not None and game.decision.kind != "act":
        game.choose(game.decision.options[0])
    state = game.state
    mill = next(c for c in range(len(state.defn)) if rules.cards[state.defn[c]].id == "mill")
    from engine.zones import put_in_zone

    zone = next(z["base"] for z in rules.zones if z["id"] == "state")
    put_in_zone(state, mill, zone + state.active)
    game = Game(rules, state, None)
    before = game.state.fingerprint()
    with pytest.raises(DiagnosticError) as raised:
        game.choose("use mill")
    code, message = error(raised)
    assert code == "G001"
    assert "cards.yaml:13 (mill)" in message
    assert game.state.fingerprint() == before
    cause = raised.value.__cause__
    assert cause is not None
    frames = traceback.extract_tb(cause.__traceback__)
    assert any(f.filename.endswith("cards.yaml") and f.lineno == 13 for f in frames)
    assert game.decision is not None
    game.choose("pass")
