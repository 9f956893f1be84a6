"""The syntax tree: what a text says, before any name in it is understood.

Every node carries `at`, the half-open range of characters it covers in its own text. Two trees are equal when
they say the same, wherever they stand: `at` does not take part in comparison.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

At = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Node:
    """Anything with a place in a text."""

    at: At = field(compare=False, repr=False)


# ---- expressions


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """A value: read, never changing anything."""


@dataclass(frozen=True, slots=True)
class Num(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Flag(Expr):
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Expr):
    """No component, no player."""


@dataclass(frozen=True, slots=True)
class All(Expr):
    """The amount `all`."""


@dataclass(frozen=True, slots=True)
class Name(Expr):
    id: str


@dataclass(frozen=True, slots=True)
class You(Expr):
    pass


@dataclass(frozen=True, slots=True)
class ProceedValue(Expr):
    """In a function of an extension: the value the extended one would give."""


@dataclass(frozen=True, slots=True)
class Attr(Expr):
    base: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class Index(Expr):
    base: Expr
    key: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    name: Name
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """`op` is one of or and = != < <= > >= has + - *."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """`op` is `not` or `-`."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Is(Expr):
    """`what` is `present`, `nothing` or a kind."""

    operand: Expr
    what: Name


@dataclass(frozen=True, slots=True)
class Top(Expr):
    count: Expr | None
    zone: Expr


@dataclass(frozen=True, slots=True)
class Listed(Expr):
    """`[seed, bulb]`: written-out goods or words."""

    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Query(Expr):
    """Candidates of a kind, from a source (`in`) or on something (`on`), filtered by a condition."""

    kind: Name
    name: Name | None
    source: Expr | None
    on: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class First(Expr):
    query: Query
    keys: tuple[Expr, ...]


# ---- goods


@dataclass(frozen=True, slots=True)
class Unit(Node):
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Term(Node):
    amount: Expr
    unit: Unit
    where: Expr | None
    per: Query | None
    most: Expr | None


@dataclass(frozen=True, slots=True)
class GoodsPath(Node):
    """A path that names goods written elsewhere, as `p.yield`."""

    path: Expr


@dataclass(frozen=True, slots=True)
class Goods(Node):
    terms: tuple[Term | GoodsPath, ...]


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """Alternatives of which one is paid, or the cost `of` an ability."""

    alternatives: tuple[Goods, ...]
    of: Expr | None


# ---- effects


@dataclass(frozen=True, slots=True)
class Stmt(Node):
    """Something that is done."""


@dataclass(frozen=True, slots=True)
class Block(Node):
    stmts: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Gain(Stmt):
    goods: Goods


@dataclass(frozen=True, slots=True)
class Lose(Stmt):
    """`source` is the component they lie on, or None for the performer's own."""

    goods: Goods
    source: Expr | None


@dataclass(frozen=True, slots=True)
class Spend(Stmt):
    goods: Goods


@dataclass(frozen=True, slots=True)
class Put(Stmt):
    goods: Goods
    on: Expr


@dataclass(frozen=True, slots=True)
class Take(Stmt):
    goods: Goods
    source: Expr


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    what: Expr
    to: Expr
    bottom: bool
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Stmt):
    what: Expr


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """`count` is None for a single choice; `prompt` and `words` are None where not written."""

    count: Expr | None
    up_to: bool
    query: Query
    prompt: str | None
    words: str | None


@dataclass(frozen=True, slots=True)
class Option(Node):
    words: str
    condition: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class ChooseOne(Stmt):
    prompt: str | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class May(Stmt):
    prompt: str | None
    body: Block


@dataclass(frozen=True, slots=True)
class As(Stmt):
    who: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class ForEach(Stmt):
    query: Query
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    count: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class If(Stmt):
    condition: Expr
    then: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Set(Stmt):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    action: Name
    free: bool


@dataclass(frozen=True, slots=True)
class Perform(Stmt):
    what: Expr


@dataclass(frozen=True, slots=True)
class Announce(Stmt):
    event: Name
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Proceed(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class Stop(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class EndGame(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class CallStmt(Stmt):
    call: Call


# ---- abilities and signatures


@dataclass(frozen=True, slots=True)
class Activated(Node):
    """`cost` is None where the ability costs nothing."""

    cost: Cost | None
    body: Block
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Event(Node):
    name: Name
    by: Expr


@dataclass(frozen=True, slots=True)
class Triggered(Node):
    events: tuple[Event, ...]
    body: Block
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class FunctionTarget(Node):
    name: Name
    params: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class FieldTarget(Node):
    field: Name
    kind: Name
    name: Name


@dataclass(frozen=True, slots=True)
class Modifier(Node):
    target: FunctionTarget | FieldTarget
    sign: str
    value: Expr
    condition: Expr | None


Ability = Activated | Triggered | Modifier


@dataclass(frozen=True, slots=True)
class Param(Node):
    type: Name
    name: Name


@dataclass(frozen=True, slots=True)
class Signature(Node):
    name: Name
    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Names(Node):
    """The head of an extension: `around: sow(c)`. `params` is None where no brackets stand."""

    name: Name
    params: tuple[Name, ...] | None


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below `node`, in the order of their text."""
    for f in fields(node):
        value = getattr(node, f.name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple) and f.name != "at":
            yield from (v for v in value if isinstance(v, Node))


def walk(node: Node) -> Iterator[Node]:
    """`node` and everything below it."""
    yield node
    for child in children(node):
        yield from walk(child)
