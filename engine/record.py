"""Records: a game as the choices that made it, in words, pinned to the content it was played with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from dsl.diagnostics import Diagnostic, DiagnosticError
from engine.game import Game, IllegalChoice
from engine.ruleset import Ruleset

FORMAT = "state51 record"
CHECK_EVERY = 32

Place = tuple[str | int, ...]


class Refused(DiagnosticError):
    """A record or saved game that is not accepted; `place` is the path in its data of what is wrong."""

    def __init__(self, code: str, message: str, place: Place = (), hint: str | None = None) -> None:
        super().__init__([Diagnostic(code, message, None, hint)])
        self.place = place


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a record can be replayed with content that it was not made with.

    `game` stands after the first `choices` of `total`; `reason` says why it goes no further, and is empty if all of it
    agrees. `differs` is what is otherwise about the content. `alike` tells whether the game began as it did then; if
    not, nothing more is known than that the choices are legal.
    """

    game: Game
    choices: int
    total: int
    reason: str
    differs: str
    alike: bool


def make(game: Game, every: int = CHECK_EVERY) -> dict[str, Any]:
    """The record of a game: packs, options, seats, seed, the id of every choice, and a fingerprint before each that is
    a multiple of `every`, and at the end.

    Raises DiagnosticError for a game that did not begin as a new one (a sample, a scenario, a playout).
    """
    if game.origin is None:
        raise DiagnosticError([Diagnostic("R005", "this game has no record: it did not begin as a new game", None)])
    again = Game.new(game.rules, game.origin["seats"], game.origin["seed"])
    choices: list[str] = []
    checks: list[list[Any]] = []
    for n, raw in enumerate(game.moves()):
        if n % every == 0:
            checks.append([n, again.state.fingerprint()])
        decision = again.decision
        assert decision is not None
        choices.append(next(o.id for o in decision.options if o.raw == raw))
        again._play(raw)
    return {
        "format": FORMAT,
        "packs": [list(p) for p in game.rules.packs],
        "options": game.rules.options,
        "rules": game.rules.hash,
        **game.origin,
        "choices": choices,
        "checks": [*checks, [len(choices), again.state.fingerprint()]],
    }


def replay(rules: Ruleset, record: dict[str, Any] | str, stop: int | None = None) -> Game:
    """The game that a record tells of, checked as it goes; `stop` ends it after so many choices.

    Raises DiagnosticError if the record is damaged, or was made with other content (saying what differs).
    """
    data = read_saved(rules, record if isinstance(record, str) else json.dumps(record), FORMAT)
    try:
        return _replayed(rules, data, stop)
    except (KeyError, TypeError, ValueError, AttributeError) as e:
        raise Refused("R002", "this record was changed by hand") from e


def _replayed(rules: Ruleset, data: dict[str, Any], stop: int | None) -> Game:
    try:
        game = Game.new(rules, data["seats"], data["seed"])
    except DiagnosticError as e:
        raise Refused("R002", f"this record was changed by hand: {e.diagnostics[0].message}", ("seats",)) from e
    checks = {n: (f, place) for place, (n, f) in enumerate(data["checks"])}
    if max(checks, default=-1) != len(data["choices"]):
        raise Refused("R002", "this record does not say how the game stood after its last choice", ("checks",))
    choices = data["choices"][:stop]
    for n, id in enumerate(choices):
        _agree(game, checks, n)
        try:
            game.choose(id)
        except IllegalChoice as e:
            raise Refused(
                "R002", f"choice {n + 1} of this record, `{id}`, is not legal there: {e}", ("choices", n)
            ) from e
    _agree(game, checks, len(choices))
    return game


def _agree(game: Game, checks: dict[int, tuple[str, int]], n: int) -> None:
    if n in checks and game.state.fingerprint() != checks[n][0]:
        raise Refused("R002", f"after choice {n} the game is not as this record says", ("checks", checks[n][1]))


def agreeing(rules: Ruleset, record: dict[str, Any]) -> Agreement:
    """The game of a record as far as it can be replayed with rules that it may not have been made with.

    Raises DiagnosticError if it cannot even begin, or is damaged.
    """
    try:
        return _agreeing(rules, record)
    except (LookupError, TypeError, ValueError, AttributeError) as e:
        raise Refused("R002", "this record was changed by hand") from e


def _agreeing(rules: Ruleset, data: dict[str, Any]) -> Agreement:
    game = Game.new(rules, data["seats"], data["seed"])
    checks: dict[int, str] = dict(data["checks"])
    choices, reason, sure = data["choices"], "", 0
    alike = checks.get(0) == game.state.fingerprint()
    for n, id in enumerate([*choices, None]):
        if alike and n in checks:
            if game.state.fingerprint() != checks[n]:
                reason = f"choice {n}, `{choices[n - 1]}`, leads to something else than it did"
                break
            sure = n
        try:
            if id is not None:
                game.choose(id)
        except (IllegalChoice, DiagnosticError) as e:
            what = "is not legal any more" if isinstance(e, IllegalChoice) else f"fails: {e.diagnostics[0].message}"
            reason = f"choice {n + 1}, `{id}`, {what}"
            break
        sure = sure if alike else min(n + 1, len(choices))
    while game.state.clock > sure:
        game.undo(analysis=True)
    differs = _difference(rules, data) if data.get("rules") != rules.hash else ""
    return Agreement(game, sure, len(choices), reason, differs, alike)


def read_saved(rules: Ruleset, text: str, form: str) -> dict[str, Any]:
    """A saved game or record as data. Raises Refused if it is cut short, of another sort, or of other content."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as e:
        raise Refused("R001", "this file is cut short or no saved game") from e
    if not isinstance(data, dict) or data.get("format") != form:
        raise Refused("R001", f"this is no {form.split(' ', 1)[1]}", ("format",))
    if data.get("rules") != rules.hash:
        raise Refused("R003", f"this was made with other content: {_difference(rules, data)}", ("packs",))
    return data


def _difference(rules: Ruleset, data: dict[str, Any]) -> str:
    here = {p[0]: p for p in rules.packs}
    try:
        there = {p[0]: p for p in data["packs"]}
        parts = [f"it has the pack `{i}`" for i in there if i not in here] + [
            f"it lacks the pack `{i}`" for i in here if i not in there
        ]
        for i in here:
            if i in there and there[i][1] != here[i][1]:
                parts.append(f"`{i}` was version {there[i][1]}, here it is {here[i][1]}")
            elif i in there and there[i][2] != here[i][2]:
                parts.append(f"the content of `{i}` {here[i][1]} has changed")
        parts += [
            f"the option {k} was {v}"
            for k, v in data["options"].items()
            if k in rules.options and rules.options[k] != v
        ]
    except (KeyError, TypeError, IndexError, AttributeError):
        parts = []
    return ", ".join(parts) or "another version of the program"
