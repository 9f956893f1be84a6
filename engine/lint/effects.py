"""Statements that do nothing or too little: L101, L102, L107, L110."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from dsl import ir
from dsl.diagnostics import Diagnostic
from dsl.operators import OPERATORS
from dsl.program import walk
from engine.lint.bounds import Reckoner
from engine.lint.subject import Piece, Subject

_ROWS = {"CallProc": "call"}


def row_of(stmt: ir.St) -> str:
    """The name of a statement's row in the operator table."""
    name = type(stmt).__name__
    return _ROWS.get(name) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def bodies(stmt: ir.St) -> tuple[ir.Stmts, ...]:
    """The blocks inside a statement."""
    match stmt:
        case ir.As(body=body) | ir.ForEach(body=body) | ir.Repeat(body=body):
            return (body,)
        case ir.If(then=then, otherwise=otherwise):
            return (then, otherwise)
        case ir.ChooseOne(options=options):
            return tuple(o.body for o in options)
    return ()


def blocks(stmts: ir.Stmts) -> Iterator[ir.Stmts]:
    """A block and all blocks inside it."""
    yield stmts
    for stmt in stmts:
        for body in bodies(stmt):
            yield from blocks(body)


def written_choice(stmt: ir.St) -> bool:
    """Whether the author wrote a choice (goods with alternatives become one as well)."""
    return not (isinstance(stmt, ir.ChooseOne) and all(o.at == stmt.at for o in stmt.options))


def _single(stmt: ir.ChooseOne) -> bool:
    return len(stmt.options) == 1 and not stmt.optional


def check(subject: Subject) -> Iterator[Diagnostic]:
    """All of these rules for every effect."""
    judge = _Judge(subject)
    for piece in subject.judged:
        if piece.role == "effect":
            yield from judge.effect(piece, tuple(s for s in piece.roots if isinstance(s, ir.St)))
        elif piece.role == "query":
            yield from judge.lists(piece)
    yield from _parameters(subject)


class _Judge:
    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.reckon = Reckoner(subject.program, subject.symbols)

    def effect(self, piece: Piece, body: ir.Stmts) -> Iterator[Diagnostic]:
        yield from self.unused(piece, body)
        yield from self.lists(piece)
        for block in blocks(body):
            for n, stmt in enumerate(block):
                reason = self.nothing(stmt)
                if reason is not None:
                    yield Diagnostic("L101", reason, piece.span(stmt), "delete it, or say what it should do")
                if isinstance(stmt, (ir.Stop, ir.EndGame)) and n + 1 < len(block):
                    word = "stop" if isinstance(stmt, ir.Stop) else "end game"
                    yield Diagnostic(
                        "L110", f"nothing after `{word}` is ever done", piece.span(block[n + 1]), f"move `{word}` down"
                    )
                if isinstance(stmt, ir.ChooseOne) and written_choice(stmt) and _single(stmt):
                    yield Diagnostic("L107", "a choice among one option", piece.span(stmt), "write what it does")

    # ---- L101
    def nothing(self, stmt: ir.St) -> str | None:
        """Why a statement changes nothing by itself; None if it may change something."""
        match stmt:
            case ir.Set(target=target, value=value) if target == value:
                return "this sets a field to what it is"
            case ir.Gain(items=items) | ir.Put(items=items):
                return self._goods(items)
            case ir.Lose(items=items, source=source):
                return self._goods(items) or (self._held(items, source) if source is not None else None)
            case ir.Take(items=items, source=origin):
                return self._goods(items) or self._held(items, origin)
            case ir.Repeat(count=count) if self.reckon.bounds(count)[1] <= 0:
                return "this is repeated 0 times"
            case ir.Choose(count=ir.Ex() as count) if self.reckon.bounds(count)[1] <= 0:
                return "this chooses nothing"
            case ir.Move(what=ir.Var(slot=slot), to=ir.Var(slot=other)) if slot == other:
                return "this moves a component onto itself"
        inside = bodies(stmt)
        if inside and not any(self.does(s) for body in inside for s in body):
            return "nothing in this changes anything"
        return None

    def does(self, stmt: ir.St) -> bool:
        """Whether a statement can change something, as the operator table has it."""
        inside = bodies(stmt)
        if inside:
            return any(self.does(s) for body in inside for s in body)
        if isinstance(stmt, (ir.Let, ir.Choose)):
            return False
        row = OPERATORS[row_of(stmt)]
        return bool(row.writes) or row.decides or isinstance(stmt, (ir.Stop, ir.EndGame))

    def _goods(self, items: tuple[ir.GoodsItem, ...]) -> str | None:
        for item in items:
            if isinstance(item, ir.GoodsTerm) and item.amount is not None:
                amounts = [item.amount] if item.most is None else [item.amount, item.most]
                if any(self.reckon.bounds(a)[1] <= 0 for a in amounts):
                    return "this amount is never above 0"
        return None

    def _held(self, items: tuple[ir.GoodsItem, ...], source: ir.Ex) -> str | None:
        """Goods that cannot lie where they are taken from."""
        s = self.subject.symbols
        kinds = [k for k in s.kinds.values() if not source.type.kinds or k.id in source.type.kinds]
        for item in items:
            if not isinstance(item, ir.GoodsTerm) or not item.goods:
                continue
            names = [s.good_list()[g].id for g in item.goods]
            if not any(k.holds_goods or name in k.holds for k in kinds for name in names):
                return f"{source.type} never holds {' or '.join(names)}"
        return None

    # ---- L102
    def unused(self, piece: Piece, body: ir.Stmts) -> Iterator[Diagnostic]:
        for block in blocks(body):
            for stmt in block:
                if isinstance(stmt, (ir.Choose, ir.Let)) and not _uses(body, stmt.var.slot, stmt):
                    what = "chosen" if isinstance(stmt, ir.Choose) else "named"
                    message = f"what is {what} here as `{stmt.var.name}` is never used"
                    yield Diagnostic("L102", message, piece.span(stmt), "use it, or delete this")

    # ---- L107
    def lists(self, piece: Piece) -> Iterator[Diagnostic]:
        for node in piece.nodes:
            if isinstance(node, ir.Query) and isinstance(node.source, ir.ListOf) and len(node.source.values) == 1:
                yield Diagnostic("L107", "a list of one leaves no choice", piece.span(node.source), "name it directly")


def _uses(body: Iterable[ir.Ir], slot: int, besides: ir.St) -> bool:
    """Whether a variable is read anywhere but in the statement that binds it."""

    def outside(node: object) -> Iterator[ir.Ir]:
        if node is besides:
            return
        if isinstance(node, tuple):
            for item in node:
                yield from outside(item)
        elif isinstance(node, ir.Ir):
            yield node
            for name in node.__dataclass_fields__:
                if name not in ("at", "type"):
                    yield from outside(getattr(node, name))

    return any(isinstance(node, ir.Var) and node.slot == slot for node in outside(tuple(body)))


# ---- parameters
def _parameters(subject: Subject) -> Iterator[Diagnostic]:
    """L102 for parameters of routines and actions that nothing reads."""
    forced = {g.spent for g in subject.symbols.goods.values()} | set(_scoring(subject))
    for id, layers in subject.layers.items():
        routine, layer = subject.symbols.routines[id], layers[0]
        if layer.document.file not in subject.files or id in forced or not layer.params:
            continue
        find = _action_reads if routine.sort == "action" else _routine_reads
        read = find(subject, id)
        for n, (name, _) in enumerate(layer.params):
            slot = n + (routine.sort != "function")
            if slot in read:
                continue
            if routine.sort == "action":
                span = layer.document.key_span((*layer.path, "with", name))
            else:
                key = layer.document.key_span(layer.path)
                at = re.search(rf"\b{name}\b(?=\s*[,)])", str(layer.path[-1]))
                start = key.start + (at.start() if at else 0)
                span = type(key)(key.file, start, start + len(name))
            yield Diagnostic("L102", f"`{name}` is never used by `{id}`", span, "use it, or leave it out")


def _scoring(subject: Subject) -> Iterator[str]:
    scoring = subject.rules.scoring
    yield from (scoring[key] for key in ("score", "worth") if key in scoring)
    yield from scoring.get("ties", ())


def _slots(nodes: Iterable[object]) -> set[int]:
    return {node.slot for root in nodes for node in walk(root) if isinstance(node, ir.Var)}


def _routine_reads(subject: Subject, id: str) -> set[int]:
    sort = subject.symbols.routines[id].sort
    if sort == "function":
        return _slots(f.value for f in subject.program.functions if f.id == id and f.layer == 0)
    info = subject.program.units.get((sort, id, "0"))
    return _slots([info.unit.body]) if info is not None else set()


def _action_reads(subject: Subject, id: str) -> set[int]:
    action = next(a for a in subject.program.actions if a.id == id)
    read = _routine_reads(subject, id) | _slots([action.condition, action.cost])
    for query in action.queries:
        read |= _slots([query.source, query.on, query.where]) - {query.var.slot}
    return read


Check = Callable[[Subject], Iterator[Diagnostic]]
