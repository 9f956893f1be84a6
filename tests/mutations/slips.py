"""Slips that authors make: for each of twenty kinds, the places in a pack where one can be made, and how.

A place is a range of a file and what stands there instead.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.mutations import forms, meaning, names, types
from tests.mutations.content import Change, Content

NAMES = (
    "misspelt key", "misspelt good", "misspelt word", "misspelt card id", "misspelt function", "misspelt event",
    "misspelt zone", "misspelt kind", "missing key", "duplicate key", "dropped arrow, brace or quote", "wrong bracket",
)  # fmt: skip
TYPES = ("swapped arguments", "word of another vocabulary", "text for a number", "negative amount")
MEANING = ("cost and effect exchanged", "removed max", "changed amount", "changed good")
KINDS = (*NAMES, *TYPES, *MEANING)

Places = Callable[[Content, random.Random], list[Change]]

PLACES: dict[str, Places] = dict(
    zip(
        KINDS,
        (
            forms.misspelt_key, names.misspelt_good, names.misspelt_word, names.misspelt_card, names.misspelt_function,
            names.misspelt_event, names.misspelt_zone, names.misspelt_kind, forms.missing_key, forms.duplicate_key,
            forms.dropped_sign, forms.wrong_bracket, types.swapped_arguments, types.other_word, types.text_for_number,
            types.negative_amount, meaning.exchanged, meaning.removed_max, meaning.changed_amount, meaning.changed_good,
        ),
        strict=True,
    )
)  # fmt: skip
