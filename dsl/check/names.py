"""What a name means where it stands: variables, words, attributes, names of the table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.diagnostics import suggest
from dsl.meaning import Meaning, meaning_of
from dsl.scope import Scope
from dsl.symbols import Field, Symbols
from dsl.types import Type

Report = Callable[[str, str, int, int, str | None], None]


class Failed(Exception):
    """An error was reported; the statement around it cannot be checked further."""


class Names(ABC):
    """Resolves names and attributes, and reports errors; the expressions around them are checked further down."""

    def __init__(
        self, symbols: Symbols, report: Report, function_result: Callable[[str], Type | None] | None = None
    ) -> None:
        self.symbols = symbols
        self.report = report
        self.function_result = function_result or (lambda name: symbols.routines[name].result)
        self.proceed_value: ir.CallFn | None = None
        self.reads: set[str] = set()
        self.meanings: list[Meaning] | None = None  #: where somebody wants to know what every name means

    # ---- errors
    @abstractmethod
    def check(self, node: x.Expr, scope: Scope, expect: Type | None = None) -> ir.Ex:
        """The checked form of an expression; see `dsl.check.expr`."""

    def fail(self, code: str, message: str, node: x.Node, hint: str | None = None) -> Failed:
        self.report(code, message, node.at[0], node.at[1], hint)
        return Failed()

    def mean(self, node: x.Node, sort: str, id: str, of: str = "", *, declares: bool = False) -> None:
        """Notes what a name means."""
        if self.meanings is not None:
            self.meanings.append(Meaning(node.at, sort, id, of, "", declares))

    def known(self, node: x.Name, value: ir.Ex) -> ir.Ex:
        """Notes what a name means that was understood as a value, and gives the value."""
        if self.meanings is not None:
            self.meanings.append(meaning_of(node.at, node.id, value, self.symbols))
        return value

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

    def name(self, node: x.Name, scope: Scope, expect: Type | None) -> ir.Ex:
        """A bare name: a word or good where one is asked for, otherwise a variable, an attribute, ..."""
        s, at, id = self.symbols, node.at[0], node.id
        local = scope.find(id)
        if expect is not None and expect.tag in ("word", "set") and expect.of:
            return self._word(node, local, expect, scope)
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
        known = {*s.goods, *self.variables(scope, t.GOOD)} if expect == t.GOOD else self._names(scope)
        raise self.fail("N001", f"the name `{id}` means nothing here", node, suggest(id, known) or self._elsewhere(id))

    def _word(self, node: x.Name, local: ir.Var | None, expect: Type, scope: Scope) -> ir.Ex:
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
        empty = ["none"] if expect.tag == "set" else []
        known = [*words.words, *empty, *self.variables(scope, t.word(expect.of), t.set_of(expect.of))]
        hint = suggest(node.id, known) or (
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

    @staticmethod
    def variables(scope: Scope, *types: Type) -> Iterator[str]:
        """The variables of these types."""
        return (name for name in scope.all_names() if (var := scope.find(name)) is not None and var.type in types)

    def _names(self, scope: Scope) -> set[str]:
        s = self.symbols
        names = {*scope.all_names(), *s.table, *s.options, "players", "opponents", "anyone"}
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
            if id == s.board or (s.automaton is not None and id == s.automaton.kind):
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
            own = {s.automaton.kind} if s.automaton is not None else set()
            return zones | set(s.player) | set(s.goods) | ({s.board} if s.board else set()) | own
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
