"""Saved games: written whole, gone on with, told again; and what is said of damaged ones."""

from __future__ import annotations

import copy
import json
import os
import random
import re
from pathlib import Path
from typing import Any

import pytest

from cli import files
from cli.kept import saves
from dsl.diagnostics import DiagnosticError
from engine import Game, load, replay
from engine.record import FORMAT
from tests.small_packs import GARDEN, write_pack
from tests.test_cli import state51

PLAY = ["play", "--seats", "greedy,random", "--seed", "5", "-q"]


@pytest.fixture(scope="module")
def saved_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a finished game."""
    path = tmp_path_factory.mktemp("saved") / "game.json"
    assert f"To tell it again: state51 replay {path}" in state51(*PLAY, "--save", path)
    return path.read_text()


@pytest.fixture
def saved(saved_text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished game in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_text(saved_text)
    return Path("game.json")


def rewrite(path: Path, **changes: Any) -> None:
    """Changes keys of a saved game."""
    data = {**json.loads(path.read_text()), **changes}
    path.write_text(json.dumps(data, indent=1) + "\n")


# ---- going on


class TestGoingOn:
    @pytest.mark.parametrize("choices", [0, 1, 37])
    def test_a_loaded_game_goes_on_as_if_it_had_not_been_left(self, choices: int, saved: Path) -> None:
        record = json.loads(saved.read_text())
        part = replay(load(), record, choices)
        saves.write(Path("part.json"), part, record["players"])
        state51("play", "--load", "part.json", "--save", "part.json", "-q")
        assert Path("part.json").read_text() == saved.read_text()

    def test_a_game_that_is_over(self, saved: Path) -> None:
        text = state51("play", "--load", saved)
        assert "Final standings" in text
        assert "The same start again" not in text

    def test_who_plays_may_change(self, saved: Path) -> None:
        saves.write(Path("part.json"), replay(load(), json.loads(saved.read_text()), 20), ["greedy", "random"])
        text = state51("play", "--load", "part.json", "--seats", "human,human", input="quit\n")
        assert "seat 1: human" in text
        assert "has 2 seats: say with --seats who plays each" in state51(
            "play", "--load", "part.json", "--seats", "human", code=2
        )
        rewrite(Path("part.json"), players=["a wizard", "random"])
        assert "say with --seats" in state51("play", "--load", "part.json", code=2)
        rewrite(Path("part.json"), players=3)
        assert "seat 1: human" in state51("play", "--load", "part.json", input="")

    @pytest.mark.parametrize("option", [["--seed", "1"], ["--boards", "x"], ["--set", "a=1"]])
    def test_a_saved_game_has_its_own_start(self, option: list[str], saved: Path) -> None:
        assert f"{option[0]} cannot go with --load" in state51("play", "--load", saved, *option, code=2)

    def test_packs_of_ones_own_and_options(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        args = ["--seats", "random,random", "--seed", "1", "--set", "bed_size=3", "--save", "g.json", "-q"]
        text = state51("play", "--packs", GARDEN, *args)
        assert "this was made with the pack `garden`, which is not here" in state51("replay", "g.json", code=1)
        table = re.search("Final standings(.+)The same", text, re.S)
        assert table
        assert table[1].split("To tell")[0] in state51("replay", "g.json", "--packs", GARDEN)


# ---- replay


class TestReplay:
    def test_the_story_is_told_and_checked(self, saved: Path) -> None:
        total = len(json.loads(saved.read_text())["choices"])
        text = state51("replay", saved)
        assert "-- Round 1, " in text
        assert "Final standings" in text
        assert text.endswith(f"Checked: {total} choices went as saved.\n")
        assert "-- Round" not in state51("replay", saved, "-q")

    def test_a_part(self, saved: Path) -> None:
        text = state51("replay", saved, "--to", "20")
        assert "Standings so far" in text
        assert "the first 20 of " in text
        assert "no choices" not in state51("replay", saved, "--to", "0")
        assert "the game has only" in state51("replay", saved, "--to", "9999", code=2)
        assert "not in the range" in state51("replay", saved, "--to", "-1", code=2)

    def test_json_is_what_everybody_sees(self, saved: Path) -> None:
        view = json.loads(state51("replay", saved, "--json", "--to", "20"))
        assert view["choices"] == 20
        assert (view["seat"], view["over"]) == (None, False)
        assert all("hidden" in c for p in view["players"] for c in p["zones"]["hand"])
        view = json.loads(state51("replay", saved, "--json"))
        assert view["over"]
        assert [s["place"] for s in view["standings"]] == [1, 2]

    def test_misuse(self, saved: Path) -> None:
        assert "does not exist" in state51("replay", "nowhere", code=2)
        assert "is a directory" in state51("replay", ".", code=2)
        assert "Missing argument" in state51("replay", code=2)
        assert "exclude" in state51("replay", saved, "-q", "-v", code=2)


# ---- damage


class TestDamage:
    def said(self, path: Path) -> str:
        """The one thing that is said of a damaged game."""
        text = state51("replay", path, code=1)
        assert state51("play", "--load", path, code=1) == text
        assert len(re.findall(r"error\[", text)) == 1
        return text

    def test_cut_short(self, saved: Path) -> None:
        saved.write_text(saved.read_text()[:1500])
        text = self.said(saved)
        assert re.match(r"game\.json:\d+:\d+: error\[R001 .+ it is cut short: ", text)
        assert "^" in text

    @pytest.mark.parametrize(
        ("raw", "message"),
        [
            (b"", "1:1: error[R001"),
            (b"setup: 1 coin\n", "1:1: error[R001"),
            (b'{"format": "other"}', "1:12: error[R004 not-a-record]: this is no saved game"),
            (b"[]", "error[R004"),
            (b"null", "error[R004"),
            (b"[" * 100_000, "error[R004"),
            (b"1" * 10_000, "error[R004"),
            (b'{"format": "\xe9"}', "1:13: error[Y002 not-utf8]: the byte 0xe9 is not UTF-8 text"),
            (b"\xff\xfe\x00", "1:1: error[Y002"),
            (b'{"format": "\x1b[2J"}', "error[R001"),
        ],
    )
    def test_something_else(self, raw: bytes, message: str, saved: Path) -> None:
        saved.write_bytes(raw)
        text = self.said(saved)
        assert message in text
        assert "\x1b" not in text

    def test_too_long(self, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(files, "MAX_BYTES", 100)
        assert "longer than 100 bytes" in self.said(saved)

    def test_an_edited_choice(self, saved: Path) -> None:
        choices = json.loads(saved.read_text())["choices"]
        rewrite(saved, choices=[*choices[:9], "the moon", *choices[10:]])
        line = next(n for n, text in enumerate(saved.read_text().splitlines(), 1) if "the moon" in text)
        text = self.said(saved)
        assert text.startswith(f"game.json:{line}:3: error[R002 record-edited]: choice 10 of this record, `the moon`")
        assert "   ^^^^^^^^^^\n" in text

    def test_choices_left_out(self, saved: Path) -> None:
        rewrite(saved, choices=json.loads(saved.read_text())["choices"][:-3])
        assert "does not say how the game stood after its last choice" in self.said(saved)

    def test_another_seed(self, saved: Path) -> None:
        rewrite(saved, seed=6)
        assert "after choice 0 the game is not as this record says" in self.said(saved)

    def test_another_board(self, saved: Path) -> None:
        rewrite(saved, seats=["the_moon", json.loads(saved.read_text())["seats"][1]])
        assert "error[R002" in self.said(saved)

    def test_other_content(self, saved: Path) -> None:
        record = json.loads(saved.read_text())
        packs = record["packs"]
        rewrite(saved, rules="0" * 24, packs=[[packs[0][0], "0.9.0", packs[0][2]], *packs[1:]])
        assert re.search(r"error\[R003 .+`base` was version 0\.9\.0, here it is ", self.said(saved))
        rewrite(saved, packs=[*packs, ["the_moon", "1.0.0", "0"]])
        text = self.said(saved)
        assert "error[R003 other-content]: this was made with the pack `the_moon`, which is not here" in text
        assert "--packs" in text
        rewrite(saved, packs=packs, options={**record["options"], "moonlight": True})
        assert (
            "error[R003 other-content]: this was made with other content: there is no option `moonlight`"
            in self.said(saved)
        )

    @pytest.mark.parametrize("id", ["../evil", "/etc", "", "a b", 7, None, []])
    def test_a_pack_is_never_read_from_where_a_save_says(self, id: Any, saved: Path) -> None:
        write_pack(saved.resolve().parent.parent, "evil")
        rewrite(saved, packs=[[id, "1.0.0", "0"]])
        assert "error[R002" in self.said(saved)

    def test_any_change_is_told_and_never_a_bug(self, saved: Path) -> None:
        """Whatever is changed, a game is refused in one message or is as good as before."""
        record, chance = json.loads(saved.read_text()), random.Random(7)
        junk: list[Any] = [
            None,
            True,
            -1,
            1 << 70,
            0.5,
            "",
            "pass",
            [],
            [[]],
            {},
            {"a": 1},
            [1, 2],
            "\x1b[2J",
            "9" * 50,
        ]
        refused = 0
        for _ in range(120):
            data = copy.deepcopy(record)
            holder: Any = data
            key: Any = chance.choice(list(data))
            while isinstance(holder[key], (dict, list)) and holder[key] and chance.random() < 0.7:
                holder = holder[key]
                key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
            if chance.random() < 0.3:
                del holder[key]
            else:
                holder[key] = chance.choice(junk)
            saved.write_text(json.dumps(data))
            try:
                saves.read(saved)
            except DiagnosticError as e:
                assert len(e.diagnostics) == 1
                assert e.diagnostics[0].span is not None
                refused += 1
        assert refused > 60


# ---- files


class TestWriting:
    def test_one_format_for_all(self, saved: Path) -> None:
        data = json.loads(saved.read_text())
        assert data["format"] == FORMAT
        assert data["players"] == ["greedy", "random"]
        assert {"packs", "options", "seats", "seed", "choices", "checks"} <= set(data)

    def test_whole_or_not_at_all(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "a.json"
        files.write_whole(path, "old")

        def fails(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", fails)
        with pytest.raises(OSError, match="No space") as told:
            files.write_whole(path, "new")
        assert told.value.filename == str(path)
        assert [p.read_text() for p in tmp_path.iterdir()] == ["old"]

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "real.json").write_text("old")
        (tmp_path / "link.json").symlink_to("real.json")
        files.write_whole(tmp_path / "link.json", "new")
        assert (tmp_path / "link.json").is_symlink()
        assert (tmp_path / "real.json").read_text() == "new"

    def test_a_disk_that_is_full_is_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fails(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(saves, "write_whole", fails)
        text = state51(*PLAY, "--save", tmp_path / "a.json", code=1)
        assert "cannot be saved in" in text
        assert "no space left on device" in text

    def test_a_game_without_a_record(self, tmp_path: Path) -> None:
        game = Game.new(load([GARDEN]), [None, None], seed=1).sample(0, random.Random(1))
        with pytest.raises(DiagnosticError, match="R005"):
            saves.write(tmp_path / "a.json", game, [])
