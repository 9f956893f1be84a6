"""The words of decisions: option ids (from ids, stable) and labels (from names, for people)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.machine import DONE, END_TURN, Raw
from engine.reads import owner
from engine.state import State

HIDDEN_NAME, HIDDEN_ID = "a face-down card", "face-down"
"""How a component is called that lies face down, to a player who may not look at it."""


class Wording:
    """Puts raw options of a state's pending decision into words; `named` says names instead of ids."""

    def __init__(self, s: State, *, named: bool) -> None:
        self.s, self.named, self.rules = s, named, s.rules
        self._actions = {a["unit"]: a for a in self.rules.actions}

    # ---- single things
    def card(self, c: int) -> str:
        if c < 0:
            return "nothing"
        if c in self.s.veiled and self.s.pending is not None and owner(self.s, c) != self.s.pending[1]:
            return HIDDEN_NAME if self.named else HIDDEN_ID
        card = self.rules.cards[self.s.defn[c]]
        return card.name if self.named else card.unique_id

    def good(self, g: int, n: int = 1) -> str:
        good = self.rules.goods[g]
        return str((good["name"] if n == 1 else good["plural"]) if self.named else good["id"])

    def value(self, value: Any, sort: str) -> str:
        """A value of one of the sorts component, player, good, word:VOCABULARY, number."""
        if isinstance(value, tuple):
            return ", ".join(self.value(v, sort.rstrip("s")) for v in value) or "nothing"
        if sort in ("component", "components"):
            return self.card(value)
        if sort in ("player", "players"):
            return f"seat {value + 1}" if value >= 0 else "nobody"
        if sort == "good":
            return self.good(value)
        if sort.startswith("word:"):
            words = self.rules.words[sort[5:]]
            word = words["words"][value]
            return str(words["names"].get(word, word)) if self.named else str(word)
        return str(value)

    def fill(self, template: str, values: dict[str, tuple[Any, str]]) -> str:
        """A template with its {names} replaced."""
        return re.sub(r"\{(\w+)\}", lambda m: self.value(*values[m[1]]) if m[1] in values else m[0], template)

    # ---- options
    def option(self, raw: Raw) -> str:
        """One raw option, without what tells it from others that read the same."""
        pending = self.s.pending
        assert pending is not None
        kind = pending[0]
        if kind in ("act", "do"):
            return self.action(raw)
        if kind == "choose":
            return "done" if raw == DONE else self._choice(pending, raw)
        if kind == "one":
            if raw == -1:
                return "no"
            site = self.rules.sites[pending[2]]
            return self.fill(site["options"][raw], self._variables(site))
        if kind == "pay":
            return self._way(pending[2][raw])
        return f"{self.card(pending[2][raw][2])} first"

    def action(self, raw: Raw) -> str:
        if raw == END_TURN:
            return "end turn"
        action = self._actions[raw[0]]
        values = {name: (value, sort) for (name, sort), value in zip(action["params"], raw[1:], strict=True)}
        return self.fill(action["title"], values)

    def _variables(self, site: dict[str, Any]) -> dict[str, tuple[Any, str]]:
        variables = self.s.frames[-1][2]
        return {name: (variables[slot], sort) for name, (slot, sort) in site["vars"].items()}

    def _choice(self, pending: tuple[Any, ...], raw: int) -> str:
        site = self.rules.sites[pending[2]]
        values = self._variables(site)
        name = next(n for n, (slot, _) in site["vars"].items() if slot == site["slot"])
        values[name] = (raw, site["vars"][name][1])
        return self.fill(site["words"], values)

    def _way(self, way: Any) -> str:
        parts = [f"{n} {self.good(g, n)}" + (f" from {self.card(c)}" if c >= 0 else "") for c, g, n in way[0]]
        parts += [self.card(c) for _, c in way[1]]
        return "pay " + (", ".join(parts) or "nothing")

    def prompt(self) -> str:
        """What the player is asked."""
        pending = self.s.pending
        if pending is None:
            return ""
        kind = pending[0]
        if kind in ("choose", "one"):
            site = self.rules.sites[pending[2]]
            return str(site["prompt"] or "Choose")
        return {"act": "Your turn", "do": "Choose", "pay": "How do you pay?", "order": "What comes first?"}[kind]

    # ---- telling options apart
    def owners(self, raw: Raw) -> list[int]:
        """The owners of the components in an option."""
        pending = self.s.pending
        assert pending is not None
        kind = pending[0]
        if kind in ("act", "do") and raw != END_TURN:
            params = self._actions[raw[0]]["params"]
            return [owner(self.s, v) for v, (_, sort) in zip(raw[1:], params, strict=True) if sort == "component"]
        if kind == "choose" and raw != DONE and self.rules.sites[pending[2]]["over"] == "component":
            return [owner(self.s, raw)]
        return []

    def all(self, raws: Sequence[Raw]) -> list[str]:
        """The words of all options, each different: with `of seat N` and ` #2` where needed."""
        words = [self.option(r) for r in raws]
        count: dict[str, int] = {}
        for w in words:
            count[w] = count.get(w, 0) + 1
        if len(count) == len(words):
            return words
        groups: dict[str, list[int]] = {}
        for n, w in enumerate(words):
            groups.setdefault(w, []).append(n)
        for w, members in groups.items():
            if len(members) > 1:
                self._tell_apart(w, members, raws, words)
        return words

    def _tell_apart(self, word: str, members: list[int], raws: Sequence[Raw], words: list[str]) -> None:
        owners = {n: self.owners(raws[n]) for n in members}
        rivals = {
            n: next((o for k, o in enumerate(own) if len({owners[m][k] for m in members}) > 1), None)
            for n, own in owners.items()
        }
        for n in members:
            if rivals[n] is not None:
                words[n] = f"{word} of seat {rivals[n] + 1}"  # type: ignore[operator]
        seen: dict[str, int] = {}
        for n in members:
            seen[words[n]] = k = seen.get(words[n], 0) + 1
            if k > 1:
                words[n] = f"{words[n]} #{k}"


def match(wording: Wording, raws: Sequence[Raw], text: str) -> list[int]:
    """The options that a text can mean: exactly, with a needless `of seat N`, or by whole words from the front."""
    ids = wording.all(raws)
    wanted = " ".join(text.split())
    exact = [n for n, i in enumerate(ids) if i == wanted]
    if exact:
        return exact
    told = re.fullmatch(r"(.+) of seat (\d+)", wanted)
    if told:
        seat = int(told[2]) - 1
        found = [n for n, r in enumerate(raws) if wording.option(r) == told[1] and seat in wording.owners(r)]
        if found:
            return found[:1]
    return [
        n
        for n, i in enumerate(ids)
        if i.startswith(wanted + " ") and not i[len(wanted) + 1 :].startswith(("#", "of seat"))
    ]
