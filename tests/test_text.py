"""The generated rules text: every row of the operator table is told, in sentences that read as a rulebook's."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dsl import ir
from dsl import syntax as x
from dsl import types as t
from dsl.check.entry import Checker
from dsl.operators import OPERATORS
from dsl.parse.read import ParseError, parse
from dsl.text.tell import Teller
from dsl.text.words_en import WORDS, article, base_verb, plural
from engine import load
from engine.link.heads import Rules
from engine.loader import link
from tests.regenerate import linked
from tests.small_packs import GARDEN, write_plot

YOU = ir.Var(0, t.PLAYER, 0, "you")


@cache
def garden() -> Rules:
    rules: Rules = link([str(GARDEN)], {})[0]
    return rules


def checker(rules: Rules) -> Checker:
    def report(code: str, message: str, start: int, end: int, hint: str | None) -> None:
        raise AssertionError(f"{code} {message}")

    made = Checker(rules.symbols, report, lambda name: rules.symbols.routines[name].result)
    made.proceed_call = ir.CallProc(0, YOU, "gather", (), 0)
    return made


def told(text: str, rules: Rules | None = None) -> str:
    """What a text of the garden game says: an expression, an ability or an effect, whichever it is."""
    rules = rules or garden()
    teller = Teller(rules.symbols, rules.program)
    for form in ("expression", "ability", "effect"):
        try:
            tree: Any = parse(text, form)
        except ParseError:
            continue
        if isinstance(tree, x.ProceedValue) or (isinstance(tree, x.Call) and _is_procedure(tree, rules)):
            continue
        if form == "expression":
            scope, params = checker(rules).scope([])
            return teller.expression(checker(rules).check(tree, scope), params)
        if form == "ability":
            ability = checker(rules).ability(tree, "plant")
            assert ability is not None
            return teller.ability(ability)
        unit = checker(rules).effect_unit(tree, ())
        assert unit is not None
        return teller.unit(unit)
    raise AssertionError(f"not a text of the language: {text}")


def _is_procedure(tree: x.Call, rules: Rules) -> bool:
    found = rules.symbols.routines.get(tree.name.id)
    return found is not None and found.sort == "procedure"


# ---- the operator table

EXAMPLES = {
    "players": "Each player gains 1 coin.",
    "opponents": "Each opponent loses 1 coin.",
    "or": "you are resting or you have more than 2 coins",
    "and": "you have at least 1 coin and you are not resting",
    "not": "you are not resting",
    "=": "you have exactly 3 coins",
    "!=": "you have not exactly 3 coins",
    "<": "you have fewer than 3 coins",
    "<=": "you have at most 3 coins",
    ">": "you have more than 3 coins",
    ">=": "you have at least 3 coins",
    "has": "there is a Plant in your Bed that has colour pink",
    "is_present": "there is a Plant in your Bed that has yield",
    "is_nothing": "the top card of the Stall is missing",
    "is_kind": "there is a card in your Hand that is a Plant",
    "+": "your coins plus 1",
    "-": "your coins minus 1",
    "*": "2 times your coins",
    "negative": "the Plant in your Bed with the greatest height",
    "top": "Move the top 2 cards of the Bag to the Stall.",
    "first": "the Plant in your Bed with the greatest height",
    "count": "the number of Plants in your Bed",
    "sum": "the total height of Plants in your Bed",
    "some": "there is a Plant in your Bed whose height is more than 1",
    "all": "Move all Plants in the Stall to the Compost.",
    "random": "Move a random Plant in the Stall to the Compost.",
    "random_below": "If a random number below 2 is 0, gain 1 coin.",
    "overlap": "there is a Plant in your Bed whose colours and your seen colours have one in common",
    "match": "the total, over Plants in your Bed, of the value of their size (small 1, tall 3)",
    "min": "the smaller of your coins and 3",
    "max": "the greater of your coins and 3",
    "including": "Add pink to your seen colours.",
    "excluding": "Take pink off your seen colours.",
    "base": "the total, over Plants in your Bed, of their height as printed",
    "next": "The leader becomes the player after the leader.",
    "clockwise": "Each player clockwise from the leader gains 1 coin.",
    "counterclockwise": "Each player counter-clockwise from the leader gains 1 coin.",
    "size": "the total, over Plants in your Bed, of the total of their keeps",
    "fits": "there is a Plant in your Bed where one more seed fits its keeps",
    "gain": "Gain 2 coins and 1 seed.",
    "lose": "Lose all goods.",
    "spend": "You may pay 2 coins: gain 1 seed.",
    "put": "For each Plant in your Bed, put 1 seed on it.",
    "take": "For each Plant in your Bed, take all goods from it.",
    "move": "Move the top card of the Bag to your Hand.",
    "shuffle": "Shuffle the Bag.",
    "reveal": "Reveal the top card of the Bag.",
    "choose": "Choose a Plant in the Stall.",
    "choose_one": "Choose one: gain 1 coin, or gain 1 seed.",
    "may": "You may do this: you are now resting.",
    "as": "The leader gains 1 coin.",
    "for_each": "For each Plant in your Bed, gain 1 coin.",
    "repeat": "3 times: gain 1 coin.",
    "if": "If you have more than 3 coins, lose 1 coin; otherwise, gain 1 coin.",
    "let": "Let n be the number of Plants in your Bed.",
    "set": "You are now resting.",
    "do": 'Take the action "sow a Plant in your Hand" for free.',
    "perform": "For each Plant in your Bed, carry out its bloom.",
    "announce": "For each Plant in your Bed, it counts as sown by you.",
    "proceed": "For each Plant in your Bed, gain its yield.",
    "stop": "Do nothing.",
    "end_game": "If you have more than 9 coins, the game ends.",
    "activated": "Pay 2 coins: gain 1 seed.",
    "triggered": "Each time a Plant is sown by you, gain 1 coin.",
    "modifier": "The height of each Plant that is yours is 1 more.",
}


@pytest.mark.parametrize("name", [n for n in OPERATORS if n != "call"])
def test_the_example_of_each_operator_is_told(name: str) -> None:
    assert told(OPERATORS[name].example) == EXAMPLES[name]


def test_a_called_procedure_is_told_in_place_of_its_name() -> None:
    text = told(OPERATORS["call"].example)
    assert text.endswith("Lose all goods. You are no longer resting. Your worked sizes become empty.")


STORIES = {
    # amounts
    "1 seed, 2 bulb": "Gain 1 seed and 2 bulbs.",
    "1 dew": "Gain 1 drop of dew.",
    "2 seed|bulb": "Gain 2 sprout goods (seeds or bulbs).",
    "1 bulb|coin": "Gain 1 bulb or coin.",
    "1 sprout per plant in your bed max 4": "Gain 1 sprout good (seed or bulb) for each Plant in your Bed, at most 4.",
    "count(plant in your bed) seed": "Gain seeds equal to the number of Plants in your Bed.",
    "1 coin per plant in your bed where not bloomed and size = small max 2, 1 seed": (
        "Gain 1 coin for each small Plant in your Bed that is not bloomed (at most 2) and 1 seed."
    ),
    "stall_price coin": "Gain 1 coin.",
    "(stall_price - 1) coin; 1 seed": "Gain 1 seed.",
    "lose all seed": "Lose all seeds.",
    "for each plant p in your bed { lose 1 seed from p }": (
        "For each Plant in your Bed, return 1 seed from it to the supply."
    ),
    # costs
    "1 coin, 1 seed or 1 graft -> 1 bulb": "Pay either 1 coin and 1 seed, or 1 graft: gain 1 bulb.",
    "1 coin or 1 graft -> 1 bulb": "Pay 1 coin or 1 graft: gain 1 bulb.",
    "2 card where size = tall and colours has pink -> 2 coin": (
        "Pay 2 tall cards in your Hand that have colour pink: gain 2 coins."
    ),
    "1 card where colours has pink, 1 seed -> 1 coin": (
        "Pay 1 card in your Hand that has colour pink, plus 1 seed: gain 1 coin."
    ),
    "1 seed, 1 card where colours has pink -> 1 coin": (
        "Pay 1 seed and 1 card in your Hand that has colour pink: gain 1 coin."
    ),
    "1 card where colours has pink and your resting or 1 card where size = tall and not your resting -> 1 coin": (
        "Pay 1 card in your Hand that has colour pink (only if you are resting) "
        "or 1 tall card in your Hand (only if you are not resting): gain 1 coin."
    ),
    "1 card where height > 2 -> 1 coin": "Pay 1 card in your Hand whose height is more than 2: gain 1 coin.",
    "-> 1 coin": "Gain 1 coin.",
    "1 coin -> 2 seed if count(plant in your bed) >= 5": (
        "Pay 1 coin: gain 2 seeds. Only if there are at least 5 Plants in your Bed."
    ),
    # conditions
    "not (your coin > 2 or your resting)": "you have at most 2 coins and you are not resting",
    "some(plant p in your bed where not (p.size = small or p.bloomed))": (
        "there is a Plant in your Bed that is not bloomed and whose size is not small"
    ),
    "some(plant p in your bed where p.bloomed or p.colours has pink)": (
        "there is a Plant in your Bed that is bloomed or has colour pink"
    ),
    "some(plant p in your bed where not p.colours has pink)": (
        "there is a Plant in your Bed that does not have colour pink"
    ),
    "not some(plant in your bed)": "there is no Plant in your Bed",
    "some(plant p in your bed where p.bloom is nothing)": "there is a Plant in your Bed that has no bloom",
    "some(plant p in your bed where p.bloom is present)": "there is a Plant in your Bed that has a bloom",
    "some(card c in your hand where not c is plant)": "there is a card in your Hand that is not a Plant",
    "some(plant p in your bed where not overlap(p.colours, your seen))": (
        "there is a Plant in your Bed whose colours and your seen colours have none in common"
    ),
    "some(plant p in your bed where not fits(p.keeps, p, seed))": (
        "there is a Plant in your Bed where no more seed fits its keeps"
    ),
    "count(plant in opponents.bed) = 0": "there is no Plant in an opponent's Bed",
    "count(plant in your bed) = 1": "there is exactly 1 Plant in your Bed",
    "count(stall) > 3": "there are more than 3 cards in the Stall",
    "count(your seen) > 1": "the number of your seen colours is more than 1",
    "your coin = your seed": "your coins equal your seeds",
    "your coin != your seed": "your coins do not equal your seeds",
    "your coin + your seed > 3": "you have more than 3 coins or seeds",
    "some(plant in your bed where height < 2)": "there is a Plant in your Bed whose height is less than 2",
    "some(plant in your bed where height <= 2)": "there is a Plant in your Bed whose height is at most 2",
    "some(plant in your bed where height >= 2)": "there is a Plant in your Bed whose height is at least 2",
    "count(including(your seen, pink))": "the number of your seen colours with pink",
    "count(excluding(your seen, pink))": "the number of your seen colours without pink",
    "count(opponents) + count(players)": "the number of your opponents plus the number of all players",
    "leader = you": "the leader is you",
    "leader != you": "the leader is not you",
    "leader is present": "there is a leader",
    "leader is nothing": "there is no leader",
    "random(plant in stall) is present": "a random Plant in the Stall is there",
    "your seen has pink": "pink is among your seen colours",
    "not your seen has pink": "pink is not among your seen colours",
    "some(player p in opponents where p.resting)": "there is an opponent that is resting",
    "some(player p in players where p.coin > your coin)": "there is a player whose coins are more than your coins",
    "some(plant p in your bed where count(dew on p) = 0)": (
        "there is a Plant in your Bed that has no drops of dew on it"
    ),
    "your coin + your seed * 2 - (your bulb - 1)": "your coins plus your seeds times 2 minus (your bulbs minus 1)",
    "sum(plant p in your bed, value(p))": "the total value of Plants in your Bed",
    "-your coin": "minus your coins",
    # things and players
    'choose plant p in stall "a" as "a {p}"; choose plant q in your hand "b" as "b {q}"; move p to your hand': (
        "Choose a Plant in the Stall. Choose a Plant in your Hand. Move the Plant from the Stall to your Hand."
    ),
    'choose up to 2 card c in your hand "a" as "a {c}"; move c to compost': (
        "Choose up to 2 cards in your Hand. Move them to the Compost."
    ),
    'choose player p in opponents where count(plant in p.bed) > 2 "a" as "{p}"; as p { lose 1 coin; 1 seed }; 1 coin': (
        "Choose an opponent where there are more than 2 Plants in their Bed. "
        "That player loses 1 coin. They gain 1 seed. "
        "You gain 1 coin."
    ),
    'choose good g in sprout where count(g on you) > 0 "a" as "{g}"; lose 1 g': (
        "Choose a sprout good (seed or bulb) which you have. Lose 1 of it."
    ),
    "for each good g in [seed, graft] where count(g on you) >= 2 { lose 1 g }": (
        "For each good (seed or graft) of which you have at least 2, lose 1 of it."
    ),
    "let p be random(plant in stall); move p to your hand; put 1 dew on p": (
        "Move a random Plant in the Stall to your Hand. Put 1 drop of dew on it."
    ),
    'for each player p in opponents { as p { may "a" { spend 1 coin; 1 seed } } }': (
        "Each opponent may pay 1 coin: gain 1 seed."
    ),
    "for each player p in clockwise(leader) { as p { gather() } }": (
        "For each player clockwise from the leader, for each Plant in their Bed, they gain its yield."
    ),
    "2 coin -> for each player p in opponents { as p { lose 1 coin } }; 1 coin": (
        "Pay 2 coins: each opponent loses 1 coin; then you gain 1 coin."
    ),
    'choose up to 1 card c in your hand "a" as "{c}"; if c is present { move c to compost; 1 coin }': (
        "Choose up to 1 card in your Hand. If there is one, move it to the Compost; then gain 1 coin."
    ),
    "as leader { let n be count(opponents); n coin }": (
        "Let n be the number of the leader's opponents. They gain coins equal to n."
    ),
    # steps
    'choose one "a" { "b" { 1 coin } "c" if your coin = 0 { 1 seed; lose 1 bulb } }': (
        "Choose one: gain 1 coin, or (gain 1 seed; then lose 1 bulb) (only if you have no coins)."
    ),
    "if your coin > 3 { 1 seed } else if your seed = 0 { 2 seed } else { lose 1 coin }": (
        "If you have more than 3 coins, gain 1 seed; otherwise, "
        "(if you have no seeds, gain 2 seeds; otherwise, lose 1 coin)."
    ),
    "if your coin > 3 { 1 seed; stop }; 1 coin; lose 1 seed": (
        "If you have more than 3 coins, gain 1 seed; otherwise, gain 1 coin; then lose 1 seed."
    ),
    "for each plant p in your bed { if p.bloom is nothing { stop }; perform p.bloom }": (
        "For each Plant in your Bed, if it has no bloom, stop here; then carry out its bloom."
    ),
    "repeat your coin { 1 seed; lose 1 bulb }": "As many times as your coins: gain 1 seed; then lose 1 bulb.",
    "repeat 1 { 1 seed }": "Gain 1 seed.",
    "if shuffled { 1 coin } else { 1 seed }": "Gain 1 coin.",
    "move top (your coin) of bag to stall": "Move cards from the top of the Bag (as many as your coins) to the Stall.",
    "move top 1 of bag to your bed face down": "Move the top card of the Bag to your Bed face down.",
    "move top 1 of bag to bottom of compost": "Move the top card of the Bag to the bottom of the Compost.",
    "for each plant p in your bed { set p.bloomed to true }": "For each Plant in your Bed, it is now bloomed.",
    "set your resting to false": "You are no longer resting.",
    "do rest": 'Take the action "rest".',
    "let ok be your coin > 2; if ok { 1 coin }": (
        "Let ok be whether you have more than 2 coins. If ok holds, gain 1 coin."
    ),
    # triggers and modifiers
    "when sown by you or sown by opponents -> 1 coin if what.height > 2 and what.owner != you": (
        "Each time a Plant is sown by you or sown by an opponent, if its height is more than 2 and it is not yours, "
        "gain 1 coin."
    ),
    "when sown by anyone -> lose 1 coin; 1 seed": (
        "Each time a Plant is sown by any player, lose 1 coin; then gain 1 seed."
    ),
    "always height of plant p - 2 if p.colours has pink": "The height of each Plant that has colour pink is 2 less.",
    "always price(b) + your seed if b.owner != you": (
        "The price of each Plant that is not yours is raised by your seeds."
    ),
    "always price(b) - 1 if your resting and b.bloomed": (
        "The price of each Plant that is bloomed is 1 less if you are resting."
    ),
}


@pytest.mark.parametrize("text", STORIES)
def test_a_text_reads_as_a_rulebook(text: str) -> None:
    assert told(text) == STORIES[text]


PLOT = """
vocabulary:
  player: {passed: flag, turns_used: number}
  kinds:
    marker: {name: Marker, plural: Markers, start: pot, fields: {level: number}}
  zones: {pot: {}, terrace: {name: Terrace, rows: size}}
  events: {paused: {}}
functions:
  may_sow(player p): not p.passed
  shares_colour(plant a, plant b): overlap(a.colours, b.colours) or a.bloomed or b.bloomed
  ripe(plant b): b.height > 2 and b.bloomed and count(dew on b) > 0
extend:
  - around: price
    value: proceed + 1
"""

PLOT_STORIES = {
    "set your passed to true": "You have now passed.",
    "set your turns_used to your turns_used + 1": "Add 1 to your turns used count.",
    "set your turns_used to your turns_used - 1": "Take 1 off your turns used count.",
    "if not your passed { 1 coin }": "If you have not passed, gain 1 coin.",
    "if not may_sow(you) { 1 coin }": "If you have passed, gain 1 coin.",
    "for each plant p in your bed where ripe(p) { 1 coin }": "For each Plant in your Bed that is ripe, gain 1 coin.",
    "for each plant p in your bed where not ripe(p) { 1 coin }": (
        "For each Plant in your Bed that is not ripe, gain 1 coin."
    ),
    'choose plant p in stall "a" as "{p}"; choose plant q in your bed where not shares_colour(q, p) "b" as "{q}"': (
        "Choose a Plant in the Stall. "
        "Choose a Plant in your Bed that does not share colour with the Plant from the Stall."
    ),
    "for each plant p in your bed { move top of pot to p }": (
        "For each Plant in your Bed, place the top Marker of the Pot on it."
    ),
    "for each plant p in your bed { for each marker m on p { move m to pot } }": (
        "For each Plant in your Bed, for each Marker on it, move it to the Pot."
    ),
    "for each plant p in terrace { 1 coin }": "For each Plant on the Terrace, gain 1 coin.",
    "for each plant p in your bed where price(p) > 2 { 1 coin }": (
        "For each Plant in your Bed whose price is more than 2, gain 1 coin."
    ),
    'choose plant p in stall "a" as "{p}"; '
    'if your coin = 0 { choose plant q in stall "b" as "{q}"; move q to compost }; move p to your bed': (
        "Choose a Plant in the Stall. If you have no coins, choose a Plant in the Stall; then move it to the Compost. "
        "Move the first Plant to your Bed."
    ),
    "announce paused(you)": "This counts as paused by you.",
    "when paused by opponents -> 1 coin": "Each time an opponent has paused, gain 1 coin.",
}


@pytest.fixture(scope="module")
def plot(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    folder = write_plot(tmp_path_factory.mktemp("packs"), PLOT)
    rules: Rules = link([str(GARDEN), str(folder)], {})[0]
    return rules


@pytest.mark.parametrize("text", PLOT_STORIES)
def test_names_of_a_pack_read_as_verbs_or_adjectives(text: str, plot: Rules) -> None:
    assert told(text, plot) == PLOT_STORIES[text]


def test_what_an_extended_function_was_is_the_usual_value(plot: Rules) -> None:
    outer = next(f for f in plot.program.functions if f.id == "price" and f.layer == 1)
    assert Teller(plot.symbols, plot.program).expression(outer.value, outer.params) == "the usual value plus 1"


def test_every_template_of_the_table_is_used(monkeypatch: pytest.MonkeyPatch, plot: Rules) -> None:
    """Given a mark in each template, the examples and stories together show all marks."""
    for row in list(OPERATORS.values()):
        assert row.text, f"{row.name} has no template"
        marked = {v: f"<{row.name}.{v}>{text}" for v, text in row.variants.items()}
        monkeypatch.setitem(OPERATORS, row.name, replace(row, text=f"<{row.name}>{row.text}", variants=marked))
    texts = [row.example for row in OPERATORS.values()]
    everything = "".join([*map(told, [*texts, *STORIES]), *(told(text, plot) for text in PLOT_STORIES)])
    teller = Teller(plot.symbols, plot.program)
    everything += "".join(teller.expression(f.value, f.params) for f in plot.program.functions)
    wanted = {f"<{n}>" for n in OPERATORS} | {f"<{n}.{v}>" for n, row in OPERATORS.items() for v in row.variants}
    assert {mark for mark in wanted if mark not in everything} == set()


def test_the_contrary_of_a_row_is_a_row_whose_contrary_it_is() -> None:
    pairs = {row.name: row.opposite for row in OPERATORS.values() if row.opposite}
    assert all(pairs[other] == name for name, other in pairs.items())


# ---- the catalogue of words


def test_every_pattern_of_the_catalogue_is_used_somewhere() -> None:
    source = "".join(p.read_text(encoding="utf-8") for p in (Path(__file__).parent.parent / "dsl").glob("text/*.py"))
    built = re.compile(r"(by|zone_of)_(players|opponents)|(more|less)_by")
    assert [id for id in WORDS if f'"{id}"' not in source and not built.fullmatch(id)] == []


def test_another_language_is_a_catalogue_with_the_same_ids() -> None:
    words = {**WORDS, "op.gain": "{you:nimm|nimmt} {0}", "op.and": "{0} und {1}"}
    rules = garden()
    tree: Any = parse("2 coin, 1 seed", "effect")
    unit = checker(rules).effect_unit(tree, ())
    assert unit is not None
    assert Teller(rules.symbols, rules.program, words).unit(unit) == "Nimm 2 coins und 1 seed."


def test_words_bend_as_english_words_do() -> None:
    nouns = ["iron nail", "coin", "universal key", "hour", "one-way sign"]
    assert [article(n) for n in nouns[:3]] == ["an iron nail", "a coin", "a universal key"]
    assert [plural(n) for n in ("berry", "day", "box", "colour")] == ["berries", "days", "boxes", "colours"]
    assert [base_verb(v) for v in ("shares", "has", "carries", "reaches")] == ["share", "have", "carry", "reach"]


# ---- cards and actions


def test_the_text_of_a_card_has_its_fields_in_their_order() -> None:
    cards = {c.id: c for c in garden().cards}
    teller = Teller(garden().symbols, garden().program)
    assert teller.card_text(cards["foxglove"]).splitlines() == [
        "Height: 3",
        "Size: tall",
        "Colours: pink, violet",
        "Bloom: Pay 1 bulb or 1 graft: gain 3 coins. Only if there are at least 2 Plants in your Bed.",
    ]
    assert teller.card_text(cards["rake"]).splitlines() == [
        "Ways (small): Pay 1 coin: gain 1 seed.",
        "Ways (tall): Pay 1 sprout good (seed or bulb) and 1 coin: gain 1 graft.",
    ]
    assert teller.card_text(cards["mint"]).splitlines()[-1] == (
        "Gift: Choose one: gain 1 seed, (pay 1 coin: gain 1 graft), or "
        "(choose a Plant in the Stall; then move it to your Hand)."
    )


def test_the_text_of_an_action_says_what_it_is_about_costs_and_does() -> None:
    actions = {a["id"]: a["text"] for a in load([GARDEN]).actions}
    assert actions["pick"] == "Choose a Plant in the Stall. Pay 1 coin. Move it to your Hand."
    assert actions["water"] == (
        "Choose a Plant in your Bed where the drops of dew on it are less than its height. Pay 1 coin. "
        "Put 1 drop of dew on it. Only if you have more than 1 coin. This takes no turn."
    )


def test_a_ruleset_keeps_the_text_of_its_cards() -> None:
    rules = load([GARDEN])
    assert rules.by_id["daisy"][0].text == "Height: 1\nSize: small\nColours: white\nYield: 1 seed"
    assert rules.cards[0].text == ""


def _digits(part: str) -> tuple[str, ...]:
    return (part,) if part.isdigit() else ()


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [s for v in value.values() for s in _strings(v)]
    if isinstance(value, list):
        return [s for v in value for s in _strings(v)]
    return [str(value)]


def test_the_text_of_each_card_has_each_number_word_and_good_of_its_fields() -> None:
    rules = linked()
    s = rules.symbols
    teller = Teller(s, rules.program)
    named = {g.id: (g.name, g.plural) for g in s.goods.values()}
    for card in rules.cards:
        text = teller.card_text(card)
        for f in s.kinds[card.kind].fields.values():
            if f.id not in card.written or card.written[f.id] == f.default:
                continue
            words = s.words[f.type.of].names if f.type.tag in ("word", "set") else {}
            for part in re.findall(r"\w+", " ".join(_strings(card.written[f.id]))):
                names = (words[part],) if words else named.get(part) or s.groups.get(part) or _digits(part)
                assert not names or any(name in text for name in names), f"{card.id}: {part} is missing in\n{text}"


def test_no_text_of_the_content_has_a_hole_or_a_slip() -> None:
    """Given every card, action and rule, no text has a stray placeholder, an id, or a word too many."""
    rules = linked()
    teller = Teller(rules.symbols, rules.program)
    texts = [teller.card_text(c) for c in rules.cards] + [teller.action(a) for a in rules.program.actions]
    texts += [teller.unit(u.unit, nobody=u.key[0] == "phase") for u in rules.program.units.values()]
    texts += [teller.expression(f.value, f.params) for f in rules.program.functions]
    slips = re.compile(r"[{}_]|  |\bthat that\b|\bthe the\b|\ba the\b| ,|\(\)|\.\.|None|\b1 \w+s\b(?<!us)", re.M)
    assert [m for text in texts if (m := slips.search(text))] == []


def test_all_texts_of_the_content_are_told_in_a_moment() -> None:
    rules = linked()
    best = 1.0
    for _ in range(5):
        start = time.process_time()
        teller = Teller(rules.symbols, rules.program)
        for card in rules.cards:
            teller.card_text(card)
        best = min(best, time.process_time() - start)
    assert best < 0.015


def test_a_text_that_would_tell_very_much_names_the_rest(tmp_path: Path) -> None:
    doubling = "\n".join(f'  twice{n}(): "twice{n + 1}(); twice{n + 1}()"' for n in range(20))
    folder = write_plot(tmp_path, f"procedures:\n{doubling}\n  twice20(): 1 coin\n")
    rules = link([str(GARDEN), str(folder)], {})[0]
    text = told("twice0()", rules)
    assert 'Follow the rule "twice1".' in text
    assert text.count(".") < 100
