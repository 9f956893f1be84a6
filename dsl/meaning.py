"""What each name in a text was understood as, noted down while the text is checked."""

from __future__ import annotations

from dataclasses import dataclass

from dsl import ir
from dsl.symbols import Symbols

At = tuple[int, int]

_SORTS = {"field": "field", "state": "field", "player": "player", "table": "table", "good": "good", "board": "kind"}


@dataclass(frozen=True, slots=True)
class Meaning:
    """The name at `at` in a text means the `id` of a `sort`.

    Sorts are those of declared things (good, group, word, vocabulary, kind, field, player, table, zone, event, routine,
    option), `local` for what the text itself or its head names, and `operator` for what the language brings. `of` is
    the vocabulary of a word, and for what the text names the place where it does (parameters of its head: 0). `type` is
    that of the value, in words.
    """

    at: At
    sort: str
    id: str
    of: str = ""
    type: str = ""
    declares: bool = False


def meaning_of(at: At, id: str, value: ir.Ex, symbols: Symbols) -> Meaning:
    """What a name means that was understood as a value."""
    told = str(value.type)
    match value:
        case ir.Var():
            return Meaning(at, "local", id, str(value.at), told)
        case ir.Const() if value.type.tag in ("word", "set") and id != "none":
            return Meaning(at, "word", id, value.type.of, told)
        case ir.Const() if value.type.tag == "good":
            return Meaning(at, "good", id, "", told)
        case ir.Const() if id in symbols.options:
            return Meaning(at, "option", id, "", told)
        case ir.ZoneRef():
            return Meaning(at, "zone", id, "", told)
        case ir.Read(sort=sort) if sort in _SORTS:
            return Meaning(at, _SORTS[sort], id, "", told)
    return Meaning(at, "operator", id, "", told)
