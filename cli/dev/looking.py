"""Looking at a pack: what lint says, what it is now, and how its scenarios go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cli.authoring.compare import Version, card_changes, manifest_changes, renamed, rule_changes, version
from cli.authoring.linting import Finding, Lint
from dsl.diagnostics import Diagnostic, DiagnosticError
from engine import loader
from engine.lint import config
from engine.lint.subject import Subject
from engine.packs import locate
from engine.packs.document import words_in
from engine.packs.files import MANIFEST, is_pack, yaml_files
from engine.ruleset import Ruleset
from engine.scenario.run import Result, Scenario, read_scenarios, run


@dataclass(slots=True)
class Look:
    """A pack as it was found. `subject`, `version` and `rules` are None where it does not load; `findings` say why."""

    findings: list[Finding] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    subject: Subject | None = None
    version: Version | None = None
    rules: Ruleset | None = None

    @property
    def errors(self) -> list[Diagnostic]:
        """What keeps the pack from being played."""
        return [d for d, level in self.findings if level == "error"]


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed from one version of a pack to the next. `cards` are those that are new or changed, each with the id
    that it had; `gone` those that are no more."""

    general: list[str]
    cards: dict[str, str]
    gone: list[str]

    @property
    def ids(self) -> set[str]:
        """The ids of all cards that something happened to."""
        return {*self.cards, *self.cards.values(), *self.gone}


def look(folder: Path) -> Look:
    """Everything about a pack but how its scenarios go. Whatever is wrong with it is in the result."""
    found = Look()
    loader.forget()
    if not is_pack(folder):
        message = f"there is no pack at {folder}: it has no {MANIFEST}" if folder.is_dir() else f"{folder} is gone"
        found.findings.append((Diagnostic("M005", message, None), "error"))
        return found
    try:
        lint = Lint(config.find(folder if folder.is_dir() else Path()))
        lint.run([str(folder)])
    except config.BadConfig as e:
        found.findings.append((Diagnostic("Y013", f"the configuration of lint makes no sense: {e}", None), "error"))
        return found
    found.findings, found.texts = lint.findings(), lint.texts
    if lint.subjects:
        subject = lint.subjects[0]
        try:
            found.rules = loader.load([locate.reference(folder)])
            found.version = version(subject.rules, subject.packs[-1])
            found.subject = subject
        except DiagnosticError as e:
            known = {(d.code, d.message) for d, _ in found.findings}
            found.findings += [(d, "error") for d in e.diagnostics if (d.code, d.message) not in known]
            found.texts.update(e.texts)
            found.rules = None
    return found


def changes(old: Version, new: Version) -> Changes:
    """What changed between two versions."""
    was = renamed(old.cards, new.cards)
    cards = {
        id: was.get(id, id)
        for id, card in new.cards.items()
        if id in was or id not in old.cards or any(card_changes(old.cards[id], card))
    }
    gone = [id for id in old.cards if id not in new.cards and id not in was.values()]
    return Changes([*manifest_changes(old, new), *rule_changes(old, new)], cards, gone)


# ---- scenarios
@dataclass(slots=True)
class Stories:
    """The scenarios of a pack, and how each went when it was last played."""

    went: dict[tuple[str, str, int], bool] = field(default_factory=dict)
    _waiting: set[tuple[str, str, int]] = field(default_factory=set)  # concerned, but something was saved before

    def failing(self) -> list[str]:
        """The names of those that did not pass."""
        return [name for (_, name, _), passed in self.went.items() if not passed]

    def concerned(
        self, folder: Path, files: set[str], happened: Changes | None
    ) -> tuple[list[Scenario], list[Scenario]]:
        """The scenarios that a change concerns, and the others: it concerns those whose file it is in, those that name
        a card which changed, those that did not pass, and, where the rules changed, all. A file that cannot be read
        has none: lint tells why."""
        first: list[Scenario] = []
        rest: list[Scenario] = []
        found = list(_read(folder))
        self.went = {key: went for key, went in self.went.items() if key in set(map(_key, found))}
        for scenario in found:
            new = not self.went.get(_key(scenario), False) or _key(scenario) in self._waiting
            named = happened is None or bool(happened.general) or not happened.ids.isdisjoint(_words(scenario))
            (first if new or named or scenario.file in files else rest).append(scenario)
        return first, rest

    def play(self, scenarios: list[Scenario], stop: Callable[[], bool]) -> Iterator[Result]:
        """Plays scenarios as long as there is nothing more urgent."""
        self._waiting |= {_key(scenario) for scenario in scenarios}
        for scenario in scenarios:
            if stop():
                return
            self._waiting -= {_key(scenario)}
            result = run(scenario)
            self.went[_key(scenario)] = result.passed
            yield result


def _read(folder: Path) -> Iterator[Scenario]:
    try:
        files = yaml_files(folder, "scenarios")
    except DiagnosticError:
        return
    for file in files:
        try:
            yield from read_scenarios(file)
        except DiagnosticError:
            continue


def _key(scenario: Scenario) -> tuple[str, str, int]:
    return scenario.file, scenario.name, int(scenario.where[1])


def _words(scenario: Scenario) -> set[str]:
    """The words of a scenario as it is written."""
    span = scenario.document.span(scenario.where)
    return words_in(scenario.document.text[span.start : span.end])


def words_of(folder: Path) -> set[str]:
    """All words of the scenarios of a pack."""
    return {word for scenario in _read(folder) for word in _words(scenario)}
