"""What only the whole program shows: circles, procedures that ask in a payment, goods that must be fixed."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import ir
from dsl import types as t
from dsl.diagnostics import Span, suggest
from dsl.program import Text
from engine.link.actions import Actions
from engine.link.work import limit_work, line_span


class Whole(Actions):
    """Finishes a program once all its parts are checked."""

    def _finish(self) -> None:
        """Facts about the whole program, and what only the whole can show to be wrong."""
        p = self.program
        for _, modifier, _ in p.modifiers:
            if modifier.function:
                p.modified_functions.add(modifier.function)
            else:
                p.modified_fields.add(modifier.field)
        for key, trigger in p.trigger_irs.items():
            for event, _ in trigger.events:
                p.triggers.setdefault(event, []).append(key)
        p.analyse()
        for key in p.recursive_procedures():
            layer = self.layers[key[1]][int(key[2])]
            path = layer.path
            span = layer.document.key_span(path) if isinstance(path[-1], str) else layer.document.span(path)
            self.report.error("T005", f"the procedure `{key[1]}` calls itself, directly or through others", span)
        self._routines_of_goods()
        self._fixed_goods()
        self._circles()
        if not len(self.report):
            limit_work(self.rules, self.packs, self.report)

    def _routines_of_goods(self) -> None:
        """The procedures and functions that the vocabulary of goods names."""
        for pack in self.packs:
            for document in pack.documents:
                for id, value in document.data.get("vocabulary", {}).get("goods", {}).items():
                    for key, check in (("spent", self._spent), ("pays_for", self._pays_for)):
                        if (value or {}).get(key):
                            check(value[key], document.span(("vocabulary", "goods", id, key)))

    def _spent(self, id: str, span: Span) -> None:
        """What becomes of a spent component may not ask anything: a payment is one step."""
        routine = self.symbols.routines.get(id)
        if routine is None or routine.sort != "procedure" or [p.tag for _, p in routine.params] != ["component"]:
            self._no_such(id, "procedure", "of one component", span)
        elif not self.program.units[self.program.routine_key("procedure", id, -1)].straight:
            self.report.error("T003", f"`{id}` can ask a player something, but paying is one step", span)

    def _pays_for(self, id: str, span: Span) -> None:
        """Which costs a wild good can pay is a condition on one component."""
        routine = self.symbols.routines.get(id)
        if routine is None or routine.sort != "function" or [p.tag for _, p in routine.params] != ["component"]:
            self._no_such(id, "function", "of one component", span)
        elif (result := self.function_result(id)) is not None and result != t.FLAG:
            self.report.error("T001", f"`{id}` gives {result}, but a condition is needed here", span)

    def _no_such(self, id: str, sort: str, what: str, span: Span) -> None:
        known = [r.id for r in self.symbols.routines.values() if r.sort == sort]
        self.report.error("N007", f"there is no {sort} `{id}` {what}", span, hint=suggest(id, known))

    def _fixed_goods(self) -> None:
        """Goods fields read as limits, put, taken or lost have fixed amounts; where goods move, of one good each."""
        from dsl.program import walk

        limits: set[int] = set()
        moved: set[int] = set()
        nodes = [node for info in self.program.units.values() for node in info.nodes]
        nodes += [node for f in self.program.functions for node in walk(f.value)]
        for node in nodes:
            if isinstance(node, ir.Op) and node.op in ("size", "fits") and isinstance(node.args[0], ir.Read):
                limits.add(node.args[0].column)
            if isinstance(node, (ir.Put, ir.Take, ir.Lose)):
                moved |= {i.ref.column for i in node.items if isinstance(i, ir.GoodsRef) and isinstance(i.ref, ir.Read)}
        for card in self.rules.cards:
            for f in self.symbols.kinds[card.kind].fields.values():
                if f.column not in card.units or f.column not in limits | moved:
                    continue
                limit = card.limits.get(f.column)
                span = (
                    card.document.span((*card.path, f.id))
                    if f.id in card.document_fields()
                    else card.document.span((*card.path, "id"))
                )
                if limit is None:
                    self.report.error(
                        "T007",
                        f"the amounts of `{f.id}` must be fixed numbers, for the rules read it as a limit or move it",
                        span,
                    )
                elif f.column in moved and any(len(goods) != 1 for goods, _ in limit):
                    self.report.error(
                        "T007", f"the goods of `{f.id}` must be single goods, for the rules move them", span
                    )

    def _circles(self) -> None:
        """Functions, modifiers and where they work must be acyclic: no number may be needed to find itself."""
        from dsl.program import walk

        p = self.program
        edges: dict[str, set[str]] = {}
        for f in p.functions:
            edges.setdefault(f.id, set()).update(self._needs(walk(f.value)))
        for _, m, _ in p.modifiers:
            nodes = [*walk(m.value), *(walk(m.condition) if m.condition else ())]
            edges.setdefault(_target(m), set()).update(self._needs(iter(nodes)))
        before = len(self.report)
        circling = _circling(edges)
        for _, m, text in p.modifiers:
            if _target(m) in circling and _path(edges, edges[_target(m)], {_target(m)}):
                self.report.error(
                    "T005",
                    f"this modifier changes `{_target(m).removeprefix('field ')}`, but needs it to do so",
                    self._line(text),
                    hint="read a field as printed with base(...)",
                )
        changed = {_target(m) for _, m, _ in p.modifiers}
        for _, condition, text in p.active.values():
            found = _path(edges, self._needs(walk(condition)), changed)
            if found:
                number = found[-1].removeprefix("field ")
                message = f"whether a component is active here needs `{number}`, which active components change"
                self.report.error("T005", message, self._line(text), hint="read a field as printed with base(...)")
        if len(self.report) == before:
            self._function_circles(edges, circling)

    def _function_circles(self, edges: dict[str, set[str]], circling: set[str]) -> None:
        told: set[str] = set()
        for f in self.program.functions:
            found = _path(edges, edges[f.id], {f.id}) if f.id in circling - told else []
            if found:
                told.update(found)
                layer = self.layers[f.id][f.layer]
                span = layer.document.key_span(layer.path) if isinstance(layer.path[-1], str) else None
                message = f"these functions need each other: {' -> '.join([f.id, *found])}"
                self.report.error("T005", message, span)

    def _line(self, text: Text) -> Span | None:
        """The line a text begins in."""
        return line_span(self.packs, text, 0)

    def _needs(self, nodes: Iterator[ir.Ir]) -> set[str]:
        """The functions that nodes call (not what an extension proceeds to) and the changed fields that they read."""
        out: set[str] = set()
        base: set[int] = set()
        for node in nodes:
            if isinstance(node, ir.Op) and node.op == "base":
                base.add(id(node.args[0]))
            if isinstance(node, ir.CallFn) and node.layer < 0:
                out.add(node.name)
            if (
                isinstance(node, ir.Read)
                and node.sort == "field"
                and node.ref in self.program.modified_fields
                and id(node) not in base
            ):
                out.add(f"field {node.ref}")
        return out


def _target(modifier: ir.ModifierIr) -> str:
    """What a modifier changes, as a node of the graph."""
    return modifier.function or f"field {modifier.field}"


def _circling(edges: dict[str, set[str]]) -> set[str]:
    """The nodes from which a way leads into a circle: those that are left when what leads nowhere is taken away."""
    left = {node: len(after) for node, after in edges.items()}
    before: dict[str, list[str]] = {}
    for node, after in edges.items():
        for other in after:
            left.setdefault(other, 0)
            before.setdefault(other, []).append(node)
    ends = [node for node, count in left.items() if not count]
    for end in ends:
        for node in before.get(end, ()):
            left[node] -= 1
            if not left[node]:
                ends.append(node)
    return left.keys() - set(ends)


def _path(edges: dict[str, set[str]], first: set[str], goal: set[str]) -> list[str]:
    """The shortest way from one of `first` to one of `goal`, both included; empty if there is none."""
    came: dict[str, str] = dict.fromkeys(sorted(first), "")
    todo = list(came)
    for node in todo:
        if node in goal:
            way = [node]
            while came[way[0]]:
                way.insert(0, came[way[0]])
            return way
        for after in sorted(edges.get(node, set()) - came.keys()):
            came[after] = node
            todo.append(after)
    return []
