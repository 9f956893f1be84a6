"""The language server, spoken to as an editor does: over standard input and output, by a client that checks what comes
back against the protocol."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from lsprotocol import types as lsp

from cli.lsp import hover, renaming
from cli.lsp.positions import Text
from cli.lsp.workspace import Workspace
from cli.main import main
from dsl.diagnostics import DiagnosticError
from engine.index.book import Book
from engine.index.linked import link_loosely
from engine.loader import link
from tests.editor import ROOT, Editor, offset
from tests.small_packs import GARDEN

PLOT = """\
id: plot
name: Plot
version: 1.0.0
language: 1
provenance: fixture
licence: MIT
requires: {garden: ">=1.0,<2"}
"""
CARDS = """\
# 🌷 a plot of one's own
cards:
  plant:
    - id: aster
      name: Aster 🌷
      height: 1
      size: small
      colours: [pink]
      yield: 1 seed
procedures:
  weed(player p): |
    as p {
      move all(plant in your bed where size = small) to compost
    }
"""

GARDEN_IN_POLISH = """\
goods:
  seed: nasiono
kinds:
  plant: roślina
zones:
  bed: grządka
words:
  colour:
    pink: różowy
  size:
    small: mała
fields:
  plant:
    height: wysokość
    size: wielkość
"""
PLOT_IN_POLISH = """\
cards:
  aster: Aster
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace of two packs: the garden game, and one that builds on it."""
    here = tmp_path_factory.mktemp("workspace")
    shutil.copytree(GARDEN, here / "garden")
    (here / "plot").mkdir()
    (here / "plot" / "pack.yaml").write_text(PLOT, encoding="utf-8")
    (here / "plot" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    for pack, names in (("garden", GARDEN_IN_POLISH), ("plot", PLOT_IN_POLISH)):
        (here / pack / "lang").mkdir()
        (here / pack / "lang" / "pl.yaml").write_text(names, encoding="utf-8")
    (here / "state51.toml").write_text('ignore = ["L109", "L402"]\n', encoding="utf-8")
    return here


@pytest.fixture(scope="module")
def editor(folder: Path) -> Iterator[Editor]:
    made = Editor(folder)
    yield made
    made.close()


@pytest.fixture
def cards(editor: Editor, folder: Path) -> Iterator[Path]:
    """The cards of the plot, open, linked, and with nothing wrong; closed afterwards."""
    file = folder / "plot" / "cards.yaml"
    editor.open(file)
    editor.until(file)
    wait_until_linked(editor, file)
    yield file
    editor.shut(file)


def wait_until_linked(editor: Editor, file: Path) -> None:
    """Waits until names mean something."""
    for _ in range(300):
        if hovered(editor, file, "plant:"):
            return
        time.sleep(0.1)
    raise AssertionError("the pack was never linked")


def hovered(editor: Editor, file: Path, mark: str, after: int = 0) -> str:
    """What is told of the name at a mark."""
    place = editor.at(file, mark, after)
    found = editor.ask(editor.client.text_document_hover_async, lsp.HoverParams, file, position=place)
    return "" if found is None else str(found.contents.value)


def apply(text: str, edits: list[lsp.TextEdit]) -> str:
    """A text with edits made."""
    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        text = text[: offset(text, edit.range.start)] + edit.new_text + text[offset(text, edit.range.end) :]
    return text


# ---- files


def test_a_file_may_be_changed_before_it_is_opened_with_its_older_text(editor: Editor, folder: Path) -> None:
    file = folder / "plot" / "cards.yaml"
    editor.type(file, CARDS.replace("size: small", "size: smal"))
    editor.until(file, "N003")
    editor.open(file, CARDS, version=0)
    assert editor.codes(file) == ["N003"], "the text of the change is the newer one"
    editor.shut(file)


# ---- diagnostics


def test_a_wrong_word_is_told_while_it_is_typed_and_mended_by_its_fix(editor: Editor, cards: Path) -> None:
    told = editor.type(cards, CARDS.replace("size: small", "size: smal"))
    assert [(d.code, editor.marked(cards, d.range)) for d in told] == [("N003", "smal")]
    fixes = editor.ask(
        editor.client.text_document_code_action_async,
        lsp.CodeActionParams,
        cards,
        range=told[0].range,
        context=lsp.CodeActionContext(told),
    )
    assert [fix.title for fix in fixes] == ["Write small"]
    mended = apply(editor.texts[cards], fixes[0].edit.changes[cards.as_uri()])
    assert mended == CARDS
    assert editor.type(cards, mended) == []


def test_a_fix_keeps_the_quotes_of_what_it_mends(editor: Editor, cards: Path) -> None:
    told = editor.type(cards, CARDS.replace("size: small", 'size: "smal"'))
    found = editor.ask(
        editor.client.text_document_code_action_async,
        lsp.CodeActionParams,
        cards,
        range=told[0].range,
        context=lsp.CodeActionContext([]),
    )
    assert found[0].edit.changes[cards.as_uri()][0].new_text == '"small"'


def test_an_editor_may_ask_for_fixes_of_what_it_shows_elsewhere_on_the_line(editor: Editor, cards: Path) -> None:
    told = editor.type(cards, CARDS.replace("size: small", "size: smal"))
    start = lsp.Position(told[0].range.start.line, 0)
    for shown, titles in ((told, ["Write small"]), ([], [])):
        found = editor.ask(
            editor.client.text_document_code_action_async,
            lsp.CodeActionParams,
            cards,
            range=lsp.Range(start, start),
            context=lsp.CodeActionContext(shown),
        )
        assert [fix.title for fix in found] == titles


def test_a_new_file_is_empty_and_not_wrong_and_its_keys_are_offered(editor: Editor, cards: Path, folder: Path) -> None:
    for name, key in (("new.yaml", "cards"), ("scenarios/new.yaml", "scenarios")):
        file = folder / "plot" / name
        editor.open(file, "")
        assert [d.severity for d in editor.wrong(file)] == [lsp.DiagnosticSeverity.Hint]
        assert key in editor.completed(file, lsp.Position(0, 0))
        editor.shut(file)


def test_keys_that_are_missing_are_added_at_once_or_one_by_one(editor: Editor, cards: Path) -> None:
    told = editor.type(cards, CARDS.replace("procedures:", "    - id: rowan\n      name: Rowan\nprocedures:"))
    assert [d.message for d in told] == ["this plant lacks `height`, `size` and `colours`"]
    found = editor.ask(
        editor.client.text_document_code_action_async,
        lsp.CodeActionParams,
        cards,
        range=told[0].range,
        context=lsp.CodeActionContext(told),
    )
    assert [f.title for f in found] == ["Add all keys that are missing", "Add height", "Add size", "Add colours"]
    assert [f.is_preferred for f in found] == [True, False, False, False]
    mended = apply(editor.texts[cards], found[0].edit.changes[cards.as_uri()])
    assert "name: Rowan\n      height: " in mended and mended.endswith(CARDS.partition("procedures:")[2])
    assert editor.type(cards, mended) == []


STYLES = {
    "plain": "yield: 1 sed",
    "single quotes": "yield: '1 sed'",
    "double quotes": 'yield: "1 \\u0073ed"',
    "literal": "yield: |\n        1 sed",
    "folded": "yield: >\n        1\n        sed",
}


@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("style", STYLES)
def test_places_are_exact_in_every_style_after_an_emoji(editor: Editor, cards: Path, style: str, ending: str) -> None:
    written = CARDS.replace("yield: 1 seed", STYLES[style]).replace("\n", ending)
    told = editor.type(cards, written)
    assert [(d.code, editor.marked(cards, d.range)) for d in told] == [
        ("N002", "\\u0073ed" if style == "double quotes" else "sed")
    ]


def test_columns_count_in_utf16_units_or_as_the_editor_asks(editor: Editor, cards: Path, folder: Path) -> None:
    written = CARDS.replace("colours: [pink]", 'colours: ["🌷🌷", pnk]')
    line = written.splitlines().index('      colours: ["🌷🌷", pnk]')
    told = next(d for d in editor.type(cards, written) if editor.marked(cards, d.range) == "pnk")
    assert told.range.start == lsp.Position(line, 24)
    bytewise = Editor(folder, "utf-8")
    try:
        bytewise.open(cards, written)
        bytewise.wait(cards, lambda: "N003" in bytewise.codes(cards))
        columns = {d.range.start.character for d in bytewise.wrong(cards)}
    finally:
        bytewise.close()
    assert 28 in columns


def test_a_byte_order_mark_moves_nothing(editor: Editor, cards: Path) -> None:
    told = editor.type(cards, "\ufeff" + CARDS.replace("1 seed", "1 sed"))
    assert [editor.marked(cards, d.range) for d in told] == ["sed"]


@pytest.mark.parametrize(
    "effect", ["1 ", "choose", "choose plant p in", "if count(", "for each player p in players {", "move top 2 of",
               "1 seed ->", "may \"x", "{", "1 coin if ", "let n be", "announce sown(you,"],
)  # fmt: skip
def test_half_typed_effects_are_told_where_they_end(editor: Editor, cards: Path, effect: str) -> None:
    written = CARDS.replace("yield: 1 seed", f"gift: |\n        {effect}")
    told = editor.type(cards, written)
    assert told and all(str(d.code)[0] in "PNT" for d in told)
    line = next(n for n, text in enumerate(written.splitlines()) if text.strip() == effect.strip())
    assert {d.range.start.line for d in told} == {line}
    assert editor.type(cards, CARDS) == []


def test_broken_yaml_is_told_and_names_stay_known(editor: Editor, cards: Path) -> None:
    written = CARDS.replace("      yield: 1 seed", "      yield: 1 \n   oops\n")
    assert [str(d.code)[0] for d in editor.type(cards, written)] == ["Y"]
    found = editor.completed(cards, editor.at(cards, "yield: 1 ", len("yield: 1 ")))
    assert {"seed", "bulb", "sprout"} <= found.keys()


def test_what_only_the_whole_shows_comes_after_a_pause_and_moves_with_the_text(editor: Editor, cards: Path) -> None:
    odd = CARDS.replace("      move all", "      if 1 = 2 { 1 coin }\n      move all")
    assert editor.type(cards, odd) == [], "by itself nothing is wrong with it"
    editor.until(cards, "L105")
    found = {(d.code, editor.marked(cards, d.range)) for d in editor.wrong(cards)}
    told = editor.type(cards, "# one more line\n" + odd)
    assert {(d.code, editor.marked(cards, d.range)) for d in told} == found


def test_what_is_told_is_what_the_command_line_tells(editor: Editor, cards: Path, folder: Path) -> None:
    written = CARDS.replace("1 seed", "1 sed").replace("[pink]", "[pnk]").replace("in your bed", "in yuor bed")
    told = editor.type(cards, written)
    other = folder.parent / "saved"
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(folder, other)
    (other / "plot" / "cards.yaml").write_text(written, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "validate", "--json", str(other / "plot")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    listed: list[dict[str, Any]] = json.loads(done.stdout)["diagnostics"]
    assert {(d.code, d.range.start.line + 1, d.range.start.character + 1, d.range.end.character + 1) for d in told} == {
        (d["code"], d["line"], d["column"], d["endColumn"]) for d in listed
    }


def test_what_another_program_changes_is_noticed(editor: Editor, cards: Path, folder: Path) -> None:
    """Given an open file, when another one of its pack comes, is wrong, and goes, then that is told without a word of
    the editor."""
    other = folder / "plot" / "more.yaml"
    card = "cards:\n  plant:\n    - {id: elder, name: Elder, height: 1, size: smal, colours: [], yield: 1 seed}\n"
    try:
        time.sleep(1.5)  # until it was looked at before
        other.write_text(card, encoding="utf-8")
        editor.until(other, "N003")
        other.write_text(card.replace("smal,", "small,"), encoding="utf-8")
        editor.until(other)
    finally:
        other.unlink()


def test_another_file_of_the_pack_is_told_too(editor: Editor, cards: Path, folder: Path) -> None:
    second = folder / "plot" / "second.yaml"
    second.write_text(
        "cards:\n  plant:\n    - {id: rue, name: Rue, height: 1, size: hug, colours: []}\n", encoding="utf-8"
    )
    editor.type(cards, CARDS + "# changed\n")
    editor.until(second, "N003")
    second.unlink()
    editor.type(cards, CARDS)
    editor.until(second)


# ---- names


def test_hover_tells_what_a_name_is_who_uses_it_and_what_a_card_says(editor: Editor, cards: Path) -> None:
    good = hovered(editor, cards, "1 seed", 3)
    assert "good" in good and "sprout" in good and "plants.yaml" in good
    card = hovered(editor, cards, "id: aster", 5)
    assert "Aster" in card and "1 seed" in card and "used in lang/pl.yaml (1)" in card
    assert "used nowhere" in hovered(editor, cards, "weed(player", 1)
    assert "a player" in hovered(editor, cards, "as p", 3)
    assert "list" in hovered(editor, cards, "all(plant", 1)
    assert hovered(editor, cards, "a plot of", 3) == ""


def test_a_definition_is_found_in_the_other_pack(editor: Editor, cards: Path, folder: Path) -> None:
    place = editor.at(cards, "your bed", 6)
    found = editor.ask(editor.client.text_document_definition_async, lsp.DefinitionParams, cards, position=place)
    file = folder / "garden" / "vocabulary.yaml"
    assert [location.uri for location in found] == [file.as_uri()]
    text = file.read_text(encoding="utf-8")
    assert editor.marked(file, found[0].range, text) == "bed"


def test_references_are_those_of_all_packs_and_all_sorts_of_files(editor: Editor, cards: Path, folder: Path) -> None:
    vocabulary = folder / "garden" / "vocabulary.yaml"
    editor.open(vocabulary)
    wait_until_linked(editor, cards)
    place = editor.at(cards, "1 seed", 3)
    found = editor.ask(
        editor.client.text_document_references_async, lsp.ReferenceParams, cards,
        position=place, context=lsp.ReferenceContext(True),
    )  # fmt: skip
    editor.shut(vocabulary)
    names = {Path(location.uri).name for location in found}
    assert {"cards.yaml", "vocabulary.yaml", "plants.yaml", "rules.yaml", "year.yaml"} <= names
    for location in found:
        file = Path(location.uri.removeprefix("file://"))
        assert editor.marked(file, location.range, file.read_text(encoding="utf-8")) == "seed"


@pytest.mark.parametrize(
    ("mark", "after", "new"),
    [("1 seed", 3, "grain"), ("plant:", 0, "herb"), ("your bed", 6, "patch"), ("colours: [pink]", 12, "rose"),
     ("height: 1", 2, "stature"), ("size: small", 7, "tiny"), ("weed(player p)", 2, "hoe"), ("as p {", 3, "gardener"),
     ("id: aster", 5, "daisy_of_autumn")],
)  # fmt: skip
def test_a_name_is_renamed_everywhere_and_all_still_links(
    editor: Editor, cards: Path, folder: Path, mark: str, after: int, new: str, tmp_path: Path
) -> None:
    place = editor.at(cards, mark, after)
    found = editor.ask(editor.client.text_document_rename_async, lsp.RenameParams, cards, position=place, new_name=new)
    shutil.copytree(folder, tmp_path / "new")
    for uri, edits in found.changes.items():
        file = tmp_path / "new" / Path(uri.removeprefix("file://")).relative_to(folder)
        file.write_text(apply(file.read_text(encoding="utf-8"), edits), encoding="utf-8")
    assert new in (tmp_path / "new" / "plot" / "cards.yaml").read_text(encoding="utf-8")
    try:
        link([str(tmp_path / "new" / "plot")], {})
    except DiagnosticError as e:
        raise AssertionError([d.message for d in e.diagnostics]) from e
    packs = [str(tmp_path / "new" / pack) for pack in ("garden", "plot")]
    told = CliRunner().invoke(main, ["validate", *packs])  # what is named in another language too
    assert told.exit_code == 0, told.output
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "test", str(tmp_path / "new" / "garden")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_hole_in_a_title_of_another_language_is_the_parameter(tmp_path: Path) -> None:
    garden = shutil.copytree(GARDEN, tmp_path / "garden")
    (garden / "lang").mkdir()
    file = garden / "lang" / "pl.yaml"
    file.write_text('actions:\n  sow: "posiej: {c:acc}"\n')
    book = Book(link_loosely(garden))
    use = book.at(str(file), file.read_text().index("{c") + 1)
    assert use is not None
    places = {(Path(u.file).name, Path(u.file).read_text()[u.start : u.end]) for u in book.uses(use.symbol)}
    assert places == {("pl.yaml", "c"), ("rules.yaml", "c")}
    assert len(book.declared(use.symbol)) == 1 and len(book.uses(use.symbol)) > 3, "in `with`, the title and the texts"


@pytest.mark.parametrize(
    ("mark", "after", "new", "why"),
    [("1 seed", 3, "bulb", "already"), ("1 seed", 3, "No Name", "no name"), ("1 seed", 3, "choose", "language itself"),
     ("all(plant", 1, "every", "not declared"), ("a plot of", 2, "x", "no name here")],
)  # fmt: skip
def test_a_name_that_cannot_be_is_refused(
    editor: Editor, cards: Path, mark: str, after: int, new: str, why: str
) -> None:
    place = editor.at(cards, mark, after)
    with pytest.raises(Exception, match=why):
        editor.ask(editor.client.text_document_rename_async, lsp.RenameParams, cards, position=place, new_name=new)


def test_a_name_of_a_pack_that_is_not_open_in_the_editor_is_not_renamed(tmp_path: Path) -> None:
    """Otherwise a slip in one's own pack would rewrite the game that it builds on, wherever that is installed."""
    shutil.copytree(GARDEN, tmp_path / "installed" / "garden")
    file = tmp_path / "own" / "plot" / "cards.yaml"
    file.parent.mkdir(parents=True)
    (file.parent / "pack.yaml").write_text(PLOT, encoding="utf-8")
    file.write_text(CARDS, encoding="utf-8")
    (file.parent.parent / "garden").symlink_to(tmp_path / "installed" / "garden")
    workspace = Workspace()
    workspace.roots = [tmp_path / "own"]
    workspace.put(str(file), file.as_uri(), Text(CARDS))
    try:
        state = workspace.state(str(file))
        assert state is not None and workspace.link(state)
        with pytest.raises(renaming.Refused, match="not open here"):
            renaming.target(workspace, str(file), CARDS.index("1 seed") + 3)
        own = renaming.rename(workspace, str(file), CARDS.index("aster"), "elder")
        assert {use.file for use in own} == {str(file)}
    finally:
        workspace.close(str(file))


def test_a_refusal_leaves_nothing_in_the_log(folder: Path) -> None:
    """What the server writes to its stream for errors is kept by editors as a log of failures; a refusal is none."""
    place = {
        "textDocument": {"uri": (folder / "plot" / "cards.yaml").as_uri()},
        "position": {"line": 0, "character": 0},
    }
    asked = [("initialize", {"capabilities": {}, "processId": None, "rootUri": folder.as_uri()}),
             ("textDocument/prepareRename", place), ("shutdown", None)]  # fmt: skip
    bodies = [json.dumps({"jsonrpc": "2.0", "id": n, "method": m, "params": p}) for n, (m, p) in enumerate(asked)]
    bodies.append(json.dumps({"jsonrpc": "2.0", "method": "exit"}))
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "lsp"], cwd=ROOT, capture_output=True, text=True, check=False,
        input="".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies), timeout=60,
    )  # fmt: skip
    assert "there is no name here that a pack declares" in done.stdout
    assert done.stderr == ""


# ---- the file as a whole


def test_what_a_pack_says_is_shown_and_never_markup(tmp_path: Path) -> None:
    """A picture that a name shows would be asked for from the net by whoever points at it."""
    name = "![x](https://evil.example/t.png) <img src=//evil> `c`"
    garden = shutil.copytree(GARDEN, tmp_path / "garden")
    file = garden / "plants.yaml"
    file.write_text(file.read_text().replace("name: Daisy", f'name: "{name}"'))
    workspace = Workspace()
    workspace.roots = [garden]
    workspace.all_packs()
    workspace.put(str(file), file.as_uri(), Text(file.read_text()))
    found = hover.hover(workspace, str(file), file.read_text().index("daisy"))
    workspace.close(str(file))
    assert found is not None and "evil.example" in found[1]
    assert not re.search(r"(?<!\\)[\[<`]", found[1])


def test_the_outline_names_sections_and_cards(editor: Editor, cards: Path) -> None:
    found = editor.ask(editor.client.text_document_document_symbol_async, lsp.DocumentSymbolParams, cards)
    assert [s.name for s in found] == ["cards", "procedures"]
    assert [s.name for s in found[0].children[0].children] == ["aster"]
    assert [s.name for s in found[1].children] == ["weed(player p)"]


def test_the_outline_of_scenarios_shows_what_is_chosen(editor: Editor, cards: Path, folder: Path) -> None:
    file = folder / "plot" / "scenarios" / "new.yaml"
    editor.open(file, "scenarios:\n  - name: One\n    play:\n      - {seat: 1, choose: rest}\n      - seat: 2\n")
    found = editor.ask(editor.client.text_document_document_symbol_async, lsp.DocumentSymbolParams, file)
    editor.shut(file)
    one = found[0].children[0]
    assert (one.name, [s.name for s in one.children[1].children]) == ("One", ["{seat: 1, choose: rest}", "seat: 2"])


def test_entries_and_blocks_fold(editor: Editor, cards: Path) -> None:
    found = editor.ask(editor.client.text_document_folding_range_async, lsp.FoldingRangeParams, cards)
    lines = CARDS.splitlines()
    assert {lines[f.start_line].strip() for f in found} == {
        "cards:", "plant:", "- id: aster", "procedures:", "weed(player p): |", "as p {"
    }  # fmt: skip
    assert next(f for f in found if f.start_line == 1).end_line == lines.index("      yield: 1 seed")


@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_formatting_is_that_of_the_command(editor: Editor, cards: Path, ending: str) -> None:
    messy = CARDS.replace("1 seed", "1   seed;2 bulb").replace(
        "height: 1\n      size: small", "size: small\n      height: 1"
    )
    messy = messy.replace("\n", ending)
    editor.type(cards, messy)
    edits = editor.ask(
        editor.client.text_document_formatting_async, lsp.DocumentFormattingParams, cards,
        options=lsp.FormattingOptions(2, True),
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "fmt", "-", "--stdin-filename", str(cards)],
        cwd=ROOT, input=messy.encode(), capture_output=True, check=False,
    )  # fmt: skip
    assert apply(messy, edits) == done.stdout.decode()


def test_colours_are_asked_for_again_once_names_are_known(folder: Path) -> None:
    """What an editor asks for as a file is opened is answered before anything is linked."""
    file, editor = folder / "plot" / "cards.yaml", Editor(folder)
    asked = threading.Event()

    @editor.client.feature(lsp.WORKSPACE_SEMANTIC_TOKENS_REFRESH)
    def again(_: None) -> None:
        asked.set()

    try:
        editor.open(file)
        assert asked.wait(30)
    finally:
        editor.close()


def test_words_of_effects_have_their_colours(editor: Editor, cards: Path) -> None:
    found = editor.ask(editor.client.text_document_semantic_tokens_full_async, lsp.SemanticTokensParams, cards)
    assert editor.client.capabilities is not None
    legend = [str(name) for name in editor.legend]
    lines, told, line, column = CARDS.splitlines(), {}, 0, 0
    for n in range(0, len(found.data), 5):
        down, right, length, type_, _ = found.data[n : n + 5]
        line, column = line + down, right + (column if down == 0 else 0)
        told[lines[line][column : column + length]] = legend[type_]
    assert told["move"] == "keyword" and told["all"] == "function" and told["1"] == "number"
    assert told["seed"] == told["compost"] == "class" and told["plant"] == "type" and told["small"] == "enumMember"
    assert told["size"] == "property" and told["p"] == "variable" and told["="] == "operator"


# ---- without the library


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name, package=None: None)
    done = CliRunner().invoke(main, ["lsp"])
    assert done.exit_code == 2
    assert "pip install 'state51[lsp]'" in done.output
