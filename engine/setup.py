"""A new state: components for all cards, empty zones, nobody with anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl.diagnostics import Diagnostic, DiagnosticError, suggest
from engine.ruleset import Card, Ruleset
from engine.state import State, opponents


def blank(rules: Ruleset, seats: int, seed: int) -> State:
    """A state without components. `seed` may be any whole number."""
    s = State.__new__(State)
    s.rules, s.kit = rules, rules.logging
    s.seats = seats
    s.goods = [[0] * len(rules.goods) for _ in range(seats + 1)]
    s.zones = [[] for _ in rules.hidden]
    s.defn, s.place, s.own = [0], [-1], [-1]
    s.cols = [[c["nothing"]] for c in rules.columns["state"]]
    s.pcols = [[c["initial"]] * seats + [c["nothing"]] for c in rules.columns["player"]]
    s.table = [0 if c["tag"] == "player" else c["initial"] for c in rules.columns["table"]]
    s.on, s.above, s.live = {}, {}, []
    s.boards = [-1] * (seats + 1)
    s.opponents = opponents(seats)
    s.frames, s.pending = [], None
    s.random = seed & ((1 << 64) - 1)
    s.steps, s.clock, s.revealed, s.round, s.phase, s.active = 20_000, 0, 0, 1, 0, -1
    s.ending = s.over = False
    s.log, s.shown, s.veiled = None, frozenset(), frozenset()
    return s


def add(s: State, definition: int, own: int = -1) -> int:
    """A new component, nowhere yet. The last entry of each list stays the one that stands for nothing."""
    c = len(s.defn) - 1
    s.defn.insert(c, definition)
    s.place.insert(c, -1)
    s.own.insert(c, own)
    for cells, facts in zip(s.cols, s.rules.columns["state"], strict=True):
        cells.insert(c, facts["nothing"])
    for column, value in s.rules.defaults[definition]:
        s.cols[column][c] = value
    return c


def start_zone(rules: Ruleset, card: Card) -> dict[str, object] | None:
    """Where the components of a card begin; None if they are not in play from the start."""
    kind = next(k for k in rules.kinds if k["id"] == card.kind)
    return next((z for z in rules.zones if z["id"] == kind["start"]), None)


def new_state(rules: Ruleset, seats: Sequence[str | None], seed: int) -> State:
    """The state before set-up. Raises DiagnosticError for a number of seats or a board the rules do not have."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise DiagnosticError([Diagnostic("M011", f"a seed is a whole number, not {seed!r}", None)])
    if not all(id is None or isinstance(id, str) for id in seats):
        raise DiagnosticError(
            [Diagnostic("M011", "a seat is the id of a board, or None where there are no boards", None)]
        )
    low, high = rules.seats
    if not low <= len(seats) <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise DiagnosticError([Diagnostic("M011", f"this game is for {wanted} players, not {len(seats)}", None)])
    key = tuple(seats)
    if key not in rules.openings:
        rules.openings[key] = _opening(rules, seats)
    s = rules.openings[key].clone()
    s.random = seed & ((1 << 64) - 1)
    return s


def _opening(rules: Ruleset, seats: Sequence[str | None]) -> State:
    """The state before set-up, whatever the seed."""
    s = blank(rules, len(seats), 0)
    for card in rules.cards[1:]:
        zone = start_zone(rules, card)
        if zone is None:
            continue
        for seat in range(len(seats)) if zone["each"] else (-1,):
            for _ in range(card.copies):
                c = add(s, card.number, seat)
                s.place[c] = z = int(zone["base"]) + max(seat, 0)  # type: ignore[call-overload]
                s.zones[z].append(c)
                if rules.has_live[card.number] and rules.active[z] is not None:
                    s.live.append(c)
    take_boards(s, seats)
    return s


def take_boards(s: State, seats: Sequence[str | None]) -> None:
    """Gives each seat its board. Raises DiagnosticError for one that there is not, or twice, and for too many or too
    few seats that play by themselves."""
    rules = s.rules
    own = {c.unique_id: c for c in rules.own_boards()}
    boards = {c.unique_id: c for c in rules.boards()} | own
    _check_own(rules, [id for id in seats if id in own], own)
    taken: set[str] = set()
    for seat, id in enumerate(seats):
        if id is None and len(boards) == len(own):
            continue
        if not boards:
            raise _wrong_seat(f"this game has no boards, so nobody can be `{id}`")
        board = boards.get(id or "")
        if board is None:
            what = (
                f"there is no {rules.board or rules.automaton} `{id}`"
                if id
                else f"seat {seat + 1} has no {rules.board}"
            )
            raise _wrong_seat(what, suggest(id or "", boards) or f"there are: {', '.join(boards)}")
        if board.id in taken:
            raise _wrong_seat(f"two seats cannot both be `{id}`")
        taken.add(board.id)
        s.boards[seat] = add(s, board.number, seat)


def _check_own(rules: Ruleset, named: Sequence[str], known: Iterable[str]) -> None:
    """That neither too few nor too many seats play by themselves."""
    low, high = rules.automata
    if not low <= len(named) <= high and rules.automaton:
        wanted = str(low) if low == high else f"{low} to {high}"
        what = f"the number of seats that play by themselves must be {wanted}, not {len(named)}"
        raise _wrong_seat(what, f"there are: {', '.join(known)}")


def _wrong_seat(message: str, hint: str | None = None) -> DiagnosticError:
    return DiagnosticError([Diagnostic("M011", message, None, hint)])
