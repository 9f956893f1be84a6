"""What runs away: L201 uses that gain without limit, L202 uncapped amounts, L203 triggers that trigger themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dsl import ir
from dsl.diagnostics import Diagnostic
from dsl.program import Key, walk
from engine.lint.bounds import literal
from engine.lint.subject import Piece, Subject


def check(subject: Subject) -> Iterator[Diagnostic]:
    """All three rules."""
    yield from _uncapped(subject)
    yield from _self_triggers(subject)
    yield from _gains(subject)


# ---- L202
def _uncapped(subject: Subject) -> Iterator[Diagnostic]:
    for piece in subject.judged:
        for node in piece.nodes if piece.role == "effect" else ():
            if not isinstance(node, (ir.Gain, ir.Put)):
                continue
            for item in node.items:
                if isinstance(item, ir.GoodsTerm) and item.per is not None and item.most is None:
                    yield Diagnostic("L202", "this amount has no limit", piece.span(item), "write `max N` after it")


# ---- L203
def _self_triggers(subject: Subject) -> Iterator[Diagnostic]:
    program = subject.program
    columns = program.by_column()
    for piece in subject.judged:
        trigger = program.trigger_irs.get(piece.key)
        if trigger is None or piece.role != "effect":
            continue
        reached: set[Key] = set()
        todo = [piece.key]
        while todo:
            for called in program.calls(todo.pop(), columns):
                if called not in reached:
                    reached.add(called)
                    todo.append(called)
        if piece.key in reached:
            events = " and ".join(f"`{event}`" for event, _ in trigger.events)
            message = f"this trigger announces {events} again, which triggers it"
            yield Diagnostic("L203", message, piece.span(), "announce another event, or none")


# ---- L201
@dataclass(frozen=True, slots=True)
class Use:
    """Something a player may do again and again: what it costs and gives, by good."""

    piece: Piece
    label: str
    cost: dict[int, int]
    gain: dict[int, int]


def _gains(subject: Subject) -> Iterator[Diagnostic]:
    found = list(_uses(subject))
    told: set[int] = set()
    for n, use in enumerate(found):
        net = {g: use.gain.get(g, 0) - use.cost.get(g, 0) for g in use.cost.keys() | use.gain.keys()}
        if net and min(net.values()) >= 0 and max(net.values()) > 0:
            told.add(n)
            yield _endless(subject, [use])
    for circle in _circles([(n, u) for n, u in enumerate(found) if n not in told]):
        yield _endless(subject, [found[n] for n in circle])


def _endless(subject: Subject, uses: list[Use]) -> Diagnostic:
    if len(uses) == 1:
        message = f"`{uses[0].label}` can be used any number of times in a round, and gains each time"
    else:
        ways = ", then ".join(f"`{use.label}`" for use in uses)
        message = f"{ways} can be used in a circle any number of times in a round, and gains each time"
    at = next((use for use in uses if use.piece.scalar.file in subject.files), uses[0])
    return Diagnostic(
        "L201", message, at.piece.span(), "let a use cost more, or note in a state field that it was used"
    )


def _uses(subject: Subject) -> Iterator[Use]:
    """Every use without a limit: no condition of the action reads what it sets, and nothing it is about moves away."""
    program = subject.program
    by_key = {(p.key, p.role): p for p in subject.pieces}
    for action in program.actions:
        unit = program.units.get(("action", action.id, "0"))
        if unit is None or _limited(subject, action.queries, action.condition, unit.unit.body):
            continue
        piece = by_key.get((("action", action.id, "0"), "effect"))
        if piece is None:
            continue
        cost, gain = _fixed_cost(action.cost), _fixed_gain(unit.unit.body)
        if cost is not None and gain:
            yield Use(piece, action.id, cost, gain)
        for node in unit.nodes:
            if isinstance(node, ir.Perform) and isinstance(node.what, ir.Read):
                yield from _performed(subject, node.what.column, by_key, action.cost)


def _performed(
    subject: Subject, column: int, by_key: dict[tuple[Key, str], Piece], paid: ir.CostIr | None
) -> Iterator[Use]:
    """The abilities in a field that an unlimited action performs."""
    for key, info in subject.program.units.items():
        ability = subject.program.abilities.get(key)
        if info.column != column or ability is None or ability.condition is not None:
            continue
        cost = _fixed_cost(ability.cost) if paid is not None and paid.of is not None else {}
        gain, piece = _fixed_gain(info.unit.body), by_key.get((key, "effect"))
        if cost is not None and gain and piece is not None:
            yield Use(piece, key[2], cost, gain)


def _limited(subject: Subject, queries: tuple[ir.Query, ...], condition: ir.Ex | None, body: ir.Stmts) -> bool:
    """Whether an action changes what decides whether it may be taken again."""
    tested = [n for n in walk((queries, condition)) if isinstance(n, ir.Read)]
    read = {(n.sort, n.ref) for n in tested if n.sort in ("state", "player", "table")}
    todo: list[ir.Stmts] = [body]
    seen: set[Key] = set()
    while todo:
        for node in walk(todo.pop()):
            match node:
                case ir.Set(target=target) if (target.sort, target.ref) in read:
                    return True
                case ir.Move() | ir.EndGame() | ir.Do():
                    return True
                case ir.CallProc(name=name, layer=layer):
                    key = subject.program.callee(name, layer)
                    if key not in seen and key in subject.program.units:
                        seen.add(key)
                        todo.append(subject.program.units[key].unit.body)
    until = {phase.until for phase in subject.rules.phases if phase.until}
    return any(isinstance(n, ir.Set) and n.target.sort == "player" and n.target.ref in until for n in walk(body))


def _fixed_cost(cost: ir.CostIr | None) -> dict[int, int] | None:
    """The cheapest known cost: None where it is not fixed, or where cards pay."""
    if cost is None:
        return {}
    if cost.of is not None or len(cost.alternatives) != 1:
        return None
    out: dict[int, int] = {}
    for term in cost.alternatives[0]:
        if len(term.goods) != 1 or term.card is not None or term.per is not None or not _number(term.amount):
            return None
        assert isinstance(term.amount, ir.Const)
        out[term.goods[0]] = out.get(term.goods[0], 0) + term.amount.value
    return out


def _fixed_gain(body: ir.Stmts) -> dict[int, int]:
    """What an effect surely gives; empty if it takes something as well."""
    out: dict[int, int] = {}
    for stmt in body:
        if isinstance(stmt, (ir.Lose, ir.Spend)):
            return {}
        for item in stmt.items if isinstance(stmt, ir.Gain) else ():
            if isinstance(item, ir.GoodsTerm) and len(item.goods) == 1 and item.per is None and _number(item.amount):
                assert isinstance(item.amount, ir.Const)
                out[item.goods[0]] = out.get(item.goods[0], 0) + item.amount.value
    return out


def _number(ex: ir.Ex | None) -> bool:
    return isinstance(ex, ir.Const) and literal(ex)


def _circles(uses: list[tuple[int, Use]]) -> Iterator[list[int]]:
    """Exchanges of one good for another that gain when followed in a circle: each circle of up to four once."""
    edges: dict[int, list[tuple[int, int, Fraction]]] = {}
    for n, use in uses:
        if len(use.cost) == 1:
            (spent, amount), *_ = use.cost.items()
            for got, number in use.gain.items():
                if got != spent:
                    edges.setdefault(spent, []).append((got, n, Fraction(number, amount)))
    told: set[frozenset[int]] = set()

    def follow(first: int, good: int, way: list[int], rate: Fraction) -> Iterator[list[int]]:
        for got, n, more in edges.get(good, ()):
            if n in way or len(way) == 4:
                continue
            if got == first and rate * more > 1 and frozenset((*way, n)) not in told:
                told.add(frozenset((*way, n)))
                yield [*way, n]
            elif got > first:
                yield from follow(first, got, [*way, n], rate * more)

    for first in sorted(edges):
        yield from follow(first, first, [], Fraction(1))
