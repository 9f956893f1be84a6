"""What the packs amount to as a whole: all checked units, who calls whom, and which of them can ask a player something.

A unit is straight if carrying it out never needs a decision: then it is one plain Python function. Any other is
cut into blocks at its decisions. What can reach itself again (through card fields or triggers) is cut into blocks as
well, so that its depth is counted by the machine and not by Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dsl import ir
from dsl.spanmap import Scalar
from dsl.symbols import Symbols

Key = tuple[str, ...]


@dataclass(slots=True)
class Text:
    """Where a unit was written: the file, the line of each offset, what to call it in a log, and the exact places."""

    file: str
    label: str
    lines: tuple[tuple[int, int], ...] = ((0, 1),)
    scalar: Scalar | None = field(default=None, compare=False, repr=False)

    def line(self, at: int) -> int:
        """The line in the file of an offset in the text."""
        found = self.lines[0][1]
        for start, line in self.lines:
            if start > at:
                break
            found = line
        return found


@dataclass
class UnitInfo:
    """A unit in its place. `field` is the column it fills, if it is a value of a field."""

    key: Key
    unit: ir.Unit
    text: Text
    number: int = -1
    straight: bool = True
    column: int = -1

    @cached_property
    def nodes(self) -> tuple[ir.Ir, ...]:
        """Every checked node of what it does; its tree does not change."""
        return tuple(walk(self.unit.body))


@dataclass(slots=True)
class ActionIr:
    """An action of the rules. Its unit's parameters are the performer and then those of `queries`, in order.

    `written` is the action as it stands in its file.
    """

    id: str
    title: str
    queries: tuple[ir.Query, ...]
    condition: ir.Ex | None
    cost: ir.CostIr | None
    free: bool
    unit: Key
    written: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class FunctionIr:
    """One layer of a function of the rules; `written` is its value as it stands in its file."""

    id: str
    layer: int
    params: tuple[ir.Var, ...]
    value: ir.Ex
    text: Text
    written: str = ""


@dataclass(slots=True)
class Program:
    """All units, and the facts the emitters need. Fields are filled by the linker, the rest by `analyse`."""

    symbols: Symbols
    units: dict[Key, UnitInfo] = field(default_factory=dict)
    triggers: dict[str, list[Key]] = field(default_factory=dict)
    modified_fields: set[str] = field(default_factory=set)
    modified_functions: set[str] = field(default_factory=set)
    function_names: dict[tuple[str, int], str] = field(default_factory=dict)
    layers: dict[tuple[str, str], int] = field(default_factory=dict)
    zone_kinds: dict[str, frozenset[str]] = field(default_factory=dict)
    suspending_columns: set[int] = field(default_factory=set)
    suspending_events: set[str] = field(default_factory=set)
    guards: dict[Key, str] = field(default_factory=dict)
    actions: list[ActionIr] = field(default_factory=list)
    abilities: dict[Key, ir.AbilityIr] = field(default_factory=dict)
    trigger_irs: dict[Key, ir.TriggerIr] = field(default_factory=dict)
    modifiers: list[tuple[int, ir.ModifierIr, Text]] = field(default_factory=list)
    functions: list[FunctionIr] = field(default_factory=list)
    active: dict[str, tuple[tuple[ir.Var, ...], ir.Ex, Text]] = field(default_factory=dict)
    field_least: dict[int, int] = field(default_factory=dict)
    inline: Callable[[Any], Any] = field(default=lambda ex: ex)
    ticks: Callable[[Any], int] = field(default=lambda part: 0)

    def function(self, id: str, layer: int) -> str:
        """The Python name of a function's layer (-1: the outermost, with modifiers)."""
        return self.function_names[(id, layer)]

    def routine_key(self, sort: str, id: str, layer: int) -> Key:
        """The key of a layer of a procedure, action or phase (-1: the outermost)."""
        top = self.layers[(sort, id)]
        return (sort, id, str(top if layer < 0 else layer))

    def suspends(self, stmt: ir.St) -> bool:
        """Whether this statement, or anything in it, can stop for a decision."""
        match stmt:
            case ir.Choose() | ir.ChooseOne() | ir.Spend() | ir.Do():
                return True
            case ir.CallProc(name=name, layer=layer):
                return not self.units[self.callee(name, layer)].straight
            case ir.Perform(what=what):
                return isinstance(what, ir.Read) and what.column in self.suspending_columns
            case ir.Gain(items=items):
                return any(
                    isinstance(i, ir.GoodsRef)
                    and isinstance(i.ref, ir.Read)
                    and i.ref.column in self.suspending_columns
                    for i in items
                )
            case ir.Announce(event=event):
                return event in self.suspending_events
            case ir.As(body=body) | ir.ForEach(body=body) | ir.Repeat(body=body):
                return any(map(self.suspends, body))
            case ir.If(then=then, otherwise=otherwise):
                return any(map(self.suspends, (*then, *otherwise)))
        return False

    def callee(self, name: str, layer: int) -> Key:
        """The unit a call means: `sort:id` for layers of phases and actions, a bare id for procedures."""
        sort, _, id = name.rpartition(":")
        return self.routine_key(sort or "procedure", id, layer)

    def analyse(self) -> None:
        """Numbers the units and finds which are straight."""
        for n, info in enumerate(self.units.values()):
            info.number = n
        looping = self._looping()
        for info in self.units.values():
            info.straight = info.key not in looping
        self._mark_columns()
        changed = True
        while changed:
            changed = False
            for info in self.units.values():
                if info.straight and any(map(self.suspends, info.unit.body)):
                    info.straight, changed = False, True
            self._mark_columns()
        self._zone_kinds()

    def _mark_columns(self) -> None:
        for info in self.units.values():
            if not info.straight and info.column >= 0:
                self.suspending_columns.add(info.column)
        for event, keys in self.triggers.items():
            if any(not self.units[k].straight or not self.commutes(k) for k in keys):
                self.suspending_events.add(event)

    def commutes(self, key: Key) -> bool:
        """Whether a trigger only gains fixed goods that no card stands for: then its order cannot matter."""
        backed = {g.index for g in self.symbols.goods.values() if g.zone}
        return all(
            isinstance(s, ir.Gain)
            and all(
                isinstance(i, ir.GoodsTerm)
                and isinstance(i.amount, ir.Const)
                and i.per is None
                and not backed & set(i.goods)
                for i in s.items
            )
            for s in self.units[key].unit.body
        )

    # ---- the call graph
    def by_column(self) -> dict[int, list[Key]]:
        """The units in each column of the cards: what a field of any card may carry out."""
        found: dict[int, list[Key]] = {}
        for info in self.units.values():
            if info.column >= 0:
                found.setdefault(info.column, []).append(info.key)
        return found

    def calls(self, key: Key, by_column: dict[int, list[Key]] | None = None) -> Iterator[Key]:
        """The units that a unit may carry out directly."""
        by_column = by_column if by_column is not None else self.by_column()
        for node in self.units[key].nodes:
            match node:
                case ir.CallProc(name=name, layer=layer):
                    yield self.callee(name, layer)
                case ir.Do(action=action):
                    yield self.routine_key("action", action, -1)
                case ir.Announce(event=event):
                    yield from self.triggers.get(event, ())
                case ir.Perform(what=ir.Read(column=column)):
                    yield from by_column.get(column, ())
                case ir.GoodsRef(ref=ir.Read(column=column)):
                    yield from by_column.get(column, ())

    def _looping(self) -> set[Key]:
        """The units that can reach themselves."""
        columns = self.by_column()
        return _in_circles({k: list(dict.fromkeys(self.calls(k, columns))) for k in self.units})

    def recursive_procedures(self) -> list[Key]:
        """Procedures that call themselves through procedures alone: refused when packs are linked."""
        graph = {
            key: [self.callee(n.name, n.layer) for n in info.nodes if isinstance(n, ir.CallProc)]
            for key, info in self.units.items()
        }
        found = _in_circles(graph)
        return [key for key in self.units if key[0] == "procedure" and key in found]

    def _zone_kinds(self) -> None:
        """Which kinds can ever be in each zone: where they start, where moves and refills take them."""
        s = self.symbols
        there: dict[str, set[str]] = {z: set() for z in s.zones}
        for kind in s.kinds.values():
            if kind.start in there:
                there[kind.start].add(kind.id)
        edges: list[tuple[frozenset[str] | str, str]] = [(z.refill, z.id) for z in s.zones.values() if z.refill]
        edges += [(g.source, g.zone) for g in s.goods.values() if g.source]
        for info in self.units.values():
            for node in info.nodes:
                if isinstance(node, ir.Move) and isinstance(node.to, ir.ZoneRef):
                    source = _moved_from(node.what)
                    kinds = node.what.type.kinds
                    edges.append((kinds or source or frozenset(s.kinds), node.to.zone))
        changed = True
        while changed:
            changed = False
            for origin, target in edges:
                new = (there[origin] if isinstance(origin, str) else origin) - there[target]
                if new:
                    there[target] |= new
                    changed = True
        self.zone_kinds = {z: frozenset(k) for z, k in there.items()}


def _in_circles(graph: dict[Key, list[Key]]) -> set[Key]:
    """The nodes that can reach themselves: Tarjan's strongly connected components, iteratively."""
    index: dict[Key, int] = {}
    low: dict[Key, int] = {}
    on: set[Key] = set()
    stack: list[Key] = []
    out: set[Key] = set()
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        while work:
            node, it = work[-1]
            for nxt in it:
                if nxt not in index:
                    index[nxt] = low[nxt] = len(index)
                    stack.append(nxt)
                    on.add(nxt)
                    work.append((nxt, iter(graph[nxt])))
                    break
                if nxt in on:
                    low[node] = min(low[node], index[nxt])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = set()
                    while True:
                        top = stack.pop()
                        on.remove(top)
                        group.add(top)
                        if top == node:
                            break
                    if len(group) > 1 or node in graph[node]:
                        out |= group
    return out


def _moved_from(what: ir.Ex) -> str:
    if isinstance(what, ir.Op) and what.op == "top" and isinstance(what.args[0], ir.ZoneRef):
        return what.args[0].zone
    return ""


def walk(node: object) -> Iterator[ir.Ir]:
    """Every checked node in a tree or tuple of trees, those outside before those inside."""
    out: list[ir.Ir] = []
    todo = [node]
    while todo:
        now = todo.pop()
        if now.__class__ is tuple:
            todo += reversed(now)
        elif isinstance(now, ir.Ir):
            out.append(now)
            todo += [getattr(now, name) for name in ir.parts(now.__class__)]
    return iter(out)
