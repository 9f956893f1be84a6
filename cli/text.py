"""`state51 text`: what cards and actions say, in English or another language."""

from __future__ import annotations

from collections.abc import Iterator

import click

from cli.cards import find, like
from cli.choices import lang_option, packs_option
from cli.examples import Command
from cli.report import FINDINGS, GOOD, counted, say, say_json
from dsl.diagnostics import suggest
from dsl.render import printable
from engine import Ruleset

_EXAMPLES = """
state51 text {card}
state51 text --lang pl
state51 text --lang pl --missing
state51 text --json --packs base,./mypack
"""

Said = tuple[str, str, str]  # id, name, text


@click.command("text", cls=Command, examples=_EXAMPLES)
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--missing", is_flag=True, help="List what the language does not name; exit with 1 if there is anything.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list.")
@packs_option
@lang_option
def command(ids: tuple[str, ...], missing: bool, as_json: bool, packs: list[str] | None, lang: str) -> int:
    """Print what cards and actions say, as the rules are understood.

    ID is a card's id, `pack:id` or name, or the id of an action; without one, all are told. What a language has no
    words for is told in English.
    """
    from engine.packs.translation import load_in

    rules, lacks = load_in(lang, packs)
    if missing:
        if ids:
            raise click.UsageError("--missing is about all of a language: name no cards with it")
        if as_json:
            say_json(lacks)
        else:
            say("\n".join([*lacks, f"{counted(len(lacks), 'entry').replace('entrys', 'entries')} missing in {lang}"]))
        return FINDINGS if lacks else GOOD
    told = [s for id in ids for s in _meant(rules, id)] if ids else [*_cards(rules), *_actions(rules)]
    if as_json:
        say_json([{"id": id, "name": name, "text": text} for id, name, text in told])
        return GOOD
    for n, (id, name, text) in enumerate(told):
        say(f"\n{name} ({id})" if n else f"{name} ({id})", bold=True)
        say("\n".join(f"  {line}" for line in text.splitlines()))
    return GOOD


def _cards(rules: Ruleset) -> Iterator[Said]:
    yield from ((c.unique_id, c.name, c.text) for c in rules.cards[1:])


def _actions(rules: Ruleset) -> Iterator[Said]:
    language = rules.language
    for action in rules.actions:
        title = language.text("actions", action["id"]) if language is not None else None
        yield action["id"], title or action["title"], action["text"]


def _meant(rules: Ruleset, id: str) -> list[Said]:
    """The cards and actions that an id means. Raises UsageError."""
    numbers = {c.number for c in find(rules, id)}
    found = [(c.unique_id, c.name, c.text) for c in rules.cards[1:] if c.number in numbers]
    found += [a for a in _actions(rules) if a[0] == id]
    if not found:
        hint = like(rules, id) or suggest(id, [a["id"] for a in rules.actions])
        raise click.UsageError(f"there is no card or action `{printable(id)}`{'; ' + hint if hint else ''}")
    return found
