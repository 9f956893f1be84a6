"""What a number or condition of the rules can be, whatever happens in play: bounds, and always or never."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from dsl import ir
from dsl import types as t
from dsl.program import Program
from dsl.symbols import Symbols

Bounds = tuple[float, float]
ANY: Bounds = (-inf, inf)
_COUNTS = (0.0, inf)


def literal(ex: ir.Ex) -> bool:
    """Whether a constant stands in the text itself: an option of a pack may be given another value."""
    return isinstance(ex, ir.Const) and not (
        ex.type in (t.NUMBER, t.FLAG) and ex.shown.isidentifier() and not _flag(ex)
    )


def _flag(ex: ir.Const) -> bool:
    return ex.shown in ("true", "false")


@dataclass
class Reckoner:
    """Reckons for one program; what functions can give is kept."""

    program: Program
    symbols: Symbols
    _functions: dict[str, Bounds] = field(default_factory=dict)

    # ---- numbers
    def bounds(self, ex: ir.Ex) -> Bounds:
        """The least and the greatest number that an expression can give."""
        match ex:
            case ir.Const(value=value):
                return (value, value) if literal(ex) else ANY
            case ir.Read(sort="good"):
                return _COUNTS
            case ir.Read(sort="field"):
                return self._field(ex)
            case ir.CallFn():
                return self._call(ex)
            case ir.Op(op=op, args=args):
                return self._op(op, args)
        return ANY

    def _field(self, ex: ir.Read) -> Bounds:
        fields = [f for k in self.symbols.kinds.values() for f in k.fields.values() if f.column == ex.column]
        fields = [f for f in fields if f.id == ex.ref and f.type == t.NUMBER]
        if not fields or ex.base is None:
            return ANY
        low = min(f.least if f.least is not None else -inf for f in fields)
        high = max(f.most if f.most is not None else inf for f in fields)
        return min(low, 0), max(high, 0)  # of nothing it reads 0

    def _call(self, ex: ir.CallFn) -> Bounds:
        if ex.name in self.program.modified_functions:
            return ANY
        if ex.name not in self._functions:
            self._functions[ex.name] = ANY
            layers = [f for f in self.program.functions if f.id == ex.name]
            if len(layers) == 1 and layers[0].value.type == t.NUMBER:
                self._functions[ex.name] = self.bounds(layers[0].value)
        return self._functions[ex.name]

    def _op(self, op: str, args: tuple[ir.Ex, ...]) -> Bounds:
        if op in ("count", "size"):
            return _COUNTS
        if op == "random_below":
            return 0, max(0.0, self.bounds(args[0])[1] - 1)
        if op == "negative":
            low, high = self.bounds(args[0])
            return -high, -low
        if op == "match":
            found = [self.bounds(a) for a in args[2::2]]
            return min([0.0, *(b[0] for b in found)]), max([0.0, *(b[1] for b in found)])
        if op == "sum":
            low, high = self.bounds(args[1])
            return (0.0 if low >= 0 else -inf), (0.0 if high <= 0 else inf)
        if op not in ("+", "-", "*", "min", "max"):
            return ANY
        (a, b), (c, d) = self.bounds(args[0]), self.bounds(args[1])
        if op == "+":
            return a + c, b + d
        if op == "-":
            return a - d, b - c
        if op in ("min", "max"):
            pick = min if op == "min" else max
            return pick(a, c), pick(b, d)
        products = [0.0 if 0 in (x, y) else x * y for x in (a, b) for y in (c, d)]
        return min(products), max(products)

    # ---- conditions
    def truth(self, ex: ir.Ex) -> bool | None:
        """True or False for a condition that is always or never so, otherwise None."""
        match ex:
            case ir.Const(value=value) if literal(ex):
                return bool(value)
            case ir.Op(op="not", args=(inner,)):
                found = self.truth(inner)
                return None if found is None else not found
            case ir.Op(op="and", args=args):
                return self._all([self.truth(a) for a in args], ex)
            case ir.Op(op="or", args=args):
                found_any = [self.truth(a) for a in args]
                if True in found_any or _opposed(args):
                    return True
                return False if found_any == [False] * len(found_any) else None
            case ir.Op(op="some", args=(ir.Query(where=where),)) if where is not None:
                return False if self.truth(where) is False else None
            case ir.Op(op="is_kind", args=(what, *_)):
                return self._kind(ex, what)
            case ir.Op(op=("is_present" | "is_nothing") as op, args=(ir.Read() as read,)):
                there = self._there(read)
                return there if there is None else there == (op == "is_present")
            case ir.Op(op=op, args=(a, b)) if op in _COMPARE:
                return self._compare(op, a, b)
        return None

    def _all(self, found: list[bool | None], ex: ir.Ex) -> bool | None:
        if False in found or self._contradicts(parts(ex)):
            return False
        return True if found == [True] * len(found) else None

    def _compare(self, op: str, a: ir.Ex, b: ir.Ex) -> bool | None:
        if a == b and not any(isinstance(n, ir.Op) and n.op.startswith("random") for n in (a, b)):
            return op in ("=", "<=", ">=")
        if a.type.tag == "number":
            return _numbers(op, self.bounds(a), self.bounds(b))
        if literal(a) and literal(b) and isinstance(a, ir.Const) and isinstance(b, ir.Const):
            return (a.value == b.value) == (op == "=")
        return None

    def _kind(self, ex: ir.Op, what: ir.Ex) -> bool | None:
        wanted = next((a.shown for a in ex.args[1:] if isinstance(a, ir.Const)), "")
        kinds = what.type.kinds
        if not wanted or not kinds:
            return None
        return False if wanted not in kinds else True if isinstance(what, ir.Var) and kinds == {wanted} else None

    def _there(self, read: ir.Read) -> bool | None:
        """Whether a field of a card is always there: it is not optional for any kind."""
        if read.sort != "field" or not isinstance(read.base, ir.Var):
            return None
        fields = [f for k in self.symbols.kinds.values() for f in k.fields.values() if f.id == read.ref]
        kinds = read.base.type.kinds
        known = [k for k in self.symbols.kinds.values() if not kinds or k.id in kinds]
        return True if fields and all(k.fields.get(read.ref) in fields for k in known) and not any(
            k.fields[read.ref].optional for k in known
        ) else None  # fmt: skip

    def _contradicts(self, conjuncts: list[ir.Ex]) -> bool:
        """Whether conditions that shall hold together exclude one another."""
        limits: list[tuple[ir.Ex, Bounds]] = []
        for part in conjuncts:
            if any(_negated(part, other) for other in conjuncts):
                return True
            match part:
                case ir.Op(op=op, args=(left, right)) if op in _COMPARE and op != "!=" and literal(right):
                    if isinstance(right, ir.Const):
                        limits.append((left, _limit(op, right.value)))
        for n, (left, (low, high)) in enumerate(limits):
            for other, (least, most) in limits[:n]:
                if left == other and max(low, least) > min(high, most):
                    return True
        return False


_COMPARE = ("=", "!=", "<", "<=", ">", ">=")


def parts(ex: ir.Ex, op: str = "and") -> list[ir.Ex]:
    """The conditions that `and` (or `or`) joins."""
    if isinstance(ex, ir.Op) and ex.op == op:
        return [p for a in ex.args for p in parts(a, op)]
    return [ex]


def _negated(a: ir.Ex, b: ir.Ex) -> bool:
    return isinstance(a, ir.Op) and a.op == "not" and a.args[0] == b


def _opposed(args: tuple[ir.Ex, ...]) -> bool:
    found = [p for a in args for p in parts(a, "or")]
    return any(_negated(a, b) for a in found for b in found)


def _limit(op: str, value: int) -> Bounds:
    return {
        "=": (value, value), "<": (-inf, value - 1), "<=": (-inf, value), ">": (value + 1, inf), ">=": (value, inf)
    }[op]  # fmt: skip


def _numbers(op: str, one: Bounds, two: Bounds) -> bool | None:
    (a, b), (c, d) = one, two
    if op in ("!=", "="):
        same = True if a == b == c == d else False if b < c or d < a else None
        return same if op == "=" or same is None else not same
    if op in (">", ">="):
        return _numbers("<" if op == ">" else "<=", two, one)
    if op == "<":
        return True if b < c else False if a >= d else None
    return True if b <= c else False if a > d else None
