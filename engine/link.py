"""Linking: all texts of the packs checked against all their names, extensions layered, into one program.

Routines (functions, procedures, phases, actions) have layers: layer 0 is what its own pack wrote, each extension is the next.
`proceed` in a layer means the layer below it; everyone else means the outermost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.diagnostics import Diagnostics, Related, Span, suggest
from dsl.parse import reserved_words
from dsl.program import ActionIr, FunctionIr, Key, Program, Text, UnitInfo
from dsl.symbols import Kind, Routine, Symbols
from dsl.types import Type
from engine.cards import CardDef, Cards
from engine.packs import Pack
from engine.source import Document
from engine.texts import Path, Texts

Params = tuple[tuple[str, Type], ...]
SORTS = {"functions": "function", "procedures": "procedure", "actions": "action", "phases": "phase"}


@dataclass(slots=True)
class Layer:
    """One layer of a routine: where its text stands and how its parameters are called there."""

    pack: str
    document: Document
    path: Path
    params: Params
    how: str = ""


@dataclass(slots=True)
class Phase:
    """A phase: an effect, or turns of players in an order until a flag of theirs is set."""

    id: str
    turns: str = ""
    until: str = ""
    document: Document | None = None
    path: Path = ()


@dataclass(slots=True)
class Rules:
    """Everything linked, ready to be assembled into a ruleset."""

    symbols: Symbols
    program: Program
    cards: list[CardDef]
    phases: list[Phase] = field(default_factory=list)
    orders: dict[int, tuple[ir.Ex, Text]] = field(default_factory=dict)
    setup: Key | None = None
    end_when: tuple[ir.Ex, Text] | None = None
    end_after: str = ""
    max_rounds: int = 1000
    scoring: dict[str, Any] = field(default_factory=dict)


class Linker:
    """Links packs whose contents are read. Errors of any kind go to `report`; the result is only good without any."""

    def __init__(self, packs: list[Pack], symbols: Symbols, report: Diagnostics) -> None:
        self.packs, self.symbols, self.report = packs, symbols, report
        self.program = Program(symbols)
        self.rules = Rules(symbols, self.program, [])
        self.texts = Texts(symbols, report, self.function_result)
        self.layers: dict[str, list[Layer]] = {}
        self.where: dict[str, Span] = {}
        self._checking: list[str] = []
        self._values: dict[tuple[str, int], FunctionIr | None] = {}

    def run(self) -> Rules:
        """Everything linked."""
        self._declare()
        self._extend()
        for id, layers in self.layers.items():
            self.program.layers[(self.symbols.routines[id].sort, id)] = len(layers) - 1
        self._actions()
        self._functions()
        self._routines()
        self._phases_and_end()
        self.rules.cards = Cards(self.packs, self.symbols, self.program, self.texts, self.report).run()
        self._zones()
        if not len(self.report):
            self._finish()
        return self.rules

    def documents(self, section: str) -> Iterator[tuple[Pack, Document, Any]]:
        """The content files that have a section, in the order of their packs."""
        for pack in self.packs:
            for document in pack.documents:
                if section in document.data:
                    yield pack, document, document.data[section]

    # ---- heads
    def _declare(self) -> None:
        for section, sort in SORTS.items():
            for pack, document, part in self.documents(section):
                for key in part:
                    self._declare_one(sort, pack, document, (section, key))

    def _declare_one(self, sort: str, pack: Pack, document: Document, path: Path) -> None:
        key = str(path[-1])
        params: Params = ()
        if sort in ("function", "procedure"):
            head = self.texts.key(document, path, "signature")
            if head is None or (given := self.texts.params(document, path, head)) is None:
                return
            id, params = head.name.id, given
        else:
            id = key
        span = document.key_span(path)
        if id in reserved_words() or self._is_builtin(id):
            self.report.error("N012", f"`{id}` is a word of the language itself", span, hint="choose another name")
            return
        if id in self.layers:
            self.report.error(
                "N011",
                f"`{id}` is declared twice: it already is a {self.symbols.routines[id].sort}",
                span,
                hint="to change a routine of another pack, use `extend`",
                related=(Related(self.where[id], "here first"),),
            )
            return
        self.symbols.routines[id] = Routine(id, sort, params)
        self.layers[id] = [Layer(pack.id, document, path, params)]
        self.where[id] = span

    @staticmethod
    def _is_builtin(id: str) -> bool:
        from dsl.operators import functions

        return id in functions()

    def _extend(self) -> None:
        """Adds the layers that extensions put around routines, in the order of the packs."""
        for pack, document, part in self.documents("extend"):
            for n, entry in enumerate(part):
                how = next((h for h in ("before", "after", "around", "replace") if h in entry), None)
                if how is not None:
                    self._layer(pack, document, ("extend", n), entry, how)

    def _layer(self, pack: Pack, document: Document, path: Path, entry: dict[str, Any], how: str) -> None:
        head = self.texts.parse(document, (*path, how), "names")
        if head is None:
            return
        span = document.scalar((*path, how)).span(*head.name.at)
        routine = self.symbols.routines.get(head.name.id)
        if routine is None:
            self.report.error(
                "N007",
                f"there is nothing called `{head.name.id}` to extend",
                span,
                hint=suggest(head.name.id, self.symbols.routines),
            )
            return
        names = [p.id for p in head.params] if head.params is not None else [p for p, _ in routine.params]
        if len(names) != len(routine.params):
            self.report.error("T002", f"`{routine.id}` takes {len(routine.params)} arguments, not {len(names)}", span)
            return
        body = "value" if routine.sort == "function" else "do"
        if body not in entry:
            wrong = "do" if body == "value" else "value"
            at = document.key_span((*path, wrong)) if wrong in entry else span
            self.report.error("K002", f"an extension of a {routine.sort} has `{body}`", at)
            return
        if routine.sort == "function" and how in ("before", "after"):
            self.report.error(
                "T003",
                "a function has a value, so nothing comes before or after it",
                document.key_span((*path, how)),
                hint="use `around` with `value: proceed + 1`",
            )
            return
        if routine.sort == "phase" and isinstance(self.layers[routine.id][0].document.data["phases"][routine.id], dict):
            self.report.error(
                "T003",
                "the turns of a phase cannot be extended",
                span,
                hint="extend the phase before or after it, or the actions",
            )
            return
        params = tuple(zip(names, [type_ for _, type_ in routine.params], strict=True))
        self.layers[routine.id].append(Layer(pack.id, document, (*path, body), params, how))

    # ---- functions
    def function_result(self, id: str) -> Type | None:
        """The type of a function, checking its body if that was not done yet; None after an error."""
        routine = self.symbols.routines[id]
        if routine.result is not None:
            return routine.result
        layer = self._function(id, 0)
        if layer is None:
            return None
        self.symbols.routines[id] = Routine(id, "function", routine.params, layer.value.type)
        return layer.value.type

    def _function(self, id: str, number: int) -> FunctionIr | None:
        if (id, number) in self._values:
            return self._values[id, number]
        layer = self.layers[id][number]
        if id in self._checking and number == 0:
            circle = " -> ".join([*self._checking[self._checking.index(id) :], id])
            self.report.error("T005", f"these functions need each other: {circle}", layer.document.key_span(layer.path))
            self._values[id, number] = None
            return None
        self._checking.append(id)
        try:
            self._values[id, number] = self._checked_function(id, number, layer)
        finally:
            self._checking.pop()
        return self._values[id, number]

    def _checked_function(self, id: str, number: int, layer: Layer) -> FunctionIr | None:
        tree = self.texts.parse(layer.document, layer.path, "expression")
        if tree is None:
            return None
        scalar = layer.document.scalar(layer.path)
        checker = self.texts.checker(scalar)
        wanted = None
        if number > 0:
            wanted = self.function_result(id)
            args = tuple(ir.Var(0, type_, n, name) for n, (name, type_) in enumerate(layer.params))
            if layer.how != "replace" and wanted is not None:
                checker.proceed_value = ir.CallFn(0, wanted, id, args, number - 1)
        checked = checker.expression(tree, layer.params, wanted)
        if checked is None:
            return None
        value = checked[1]
        if value.type.tag not in (
            "number",
            "flag",
            "word",
            "set",
            "player",
            "players",
            "component",
            "components",
            "good",
        ):
            self.report.error("T003", f"a function cannot give {value.type}", scalar.span(0, len(scalar.text.rstrip())))
            return None
        return FunctionIr(id, number, checked[0], value, self.texts.text(layer.document, layer.path, id), scalar.text)

    def _functions(self) -> None:
        for id, routine in list(self.symbols.routines.items()):
            if routine.sort == "function":
                self.function_result(id)
                for n in range(len(self.layers[id])):
                    made = self._function(id, n)
                    if made is not None:
                        self.program.functions.append(made)

    # ---- procedures, phases, actions
    def _routines(self) -> None:
        for id, routine in self.symbols.routines.items():
            if routine.sort == "function":
                continue
            for n, layer in enumerate(self.layers[id]):
                if n == 0 and routine.sort == "phase" and isinstance(_at(layer), dict):
                    continue
                path = (*layer.path, "do") if n == 0 and routine.sort == "action" else layer.path
                self._unit(routine, n, layer, path)

    def _unit(self, routine: Routine, number: int, layer: Layer, path: Path) -> None:
        key = (routine.sort, routine.id, str(number))
        tree = self.texts.parse(layer.document, path, "effect")
        if tree is None:
            return
        checker = self.texts.checker(layer.document.scalar(path))
        performer = routine.sort in ("action", "procedure")
        if number > 0 and layer.how != "replace":
            name = routine.id if routine.sort == "procedure" else f"{routine.sort}:{routine.id}"
            args = tuple(ir.Var(0, type_, n + 1, p) for n, (p, type_) in enumerate(layer.params))
            checker.proceed_call = ir.CallProc(0, ir.Var(0, t.PLAYER, 0, "you"), name, args, number - 1)
        if layer.how in ("before", "after"):
            rest = (x.Proceed((0, 0)),)
            tree = x.Block(tree.at, (*tree.stmts, *rest) if layer.how == "before" else (*rest, *tree.stmts))
        unit = checker.effect_unit(tree, layer.params, performer=performer)
        if unit is not None:
            label = routine.id if number == 0 else f"{layer.pack}: {layer.how} {routine.id}"
            self.program.units[key] = UnitInfo(key, unit, self.texts.text(layer.document, path, label))

    def _actions(self) -> None:
        """The parameters, condition and cost of every action; must come before the bodies that use the parameters."""
        for id, routine in list(self.symbols.routines.items()):
            if routine.sort == "action":
                self._action(id, self.layers[id][0])

    def _action(self, id: str, layer: Layer) -> None:
        document, path = layer.document, layer.path
        value = _at(layer)
        checker = self.texts.checker(document.scalar((*path, "title")))
        scope, _ = checker.scope([])
        scope.slots.new(len(value.get("with", {})))
        queries: list[ir.Query] = []
        params: list[tuple[str, Type]] = []
        good = True
        for name in value.get("with", {}):
            query = self._parameter(name, document, (*path, "with", name), scope)
            if query is None:
                return
            queries.append(query)
            params.append((name, query.var.type))
            scope.names[name] = ir.Var(0, query.var.type, len(params), name)
        condition = self._part(document, (*path, "if"), "expression", scope) if "if" in value else None
        cost = self._part(document, (*path, "cost"), "cost", scope) if "cost" in value else None
        good = good and ("if" not in value or condition is not None) and ("cost" not in value or cost is not None)
        self._title(document, (*path, "title"), {n for n, _ in params})
        self.symbols.routines[id] = Routine(id, "action", tuple(params))
        for n, other in enumerate(self.layers[id]):
            names = [p for p, _ in other.params]
            other.params = (
                tuple(params)
                if n == 0 or not names
                else tuple(zip(names, [type_ for _, type_ in params], strict=False))
            )
        if good:
            assert condition is None or isinstance(condition, ir.Ex)
            assert cost is None or isinstance(cost, ir.CostIr)
            top = str(len(self.layers[id]) - 1)
            self.program.actions.append(
                ActionIr(
                    id,
                    value["title"],
                    tuple(queries),
                    condition,
                    cost,
                    value.get("turn") == "none",
                    ("action", id, top),
                    value,
                )
            )

    def _parameter(self, name: str, document: Document, path: Path, scope: Any) -> ir.Query | None:
        from dsl.check_expr import Failed

        span = document.key_span(path)
        if name in reserved_words():
            self.report.error("N012", f"`{name}` is a word of the language itself", span, hint="choose another name")
            return None
        tree = self.texts.parse(document, path, "query")
        if tree is None:
            return None
        if tree.name is None:
            tree = x.Query(tree.at, tree.kind, x.Name(tree.kind.at, name), tree.source, tree.on, tree.where)
        checker = self.texts.checker(document.scalar(path))
        checker.seen = set()
        try:
            query, _ = checker.query(tree, scope, binds=True)
            checker._must_see(query, x.Choose(tree.at, None, False, tree, None, None), scope)
        except Failed:
            return None
        return query

    def _part(self, document: Document, path: Path, form: str, scope: Any) -> ir.Ex | ir.CostIr | None:
        from dsl.check_expr import Failed

        tree = self.texts.parse(document, path, form)
        if tree is None:
            return None
        checker = self.texts.checker(document.scalar(path))
        checker.seen = set()
        try:
            return checker.cost(tree, scope) if form == "cost" else checker.check(tree, scope, t.FLAG)
        except Failed:
            return None

    def _title(self, document: Document, path: Path, names: set[str]) -> None:
        scalar = document.scalar(path)
        for part in scalar.text.split("{")[1:]:
            name = part.split("}")[0]
            if "}" not in part or name not in names:
                start = scalar.text.index("{" + name)
                self.report.error(
                    "N001",
                    f"`{{{name}}}` is no parameter of this action",
                    scalar.span(start, start + len(name) + 1),
                    hint=suggest(name, names),
                )

    # ---- phases, set-up, end, scoring
    def _phases_and_end(self) -> None:
        for id, routine in self.symbols.routines.items():
            if routine.sort == "phase":
                self._phase(id, self.layers[id][0])
        for pack, document, _ in self.documents("setup"):
            if self.rules.setup is not None:
                self.report.error(
                    "N011",
                    "the set-up is written twice",
                    document.key_span(("setup",)),
                    hint="extend a procedure of the first one",
                )
                continue
            self.rules.setup = ("setup", "", "0")
            self._unit_of(self.rules.setup, document, ("setup",), "set-up", pack)
        for _, document, value in self.documents("end"):
            self._end(document, value)
        for _, document, value in self.documents("scoring"):
            self._scoring(document, value)

    def _unit_of(self, key: Key, document: Document, path: Path, label: str, pack: Pack) -> None:
        tree = self.texts.parse(document, path, "effect")
        if tree is None:
            return
        unit = self.texts.checker(document.scalar(path)).effect_unit(tree, (), performer=False)
        if unit is not None:
            self.program.units[key] = UnitInfo(key, unit, self.texts.text(document, path, label))

    def _phase(self, id: str, layer: Layer) -> None:
        value = _at(layer)
        phase = Phase(id, document=layer.document, path=layer.path)
        self.rules.phases.append(phase)
        if not isinstance(value, dict):
            return
        path = (*layer.path, "turns")
        found = self._expression(layer.document, path, t.PLAYERS)
        if found is not None:
            self.rules.orders[len(self.rules.phases) - 1] = (found, self.texts.text(layer.document, path, id))
        phase.turns = "turns"
        flag = self.symbols.player.get(value["until"])
        if flag is None or flag.type != t.FLAG:
            flags = [f.id for f in self.symbols.player.values() if f.type == t.FLAG]
            self.report.error(
                "N006",
                f"players have no flag `{value['until']}`",
                layer.document.span((*layer.path, "until")),
                hint=suggest(value["until"], flags),
            )
        phase.until = value["until"]

    def _expression(self, document: Document, path: Path, expect: Type) -> ir.Ex | None:
        tree = self.texts.parse(document, path, "expression")
        if tree is None:
            return None
        checked = self.texts.checker(document.scalar(path)).expression(tree, (), expect)
        return checked[1] if checked else None

    def _end(self, document: Document, value: dict[str, Any]) -> None:
        if "when" in value:
            found = self._expression(document, ("end", "when"), t.FLAG)
            if found is not None:
                self.rules.end_when = (found, self.texts.text(document, ("end", "when"), "end"))
        if "after" in value:
            self.rules.end_after = value["after"]
            phases = [p.id for p in self.rules.phases]
            if value["after"] not in phases:
                self.report.error(
                    "N007",
                    f"there is no phase `{value['after']}`",
                    document.span(("end", "after")),
                    hint=suggest(value["after"], phases),
                )
        rounds = value.get("rounds", self.rules.max_rounds)
        if isinstance(rounds, str):
            option = self.symbols.options.get(rounds)
            if option is None or isinstance(option, bool):
                self.report.error(
                    "N001",
                    f"there is no option `{rounds}` that is a number",
                    document.span(("end", "rounds")),
                    hint=suggest(rounds, self.symbols.options),
                )
                return
            rounds = option
        self.rules.max_rounds = rounds

    def _scoring(self, document: Document, value: dict[str, Any]) -> None:
        names: list[tuple[Path, str]] = [(("scoring", k), value[k]) for k in ("score", "worth") if k in value]
        names += [(("scoring", "ties", n), v) for n, v in enumerate(value.get("ties", []))]
        for path, id in names:
            routine = self.symbols.routines.get(id)
            if routine is None or routine.sort != "function" or [p for _, p in routine.params] != [t.PLAYER]:
                known = [r.id for r in self.symbols.routines.values() if r.sort == "function"]
                self.report.error(
                    "N007", f"there is no function `{id}` of one player", document.span(path), hint=suggest(id, known)
                )
        self.rules.scoring = value

    # ---- the whole
    def _zones(self) -> None:
        """Where triggers and modifiers work: the conditions of active zones."""
        s = self.symbols
        for pack in self.packs:
            for document in pack.documents:
                for id, value in document.data.get("vocabulary", {}).get("zones", {}).items():
                    active = (value or {}).get("active")
                    if not isinstance(active, str) or id not in s.zones:
                        continue
                    path: Path = ("vocabulary", "zones", id, "active")
                    tree = self.texts.parse(document, path, "expression")
                    if tree is None:
                        continue
                    checker = self.texts.checker(document.scalar(path))
                    found = checker.card_condition(tree, _any_kind(s))
                    if found is not None:
                        self.program.active[id] = (*found, self.texts.text(document, path, id))

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
        self._spent_procedures()
        self._fixed_goods()
        self._modifier_circles()

    def _spent_procedures(self) -> None:
        """What becomes of a spent component may not ask anything: a payment is one step."""
        for pack in self.packs:
            for document in pack.documents:
                for id, value in document.data.get("vocabulary", {}).get("goods", {}).items():
                    spent = (value or {}).get("spent")
                    if not spent:
                        continue
                    routine = self.symbols.routines.get(spent)
                    span = document.span(("vocabulary", "goods", id, "spent"))
                    if (
                        routine is None
                        or routine.sort != "procedure"
                        or [p.tag for _, p in routine.params] != ["component"]
                    ):
                        known = [r.id for r in self.symbols.routines.values() if r.sort == "procedure"]
                        self.report.error(
                            "N007",
                            f"there is no procedure `{spent}` of one component",
                            span,
                            hint=suggest(spent, known),
                        )
                    elif not self.program.units[self.program.routine_key("procedure", spent, -1)].straight:
                        self.report.error("T003", f"`{spent}` can ask a player something, but paying is one step", span)

    def _fixed_goods(self) -> None:
        """A goods field that is read as a limit, or put, taken or lost, has fixed amounts; where goods move, of one good each."""
        from dsl.program import walk

        limits: set[int] = set()
        moved: set[int] = set()
        trees: list[Any] = [info.unit.body for info in self.program.units.values()]
        trees += [f.value for f in self.program.functions]
        for node in walk(tuple(trees)):
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

    def _modifier_circles(self) -> None:
        """Functions and modifiers must be acyclic: a modifier may not need the number it changes."""
        from dsl.program import walk

        p = self.program
        edges: dict[str, set[str]] = {}
        for f in p.functions:
            edges.setdefault(f.id, set()).update(self._needs(walk(f.value), f.id))
        for _, m, _ in p.modifiers:
            target = m.function or f"field {m.field}"
            nodes = [*walk(m.value), *(walk(m.condition) if m.condition else ())]
            edges.setdefault(target, set()).update(self._needs(iter(nodes), ""))
        for _, m, text in p.modifiers:
            target = m.function or f"field {m.field}"
            seen: set[str] = set()
            todo = list(edges.get(target, ()))
            while todo:
                node = todo.pop()
                if node == target:
                    file = next((d for pack in self.packs for d in pack.documents if d.file == text.file), None)
                    span = _line_span(file, text.line(0)) if file else None
                    self.report.error(
                        "T005",
                        f"this modifier changes `{target.removeprefix('field ')}`, but needs it to do so",
                        span,
                        hint="read a field as printed with base(...)",
                    )
                    break
                if node not in seen:
                    seen.add(node)
                    todo += edges.get(node, ())

    def _needs(self, nodes: Iterator[ir.Ir], own: str) -> set[str]:
        out: set[str] = set()
        base: set[int] = set()
        for node in nodes:
            if isinstance(node, ir.Op) and node.op == "base":
                base.add(id(node.args[0]))
            if isinstance(node, ir.CallFn) and node.name != own:
                out.add(node.name)
            if (
                isinstance(node, ir.Read)
                and node.sort == "field"
                and node.ref in self.program.modified_fields
                and id(node) not in base
            ):
                out.add(f"field {node.ref}")
        return out


def _at(layer: Layer) -> Any:
    value: Any = layer.document.data
    for step in layer.path:
        value = value[step]
    return value


def _any_kind(symbols: Symbols) -> frozenset[str]:
    kinds: dict[str, Kind] = symbols.kinds
    return frozenset(kinds)


def _line_span(document: Document, line: int) -> Span:
    start = document.lines.starts[line - 1]
    text = document.lines.line(line)
    indent = len(text) - len(text.lstrip())
    return Span(document.file, start + indent, start + len(text.rstrip()))
