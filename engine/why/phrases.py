"""The patterns of all option ids that some rules can ever make: which texts are among them, and why one is not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from dsl.diagnostics import suggest
from engine.messages.voice import ENGLISH, Voice
from engine.options import HIDDEN_ID
from engine.ruleset import Ruleset
from engine.why.templates import FIXED
from engine.why.words import begin, in_words, names_of

_BLANK: Final = re.compile(r"\{(\w+)\}")
_TAIL: Final = re.compile(r"( of seat \d+)?( #\d+)?$")
MAX_SHOWN: Final = 200
"""The longest function, in characters, that is written out."""


@dataclass(frozen=True, slots=True)
class Blank:
    """What stands for a name in braces: `sort` as in `Wording.value`, `ids` all that it can be (empty: not known),
    `narrow` if there are more things of the sort than that. `what` is what one of them is called."""

    sort: str
    what: str
    ids: frozenset[str]
    narrow: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """A template of option ids. `action` is the number of the action's unit, -1 for the words of a choice."""

    template: str
    blanks: dict[str, Blank]
    action: int

    def words(self) -> list[str]:
        """The words of the template; a player in braces is two words."""
        return _BLANK.sub(lambda m: f"seat {m[0]}" if self._sort(m[1]) == "player" else m[0], self.template).split()

    def _sort(self, name: str) -> str:
        return self.blanks[name].sort if name in self.blanks else ""

    def read(self, text: str, *, strict: bool = True, whole: bool = True) -> dict[str, str] | None:
        """What the blanks are in a text, or None if it does not match. `strict`: only what they can be; `whole`: all
        words, not just the first ones. What follows a list in braces is not looked at."""
        given, wanted = text.split(), self.words()
        listed = [n for n, w in enumerate(wanted) if any(self._sort(m[1]).endswith("s") for m in _BLANK.finditer(w))]
        if listed and len(given) > listed[0]:
            given, wanted = given[: listed[0]], wanted[: listed[0]]
        if len(given) > len(wanted) or (whole and len(given) != len(wanted)):
            return None
        found: dict[str, str] = {}
        for word, pattern in zip(given, wanted, strict=False):
            match = re.fullmatch(self._pattern(pattern), word)
            if match is None:
                return None
            for name, value in match.groupdict().items():
                if found.setdefault(name, value) != value or (strict and not self._can_be(name, value)):
                    return None
        return found

    def _pattern(self, word: str) -> str:
        """A word of the template as a regular expression with a group for each blank."""
        pattern, at = "", 0
        for m in _BLANK.finditer(word):
            if m[1] in self.blanks:
                value = "-?[0-9]+" if self._sort(m[1]) in ("player", "number") else "[^ ]+"
                pattern += f"{re.escape(word[at : m.start()])}(?P<{m[1]}>{value})"
                at = m.end()
        return pattern + re.escape(word[at:])

    def _can_be(self, name: str, value: str) -> bool:
        ids = self.blanks[name].ids
        return not ids or value in ids or (self._sort(name) == "component" and value == HIDDEN_ID)

    def wrong(self, values: dict[str, str]) -> dict[str, str]:
        """Those values that the blanks can never be."""
        return {name: value for name, value in values.items() if not self._can_be(name, value)}

    def loosely(self, text: str) -> dict[str, str] | None:
        """What the blanks are in a text that may lack words of the template but the first, each in as many words as it
        takes; not whether they can be that."""
        words = self.template.split()
        if len(words) < 2 or _BLANK.search(words[0]):
            return None
        rest = [rf" (?P<{m[1]}>.+?)" if (m := _BLANK.fullmatch(w)) else f"(?: {_loose(w)})?" for w in words[1:]]
        match = re.fullmatch(_loose(words[0]) + "".join(rest), text, re.IGNORECASE)
        return match.groupdict() if match else None

    def filled(self, text: str) -> str:
        """The template with its blanks taken from the words that stand there in a text."""
        given = text.split()
        return " ".join(given[n] if _BLANK.search(w) and n < len(given) else w for n, w in enumerate(self.words()))


def _loose(word: str) -> str:
    """A word as a pattern, of which a colon at the end may be left out."""
    return f"{re.escape(word[:-1])}:?" if word.endswith(":") else re.escape(word)


@lru_cache(maxsize=32)
def phrases(rules: Ruleset) -> tuple[Phrase, ...]:
    """All phrases of some rules."""
    out = []
    for facts in rules.image["reasons"]["phrases"]:
        blanks = {name: _blank(rules, blank) for name, blank in facts["blanks"].items()}
        out.append(Phrase(facts["template"], blanks, facts["action"]))
    return tuple(out)


def _blank(rules: Ruleset, facts: dict[str, Any]) -> Blank:
    sort, among, say = str(facts["sort"]), facts["among"], rules.voice.say
    if sort == "component":
        kinds = [k for k in rules.kinds if not facts["kinds"] or k["id"] in facts["kinds"]]
        ids = {k["id"] for k in kinds}
        what = " or ".join(k["name"] for k in kinds) if facts["kinds"] else say("why.card")
        return Blank(sort, what, frozenset(c.unique_id for c in rules.cards[1:] if c.kind in ids))
    if sort == "good":
        return Blank(sort, say("why.good"), frozenset(among or (g["id"] for g in rules.goods)), bool(among))
    if sort.startswith("word:"):
        words = among or rules.words[sort[5:]]["words"]
        return Blank(sort, say("why.word", rules.voice.name("vocabularies", sort[5:])), frozenset(words), bool(among))
    if sort == "player":
        return Blank(sort, say("why.seat"), frozenset(str(n + 1) for n in range(rules.seats[1])))
    return Blank(sort, say("why.number"), frozenset())


def trimmed(text: str) -> str:
    """A text in single spaces, without `of seat N` and ` #2` at its end."""
    return _TAIL.sub("", " ".join(text.split()))


def complete(rules: Ruleset, text: str) -> bool:
    """Whether a text is a whole option id, and not only the first words of one."""
    texts = {trimmed(text), " ".join(text.split())}
    if any(p.read(t) is not None for t in texts for p in phrases(rules)):
        return True
    return any(t in FIXED or _payment(rules, t, whole=True) for t in texts)


def possible(rules: Ruleset, text: str) -> bool:
    """Whether a text is an option id, or the first words of one, that these rules can ever make."""
    texts = {trimmed(text), " ".join(text.split())}
    if any(p.read(t, whole=False) is not None for t in texts for p in phrases(rules)):
        return True
    return any(_payment(rules, t, whole=False) or any(f"{f} ".startswith(f"{t} ") for f in FIXED) for t in texts)


def _payment(rules: Ruleset, text: str, *, whole: bool) -> bool:
    """Whether a text is `pay ...` or `... first`; without `whole` an amount may lack its good."""
    cards = {c.unique_id for c in rules.cards[1:]}
    if text.endswith(" first"):
        return text.removesuffix(" first") in cards
    if not text.startswith("pay "):
        return False
    goods = {g["id"] for g in rules.goods}
    for part in text[4:].split(", "):
        m = re.fullmatch(r"(?:[0-9]+(?: (\w+)(?: from ([\w:]+))?)?|([\w:]+))", part)
        if m is None or (whole and not (m[1] or m[3])) or (m[1] and m[1] not in goods):
            return False
        if not {m[2], m[3]} <= {None, *cards}:
            return False
    return True


def impossible(rules: Ruleset, text: str, voice: Voice = ENGLISH) -> tuple[str, str | None] | None:
    """Why no option of these rules can ever be called so, with a suggestion; None if one can."""
    if possible(rules, text):
        return None
    text = trimmed(text)
    near = _nearest(rules, text)
    if near is None:
        meant = [c for p in phrases(rules) if possible(rules, c := p.filled(text))]
        begun = dict.fromkeys(p.template.split()[0] for p in phrases(rules) if p.action >= 0)
        hint = suggest(text, [*meant, *FIXED]) or suggest(text.split(" ")[0], begun)
        if voice.language is not None:
            begun = dict.fromkeys(begin(rules, action) for action in rules.actions)
            return voice.say("why.unread"), voice.say("why.begin_with", ", ".join(begun))
        return voice.say("why.unread"), hint or voice.say("why.begin_with", ", ".join(begun))
    phrase, wrong = near
    name, value = next(iter(wrong.items()))
    blank = phrase.blanks[name]
    known = sorted(blank.ids)
    if voice.language is not None:
        names = names_of(rules)
        known, value = sorted(names.get(id, id) for id in known), names.get(value, value)
    reason = voice.say("why.is_no", value, blank.what)
    if blank.narrow:
        reason = voice.say("why.cannot_stand", value, in_words(rules, phrase.template))
    if (hint := suggest(value, known)) is not None:
        return reason, hint if voice.language is None else voice.say("ask.meant", hint.fix)
    return reason, voice.say("why.can_be", ", ".join(known)) if 0 < len(known) <= 12 else None


def _nearest(rules: Ruleset, text: str) -> tuple[Phrase, dict[str, str]] | None:
    """The phrase that a text would be but for what its blanks are: that with the most words of its own."""
    best: tuple[int, int, Phrase, dict[str, str]] | None = None
    for phrase in phrases(rules):
        values = phrase.read(text, strict=False)
        own = sum(not _BLANK.search(w) for w in phrase.words())
        if values is None or own == 0:
            continue
        wrong = phrase.wrong(values)
        if wrong and (best is None or (own, -len(wrong)) > best[:2]):
            best = own, -len(wrong), phrase, wrong
    return best[2:] if best is not None else None
