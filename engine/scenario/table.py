"""The table of a scenario: the state that it describes, made of the printed copies of the cards and further ones."""

from __future__ import annotations

from typing import Any, Final

from engine import machine
from engine.primitives import put
from engine.ruleset import Card
from engine.scenario.names import Names, Path, Placed
from engine.setup import add, blank, start_zone, take_boards
from engine.state import State, shuffle
from engine.zones import move_onto, put_in_zone, take_away

KEYS: Final = ("name", "proves", "seed", "packs", "options", "table", "phase", "round", "lesson", "play", "expect")
"""The keys of a scenario that are no zone and no field of the table."""

_STACK: Final = 2  # how far a zone is hidden: from everyone. What is listed first lies on top


class Table:
    """Builds the state of one scenario; `where` is the path of the scenario in its file.

    Zones that are not mentioned are empty, but a zone in which components of a kind begin keeps those that are listed
    nowhere, shuffled, below the listed ones. In a stack (a zone hidden from everyone) the first listed lies on top;
    elsewhere the list is the order of arrival.
    """

    def __init__(self, names: Names, where: Path) -> None:
        self.names, self.where, self.rules = names, where, names.rules
        self.data: dict[str, Any] = names.at(where)
        self.seats = len(self.data["table"])
        self.pool: dict[tuple[int, int], list[int]] = {}

    def build(self) -> State | None:
        """The state at the start of the scenario's phase, before anything has run; None after an error."""
        before = len(self.names.report)
        low, high = self.rules.seats
        if not low <= self.seats <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            message = f"this game is for {wanted} players, not {self.seats}"
            self.names.error("M011", message, (*self.where, "table"))
            return None
        s = blank(self.rules, self.seats, self.data.get("seed", 0))
        self._print_copies(s)
        boards = self._boards()
        if boards is not None:
            take_boards(s, boards)
        zones = [z for path, seat in self._seat_paths() for z in self._seat(s, path, seat)]
        zones += self._shared(s)
        self._fill(s, zones)
        self._start(s)
        return s if len(self.names.report) == before else None

    def _print_copies(self, s: State) -> None:
        """Every printed component, in the zone it begins in."""
        for card in self.rules.cards[1:]:
            zone = start_zone(self.rules, card)
            if zone is None:
                continue
            for seat in range(self.seats) if zone["each"] else (-1,):
                for _ in range(card.copies):
                    c = add(s, card.number, seat)
                    s.place[c] = z = int(zone["base"]) + max(seat, 0)  # type: ignore[call-overload]
                    s.zones[z].append(c)
                    self.pool.setdefault((card.number, seat), []).append(c)

    # ---- boards
    def _seat_paths(self) -> list[tuple[Path, int]]:
        return [((*self.where, "table", n), n) for n in range(self.seats)]

    def _boards(self) -> list[str | None] | None:
        """The board of each seat: as named, otherwise the first ones that nobody has. None after an error."""
        known = {c.unique_id: c for c in self.rules.boards()}
        own = {c.unique_id: c for c in self.rules.own_boards()}
        if not known and not own:
            return [None] * self.seats
        named: dict[int, Card] = {}
        for path, seat in self._seat_paths():
            for key in [k for k in self.names.boards if k in self.names.at(path)]:
                id = self.names.at((*path, key))
                found = [c for c in self.rules.by_id.get(str(id), []) if c.kind == key]
                if not found:
                    hint = f"there are: {', '.join(known if key == self.rules.board else own)}"
                    self.names.error("M011", f"there is no {key} `{id}`", (*path, key), hint)
                    return None
                if found[0] in named.values():
                    self.names.error("M011", f"two seats cannot both be `{id}`", (*path, key))
                    return None
                if seat in named:
                    self.names.error("M011", f"seat {seat + 1} cannot be both", (*path, key))
                    return None
                named[seat] = found[0]
        rest = iter([c for c in known.values() if c not in named.values()])
        boards = [named[n] if n in named else next(rest, None) for n in range(self.seats)]
        if None in boards and known:
            self.names.error("M011", f"there are not enough boards for {self.seats} seats", (*self.where, "table"))
            return None
        return [board.unique_id if board is not None else None for board in boards]

    # ---- what is said of seats and the table
    def _seat(self, s: State, path: Path, seat: int) -> list[tuple[int, list[Placed]]]:
        """Sets what a player has and is; returns the contents of their zones."""
        names, zones = self.names, []
        for id in names.at(path):
            here = (*path, id)
            if id == "goods":
                for good, amount in names.amounts(here):
                    self._supply(s, seat, good, amount.value, amount.path)
            elif id in names.own:
                zones.append((names.own[id]["base"] + seat, names.entries(here, self.seats)))
            elif id in names.goods:
                amount_ = names.amount(here)
                if amount_ is not None:
                    self._supply(s, seat, names.goods[id], amount_, here)
            elif id in names.player:
                column = names.player[id]
                value = names.value(here, self.rules.columns["player"][column], self.seats)
                if value is not None:
                    s.pcols[column][seat] = value
            elif id not in names.boards:
                names.unknown("N001", f"a player has nothing called `{id}`", here, names.of_player)
        return zones

    def _supply(self, s: State, seat: int, good: int, amount: int, path: Path) -> None:
        facts = self.rules.goods[good]
        if facts["zone"]:
            message = f"`{facts['id']}` stands for what lies in `{facts['zone']}`"
            self.names.error("S003", message, path, f"list the cards: {facts['zone']}: [...]")
        else:
            s.goods[seat][good] = amount

    def _shared(self, s: State) -> list[tuple[int, list[Placed]]]:
        """Sets the fields of the table; returns the contents of the shared zones."""
        names, zones = self.names, []
        for id in self.data:
            here = (*self.where, id)
            if id in KEYS:
                continue
            if id in names.shared:
                zones.append((names.shared[id]["base"], names.entries(here, self.seats)))
            elif id in names.table:
                value = names.value(here, self.rules.columns["table"][names.table[id]], self.seats)
                if value is not None:
                    s.table[names.table[id]] = value
            elif id in names.own:
                names.report.error(
                    "S003", f"every player has a `{id}` of their own", names.key(here), hint="list it in `table`"
                )
            else:
                known = [*KEYS, *names.shared, *names.table]
                names.unknown("N005", f"there is no shared zone or field of the table `{id}`", here, known)
        return zones

    # ---- components
    def _fill(self, s: State, zones: list[tuple[int, list[Placed]]]) -> None:
        """Puts all listed components where they are listed, and the rest, shuffled, below."""
        owners = self.rules.zone_owner
        found = [(z, [(entry, self._take(s, entry, owners[z], z)) for entry in entries]) for z, entries in zones]
        for zone in s.zones:
            shuffle(s, zone)
        for z, components in found:
            stack = self.rules.hidden[z] == _STACK
            for entry, c in reversed(components) if stack else components:
                put_in_zone(s, c, z)
                self._say(s, entry, c, owners[z], z)

    def _take(self, s: State, placed: Placed, seat: int, z: int) -> int:
        """A component for an entry: a printed one while there are any, otherwise a new one. It is nowhere then."""
        card = placed.card
        if z >= 0:
            self._must_fit(card, placed.path, z)
        start = start_zone(self.rules, card)
        own = -1
        called = self.names.kinds[card.kind]["name"]
        if start is not None and start["each"]:
            own = placed.owner.value if placed.owner is not None else seat
            if own < 0:
                message = f"a {called} is always somebody's"
                self.names.error("S003", message, placed.path, f"write {{card: {card.id}, owner: 1}}")
                own = 0
        elif placed.owner is not None:
            message = f"a {called} belongs to nobody by itself, so it has no `owner`"
            self.names.error("S003", message, placed.owner.path)
        left = self.pool.get((card.number, own), [])
        if not left:
            return add(s, card.number, own)  # more than were printed
        c = left.pop(0)
        take_away(s, c, s.place[c])
        s.place[c] = -1
        return c

    def _must_fit(self, card: Card, path: Path, z: int) -> None:
        zone = next(v for v in self.rules.zones if v["base"] == z - max(self.rules.zone_owner[z], 0))
        kinds = self.names.kinds
        if card.kind not in zone["kinds"]:
            can = ", ".join(kinds[k]["plural"] for k in zone["kinds"]) or "nothing"
            message = f"a {kinds[card.kind]['name']} such as `{card.id}` can never be in `{zone['id']}`"
            self.names.error("S003", message, path, f"what can be there: {can}")

    def _say(self, s: State, placed: Placed, c: int, seat: int, z: int) -> None:
        """Makes true what is said of a component, which is in a zone, or on another component (z = -1)."""
        if placed.face_down is not None and placed.face_down.value:
            if z < 0 or self.rules.hidden[z]:
                message = "only what lies in an open zone can lie face down there"
                self.names.error("S003", message, placed.face_down.path, "leave this out")
            s.veiled |= {c}
        for column, written in placed.state.items():
            s.cols[column][c] = written.value
        for good, written in placed.goods.items():
            put(s, c, good, written.value, -1)
        for entry in placed.above or []:
            standing = self._take(s, entry, seat, -1)
            move_onto(s, standing, c, -1)
            self._say(s, entry, standing, seat, -1)

    # ---- where the game is
    def _start(self, s: State) -> None:
        """Puts the game at the start of the phase that is named."""
        phase = self.names.phase((*self.where, "phase"))
        s.round = self.data.get("round", 1)
        if phase is None:
            return
        if phase < 0:
            machine.begin_game(s)
        else:
            s.frames.append([machine.ROUND, 0, [phase, s.clock]])
