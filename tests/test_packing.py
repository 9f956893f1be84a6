"""Packs handed on, begun, tried and compared: `pack`, `new` and `try`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

from engine import load
from engine.packs.archive import open_archive
from engine.packs.locate import built_in
from tests.small_packs import GARDEN
from tests.test_cli import state51


def test_an_archive_is_the_same_whenever_it_is_built_and_plays_as_its_folder_does(tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / "garden"
    shutil.copytree(GARDEN, copy)
    for n, pack in enumerate((GARDEN, copy)):
        state51("pack", "build", pack, "--output", tmp_path / f"{n}.zip")
    assert (tmp_path / "0.zip").read_bytes() == (tmp_path / "1.zip").read_bytes()
    folder, zipped = load([GARDEN], cache=False), load([tmp_path / "0.zip"], cache=False)
    assert folder.hash == zipped.hash, "saved games of one go on with the other"
    again = load([tmp_path / "0.zip"])
    assert again.hash == zipped.hash and load([tmp_path / "0.zip"]) is again, "it is cached as a folder is"
    facts = json.loads(open_archive(tmp_path / "0.zip").read("manifest.json"))
    assert {"id", "version", "language", "requires", "conflicts", "licence", "provenance", "content"} <= set(facts)
    for command in ("validate", "test"):
        state51(command, tmp_path / "0.zip")
    said = json.loads(state51("pack", "info", tmp_path / "0.zip", "--json"))
    assert said["content"] == facts["content"] == json.loads(state51("pack", "info", GARDEN, "--json"))["content"]


def test_what_cannot_be_linked_is_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GARDEN, tmp_path / "garden")
    (tmp_path / "garden" / "bad.yaml").write_text("functions:\n  f(): 1 +\n")
    assert "P002" in state51("pack", "build", "./garden", code=1)
    assert not list(tmp_path.glob("*.zip"))
    (tmp_path / "notes.txt").write_text("keep me")
    assert "not replaced" in state51("pack", "build", GARDEN, "--output", "notes.txt", code=2)


def test_packs_in_the_own_folder_are_found_by_name_and_the_newest_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.packs.locate.user_packs", lambda: tmp_path)
    for version in ("1.2.0", "1.10.0"):
        copy = tmp_path / version
        shutil.copytree(GARDEN, copy)
        manifest = (copy / "pack.yaml").read_text().replace("version: 1.0.0", f"version: {version}")
        (copy / "pack.yaml").write_text(manifest)
        state51("pack", "build", copy, "--output", tmp_path / f"garden-{version}.zip")
        shutil.rmtree(copy)
    assert load(["garden"], cache=False).packs[0][:2] == ("garden", "1.10.0")
    listed = state51("pack", "list", "--packs", GARDEN)
    assert listed.count("The garden game") == 3 and "(with the program)" in listed and "(given)" in listed
    (tmp_path / "bad.zip").write_text("no zip")
    assert "not a good pack" in state51("pack", "list", code=1)


def test_what_changed_between_two_versions_is_told_in_english(tmp_path: Path) -> None:
    new = tmp_path / "garden"
    shutil.copytree(GARDEN, new)
    text = (new / "plants.yaml").read_text()
    text = text.replace("yield: 1 seed", "yield: 2 seed").replace("name: Rake", "name: Iron Rake")
    text = text.replace("    - id: ivy\n", "    - id: vine\n")
    text = text.replace(
        "id: tulip\n      name: Tulip\n      height: 2", "id: poppy\n      name: Poppy\n      height: 3"
    )
    (new / "plants.yaml").write_text(text)
    (new / "pack.yaml").write_text((new / "pack.yaml").read_text().replace("version: 1.0.0", "version: 1.1.0"))
    rules = (new / "rules.yaml").read_text()
    (new / "rules.yaml").write_text(
        rules.replace("price(plant b): b.height", "price(plant b): b.height + 1")
        .replace("for each plant b in your bed { b.yield }", "1 coin")
        .replace("    do: set your resting to true", "    do: 1 seed")
    )
    told = state51("pack", "diff", GARDEN, new)
    for line in (
        'version: "1.0.0" became "1.1.0"',
        "- Yield: 1 seed",
        "+ Yield: 2 seeds",
        "its name was Rake",
        "Ivy (vine), which was ivy:",
        "Tulip (tulip) is gone",
        "Poppy (poppy) is new: a plant",
        "the function price(plant b) changed:",
        "- The Plant's height.",
        "+ The Plant's height plus 1.",
        "the procedure gather() changed:",
        "+ Gain 1 coin.",
        "the action rest changed:",
        "+ rest: Gain 1 seed.",
    ):
        assert line in told
    assert state51("pack", "diff", GARDEN, GARDEN, "--exit-code") == "nothing changed\n"
    state51("pack", "diff", GARDEN, new, "--exit-code", code=1)


@pytest.mark.parametrize("kind", ["", "plant", "tool"])
def test_a_new_pack_and_a_new_card_are_good_at_birth(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = ["--kind", kind] if kind else []
    state51("new", "pack", "beds", "--requires", GARDEN, *given)
    shutil.copytree(GARDEN, tmp_path / "garden")
    assert {p.name for p in (tmp_path / "beds").iterdir()} >= {"pack.yaml", "cards.yaml", "README.md", ".github"}
    assert "no errors" in state51("validate", "beds")
    assert state51("test", "beds").startswith("1 passed, 0 failed")
    state51("new", "card", "ladder", "--pack", "beds", "--name", "A Ladder", *given)
    assert "no errors" in state51("validate", "beds")
    assert state51("test", "beds").startswith("2 passed, 0 failed")
    assert "A Ladder" in state51("show", "ladder", "--packs", "./beds")
    assert "already" in state51("new", "card", "ladder", "--pack", "beds", code=2)
    assert "there already" in state51("new", "pack", "beds", code=2)
    assert 'did you mean "my_beds"?' in state51("new", "pack", "My Beds", code=2)
    assert "is a device on Windows" in state51("new", "pack", "con", code=2)
    assert "there is no kind" in state51("new", "card", "x", "--pack", "beds", "--kind", "planet", code=1)


def test_a_new_pack_is_not_called_as_one_that_comes_with_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in built_in():
        assert "comes with the program" in state51("new", "pack", name, code=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("beside", ["./garden", "base"])
def test_what_is_new_is_clean_at_birth_in_every_way(
    beside: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """House style included: nothing needs to be put right before the first change of the author's own."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GARDEN, tmp_path / "garden")
    state51("new", "pack", "beds", "--requires", beside)
    for card in ("ladder", "rope"):
        assert "no errors, no warnings\n" in state51("lint", "--select", "all", "beds")
        assert "no files would change" in state51("fmt", "--check", "beds")
        state51("new", "card", card, "--pack", "beds")
    workflow = yaml.safe_load(Path("beds/.github/workflows/pack.yml").read_text(encoding="utf-8"))
    steps = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    assert [step.split()[1] for step in steps[1:]] == ["lint", "fmt", "test", "pack"]


def test_a_new_card_leaves_comments_and_other_cards_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(GARDEN, tmp_path / "garden")
    state51("new", "pack", "beds", "--requires", "./garden")
    cards = tmp_path / "beds" / "cards.yaml"
    kept = "# my cards\n" + cards.read_text() + "  # more to come\nprocedures:\n  p(): 1 coin\n"
    cards.write_text(kept)
    state51("new", "card", "ladder", "--pack", "beds")
    now = cards.read_text().splitlines()
    assert [line for line in kept.splitlines() if line not in now] == []
    cards.write_text(
        kept.replace("\n    - id", " [{id").partition(" [{id")[0]
        + " [{id: fern, name: Fern, height: 1, size: small, colours: []}]\n"
    )
    state51("new", "card", "rope", "--pack", "beds")
    assert (tmp_path / "beds" / "rope.yaml").exists(), "there was no place for it in the list in brackets"


def test_trying_a_card_tells_each_step_and_the_line_that_did_it() -> None:
    told = state51("try", "mint", "--packs", GARDEN)
    assert "Seat 1 has it in hand, and 1 seed" in told or "Seat 1 has it in hand, and 1 bulb" in told
    assert "seat 1 chooses: sow mint" in told
    line = next(
        n for n, text in enumerate((GARDEN / "plants.yaml").read_text().splitlines(), 1) if '"a seed" {' in text
    )
    step = next(text for text in told.splitlines() if "gains 1 seed" in text)
    assert step.endswith(f"plants.yaml:{line}")
    other = state51(
        "try", "mint", "--packs", GARDEN, "--goods", "seed=1,coin=1", "--choose", "sow mint", "--choose", "a graft"
    )
    assert "gains 1 graft" in other and "pays 1 coin" in other
    assert "It can also be tried with --in stall: pick mint" in told


def test_a_trial_can_be_kept_as_a_scenario(tmp_path: Path) -> None:
    (tmp_path / "tried.yaml").write_text(
        state51("try", "lily", "--in", "bed", "--packs", GARDEN, "--scenario").replace(
            "    phase:", f"    packs: [{GARDEN}]\n    phase:", 1
        )
    )
    assert state51("test", tmp_path / "tried.yaml").startswith("1 passed")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing"], "there is no card `nothing`"),
        (["mint", "--in", "bag", "--choose", "sow mint"], "is no option here"),
        (["mint", "--in", "heaven"], "there is no zone that this card can lie in `heaven`"),
        (["mint", "--phase", "night"], "there is no phase `night`"),
        (["mint", "--goods", "sead=1"], 'did you mean "seed"?'),
        (["mint", "--goods", "seed=many"], "is not of the form GOOD=N"),
        (["mint", "--in", "compost"], "nothing can be done with `mint`"),
    ],
)
def test_what_cannot_be_tried_is_said(words: list[str], message: str) -> None:
    extra = ["--phase", "day"] if "--choose" in words else []
    assert message in state51("try", *words, *extra, "--packs", GARDEN, code=2)


def test_what_comes_with_the_program_is_told_without_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = state51("try", "docks", "--packs", "base")
    assert "  content/base/actions.yaml:" in told and "pick docks" not in told


def test_a_board_is_tried_by_what_it_offers() -> None:
    told = state51("try", "mutants", "--packs", "base")
    assert "Seat 1 has it as the board, and 2 iron; the phase is action." in told
    assert "seat 1 chooses: faction grey" in told and "gains 2 grey contacts" in told and "factions.yaml:" in told
    kept = state51("try", "mutants", "--packs", "base", "--scenario")
    assert "faction: mutants" in kept and "choose: faction grey" in kept
