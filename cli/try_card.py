"""`state51 try`: one card played on a small table, with every effect and the line that did it."""

from __future__ import annotations

from pathlib import Path

import click

from cli.cards import describe, find, like
from cli.choices import listed, packs_option, rules_of, set_option
from cli.examples import Command
from cli.report import GOOD, say
from dsl.diagnostics import suggest
from dsl.render import printable
from engine import Game, IllegalChoice, Ruleset
from engine.packs.locate import as_told
from engine.ruleset import Card
from engine.scenario.trial import Trial, outcome, phases_of, play, trials, written, zones_for

_EXAMPLES = """
state51 try {card}
state51 try {card} --goods GOOD=2 --beside ZONE=ID,ID
state51 try {card} --in ZONE --choose WORDS --choose WORDS
state51 try ID --packs base,./mypack --scenario
"""


@click.command("try", cls=Command, examples=_EXAMPLES)
@click.argument("id", metavar="CARD")
@click.option("--in", "zone", metavar="ZONE", default="", help="Where the card lies.")
@click.option("--phase", metavar="PHASE", default="", help="The phase to begin with.")
@click.option("--goods", metavar="LIST", default="", help="What seat 1 has, as GOOD=N with commas between.")
@click.option("--beside", metavar="ZONE=LIST", multiple=True, help="Further cards of seat 1, by id. May be repeated.")
@click.option("--choose", "choices", metavar="WORDS", multiple=True, help="What to choose, one after another.")
@click.option("--scenario", is_flag=True, help="Print it as a scenario, to be kept in a pack.")
@packs_option
@set_option
def command(
    id: str, zone: str, phase: str, goods: str, beside: tuple[str, ...], choices: tuple[str, ...], scenario: bool,
    packs: list[str] | None, settings: dict[str, int | bool],
) -> int:  # fmt: skip
    """Play one card on a small table, and tell step by step what changed and which line did it.

    What is not said is found: where the card can lie and be played, and the goods that takes. Where there is something
    to choose and nothing is said, it is the first option.
    """
    rules = rules_of(packs, settings)
    card = _card(rules, id)
    given = Trial(card, zone, phase, _goods(rules, goods), _beside(rules, beside))
    if zone and zone not in zones_for(rules, card):
        _unknown("zone that this card can lie in", zone, zones_for(rules, card))
    if phase and phase not in phases_of(rules):
        _unknown("phase", phase, phases_of(rules))
    trial = _trial(rules, given, choices)
    try:
        before = trial.begin(rules)
        after, trial = play(rules, trial)
    except IllegalChoice as e:
        raise click.UsageError(str(e)) from e
    if scenario:
        expect = outcome(rules, before, after, card)
        say(written([trial.scenario(rules, f"{card.name} is tried", expect)]).rstrip())
        return GOOD
    _tell(rules, trial, before, after)
    if not (zone or phase or choices):
        _others(rules, trial, given)
    return GOOD


def _card(rules: Ruleset, id: str) -> Card:
    found = find(rules, id)
    if len(found) == 1:
        return found[0]
    if found:
        raise click.UsageError(f"`{printable(id)}` can mean {', '.join(f'{c.pack}:{c.id}' for c in found)}")
    hint = like(rules, id)
    raise click.UsageError(f"there is no card `{printable(id)}`{'; ' + hint if hint else ''}")


def _unknown(what: str, given: str, known: list[str]) -> None:
    hint = suggest(given, known) or f"there are: {', '.join(known)}"
    raise click.UsageError(f"there is no {what} `{printable(given)}`; {hint}")


def _goods(rules: Ruleset, text: str) -> dict[str, int]:
    known = [g["id"] for g in rules.goods if not g["zone"]]
    out: dict[str, int] = {}
    for part in listed(text):
        good, _, amount = (p.strip() for p in part.partition("="))
        if good not in known:
            _unknown("good", good, known)
        if not amount.isdecimal() or len(amount) > 4:
            raise click.UsageError(f"`{printable(part)}` is not of the form GOOD=N")
        out[good] = int(amount)
    return out


def _beside(rules: Ruleset, given: tuple[str, ...]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for text in given:
        zone, _, ids = (p.strip() for p in text.partition("="))
        known = [z["id"] for z in rules.zones]
        if zone not in known:
            _unknown("zone", zone, known)
        out[zone] = [_card(rules, id).unique_id for id in listed(ids)]
    return out


def _trial(rules: Ruleset, given: Trial, choices: tuple[str, ...]) -> Trial:
    """The first table on which something can be done with the card. Raises UsageError if there is none."""
    made = tuple((1, text) for text in choices)
    if given.zone and given.phase and choices:
        return Trial(given.card, given.zone, given.phase, given.goods, given.beside, made)
    for found in trials(rules, given.card, given):
        return Trial(found.card, found.zone, found.phase, found.goods, found.beside, made or found.choices)
    where = given.zone or next(iter(zones_for(rules, given.card)), "")
    if not where:
        raise click.UsageError(f"`{given.card.unique_id}` can lie in no zone, so it cannot be tried")
    raise click.UsageError(
        f"nothing can be done with `{given.card.unique_id}` on a small table: say more with --in, --phase, --goods, "
        "--beside and --choose"
    )


def _others(rules: Ruleset, trial: Trial, given: Trial) -> None:
    """Says where else something can be done with the card in the same phase: elsewhere it may be another copy."""
    told = {trial.zone}
    for other in trials(rules, given.card, given):
        if other.zone not in told and other.phase == trial.phase:
            told.add(other.zone)
            say(f"It can also be tried with --in {other.zone}: {other.choices[0][1]}")


def _tell(rules: Ruleset, trial: Trial, before: Game, after: Game) -> None:
    first, *rest = describe(rules, trial.card)
    say(first, bold=True)
    say("\n".join(rest))
    goods = ", ".join(f"{n} {good}" for good, n in trial.goods.items()) or "no goods"
    say()
    place = f"in {trial.zone}" if trial.zone else "as the board"
    say(f"Seat 1 has it {place}, and {goods}; the phase is {trial.phase}.")
    for zone, cards in trial.beside.items():
        say(f"  beside it, in {zone}: {', '.join(cards)}")
    for seat, text in trial.choices:
        say(f"  seat {seat} chooses: {text}")
    say()
    for event in after.log[len(before.log) :]:
        cause = f"{as_told(Path(event.cause[1]))}:{event.cause[2]}" if event.cause else "the game itself"
        say(f"  {event.text:<50}  {cause}")
    decision = after.decision
    if decision is not None:
        say()
        say(f'Then seat {decision.seat + 1} is asked: "{decision.prompt}"')
