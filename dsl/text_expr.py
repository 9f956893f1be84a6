"""Expressions and conditions in English, by the templates of the operator table."""

from __future__ import annotations

from collections.abc import Callable

from dsl import ir
from dsl.operators import OPERATORS
from dsl.text_fold import Folding
from dsl.text_speech import Part
from dsl.words_en import article, base_verb, capital, is_third_person, plural, spaced


class Expressions(Folding):
    """Puts numbers, things and conditions into words."""

    def spoken(self, ex: ir.Ex, form: str) -> str:
        """An expression in the form a template asks for: as a subject, a noun, or with an article."""
        if form == "who":
            return self.subject(ex)
        if form:
            return self.noun(ex, form)
        return self.clause(ex) if ex.type.tag == "flag" else self.np(ex)

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
                return self.say_row("first", self.said(query), Part(lambda _: self._keys(query, keys)))
        raise AssertionError(ex)

    def _constant(self, ex: ir.Const) -> str:
        tag = ex.type.tag
        if tag == "good":
            return self.goods_named[ex.value].name
        if tag == "word":
            words = self.symbols.words[ex.type.of]
            return words.names[words.words[ex.value]]
        if tag == "flag":
            return self.templates["yes" if ex.value else "no"]
        return self.templates["empty" if tag == "set" else "nothing"]

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
            return self.say("entry", self.of(base, spaced(ex.ref).removesuffix("s")), self.np(ex.key))
        text = self.of(base, self.attribute(ex))
        self.focus.many = text.endswith("s") and ex.type.tag == "set"
        return text

    def attribute(self, ex: ir.Read) -> str:
        """What is read, without whose it is."""
        if ex.sort == "board":
            return self.symbols.kinds[ex.ref].name
        if ex.sort in ("owner", "place"):
            return self.templates[ex.sort]
        name, of = spaced(ex.ref), ex.type.of
        if ex.type.tag in ("set", "number") and ex.ref.endswith(tuple(self.templates["past_endings"].split("|"))):
            return self.say("past_set", name, plural(spaced(of))) if of else self.say("past_number", name)
        return name

    def _held(self, ex: ir.Read) -> str:
        """How many of a good somebody has, or lie somewhere."""
        assert ex.base is not None
        if isinstance(ex.key, ir.Const) or ex.key is None:
            good = self.goods_named[ex.key.value] if ex.key is not None else None
            many = good.plural if good else self.templates["goods_of"]
            if ex.base.type.tag == "player":
                text = self.of(ex.base, many)
            else:
                text = self.say("lying", many, self.np(ex.base))
            self.focus.many = good is None or good.plural != good.name
            return text
        that = self.say("of_that", self.np(ex.key))
        return self.say("amount_held", that, self.said(ex.base))

    def zone_name(self, id: str) -> str:
        """The name of a zone, as a proper name."""
        return capital(spaced(id))

    def _zone(self, ex: ir.ZoneRef) -> str:
        name = self.zone_name(ex.zone)
        self.focus.many = False
        if ex.union is None:
            return self.of(ex.base, name)
        if isinstance(ex.union, ir.Op) and ex.union.op in ("opponents", "players"):
            return self.say(f"zone_of_{ex.union.op}", name)
        return self.say("zone_of_some", name, self.np(ex.union))

    def _op(self, ex: ir.Op) -> str:
        self.focus.many = False
        special: Callable[[ir.Op], str] | None = getattr(self, f"_op_{ex.op}", None)
        if special is not None:
            return special(ex)
        first, *others = map(self.said, ex.args)
        if ex.op in ("*", "negative"):
            first = Part(lambda form: self._inner(ex.args[0], form))
        if ex.op in ("*", "-"):
            others = [Part(lambda form: self._inner(ex.args[1], form))]
        text = self.say_row(ex.op, first, *others)
        self.focus.many = False
        return text

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
        return self.say_row("opponents", self.said(ex.args[0]), variant="" if self.is_you(ex.args[0]) else "of")

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
            return self.say_row("top", self.said(zone), one if n == 1 else self.say("amount", n, many))
        return self.say_row("top", self.said(zone), many, self.said(count), variant="number")

    def nouns_in(self, zone: ir.ZoneRef) -> tuple[str, str]:
        """What to call the components of a zone: by the good they stand for, or by their only kind."""
        good = next((g for g in self.goods_named if g.zone == zone.zone), None)
        if good is not None:
            return good.name, good.plural
        kinds = [k for k in self.kinds_named if k.id in self.program.zone_kinds.get(zone.zone, ())]
        return (kinds[0].name, kinds[0].plural) if len(kinds) == 1 else self.pair("card")

    def _op_count(self, ex: ir.Op) -> str:
        if isinstance(ex.args[0], ir.Read) and ex.args[0].sort == "good":
            return self._held(ex.args[0])
        return self.say_row("count", self.said(ex.args[0]))

    def _op_sum(self, ex: ir.Op) -> str:
        query, value = ex.args
        assert isinstance(query, ir.Query)
        if isinstance(value, ir.Read) and self._is_var(value.base, query.var):
            return self.say_row("sum", self.said(query), self.attribute(value))
        return self.say_row("sum", self.said(query), Part(lambda _: self._about(query, value)), variant="each")

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
            bare = isinstance(inner, ir.Read) and inner.sort != "good" and self._is_var(inner.base, query.var)
            what = self.attribute(inner) if isinstance(inner, ir.Read) and bare else self._about(query, inner)
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
        name = spaced(ex.name)
        if len(ex.args) < 2:
            return self.of(ex.args[0] if ex.args else None, name)
        return self.say("of_both", name, self.listed([self.np(a) for a in ex.args]))

    # ---- subjects
    def subject(self, ex: ir.Ex) -> str:
        """A value as the subject of a verb; what a relative clause is about becomes "that" or "whose ..."."""
        focus = self.focus
        lead, focus.lead = focus.lead, None
        if lead is not None:
            text = self._led(ex, lead)
            if text:
                return text
        if isinstance(ex, ir.Var):
            return self.refer(self.ref(ex), subject=True)
        return self.np(ex)

    def _led(self, ex: ir.Ex, lead: object) -> str:
        if isinstance(ex, ir.Var) and self.frame.get(ex.slot) is lead:
            self.focus.led = "that"
            self.focus.many = self.ref(ex).many
            return self.templates["relative"]
        chain: list[str] = []
        node: ir.Ex | None = ex
        while isinstance(node, ir.Read) and node.sort not in ("good", "entry", "table"):
            chain.append(self.attribute(node))
            node = node.base
        if not chain or not isinstance(node, ir.Var) or self.frame.get(node.slot) is not lead:
            return ""
        text = chain.pop()
        while chain:
            text = self.say("possessive", text, chain.pop())
        self.focus.led = "whose"
        self.focus.many = ex.type.tag == "set" and text.endswith("s")
        return self.say("relative_part", text)

    # ---- conditions
    def clause(self, ex: ir.Ex, denied: bool = False) -> str:
        """A condition as a clause, or what it denies."""
        known = self.truth(ex)
        if known is not None:
            return self.templates["always" if known != denied else "never"]
        ex = self.reduced(ex)
        match ex:
            case ir.Op(op="not", args=(inner,)):
                return self.clause(inner, not denied)
            case ir.Op(op="and" | "or"):
                return self._joined(ex, denied)
            case ir.Op():
                return self._condition(ex, denied)
            case ir.CallFn():
                return self._asked(ex, denied)
            case ir.Read():
                return self._flag(ex, denied)
        holds = "holds_not" if denied else "holds"
        return self.say(holds, self.said(ex) if not isinstance(ex, ir.Var) else self.refer(self.ref(ex)))

    def _joined(self, ex: ir.Op, denied: bool) -> str:
        """Conditions joined by `and` or `or`; one within the other stands in brackets."""
        op = ex.op if not denied else ("or" if ex.op == "and" else "and")
        parts = []
        for part in self.operands(ex):
            text = self.clause(part, denied)
            mixed = isinstance(part, ir.Op) and part.op in ("and", "or")
            parts.append(self.say("bracketed", text) if mixed else text)
        return self.listed(parts, f"op.{op}")

    def _condition(self, ex: ir.Op, denied: bool) -> str:
        row = OPERATORS[ex.op]
        if denied and row.opposite:
            return self._condition(ir.Op(ex.at, ex.type, row.opposite, ex.args), False)
        if "amount" in row.variants:
            return self.compared(ex)
        special: Callable[[ir.Op, str], str] | None = getattr(self, f"_if_{ex.op}", None)
        variant = "not" if denied else ""
        if special is not None:
            return special(ex, variant)
        return self.say_row(ex.op, *map(self.said, ex.args), variant=variant)

    def compared(self, ex: ir.Op) -> str:
        """A comparison."""
        raise NotImplementedError

    def _if_has(self, ex: ir.Op, variant: str) -> str:
        words, word = ex.args
        if isinstance(words, ir.Read) and words.base is not None and words.ref in (words.type.of, words.type.of + "s"):
            if isinstance(word, ir.Const):
                what = Part(lambda _: self.say("typed", spaced(words.type.of), self.np(word)))
            else:
                what = self.said(word)
            return self.say_row("has", self.said(words.base), what, variant=variant)
        return self.say_row("has", self.said(words), self.said(word), variant=f"{variant}_among".lstrip("_"))

    def _if_is_present(self, ex: ir.Op, variant: str) -> str:
        what = ex.args[0]
        if isinstance(what, ir.Read) and what.base is not None and what.sort != "entry":
            name = self.attribute(what)
            counted = what.type.tag in ("ability", "effect", "player", "component", "word") and ex.op == "is_present"
            return self.say_row(ex.op, self.said(what.base), article(name) if counted else name, variant="part")
        if isinstance(what, ir.Read) and what.sort == "table":
            name = spaced(what.ref)
            return self.say_row(ex.op, article(name) if ex.op == "is_present" else name)
        if isinstance(what, ir.Var) and self.ref(what).source is None:
            return self.say_row(ex.op, variant="bound")
        return self.say_row(ex.op, self.np(what))

    _if_is_nothing = _if_is_present

    def _if_is_kind(self, ex: ir.Op, variant: str) -> str:
        kind = ex.args[1]
        assert isinstance(kind, ir.Const)
        name = article(self.kinds_named[kind.value].name)
        return self.say_row("is_kind", self.said(ex.args[0]), name, variant=variant)

    def _if_fits(self, ex: ir.Op, variant: str) -> str:
        limit, _, good = ex.args
        what = self.np(good) if isinstance(good, ir.Const) else self.say("of_that", self.np(good))
        return self.say_row("fits", self.said(limit), "", what, variant=variant)

    def _flag(self, ex: ir.Read, denied: bool) -> str:
        """A flag of something: "it is ripe", "that player has not passed"."""
        word = spaced(ex.ref)
        if ex.base is None:
            return self.say("holds_not" if denied else "holds", self.say("the", word))
        word = self.say_row("not", word) if denied else word
        return self.say("flag_done" if self.is_done(ex) else "flag", self.said(ex.base), word)

    def is_done(self, ex: ir.Read) -> bool:
        """Whether a flag tells what a player has done."""
        return ex.sort == "player" and ex.ref.endswith(self.templates["done_ending"])

    def _asked(self, ex: ir.CallFn, denied: bool) -> str:
        """A condition with a name: by what it means, if that is short, otherwise as its name reads."""
        inner = self.unfolded(ex)
        if inner is not None:
            body, frame = inner
            outer, self.frame = self.frame, frame
            try:
                return self.clause(body, denied)
            finally:
                self.frame = outer
        name = spaced(ex.name)
        if not ex.args:
            return self.say("holds_not" if denied else "holds", self.say("the", name))
        who = self.said(ex.args[0])
        first, _, rest = name.partition(" ")
        if first in self.templates["modals"].split("|"):
            return self.say("modal_not" if denied else "modal", who, first, Part(lambda _: self._with(rest, ex.args[1:])()))
        if not is_third_person(first):
            words = self._with(name, ex.args[1:])
            return self.say("flag", who, Part(lambda _: self.say_row("not", words()) if denied else words()))
        more = self._with(rest, ex.args[1:])
        if denied:
            return self.say("does_not", who, Part(lambda _: f"{base_verb(first)} {more()}".strip()))
        return self.say("does", who, Part(lambda _: f"{base_verb(first) if self.focus.many else first} {more()}".strip()))

    def _with(self, words: str, others: tuple[ir.Ex, ...]) -> Callable[[], str]:
        """The words of a condition's name and the other things it is about."""
        if not others:
            return lambda: words
        return lambda: self.say("as_well", words, self.listed([self.np(a) for a in others]))
