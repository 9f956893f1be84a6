"""The statistics of balance: what they count, that a run can be gone on with, and what the page says of them."""

from __future__ import annotations

import pickle
from collections import Counter
from pathlib import Path

import pytest

from dsl.diagnostics import DiagnosticError
from engine import Game, control, load
from engine.origins import Origin, origins
from tests.balance import __main__ as balance
from tests.balance.figures import Figures
from tests.balance.page import page
from tests.balance.play import Sort, play
from tests.combinations import boards_of
from tests.small_packs import GARDEN

TWO = Sort(("base",), 2, "greedy")


def test_goods_are_told_by_the_action_or_phase_in_which_they_came_and_by_what_gave_them() -> None:
    """Given a seat that sold a card, the coins came during that action, by the rule that says so."""
    rules = load([str(GARDEN)])
    game = Game.new(rules, [None, None], 1)
    while (decision := game.decision) is not None and not any(id.startswith("sell") for id in decision.ids):
        game.choose(decision.options[0])
    assert decision is not None
    coin = next(n for n, g in enumerate(rules.goods) if g["id"] == "coin")
    before = origins(game.state, coin)[decision.seat]
    game.choose(next(id for id in decision.ids if id.startswith("sell")))
    if game.decision is not None and game.decision.kind == "pay":
        game.choose(game.decision.options[0])
    new = origins(game.state, coin)[decision.seat] - before
    assert new == {Origin("sell", "sell"): 1}


def test_all_points_a_seat_has_came_from_somewhere() -> None:
    figures = play(TWO, 0, 2)
    assert figures.games == 2
    assert figures.triggered == 2
    assert figures.origins["develop"] > 0
    assert figures.origins["at the end"] > 0
    assert sum(wins for _, wins in figures.seats.values()) == 2
    assert set(figures.boards) <= {"new_york", "appalachian", "mutants", "merchants"}


def test_figures_of_parts_add_up_to_those_of_the_whole_and_survive_being_kept() -> None:
    whole = play(TWO, 0, 2)
    parts = play(TWO, 0, 1)
    parts.add(Figures.of(play(TWO, 1, 2).plain()))
    parts.seconds = whole.seconds
    assert parts == whole


def test_every_way_of_seating_comes_up_and_seats_are_swapped() -> None:
    ways = boards_of(load(["base"]), 2)
    assert len(ways) == 12
    assert all((b, a) in ways for a, b in ways)


def test_a_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given what a stopped run kept, only the missing games are played; figures of other content do not count."""
    store = balance.Store(tmp_path)
    kept = Figures(games=11, rounds=Counter({"5": 11}))
    store.write(TWO, kept)
    monkeypatch.setattr(balance, "sorts", lambda: [TWO])
    found = balance.run({"pairs": 12, "greedy": 0, "random": 0}, 1, store)
    assert found[TWO].games == store.read(TWO).games == 12
    file = next(tmp_path.glob("*.json"))
    file.write_text(file.read_text(encoding="utf-8").replace(load(["base"]).hash, "other"), encoding="utf-8")
    assert store.read(TWO).games == 0


def test_a_game_that_does_not_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a phase with more choices than it may take, the run says which game it was: packs, seats, seed."""
    monkeypatch.setattr(control, "PHASE_CHOICES", 5)
    with pytest.raises(DiagnosticError) as caught:
        play(TWO, 13, 14)
    handed_over = pickle.loads(pickle.dumps(caught.value))  # as from one process to another
    assert [d.code for d in handed_over.diagnostics] == ["G003"]
    assert handed_over.__notes__ == ["in game 13 of base-2-greedy: seats ('new_york', 'mutants'), seed 1"]


def test_the_page_names_what_is_out_of_bounds() -> None:
    figures = play(TWO, 0, 1)
    figures.boards = {"new_york": [100, 30.0], "mutants": [100, 70.0], "merchants": [100, 50.0]}
    text = page({TWO: figures})
    assert "new_york wins 30 % with base; " in text or "; new_york wins 30 % with base" in text
    assert "mutants wins 70 % with base" in text
    assert "| base | 50 % | **70 %** | **30 %** |" in text
    assert "merchants wins" not in text
