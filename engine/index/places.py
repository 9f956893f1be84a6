"""How a text is read where it stands: which check its place asks for, and what names it finds there."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.check.entry import Checker
from dsl.check.names import Failed
from dsl.diagnostics import Diagnostics
from dsl.meaning import Meaning
from dsl.parse.read import ParseError, parse
from dsl.spanmap import Scalar
from dsl.symbols import Routine, Symbols
from dsl.types import Type
from engine.index.marks import Path
from engine.link.texts import parameter_type

Params = tuple[tuple[str, Type], ...]
Said = Callable[[str, str, int, int, str | None], None]


class Places:
    """Checks single texts against symbols, each as the linker would where it stands.

    `beside` of a check is the mapping that the text is part of, as far as it can be read: the action, the extension.
    """

    def __init__(self, symbols: Symbols, values: Mapping[str, str] | None = None) -> None:
        self.symbols = replace(symbols, routines=dict(symbols.routines))
        self._values = dict(values or {})  # functions whose result is still to be found out, with what they say

    def declare(self, sort: str, key: str, value: object) -> None:
        """Takes note of a routine as it is written now."""
        try:
            head = parse(key, "signature")
        except ParseError:
            return
        assert isinstance(head, x.Signature)
        params = self.params(head)
        old = self.symbols.routines.get(head.name.id)
        if old is None or old.params != params or old.sort != sort:
            self.symbols.routines[head.name.id] = Routine(head.name.id, sort, params)
            if sort == "function":
                self._values[head.name.id] = str(value)

    def params(self, head: x.Signature) -> Params:
        """The parameters of a head; those of an unknown type are left out."""
        found = ((p.name.id, self.type_named(p.type.id)) for p in head.params)
        return tuple((name, type_) for name, type_ in found if type_ is not None)

    def type_named(self, id: str) -> Type | None:
        """The type that a parameter is declared with."""
        return parameter_type(id, self.symbols)

    def function_result(self, id: str) -> Type | None:
        """What a function gives; None while that is not known."""
        routine = self.symbols.routines.get(id)
        if routine is None or routine.result is not None or id not in self._values:
            return routine.result if routine is not None else None
        written = self._values.pop(id)
        try:
            tree = parse(written, "expression")
        except ParseError:
            return None
        checked = self.checker(lambda *_: None).expression(tree, routine.params, None)  # type: ignore[arg-type]
        result = checked[1].type if checked is not None else None
        self.symbols.routines[id] = replace(routine, result=result)
        return result

    def checker(self, said: Said) -> Checker:
        """A checker whose errors go to `said`."""
        made = Checker(self.symbols, said, self.function_result)
        made.seen = set()
        return made

    def check(self, path: Path, form: str, scalar: Scalar, beside: Mapping[str, Any], report: Diagnostics) -> None:
        """Reports what is wrong with a text at a path."""

        def said(code: str, message: str, start: int, end: int, hint: str | None) -> None:
            report.error(code, message, scalar.span(start, end), hint=hint)

        try:
            tree = parse(scalar.text, form)
        except ParseError as e:
            said(e.code, e.message, e.start, e.end, e.hint)
            return
        self.understand(path, tree, beside, said)

    def understand(self, path: Path, tree: Any, beside: Mapping[str, Any], said: Said) -> list[Meaning]:
        """Checks the tree of a text at a path, and gives what its names mean as far as they could be understood."""
        checker = self.checker(said)
        checker.meanings = []
        with contextlib.suppress(Failed):
            self._check(checker, path, tree, beside)
        return checker.meanings

    def _check(self, checker: Checker, path: Path, tree: Any, beside: Mapping[str, Any]) -> None:
        match path:
            case ("cards", str(kind), _, *_) if kind in self.symbols.kinds:
                self._of_card(checker, kind, tree)
            case ("functions", str(head)):
                checker.expression(tree, self._head(head), None)
            case ("procedures", str(head)):
                checker.effect_unit(tree, self._head(head))
            case ("setup",) | ("phases", _):
                checker.effect_unit(tree, (), performer=False)
            case ("phases", _, "turns"):
                checker.expression(tree, (), t.PLAYERS)
            case ("end", "when"):
                checker.expression(tree, (), t.FLAG)
            case ("vocabulary", "zones", _, "active"):
                checker.card_condition(tree, frozenset(self.symbols.kinds))
            case ("actions", str(id), *part):
                self._of_action(checker, id, part, tree, beside)
            case ("extend", _, "do" | "value"):
                self._of_extension(checker, tree, beside)

    def _of_card(self, checker: Checker, kind: str, tree: Any) -> None:
        if isinstance(tree, x.Goods):
            checker.goods_unit(tree, kind)
        elif isinstance(tree, x.Block):
            checker.card_effect(tree, kind)
        elif isinstance(tree, (x.Activated, x.Triggered, x.Modifier)):
            checker.ability(tree, kind)

    def _head(self, head: str) -> Params:
        try:
            tree = parse(head, "signature")
        except ParseError:
            return ()
        assert isinstance(tree, x.Signature)
        return self.params(tree)

    def _of_action(self, checker: Checker, id: str, part: list[Any], tree: Any, beside: Mapping[str, Any]) -> None:
        with_ = beside.get("with")
        params: list[tuple[str, Type]] = []
        own = part[1] if part[:1] == ["with"] and len(part) > 1 else None
        scope, _ = checker.scope([])
        for name, written in with_.items() if isinstance(with_, dict) else ():
            if name == own:
                break
            if (type_ := self._parameter(str(written), scope, name, len(params) + 1)) is not None:
                params.append((name, type_))
        if own is not None:
            if tree.name is None:
                tree = x.Query(tree.at, tree.kind, x.Name(tree.kind.at, str(own)), tree.source, tree.on, tree.where)
            checker.query(tree, scope, binds=True)
        elif part == ["do"]:
            checker.effect_unit(tree, params)
        elif part == ["cost"]:
            checker.cost(tree, scope)
        elif part == ["if"]:
            checker.check(tree, scope, t.FLAG)

    def _parameter(self, written: str, scope: Any, name: str, slot: int) -> Type | None:
        """The type of a parameter of an action, which is named from here on."""
        try:
            tree = parse(written, "query")
        except ParseError:
            return None
        assert isinstance(tree, x.Query)
        kind = tree.kind.id
        type_ = t.ANY_COMPONENT if kind in self.symbols.goods else self.type_named(kind)
        if type_ is not None:
            scope.names[name] = ir.Var(0, type_, slot, name)
        return type_

    def _of_extension(self, checker: Checker, tree: Any, beside: Mapping[str, Any]) -> None:
        how = next((h for h in ("before", "after", "around", "replace") if isinstance(beside.get(h), str)), None)
        try:
            head = parse(beside[how], "names") if how is not None else None
        except ParseError:
            return
        routine = self.symbols.routines.get(head.name.id) if isinstance(head, x.Names) else None
        if not isinstance(head, x.Names) or routine is None:
            return
        names = [p.id for p in head.params] if head.params is not None else [p for p, _ in routine.params]
        params = tuple(zip(names, [type_ for _, type_ in routine.params], strict=False))
        if routine.sort == "function":
            result = self.function_result(routine.id)
            if result is not None and how == "around":
                checker.proceed_value = ir.CallFn(0, result, routine.id, (), 0)
            checker.expression(tree, params, result)
            return
        if how == "around":
            checker.proceed_call = ir.CallProc(0, ir.Var(0, t.PLAYER, 0, "you"), routine.id, (), 0)
        checker.effect_unit(tree, params, performer=routine.sort in ("action", "procedure"))
