"""Limits on what packs may ask of a machine, found before anything is played: how many components, how much work."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl import ir
from dsl.diagnostics import Diagnostics, Span
from dsl.program import Text, walk
from dsl.work import MOST, MOST_NEEDS, MOST_SEARCH, Work
from engine.link.cards import CardDef
from engine.link.heads import Rules
from engine.link.routines import MOST_DEEP
from engine.packs.order import Pack

MOST_COMPONENTS: Final = 10_000  #: in a game, of all packs together


def line_span(packs: list[Pack], text: Text, at: int) -> Span | None:
    """The line that an offset in a text stands in."""
    document = next((d for pack in packs for d in pack.documents if d.file == text.file), None)
    if document is None:
        return None
    number = text.line(at)
    start, line = document.lines.starts[number - 1], document.lines.line(number)
    return Span(document.file, start + len(line) - len(line.lstrip()), start + len(line.rstrip()))


def limit_work(rules: Rules, packs: list[Pack], report: Diagnostics) -> None:
    """Reports what is too much, and gives the program its counts of steps."""
    count = {card.number: _components(rules, card) for card in rules.cards}
    total = sum(count.values())
    if total > MOST_COMPONENTS:
        card = max(rules.cards, key=lambda c: count[c.number])
        message = f"a game would have {total:,} components, but at most {MOST_COMPONENTS:,} are allowed"
        report.error("T008", message, card.document.span((*card.path, "id")), hint="there are most of this one")
        return
    copies: dict[str, int] = {}
    for card in rules.cards:
        copies[card.kind] = copies.get(card.kind, 0) + count[card.number]
    if (deep := _too_deep(rules)) is not None:
        message = f"`{deep[0]}` calls others more than {MOST_DEEP} deep"
        report.error("T009", message, line_span(packs, deep[1], 0), hint="write some of them out")
        return
    live = {c.number for c in rules.cards if c.abilities} | {n for n, _, _ in rules.program.modifiers}
    owners = {key: card.number for card in rules.cards for key in card.abilities}
    work = Work(rules.program, copies, sum(count[n] for n in live), count, owners)
    rules.program.ticks = work.ticks
    _Limits(rules, packs, report, work, total).run()


def _components(rules: Rules, card: CardDef) -> int:
    """How many components there are of a card in a game of as many players as there can be."""
    kind = rules.program.symbols.kinds[card.kind]
    zone = rules.program.symbols.zones.get(kind.start)
    seats = rules.program.symbols.seats[1]
    return card.copies * (seats if zone is not None and zone.each else 1) if zone is not None else 1


def _too_deep(rules: Rules) -> tuple[str, Text] | None:
    """The first function or procedure that calls others too deeply, if there is one; there are no circles here."""
    program = rules.program
    tops = {f.id: f.layer for f in sorted(program.functions, key=lambda f: f.layer)}
    calls: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    texts: dict[tuple[str, ...], Text] = {}
    for f in program.functions:
        key: tuple[str, ...] = ("function", f.id, str(f.layer))
        found = (n for n in walk(f.value) if isinstance(n, ir.CallFn))
        calls[key] = {("function", n.name, str(tops[n.name] if n.layer < 0 else n.layer)) for n in found}
        texts[key] = f.text
    for key, info in program.units.items():
        inside = (n for n in info.nodes if isinstance(n, ir.CallProc))
        calls[key] = {program.callee(n.name, n.layer) for n in inside}
        texts[key] = info.text
    depth = dict.fromkeys(calls, 0)
    for _ in range(MOST_DEEP + 1):
        grown = {key: max((depth[c] + 1 for c in called), default=0) for key, called in calls.items()}
        if grown == depth:
            return None
        depth = grown
    deepest = min(key for key in depth if depth[key] > MOST_DEEP)
    return deepest[1], texts[deepest]


class _Limits:
    """Compares the work of every part with its limit. What only calls something that is too much is not told again."""

    def __init__(self, rules: Rules, packs: list[Pack], report: Diagnostics, work: Work, components: int) -> None:
        self.rules, self.packs, self.report, self.work = rules, packs, report, work
        self.hint = (
            f"every query looks at up to {components:,} components here; nest fewer of them, or name a smaller zone"
        )

    def run(self) -> None:
        program, work = self.rules.program, self.work
        for f in program.functions:
            if work.function(f.id, f.layer) > MOST and not self._blamed(f.value):
                self._tell(f"the function `{f.id}`", work.function(f.id, f.layer), MOST, f.text, f.value.at)
        for _, modifier, text in program.modifiers:
            self._limit("this modifier", work.cost(modifier.value) + work.cost(modifier.condition), text, 0)
        for key, trigger in program.trigger_irs.items():
            self._limit("the condition of this trigger", work.cost(trigger.condition), program.units[key].text, 0)
        for _, condition, text in program.active.values():
            self._limit("whether a component is active", work.cost(condition), text, 0)
        if self.rules.end_when is not None:
            self._limit("whether the game ends", work.cost(self.rules.end_when[0]), self.rules.end_when[1], 0)
        for info in program.units.values():
            for stmt in reversed([n for n in info.nodes if isinstance(n, ir.St)]):  # the innermost first
                self._limit("this statement", work.statement(stmt), info.text, stmt.at)
            self._needs(info.nodes, info.text)
        self._actions()

    def _actions(self) -> None:
        program = self.rules.program
        found = sorted(((self.work.search(a), n) for n, a in enumerate(program.actions)), reverse=True)
        if found and sum(w for w, _ in found) > MOST_SEARCH and not len(self.report):
            action = program.actions[found[0][1]]
            what = f"the search for legal actions (most of it for `{action.id}`)"
            self._tell(what, sum(w for w, _ in found), MOST_SEARCH, program.units[action.unit].text, 0)
        for action in program.actions:
            self._needs(walk(action.cost), program.units[action.unit].text)
        for key, ability in program.abilities.items():
            self._needs(walk(ability.cost), program.units[key].text)

    def _limit(self, what: str, amount: int, text: Text, at: int) -> None:
        if amount > MOST and not len(self.report):
            self._tell(what, amount, MOST, text, at)

    def _tell(self, what: str, amount: int, most: int, text: Text, at: int) -> None:
        shown = f"{amount:,}" if amount < 10**12 else "more than 1,000,000,000,000"
        message = f"{what} could take {shown} steps of computing, but at most {most:,} are allowed"
        self.report.error("T009", message, line_span(self.packs, text, at), hint=self.hint)

    def _blamed(self, value: ir.Ex) -> bool:
        """Whether something that an expression calls is too much by itself."""
        calls = (node for node in walk(value) if isinstance(node, ir.CallFn))
        return any(self.work.function(call.name, call.layer) > MOST for call in calls)

    def _needs(self, nodes: Iterable[ir.Ir], text: Text) -> None:
        for node in nodes:
            if isinstance(node, ir.CostIr) and any(len(a) > MOST_NEEDS for a in node.alternatives):
                message = f"this cost names more than {MOST_NEEDS} sorts of goods to be paid together"
                self.report.error("T009", message, line_span(self.packs, text, node.at))
