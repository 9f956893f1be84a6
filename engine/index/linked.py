"""A pack linked with all it requires as far as that goes, for whoever is writing it: errors do not end it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from dsl.diagnostics import DiagnosticError, Diagnostics
from dsl.meaning import Meaning
from dsl.spanmap import Scalar
from dsl.symbols import Symbols
from dsl.text.tell import Teller
from engine.link.cards import CardDef
from engine.link.declare import Declarations
from engine.link.program import Linker
from engine.lint.run import scenarios_of
from engine.packs import locate
from engine.packs import order as p
from engine.packs.document import Document
from engine.packs.source import load_document
from engine.schema.build import content_schema
from engine.schema.check import faulty
from engine.why.templates import Template, templates


@dataclass
class Linked:
    """Packs as linked. `heard` is what the names in texts mean; `said` is what each card says, as far as nothing
    was wrong with the whole when it was linked last; `templates` are those of all options."""

    packs: list[p.Pack]
    symbols: Symbols
    cards: list[CardDef] = field(default_factory=list)
    phases: tuple[str, ...] = ()
    heard: list[tuple[Scalar, list[Meaning]]] = field(default_factory=list)
    said: dict[str, list[str]] = field(default_factory=dict)
    beside: list[Document] = field(default_factory=list)
    templates: list[Template] = field(default_factory=list)

    @property
    def documents(self) -> list[Document]:
        """All files: manifests, contents, and what the pack has beside them, scenarios and names in other languages."""
        return [d for pack in self.packs for d in (pack.manifest, *pack.documents)] + self.beside


@lru_cache(maxsize=10_000)
def real(file: str) -> str:
    """The one path of a file, however it is written."""
    return os.path.realpath(file)


def link_loosely(folder: Path, old: Linked | None = None) -> Linked:
    """Links the pack in a folder, beside the packs for which it has further files. A file that cannot be read or
    understood is as it was in `old`, or left out. Raises DiagnosticError where not even the manifests can be read."""
    beside = p.beside(p.read_manifest(folder), folder)
    try:
        found = p.gather([locate.reference(folder), *beside])
    except DiagnosticError:
        found = p.gather([locate.reference(folder)])
    kept = {real(d.file): d for d in old.documents} if old is not None else {}
    present = {pack.id for pack in found}
    for pack in found:
        pack.documents = list(_contents(p.content_files(pack, present), kept))
    report = Diagnostics()
    try:
        chosen = p.chosen_options(found, {})
    except DiagnosticError:
        chosen = {}
    symbols = Declarations(found, chosen, report).run()
    around = [*scenarios_of(folder), *_languages(folder)]
    linked = Linked(found, symbols, beside=around, said=old.said if old is not None else {})
    if len(report):  # texts cannot be understood where not even the names are clear
        if old is not None:
            symbols.routines = old.symbols.routines
            linked.cards, linked.phases, linked.heard = old.cards, old.phases, old.heard
            linked.templates = old.templates
        return linked
    linker = Linker(found, symbols, report)
    linker.texts.heard = linked.heard
    try:
        rules = linker.run()
    except (RecursionError, DiagnosticError):  # too deep, or too much to be linked
        return linked
    linked.cards, linked.phases = rules.cards, tuple(phase.id for phase in rules.phases)
    linked.templates = templates(rules.program)
    if not len(report):
        teller = Teller(symbols, rules.program)
        linked.said = {card.id: [] for card in rules.cards}
        for card in rules.cards:
            linked.said[card.id].append(teller.card_text(card))
    return linked


def _languages(folder: Path) -> Iterable[Document]:
    """The names of a pack in other languages, as far as they can be read."""
    for file in sorted((folder / "lang").glob("*.yaml")):
        with contextlib.suppress(DiagnosticError):
            yield load_document(file, None, locate.as_shown(file))


def _contents(files: Iterable[Path], kept: Mapping[str, Document]) -> Iterable[Document]:
    for file in files:
        document = _content(file)
        if document is None:
            document = kept.get(real(str(file)))
        if document is not None:
            yield document


def _content(file: Path) -> Document | None:
    """A content file without the cards that are misshapen; None if anything else is wrong with its shape."""
    try:
        document = load_document(file)
    except DiagnosticError:
        return None
    for path in faulty(document, content_schema(), Diagnostics()):
        if len(path) < 3 or path[0] != "cards" or not isinstance(path[2], int):
            return None
        document.data["cards"][path[1]][path[2]] = None
    return document
