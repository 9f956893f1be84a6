"""A game told again choice by choice: what was asked, what was chosen, what came of it, and how it stood then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cli.terminal.narrate import known_to
from engine import Game
from engine.story import Event


@dataclass(frozen=True, slots=True)
class Chosen:
    """A decision and what was chosen: the number of one of its options."""

    seat: int
    prompt: str
    options: list[str]
    number: int

    @property
    def label(self) -> str:
        return self.options[self.number]


@dataclass(frozen=True, slots=True)
class Step:
    """The game after one choice (None: at its start). `events` are what came of it, for whoever looks."""

    game: Game
    chosen: Chosen | None
    events: list[Event]


def steps(game: Game, seat: int | None) -> Iterator[Step]:
    """The steps of a game that began as a new one, as a seat could see them (None: everything that happened)."""
    assert game.origin is not None
    now = Game.new(game.rules, game.origin["seats"], game.origin["seed"])
    told = 0
    chosen: Chosen | None = None
    for raw in [*game.moves(), None]:
        log = now.log
        yield Step(now.clone(), chosen, known_to(log[told:], seat))
        told = len(log)
        decision = now.decision
        if raw is None or decision is None:
            return
        number = decision.raws.index(raw)
        secret = seat is not None and decision.seat != seat
        chosen = None if secret else Chosen(decision.seat, decision.prompt, decision.labels, number)
        now.choose(decision.options[number])


def seen(game: Game, seat: int | None) -> dict[str, Any]:
    """What a seat may see; for an onlooker after the game (None) what all of them may see together."""
    if seat is not None:
        return game.view(seat)
    view = game.view(None)
    view["players"] = [game.view(n)["players"][n] for n in range(game.state.seats)]
    return view
