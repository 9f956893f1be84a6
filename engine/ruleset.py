"""A ruleset: everything a game needs, immutable and shared by all its games.

It is made from an image, plain data that `assemble` builds and the cache keeps; the code in it is run twice, once for
each twin: one that logs and one that is silent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine import logged, machine, triggers

if TYPE_CHECKING:
    from dsl.language import Language
    from engine.messages.voice import Voice
    from engine.state import State

Image = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Card:
    """A definition: what a component is. `fields` are as written, `text` is what they say in English."""

    number: int
    id: str
    pack: str
    kind: str
    name: str
    copies: int
    fields: dict[str, Any]
    text: str
    unique_id: str


@dataclass(slots=True)
class Kit:
    """One twin of a ruleset's code."""

    rt: dict[str, Callable[..., Any]]
    units: list[tuple[Callable[..., int], ...]] = field(default_factory=list)
    funcs: list[Callable[..., Any] | None] = field(default_factory=list)
    costs: list[Callable[..., Any] | None] = field(default_factory=list)
    payable: list[Callable[..., Any]] = field(default_factory=list)
    guards: list[Callable[..., Any] | None] = field(default_factory=list)
    usable: list[Callable[..., Any]] = field(default_factory=list)
    defeating: dict[int, Callable[..., Any]] = field(default_factory=dict)
    tests: list[Callable[..., Any]] = field(default_factory=list)
    active: list[Any] = field(default_factory=list)
    legal: list[Any] = field(default_factory=list)
    legal_free: list[Any] = field(default_factory=list)
    legal_one: dict[int, Callable[..., Any]] = field(default_factory=dict)
    orders: list[Any] = field(default_factory=list)
    end_when: Callable[..., Any] | None = None
    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)
    space: dict[str, Any] = field(default_factory=dict)


def _never(*_: Any) -> bool:
    return False


class Ruleset:
    """The rules and cards of some packs, ready to be played. Attributes are tables by number; see `assemble`."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.openings: dict[tuple[str | None, ...], State] = {}
        self.hash: str = image["hash"]
        self.language: Language | None = None  # of labels, prompts and texts; None is English
        self.layout: str = image["layout"]
        self.packs: list[tuple[str, str, str]] = [tuple(p) for p in image["packs"]]
        self.options: dict[str, int | bool] = image["options"]
        self.goods: list[dict[str, Any]] = image["goods"]
        self.kinds: list[dict[str, Any]] = image["kinds"]
        self.zones: list[dict[str, Any]] = image["zones"]
        self.events: list[str] = image["events"]
        self.words: dict[str, dict[str, Any]] = image["words"]
        self.columns: dict[str, list[dict[str, Any]]] = image["columns"]
        self.cards = [Card(**c) for c in image["cards"]]
        self.actions: list[dict[str, Any]] = image["actions"]
        self.phases: list[dict[str, Any]] = image["phases"]
        self.sites: list[dict[str, Any]] = image["sites"]
        self.causes: list[tuple[str, str, int]] = image["causes"]
        self.board: str = image["board"]
        self.seats: tuple[int, int] = tuple(image["seats"])
        self.automaton: str = image["automaton"][0]
        self.automata: tuple[int, int] = tuple(image["automaton"][1:])
        self.setup: int = image["setup"]
        self.end_after: int = image["end_after"]
        self.max_rounds: int = image["max_rounds"]
        self.scoring: dict[str, Any] = image["scoring"]
        self.topics: list[dict[str, str]] = image["topics"]
        # by good
        self.backed: list[tuple[int, int] | None] = [b and tuple(b) for b in image["backed"]]
        self.countable: tuple[int, ...] = tuple(image["countable"])
        self.spent: dict[int, int] = dict(image["spent"])
        # by number of a zone in the state
        self.refill: list[int] = image["refill"]
        self.hidden: list[int] = image["hidden"]
        self.zone_owner: list[int] = image["zone_owner"]
        self.nowhere: list[bool] = image["nowhere"]
        self.active: list[Any] = image["active"]
        # by definition
        self.kind_of: list[int] = image["constants"]["K"]
        self.defaults: list[tuple[tuple[int, int], ...]] = [tuple(map(tuple, d)) for d in image["defaults"]]
        self.markers: list[frozenset[int]] = [frozenset(m) for m in image["markers"]]
        self.stores: list[bool] = image["stores"]
        self.has_live: list[bool] = image["has_live"]
        self.turn_units: list[int] = image["turn_units"]
        # by unit
        self.slots: list[int] = image["slots"]
        self.places: list[tuple[str, str, int]] = [tuple(p) for p in image["places"]]
        self.commutes: dict[int, bool] = dict(image["commutes"])
        self.free_action: dict[int, bool] = {a["unit"]: a["free"] for a in self.actions}
        self.interferes: dict[int, bool] = {a["unit"]: a["interferes"] for a in self.actions}
        self.action_cause: dict[int, int] = {a["unit"]: a["cause"] for a in self.actions}
        self.action_params: dict[int, list[str]] = {a["unit"]: [s for _, s in a["params"]] for a in self.actions}
        # by event
        self.listeners: list[dict[int, list[tuple[int, int]]]] = image["listeners"]

    @cached_property
    def silent(self) -> Kit:
        """The twin that keeps no log."""
        return self._kit({**logged.SILENT, **machine.RUNTIME})

    @cached_property
    def logging(self) -> Kit:
        """The twin that logs what happens."""
        return self._kit({**logged.LOGGED, **machine.RUNTIME})

    def _kit(self, rt: dict[str, Callable[..., Any]]) -> Kit:
        """Runs the code of the image with one set of primitives."""
        image = self.image
        kit = Kit(rt)
        space = kit.space
        space.update(rt, __builtins__=_BUILTINS)
        space.update(image["constants"])
        space.update(
            FUNCS=kit.funcs,
            COSTS=kit.costs,
            PAYABLE=kit.payable,
            USABLE=kit.usable,
            DEFEATS=image["defeats"],
            ACTIVE=kit.active,
            LEGAL_ONE=kit.legal_one,
            MODIFIERS={},
        )
        for code in image["code"]:
            exec(code, space)
        for key, numbers in image["modifiers"]:
            space["MODIFIERS"][tuple(key)] = tuple(space[f"x{n}"] for n in numbers)
        kit.units += [(machine.round_step,), (triggers.step,), (machine.turn_begin, machine.turn_after)]
        kit.funcs += [None] * machine.BUILT_IN
        for number, blocks in enumerate(image["blocks"]):
            n = number + machine.BUILT_IN
            if blocks == 0:
                kit.funcs.append(space[f"u{n}"])
                kit.units.append(machine.straight(space[f"u{n}"]))
            else:
                kit.funcs.append(None)
                kit.units.append(tuple(space[f"u{n}_{k}"] for k in range(blocks)))
        for n in range(len(kit.units)):
            kit.costs.append(space.get(f"w{n}"))
            kit.payable.append(space.get(f"y{n}", _always))
            kit.guards.append(space.get(f"k{n}"))
        kit.payable.append(_never)
        kit.usable += [guard or _always for guard in kit.guards]
        kit.usable.append(_never)
        kit.defeating.update({a["unit"]: space.get(f"i{a['unit']}", _always) for a in self.actions if a["interferes"]})
        kit.tests += [space[f"t{n}"] for n in range(image["tests"])]
        kit.active += [space[a] if isinstance(a, str) else a for a in self.active]
        for n, phase in enumerate(self.phases):
            kit.legal.append(space.get(f"legal_{n}") if phase["turns"] else None)
            kit.legal_free.append(space.get(f"free_{n}") if phase["turns"] else None)
            kit.orders.append(space.get(f"order_{n}"))
        kit.legal_one.update({a["unit"]: one for a in self.actions if (one := space.get(f"one_{a['unit']}"))})
        kit.end_when = space.get("end_when")
        kit.functions = {f: space[python] for f, python in image["functions"].items()}
        return kit

    @cached_property
    def reasons(self) -> dict[str, Callable[..., Any]]:
        """The tests that tell why something is not legal; see `engine.why.reasons`."""
        space = dict(self.logging.space)
        exec(self.image["reasons"]["code"], space)
        return space

    @cached_property
    def by_id(self) -> dict[str, list[Card]]:
        """Cards by id, by `pack:id` too."""
        out: dict[str, list[Card]] = {}
        for card in self.cards[1:]:
            out.setdefault(card.id, []).append(card)
            out.setdefault(f"{card.pack}:{card.id}", []).append(card)
        return out

    @cached_property
    def voice(self) -> Voice:
        """Says what the program itself says, in the language of the ruleset."""
        from engine.messages.voice import Voice

        return Voice(self.language)

    def good_name(self, g: int, n: int = 1, case: str = "nom") -> str:
        """What a good is called after a number, in the language of the ruleset and a case of it."""
        good = self.goods[g]
        if self.language is not None and (pair := self.language.noun("goods", good["id"])) is not None:
            return (pair[0] if n == 1 else pair[0].counted(self.language.category(n))).case(case)
        return str(good["name"] if n == 1 else good["plural"])

    def boards(self) -> list[Card]:
        """The cards that can be the board of a seat that somebody decides for."""
        return [c for c in self.cards[1:] if c.kind == self.board]

    def own_boards(self) -> list[Card]:
        """The cards that can be the board of a seat that plays by itself: an automaton."""
        return [c for c in self.cards[1:] if self.turn_units[c.number] >= 0]


def _always(*_: Any) -> bool:
    return True


_BUILTINS = {"range": range, "len": len, "sum": sum, "min": min, "max": max, "tuple": tuple, "list": list, "bool": bool}
