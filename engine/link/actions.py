"""Actions of the rules: their parameters, conditions, costs and titles."""

from __future__ import annotations

import re
from typing import Any

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.diagnostics import suggest
from dsl.parse.read import reserved_words
from dsl.program import ActionIr
from dsl.symbols import Routine
from dsl.types import Type
from engine.link.heads import Layer, text_at
from engine.link.routines import Routines
from engine.link.texts import Path
from engine.packs.document import Document


class Actions(Routines):
    """Checks the heads of actions."""

    def _actions(self) -> None:
        """The parameters, condition and cost of every action; must come before the bodies that use the parameters."""
        for id, routine in list(self.symbols.routines.items()):
            if routine.sort == "action":
                self._action(id, self.layers[id][0])

    def _action(self, id: str, layer: Layer) -> None:
        document, path = layer.document, layer.path
        value = text_at(layer)
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
        from dsl.check.names import Failed

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
        from dsl.check.names import Failed

        tree = self.texts.parse(document, path, form)
        if tree is None:
            return None
        checker = self.texts.checker(document.scalar(path))
        checker.seen = set()
        try:
            if form != "cost":
                return checker.check(tree, scope, t.FLAG)
            return checker.cost(tree, scope, tuple(v for v in scope.names.values() if v.type.tag == "component"))
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
                    scalar.span(start + 1, start + 1 + len(name)),
                    hint=suggest(name, names),
                )
        for lone in re.finditer(r"\{[^{}]*\}|(\})", scalar.text):
            if lone[1]:
                span = scalar.span(lone.start(), lone.end())
                self.report.error("K006", "a `}` without the `{` before it", span, hint="write {name}, or delete it")
