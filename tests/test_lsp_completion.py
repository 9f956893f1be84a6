"""Completion is told by the schema, the grammar, the operator table and the vocabulary: there is no list of its own."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
import yaml
from lsprotocol import types as lsp

from cli.lsp.completion import Completion, _as_snippet
from cli.lsp.positions import Text
from dsl.operators import OPERATORS, Operator
from dsl.parse.lexing import parser
from dsl.parse.read import reserved_words
from dsl.parse.spot import literals, openers
from dsl.symbols import Routine
from engine.index.linked import Linked, link_loosely
from engine.schema.build import content_schema, manifest_schema
from engine.schema.pack import pack_schema
from engine.schema.scenarios import pack_scenarios_schema
from tests.small_packs import GARDEN, write_pack

NOWHERE = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
ROOT = Path(__file__).parent.parent


FILES = [yaml.safe_load(file.read_text()) for file in (GARDEN / "scenarios").glob("*.yaml")]
STORIES = [scenario for file in FILES for scenario in file["scenarios"]]


@lru_cache(maxsize=1)
def garden() -> Linked:
    return link_loosely(GARDEN)


def completed(written: str, sort: str = "content") -> dict[str, lsp.CompletionItem]:
    """What is offered at the `@` in a file of the garden game, by label."""
    s = garden().symbols
    schemas = {
        "content": pack_schema(s, "garden"),
        "scenarios": pack_scenarios_schema(s, "garden", garden().phases),
        "manifest": manifest_schema(),
    }
    found = Completion(schemas[sort], garden()).items(Text(written.replace("@", "")), written.index("@"))
    return {item.label: item for item in found}


def in_effect(text: str) -> dict[str, lsp.CompletionItem]:
    """What is offered in a procedure with a parameter."""
    return completed("procedures:\n  dig(plant c): |\n" + "".join(f"    {line}\n" for line in text.splitlines()))


# ---- against the tables


def test_the_words_of_statements_are_those_of_the_grammar_each_with_its_row() -> None:
    found = in_effect("@")
    keywords = {label for label, item in found.items() if item.kind == lsp.CompletionItemKind.Keyword}
    accepts = parser().parse_interactive(start="effect_form").accepts()  # type: ignore[no-untyped-call]
    assert keywords == {literals()[t] for t in accepts if literals().get(t, "").isalpha()}
    assert set(openers("effect")) <= keywords
    statements: dict[str, Operator] = {}
    for row in OPERATORS.values():
        if row.form == "statement":
            statements.setdefault(re.split(r"[\s(\[]", row.syntax)[0], row)
    for word in keywords & statements.keys():
        assert found[word].documentation == f"{statements[word].syntax}: {statements[word].doc}"
    assert keywords - {"all", "you", "your"} <= {
        w for row in OPERATORS.values() for w in re.findall(r"[a-z]+", row.syntax)
    }


def test_functions_are_those_of_the_table_and_of_the_packs() -> None:
    found = in_effect("let n be @")
    called = {label for label, item in found.items() if item.text_edit and item.text_edit.new_text.endswith("(")}
    own = {r.id for r in garden().symbols.routines.values() if r.sort == "function"}
    assert called == own | {row.name for row in OPERATORS.values() if row.form == "function"}
    for name in called - own:
        assert OPERATORS[name].doc in str(found[name].documentation)


PLACES = (
    "@", "2 coin @", "move c @", "move c to @", "move c to bottom @", "move c to stall @", "move c to stall face @",
    "choose @", "choose up @", 'choose plant p in stall "x" @', "for @", "for each plant p @",
    "for each plant p in your bed @", "do sow @", "do sow for @", "if c @", "if c is @", "if not @",
    "if true { stop } @", "let n @", "let n be @", "let n be first @", "let n be first of plant p in stall @",
    "let n be first of plant p in stall by 1 @", "let n be top @", "end @", "lose 1 coin @", "1 coin per plant @",
    "1 coin per plant in stall @", "may { stop }\n@",
)  # fmt: skip


def test_each_word_of_the_grammar_is_offered_where_it_can_stand_and_nothing_else_is_a_word() -> None:
    """The places are some for every rule of the grammar; what the parser takes there is what is offered."""
    seen: set[str] = set()
    card = "cards:\n  plant:\n    - id: x\n      "
    for found in (*map(in_effect, PLACES), completed(f"{card}bloom: @"), completed(f"{card}abilities: [when sown @")):
        seen |= {label for label, item in found.items() if item.kind == lsp.CompletionItemKind.Keyword}
    assert seen == {word for word in literals().values() if word.isalpha()}
    assert seen <= reserved_words()


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("1 @", lambda s: {*s.goods, *s.groups}),
        ("move c to @", lambda s: {z.id for z in s.zones.values() if not z.each}),
        ("move c to your @", lambda s: {z.id for z in s.zones.values() if z.each}),
        ("do @", lambda s: {r.id for r in s.routines.values() if r.sort == "action"}),
        ("announce @", lambda s: set(s.events)),
        ("if c is @", lambda s: set(s.kinds)),
        ("if c.size = @", lambda s: set(s.words["size"].words)),
        ("if c.colours has @", lambda s: set(s.words["colour"].words)),
        ("if c.@", lambda s: {*s.kinds["plant"].fields, *s.kinds["plant"].state}),
        ("for each @", lambda s: {*s.kinds, *s.words}),
    ],
)  # fmt: skip
def test_names_are_those_of_the_vocabulary_and_each_is_told_of(text: str, table: object) -> None:
    wanted = table(garden().symbols)  # type: ignore[operator]
    found = in_effect(text)
    assert wanted <= found.keys(), wanted - found.keys()
    assert all(found[name].documentation for name in wanted)
    assert "c" in in_effect("move @"), "what the text itself names is offered too"


def test_keys_are_those_of_the_schema_with_what_it_says_of_them() -> None:
    shape = content_schema()["properties"]
    found = completed("@")
    assert found.keys() == shape.keys()
    assert all(found[key].documentation == shape[key]["description"] for key in shape)
    manifest = completed("id: x\n@", "manifest")
    assert manifest.keys() == manifest_schema()["properties"].keys() - {"id"}


def test_fields_of_a_card_are_those_of_its_kind_that_are_not_there_yet() -> None:
    plant = garden().symbols.kinds["plant"]
    found = completed("cards:\n  plant:\n    - id: x\n      @\n      size: small\n")
    assert found.keys() == {"name", "copies", *plant.fields} - {"id", "size"}
    assert completed("cards:\n  plant:\n    - {id: x, size: @").keys() == set(garden().symbols.words["size"].words)
    assert completed("cards:\n  plant:\n    - colours: [pink, @").keys() == set(garden().symbols.words["colour"].words)
    assert completed("cards:\n  @").keys() == set(garden().symbols.kinds)


def test_what_a_key_refers_to_is_offered_as_its_value() -> None:
    s = garden().symbols
    assert completed("vocabulary:\n  goods:\n    x:\n      zone: @").keys() == set(s.zones)
    assert {"number", "set of colour", "ability by size"} <= completed(
        "vocabulary:\n  kinds:\n    k:\n      fields:\n        f: @"
    ).keys()
    assert "sow" in completed("extend:\n  - around: @")
    assert "daisy" in completed("extend:\n  - card: @")
    assert "daisy" in completed("scenarios:\n  - table:\n      - {hand: [@", "scenarios")
    assert {"hand", "goods", "coin"} <= completed("scenarios:\n  - table:\n      - {@", "scenarios").keys()


@pytest.mark.parametrize(
    "written",
    ["yield: 1 @", "yield: '1 @'", 'yield: "1 @"', "yield: |\n        1 @", "yield: >\n        1\n        @",
     "yield: 1 coin,\n        1 @"],
)  # fmt: skip
def test_texts_complete_in_every_style(written: str) -> None:
    found = completed(f"cards:\n  plant:\n    - id: x\n      {written}")
    assert {"coin", "seed", "sprout"} <= found.keys()


def test_cards_of_ones_own_pack_come_before_those_it_builds_on(tmp_path: Path) -> None:
    (tmp_path / "garden").symlink_to(GARDEN)
    card = "{id: zinnia, name: Zinnia, height: 1, size: small, colours: [], yield: 1 seed}"
    cards = f"cards:\n  plant:\n    - {card}\n"
    linked = link_loosely(write_pack(tmp_path, "plot", 'requires: {garden: ">=1.0,<2"}', cards=cards))
    schema, text = (
        pack_scenarios_schema(linked.symbols, "plot", linked.phases),
        "scenarios:\n  - table:\n      - {hand: [",
    )
    found = [item.label for item in Completion(schema, linked).items(Text(text), len(text))]
    assert found[0] == "zinnia" and "daisy" in found


def test_only_what_can_stand_there_is_offered() -> None:
    found = completed("cards:\n  plant:\n    - id: x\n      yield: @")
    s = garden().symbols
    assert [*found][: len(s.goods)] == [f"1 {good}" for good in s.goods], "first of all"
    assert not found.keys() & (s.zones.keys() | s.kinds.keys() | s.goods.keys() | {"move", "choose"}), [*found]
    assert {"this", "bed_size", "count"} <= found.keys(), "what is a number or has one"
    assert not in_effect("move c to @").keys() & {"height", "coin", "bed_size"}, "no place, and none of theirs is"


def test_an_option_is_offered_word_by_word() -> None:
    """Given options that seats of the packs' own scenarios choose, when one is typed, each of its words is offered."""
    chosen = {step["choose"] for scenario in STORIES for step in scenario.get("play", ())}
    heads = {t.template.split()[0] for t in garden().templates}
    begun = completed("scenarios:\n  - play:\n      - {seat: 1, choose: @", "scenarios")
    assert heads <= {label.split()[0] for label in begun}
    seen = 0
    for option in chosen - {"end turn"}:
        words = re.sub(r" (of seat \d+|#\d+)$|^pay .*", "", option).split()
        for n, word in enumerate(words):
            before = "".join(f"{w} " for w in words[:n])
            found = completed(f"scenarios:\n  - play:\n      - seat: 1\n        choose: {before}@", "scenarios")
            assert any(f"{label} ".startswith(f"{word} ") for label in found), (option, word, list(found))
            assert all(item.documentation for item in found.values())
            seen += 1
    assert seen > 20


def test_a_further_item_of_a_list_is_begun() -> None:
    for before in ("cards:\n  plant:\n    @", "cards:\n  plant:\n    - id: x\n    @"):
        assert completed(before)["- id"].text_edit.new_text == "- id: "  # type: ignore[union-attr]
    assert "- name" in completed("scenarios:\n  @", "scenarios")


def test_where_nothing_is_listed_an_example_is_offered_as_it_must_be_written() -> None:
    assert completed("language: @", "manifest").keys() == {"1"}
    assert completed("version: @", "manifest").keys() == {"1.0.0"}
    version = completed("requires:\n  garden: @", "manifest")[">=1.0,<2"]
    assert version.text_edit is not None and version.text_edit.new_text == '">=1.0,<2"'


def test_what_is_nearest_comes_first() -> None:
    """At the beginning of a statement what can be done; in a condition names of the text, then those of the card."""
    begun, condition = list(in_effect("@")), list(in_effect("choose plant p in stall where @"))
    assert begun.index("choose") < begun.index("c")
    assert set(condition[:4]) == {"c", "p", "owner", "place"}, condition
    assert max(map(condition.index, ("height", "size"))) < min(map(condition.index, ("bed_size", "not", "count")))
    assert condition.index("players") < condition.index("bed_size"), condition
    assert set(list(in_effect("if c.size = @"))[:2]) == {"small", "tall"}


def test_an_ability_begins_with_what_it_can_be_and_its_effect_with_what_can_be_done() -> None:
    card = "cards:\n  plant:\n    - id: x\n      "
    assert {"always", "when"} < set(list(completed(f"{card}abilities:\n        - @"))[:5])
    done = list(completed(f"{card}abilities:\n        - when sown by you -> @"))
    assert done.index("choose") < done.index("what")


def test_what_a_modifier_can_change_is_offered() -> None:
    found = completed("cards:\n  plant:\n    - id: x\n      abilities:\n        - always @")
    assert {"height", "price"} <= found.keys() and "size" not in found


def test_a_word_is_told_as_a_word_where_a_routine_has_its_name_too() -> None:
    symbols = garden().symbols
    routines = {**symbols.routines, "small": Routine("small", "procedure", ())}
    both = replace(garden(), symbols=replace(symbols, routines=routines))
    text = "procedures:\n  dig(plant c): if c.size = "
    found = Completion(content_schema(), both).items(Text(text), len(text))
    small = next(item for item in found if item.label == "small")
    assert small.kind == lsp.CompletionItemKind.EnumMember and "word of size" in str(small.documentation)


def test_goods_are_told_as_goods_where_some_of_them_are_words_too() -> None:
    base = link_loosely(ROOT / "content" / "base")
    text = "cards:\n  location:\n    - id: x\n      action: "
    found = Completion(pack_schema(base.symbols, "base"), base).items(Text(text), len(text))
    words = {word for vocabulary in base.symbols.words.values() for word in vocabulary.words}
    both = [item for item in found if item.label in base.symbols.goods.keys() & words]
    assert both and all(item.kind == lsp.CompletionItemKind.Unit for item in both)


def test_what_stands_after_a_point_is_told_as_a_part() -> None:
    text = "procedures:\n  dig(plant c): |\n    if c."
    found = {i.label: i for i in Completion(content_schema(), garden()).items(Text(text), len(text))}
    assert found["size"].kind == lsp.CompletionItemKind.Field, "and not as the vocabulary of that name"


def test_whose_event_it_is_may_be_anyones() -> None:
    found = completed("cards:\n  plant:\n    - id: x\n      abilities: ['when sown by @")
    assert {"you", "opponents", "anyone"} <= found.keys()
    assert "players" in str(found["anyone"].documentation)


def test_items_are_filtered_by_what_is_typed_in_every_editor() -> None:
    """Neovim takes what comes with an edit for filtered, unless it is told what to filter by."""
    assert all(item.filter_text == label for label, item in in_effect("choose @").items())


def test_more_than_a_word_is_a_snippet_for_editors_that_take_these() -> None:
    """Neovim writes only the first word of what is none."""
    text = Text("cards:\n  plant:\n    - id: x\n      ")
    found = {i.label: i for i in Completion(content_schema(), garden()).items(text, len(text.text), snippets=True)}
    assert found["name"].insert_text_format == lsp.InsertTextFormat.Snippet
    assert found["name"].text_edit.new_text == "name: "  # type: ignore[union-attr]
    assert _as_snippet(lsp.CompletionItem("a", text_edit=lsp.TextEdit(NOWHERE, "a ${}"))).text_edit == lsp.TextEdit(
        NOWHERE, "a \\${\\}"
    )
    assert all(item.insert_text_format is None for item in in_effect("@").values())


def test_a_space_that_lacks_after_a_key_is_written() -> None:
    item = completed("cards:\n  plant:\n    - id: x\n      size:@")["small"]
    assert item.text_edit is not None and item.text_edit.new_text == " small"


def test_what_is_written_already_is_replaced() -> None:
    item = completed("cards:\n  plant:\n    - id: x\n      yield: 1 se@")["seed"]
    assert item.text_edit == lsp.TextEdit(lsp.Range(lsp.Position(3, 15), lsp.Position(3, 17)), "seed")


def test_a_text_that_is_broken_before_still_completes() -> None:
    assert "stall" in in_effect("move (( blah\nmove c to @")
    assert "seed" in completed("}{ oops\ncards:\n  plant:\n    - id: x\n      yield: 1 @")
    assert in_effect('may "words @') == {}, "words are the author's"
