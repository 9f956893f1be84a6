"""No game is lost: kept after every choice, whatever ends the program, and gone on with; also with other content."""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.kept import autosave, resume, saves
from engine import Game, load
from engine.messages.voice import ENGLISH
from engine.record import agreeing
from tests.small_packs import GARDEN
from tests.test_cli import ROOT, program, state51

PLAY = ["play", "--new", "--seed", "4"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of one's own; the folder that games are kept in there."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "state51" / "games"


def kept() -> list[autosave.Entry]:
    return autosave.entries()


@contextmanager
def at_terminal(*args: str) -> Iterator[Terminal]:
    """The program in a terminal of its own."""
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(PYTHONPATH=str(ROOT), NO_COLOR="1", TERM="dumb")
        os.execv(sys.executable, [sys.executable, "-m", "cli.main", *args])
    terminal = Terminal(pid, fd)
    try:
        yield terminal
    finally:
        terminal.kill()
        os.close(fd)


class Terminal:
    """What a person sees and types."""

    def __init__(self, pid: int, fd: int) -> None:
        self.pid, self.fd = pid, fd
        self.text = ""
        self.ended = False

    def until(self, pattern: str) -> str:
        """Reads until something is seen; what was seen since the last time."""
        seen, until = "", time.monotonic() + 40
        while not re.search(pattern, seen):
            assert time.monotonic() < until, seen
            if select.select([self.fd], [], [], 0.2)[0]:
                try:
                    seen += os.read(self.fd, 65536).decode("utf-8", "replace")
                except OSError:
                    assert re.search(pattern, seen), seen
        self.text += seen
        return seen

    def type(self, line: str) -> None:
        os.write(self.fd, line.encode() + b"\r")

    def kill(self, sign: int = signal.SIGKILL) -> None:
        if not self.ended:
            self.ended = True
            os.kill(self.pid, sign)
            os.waitpid(self.pid, 0)


def played(*said: str) -> subprocess.Popen[bytes]:
    """A game in a process of its own in which some lines were said, waiting at its next prompt."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", *PLAY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(f"{line}\n" for line in said).encode())
    process.stdin.flush()
    seen = b""
    while seen.count(b"> ") < len(said) + 1 and (more := process.stdout.read(1)):
        seen += more
    return process


def end(process: subprocess.Popen[bytes], sign: int) -> None:
    process.send_signal(sign)
    process.communicate(timeout=30)


# ---- kept


class TestKept:
    def test_a_game_that_is_left_is_kept_and_gone_on_with(self) -> None:
        assert "is kept: state51 play --resume" in state51(*PLAY, input="1\n1\nquit\n")
        (entry,) = kept()
        assert not entry.over
        before = len(entry.data["choices"])
        state51("play", "--resume", input="1\n1\nquit\n")
        (entry,) = kept()
        assert len(entry.data["choices"]) > before

    @pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
    def test_a_process_that_is_killed_loses_nothing_that_was_chosen(self, sign: int) -> None:
        end(played("1", "1"), sign)
        (entry,) = kept()
        assert entry.data["choices"][0].startswith("discard ")
        killed = saves.read(entry.path).game
        assert killed.decision is not None
        assert killed.decision.seat == 0
        assert killed.state.clock >= 2
        text = state51("play", "--resume", input="quit\n")
        assert "seat 1: human" in text
        assert kept()[0].data["choices"] == entry.data["choices"]

    def test_a_game_killed_in_its_middle_ends_as_it_would_have(self) -> None:
        end(played(*["1"] * 25), signal.SIGKILL)
        state51("play", "--resume", input="1\n" * 3000)
        state51(*PLAY, input="1\n" * 3000)
        one, other = kept()
        assert one.over
        assert one.data["choices"] == other.data["choices"]

    def test_what_was_taken_back_is_taken_back_in_the_file_too(self) -> None:
        process = played("1", "undo")
        (entry,) = kept()
        assert entry.data["choices"] == []
        end(process, signal.SIGKILL)

    def test_nothing_is_kept_before_anything_was_chosen_or_where_nobody_plays(self) -> None:
        state51(*PLAY, input="quit\n")
        state51("play", "--seats", "random,greedy", "-q")
        assert kept() == []

    def test_a_file_that_is_named_is_written_after_every_choice(self, tmp_path: Path) -> None:
        file = tmp_path / "mine.json"
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.Popen(
            [sys.executable, "-m", "cli.main", *PLAY, "--save", str(file)], stdin=subprocess.PIPE, env=env,
            stdout=subprocess.PIPE,
        )  # fmt: skip
        assert done.stdin is not None
        done.stdin.write(b"1\n1\n")
        done.stdin.flush()
        until = time.monotonic() + 30
        while not (file.exists() and saves.read(file).total >= 2):
            assert time.monotonic() < until
            time.sleep(0.05)
        end(done, signal.SIGKILL)
        assert saves.read(file).total >= 2
        assert kept() == []


# ---- a disk that is full


class TestFull:
    def test_the_game_goes_on_and_is_kept_again_when_there_is_space(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real, calls = saves.write_whole, []

        def fails_at_first(path: Path, text: str) -> None:
            calls.append(path)
            if len(calls) < 3:
                raise OSError(28, "No space left on device")
            real(path, text)

        monkeypatch.setattr(saves, "write_whole", fails_at_first)
        text = state51(*PLAY, input="1\n1\n1\n1\nquit\n")
        assert text.count("no space left on device") == 1
        assert "The game is kept again." in text
        assert "is kept: state51 play --resume" in text
        assert saves.read(kept()[0].path).total >= 4

    def test_what_was_kept_before_stays_whole(self, data: Path) -> None:
        """Given a process that may not write files as long as the game has become, the last whole one stays."""
        state51(*PLAY, input="1\n1\nquit\n")
        (entry,) = kept()
        before = entry.path.read_text()

        def short_files() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

        done = program("play", "--resume", input="1\n1\nquit\n", preexec_fn=short_files)
        assert "cannot be kept" in done.stderr
        assert "Traceback" not in done.stderr
        assert "left unfinished, and not saved" in done.stdout
        assert entry.path.read_text() == before
        assert sorted(p.suffix for p in data.iterdir()) == [".json", ".lock"]

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "data").write_text("a file")
        text = state51(*PLAY, input="1\nquit\n")
        assert "cannot be kept in" in text
        assert "left unfinished, and not saved" in text


# ---- offered and listed


class TestOffered:
    def test_the_next_start_offers_it(self) -> None:
        with at_terminal(*PLAY) as terminal:
            terminal.until("seat 1.*|> ")
            terminal.type("1")
            terminal.until("cards set aside")
            time.sleep(0.3)
            terminal.kill()
        (entry,) = kept()
        with at_terminal("play") as terminal:
            seen = terminal.until(r"Go on with it\? \[Y/n\] ")
            assert entry.id not in seen or "round 1" in seen
            terminal.type("")
            assert "seed 4" in terminal.until("seed 4")
        with at_terminal("play", "--lang", "pl") as terminal:
            assert "runda 1, " in terminal.until(r"Grać dalej\? \[T/n\] ")
            terminal.type("t")
            assert "seed) 4" in terminal.until("seed\\) 4")
        with at_terminal("play") as terminal:
            terminal.until(r"Go on with it\? ")
            terminal.type("n")
            assert "seat 1: human" in terminal.until("seat 1: human")
            assert "seed 4\r\n" not in terminal.text

    def test_a_game_that_is_being_played_is_neither_offered_nor_taken(self) -> None:
        process = played("1", "1")
        (entry,) = kept()
        assert entry.played
        assert autosave.unfinished() == []
        assert "being played" in state51("games")
        assert "being played elsewhere" in state51("play", "--resume", entry.id, code=2)
        end(process, signal.SIGKILL)
        assert not entry.played

    def test_they_are_listed_and_removed(self) -> None:
        assert state51("games") == "No games are kept.\n"
        state51(*PLAY, input="1\n1\nquit\n")
        state51(*PLAY, input="1\n" * 3000)
        unfinished = next(e for e in kept() if not e.over)
        text = state51("games")
        assert re.search(
            rf"Unfinished:\n  {unfinished.id}  .*; round 1, lookout; \d+ choices; human \(New York, 0\)", text
        )
        assert "Finished:\n" in text
        assert "-- Round 1" in state51("replay", unfinished.id)
        assert "is over" in state51("play", "--resume", next(e.id for e in kept() if e.over), code=2)
        assert "is forgotten" in state51("games", "--remove", unfinished.id)
        assert unfinished not in kept()
        assert "no unfinished game is kept" in state51("play", "--resume", code=2)
        assert "there is no game `zzz`" in state51("games", "--remove", "zzz", code=2)

    def test_a_damaged_one_is_listed_as_such_and_harms_nothing(self, data: Path) -> None:
        data.mkdir(parents=True)
        (data / "20200101-000000.json").write_text('{"format": "state51 rec')
        (data / "20200101-000001.json").write_text(
            json.dumps({"format": "state51 record", "standing": 3, "players": [1, None], "seats": "x", "packs": [[]]})
        )
        text = state51("games")
        assert "cannot be read" in text
        assert "error[R001" in state51("play", "--resume", "20200101-000000", code=1)
        assert "error[R002" in state51("play", "--resume", "20200101-000001", code=1)

    def test_only_so_many_finished_games_stay(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(autosave, "MOST_FINISHED", 2)
        for _ in range(4):
            state51(*PLAY, "--packs", GARDEN, input="1\n" * 500)
        assert len([e for e in kept() if e.over]) == 3  # the oldest gave way when the last one began


# ---- other content


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    """A garden that can be changed."""
    return Path(shutil.copytree(GARDEN, tmp_path / "packs" / "garden"))


def changed(garden: Path, old: str, new: str) -> None:
    """Changes the cards of the garden."""
    for file in garden.glob("*.yaml"):
        text = file.read_text()
        if old in text:
            file.write_text(text.replace(old, new))
            return
    raise AssertionError(f"{old} is in no file")


class TestOtherContent:
    ARGS = ("--seed", "3")

    def left(self, garden: Path) -> Path:
        """The file of a game that was left after some choices."""
        said = "1\n" * 12 + "quit\n"
        state51("play", "--packs", garden, *self.ARGS, input=said)
        return kept()[0].path

    def test_it_is_explained_and_goes_on_where_all_of_it_agrees(self, garden: Path) -> None:
        file = self.left(garden)
        total = saves.read(file, [str(garden)]).total
        manifest = garden / "pack.yaml"
        manifest.write_text(re.sub("version: .*", "version: 1.0.1", manifest.read_text()))
        text = state51("replay", file, "--packs", garden, code=1)
        assert "error[R003 other-content]" in text
        assert "here it is 1.0.1" in text
        assert "with --anyway it is played as far as it agrees" in text
        text = state51("play", "--load", file, "--packs", garden, "--anyway", input="1\nquit\n")
        assert f"All {total} choices go as they did.\n" in text
        assert "seat 1: human" in text
        assert len(kept()) == 2, "what was kept before stays as it was"

    def test_it_goes_as_far_as_it_agrees(self, garden: Path) -> None:
        """Given a game in which something was watered, when watering costs more, then it agrees up to there."""
        game = Game.new(load([garden]), [None, None], 3)
        watered = -1
        while watered < 0 and (decision := game.decision) is not None:
            option = next((o for o in decision.options if o.id.startswith("water")), decision.options[0])
            watered = game.state.clock if option.id.startswith("water") else -1
            game.choose(option)
        assert watered > 0
        record = saves.make(game, every=1)
        changed(garden, "cost: 1 coin", "cost: 2 coin")
        agreement = agreeing(load([garden]), record)
        assert agreement.alike
        assert agreement.choices == agreement.game.state.clock == watered
        assert f"choice {watered + 1}, `water" in agreement.reason
        assert "has changed" in agreement.differs

    def test_a_game_that_begins_otherwise_is_said_to(self, garden: Path) -> None:
        file = self.left(garden)
        changed(garden, "copies: 2", "copies: 3")
        text = state51("replay", file, "--packs", garden, "--anyway")
        assert "though the game does not begin as it did" in text
        assert "Standings so far" in text


def test_an_answer_that_is_neither_yes_nor_no_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter(["maybe", "Yes", "", "n"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(said))
    assert resume._yes("kept.go_on", ENGLISH, default=False)
    assert resume._yes("kept.go_on", ENGLISH, default=True)
    assert not resume._yes("kept.go_on", ENGLISH, default=True)
