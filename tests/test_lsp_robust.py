"""Whatever stands in a file, the server answers: files cut off anywhere, and texts of anything."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.lsp import fixes, hover, outline, thorough, tokens
from cli.lsp.positions import Text
from cli.lsp.server import tidied
from cli.lsp.workspace import Workspace
from engine.link.cards import Cards
from tests.small_packs import GARDEN

FILES = ("vocabulary.yaml", "rules.yaml", "plants.yaml", "pack.yaml", "scenarios/year.yaml")
CUTS = 60  #: so many places at which each file is cut off


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """A workspace in which the garden game is linked."""
    folder = tmp_path_factory.mktemp("robust") / "garden"
    shutil.copytree(GARDEN, folder)
    made = Workspace()
    made.roots = [folder]
    assert made.all_packs()
    yield made
    for path in list(made.open):
        made.close(path)


def ask_everything(workspace: Workspace, path: str, text: str, at: int) -> None:
    """All that an editor asks about a file while somebody writes at a place."""
    file = workspace.put(path, Path(path).as_uri(), Text(text))
    found = workspace.found(path)
    for diagnostic, _ in found:
        assert diagnostic.span is None or 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
    workspace.completion(path).items(file.text, at)
    hover.hover(workspace, path, at)
    outline.folds(file.text)
    fixes.suggested(file.uri, file.text, found)
    fixes.added(path, file.uri, file.text, found, workspace.schema(path))
    fixes.formatted(path, file.text)
    if file.document is not None:
        outline.symbols(file.document, Text(file.document.text))
        state = workspace.state(path)
        assert state is not None and state.linked is not None
        tokens.tokens(file.document, Text(file.document.text), state.linked.symbols.kinds, {})


def path_of(workspace: Workspace, name: str) -> str:
    return str(workspace.roots[0].resolve() / name)


@pytest.mark.parametrize("name", FILES)
def test_files_may_be_cut_off_anywhere(workspace: Workspace, name: str) -> None:
    text = (GARDEN / name).read_text(encoding="utf-8")
    for n in range(CUTS):
        at = n * len(text) // CUTS
        ask_everything(workspace, path_of(workspace, name), text[:at], at)
        ask_everything(workspace, path_of(workspace, name), text[:at] + 'x: [{ "' + text[at:], at + 3)


def test_a_keystroke_in_a_pack_of_many_cards_looks_at_one_card_again(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = "    - {{id: c{n}, name: C, height: 1, size: small, colours: [], yield: {n} coin}}\n"
    text = "cards:\n  plant:\n" + "".join(card.format(n=n) for n in range(1, 301))
    path, looked = path_of(workspace, "plants.yaml"), list[str]()
    workspace.put(path, Path(path).as_uri(), Text(text))
    real = Cards.look_at
    monkeypatch.setattr(Cards, "look_at", lambda self, *given: (looked.append(given[2]["id"]), real(self, *given))[1])
    file = workspace.put(path, Path(path).as_uri(), Text(text.replace("150 coin", "150 con")))
    assert looked == ["c150"]
    assert [d.code for d in file.wrong] == ["N002"]


def test_no_keystroke_waits_until_all_garbage_is_collected(workspace: Workspace) -> None:
    """Given a pack that was looked at as a whole, when keystrokes follow while it is linked again, then the objects
    that are there are left alone."""
    text = (GARDEN / "plants.yaml").read_text(encoding="utf-8")
    path, full = path_of(workspace, "plants.yaml"), list[int]()

    def collected(phase: str, about: dict[str, int]) -> None:
        if phase == "start" and about["generation"] == 2:
            full.append(1)

    before = gc.get_threshold()
    gc.set_threshold(50, 2, 2)
    try:
        tidied()
        assert gc.get_freeze_count() > 0
        gc.callbacks.append(collected)
        linked = [thorough.linked(GARDEN, None) for _ in range(8)]
        for n in range(20):
            workspace.put(path, Path(path).as_uri(), Text(text + "#" * n))
        assert all(linked) and not full
    finally:
        if collected in gc.callbacks:
            gc.callbacks.remove(collected)
        gc.set_threshold(*before)
        gc.unfreeze()


@pytest.mark.parametrize("name", FILES)
def test_lines_may_be_missing(workspace: Workspace, name: str) -> None:
    lines = (GARDEN / name).read_text(encoding="utf-8").splitlines(keepends=True)
    for n in range(0, len(lines), max(1, len(lines) // CUTS)):
        text = "".join(lines[:n] + lines[n + 1 :])
        ask_everything(workspace, path_of(workspace, name), text, len("".join(lines[:n])))


PIECES = st.sampled_from(
    ["cards:", "plant:", "- ", "\n", "  ", "    ", "id: x", "name: X", "actions:", "do: |", "with:", "extend:",
     "around: sow(c)", "phases:", "vocabulary:", "goods:", "words:", "kinds:", "null", "[", "]", "{", "}", "1 coin",
     "choose ", "move c to ", "🌷", "\r\n", "\r", "\t", "\u2028", "\ufeff", "'", '"', "|", ">", "&a", "*a", "<<: x",
     "- -", ": ", "#", "\x00", "\ud800"]
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=25).map("".join)), at=st.integers(0, 100))
def test_any_text_is_answered(workspace: Workspace, text: str, at: int) -> None:
    ask_everything(workspace, path_of(workspace, "rules.yaml"), text, min(at, len(text)))
