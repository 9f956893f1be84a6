"""Options and a table that together fit a screen: groups of options are folded, with how many more there are, and the
table loses its uppermost lines. Nothing that is folded is out of reach: numbers and words stay as they are, and `more`
shows it."""

from __future__ import annotations

from rich.text import Text

from cli.terminal.lines import DIM, rule
from cli.terminal.menu import Columns, Group, asked, group_lines, groups, menu
from cli.terminal.narrate import CONTINUED
from cli.terminal.tableview import TableView, fitting
from engine import Decision, Ruleset

_BESIDE = 3  #: lines beside table and options: an empty one, what is asked, and the one that is typed


def screenful(view: TableView, decision: Decision, who: str, height: int, events: list[Text]) -> list[Text]:
    """The table, with as much detail as leaves space for the options, what is asked, and the options."""
    height -= _BESIDE
    least = len(fitting(view, 0, events))
    below = menu(view.rules, decision, view.width, view.sight)
    if len(below) + least > height:
        heads = len(groups(view.rules, decision))
        below = folded(view.rules, decision, view.width, max(height - least, height // 3, min(heads, height // 2)))
    table = _uppermost(view, fitting(view, height - len(below), events), height - len(below), bool(events))
    return [*table, Text(), asked(decision, who), *below]


def _uppermost(view: TableView, table: list[Text], space: int, news: bool) -> list[Text]:
    """A table in so many lines: where they are too few, what is between the heading and the last ones is left out."""
    if len(table) <= space:
        return table
    heading = rule(Text.assemble((view.say("table.cut", view.title()), DIM)), view.width)
    first = [*table[: int(news)], heading][: max(0, space)]
    start = len(table) - max(0, space - len(first))
    while start < len(table) and table[start].plain.startswith(CONTINUED):
        start += 1
    return [*first, *table[start:]]


def folded(rules: Ruleset, decision: Decision, width: int, space: int) -> list[Text]:
    """The options in so many lines at the most; where groups are cut short they say how many more they have."""
    found = groups(rules, decision)
    columns = Columns.of(found, width)
    heights = [len(group_lines(group, columns)) for group in found]
    while sum(heights) > space and max(heights) > 1:
        longest = max(range(len(heights)), key=lambda n: (heights[n], n))
        heights[longest] -= 1
    shown = found if len(found) <= space else found[: max(0, space - 1)]
    lines: list[Text] = []
    for group, height in zip(shown, heights, strict=False):
        lines += _cut(rules, group, columns, height)
    if len(shown) < len(found):
        left = sum(len(group.items) for group in found[len(shown) :])
        lines.append(Text(f"  {rules.voice.say('menu.more', left)}", DIM))
    return lines


def _cut(rules: Ruleset, group: Group, columns: Columns, height: int) -> list[Text]:
    """A group in so many lines at the most."""
    lines = group_lines(group, columns)
    for kept in range(len(group.items) - 1, -1, -1):
        if len(lines) <= height:
            break
        saying = " ".join(["more", *group.before.split()])
        cut = rules.voice.say("menu.cut", len(group.items) - kept, saying)
        lines = group_lines(group, columns, kept, cut)
    return lines[:height]


def more(rules: Ruleset, decision: Decision, width: int, begun: str) -> list[Text]:
    """All options in lines, or those of groups and options that begin with some words."""
    folded_begun, found = begun.casefold().strip(), groups(rules, decision)
    columns = Columns.of(found, width)
    lines: list[Text] = []
    for group in found:
        if group.before.casefold().startswith(folded_begun):
            lines += group_lines(group, columns)
            continue
        own = [(n, own) for n, own in group.items if f"{group.before}{own}".casefold().startswith(folded_begun)]
        if own:
            lines += group_lines(Group(group.before, group.after, own), columns)
    return lines
