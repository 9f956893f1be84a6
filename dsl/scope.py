"""What names are in reach at a place in a text, and how a unit numbers its variables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dsl import ir
from dsl.types import Type


@dataclass(slots=True)
class Slots:
    """Hands out the variable numbers of one unit."""

    count: int = 0

    def new(self, size: int = 1) -> int:
        slot = self.count
        self.count += size
        return slot


@dataclass(slots=True)
class Scope:
    """Names in reach. `performer` is who acts, `you` who is read as `you` (they differ only in goods fields).

    `candidate` is the candidate of the query whose condition we are in: its attributes may be named bare.
    """

    slots: Slots
    performer: ir.Var | None = None
    you: ir.Var | None = None
    candidate: ir.Var | None = None
    parent: Scope | None = None
    names: dict[str, ir.Var] = field(default_factory=dict)

    def inner(self) -> Scope:
        """A scope inside this one: names bound there are not seen outside."""
        return Scope(self.slots, self.performer, self.you, self.candidate, self)

    def find(self, name: str) -> ir.Var | None:
        """The variable of that name, from the innermost scope outwards."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def bind(self, name: str, type_: Type, at: int, *, bound: bool = False) -> ir.Var:
        """A new variable; `bound` if it only lives inside a query."""
        var = ir.Var(at, type_, self.slots.new(), name, bound)
        self.names[name] = var
        return var

    def all_names(self) -> Iterator[str]:
        scope: Scope | None = self
        while scope is not None:
            yield from scope.names
            scope = scope.parent
