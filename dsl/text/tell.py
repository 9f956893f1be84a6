"""The rules text of cards and actions, told from their checked trees in the voice of a rulebook.

Nothing is written twice: a row of the operator table says how it reads, the packs' vocabulary gives the names, and
`dsl/text/words_en.py` has the small words between them. "2 coin -> 1 seed" is told as "Pay 2 coins: gain 1 seed."
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from dsl import ir
from dsl.language import NOMINATIVE
from dsl.program import ActionIr, Key
from dsl.symbols import Field
from dsl.text.speech import Focus, Frame, Person, Ref
from dsl.text.stmt import Statements
from dsl.text.templates import Part
from dsl.text.words_en import capital, sentence, spaced


class CardLike(Protocol):
    """What is told of a card: its fields as written, and the keys of its effects by column."""

    number: int
    id: str
    pack: str
    kind: str
    written: dict[str, Any]
    units: dict[int, Key | dict[int, Key]]


class FieldText(NamedTuple):
    """What a field of a card says, under a label. `part` names the word that an entry of several is for."""

    field: Field
    label: str
    part: str
    text: str


class Teller(Statements):
    """Tells rules in English. One teller serves all cards and actions of its packs."""

    # ---- what a field or rule text amounts to
    def goods(self, unit: ir.Unit) -> str:
        """A goods field: "2 coins and 1 seed"."""
        self._begin(unit.params)
        texts: list[str] = []
        for stmt in self._known(unit.body):
            match stmt:
                case ir.Gain(items=items):
                    texts.append(self.goods_of(items))
                case ir.Repeat():
                    texts.append(self.picked(stmt) or "")
        return self.listed([t for t in texts if t])

    def unit(self, unit: ir.Unit, *, nobody: bool = False) -> str:
        """An effect, procedure or phase as a paragraph. `nobody`: no player performs it."""
        self._begin(unit.params, Person(nobody=nobody))
        return self._paragraph(self.steps(unit.body, whole=True))

    def expression(self, ex: ir.Ex, params: tuple[ir.Var, ...] = ()) -> str:
        """A number, condition or anything else that has a value; `params` are what a function is given."""
        self._begin(params)
        return self.spoken(ex, "")

    def condition(self, ex: ir.Ex, params: tuple[ir.Var, ...]) -> str:
        """What must be so: "the Plant is ripe"."""
        self._begin(params)
        return self.clause(ex)

    def candidates(self, query: ir.Query, params: tuple[ir.Var, ...]) -> str:
        """What a query picks from, whatever its conditions: "Plants in your Hand"."""
        self._begin(params)
        return self.noun(replace(query, where=None), "many")

    def due(self, cost: ir.CostIr, params: tuple[ir.Var, ...]) -> str:
        """What a cost amounts to: "2 coins"."""
        self._begin(params)
        return self.cost(cost)

    def ability(self, ability: ir.AbilityIr | ir.TriggerIr | ir.ModifierIr) -> str:
        """An ability as a sentence."""
        if isinstance(ability, ir.AbilityIr):
            return self._activated(ability)
        if isinstance(ability, ir.TriggerIr):
            return self._triggered(ability)
        return self._modifier(ability)

    def action(self, action: ActionIr) -> str:
        """An action of the rules: what it is about, what it costs and what happens."""
        unit = self.program.units[action.unit].unit
        self._begin(unit.params)
        steps: list[str] = []
        if action.queries:
            steps.append(self.say_row("choose", self.part(lambda _: self._parameters(action, unit))))
        if action.cost is not None and (cost := self.paid(action.cost)):
            steps.append(cost)
        text = self._paragraph([*steps, *self.steps(unit.body, whole=True)])
        if action.condition is not None and self.truth(action.condition) is None:
            text = self.say("only_if", text, self.said(action.condition))
        return self.say("takes_no_turn", text) if action.free else text

    def action_title(self, id: str) -> str:
        """What an action is called, with what it is about: "sow a Plant in your Hand"."""
        action = next(a for a in self.program.actions if a.id == id)
        you, *params = self.program.units["action", id, "0"].unit.params
        frame: Frame = {you.slot: Ref(type=you.type, person=self.person)}
        title = (self.language and self.language.text("actions", id)) or action.title

        def told() -> str:
            parts = {}
            for param, query in zip(params, action.queries, strict=True):
                case = self.case_of_hole(title, param.name, NOMINATIVE)
                parts[param.name] = self._bound(self.in_case(case, lambda q=query: self.noun(q, "a")))  # type: ignore[misc]
                one, many = self.nouns(param.type)
                frame[param.slot] = Ref(one, many, param.type)
            return title.format(**parts)

        return self._within(frame, told)

    def card_text(self, card: CardLike) -> str:
        """The fields of a card in their declared order, one a line; numbers and flags as usual are left out."""
        return "\n".join(map(self.line, self.card_fields(card)))

    def card_fields(self, card: CardLike) -> Iterator[FieldText]:
        """What the fields of a card say, in their declared order."""
        for f in self.symbols.kinds[card.kind].fields.values():
            if f.id in card.written:
                label = capital(f.name or spaced(f.id))
                yield from (FieldText(f, label, *said) for said in self._field(card, f, card.written[f.id]))

    def line(self, said: FieldText) -> str:
        """What a field says, with its label."""
        if said.part:
            return self.say("line_part", said.label, said.part, said.text)
        return self.say("line", said.label, said.text)

    # ---- parts
    def _parameters(self, action: ActionIr, unit: ir.Unit) -> str:
        """What the player picks for an action."""
        texts = []
        for param, query in zip(unit.params[1:], action.queries, strict=True):
            texts.append(self.noun(query, "a"))
            self.bind(param, query)
        if len(texts) > 1:
            self.focus.it = None
        return self.listed(texts)

    def _begin(self, params: tuple[ir.Var, ...], person: Person | None = None) -> None:
        """A fresh text: `you` performs it, and `this` is the component it stands on."""
        self.person = person or Person()
        self.focus = Focus()
        self.depth = self.told = 0
        self.frame = {}
        for param in params:
            if param.name == "you":
                self.frame[param.slot] = Ref(type=param.type, person=self.person)
                continue
            ref = self.ref(param)
            if param.name == "this":
                ref.fixed = ("this", ref.noun)
            elif ref.noun and sum(p.type == param.type for p in params) > 1:
                ref.long = ("named", ref.noun, param.name)

    def _paragraph(self, steps: list[str]) -> str:
        return " ".join(map(sentence, steps or [self.say("nothing_done")]))

    def _activated(self, ability: ir.AbilityIr) -> str:
        self._begin(ability.unit.params)
        cost = self.paid(ability.cost) if ability.cost is not None else ""
        body = self._body(ability.unit)
        text = sentence(self.say_row("activated", cost, body) if cost else f"{body}")
        if ability.condition is None or self.truth(ability.condition) is True:
            return text
        return self.say("only_if", text, self.said(ability.condition))

    def _body(self, unit: ir.Unit) -> Part:
        def told(_: str) -> str:
            self.depth = 1
            return self.in_steps(self.steps(unit.body, whole=True))

        return self.part(told)

    def _triggered(self, trigger: ir.TriggerIr) -> str:
        unit = trigger.unit
        self._begin(unit.params)
        for param in unit.params[3:]:
            one, many = self.nouns(param.type)
            self.frame[param.slot] = Ref(one, many, param.type)
        when = self._events(trigger)
        for param in unit.params[3:4]:
            self.introduce(param, self.frame[param.slot])
        body = self._body(unit)
        if trigger.condition is not None and self.truth(trigger.condition) is None:
            condition = trigger.condition
            body = self.part(lambda _, inner=body: self.say_row("if", self.said(condition), inner))  # type: ignore[misc]
        return sentence(self.say_row("triggered", when, body))

    def _events(self, trigger: ir.TriggerIr) -> str:
        """What a trigger answers to: "a Plant is sown by you or picked by an opponent"."""
        done_to: dict[str, list[str]] = {}
        done = []
        for event, by in trigger.events:
            types = list(self.symbols.events[event].params.values())
            if types:
                thing = self.a(self.nouns(types[0])[0])
                done_to.setdefault(thing, []).append(self.say("event", self.named("events", event), self._by(by)))
            else:
                done.append(self.say("flag_done", self._by(by), self.named("events", event)))
        done += [self.say("event_of", thing, self.listed(told, "op.or")) for thing, told in done_to.items()]
        return self.listed(done, "op.or")

    def _by(self, by: ir.Ex) -> Part:
        """Whose doing it is."""

        def told(form: str) -> str:
            if isinstance(by, ir.Op) and by.op in ("opponents", "players"):
                self.focus.many = False
                return self.say(f"by_{by.op}")
            return self.spoken(by, form)

        return self.part(told)

    def _modifier(self, m: ir.ModifierIr) -> str:
        self._begin(m.params[:2])
        params = m.params[2:]
        telling, others = self.split(m.condition, params[0].slot if params else -1)
        whose = self.as_in(
            "of_both", 1, lambda: [self._changed(p, telling if n == 0 else None) for n, p in enumerate(params)]
        )
        name = self.named("functions", m.function) if m.function else self._modified(m)
        what = self.say("of_both", name, self.listed(whose)) if whose else self.say("the", name)
        text = self.say_row("modifier", what, self._change(m.value))
        return sentence(text if others is None else self.say("only_when", text, self.said(others)))

    def _modified(self, m: ir.ModifierIr) -> str:
        """The field that a modifier changes."""
        return self.symbols.kinds[m.kind].fields[m.field].name or spaced(m.field)

    def _changed(self, param: ir.Var, condition: ir.Ex | None) -> str:
        """What a modifier changes; its condition tells which."""
        query = ir.Query(param.at, param.type, param.type.tag, param, None, None, condition, "")
        return self.say("each_of", self.said(query))

    def _change(self, value: ir.Ex) -> str:
        less = isinstance(value, ir.Op) and value.op == "negative"
        inner = value.args[0] if isinstance(value, ir.Op) and less else value
        n = self.number(inner)
        id = "less" if less else "more"
        return self.say(id, n) if n is not None else self.say(f"{id}_by", self.np(inner))

    # ---- fields
    def _field(self, card: CardLike, f: Field, value: Any) -> Iterator[tuple[str, str]]:
        """Texts, each with the word it is for if they are several."""
        tag = f.type.tag
        if tag in ("number", "flag") and value == f.default:
            return
        if tag == "flag":
            yield "", self.say("yes" if value else "no")
        elif tag == "word":
            yield "", self.symbols.words[f.type.of].names[value]
        elif tag == "set":
            if value:
                names = self.symbols.words[f.type.of].names
                yield "", ", ".join(names[w] for w in value)
        elif tag in ("number", "text"):
            yield "", str(value)
        elif tag == "abilities":
            yield from (("", text) for text in self._abilities(card, f, len(value)))
        else:
            yield from self._told(card.units.get(f.column), f)

    def _told(self, key: Key | dict[int, Key] | None, f: Field) -> Iterator[tuple[str, str]]:
        p = self.program
        if isinstance(key, dict):
            words = self.symbols.words[f.type.of]
            for n, entry in sorted(key.items()):
                yield words.names[words.words[n]], self.ability(p.abilities[entry])
        elif key is not None:
            if f.type.tag == "ability":
                yield "", self.ability(p.abilities[key])
            else:
                unit = p.units[key].unit
                yield "", self.goods(unit) if f.type.tag == "goods" else self.unit(unit)

    def _abilities(self, card: CardLike, f: Field, count: int) -> Iterator[str]:
        """Triggers and modifiers in the order they are written."""
        modifiers = iter([m for number, m, _ in self.program.modifiers if number == card.number])
        for n in range(count):
            trigger = self.program.trigger_irs.get(("ability", card.pack, card.id, f.id, str(n)))
            yield self.ability(trigger if trigger is not None else next(modifiers))
