"""Rulesets in another language: names, texts, labels and prompts. What is played, and every id, is the same."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.loader import link, load
from engine.ruleset import Ruleset

ENGLISH = "en"


def load_in(
    language: str, packs: Iterable[str | Path] | None = None, options: dict[str, int | bool] | None = None
) -> tuple[Ruleset, list[str]]:
    """The ruleset of some packs as `load` gives it, in a language, and what the language lacks, as `section: id`.

    Raises DiagnosticError with all that is wrong in the packs or the files of the language, or if there is none.
    """
    names = [str(p) for p in packs] if packs is not None else None
    rules = load(names, options)
    if language == ENGLISH:
        return rules, []
    from dsl.language import localized
    from dsl.text.tell import Teller
    from engine.packs.language_files import read_language
    from engine.why.clauses import told_in

    linked, found = link(names, options or {})
    spoken, missing = read_language(language, found, linked)
    symbols = localized(linked.symbols, spoken)
    teller = Teller(linked.symbols, linked.program, language=spoken)
    texts = {(c.pack, c.id): teller.card_text(c) for c in linked.cards}
    image: dict[str, Any] = dict(rules.image)
    image["cards"] = [
        c
        if (c["pack"], c["id"]) not in texts
        else {
            **c,
            "name": spoken.text("cards", f"{c['pack']}:{c['id']}") or c["name"],
            "text": texts[c["pack"], c["id"]],
        }
        for c in rules.image["cards"]
    ]
    image["goods"] = [
        {**g, "name": str(symbols.goods[g["id"]].name), "plural": str(symbols.goods[g["id"]].plural)}
        for g in rules.image["goods"]
    ]
    image["zones"] = [{**z, "name": symbols.zones[z["id"]].name or z["name"]} for z in rules.image["zones"]]
    image["kinds"] = [
        {**k, "name": str(symbols.kinds[k["id"]].name), "plural": str(symbols.kinds[k["id"]].plural)}
        for k in rules.image["kinds"]
    ]
    image["words"] = {
        id: {**words, "names": {w: str(n) for w, n in symbols.words[id].names.items()}}
        for id, words in rules.image["words"].items()
    }
    topics = spoken.names.get("topics", {})
    image["topics"] = [{**t, **topics.get(t["id"], {})} for t in rules.image["topics"]]
    actions = zip(rules.image["actions"], linked.program.actions, strict=True)
    image["actions"] = [{**a, "text": teller.action(action)} for a, action in actions]
    image["reasons"] = told_in(rules.image["reasons"], linked.program, teller)
    told = Ruleset(image)
    told.language = spoken
    return told, missing
