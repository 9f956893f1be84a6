"""Tables as a person sees them in a terminal of 80 by 24 and of 120 by 50, to be kept and reviewed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cli.terminal.folding import screenful
from cli.terminal.narrate import drawn
from cli.terminal.style import Style, rendered
from cli.terminal.tableview import TableView
from engine import Game, load
from engine.bots import choose_greedy
from tests.small_packs import GARDEN

GAMES = (
    (["base", "connections"], 2, 3, 1),
    (["nomansland", "connections"], 3, 2, 2),
    (["base", "solo"], 1, 2, 3),
    ([GARDEN], 2, 3, 4),
)
SIZES = ((80, 24), (120, 50))


def game_at(packs: list[object], seats: int, round: int, seed: int) -> Game:
    """A game that greedy players have brought to the first decision of a turn in a round."""
    rules = load([str(p) for p in packs])
    boards: list[str | None] = [b.unique_id for b in rules.boards()[:seats]] or [None] * seats
    game = Game.new(rules, [*boards, *(b.unique_id for b in rules.own_boards()[: rules.automata[0]])], seed)
    chance = random.Random(seed)
    while (decision := game.decision) is not None and (decision.kind != "act" or game.state.round < round):
        game.choose(choose_greedy(game, chance))
    return game


def screen(game: Game, width: int, height: int, *, ascii: bool = False) -> str:
    """What the seat that is asked is shown."""
    decision = game.decision
    assert decision is not None
    view = TableView(game, decision.seat, width, icons=not ascii)
    events = drawn(game.log[-40:-1], decision.seat, game.rules.voice, width)
    lines = screenful(view, decision, f"seat {decision.seat + 1}", height, events)
    return rendered(lines, Style(ascii=ascii, fixed=(width, height)))


def screens() -> str:
    """All of them, one after another."""
    return "\n".join(_each())


def _each() -> Iterator[str]:
    for packs, seats, round, seed in GAMES:
        game = game_at(list(packs), seats, round, seed)
        for width, height in SIZES:
            name = ", ".join(str(p).rpartition("/")[2] for p in packs)
            yield f"=== {name}, {width} by {height} ===\n{screen(game, width, height)}"
        yield f"=== {name}, in ASCII ===\n{screen(game, *SIZES[0], ascii=True)}"
