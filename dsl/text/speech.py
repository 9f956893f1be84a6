"""How the rules text speaks of people and things: who is addressed, what "it" is, and what a template asks for.

A template is filled from left to right, and what it holds is only put into words when the template comes to it, in the
form it asks for: so "it" means what was spoken of last, and a verb agrees with the subject just before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from dsl import ir
from dsl import types as t
from dsl.language import NOMINATIVE, Language, pick
from dsl.program import Program
from dsl.symbols import Symbols
from dsl.text.forms import Forms
from dsl.text.templates import Part, agreeing
from dsl.text.words_en import spaced
from dsl.types import Type

Frame = dict[int, "Ref"]


@dataclass(slots=True, eq=False)
class Person:
    """Who acts: addressed as "you", or spoken of as `subject`, once, and as "they" from then on.

    `apart`: somebody else acted just now, so "you" has to be said. `plain`: the verb follows another ("may gain").
    `nobody`: the rules themselves act.
    """

    subject: Callable[[], str] | None = None
    said: bool = False
    apart: bool = False
    plain: bool = False
    nobody: bool = False


@dataclass(slots=True, eq=False)
class Ref:
    """What a variable stands for. `source` is what it was given as, in the frame it was given in.

    A `fixed` name and a `source` that is an `alias` are said each time; any other source is said once and is "it" then.
    A thing is called by its `long` name wherever "it" would mean something else. Both are templates with their parts.
    What is `mistakable` was followed by another of its sort.
    """

    noun: str = ""
    nouns: str = ""
    type: Type = t.ANY_COMPONENT
    many: bool = False
    origin: str = ""
    long: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    person: Person | None = None
    source: tuple[ir.Ex, Frame] | None = None
    alias: bool = False
    mistakable: bool = False


@dataclass(slots=True)
class Focus:
    """What a sentence is about at the moment.

    `many` and `person` ("you", "they" or nothing) are those of the subject. `lead` is the candidate that a relative
    clause is about to begin with, `led` how it did. What is `pinned` stays "it" until its clause ends.
    """

    it: Ref | None = None
    they: Ref | None = None
    pinned: bool = False
    many: bool = False
    person: str = ""
    lead: Ref | None = None
    led: str = ""
    known: list[Ref] = field(default_factory=list)


class Speech(Forms):
    """Knows who is addressed and what the pronouns mean."""

    def __init__(
        self,
        symbols: Symbols,
        program: Program,
        words: dict[str, str] | None = None,
        language: Language | None = None,
    ) -> None:
        super().__init__(symbols, program, words, language)
        self.frame: Frame = {}
        self.person = Person()
        self.focus = Focus()

    def said(self, ex: ir.Ex) -> Part:
        """An expression, put into words when a template asks for it."""
        return self.part(lambda form: self.spoken(ex, form))

    def spoken(self, ex: ir.Ex, form: str) -> str:
        """An expression in the form a template asks for."""
        raise NotImplementedError

    def _agreeing(self, forms: str) -> str:
        return agreeing(forms, "many" if self.focus.many else "one", self.focus.person)

    def _acting(self, forms: str) -> str:
        """A verb for who acts: "gain", "you gain", "that player gains" or "they gain".

        A language may have two more forms: that beside "you", and the one after another verb.
        """
        plain, third, *more = forms.split("|")
        second, infinitive = more or (plain, plain)
        they = third if more else plain
        who = self.person
        if who.plain or who.nobody:
            return infinitive if who.plain else plain
        if who.subject is None:
            apart, who.apart = who.apart, False
            return self.say("you_do", second) if apart else plain
        if who.said:
            return self.say("they_do", they)
        who.said = True
        return self.say_row("as", self.in_case(NOMINATIVE, who.subject), third)

    # ---- variables
    def ref(self, var: ir.Var) -> Ref:
        """What a variable stands for; one that nothing was said about is a parameter."""
        found = self.frame.get(var.slot)
        if found is None:
            found = self.frame[var.slot] = self._parameter(var)
        return found

    def _parameter(self, var: ir.Var) -> Ref:
        if var.type.tag == "player" and var.name in ("you", "nobody", "controller"):
            return Ref(type=var.type, person=self.person)
        one, many = self.nouns(var.type)
        tag = var.type.tag
        if tag in ("number", "flag", "set", "players"):
            return Ref(type=var.type, fixed=("the", self.named("variables", var.name)))
        return Ref(one, many, var.type, tag in ("components", "list"), long=("the", one))

    def introduce(self, var: ir.Var, ref: Ref) -> Ref:
        """A thing or player comes up in the text."""
        self.frame[var.slot] = ref
        self.focus.known.append(ref)
        if self.is_thing(ref):
            self.focus.it = ref
        return ref

    @staticmethod
    def is_thing(ref: Ref) -> bool:
        """Whether it can be called "it"."""
        return not ref.fixed and not ref.alias and ref.type.tag in ("component", "components", "good", "word", "list")

    def refer(self, ref: Ref, *, subject: bool = False) -> str:
        """How to speak of something; sets whether a verb after it is in the plural."""
        focus = self.focus
        focus.many = ref.many
        if ref.person is not None:
            return self._person(ref.person, subject)
        focus.person = ""
        if ref.fixed:
            return self._by_name(ref.fixed)
        if ref.source is not None:
            return self._sourced(ref, subject)
        if focus.they is ref:
            focus.many = True
            return self._them(subject, self.pair("player")[0])
        if not self.is_thing(ref):
            return self._that(ref)
        if focus.it is ref:
            if ref.many:
                return self._them(subject, ref.nouns)
            return self.say("it", gender=self.gender(ref.noun))
        if not focus.pinned:
            focus.it = ref
        return self._that(ref)

    def _person(self, who: Person, subject: bool) -> str:
        self.focus.many = True
        if who.subject is None:
            self.focus.person = "you"
            return self.say("you")
        if not who.said:
            who.said = True
            text = who.subject()
            self.focus.many = False
            return text
        return self._them(subject, self.pair("player")[0])

    def _them(self, subject: bool, noun: str) -> str:
        """Several things, or a player, who were spoken of."""
        self.focus.person = "they" if noun == self.pair("player")[0] else ""
        return self.say("they" if subject else "them", gender=self.gender(noun))

    def _by_name(self, name: tuple[str, ...]) -> str:
        """What is said by a template each time; a name without a template is said as it is."""
        template, *parts = name
        return self.say(template, *parts, gender=self.gender(parts[0])) if parts else template

    def _sourced(self, ref: Ref, subject: bool) -> str:
        assert ref.source is not None
        ex, frame = ref.source
        outer, self.frame = self.frame, frame
        try:
            text = self.spoken(ex, "who" if subject else "")
        finally:
            self.frame = outer
        if not ref.alias:
            ref.source = None
            if not self.focus.pinned:
                self.focus.it = ref
        return text

    def _that(self, ref: Ref) -> str:
        """The long way to speak of something: "that Plant", or what tells it from others of its sort."""
        if ref.long:
            return self._by_name(ref.long)
        rivals = [r for r in self.focus.known if r.noun == ref.noun]
        if ref.many or ref not in rivals or (len(rivals) < 2 and not ref.mistakable):
            noun = ref.nouns if ref.many else ref.noun
            return self.say("those" if ref.many else "that", noun, gender=self.gender(noun))
        origins = {r.origin for r in rivals}
        if len(origins) == len(rivals) > 1 and ref.origin:
            return self.say("the_from", ref.noun, ref.origin)
        ordinals = pick(self.templates["ordinals"], self.gender(ref.noun), self.case).split("|")
        return self.say("the_nth", ordinals[min(rivals.index(ref), len(ordinals) - 1)], ref.noun)

    # ---- nouns
    def nouns(self, type_: Type, kind: str = "") -> tuple[str, str]:
        """The singular and plural of what a type is of; `kind` is the word a query used."""
        tag = type_.tag
        if tag in ("component", "components"):
            if kind in self.symbols.goods:
                good = self.symbols.goods[kind]
                return good.name, good.plural
            kinds = [k for k in self.kinds_named if k.id in type_.kinds]
            return (kinds[0].name, kinds[0].plural) if len(kinds) == 1 else self.pair("card")
        if tag in ("player", "players"):
            return self.pair("player")
        if tag == "good" or type_.of == "good":
            return self.pair("good")
        return self.spoken_word(type_.of or tag)

    def nouns_in(self, zone: ir.ZoneRef) -> tuple[str, str]:
        """What to call the components of a zone: by the good they stand for, or by their only kind."""
        good = next((g for g in self.goods_named if g.zone == zone.zone), None)
        if good is not None:
            return good.name, good.plural
        kinds = [k for k in self.kinds_named if k.id in self.program.zone_kinds.get(zone.zone, ())]
        return (kinds[0].name, kinds[0].plural) if len(kinds) == 1 else self.pair("card")

    def given_name(self, ex: ir.Read) -> str:
        """The name that the vocabulary gives to a field that is read; empty if none."""
        if ex.sort in ("player", "table"):
            fields = [self.symbols.player if ex.sort == "player" else self.symbols.table]
        else:
            kinds = ex.base.type.kinds if ex.base is not None else ()
            found = [k for k in self.kinds_named if not kinds or k.id in kinds]
            fields = [k.state if ex.sort == "state" else k.fields for k in found]
        return next((fs[ex.ref].name for fs in fields if ex.ref in fs), "")

    def name_of(self, ex: ir.Read) -> str:
        """What a field that is read is called."""
        return self.given_name(ex) or spaced(ex.ref)

    def listed(self, parts: list[str], last: str = "op.and") -> str:
        """Parts joined by commas, the last by `last`: "a, b and c"."""
        if len(parts) < 2:
            return parts[0] if parts else ""
        head = parts[0]
        for part in parts[1:-1]:
            head = self.say("comma", head, part)
        return self.say(last, head, parts[-1])

    def of(self, base: ir.Ex | None, thing: str) -> str:
        """Something that belongs to somebody or something: "your Bed", "its height", "the height of that Plant"."""
        gender = self.gender(thing)
        if base is None:
            return self.say("the", thing, gender=gender)
        if isinstance(base, ir.Var):
            ref = self.ref(base)
            if ref.person is not None and (ref.person.said or ref.person.subject is None):
                if ref.person.subject is None:
                    return self.say("your", thing, gender=gender)
                return self.say("their", thing, gender=self.gender(self.pair("player")[0]))
            if self.focus.they is ref:
                return self.say("their", thing, gender=self.gender(self.pair("player")[0]))
            if self.is_thing(ref) and self.focus.it is ref and ref.source is None:
                owner = self.gender(ref.nouns if ref.many else ref.noun)
                return self.say("their" if ref.many else "its", thing, gender=owner)
        if self.language is not None:
            return self.say("of", self.said(base), thing)
        whose = self.spoken(base, "")
        return self.say("possessive" if len(whose.split()) <= 3 else "of", whose, thing)
