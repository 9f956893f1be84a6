"""What a seat sees, in words and plain lines. All of it comes from `Game.view`, never from the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import Game
from engine.ruleset import Card

_ALWAYS = ("seat", "goods", "board", "zones")
_PRINTED = ("number", "word", "set")  #: types of fields that are told beside a card's name


class Sight:
    """The game as one seat sees it (None: an onlooker, who sees what everyone may)."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.view, self.seat = game.view(seat), seat
        self._cards = {c.unique_id: c.name for c in game.rules.cards[1:]}
        self._rules, self._goods = game.rules, {g["id"]: n for n, g in enumerate(game.rules.goods)}
        self._zone_names = {z["id"]: str(z["name"]) for z in game.rules.zones}
        self._columns = {c["id"]: c for sort in game.rules.columns.values() for c in sort}
        self._kinds = {k["id"]: {f[0]: f for f in k["fields"]} for k in game.rules.kinds}

    def brief(self) -> Iterator[str]:
        """The seat's own goods and zones, and a line on each other seat."""
        players = self.view["players"]
        if self.seat is not None:
            yield from self._player(players[self.seat])
        for player in players:
            if self.seat is None or player["seat"] != self.seat + 1:
                yield self._headline(player)

    def everything(self) -> Iterator[str]:
        """All that can be seen: the table, the shared zones and every seat."""
        yield f"Round {self.view['round']}"
        yield from (f"  {fact}" for fact in self.of_table())
        yield from self._zones(self.view["zones"])
        for player in self.view["players"]:
            yield from self._player(player)

    def of_seat(self, seat: int) -> Iterator[str]:
        """All that can be seen of a seat."""
        yield from self._player(self.view["players"][seat])

    def of_table(self) -> list[str]:
        """What is true of the table."""
        told = self.view["table"].items()
        return [spaced(k) if v is True else f"{spaced(k)}: {self.value(k, v)}" for k, v in told if v]

    def phase(self) -> str:
        """What the phase is called; nothing before the first."""
        return spaced(self.view["phase"])

    # ---- seats
    def board(self, seat: int) -> str:
        """What the board of a seat is called; nothing if it has none."""
        return self._cards.get(self.view["players"][seat].get("board", ""), "")

    def title(self, player: dict[str, Any]) -> str:
        """The number of a seat, with its board."""
        board = self.board(player["seat"] - 1)
        return f"Seat {player['seat']}{f' ({board})' if board else ''}"

    def facts(self, player: dict[str, Any]) -> list[str]:
        """What is true of a player beside goods and zones."""
        return [self._fact(k, v) for k, v in player.items() if k not in _ALWAYS and v]

    def _player(self, player: dict[str, Any]) -> Iterator[str]:
        facts = [self._amounts(player["goods"]) or "nothing", *self.facts(player)]
        yield f"{self.title(player)}: {'; '.join(facts)}"
        yield from self._zones(player["zones"])

    def _headline(self, player: dict[str, Any]) -> str:
        zones = [f"{self.zone(id)}: {len(cards)}" for id, cards in player["zones"].items() if cards]
        parts = [self._amounts(player["goods"]), *self.facts(player), *zones]
        return f"{self.title(player)}: {'; '.join(p for p in parts if p) or 'nothing'}"

    def _amounts(self, goods: dict[str, int]) -> str:
        return ", ".join(f"{n} {self._rules.good_name(self._goods[id], n)}" for id, n in goods.items())

    # ---- zones and what is in them
    def zone(self, id: str) -> str:
        """What a zone is called."""
        return self._zone_names[id]

    def _zones(self, zones: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
        for id, cards in zones.items():
            if cards:
                yield f"  {self.zone(id)}: {self._contents(cards)}"

    def _contents(self, cards: list[dict[str, Any]]) -> str:
        hidden = sum("hidden" in c for c in cards)
        seen = [self._component(c) for c in cards if "hidden" not in c]
        return ", ".join([*seen, *([f"{hidden} hidden"] if hidden else [])])

    def _component(self, data: dict[str, Any]) -> str:
        facts = self._facts(data)
        name = self._cards.get(data["card"], "?")
        return f"{name} ({', '.join(facts)})" if facts else name

    def _facts(self, data: dict[str, Any]) -> list[str]:
        """What is true of a component, with the goods on it."""
        return [*self.marks(data), *([self._amounts(data["goods"])] if "goods" in data else [])]

    def marks(self, data: dict[str, Any]) -> list[str]:
        """What is true of a component beside the goods on it, and what stands on it."""
        found = [self._fact(k, v) for k, v in data.items() if k not in ("card", "goods", "above", "owner", "hidden")]
        return found + [f"under {self._above(above)}" for above in data.get("above", ())]

    def _above(self, data: dict[str, Any]) -> str:
        """What lies on a component, and whose it is."""
        if "hidden" in data:
            return "a hidden card"
        whose = f" of seat {data['owner']}" if data.get("owner") else ""
        return ", ".join([f"{self._cards.get(data['card'], '?')}{whose}", *self._facts(data)])

    # ---- cards
    def attributes(self, card: Card) -> list[str]:
        """The numbers and words that are printed on a card."""
        out = []
        for id, (_, _, tag, of) in self._kinds[card.kind].items():
            value = card.fields.get(id)
            if tag == "number" and value is not None:
                out.append(f"{spaced(id)} {value}")
            elif tag in _PRINTED and value:
                names = self._rules.words[of]["names"]
                out += [str(names.get(w, w)) for w in (value if isinstance(value, list) else [value])]
        return out

    def effects(self, card: Card) -> list[str]:
        """The lines of a card's text that say more than its numbers and words."""
        printed = {spaced(id) for id, f in self._kinds[card.kind].items() if f[2] in _PRINTED}
        return [line for line in card.text.splitlines() if line.partition(":")[0].casefold() not in printed]

    # ---- values
    def value(self, id: str, value: Any) -> str:
        """The value of a field that changes, in words."""
        column = self._columns.get(id, {})
        if column.get("tag") == "player":
            return f"seat {value}"
        if isinstance(value, bool):
            return "yes" if value else "no"
        names = self._rules.words[column["of"]]["names"] if column.get("tag") in ("word", "set") else {}
        values = value if isinstance(value, list) else [value]
        return ", ".join(str(names.get(v, spaced(str(v)))) for v in values)

    def _fact(self, id: str, value: Any) -> str:
        if isinstance(value, bool):
            return spaced(id) if value else f"not {spaced(id)}"
        return f"{spaced(id)} {self.value(id, value)}"


def spaced(id: str) -> str:
    """An id as words."""
    return id.replace("_", " ")
