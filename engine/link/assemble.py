"""From linked rules to an image: generated code, and the tables it and the machine use, as plain data."""

from __future__ import annotations

import hashlib
from typing import Any

from dsl.emit.inline import Inliner
from dsl.symbols import Field, Symbols
from engine.link.cards import CardDef
from engine.link.code import CodeAssembler, Image
from engine.machine import BUILT_IN
from engine.why.reasons import Reasons


class Assembler(CodeAssembler):
    """Builds the image of some linked rules."""

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
        self.image["layout"] = self._layout()
        self.image["reasons"] = Reasons(self.program, self.rules.cards, self.emitter, self.teller).run()
        return self.image

    def _layout(self) -> str:
        """A digest of what the numbers in a saved state mean: units and their blocks, columns, zones."""
        parts = (
            list(self.program.units),
            self.image["blocks"],
            self.image["columns"],
            [(z["id"], z["base"]) for z in self.image["zones"]],
        )
        return hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest()

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
        own = s.automaton
        self.image["automaton"] = [own.kind, own.least, own.most] if own is not None else ["", 0, 0]
        self.image["kinds"] = [
            {
                "id": k.id,
                "name": k.name,
                "plural": k.plural,
                "start": k.start,
                "back": k.back,
                "state": [[f.id, f.column] for f in k.state.values()],
                "fields": [[f.id, f.column, f.type.tag, f.type.of] for f in k.fields.values()],
                "holds": list(k.holds),
                "holds_goods": k.holds_goods,
            }
            for k in s.kind_list()
        ]
        self._zone_tables()
        self.image["columns"] = {
            "state": _columns([f for k in s.kinds.values() for f in k.state.values()], s),
            "player": _columns(list(s.player.values()), s),
            "table": _columns(list(s.table.values()), s),
        }

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
                "name": z.name or z.id.replace("_", " "),
                "base": z.base,
                "each": z.each,
                "hidden": z.hidden,
                "rows": z.rows,
                "refill": z.refill,
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
            tuple((f.column, _initial(f, s)) for f in s.kinds[c.kind].state.values()) for c in cards
        ]
        self.image["markers"] = [()] + [tuple(s.goods[h].index for h in s.kinds[c.kind].holds) for c in cards]
        self.image["stores"] = [False] + [s.kinds[c.kind].holds_goods for c in cards]
        live = {c.number for c in cards if c.abilities} | {n for n, _, _ in self.program.modifiers}
        self.image["has_live"] = [n in live for n in range(len(cards) + 1)]
        self.image["turn_units"] = [-1] + [self._turn_unit(c) for c in cards]
        self.image["cards"] = self._card_list()

    def _turn_unit(self, card: CardDef) -> int:
        """The unit that is the turn of a seat with this card for a board; -1 where somebody decides."""
        own = self.symbols.automaton
        if own is None or card.kind != own.kind:
            return -1
        key = card.units.get(self.symbols.kinds[card.kind].fields[own.turn].column)
        return self.program.units[key].number if isinstance(key, tuple) else -1

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
        out += [
            {
                "number": c.number,
                "id": c.id,
                "pack": c.pack,
                "kind": c.kind,
                "name": c.name,
                "copies": c.copies,
                "fields": c.written,
                "text": self.teller.card_text(c),
                "unique_id": c.id if seen[c.id] == 1 else f"{c.pack}:{c.id}",
            }
            for c in self.rules.cards
        ]
        return out


def _initial(f: Field, symbols: Symbols) -> int:
    """What a field that changes begins as."""
    if f.type.tag in ("player", "component"):
        return -1
    if f.type.tag == "word" and f.default is not None:
        return symbols.words[f.type.of].index(str(f.default))
    return int(f.default) if isinstance(f.default, (int, bool)) else 0


def _columns(fields: list[Field], symbols: Symbols) -> list[dict[str, Any]]:
    """One row a column: id, type, initial value, and the value for nothing and nobody.

    Kinds may share a column and begin it differently: `defaults` has what each card begins as.
    """
    out: dict[int, dict[str, Any]] = {}
    for f in fields:
        tag = f.type.tag
        row = {"id": f.id, "tag": tag, "of": f.type.of, "initial": _initial(f, symbols)}
        out.setdefault(f.column, {**row, "nothing": -1 if tag in ("word", "player", "component") else 0})
    return [out[n] for n in sorted(out)]
