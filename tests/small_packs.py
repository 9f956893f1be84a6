"""Small packs written for one test, beside the garden game or by themselves, and what linking them says."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

from dsl.diagnostics import Diagnostic, DiagnosticError
from dsl.render import Lines
from engine import Game, load
from engine.loader import link
from engine.ruleset import Ruleset

GARDEN = Path(__file__).parent / "packs" / "garden"


def write_pack(parent: Path, id: str, manifest: str = "", **files: str) -> Path:
    """A pack in a folder of its own: `manifest` adds to or replaces the usual lines, each of `files` is NAME.yaml."""
    folder = parent / id
    folder.mkdir(parents=True, exist_ok=True)
    usual = {"id": id, "name": id.capitalize(), "version": "1.0.0", "language": "1", "provenance": "fixture"}
    lines = [f"{k}: {v}" for k, v in {**usual, "licence": "MIT"}.items() if f"{k}:" not in manifest]
    (folder / "pack.yaml").write_text("\n".join([*lines, dedent(manifest)]) + "\n", encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(dedent(text), encoding="utf-8")
    return folder


def write_plot(parent: Path, rules: str, manifest: str = "", id: str = "plot", **files: str) -> Path:
    """A pack that builds on the garden game."""
    return write_pack(parent, id, 'requires: {garden: ">=1.0,<2"}\n' + dedent(manifest), rules=rules, **files)


def loaded(*packs: Path, **options: int | bool) -> Ruleset:
    """The rules of packs by path, freshly linked."""
    return load(packs, dict(options), cache=False)


def with_garden(*packs: Path, **options: int | bool) -> Ruleset:
    """The rules of packs that build on the garden, whose bag lies in the order of its cards."""
    return loaded(GARDEN, *packs, **{"shuffled": False, **options})


def complaints(*packs: Path, **options: int | bool) -> list[Diagnostic]:
    """What linking packs says against them; at least one thing."""
    try:
        link([str(p) for p in packs], dict(options))
    except DiagnosticError as e:
        assert e.diagnostics
        return list(e.diagnostics)
    raise AssertionError("nothing was said against these packs")


def complaint(*packs: Path, **options: int | bool) -> Diagnostic:
    """The one thing that linking packs says against them."""
    found = complaints(*packs, **options)
    assert len(found) == 1, [f"{d.code} {d.message}" for d in found]
    return found[0]


def pointed_at(diagnostic: Diagnostic) -> str:
    """The characters of the file that a diagnostic points at."""
    assert diagnostic.span is not None
    return text_of(diagnostic)[diagnostic.span.start : diagnostic.span.end]


def line_of(diagnostic: Diagnostic) -> int:
    """The number of the line that a diagnostic begins in."""
    assert diagnostic.span is not None
    return Lines(text_of(diagnostic)).line_col(diagnostic.span.start)[0]


def text_of(diagnostic: Diagnostic) -> str:
    assert diagnostic.span is not None
    return Path(diagnostic.span.file).read_text(encoding="utf-8")


def new_game(rules: Ruleset, seats: int = 2, seed: int = 1) -> Game:
    """A new game of one without boards."""
    return Game.new(rules, [None] * seats, seed)


def to_the_day(game: Game) -> Game:
    """The game once a player may act: everything asked before is answered with the first option."""
    while (decision := game.decision) is not None and decision.kind != "act":
        game.choose(decision.options[0])
    return game


def goods(game: Game, seat: int = 0) -> dict[str, int]:
    """What a player has in the supply, by good; what they have none of is left out."""
    return dict(game.view(seat)["players"][seat]["goods"])


def said(game: Game) -> list[str]:
    """The log in words."""
    return [event.text for event in game.log]


def cards(zone: list[dict[str, Any]]) -> list[str]:
    """The ids of the cards in a zone of a view."""
    return [entry.get("card", "?") for entry in zone]
