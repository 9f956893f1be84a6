"""The work of `state51 lint`: what validating and judging find, less what is suppressed, known or not wanted."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from cli.authoring.findings import Findings
from cli.files import read_text, write_whole
from cli.report import GOOD, counted, say, sources
from cli.validate import targets_of
from dsl.codes import CODES, Severity
from dsl.diagnostics import Diagnostic, DiagnosticError, Span
from engine.lint import baseline, run, suppress
from engine.lint.config import Config
from engine.lint.subject import Subject
from engine.packs import locate, source
from engine.packs.files import yaml_files

Finding = tuple[Diagnostic, Severity]
Target = tuple[Path | None, Path | None]


class Lint:
    """One run. `texts` are those of the files that findings point into, `files` all that were looked at, of which
    `alone` are content of no pack, so that their names mean nothing; `subjects` are the packs that could be linked."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.texts: dict[str, str] = {}
        self.files: set[str] = set()
        self.left: list[Diagnostic] = []
        self.subjects: list[Subject] = []
        self.alone = 0
        self._judged = False

    # ---- looking
    def run(self, paths: Iterable[str], stdin: Path | None = None, raw: bytes | None = None) -> None:
        """Looks at paths, or at what standard input holds in place of a file."""
        if stdin is not None and raw is not None:
            source.unsaved[os.path.realpath(stdin)] = raw
            self.texts[locate.as_shown(stdin)] = source.source_text(raw)
            here: list[Target] = list(targets_of(str(stdin))) if stdin.is_file() else [(None, stdin)]
            try:
                self._look(here)
            finally:
                source.unsaved.clear()
        else:
            wanted: list[Target] = [t for path in paths for t in targets_of(path)]
            self._look(wanted or [(folder, None) for folder in locate.built_in().values()])

    def _look(self, wanted: list[Target]) -> None:
        found: list[Diagnostic] = []
        packs = list(dict.fromkeys(pack for pack, _ in wanted if pack is not None))
        only = {locate.as_shown(file) for _, file in wanted if file is not None}
        whole = {pack for pack, file in wanted if file is None and pack is not None}
        for pack in packs:
            here = self._pack(pack, None if pack in whole else only)
            found += here if pack in whole else [d for d in here if d.span is not None and d.span.file in only]
        for file in [file for pack, file in wanted if pack is None and file is not None]:
            found += self._alone(file)
        if len(whole) > 1:
            found += shown(run.together(sorted(whole)))
        if not all(pack in whole for pack in packs):
            self.files = {f for f in self.files if f in only or any(_inside(f, w) for w in whole)}
        self._judge(run.ordered(found))

    def _pack(self, folder: Path, only: set[str] | None) -> list[Diagnostic]:
        """Everything about one pack: what keeps it from loading, else what is odd about it. What stands beside its
        content, scenarios and languages, is only looked at if the files shown as `only` are among it."""
        findings = Findings()
        subjects = []
        try:
            yaml_files(folder)
        except DiagnosticError as e:  # nothing of such a folder or archive is read
            findings.add(e)
            self.texts.update(findings.texts)
            return list(findings.report)
        try:
            subjects = [run.subject_of(folder), *(run.subject_of(folder, [o]) for o in Findings.beside(folder))]
        except DiagnosticError as e:
            findings.add(e)
            findings.lone_files(folder)
        for file in yaml_files(folder, "scenarios"):
            if only is None or locate.as_shown(file) in only:
                findings.scenarios(file, names=bool(subjects))
        if subjects:
            last = subjects[-1]
            if only is None or any(locate.as_shown(file) in only for file in (folder / "lang").glob("*.yaml")):
                findings.languages(folder, (last.rules, last.packs) if len(subjects) < 3 else None)
            for pack in last.packs:
                findings.texts.update({d.file: d.text for d in (pack.manifest, *pack.documents)})
        self._note(findings, folder)
        self.subjects += subjects
        judged: dict[tuple[str, Span | None], Diagnostic] = {}  # what is found beside several packs is told once
        for diagnostic in shown(d for subject in subjects for d in run.judge(subject, self.config.longest)):
            judged.setdefault((diagnostic.code, diagnostic.span), diagnostic)
        self._judged = self._judged or bool(subjects)
        return shown(findings.report) + list(judged.values())

    def _alone(self, file: Path) -> list[Diagnostic]:
        findings = Findings()
        findings.file(file)
        self._note(findings, None)
        return shown(findings.report)

    def _note(self, findings: Findings, folder: Path | None) -> None:
        self.texts.update({locate.as_shown(Path(name)): text for name, text in findings.texts.items()})
        self.files |= findings.files
        self.alone += findings.alone
        for path in (*yaml_files(folder), *yaml_files(folder, "scenarios")) if folder is not None else ():
            name = locate.as_shown(path)
            self.files.add(name)
            text = sources(self.texts)(name)
            if text is not None:
                self.texts.setdefault(name, text)

    # ---- what counts
    def _judge(self, found: list[Diagnostic]) -> None:
        mine = {name: text for name, text in self.texts.items() if name in self.files}
        wanted = [d for d in found if self.config.wants(d)]
        looked_for = [code for code in CODES if self._looked_for(code)]
        left, _ = suppress.apply(wanted, mine, judged=looked_for)
        self.left = run.ordered(d for d in left if self.config.wants(d))

    def _looked_for(self, code: str) -> bool:
        """Whether a rule was tried, so that a suppression of it can be called unused."""
        return (not code.startswith("L") or self._judged) and self.config.wants(Diagnostic(code, "", Span("", 0, 0)))

    def findings(self) -> list[Finding]:
        """What is told, with how bad each is here."""
        return [(d, self.config.level(d)) for d in self.left]

    def fails(self) -> bool:
        """Whether any finding makes the run fail."""
        return any(self.config.counts(d) for d in self.left)

    # ---- baselines
    def write_baseline(self, file: Path) -> int:
        """Writes what was found as known."""
        text = baseline.write(self.left, sources(self.texts), file.parent)
        write_whole(file, text)
        say(f"{file}: {counted(len(self.left), 'finding')} noted as known")
        return GOOD

    def forget_known(self, file: Path) -> None:
        """Leaves out what a baseline knows. Raises UsageError if there is none in the file."""
        try:
            known = baseline.read(read_text(file))
        except (DiagnosticError, ValueError) as e:
            raise click.UsageError(f"{file}: {e}") from e
        self.left = baseline.new(self.left, known, sources(self.texts), file.parent)


def _inside(file: str, folder: Path) -> bool:
    return Path(file).resolve().is_relative_to(folder.resolve())


def shown(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics whose files are named as seen from the current folder."""
    names: dict[str, str] = {}

    def here(span: Span) -> Span:
        if span.file not in names:
            names[span.file] = locate.as_shown(Path(span.file))
        return Span(names[span.file], span.start, span.end)

    def moved(d: Diagnostic) -> Diagnostic:
        if d.span is None:
            return d
        related = tuple(replace(r, span=here(r.span)) for r in d.related)
        return replace(d, span=here(d.span), related=related)

    return [moved(d) for d in found]
