"""What the rules text need not say: options of the packs are known, and short conditions are said instead of named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TypeVar

from dsl import ir
from dsl.program import FunctionIr, walk
from dsl.text.speech import Frame, Ref, Speech

T = TypeVar("T")

_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "min": min,
    "max": max,
}
_TESTS: dict[str, Callable[[int, int], bool]] = {
    "=": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}
_SHORT = ("has", "=", "!=", "is_present", "is_nothing", "is_kind")


class Folding(Speech):
    """Knows which conditions and numbers are fixed in the packs being told."""

    _looked_into = 0

    @cached_property
    def functions(self) -> dict[str, list[FunctionIr]]:
        """The layers of each function of the rules."""
        out: dict[str, list[FunctionIr]] = {}
        for f in self.program.functions:
            out.setdefault(f.id, []).append(f)
        return out

    def number(self, ex: ir.Ex) -> int | None:
        """A number if it is fixed."""
        if isinstance(ex, ir.Const):
            return ex.value
        if isinstance(ex, ir.Var):
            return self._given(ex, self.number)
        if isinstance(ex, ir.Op) and ex.type.tag == "number":
            if ex.op == "negative":
                n = self.number(ex.args[0])
                return None if n is None else -n
            if ex.op in _NUMBERS:
                a, b = self.number(ex.args[0]), self.number(ex.args[1])
                return None if a is None or b is None else _NUMBERS[ex.op](a, b)
        return None

    def truth(self, ex: ir.Ex) -> bool | None:
        """A condition if it is fixed."""
        if isinstance(ex, ir.Const):
            return bool(ex.value)
        if isinstance(ex, ir.Var):
            return self._given(ex, self.truth)
        if isinstance(ex, ir.CallFn):
            return self._truth_of(ex)
        if not isinstance(ex, ir.Op):
            return None
        if ex.op == "not":
            inner = self.truth(ex.args[0])
            return None if inner is None else not inner
        if ex.op in ("and", "or"):
            return self._all([self.truth(a) for a in ex.args], ex.op == "and")
        if ex.op == "is_kind":
            return self._kind(ex)
        if ex.op in _TESTS and ex.args[0].type.tag == ex.args[1].type.tag == "number":
            a, b = self.number(ex.args[0]), self.number(ex.args[1])
            return None if a is None or b is None else _TESTS[ex.op](a, b)
        return None

    def _truth_of(self, call: ir.CallFn) -> bool | None:
        """A condition of the rules if it is fixed; one that needs many others is not looked into."""
        body = self._meaning(call)
        if body is None or self._looked_into >= 3:
            return None
        self._looked_into += 1
        try:
            return self._within(body[1], lambda: self.truth(body[0]))
        finally:
            self._looked_into -= 1

    @staticmethod
    def _all(parts: list[bool | None], wanted: bool) -> bool | None:
        if (not wanted) in parts:
            return not wanted
        return wanted if None not in parts else None

    def _kind(self, ex: ir.Op) -> bool | None:
        what, kind = ex.args
        ref = self.frame.get(what.slot) if isinstance(what, ir.Var) else None
        kinds = ref.type.kinds if ref is not None else what.type.kinds
        if not kinds or not isinstance(kind, ir.Const):
            return None
        id = self.kinds_named[kind.value].id
        return (kinds == {id}) if len(kinds) == 1 or id not in kinds else None

    def _given(self, var: ir.Var, find: Callable[[ir.Ex], T | None]) -> T | None:
        """What is known of the value a variable stands for."""
        ref = self.frame.get(var.slot)
        if ref is None or ref.source is None or not ref.alias:
            return None
        ex, frame = ref.source
        return self._within(frame, lambda: find(ex))

    def _within(self, frame: Frame, make: Callable[[], T]) -> T:
        outer, self.frame = self.frame, frame
        try:
            return make()
        finally:
            self.frame = outer

    def operands(self, ex: ir.Op) -> Iterator[ir.Ex]:
        """The parts joined by `and` (or `or`), without those that are fixed."""
        for part in ex.args:
            if isinstance(part, ir.Op) and part.op == ex.op:
                yield from self.operands(part)
            elif self.truth(part) is None:
                yield part

    def reduced(self, ex: ir.Ex) -> ir.Ex:
        """A condition without parts that are fixed."""
        while isinstance(ex, ir.Op) and ex.op in ("and", "or"):
            parts = list(self.operands(ex))
            if len(parts) != 1:
                break
            ex = parts[0]
        return ex

    def split(self, condition: ir.Ex | None, slot: int) -> tuple[ir.Ex | None, ir.Ex | None]:
        """The part of a condition that speaks of a variable, and the rest of it."""
        if condition is None:
            return None, None
        parts = (
            list(self.operands(condition)) if isinstance(condition, ir.Op) and condition.op == "and" else [condition]
        )
        of_it = [any(isinstance(node, ir.Var) and node.slot == slot for node in walk(p)) for p in parts]
        telling = [p for p, told in zip(parts, of_it, strict=True) if told]
        others = [p for p, told in zip(parts, of_it, strict=True) if not told]
        return _joined(telling), _joined(others)

    @staticmethod
    def held_together(ex: ir.Ex) -> list[ir.Read] | None:
        """The goods of one holder that a sum adds up."""
        if isinstance(ex, ir.Read) and ex.sort == "good" and isinstance(ex.key, ir.Const):
            return [ex]
        if isinstance(ex, ir.Op) and ex.op == "+":
            left, right = map(Folding.held_together, ex.args)
            if left and right and left[0].base == right[0].base:
                return left + right
        return None

    # ---- functions of the rules
    def _meaning(self, call: ir.CallFn) -> tuple[ir.Ex, Frame] | None:
        """What a function without extensions amounts to, and the frame that stands in."""
        layers = self.functions.get(call.name, [])
        if len(layers) != 1 or call.layer >= 0:
            return None
        params = layers[0].params
        return layers[0].value, {p.slot: self.passed(a) for p, a in zip(params, call.args, strict=True)}

    def passed(self, ex: ir.Ex) -> Ref:
        """An argument, as what is called knows it."""
        if isinstance(ex, ir.Var):
            return self.ref(ex)
        once = ex.type.tag in ("component", "components") and not isinstance(ex, ir.Read)
        zone = ex.args[0] if isinstance(ex, ir.Op) and ex.op == "top" else None
        one, many = self.nouns_in(zone) if isinstance(zone, ir.ZoneRef) else self.nouns(ex.type)
        return Ref(one, many, ex.type, ex.type.tag == "components", source=(ex, self.frame), alias=not once)

    def unfolded(self, call: ir.CallFn) -> tuple[ir.Ex, Frame] | None:
        """The body of a condition of the rules, if it is short enough to be said in its place."""
        found = self._meaning(call)
        if found is None:
            return None
        body, frame = found
        return found if self._within(frame, lambda: self._short(body)) else None

    def _short(self, ex: ir.Ex) -> bool:
        if isinstance(ex, ir.CallFn):  # another condition by another name
            return self.unfolded(ex) is not None
        if isinstance(ex, ir.Op) and ex.op in ("and", "or"):
            parts = list(self.operands(ex))
            return len(parts) == 1 or (len(parts) == 2 and ex.op == "and" and all(map(self._leaf, parts)))
        return self._leaf(ex)

    def _leaf(self, ex: ir.Ex) -> bool:
        if isinstance(ex, ir.Op) and ex.op == "not":
            return self._leaf(ex.args[0])
        if isinstance(ex, ir.Op) and ex.op in _TESTS and self.held_together(ex.args[0]):
            return isinstance(ex.args[1], ir.Const)
        if isinstance(ex, ir.Op):
            return ex.op in _SHORT and all(isinstance(a, (ir.Var, ir.Const, ir.Read)) for a in ex.args)
        return isinstance(ex, ir.Read)


def _joined(parts: list[ir.Ex]) -> ir.Ex | None:
    """Conditions that must all hold, as one."""
    if len(parts) < 2:
        return parts[0] if parts else None
    return ir.Op(parts[0].at, parts[0].type, "and", tuple(parts))
