"""The book of names: where everything that packs declare is declared and used, in YAML and in effect texts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dsl import syntax as x
from dsl.diagnostics import Span
from dsl.meaning import Meaning
from dsl.parse.read import ParseError, parse
from dsl.spanmap import Scalar
from dsl.symbols import Symbols
from engine.index.linked import Linked, real
from engine.index.marks import Mark, Path, marks, texts_in
from engine.packs.document import Document
from engine.schema.which import schema_of

_HOLE = re.compile(r"\{([a-z][a-z0-9_]*)(?::[a-z]+)?\}")  # in other languages with a case
_WORDS = re.compile(r'"[^"\n]*"')
_PARTS = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Symbol:
    """Something that has a name. `of` is the vocabulary of a word, and where a local name is known."""

    sort: str
    id: str
    of: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """A place where a symbol is named. `file` is the real path of the file."""

    file: str
    start: int
    end: int
    symbol: Symbol = field(compare=False)
    declares: bool = field(compare=False, default=False)
    type: str = field(compare=False, default="")


class Book:
    """The names in linked packs."""

    def __init__(self, linked: Linked) -> None:
        self.linked = linked
        self.symbols: Symbols = linked.symbols
        self._cards = {card.id for card in linked.cards}
        heard: dict[str, list[tuple[Scalar, list[Meaning]]]] = {}
        for scalar, meanings in linked.heard:
            heard.setdefault(real(scalar.file), []).append((scalar, meanings))
        self._parameters_of: dict[tuple[str, str], Symbol] = {}  # by action and name
        found: set[Use] = set()
        for document in linked.documents:
            found.update(self._in_document(document, heard.get(real(document.file), [])))
        self._by_file: dict[str, list[Use]] = {}
        self._by_symbol: dict[Symbol, list[Use]] = {}
        for use in sorted(found):
            self._by_file.setdefault(use.file, []).append(use)
            self._by_symbol.setdefault(use.symbol, []).append(use)

    def uses(self, symbol: Symbol) -> list[Use]:
        """Every place where a symbol is named, in order of file and place."""
        return self._by_symbol.get(symbol, [])

    def declared(self, symbol: Symbol) -> list[Use]:
        """The places where a symbol is declared."""
        return [use for use in self.uses(symbol) if use.declares]

    def at(self, file: str, offset: int) -> Use | None:
        """What is named at a place in a file (its real path); at the end of a name too."""
        uses = self._by_file.get(file, [])
        n = bisect_right(uses, offset, key=lambda use: use.start)
        near = [use for use in uses[max(0, n - 4) : n] if use.start <= offset <= use.end]
        return min(near, key=lambda use: (use.end == offset, use.end - use.start), default=None)

    def in_file(self, file: str) -> list[Use]:
        return self._by_file.get(file, [])

    # ---- reading
    def _in_document(self, document: Document, heard: list[tuple[Scalar, list[Meaning]]]) -> Iterator[Use]:
        file, paths = real(document.file), dict[int, Path]()
        for mark in marks(document.data, schema_of(document), self.symbols.kinds):
            if mark.form in ("signature", "names"):
                yield from self._head(document, mark)
            elif mark.form:
                paths[document.span(mark.path).start] = mark.path
            elif mark.sort:
                yield from self._named(document, mark)
        yield from self._parameters(document)
        yield from self._titles(document)
        for scalar, meanings in heard:
            path = paths.get(scalar.place)
            if path is not None:
                yield from _of_text(file, scalar, meanings, path)

    def _named(self, document: Document, mark: Mark) -> Iterator[Use]:
        text, span = _written(document, mark)
        if text is None:
            return
        file = real(document.file)
        if mark.sort == "type":
            for part in _PARTS.finditer(text):
                sort = (
                    "kind" if part[0] in self.symbols.kinds else "vocabulary" if part[0] in self.symbols.words else ""
                )
                if sort:
                    yield Use(file, span.start + part.start(), span.start + part.end(), Symbol(sort, part[0]))
            return
        if mark.sort == "names":
            for part in _PARTS.finditer(text):
                sort, of = ("card", "") if part[0] in self._cards else self.sort_of(part[0], "good")
                sort, of = (sort, of) if sort else self.sort_of(part[0], "word")
                if sort:
                    yield Use(file, span.start + part.start(), span.start + part.end(), Symbol(sort, part[0], of))
            return
        if mark.sort == "card" and ":" in text:
            pack, _, text = text.partition(":")
            yield Use(file, span.start, span.start + len(pack), Symbol("pack", pack))
            span = Span(span.file, span.start + len(pack) + 1, span.end)
        sort, of = self.sort_of(text, mark.sort, mark.of)
        if sort == "card" and not mark.declares and text not in self._cards:
            sort, of = self.sort_of(text, "word")
        if sort:
            yield Use(file, span.start, span.end, Symbol(sort, text, of), mark.declares)

    def sort_of(self, id: str, sort: str, of: str = "") -> tuple[str, str]:
        """The sort of what an id names where `sort` is said of it, and what it is of."""
        s = self.symbols
        if sort == "word" and not of:
            of = next((words.id for words in s.words.values() if id in words.words), "")
            return ("word", of) if of else ("", "")
        if sort == "good" and id not in s.goods:
            return "", ""
        if sort == "name":
            tables: tuple[tuple[str, Any], ...] = (
                ("zone", s.zones), ("good", s.goods), ("player", s.player), ("table", s.table), ("kind", s.kinds),
                ("field", {f for kind in s.kinds.values() for f in (*kind.fields, *kind.state)}),
            )  # fmt: skip
            return next(((name, "") for name, table in tables if id in table), ("", ""))
        return sort, of

    def _head(self, document: Document, mark: Mark) -> Iterator[Use]:
        """A routine's name with its parameters, where it is declared or extended."""
        text, span = _written(document, mark)
        try:
            head = parse(text or "", mark.form)
        except ParseError:
            return
        assert isinstance(head, (x.Signature, x.Names))
        file, scope = real(document.file), _scope(real(document.file), mark.path)

        def use(node: x.Name, symbol: Symbol, *, declares: bool = False, type_: str = "") -> Use:
            return Use(file, span.start + node.at[0], span.start + node.at[1], symbol, declares, type_)

        yield use(head.name, Symbol("routine", head.name.id), declares=isinstance(head, x.Signature))
        for p in head.params or ():
            if isinstance(p, x.Param):
                sort = "kind" if p.type.id in self.symbols.kinds else "vocabulary"
                if p.type.id in self.symbols.kinds or p.type.id in self.symbols.words:
                    yield use(p.type, Symbol(sort, p.type.id))
                yield use(p.name, Symbol("local", p.name.id, scope), declares=True, type_=p.type.id)
            elif isinstance(p, x.Name):
                yield use(p, Symbol("local", p.id, scope), declares=True)

    def _parameters(self, document: Document) -> Iterator[Use]:
        """The parameters of actions."""
        actions = document.data.get("actions") if isinstance(document.data, dict) else None
        file = real(document.file)
        for id, action in actions.items() if isinstance(actions, dict) else ():
            with_ = action.get("with") if isinstance(action, dict) else None
            for name in with_ if isinstance(with_, dict) else ():
                span = document.key_span(("actions", id, "with", name))
                symbol = self._parameters_of[id, name] = Symbol("local", name, _scope(file, ("actions", id)))
                yield Use(file, span.start, span.end, symbol, True)

    def _titles(self, document: Document) -> Iterator[Use]:
        """The holes in titles of actions, in English and in other languages."""
        actions = document.data.get("actions") if isinstance(document.data, dict) else None
        for id, action in actions.items() if isinstance(actions, dict) else ():
            own = isinstance(action, dict) and "do" in action
            title, path = (action.get("title"), ("actions", id, "title")) if own else (action, ("actions", id))
            for place in texts_in(title, path):
                scalar = document.scalar(place)
                for hole in _HOLE.finditer(scalar.text):
                    if (symbol := self._parameters_of.get((id, hole[1]))) is not None:
                        at = scalar.span(*hole.span(1))
                        yield Use(real(document.file), at.start, at.end, symbol)


def _scope(file: str, path: Path) -> str:
    """The part of a file in which the parameters of a routine are known."""
    return f"{file}:{'/'.join(map(str, path[: 3 if path[0] == 'cards' else 2]))}"


def _written(document: Document, mark: Mark) -> tuple[str | None, Span]:
    """The text of a mark, and its place without quotes."""
    if mark.key:
        span, text = document.key_span(mark.path), str(mark.path[-1])
        inside = document.text[span.start : span.end]
        if inside != text and inside[1:-1] == text:
            span = Span(span.file, span.start + 1, span.end - 1)
        return text, span
    scalar = document.scalar(mark.path)
    text = scalar.text.rstrip("\n")
    return text, scalar.span(0, len(text))


def _of_text(file: str, scalar: Scalar, meanings: list[Meaning], path: Path) -> Iterator[Use]:
    """The names in one effect text, and those in the words of its choices."""
    own = {(m.id, m.of) for m in meanings if m.sort == "local" and m.declares}
    scope = _scope(file, path)
    holes: dict[str, Symbol] = {}

    def place(at: tuple[int, int], symbol: Symbol, declares: bool, type_: str) -> Use:
        span = scalar.span(*at)
        return Use(file, span.start, span.end, symbol, declares, type_)

    for m in sorted(meanings, key=lambda m: m.at):
        if m.sort == "local":
            here = f"{file}@{scalar.place}#{m.of}" if (m.id, m.of) in own else scope
            symbol = holes[m.id] = Symbol("local", m.id, here)
        else:
            symbol = Symbol(m.sort, m.id, m.of)
        if m.id:
            yield place(m.at, symbol, m.declares, m.type)
    for words in _WORDS.finditer(scalar.text):
        for hole in _HOLE.finditer(words[0]):
            if hole[1] in holes:
                start = words.start() + hole.start(1)
                yield place((start, start + len(hole[1])), holes[hole[1]], False, "")
