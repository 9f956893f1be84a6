"""The generated code of an image: functions, units, abilities, actions and phases."""

from __future__ import annotations

import ast
from typing import Any

from dsl import ir
from dsl.emit.base import Tables, define
from dsl.emit.quote import name, stamp
from dsl.emit.rules import RuleEmitter
from dsl.emit.stmt import UnitEmitter
from dsl.program import Program, Text
from dsl.symbols import Symbols
from dsl.text.tell import Teller
from engine.link.heads import Rules
from engine.machine import BUILT_IN

Image = dict[str, Any]


class CodeAssembler:
    """Collects generated functions by the file they come from."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.program: Program = rules.program
        self.symbols: Symbols = rules.symbols
        self.tables = Tables()
        self.teller = Teller(self.symbols, self.program)
        self.emitter = RuleEmitter(self.program, self.tables)
        self.files: dict[str, list[ast.stmt]] = {}
        self.image: Image = {}

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
        ids: dict[str, int] = {}  # numbers
        last: dict[str, int] = {}  # layers
        for f in p.functions:
            number = ids.setdefault(f.id, len(ids))
            last[f.id] = max(f.layer, last.get(f.id, 0))
            p.function_names[(f.id, f.layer)] = f"f{number}_{f.layer}"
        for id, number in ids.items():
            p.function_names[(id, -1)] = f"f{number}" if id in p.modified_functions else f"f{number}_{last[id]}"
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
            if info.key in self.program.trigger_irs and info.straight:
                _takes_the_rest(functions[0], info.unit)
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
        from dsl.emit.quote import expr

        e = self.emitter.emitter()
        doer = name(f"v{unit.params[2].slot}")
        test = expr("_0 == _1", doer, e.ex(by)) if by.type.tag == "player" else expr("_0 in _1", doer, e.ex(by))
        if condition is not None:
            test = expr("_0 and _1", test, e.ex(condition))
        function = define(f"t{number}", ["s", *(f"v{p.slot}" for p in unit.params)], [ast.Return(test)], text.line(0))
        _takes_the_rest(function, unit)
        return function

    # ---- rules
    def _actions(self) -> None:
        p, e = self.program, self.emitter
        out = []
        wanted = {n.action for info in p.units.values() for n in info.nodes if isinstance(n, ir.Do)}
        for action in p.actions:
            info = p.units[action.unit]
            if action.cost is not None:
                for f in e.cost(action.unit, action.cost):
                    self._add(info.text, f)
            if action.id in wanted:
                self._add(info.text, e.legal(f"one_{info.number}", [action], single=True))
            if (defeating := e.defeating(action)) is not None:
                self._add(info.text, defeating)
            params = [
                [v.name, f"word:{v.type.of}" if v.type.tag == "word" else v.type.tag] for v in info.unit.params[1:]
            ]
            out.append({
                "unit": info.number, "id": action.id, "title": action.title, "text": self.teller.action(action),
                "params": params, "free": action.free, "interferes": e.interferes(action),
                "cause": ast.literal_eval(self.tables.cause(info.text, 0)),
            })  # fmt: skip
        self.image["actions"] = out
        self.image["defeats"] = [False] * BUILT_IN + [e.defeats(key) for key in p.units] + [False]

    def _phases(self) -> None:
        p, rules = self.program, self.rules
        phases = []
        for n, phase in enumerate(rules.phases):
            if phase.turns:
                ex, text = rules.orders[n]
                self._add(text, self.emitter.condition(f"order_{n}", (), ex, text))
                self._add(text, self.emitter.legal(f"legal_{n}", p.actions))
                self._add(text, self.emitter.legal(f"free_{n}", [a for a in p.actions if a.free]))
                unit, until = -1, self.symbols.player[phase.until].column
            else:
                info = p.units[p.routine_key("phase", phase.id, -1)]
                unit, until, text = info.number, -1, info.text
            cause = ast.literal_eval(self.tables.cause(text, 0))
            phases.append({"id": phase.id, "turns": bool(phase.turns), "unit": unit, "until": until, "cause": cause})
        if rules.end_when is not None:
            ex, text = rules.end_when
            self._add(text, self.emitter.condition("end_when", (), ex, text))
        ids = [ph["id"] for ph in phases]
        self.image.update(
            phases=phases,
            setup=p.units[rules.setup].number if rules.setup else -1,
            end_after=ids.index(rules.end_after) if rules.end_after else -1,
            max_rounds=rules.max_rounds,
            scoring=rules.scoring,
            topics=rules.topics,
        )


def _takes_the_rest(function: ast.FunctionDef, unit: ir.Unit) -> None:
    """What events of several shapes tell beside the player is not told to a trigger that answers to all of them."""
    if len(unit.params) == 3:
        function.args.vararg = ast.arg("_rest")
        stamp([function], function.lineno)
