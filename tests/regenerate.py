"""Writes the golden files again, to be reviewed as a difference: `python -m tests.regenerate`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache, partial
from pathlib import Path
from typing import Any

from dsl import ir
from dsl.program import Key
from dsl.text.tell import Teller
from engine.link.cards import CardDef
from engine.link.heads import Rules
from engine.loader import link
from engine.packs.translation import load_in
from tests.screens import screens

PACKS = ["base", "connections", "newera"]
FOLDER = Path(__file__).parent / "golden"


@cache
def linked() -> Rules:
    """The packs whose texts and trees are kept."""
    rules: Rules = link(PACKS, {})[0]
    return rules


# ---- what cards and actions say


def rules_text() -> str:
    """The text of every card and action, one blank line between."""
    rules = linked()
    return told(rules, list(rules.cards))


def set_text(pack: str) -> str:
    """The text of the cards of a set, and of every action as it is beside the set."""
    rules: Rules = link(["base", "connections", pack], {})[0]
    return told(rules, [c for c in rules.cards if c.pack == pack])


def told(rules: Rules, cards: list[CardDef]) -> str:
    """The text of some cards and of every action."""
    teller = Teller(rules.symbols, rules.program)
    parts = [
        f"{c.name} ({c.pack} {c.kind}{f', {c.copies} copies' if c.copies > 1 else ''})\n{teller.card_text(c)}"
        for c in cards
    ]
    parts += [f'The action "{a.title}"\n{teller.action(a)}' for a in rules.program.actions]
    return "\n\n".join(parts) + "\n"


def polish_text() -> str:
    """The same in Polish."""
    rules = load_in("pl", ["base", "connections"])[0]
    assert rules.language is not None
    parts = [f"{c.name} ({c.pack}:{c.id})\n{c.text}" for c in rules.cards[1:]]
    parts += [f"{rules.language.text('actions', a['id'])}\n{a['text']}" for a in rules.actions]
    return "\n\n".join(parts) + "\n"


# ---- what the compiler is given


def trees() -> str:
    """The checked tree of every text, one statement a line."""
    p = linked().program
    parts = ["\n".join(["function " + _head(f.id, f.layer, f.params), f"  {show(f.value)}"]) for f in p.functions]
    parts += ["\n".join(_unit(key)) for key in p.units]
    parts += ["\n".join([f"modifier of card {n}", f"  {show(m)}"]) for n, m, _ in p.modifiers]
    parts += [f"active in {zone}\n  {show(ex)}" for zone, (_, ex, _) in p.active.items()]
    parts.append("\n".join(_course()))
    return "\n\n".join(parts) + "\n"


def _head(id: str, layer: int | str, params: tuple[ir.Var, ...]) -> str:
    return f"{id}{f' layer {layer}' if str(layer) != '0' else ''} ({', '.join(map(show, params))})"


def _unit(key: Key) -> Iterator[str]:
    p = linked().program
    info = p.units[key]
    asks = "" if info.straight else ", can ask"
    if key[0] in ("procedure", "phase", "action", "setup"):
        yield f"{key[0]} {_head(key[1], key[2], info.unit.params)}{asks}"
    else:
        yield f"{key[0]} of {key[1]}:{key[2]}, {' '.join(k for k in key[3:] if k)}{asks}"
    for action in p.actions:
        if action.unit == key:
            yield f"  title {action.title!r}{', free' if action.free else ''}"
            yield from (f"  with {show(q)}" for q in action.queries)
            yield from _conditions(action)
    if key in p.abilities:
        yield from _conditions(p.abilities[key])
    if key in p.trigger_irs:
        trigger = p.trigger_irs[key]
        yield from (f"  when {event} by {show(by)}" for event, by in trigger.events)
        yield from _conditions(trigger)
    yield from _lines(info.unit.body, 1)


def _conditions(ability: Any) -> Iterator[str]:
    if getattr(ability, "cost", None) is not None:
        yield f"  cost {show(ability.cost)}"
    if ability.condition is not None:
        yield f"  if {show(ability.condition)}"


def _course() -> Iterator[str]:
    rules = linked()
    yield "course of the game"
    for n, phase in enumerate(rules.phases):
        yield f"  {phase.id}" + (f": turns {show(rules.orders[n][0])} until {phase.until}" if phase.turns else "")
    if rules.end_when is not None:
        yield f"  end when {show(rules.end_when[0])} after {rules.end_after}, {rules.max_rounds} rounds"


def _lines(body: tuple[ir.Ir, ...], depth: int) -> Iterator[str]:
    """Statements, one a line, with those inside them indented."""
    for node in body:
        inner = [f.name for f in fields(node) if _is_body(getattr(node, f.name))]
        yield "  " * depth + show(node, without=inner)
        for name in inner:
            if name == "otherwise":
                yield "  " * depth + "else"
            yield from _lines(getattr(node, name), depth + 1)


def _is_body(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], (ir.St, ir.OptionIr))


def show(node: object, without: list[str] | None = None) -> str:
    """A node on one line; what is empty, and places and types, are left out."""
    match node:
        case ir.Var(name=name, slot=slot):
            return f"{name}${slot}"
        case ir.Const(type=type_, value=value, shown=shown):
            option = type_.tag in ("number", "flag") and shown not in (str(value), str(bool(value)).lower())
            return f"{shown}={value}" if option else shown
        case ir.Read(sort=sort, base=base, ref=ref, key=key):
            own = f"{show(base)}." if base is not None else ""
            entry = f"[{show(key)}]" if key is not None and sort == "entry" else ""
            return f"{own}{show(key) if sort == 'good' and key else ref}{entry}<{sort}>"
        case ir.GoodsTerm(amount=amount, goods=goods, unit=unit, per=per, most=most, card=card):
            names = [linked().symbols.good_list()[g].id for g in goods]
            what = show(unit) if unit is not None else "|".join(names) or "goods"
            rest = _worded(("where", card.where if card else None), ("per", per), ("max", most))
            return " ".join([show(amount) if amount is not None else "all", what, *rest])
        case ir.Op(op=op, args=args):
            if len(args) == 2 and not op.isidentifier():
                return f"({show(args[0])} {op} {show(args[1])})"
            return f"{op}({', '.join(map(show, args))})"
        case ir.CallFn(name=name, args=args, layer=layer) | ir.CallProc(name=name, args=args, layer=layer):
            return f"{name}({', '.join(map(show, args))}){f' of layer {layer}' if layer >= 0 else ''}"
        case ir.ZoneRef(zone=zone, base=base, union=union):
            return f"{show(base or union)}.{zone}" if base or union else zone
        case ir.Query(var=var, source=source, on=on, where=where, kind=kind):
            return " ".join([kind, show(var), *_worded(("in", source), ("on", on), ("where", where))])
        case ir.Ir() | ir.Unit() | ir.AbilityIr() | ir.TriggerIr() | ir.ModifierIr():
            named = [(f.name, getattr(node, f.name)) for f in fields(node) if f.name not in ("at", "type")]
            told = [f"{n} {show(v)}" for n, v in named if n not in (without or ()) and not _is_empty(v)]
            return f"{type(node).__name__}({', '.join(told)})"
        case tuple():
            return f"[{', '.join(map(show, node))}]"
        case None:
            return "-"
    return str(node)


def _worded(*parts: tuple[str, ir.Ir | None]) -> list[str]:
    return [f"{word} {show(part)}" for word, part in parts if part is not None]


def _is_empty(value: object) -> bool:
    return value is None or value is False or value == "" or value == () or (value == -1 and type(value) is int)


GOLDEN: dict[str, Callable[[], str]] = {
    "rules_text.txt": rules_text,
    "nomansland_text.txt": partial(set_text, "nomansland"),
    "winter_text.txt": partial(set_text, "winter"),
    "trees.txt": trees,
    "rules_text_pl.txt": polish_text,
    "screens.txt": screens,
}


def main() -> None:
    """Writes all golden files."""
    FOLDER.mkdir(exist_ok=True)
    for name, make in GOLDEN.items():
        (FOLDER / name).write_text(make(), encoding="utf-8", newline="\n")
        print(f"wrote {FOLDER / name}")


if __name__ == "__main__":
    main()
