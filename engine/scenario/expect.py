"""What a scenario expects: read first, so that wrong names are told, and compared with the game when it was played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import Game
from engine.options import Wording, match
from engine.reads import amount
from engine.scenario.names import Names, Path, Written
from engine.scenario.zones import differences, shown
from engine.why.answer import why_not
from engine.why.phrases import complete, impossible, trimmed

Check = Callable[[Game], None]
"""Compares one thing with the game, and reports it if it is otherwise."""


class Expectations:
    """The expectations of one scenario. Reading them reports what can never be; `check` what is not so."""

    def __init__(self, names: Names, where: Path, seats: int) -> None:
        self.names, self.rules, self.seats = names, names.rules, seats
        self.checks: list[Check] = []
        for n, entry in enumerate(names.at((*where, "expect"))):
            self._read((*where, "expect", n), entry)

    def check(self, game: Game) -> None:
        """Reports every expectation that is not met."""
        for check in self.checks:
            check(game)

    def _read(self, path: Path, entry: dict[str, Any]) -> None:
        if "seat" in entry:
            seat = self.names.seat((*path, "seat"), self.seats)
            if seat is not None:
                for id in entry:
                    if id != "seat":
                        self._seat(seat, id, (*path, id))
        elif "shared" in entry:
            self._shared(path, entry)
        for id, read in {"over": self._over, "winners": self._winners, "phase": self._phase}.items():
            if id in entry:
                read((*path, id))

    def _unmet(self, message: str, path: Path, hint: str | None = None) -> None:
        self.names.error("S002", message, path, hint)

    # ---- a seat
    def _seat(self, seat: int, id: str, path: Path) -> None:
        names = self.names
        if id == "goods":
            for good, written in names.amounts(path):
                self._amount(seat, good, written)
        elif id == "options":
            self._options(seat, path)
        elif id == "decision":
            self.checks.append(lambda game: self._decision(game, seat, path))
        elif id in names.own:
            self._zone(names.own[id]["base"] + seat, f"the {id} of seat {seat + 1}", path)
        elif id in names.goods:
            number = names.amount(path)
            if number is not None:
                self._amount(seat, names.goods[id], Written(number, path))
        elif id in names.player:
            self._field(seat, id, path)
        elif id in names.boards:
            card = names.card(path, names.at(path))
            if card is not None:
                self.checks.append(lambda game: self._board(game, seat, card.number, path))
        else:
            known = [*names.of_player, "options", "decision"]
            names.unknown("N001", f"a player has nothing called `{id}`", path, known)

    def _amount(self, seat: int, good: int, written: Written) -> None:
        def check(game: Game) -> None:
            has = amount(game.state, seat, good)
            if has != written.value:
                self._unmet(
                    f"seat {seat + 1} has {has} {self.rules.goods[good]['id']}, not {written.value}", written.path
                )

        self.checks.append(check)

    def _field(self, seat: int, id: str, path: Path) -> None:
        number = self.names.player[id]
        column = self.rules.columns["player"][number]
        value = self.names.value(path, column, self.seats)

        def check(game: Game) -> None:
            now = game.state.pcols[number][seat]
            if now != value:
                is_, wanted = shown(game.state, now, column), shown(game.state, value or 0, column)
                self._unmet(f"`{id}` of seat {seat + 1} is {is_}, not {wanted}", path)

        if value is not None:
            self.checks.append(check)

    def _board(self, game: Game, seat: int, wanted: int, path: Path) -> None:
        has = game.state.defn[game.state.boards[seat]]
        if has != wanted:
            cards = self.rules.cards
            self._unmet(f"seat {seat + 1} has {cards[has].unique_id}, not {cards[wanted].unique_id}", path)

    # ---- decisions
    def _asked(self, game: Game, seat: int, path: Path) -> bool:
        """Whether a seat is asked now, which is reported otherwise."""
        decision = game.decision
        if decision is None:
            self._unmet(f"the game is over, so seat {seat + 1} has no options", path)
        elif decision.seat != seat:
            self._unmet(
                f"it is seat {decision.seat + 1} that is asked now ({decision.prompt}), not seat {seat + 1}", path
            )
        return decision is not None and decision.seat == seat

    def _decision(self, game: Game, seat: int, path: Path) -> None:
        wanted = self.names.at(path)
        if self._asked(game, seat, path) and game.decision is not None and game.decision.prompt != wanted:
            self._unmet(f'seat {seat + 1} is asked "{game.decision.prompt}", not "{wanted}"', path)

    def _options(self, seat: int, path: Path) -> None:
        value = self.names.at(path)
        parts = [((*path, sort, n), sort) for sort in ("include", "exclude") for n in range(len(value.get(sort, ())))]
        for where, _ in parts:
            text = str(self.names.at(where))
            problem = impossible(self.rules, text)
            if problem is not None:
                self.names.error("S005", f"no option can ever be called `{text}`: {problem[0]}", where, problem[1])

        def check(game: Game) -> None:
            if self._asked(game, seat, path):
                for where, sort in parts:
                    self._offered(game, seat, where, sort == "include")

        self.checks.append(check)

    def _offered(self, game: Game, seat: int, path: Path, wanted: bool) -> None:
        text = str(self.names.at(path))
        decision = game.decision
        assert decision is not None
        there = offered(game, text)
        if wanted and not there:
            hint = f"legal: {', '.join(decision.ids)}"
            self._unmet(f"`{text}` is no option of seat {seat + 1}: {why_not(game, text)}", path, hint)
        elif there and not wanted:
            self._unmet(f"`{there[0]}` is an option of seat {seat + 1}", path)

    # ---- zones
    def _shared(self, path: Path, entry: dict[str, Any]) -> None:
        id = entry["shared"]
        if id in self.names.shared:
            self._zone(self.names.shared[id]["base"], f"the {id}", (*path, "is"))
        else:
            from dsl.diagnostics import suggest

            own = (
                f"every player has a `{id}` of their own" if id in self.names.own else f"there is no shared zone `{id}`"
            )
            self.names.error("N005", own, (*path, "shared"), suggest(id, self.names.shared))

    def _zone(self, z: int, called: str, path: Path) -> None:
        entries = self.names.entries(path, self.seats)
        written = self.names.at(path)
        if not isinstance(written, list) or len(entries) != len(written):
            return

        def check(game: Game) -> None:
            for message, where in differences(game.state, game.state.zones[z], entries, called, path):
                self._unmet(message, where)

        self.checks.append(check)

    # ---- the game
    def _over(self, path: Path) -> None:
        wanted = self.names.at(path)
        not_so = "the game is not over" if wanted else "the game is over"
        self.checks.append(lambda game: self._unmet(not_so, path) if game.over != wanted else None)

    def _winners(self, path: Path) -> None:
        seats = [self.names.seat((*path, n), self.seats) for n in range(len(self.names.at(path)))]

        def check(game: Game) -> None:
            if not game.over:
                self._unmet("the game is not over, so nobody has won", path)
                return
            won = [st.seat for st in game.standings if st.rank == 1]
            if won != sorted(seat for seat in seats if seat is not None):
                scores = ", ".join(f"seat {st.seat + 1}: {st.score}" for st in game.standings)
                self._unmet(f"{_seats(won)} won ({scores}), not {_seats(seats)}", path)

        self.checks.append(check)

    def _phase(self, path: Path) -> None:
        wanted = self.names.phase(path)

        def check(game: Game) -> None:
            s = game.state
            now = -1 if s.frames and not s.frames[0][2][0] else s.phase
            if now != wanted:
                names = ["setup", *self.names.phases]
                self._unmet(f"the phase is {names[now + 1]}, not {names[(wanted or 0) + 1]}", path)

        if wanted is not None:
            self.checks.append(check)


def offered(game: Game, text: str) -> list[str]:
    """The ids of the options that a text means, or that begin with its words."""
    decision = game.decision
    if decision is None:
        return []
    found = match(Wording(game.state, named=False), [o.raw for o in decision.options], text)
    wanted = " ".join(text.split())
    ids = [decision.ids[n] for n in found] or [i for i in decision.ids if i.startswith(wanted + " ")]
    if complete(game.rules, wanted):  # a whole id is not the beginning of another one
        return [i for i in ids if i == wanted or trimmed(i) == trimmed(wanted)]
    return ids


def _seats(seats: list[int] | list[int | None]) -> str:
    named = [str(seat + 1) for seat in seats if seat is not None]
    return f"seat {named[0]}" if len(named) == 1 else f"seats {' and '.join(named)}" if named else "nobody"
