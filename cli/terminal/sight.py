"""What a seat sees, in words and plain lines. All of it comes from `Game.view`, never from the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import Game
from engine.messages.voice import spaced
from engine.ruleset import Card

_ALWAYS = ("seat", "goods", "board", "zones")
_PRINTED = ("number", "word", "set")  #: types of fields that are told beside a card's name


class Sight:
    """The game as one seat sees it (None: an onlooker, who sees what everyone may)."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.view, self.seat = game.view(seat), seat
        self._say, self._named = game.rules.voice.say, game.rules.voice.name
        self._cards = {c.unique_id: c.name for c in game.rules.cards[1:]}
        self._rules, self._goods = game.rules, {g["id"]: n for n, g in enumerate(game.rules.goods)}
        self._zone_names = {z["id"]: str(z["name"]) for z in game.rules.zones}
        self._columns = {c["id"]: c for sort in game.rules.columns.values() for c in sort}
        self._kind_of = {c.unique_id: c.kind for c in game.rules.cards[1:]}
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
        yield from self.shared()
        for player in self.view["players"]:
            yield from self._player(player)

    def shared(self) -> Iterator[str]:
        """What belongs to no seat."""
        yield self._say("table.round", self.view["round"])
        yield from (f"  {fact}" for fact in self.of_table())
        yield from self._zones(self.view["zones"])

    def of_seat(self, seat: int) -> Iterator[str]:
        """All that can be seen of a seat."""
        yield from self._player(self.view["players"][seat])

    def of_table(self) -> list[str]:
        """What is true of the table."""
        told = ((self._named("fields table", k), k, v) for k, v in self.view["table"].items() if v)
        return [name if v is True else f"{name}: {self.value(k, v)}" for name, k, v in told]

    def phase(self) -> str:
        """The round and the phase; there is none before the first."""
        round, phase = self.view["round"], self.view["phase"]
        return self._say("log.phase", round, self._named("phases", phase)) if phase else self._say("table.round", round)

    # ---- seats
    def board(self, seat: int) -> str:
        """What the board of a seat is called; nothing if it has none."""
        return self._cards.get(self.view["players"][seat].get("board", ""), "")

    def title(self, player: dict[str, Any]) -> str:
        """The number of a seat, with its board."""
        board = self.board(player["seat"] - 1)
        return self._say("table.seat", player["seat"], board) if board else self._say("log.seat", player["seat"])

    def facts(self, player: dict[str, Any]) -> list[str]:
        """What is true of a player beside goods and zones."""
        return [self._fact("player", k, v) for k, v in player.items() if k not in _ALWAYS and v]

    def _player(self, player: dict[str, Any]) -> Iterator[str]:
        facts = [self._amounts(player["goods"]) or self._say("table.nothing"), *self.facts(player)]
        yield f"{self.title(player)}: {'; '.join(facts)}"
        yield from self._zones(player["zones"])

    def _headline(self, player: dict[str, Any]) -> str:
        zones = [f"{self.zone(id)}: {len(cards)}" for id, cards in player["zones"].items() if cards]
        parts = [self._amounts(player["goods"]), *self.facts(player), *zones]
        return f"{self.title(player)}: {'; '.join(p for p in parts if p) or self._say('table.nothing')}"

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
        return ", ".join([*seen, *([self._say("table.hidden", hidden)] if hidden else [])])

    def _component(self, data: dict[str, Any]) -> str:
        facts = self._facts(data)
        name = self._cards.get(data["card"], "?")
        return f"{name} ({', '.join(facts)})" if facts else name

    def _facts(self, data: dict[str, Any]) -> list[str]:
        """What is true of a component, with the goods on it."""
        return [*self.marks(data), *([self._amounts(data["goods"])] if "goods" in data else [])]

    def marks(self, data: dict[str, Any]) -> list[str]:
        """What is true of a component beside the goods on it, and what stands on it."""
        told = {k: v for k, v in data.items() if k not in ("card", "goods", "above", "owner", "hidden")}
        found = [self._fact(self._kind_with(k, data), k, v) for k, v in told.items()]
        return found + [self._under(above) for above in data.get("above", ())]

    def _under(self, data: dict[str, Any]) -> str:
        """What lies on a component, and whose it is."""
        if "hidden" in data:
            return self._say("table.under_hidden")
        name, owner = self._cards.get(data["card"], "?"), data.get("owner")
        under = self._say("table.under_of", name, owner) if owner else self._say("table.under", name)
        return ", ".join([under, *self._facts(data)])

    def _kind_with(self, field: str, data: dict[str, Any]) -> str:
        """The kind that a field of a component is of; of one that lies face down, any that has such a field."""
        if "card" in data:
            return self._kind_of[data["card"]]
        return next(str(k["id"]) for k in self._rules.kinds if any(id == field for id, _ in k["state"]))

    # ---- cards
    def attributes(self, card: Card) -> list[str]:
        """The numbers and words that are printed on a card."""
        out = []
        for id, (_, _, tag, of) in self._kinds[card.kind].items():
            value = card.fields.get(id)
            if tag == "number" and value is not None:
                out.append(self._say("table.fact", self._named(f"fields {card.kind}", id), value))
            elif tag in _PRINTED and value:
                names = self._rules.words[of]["names"]
                out += [str(names.get(w, w)) for w in (value if isinstance(value, list) else [value])]
        return out

    def effects(self, card: Card) -> list[str]:
        """The lines of a card's text that say more than its numbers and words."""
        printed = {
            self._named(f"fields {card.kind}", id).casefold()
            for id, f in self._kinds[card.kind].items()
            if f[2] in _PRINTED
        }
        return [line for line in card.text.splitlines() if line.partition(":")[0].casefold() not in printed]

    # ---- values
    def value(self, id: str, value: Any) -> str:
        """The value of a field that changes, in words."""
        column = self._columns.get(id, {})
        if column.get("tag") == "player":
            return self._say("label.seat", value)
        if isinstance(value, bool):
            return self._say("label.yes" if value else "label.no")
        names = self._rules.words[column["of"]]["names"] if column.get("tag") in ("word", "set") else {}
        values = value if isinstance(value, list) else [value]
        return ", ".join(str(names.get(v, spaced(str(v)))) for v in values)

    def _fact(self, of: str, id: str, value: Any) -> str:
        name = self._named(f"fields {of}", id)
        if isinstance(value, bool):
            return name if value else self._say("table.not", name)
        return self._say("table.fact", name, self.value(id, value))
