"""The symbol tables: what the packs' vocabulary declares, numbered for the compiler.

Everything here is plain data made by the linker; the language itself knows none of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.types import Type

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Good:
    """Something a player has an amount of. `zone`, `source` and `spent` make it stand for components in a zone.

    `pays_for`: the function of one component that says of which costs a wild good can pay; any, where it is empty.
    """

    id: str
    index: int
    name: str
    plural: str
    group: str = ""
    wild: str = ""
    kept: bool = False
    zone: str = ""
    source: str = ""
    spent: str = ""
    icon: str = ""
    drawing: str = ""
    pays_for: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A small picture: a colour as #rrggbb, or none, and its forms as written, each as its sort, data and fill."""

    id: str
    color: str
    shapes: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A closed vocabulary; a word is its number here, a set of words a bit mask."""

    id: str
    words: tuple[str, ...]
    names: dict[str, str]
    drawings: dict[str, str] = field(default_factory=dict)

    def index(self, word: str) -> int:
        return self.words.index(word)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a kind: `column` is its place among all columns of its sort (constant, component, player, table).

    Without a `name` it is called by its id.
    """

    id: str
    type: Type
    column: int
    default: object = None
    optional: bool = False
    least: int | None = None
    most: int | None = None
    about: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    id: str
    index: int
    name: str
    plural: str
    start: str
    fields: dict[str, Field]
    state: dict[str, Field]
    holds: tuple[str, ...] = ()
    holds_goods: bool = False
    back: str = ""
    drawing: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """`base` is the number of its first zone in the state: one for a shared zone, one per seat otherwise."""

    id: str
    base: int
    each: bool
    hidden: str = ""
    refill: str = ""
    active: str | bool | None = None
    name: str = ""
    rows: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    id: str
    index: int
    params: dict[str, Type]


@dataclass(frozen=True, slots=True)
class Routine:
    """A function, procedure or action as others see it: its parameters, and what it gives."""

    id: str
    sort: str
    params: tuple[tuple[str, Type], ...]
    result: Type | None = None


@dataclass(frozen=True, slots=True)
class Automaton:
    """Seats whose turn is an effect: the kind of what they have for a board, the field that is their turn, and how many
    of all seats are such, at least and at most."""

    kind: str
    turn: str
    least: int
    most: int


@dataclass(slots=True)
class Symbols:
    """All that names can mean in the packs being linked."""

    goods: dict[str, Good] = field(default_factory=dict)
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    group_names: dict[str, tuple[str, str]] = field(default_factory=dict)
    words: dict[str, Words] = field(default_factory=dict)
    drawings: dict[str, Drawing] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    player: dict[str, Field] = field(default_factory=dict)
    table: dict[str, Field] = field(default_factory=dict)
    options: dict[str, int | bool] = field(default_factory=dict)
    routines: dict[str, Routine] = field(default_factory=dict)
    board: str = ""
    seats: tuple[int, int] = (1, 1)
    automaton: Automaton | None = None

    def good_list(self) -> list[Good]:
        return sorted(self.goods.values(), key=lambda g: g.index)

    def kind_list(self) -> list[Kind]:
        return sorted(self.kinds.values(), key=lambda k: k.index)

    def wilds(self, good: str) -> tuple[str, ...]:
        """The goods that may pay for `good` besides itself whatever the cost is about, in their declared order."""
        group = self.goods[good].group
        return tuple(g.id for g in self.good_list() if g.wild and g.wild == group and not g.pays_for)

    def limited_wilds(self, goods: tuple[int, ...]) -> tuple[Good, ...]:
        """The goods that may pay for some of `goods`, but only where a function says so of what the cost is about."""
        names = self.good_list()
        groups = {names[n].group for n in goods} - {""}
        return tuple(g for g in names if g.pays_for and g.wild in groups and g.index not in goods)

    def members(self, unit: str) -> tuple[str, ...]:
        """The goods a unit stands for: the good itself, or those of the group."""
        return self.groups.get(unit, (unit,))
