"""Options that several commands share: which packs, and how their options are set."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from dsl.render import printable
from engine.loader import load
from engine.packs import locate
from engine.ruleset import Ruleset

F = TypeVar("F", bound=Callable[..., Any])
MOST_SEED = (1 << 64) - 1


def listed(text: str) -> list[str]:
    """The parts of a list with commas."""
    return [part for part in (p.strip() for p in text.split(",")) if part]


def pack_names(values: Iterable[str]) -> list[str]:
    """Packs as `load` takes them. A folder that is a pack is meant where no pack has the name."""
    out: list[str] = []
    for name in (n for value in values for n in listed(value)):
        beside = not locate.is_path(name) and locate.find(name) is None and (Path(name) / "pack.yaml").is_file()
        out.append(f"./{name}" if beside else name)
    return out


def _packs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> list[str] | None:
    if not values:
        return None
    names = pack_names(values)
    if not names:
        raise click.BadParameter("no pack is named", ctx, param)
    return names


def _settings(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, int | bool]:
    out: dict[str, int | bool] = {}
    for value in values:
        name, equals, given = (part.strip() for part in value.partition("="))
        if not equals or not name:
            raise click.BadParameter(f"`{printable(value)}` is not of the form NAME=VALUE", ctx, param)
        if given in ("true", "false"):
            out[name] = given == "true"
        elif re.fullmatch(r"-?[0-9]{1,18}", given):
            out[name] = int(given)
        else:
            raise click.BadParameter(f"`{printable(given)}` is neither a number nor true or false", ctx, param)
    return out


def packs_option(command: F) -> F:
    """Adds `--packs`."""
    about = "Packs, by name, folder or archive, with commas between; what they require comes along."
    return click.option("--packs", metavar="LIST", multiple=True, callback=_packs, help=about)(command)


def set_option(command: F) -> F:
    """Adds `--set`, which becomes the argument `settings`."""
    about = "Set an option of a pack. May be given several times."
    return click.option(
        "--set", "settings", metavar="NAME=VALUE", multiple=True, callback=_settings, help=about
    )(command)  # fmt: skip


def lang_option(command: F) -> F:
    """Adds `--lang`."""
    about = "The language of names and texts; ids stay as they are.  [default: en]"
    return click.option("--lang", metavar="ID", default="en", help=about)(command)


def rules_of(packs: list[str] | None, settings: dict[str, int | bool] | None = None, lang: str = "en") -> Ruleset:
    """The ruleset of some packs (None: those played by default) in a language. Raises DiagnosticError."""
    if lang == "en":
        return load(packs, settings or {})
    from engine.packs.translation import load_in

    return load_in(lang, packs, settings)[0]
