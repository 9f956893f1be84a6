"""Queries in English: a noun with what tells its candidates from others, and comparisons of how many there are."""

from __future__ import annotations

from dsl import ir
from dsl.text.cond import Conditions
from dsl.text.speech import Frame, Ref
from dsl.text.templates import Part

_ANY = {(">", 0), ("!=", 0), (">=", 1)}
_NONE = {("=", 0), ("<=", 0), ("<", 1)}
_Part = tuple[ir.Ex, bool, Frame]


class Queries(Conditions):
    """Puts queries into words, and what is counted."""

    _gender = ""  # of the noun of the query told last

    # ---- queries
    def noun(self, ex: ir.Ex, form: str) -> str:
        """What is counted or picked from, in the singular (`one`, `a`) or plural (`many`)."""
        many = form == "many"
        if isinstance(ex, ir.Query):
            noun = self.query(ex, many=many)
        elif isinstance(ex, ir.ZoneRef):
            head = self.number_of(self.nouns_in(ex), many)
            self._gender = self.gender(head)
            noun = self.say("in", head, self.said(ex))
        else:
            noun = self.np(ex)
        if form == "each":
            return self.say("det_each", noun, gender=self._gender)
        return self.a(noun) if form == "a" else noun

    def query(self, q: ir.Query, *, many: bool) -> str:
        """The noun of a query and all that follows it: "Plants in your Bed that are ripe"."""
        focus = self.focus
        kept = focus.it, focus.they, focus.lead, focus.led, focus.pinned
        focus.lead = None
        noun, place = self._source(q, many)
        gender = self.gender(noun)
        one, several = self.nouns(q.var.type, q.kind)
        topic = Ref(one, several, q.var.type, many)
        self.frame[q.var.slot] = topic
        if self.is_thing(topic):
            focus.it, focus.pinned = topic, True
            topic.origin = self.origin(q.source) if q.where is not None else ""
        elif q.over == "player":
            focus.they = topic
        focus.known.append(topic)
        words, groups = self._conditions(q, topic)
        focus.known.pop()
        text = self.bent(noun)
        for word in reversed(words):
            text = self.say("described", self.said(word), text)
        self._gender = gender
        text = self.say(place[0], text, *place[1:]) if place else text
        told = [self.say(id, self.listed(parts), gender=gender) for id, parts in groups.items() if parts]
        if told:
            text = self.say("relative_clause", text, self.listed(told))
        focus.it, focus.they, focus.lead, focus.led, focus.pinned = kept
        focus.many = many
        return text

    def _source(self, q: ir.Query, many: bool) -> tuple[str, tuple[str, ...]]:
        """The noun of a query, and the pattern and words of where its candidates are looked for."""
        on, source = q.on, q.source
        count = self.before
        noun = self.number_of(self.nouns(q.var.type, q.kind), many)
        if on is not None:
            return noun, ("on", self.as_in("on", 1, lambda: self.np(on)))
        if q.over == "player":
            return self._players(source, many)
        if isinstance(source, ir.ZoneRef):
            if q.kind == "component":
                noun = self.counting(count, lambda: self.number_of(self.nouns_in(source), many))
            zone = self.symbols.zones[source.zone]
            where = "on" if zone.rows and not zone.each else "in"  # what all share and lies in rows is a board
            return noun, (where, self.as_in(where, 1, lambda: self.np(source)))
        if isinstance(source, ir.ListOf):
            group = self._group(source)
            if group:
                noun = self.counting(count, lambda: self.member(group, many))
            return noun, ("one_of", self.as_in("one_of", 1, lambda: self.np(source)))
        if source is not None:
            return noun, ("among", self.as_in("among", 1, lambda: self.np(source)))
        return noun, ()

    def origin(self, source: ir.Ex | None) -> str:
        """The zone that candidates come from, to tell them from others later."""
        return self.as_in("the_from", 1, lambda: self.np(source)) if isinstance(source, ir.ZoneRef) else ""

    def member(self, group: str, many: bool) -> str:
        """A good of a group."""
        if (names := self.symbols.group_names.get(group)) is not None:
            return self.number_of(names, many)
        return self.say("member", group, self.number_of(self.pair("good"), many))

    def _group(self, source: ir.ListOf) -> str:
        """The name of the group of goods a list is."""
        name = source.names[0] if len(source.names) == 1 else ""
        return name if name in self.symbols.groups else ""

    def _players(self, source: ir.Ex | None, many: bool) -> tuple[str, tuple[str, ...]]:
        count, self.before = self.before, None
        noun = self.counting(count, lambda: self.number_of(self.pair("player"), many))
        if source is None or (isinstance(source, ir.Op) and source.op == "players"):
            return noun, ()
        if isinstance(source, ir.Op) and source.op == "opponents":
            noun = self.counting(count, lambda: self.number_of(self.pair("opponent"), many))
            whose = source.args[0]
            return noun, () if self.is_you(whose) else ("belonging", self.as_in("belonging", 1, lambda: self.np(whose)))
        return noun, ("ordered", self.order(source))

    def order(self, players: ir.Ex) -> str:
        """The order players are taken in: "clockwise from the leader"."""
        if isinstance(players, ir.Op) and players.op in ("clockwise", "counterclockwise"):
            return self.say_row(players.op, self.said(players.args[0]))
        if isinstance(players, ir.Var) and (source := self.ref(players).source) is not None:
            return self._within(source[1], lambda: self.order(source[0]))
        return self.say("in_list", self.np(players))

    # ---- conditions of candidates
    def _conditions(self, q: ir.Query, topic: Ref) -> tuple[list[ir.Ex], dict[str, list[str]]]:
        """The words that tell the noun, and what follows it by the way it begins: that, whose, which, where."""
        words: list[ir.Ex] = []
        groups: dict[str, list[str]] = {"which": [], "whose": [], "where": []}
        if q.where is None or self.truth(q.where) is True:
            return words, groups
        parts = self.parts_of(q.where, False, self.frame)
        for ex, denied, frame in parts:
            outer, self.frame = self.frame, frame
            word = None if denied else self._adjective(ex, topic)
            if word is not None:
                words.append(word)
            else:
                kind, text = self._relative(ex, denied, topic, alone=len(parts) == 1)
                groups[kind].append(text)
            self.frame = outer
        return words, groups

    def parts_of(self, ex: ir.Ex, denied: bool, frame: Frame) -> list[_Part]:
        """A condition as parts that must all hold, with short conditions of the rules opened up."""
        ex = self._within(frame, lambda: self.reduced(ex))
        if isinstance(ex, ir.Op) and ex.op == "not":
            return self.parts_of(ex.args[0], not denied, frame)
        if isinstance(ex, ir.Op) and ex.op == ("or" if denied else "and"):
            operands = self._within(frame, lambda: list(self.operands(ex)))
            return [p for o in operands for p in self.parts_of(o, denied, frame)]
        if isinstance(ex, ir.CallFn):
            inner = self._within(frame, lambda: self.unfolded(ex))
            if inner is not None:
                return self.parts_of(inner[0], denied, inner[1])
        return [(ex, denied, frame)]

    def _adjective(self, ex: ir.Ex, topic: Ref) -> ir.Ex | None:
        """A word of the candidate that can stand before the noun: "pink" of "colour = pink"."""
        if not isinstance(ex, ir.Op) or ex.op != "=":
            return None
        match ex.args:
            case (ir.Read(sort="field", base=ir.Var(slot=slot)), ir.Const() as word) if word.type.tag == "word":
                return word if self.frame.get(slot) is topic else None
        return None

    def _relative(self, ex: ir.Ex, denied: bool, topic: Ref, *, alone: bool) -> tuple[str, str]:
        """One condition: how its relative clause begins, and the clause."""
        if isinstance(ex, ir.Op) and ex.op == ("and" if denied else "or"):
            parts = [self._relative(p, denied, topic, alone=True) for p in self.operands(ex)]
            if all(kind == "which" for kind, _ in parts):
                text = self.listed([text for _, text in parts], "op.or")
                return "which", text if alone else self.say("bracketed", text)
        self.focus.lead, self.focus.led, self._begun = topic, "", ""
        text = self.clause(ex, denied)
        led, self.focus.lead = self.focus.led, None
        if led == "that":
            return "which", text.removeprefix(self._begun).lstrip()
        return ("whose", text) if led else ("where", text)

    # ---- comparisons
    def compared(self, ex: ir.Op) -> str:
        """A comparison: of what somebody has, of how many there are, or of any two values."""
        left, right = ex.args
        n = self.number(right) if right.type.tag == "number" else None
        if n is not None:
            counted = left.args[0] if isinstance(left, ir.Op) and left.op == "count" else left
            if isinstance(counted, ir.Read) and counted.sort == "good":
                return self._has_amount(ex.op, counted, n)
            if (several := self.held_together(left)) is not None:
                return self._has_any_of(ex.op, several, n)
            if isinstance(left, ir.Op) and left.op == "count" and isinstance(counted, (ir.Query, ir.ZoneRef)):
                return self._there_are(ex, counted, n)
        match left:
            case ir.Read(sort="owner", base=base) if base is not None and ex.op in ("=", "!=") and self.is_you(right):
                return self.say("yours" if ex.op == "=" else "not_yours", self.said(base))
        equal = n is None and left.type.tag == "number" and ex.op in ("=", "!=")
        return self.say_row(ex.op, self.said(left), self.said(right), variant="number" if equal else "")

    def _there_are(self, ex: ir.Op, counted: ir.Ex, n: int) -> str:
        """How many candidates there are."""
        if (ex.op, n) in _ANY or (ex.op, n) in _NONE:
            return self.say_row("some", self.said(counted), variant="not" if (ex.op, n) in _NONE else "")
        noun = self.as_in("there", 0, lambda: self.counting(n, lambda: self.noun(counted, "one" if n == 1 else "many")))
        amount = self.say("amount", n, noun)
        self.focus.many = n != 1
        return self.say("there", self.say_row(ex.op, amount, variant="amount"))

    def _has_any_of(self, op: str, several: list[ir.Read], n: int) -> str:
        """How many of some goods together somebody has."""
        base = several[0].base
        assert base is not None
        if (op, n) in _ANY:
            op, n = ">=", 1
        goods = tuple(r.key.value for r in several if isinstance(r.key, ir.Const))
        of = self.part(lambda _: self.say("amount", n, self.counting(n, lambda: self.alternatives(goods, many=n != 1))))
        amount = self.part(lambda _: self.say_row(op, of, variant="amount"))
        return self.say("has_goods", self.said(base), amount)

    def alternatives(self, goods: tuple[int, ...], *, many: bool) -> str:
        """One good, the goods of a group, or several of which one is picked for each."""
        raise NotImplementedError

    def _has_amount(self, op: str, held: ir.Read, n: int) -> str:
        """How many of a good somebody has, or lie somewhere."""
        assert held.base is not None
        if held.key is not None and not isinstance(held.key, ir.Const):
            if self.focus.lead is not None and isinstance(held.key, ir.Var) and self.focus.lead is self.ref(held.key):
                return self._held_of(op, held.base, n)
            of = self.part(lambda _: self.say("of_that", self.said(held.key or held)))
        else:
            of = None
        amount = self.part(lambda _: self._amount_of(op, held, n, of))
        if held.base.type.tag == "player":
            return self.say("has_goods", self.said(held.base), amount)
        many = isinstance(held.base, ir.Var) and self.ref(held.base).many
        where = held.base.slot if isinstance(held.base, ir.Var) else -1
        ref = self.frame.get(where)
        noun = (ref.nouns if many else ref.noun) if ref is not None else self.pair("card")[0]
        pronoun = self.part(lambda _: self.say("them" if many else "it", gender=self.gender(noun)))
        return self.say("has_goods_on", self.said(held.base), amount, pronoun)

    def _held_of(self, op: str, base: ir.Ex, n: int) -> str:
        """What tells a good by how many of it somebody has: "which you have", "of which you have at least 2"."""
        gender = self.gender(self.focus.lead.noun) if self.focus.lead is not None else ""
        self.focus.lead, self.focus.led = None, "whose"
        if (op, n) in _ANY:
            return self.say("held", self.said(base), gender=gender)
        amount = self.say("none") if (op, n) in _NONE else self.say_row(op, n, variant="amount")
        return self.say("held_of", self.said(base), amount)

    def _amount_of(self, op: str, held: ir.Read, n: int, of: Part | None) -> str:
        if of is not None:
            if (op, n) in _ANY | _NONE:
                return self.say("any_of" if (op, n) in _ANY else "none_of", of)
            return self.say_row(op, self.say("amount", n, of), variant="amount")
        good = self.goods_named[held.key.value] if isinstance(held.key, ir.Const) else None
        one, many = (good.name, good.plural) if good else self.pair("good")
        if (op, n) in _NONE:
            return self.say("no_goods", many)
        if (op, n) in _ANY:
            return many if good is None else self.say_row(">=", self._counted(1, (one, many)), variant="amount")
        return self.say_row(op, self._counted(n, (one, many)), variant="amount")

    def _counted(self, n: int, pair: tuple[str, str]) -> Part:
        """An amount of a noun."""
        return self.part(lambda _: self.say("amount", n, self.counting(n, lambda: self.number_of(pair, n != 1))))
