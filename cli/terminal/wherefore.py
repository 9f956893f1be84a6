"""Why something that a person named cannot be chosen: what they typed, taken as far as it can be understood."""

from __future__ import annotations

from dataclasses import replace

from cli import cards
from dsl.diagnostics import suggest
from engine import Game, Ruleset
from engine.ruleset import Card
from engine.why.answer import why_not, why_not_with
from engine.why.phrases import Phrase, phrases, possible
from engine.why.words import in_ids, in_words


def reasons(game: Game, words: str, seat: int) -> list[str]:
    """Why what is meant by some words is no option, a line each; what can be chosen with a card that is named alone."""
    rules = game.rules
    text = in_ids(rules, words)
    if possible(rules, text):
        return [_sentence(why_not(game, text, seat, spoken=True))]
    meant = _completed(rules, words)
    if meant is not None:
        why = why_not(game, meant[0], seat, spoken=True)
        return [_sentence(why if meant[1] in why else rules.voice.say("log.came", meant[1], why))]
    card = _card(rules, words)
    if card is None:
        return [_sentence(_named(rules, why_not(game, text, seat, spoken=True)))]
    return _with_card(game, card)


def reason(game: Game, words: str, seat: int) -> str | None:
    """Why what is meant by some words is no option; None if they are like nothing that could be one."""
    if not possible(game.rules, in_ids(game.rules, words)) and _completed(game.rules, words) is None:
        return None
    return reasons(game, words, seat)[0]


def _with_card(game: Game, card: Card) -> list[str]:
    """What can be chosen with a card, and why nothing else."""
    decision = game.decision
    assert decision is not None
    can = [f"{n} {label}" for n, label in enumerate(decision.labels, 1) if card in cards.named_in(game.rules, label)]
    told = [game.rules.voice.say("ask.possible", ", ".join(can))] if can else []
    if can and decision.kind not in ("act", "do"):
        return told
    return told + [_sentence(why) for why in why_not_with(game, card.unique_id)]


def _completed(rules: Ruleset, words: str) -> tuple[str, str] | None:
    """The option id that is meant by words that may lack some of its own, with names begun or misspelt; and the same in
    names. None if none is, or it is not plain which."""
    found = {}
    for phrase in phrases(rules):
        spoken = replace(phrase, template=in_words(rules, phrase.template))
        values = spoken.loosely(words) if phrase.action >= 0 else None
        ids = {name: _id(rules, phrase, name, value) for name, value in (values or {}).items()}
        if values is not None and None not in ids.values():
            id, label = phrase.template, spoken.template
            for name, (value, called) in ((k, v) for k, v in ids.items() if v is not None):
                id, label = id.replace(f"{{{name}}}", value), label.replace(f"{{{name}}}", called)
            found[id] = label
    return min(found.items(), key=lambda pair: len(pair[1].split()), default=None)  # which adds the least


def _id(rules: Ruleset, phrase: Phrase, name: str, said: str) -> tuple[str, str] | None:
    """What a blank of a phrase is meant to be, as an id and a name: the one of that name, or that begins so, or is most
    like it."""
    folded = said.casefold()
    blank = phrase.blanks[name]
    if blank.sort == "component":
        known = {c.name.casefold(): (c.unique_id, c.name) for c in rules.cards[1:] if c.unique_id in blank.ids}
    else:
        known = {id: (id, id) for id in blank.ids}
        folded = in_ids(rules, said)
    begun = [n for n in known if n.startswith(folded)]
    if folded in known:
        return known[folded]
    if len(begun) == 1:
        return known[begun[0]]
    near = suggest(folded, known) if not begun and len(folded) > 3 else None
    return known[near.fix] if near else None


def _card(rules: Ruleset, words: str) -> Card | None:
    """The card that the last of some words name, or begin to name; None if it is none or not plain which."""
    said = words.split()
    for start in range(len(said)):
        rest = " ".join(said[start:]).casefold()
        exact = [c for c in rules.cards[1:] if c.name.casefold() == rest]
        begun = exact or [c for c in rules.cards[1:] if c.name.casefold().startswith(rest)]
        if len(begun) == 1:
            return begun[0]
    near = cards.like(rules, words)
    found = cards.called(rules, near.fix) if near else []
    return found[0] if len(found) == 1 else None


def _named(rules: Ruleset, text: str) -> str:
    """A text with the ids of cards as their names, where it quotes them."""
    for card in rules.cards[1:]:
        text = text.replace(f'"{card.unique_id}"', f'"{card.name}"')
    return text


def _sentence(text: str) -> str:
    return text if text.endswith("?") else f"{text}."
