"""The words of decisions: option ids (from ids, stable) and labels (from names, for people)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from dsl.language import NOMINATIVE
from engine.machine import DONE, END_TURN, Raw
from engine.messages.voice import ENGLISH
from engine.reads import owner
from engine.state import State

HIDDEN_ID = "face-down"
"""The id of a component that lies face down, to a player who may not look at it."""


class Wording:
    """Puts raw options of a state's pending decision into words; `named` says names instead of ids."""

    def __init__(self, s: State, *, named: bool) -> None:
        self.s, self.named, self.rules = s, named, s.rules
        self.voice = s.rules.voice if named else ENGLISH
        self.language = self.voice.language
        self.actions = {a["unit"]: a for a in self.rules.actions}

    def label(self, id: str, *parts: object) -> str:
        """Words of the machine itself, in the language of the labels."""
        return self.voice.say(id, *parts)

    def own(self, section: str, id: str, text: str) -> str:
        """A text of the content, in the language of the labels if it has it."""
        return self.voice.text(section, id, text)

    # ---- single things
    def card(self, c: int) -> str:
        if c < 0:
            return self.label("label.nothing")
        if c in self.s.veiled and self.s.pending is not None and owner(self.s, c) != self.s.pending[1]:
            return self.label("label.hidden") if self.named else HIDDEN_ID
        card = self.rules.cards[self.s.defn[c]]
        return card.name if self.named else card.unique_id

    def good(self, g: int, n: int = 1, case: str = NOMINATIVE) -> str:
        return self.rules.good_name(g, n, case) if self.named else str(self.rules.goods[g]["id"])

    def value(self, value: Any, sort: str, case: str = NOMINATIVE) -> str:
        """A value of one of the sorts component, player, good, word:VOCABULARY, number."""
        if isinstance(value, tuple):
            return ", ".join(self.value(v, sort.rstrip("s"), case) for v in value) or self.label("label.nothing")
        if sort in ("component", "components"):
            return self.card(value)
        if sort in ("player", "players"):
            return self.label("label.seat", value + 1) if value >= 0 else self.label("label.nobody")
        if sort == "good":
            return self.good(value, 1, case)
        if sort.startswith("word:"):
            words = self.rules.words[sort[5:]]
            word = words["words"][value]
            return str(words["names"].get(word, word)) if self.named else str(word)
        return str(value)

    def fill(self, template: str, values: dict[str, tuple[Any, str]]) -> str:
        """A template with its {names} replaced; a language may ask for a case: {name:acc}."""

        def told(m: re.Match[str]) -> str:
            return self.value(*values[m[1]], case=m[2] or NOMINATIVE) if m[1] in values else m[0]

        return re.sub(r"\{(\w+)(?::(\w+))?\}" if self.language is not None else r"\{(\w+)()\}", told, template)

    # ---- options
    def option(self, raw: Raw) -> str:
        """One raw option, without what tells it from others that read the same."""
        pending = self.s.pending
        assert pending is not None
        kind = pending[0]
        if kind in ("act", "do"):
            return self.action(raw)
        if kind == "choose":
            return self.label("label.done") if raw == DONE else self._choice(pending, raw)
        if kind == "one":
            if raw == -1:
                return self.label("label.no")
            site = self.rules.sites[pending[2]]
            return self.fill(self._words(site["options"][raw]), self._variables(site))
        if kind == "pay":
            return self._way(pending[2][raw])
        return self.label("label.first", self.card(pending[2][raw][2]))

    def _words(self, words: str) -> str:
        """The words of an option of the content; those of one good of several are made from its name."""
        if self.named and words.startswith("1 "):
            found = next((n for n, good in enumerate(self.rules.goods) if words == f"1 {good['id']}"), None)
            if found is not None:
                return f"1 {self.good(found)}"
        return self.own("options", words, words)

    def action(self, raw: Raw) -> str:
        if raw == END_TURN:
            return self.label("label.end_turn")
        action = self.actions[raw[0]]
        values = {name: (value, sort) for (name, sort), value in zip(action["params"], raw[1:], strict=True)}
        return self.titled(action, values)

    def titled(self, action: dict[str, Any], values: dict[str, tuple[Any, str]]) -> str:
        """The title of an action with its parameters."""
        return self.fill(self.own("actions", action["id"], action["title"]), values)

    def _variables(self, site: dict[str, Any]) -> dict[str, tuple[Any, str]]:
        variables = self.s.frames[-1][2]
        return {name: (variables[slot], sort) for name, (slot, sort) in site["vars"].items()}

    def _choice(self, pending: tuple[Any, ...], raw: int) -> str:
        site = self.rules.sites[pending[2]]
        values = self._variables(site)
        name = next(n for n, (slot, _) in site["vars"].items() if slot == site["slot"])
        values[name] = (raw, site["vars"][name][1])
        return self.fill(self._words(site["words"]), values)

    def _way(self, way: Any) -> str:
        goods = [(c, f"{n} {self.good(g, n, 'acc')}") for c, g, n in way[0]]
        parts = [self.label("label.from", amount, self.card(c)) if c >= 0 else amount for c, amount in goods]
        parts += [self.card(c) for _, c in way[1]]
        return self.label("label.paying", ", ".join(parts) or self.label("label.nothing"))

    def prompt(self) -> str:
        """What the player is asked."""
        pending = self.s.pending
        if pending is None:
            return ""
        kind = pending[0]
        if kind in ("choose", "one"):
            site = self.rules.sites[pending[2]]
            return self.own("prompts", site["prompt"], site["prompt"]) if site["prompt"] else self.label("label.choose")
        return self.label(f"label.{kind}")

    # ---- telling options apart
    def owners(self, raw: Raw) -> list[int]:
        """The owners of the components in an option."""
        pending = self.s.pending
        assert pending is not None
        kind = pending[0]
        if kind in ("act", "do") and raw != END_TURN:
            params = self.actions[raw[0]]["params"]
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
                words[n] = self.label("label.of_seat", word, rivals[n] + 1)  # type: ignore[operator]
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
