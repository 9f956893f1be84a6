"""What the whole of a pack shows: all that `state51 lint` says of it, with what is not saved yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from cli.authoring.linting import Lint
from dsl.codes import Severity
from dsl.diagnostics import Diagnostic, DiagnosticError
from engine.index.linked import Linked, link_loosely, real
from engine.lint import config
from engine.packs import source


@dataclass
class Verdict:
    """What was found in a pack: diagnostics by file (its real path), and the texts that they count in."""

    found: dict[str, list[tuple[Diagnostic, Severity]]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)


def linked(folder: Path, old: Linked | None) -> Linked | None:
    """The pack in a folder with what it requires, as far as it can be linked; None if not at all."""
    try:
        return link_loosely(folder, old)
    except (DiagnosticError, OSError):
        return None


def judged(folder: Path) -> Verdict:
    """All that is wrong with and odd about the pack in a folder."""
    try:
        settings = config.find(folder)
    except config.BadConfig:
        settings = config.Config()
    texts = {file: source.source_text(raw) for file, raw in source.unsaved.copy().items()}
    lint = Lint(settings)
    try:
        lint.run([str(folder)])
    except (DiagnosticError, OSError):
        return Verdict()
    verdict = Verdict(texts={**{real(file): text for file, text in lint.texts.items()}, **texts})
    for diagnostic, level in lint.findings():
        if diagnostic.span is not None:
            verdict.found.setdefault(real(diagnostic.span.file), []).append((diagnostic, level))
    return verdict
