"""The heads of routines: what is declared, and which layers extensions put around it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dsl import ir
from dsl.diagnostics import Diagnostics, Related, Span, suggest
from dsl.parse.read import reserved_words
from dsl.program import FunctionIr, Key, Program, Text
from dsl.symbols import Routine, Symbols
from dsl.types import Type
from engine.link.cards import CardDef
from engine.link.texts import Path, Texts
from engine.packs.document import Document
from engine.packs.order import Pack

Params = tuple[tuple[str, Type], ...]
SORTS = {"functions": "function", "procedures": "procedure", "actions": "action", "phases": "phase"}


@dataclass(slots=True)
class Layer:
    """One layer of a routine: where its text stands and how its parameters are called there."""

    pack: str
    document: Document
    path: Path
    params: Params
    how: str = ""


@dataclass(slots=True)
class Phase:
    """A phase: an effect, or turns of players in an order until a flag of theirs is set."""

    id: str
    turns: str = ""
    until: str = ""
    document: Document | None = None
    path: Path = ()


@dataclass(slots=True)
class Rules:
    """Everything linked, ready to be assembled into a ruleset."""

    symbols: Symbols
    program: Program
    cards: list[CardDef]
    phases: list[Phase] = field(default_factory=list)
    orders: dict[int, tuple[ir.Ex, Text]] = field(default_factory=dict)
    setup: Key | None = None
    end_when: tuple[ir.Ex, Text] | None = None
    end_after: str = ""
    max_rounds: int = 1000
    scoring: dict[str, Any] = field(default_factory=dict)
    topics: list[dict[str, str]] = field(default_factory=list)


def text_at(layer: Layer) -> Any:
    value: Any = layer.document.data
    for step in layer.path:
        value = value[step]
    return value


class Heads(ABC):
    """Declares routines and adds the layers of extensions."""

    def __init__(self, packs: list[Pack], symbols: Symbols, report: Diagnostics) -> None:
        self.packs, self.symbols, self.report = packs, symbols, report
        self.program = Program(symbols)
        self.rules = Rules(symbols, self.program, [])
        self.texts = Texts(symbols, report, self.function_result)
        self.layers: dict[str, list[Layer]] = {}
        self.where: dict[str, Span] = {}
        self._checking: list[str] = []
        self._values: dict[tuple[str, int], FunctionIr | None] = {}

    @abstractmethod
    def function_result(self, id: str) -> Type | None:
        """The type of a function; see `engine.link.routines`."""

    def documents(self, section: str) -> Iterator[tuple[Pack, Document, Any]]:
        """The content files that have a section, in the order of their packs."""
        for pack in self.packs:
            for document in pack.documents:
                if section in document.data:
                    yield pack, document, document.data[section]

    # ---- heads
    def _declare(self) -> None:
        for section, sort in SORTS.items():
            for pack, document, part in self.documents(section):
                for key in part:
                    self._declare_one(sort, pack, document, (section, key))

    def _declare_one(self, sort: str, pack: Pack, document: Document, path: Path) -> None:
        key = str(path[-1])
        params: Params = ()
        if sort in ("function", "procedure"):
            head = self.texts.key(document, path, "signature")
            if head is None or (given := self.texts.params(document, path, head)) is None:
                return
            id, params = head.name.id, given
        else:
            id = key
        span = document.key_span(path)
        if id in reserved_words() or self._is_builtin(id):
            self.report.error("N012", f"`{id}` is a word of the language itself", span, hint="choose another name")
            return
        if id in self.layers:
            self.report.error(
                "N011",
                f"`{id}` is declared twice: it already is a {self.symbols.routines[id].sort}",
                span,
                hint="to change a routine of another pack, use `extend`",
                related=(Related(self.where[id], "here first"),),
            )
            return
        self.symbols.routines[id] = Routine(id, sort, params)
        self.layers[id] = [Layer(pack.id, document, path, params)]
        self.where[id] = span

    @staticmethod
    def _is_builtin(id: str) -> bool:
        from dsl.operators import functions

        return id in functions()

    def _extend(self) -> None:
        """Adds the layers that extensions put around routines, in the order of the packs."""
        for pack, document, part in self.documents("extend"):
            for n, entry in enumerate(part):
                how = next((h for h in ("before", "after", "around", "replace") if h in entry), None)
                if how is not None:
                    self._layer(pack, document, ("extend", n), entry, how)

    def _layer(self, pack: Pack, document: Document, path: Path, entry: dict[str, Any], how: str) -> None:
        head = self.texts.parse(document, (*path, how), "names")
        if head is None:
            return
        span = document.scalar((*path, how)).span(*head.name.at)
        routine = self.symbols.routines.get(head.name.id)
        if routine is None:
            self.report.error(
                "N007",
                f"there is nothing called `{head.name.id}` to extend",
                span,
                hint=suggest(head.name.id, self.symbols.routines),
            )
            return
        names = [p.id for p in head.params] if head.params is not None else [p for p, _ in routine.params]
        if len(names) != len(routine.params):
            self.report.error("T002", f"`{routine.id}` takes {len(routine.params)} arguments, not {len(names)}", span)
            return
        if routine.sort == "function" and how in ("before", "after"):
            self.report.error(
                "T003",
                "a function has a value, so nothing comes before or after it",
                document.key_span((*path, how)),
                hint="use `around` with `value: proceed + 1`",
            )
            return
        body = "value" if routine.sort == "function" else "do"
        if body not in entry:
            wrong = "do" if body == "value" else "value"
            at = document.key_span((*path, wrong)) if wrong in entry else span
            self.report.error("K002", f"an extension of a {routine.sort} has `{body}`", at)
            return
        if routine.sort == "phase" and isinstance(self.layers[routine.id][0].document.data["phases"][routine.id], dict):
            self.report.error(
                "T003",
                "the turns of a phase cannot be extended",
                span,
                hint="extend the phase before or after it, or the actions",
            )
            return
        params = tuple(zip(names, [type_ for _, type_ in routine.params], strict=True))
        self.layers[routine.id].append(Layer(pack.id, document, (*path, body), params, how))
