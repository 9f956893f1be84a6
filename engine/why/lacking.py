"""What is lacking to pay a cost, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine import payment
from engine.ruleset import Ruleset
from engine.state import State


def unpaid(s: State, you: int, cost: payment.Cost, written: str, told: str | None = None) -> str:
    """That a cost cannot be paid: what is needed (as it is `written`, if that says more), and what there is of it. As
    the rules text has it, where that is `told`."""
    rules, have = s.rules, payment.available(s, you)

    def amount(n: int, good: int) -> str:
        return f"{n} {rules.goods[good]['id'] if told is None else rules.good_name(good, n)}"

    useful: dict[int, int] = {}
    needed = []
    for needs, picks in cost:
        parts = [amount(n, exact[0]) if len(exact) == 1 else f"{n} {_unit(rules, exact)}" for exact, _, n in needs if n]
        parts += [amount(n, good) for good, n, _ in picks if n]
        needed.append(", ".join(parts) or "nothing")
        useful.update({g: have[g] for exact, wild, _ in needs for g in (*exact, *wild)})
        useful.update({good: len(cards) for good, _, cards in picks})
    there = [amount(n, good) for good, n in useful.items() if n]
    has = f"{', '.join(there[:-1])} and {there[-1]}" if len(there) > 1 else there[0] if there else "none"
    asked = " or ".join(needed)
    more = f" (`{written}`)" if written != asked and not written.startswith("cost of ") else ""
    if told is not None:
        more = f" ({told})" if " " in told and told != asked else ""
    return f"it needs {asked}{more}, but seat {you + 1} has {has}"


def _unit(rules: Ruleset, goods: Sequence[int]) -> str:
    """A good, a group of goods, or alternatives."""
    ids = [rules.goods[g]["id"] for g in goods]
    group = rules.goods[goods[0]]["group"] if goods else ""
    whole = [g["id"] for g in rules.goods if group and g["group"] == group]
    return str(group) if len(ids) > 1 and set(ids) == set(whole) else "|".join(ids)
