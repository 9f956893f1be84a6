"""The table at the end of a game: who came where, and with what."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence

from cli.report import say
from cli.terminal.style import Style, ascii_only, put_text, style_here
from dsl.render import printable
from engine import Game
from engine.course import score_by_round
from engine.machine import is_automaton
from engine.origins import Origin, origins
from engine.placing import places

_SOURCES = 10  #: that are told one by one
_BARS = " ▁▂▃▄▅▆▇█"
_ENDLESS = 10_000  #: columns, more than any table has
_TALL = 2  #: lines of a bar


def final_table(
    game: Game, players: Sequence[str], style: Style | None = None, forfeits: Mapping[int, str] | None = None
) -> None:
    """Prints the standings of a game, the first place first; at its end also where the points came from, and when.
    Seats in `forfeits` come last: for what reason."""
    style, forfeits = style or style_here(), forfeits or {}
    header, rows = _cells(game, players, forfeits)
    voice = game.rules.voice
    _print(voice.say("end.final" if game.over else "end.so_far"), header, rows, style)
    if game.over:
        _sources(game, style)
        _rounds(game, style)
        say(_winners(game, forfeits))
    for seat, why in forfeits.items():
        say(voice.say("end.forfeited", seat + 1, why))


def _print(title: str, header: Sequence[tuple[str, bool]], rows: Sequence[Sequence[str]], style: Style) -> None:
    """A table; at a terminal in lines for each row, if the style is one of lines or words would not fit."""
    from rich import box
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

    def told(text: str) -> str:
        return printable(ascii_only(text) if style.ascii else text)

    shown = sys.stdout.isatty()
    table = Table(title=title, title_justify="left", box=box.ASCII if style.ascii else box.SQUARE)
    for name, numeric in header:
        table.add_column(Text(told(name)), justify="right" if numeric else "left", no_wrap=not shown)
    for row in rows:
        table.add_row(*(Text("\n".join(map(told, cell.split("\n")))) for cell in row))
    width, color = style.size[0] if shown else 200, style.color
    console = Console(file=sys.stdout, no_color=not color, force_terminal=color, width=width, highlight=False)
    if shown and (
        style.linear or Measurement.get(console, console.options.update_width(_ENDLESS), table).minimum > width
    ):
        _print_lines(title, header, rows, style)
    else:
        console.print(table)


def _print_lines(title: str, header: Sequence[tuple[str, bool]], rows: Sequence[Sequence[str]], style: Style) -> None:
    """A table in a line for each row: every cell with what its column is called."""
    say(f"{title}:")
    for row in rows:
        cells = zip(header, (cell.split("\n")[-1] for cell in row), strict=True)
        told = (f"{name}: {cell}" if name else cell for (name, _), cell in cells if cell)
        put_text("  " + "; ".join(told), style, 4)


def _sources(game: Game, style: Style) -> None:
    """Where the points came from: during play by what gave them, and what was counted at the end."""
    track = game.rules.scoring.get("track", {})
    good = next((n for n, g in enumerate(game.rules.goods) if g["id"] == track.get("good")), -1)
    if good < 0:
        return
    gained = [_by_name(game, came) for came in origins(game.state, good)]
    total = sum(gained, Counter[str]())
    if not total:
        return
    told = game.rules.voice.say
    name = game.rules.goods[good]["plural"]
    shown = [source for source, _ in total.most_common(_SOURCES)]
    others = {seat: sum(n for source, n in own.items() if source not in shown) for seat, own in enumerate(gained)}
    rows = [[source, *(str(own[source] or "") for own in gained)] for source in shown]
    if any(others.values()):
        rows.append([told("end.other_sources"), *(str(n or "") for n in others.values())])
    scores = {s.seat: s.score for s in game.standings}
    held = [game.state.goods[seat][good] for seat in range(game.state.seats)]
    spent = [have - sum(own.values()) for have, own in zip(held, gained, strict=True)]
    if any(spent):
        rows.append([told("end.given_up"), *(str(n or "") for n in spent)])
    rows.append([told("end.in_play", name), *map(str, held)])
    rows.append([told("end.counted"), *(str(scores[seat] - have) for seat, have in enumerate(held))])
    rows.append([told("end.score"), *(str(scores[seat]) for seat in range(game.state.seats))])
    seats = [(told("log.seat", seat + 1), True) for seat in range(game.state.seats)]
    _print(told("end.sources", name), [("", False), *seats], rows, style)


def _by_name(game: Game, came: Counter[Origin]) -> Counter[str]:
    """How many came from what, as people call it: the card that gave them; where a rule did, the action or phase."""
    from cli.terminal.menu import title_of

    rules = game.rules
    names = {a["id"]: re.sub(r"\{[^}]*\}", "...", title_of(rules, a)) for a in rules.actions}
    names |= {c.id: c.name for c in rules.cards[1:] if c.id not in names}
    cards = {c.unique_id: c.name for c in rules.cards[1:]}
    out: Counter[str] = Counter()
    for origin, n in came.items():
        out[cards.get(origin.by) or names.get(origin.during) or rules.voice.name("phases", origin.during)] += n
    return out


def _rounds(game: Game, style: Style) -> None:
    """The score of each seat at the end of each round, with a small chart."""
    rounds = score_by_round(game)
    if len(rounds) < 2:
        return
    told = game.rules.voice.say
    most = max(1, *(score for scores in rounds for score in scores))
    rows = []
    for seat in range(game.state.seats):
        scores = [scores[seat] for scores in rounds]
        bars = [] if style.ascii or style.linear else _bars(scores, most)
        rows.append([told("log.seat", seat + 1), "\n".join([*bars, " ".join(f"{n:>3}" for n in scores)])])
    numbers = " ".join(f"{n:>3}" for n in range(1, len(rounds) + 1))
    _print(told("end.by_round"), [(told("end.round"), False), (numbers, False)], rows, style)


def _bars(scores: Sequence[int], most: int) -> list[str]:
    """A bar above each of some numbers of three columns: lines of equal height, the uppermost first."""
    steps = len(_BARS) - 1
    heights = [max(0, score) * steps * _TALL // most for score in scores]
    return [
        " ".join(_BARS[min(steps, max(0, height - steps * below))] * 3 for height in heights)
        for below in range(_TALL - 1, -1, -1)
    ]


def _cells(
    game: Game, players: Sequence[str], forfeits: Mapping[int, str]
) -> tuple[list[tuple[str, bool]], list[list[str]]]:
    """The header (with whether a column holds numbers) and the rows of the table."""
    rules, view = game.rules, game.view(None)
    voice = rules.voice
    header = [(voice.say("end.place"), True), (voice.say("end.seat"), True), (voice.say("end.player"), False)]
    board = next((k["name"] for k in rules.kinds if k["id"] == rules.board), "")
    if board:
        header.append((board, False))
    scoring = [rules.scoring["score"]] if "score" in rules.scoring else []
    kept = [g for g in rules.goods if g["kept"] and not g["zone"]]
    counted = [voice.name("functions", name) for name in [*scoring, *rules.scoring.get("ties", ())]]
    header += [(_title(name), True) for name in [*counted, *(g["plural"] for g in kept)]]
    rows: list[list[str]] = []
    for standing in places(game.standings, forfeits):
        seat = view["players"][standing.seat]
        row = [str(standing.rank), str(standing.seat + 1), players[standing.seat]]
        if board:
            row.append(board_name(game, standing.seat))
        row += [str(standing.score)] * len(scoring) + [str(n) for n in standing.ties]
        rows.append(row + [str(seat["goods"].get(g["id"], 0)) for g in kept])
    return header, rows


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]


def board_name(game: Game, seat: int) -> str:
    """What the board of a seat is called; nothing if it has none."""
    board = game.state.boards[seat]
    return game.rules.cards[game.state.defn[board]].name if board >= 0 else ""


def own_seats(game: Game) -> list[bool]:
    """For each seat whether it plays by itself."""
    return [is_automaton(game.state, seat) for seat in range(game.state.seats)]


def _winners(game: Game, forfeits: Mapping[int, str]) -> str:
    told = game.rules.voice.say
    if len(forfeits) == game.state.seats:
        return told("end.nobody")
    won = []
    for seat in (s.seat for s in places(game.standings, forfeits) if s.rank == 1):
        board = board_name(game, seat)
        won.append(told("end.winner_of", seat + 1, board) if board else told("end.winner", seat + 1))
    several = len(won) > 1
    text = told("end.together", told("end.and", ", ".join(won[:-1]), won[-1])) if several else told("end.wins", won[0])
    return f"{text[0].upper()}{text[1:]}"
