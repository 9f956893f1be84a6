"""How long things could take at most: the work of expressions, statements and searches, counted before play.

Work is counted in nodes of the checked tree that are evaluated. A query is counted as if every component that could be
in its zone were there, a function as if it were written out where it is called. What statements do is paid for in
steps when they are carried out (see `ticks`); one expression or search by itself is limited when packs are linked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from dsl import ir
from dsl.program import ActionIr, Key, Program

STEP: Final = 1_000  #: so much work is one step of a choice
MOST: Final = 5_000_000  #: of one expression or statement: about a quarter of a second
MOST_SEARCH: Final = 200_000_000  #: of the search for all legal actions of a turn, as if nothing cut it short (it does)
MOST_NEEDS: Final = 8  #: how many sorts of goods one alternative of a cost may name: ways to pay are tried together
_CEILING: Final = 10**12
_PAYING: Final = 20  # of asking whether one cost can be paid
_DOING: Final = 50  # of carrying out a statement and telling of it


class Work:
    """Counts the work of the parts of a program. `copies` is how many components there can be of each kind, `live`
    how many components have triggers or modifiers, and `of_card` how many there are of each card, by its number."""

    def __init__(
        self,
        program: Program,
        copies: Mapping[str, int],
        live: int,
        of_card: Mapping[int, int],
        owners: Mapping[Key, int],
    ) -> None:
        self.program, self.symbols = program, program.symbols
        self.copies, self.live, self.of_card, self.owners = copies, live, of_card, owners
        self._functions: dict[tuple[str, int], int] = {}
        self._units: dict[Key, int] = {}
        self._guards: dict[Key, int] = {}
        self._columns: dict[int, list[Key]] = {}
        self._targets: dict[str, int] = {}
        self._bodies = {(f.id, f.layer): f.value for f in program.functions}
        self._tops: dict[str, int] = {}
        for f in program.functions:
            self._tops[f.id] = max(f.layer, self._tops.get(f.id, 0))
        for info in program.units.values():
            if info.column >= 0:
                self._columns.setdefault(info.column, []).append(info.key)
        self._active = 1  # while it is being counted
        self._active = 1 + max([self.cost(ex) for _, ex, _ in program.active.values()], default=0)

    # ---- expressions
    def cost(self, node: Any) -> int:
        """The work of evaluating an expression, a query to its list, or goods; of several, together."""
        if node.__class__ is tuple:
            return min(_CEILING, sum(map(self.cost, node)))
        if not isinstance(node, ir.Ir):
            return 0
        match node:
            case ir.Query():
                looked_at = self.cost(node.source) + self.cost(node.on) + self.scanned(node)
                return min(_CEILING, 1 + looked_at + self.size(node) * self.cost(node.where))
            case ir.Op(args=(ir.Query() as query, *rest)):
                return min(_CEILING, 1 + self.cost(query) + self.size(query) * self.cost(tuple(rest)))
            case ir.Op(op="count"):
                return 1 + len(self.symbols.goods) + self._children(node)
            case ir.First(query=query, keys=keys):
                return min(_CEILING, 1 + self.cost(query) + self.size(query) * self.cost(keys))
            case ir.CallFn(name=name, layer=layer):
                changed = self._changed(f"function {name}") if layer < 0 else 0
                return min(_CEILING, 1 + self._children(node) + self.function(name, layer) + changed)
            case ir.Read(sort="field", ref=ref):
                return 1 + self._children(node) + self._changed(f"field {ref}")
            case ir.ZoneRef(union=union) if union is not None:
                return 1 + self.symbols.seats[1] + self.cost(union)
            case ir.GoodsRef(ref=ir.Read(column=column)):
                return 1 + self._children(node) + self._performed(column)
        return min(_CEILING, 1 + self._children(node))

    def _children(self, node: ir.Ir) -> int:
        return sum([self.cost(getattr(node, name)) for name in ir.parts(node.__class__)])

    def function(self, id: str, layer: int = -1) -> int:
        """The work of a function's body, without what modifies it."""
        key = (id, self._tops.get(id, 0) if layer < 0 else layer)
        if key not in self._functions:
            self._functions[key] = 1  # while it is being counted; circles are refused elsewhere
            self._functions[key] = self.cost(self._bodies.get(key))
        return self._functions[key]

    def _changed(self, target: str) -> int:
        """The work of all modifiers of a function or field."""
        if target not in self._targets:
            found = [
                (n, m) for n, m, _ in self.program.modifiers if target in (f"function {m.function}", f"field {m.field}")
            ]
            self._targets[target] = 0
            each = sum(self.of_card.get(n, 1) * (1 + self.cost(m.condition) + self.cost(m.value)) for n, m in found)
            self._targets[target] = min(_CEILING, each + self.live * self._active) if found else 0
        return self._targets[target]

    def size(self, query: ir.Query) -> int:
        """The most candidates that a query can have, before its condition: those of its kind."""
        kinds = query.var.type.kinds
        if query.over != "component" or not kinds:
            return self.scanned(query)
        return min(self.scanned(query), sum(self.copies.get(kind, 0) for kind in kinds))

    def scanned(self, query: ir.Query) -> int:
        """The most that a query can look at, of whatever kind."""
        s = self.symbols
        if isinstance(query.source, ir.ListOf):
            return len(query.source.values)
        if query.over == "player":
            return s.seats[1]
        if query.over == "good":
            return len(s.goods)
        if query.over == "word":
            return len(s.words[query.var.type.of].words)
        there: Iterable[str] = s.kinds
        if isinstance(query.source, ir.ZoneRef):
            there = self.program.zone_kinds.get(query.source.zone, there)
        return sum(self.copies.get(kind, 0) for kind in there)

    # ---- statements
    def own(self, stmts: ir.Stmts) -> int:
        """The work of statements, but for the bodies of loops and for units that pay for themselves in steps."""
        return min(_CEILING, sum(_DOING + self.statement(s) for s in stmts))

    def statement(self, stmt: ir.St) -> int:
        """The work of one statement, counted as `own` does."""
        match stmt:
            case ir.ForEach(query=query):
                return self.cost(query)
            case ir.Repeat(count=count):
                return self.cost(count)
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                return self.cost(condition) + self.own(then) + self.own(otherwise)
            case ir.As(who=who, body=body):
                return self.cost(who) + self.own(body)
            case ir.ChooseOne(options=options):
                return 1 + sum(self.cost(o.condition) + self.own(o.body) for o in options)
            case ir.CallProc(args=args):
                return 1 + self.cost(args) + self._called([self.program.callee(stmt.name, stmt.layer)])
            case ir.Perform(what=ir.Read(column=column) as what):
                return 1 + self.cost(what) + self._performed(column)
            case ir.Announce(event=event, args=args):
                return 1 + self.cost(args) + self._told(event)
            case ir.Do(action=action):
                return 1 + sum(self.search(a) for a in self.program.actions if a.id == action)
            case ir.Move(what=what) | ir.Reveal(what=what):
                return self.cost(stmt) + (_DOING * sum(self.copies.values()) if what.type.tag == "components" else 0)
            case ir.Shuffle():
                return self.cost(stmt) + _DOING * sum(self.copies.values())
            case ir.Gain(items=items):
                drawn = any(isinstance(i, ir.GoodsTerm) and self._draws(i) for i in items)
                return self.cost(stmt) + (_DOING * sum(self.copies.values()) if drawn else 0)
        return self.cost(stmt)

    def _draws(self, term: ir.GoodsTerm) -> bool:
        """Whether goods that components stand for are gained, in an amount that is computed."""
        backed = {g.index for g in self.symbols.goods.values() if g.zone}
        return not isinstance(term.amount, ir.Const) and (term.unit is not None or bool(backed & set(term.goods)))

    def _performed(self, column: int) -> int:
        return self._called(self._columns.get(column, []))

    def _called(self, keys: Iterable[Key]) -> int:
        """The most that one of some units does before it pays in steps."""
        return max([w for key in keys if (w := self.unit(key)) < STEP], default=0)

    def _told(self, event: str) -> int:
        """The work of asking every trigger of an event, and of those that fire at once."""
        if event not in self.program.triggers:
            return 0
        total = self.live * self._active
        for key in self.program.triggers[event]:
            trigger = self.program.trigger_irs[key]
            asked = self.cost(trigger.condition) + sum(self.cost(by) for _, by in trigger.events)
            total += self.of_card.get(self.owners.get(key, 0), 1) * (1 + asked + self._called([key]))
        return min(_CEILING, total)

    def unit(self, key: Key) -> int:
        """The work of a unit, but for the bodies of its loops and for units that pay for themselves."""
        if key not in self._units:
            self._units[key] = STEP  # while it is being counted: what reaches itself pays each time
            self._units[key] = self.own(self.program.units[key].unit.body)
        return self._units[key]

    def ticks(self, part: ir.Stmts | Key) -> int:
        """How many steps some statements, or the guard of a unit, cost beyond those that are counted anyway."""
        return (self.guard(part) if part and isinstance(part[0], str) else self.own(part)) // STEP  # type: ignore[arg-type]

    # ---- searches
    def search(self, action: ActionIr) -> int:
        """The work of searching for all ways to take an action."""
        ways, total = 1, 0
        for query in action.queries:
            total += ways * self.cost(query)
            ways = min(_CEILING, ways * max(self.size(query), 1))
        return min(
            _CEILING,
            total + ways * (1 + self.cost(action.condition) + self._paying(action.cost) + self.guard(action.unit)),
        )

    def _paying(self, cost: ir.CostIr | None) -> int:
        return 0 if cost is None else _PAYING + self.cost(cost)

    def guard(self, key: Key) -> int:
        """The work of asking whether the choices that a unit begins with can be made."""
        if key not in self._guards:
            self._guards[key] = 1  # while it is being counted
            self._guards[key] = self._leading(self.program.units[key].unit.body)
        return self._guards[key]

    def _leading(self, body: ir.Stmts) -> int:
        total = 1
        for stmt in body:
            match stmt:
                case ir.Choose(query=query, up_to=up_to):
                    total += self.cost(query)
                    if not up_to:
                        break
                case ir.ChooseOne(options=options):
                    total += sum(self.cost(o.condition) + self._leading(o.body) for o in options)
                    break
                case ir.Spend(cost=cost):
                    total += self._paying(cost)
                    break
                case ir.Do(action=action):
                    total += sum(self.search(a) for a in self.program.actions if a.id == action)
                    break
                case ir.CallProc(args=args):
                    total += self.cost(args) + self.guard(self.program.callee(stmt.name, stmt.layer))
                    break
                case ir.Perform(what=ir.Read(column=column) as what):
                    total += self.cost(what) + max(map(self.guard, self._columns.get(column, [])), default=0)
                    break
                case ir.Let(value=value):
                    total += self.cost(value)
                case ir.As(who=who, body=inner):
                    total += self.cost(who) + self._leading(inner)
                case ir.Set() | ir.Announce():
                    continue
                case _:
                    break
        return min(_CEILING, total)
