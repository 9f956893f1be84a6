"""`state51 show`: cards, with their fields and their text."""

from __future__ import annotations

import click

from cli.cards import describe, find, like, plain
from cli.choices import lang_option, packs_option, rules_of
from cli.examples import Command
from cli.report import GOOD, say, say_json
from dsl.diagnostics import DiagnosticError
from dsl.render import printable
from engine import Ruleset
from engine.packs import locate
from engine.ruleset import Card

_EXAMPLES = """
state51 show {card}
state51 show {card} --json
state51 show --all --packs base,./mypack
state51 show --all --json > cards.json
"""


@click.command("show", cls=Command, examples=_EXAMPLES)
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Show every card.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object, or a list for --all or several cards.")
@packs_option
@lang_option
def command(ids: tuple[str, ...], everything: bool, as_json: bool, packs: list[str] | None, lang: str) -> int:
    """Show cards: their fields as written, and their text as the rules are understood.

    ID is a card's id, `pack:id`, or its name.
    """
    if bool(ids) == everything:
        raise click.UsageError("name a card, or say --all" if not ids else "name cards, or say --all: not both")
    rules = rules_of(packs, lang=lang)
    cards = rules.cards[1:] if everything else [_card(rules, id, packs) for id in ids]
    if as_json:
        shown = [plain(card) for card in cards]
        say_json(shown[0] if len(ids) == 1 else shown)
        return GOOD
    for n, card in enumerate(cards):
        first, *rest = describe(rules, card)
        say(f"\n{first}" if n else first, bold=True)
        say("\n".join(rest))
    return GOOD


def _card(rules: Ruleset, id: str, packs: list[str] | None) -> Card:
    """The one card that is meant. Raises UsageError."""
    found = find(rules, id)
    if len(found) == 1:
        return found[0]
    if found:
        raise click.UsageError(f"`{printable(id)}` can mean {', '.join(f'{c.pack}:{c.id}' for c in found)}")
    elsewhere = _elsewhere(rules, id) if packs is None else None
    hint = f"it is in the pack {elsewhere}: --packs {elsewhere}" if elsewhere else like(rules, id)
    raise click.UsageError(f"there is no card `{printable(id)}`{'; ' + hint if hint else ''}")


def _elsewhere(rules: Ruleset, id: str) -> str | None:
    """A pack that comes with the program, is not loaded, and has the card."""
    loaded = {p[0] for p in rules.packs}
    for name in locate.built_in():
        try:
            if name not in loaded and find(rules_of([name]), id):
                return name
        except DiagnosticError:
            continue
    return None
