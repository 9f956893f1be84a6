"""Values in English, by the templates of the operator table: numbers, things, players, zones."""

from __future__ import annotations

from collections.abc import Callable

from dsl import ir
from dsl.text.fold import Folding
from dsl.text.words_en import PAST_ENDINGS, capital, plural, spaced


class Expressions(Folding):
    """Puts values into words."""

    def spoken(self, ex: ir.Ex, form: str) -> str:
        """An expression in the form a template asks for: as a subject, a noun, or with an article."""
        if form == "who":
            return self.subject(ex)
        if form:
            return self.noun(ex, form)
        return self.clause(ex) if ex.type.tag == "flag" else self.np(ex)

    def subject(self, ex: ir.Ex) -> str:
        """A value as the subject of a verb."""
        raise NotImplementedError

    def clause(self, ex: ir.Ex, denied: bool = False) -> str:
        """A condition as a clause, or what it denies."""
        raise NotImplementedError

    def noun(self, ex: ir.Ex, form: str) -> str:
        """What is counted or picked from, in the singular (`one`, `a`) or plural (`many`)."""
        raise NotImplementedError

    def order(self, players: ir.Ex) -> str:
        """The order players are taken in."""
        raise NotImplementedError

    # ---- noun phrases
    def np(self, ex: ir.Ex) -> str:
        """A value as a noun phrase."""
        n = self.number(ex) if ex.type.tag == "number" else None
        if n is not None:
            return str(n)
        match ex:
            case ir.Var():
                return self.refer(self.ref(ex))
            case ir.Read():
                return self._read(ex)
            case ir.Const():
                return self._constant(ex)
            case ir.ZoneRef():
                return self._zone(ex)
            case ir.ListOf(values=values):
                return self.listed([self._member(ex, v) for v in values], "op.or")
            case ir.Query():
                return self.noun(ex, "a")
            case ir.Op():
                return self._op(ex)
            case ir.CallFn():
                return self._call(ex)
            case ir.First(query=query, keys=keys):
                text = self.say_row("first", self.said(query), self.part(lambda _: self._keys(query, keys)))
                self.focus.many = False
                return text
        raise AssertionError(ex)

    def _constant(self, ex: ir.Const) -> str:
        tag = ex.type.tag
        if tag == "good":
            return self.goods_named[ex.value].name
        if tag == "word":
            words = self.symbols.words[ex.type.of]
            return words.names[words.words[ex.value]]
        if tag == "flag":
            return self.say("yes" if ex.value else "no")
        return self.say("empty" if tag == "set" else "nothing")

    def _member(self, ex: ir.ListOf, value: int) -> str:
        if ex.type.of == "good":
            return self.goods_named[value].name
        words = self.symbols.words[ex.type.of]
        return words.names[words.words[value]]

    def _read(self, ex: ir.Read) -> str:
        self.focus.many = False
        base = ex.base
        if ex.sort == "good":
            return self._held(ex)
        if ex.sort == "entry":
            assert ex.key is not None
            return self.say("entry", self.part(lambda _: self.of(base, self._entry(ex))), self.said(ex.key))
        text = self.of(base, self.attribute(ex))
        self.focus.many = text.endswith("s") and ex.type.tag == "set"
        self.focus.person = ""
        return text

    def _entry(self, ex: ir.Read) -> str:
        """One of several abilities of a field."""
        return self.given_name(ex) or spaced(ex.ref).removesuffix("s")

    def attribute(self, ex: ir.Read) -> str:
        """What is read, without whose it is."""
        if ex.sort == "good":
            return self.goods_named[ex.key.value].plural if isinstance(ex.key, ir.Const) else self.whatever()
        if ex.sort == "board":
            return self.symbols.kinds[ex.ref].name
        if ex.sort in ("owner", "place"):
            return self.pair(ex.sort)[0] if self.known("nouns", ex.sort) else self.say(ex.sort)
        if name := self.given_name(ex):
            return name
        name, of = spaced(ex.ref), ex.type.of
        if ex.type.tag in ("set", "number") and ex.ref.endswith(PAST_ENDINGS):
            return self.say("past_set", name, plural(spaced(of))) if of else self.say("past_number", name)
        return name

    def _held(self, ex: ir.Read) -> str:
        """How many of a good somebody has, or lie somewhere."""
        assert ex.base is not None
        if isinstance(ex.key, ir.Const) or ex.key is None:
            good = self.goods_named[ex.key.value] if ex.key is not None else None
            many = good.plural if good else self.whatever()
            of_player = ex.base.type.tag == "player"
            text = self.of(ex.base, many) if of_player else self.say("lying", many, self.said(ex.base))
            self.focus.many = good is None or good.plural != good.name
            return text
        key = ex.key
        that = self.say("of_that", self.as_in("of_that", 0, lambda: self.np(key)))
        return self.say("amount_held", that, self.said(ex.base))

    def whatever(self) -> str:
        """What a player or a card has, whatever it is."""
        return self.pair("good")[1] if self.known("nouns", "good") else self.say("goods_of")

    def _zone(self, ex: ir.ZoneRef) -> str:
        name = self.symbols.zones[ex.zone].name or capital(spaced(ex.zone))
        self.focus.many = False
        if ex.union is None:
            return self.of(ex.base, name)
        if isinstance(ex.union, ir.Op) and ex.union.op in ("opponents", "players"):
            return self.say(f"zone_of_{ex.union.op}", name)
        return self.say("zone_of_some", name, self.said(ex.union))

    def _op(self, ex: ir.Op) -> str:
        if ex.op == "count" and isinstance(held := ex.args[0], ir.Read) and held.sort == "good":
            return self._held(held)
        special: Callable[[ir.Op], str] = getattr(self, f"_op_{ex.op}", self._op_row)
        text = special(ex)
        self.focus.many = ex.type.tag in ("components", "players")
        return text

    def _op_row(self, ex: ir.Op) -> str:
        """An operator that reads as its row says."""
        first, *others = map(self.said, ex.args)
        if ex.op in ("*", "negative"):
            first = self.part(lambda form: self._inner(ex.args[0], form))
        if ex.op in ("*", "-"):
            others = [self.part(lambda form: self._inner(ex.args[1], form))]
        return self.say_row(ex.op, first, *others)

    def _inner(self, ex: ir.Ex, form: str) -> str:
        """An argument of arithmetic, in brackets if it is arithmetic itself."""
        text = self.spoken(ex, form)
        sum_ = isinstance(ex, ir.Op) and ex.op in ("+", "-") and self.number(ex) is None
        return self.say("bracketed", text) if sum_ else text

    def _op_players(self, ex: ir.Op) -> str:
        self.focus.many = True
        return self.say_row("players")

    def _op_opponents(self, ex: ir.Op) -> str:
        self.focus.many = True
        whose = ex.args[0]
        return self.say_row("opponents") if self.is_you(whose) else self.of(whose, self.pair("opponent")[1])

    def _op_clockwise(self, ex: ir.Op) -> str:
        self.focus.many = True
        return self.say("in_order", self.order(ex))

    _op_counterclockwise = _op_clockwise

    def _op_top(self, ex: ir.Op) -> str:
        zone, count = ex.args
        assert isinstance(zone, ir.ZoneRef)
        one, many = self.nouns_in(zone)
        n = self.number(count)
        if n is not None:
            of = self.part(lambda _: self.say("amount", n, self.counting(n, lambda: self.number_of((one, many), True))))
            return self.say_row("top", self.said(zone), one if n == 1 else of)
        return self.say_row("top", self.said(zone), many, self.said(count), variant="number")

    def _op_count(self, ex: ir.Op) -> str:
        return self.say_row("count", self.said(ex.args[0]))

    def _op_sum(self, ex: ir.Op) -> str:
        query, value = ex.args
        assert isinstance(query, ir.Query)
        if isinstance(value, ir.Read) and value.sort != "good" and self._is_var(value.base, query.var):
            return self.say_row("sum", self.said(query), self.attribute(value))
        if isinstance(value, ir.CallFn) and len(value.args) == 1 and self._is_var(value.args[0], query.var):
            return self.say_row("sum", self.said(query), self.named("functions", value.name))
        return self.say_row("sum", self.said(query), self.part(lambda _: self._about(query, value)), variant="each")

    def _op_match(self, ex: ir.Op) -> str:
        subject, *rest = ex.args
        pairs = [self.say("pair", self.np(w), self.np(n)) for w, n in zip(rest[0::2], rest[1::2], strict=True)]
        text = pairs[0]
        for pair in pairs[1:]:
            text = self.say("comma", text, pair)
        return self.say_row("match", self.said(subject), text)

    def _keys(self, query: ir.Query, keys: tuple[ir.Ex, ...]) -> str:
        """What a candidate is the first by: "the greatest height, then the least age"."""
        out = ""
        for key in keys:
            greatest = isinstance(key, ir.Op) and key.op == "negative"
            inner = key.args[0] if isinstance(key, ir.Op) and greatest else key
            if isinstance(inner, ir.Read) and self._is_var(inner.base, query.var):
                what = self.attribute(inner)
            else:
                what = self._about(query, inner)
            text = self.say("greatest_key" if greatest else "least_key", what)
            out = self.say("then_key", out, text) if out else text
        return out

    def _about(self, query: ir.Query, value: ir.Ex) -> str:
        """An expression that speaks of the candidate of a query as "it"."""
        outer, self.focus.it = self.focus.it, self.frame.get(query.var.slot)
        text = self.spoken(value, "")
        self.focus.it = outer
        return text

    @staticmethod
    def _is_var(ex: ir.Ex | None, var: ir.Var) -> bool:
        return isinstance(ex, ir.Var) and ex.slot == var.slot

    def is_you(self, ex: ir.Ex) -> bool:
        """Whether it is the player addressed as "you"."""
        return isinstance(ex, ir.Var) and (ref := self.ref(ex)).person is not None and ref.person.subject is None

    def _call(self, ex: ir.CallFn) -> str:
        self.focus.many = False
        if ex.layer >= 0:
            return self.say_row("proceed")
        self.focus.person = ""
        name = self.named("functions", ex.name)
        if len(ex.args) < 2:
            return self.of(ex.args[0] if ex.args else None, name)
        return self.say("of_both", name, self.part(lambda _: self.listed([self.np(a) for a in ex.args])))
