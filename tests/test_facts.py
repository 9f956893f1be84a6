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


@pytest.mark.parametrize("fact", rows("base_locations"), ids=lambda f: f["id"])
def test_a_location_is_as_printed(rules: Ruleset, fact: dict[str, str]) -> None:
    """Every plain column: name, copies, category, distance, types, spoils, deal, Open Production, goods and uses."""
    it = card(rules, fact["id"])
    fields: dict[str, Any] = it.fields
    assert (it.pack, it.kind, it.name, it.copies) == ("base", "location", fact["name"], int(fact["copies"]))
    assert (fields["category"], fields["distance"]) == (fact["category"], int(fact["distance"]))
    assert fields["types"] == fact["types"].split("+")
    assert (fields["spoils"], fields["deal"]) == (fact["spoils"], fact["deal"])
    assert fields.get("open", False) == (fact["open"] == "yes")
    assert fields.get("production") == goods(fact["production"])
    assert fields.get("bonus") == goods(fact["building_bonus"])
    assert ("action" in fields) == bool(fact["ability"])
    if (expected := ability(fact["ability"])) is not None:
        assert fields["action"] == expected
    if fact["uses_per_round"]:
        assert fields.get("uses", 1) == int(fact["uses_per_round"])


@pytest.mark.parametrize("fact", [f for f in rows("base_locations") if f["storage"]], ids=lambda f: f["id"])
def test_storage_is_as_printed(rules: Ruleset, fact: dict[str, str]) -> None:
    """What lies on a Location when it is built, or what it may keep over Cleanup."""
    fields = card(rules, fact["id"]).fields
    placed = re.match(r"placed when built: (.+?) \(", fact["storage"])
    kept = re.findall(r"up to (\d+ \w+)", fact["storage"])
    assert fields.get("places") == (placed[1] if placed else None)
    assert fields.get("storage") == (", ".join(kept) or None)


def test_the_deck_has_88_cards_of_60_locations_and_there_are_12_connections(rules: Ruleset) -> None:
    locations = [c for c in rules.cards if c.kind == "location"]
    assert len(locations) == len(rows("base_locations")) == 60
    assert sum(c.copies for c in locations) == 88
    assert sum(c.copies for c in rules.cards if c.kind == "connection") == 12


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
