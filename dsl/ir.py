"""The checked tree: every name resolved, every expression typed. The compiler and the rules text both read it.

Slots number the variables of a unit: 0 is the player who performs it, then its parameters, then what it binds.
`at` is the offset in the text the node came from, used for the line numbers of the generated code.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from dsl.types import Type


@dataclass(frozen=True, slots=True)
class Ir:
    at: int = field(compare=False, repr=False)


_PLAIN = ("int", "str", "bool", "Type", "tuple[int, ...]", "tuple[str, ...]")
_parts: dict[type[Ir], tuple[str, ...]] = {}


def parts(sort: type[Ir]) -> tuple[str, ...]:
    """The fields of a sort of node that can hold further nodes: all that are no plain values."""
    if sort not in _parts:
        _parts[sort] = tuple(f.name for f in fields(sort) if f.type not in _PLAIN)
    return _parts[sort]


# ---- expressions


@dataclass(frozen=True, slots=True)
class Ex(Ir):
    type: Type


@dataclass(frozen=True, slots=True)
class Const(Ex):
    """A number, flag, word, good, set mask, or nobody; `shown` is what the author wrote."""

    value: int
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Var(Ex):
    """A variable of the unit, or (`bound`) the candidate of a query around it."""

    slot: int
    name: str
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Read(Ex):
    """Reads `ref` of `base`: sort is field, state, player, table, owner, place, board or good.

    `ref` is the name of the field; for `good` it is an expression in `key`.
    """

    sort: str
    base: Ex | None
    ref: str
    column: int
    key: Ex | None = None


@dataclass(frozen=True, slots=True)
class ZoneRef(Ex):
    """A zone: shared (`base` None), of a player, or (`union`) of several players."""

    zone: str
    base: Ex | None
    union: Ex | None


@dataclass(frozen=True, slots=True)
class ListOf(Ex):
    """Written-out goods or words."""

    values: tuple[int, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Query(Ex):
    """`var` runs over the candidates; `over` is component, player, good or word; `source` a zone or list of them.

    `on` is the component whose standing components are meant.
    """

    over: str
    var: Var
    source: Ex | None
    on: Ex | None
    where: Ex | None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Op(Ex):
    """A row of the operator table applied to arguments."""

    op: str
    args: tuple[Ex, ...]


@dataclass(frozen=True, slots=True)
class CallFn(Ex):
    name: str
    args: tuple[Ex, ...]
    layer: int = -1


@dataclass(frozen=True, slots=True)
class First(Ex):
    query: Query
    keys: tuple[Ex, ...]


# ---- goods


@dataclass(frozen=True, slots=True)
class StandIn(Ir):
    """A good that may pay a term of a cost in place of its own, where a condition holds."""

    good: int
    condition: Ex


@dataclass(frozen=True, slots=True)
class GoodsTerm(Ir):
    """`amount` None means all. `goods` are alternatives by number; `unit` a good held in a variable.

    `every`: the unit is `goods`, that is all of them that are not kept. `card` is the query of a
    zone-backed unit in a cost. `stand_ins` are the wild goods of a cost that pay only under a condition.
    """

    amount: Ex | None
    goods: tuple[int, ...]
    unit: Ex | None
    every: bool
    per: Query | None
    most: Ex | None
    card: Query | None
    shown: str = ""
    stand_ins: tuple[StandIn, ...] = ()


@dataclass(frozen=True, slots=True)
class GoodsRef(Ir):
    """Goods written in a field of a component."""

    ref: Ex


GoodsItem = GoodsTerm | GoodsRef


@dataclass(frozen=True, slots=True)
class CostIr(Ir):
    alternatives: tuple[tuple[GoodsTerm, ...], ...]
    of: Ex | None


# ---- statements


@dataclass(frozen=True, slots=True)
class St(Ir):
    pass


@dataclass(frozen=True, slots=True)
class Gain(St):
    you: Var
    items: tuple[GoodsItem, ...]


@dataclass(frozen=True, slots=True)
class Lose(St):
    you: Var
    items: tuple[GoodsItem, ...]
    source: Ex | None


@dataclass(frozen=True, slots=True)
class Spend(St):
    you: Var
    cost: CostIr


@dataclass(frozen=True, slots=True)
class Put(St):
    you: Var
    items: tuple[GoodsItem, ...]
    on: Ex


@dataclass(frozen=True, slots=True)
class Take(St):
    you: Var
    items: tuple[GoodsItem, ...]
    source: Ex


@dataclass(frozen=True, slots=True)
class Move(St):
    """`to` is a zone or a component to stand on."""

    you: Var
    what: Ex
    to: Ex
    bottom: bool
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Shuffle(St):
    zone: ZoneRef


@dataclass(frozen=True, slots=True)
class Reveal(St):
    you: Var
    what: Ex


@dataclass(frozen=True, slots=True)
class Choose(St):
    """`single` binds one candidate or nothing, otherwise a list. `words` is the template of an option, with {v}."""

    you: Var
    var: Var
    single: bool
    count: Ex | None
    up_to: bool
    query: Query
    prompt: str
    words: str


@dataclass(frozen=True, slots=True)
class OptionIr(Ir):
    words: str
    condition: Ex | None
    body: tuple[St, ...]


@dataclass(frozen=True, slots=True)
class ChooseOne(St):
    """`optional`: one of the options is to do nothing (`no`)."""

    you: Var
    prompt: str
    options: tuple[OptionIr, ...]
    optional: bool
    slot: int


@dataclass(frozen=True, slots=True)
class As(St):
    var: Var
    who: Ex
    body: tuple[St, ...]


@dataclass(frozen=True, slots=True)
class ForEach(St):
    """`var` runs over a list fixed at the start; `slot` and `slot`+1 hold the list and the place in it."""

    var: Var
    query: Query
    body: tuple[St, ...]
    slot: int


@dataclass(frozen=True, slots=True)
class Repeat(St):
    count: Ex
    body: tuple[St, ...]
    slot: int


@dataclass(frozen=True, slots=True)
class If(St):
    condition: Ex
    then: tuple[St, ...]
    otherwise: tuple[St, ...]


@dataclass(frozen=True, slots=True)
class Let(St):
    var: Var
    value: Ex


@dataclass(frozen=True, slots=True)
class Set(St):
    """`target` is a Read of sort state, player or table."""

    target: Read
    value: Ex


@dataclass(frozen=True, slots=True)
class Do(St):
    you: Var
    action: str
    free: bool
    slot: int


@dataclass(frozen=True, slots=True)
class Perform(St):
    """`what` reads an effect or ability field, or an entry of abilities by word."""

    you: Var
    what: Ex


@dataclass(frozen=True, slots=True)
class Announce(St):
    event: str
    args: tuple[Ex, ...]


@dataclass(frozen=True, slots=True)
class Stop(St):
    pass


@dataclass(frozen=True, slots=True)
class EndGame(St):
    pass


@dataclass(frozen=True, slots=True)
class CallProc(St):
    """A call of a procedure; `layer` says which layer of an extended one (-1: the outermost)."""

    you: Var
    name: str
    args: tuple[Ex, ...]
    layer: int = -1


Stmts = tuple[St, ...]


# ---- what a field or rule text amounts to


@dataclass(frozen=True, slots=True)
class Unit:
    """One compiled text: an effect with its parameters. `slots` is how many variables it needs."""

    params: tuple[Var, ...]
    body: Stmts
    slots: int


@dataclass(frozen=True, slots=True)
class AbilityIr:
    """An activated ability: what it costs, does, and when it may be used."""

    cost: CostIr | None
    unit: Unit
    condition: Ex | None


@dataclass(frozen=True, slots=True)
class TriggerIr:
    """`events` are pairs of an event and whose doing of it fires (`by`, an expression of a player or players)."""

    events: tuple[tuple[str, Ex], ...]
    unit: Unit
    condition: Ex | None


@dataclass(frozen=True, slots=True)
class ModifierIr:
    """Adds `value` to a function (`function`) or to a field (`field` of `kind`) while `condition` holds.

    `params` are the controller, the source, and the arguments or the component.
    """

    function: str
    field: str
    kind: str
    params: tuple[Var, ...]
    value: Ex
    condition: Ex | None
