"""Everything that is wrong with some packs and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cli import lone
from cli.examples import default_rules
from dsl.diagnostics import Diagnostic, DiagnosticError, Diagnostics
from engine import locate
from engine.loader import load
from engine.scenario import read_scenarios, run
from engine.schema import content_schema
from engine.schema_scenarios import scenarios_schema
from engine.shapes import Schema
from engine.source import load_document

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

    def of(self, file: Path) -> Findings:
        """Those of one file."""
        only, shown = Findings(), locate.as_shown(file)
        only.texts, only.files = self.texts, {shown}
        for diagnostic in self.report:
            if diagnostic.span is not None and locate.as_shown(Path(diagnostic.span.file)) == shown:
                only.report.add(diagnostic)
        return only

    def _add(self, error: DiagnosticError) -> None:
        for diagnostic in error.diagnostics:
            self.report.add(diagnostic)
        self.texts.update(error.texts)

    # ---- packs
    def pack(self, folder: Path) -> None:
        """Looks at a pack: by itself with what it requires, and beside each pack for which it has further files."""
        files = sorted(folder.glob("*.yaml"))
        self.files |= {locate.as_shown(f) for f in files}
        before, name = len(self.report), _reference(folder)
        for beside in ([], *([other] for other in _beside(folder))):
            try:
                load([name, *beside])
            except DiagnosticError as e:
                self._add(e)
        if len(self.report) > before:  # linking stops at the first sort of errors: tell all that each file has
            for file in files:
                self._lone(file, str(file))
        for file in sorted((folder / "scenarios").glob("*.yaml")):
            self.scenarios(file)
        if len(self.report) == before:
            self._languages(folder, name)

    def _languages(self, folder: Path, name: str) -> None:
        """Looks at the names of a pack in other languages."""
        files = sorted((folder / "lang").glob("*.yaml"))
        self.files |= {locate.as_shown(f) for f in files}
        if not files:
            return
        from engine.language_files import read_language
        from engine.loader import link

        rules, packs = link([name, *_beside(folder)], {})
        for file in files:
            try:
                read_language(file.stem, packs, rules)
            except DiagnosticError as e:
                self._add(e)

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

    def scenarios(self, path: Path) -> None:
        """Looks at a file of scenarios: its shape and its names."""
        shown = locate.as_shown(path)
        self.files.add(shown)
        try:
            found = read_scenarios(path, shown)
        except DiagnosticError as e:
            self._add(e)
            return
        for scenario in found:
            result = run(scenario)
            self.texts.update(result.texts)
            for diagnostic in result.diagnostics:
                if not diagnostic.code.startswith(_IN_PLAY):
                    self.report.add(_placed(diagnostic, shown))

    def _lone(self, path: Path, shown: str) -> Schema | None:
        """Looks at a file by itself. Gives the schema it should fit; None if it cannot be read."""
        if self._kinds is None:
            rules = default_rules()
            self._kinds = rules.kinds if rules is not None else []
        try:
            document = load_document(path, None, shown)
        except DiagnosticError as e:
            self._add(e)
            return None
        self.texts[document.file] = document.text
        for diagnostic in lone.problems(document, self._kinds):
            self.report.add(diagnostic)
        return lone.schema_of(document)


def _placed(diagnostic: Diagnostic, file: str) -> Diagnostic:
    """A diagnostic without a place is at least told of its file."""
    if diagnostic.span is not None:
        return diagnostic
    return Diagnostic(diagnostic.code, f"{file}: {diagnostic.message}", None, diagnostic.hint, diagnostic.related)


def _reference(folder: Path) -> str:
    """How a pack in a folder is loaded: by name if it comes with the program, otherwise by its path."""
    known = locate.built_in().get(folder.name)
    if known is not None and known.resolve() == folder.resolve():
        return folder.name
    return str(folder) if locate.is_path(str(folder)) else f"./{folder}"


def _beside(folder: Path) -> list[str]:
    """The packs that are here and for which a pack has further files."""
    from engine.packs import read_manifest

    try:
        wanted = read_manifest(folder).data.get("when", {})
    except DiagnosticError:
        return []
    return [other for other in wanted if locate.find(other, [folder.resolve().parent]) is not None]
