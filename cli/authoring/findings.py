"""Everything that is wrong with some packs and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cli.authoring import lone
from cli.authoring.pack_kinds import default_kinds
from dsl.diagnostics import Diagnostic, DiagnosticError, Diagnostics
from engine.link.texts import MOST_TEXT
from engine.loader import MOST_ERRORS, load
from engine.packs import locate
from engine.packs.files import yaml_files
from engine.packs.source import load_document
from engine.scenario.run import Shelf, read_scenarios, run
from engine.schema.build import content_schema
from engine.schema.scenarios import scenarios_schema
from engine.schema.shapes import Schema
from engine.schema.which import schema_of

_IN_PLAY = ("S001", "S002", "S004", "G")  # of scenarios: for `state51 test` to tell


class Findings:
    """Collects what is wrong. `texts` are those of the files that the diagnostics point into, `files` all looked at,
    of which `alone` are content of no pack, so that their names mean nothing."""

    def __init__(self) -> None:
        self.report = Diagnostics()
        self.texts: dict[str, str] = {}
        self.files: set[str] = set()
        self.alone = 0
        self._kinds: list[dict[str, Any]] | None = None
        self._shelf = Shelf()

    def of(self, file: Path) -> Findings:
        """Those of one file."""
        only, shown = Findings(), locate.as_shown(file)
        only.texts, only.files = self.texts, {shown}
        for diagnostic in self.report:
            if diagnostic.span is not None and locate.as_shown(Path(diagnostic.span.file)) == shown:
                only.report.add(diagnostic)
        return only

    def add(self, error: DiagnosticError) -> None:
        """Takes what an error says, and the texts it points into."""
        for diagnostic in error.diagnostics:
            self.report.add(diagnostic)
        self.texts.update(error.texts)

    # ---- packs
    def pack(self, folder: Path) -> None:
        """Looks at a pack: by itself with what it requires, and beside each pack for which it has further files."""
        try:
            files = yaml_files(folder)
            stories = yaml_files(folder, "scenarios")
        except DiagnosticError as e:
            self.add(e)
            return
        self.files |= {locate.as_shown(f) for f in files}
        before, name = len(self.report), locate.reference(folder)
        for beside in ([], *([other] for other in _beside(folder))):
            try:
                load([name, *beside])
            except DiagnosticError as e:
                self.add(e)
        if len(self.report) > before:  # linking stops at the first sort of errors: tell all that each file has
            self.lone_files(folder)
        for file in stories:
            self.scenarios(file)
        if len(self.report) == before:
            self.languages(folder)

    def languages(self, folder: Path, linked: tuple[Any, Any] | None = None) -> None:
        """Looks at the names in other languages of a pack that loads. `linked` are its rules and packs, if known."""
        files = sorted((folder / "lang").glob("*.yaml"))
        self.files |= {locate.as_shown(f) for f in files}
        if not files:
            return
        from engine.loader import link
        from engine.packs.language_files import read_language

        rules, packs = linked or link([locate.reference(folder), *_beside(folder)], {})
        for id in sorted({file.name.partition(".")[0] for file in files}):
            try:
                read_language(id, packs, rules)
            except DiagnosticError as e:
                self.add(e)

    def lone_files(self, folder: Path) -> None:
        """Looks at every file of a pack by itself, as long as they are no longer than all texts may be together."""
        left = MOST_TEXT
        for file in yaml_files(folder):
            self._lone(file, str(file))
            left -= len(self.texts.get(str(file), ""))
            if left < 0 or len(self.report) > MOST_ERRORS:
                break

    @staticmethod
    def beside(folder: Path) -> list[str]:
        """The packs that are here and for which a pack has further files."""
        return _beside(folder)

    # ---- files
    def file(self, path: Path) -> None:
        """Looks at a file: by itself, and if it holds scenarios at their names too."""
        shown = locate.as_shown(path)
        self.files.add(shown)
        before = len(self.report)
        schema = self._lone(path, shown)
        if schema is scenarios_schema() and len(self.report) == before:
            self.scenarios(path)
        self.alone += schema is content_schema()

    def scenarios(self, path: Path, *, names: bool = True) -> None:
        """Looks at a file of scenarios: its shape, and its names unless the pack itself is known not to load."""
        shown = locate.as_shown(path)
        self.files.add(shown)
        try:
            found = read_scenarios(path, shown)
        except DiagnosticError as e:
            self.add(e)
            return
        for scenario in found if names else ():
            result = run(scenario, shelf=self._shelf, played=False)
            self.texts.update(result.texts)
            for diagnostic in result.diagnostics:
                if not diagnostic.code.startswith(_IN_PLAY):
                    self.report.add(_placed(diagnostic, shown))

    def _lone(self, path: Path, shown: str) -> Schema | None:
        """Looks at a file by itself. Gives the schema it should fit; None if it cannot be read."""
        try:
            document = load_document(path, None, shown)
        except DiagnosticError as e:
            self.add(e)
            return None
        self.texts[document.file] = document.text
        if self._kinds is None and isinstance(document.data, dict) and "cards" in document.data:
            self._kinds = default_kinds()
        for diagnostic in lone.problems(document, self._kinds or []):
            self.report.add(diagnostic)
        return schema_of(document)


def _placed(diagnostic: Diagnostic, file: str) -> Diagnostic:
    """A diagnostic without a place is at least told of its file."""
    if diagnostic.span is not None:
        return diagnostic
    return Diagnostic(diagnostic.code, f"{file}: {diagnostic.message}", None, diagnostic.hint, diagnostic.related)


def _beside(folder: Path) -> list[str]:
    """The packs that are here and for which a pack has further files; none if it does not say so as it should."""
    from engine.packs.order import beside, read_manifest

    try:
        return beside(read_manifest(folder), folder)
    except DiagnosticError:
        return []
