"""What no rule reads, calls or announces: L103, L104, L109."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dsl import ir
from dsl.diagnostics import Diagnostic, Span
from dsl.symbols import Field
from engine.lint.subject import Subject

Column = tuple[str, str, int]


@dataclass
class Uses:
    """All that the texts of packs name."""

    columns: set[Column] = field(default_factory=set)
    zones: set[str] = field(default_factory=set)
    goods: set[int] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)
    announced: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)


def uses(subject: Subject) -> Uses:
    """What is used anywhere in the packs."""
    out = Uses()
    for piece in subject.pieces:
        for root in piece.roots:
            _look(root, out, None)
    for _, modifier, _ in subject.program.modifiers:
        if modifier.function:
            out.calls.add(modifier.function)
    _declared(subject, out)
    return out


def _look(node: object, out: Uses, setting: ir.Read | None) -> None:
    """Notes what a tree names. `setting` is the field that it finds the new value of: that is no use of it."""
    if isinstance(node, tuple):
        for item in node:
            _look(item, out, setting)
        return
    if not isinstance(node, ir.Ir):
        return
    match node:
        case ir.Set(target=target, value=value):
            _look(target.base, out, None)
            _look(value, out, target)
            return
        case ir.Read(sort=sort, ref=ref, column=column) if setting is None or (sort, ref) != (
            setting.sort,
            setting.ref,
        ):
            out.columns.add(("field" if sort == "entry" else sort, ref, column))
        case ir.ZoneRef(zone=zone):
            out.zones.add(zone)
        case ir.GoodsTerm(goods=goods):
            out.goods.update(goods)
        case ir.CallFn(name=name, layer=layer) | ir.CallProc(name=name, layer=layer) if layer < 0:
            out.calls.add(name)
        case ir.Do(action=action):
            out.calls.add(action)
        case ir.Announce(event=event):
            out.announced.add(event)
        case ir.Query(kind=kind):
            out.kinds.add(kind)
        case ir.Const(shown=shown):
            out.options.add(shown)
        case ir.ListOf(values=values, type=type_) if type_.of == "good":
            out.goods.update(values)
    if isinstance(node, ir.Const) and node.type.tag == "good":
        out.goods.add(node.value)
    for name in ir.parts(node.__class__):
        part = getattr(node, name)
        if part.__class__ is tuple or isinstance(part, ir.Ir):
            _look(part, out, setting)


def _declared(subject: Subject, out: Uses) -> None:
    """What the vocabulary and the course of the game use by name."""
    s, rules = subject.symbols, subject.rules
    for good in s.goods.values():
        out.zones |= {good.zone, good.source}
        out.calls |= {good.spent, good.pays_for}
        if good.index in out.goods and good.group:
            out.goods |= {g.index for g in s.goods.values() if g.wild == good.group}
    for kind in s.kinds.values():
        out.zones.add(kind.start)
        out.goods |= {s.goods[h].index for h in kind.holds if h in s.goods}
        if kind.back:
            out.columns.add(("field", kind.back, kind.fields[kind.back].column))
    out.zones |= {zone.refill for zone in s.zones.values()}
    out.zones |= {zone.id for zone in s.zones.values() if zone.active}
    for phase in rules.phases:
        if phase.until:
            out.columns.add(("player", phase.until, s.player[phase.until].column))
    for key in ("score", "worth"):
        out.calls.add(rules.scoring.get(key, ""))
    out.calls.update(rules.scoring.get("ties", ()))
    out.kinds |= {card.kind for card in rules.cards}
    for pack in subject.packs:
        for document in pack.documents:
            rounds = document.data.get("end", {}).get("rounds")
            if isinstance(rounds, str):
                out.options.add(rounds)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """All three rules."""
    used = uses(subject)
    yield from _fields(subject, used)
    yield from _definitions(subject, used)
    yield from _events(subject, used)


# ---- L103
def _fields(subject: Subject, used: Uses) -> Iterator[Diagnostic]:
    s = subject.symbols
    working = any(zone.active for zone in s.zones.values())
    for document, path, id, value in subject.declared("vocabulary", "kinds"):
        kind = s.kinds[id]
        for section, sort, known in (("fields", "field", kind.fields), ("state", "state", kind.state)):
            for name in value.get(section, {}) if isinstance(value, dict) else ():
                f: Field = known[name]
                if f.type.tag == "text" or (f.type.tag == "abilities" and working):
                    continue
                if (sort, name, f.column) not in used.columns:
                    what = "a field of" if sort == "field" else "state of"
                    yield _unread(
                        f"`{name}` is {what} {id} that no rule reads", document.key_span((*path, section, name))
                    )
    for section, sort, state in (("player", "player", s.player), ("table", "table", s.table)):
        for document, path, id, _ in subject.declared("vocabulary", section):
            if (sort, id, state[id].column) not in used.columns:
                yield _unread(f"`{id}` is state of the {section} that no rule reads", document.key_span(path))


def _unread(message: str, span: Span) -> Diagnostic:
    return Diagnostic("L103", message, span, "read it in a rule, or delete it")


# ---- L109
def _definitions(subject: Subject, used: Uses) -> Iterator[Diagnostic]:
    s = subject.symbols
    for section, sort in (("functions", "function"), ("procedures", "procedure")):
        for document, path, head, _ in subject.declared(section):
            id = head.partition("(")[0].strip()
            if id not in used.calls:
                yield _unused(f"nothing calls the {sort} `{id}`", document.key_span(path))
    for section, sort in (("goods", "good"), ("zones", "zone"), ("events", "event"), ("kinds", "kind")):
        for document, path, id, _ in subject.declared("vocabulary", section):
            known = {
                "good": sort == "good" and s.goods[id].index in used.goods,
                "zone": id in used.zones,
                "event": id in used.announced or id in subject.program.triggers,
                "kind": id in used.kinds or id == s.board,
            }[sort]
            if not known:
                yield _unused(f"nothing uses the {sort} `{id}`", document.key_span(path))
    for pack in subject.own:
        for name in pack.options:
            if name not in used.options:
                yield _unused(f"nothing reads the option `{name}`", pack.manifest.key_span(("options", name)))


def _unused(message: str, span: Span) -> Diagnostic:
    return Diagnostic("L109", message, span, "use it, or delete it")


# ---- L104
def _events(subject: Subject, used: Uses) -> Iterator[Diagnostic]:
    for key, trigger in subject.program.trigger_irs.items():
        scalar = subject.program.units[key].text.scalar
        if scalar is None or scalar.file not in subject.files:
            continue
        for event, _ in trigger.events:
            if event not in used.announced:
                start = max(scalar.text.find(event), 0)
                span = scalar.span(start, start + len(event))
                yield Diagnostic(
                    "L104", f"nobody announces `{event}`, so this never fires", span, f"announce {event}(...)"
                )
