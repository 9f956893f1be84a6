"""What lint looks at: linked packs, and every checked text in them with its exact place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from dsl import ir
from dsl.diagnostics import Span
from dsl.program import Key, Program, walk
from dsl.spanmap import Scalar
from dsl.symbols import Symbols
from engine.link.cards import CardDef
from engine.link.heads import Layer, Rules
from engine.link.texts import Path as Where
from engine.lint.spots import spot
from engine.loader import linked
from engine.packs.document import Document
from engine.packs.order import Pack

ROUTINES = ("procedure", "action", "phase")


@dataclass(frozen=True)
class Piece:
    """One checked text. `role` says what it is for (effect, cost, condition, query, value, modifier), `key` is the unit
    it belongs to, and `owner` what it is part of: a routine or a card. `known` are its nodes where they are at hand."""

    scalar: Scalar
    form: str
    role: str
    key: Key
    owner: str
    roots: tuple[ir.Ir, ...]
    known: tuple[ir.Ir, ...] = ()

    @cached_property
    def nodes(self) -> tuple[ir.Ir, ...]:
        """Every checked node of the text."""
        return self.known or tuple(walk(self.roots))

    def span(self, node: ir.Ir | None = None) -> Span:
        """The place of a node, or of the whole text."""
        if node is None:
            return self.scalar.span(0, len(self.scalar.text.rstrip()))
        return spot(self.scalar, self.form, node)


@dataclass(eq=False)
class Subject:
    """Linked packs. Only what is written in `files` is judged; the rest is there to be looked up."""

    packs: list[Pack]
    rules: Rules
    layers: dict[str, list[Layer]]
    files: set[str]
    scenarios: list[Document] = field(default_factory=list)

    @property
    def symbols(self) -> Symbols:
        return self.rules.symbols

    @property
    def program(self) -> Program:
        return self.rules.program

    @property
    def own(self) -> list[Pack]:
        """The packs that are judged."""
        return [pack for pack in self.packs if pack.manifest.file in self.files]

    @cached_property
    def documents(self) -> list[tuple[Pack, Document]]:
        """All content files."""
        return [(pack, document) for pack in self.packs for document in pack.documents]

    @cached_property
    def cards(self) -> list[CardDef]:
        """The cards that are judged."""
        return [card for card in self.rules.cards if card.document.file in self.files]

    @cached_property
    def pieces(self) -> list[Piece]:
        """Every checked text."""
        return list(_pieces(self))

    @cached_property
    def judged(self) -> list[Piece]:
        """The checked texts that are judged."""
        return [piece for piece in self.pieces if piece.scalar.file in self.files]

    def nodes(self) -> Iterator[ir.Ir]:
        """Every checked node of every text."""
        for piece in self.pieces:
            yield from piece.nodes

    def declared(self, *section: str) -> Iterator[tuple[Document, Where, str, object]]:
        """The entries that judged files have under some keys: file, path, id and what is written."""
        for _, document in self.documents:
            value: object = document.data
            for step in section:
                value = value.get(step) if isinstance(value, dict) else None
            if document.file in self.files and isinstance(value, (dict, list)):
                for n, id in enumerate(value):
                    where = (*section, n if isinstance(value, list) else id)
                    yield document, where, str(id), value[n] if isinstance(value, list) else value[id]


def link(names: Iterable[str], judged: Iterable[Path]) -> Subject:
    """Links packs to be looked at; `judged` are the folders of those that are judged. Raises DiagnosticError."""
    linker, found = linked(list(names), {})
    folders = {folder.resolve() for folder in judged}
    own = [pack for pack in found if pack.folder.resolve() in folders]
    files = {d.file for pack in own for d in (pack.manifest, *pack.documents)}
    return Subject(found, linker.rules, linker.layers, files)


def _pieces(subject: Subject) -> Iterator[Piece]:
    program, rules = subject.program, subject.rules
    for key, info in program.units.items():
        if info.text.scalar is None:
            continue
        form = "effect" if key[0] in (*ROUTINES, "setup") else key[0]
        scalar, owner = info.text.scalar, key[1] if key[0] in (*ROUTINES, "setup") else key[2]
        yield Piece(scalar, form, "effect", key, owner, info.unit.body, info.nodes)
        ability, trigger = program.abilities.get(key), program.trigger_irs.get(key)
        if ability is not None and ability.cost is not None:
            yield Piece(scalar, form, "cost", key, owner, (ability.cost,))
        condition = ability.condition if ability is not None else trigger.condition if trigger is not None else None
        if condition is not None:
            yield Piece(scalar, form, "condition", key, owner, (condition,))
        if trigger is not None:
            yield Piece(scalar, form, "query", key, owner, tuple(by for _, by in trigger.events))
    for n, function in enumerate(program.functions):
        if function.text.scalar is not None:
            key = ("function", function.id, str(n))
            yield Piece(function.text.scalar, "expression", "value", key, function.id, (function.value,))
    for number, modifier, text in program.modifiers:
        if text.scalar is not None:
            card = rules.cards[number - 1]
            key = ("modifier", card.pack, card.id)
            yield Piece(text.scalar, "ability", "modifier", key, card.id, (modifier.value,))
            if modifier.condition is not None:
                yield Piece(text.scalar, "ability", "condition", key, card.id, (modifier.condition,))
    for zone, (_, found, text) in program.active.items():
        if text.scalar is not None:
            yield Piece(text.scalar, "expression", "condition", ("zone", zone), zone, (found,))
    for number, (order, text) in rules.orders.items():
        if text.scalar is not None:
            yield Piece(text.scalar, "expression", "value", ("order", str(number)), text.label, (order,))
    if rules.end_when is not None and rules.end_when[1].scalar is not None:
        yield Piece(rules.end_when[1].scalar, "expression", "condition", ("end",), "end", (rules.end_when[0],))
    yield from _of_actions(subject)


def _of_actions(subject: Subject) -> Iterator[Piece]:
    for action in subject.program.actions:
        layer = subject.layers[action.id][0]
        key = ("action", action.id, "0")
        for name, query in zip(action.written.get("with", {}), action.queries, strict=True):
            scalar = layer.document.scalar((*layer.path, "with", name))
            yield Piece(scalar, "query", "query", key, action.id, (query,))
        if action.condition is not None:
            scalar = layer.document.scalar((*layer.path, "if"))
            yield Piece(scalar, "expression", "condition", key, action.id, (action.condition,))
        if action.cost is not None:
            scalar = layer.document.scalar((*layer.path, "cost"))
            yield Piece(scalar, "cost", "cost", key, action.id, (action.cost,))
