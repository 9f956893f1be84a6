"""Name and type checking of expressions and queries: syntax tree in, checked tree out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.diagnostics import suggest
from dsl.operators import OPERATORS, functions
from dsl.scope import Scope
from dsl.symbols import NOBODY, Field, Symbols, Zone
from dsl.types import Type

Report = Callable[[str, str, int, int, str | None], None]


class Failed(Exception):
    """An error was reported; the statement around it cannot be checked further."""


class Expressions:
    """Checks expressions. `report(code, message, start, end, hint)` takes offsets in the text being checked."""

    def __init__(
        self, symbols: Symbols, report: Report, function_result: Callable[[str], Type | None] | None = None
    ) -> None:
        self.symbols = symbols
        self.report = report
        self.function_result = function_result or (lambda name: symbols.routines[name].result)
        self.proceed_value: ir.CallFn | None = None
        self.reads: set[str] = set()

    # ---- errors
    def fail(self, code: str, message: str, node: x.Node, hint: str | None = None) -> Failed:
        self.report(code, message, node.at[0], node.at[1], hint)
        return Failed()

    def want(self, given: ir.Ex, wanted: Type, node: x.Node) -> ir.Ex:
        """`given` where `wanted` is asked for, or an error."""
        if not t.fits(given.type, wanted):
            raise self.fail(
                "T001", f"this is {given.type}, but {wanted} is needed here", node, self._conversion(given.type, wanted)
            )
        return given

    @staticmethod
    def _conversion(given: Type, wanted: Type) -> str | None:
        if wanted == t.FLAG and given.tag in ("component", "player"):
            return "write `... is present` to ask whether it is there"
        if wanted == t.FLAG and given == t.NUMBER:
            return "compare it with a number: `... > 0`"
        if wanted == t.NUMBER and given.tag in ("zone", "components", "players", "set"):
            return "write `count(...)` for how many there are"
        return None

    # ---- expressions
    def check(self, node: x.Expr, scope: Scope, expect: Type | None = None) -> ir.Ex:
        """The checked form of `node`. Raises Failed after reporting an error."""
        given = self._check(node, scope, expect)
        return given if expect is None else self.want(given, expect, node)

    def _check(self, node: x.Expr, scope: Scope, expect: Type | None) -> ir.Ex:
        at = node.at[0]
        match node:
            case x.Num(value=value):
                return ir.Const(at, t.NUMBER, value, str(value))
            case x.Flag(value=flag):
                return ir.Const(at, t.FLAG, int(flag), str(flag).lower())
            case x.Nothing():
                return ir.Const(at, t.NOTHING, NOBODY, "nothing")
            case x.You():
                if scope.you is None:
                    raise self.fail(
                        "T003",
                        "nobody acts here, so there is no `you`",
                        node,
                        "use `for each player p in players { as p { ... } }`",
                    )
                return scope.you
            case x.Name():
                return self.name(node, scope, expect)
            case x.Attr():
                return self.attribute(node, scope)
            case x.Index():
                return self.entry(node, scope)
            case x.Binary():
                return self.binary(node, scope)
            case x.Unary(op=op, operand=operand):
                name = "not" if op == "not" else "negative"
                kind = t.FLAG if op == "not" else t.NUMBER
                return ir.Op(at, kind, name, (self.check(operand, scope, kind),))
            case x.Is():
                return self.is_(node, scope)
            case x.Call():
                return self.call(node, scope)
            case x.Top(count=count, zone=zone):
                return self.top(node, count, zone, scope)
            case x.First(query=query, keys=keys):
                checked, inner = self.query(query, scope)
                return ir.First(at, checked.var.type, checked, tuple(self.check(k, inner, t.NUMBER) for k in keys))
            case x.ProceedValue():
                if self.proceed_value is None:
                    raise self.fail("T003", "`proceed` only has a meaning in an extension", node)
                return self.proceed_value
            case x.Query():
                raise self.fail(
                    "T003", "a query stands inside count(...), sum(...), some(...), all(...) or random(...)", node
                )
            case x.Listed():
                raise self.fail("T003", "a list stands after `in`", node)
        raise self.fail("T003", "this cannot stand here", node)

    def name(self, node: x.Name, scope: Scope, expect: Type | None) -> ir.Ex:
        """A bare name: a word or good where one is asked for, otherwise a variable, an attribute of the candidate, ..."""
        s, at, id = self.symbols, node.at[0], node.id
        local = scope.find(id)
        if expect is not None and expect.tag in ("word", "set") and expect.of:
            return self._word(node, local, expect)
        if expect == t.GOOD and id in s.goods:
            if local is not None and local.type == t.GOOD:
                raise self.fail("N010", f"`{id}` is both a good and a variable here", node, "rename the variable")
            return ir.Const(at, t.GOOD, s.goods[id].index, id)
        member = self._member(scope.candidate, id, at) if scope.candidate is not None else None
        if (
            local is not None
            and member is not None
            and not (expect and t.fits(local.type, expect) != t.fits(member.type, expect))
        ):
            raise self.fail(
                "N010",
                f"`{id}` is both a variable and an attribute of the candidate",
                node,
                f"write `{scope.candidate.name}.{id}` or rename the variable" if scope.candidate else None,
            )
        for found in (local, member):
            if found is not None and (expect is None or t.fits(found.type, expect)):
                return found
        found = local or member or self._global(id, at, scope)
        if found is not None:
            return found
        raise self.fail(
            "N001", f"the name `{id}` means nothing here", node, suggest(id, self._names(scope)) or self._elsewhere(id)
        )

    def _word(self, node: x.Name, local: ir.Var | None, expect: Type) -> ir.Ex:
        words = self.symbols.words[expect.of]
        if node.id == "none" and expect.tag == "set":
            return ir.Const(node.at[0], expect, 0, "none")
        is_word = node.id in words.words
        fitting = local is not None and local.type.tag in ("word", "set") and local.type.of == expect.of
        if is_word and fitting:
            raise self.fail(
                "N010", f"`{node.id}` is both a word of {expect.of} and a variable here", node, "rename the variable"
            )
        if fitting and local is not None:
            return local
        if is_word:
            return ir.Const(node.at[0], t.word(expect.of), words.index(node.id), node.id)
        if node.id in self.symbols.table and self.symbols.table[node.id].type.of == expect.of:
            f = self.symbols.table[node.id]
            return ir.Read(node.at[0], f.type, "table", None, f.id, f.column)
        elsewhere = [w.id for w in self.symbols.words.values() if node.id in w.words]
        hint = suggest(node.id, words.words) or (
            f"`{node.id}` is a word of {elsewhere[0]}" if elsewhere else f"the words are: {', '.join(words.words)}"
        )
        raise self.fail("N003", f"`{node.id}` is no word of {expect.of}", node, hint)

    def _global(self, id: str, at: int, scope: Scope) -> ir.Ex | None:
        s = self.symbols
        if id in s.table:
            f = s.table[id]
            return ir.Read(at, f.type, "table", None, id, f.column)
        if id in s.options:
            value = s.options[id]
            return ir.Const(at, t.FLAG if isinstance(value, bool) else t.NUMBER, int(value), id)
        if id in ("players", "anyone"):
            return ir.Op(at, t.PLAYERS, "players", ())
        if id == "opponents" and scope.you is not None:
            return ir.Op(at, t.PLAYERS, "opponents", (scope.you,))
        if id in s.zones and not s.zones[id].each:
            return ir.ZoneRef(at, t.zone(id), id, None, None)
        return None

    def _names(self, scope: Scope) -> set[str]:
        s = self.symbols
        names = {*scope.all_names(), *s.table, *s.options, "players", "opponents"}
        names |= {z.id for z in s.zones.values() if not z.each}
        if scope.candidate is not None:
            names |= self.member_names(scope.candidate.type)
        return names

    def _elsewhere(self, id: str) -> str | None:
        s = self.symbols
        if id in s.goods:
            return f"`{id}` is a good: write `your {id}` for how many you have, or an amount before it"
        if id in s.zones:
            return f"the zone `{id}` belongs to a player: write `your {id}` or `p.{id}`"
        for words in s.words.values():
            if id in words.words:
                return f"`{id}` is a word of {words.id}; compare it with something that holds one"
        if id in s.routines:
            return f"`{id}` is a {s.routines[id].sort}: write `{id}(...)`"
        return None

    # ---- attributes
    def attribute(self, node: x.Attr, scope: Scope) -> ir.Ex:
        base = self.check(node.base, scope)
        found = self._member(base, node.name.id, node.at[0])
        if found is None:
            hint = suggest(node.name.id, self.member_names(base.type))
            raise self.fail("N006", f"{base.type} has no `{node.name.id}`", node.name, hint)
        return found

    def _member(self, base: ir.Ex, id: str, at: int) -> ir.Ex | None:
        s = self.symbols
        tag = base.type.tag
        if tag == "player":
            if id in s.player:
                f = s.player[id]
                return ir.Read(at, f.type, "player", base, id, f.column)
            if id == s.board:
                return ir.Read(at, t.component(id), "board", base, id, 0)
            if id in s.goods:
                return ir.Read(at, t.NUMBER, "good", base, id, 0, ir.Const(at, t.GOOD, s.goods[id].index, id))
        if tag in ("player", "players") and id in s.zones and s.zones[id].each:
            own, union = (base, None) if tag == "player" else (None, base)
            return ir.ZoneRef(at, t.zone(id), id, own, union)
        if tag == "component":
            return self._component_member(base, id, at)
        return None

    def _component_member(self, base: ir.Ex, id: str, at: int) -> ir.Ex | None:
        s = self.symbols
        if id == "owner":
            return ir.Read(at, t.PLAYER, "owner", base, id, 0)
        if id == "place":
            return ir.Read(at, t.ANY_COMPONENT, "place", base, id, 0)
        kinds = [k for k in s.kinds.values() if not base.type.kinds or k.id in base.type.kinds]
        for sort in ("field", "state"):
            found: list[Field] = [f for k in kinds if (f := (k.fields if sort == "field" else k.state).get(id))]
            if found:
                if len({f.type for f in found}) > 1:
                    return None
                self.reads.add(id)
                return ir.Read(at, found[0].type, sort, base, id, found[0].column)
        if id in s.goods and any(id in k.holds or k.holds_goods for k in kinds):
            return ir.Read(at, t.NUMBER, "good", base, id, 0, ir.Const(at, t.GOOD, s.goods[id].index, id))
        return None

    def member_names(self, type_: Type) -> set[str]:
        """All that may follow the dot after a value of that type."""
        s = self.symbols
        zones = {z.id for z in s.zones.values() if z.each}
        if type_.tag == "players":
            return zones
        if type_.tag == "player":
            return zones | set(s.player) | set(s.goods) | ({s.board} if s.board else set())
        if type_.tag == "component":
            names = {"owner", "place"}
            for k in s.kinds.values():
                if not type_.kinds or k.id in type_.kinds:
                    names |= {*k.fields, *k.state, *k.holds}
                    if k.holds_goods:
                        names |= set(s.goods)
            return names
        return set()

    def entry(self, node: x.Index, scope: Scope) -> ir.Ex:
        base = self.check(node.base, scope)
        if base.type.tag != "entries" or not isinstance(base, ir.Read):
            raise self.fail("T001", f"this is {base.type}, so nothing can be picked from it by word", node.base)
        key = self.check(node.key, scope, t.word(base.type.of))
        return ir.Read(node.at[0], t.ABILITY, "entry", base.base, base.ref, base.column, key)

    # ---- operators
    def binary(self, node: x.Binary, scope: Scope) -> ir.Ex:
        row, at = OPERATORS[node.op], node.at[0]
        if row.args == ("any", "same as 0"):
            left, right = self._same(node, scope)
        elif node.op == "has":
            left = self.check(node.left, scope)
            if left.type.tag != "set":
                raise self.fail("T001", f"this is {left.type}, but a set of words is needed before `has`", node.left)
            right = self.check(node.right, scope, t.word(left.type.of))
        else:
            kinds = [t.FLAG if a == "flag" else t.NUMBER for a in row.args]
            left, right = self.check(node.left, scope, kinds[0]), self.check(node.right, scope, kinds[1])
        return ir.Op(at, t.FLAG if row.result == "flag" else t.NUMBER, node.op, (left, right))

    def _same(self, node: x.Binary, scope: Scope) -> tuple[ir.Ex, ir.Ex]:
        first, second = node.left, node.right
        swapped = isinstance(first, x.Name) and not isinstance(second, x.Name) and not self._resolvable(first, scope)
        if swapped:
            first, second = second, first
        left = self.check(first, scope)
        right = self.check(second, scope, _comparable(left.type))
        if left.type.tag in (
            "goods",
            "effect",
            "ability",
            "abilities",
            "entries",
            "zone",
            "components",
            "players",
            "list",
            "text",
        ):
            raise self.fail("T001", f"this is {left.type}, which cannot be compared", first)
        if not t.fits(right.type, left.type) and not t.fits(left.type, right.type):
            raise self.fail("T001", f"this is {right.type}, but it is compared with {left.type}", second)
        return (right, left) if swapped else (left, right)

    def _resolvable(self, node: x.Name, scope: Scope) -> bool:
        if scope.find(node.id) or self._global(node.id, 0, scope):
            return True
        return scope.candidate is not None and self._member(scope.candidate, node.id, 0) is not None

    def is_(self, node: x.Is, scope: Scope) -> ir.Ex:
        operand, at = self.check(node.operand, scope), node.at[0]
        if node.what.id in ("present", "nothing"):
            if operand.type.tag in ("number", "flag", "set", "zone", "components", "players", "list"):
                raise self.fail("T001", f"this is {operand.type}, which is always there", node.operand)
            if operand.type.tag == "text":
                raise self.fail("T001", "text is for people alone: rules cannot read it", node.operand)
            return ir.Op(at, t.FLAG, "is_present" if node.what.id == "present" else "is_nothing", (operand,))
        kinds = self.symbols.kinds
        if node.what.id not in kinds:
            raise self.fail(
                "N004",
                f"there is no kind `{node.what.id}`",
                node.what,
                suggest(node.what.id, [*kinds, "present", "nothing"]),
            )
        if operand.type.tag != "component":
            raise self.fail("T001", f"this is {operand.type}, so it has no kind", node.operand)
        kind = ir.Const(node.what.at[0], t.NUMBER, kinds[node.what.id].index, node.what.id)
        return ir.Op(at, t.FLAG, "is_kind", (operand, kind))

    def top(self, node: x.Top, count: x.Expr | None, zone: x.Expr, scope: Scope) -> ir.Ex:
        where = self.zone(zone, scope)
        number = ir.Const(node.at[0], t.NUMBER, 1, "1") if count is None else self.check(count, scope, t.NUMBER)
        type_ = t.ANY_COMPONENT if count is None else t.components(frozenset())
        return ir.Op(node.at[0], type_, "top", (where, number))

    def zone(self, node: x.Expr, scope: Scope, *, union: bool = False) -> ir.ZoneRef:
        """`node` as a zone; a zone of several players only if `union`."""
        if isinstance(node, x.Name) and scope.find(node.id) is None and node.id not in self.symbols.table:
            zone = self.symbols.zones.get(node.id)
            if zone is None:
                raise self.fail("N005", f"there is no zone `{node.id}`", node, suggest(node.id, self.symbols.zones))
            if zone.each:
                raise self.fail(
                    "N005", f"each player has a zone `{node.id}`: say whose", node, f"write `your {node.id}`"
                )
            return ir.ZoneRef(node.at[0], t.zone(node.id), node.id, None, None)
        given = self.check(node, scope)
        if not isinstance(given, ir.ZoneRef):
            raise self.fail("T001", f"this is {given.type}, but a zone is needed here", node)
        if given.union is not None and not union:
            raise self.fail("T001", "these are the zones of several players, but one zone is needed here", node)
        return given

    # ---- calls
    def call(self, node: x.Call, scope: Scope) -> ir.Ex:
        name = node.name.id
        row = functions().get(name)
        if row is not None:
            return self.builtin(node, scope)
        routine = self.symbols.routines.get(name)
        if routine is None or routine.sort != "function":
            known = [*functions(), *(r.id for r in self.symbols.routines.values() if r.sort == "function")]
            hint = suggest(name, known)
            if routine is not None:
                hint = f"`{name}` is a {routine.sort}; only a function has a value"
            raise self.fail("N007", f"there is no function `{name}`", node.name, hint)
        args = self.arguments(node, [p for _, p in routine.params], scope)
        result = self.function_result(name)
        if result is None:
            raise Failed()
        return ir.CallFn(node.at[0], result, name, args)

    def arguments(self, node: x.Call | x.Announce, wanted: Iterable[Type], scope: Scope) -> tuple[ir.Ex, ...]:
        """The arguments of a call against the types they should have."""
        wanted = list(wanted)
        if len(node.args) != len(wanted):
            name = node.name.id if isinstance(node, x.Call) else node.event.id
            raise self.fail(
                "T002", f"`{name}` takes {len(wanted)} argument{'s' * (len(wanted) != 1)}, not {len(node.args)}", node
            )
        return tuple(self.check(a, scope, w) for a, w in zip(node.args, wanted, strict=True))

    def builtin(self, node: x.Call, scope: Scope) -> ir.Ex:
        """A function of the operator table, checked by its row."""
        row, at, name = OPERATORS[node.name.id], node.at[0], node.name.id
        specs = list(row.args)
        if specs and specs[-1] == "...":
            pair = specs[-3:-1]
            specs = specs[:-1]
            while len(specs) < len(node.args):
                specs += pair
        if len(node.args) != len(specs):
            raise self.fail("T002", f"`{name}` is written {row.syntax}", node, f"for example: {row.example}")
        inner, args = scope, list[ir.Ex]()
        for spec, arg in zip(specs, node.args, strict=True):
            given, inner = self._argument(spec, arg, args, inner)
            args.append(given)
        return ir.Op(at, self._result(row.result, args), name, tuple(args))

    def _argument(self, spec: str, node: x.Expr, before: list[ir.Ex], scope: Scope) -> tuple[ir.Ex, Scope]:
        if spec in ("query", "counted"):
            return self._query_argument(spec, node, scope)
        if spec == "zone":
            return self.zone(node, scope), scope
        if spec.endswith("of 0"):
            tag = "set" if spec.startswith("set") else "word"
            return self.check(node, scope, Type(tag, before[0].type.of)), scope
        if spec == "field":
            given = self.check(node, scope, t.NUMBER)
            if not (isinstance(given, ir.Read) and given.sort == "field"):
                raise self.fail("T001", "a number field of a component is needed here", node)
            return given, scope
        if spec == "goods":
            given = self.check(node, scope, t.GOODS)
            return given, scope
        wanted = Type(spec)
        given = self.check(node, scope, wanted if spec == "good" else None)
        if spec in ("word", "set"):
            if given.type.tag != spec:
                raise self.fail(
                    "T001",
                    f"this is {given.type}, but {'a word' if spec == 'word' else 'a set of words'} is needed here",
                    node,
                )
            return given, scope
        return self.want(given, wanted, node), scope

    def _query_argument(self, spec: str, node: x.Expr, scope: Scope) -> tuple[ir.Ex, Scope]:
        if isinstance(node, x.Query):
            if spec == "counted" and node.on is not None and (held := self._held(node, scope)) is not None:
                return held, scope
            return self.query(node, scope)
        if isinstance(node, x.Name) and scope.find(node.id) is None and self._kind(node.id) is not None:
            return self.query(x.Query(node.at, node, None, None, None, None), scope)
        if spec == "counted":
            given = self.check(node, scope)
            if given.type.tag in ("zone", "components", "players", "list", "set"):
                return given, scope
            raise self.fail(
                "T001",
                f"this is {given.type}, which cannot be counted",
                node,
                "a query is written: KIND in ZONE where CONDITION",
            )
        raise self.fail("T001", "a query is needed here", node, "a query is written: KIND in ZONE where CONDITION")

    def _held(self, node: x.Query, scope: Scope) -> ir.Ex | None:
        """`GOOD on X`: how many of a good (or of all goods, -1) lie on a component or a player has."""
        id = node.kind.id
        local = scope.find(id)
        if not (id == "goods" or id in self.symbols.goods or (local is not None and local.type == t.GOOD)):
            return None
        if node.name is not None or node.where is not None or node.on is None:
            raise self.fail("T003", "goods on something are only counted: they have no name and no condition", node)
        base = self.check(node.on, scope)
        if base.type.tag not in ("component", "player"):
            raise self.fail("T001", f"this is {base.type}, but a component or a player is needed here", node.on)
        at = node.at[0]
        if id == "goods":
            return ir.Read(at, t.NUMBER, "good", base, "goods", 0, None)
        key = self.check(node.kind, scope, t.GOOD)
        if base.type.tag == "component" and id in self.symbols.goods:
            kinds = [k for k in self.symbols.kinds.values() if not base.type.kinds or k.id in base.type.kinds]
            if not any(id in k.holds or k.holds_goods for k in kinds):
                raise self.fail("T003", f"{base.type} holds no {id}", node.kind)
        return ir.Read(at, t.NUMBER, "good", base, id, 0, key)

    def _result(self, spec: str, args: list[ir.Ex]) -> Type:
        if spec == "candidate" and isinstance(args[0], ir.Query):
            return args[0].var.type
        if spec == "components" and isinstance(args[0], ir.Query):
            return _list_of(args[0].var.type)
        if spec == "as 0":
            return args[0].type
        return Type(spec)

    # ---- queries
    def _kind(self, id: str) -> Type | None:
        s = self.symbols
        if id in s.kinds:
            return t.component(id)
        if id == "component" or (id in s.goods and s.goods[id].zone):
            return t.ANY_COMPONENT
        if id == "player":
            return t.PLAYER
        if id == "good":
            return t.GOOD
        if id in s.words:
            return t.word(id)
        return None

    def query(self, node: x.Query, scope: Scope, *, binds: bool = False) -> tuple[ir.Query, Scope]:
        """A checked query and the scope of its condition. `binds`: its variable outlives it."""
        s = self.symbols
        type_ = self._kind(node.kind.id)
        if type_ is None:
            kinds = [*s.kinds, "component", "player", "good", *s.words]
            raise self.fail("N004", f"there is no kind `{node.kind.id}`", node.kind, suggest(node.kind.id, kinds))
        source, on = self._source(node, type_, scope)
        inner = scope.inner()
        name = node.name.id if node.name else node.kind.id
        if node.name is not None and (clash := self._clash(node.name.id, scope)):
            raise self.fail("N011", clash, node.name, "choose another name")
        var = (
            inner.bind(name, type_, node.at[0], bound=not binds)
            if node.name
            else ir.Var(node.at[0], type_, scope.slots.new(), name, not binds)
        )
        inner.candidate = var
        where = self.check(node.where, inner, t.FLAG) if node.where is not None else None
        over = "component" if type_.tag == "component" else type_.tag
        return ir.Query(node.at[0], _list_of(type_), over, var, source, on, where, node.kind.id), inner

    def _clash(self, name: str, scope: Scope) -> str | None:
        if scope.find(name) is not None:
            return f"`{name}` already names something here"
        if name in self.symbols.table or name in self.symbols.options:
            return f"`{name}` is already a name of the table or an option"
        return None

    def _source(self, node: x.Query, type_: Type, scope: Scope) -> tuple[ir.Ex | None, ir.Ex | None]:
        if node.on is not None:
            if type_.tag != "component":
                raise self.fail("T003", f"{type_} does not stand on anything", node)
            return None, self.check(node.on, scope, t.ANY_COMPONENT)
        source = node.source
        if type_.tag == "component":
            if source is None:
                raise self.fail(
                    "T003", f"say where the {node.kind.id} is looked for", node, f"write `{node.kind.id} in ZONE`"
                )
            if isinstance(source, x.Listed):
                raise self.fail("T001", "components are looked for in a zone, not in a list of words", source)
            if (
                isinstance(source, x.Name)
                and (local := scope.find(source.id)) is not None
                and local.type.tag == "components"
            ):
                return local, None
            return self.zone(source, scope, union=True), None
        if source is None:
            return None, None
        if type_ == t.PLAYER:
            return self._players(source, scope), None
        return self._listed(source, type_, scope), None

    def _players(self, source: x.Expr, scope: Scope) -> ir.Ex:
        if isinstance(source, x.Listed):
            raise self.fail("T001", "players cannot be listed by name", source)
        return self.check(source, scope, t.PLAYERS)

    def _listed(self, source: x.Expr, type_: Type, scope: Scope) -> ir.Ex:
        s, at = self.symbols, source.at[0]
        if isinstance(source, x.Listed):
            values = [self.check(n, scope, type_) for n in source.names]
            return ir.ListOf(
                at,
                _list_of(type_),
                tuple(v.value for v in values if isinstance(v, ir.Const)),
                tuple(n.id for n in source.names),
            )
        if type_ == t.GOOD:
            if isinstance(source, x.Name) and source.id == "goods":
                return ir.ListOf(at, t.GOODS_LIST, tuple(g.index for g in s.good_list() if not g.kept), ("goods",))
            if isinstance(source, x.Name) and source.id in s.groups:
                return ir.ListOf(at, t.GOODS_LIST, tuple(s.goods[g].index for g in s.groups[source.id]), (source.id,))
            raise self.fail(
                "N002",
                "a group of goods or a list [a, b] is needed here",
                source,
                suggest(getattr(source, "id", ""), s.groups),
            )
        given = self.check(source, scope)
        if given.type == t.set_of(type_.of):
            return given
        raise self.fail("T001", f"this is {given.type}, but a set or list of {type_.of} is needed here", source)


def _list_of(type_: Type) -> Type:
    if type_.tag == "component":
        return t.components(type_.kinds)
    if type_ == t.PLAYER:
        return t.PLAYERS
    return Type("list", type_.of or type_.tag)


def _comparable(type_: Type) -> Type | None:
    """What the other side of a comparison is expected to be, so that bare words are understood."""
    if type_.tag in ("word", "good"):
        return type_
    if type_.tag == "set":
        return type_
    return None


def each_zone(symbols: Symbols) -> list[Zone]:
    """The zones that every player has one of."""
    return [z for z in symbols.zones.values() if z.each]
