"""One card on a small table: a table on which something can be done with it, and what that does.

Everything is found by looking: which phase has turns, which zones the card can lie in, which options speak of it, what
they cost. So it works for the cards of any packs. A table is written as a scenario, which can be kept as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from dsl.diagnostics import DiagnosticError
from engine.game import Game
from engine.packs.source import load_document
from engine.ruleset import Card, Ruleset
from engine.scenario.run import Scenario, begin

PLENTY: Final = 9  #: how many of each good are given to find out which are needed
MOST_CHOICES: Final = 30  #: of one trial: an effect that asks for more is left there


@dataclass(frozen=True, slots=True)
class Trial:
    """A card in a zone of seat 1 (or a shared one) at the start of a phase, with goods and further cards beside it.

    `beside` are cards by zone of seat 1; `choices` are what is chosen, each by a seat from 1.
    """

    card: Card
    zone: str
    phase: str
    goods: dict[str, int] = field(default_factory=dict)
    beside: dict[str, list[str]] = field(default_factory=dict)
    choices: tuple[tuple[int, str], ...] = ()

    def scenario(self, rules: Ruleset, name: str, expect: list[Any] | None = None) -> dict[str, Any]:
        """The trial as a scenario."""
        shared = {z["id"] for z in rules.zones if not z["each"]}
        seat: dict[str, Any] = {}
        lying = {zone: list(cards) for zone, cards in self.beside.items()}
        lying.setdefault(self.zone, []).insert(0, self.card.unique_id)
        if self.card.kind == rules.board:
            seat, lying = {rules.board: self.card.unique_id}, dict(self.beside)
        seat |= {zone: cards for zone, cards in lying.items() if zone not in shared}
        if self.goods:
            seat["goods"] = dict(self.goods)
        others: list[dict[str, Any]] = [{} for _ in range(max(rules.seats[0], 1) - 1)]
        return {
            "name": name,
            "table": [seat, *others],
            "phase": self.phase,
            **{zone: cards for zone, cards in lying.items() if zone in shared},
            "play": [{"seat": seat, "choose": text} for seat, text in self.choices],
            "expect": expect or [{"phase": self.phase}],
        }

    def begin(self, rules: Ruleset) -> Game:
        """The game at its first decision. Raises DiagnosticError if there can be no such table."""
        text = written([self.scenario(rules, "a trial")])
        document = load_document("the table", text.encode())
        return begin(Scenario("a trial", (), document, ("scenarios", 0)), rules)


def written(scenarios: list[dict[str, Any]]) -> str:
    """Scenarios as a YAML file."""
    from engine.packs.writing import to_yaml

    return to_yaml({"scenarios": scenarios})


def zones_for(rules: Ruleset, card: Card) -> list[str]:
    """The zones that a card can lie in, those of players first, then those that all can see; "" for a board."""
    if card.kind == rules.board:
        return [""]
    return [
        z["id"]
        for z in sorted(rules.zones, key=lambda z: (not z["each"], z["hidden"] == "all"))
        if card.kind in z["kinds"]
    ]


def phases_of(rules: Ruleset) -> list[str]:
    """The phases, those with turns first."""
    return [p["id"] for p in sorted(rules.phases, key=lambda p: not p["turns"])]


def about(game: Game, card: Card) -> list[str]:
    """The ids of the options that are about a card: its own component is an argument, or is named. A board is no
    argument of what can be done with it, so of each option it is asked whether a line of the board does something."""
    decision = game.decision
    if decision is None:
        return []
    rules, s = game.rules, game.state
    if card.kind == rules.board:
        return [id for id in decision.ids if _runs(game, id, card)]
    found = []
    for raw, id in zip(decision.raws, decision.ids, strict=True):
        if decision.kind in ("act", "do") and raw and raw[0] >= 0:
            sorts = rules.action_params[raw[0]]
            mine = any(sort == "component" and s.defn[c] == card.number for c, sort in zip(raw[1:], sorts, strict=True))
        else:
            mine = card.unique_id in id.split()
        if mine:
            found.append(id)
    return found


def _runs(game: Game, option: str, card: Card) -> bool:
    """Whether an option, with the first of all further ones, carries out something written on a card."""
    after = game.clone()
    try:
        after.choose(option)
        for _ in range(MOST_CHOICES):
            if after.decision is None or after.decision.kind == "act":
                break
            after.choose(after.decision.options[0])
    except DiagnosticError:
        return False
    return any(event.cause and event.cause[0] in (card.id, card.unique_id) for event in after.log[len(game.log) :])


def trials(rules: Ruleset, card: Card, given: Trial) -> Iterator[Trial]:
    """Tables on which an option is about a card, each with the first such option chosen; what `given` says stays."""
    wild_first = sorted(rules.goods, key=lambda g: not g["wild"])  # those are the first that are found not to be needed
    goods = {g["id"]: PLENTY for g in wild_first if not g["zone"]}
    more = [c.unique_id for c in rules.cards[1:] if c.kind == card.kind and c.number != card.number][:2]
    for phase in [given.phase] if given.phase else phases_of(rules):
        for zone in [given.zone] if given.zone else zones_for(rules, card):
            own = any(z["id"] == zone and z["each"] for z in rules.zones)
            for beside in [given.beside] if given.beside else [{}, *([{zone: more}] if own and more else [])]:
                for held in [given.goods] if given.goods else [{}, goods]:
                    trial = replace(given, phase=phase, zone=zone, goods=held, beside=beside)
                    found = _offered(rules, trial)
                    if found:
                        first = found[0]
                        lean = trial if given.goods else _lean(rules, trial, first)
                        yield replace(lean, choices=((1, first),))


def _offered(rules: Ruleset, trial: Trial) -> list[str]:
    try:
        game = trial.begin(rules)
        decision = game.decision
        return about(game, trial.card) if decision is not None and decision.seat == 0 else []
    except DiagnosticError:
        return []


def _lean(rules: Ruleset, trial: Trial, option: str) -> Trial:
    """The same with as few goods as the option needs."""
    goods = dict(trial.goods)
    for good in list(goods):
        for n in range(PLENTY + 1):
            fewer = {**goods, good: n} if n else {g: k for g, k in goods.items() if g != good}
            if option in _offered(rules, replace(trial, goods=fewer)):
                goods = fewer
                break
    return replace(trial, goods=goods)


def play(rules: Ruleset, trial: Trial) -> tuple[Game, Trial]:
    """Plays a trial to the end of what was begun; further choices are the first option each. Gives the game and the
    trial with all that was chosen. Raises DiagnosticError if an effect fails, IllegalChoice for what is not offered."""
    game = trial.begin(rules)
    made: list[tuple[int, str]] = []
    for wanted in (*(text for _, text in trial.choices), *("" for _ in range(MOST_CHOICES))):
        decision = game.decision
        if decision is None or (not wanted and made and decision.kind == "act"):
            break
        option = game.find(wanted) if wanted else decision.options[0]
        if decision.kind != "pay":  # scenarios pay in the first way by themselves
            made.append((decision.seat + 1, option.id))
        game.choose(option)
    return game, replace(trial, choices=tuple(made))


def outcome(rules: Ruleset, before: Game, after: Game, card: Card) -> list[dict[str, Any]]:
    """What seat 1 has and where the card is after a trial, as expectations of a scenario."""
    was, now = before.view(0)["players"][0], after.view(0)["players"][0]
    goods = {g: now["goods"].get(g, 0) for g in {**was["goods"], **now["goods"]} if not _backed(rules, g)}
    seat: dict[str, Any] = {"seat": 1, "goods": goods} if goods else {"seat": 1}
    for zone, cards in now["zones"].items():
        if cards != was["zones"][zone]:
            seat[zone] = [c["card"] if set(c) == {"card"} else c for c in cards]
    return [seat] if len(seat) > 1 else [{"phase": after.view(0)["phase"]}]


def _backed(rules: Ruleset, good: str) -> bool:
    return any(g["id"] == good and g["zone"] for g in rules.goods)


__all__ = ["Trial", "about", "outcome", "phases_of", "play", "trials", "written", "zones_for"]
