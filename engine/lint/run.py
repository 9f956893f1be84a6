"""Runs the checks over packs: everything that is wrong with them, and everything that is odd."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

from dsl.diagnostics import Diagnostic, DiagnosticError
from engine.lint import clashes, conditions, effects, payable, reads, runaway, style
from engine.lint.subject import Subject, link
from engine.packs import locate
from engine.packs.document import Document
from engine.packs.source import load_document
from engine.scenario.run import scenario_files

CHECKS = (effects.check, conditions.check, payable.check, reads.check, runaway.check, clashes.check)


def judge(subject: Subject, longest: int = style.LONGEST) -> list[Diagnostic]:
    """Everything that the rules of judgement say against linked packs, in order and each once."""
    found = [d for check in CHECKS for d in check(subject)]
    found += style.check(subject, longest)
    return ordered(d for d in found if d.span is None or d.span.file in subject.files)


def ordered(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics in order of file and place, each once."""
    unique = {(d.code, d.span, d.message): d for d in found}
    return sorted(unique.values(), key=lambda d: ((d.span.file, d.span.start) if d.span else ("", 0), d.code))


def subject_of(folder: Path, beside: Iterable[str] = ()) -> Subject:
    """A pack linked with what it requires, with its scenarios. Raises DiagnosticError."""
    subject = link([locate.reference(folder), *beside], [folder])
    subject.scenarios += scenarios_of(folder)
    return subject


def scenarios_of(folder: Path) -> Iterator[Document]:
    """The scenario files of a pack that can be read."""
    for file in scenario_files(folder):
        try:
            yield load_document(file, None, locate.as_shown(file))
        except DiagnosticError:
            continue


def together(folders: Iterable[Path]) -> Iterator[Diagnostic]:
    """What packs that do not require each other do to one another; pairs that cannot be played together are no pair."""
    for one, two in combinations(dict.fromkeys(folders), 2):
        try:
            subject = link([locate.reference(one), locate.reference(two)], [one, two])
        except DiagnosticError:
            continue
        requires = {pack.id: set(pack.requires) for pack in subject.own}
        if not any(other in wanted for other in requires for wanted in requires.values()):
            yield from clashes.between(subject)
