"""Checking of statements: syntax tree in, checked tree out, every error reported."""

from __future__ import annotations

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.check.goods import Goods
from dsl.check.names import Failed
from dsl.check.query import list_of
from dsl.diagnostics import suggest
from dsl.scope import Scope
from dsl.symbols import Routine


class Statements(Goods):
    """Checks statements and blocks."""

    proceed_call: ir.CallProc | None = None

    # ---- statements
    def block(self, node: x.Block, scope: Scope, *, declinable: bool = False) -> ir.Stmts:
        """The statements of a block; each error costs only its own statement."""
        inner, out, failed = scope.inner(), list[ir.St](), False
        for n, stmt in enumerate(node.stmts):
            try:
                if isinstance(stmt, x.Spend) and not (declinable and n == 0):
                    raise self.fail(
                        "T006", "`spend` stands where it can be declined: first in a `may` or in an option", stmt
                    )
                out += self.statement(stmt, inner)
            except Failed:
                failed = True
        if failed:
            raise Failed
        return tuple(out)

    def statement(self, node: x.Stmt, scope: Scope) -> list[ir.St]:
        at = node.at[0]
        match node:
            case x.Gain(goods=goods):
                return self.gain(node, goods, scope)
            case x.Lose(goods=goods, source=source):
                where = self.check(source, scope, t.ANY_COMPONENT) if source is not None else None
                if where is not None and any(isinstance(term, x.GoodsPath) for term in goods.terms):
                    raise self.fail(
                        "T003", "goods of a field cannot be lost from a component: take them, or write them out", goods
                    )
                you = self.performer(node, scope) if where is None else scope.performer or _nobody(at)
                return [ir.Lose(at, you, self.goods(goods, scope, "lose"), where)]
            case x.Spend(goods=goods):
                cost = self.cost(x.Cost(goods.at, (goods,), None), scope)
                return [ir.Spend(at, self.performer(node, scope), cost)]
            case x.Put(goods=goods, on=on):
                return [self.put(node, goods, on, scope)]
            case x.Take(goods=goods, source=origin):
                taken = self.goods(goods, scope, "take")
                return [ir.Take(at, self.performer(node, scope), taken, self.check(origin, scope, t.ANY_COMPONENT))]
            case x.Move():
                return [self.move(node, scope)]
            case x.Shuffle(zone=zone):
                return [ir.Shuffle(at, self.zone(zone, scope))]
            case x.Reveal(what=what):
                given = self.components(what, scope)
                self.seen.add(_zone_of(given))
                return [ir.Reveal(at, scope.performer or _nobody(at), given)]
            case x.Choose():
                return [self.choose(node, scope)]
            case x.ChooseOne():
                return [self.choose_one(node, scope)]
            case x.May(prompt=prompt, body=body):
                you = self.performer(node, scope)
                option = ir.OptionIr(at, prompt or "yes", None, self.block(body, scope, declinable=True))
                return [ir.ChooseOne(at, you, prompt or "", (option,), True, scope.slots.new())]
            case x.As(who=who, body=body):
                player = self.check(who, scope, t.PLAYER)
                inner = scope.inner()
                var = ir.Var(at, t.PLAYER, scope.slots.new(), "you")
                inner.performer = inner.you = var
                inner.candidate = None
                return [ir.As(at, var, player, self.block(body, inner))]
            case x.ForEach(query=query, body=body):
                slot = scope.slots.new(2)
                checked, inner = self.query(query, scope, binds=True)
                inner.candidate = scope.candidate
                return [ir.ForEach(at, checked.var, checked, self.block(body, inner), slot)]
            case x.Repeat(count=count, body=body):
                slot = scope.slots.new(2)
                return [ir.Repeat(at, self.check(count, scope, t.NUMBER), self.block(body, scope), slot)]
            case x.If(condition=condition, then=then, otherwise=otherwise):
                cond = self.check(condition, scope, t.FLAG)
                return [ir.If(at, cond, self.block(then, scope), self.block(otherwise, scope) if otherwise else ())]
            case x.Let(name=name, value=value):
                given = self.check(value, scope)
                if given.type.tag in ("goods", "effect", "ability", "abilities", "entries", "zone", "nothing", "text"):
                    raise self.fail("T001", f"this is {given.type}, which cannot be given a name", value)
                if (clash := self._clash(name.id, scope)) is not None:
                    raise self.fail("N011", clash, name, "choose another name")
                self.mean(name, "local", name.id, str(name.at[0]), declares=True)
                return [ir.Let(at, scope.bind(name.id, given.type, name.at[0]), given)]
            case x.Set():
                return [self.set(node, scope)]
            case x.Do(action=action, free=free):
                self.routine(action, "action")
                return [ir.Do(at, self.performer(node, scope), action.id, free, scope.slots.new())]
            case x.Perform(what=what):
                given = self.check(what, scope)
                if given.type not in (t.EFFECT, t.ABILITY, t.GOODS) or not isinstance(given, ir.Read):
                    raise self.fail(
                        "T001", f"this is {given.type}, but an effect or ability field is needed here", what
                    )
                if given.type == t.GOODS:
                    raise self.fail("T001", "goods of a field are gained by naming them, without `perform`", what)
                return [ir.Perform(at, self.performer(node, scope), given)]
            case x.Announce():
                return [self.announce(node, scope)]
            case x.Proceed():
                if self.proceed_call is None:
                    raise self.fail("T003", "`proceed` only has a meaning in an extension", node)
                call = self.proceed_call
                return [ir.CallProc(at, scope.performer or _nobody(at), call.name, call.args, call.layer)]
            case x.Stop():
                return [ir.Stop(at)]
            case x.EndGame():
                return [ir.EndGame(at)]
            case x.CallStmt(call=call_node):
                routine = self.routine(call_node.name, "procedure")
                args = self.arguments(call_node, [p for _, p in routine.params], scope)
                return [ir.CallProc(at, scope.performer or _nobody(at), routine.id, args)]
        raise self.fail("T003", "this cannot stand here", node)

    seen: set[str]

    def performer(self, node: x.Node, scope: Scope) -> ir.Var:
        if scope.performer is None:
            raise self.fail("T003", "nobody acts here", node, "use `for each player p in players { as p { ... } }`")
        return scope.performer

    def gain(self, node: x.Stmt, goods: x.Goods, scope: Scope) -> list[ir.St]:
        """A gain; terms with alternatives become choices, one for each unit."""
        at, you = node.at[0], self.performer(node, scope)
        out: list[ir.St] = []
        for item in self.goods(goods, scope, "gain"):
            if isinstance(item, ir.GoodsTerm) and len(item.goods) > 1:
                names = self.symbols.good_list()
                options = tuple(
                    ir.OptionIr(
                        at,
                        f"1 {names[g].id}",
                        None,
                        (
                            ir.Gain(
                                at,
                                you,
                                (
                                    ir.GoodsTerm(
                                        at,
                                        ir.Const(at, t.NUMBER, 1, "1"),
                                        (g,),
                                        None,
                                        False,
                                        None,
                                        None,
                                        None,
                                        names[g].id,
                                    ),
                                ),
                            ),
                        ),
                    )
                    for g in item.goods
                )
                one = ir.ChooseOne(at, you, "", options, False, scope.slots.new())
                count: ir.Ex = item.amount or ir.Const(at, t.NUMBER, 1, "1")
                if item.per is not None:
                    count = ir.Op(at, t.NUMBER, "*", (count, ir.Op(at, t.NUMBER, "count", (item.per,))))
                if item.most is not None:
                    count = ir.Op(at, t.NUMBER, "min", (count, item.most))
                out.append(ir.Repeat(at, count, (one,), scope.slots.new(2)))
            elif out and isinstance(out[-1], ir.Gain):
                out[-1] = ir.Gain(out[-1].at, you, (*out[-1].items, item))
            else:
                out.append(ir.Gain(at, you, (item,)))
        return out

    def put(self, node: x.Put, goods: x.Goods, on: x.Expr, scope: Scope) -> ir.Put:
        """Goods onto a component of a kind that holds them."""
        items, target = self.goods(goods, scope, "put"), self.check(on, scope, t.ANY_COMPONENT)
        kinds = [k for k in self.symbols.kinds.values() if not target.type.kinds or k.id in target.type.kinds]
        for item, term in zip(items, goods.terms, strict=True):
            if isinstance(item, ir.GoodsTerm) and item.goods:
                good = self.symbols.good_list()[item.goods[0]].id
                if not any(k.holds_goods or good in k.holds for k in kinds):
                    raise self.fail(
                        "T003", f"{target.type} holds no {good}", term, "see `holds` of the kind in the vocabulary"
                    )
        return ir.Put(node.at[0], self.performer(node, scope), items, target)

    def components(self, node: x.Expr, scope: Scope) -> ir.Ex:
        given = self.check(node, scope)
        if given.type.tag not in ("component", "components", "nothing"):
            hint = "write `all(KIND in ZONE)` for everything in a zone" if given.type.tag == "zone" else None
            raise self.fail(
                "T001", f"this is {given.type}, but a component or a list of them is needed here", node, hint
            )
        return given

    def move(self, node: x.Move, scope: Scope) -> ir.Move:
        what = self.components(node.what, scope)
        to: ir.Ex
        if isinstance(node.to, x.Name) and scope.find(node.to.id) is None and node.to.id in self.symbols.zones:
            to = self.zone(node.to, scope)
        else:
            to = (
                self.check(node.to, scope)
                if not isinstance(node.to, x.Name) or scope.find(node.to.id) or node.to.id in self.symbols.table
                else self.zone(node.to, scope)
            )
        if isinstance(to, ir.ZoneRef):
            if to.union is not None:
                raise self.fail("T001", "these are the zones of several players: say whose", node.to)
        elif to.type.tag != "component":
            raise self.fail("T001", f"this is {to.type}, but a zone or a component is needed here", node.to)
        elif node.bottom:
            raise self.fail("T003", "only a zone has a bottom", node.to)
        elif node.face_down:
            raise self.fail("T003", "only in a zone can something lie face down", node.to)
        return ir.Move(node.at[0], scope.performer or _nobody(node.at[0]), what, to, node.bottom, node.face_down)

    def choose(self, node: x.Choose, scope: Scope) -> ir.Choose:
        you = self.performer(node, scope)
        count = self.check(node.count, scope, t.NUMBER) if node.count is not None else None
        query, _ = self.query(node.query, scope, binds=True)
        if query.over not in ("component", "player", "good", "word"):
            raise self.fail("T003", f"{query.var.type} cannot be chosen", node.query)
        self._must_see(query, node, scope)
        name = node.query.name.id if node.query.name else node.query.kind.id
        type_ = query.var.type
        if isinstance(count, ir.Const) and count.value == 1 and not count.shown.isalpha():
            single = True
        else:
            single = count is None
        bound = scope.bind(name, type_ if single else list_of(type_), node.query.at[0])
        words = node.words or f"{{{name}}}"
        self._template(words, {name, *scope.all_names()}, node)
        return ir.Choose(node.at[0], you, bound, single, count, node.up_to, query, node.prompt or "", words)

    def _must_see(self, query: ir.Query, node: x.Choose, scope: Scope) -> None:
        """Nobody may choose from what they may not see, unless it was revealed first."""
        source = query.source
        if not isinstance(source, ir.ZoneRef):
            return
        hidden = self.symbols.zones[source.zone].hidden
        mine = (
            source.base is not None
            and scope.performer is not None
            and isinstance(source.base, ir.Var)
            and source.base.slot == scope.performer.slot
        )
        if not hidden or (hidden == "others" and mine) or source.zone in self.seen:
            return
        raise self.fail(
            "T004",
            f"the player cannot see what is in `{source.zone}`, so they cannot choose from it",
            node.query,
            "reveal it first, or take one at random",
        )

    def _template(self, words: str, names: set[str], node: x.Node) -> None:
        """The {names} in an option's words must mean something."""
        for part in words.split("{")[1:]:
            name = part.split("}")[0]
            if "}" not in part or name not in names:
                hint = suggest(name, names)
                raise self.fail(
                    "N001",
                    f"`{{{name}}}` in the words of this choice means nothing",
                    node,
                    str(hint) if hint else None,  # the place is that of the whole statement: nothing to write there
                )
        if words.count("}") > words.count("{"):
            raise self.fail(
                "K006", "a `}` in the words of this choice lacks its `{`", node, "write {name}, or delete it"
            )

    def choose_one(self, node: x.ChooseOne, scope: Scope) -> ir.ChooseOne:
        you = self.performer(node, scope)
        options, failed, seen = list[ir.OptionIr](), False, set[str]()
        for option in node.options:
            try:
                if option.words in seen:
                    raise self.fail("N011", f'two options are called "{option.words}"', option)
                seen.add(option.words)
                self._template(option.words, set(scope.all_names()), option)
                condition = self.check(option.condition, scope, t.FLAG) if option.condition is not None else None
                options.append(
                    ir.OptionIr(option.at[0], option.words, condition, self.block(option.body, scope, declinable=True))
                )
            except Failed:
                failed = True
        if failed:
            raise Failed
        return ir.ChooseOne(node.at[0], you, node.prompt or "", tuple(options), False, scope.slots.new())

    def set(self, node: x.Set, scope: Scope) -> ir.Set:
        target = self.check(node.target, scope)
        if not isinstance(target, ir.Read) or target.sort not in ("state", "player", "table"):
            hint = (
                "goods change by gaining, losing, putting and taking"
                if isinstance(target, ir.Read) and target.sort == "good"
                else None
            )
            if isinstance(target, ir.Read) and target.sort == "field":
                hint = "a field of a card never changes; declare it under `state` of its kind"
            raise self.fail(
                "T001", "this cannot be set: only state of a component, a player or the table can", node.target, hint
            )
        return ir.Set(node.at[0], target, self.check(node.value, scope, target.type))

    def announce(self, node: x.Announce, scope: Scope) -> ir.Announce:
        event = self.symbols.events.get(node.event.id)
        if event is None:
            raise self.fail(
                "N008", f"there is no event `{node.event.id}`", node.event, suggest(node.event.id, self.symbols.events)
            )
        self.mean(node.event, "event", event.id)
        args = self.arguments(node, [t.PLAYER, *event.params.values()], scope)
        return ir.Announce(node.at[0], event.id, args)

    def routine(self, name: x.Name, sort: str) -> Routine:
        found = self.symbols.routines.get(name.id)
        if found is None or found.sort != sort:
            known = [r.id for r in self.symbols.routines.values() if r.sort == sort]
            hint = f"`{name.id}` is a {found.sort}" if found is not None else suggest(name.id, known)
            raise self.fail("N007", f"there is no {sort} `{name.id}`", name, hint)
        self.mean(name, "routine", name.id)
        return found


def _nobody(at: int) -> ir.Var:
    """Who acts where nobody does: slot 0 of set-up and phases holds no player."""
    return ir.Var(at, t.PLAYER, 0, "nobody")


def _zone_of(ex: ir.Ex) -> str:
    """The zone that a list of components is looked for in, or an empty string."""
    if isinstance(ex, ir.Op) and ex.args:
        return _zone_of(ex.args[0])
    if isinstance(ex, ir.Query) and ex.source is not None:
        return _zone_of(ex.source)
    return ex.zone if isinstance(ex, ir.ZoneRef) else ""
