"""Languages as files: `lang/ID.yaml` beside the packs that come with the program for the templates, in each pack for
its names. `lang/ID.with_OTHER.yaml` has the names of what a pack brings only where the pack OTHER is played as well.
Here they are found, read, checked against what the packs declare, and put together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dsl.diagnostics import DiagnosticError, Diagnostics, Span, suggest
from dsl.language import Language
from dsl.text.forms import english
from engine.messages import MESSAGES
from engine.messages.voice import spaced
from engine.packs.document import Document
from engine.packs.files import archived
from engine.packs.locate import as_shown, data_folder
from engine.packs.order import Pack
from engine.packs.source import load_document
from engine.schema.language import SECTIONS, language_schema

if TYPE_CHECKING:
    from engine.scenario.run import Scenario

Inventory = dict[str, dict[str, str]]
"""What can be named: by section and id, the English text."""

_HOLE = re.compile(r"\{(\w+)[^{}]*\}?")


def _folder() -> Path:
    """Where the templates of languages are."""
    return data_folder() / "content" / "lang"


def _files(id: str, packs: list[Pack], report: Diagnostics) -> Iterator[tuple[Path, str]]:
    """The files of a language with the packs whose names they hold, that of the program (of no pack) first."""
    yield _folder() / f"{id}.yaml", ""
    played = {pack.id for pack in packs}
    for pack in packs:
        yield pack.folder / "lang" / f"{id}.yaml", pack.id
        others = {f"{id}.with_{other}.yaml": other for other in pack.manifest.data.get("when", {})}
        for path in sorted((pack.folder / "lang").glob(f"{id}.*.yaml")):
            if path.name not in others:
                what = f"there is no pack that `{path.name}` could go with: `when` in pack.yaml names none"
                report.error("L002", what, Span(as_shown(path), 0, 0), hint=suggest(path.name, sorted(others)))
            elif others[path.name] in played:
                yield path, pack.id


def available() -> list[str]:
    """The languages beside English that there are templates for."""
    return sorted(file.stem for file in _folder().glob("*.yaml"))


def read_language(id: str, packs: list[Pack], rules: Any) -> tuple[Language, list[str]]:
    """A language for some packs as linked, and what it lacks, as `section: id`. Raises DiagnosticError: with L001 if
    there is no such language, otherwise with all that is wrong in its files."""
    report, texts = Diagnostics(), dict[str, str]()
    if id not in (known := available()):
        hint = suggest(id, known) or f"beside English there are: {', '.join(known)}"
        report.error("L001", f"there is no language `{id}`", None, hint=hint)
        report.raise_if_any()
    given = _lessons(packs)
    wanted = {**inventory(rules), "lessons": {lesson.name: lesson.name for lesson in given}}
    language = Language(id)
    for path, pack in _files(id, packs, report):
        if not path.is_file():
            continue
        document = _read(path, report, texts)
        if document is not None:
            own = {c.removeprefix(f"{pack}:"): name for c, name in wanted["cards"].items() if c.startswith(f"{pack}:")}
            _check(document, {**wanted, "cards": own}, report)
            _add(language, document.data, pack)
    report.raise_if_any(texts)
    return language, [*_missing(language, wanted), *_unsaid(language, given)]


def _read(path: Path, report: Diagnostics, texts: dict[str, str]) -> Document | None:
    """A file that is as its schema says, or None after reporting what is wrong with it."""
    from engine.schema.check import check

    try:
        document = load_document(path)
    except DiagnosticError as error:
        for d in error.diagnostics:
            report.add(d)
        texts.update(error.texts)
        return None
    texts[document.file] = document.text
    return document if check(document, language_schema(), report) else None


def _add(language: Language, data: dict[str, Any], pack: str) -> None:
    """Adds what a file says; the names of cards with their pack before them."""
    if "cards" in data:
        data = {**data, "cards": {f"{pack}:{id}": name for id, name in data["cards"].items()}}
    language.numbers.update(data.get("numbers", {}))
    language.templates.update(data.get("templates", {}))
    for section, names in data.items():
        for name, value in _entries(section, names):
            language.names.setdefault(name, {}).update(value)


def _entries(section: str, names: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The names of a section, as a language keeps them: those of words and fields by what they are of."""
    if section in ("words", "fields"):
        yield from ((f"{section} {of}", inner) for of, inner in names.items())
    elif section in SECTIONS:
        yield section, names


# ---- what there is to name


def inventory(rules: Any) -> Inventory:
    """All that a language can name in some linked rules, with the English."""
    s, p = rules.symbols, rules.program
    out: Inventory = {
        "templates": {**english(), **MESSAGES},
        "nouns": {id: english()[id].replace("|", ", ") for id in ("player", "opponent", "card", "good")}
        | {id: english()[id] for id in ("owner", "place")},
        "goods": {id: good.name for id, good in s.goods.items()},
        "groups": {id: names[0] for id in s.groups for names in [s.group_names.get(id, (id, id))]},
        "kinds": {id: kind.name for id, kind in s.kinds.items()},
        "zones": {id: zone.name or id for id, zone in s.zones.items()},
        "vocabularies": {id: id for id in s.words},
        "events": {id: id for id in s.events},
        "functions": {r.id: r.id for r in s.routines.values() if r.sort == "function" and not _is_flag(r)},
        "conditions": {r.id: r.id for r in s.routines.values() if r.sort == "function" and _is_flag(r)},
        "topics": {topic["id"]: topic["title"] for topic in rules.topics},
        "phases": {phase.id: spaced(phase.id) for phase in rules.phases},
        "cards": {f"{card.pack}:{card.id}": card.name for card in rules.cards},
        "actions": {action.id: action.title for action in p.actions},
        "prompts": {},
        "options": {},
    }
    out["denials"] = dict(out["conditions"])
    out |= {f"words {id}": {w: words.names.get(w, w) for w in words.words} for id, words in s.words.items()}
    out |= {f"fields {id}": {f: f for f in (*kind.fields, *kind.state)} for id, kind in s.kinds.items()}
    out |= {"fields player": {f: f for f in s.player}, "fields table": {f: f for f in s.table}}
    for prompt, words in _choices(p):
        out["prompts"].update({prompt: prompt} if prompt else {})
        said = (w for w in words if w and w.removeprefix("1 ") not in s.goods)
        out["options"].update({w: w for w in said if not _HOLE.fullmatch(w)})  # a hole alone is the same everywhere
    return out


def _lessons(packs: list[Pack]) -> list[Scenario]:
    """The scenarios of packs that are lessons. Of files without any only the text is looked at, and files with
    mistakes are for others to tell of."""
    from engine.scenario.run import read_scenarios, scenario_files

    found: list[Scenario] = []
    for file in (file for pack in packs for file in scenario_files(pack.folder)):
        with suppress(DiagnosticError, OSError):
            if b"lesson:" in (archived(file) or file.read_bytes()):
                found += (scenario for scenario in read_scenarios(file) if "lesson" in scenario.data)
    return found


def _is_flag(routine: Any) -> bool:
    return routine.result is not None and routine.result.tag == "flag"


def _choices(program: Any) -> Iterator[tuple[str, list[str]]]:
    """The prompts of all choices, with the words of their options."""
    from dsl import ir

    for info in program.units.values():
        for node in info.nodes:
            if isinstance(node, ir.Choose):
                yield node.prompt or "", [node.words or ""]
            elif isinstance(node, ir.ChooseOne):
                yield node.prompt or "", [o.words for o in node.options]


# ---- checks

_NEEDED = (
    "templates", "goods", "groups", "kinds", "zones", "vocabularies", "cards", "actions", "prompts", "options",
    "phases", "topics", "lessons",
)  # fmt: skip


def _missing(language: Language, wanted: Inventory) -> Iterator[str]:
    """What a language does not name and should: all but what texts have not spoken of so far."""
    for section, ids in wanted.items():
        if section in _NEEDED or section.startswith(("words ", "fields ")):
            have = language.templates if section == "templates" else language.names.get(section, {})
            yield from (f"{section}: {id}" for id in ids if id not in have)


def _unsaid(language: Language, lessons: list[Scenario]) -> Iterator[str]:
    """The lessons in which more or less is said than in English."""
    for lesson in lessons:
        told = language.names.get("lessons", {}).get(lesson.name)
        said = sum("say" in step for step in lesson.data.get("play", ()))
        if told is not None and len(told["say"]) != said:
            yield f"lessons: {lesson.name} (say: {len(told['say'])} of {said})"


def _check(document: Document, wanted: Inventory, report: Diagnostics) -> None:
    """Reports names of what is not there, and holes that the English has not."""
    for section, names in document.data.items():
        if section in ("words", "fields"):
            for of, inner in names.items():
                known = {k.removeprefix(f"{section} ") for k in wanted if k.startswith(f"{section} ")}
                if of not in known:
                    _unknown(document, (section, of), f"{section} of `{of}`", of, known, report)
                else:
                    _names(document, (section, of), inner, wanted[f"{section} {of}"], report)
        elif section in ("templates", *SECTIONS):
            _names(document, (section,), names, wanted.get(section, {}), report)


def _names(
    document: Document, path: tuple[str, ...], names: dict[str, Any], wanted: dict[str, str], report: Diagnostics
) -> None:
    for id, value in names.items():
        if path == ("variables",):
            continue
        if id not in wanted:
            _unknown(document, (*path, id), f"`{id}` among the {path[0]}", id, set(wanted), report)
        elif path[0] in ("templates", "actions", "options", "prompts"):
            texts = {(*path, id): value} if isinstance(value, str) else {(*path, id, k): v for k, v in value.items()}
            for place, text in texts.items():
                _holes(document, place, text, wanted[id], report)


def _holes(document: Document, path: tuple[str, ...], text: str, source: str, report: Diagnostics) -> None:
    allowed = {*_HOLE.findall(source), *(("it", "you") if path[0] == "templates" else ())}
    for match in _HOLE.finditer(text):
        if match[1] not in allowed:
            span = document.scalar(path).span(match.start(), match.end())
            known = ", ".join(f"{{{name}}}" for name in sorted(allowed)) or "none"
            report.error("L003", f"there is no hole `{{{match[1]}}}` in the English", span, hint=f"it has: {known}")


def _unknown(
    document: Document, path: tuple[str, ...], what: str, id: str, known: set[str], report: Diagnostics
) -> None:
    report.error("L002", f"there is no {what}", document.key_span(path), hint=suggest(id, sorted(known)))
