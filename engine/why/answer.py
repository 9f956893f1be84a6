"""Why something is not legal, in words, from what the rules themselves say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine import payment
from engine.game import Decision, Game
from engine.machine import DONE
from engine.messages.voice import ENGLISH, Voice
from engine.options import Wording
from engine.reads import owner
from engine.view import visible
from engine.why.lacking import unpaid
from engine.why.phrases import MAX_SHOWN, Phrase, complete, impossible, phrases, trimmed
from engine.why.words import in_words, names_of

Facts = dict[str, Any]


class _Found(NamedTuple):
    """How far an attempt came, what stopped it, and the parameters it had till then."""

    far: float
    why: str
    args: tuple[int, ...] = ()


def why_not(game: Game, text: str, seat: int | None = None, *, spoken: bool = False) -> str:
    """Why `text` is no option now, without a full stop. `seat` (from 0) is whose choice it is meant to be: None for
    whoever is asked. `spoken`: in the words of the rules text, for who plays; otherwise as the content is
    written, for who writes it. Nothing is said that the player who is asked cannot see."""
    voice = game.rules.voice if spoken else ENGLISH
    decision = game.decision
    if decision is None:
        return voice.say("why.over")
    asked = _asked(voice, decision)
    if seat is not None and seat != decision.seat:
        return voice.say("why.other_seat", seat + 1, asked)
    several = _meant(game, " ".join(text.split()), decision.ids)
    if len(several) > 1:
        return voice.say("why.can_mean", ", ".join(several if voice.language is None else _labels(decision, several)))
    never = impossible(game.rules, text, voice)
    if never is not None:
        return "; ".join(part for part in never if part)
    why = _Why(game, text, spoken=spoken)
    reason = why.reason() if complete(game.rules, text) else why.begun()
    return reason or voice.say("why.no_answer", asked)


def why_not_with(game: Game, id: str) -> list[str]:
    """What stops each action that could be done with a card from where it is, for who plays, beside what can be chosen;
    where it is, if there is none; what is asked, if that is no action."""
    why, decision = _Why(game, "", spoken=True), game.decision
    assert decision is not None
    if decision.kind not in ("act", "do"):
        return [why.say("why.no_answer", _asked(why.voice, decision))]
    told = []
    for phrase in phrases(game.rules):
        name, blank = next(iter(phrase.blanks.items()), ("", None))
        if blank is not None and blank.sort == "component" and id in blank.ids:
            found = why.stopped(phrase, {name: id})
            if found is not None and found.args and (phrase.action, *found.args) not in decision.raws:
                told.append(why.told(phrase, found))
    return told or [why.whereabouts(id)]


def _asked(voice: Voice, decision: Decision) -> str:
    return voice.say("why.asked", decision.seat + 1, decision.prompt)


def _labels(decision: Decision, ids: list[str]) -> list[str]:
    """The words for people of some options."""
    return [decision.labels[decision.ids.index(id)] for id in ids]


def _meant(game: Game, text: str, ids: list[str]) -> list[str]:
    """The options that a text is the beginning of; a whole id only lacks what tells it from others that read alike."""
    begun = [i for i in ids if i.startswith(text + " ")]
    return [i for i in begun if trimmed(i) == text] if complete(game.rules, text) else begun


class _Why:
    """Looks for the reason why one possible option is not offered."""

    def __init__(self, game: Game, text: str, *, spoken: bool) -> None:
        assert game.decision is not None
        self.s, self.rules, self.text, self.you = game.state, game.rules, trimmed(text), game.decision.seat
        told = re.search(r" of seat (\d+)", " ".join(text.split())[len(self.text) :])
        self.of_seat = int(told[1]) - 1 if told else None
        self.words, self.names, self.spoken = Wording(self.s, named=False), Wording(self.s, named=True), spoken
        self.voice: Voice = self.rules.voice if spoken else ENGLISH
        self.say = self.voice.say
        self.facts: Facts = self.rules.image["reasons"]
        self.tests: dict[str, Callable[..., Any]] = self.rules.reasons

    def reason(self) -> str | None:
        """The reason, or None if nothing can be said but that it is no answer."""
        pending = self.s.pending
        assert pending is not None
        kind = pending[0]
        meant = [(p, values) for p in phrases(self.rules) if (values := p.read(self.text)) is not None]
        if kind in ("act", "do"):
            if self.text == "end turn":
                return self.say("why.end_turn")
            actions = [
                (p, values) for p, values in meant if p.action >= 0 and (kind == "act" or p.action == pending[2])
            ]
            tried = [found for p, values in actions for found in self._action(p, values, pending)]
            return max(tried, key=lambda found: found.far).why if tried else None
        if kind == "choose":
            return self._choice(pending, meant)
        if kind == "one" and any(p.template in self.rules.sites[pending[2]]["options"] for p, _ in meant):
            return self.say("why.unmet")
        if kind == "pay" and self.text.startswith("pay"):
            return self.say("why.cost")
        return None

    def begun(self) -> str | None:
        """The reason if only the first words of actions were said: what stops each, with the way that came farthest."""
        read = [(p, values) for p in phrases(self.rules) if (values := p.read(self.text, whole=False)) is not None]
        stopped = [(p, found) for p, values in read if (found := self.stopped(p, values))]
        return "; ".join(dict.fromkeys(self.told(p, found) for p, found in stopped)) or None

    def stopped(self, phrase: Phrase, values: dict[str, str]) -> _Found | None:
        """What stops an action of which not all parameters may be known, in the way that comes farthest."""
        pending = self.s.pending
        assert pending is not None
        if phrase.action < 0 or pending[0] not in ("act", "do") or (pending[0] == "do" and phrase.action != pending[2]):
            return None
        return max(self._action(phrase, values, pending), key=lambda found: found.far, default=None)

    def told(self, phrase: Phrase, found: _Found) -> str:
        """What stopped an action, after its words as far as they are known."""
        params = self.facts["actions"][phrase.action]["params"]
        names = self.names if self.spoken else self.words
        values = {p["name"]: (value, p["sort"]) for p, value in zip(params, found.args, strict=False)}
        template = in_words(self.rules, phrase.template) if self.spoken else phrase.template
        title, lacks, _ = names.fill(template, values).partition("{")
        begun = f"{title.strip().rstrip(':')}{' ...' if lacks else ''}"
        return self.say("log.came", begun, found.why) if found.args else found.why

    # ---- choices
    def _choice(self, pending: tuple[Any, ...], meant: list[tuple[Phrase, dict[str, str]]]) -> str | None:
        _, _, site, least, _, candidates, picked = pending
        facts = self.rules.sites[site]
        if self.text == "done":
            return self.say("why.more", least - len(picked))
        name = next(n for n, (slot, _) in facts["vars"].items() if slot == facts["slot"])
        for phrase, values in meant:
            if phrase.template == facts["words"] and name in values:
                sort = facts["vars"][name][1]
                ids = sorted({self.words.value(c, sort) for c in candidates if c != DONE})
                shown = ids if not self.spoken else sorted({self.names.value(c, sort) for c in candidates if c != DONE})
                wanted = self._title(values[name]) if self.spoken else f"`{values[name]}`"
                if values[name] in ids:
                    return self.say("why.chosen", wanted)
                return self.say("why.not_these", wanted, ", ".join(shown))
        return None

    # ---- actions
    def _action(self, phrase: Phrase, values: dict[str, str], pending: tuple[Any, ...]) -> Iterator[_Found]:
        """What stops each way to read the text as this action."""
        facts = self.facts["actions"][phrase.action]
        if pending[0] == "act" and pending[2] and not facts["free"]:
            yield _Found(0, self.say("why.acted", self.you + 1))
            return
        free = pending[0] == "do" and bool(pending[3])
        yield from self._parameter(phrase.action, facts, values, (), free)

    def _parameter(
        self, unit: int, facts: Facts, values: dict[str, str], args: tuple[int, ...], free: bool
    ) -> Iterator[_Found]:
        """Goes through the candidates of the next parameter that are called as wanted; all, if nothing is."""
        i = len(args)
        if i == len(facts["params"]):
            yield self._whole(unit, facts, args, free)
            return
        param = facts["params"][i]
        wanted = values.get(param["name"])
        known = (self.s, self.you, *args)
        params = [(p["name"], value) for p, value in zip(facts["params"], args, strict=False)]
        called = [c for c in self.tests[f"wc{unit}_{i}"](*known) if self._is(c, param["sort"], wanted)]
        here = [c for c in called if param["sort"] != "component" or self.of_seat in (None, owner(self.s, c))]
        if not here:
            yield _Found(3 * i, self._missing(wanted, param), args)
        for c in here:
            met, failed = self._failed(param, "where", f"ww{unit}_{i}", (*known, c), [*params, (param["name"], c)])
            if failed is not None:
                if self.spoken:
                    why = self.say("why.fails", self._name(c, param["sort"]), failed)
                else:
                    why = f"`{self._called(c, param['sort'])}` does not meet {failed}"
                yield _Found(3 * i + 1 + met / 100, why, (*args, c))
            else:
                yield from self._parameter(unit, facts, values, (*args, c), free)

    def _failed(
        self, facts: Facts, key: str, test: str, args: Sequence[Any], params: Sequence[tuple[str, int]] = ()
    ) -> tuple[int, str | None]:
        """The first condition in `facts[key]` that is not met, None if all are, and how many are before it: as written,
        or as the rules text says it, only the part that is not met, with the names of what was given for parameters."""
        for j, text in enumerate(facts.get(key, ())):
            if not self.tests[f"{test}_{j}"](*args):
                if not self.spoken:
                    return j, self._condition(text)
                parts = enumerate(facts["parts"][j])
                told = next((t for k, t in parts if not self.tests[f"{test}_{j}_{k}"](*args)), facts["told"][j])
                return j, str(
                    told.format_map({name: self.names.card(c) for name, c in params if f"{{{name}}}" in told})
                )
        return 0, None

    def _name(self, value: int, sort: str) -> str:
        return self.say("label.seat", value + 1) if sort == "player" else self.names.value(value, sort)

    def _condition(self, text: str) -> str:
        """A condition as written; of a function that is short, what it says as well, by whatever names."""
        told, said = list[str](), text
        while call := re.fullmatch(r"(?:not )?(\w+)\([^()]*\)", said):
            said = self.facts["functions"].get(call[1]) or ""
            if not said or len(said) > MAX_SHOWN:
                break
            told.append(f"`{call[1]}` is: {said}")
        return f"`{text}`" + (f" ({'; '.join(told)})" if told else "")

    def _is(self, value: int, sort: str, wanted: str | None) -> bool:
        """Whether a candidate is called as wanted; if nothing is, whether the player may know of it."""
        if wanted is None:
            return sort != "component" or visible(self.s, value, self.you)
        return self._called(value, sort) == wanted

    def _called(self, value: int, sort: str) -> str:
        return str(value + 1) if sort == "player" else self.words.value(value, sort)

    def _missing(self, wanted: str | None, param: Facts) -> str:
        """There is no such candidate; where the component is, as far as the player can see."""
        if wanted is None:
            if self.spoken:
                return self.say("why.empty", param["among"])
            return f"there is nothing in `{param['source']}`"
        if param["sort"] != "component":
            among = param["among"] if self.spoken else param["source"]
            shown = self._title(wanted) if self.voice.language is not None else wanted
            return self.say("why.none_of", shown, among) if among else self.say("why.none", shown)
        found = self._zones(wanted)
        if self.spoken:
            name = self._title(wanted)
            whose = self.say("why.of_seat", name, self.of_seat + 1) if self.of_seat is not None else name
            told = self.say("why.not_among", whose, param["among"])
        else:
            seat = f" of seat {self.of_seat + 1}" if self.of_seat is not None else ""
            told = f"there is no `{wanted}`{seat} in `{param['source']}`"
        return self.say("why.but_in", told, ", ".join(found)) if found else told

    def whereabouts(self, id: str) -> str:
        """That nothing can be done with a card, for where it is."""
        found = self._zones(id)
        if not found:
            return self.say("why.unseen", self._title(id))
        return self.say("why.idle", self._title(id), ", ".join(found))

    def _title(self, id: str) -> str:
        if self.voice.language is not None:
            return names_of(self.rules).get(id, id)
        return next((c.name for c in self.rules.cards[1:] if c.unique_id == id), id)

    def _zones(self, id: str) -> list[str]:
        """Where the player can see a card."""
        return list(dict.fromkeys(self._zone(c) for c in range(len(self.s.defn) - 1) if self._seen(c, id)))

    def _seen(self, c: int, id: str) -> bool:
        return self.words.card(c) == id and self.s.place[c] >= 0 and visible(self.s, c, self.you)

    def _zone(self, c: int) -> str:
        z = self.s.place[c]
        seat = self.rules.zone_owner[z]
        zone = next(v for v in self.rules.zones if v["base"] == z - max(seat, 0))
        called = zone["name"] if self.spoken else zone["id"]
        return self.say("log.zone_of", called, seat + 1) if seat >= 0 else self.say("log.zone", called)

    def _no_part(self, field: str, c: int) -> str:
        """That a component has no such part."""
        kind = self.rules.cards[self.s.defn[c]].kind
        return self.say("why.no_part", self.voice.name(f"fields {kind}", field) if self.voice.language else field)

    # ---- an action with all its arguments
    def _whole(self, unit: int, facts: Facts, args: tuple[int, ...], free: bool) -> _Found:
        far = 3 * len(args)
        known = (self.s, self.you, *args)
        params = [(p["name"], value) for p, value in zip(facts["params"], args, strict=True)]
        _, failed = self._failed(facts, "if", f"wi{unit}", known, params)
        if failed is not None:
            return _Found(far, self.say("why.only_if", failed), args)
        kit = self.s.kit
        cost = kit.costs[unit]
        due = cost(*known) if cost is not None and not free else None
        if due == ():
            return _Found(far + 1, self.say("why.nothing"), args)
        if due is not None and not payment.can_pay(self.s, self.you, due):
            told = facts["told_cost"] if self.spoken else None
            return _Found(far + 1, unpaid(self.s, self.you, due, facts["cost"], told), args)
        return _Found(far + 2, self._unready(unit, known) or self.say("why.takes_away"), args)

    def _unready(self, unit: int, known: Sequence[Any]) -> str | None:
        """Why a unit cannot take its first step, or None if it could."""
        guard = self.s.kit.guards[unit]
        if guard is None or guard(*known):
            return None
        facts = self.facts["units"].get(unit, {})
        _, failed = self._failed(facts, "if", f"wi{unit}", known, [("this", known[-1])] if self.spoken else ())
        if failed is not None:
            return self.say("why.only_if", failed)
        if "performs" in facts:
            inner, c = self.tests[f"wp{unit}"](*known)
            return self._unready(inner, (self.s, self.you, c)) if inner >= 0 else self._no_part(facts["performs"], c)
        if facts.get("asks"):
            asks = self.voice.text("prompts", facts["asks"], facts["asks"]) if self.spoken else facts["asks"]
            return self.say("why.asks", asks)
        return self.say("why.begin")
