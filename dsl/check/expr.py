"""Name and type checking of expressions and queries: syntax tree in, checked tree out."""

from __future__ import annotations

from collections.abc import Iterable

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.check.names import Failed
from dsl.check.query import Queries, list_of
from dsl.diagnostics import suggest
from dsl.operators import OPERATORS, functions
from dsl.scope import Scope
from dsl.symbols import NOBODY
from dsl.types import Type


class Expressions(Queries):
    """Checks expressions. `report(code, message, start, end, hint)` takes offsets in the text being checked."""

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
                return self.known(node, self.name(node, scope, expect))
            case x.Attr():
                return self.known(node.name, self.attribute(node, scope))
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
        self.mean(node.what, "kind", node.what.id)
        kind = ir.Const(node.what.at[0], t.NUMBER, kinds[node.what.id].index, node.what.id)
        return ir.Op(at, t.FLAG, "is_kind", (operand, kind))

    def top(self, node: x.Top, count: x.Expr | None, zone: x.Expr, scope: Scope) -> ir.Ex:
        number = ir.Const(node.at[0], t.NUMBER, 1, "1") if count is None else self.check(count, scope, t.NUMBER)
        where = self.zone(zone, scope)
        type_ = t.ANY_COMPONENT if count is None else t.components(frozenset())
        return ir.Op(node.at[0], type_, "top", (where, number))

    # ---- calls
    def call(self, node: x.Call, scope: Scope) -> ir.Ex:
        name = node.name.id
        row = functions().get(name)
        if row is not None:
            self.mean(node.name, "operator", name)
            return self.builtin(node, scope)
        routine = self.symbols.routines.get(name)
        if routine is None or routine.sort != "function":
            known = [*functions(), *(r.id for r in self.symbols.routines.values() if r.sort == "function")]
            hint: str | None = suggest(name, known)
            if routine is not None:
                hint = f"`{name}` is a {routine.sort}; only a function has a value"
            raise self.fail("N007", f"there is no function `{name}`", node.name, hint)
        self.mean(node.name, "routine", name)
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

    def _result(self, spec: str, args: list[ir.Ex]) -> Type:
        if spec == "candidate" and isinstance(args[0], ir.Query):
            return args[0].var.type
        if spec == "components" and isinstance(args[0], ir.Query):
            return list_of(args[0].var.type)
        if spec == "as 0":
            return args[0].type
        return Type(spec)


def _comparable(type_: Type) -> Type | None:
    """What the other side of a comparison is expected to be, so that bare words are understood."""
    return type_ if type_.tag in ("word", "good", "set") else None
