"""What a seat sees, in lines. Everything here comes from `Game.view`, never from the state of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import Game

_ALWAYS = ("seat", "goods", "board", "zones")


class Sight:
    """The game as one seat sees it."""

    def __init__(self, game: Game, seat: int) -> None:
        self.view, self.seat = game.view(seat), seat
        self._cards = {c.unique_id: c.name for c in game.rules.cards[1:]}
        self._rules, self._goods = game.rules, {g["id"]: n for n, g in enumerate(game.rules.goods)}

    def brief(self) -> Iterator[str]:
        """The seat's own goods and zones, and a line on each other seat."""
        players = self.view["players"]
        yield from self._player(players[self.seat])
        for player in players:
            if player["seat"] != self.seat + 1:
                yield self._headline(player)

    def everything(self) -> Iterator[str]:
        """All that can be seen: the table, the shared zones and every seat."""
        yield f"Round {self.view['round']}"
        yield from (f"  {_words(k)}: {_value(v)}" for k, v in self.view["table"].items() if _tells(v))
        yield from self._zones(self.view["zones"])
        for player in self.view["players"]:
            yield from self._player(player)

    def board(self, seat: int) -> str:
        """What the board of a seat is called; nothing if it has none."""
        return self._cards.get(self.view["players"][seat].get("board", ""), "")

    # ---- seats
    def _title(self, player: dict[str, Any]) -> str:
        board = self.board(player["seat"] - 1)
        return f"Seat {player['seat']}{f' ({board})' if board else ''}"

    def _player(self, player: dict[str, Any]) -> Iterator[str]:
        facts = [self._amounts(player["goods"]) or "nothing", *self._facts(player)]
        yield f"{self._title(player)}: {'; '.join(facts)}"
        yield from self._zones(player["zones"])

    def _headline(self, player: dict[str, Any]) -> str:
        zones = [f"{_words(id)}: {len(cards)}" for id, cards in player["zones"].items() if cards]
        parts = [self._amounts(player["goods"]), *self._facts(player), *zones]
        return f"{self._title(player)}: {'; '.join(p for p in parts if p) or 'nothing'}"

    def _facts(self, player: dict[str, Any]) -> list[str]:
        return [_fact(k, v) for k, v in player.items() if k not in _ALWAYS and _tells(v)]

    def _amounts(self, goods: dict[str, int]) -> str:
        return ", ".join(f"{n} {self._rules.good_name(self._goods[id], n)}" for id, n in goods.items())

    # ---- zones
    def _zones(self, zones: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
        for id, cards in zones.items():
            if cards:
                yield f"  {_words(id)}: {self._contents(cards)}"

    def _contents(self, cards: list[dict[str, Any]]) -> str:
        hidden = sum("hidden" in c for c in cards)
        seen = [self._component(c) for c in cards if "hidden" not in c]
        return ", ".join([*seen, *([f"{hidden} hidden"] if hidden else [])])

    def _component(self, data: dict[str, Any]) -> str:
        facts = [_fact(k, v) for k, v in data.items() if k not in ("card", "goods", "above", "owner")]
        if "goods" in data:
            facts.append(self._amounts(data["goods"]))
        for above in data.get("above", ()):
            whose = f" of seat {above['owner']}" if above.get("owner") else ""
            facts.append(f"under {self._component(above)}{whose}" if "hidden" not in above else "under a hidden card")
        name = self._cards.get(data["card"], "?")
        return f"{name} ({', '.join(facts)})" if facts else name


def _words(id: str) -> str:
    return id.replace("_", " ")


def _tells(value: Any) -> bool:
    """Whether a value says anything: it is not false, 0, empty or nothing."""
    return bool(value)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(_words(str(v)) for v in value) if isinstance(value, list) else _words(str(value))


def _fact(id: str, value: Any) -> str:
    if isinstance(value, bool):
        return _words(id) if value else f"not {_words(id)}"
    return f"{_words(id)} {_value(value)}"
