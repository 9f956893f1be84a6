"""Another language is a data file: complete, checked, with plurals and cases; ids are the same in every language."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dsl.diagnostics import DiagnosticError
from dsl.language import Language, Noun, localized, nouns, pick
from dsl.operators import OPERATORS
from dsl.text.forms import english
from dsl.text.tell import Teller
from dsl.text.templates import FORMS
from engine import Game, load
from engine.loader import link
from engine.messages import MESSAGES
from engine.packs import language_files
from engine.packs.language_files import inventory, read_language
from engine.packs.locate import built_in
from engine.packs.translation import load_in
from engine.ruleset import Ruleset
from tests.small_packs import GARDEN, pointed_at, write_plot
from tests.test_cli import state51

PACKS = ["base", "connections"]

BRICK = {
    "gender": "f",
    "one": {"nom": "cegła", "gen": "cegły", "acc": "cegłę"},
    "few": {"nom": "cegły", "gen": "cegieł"},
    "many": "cegieł",
}


@cache
def polish() -> Language:
    rules, packs = link(PACKS, {})
    return read_language("pl", packs, rules)[0]


@cache
def in_polish() -> Ruleset:
    return load_in("pl", PACKS)[0]


# ---- the catalogues


@pytest.mark.parametrize("name", OPERATORS)
def test_each_operator_has_its_templates_in_both_catalogues(name: str) -> None:
    wanted = {f"op.{name}", *(f"op.{name}.{variant}" for variant in OPERATORS[name].variants)}
    assert wanted <= english().keys()
    assert wanted <= polish().templates.keys()


@pytest.mark.parametrize("pack", built_in())
def test_polish_names_everything_there_is_in_each_pack(pack: str) -> None:
    """What a pack adds it names itself: the catalogues of the others need not know of it."""
    rules, packs = link(["base", "connections", pack], {})
    language, missing = read_language("pl", packs, rules)
    assert missing == []
    wanted = inventory(rules)
    for section in ("events", "conditions", "denials"):
        assert wanted[section].keys() <= language.names[section].keys()
    own = next(p.folder for p in packs if p.id == pack) / "lang" / "pl.yaml"
    assert any(card.pack == pack for card in rules.cards) and own.is_file()
    assert english().keys() | MESSAGES.keys() == polish().templates.keys()


def test_what_a_pack_brings_only_with_another_is_named_only_then() -> None:
    for beside, options in ([], 0), (["nomansland"], 1):
        rules, packs = link(["base", "connections", "solo", *beside], {})
        language, missing = read_language("pl", packs, rules)
        assert missing == []
        assert len([o for o in language.names["options"] if o == "lose {t}"]) == options


def test_names_for_play_with_a_pack_that_nothing_comes_with_are_refused(plot: Path) -> None:
    (plot / "lang" / "xx.with_bees.yaml").write_text("options: {fly: flieg}\n")
    with pytest.raises(DiagnosticError) as error:
        read(plot, "actions: {dig: grab}\n")
    assert [d.code for d in error.value.diagnostics] == ["L002"]
    assert "`xx.with_bees.yaml`" in str(error.value)


def test_every_case_that_a_template_asks_for_is_one_that_nouns_have() -> None:
    cases = {"nom", "gen", "dat", "acc", "ins", "loc"}
    for template in polish().templates.values():
        for text in [template] if isinstance(template, str) else template.values():
            for spec in re.findall(r"\{\d:([^}]*)\}", text):
                assert set(spec.split(".")) <= cases | set(FORMS), text


# ---- numbers and cases


@pytest.mark.parametrize(
    ("number", "category"),
    [(0, "many"), (1, "one"), (2, "few"), (4, "few"), (5, "many"), (11, "many"), (12, "many"), (14, "many"),
     (21, "many"), (22, "few"), (25, "many"), (104, "few"), (112, "many")],
)  # fmt: skip
def test_polish_numbers_fall_into_their_categories(number: int, category: str) -> None:
    assert polish().category(number) == category


def test_a_noun_has_a_form_for_each_number_and_case() -> None:
    one, several = nouns(BRICK)
    assert (one, several, one.counted("many")) == ("cegła", "cegły", "cegieł")
    assert (one.case("acc"), several.case("gen"), one.counted("many").case("acc")) == ("cegłę", "cegieł", "cegieł")
    assert (one.gender, several.gender) == ("f", "pl")
    assert one.case("voc") == "cegła"


@pytest.mark.parametrize(
    ("n", "text"),
    [(1, "1 cegłę"), (2, "2 cegły"), (4, "4 cegły"), (5, "5 cegieł"), (12, "12 cegieł"), (22, "22 cegły")],
)
def test_an_amount_is_told_with_the_form_its_number_wants(n: int, text: str) -> None:
    rules = in_polish()
    brick = next(i for i, good in enumerate(rules.goods) if good["id"] == "brick")
    assert f"{n} {rules.good_name(brick, n, 'acc')}" == text


def test_text_of_a_payment_bends_with_its_number() -> None:
    rules = link(PACKS, {})[0]
    teller = Teller(rules.symbols, rules.program, language=polish())
    said = {card.id: teller.card_text(card) for card in rules.cards}
    assert "Łupy: 3 cegły i 1 PZ" in said["abandoned_suburbs"]
    assert "Akcja: Zapłać 2 cegły: zyskaj 2 PZ." in said["abandoned_suburbs"]
    assert "Akcja: Zapłać 1 robotnika: zyskaj 1 PZ." in said["archive"]
    assert "1 broń za każdą Lokację w twoim Państwie, która nie jest zniszczona i ma typ „broń”" in said["arena"]


@pytest.mark.parametrize("pack", built_in())
def test_no_text_has_a_hole_or_an_english_word_around_its_names(pack: str) -> None:
    rules = load_in("pl", ["base", "connections", pack])[0]
    for text in [c.text for c in rules.cards[1:]] + [a["text"] for a in rules.actions]:
        assert "{" not in text and "  " not in text and not text.startswith(" ")
        assert not re.search(r"\b(the|your|gain|pay|each|with|that|of)\b", text, re.IGNORECASE), text


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("winter:frost_walls", "Obrona dla każdej Lokacji (produkcja), która należy do ciebie: o 1 więcej."),
        ("winter:suppliers", "Zapłać 2 robotników: wybierz Lokację (produkcja) w Państwie przeciwnika, która"),
        ("nomansland:bunker_belt", "Obrona Posterunku dla każdego Terytorium, które jest obsadzone przez ciebie"),
        ("nomansland:surveyors_wagon", "wykonaj za darmo akcję „umocnij Posterunek: Terytorium na Ziemi Niczyjej,"),
        (
            "newera:truck",
            "Za każdym razem, gdy Lokacja zostaje objęta Umową przez ciebie lub splądrowana przez ciebie,",
        ),
    ],
)
def test_what_a_card_changes_chooses_and_does_bends_in_every_pack(card: str, text: str) -> None:
    rules = load_in("pl", ["base", "connections", card.split(":")[0]])[0]
    (said,) = [c.text for c in rules.cards if c.unique_id == card or f"{c.pack}:{c.id}" == card]
    assert text in said


def test_a_template_is_picked_by_gender_and_case() -> None:
    template = {"f.acc": "moją", "f": "mojej", "acc": "mój", "other": "mojego"}
    picked = [pick(template, gender, case) for gender, case in (("f", "acc"), ("f", "gen"), ("m", "acc"), ("m", "x"))]
    assert picked == ["moją", "mojej", "mój", "mojego"]


def test_symbols_keep_what_a_language_does_not_name() -> None:
    symbols = link([str(GARDEN)], {})[0].symbols
    told = localized(symbols, Language("xx", names={"goods": {"seed": BRICK}, "zones": {"bed": "Rabata"}}))
    assert isinstance(told.goods["seed"].name, Noun) and told.goods["bulb"].name == "bulb"
    assert told.zones["bed"].name == "Rabata" and told.zones["stall"] == symbols.zones["stall"]


# ---- at the table


def test_ids_are_the_same_and_labels_are_not() -> None:
    english, polish = (Game.new(rules, ["new_york", "mutants"], 7) for rules in (load(PACKS), in_polish()))
    chance = random.Random(7)
    prompts, labels = set(), set()
    for _ in range(120):
        a, b = english.decision, polish.decision
        if a is None or b is None:
            break
        assert a.ids == b.ids
        prompts.add(b.prompt)
        labels |= set(b.labels)
        number = chance.randrange(len(a.options))
        english.choose(a.ids[number])
        polish.choose(b.ids[number])
    assert english.state.fingerprint() == polish.state.fingerprint()
    assert {"Twoja tura", "Odrzuć kartę", "Weź kartę"} <= prompts
    assert "spasuj" in labels and any(label.startswith("zbuduj: ") for label in labels)
    assert not any("{" in label for label in labels)


# ---- the files


@pytest.fixture
def plot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack with a language of its own, for which there are templates."""
    words = tmp_path / "content" / "lang"
    words.mkdir(parents=True)
    (words / "xx.yaml").write_text('templates: {op.gain: "{you:nimm|nimmt} {0}"}\n')
    monkeypatch.setattr(language_files, "data_folder", lambda: tmp_path)
    folder = write_plot(
        tmp_path, "actions:\n  dig:\n    title: dig {p}\n    with: {p: plant in stall}\n    do: 2 coin\n"
    )
    (folder / "lang").mkdir()
    return folder


def read(plot: Path, text: str) -> tuple[Language, list[str]]:
    (plot / "lang" / "xx.yaml").write_text(text)
    rules, packs = link([str(GARDEN), str(plot)], {})
    return read_language("xx", packs, rules)


def test_what_is_missing_is_told_in_english_and_listed(plot: Path) -> None:
    language, missing = read(plot, "goods: {coin: {one: Taler, few: Talern}}\n")
    rules = link([str(GARDEN), str(plot)], {})[0]
    dig = next(a for a in rules.program.actions if a.id == "dig")
    said = Teller(rules.symbols, rules.program, language=language).action(dig)
    assert said == "Choose Plant in the Stall. Nimm 2 Talern."
    assert "goods: seed" in missing and "actions: dig" in missing and "templates: op.lose" in missing
    assert "goods: coin" not in missing and "templates: op.gain" not in missing


@pytest.mark.parametrize(
    ("text", "code", "at", "hint"),
    [
        ("goods: {seeed: Saat}\n", "L002", "seeed", 'did you mean "seed"?'),
        ("words: {sizes: {small: klein}}\n", "L002", "sizes", 'did you mean "size"?'),
        ("words: {size: {smal: klein}}\n", "L002", "smal", 'did you mean "small"?'),
        ("fields: {plant: {heigth: Höhe}}\n", "L002", "heigth", 'did you mean "height"?'),
        ("cards: {rose: Rose}\n", "L002", "rose", None),
        ("actions: {dig: 'grab {q}'}\n", "L003", "{q}", "it has: {p}"),
        ("templates: {op.lose: 'verlier {1}'}\n", "L003", "{1}", "it has: {0}, {it}, {you}"),
        ("templates: {op.loose: 'x'}\n", "L002", "op.loose", 'did you mean "op.lose"?'),
        ("prompts: {Take a plnt: x}\n", "L002", "Take a plnt", None),
        ("goods: {seed: {one: {acc: [1]}}}\n", "K003", "[1]", None),
        ("goods: {seed: {few: Saaten}}\n", "K002", "seed", None),
        ("numbers: {one: n is 1}\n", "K006", "n is 1", None),
    ],
)
def test_a_slip_in_a_language_is_told_at_its_place(plot: Path, text: str, code: str, at: str, hint: str | None) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read(plot, text)
    found = caught.value.diagnostics[0]
    assert (found.code, pointed_at(found)) == (code, at)
    assert hint is None or found.hint == hint


# ---- the commands


def test_text_tells_cards_and_actions() -> None:
    said = state51("text", "docks", "construct")
    assert "Docks (docks)\n" in said and "construct {c} (construct)\n" in said
    assert "Types: iron, ammo" in said and "Pay grey contacts equal to its distance." in said
    everything: list[Any] = json.loads(state51("text", "--json"))
    assert len(everything) == len(load().cards) - 1 + len(load().actions)
    assert 'did you mean "Docks"?' in state51("text", "dokcs", code=2)


def test_commands_speak_polish() -> None:
    assert "Doki (docks)\n  Kategoria: produkcja\n" in state51("text", "docks", "--lang", "pl")
    assert "Doki (docks): Lokacja" in state51("show", "docks", "--lang", "pl")
    said = state51("play", "--lang", "pl", "--seed", "3", input="1\n1\nquit\n")
    assert "Odrzuć kartę, gracz 1:\n  1  odrzuć: " in said and "--lang pl" in said


def test_missing_entries_are_listed_by_a_command() -> None:
    assert state51("text", "--lang", "pl", "--missing") == "no entries missing in pl\n"
    said = state51("text", "--lang", "pl", "--missing", "--packs", str(GARDEN), code=1)
    assert "goods: seed\n" in said and "kinds: plant\n" in said
    assert "beside English there are: pl" in state51("text", "--lang", "zz", code=2)
    assert "name no cards" in state51("text", "docks", "--missing", code=2)
