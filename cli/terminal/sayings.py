"""What a person may say at a prompt instead of choosing: one table of words, with their help and what they do.

A row's function is given the person, the rest of the line and the decision. It gives True if the game has moved, so
that what is asked now may be something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli import cards
from cli.terminal.foretell import foretell
from cli.terminal.meaning import meant, number
from cli.terminal.prompting import Leave
from cli.terminal.wherefore import reasons
from dsl.diagnostics import Suggestion, suggest
from engine import Decision
from engine.messages import MESSAGES
from engine.messages.voice import Voice
from engine.ruleset import Card

if TYPE_CHECKING:
    from cli.terminal.human import Human

Heard = Callable[["Human", str, Decision], bool]


@dataclass(frozen=True, slots=True)
class Saying:
    """A word at a prompt; `follow` gives what could follow it. What may, and what it does, is told by the messages
    `rest.WORD` (if there is one) and `help.WORD`."""

    word: str
    function: Heard
    follow: Callable[[Human], Iterable[str]] | None = None


def asking(voice: Voice, told: str, hint: Suggestion | None) -> str:
    """What is told, with a question after what was perhaps meant."""
    return f"{told}; {voice.say('ask.meant', hint.fix)}" if hint is not None else told


# ---- what will be
def _question(person: Human, rest: str, decision: Decision) -> bool:
    """What an option will do with what its cards say, or what a card says; the help, without either."""
    game = person.match.game
    if not rest:
        person.show(help_text(person.voice))
        return False
    place = number(rest)
    if place is not None and not 1 <= place <= len(decision.raws):
        person.show(person.voice.say("ask.number", len(decision.raws)))
        return False
    found = [place - 1] if place is not None else []
    named = [] if found else cards.called(game.rules, rest)
    if not found and not named:
        found = meant(game, rest)
        named = [] if found else _begun(person, rest)
    if len(found) == 1:
        person.show("\n".join(foretell(game, decision.options[found[0]], person.seat)))
        named = cards.named_in(game.rules, decision.labels[found[0]])
    elif found:
        person.show(person.voice.say("ask.can_mean", rest, ", ".join(decision.labels[n] for n in found)))
        return False
    _tell_cards(person, named)
    if not found and not named:
        told = person.voice.say("ask.nothing_called", rest)
        person.show(asking(person.voice, told, cards.like(game.rules, rest)))
    return False


def _more(person: Human, rest: str, decision: Decision) -> bool:
    person.show_more(decision, rest)
    return False


def _why(person: Human, rest: str, decision: Decision) -> bool:
    words = rest.removeprefix("not").strip() if rest.split(" ")[0] == "not" else rest
    if not words:
        person.show(person.voice.say("ask.why_what"))
        return False
    found = meant(person.match.game, words)
    if not found and words.casefold() in SAYINGS:
        person.show(person.voice.say("ask.any_time", words))
    elif found:
        options = ", ".join(f"{n + 1} {decision.labels[n]}" for n in found)
        person.show(person.voice.say("ask.possible", options))
    else:
        person.show("\n".join(reasons(person.match.game, words, person.seat)))
    return False


# ---- looking
def _card(person: Human, rest: str, decision: Decision) -> bool:
    rules = person.match.game.rules
    found = cards.called(rules, rest) or _begun(person, rest)
    _tell_cards(person, found)
    if not found:
        told = asking(person.voice, person.voice.say("ask.no_card", rest), cards.like(rules, rest))
        person.show(told if rest else person.voice.say("ask.which_card"))
    return False


def _begun(person: Human, rest: str) -> list[Card]:
    """The cards whose names begin with what was said, if they are few."""
    folded = rest.casefold()
    found = [c for c in person.match.game.rules.cards[1:] if folded and c.name.casefold().startswith(folded)]
    return found if len(found) < 4 else []


def _tell_cards(person: Human, found: list[Card]) -> None:
    rules = person.match.game.rules
    for card in found:
        person.show("\n".join([f"{card.name}: {cards.sort(rules, card)}", *cards.text(card)]))


def _state(person: Human, rest: str, decision: Decision) -> bool:
    person.show_state(rest)
    return False


def _log(person: Human, rest: str, decision: Decision) -> bool:
    person.match.tell_again(person.seat, whole=rest.casefold() == "all")
    return False


def _rules(person: Human, rest: str, decision: Decision) -> bool:
    from cli.terminal.lines import paragraphs

    topics = person.match.game.rules.topics
    wanted = rest.casefold()
    found = [t for t in topics if wanted and wanted in (t["id"], t["title"].casefold())]
    found = found or [t for t in topics if wanted and (t["id"].startswith(wanted) or wanted in t["title"].casefold())]
    found = found or [t for t in topics if wanted and re.search(rf"\b{re.escape(wanted)}", t["text"].casefold())][:1]
    for topic in found:
        person.show(f"{topic['title']}\n\n{paragraphs(topic['text'])}")
    if found:
        return False
    if not topics:
        person.show(person.voice.say("ask.no_topics"))
        return False
    if rest:
        hint = suggest(rest, [t["id"] for t in topics])
        person.show(asking(person.voice, person.voice.say("ask.no_topic", rest), hint))
    width = max(len(t["id"]) for t in topics)
    person.show("\n".join([person.voice.say("ask.topics"), *(f"  {t['id']:<{width}}  {t['title']}" for t in topics)]))
    return False


# ---- moving
def _undo(person: Human, rest: str, decision: Decision) -> bool:
    if person.match.undo(person.seat):
        person.show(person.voice.say("ask.undone"))
        return True
    person.show(person.voice.say(person.match.why_final))
    return False


def _save(person: Human, rest: str, decision: Decision) -> bool:
    path = Path(rest) if rest else person.match.save
    if path is None:
        person.show(person.voice.say("ask.which_file"))
    elif person.match.write(path):
        person.match.save = path
    return False


def _scenario(person: Human, rest: str, decision: Decision) -> bool:
    from cli.terminal.to_test import write_scenario

    write_scenario(person.match.game, rest, person.match.packs)
    return False


def _quit(person: Human, rest: str, decision: Decision) -> bool:
    raise Leave


# ---- what can follow
def _card_names(person: Human) -> Iterable[str]:
    return (c.name for c in person.match.game.rules.cards[1:])


def _topic_ids(person: Human) -> Iterable[str]:
    return (t["id"] for t in person.match.game.rules.topics)


def _options_and_cards(person: Human) -> Iterable[str]:
    decision = person.match.game.decision
    return [*(decision.labels if decision is not None else ()), *_card_names(person)]


def _heads(person: Human) -> Iterable[str]:
    from cli.terminal.menu import groups

    decision = person.match.game.decision
    found = groups(person.match.game.rules, decision) if decision is not None else []
    return dict.fromkeys(group.before.strip() for group in found if group.before.strip())


def _seats(person: Human) -> Iterable[str]:
    return map(str, range(1, person.match.game.state.seats + 1))


SAYINGS: dict[str, Saying] = {
    saying.word: saying
    for saying in (
        Saying("?", _question, _options_and_cards),
        Saying("more", _more, _heads),
        Saying("why", _why, lambda person: ["not "]),
        Saying("card", _card, _card_names),
        Saying("state", _state, _seats),
        Saying("log", _log, lambda person: ["all"]),
        Saying("rules", _rules, _topic_ids),
        Saying("undo", _undo),
        Saying("save", _save),
        Saying("scenario", _scenario),
        Saying("help", _question),
        Saying("quit", _quit),
    )
}


def help_text(voice: Voice) -> str:
    """How to answer, and every word of the table."""
    rests = [voice.say(f"rest.{word}") if f"rest.{word}" in MESSAGES else "" for word in SAYINGS]
    heads = [f"{word} {rest}".strip() for word, rest in zip(SAYINGS, rests, strict=True)]
    width = max(map(len, heads))
    rows = [f"  {head:<{width}}  {voice.say(f'help.{word}')}" for head, word in zip(heads, SAYINGS, strict=True)]
    return "\n".join([
        voice.say("help.choose"),
        *rows,
        voice.say("help.empty"),
    ])  # fmt: skip
