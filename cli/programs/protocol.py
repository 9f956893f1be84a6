"""The messages between the game and a program that plays a seat: plain data, one JSON object a line.

`engine.schema.protocol` has their shapes, docs/protocol.md tells what they mean.
"""

from __future__ import annotations

import json
from typing import Any, Final

from cli.terminal.narrate import known_to
from engine import Decision, Game, IllegalChoice, Option
from engine.placing import places

VERSION: Final = 1  #: of the protocol; it changes when a program must
Message = dict[str, Any]


class BadAnswer(Exception):
    """An answer that chooses nothing; `code` is for programs, the text for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Resigned(Exception):
    """An answer that gives the game up."""


def line(message: Message) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":"))


def start(game: Game, players: list[str], seats: list[int]) -> Message:
    """What a program is told first. `seats` are those it plays. The seed is not told, as it tells what comes."""
    view = game.view(None)
    table = [
        {"seat": n + 1, "player": player.partition(":")[0], "board": view["players"][n].get("board")}
        for n, player in enumerate(players)
    ]
    packs = [{"id": id, "version": version} for id, version, _ in game.rules.packs]
    yours = [seat + 1 for seat in seats]
    return {"type": "start", "protocol": VERSION, "packs": packs, "options": game.rules.options, "seats": table,
            "yours": yours}  # fmt: skip


def decision(game: Game, asked: Decision, number: int, limit: float | None, told: int) -> Message:
    """What a seat is asked: what it may choose, see, and know of what happened after `told` events."""
    options = [{"id": id, "label": label} for id, label in zip(asked.ids, asked.labels, strict=True)]
    events = [{"verb": e.verb, "seat": e.seat + 1 if e.seat >= 0 else None, "text": e.text}
              for e in known_to(game.log[told:], asked.seat)]  # fmt: skip
    return {
        "type": "decision", "decision": number, "seat": asked.seat + 1, "kind": asked.kind, "prompt": asked.prompt,
        "options": options, "seconds": limit, "events": events, "view": game.view(asked.seat),
    }  # fmt: skip


def error(bad: BadAnswer, left: int) -> Message:
    """Why an answer is none. `left` is how many more of that sort are borne."""
    return {"type": "error", "code": bad.code, "message": str(bad), "left": left}


def end(game: Game, forfeits: dict[int, str]) -> Message:
    """How the game ended; seats that forfeited come last."""
    rows = [
        {"place": s.rank, "seat": s.seat + 1, "score": s.score, "forfeit": forfeits.get(s.seat)}
        for s in places(game.standings, forfeits)
    ]
    return {"type": "end", "over": game.over, "standings": rows, "view": game.view(None)}


def answer(game: Game, asked: Decision, number: int, text: str) -> tuple[Option, str]:
    """The option that an answer chooses, and the reason it gives. Raises BadAnswer or Resigned."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as e:
        raise BadAnswer("not-json", "an answer is one JSON object on a line") from e
    if not isinstance(data, dict):
        raise BadAnswer("not-an-answer", 'an answer is an object such as {"choose": "the id of an option"}')
    unknown = [key for key in data if key not in ("choose", "decision", "reason", "resign")]
    if unknown:
        raise BadAnswer("not-an-answer", f"an answer has no `{unknown[0][:40]}`")
    if data.get("decision", number) != number:
        raise BadAnswer("stale", f"this is an answer to decision {data['decision']!r:.20}, but it is now {number}")
    if data.get("resign") is True:
        raise Resigned("it resigned")
    chosen, reason = data.get("choose"), data.get("reason", "")
    if not isinstance(reason, str):
        raise BadAnswer("not-an-answer", "`reason` is text")
    return _option(game, asked, chosen), reason


def _option(game: Game, asked: Decision, chosen: object) -> Option:
    if isinstance(chosen, int) and not isinstance(chosen, bool):
        if 0 <= chosen < len(asked.options):
            return asked.options[chosen]
        raise BadAnswer("illegal", f"options are numbered from 0 to {len(asked.options) - 1}")
    if not isinstance(chosen, str):
        raise BadAnswer("not-an-answer", "`choose` is the id of an option, or its number from 0")
    try:
        return game.find(chosen)
    except IllegalChoice as e:
        message = str(e).partition("; legal: ")[0]
        raise BadAnswer("illegal", message[:300]) from e
