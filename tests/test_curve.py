"""The cards that were made for a set keep to the curve of the base set: what they give for their distance.

A card is worth what its goods are worth. docs/curve.md has the values and the curve; those of what a set adds stand in
the README of the set as well.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.link.cards import CardDef
from engine.loader import link

ROOT = Path(__file__).parent.parent
README = ROOT / "content" / "nomansland" / "README.md"
PAGE = ROOT / "docs" / "curve.md"
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
    "rouse(d)": 7.5,  # three Outposts
    "steal_basic()": 2.0,
    "tap()": 3.0,  # the best production there is
}
ABILITY = 3.0
ENCORE = 2.0  # the best action of a faction board
REFUGE = 0.5  # as a shield
OPTION = re.compile(r'"\w+" \{([^{}]*)\}')


def goods(text: str) -> float:
    """The worth of goods at most: of what is counted, as many as there can be."""
    total = 0.0
    for term in re.split(r", (?=\d)", text):
        found = re.fullmatch(r"(\d+) ([\w|]+)(?: per .* max (\d+))?", " ".join(term.split()))
        assert found, f"`{term}` is not goods"
        total += int(found[1]) * max(WORTH[good] for good in found[2].split("|")) * int(found[3] or 1)
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
    parts = [part for part in map(str.strip, text.split(";")) if part and not part.startswith("choose ")]
    return sum(DONE[part] if part in DONE else goods(part) for part in parts)


def price(card: dict[str, Any]) -> float:
    """What a use of an action costs, the cheapest way."""
    cost, _, _ = card["action"].partition("->")
    return min(map(goods, cost.split(" or ")))


def action(card: dict[str, Any]) -> float:
    """What an action gives beyond its cost in a round."""
    if "action" not in card:
        return ENCORE * int(card["encores"])
    _, _, rest = card["action"].partition("->")
    return (effect(rest.split(" if ")[0]) - price(card)) * int(card.get("uses", 1))


def points(text: str) -> int:
    """The VP that a text gives, at most."""
    found = re.findall(r"(\d+) vp(?: per [^}]*? max (\d+))?", text)
    return max((int(n) * int(most or 1) for n, most in found), default=0)


def vp(card: dict[str, Any]) -> dict[str, float]:
    """What an action pays for each VP, and how many it gives a round; how many a Feature gives once."""
    if card["category"] == "feature":
        return {"built": n} if (n := points(card.get("bonus", ""))) else {}
    given = points(card["action"].partition("->")[2]) if "action" in card else 0
    return {"price": price(card) / given, "round": given * int(card.get("uses", 1))} if given else {}


def values(card: dict[str, Any]) -> dict[str, float]:
    """What a Location is worth, by what the curve speaks of."""
    out = {"spoils": goods(card["spoils"]), "deal": goods(card["deal"])}
    each = [goods(card["production"])] if "production" in card else []
    each += [effect(card["expedition"])] if "expedition" in card else []
    once = [goods(card[key]) for key in ("bonus", "places", "storage") if key in card]
    once += [effect(card["founding"])] if "founding" in card else []
    once += [ABILITY] * (len(card.get("abilities", ())) + ("encores" in card))
    each += [REFUGE * card["refuge"]] if "refuge" in card else []
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
        for what, value in {**values(card), **vp(card)}.items():
            out[what, card["distance"]].append(value)
    return {key: sorted(found) for key, found in out.items()}


@pytest.mark.parametrize("pair", [*locations("nomansland"), *locations("winter")], ids=lambda pair: pair[0].id)
def test_a_location_keeps_to_the_curve(pair: tuple[CardDef, dict[str, Any]]) -> None:
    card = pair[1]
    assert len(card["types"]) == 2
    for what, value in values(card).items():
        usual = curve()[what, card["distance"]]
        assert value <= usual[-1], f"{what} is worth {value}, but at most {usual[-1]} in the base set"
        if what in ("spoils", "deal", "action"):
            assert value >= usual[0], f"{what} is worth {value}, but at least {usual[0]} in the base set"
        assert value > 0 or what == "action"
    for what, value in vp(card).items():
        usual = curve()[what, card["distance"]]
        assert value <= usual[-1] and (what != "price" or value >= usual[0]), f"{what} is {value}"


@pytest.mark.parametrize(("pack", "cards"), [("nomansland", 41), ("winter", 50)])
def test_a_set_has_its_number_of_cards_and_names_of_its_own(pack: str, cards: int) -> None:
    """NML-1, SET-2: a set of our own is as large as the printed one, and takes no name of the base set."""
    ours, base = locations(pack), locations("base")
    assert sum(c.copies for c, _ in ours) == cards
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


def test_a_razed_outpost_never_pays_for_the_next_raze() -> None:
    """NML-7: the effects of a raze and of building there at once give fewer red contacts, and universal ones, than it
    costs; otherwise two players could raze each other's Outposts without end."""
    rules = link(["nomansland"], {})[0]
    for land in [c.written for c in rules.cards if c.kind == "territory"]:
        red = [sum(map(int, re.findall(r"(\d+) (?:red|universal)", land[f"level_{n}"]))) for n in (1, 2, 3)]
        for level in (1, 2, 3):
            assert max(red[:level]) + red[0] < level + 2, land["name"]


def test_the_directions_of_a_territory_are_those_of_its_row_and_its_column() -> None:
    """NML-2: six directions, three Territories in each."""
    rows, columns = ["north", "horizontal", "south"], ["west", "vertical", "east"]
    rules = link(["nomansland"], {})[0]
    lands = [c.written for c in rules.cards if c.kind == "territory"]
    for land in lands:
        assert set(land["directions"]) == {rows[land["latitude"] - 1], columns[land["longitude"] - 1]}
    assert len({(land["latitude"], land["longitude"]) for land in lands}) == 9


ROWS = {
    "spoils": "spoils",
    "production": "Production, at most",
    "action": "an action, gain over cost, a round",
    "feature": "a Feature, once, at most",
}
VP_ROWS = {
    "price": "goods for each VP of an action",
    "round": "VP of an action, a round, at most",
    "built": "VP of a Feature, when built, at most",
}


@pytest.mark.parametrize(("page", "rows"), [(README, ROWS), (PAGE, {**ROWS, **VP_ROWS})], ids=["readme", "docs"])
def test_a_page_tells_the_curve_as_it_is(page: Path, rows: dict[str, str]) -> None:
    """The tables of the curve are what the base set gives."""
    text = page.read_text(encoding="utf-8")
    for what, name in rows.items():
        cells = [_cell(what, distance) for distance in (1, 2, 3)]
        assert f"| {name} | {' | '.join(cells)} |".replace("|  |", "| |") in text


def test_the_page_tells_what_things_are_worth() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for what, value in [
        ("an ability", ABILITY),
        ("a faction action once more", ENCORE),
        ("refuge from razing", REFUGE),
    ]:
        assert f"| {what} | {value:g} |" in text
    for done, value in DONE.items():
        assert f"| `{done}` | {value:g} |" in text
    for good, value in WORTH.items():
        assert re.search(rf"\| [^|]*`{good}`[^|]* \| {value:g} \|", text), good


def _cell(what: str, distance: int) -> str:
    found = curve().get((what, distance))
    if found is None:
        return ""
    low, high = f"{found[0]:g}", f"{found[-1]:g}"
    return high if low == high or what in ("production", "feature", "round", "built") else f"{low} to {high}"
