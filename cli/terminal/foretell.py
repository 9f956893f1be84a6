"""What an option would do, tried on copies of the game in which all that the person cannot see is drawn anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cli.terminal.narrate import known_to, lines
from dsl.diagnostics import DiagnosticError
from engine import Game, IllegalChoice, Option

_TRIED = 3  #: copies; where they differ, chance or hidden cards decide
_NAMED = 6  #: options of what is asked next
_LINES = 8  #: of what happens


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of one copy: what happened, the amounts of goods, the score, and what is asked next."""

    told: tuple[str, ...]
    goods: tuple[int, ...]
    score: int
    asked: str


def foretell(game: Game, option: Option, seat: int) -> list[str]:
    """What choosing an option would do, as far as the seat can know, in lines."""
    outcomes = []
    before = _outcome(game, seat, len(game.log))
    for n in range(_TRIED):
        trial = game.sample(seat, random.Random(n))
        length = len(trial.log)
        try:
            trial.choose(option)
        except DiagnosticError as e:
            return [game.rules.voice.say("tell.fails", e.diagnostics[0].message)]
        except IllegalChoice:  # what is legal hangs on what is hidden
            return [game.rules.voice.say("tell.hidden")]
        outcomes.append(_outcome(trial, seat, length))
    return [
        f"{option.label}:",
        *(f"  {line}" for line in _said(game, seat, before, outcomes)),
    ]


def _outcome(game: Game, seat: int, since: int) -> _Outcome:
    told = tuple(line.text for line in lines(known_to(game.log[since:], seat), game.rules.voice) if line.text)
    score = game.value(game.rules.scoring["score"], seat) if "score" in game.rules.scoring else 0
    view = game.view(seat)["players"][seat]
    goods = tuple(
        len(view["zones"].get(g["zone"], ())) if g["zone"] else view["goods"].get(g["id"], 0) for g in game.rules.goods
    )
    decision = game.decision
    if decision is None:
        asked = game.rules.voice.say("tell.then_over")
    elif decision.seat == seat and decision.kind != "act":
        options = [*decision.labels[:_NAMED], *(["..."] if len(decision.raws) > _NAMED else [])]
        asked = game.rules.voice.say("tell.then_asked", decision.prompt, ", ".join(options))
    else:
        asked = ""
    return _Outcome(told, goods, score, asked)


def _said(game: Game, seat: int, before: _Outcome, outcomes: list[_Outcome]) -> Iterator[str]:
    say, same = game.rules.voice.say, 0
    while all(len(o.told) > same and o.told[same] == outcomes[0].told[same] for o in outcomes):
        same += 1
    shown = outcomes[0].told[:same]
    yield from shown[:_LINES]
    if len(shown) > _LINES:
        yield say("tell.so_on")
    if any(len(o.told) > same for o in outcomes):
        yield say("tell.chance")
    changes = []
    for g, was in enumerate(before.goods):
        become = sorted({o.goods[g] for o in outcomes})
        if become != [was]:
            changes.append(_change(say, game.rules.goods[g]["plural"], was, become))
    scores = sorted({o.score for o in outcomes})
    if scores != [before.score]:
        changes.append(_change(say, say("tell.score"), before.score, scores))
    yield say("tell.have", ", ".join(changes)) if changes else say("tell.same")
    if len({o.asked for o in outcomes}) == 1 and outcomes[0].asked:
        yield outcomes[0].asked


def _change(say: Callable[..., str], name: str, was: int, become: list[int]) -> str:
    """How an amount changes, perhaps in several ways."""
    ways = str(become[0])
    for way in become[1:]:
        ways = say("tell.or", ways, way)
    return say("tell.change", name, was, ways)
