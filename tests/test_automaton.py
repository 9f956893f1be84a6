"""Seats that play by themselves: their turn is an effect of what they have for a board, and they are asked nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from dsl.diagnostics import Diagnostic, DiagnosticError
from engine import Game, Ruleset, replay
from engine.machine import is_automaton
from tests.small_packs import cards, complaint, goods, line_of, loaded, pointed_at, said, write_pack

FIELD = """
vocabulary:
  goods: {acorn: {plural: acorns}, nut: {plural: nuts}}
  kinds:
    farmer: {name: Farmer, fields: {barn: goods}}
    animal: {name: Animal, fields: {habit: {type: effect, optional: true}, barn: {type: goods, optional: true}}}
    tree: {start: field}
  zones:
    field: {}
    nest: {each: player}
  events: {taken: {what: tree}}
  player: {done: flag}
  seats: {min: 2, max: 3, board: farmer, automaton: {kind: animal, turn: habit, max: 2}}
phases:
  day: {turns: players, until: done}
actions:
  rest: {title: rest, do: set your done to true}
  pluck: {title: "take {t}", with: {t: tree in field}, do: move t to your nest}
end: {when: count(tree in field) = 0, after: day, rounds: 3}
scoring: {score: score}
functions:
  score(player p): count(tree in p.nest)
procedures:
  take_any(): |
    choose tree t in field "Take a tree" as "take {t}"
    move t to your nest
    announce taken(you, t)
    if count(tree in field) < 2 { set your done to true }
cards:
  farmer: [{id: smith, name: Smith, barn: 2 nut}, {id: miller, name: Miller, barn: 1 nut}]
  animal:
    - {id: squirrel, name: Squirrel, habit: take_any()}
    - {id: bear, name: Bear, habit: set your done to true}
  tree: [{id: oak, name: Oak}, {id: elm, name: Elm}, {id: ash, name: Ash}, {id: fir, name: Fir}]
"""


def field(folder: Path, *changes: tuple[str, str], more: str = "") -> Path:
    text = FIELD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return write_pack(folder, "field", rules=text + more)


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return loaded(field(tmp_path_factory.mktemp("packs")))


def nests(game: Game) -> list[list[str]]:
    return [cards(p["zones"]["nest"]) for p in game.view(None)["players"]]


def refused(rules: Ruleset, seats: Sequence[str | None]) -> Diagnostic:
    with pytest.raises(DiagnosticError) as caught:
        Game.new(rules, seats)
    (found,) = caught.value.diagnostics
    assert found.code == "M011"
    return found


class TestPlay:
    def test_its_turn_is_its_effect_and_it_is_not_asked(self, rules: Ruleset) -> None:
        """Given a squirrel after the smith, it takes a tree after each of the smith's actions, of its own accord."""
        game = Game.new(rules, ["smith", "squirrel"], 1)
        assert [is_automaton(game.state, seat) for seat in (0, 1)] == [False, True]
        game.choose("take oak")
        assert game.decision is not None
        assert (game.decision.seat, game.decision.kind) == (0, "act")
        assert [len(nest) for nest in nests(game)] == [1, 1]
        assert "Seat 2 (Squirrel) plays" in said(game)

    def test_what_it_would_be_asked_chance_decides(self, rules: Ruleset) -> None:
        """Given many games, every tree is taken by the squirrel in some, and the same seed takes the same."""
        first = {seed: nests(Game.new(rules, ["squirrel", "smith"], seed))[0] for seed in range(40)}
        assert {id for nest in first.values() for id in nest} == {"oak", "elm", "ash", "fir"}
        assert all(nests(Game.new(rules, ["squirrel", "smith"], seed))[0] == first[seed] for seed in range(5))

    def test_what_it_did_by_chance_cannot_be_taken_back(self, rules: Ruleset) -> None:
        game = Game.new(rules, ["smith", "squirrel"], 1)
        game.choose("take oak")
        assert not game.undo()
        assert game.undo(analysis=True)
        assert nests(game) == [[], []]

    def test_turns_that_ask_nothing_can_be_taken_back(self, rules: Ruleset) -> None:
        """Given a bear, whose turn leaves nothing to chance, undo goes back over it."""
        game = Game.new(rules, ["smith", "bear"], 1)
        game.choose("take oak")
        assert game.undo()

    def test_the_phase_ends_when_all_are_done_and_the_game_when_it_should(self, rules: Ruleset) -> None:
        game = Game.new(rules, ["smith", "squirrel"], 2)
        while game.decision is not None:
            game.choose(game.decision.options[-1])
        assert game.over
        assert sum(s.score for s in game.standings) == sum(map(len, nests(game)))

    def test_saves_copies_and_records_agree(self, rules: Ruleset) -> None:
        game = Game.new(rules, ["smith", "squirrel", "bear"], 5)
        while game.decision is not None:
            clone, saved = game.clone(), Game.from_json(rules, game.to_json())
            silent = game.clone()
            silent.state.kit = rules.silent
            option = game.decision.ids[0]
            for other in (game, clone, saved, silent):
                other.choose(option)
            assert len({g.state.fingerprint() for g in (game, clone, saved, silent)}) == 1
        again = replay(rules, json.loads(json.dumps(game.record())))
        assert again.state.fingerprint() == game.state.fingerprint()

    def test_turns_without_end_are_stopped(self, tmp_path: Path) -> None:
        """Given an animal that never is done, the player's rest fails with the step budget, and is not made."""
        rules = loaded(field(tmp_path, ("habit: set your done to true", "habit: 1 nut")))
        game = Game.new(rules, ["smith", "bear"], 1)
        with pytest.raises(DiagnosticError) as caught:
            game.choose("rest")
        assert caught.value.diagnostics[0].code == "G001"
        assert game.decision is not None
        assert "rest" in game.decision.ids

    def test_its_kind_tells_seats_apart(self, tmp_path: Path) -> None:
        """Given a rule that reads both kinds of board, each is nothing on the seats of the other."""
        more = """
setup: |
  for each player p in players {
    as p { your farmer.barn }
    if p.animal is present { as p { 5 acorn; p.farmer.barn } }
    if p.farmer is nothing { as p { 1 acorn } }
  }
"""
        rules = loaded(field(tmp_path, more=more))
        game = Game.new(rules, ["smith", "bear"], 1)
        assert (goods(game, 0), goods(game, 1)) == ({"nut": 2}, {"acorn": 6})


class TestSeats:
    def test_as_many_as_are_allowed(self, rules: Ruleset) -> None:
        assert refused(rules, ["smith", "bear", "bear"]).message == "two seats cannot both be `bear`"
        assert Game.new(rules, ["smith", "bear", "squirrel"]).decision is not None

    def test_too_many(self, tmp_path: Path) -> None:
        rules = loaded(field(tmp_path, ("habit, max: 2", "habit, min: 1, max: 1")))
        found = refused(rules, ["smith", "bear", "squirrel"])
        assert found.message == "the number of seats that play by themselves must be 1, not 2"
        assert found.hint == "there are: squirrel, bear"
        assert "must be 1, not 0" in refused(rules, ["smith", "miller"]).message

    def test_a_card_without_a_turn_is_none(self, tmp_path: Path) -> None:
        """An animal without a habit decides nothing and acts not, so nobody can be it."""
        rules = loaded(field(tmp_path, (", habit: set your done to true", "")))
        assert [c.id for c in rules.own_boards()] == ["squirrel"]
        assert refused(rules, ["smith", "bear"]).message == "there is no farmer `bear`"

    def test_a_later_pack_adds_them_and_changes_how_many_play(self, tmp_path: Path) -> None:
        """Given a game for 2 to 3 without automata, a pack beside it adds one; what it does not say stays."""
        below = field(tmp_path, (", automaton: {kind: animal, turn: habit, max: 2}", ""))
        assert loaded(below).own_boards() == []
        manifest = 'requires: {field: ">=1"}'
        above = write_pack(
            tmp_path,
            "alone",
            manifest,
            rules="vocabulary: {seats: {max: 2, automaton: {kind: animal, turn: habit, min: 1}}}\n",
        )
        rules = loaded(below, above)
        assert (rules.seats, rules.automata, rules.board) == ((2, 2), (1, 2), "farmer")
        assert Game.new(rules, ["miller", "squirrel"]).decision is not None


class TestWrongDeclarations:
    @pytest.mark.parametrize(
        ("written", "code", "at", "message"),
        [
            ("{kind: aminal, turn: habit}", "N004", "aminal", "there is no kind `aminal`"),
            ("{kind: animal, turn: habbit}", "N006", "habbit", "there is no field `habbit`"),
            ("{kind: animal, turn: barn}", "T001", "barn", "`barn` is goods, but a turn is an effect"),
            (
                "{kind: farmer, turn: barn}",
                "T003",
                "farmer",
                "seats that play by themselves have a kind of board of their own",
            ),
        ],
    )
    def test_at_the_word_itself(self, tmp_path: Path, written: str, code: str, at: str, message: str) -> None:
        found = complaint(field(tmp_path, ("{kind: animal, turn: habit, max: 2}", written)))
        assert (found.code, pointed_at(found), found.message) == (code, at, message)

    def test_more_than_there_are_seats(self, tmp_path: Path) -> None:
        found = complaint(field(tmp_path, ("habit, max: 2", "habit, min: 2, max: 4")))
        assert (found.code, found.message) == ("K005", "so many seats cannot play by themselves")
        assert line_of(found) == 1 + FIELD[: FIELD.index("  seats:")].count("\n")
