"""The table as one seat sees it, drawn in lines: tracks, what players have, what lies in between, the hand.

What is drawn where follows from what the content declares: zones that are divided into rows are drawn as rows, hidden
ones and those that others are refilled from as stacks, zones hidden from others as hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from cli.terminal.grid import grid
from cli.terminal.lines import ACCENT, BOLD, DIM, SEATS, cut, flow, joined, rule, wrap
from cli.terminal.menu import in_short
from cli.terminal.narrate import CONTINUED
from cli.terminal.sight import Sight
from engine import Game
from engine.ruleset import Card

_TRACK = 25  #: steps that are drawn of a track at the most


class TableView:
    """Draws a game for a seat (None: an onlooker, who sees what everyone may) in lines of a width. `plays`: whoever
    looks is the player of that seat."""

    def __init__(self, game: Game, seat: int | None, width: int, *, icons: bool = True, plays: bool = True) -> None:
        self.sight = Sight(game, seat)
        self._you = seat if plays else None
        self.game, self.rules, self.view = game, game.rules, self.sight.view
        self.seat, self.width, self.icons, self.say = seat, width, icons, game.rules.voice.say
        self._by_id = {c.unique_id: c for c in self.rules.cards[1:]}
        self._goods = {g["id"]: n for n, g in enumerate(self.rules.goods)}
        self._zone = {z["id"]: z for z in self.rules.zones}
        refills = {z["refill"] for z in self.rules.zones}
        self._stacks = {z["id"] for z in self.rules.zones if z["hidden"] == "all" or z["id"] in refills}
        self._scores = {s.seat: s for s in game.standings}

    # ---- goods and cards
    def amounts(self, goods: dict[str, int]) -> list[Text]:
        """Amounts of goods, each with its icon and its name."""
        return [Text(f"{self.icon(id)}{n} {self.rules.good_name(self._goods[id], n)}") for id, n in goods.items()]

    def icon(self, id: str) -> str:
        icon = self.rules.goods[self._goods[id]]["icon"] if self.icons else ""
        return f"{icon} " if icon else ""

    def component(self, data: dict[str, Any], *, active: bool = True) -> Text:
        """A card on the table: its name and what is true of it."""
        name = self.say("label.hidden") if "hidden" in data else self._by_id[data["card"]].name
        text = Text(name, "" if active else "dim")
        marks: list[Text | str] = list(self.sight.marks(data))
        marks += self.amounts(data.get("goods", {}))
        return Text.assemble(text, (" (", DIM), joined(marks), (")", DIM)) if marks else text

    def _cards(self, z: int, cards: dict[int, dict[str, Any]]) -> list[Text]:
        """Components of a zone by their numbers; those that look alike are told once, with how many there are."""
        test = self.rules.logging.active[z]
        counted: dict[str, tuple[Text, int]] = {}
        for c, data in cards.items():
            text = self.component(data, active=test is None or test is True or bool(test(self.game.state, c)))
            counted[text.plain] = text, counted.get(text.plain, (text, 0))[1] + 1
        return [Text.assemble(text, (f" ×{n}", DIM)) if n > 1 else text for text, n in counted.values()]

    # ---- the whole table
    def heading(self) -> list[Text]:
        """The round, the phase, and what is true of the table."""
        return [rule(Text.assemble(self.title(), *(f" · {fact}" for fact in self.sight.of_table())), self.width)]

    def title(self) -> Text:
        """The round and the phase, and whether the end is near."""
        near = f" · {self.say('table.ending')}" if self.game.state.ending else ""
        return Text(f"{self.sight.phase()}{near}", BOLD)

    def tracks(self) -> list[Text]:
        """How far each player is, on a line each."""
        track = self.rules.scoring.get("track")
        if not track or "score" not in self.rules.scoring:
            return []
        names = [self.sight.title(p) for p in self.view["players"]]
        wide = max(map(len, names))
        lines = []
        for seat, name in enumerate(names):
            steps = min(track["length"], _TRACK)
            done = max(0, min(steps, self._place(seat) * steps // track["length"]))
            bar = ("█" * done, self._color(seat)), ("░" * (steps - done), DIM)
            lines.append(cut(Text.assemble(f"{name:<{wide}}  ", *bar, f" {self._far(seat)}"), self.width))
        return lines

    def _place(self, seat: int) -> int:
        """Where a player is on the track."""
        good = self.rules.scoring["track"].get("good")
        return self.view["players"][seat]["goods"].get(good, 0) if good else self._scores[seat].score

    def _far(self, seat: int) -> str:
        """How far a player is, in words."""
        score = self._scores[seat].score
        if "track" not in self.rules.scoring:
            return self.say("table.score", score) if "score" in self.rules.scoring else ""
        length, good = self.rules.scoring["track"]["length"], self.rules.scoring["track"].get("good")
        if not good:
            return f"{score}/{length}"
        place = f"{self._place(seat)}/{length} {self.rules.good_name(self._goods[good], length)}"
        return self.say("table.far", place, score)

    @staticmethod
    def _color(seat: int) -> str:
        return SEATS[seat % len(SEATS)]

    def shared(self, *, stacks: bool = True, full: bool = True) -> list[Text]:
        """What lies between the players: open cards first, then how many there are in each stack. `full`: with all
        that is true of cards in a grid, even if that takes several lines."""
        zones = self.view["zones"]
        lines: list[Text] = []
        for id, cards in zones.items():
            if cards and id not in self._stacks:
                lines += self._zone_lines(id, cards, None, full=full)
        counts = [f"{self.sight.zone(id)} {len(cards)}" for id, cards in zones.items() if cards and id in self._stacks]
        return lines + (flow([Text(p, DIM) for p in counts], self.width) if counts and stacks else [])

    def _zone_lines(
        self, id: str, cards: list[dict[str, Any]], seat: int | None, indent: int = 0, *, full: bool = True
    ) -> list[Text]:
        """A zone: in its rows if it has such, as a grid if they have no names, otherwise on a line."""
        field, name, z = self._zone[id]["rows"], self.sight.zone(id), self._zone[id]["base"] + (seat or 0)
        at = dict(zip(self.game.state.zones[z], cards, strict=True))
        lines: list[Text] = []
        rows = list(self._row_names(field)) if field else []
        if rows and not any(label for _, label in rows):
            placed = [[data for data in cards if self._in_row(data, field) == value] for value, _ in rows]
            lines += self._grid(name, placed, indent, full=full)
            at, rows = {c: data for c, data in at.items() if not any(data in row for row in placed)}, []
        for value, label in rows:
            chosen = {c: data for c, data in at.items() if self._in_row(data, field) == value}
            if chosen or label:
                lines += self._row(label or ("" if lines else name), self._cards(z, chosen), indent)
            at = {c: data for c, data in at.items() if c not in chosen}
        return lines + (self._row(name, self._cards(z, at), indent) if at else [])

    def _grid(self, name: str, rows: list[list[dict[str, Any]]], indent: int, *, full: bool) -> list[Text]:
        """Rows of cards as a grid. Where one does not fit in its column, it is told whose the place is."""
        head = Text(" " * indent + name + " ", DIM)
        head.pad_right(max(0, indent + 12 - head.cell_len))
        cells = [[(self.component(data), self._whose(data)) for data in row] for row in rows if row]
        return grid(head, cells, self.width, full=full)

    def _whose(self, data: dict[str, Any]) -> Text:
        """A card with nothing but whose are the cards that lie on it."""
        whose = [above["owner"] for above in data.get("above", ()) if above.get("owner")]
        marks = joined([Text(self.say("label.seat", owner), self._color(owner - 1)) for owner in whose])
        return Text.assemble(self._by_id[data["card"]].name, *((" (", marks, ")") if whose else ()))

    def _row_names(self, field: str) -> Iterable[tuple[Any, str]]:
        """The values that make a row each, with what it is called; numbers have no name."""
        of = next((f[3] for k in self.rules.kinds for f in k["fields"] if f[0] == field and f[2] == "word"), None)
        if of is not None:
            words = self.rules.words[of]
            return [(w, str(words["names"].get(w, w))) for w in words["words"]]
        found = {c.fields[field] for c in self.rules.cards[1:] if field in c.fields}
        return [(n, "") for n in sorted(found)]

    def _in_row(self, data: dict[str, Any], field: str) -> Any:
        return None if "hidden" in data else self._by_id[data["card"]].fields.get(field)

    def _row(self, name: str, cards: list[Text], indent: int) -> list[Text]:
        head = Text(" " * indent + name, DIM)
        wide = indent + 12 if len(name) <= 11 else indent + len(name) + 1
        return flow(cards or [Text("-", DIM)], self.width, head=head, indent=wide, gap=" · ")

    # ---- players
    def player(self, seat: int, *, full: bool = True, far: bool = False) -> list[Text]:
        """What a player has: goods, what is true of them, their zones but for hands. Otherwise only a line or two.
        `far`: with how far they are, where no tracks are drawn."""
        player = self.view["players"][seat]
        name = self.sight.title(player)
        title = Text(self.say("table.you", name) if seat == self._you else name, f"bold {self._color(seat)}")
        facts = [Text(f, "bold") for f in self.sight.facts(player)]
        facts += [Text(f"{self.sight.zone(id)} {len(cards)}", DIM) for id, cards in self._counted(player, full)]
        shown = self.rules.scoring.get("track", {}).get("good")
        goods = self.amounts({id: n for id, n in player["goods"].items() if id != shown}) or [
            Text(self.say("table.no_goods"), DIM)
        ]
        goods = [Text(self._far(seat), BOLD), *goods] if far and self._far(seat) else goods
        lines = flow([Text(""), *goods, *facts], self.width, head=title, indent=4)
        if full:
            for id, cards in player["zones"].items():
                if cards and self._zone[id]["hidden"] != "others":
                    lines += self._zone_lines(id, cards, seat, 2)
        return lines

    def _counted(self, player: dict[str, Any], full: bool) -> Iterator[tuple[str, list[Any]]]:
        """The zones of a player that are only counted."""
        for id, cards in player["zones"].items():
            if cards and (self._zone[id]["hidden"] == "others" or not full) and player["seat"] - 1 != self.seat:
                yield id, cards

    def hands(self, *, text: bool = True, names: bool = False) -> list[Text]:
        """The cards that only this seat sees: with their texts, with what a line holds, or only the names."""
        if self.seat is None:
            return []
        lines: list[Text] = []
        for id, cards in self.view["players"][self.seat]["zones"].items():
            if not cards or self._zone[id]["hidden"] != "others":
                continue
            if names:
                lines += self._zone_lines(id, cards, self.seat, 2)
                continue
            lines.append(Text(f"  {self.sight.zone(id)}", DIM))
            held = Counter(data["card"] for data in cards)
            for id, copies in held.items():
                lines += self._in_hand(self._by_id[id], text, copies)
        return lines

    def _in_hand(self, card: Card, full: bool, copies: int) -> list[Text]:
        several = (f"{copies} × " if copies > 1 else "", BOLD)
        if not full:
            return [cut(Text.assemble("    ", several, in_short(self.sight, card)), self.width)]
        attributes = (f"  {', '.join(self.sight.attributes(card))}", ACCENT)
        told = Text.assemble("    ", several, (card.name, BOLD), attributes)
        rest = self.sight.effects(card)
        return [
            *wrap(told, self.width, 6),
            *(w for part in rest for w in wrap(Text(" " * 6 + part, DIM), self.width, 8)),
        ]


@dataclass(frozen=True, slots=True)
class _Level:
    """How much detail a table has: lines of events, tracks, the rows of others, and how cards in hand are told."""

    events: int
    tracks: bool
    others: bool
    text: bool
    names: bool = False
    stacks: bool = True


_LEVELS = (
    _Level(24, tracks=True, others=True, text=True),
    _Level(12, tracks=True, others=True, text=True),
    _Level(8, tracks=True, others=True, text=False),
    _Level(4, tracks=True, others=True, text=False),
    _Level(4, tracks=False, others=True, text=False),
    _Level(2, tracks=False, others=False, text=False),
    _Level(4, tracks=False, others=False, text=False, stacks=False),
    _Level(4, tracks=False, others=False, text=False, names=True, stacks=False),
    _Level(1, tracks=False, others=False, text=False, names=True, stacks=False),
)


def fitting(view: TableView, height: int, events: list[Text]) -> list[Text]:
    """The table with as much detail as fits in `height` lines; the least, if nothing fits."""
    lines: list[Text] = []
    for level in _LEVELS:
        lines = _at(view, level, events)
        if len(lines) <= height:
            break
    return lines


def _at(view: TableView, level: _Level, events: list[Text]) -> list[Text]:
    """The table at a level of detail."""
    lines = _latest(view, events, level.events)
    lines += [
        *view.heading(),
        *(view.tracks() if level.tracks else []),
        *view.shared(stacks=level.stacks, full=level.text),
    ]
    others = [p["seat"] - 1 for p in view.view["players"] if p["seat"] - 1 != view.seat]
    for seat in others:
        lines += view.player(seat, full=level.others, far=not level.tracks)
    if view.seat is not None:
        lines += view.player(view.seat, far=not level.tracks)
    return lines + view.hands(text=level.text, names=level.names)


def _latest(view: TableView, events: list[Text], space: int) -> list[Text]:
    """The last events, as many as there is space for in lines of the table, none begun in its middle."""
    begins = [n for n, line in enumerate(events) if not line.plain.startswith(CONTINUED)]
    whole = next((n for n in begins if len(events) - n <= space), None)
    if whole == 0 or not events:
        return list(events)
    if whole is not None and space > 1:
        return [Text(f"  {view.say('table.earlier')}", DIM), *events[whole:]]
    last = begins[-1] if begins else 0
    more = Text(f"  {view.say('table.more')}", DIM)
    return [Text.assemble(cut(events[last], view.width - more.cell_len - 2), more)]


def everything(view: TableView) -> list[Text]:
    """All that can be seen."""
    return _at(view, _LEVELS[0], [])
