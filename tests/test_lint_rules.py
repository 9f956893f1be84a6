"""Every code has its page, and every page is true: the bad file is told of at its place, its good twin is clean."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.codes import CODES
from dsl.diagnostics import Diagnostic
from engine.lint import run, suppress
from engine.lint.registry import Page, pages
from engine.lint.subject import link
from tests.rule_pages import lay_out, ran, type_in
from tests.small_packs import GARDEN, pointed_at, write_plot

PAGES = pages()
FILES = {code: page for code, page in PAGES.items() if not page.typed}
TYPED = {code: page for code, page in PAGES.items() if page.typed}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_code_has_its_page() -> None:
    assert list(PAGES) == list(CODES)


@pytest.mark.parametrize("page", FILES.values(), ids=FILES)
def test_the_bad_file_is_told_of_where_it_is_bad(page: Page) -> None:
    """The place, the message, the line, the carets and the hint are those of the page, and it is told once."""
    lay_out(page.bad_files())
    code, seen = ran(f"state51 {page.run}")
    assert seen.count(page.told() + "\n") == 1, seen
    assert seen.count(f"[{page.code} ") == 1, seen
    if page.hint is None:
        assert not seen.split(page.told())[1].lstrip().startswith("= help")
    assert code == (0 if CODES[page.code].severity == "info" else 1)


@pytest.mark.parametrize("page", FILES.values(), ids=FILES)
def test_its_good_twin_is_clean(page: Page) -> None:
    lay_out(page.good_files())
    code, seen = ran(f"state51 {page.run}")
    assert (code, page.code in seen) == (0, False), seen


@pytest.mark.parametrize("page", TYPED.values(), ids=TYPED)
def test_what_is_typed_is_answered_as_shown(page: Page) -> None:
    assert page.code in page.bad
    assert type_in(page.bad) != 0


@pytest.mark.parametrize("page", TYPED.values(), ids=TYPED)
def test_typed_better_it_goes_well(page: Page) -> None:
    assert page.code not in page.good
    assert type_in(page.good) == 0


def test_every_bad_file_has_its_place_marked() -> None:
    assert all(page.told().startswith("plot/") or page.told().startswith("weeds/") for page in FILES.values())


def judged(*folders: Path) -> list[Diagnostic]:
    """What is said of the last of some packs, after its suppressions."""
    subject = link([str(GARDEN), *map(str, folders)], [folders[-1]])
    subject.scenarios += run.scenarios_of(folders[-1])
    texts = {d.file: d.text for _, d in subject.documents if d.file in subject.files}
    return suppress.apply(run.judge(subject), texts)[0]


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
