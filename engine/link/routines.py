"""The bodies of routines: functions, procedures, and the effects of phases and actions, layer by layer."""

from __future__ import annotations

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.program import FunctionIr, Key, UnitInfo
from dsl.symbols import Routine
from dsl.types import Type
from engine.link.heads import Heads, Layer, text_at
from engine.link.texts import Path
from engine.packs.document import Document
from engine.packs.order import Pack

MOST_DEEP = 48  #: how deeply functions may call one another


class Routines(Heads):
    """Checks the bodies of routines."""

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
        if len(self._checking) >= MOST_DEEP:
            message = f"functions call one another more than {MOST_DEEP} deep"
            self.report.error("T009", message, layer.document.key_span(layer.path), hint="write some of them out")
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
                if n == 0 and routine.sort == "phase" and isinstance(text_at(layer), dict):
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

    def _unit_of(self, key: Key, document: Document, path: Path, label: str, pack: Pack) -> None:
        tree = self.texts.parse(document, path, "effect")
        if tree is None:
            return
        unit = self.texts.checker(document.scalar(path)).effect_unit(tree, (), performer=False)
        if unit is not None:
            self.program.units[key] = UnitInfo(key, unit, self.texts.text(document, path, label))

    def _expression(self, document: Document, path: Path, expect: Type) -> ir.Ex | None:
        tree = self.texts.parse(document, path, "expression")
        if tree is None:
            return None
        checked = self.texts.checker(document.scalar(path)).expression(tree, (), expect)
        return checked[1] if checked else None
