"""What is lacking to pay a cost, in words."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.language import NOMINATIVE
from engine import payment
from engine.messages.voice import ENGLISH, Voice
from engine.ruleset import Ruleset
from engine.state import State


def unpaid(s: State, you: int, cost: payment.Cost, written: str, told: str | None = None) -> str:
    """That a cost cannot be paid: what is needed (as it is `written`, if that says more), and what there is of it. As
    the rules text has it, where that is `told`."""
    rules, have = s.rules, payment.available(s, you)

    voice = ENGLISH if told is None else rules.voice

    def amount(n: int, good: int, case: str = NOMINATIVE) -> str:
        return f"{n} {rules.goods[good]['id'] if told is None else rules.good_name(good, n, case)}"

    useful: dict[int, int] = {}
    needed = []
    for needs, picks in cost:
        parts = [
            amount(n, exact[0]) if len(exact) == 1 else _unit(rules, exact, n, voice) for exact, _, n in needs if n
        ]
        parts += [amount(n, good) for good, n, _ in picks if n]
        needed.append(", ".join(parts) or voice.say("why.needs_nothing"))
        useful.update({g: have[g] for exact, wild, _ in needs for g in (*exact, *wild)})
        useful.update({good: len(cards) for good, _, cards in picks})
    there = [amount(n, good, "acc") for good, n in useful.items() if n]
    asked = needed[0]
    for way in needed[1:]:
        asked = voice.say("why.or", asked, way)
    if told is None:
        more = f"`{written}`" if written != asked and not written.startswith("cost of ") else ""
    else:
        more = told if " " in told and told != asked else ""
    asked = voice.say("why.told", asked, more) if more else asked
    if not there:
        return voice.say("why.needs_all", asked, you + 1)
    has = voice.say("why.and", ", ".join(there[:-1]), there[-1]) if len(there) > 1 else there[0]
    return voice.say("why.needs", asked, you + 1, has)


def _unit(rules: Ruleset, goods: Sequence[int], n: int, voice: Voice) -> str:
    """An amount of a group of goods, or of alternatives."""
    ids = [rules.goods[g]["id"] for g in goods]
    group = str(rules.goods[goods[0]]["group"]) if goods else ""
    whole = [g["id"] for g in rules.goods if group and g["group"] == group]
    language = voice.language
    if len(ids) > 1 and set(ids) == set(whole):
        pair = language.noun("groups", group) if language is not None else None
        named = group if language is None or pair is None else pair[0].counted(language.category(n))
        return f"{n} {named}"
    if language is None:
        return f"{n} {'|'.join(ids)}"
    parts = [f"{n} {rules.good_name(g, n)}" for g in goods]
    text = parts[0]
    for part in parts[1:]:
        text = voice.say("why.or", text, part)
    return text
