"""The packs and open files of an editor: what was linked last, what is wrong with each file, where names are used."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from cli.lsp import thorough
from cli.lsp.completion import Completion
from cli.lsp.positions import Text, moved
from cli.lsp.quick import Quick
from dsl.codes import CODES, Severity
from dsl.diagnostics import Diagnostic, Span
from engine.index.book import Book, Symbol, Use
from engine.index.linked import Linked, real
from engine.packs import source
from engine.packs.document import Document
from engine.packs.files import MANIFEST
from engine.schema.build import content_schema, manifest_schema
from engine.schema.language import language_schema
from engine.schema.pack import pack_schema
from engine.schema.scenarios import pack_scenarios_schema, scenarios_schema
from engine.schema.shapes import Schema
from engine.schema.which import schema_of

Found = list[tuple[Diagnostic, Severity]]
_INSIDE = ("scenarios", "lang")  # the folders in a pack
_MOST_PACKS = 40  #: so many packs of a folder are looked through for uses of a name


@dataclass
class Open:
    """A file that is open in the editor. `document` is how it could be read last, `wrong` what is wrong with it now."""

    path: str
    uri: str
    text: Text
    document: Document | None = None
    wrong: list[Diagnostic] = field(default_factory=list)


class PackState:
    """What is known of one pack. `found` is, by file, what the whole showed, what of that only the whole
    shows, and the text it counts in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.quick = Quick()
        self.linked: Linked | None = None
        self.book: Book | None = None
        self.texts: dict[str, str] = {}
        self.found: dict[str, tuple[Found, Found, str]] = {}
        self._schemas: dict[str, Schema] = {}

    def take(self, linked: Linked, book: Book) -> None:
        """Takes newly linked packs."""
        self.quick.use(linked)
        self.linked, self.book = linked, book
        self.texts = {real(d.file): d.text for d in linked.documents}
        self._schemas = {}

    def schema(self, sort: str) -> Schema:
        """The schema of content or scenarios, with what the packs declare."""
        if self.linked is None or not self.linked.symbols.kinds:
            return content_schema() if sort == "content" else scenarios_schema()
        if sort not in self._schemas:
            symbols, id = self.linked.symbols, self.folder.name
            content = sort == "content"
            self._schemas[sort] = (
                pack_schema(symbols, id) if content else pack_scenarios_schema(symbols, id, self.linked.phases)
            )
        return self._schemas[sort]

    def judge(self, verdict: thorough.Verdict) -> set[str]:
        """Takes what was found in the whole; the files of which something is told now or was before."""
        before = set(self.found)
        self.found = {}
        for file, found in verdict.found.items():
            text = verdict.texts.get(file, "")
            _, known = self.quick.look(Path(file), text.encode("utf-8", "surrogatepass"))
            seen = {(d.code, d.span.start, d.message) for d in known if d.span is not None}
            left = [(d, s) for d, s in found if d.span is None or (d.code, d.span.start, d.message) not in seen]
            self.found[file] = found, left, text
        return before | set(self.found)


class Workspace:
    """All files and packs that an editor works on."""

    def __init__(self) -> None:
        self.open: dict[str, Open] = {}
        self.packs: dict[Path, PackState] = {}
        self.roots: list[Path] = []

    # ---- files
    def put(self, path: str, uri: str, text: Text) -> Open:
        """Takes the text of an open file, and looks at it."""
        file = self.open.get(path)
        if file is None:
            file = self.open[path] = Open(path, uri, text)
        file.text = text
        source.unsaved[path] = text.text.encode("utf-8", "surrogatepass")
        self.look(file)
        return file

    def look(self, file: Open) -> None:
        """Looks at an open file."""
        state = self.state(file.path)
        if state is None and Path(file.path).name != MANIFEST:
            return  # some other YAML file
        quick = state.quick if state is not None else Quick()
        document, file.wrong = quick.look(Path(file.path), source.unsaved[file.path])
        file.document = document or file.document

    def close(self, path: str) -> None:
        self.open.pop(path, None)
        source.unsaved.pop(path, None)

    def text(self, path: str) -> str:
        """The text of a file as it is now; "" if it cannot be read."""
        if path in self.open:
            return self.open[path].text.text
        try:
            return source.source_text(Path(path).read_bytes())
        except OSError:
            return ""

    def found(self, path: str) -> Found:
        """All that is to be told of a file: what it shows by itself, and what the whole showed last."""
        file, state = self.open.get(path), self.state(path)
        told: Found = [(d, CODES[d.code].severity) for d in file.wrong] if file is not None else []
        whole, rest, old = state.found.get(path, ([], [], "")) if state is not None else ([], [], "")
        new = self.text(path)
        for diagnostic, level in rest if file is not None else whole:
            if (placed := _moved(diagnostic, old, new)) is not None:
                told.append((placed, level))
        return told

    # ---- packs
    def state(self, path: str) -> PackState | None:
        """The pack that a file belongs to."""
        here = Path(path).parent
        folder = here.parent if here.name in _INSIDE and not (here / MANIFEST).is_file() else here
        if not (folder / MANIFEST).is_file():
            return None
        return self.packs.get(folder) or self.packs.setdefault(folder, PackState(folder))

    def in_use(self) -> list[PackState]:
        """The packs of the open files."""
        return list({id(s): s for path in self.open if (s := self.state(path)) is not None}.values())

    def concerned(self, state: PackState) -> list[PackState]:
        """The packs that a change in a pack concerns: itself, and those in use that are linked with it."""
        others = [
            other
            for other in self.in_use()
            if other is not state and other.linked is not None
            and any(pack.folder.resolve() == state.folder.resolve() for pack in other.linked.packs)
        ]  # fmt: skip
        return [state, *others]

    def link(self, state: PackState) -> bool:
        """Links a pack now, unless that was done."""
        if state.linked is None and (linked := thorough.linked(state.folder, None)) is not None:
            state.take(linked, Book(linked))
        return state.linked is not None

    def all_packs(self) -> list[PackState]:
        """The packs of the workspace, linked."""
        folders = [f.parent for root in self.roots for f in sorted(root.glob(f"**/{MANIFEST}"))[:_MOST_PACKS]]
        for folder in folders:
            self.packs.setdefault(Path(real(str(folder))), PackState(Path(real(str(folder)))))
        return [state for state in list(self.packs.values()) if self.link(state)]

    def completion(self, path: str) -> Completion:
        """What completes in a file."""
        state = self.state(path)
        linked = state.linked if state is not None else None
        return Completion(self.schema(path), linked)

    def schema(self, path: str) -> Schema:
        """The schema of a file, as far as it is known what stands in its pack."""
        here, state = Path(path), self.state(path)
        if here.name == MANIFEST:
            return manifest_schema()
        if here.parent.name == "lang":
            return language_schema()
        file = self.open.get(path)
        scenarios = here.parent.name == "scenarios" or (
            file is not None and file.document is not None and schema_of(file.document) is scenarios_schema()
        )
        if state is None:
            return scenarios_schema() if scenarios else content_schema()
        return state.schema("scenarios" if scenarios else "content")

    # ---- names
    def at(self, path: str, offset: int) -> tuple[PackState, Use] | None:
        """What is named at a place in an open file."""
        state = self.state(path)
        if state is None or state.book is None or (old := state.texts.get(path)) is None:
            return None
        there = moved(self.text(path), old, offset)
        use = state.book.at(path, there) if there is not None else None
        return (state, use) if use is not None else None

    def holds(self, state: PackState, file: str) -> bool:
        """Whether a file (its real path) belongs to what is open: the folders of the workspace, and the pack at work.
        What a pack requires may be elsewhere, where it is not the author's to change."""
        folders = [state.folder, *self.roots]
        return any(Path(file).is_relative_to(real(str(folder))) for folder in folders)

    def here(self, state: PackState, use: Use) -> Use | None:
        """A use where it is in the text of now; None if that part was changed."""
        old, new = state.texts.get(use.file, ""), self.text(use.file)
        if old == new:
            return use
        start, end = moved(old, new, use.start), moved(old, new, use.end)
        if start is None or end is None or new[start:end] != old[use.start : use.end]:
            return None
        return replace(use, start=start, end=end)

    def uses(self, state: PackState, symbol: Symbol) -> list[Use]:
        """Every use of a symbol of a pack, in all packs of the workspace that know it."""
        assert state.book is not None
        home = {use.file for use in state.book.declared(symbol)}
        found: set[Use] = {u for use in state.book.uses(symbol) if (u := self.here(state, use)) is not None}
        for other in self.all_packs() if home else ():
            if other.book is not None and home & {use.file for use in other.book.declared(symbol)}:
                found |= {u for use in other.book.uses(symbol) if (u := self.here(other, use)) is not None}
        return sorted(found)


def _moved(diagnostic: Diagnostic, old: str, new: str) -> Diagnostic | None:
    """A diagnostic of an old text in a new one; None if what it is about was changed."""
    span = diagnostic.span
    if span is None or old == new:
        return diagnostic
    start, end = moved(old, new, span.start), moved(old, new, span.end)
    if start is None or end is None or new[start:end] != old[span.start : span.end]:
        return None
    return replace(diagnostic, span=Span(span.file, start, end))
