"""New packs and cards that work at birth, made of what the packs they require declare.

Nothing here knows a game: the kind is one that those packs have cards of, its fields are those it must have, written as
on the plainest of these cards, and the scenario is a trial of the new card, with what came of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dsl.diagnostics import Diagnostic, DiagnosticError
from dsl.symbols import Field, Kind, Symbols
from engine.link.cards import CardDef
from engine.link.heads import Rules
from engine.loader import link, load
from engine.packs.document import Document
from engine.packs.order import LANGUAGE
from engine.packs.source import load_document
from engine.scenario.trial import Trial, outcome, play, trials, written

CARDS: Final = "cards.yaml"
STORIES: Final = "scenarios/cards.yaml"
_README: Final = """# {name}

A pack for [state51], made of YAML. It builds on {requires}.

    state51 lint .                          check it, and judge it
    state51 fmt .                           lay it out in its canonical form
    state51 test .                          play its scenarios
    state51 try {card} --packs {packs}    play one card, step by step
    state51 play --packs {packs}       play a game with it
    state51 pack build .                    make an archive to hand on

Cards are in `cards.yaml`, scenarios that show what they do in `scenarios/`. A further card:
`state51 new card ID --pack .`
"""
_CI: Final = """# Checks the pack and plays its scenarios on every push.
name: pack
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with: {python-version: "3.12"}
      - run: pip install state51
      - run: state51 lint --format github .
      - run: state51 fmt --check .
      - run: state51 test .
      - run: state51 pack build . --output pack.zip
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card to be made. `kind` is empty where it is to be found."""

    id: str
    name: str
    kind: str = ""


def pack_files(id: str, requires: list[str], card: Wanted) -> dict[str, str]:
    """The files of a new pack, all but the scenario of its card, by path in it. Raises DiagnosticError if what it
    requires is not good, or has no kind of card that it could have."""
    from engine.packs.writing import to_yaml

    rules, packs = link(requires, {})
    versions = {p.id: p.version for p in packs if p.id in {_bare(r, packs) for r in requires}}
    name = id.replace("_", " ").capitalize()
    manifest = {
        "id": id, "name": name, "version": "0.1.0", "language": LANGUAGE,
        "requires": {p: _range(v) for p, v in versions.items()},
        "provenance": "original", "licence": "MIT", "about": "say here in one line what is in it",
    }  # fmt: skip
    together = ",".join([*requires, "."])
    shown = " and ".join(f"`{p}`" for p in versions)
    readme = _README.format(name=name, requires=shown, card=card.id, packs=together)
    return {
        "pack.yaml": to_yaml(manifest),
        CARDS: to_yaml({"cards": {**_entry(rules, card)}}),
        "README.md": readme.replace(" for [state51]", " for state51"),
        ".github/workflows/pack.yml": _CI,
    }


def _bare(name: str, packs: list[Any]) -> str:
    return next((p.id for p in packs if p.folder == Path(name)), name)


def _range(version: str) -> str:
    major, minor, *_ = version.split(".")
    return f">={major}.{minor},<{int(major) + 1}"


# ---- a card
def _entry(rules: Rules, wanted: Wanted) -> dict[str, Any]:
    """The card under its kind, with the fields it must have."""
    symbols = rules.program.symbols
    kind = symbols.kinds.get(wanted.kind) if wanted.kind else _kind(rules)
    if kind is None:
        known = ", ".join(symbols.kinds)
        message = f"there is no kind `{wanted.kind}`" if wanted.kind else "these packs have no kind of cards"
        raise DiagnosticError([Diagnostic("N004", message, None, f"the kinds are: {known}" if known else None)])
    models = sorted((c for c in rules.cards if c.kind == kind.id), key=lambda c: (len(c.written), len(str(c.written))))
    fields = {f.id: _value(f, symbols, models) for f in kind.fields.values() if not f.optional and f.default is None}
    return {kind.id: [{"id": wanted.id, "name": wanted.name, **fields}]}


def _kind(rules: Rules) -> Kind | None:
    """The kind of which there are most cards, among those that begin somewhere."""
    symbols = rules.program.symbols
    count: dict[str, int] = dict.fromkeys(symbols.kinds, 0)
    for card in rules.cards:
        count[card.kind] += 1
    able = [k for k in symbols.kinds.values() if k.start] or list(symbols.kinds.values())
    return max(able, key=lambda k: count[k.id], default=None)


def _value(f: Field, symbols: Symbols, models: list[CardDef]) -> Any:
    """A field as the plainest card of the kind has it; otherwise the least that its type allows."""
    for model in models:
        if f.id in model.written:
            return model.written[f.id]
    good = next((g.id for g in symbols.goods.values() if not g.zone), "")
    plain: dict[str, Any] = {
        "number": f.least or 0, "flag": False, "set": [], "abilities": [], "text": f.id, "goods": f"1 {good}",
        "effect": f"1 {good}", "ability": f"-> 1 {good}",
    }  # fmt: skip
    if f.type.tag == "word":
        return symbols.words[f.type.of].words[0]
    if f.type.tag == "entries":
        return dict.fromkeys(symbols.words[f.type.of].words, f"-> 1 {good}")
    return plain[f.type.tag]


def with_card(text: str | None, packs: list[str], wanted: Wanted) -> str | None:
    """The text of a file of cards with one more, or None if it leaves no place for one; `packs` are those it is
    made for. Raises DiagnosticError as `pack_files` does."""
    from engine.packs.writing import to_yaml

    rules, _ = link(packs, {})
    ((kind, (entry,)),) = _entry(rules, wanted).items()
    if text is None:
        return to_yaml({"cards": {kind: [entry]}})
    document = load_document(CARDS, text.encode())
    there = document.data.get("cards", {})
    if kind in there:
        made = _appended(document, ("cards", kind), to_yaml([entry]))
    elif there:
        at = _line_end(text, document.key_span(("cards",)).end)
        made = text[:at] + _indented(to_yaml({kind: [entry]}), "  ") + text[at:]
    else:
        made = f"{text.rstrip()}\n{to_yaml({'cards': {kind: [entry]}})}"
    return made if _holds(made, ("cards", kind), entry) else None


def _appended(document: Document, path: tuple[str, ...], item: str) -> str:
    """The text of a file with an item after the last of a list, indented as that is."""
    value: Any = document.data
    for step in path:
        value = value[step]
    text = document.text
    start, end = document.span((*path, 0)).start, document.span((*path, len(value) - 1)).end
    dash = text.rfind("-", 0, start)
    indent = text[text.rfind("\n", 0, dash) + 1 : dash]
    at = _line_end(text, end)
    return text[:at] + _indented(item, indent if not indent.strip() else "  ") + text[at:]


def _line_end(text: str, at: int) -> int:
    """After the line break of the line that a place is in."""
    found = text.find("\n", max(at - 1, 0))
    return len(text) if found < 0 else found + 1


def _indented(text: str, indent: str) -> str:
    return "".join(f"{indent}{line}\n" for line in text.splitlines())


def _holds(text: str, path: tuple[str, ...], item: Any) -> bool:
    """Whether a file can be read, and has an item in a list."""
    try:
        value: Any = load_document(CARDS, text.encode()).data
        for step in path:
            value = value[step]
        return item in value
    except (DiagnosticError, KeyError, TypeError):
        return False


# ---- its scenario
def story(packs: list[str], card: str) -> dict[str, Any]:
    """A scenario of a card: the first thing that can be done with it, and what comes of that. Where nothing can, it
    says where the card is. Raises DiagnosticError if the packs are not good."""
    rules = load(packs, cache=False)
    found = rules.by_id[card][-1]
    for trial in trials(rules, found, Trial(found, "", "")):
        try:
            before = trial.begin(rules)
            after, made = play(rules, trial)
        except DiagnosticError:
            continue
        expect = outcome(rules, before, after, found)
        told = made.scenario(rules, f"{found.name}: {trial.choices[0][1]}", expect)
        if _passes(rules, told):
            return told
    seats: list[dict[str, Any]] = [{} for _ in range(max(rules.seats[0], 1))]
    phase = rules.phases[0]["id"] if rules.phases else "setup"
    return {"name": f"{found.name} is in the game", "table": seats, "phase": phase, "expect": [{"phase": phase}]}


def _passes(rules: Any, told: dict[str, Any]) -> bool:
    from engine.scenario.run import Scenario, run

    document = load_document("a scenario", written([told]).encode())
    return run(Scenario(told["name"], (), document, ("scenarios", 0)), rules).passed


def with_story(text: str | None, told: dict[str, Any]) -> str | None:
    """The text of a file of scenarios with one more, or None if it leaves no place for one."""
    from engine.packs.writing import to_yaml

    if text is None:
        return written([told])
    made = _appended(load_document(STORIES, text.encode()), ("scenarios",), to_yaml([told]))
    return made if _holds(made, ("scenarios",), told) else None
