"""`state51 fmt`: one form for every file, that means the same, keeps every comment, and is its own form."""

from __future__ import annotations

import random
import re
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from cli.authoring.canonical import WIDTH, canonical
from cli.authoring.lone import effect_texts
from cli.authoring.pack_kinds import kinds_near
from cli.fmt import Formatter
from dsl.diagnostics import DiagnosticError
from dsl.format.formatter import format_node, format_text
from dsl.parse.read import ParseError, parse
from engine.loader import link
from engine.packs.source import load_document
from tests import regenerate
from tests.small_packs import GARDEN, write_plot
from tests.strategies import syntax_nodes
from tests.test_cli import state51

ROOT = Path(__file__).parent.parent
OURS = sorted(
    [
        *(ROOT / "content").rglob("*.yaml"),
        *(ROOT / "examples").rglob("*.yaml"),
        *(ROOT / "tests" / "packs").rglob("*.yaml"),
    ]
)
KINDS: list[dict[str, Any]] = [
    {"id": "plant", "fields": [["yield", "", "goods"], ["gift", "", "effect"], ["bloom", "", "ability"]]}
]


def formatted(text: str, kinds: list[dict[str, Any]] = KINDS) -> str:
    """The canonical form of a content file."""
    return canonical(load_document("cards.yaml", text.encode()), kinds)


def comments(text: str) -> list[str]:
    return sorted(m[1] for m in re.finditer(r""""[^"\n]*"|'[^'\n]*'|(?:^|\s)(#[^\r\n]*)""", text) if m[1])


def test_all_content_is_in_canonical_form() -> None:
    assert "no files would change" in state51(
        "fmt", "--check", ROOT / "content", ROOT / "examples", ROOT / "tests" / "packs"
    )


# ---- texts


def test_a_text_is_written_as_the_formatter_writes_it_and_nothing_else_changes() -> None:
    before = (
        "# about\ncards:\n  plant:\n    - id: ivy   # climbs\n      name: 'Ivy'\n\n      yield:   2  coin,1 seed  # y\n"
    )
    assert formatted(before) == before.replace("2  coin,1 seed", "2 coin, 1 seed")


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("gift: 1 coin;1 card", "gift: |\n        1 coin\n        1 card"),
        ("gift: 1 coin;1 card  # why", "gift: |  # why\n        1 coin\n        1 card"),
        ("yield: '1  coin'", "yield: '1 coin'"),
        ('yield: "1  coin"', 'yield: "1 coin"'),
        ("gift: 'may  \"Don''t\" { 1  coin }'", "gift: 'may \"Don''t\" { 1 coin }'"),
        ('gift: "may  \\"Yes\\" { 1 coin }"', 'gift: "may \\"Yes\\" { 1 coin }"'),
        ("gift: >-\n        1 coin\n        per  plant in stall", "gift: >-\n        1 coin per plant in stall"),
        ("gift: >-\n        1 coin;\n        1 card", "gift: |-\n        1 coin\n        1 card"),
        ("gift: |2\n          1  coin\n", "gift: |2\n        1 coin\n"),
        ("gift: |\n            1  coin\n", "gift: |\n            1 coin\n"),
        ("yield: 1 coin\n        per  plant in stall", "yield: 1 coin per plant in stall"),
    ],
)
def test_a_scalar_keeps_its_style_unless_the_text_needs_another(written: str, wanted: str) -> None:
    head = "cards:\n  plant:\n    - id: ivy\n      name: Ivy\n      "
    if "|2" in written:
        written = written.replace("          1", "        1")
    assert formatted(f"{head}{written.rstrip()}\n") == f"{head}{wanted.rstrip()}\n"


def test_a_long_line_becomes_a_block() -> None:
    long = " or ".join(f"your coin > {n}{n}{n}{n}{n}" for n in range(1, 9))
    new = formatted(f"functions:\n  rich(player p): {long}\n")
    assert new.startswith("functions:\n  rich(player p): |\n    your coin > 11111 or")
    assert max(map(len, new.splitlines())) <= WIDTH


def test_several_statements_in_brackets_stay_as_they_are() -> None:
    text = "cards:\n  plant:\n    - {id: ivy, name: Ivy, gift: 1 coin;  2 coin}\n"
    assert formatted(text) == text


def test_heads_are_written_in_one_way() -> None:
    assert formatted("functions:\n  f(player   p): 1\n") == "functions:\n  f(player p): 1\n"


def test_line_ends_and_byte_order_mark_stay(tmp_path: Path) -> None:
    file = write_plot(tmp_path, "") / "rules.yaml"
    file.write_bytes("\ufeffsetup: 1  coin; 2  coin\r\n# é\r\n".encode())
    state51("fmt", file)
    assert file.read_bytes() == "\ufeffsetup: |\r\n  1 coin\r\n  2 coin\r\n# é\r\n".encode()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), form=st.sampled_from(["goods", "effect", "ability"]))
def test_any_text_in_any_style_keeps_its_tree(data: st.DataObject, form: str) -> None:
    tree = data.draw(syntax_nodes(form))
    text = format_node(tree, data.draw(st.sampled_from([30, 60, 500])))
    style = data.draw(st.sampled_from(["plain", "'", '"', "|", "|-", ">"]))
    field = {"goods": "yield", "effect": "gift", "ability": "bloom"}[form]
    if "\n" not in text and style == "'":
        value = "'" + text.replace("'", "''") + "'"
    elif style == '"':
        value = yaml.dump(text, default_style='"', width=10**6, allow_unicode=True).strip()
    elif style == "plain" and yaml.safe_load(f"a: {yaml.dump(text, width=10**6)}") and "\n" not in text:
        value = yaml.dump(text, width=10**6, allow_unicode=True).strip().removesuffix("\n...")
    else:
        value = (
            ("|" if "\n" in text else style[:1].strip("p'") or "|") + "\n" + re.sub("^", "        ", text, flags=re.M)
        )
    before = f"cards:\n  plant:\n    - id: ivy\n      name: Ivy # c\n      {field}: {value}\n"
    try:
        document = load_document("cards.yaml", before.encode())
        read = parse(str(document.data["cards"]["plant"][0][field]), form)
    except (DiagnosticError, ParseError):  # a prompt may hold what no file may
        reject()
    assume(read == tree)
    after = formatted(before)
    found = load_document("cards.yaml", after.encode()).data["cards"]["plant"][0]
    assert parse(str(found[field]), form) == tree
    assert list(found) == ["id", "name", field] and "# c\n" in after
    assert formatted(after) == after


# ---- keys


def test_keys_of_a_card_come_in_the_order_of_its_kind() -> None:
    before = """cards:
  plant:
    # about ivy
    - yield: 1 coin  # y
      # its name
      name: Ivy

      gift: |
        1 seed
        # inside
        2 coin
      id: ivy
    - {gift: 1 seed, id: oak, name: Oak}
"""
    assert (
        formatted(before)
        == """cards:
  plant:
    # about ivy
    - id: ivy
      # its name
      name: Ivy

      yield: 1 coin  # y
      gift: |
        1 seed
        # inside
        gain 2 coin
    - {id: oak, name: Oak, gift: 1 seed}
""".replace("gain ", "")
    )


def test_keys_of_a_schema_come_in_its_order_and_the_authors_own_stay() -> None:
    before = "# file\n\n# acts\nactions:\n  z:\n    do: 1 coin\n    title: z\n  a: {do: 2 coin, title: a}\n"
    before += "# words\nvocabulary: {goods: {b: {plural: bs, name: b}, a: {}}}\n# end\n"
    after = formatted(before)
    assert after.index("vocabulary") < after.index("actions") and after.index("  z:") < after.index("  a:")
    assert "# words\nvocabulary: {goods: {b: {name: b, plural: bs}, a: {}}}\n" in after
    assert "  z:\n    title: z\n    do: 1 coin\n  a: {title: a, do: 2 coin}\n" in after
    assert comments(after) == comments(before)
    assert formatted(after) == after


def test_a_comment_of_a_key_that_comes_first_in_an_item_stands_above_the_item() -> None:
    before = "cards:\n  plant:\n    - name: Ivy\n      # the id\n      id: ivy\n"
    assert formatted(before) == "cards:\n  plant:\n    # the id\n    - id: ivy\n      name: Ivy\n"


def test_the_last_line_gets_its_end() -> None:
    assert (
        formatted("cards:\n  plant:\n    - name: Ivy\n      id: ivy")
        == "cards:\n  plant:\n    - id: ivy\n      name: Ivy\n"
    )


# ---- what was scrambled comes back


def scrambled(text: str, kinds: list[dict[str, Any]], chance: random.Random) -> str:
    """A file with cards whose keys are shuffled and effect texts whose blanks are doubled."""
    document = load_document("cards.yaml", text.encode())
    places = []
    for path, _ in effect_texts(document, kinds):
        if path[-1] == "#" or '"' in (scalar := document.scalar(path)).text or "#" in scalar.text:
            continue
        span = document.span(path)
        places += [m.start() + span.start for m in re.finditer(r"(?<=[\w,]) (?=\w)", text[span.start : span.end])]
    for at in sorted(chance.sample(places, len(places) // 2), reverse=True):
        text = f"{text[:at]}  {text[at + 1 :]}"

    def shuffled(match: re.Match[str]) -> str:
        lines = match[0].splitlines(keepends=True)
        chance.shuffle(lines)
        out = ["      " + line[6:] for line in lines]
        return "".join(["    - " + out[0][6:], *out[1:]])

    return re.sub(r"(?m)^    - id: .*\n(?:      \w+: [^|\n]*\n)+(?=    [-#]|\Z)", shuffled, text)


@pytest.mark.parametrize(
    "file", [f for f in OURS if f.parent.name not in ("scenarios", "lang")], ids=lambda f: f"{f.parent.name}/{f.name}"
)
def test_a_scrambled_file_comes_back_as_it_was(file: Path) -> None:
    text, kinds = file.read_text(encoding="utf-8"), kinds_near(file.parent) or []
    for seed in range(3):
        mixed = scrambled(text, kinds, random.Random(seed))
        document = load_document(file, mixed.encode())
        assert canonical(document, kinds) == text


def test_formatting_changes_no_compiled_tree_and_no_comment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "content", tmp_path / "content")
    before, mixed = {}, 0
    for pack in ("base", "connections"):
        kinds = kinds_near(tmp_path / "content" / pack) or []
        for file in sorted((tmp_path / "content" / pack).glob("*.yaml")):
            text = file.read_text(encoding="utf-8")
            new = scrambled(text, kinds, random.Random(51))
            mixed += new != text
            file.write_text(new, encoding="utf-8")
            before[file] = comments(new)
    assert mixed >= 4

    def trees() -> str:
        rules = link([str(tmp_path / "content" / p) for p in ("base", "connections")], {})[0]
        monkeypatch.setattr(regenerate, "linked", lambda: rules)
        return regenerate.trees()

    old = trees()
    assert f"{mixed} files changed" in state51("fmt", tmp_path / "content")
    assert trees() == old
    assert {f: comments(f.read_text(encoding="utf-8")) for f in before} == before


# ---- the command


@pytest.fixture
def plot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack with one file that is not in canonical form."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garden").symlink_to(GARDEN)
    write_plot(tmp_path, "setup:  1  coin\n", id="plot")
    state51("fmt", "plot/pack.yaml")
    return tmp_path / "plot" / "rules.yaml"


def test_check_and_diff_write_nothing(plot: Path) -> None:
    said = state51("fmt", "--check", "plot", code=1)
    assert "would change plot/rules.yaml" in said and "1 file would change, 1 unchanged" in said
    said = state51("fmt", "--diff", "plot", code=1)
    assert "-setup:  1  coin" in said and "+setup:  1 coin" in said
    assert plot.read_text() == "setup:  1  coin\n"
    assert "changed plot/rules.yaml" in state51("fmt")
    assert plot.read_text() == "setup:  1 coin\n"
    assert "2 unchanged" in state51("fmt", "--check", "--diff", "plot")


def test_a_file_with_errors_is_left_alone(plot: Path) -> None:
    plot.write_text("setup: 1  coin +\n")
    said = state51("fmt", "plot", code=1)
    assert "plot/rules.yaml:1:" in said and "1 left alone because of errors" in said
    assert plot.read_text() == "setup: 1  coin +\n"


def test_a_file_is_replaced_whole_and_keeps_its_rights(plot: Path) -> None:
    plot.chmod(0o640)
    state51("fmt", plot)
    assert stat.S_IMODE(plot.stat().st_mode) == 0o640
    assert [f.name for f in plot.parent.iterdir() if f.name.startswith(".")] == []


def test_the_standard_input_goes_to_the_standard_output(plot: Path) -> None:
    assert state51("fmt", "-", input="setup:  1  coin\n") == "setup:  1 coin\n"
    assert state51("fmt", "--check", "-", input="setup:  1  coin\n", code=1) == ""
    card = "cards:\n  plant:\n    - {name: Ivy, yield: 1  seed, size: small, id: ivy}\n"
    said = state51("fmt", "-", "--stdin-filename", "plot/cards.yaml", input=card)
    assert "{id: ivy, name: Ivy, size: small, yield: 1 seed}" in said
    said = state51("fmt", "-", input="setup: 1 coin +\n", code=1)
    assert "<stdin>:1:" in said and said.endswith("setup: 1 coin +\n")


@pytest.mark.parametrize("args", [("nowhere",), ("-", "plot"), ("--stdin-filename", "x.yaml", "plot"), ("empty",)])
def test_misuse_is_told(plot: Path, args: tuple[str, ...]) -> None:
    Path("empty").mkdir()
    assert "Error:" in state51("fmt", *args, code=2)


def test_a_formatter_knows_the_kinds_of_required_packs(plot: Path) -> None:
    cards = plot.with_name("cards.yaml")
    document = load_document(cards, b"cards: {plant: [{id: a, name: A, yield: 1  seed}]}\n")
    assert "yield: 1 seed" in Formatter().text(document, cards)
    assert format_text("1  seed", "goods") == "1 seed"


def test_fields_that_a_pack_adds_to_a_kind_come_after_those_it_had(plot: Path) -> None:
    plot.write_text("vocabulary: {kinds: {plant: {fields: {scent: {type: number, optional: true}}}}}\n")
    cards = plot.with_name("cards.yaml")
    card = b"cards: {plant: [{id: a, name: A, scent: 1, colours: [], size: small, height: 1}]}\n"
    text = Formatter().text(load_document(cards, card), cards)
    assert text == "cards: {plant: [{id: a, name: A, height: 1, size: small, colours: [], scent: 1}]}\n"
