"""The cards that were made for a set keep to the curve of the base set: what they give for their distance.

A card is worth what its goods are worth; the values of what a set adds are in content/nomansland/README.md.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.cards import CardDef
from engine.loader import link

README = Path(__file__).parent.parent / "content" / "nomansland" / "README.md"
WORTH = {
    **dict.fromkeys(["fuel", "gun", "iron", "brick", "basic", "worker", "card", "grey", "red", "blue"], 1.0),
    "ammo": 1.5,
    "universal": 1.5,
    "vp": 1.5,
    "development": 2.0,
    "deal": 2.0,
    "shield": 0.5,
}
DONE = {
    "do build_outpost for free": 3.0,
    "do upgrade_outpost for free": 3.0,
    "do raze_outpost for free": 4.0,
    "activate_one()": 2.5,
    "gain_ruins()": 1.0,
    "rouse(vertical)": 7.5,  # three Outposts
    "rouse(horizontal)": 7.5,
    "steal_basic()": 2.0,
}
ABILITY = 3.0
OPTION = re.compile(r'"\w+" \{([^{}]*)\}')


def goods(text: str) -> float:
    """The worth of goods at most: of what is counted, as many as there can be."""
    total = 0.0
    for term in re.split(r", (?=\d)", text):
        found = re.fullmatch(r"(\d+) (\w+)(?: per .* max (\d+))?", term.strip())
        assert found, f"`{term}` is not goods"
        total += int(found[1]) * WORTH[found[2]] * int(found[3] or 1)
    return total


def effect(text: str) -> float:
    """The worth of what is done: statements together, the best of several options."""
    text = " ".join("; ".join(filter(None, map(str.strip, text.splitlines()))).split())
    text = re.sub(r"([{}]);", r"\1", text).replace("gain ", "")
    if options := OPTION.findall(text):
        return max(map(effect, options))
    repeated = re.fullmatch(r"repeat (\d+) \{(.*)\}", text)
    if repeated:
        return int(repeated[1]) * effect(repeated[2])
    parts = filter(None, map(str.strip, text.split(";")))
    return sum(DONE[part] if part in DONE else goods(part) for part in parts)


def action(card: dict[str, Any]) -> float:
    """What an action gives beyond its cost in a round."""
    cost, _, rest = card["action"].partition("->")
    return (effect(rest.split(" if ")[0]) - goods(cost)) * int(card.get("uses", 1))


def values(card: dict[str, Any]) -> dict[str, float]:
    """What a Location is worth, by what the curve speaks of."""
    out = {"spoils": goods(card["spoils"]), "deal": goods(card["deal"])}
    each = [goods(card["production"])] if "production" in card else []
    each += [effect(card["expedition"])] if "expedition" in card else []
    once = [goods(card[key]) for key in ("bonus", "places", "storage") if key in card]
    once += [effect(card["founding"])] if "founding" in card else []
    once += [ABILITY] * len(card.get("abilities", ()))
    if card["category"] == "production":
        return {**out, "production": sum(each)}
    if card["category"] == "action":
        return {**out, "action": action(card)}
    assert not each, "a Feature does not produce"
    return {**out, "feature": sum(once)}


@cache
def locations(pack: str) -> list[tuple[CardDef, dict[str, Any]]]:
    """The Locations of a pack, with what is written."""
    rules = link([pack], {})[0]
    return [(c, c.written) for c in rules.cards if c.kind == "location" and c.pack == pack]


@cache
def curve() -> dict[tuple[str, int], list[float]]:
    """All values of the base set by what is valued and distance, in order."""
    out: dict[tuple[str, int], list[float]] = defaultdict(list)
    for _, card in locations("base"):
        for what, value in values(card).items():
            out[what, card["distance"]].append(value)
    return {key: sorted(found) for key, found in out.items()}


@pytest.mark.parametrize("pair", locations("nomansland"), ids=lambda pair: pair[0].id)
def test_a_location_keeps_to_the_curve(pair: tuple[CardDef, dict[str, Any]]) -> None:
    card = pair[1]
    assert len(card["types"]) == 2
    for what, value in values(card).items():
        usual = curve()[what, card["distance"]]
        assert value <= usual[-1], f"{what} is worth {value}, but at most {usual[-1]} in the base set"
        if what in ("spoils", "deal", "action"):
            assert value >= usual[0], f"{what} is worth {value}, but at least {usual[0]} in the base set"
        assert value > 0 or what == "action"


def test_there_are_41_cards_whose_names_are_of_no_base_card() -> None:
    """NML-1: the set is 41 Locations."""
    ours, base = locations("nomansland"), locations("base")
    assert sum(c.copies for c, _ in ours) == 41
    assert not {c.name for c, _ in ours} & {c.name for c, _ in base}


def test_every_level_of_a_territory_is_on_the_curve_and_no_lower_than_the_last() -> None:
    """NML-1, NML-12: nine Territories, each with three levels; the known ones are as printed."""
    rules = link(["nomansland"], {})[0]
    lands = {c.id: c.written for c in rules.cards if c.kind == "territory"}
    assert len(lands) == 9
    for land in lands.values():
        levels = [effect(land[f"level_{n}"].replace(", ", "; ")) for n in (1, 2, 3)]
        assert levels == sorted(levels)
        for value, (low, high) in zip(levels, [(1.5, 2), (2, 3), (3, 4)], strict=True):
            assert low <= value <= high
    known = lands["south"], lands["southwest"], lands["west"]
    assert [land["level_1"] for land in known] == ["1 ammo", "2 iron", "2 worker"]
    assert (lands["southwest"]["upgrade_type"], lands["southwest"]["level_2"]) == ("brick", "1 development")


def test_the_directions_of_a_territory_are_those_of_its_row_and_its_column() -> None:
    """NML-2: six directions, three Territories in each."""
    rows, columns = ["north", "horizontal", "south"], ["west", "vertical", "east"]
    rules = link(["nomansland"], {})[0]
    lands = [c.written for c in rules.cards if c.kind == "territory"]
    for land in lands:
        assert set(land["directions"]) == {rows[land["latitude"] - 1], columns[land["longitude"] - 1]}
    assert len({(land["latitude"], land["longitude"]) for land in lands}) == 9


def test_the_readme_tells_the_curve_as_it_is() -> None:
    """The table in the pack's README is what the base set gives."""
    rows = {"spoils": "spoils", "production": "Production, at most", "action": "an action, gain over cost, a round"}
    rows["feature"] = "a Feature, once, at most"
    text = README.read_text(encoding="utf-8")
    for what, name in rows.items():
        cells = [_cell(what, distance) for distance in (1, 2, 3)]
        assert f"| {name} | {' | '.join(cells)} |".replace("|  |", "| |") in text


def _cell(what: str, distance: int) -> str:
    found = curve().get((what, distance))
    if found is None:
        return ""
    low, high = f"{found[0]:g}", f"{found[-1]:g}"
    return high if what in ("production", "feature") else f"{low} to {high}"
