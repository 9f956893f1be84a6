"""Checking of queries: the kind of candidates, where they are looked for, the condition on them."""

from __future__ import annotations

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.check.names import Names
from dsl.diagnostics import suggest
from dsl.scope import Scope
from dsl.types import Type


class Queries(Names):
    """Checks queries and zones."""

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
            self.mean(node, "zone", node.id)
            return ir.ZoneRef(node.at[0], t.zone(node.id), node.id, None, None)
        given = self.check(node, scope)
        if not isinstance(given, ir.ZoneRef):
            raise self.fail("T001", f"this is {given.type}, but a zone is needed here", node)
        if given.union is not None and not union:
            raise self.fail("T001", "these are the zones of several players, but one zone is needed here", node)
        return given

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

    def _mean_kind(self, node: x.Query) -> None:
        """Notes what the kind and the name of a query mean."""
        s, id = self.symbols, node.kind.id
        sort = "kind" if id in s.kinds else "good" if id in s.goods else "vocabulary" if id in s.words else "operator"
        self.mean(node.kind, sort, id)
        if node.name is not None and node.name.at != node.kind.at:  # else the query is named by its key
            self.mean(node.name, "local", node.name.id, str(node.at[0]), declares=True)

    def query(self, node: x.Query, scope: Scope, *, binds: bool = False) -> tuple[ir.Query, Scope]:
        """A checked query and the scope of its condition. `binds`: its variable outlives it."""
        s = self.symbols
        type_ = self._kind(node.kind.id)
        if type_ is None:
            kinds = [*s.kinds, "component", "player", "good", *s.words, *(g.id for g in s.good_list() if g.zone)]
            kinds += self._counted(scope) if node.on else []
            raise self.fail("N004", f"there is no kind `{node.kind.id}`", node.kind, suggest(node.kind.id, kinds))
        self._mean_kind(node)
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
        return ir.Query(node.at[0], list_of(type_), over, var, source, on, where, node.kind.id), inner

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
                list_of(type_),
                tuple(v.value for v in values if isinstance(v, ir.Const)),
                tuple(n.id for n in source.names),
            )
        if type_ == t.GOOD:
            if isinstance(source, x.Name) and source.id == "goods":
                return ir.ListOf(at, t.GOODS_LIST, tuple(g.index for g in s.good_list() if not g.kept), ("goods",))
            if isinstance(source, x.Name) and source.id in s.groups:
                self.mean(source, "group", source.id)
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

    def _counted(self, scope: Scope) -> list[str]:
        """What can be counted on something."""
        return [*self.symbols.goods, *self.variables(scope, t.GOOD), "goods"]

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
            self.mean(node.kind, "operator", id)
            return ir.Read(at, t.NUMBER, "good", base, "goods", 0, None)
        key = self.check(node.kind, scope, t.GOOD)
        if base.type.tag == "component" and id in self.symbols.goods:
            kinds = [k for k in self.symbols.kinds.values() if not base.type.kinds or k.id in base.type.kinds]
            if not any(id in k.holds or k.holds_goods for k in kinds):
                raise self.fail("T003", f"{base.type} holds no {id}", node.kind)
        return ir.Read(at, t.NUMBER, "good", base, id, 0, key)


def list_of(type_: Type) -> Type:
    """The type of a list of such values."""
    if type_.tag == "component":
        return t.components(type_.kinds)
    if type_ == t.PLAYER:
        return t.PLAYERS
    return Type("list", type_.of or type_.tag)
