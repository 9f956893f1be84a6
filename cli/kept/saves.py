"""Saved games: a game's record with who plays each seat, in a file. Whatever is wrong with one is told at its place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cli.choices import rules_of
from cli.files import read_text, write_whole
from dsl.diagnostics import Diagnostic, DiagnosticError, Span
from engine import Game, Ruleset, replay
from engine.packs import locate
from engine.record import FORMAT, Agreement, Place, Refused, agreeing, make

_HERE = "give the folders of its packs with --packs"
_ANYWAY = "with --anyway it is played as far as it agrees"


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game as read. `players` says who plays each seat (None: not told), `total` how many choices were made,
    `forfeits` which seats gave up, and why.
    `agreement` tells how far it went where it was replayed with whatever content there is."""

    game: Game
    players: list[str] | None
    total: int
    agreement: Agreement | None = None
    forfeits: dict[int, str] = field(default_factory=dict)


def write(path: Path, game: Game, players: list[str], forfeits: Mapping[int, str] | None = None) -> None:
    """Saves a game, with the seats that gave up, and why. Raises OSError, and DiagnosticError for a game
    without a record."""
    data: dict[str, Any] = {**make(game, every=1), "players": players, "standing": _standing(game)}
    if forfeits:
        data["forfeits"] = {str(seat + 1): why for seat, why in forfeits.items()}
    write_whole(path, json.dumps(data, indent=1) + "\n")


def _standing(game: Game) -> dict[str, Any]:
    """How a game stands, for those who list saved games without playing them again."""
    scores = {s.seat: s.score for s in game.standings}
    view = game.view(None)
    where = {"round": view["round"], "phase": view["phase"], "over": game.over}
    return {**where, "scores": [scores[seat] for seat in range(game.state.seats)]}


def is_saved(path: Path) -> bool:
    """Whether a file is a saved game, and so may be replaced by another one."""
    try:
        return parsed(str(path), read_text(path)).get("format") == FORMAT
    except (DiagnosticError, Refused):
        return False


def read(
    path: Path, packs: list[str] | None = None, stop: int | None = None, lang: str = "en", *, anyway: bool = False
) -> Saved:
    """The game saved in a file, played again and checked, or only its first choices up to `stop`.

    `packs` are the packs to play it with; otherwise those that it names. `lang` is the language of labels. `anyway`
    takes it as far as it agrees where the content is not what it was. Raises DiagnosticError.
    """
    file, text = str(path), read_text(path)
    try:
        data = parsed(file, text)
        rules = _rules(data, packs, lang, anyway=anyway)
        if anyway:
            if stop is not None:
                data = {**data, "choices": data["choices"][:stop]}
            agreement = agreeing(rules, data)
            return Saved(agreement.game, _players(data), len(data["choices"]), agreement, _forfeits(data))
        game = replay(rules, data, stop)
        return Saved(game, _players(data), len(data["choices"]), forfeits=_forfeits(data))
    except Refused as e:
        first = e.diagnostics[0]
        hint = first.hint or (_ANYWAY if first.code == "R003" else None)
        placed = Diagnostic(first.code, first.message, _span(file, text, e.place), hint)
        raise DiagnosticError([placed], {file: text}) from e


def parsed(file: str, text: str) -> dict[str, Any]:
    """The data of a record; nothing is known of it but that it says it is one."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as e:
        message = f"this is no saved game, or it is cut short: {e.msg[0].lower()}{e.msg[1:]}"
        span = Span(file, e.pos, min(e.pos + 1, len(text)))
        raise DiagnosticError([Diagnostic("R001", message, span)], {file: text}) from e
    except (ValueError, RecursionError) as e:
        raise Refused("R004", "this is no saved game") from e
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused("R004", "this is no saved game", ("format",))
    return data


def _rules(data: dict[str, Any], packs: list[str] | None, lang: str, *, anyway: bool) -> Ruleset:
    """The rules a record was made with. What it names is trusted no further than that they are ids."""
    options, named = data.get("options"), data.get("packs")
    simple = isinstance(options, dict) and all(isinstance(v, (int, bool)) for v in options.values())
    if not simple or not isinstance(named, list) or not named:
        raise Refused("R002", "this record was changed by hand", ("packs" if simple else "options",))
    if packs is None:
        packs = [_known_pack(entry, n) for n, entry in enumerate(named)]
    try:
        if anyway and options:
            known = rules_of(packs, lang=lang).options
            options = {id: value for id, value in options.items() if type(value) is type(known.get(id))}
        return rules_of(packs, options, lang)
    except DiagnosticError as e:
        first = e.diagnostics[0]
        if first.code in ("M006", "M009"):
            raise Refused("R003", f"this was made with other content: {first.message}", ("options",), first.hint) from e
        raise


def _known_pack(entry: Any, n: int) -> str:
    id = entry[0] if isinstance(entry, list) and entry else None
    if not isinstance(id, str) or not re.fullmatch("[a-z][a-z0-9_]*", id):
        raise Refused("R002", "this record was changed by hand", ("packs", n))
    if locate.find(id) is None:
        raise Refused("R003", f"this was made with the pack `{id}`, which is not here", ("packs", n), _HERE)
    return id


def _players(data: dict[str, Any]) -> list[str] | None:
    players = data.get("players")
    if not isinstance(players, list) or len(players) != len(data["seats"]):
        return None
    return players if all(isinstance(p, str) for p in players) else None


def _forfeits(data: dict[str, Any]) -> dict[int, str]:
    """The seats that gave up. Raises Refused if that was changed by hand."""
    said, seats = data.get("forfeits", {}), len(data["seats"])
    if not isinstance(said, dict):
        raise Refused("R002", "this record was changed by hand", ("forfeits",))
    for seat, why in said.items():
        if seat not in map(str, range(1, seats + 1)) or not isinstance(why, str):
            raise Refused("R002", "this record was changed by hand", ("forfeits", seat))
    return {int(seat) - 1: why for seat, why in said.items()}


def _span(file: str, text: str, place: Place) -> Span:
    """Where something stands in a saved game; the beginning of the file if that cannot be told."""
    from engine.packs.source import load_document

    try:
        document = load_document(file, text.encode())
    except DiagnosticError:
        return Span(file, 0, 0)
    for length in range(len(place), -1, -1):
        try:
            return document.span(place[:length]) if length else Span(file, 0, 0)
        except LookupError:
            continue
    return Span(file, 0, 0)
