"""From linked rules to an image: generated code, and the tables it and the machine use, as plain data."""

from __future__ import annotations

import ast
from typing import Any

from dsl import ir
from dsl.emit_base import Tables, define
from dsl.emit_rules import RuleEmitter
from dsl.emit_stmt import UnitEmitter
from dsl.inline import Inliner
from dsl.program import Program, Text, walk
from dsl.quote import name
from dsl.symbols import Field, Symbols
from dsl.text import Teller
from engine.cards import CardDef
from engine.link_heads import Rules
from engine.machine import BUILT_IN
from engine.reasons import Reasons

Image = dict[str, Any]


class Assembler:
    """Builds the image of some linked rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.program: Program = rules.program
        self.symbols: Symbols = rules.symbols
        self.tables = Tables()
        self.teller = Teller(self.symbols, self.program)
        self.emitter = RuleEmitter(self.program, self.tables)
        self.files: dict[str, list[ast.stmt]] = {}
        self.image: Image = {}

    def run(self) -> Image:
        """The image, without the facts about packs that the loader adds."""
        p = self.program
        for info in p.units.values():
            info.number += BUILT_IN
        self._field_least()
        self._name_functions()
        p.inline = Inliner(p)
        self._functions()
        self._guards()
        self._units()
        self._abilities()
        self._actions()
        self._phases()
        self._symbol_tables()
        self._card_tables()
        self.image["sites"] = self.tables.sites
        self.image["causes"] = self.tables.causes
        self.image["code"] = self._code()
        self.image["reasons"] = Reasons(self.program, self.rules.cards, self.emitter).run()
        return self.image

    def _add(self, text: Text, function: ast.FunctionDef) -> None:
        self.files.setdefault(text.file, []).append(function)

    def _code(self) -> list[Any]:
        out = []
        for file, functions in self.files.items():
            module = ast.Module(functions, [])
            ast.fix_missing_locations(module)
            out.append(compile(module, file, "exec", dont_inherit=True, optimize=1))
        return out

    def tree(self) -> str:
        """The generated Python, for reading and for golden files. Only meaningful after `run`."""
        return "\n\n".join(ast.unparse(ast.Module(f, [])) for f in self.files.values())

    # ---- functions
    def _field_least(self) -> None:
        for kind in self.symbols.kinds.values():
            for f in kind.fields.values():
                if f.type.tag == "number":
                    values = [c.values.get(f.column, 0) for c in self.rules.cards if c.kind == kind.id]
                    low = min([*values, 0 if f.optional else 10**6])
                    self.program.field_least[f.column] = min(low, self.program.field_least.get(f.column, 10**6))

    def _name_functions(self) -> None:
        p = self.program
        ids = list(dict.fromkeys(f.id for f in p.functions))
        for f in p.functions:
            p.function_names[(f.id, f.layer)] = f"f{ids.index(f.id)}_{f.layer}"
        for id in ids:
            last = max(f.layer for f in p.functions if f.id == id)
            p.function_names[(id, -1)] = (
                f"f{ids.index(id)}" if id in p.modified_functions else f"f{ids.index(id)}_{last}"
            )
        self.image["functions"] = {id: p.function_names[(id, -1)] for id in ids}

    def _functions(self) -> None:
        p = self.program
        for f in p.functions:
            self._add(f.text, self.emitter.function(f))
        for n, id in enumerate(sorted(p.modified_functions)):
            text = next(f.text for f in p.functions if f.id == id)
            self._add(text, self.emitter.modified_function(id, n))
        modifiers: dict[tuple[str, int], list[int]] = {}
        for n, (card, m, text) in enumerate(p.modifiers):
            self._add(text, self.emitter.modifier(n, m, text))
            modifiers.setdefault((f"function:{m.function}" if m.function else f"field:{m.field}", card), []).append(n)
        for field_id in sorted(p.modified_fields):
            changed = {
                k.fields[field_id].column: k.fields[field_id]
                for k in self.symbols.kinds.values()
                if field_id in k.fields
            }
            for spec in changed.values():
                text = next(t for _, m, t in p.modifiers if m.field == field_id)
                self._add(text, self.emitter.modified_field(field_id, spec.column, spec.least, spec.most, text))
        self.image["modifiers"] = [[list(k), v] for k, v in modifiers.items()]
        for zone, (params, ex, text) in p.active.items():
            self._add(text, self.emitter.condition(f"active_{self.symbols.zones[zone].base}", params, ex, text))

    # ---- units
    def _units(self) -> None:
        blocks, slots = [], [1, 3, 3]
        places: list[tuple[str, str, int]] = [("", "", 0)] * BUILT_IN
        for info in self.program.units.values():
            functions = UnitEmitter(self.program, info, self.tables).functions()
            for f in functions:
                self._add(info.text, f)
            blocks.append(0 if info.straight else len(functions))
            slots.append(max(info.unit.slots, len(info.unit.params)))
            places.append((info.text.label, info.text.file, info.text.line(0)))
        self.image["blocks"], self.image["slots"], self.image["places"] = blocks, slots, places

    def _guards(self) -> None:
        numbers = {info.number: info.text for info in self.program.units.values()}
        for f in self.emitter.guards():
            self._add(numbers[int(f.name[1:])], f)

    def _abilities(self) -> None:
        p = self.program
        for key, ability in p.abilities.items():
            if ability.cost is not None or key in p.guards:
                for f in self.emitter.cost(key, ability.cost or ir.CostIr(0, ((),), None)):
                    self._add(p.units[key].text, f)
        listeners: list[dict[int, list[tuple[int, int]]]] = [{} for _ in self.symbols.events]
        tests = 0
        cards = {key: card.number for card in self.rules.cards for key in card.abilities}
        for key, trigger in p.trigger_irs.items():
            info = p.units[key]
            for event, by in trigger.events:
                self._add(info.text, self._trigger_test(tests, info.unit, by, trigger.condition, info.text))
                listeners[self.symbols.events[event].index].setdefault(cards[key], []).append((info.number, tests))
                tests += 1
        self.image["listeners"], self.image["tests"] = listeners, tests
        self.image["commutes"] = [[p.units[k].number, p.commutes(k)] for k in p.trigger_irs]

    def _trigger_test(
        self, number: int, unit: ir.Unit, by: ir.Ex, condition: ir.Ex | None, text: Text
    ) -> ast.FunctionDef:
        """`tN(s, you, this, by, arguments...)`: whether one trigger fires."""
        from dsl.quote import expr

        e = self.emitter.emitter()
        doer = name(f"v{unit.params[2].slot}")
        test = expr("_0 == _1", doer, e.ex(by)) if by.type.tag == "player" else expr("_0 in _1", doer, e.ex(by))
        if condition is not None:
            test = expr("_0 and _1", test, e.ex(condition))
        function = define(f"t{number}", ["s", *(f"v{p.slot}" for p in unit.params)], [ast.Return(test)], text.line(0))
        if len(unit.params) == 3:
            function.args.vararg = ast.arg(
                "_rest", lineno=text.line(0), col_offset=0, end_lineno=text.line(0), end_col_offset=0
            )
        return function

    # ---- rules
    def _actions(self) -> None:
        p, e = self.program, self.emitter
        out = []
        wanted = {n.action for info in p.units.values() for n in walk(info.unit.body) if isinstance(n, ir.Do)}
        for action in p.actions:
            info = p.units[action.unit]
            if action.cost is not None:
                for f in e.cost(action.unit, action.cost):
                    self._add(info.text, f)
            if action.id in wanted:
                self._add(info.text, e.legal(f"one_{info.number}", [action], single=True))
            if (spoiling := e.spoiling(action)) is not None:
                self._add(info.text, spoiling)
            params = [
                [v.name, f"word:{v.type.of}" if v.type.tag == "word" else v.type.tag] for v in info.unit.params[1:]
            ]
            out.append({
                "unit": info.number, "id": action.id, "title": action.title, "text": self.teller.action(action), "params": params, "free": action.free,
                "interferes": e.interferes(action), "cause": ast.literal_eval(self.tables.cause(info.text, 0)),
            })  # fmt: skip
        self.image["actions"] = out
        self.image["spoils"] = [False] * BUILT_IN + [e.spoils(key) for key in p.units] + [False]

    def _phases(self) -> None:
        p, rules = self.program, self.rules
        phases = []
        for n, phase in enumerate(rules.phases):
            if phase.turns:
                ex, text = rules.orders[n]
                self._add(text, self.emitter.condition(f"order_{n}", (), ex, text))
                self._add(text, self.emitter.legal(f"legal_{n}", p.actions))
                self._add(text, self.emitter.legal(f"free_{n}", [a for a in p.actions if a.free]))
                phases.append(
                    {"id": phase.id, "turns": True, "unit": -1, "until": self.symbols.player[phase.until].column}
                )
            else:
                phases.append(
                    {
                        "id": phase.id,
                        "turns": False,
                        "unit": p.units[p.routine_key("phase", phase.id, -1)].number,
                        "until": -1,
                    }
                )
        if rules.end_when is not None:
            ex, text = rules.end_when
            self._add(text, self.emitter.condition("end_when", (), ex, text))
        ids = [ph["id"] for ph in phases]
        self.image.update(
            phases=phases, setup=p.units[rules.setup].number if rules.setup else -1, end_after=ids.index(rules.end_after) if rules.end_after else -1,
            max_rounds=rules.max_rounds, scoring=rules.scoring,
        )  # fmt: skip

    def _symbol_tables(self) -> None:
        s = self.symbols
        goods = s.good_list()
        self.image["goods"] = [
            {
                "id": g.id,
                "name": g.name,
                "plural": g.plural,
                "icon": g.icon,
                "kept": g.kept,
                "zone": g.zone,
                "group": g.group,
                "wild": g.wild,
            }
            for g in goods
        ]
        self.image["backed"] = [
            [s.zones[g.zone].base, s.zones[g.source].base if g.source else -1] if g.zone else None for g in goods
        ]
        self.image["countable"] = [g.index for g in goods if not g.kept]
        self.image["spent"] = [
            [g.index, self.program.units[self.program.routine_key("procedure", g.spent, -1)].number]
            for g in goods
            if g.spent
        ]
        self.image["words"] = {w.id: {"words": list(w.words), "names": w.names} for w in s.words.values()}
        self.image["events"] = list(s.events)
        self.image["board"], self.image["seats"] = s.board, list(s.seats)
        self.image["kinds"] = [
            {"id": k.id, "name": k.name, "plural": k.plural, "start": k.start, "back": k.back, "state": [[f.id, f.column] for f in k.state.values()],
             "fields": [[f.id, f.column, f.type.tag, f.type.of] for f in k.fields.values()], "holds": list(k.holds), "holds_goods": k.holds_goods}
            for k in s.kind_list()
        ]  # fmt: skip
        self._zone_tables()
        self.image["columns"] = {sort: _columns(fields) for sort, fields in (
            ("state", [f for k in s.kinds.values() for f in k.state.values()]), ("player", list(s.player.values())), ("table", list(s.table.values())),
        )}  # fmt: skip

    def _zone_tables(self) -> None:
        s = self.symbols
        size = 1 + max([z.base + (s.seats[1] if z.each else 1) for z in s.zones.values()], default=1)
        refill, hidden, owner, nowhere = [-1] * size, [0] * size, [-1] * size, [True] * size
        active: list[Any] = [None] * size
        for z in s.zones.values():
            for p in range(s.seats[1] if z.each else 1):
                n = z.base + p
                nowhere[n] = False
                hidden[n] = {"": 0, "others": 1, "all": 2}[z.hidden]
                owner[n] = p if z.each else -1
                if z.refill:
                    refill[n] = s.zones[z.refill].base + (p if s.zones[z.refill].each else 0)
                if z.active is True:
                    active[n] = True
                elif isinstance(z.active, str):
                    active[n] = f"active_{z.base}"
        self.image.update(refill=refill, hidden=hidden, zone_owner=owner, nowhere=nowhere, active=active)
        self.image["zones"] = [
            {
                "id": z.id,
                "base": z.base,
                "each": z.each,
                "hidden": z.hidden,
                "kinds": sorted(self.program.zone_kinds.get(z.id, ())),
            }
            for z in s.zones.values()
        ]

    # ---- cards
    def _card_tables(self) -> None:
        s, cards = self.symbols, self.rules.cards
        kinds = s.kind_list()
        index = {k.id: k.index for k in kinds}
        constants: dict[str, Any] = {"K": [-1] + [index[c.kind] for c in cards]}
        limits: dict[int, list[Any]] = {}
        for f in {f.column: f for k in kinds for f in k.fields.values()}.values():
            self._column(f, cards, constants, limits)
        constants["LIMITS"] = limits
        self.image["constants"] = constants
        self.image["defaults"] = [()] + [
            tuple((f.column, self._initial(f)) for f in s.kinds[c.kind].state.values()) for c in cards
        ]
        self.image["markers"] = [()] + [tuple(s.goods[h].index for h in s.kinds[c.kind].holds) for c in cards]
        self.image["stores"] = [False] + [s.kinds[c.kind].holds_goods for c in cards]
        live = {c.number for c in cards if c.abilities} | {n for n, _, _ in self.program.modifiers}
        self.image["has_live"] = [n in live for n in range(len(cards) + 1)]
        self.image["turn_units"] = [-1] * (len(cards) + 1)
        self.image["cards"] = self._card_list()

    def _initial(self, f: Field) -> int:
        if f.type.tag in ("player", "component"):
            return -1
        if f.type.tag == "word":
            return self.symbols.words[f.type.of].index(str(f.default)) if f.default is not None else 0
        return int(f.default) if isinstance(f.default, (int, bool)) else 0

    def _column(self, f: Field, cards: list[CardDef], constants: dict[str, Any], limits: dict[int, list[Any]]) -> None:
        tag = f.type.tag
        numbers = self.program.units
        if tag in ("number", "flag", "word", "set"):
            missing = -1 if tag == "word" else 0
            constants[f"F{f.column}"] = [missing] + [c.values.get(f.column, missing) for c in cards]
        elif tag == "entries":
            size = len(self.symbols.words[f.type.of].words)
            rows: list[tuple[int, ...]] = [(-1,) * (size + 1)]  # the last of a row is for no word
            for c in cards:
                found = c.units.get(f.column, {})
                assert isinstance(found, dict)
                rows.append(tuple(numbers[found[n]].number if n in found else -1 for n in range(size + 1)))
            constants[f"U{f.column}"] = rows
        elif tag in ("goods", "effect", "ability"):
            keys = [c.units.get(f.column) for c in cards]
            constants[f"U{f.column}"] = [-1] + [numbers[k].number if isinstance(k, tuple) else -1 for k in keys]
            limits[f.column] = [()] + [c.limits.get(f.column, ()) for c in cards]
        elif tag == "abilities":
            constants[f"F{f.column}"] = [()] + [tuple(numbers[k].number for k in c.abilities) for c in cards]

    def _card_list(self) -> list[dict[str, Any]]:
        seen: dict[str, int] = {}
        for c in self.rules.cards:
            seen[c.id] = seen.get(c.id, 0) + 1
        out = [
            {
                "number": 0,
                "id": "",
                "pack": "",
                "kind": "",
                "name": "",
                "copies": 0,
                "fields": {},
                "text": "",
                "unique_id": "",
            }
        ]
        for c in self.rules.cards:
            out.append({
                "number": c.number, "id": c.id, "pack": c.pack, "kind": c.kind, "name": c.name, "copies": c.copies, "fields": c.written, "text": self.teller.card_text(c),
                "unique_id": c.id if seen[c.id] == 1 else f"{c.pack}:{c.id}",
            })  # fmt: skip
        return out


def _columns(fields: list[Field]) -> list[dict[str, Any]]:
    """One row a column: id, type and initial value."""
    out: dict[int, dict[str, Any]] = {}
    for f in fields:
        initial = -1 if f.type.tag in ("player", "component") else 0
        if isinstance(f.default, (bool, int)):
            initial = int(f.default)
        out.setdefault(f.column, {"id": f.id, "tag": f.type.tag, "of": f.type.of, "initial": initial})
    return [out[n] for n in sorted(out)]
