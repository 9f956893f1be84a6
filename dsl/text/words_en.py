"""The English around the templates of the operator table: small sentence patterns, and how words bend.

`WORDS` is the whole catalogue: another language is a dict with the same ids, and `op.NAME` or `op.NAME.VARIANT` for the
templates of the operator table. The placeholders are those of that table.
"""

from __future__ import annotations

WORDS: dict[str, str] = {
    # ---- joining
    "comma": "{0}, {1}",
    "steps": "{0}; {1}",
    "option_if": "{0} (only if {1})",
    "last_step": "{0}; then {1}",
    "choices": "{0}, or {1}",
    "besides": "{0}, plus {1}",
    "either": "either {0}",
    "grouped": "({0})",
    "nothing_done": "do nothing",
    "do_this": "do this: {0}",
    "too_long": 'follow the rule "{0}"',
    # ---- who
    "you": "you",
    "your": "your {0}",
    "them": "them",
    "they": "they",
    "their": "their {0}",
    "you_do": "you {0}",
    "they_do": "they {0}",
    "nobody": "nobody",
    "nothing": "nothing",
    "player": "player|players",
    "opponent": "opponent|opponents",
    "by_players": "any player",
    "by_opponents": "an opponent",
    "in_order": "the players {0}",
    "in_list": "in {0}",
    # ---- things
    "it": "it",
    "its": "its {0}",
    "this": "this {0}",
    "that": "that {0}",
    "named": 'the {0} "{1}"',
    "those": "those {0}",
    "the": "the {0}",
    "the_from": "the {0} from {1}",
    "the_nth": "the {0} {1}",
    "ordinals": "first|second|third|fourth|fifth|sixth",
    "card": "card|cards",
    "good": "good|goods",
    "all_goods": "all goods",
    "member": "{0} {1}",
    "one_of": "{0} ({1})",
    "possessive": "{0}'s {1}",
    "of": "the {1} of {0}",
    "of_both": "the {0} of {1}",
    "owner": "owner",
    "place": "place",
    "goods_of": "goods",
    "lying": "the {0} on {1}",
    "amount_held": "the number of {0} {1}",
    "of_that": "of {0}",
    "entry": "{0} for {1}",
    "cost_of": "the cost of {0}",
    "empty": "empty",
    "yes": "yes",
    "no": "no",
    # ---- where
    "in": "{0} in {1}",
    "on": "{0} on {1}",
    "among": "{0} among {1}",
    "belonging": "{0} of {1}",
    "ordered": "{0} {1}",
    "zone_of_opponents": "an opponent's {0}",
    "zone_of_players": "any player's {0}",
    "zone_of_some": "the {0} of any of {1}",
    # ---- conditions
    "which": "that {0}",
    "whose": "{0}",
    "where": "where {0}",
    "described": "{0} {1}",
    "relative_clause": "{0} {1}",
    "relative": "that",
    "relative_part": "whose {0}",
    "held": "which {0:who} {it:has|have}",
    "held_of": "of which {0:who} {it:has|have} {1}",
    "none": "none",
    "always": "it is always so",
    "never": "it is never so",
    "flag": "{0:who} {it:is|are} {1}",
    "flag_not": "{0:who} {it:is|are} not {1}",
    "flag_done": "{0:who} {it:has|have} {1}",
    "flag_done_not": "{0:who} {it:has|have} not {1}",
    "holds": "{0} holds",
    "holds_not": "{0} does not hold",
    "typed": "{0} {1}",
    "yours": "{0:who} {it:is|are} yours",
    "not_yours": "{0:who} {it:is|are} not yours",
    "has_goods": "{0:who} {it:has|have} {1}",
    "has_goods_on": "{0:who} {it:has|have} {1} on {2}",
    "there": "there {it:is|are} {0}",
    "no_goods": "no {0}",
    "none_of": "none {0}",
    "any_of": "any {0}",
    "does": "{0:who} {1}",
    "does_not": "{0:who} {it:does|do} not {1}",
    "modal_not": "{0:who} {1} not {2}",
    "modal": "{0:who} {1} {2}",
    "as_well": "{0} with {1}",
    "governed": "{0} {1}",
    "of_yours": "{0} yours",
    "whether": "whether {0}",
    "that_is": "{0} (that is: {1})",
    # ---- amounts
    "amount": "{0} {1}",
    "all": "all {0}",
    "as_many": "{1} equal to {0}",
    "as_many_of": "as much {1} as {0}",
    "up_to": "up to {0}",
    "per": "{0} for each {1:one}",
    "most": "{0}, at most {1}",
    "most_inside": "{0} (at most {1})",
    "least_key": "the least {0}",
    "greatest_key": "the greatest {0}",
    "then_key": "{0}, then {1}",
    "pair": "{0} {1}",
    "bracketed": "({0})",
    # ---- abilities, actions and cards
    "only_if": "{0} Only if {1}.",
    "event": "{0} by {1}",
    "event_of": "{0} is {1}",
    "each_of": "each {0:one}",
    "each": "each {0}",
    "det_each": "each {0}",
    "more": "{0} more",
    "less": "{0} less",
    "more_by": "raised by {0}",
    "less_by": "lowered by {0}",
    "only_when": "{0} if {1}",
    "takes_no_turn": "{0} This takes no turn.",
    "line": "{0}: {1}",
    "line_part": "{0} ({1}): {2}",
    "past_set": "{0} {1}",
    "past_number": "{0} count",
}

# How ids, which are English, tell what they name.
DONE_ENDING = "ed"
PAST_ENDINGS = ("ed", "en", "wn")
MODALS = ("may", "can", "must")
PREPOSITIONS = ("against", "by", "for", "from", "of", "on", "to", "with")

_SPOKEN_CONSONANT = ("uni", "use", "eu", "one")
"""Beginnings that are written with a vowel and spoken with a consonant."""


def article(noun: str) -> str:
    """A noun with its indefinite article: "an old coin", "a unique key"."""
    start = noun.lstrip('"').lower()
    vowel = start[:1] in tuple("aeiou") and not start.startswith(_SPOKEN_CONSONANT)
    return f"{'an' if vowel else 'a'} {noun}"


def plural(noun: str) -> str:
    """The regular plural, for words of a vocabulary that has names for single words only."""
    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def base_verb(verb: str) -> str:
    """The plain form of a verb in the third person: "shares" gives "share", "has" gives "have"."""
    if verb == "has":
        return "have"
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("ches", "shes", "sses", "xes", "oes")):
        return verb[:-2]
    return verb[:-1] if is_third_person(verb) else verb


def is_third_person(word: str) -> bool:
    """Whether a word looks like a verb in the third person: the first word of names such as `shares_colour`."""
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def spaced(id: str) -> str:
    """An id as words."""
    return id.replace("_", " ")


def capital(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A clause as a sentence."""
    return capital(text) + "."
