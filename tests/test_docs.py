"""The reference of the language: it is what the template and the table make, and every example in it is true."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from docs.generate import PAGE, TEMPLATE, page
from dsl.diagnostics import Diagnostics
from dsl.operators import OPERATORS
from dsl.parse.read import FORMS, parse
from engine import load
from engine.bots import BOTS, play_on
from engine.packs.source import load_document
from engine.scenario.run import read_scenarios, run
from engine.schema.build import content_schema, manifest_schema
from engine.schema.check import check
from engine.schema.scenarios import scenarios_schema
from tests.small_packs import GARDEN, new_game, with_garden, write_plot

TEXT = PAGE.read_text(encoding="utf-8")


class Block(NamedTuple):
    """A fenced block of the page."""

    line: int
    tag: str
    text: str


def blocks() -> list[Block]:
    found = re.finditer(r"^```(\w*)\n(.*?)^```$", TEXT, re.M | re.S)
    return [Block(TEXT[: m.start()].count("\n") + 1, m[1], m[2]) for m in found]


def examples() -> list[Block]:
    """Every text of the language in the page: an effect is a whole block, of the other forms each line is one."""
    out = []
    for block in blocks():
        if block.tag in FORMS:
            texts = [block.text] if block.tag == "effect" else block.text.splitlines()
            out += [Block(block.line, block.tag, text.strip()) for text in texts]
    return out


EXAMPLES = examples()
YAML = [block for block in blocks() if block.tag == "yaml"]


def where(block: Block) -> str:
    return f"line {block.line}: {block.text.splitlines()[0][:40]}"


def test_the_page_is_what_its_template_makes() -> None:
    assert page(TEMPLATE.read_text(encoding="utf-8")) == TEXT, "stale: run python -m docs.generate"


def test_every_operator_has_its_section() -> None:
    for row in OPERATORS.values():
        assert f"#### `{row.syntax}`\n\n{row.doc}\n" in TEXT


def test_every_link_within_the_page_leads_somewhere() -> None:
    heads = {re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^#+ (.+)$", TEXT, re.M)}
    links = set(re.findall(r"\]\(#([^)]*)\)", TEXT))
    assert links and links <= heads


def test_every_block_says_what_it_is() -> None:
    assert {block.tag for block in blocks()} <= {*FORMS, "yaml"}
    assert {"goods", "ability", "effect", "query", "expression", "yaml"} <= {block.tag for block in blocks()}


@pytest.mark.parametrize("example", EXAMPLES, ids=where)
def test_example_parses_inside_yaml(example: Block, tmp_path: Path) -> None:
    """As a block, and if it is one line as a plain scalar too."""
    file = tmp_path / "one.yaml"
    lines = example.text.splitlines()
    ways = ["|\n" + "".join(f"  {line}\n" for line in lines)] + [f"{example.text}\n"] * (len(lines) == 1)
    for way in ways:
        file.write_text(f"do: {way}", encoding="utf-8")
        text = load_document(file).scalar(("do",)).text
        assert text.strip() == example.text
        parse(text, example.tag)


def test_examples_are_checked_and_compiled_in_the_garden(tmp_path: Path) -> None:
    """Each effect, query and expression in a procedure of its own, each ability and goods on a card of its own."""
    procedures, cards = ["procedures:"], ["cards:", "  plant:"]
    for n, example in enumerate(EXAMPLES):
        text = {"query": f"for each {example.text} {{ stop }}", "expression": f"let found be {example.text}"}
        if example.tag in ("effect", "query", "expression") and example.text != "proceed":
            procedures += [
                f"  example_{n}(): |",
                *(f"    {x}" for x in text.get(example.tag, example.text).splitlines()),
            ]
        elif example.text != "proceed":
            held = "yield" if example.tag == "goods" else "bloom"
            entry = [
                f"    - id: example_{n}",
                "      name: Example",
                "      height: 1",
                "      size: small",
                "      colours: []",
            ]
            listed = example.text.startswith(("when", "always"))
            cards += [
                *entry,
                *(["      abilities:", f"        - {example.text}"] if listed else [f"      {held}: {example.text}"]),
            ]
    assert with_garden(write_plot(tmp_path, "\n".join([*procedures, *cards]) + "\n"))


# ---- the packs of the page


def pack_files() -> dict[str, str]:
    """The files of packs in the page, by their path, which is their first line."""
    found = {}
    for block in YAML:
        head = re.match(r"# (\w+/\S+\.yaml)\n", block.text)
        if head:
            assert head[1] not in found, f"{head[1]} stands twice in the page"
            found[head[1]] = block.text
    return found


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packs of the page, written as they stand there."""
    folder = tmp_path_factory.mktemp("page")
    for path, text in pack_files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("block", YAML, ids=where)
def test_yaml_of_the_page_has_the_shape_of_its_file(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(block.text, encoding="utf-8")
    document = load_document(file)
    schema = content_schema()
    if block.text.startswith("# ") and "pack.yaml\n" in block.text.splitlines(True)[0]:
        schema = manifest_schema()
    elif "scenarios" in document.data:
        schema = scenarios_schema()
    report = Diagnostics()
    assert check(document, schema, report), [d.message for d in report]


def test_the_pack_from_nothing_is_a_game_that_ends(packs: Path) -> None:
    rules = load([packs / "lawn"], cache=False)
    for seats in (1, 4):
        game = play_on(new_game(rules, seats), [BOTS["random"]] * seats, random.Random(seats))
        assert game.over
        assert sum(s.score for s in game.standings) > 0


def test_the_pack_beside_the_garden_is_played(packs: Path) -> None:
    rules = load([GARDEN, packs / "bees"], cache=False)
    for seed in range(5):
        game = play_on(new_game(rules, 2, seed), [BOTS["random"]] * 2, random.Random(seed))
        assert game.over


def test_scenarios_of_the_page_pass(packs: Path) -> None:
    rules = load([GARDEN, packs / "bees"], cache=False)
    stories = [s for file in sorted((packs / "bees" / "scenarios").glob("*.yaml")) for s in read_scenarios(file)]
    assert stories
    for story in stories:
        result = run(story, rules)
        assert result.passed, result.report()
