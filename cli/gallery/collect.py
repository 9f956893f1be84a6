"""Which cards a gallery shows: of packs that are linked together or, where they exclude each other, in several sets."""

from __future__ import annotations

import click

from cli.gallery.faces import Face, Faces
from dsl.diagnostics import DiagnosticError, suggest
from dsl.render import printable
from engine.loader import link
from engine.packs.language_files import read_language
from engine.packs.order import Pack, default_packs, gather
from engine.packs.translation import ENGLISH

_EXCLUDED = "M003"  #: two packs that cannot be played together
Sets = list[tuple[Faces, list[Pack]]]


def collect(names: list[str] | None, language: str) -> Sets:
    """The faces of some packs and all they require (None: those played by default), in a language. Raises
    DiagnosticError."""
    out: Sets = []
    for group in _groups(names if names is not None else default_packs()):
        rules, packs = link(group, {})
        spoken = None if language == ENGLISH else read_language(language, packs, rules)[0]
        out.append((Faces(rules, spoken), packs))
    return out


def _groups(names: list[str]) -> list[list[str]]:
    """Packs in groups of those that can be played together. Raises DiagnosticError for whatever else is wrong."""
    try:
        gather(names)
        return [names]
    except DiagnosticError as error:
        if any(d.code != _EXCLUDED for d in error.diagnostics):
            raise
    groups: list[list[str]] = []
    for name in dict.fromkeys(names):
        group = next((g for g in groups if _together([*g, name])), None)
        if group is None:
            groups.append([name])
        else:
            group.append(name)
    return groups


def _together(names: list[str]) -> bool:
    try:
        gather(names)
    except DiagnosticError:
        return False
    return True


def one_card(sets: Sets, wanted: str) -> Face:
    """The card that an id, `pack:id` or name means. Raises UsageError."""
    faces = {face.id: face for shown, _ in sets for face in shown.all()}
    folded = wanted.casefold()
    found = [
        f for f in faces.values() if folded in (f.id, f.definition.id, f.title.casefold(), f.definition.name.casefold())
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise click.UsageError(f"`{printable(wanted)}` can mean {', '.join(f.id for f in found)}")
    hint = suggest(wanted, [*faces, *(f.definition.id for f in faces.values()), *(f.title for f in faces.values())])
    raise click.UsageError(f"there is no card `{printable(wanted)}`{'; ' + hint if hint else ''}")
