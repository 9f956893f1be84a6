"""The cards are the cards: names, copies, numbers and goods of the content equal the plain facts of the print."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from engine import load
from engine.ruleset import Card, Ruleset

FACTS = Path(__file__).parent / "facts"


def rows(name: str) -> list[dict[str, str]]:
    with (FACTS / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load(["base", "connections"])


@pytest.fixture(scope="module")
def all_rules() -> Ruleset:
    """With the published set beside the base set."""
    return load(["base", "newera"])


def card(rules: Ruleset, id: str) -> Card:
    (found,) = rules.by_id[id]
    return found


def goods(text: str) -> str | None:
    """A fact about goods, as the content writes it: an amount per something counts the owner's, without Ruins."""
    per = re.fullmatch(r"(\d+) (\w+) per Location of type (\w+) in your State \(counts itself\), max (\d+)", text)
    if per:
        n, good, word, most = per.groups()
        return f"{n} {good} per location in your state where not ruined and types has {word} max {most}"
    return text or None


def ability(text: str) -> str | None:
    """A fact about an ability, as the content writes it."""
    if not text:
        return None
    found = re.fullmatch(r"spend (.+): gain (.+)", text)
    if found is None:
        return None
    return f"{found[1].replace('discard 1 of your Deals', '1 deal')} -> {found[2]}"


LOCATIONS = [(pack, fact) for pack in ("base", "newera") for fact in rows(f"{pack}_locations")]
each_location = pytest.mark.parametrize(("pack", "fact"), LOCATIONS, ids=[fact["id"] for _, fact in LOCATIONS])


@each_location
def test_a_location_is_as_printed(all_rules: Ruleset, pack: str, fact: dict[str, str]) -> None:
    """Every plain column: name, copies, category, distance, types, spoils, deal, Open Production, goods and uses."""
    it = card(all_rules, fact["id"])
    fields: dict[str, Any] = it.fields
    copies = int(fact["copies"]) + sum(int(f["copies"]) for f in rows("extra_copies") if f["card"] == fact["id"])
    assert (it.pack, it.kind, it.name, it.copies) == (pack, "location", fact["name"], copies)
    assert (fields["category"], fields["distance"]) == (fact["category"], int(fact["distance"]))
    assert fields["types"] == fact["types"].split("+")
    assert (fields["spoils"], fields["deal"]) == (fact["spoils"], fact["deal"])
    assert fields.get("open", False) == (fact["open"] == "yes")
    assert fields.get("production") == goods(fact["production"])
    assert fields.get("bonus") == goods(fact["building_bonus"])
    if fact["uses_per_round"]:
        assert fields.get("uses", 1) == int(fact["uses_per_round"])


@each_location
def test_what_a_location_does_is_as_printed(all_rules: Ruleset, pack: str, fact: dict[str, str]) -> None:
    """An action to be paid for, or what is gained whenever something happens; no other column holds an ability."""
    fields = card(all_rules, fact["id"]).fields
    happens = re.fullmatch(r"when you (.+): (.+)", fact["ability"])
    assert ("action" in fields) == (bool(fact["ability"]) and happens is None)
    if happens:
        events = {"make a Deal": "dealt by you", "Raze": "razed by you"}
        heads = " or ".join(events[event] for event in happens[1].split(" or "))
        assert fields["abilities"] == [f"when {heads} -> {happens[2]}"]
    elif fact["id"] != "hidden_forge":  # which has a shield of its own, though the print has no column for that
        assert "abilities" not in fields
    if happens is None and (expected := ability(fact["ability"])) is not None:
        assert fields["action"] == expected


def test_what_is_printed_in_no_plain_words(all_rules: Ruleset) -> None:
    """Two Locations of New Era do what the columns cannot say: a shield of its own, and goods of another Location."""
    assert card(all_rules, "hidden_forge").fields["abilities"] == ["always defense(l) + 1 if l = this"]
    assert " ".join(card(all_rules, "production_manager").fields["action"].split()) == (
        '2 worker -> choose location l in your state where category = production and not ruined "Whose goods?" '
        'as "produce at {l}" gain l.production'
    )


@each_location
def test_storage_is_as_printed(all_rules: Ruleset, pack: str, fact: dict[str, str]) -> None:
    """What lies on a Location when it is built, or what it may keep over Cleanup."""
    fields = card(all_rules, fact["id"]).fields
    placed = re.match(r"placed when built: (.+?) \(", fact["storage"])
    kept = re.findall(r"up to (\d+ \w+)", fact["storage"])
    assert fields.get("places") == (placed[1] if placed else None)
    assert fields.get("storage") == (", ".join(kept) or None)


def test_the_deck_has_88_cards_of_60_locations_and_there_are_12_connections(rules: Ruleset) -> None:
    locations = [c for c in rules.cards if c.kind == "location"]
    assert len(locations) == len(rows("base_locations")) == 60
    assert sum(c.copies for c in locations) == 88
    assert sum(c.copies for c in rules.cards if c.kind == "connection") == 12


def test_new_era_adds_50_cards_48_of_its_own_and_a_copy_each_of_two_others(all_rules: Ruleset) -> None:
    own = [c for c in all_rules.cards if c.pack == "newera"]
    assert len(own) == len(rows("newera_locations")) == 40
    assert sum(c.copies for c in own) == 48
    assert sum(c.copies for c in all_rules.cards if c.kind == "location") == 88 + 50
    for fact in rows("extra_copies"):
        alone = card(load(["base"]), fact["card"]).copies
        assert card(all_rules, fact["card"]).copies == alone + int(fact["copies"])


@pytest.mark.parametrize("fact", rows("factions"), ids=lambda f: f["id"])
def test_a_faction_board_is_as_printed(rules: Ruleset, fact: dict[str, str]) -> None:
    it = card(rules, fact["id"])
    assert (it.kind, it.name, it.fields["production"]) == ("faction", fact["name"], fact["production"])
    for n, slot in enumerate(("grey", "red", "blue"), 1):
        plain = re.sub(r" \(.*?\)", "", fact[f"action_{n}"])
        assert it.fields["actions"][slot] == ability(plain)


@pytest.mark.parametrize("fact", rows("connections"), ids=lambda f: f["id"])
def test_a_connection_is_as_printed(rules: Ruleset, fact: dict[str, str]) -> None:
    it = card(rules, fact["id"])
    expected = ability(fact["ability"]) or fact["ability"].replace("gain ", "-> ")
    assert (it.kind, it.name, it.copies, it.fields["pile"]) == (
        "connection",
        fact["name"],
        int(fact["copies"]),
        fact["pile"],
    )
    assert it.fields["play"] == expected


def test_every_yaml_file_names_its_schema_relative_to_itself() -> None:
    """Editors complete and check what they are told the schema of."""
    root = Path(__file__).parent.parent
    for path in sorted([*(root / "content").rglob("*.yaml"), *(root / "tests" / "packs").rglob("*.yaml")]):
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        found = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert found, f"{path} names no schema"
        assert (path.parent / found[1]).resolve().is_file(), f"{path}: there is no {found[1]}"
