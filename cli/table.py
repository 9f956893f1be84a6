"""The table at the end of a game: who came where, and with what."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cli.report import colorful, say
from dsl.diagnostics import printable
from engine import Game
from engine.machine import is_automaton


def final_table(game: Game, players: Sequence[str]) -> None:
    """Prints the standings of a game, the first place first."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    header, rows = _cells(game, players)
    table = Table(title="Final standings" if game.over else "Standings so far", title_justify="left")
    for name, numeric in header:
        table.add_column(Text(printable(name)), justify="right" if numeric else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    color = colorful(sys.stdout)
    width = None if sys.stdout.isatty() else 200
    console = Console(file=sys.stdout, no_color=not color, force_terminal=color, width=width, highlight=False)
    console.print(table)
    if game.over:
        say(_winners(game))


def _cells(game: Game, players: Sequence[str]) -> tuple[list[tuple[str, bool]], list[list[str]]]:
    """The header (with whether a column holds numbers) and the rows of the table."""
    rules, view = game.rules, game.view(None)
    header = [("Place", True), ("Seat", True), ("Player", False)]
    board = next((k["name"] for k in rules.kinds if k["id"] == rules.board), "")
    if board:
        header.append((board, False))
    scoring = [rules.scoring["score"]] if "score" in rules.scoring else []
    kept = [g for g in rules.goods if g["kept"] and not g["zone"]]
    names = [*scoring, *rules.scoring.get("ties", ()), *(g["plural"] for g in kept)]
    header += [(_title(name), True) for name in names]
    rows: list[list[str]] = []
    for standing in game.standings:
        seat = view["players"][standing.seat]
        row = [str(standing.rank), str(standing.seat + 1), players[standing.seat]]
        if board:
            row.append(board_name(game, standing.seat))
        row += [str(standing.score)] * len(scoring) + [str(n) for n in standing.ties]
        rows.append(row + [str(seat["goods"].get(g["id"], 0)) for g in kept])
    return header, rows


def _title(name: str) -> str:
    return name[:1].upper() + name[1:].replace("_", " ")


def board_name(game: Game, seat: int) -> str:
    """What the board of a seat is called; nothing if it has none."""
    board = game.state.boards[seat]
    return game.rules.cards[game.state.defn[board]].name if board >= 0 else ""


def own_seats(game: Game) -> list[bool]:
    """For each seat whether it plays by itself."""
    return [is_automaton(game.state, seat) for seat in range(game.state.seats)]


def _winners(game: Game) -> str:
    won = [f"seat {s.seat + 1}{f' ({name})' if (name := board_name(game, s.seat)) else ''}"
           for s in game.standings if s.rank == 1]  # fmt: skip
    together = f"{', '.join(won[:-1])} and {won[-1]} win together" if len(won) > 1 else f"{won[0]} wins"
    return f"{together[0].upper()}{together[1:]}."
