"""A page to step through a game: one file with its table, style and script, which asks nothing of any other place.

The table is drawn from what can be seen and what the rules declare. Everything that comes from packs and records is
text in a block of JSON, which the script makes elements of; none of it is ever markup.
"""

from __future__ import annotations

import html
import json
from typing import Any

from cli.kept.steps import Step, seen, steps
from cli.pages import asset, block, digest
from cli.terminal.narrate import lines
from cli.terminal.standings import board_name
from engine import Game, Ruleset
from engine.messages import MESSAGES
from engine.messages.voice import Voice, spaced

_ASSETS = "cli.kept.replay_page"
_SAID = [id for id in MESSAGES if id.startswith("page.")]  #: by the page itself


def page(game: Game, players: list[str], seat: int | None = None) -> str:
    """The page of a game, as one seat could see it (None: everything)."""
    voice = game.rules.voice
    style, script = asset("page.css", _ASSETS), asset("page.js", _ASSETS)
    parts = {
        **{id: html.escape(voice.say(id)) for id in _SAID if "{" not in MESSAGES[id]},
        "LANG": voice.language.id if voice.language is not None else "en",
        "TITLE": html.escape(_title(voice, [p["name"] for p in _seats(game, players)])),
        "STYLE": style,
        "SCRIPT": script,
        "STYLE_HASH": digest(style),
        "SCRIPT_HASH": digest(script),
        "DATA": block(_data(game, players, seat)),
    }
    first, *rest = asset("page.html", _ASSETS).split("@")
    out = [first]
    for n, part in enumerate(rest):  # filled in once: what is filled in is not looked at again
        out.append(parts[part] if n % 2 == 0 else part)
    return "".join(out)


def _title(voice: Voice, names: list[str]) -> str:
    """Who plays, as the title of the page."""
    title = names[0]
    for name in names[1:]:
        title = voice.say("page.and", title, name)
    return title


# ---- what the page knows
class Pool:
    """Values of which every part is kept once: lists and mappings hold the numbers of their parts."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[str, int] = {}

    def add(self, value: Any) -> int:
        """The number of a value."""
        if isinstance(value, dict):
            value = {key: self.add(part) for key, part in value.items()}
        elif isinstance(value, (list, tuple)):
            value = [self.add(part) for part in value]
        key = json.dumps(value)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


def _data(game: Game, players: list[str], seat: int | None) -> dict[str, Any]:
    rules, pool = game.rules, Pool()
    frames = [pool.add(_frame(step, seat)) for step in steps(game, seat)]
    strings = {value for value in pool.values if isinstance(value, str)}
    packs = ", ".join(f"{id} {version}" for id, version, _ in rules.packs)
    voice = rules.voice
    as_seen = "" if seat is None else f"; {voice.say('page.as_seen', seat + 1)}"
    return {
        "about": f"{packs}{as_seen}",
        "score": voice.name("functions", str(rules.scoring.get("score", ""))),
        "said": {id: str(voice.templates[id]) for id in _SAID},
        "phases": {phase["id"]: voice.name("phases", phase["id"]) for phase in rules.phases},
        "fields": {sort: _named(rules, sort) for sort in rules.columns},
        "words": {w: n for words in rules.words.values() for w, n in words["names"].items()} if voice.language else {},
        "seats": _seats(game, players),
        "goods": {g["id"]: {"name": g["name"], "plural": g["plural"], "icon": g["icon"], "forms": _forms(rules, g)}
                  for g in rules.goods},
        "zones": [_zone(rules, z) for z in rules.zones],
        "cards": {c.unique_id: {"name": c.name, "text": c.text, "rows": _rows_of(rules, c.kind, c.fields)}
                  for c in rules.cards[1:] if c.unique_id in strings},
        "frames": frames,
        "pool": pool.values,
    }  # fmt: skip


def _forms(rules: Ruleset, good: dict[str, Any]) -> dict[str, str]:
    """What a good is called after numbers of each category that its language tells apart."""
    pair = rules.language.noun("goods", good["id"]) if rules.language is not None else None
    return {category: str(pair[0].counted(category)) for category in pair[0].numbers} if pair is not None else {}


def _named(rules: Ruleset, sort: str) -> dict[str, str]:
    """What the fields of a sort are called."""
    kinds = [k["id"] for k in rules.kinds] if sort == "state" else [sort]
    found = {}
    for column in rules.columns[sort]:
        names = [rules.voice.name(f"fields {kind}", column["id"]) for kind in kinds]
        found[column["id"]] = next((n for n in names if n != spaced(column["id"])), spaced(column["id"]))
    return found


def _seats(game: Game, players: list[str]) -> list[dict[str, str]]:
    rows = []
    for seat, player in enumerate(players):
        board = board_name(game, seat)
        rows.append(
            {
                "player": player.partition(":")[0],
                "board": board,
                "name": board or game.rules.voice.say("label.seat", seat + 1),
            }
        )
    return rows


def _frame(step: Step, seat: int | None) -> dict[str, Any]:
    game, chosen = step.game, step.chosen
    scores = [s.score for s in sorted(game.standings, key=lambda s: s.seat)] if "score" in game.rules.scoring else None
    return {
        "view": seen(game, seat),
        "scores": scores,
        "told": [[line.heading, line.text] for line in lines(step.events, game.rules.voice) if line.text],
        "chosen": chosen and {"seat": chosen.seat + 1, "prompt": chosen.prompt, "options": chosen.options,
                              "number": chosen.number, "label": chosen.label},
    }  # fmt: skip


def _zone(rules: Ruleset, zone: dict[str, Any]) -> dict[str, Any]:
    """A zone, with the words that its rows are for, if it has rows."""
    field = zone.get("rows")
    words = [f[3] for k in rules.kinds for f in k["fields"] if f[0] == field and k["id"] in zone["kinds"]]
    rows = [[w, rules.words[of]["names"].get(w, w)] for of in dict.fromkeys(words) for w in rules.words[of]["words"]]
    return {"id": zone["id"], "name": zone["name"], "each": zone["each"], "rows": rows or None}


def _rows_of(rules: Ruleset, kind: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The row of a card in each zone that has rows."""
    return {z["id"]: fields[z["rows"]] for z in rules.zones if z.get("rows") and kind in z["kinds"]
            and z["rows"] in fields}  # fmt: skip
