"""Commands whose help ends with examples, in the words of the packs that are played by default."""

from __future__ import annotations

import re
from typing import Any

import click

from dsl.diagnostics import DiagnosticError
from dsl.render import printable
from engine.ruleset import Ruleset

_NEUTRAL = {"card": "ID", "boards": "LIST", "boards_option": "--boards", "setting": "NAME=VALUE"}


class Command(click.Command):
    """A command with `examples`, one a line. `{card}`, `{boards}`, `{boards_option}` and `{setting}` are filled in."""

    def __init__(self, *args: Any, examples: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = _words() if "{" in self.examples else {}
        with formatter.section("Examples"):
            for line in self.examples.strip().splitlines():
                formatter.write(f"  {line.strip().format(**words)}\n")

    def option_names(self) -> list[str]:
        """The names of all options, with their dashes."""
        return [name for p in self.params if isinstance(p, click.Option) for name in (*p.opts, *p.secondary_opts)]


class Group(click.Group):
    """Several commands under one, with `examples` as a command has them."""

    def __init__(self, *args: Any, examples: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Examples"):
            for line in self.examples.strip().splitlines():
                formatter.write(f"  {line.strip()}\n")


def board_options(rules: Ruleset) -> list[str]:
    """What the option for boards is also called: by the plural of what the rules call a board."""
    kind = next((k for k in rules.kinds if k["id"] == rules.board), None)
    if kind is None:
        return []
    return [f"--{re.sub(r'[^a-z0-9]+', '-', str(kind['plural']).lower()).strip('-')}"]


def default_rules() -> Ruleset | None:
    """The rules that are played by default; None if they cannot be loaded, which is no matter for a help text."""
    from engine.loader import load

    try:
        return load()
    except (DiagnosticError, OSError):
        return None


def _words() -> dict[str, str]:
    rules = default_rules()
    if rules is None:
        return _NEUTRAL
    boards = [b.unique_id for b in rules.boards()]
    found = {
        "card": next((c.unique_id for c in rules.cards[1:] if c.kind != rules.board), ""),
        "boards": ",".join(boards[-2:]),
        "boards_option": next(iter(board_options(rules)), ""),
        "setting": next((f"{k}={str(v).lower()}" for k, v in rules.options.items()), ""),
    }
    return {key: printable(found[key]) or neutral for key, neutral in _NEUTRAL.items()}
