"""Every rule of judgement: the bad file of its page is found at the exact place, and its good twin is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import CODES, Diagnostic
from engine.lint import run, suppress
from engine.lint.registry import Page, pages, rules
from engine.lint.subject import link
from tests.small_packs import GARDEN, complaints, pointed_at, write_pack, write_plot

PAGES = pages()
CARD = "cards:\n  plant:\n    - {id: weed, name: Weed, height: 1, size: small, colours: []}\n"

#: What is said of each bad file, and the characters it points at.
SAID = {
    "L101": ("this sets a field to what it is", "set b.bloomed to b.bloomed"),
    "L102": ("what is chosen here as `b` is never used", 'choose plant b in your bed "Water which?" as "water {b}"'),
    "L103": ("`weeded` is state of the player that no rule reads", "weeded"),
    "L104": ("nobody announces `watered`, so this never fires", "watered"),
    "L105": ("this is always true", "count(plant in your bed) >= 0"),
    "L106": ('"a seed" can never be chosen: its condition is never true', '"a seed" if your coin < 0 { 1 seed }'),
    "L107": ("a choice among one option", 'choose one "Your wage" {\n        "a coin" { 1 coin }\n      }'),
    "L108": ("this can never be paid: nobody ever gains honey", "1 honey"),
    "L109": ("nothing calls the function `flowering`", "flowering(player p)"),
    "L110": ("nothing after `stop` is ever done", "1 seed"),
    "L201": ("`barter` can be used any number of times in a round, and gains each time", "2 seed"),
    "L202": ("this amount has no limit", "1 coin per plant in your bed"),
    "L203": ("this trigger announces `sown` again, which triggers it",
             "when sown by you -> for each plant b in stall { announce sown(you, b) }"),
    "L301": ("this undoes what `weeds` did to `gather`", "gather"),
    "L302": ("`weeds` extends `gather` as well", "gather"),
    "L303": ("the pack `weeds` has a card `thistle` as well", "thistle"),
    "L304": ("the card `tulipe` is almost called like `tulip`", "tulipe"),
    "L305": ("the copies of plant in this pack add up to 2, not to 3", "3"),
    "L401": ("`height` usually stands further up", "height"),
    "L402": ("no scenario of its pack has `weed` in play", "weed"),
    "L403": ("the text of `weed` has 644 characters, more than 400", "weed"),
    "L404": ("`copies` repeats its default", "copies"),
    "L901": ("there is no L202 here to hide", "# state51: ignore[L202] because beds are small"),
    "L902": ("a suppression needs its reason", "# state51: ignore[L202]"),
    "L903": ("there is no code `L292`", "L292"),
    "N001": ("the name `first_card` means nothing here", "first_card"),
    "N002": ("there is no good `coyn`", "coyn"),
    "T001": ("this is a number, but a condition is needed here", "your coin"),
    "T006": ("`spend` stands where it can be declined", "spend 1 coin"),
    "K002": ("this plant lacks `size`", "weed"),
}  # fmt: skip


def pack_of(page: Page, text: str, where: Path, scenario: str = "") -> list[Path]:
    """The packs that a page tells of: what is beside, and the one that is judged last."""
    if page.manifest:
        return [write_plot(where, page.beside, text)]
    packs = [write_plot(where, page.beside, id="weeds")] if page.beside else []
    plot = write_plot(where, text, "requires: {weeds: '>=1.0'}" if packs else "")
    if packs:
        plot = write_pack(where, "plot", 'requires: {garden: ">=1.0,<2", weeds: ">=1.0"}', rules=text)
    if scenario:
        (plot / "scenarios").mkdir()
        (plot / "scenarios" / "weeds.yaml").write_text(scenario.strip() + "\n")
    return [*packs, plot]


def judged(*folders: Path) -> list[Diagnostic]:
    """What is said of the last of some packs, after its suppressions."""
    subject = link([str(GARDEN), *map(str, folders)], [folders[-1]])
    subject.scenarios += run.scenarios_of(folders[-1])
    texts = {d.file: d.text for _, d in subject.documents if d.file in subject.files}
    return suppress.apply(run.judge(subject), texts)[0]


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_bad_file_is_found_where_it_is_bad(page: Page, tmp_path: Path) -> None:
    packs = pack_of(page, page.bad, tmp_path)
    found = judged(*packs) if page.code.startswith("L") else complaints(GARDEN, *packs)
    mine = [d for d in found if d.code == page.code]
    assert len(mine) == 1, [(d.code, d.message) for d in found]
    message, there = SAID[page.code]
    assert mine[0].message.startswith(message)
    assert pointed_at(mine[0]).rstrip() == there


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_its_good_twin_is_clean(page: Page, tmp_path: Path) -> None:
    found = judged(*pack_of(page, page.good, tmp_path, page.scenario))
    kept = [d for d in found if d.code == page.code or d.severity != "info"]
    assert not [(d.code, d.message) for d in kept]


def test_every_rule_has_its_page_and_its_test() -> None:
    assert {row.code for row in rules()} <= PAGES.keys()
    assert PAGES.keys() == SAID.keys()
    assert PAGES.keys() <= CODES.keys()


@pytest.mark.parametrize("pack", ["base", "connections"])
def test_our_own_content_is_clean(pack: str) -> None:
    folder = Path(__file__).parent.parent / "content" / pack
    assert not [(d.code, d.message) for d in run.judge(run.subject_of(folder)) if d.code != "L404"]


def test_the_garden_is_clean() -> None:
    assert not [(d.code, d.message) for d in run.judge(run.subject_of(GARDEN)) if not d.code.startswith("L4")]


# ---- more of what each rule finds


def codes_in(where: Path, rules: str, **files: str) -> list[tuple[str, str]]:
    found = judged(write_plot(where, rules, **files))
    return [(d.code, pointed_at(d)) for d in found if not d.code.startswith("L4")]


def after_gather(effect: str) -> str:
    return f"extend:\n  - after: gather\n    do: |\n      {effect}\n"


@pytest.mark.parametrize(
    ("effect", "code", "there"),
    [
        ("(1 - 1) coin", "L101", "(1 - 1) coin"),
        ("repeat 0 { 1 coin }", "L101", "repeat 0 { 1 coin }"),
        ("if your coin > 1 { let n be 1 }", "L101", "if your coin > 1 { let n be 1 }"),
        ("let n be your coin", "L102", "let n be your coin"),
        ("if your coin > 5 and your coin < 3 { 1 coin }", "L105", "your coin > 5 and your coin < 3"),
        ("if your resting and not your resting { 1 coin }", "L105", "your resting and not your resting"),
        ("if your coin = your coin { 1 coin }", "L105", "your coin = your coin"),
        ("for each plant b in stall where height > 9 { 1 coin }", "L105", "height > 9"),
        ("if true { 1 coin }", "L105", "true"),
        ("choose good g in [seed]; 1 g", "L107", "[seed]"),
        ('may "Pay" { spend 1 honey; 1 coin }', "L106", 'may "Pay" { spend 1 honey; 1 coin }'),
        ("end game; 1 coin", "L110", "1 coin"),
    ],
)
def test_effect_that_does_too_little(tmp_path: Path, effect: str, code: str, there: str) -> None:
    vocabulary = "vocabulary:\n  goods:\n    honey: {plural: jars of honey}\n"
    extra = {"words": vocabulary} if "honey" in effect else {}
    assert (code, there) in codes_in(tmp_path, after_gather(effect), **extra)


@pytest.mark.parametrize(
    "effect",
    [
        "if your coin > 0 { 1 coin }",
        "for each plant b in stall where height > 1 { 1 coin }",
        "repeat your coin { 1 seed }",
        "let n be your coin; n seed",
        "1 seed|bulb",
        'choose one "Wage" { "nothing" { stop } "a coin" { 1 coin } }',
        "if your coin > 3 and your coin < 5 { 1 coin }",
        "if first_cards > 2 { 1 coin }",
    ],
)
def test_effect_that_is_good(tmp_path: Path, effect: str) -> None:
    assert codes_in(tmp_path, after_gather(effect)) == []


def test_goods_that_a_kind_never_holds_cannot_be_taken_from_it(tmp_path: Path) -> None:
    effect = "for each tool t in your shed { take all coin from t }"
    assert ("L101", "take all coin from t") in codes_in(tmp_path, after_gather(effect))


def test_exchanges_that_gain_in_a_circle_are_found(tmp_path: Path) -> None:
    text = "actions:\n  swap:\n    title: swap\n    cost: 1 seed\n    do: 1 bulb\n"
    circle = text + "  back:\n    title: back\n    cost: 1 bulb\n    do: 2 seed\n"
    assert ("L201", "1 bulb") in codes_in(tmp_path, circle)
    fair = text + "  back:\n    title: back\n    cost: 1 bulb\n    do: 1 seed\n"
    assert not codes_in(tmp_path / "fair", fair)


def test_a_use_that_is_noted_is_no_endless_gain(tmp_path: Path) -> None:
    text = """
    vocabulary: {player: {bartered: flag}}
    actions:
      barter:
        title: barter
        if: not your bartered
        cost: 1 seed
        do: 2 seed; set your bartered to true
    extend:
      - after: tidy
        do: set your bartered to false
    """
    assert codes_in(tmp_path, text) == []


def test_an_unused_parameter_is_pointed_at(tmp_path: Path) -> None:
    text = "functions:\n  double(number n, plant b): 2 * n\n" + after_gather(
        "for each plant b in stall { double(1, b) coin }"
    )
    assert codes_in(tmp_path, text) == [("L102", "b")]


@pytest.mark.parametrize(
    ("one", "two", "near"),
    [("tulip", "tulpi", True), ("tulip", "Tulip", True), ("tulip", "tullip", True), ("tulip", "tulips", False),
     ("card_1", "card_2", False), ("oak", "oat", False), ("tulip", "lilac", False), ("tulip", "tulip", False)],
)  # fmt: skip
def test_names_that_are_almost_alike(one: str, two: str, near: bool) -> None:
    from engine.lint.clashes import is_near

    assert is_near(one, two) is is_near(two, one) is near


def test_the_pages_of_docs_are_what_the_registry_makes() -> None:
    from docs.generate import RULES
    from engine.lint.registry import files

    kept = {file.name: file.read_text(encoding="utf-8") for file in RULES.glob("*.md")}
    assert kept == files(), "stale: run python -m docs.generate"
