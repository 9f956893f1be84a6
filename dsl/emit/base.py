"""What all emitters share: numbered constants, the head of a generated function, needs of a cost."""

from __future__ import annotations

import ast

from dsl.emit.quote import num, stamp, stmts, tuple_of
from dsl.program import Program, Text

Body = list[ast.stmt]

_STATE = {
    "goods": "s.goods",
    "defn": "s.defn",
    "zones": "s.zones",
    "on": "s.on",
    "table": "s.table",
    "boards": "s.boards",
    "opponents": "s.opponents",
}


class Tables:
    """Constants the generated code refers to by number: sites of decisions, causes for the log."""

    def __init__(self) -> None:
        self.sites: list[dict[str, object]] = []
        self.causes: list[tuple[str, str, int]] = []
        self._seen: dict[tuple[str, str, int], int] = {}

    def cause(self, text: Text, at: int) -> ast.expr:
        """The number of (label, file, line)."""
        key = (text.label, text.file, text.line(at))
        if key not in self._seen:
            self._seen[key] = len(self.causes)
            self.causes.append(key)
        return num(self._seen[key])

    def site(self, **facts: object) -> ast.expr:
        self.sites.append(facts)
        return num(len(self.sites) - 1)


def tick(program: Program, part: object, counted: int) -> Body:
    """Counts the steps of statements or of a guard: `counted` in any case, and more where they are much work."""
    steps = counted + program.ticks(part)
    return stmts("rt_tick(s)") if steps == 1 else stmts("rt_tick(s, _0)", num(steps)) if steps else []


def need(program: Program, goods: tuple[int, ...], amount: ast.expr) -> ast.Tuple:
    """(exact goods, goods that may always stand in for them, amount)."""
    s = program.symbols
    names = s.good_list()
    wild = sorted({s.goods[w].index for g in goods for w in s.wilds(names[g].id)} - set(goods))
    return tuple_of([tuple_of([num(g) for g in goods]), tuple_of([num(w) for w in wild]), amount])


def define(id: str, params: list[str], body: Body, line: int) -> ast.FunctionDef:
    """A function definition that first binds the parts of the state it names."""
    used = {n.id for top in body for n in ast.walk(top) if isinstance(n, ast.Name)}
    prelude: Body = []
    for part, source in _STATE.items():
        if part in used:
            prelude += stmts(f"{part} = {source}")
    for id_ in sorted(used):
        if id_[0] in "cp" and id_[1:].isdigit():
            prelude += stmts(f"{id_} = s.{'cols' if id_[0] == 'c' else 'pcols'}[{id_[1:]}]")
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(p) for p in params], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    function = ast.FunctionDef(id, arguments, [*prelude, *body], [])
    stamp([function], line)
    return function
