"""Conditions in English, by the templates of the operator table: clauses, and the subjects they begin with."""

from __future__ import annotations

from collections.abc import Callable

from dsl import ir
from dsl.language import Noun
from dsl.operators import OPERATORS
from dsl.text.expr import Expressions
from dsl.text.speech import Ref
from dsl.text.words_en import DONE_ENDING, MODALS, PREPOSITIONS, article, base_verb, is_third_person


class Conditions(Expressions):
    """Puts conditions into words."""

    _begun = ""  # how the relative clause being told began

    def a(self, noun: str) -> str:
        """A noun with its indefinite article; in another language, as it is."""
        return article(noun) if self.language is None else self.bent(noun)

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

    def _led(self, ex: ir.Ex, lead: Ref) -> str:
        if isinstance(ex, ir.Var) and self.frame.get(ex.slot) is lead:
            self.focus.led = "that"
            ref = self.ref(ex)
            self.focus.many, self.focus.person = ref.many, ""
            self._begun = self.say("relative", gender=self.gender(ref.nouns if ref.many else ref.noun))
            return self._begun
        chain: list[str] = []
        node: ir.Ex | None = ex
        while (link := self._link(node)) is not None:
            chain.append(link[0])
            node = link[1]
        if not chain or not isinstance(node, ir.Var) or self.frame.get(node.slot) is not lead:
            return ""
        text = chain.pop()
        while chain:
            text = self.say("possessive" if self.language is None else "of", text, chain.pop())
        self.focus.led = "whose"
        self.focus.many = isinstance(ex, ir.Read) and (ex.type.tag == "set" or ex.sort == "good") and text.endswith("s")
        self.focus.person = ""
        return self.say("relative_part", text, gender=self.gender(lead.nouns if lead.many else lead.noun))

    def _link(self, ex: ir.Ex | None) -> tuple[str, ir.Ex | None] | None:
        """What is said of something, by a field or a function of it alone, and of what it is said."""
        if isinstance(ex, ir.Read) and self._owned(ex):
            return self.attribute(ex), ex.base
        if isinstance(ex, ir.CallFn) and len(ex.args) == 1 and ex.layer < 0:
            return self.named("functions", ex.name), ex.args[0]
        return None

    @staticmethod
    def _owned(ex: ir.Read) -> bool:
        """Whether it can be said of its owner: "whose height", "whose coins"."""
        if ex.sort == "good":
            return ex.base is not None and ex.base.type.tag == "player" and isinstance(ex.key, ir.Const)
        return ex.sort not in ("entry", "table")

    # ---- conditions
    def clause(self, ex: ir.Ex, denied: bool = False) -> str:
        """A condition as a clause, or what it denies."""
        known = self.truth(ex)
        if known is not None:
            return self.say("always" if known != denied else "never")
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
                what = self.part(lambda _: self.say("typed", self.spoken_word(words.type.of)[0], self.said(word)))
            else:
                what = self.said(word)
            return self.say_row("has", self.said(words.base), what, variant=variant)
        return self.say_row("has", self.said(words), self.said(word), variant=f"{variant}_among".lstrip("_"))

    def _if_is_present(self, ex: ir.Op, variant: str) -> str:
        what = ex.args[0]
        if isinstance(what, ir.Read) and what.base is not None and what.sort != "entry":
            name = self.attribute(what)
            counted = what.type.tag in ("ability", "effect", "player", "component", "word") and ex.op == "is_present"
            return self.say_row(ex.op, self.said(what.base), self._some(name) if counted else name, variant="part")
        if isinstance(what, ir.Read) and what.sort == "table":
            name = self.name_of(what)
            return self.say_row(ex.op, self._some(name) if ex.op == "is_present" else name, variant="table")
        if isinstance(what, ir.Var) and self.ref(what).source is None:
            return self.say_row(ex.op, variant="bound")
        return self.say_row(ex.op, self.said(what))

    _if_is_nothing = _if_is_present

    def _some(self, noun: str) -> str:
        """A noun with its indefinite article; in another language, to be bent by the template it is put into."""
        return self.a(noun) if self.language is None else noun

    def _if_is_kind(self, ex: ir.Op, variant: str) -> str:
        kind = ex.args[1]
        assert isinstance(kind, ir.Const)
        name = self.a(self.kinds_named[kind.value].name)
        return self.say_row("is_kind", self.said(ex.args[0]), name, variant=variant)

    def _if_fits(self, ex: ir.Op, variant: str) -> str:
        limit, _, good = ex.args
        what = self.np(good) if isinstance(good, ir.Const) else self.say("of_that", self.said(good))
        return self.say_row("fits", self.said(limit), "", what, variant=variant)

    def _flag(self, ex: ir.Read, denied: bool) -> str:
        """A flag of something: "it is ripe", "that player has not passed"."""
        word = self.part(lambda _: self.flag_word(ex))
        if ex.base is None:
            return self.say("holds_not" if denied else "holds", self.say("the", self.flag_word(ex)))
        if self.is_done(ex):
            return self.say("flag_done_not" if denied else "flag_done", self.said(ex.base), word)
        return self.say("flag_not" if denied else "flag", self.said(ex.base), word)

    def flag_word(self, ex: ir.Read) -> str:
        """What a flag says of its holder; the name of a language may agree with it."""
        name = self.name_of(ex)
        return name.format(it=self._it) if isinstance(name, Noun) else name

    def is_done(self, ex: ir.Read) -> bool:
        """Whether a flag tells what a player has done."""
        return ex.sort == "player" and (isinstance(name := self.name_of(ex), Noun) or name.endswith(DONE_ENDING))

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
        if self.known("conditions" if not denied else "denials", ex.name):
            return self._as_named("denials" if denied else "conditions", ex)
        name = self.words_of(ex.name)
        if not ex.args:
            return self.say("holds_not" if denied else "holds", self.say("the", name))
        who = self.said(ex.args[0])
        first, _, rest = name.partition(" ")
        if first in MODALS:
            more = self._with(rest, ex.args[1:])
            return self.say("modal_not" if denied else "modal", who, first, self.part(lambda _: more()))
        if not is_third_person(first):
            words = self._with(name, ex.args[1:])
            return self.say("flag", who, self.part(lambda _: self.say_row("not", words()) if denied else words()))
        more = self._with(rest, ex.args[1:])
        if denied:
            return self.say("does_not", who, self.part(lambda _: f"{base_verb(first)} {more()}".strip()))
        verb = self.part(lambda _: base_verb(first) if self.focus.many else first)
        return self.say("does", who, self.part(lambda _: f"{verb} {more()}".strip()))

    def _as_named(self, section: str, ex: ir.CallFn) -> str:
        """A condition as a language has it."""
        assert self.language is not None
        template = self.language.names[section][ex.name]
        text = str(template).format(*map(self.said, ex.args), it=self._it, you=self._you)
        return " ".join(text.split())

    def _with(self, words: str, others: tuple[ir.Ex, ...]) -> Callable[[], str]:
        """The words of a condition's name and the other things it is about; a name may bring its own preposition."""
        if not others:
            return lambda: words
        last = words.rpartition(" ")[2]
        if last == "of" and len(others) == 1 and self.is_you(others[0]):
            return lambda: self.say("of_yours", words)
        own = last in PREPOSITIONS
        return lambda: self.say("governed" if own else "as_well", words, self.listed([self.np(a) for a in others]))
