"""The options of a decision as a list to choose from: grouped by action, numbered, in as few lines as they need."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rich.text import Text

from cli.cards import named_in
from cli.terminal.lines import ACCENT, BOLD, DIM, NUMBER, cut, flow
from cli.terminal.sight import Sight
from engine import Decision, Ruleset
from engine.machine import END_TURN
from engine.ruleset import Card

_TOLD = 9  #: options that are told with what their cards say, at the most
_HEAD = 16  #: columns for the words that a group has in common


@dataclass(slots=True)
class Group:
    """Options that begin alike: the words before and after what differs, and each option's number and own words."""

    before: str
    after: str = ""
    items: list[tuple[int, str]] = field(default_factory=list)

    @property
    def head(self) -> str:
        """The words that the options have in common."""
        return f"{self.before.rstrip()}{' ... ' + self.after.strip() if self.after.strip() else ''}"


class Columns(NamedTuple):
    """How wide a menu is and the longest of its numbers, and in which column all its options begin."""

    width: int
    digits: int
    indent: int

    @classmethod
    def of(cls, groups: Sequence[Group], width: int) -> Columns:
        """Those of a menu of some groups: all of its options, shown or not."""
        longest = max((len(group.head) for group in groups), default=0)
        last = max((n for group in groups for n, _ in group.items), default=0)
        return cls(width, len(str(last)), min(max(_HEAD, longest + 3), width // 2) if longest else 2)


def groups(rules: Ruleset, decision: Decision) -> list[Group]:
    """The options of a decision in groups, in their order."""
    titles = {a["unit"]: _title(rules, a) for a in rules.actions}
    found: dict[object, Group] = {}
    for n, (raw, label) in enumerate(zip(decision.raws, decision.labels, strict=True), 1):
        acts = decision.kind in ("act", "do") and raw != END_TURN
        before, after = titles[raw[0]] if acts else ("", "")
        key = raw[0] if acts else "others"
        group = found.setdefault(key, Group(before, after))
        group.items.append((n, _own(label, before, after)))
    for group in found.values():
        if len(group.items) > 1 and not group.before:
            _share(group)
    return list(found.values())


def title_of(rules: Ruleset, action: dict[str, str]) -> str:
    """An action's title in the language of the rules, with its parameters in braces."""
    return rules.voice.text("actions", action["id"], action["title"])


def _title(rules: Ruleset, action: dict[str, str]) -> tuple[str, str]:
    """The words of an action's title before and after its parameters."""
    title = title_of(rules, action)
    if "{" not in title:
        return "", ""
    parts = re.split(r"\{[^}]*\}", title)
    return parts[0], parts[-1] if len(parts) == 2 else ""


def _own(label: str, before: str, after: str) -> str:
    """What a label says beside what its group has in common."""
    if not label.startswith(before) or (after and after not in label):
        return label
    return label[len(before) :].replace(after, "", 1) if after else label[len(before) :]


def _share(group: Group) -> None:
    """Moves the first words that all options have in common to their group."""
    words = [label.split(" ") for _, label in group.items]
    common = 0
    while all(len(w) > common + 1 and w[common] == words[0][common] for w in words):
        common += 1
    if any(w[common][:1].isdigit() for w in words) or any(w[:1].isdigit() for w in words[0][:common]):
        return  # a number beside that of an option would be read as one
    group.before = " ".join([*words[0][:common], ""]) if common else ""
    group.items = [(n, " ".join(w[common:])) for (n, _), w in zip(group.items, words, strict=True)]


def menu(rules: Ruleset, decision: Decision, width: int, sight: Sight | None = None) -> list[Text]:
    """The options in lines of a width; a few cards to choose among with what they say."""
    if sight is not None and decision.kind == "choose" and len(decision.raws) <= _TOLD:
        return _told(rules, decision, width, sight)
    found = groups(rules, decision)
    columns = Columns.of(found, width)
    return [line for group in found for line in group_lines(group, columns)]


def group_lines(group: Group, columns: Columns, kept: int | None = None, end: str = "") -> list[Text]:
    """A group in lines, or its first `kept` options and an `end`."""
    parts = [_numbered(f"{n:>{columns.digits}}", own) for n, own in group.items[:kept]]
    parts += [Text(end, DIM)] if end else []
    head = Text(f"  {group.head} " if group.head else "", DIM)
    return flow(parts, columns.width, head=head, indent=columns.indent, gap="   ")


def _numbered(number: str, words: str) -> Text:
    """An option with its number, which must not be taken for a part of it."""
    return Text.assemble((number, NUMBER), ": " if words[:1].isdigit() else " ", words)


def _told(rules: Ruleset, decision: Decision, width: int, sight: Sight) -> list[Text]:
    """A line for each option, with what its card says."""
    lines = []
    for n, label in enumerate(decision.labels, 1):
        named = named_in(rules, label)
        line = Text.assemble("  ", _numbered(str(n), label))
        rest = in_short(sight, named[0])[len(named[0].name) :] if len(named) == 1 else Text()
        lines.append(cut(Text.assemble(line, rest), width))
    return lines


def in_short(sight: Sight, card: Card) -> Text:
    """A card in one line: its name, its numbers and words, and what it does."""
    told = Text.assemble((card.name, BOLD), (f"  {', '.join(sight.attributes(card))}", ACCENT))
    parts = [part if part.endswith(".") else f"{part}." for part in sight.effects(card)]
    return Text.assemble(told, (f"  {' '.join(parts)}", DIM)) if parts else told


def asked(decision: Decision, who: str) -> Text:
    """Who is asked what."""
    return Text(question(decision.prompt, who), BOLD)


def question(prompt: str, who: str) -> str:
    """What is asked, with who is meant: `Take a card, seat 1:`, `How, seat 1?`."""
    return f"{prompt[:-1].rstrip()}, {who}?" if prompt.endswith("?") else f"{prompt}, {who}:"


def plain_menu(labels: Sequence[str]) -> list[str]:
    """The options a line each."""
    width = len(str(len(labels)))
    return [f"  {n:>{width}}  {label}" for n, label in enumerate(labels, 1)]
