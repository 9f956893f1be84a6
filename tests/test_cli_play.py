"""Playing at the terminal: people and bots, what each is told, and what they say instead of choosing."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.cards import sort
from cli.examples import board_options
from cli.kept import saves
from cli.terminal.match import Match
from cli.terminal.narrate import known_to, lines
from engine import Game, load, replay
from engine.messages.voice import ENGLISH
from engine.story import Event
from tests.small_packs import GARDEN, write_pack
from tests.test_cli import program, state51

GARDEN_GAME = ["--packs", str(GARDEN)]


# ---- bots


def heed_interrupts() -> None:
    """A process started in the background ignores interrupts, and so would its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class TestBots:
    def test_a_whole_game_is_told(self) -> None:
        text = state51("play", "--seats", "random,greedy", "--seed", "3")
        assert text.startswith("base 1.0.0, ")
        assert "; seed 3\n" in text
        headings = re.findall(r"^-- Round (\d+), \w+ --$", text, re.M)
        assert headings == sorted(headings, key=int)
        assert "Final standings" in text
        assert re.search(r"^Seat [12] \(.+\) wins\.$", text, re.M)
        assert "The same start again: state51 play --seats random,greedy --seed 3 --boards " in text

    def test_the_same_seed_gives_the_same_game(self) -> None:
        args = ["play", "--seats", "random,greedy", "--seed", "11", *GARDEN_GAME]
        assert state51(*args) == state51(*args)
        assert state51(*args[:-3], "12", *GARDEN_GAME) != state51(*args)

    def test_the_line_that_plays_it_again_does(self) -> None:
        text = state51("play", "--seats", "greedy,random,random", "--set", "bed_size=3", *GARDEN_GAME)
        again = text.splitlines()[-1].removeprefix("The same start again: state51 ").split()
        assert state51(*again) == text

    def test_quiet_and_verbose(self) -> None:
        args = ["play", "--seats", "random,random", "--seed", "1", *GARDEN_GAME]
        assert "-- Round" not in state51(*args, "-q")
        assert re.search(r"\[.+, .*rules\.yaml:\d+\]$", state51(*args, "--verbose"), re.M)

    def test_the_table_has_places_boards_scores_ties_and_kept_goods(self) -> None:
        text = state51("play", "--seats", "random,random,random,random", "--seed", "2", "-q")
        rules = load()
        board = next(k["name"] for k in rules.kinds if k["id"] == rules.board)
        kept = [g["plural"] for g in rules.goods if g["kept"] and not g["zone"]]
        header = next(line for line in text.splitlines() if "Place" in line)
        for title in ("Place", "Seat", "Player", board, "Score", *kept):
            assert title in header
        assert all(name in header.lower() for name in (t.replace("_", " ") for t in rules.scoring["ties"]))
        assert all(b.name in text for b in rules.boards()[:4])

    def test_a_game_without_boards(self) -> None:
        assert "wins." in state51("play", "--seats", "greedy,random", "--seed", "5", *GARDEN_GAME)


# ---- the command line


class TestOptions:
    def test_boards_by_id_by_name_and_by_what_the_game_calls_them(self) -> None:
        rules = load()
        (option,) = board_options(rules)
        assert option.startswith("--")
        assert option != "--boards"
        last, first = rules.boards()[-1], rules.boards()[0]
        for words in ([option, last.unique_id], [f"{option}={last.name.upper()}"], ["--boards", last.unique_id]):
            text = state51("play", "--seats", "random,random", "--seed", "1", "-q", *words)
            assert f"seat 1: random, {last.name}\n  seat 2: random, {first.name}\n" in text
        assert option in state51("play", "--help")
        assert f'did you mean "{option}"?' in state51("play", option[:-1], "x", code=2)

    def test_a_game_without_boards_has_no_other_name_for_them(self) -> None:
        (option,) = board_options(load())
        assert "No such option" in state51("play", option, "x", *GARDEN_GAME, code=2)
        assert "this game has no boards" in state51("play", "--boards", "x", *GARDEN_GAME, code=2)

    @pytest.mark.parametrize(
        ("args", "message"),
        [
            (["--seats", "human"], "for 2 to 4 players, not 1"),
            (["--seats", "random,random,random,random,random"], "for 2 to 4 players, not 5"),
            (["--seats", ","], "for 2 to 4 players, not 0"),
            (["--seats", "hmuan,greedy"], '`hmuan` cannot play; did you mean "human"?'),
            (["--seats", "x,greedy"], "choose among human, greedy, random"),
            (["--boards", "the_moon"], "`the_moon`"),
            (["--boards", "a,b,c"], "3 boards are named, but there are only 2 seats"),
            (["--seed", "x"], "'x' is not a valid integer"),
            (["--seed", "-1"], "-1 is not in the range"),
            (["--seed", "9" * 5000], ""),
            (["--packs", "bsae"], 'did you mean "base"?'),
            (["--packs", "./nowhere"], "there is no pack at ./nowhere: nothing is there"),
            (["--packs", "./empty"], "there is no pack at ./empty: it has no pack.yaml"),
            (["--packs", "./gardn.zip"], 'did you mean "garden-1.0.0.zip"?'),
            (["--packs", ""], "no pack is named"),
            (["--set", "nothing=1"], "there is no option `nothing`"),
            (["--set", "x"], "`x` is not of the form NAME=VALUE"),
            (["--set", "x=y"], "`y` is neither a number nor true or false"),
            (["--save", "no/such/file"], "there is no directory"),
            (["--save", "."], "it is a directory"),
            (["--save", "/dev/null"], "it is not a regular file"),
            (["--save", __file__], "something else than a saved game"),
            (["--load", "nowhere"], "does not exist"),
            (["--load", "."], "is a directory"),
            (["-q", "-v"], "exclude each other"),
            (["extra"], "unexpected extra argument"),
        ],
    )
    def test_misuse(self, args: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "empty").mkdir()
        (tmp_path / "garden-1.0.0.zip").touch()
        assert message in state51("play", *args, code=2)

    def test_two_seats_with_one_board(self) -> None:
        board = load().boards()[0].unique_id
        assert "two seats cannot both be" in state51("play", "--boards", f"{board},{board}", code=2)


# ---- against a seat that plays by itself


class TestAlone:
    def test_the_packs_and_the_seat_for_it_come_along(self) -> None:
        text = state51("play", "--solo", "--seats", "greedy", "--seed", "3")
        assert text.startswith("base 1.0.0, connections 1.0.0, solo 1.0.0; seed 3\n  seat 1: greedy, ")
        assert "  seat 2: automaton, Virtual Player\n" in text
        assert "   Seat 2 (Virtual Player) plays: " in text
        assert re.search(r"^│ +[12] │ +2 │ automaton │ Virtual Player │", text, re.M)

    def test_beside_packs_that_are_named(self) -> None:
        text = state51("play", "--solo", "--packs", "newera", "--seats", "random", "-q", "--seed", "1")
        assert text.startswith("base 1.0.0, newera 1.0.0, solo 1.0.0; seed 1\n")

    def test_one_person_is_asked_for_their_seat_alone(self) -> None:
        text = state51("play", "--packs", "base,solo", "--seed", "4", input="1\n" * 3000)
        assert "  seat 1: human, " in text
        asked = re.findall(r"^.*, seat (\d):$", text, re.M)
        assert asked
        assert set(asked) == {"1"}
        assert "Final standings" in text

    def test_the_line_that_plays_it_again_does(self) -> None:
        for more in (["--solo"], ["--packs", "base,solo", "--boards", "virtual_player,mutants"]):
            text = state51("play", "--seats", "random", *more)
            again = text.splitlines()[-1].removeprefix("The same start again: state51 ").split()
            assert state51(*again) == text

    def test_a_game_is_left_and_gone_on_with(self, tmp_path: Path) -> None:
        file = tmp_path / "game.json"
        state51("play", "--solo", "--seed", "2", "--save", file, input="1\n1\n1\nquit\n")
        assert json.loads(file.read_text())["players"] == ["human", "automaton"]
        text = state51("play", "--load", file, input="1\n" * 3000)
        assert "Final standings" in text
        assert "Final standings" in state51("play", "--load", file, "--seats", "random", "-q")
        assert "has 1 seat: say with --seats" in state51("play", "--load", file, "--seats", "random,random", code=2)
        assert "--solo cannot go with --load" in state51("play", "--load", file, "--solo", code=2)

    def test_misuse(self) -> None:
        assert "for 2 players, not 3" in state51("play", "--solo", "--seats", "human,greedy", code=2)
        text = state51("play", "--solo", "--boards", "new_york,mutants", code=2)
        assert "2 boards are named, but there is only 1 seat" in text


# ---- people


class TestPeople:
    def test_a_game_to_its_end(self) -> None:
        text = state51("play", "--seats", "human,greedy", "--seed", "4", input="1\n" * 3000)
        assert "Final standings" in text
        assert "unfinished" not in text

    def test_two_people(self) -> None:
        text = state51("play", "--seats", "human,human", "--seed", "4", *GARDEN_GAME, input="1\n" * 3000)
        assert "Final standings" in text
        assert "seat 2:" in text

    def test_options_by_number_id_label_and_beginning(self) -> None:
        game = Game.new(load(), [b.unique_id for b in load().boards()[:2]], seed=4)
        decision = game.decision
        assert decision is not None
        id, label = decision.ids[1], decision.labels[1]
        chosen = f"Seat 1: {label.split(' ', 1)[1]} moves"
        for said in ("2", id, label, label.upper(), id[:-1], f"  {id}  "):
            text = state51("play", "--seed", "4", input=f"{said}\nquit\n")
            assert chosen in text, said

    def test_what_is_no_option(self) -> None:
        said = "99\n0\nthe moon\ndis\n" + "9" * 5000 + "\n\x1b[2J\nquit\n"
        text = state51("play", "--seed", "4", input=said)
        assert text.count("The options go from 1 to ") == 2
        assert "`the moon` is no option here" in text
        assert "`dis` can mean: " in text
        assert "`\\x1b[2J` is no option here" in text

    def test_sayings(self, tmp_path: Path) -> None:
        card = load().cards[1]
        said = f"?\n? 1\n? {card.name}\n?{card.id}\n? zzzz\n/state\nlog\n\nsave\nsave {tmp_path / 'a.json'}\nquit\n"
        text = state51("play", "--seed", "4", input=said)
        assert "take your last choice back" in text
        assert text.count(f"{card.name}: {sort(load(), card)}") == 2
        assert len(re.findall(r"^\w.+: \w+ of the pack ", text, re.M)) == 3
        assert "there is no card called `zzzz`" in text
        assert "hidden\n" in text
        assert "Say in which file" in text
        assert saves.is_saved(tmp_path / "a.json")

    def test_undo(self) -> None:
        text = state51("play", "--seed", "4", input="undo\n1\nundo\n1\nquit\n")
        assert "There is nothing that can be taken back" in text
        assert "Taken back.\n" in text
        prompts = re.findall(r"^.+, seat 1:\n((?:  .+\n)+)", text, re.M)
        assert prompts[0] == prompts[2]
        assert prompts[1] == prompts[3]

    def test_what_a_bot_drew_is_not_told(self) -> None:
        text = state51("play", "--seed", "4", *GARDEN_GAME, input="log\nquit\n")
        assert re.search(r"Seat 2: draws 3 cards", text)
        assert not re.search(r"Seat 1: draws 3 cards", text)

    @pytest.mark.parametrize("seed", range(5))
    def test_hidden_cards_are_never_named(self, seed: int, tmp_path: Path) -> None:
        """Given a person who looks at everything at each decision, only cards they may know of are named."""
        save = tmp_path / "game.json"
        said = "state\nlog\n1\n" * (3 + 4 * seed) + "state\nlog\nquit\n"
        text = state51("play", "--seed", str(seed), "--save", save, "-v" if seed % 2 else "--boards=", input=said)
        public, secret = known_and_secret(saves.read(save).game)
        assert secret
        for name in sorted(public, key=len, reverse=True):
            text = text.replace(name, "")
        assert [name for name in secret if re.search(rf"\b{re.escape(name)}\b", text)] == []

    def test_the_end_of_input_saves(self, tmp_path: Path) -> None:
        save = tmp_path / "game.json"
        text = state51("play", "--seed", "4", "--save", save, input="1\n")
        assert f"Saved in {save}." in text
        assert f"To go on: state51 play --load {save}" in text
        assert saves.read(save).total == 1
        assert "left unfinished, and not saved" in state51("play", "--seed", "4", input="")

    def test_an_interrupt_saves(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*_: object) -> str:
            raise KeyboardInterrupt

        monkeypatch.setattr("builtins.input", interrupted)
        save = tmp_path / "game.json"
        assert "Saved in" in state51("play", "--save", save, code=130)
        assert saves.is_saved(save)

    def test_a_real_interrupt(self, tmp_path: Path) -> None:
        save = tmp_path / "game.json"
        command = [sys.executable, "-m", "cli.main", "play", "--seed", "4", "--save", str(save)]
        root = Path(__file__).parent.parent
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=root,
            preexec_fn=heed_interrupts,
        ) as p:  # fmt: skip
            assert p.stdout is not None
            seen = b""
            while not seen.endswith(b"> ") and (more := p.stdout.read(1)):
                seen += more
            p.send_signal(signal.SIGINT)
            rest = p.communicate(timeout=60)[0].decode()
            assert p.returncode == 130
        assert "Saved in" in rest
        assert "Traceback" not in rest
        assert saves.is_saved(save)

    def test_input_that_is_not_text(self) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "cli.main", "play", "--seed", "4"],
            input=b"\xff\xfe\n\x00\n1\n", capture_output=True, check=False, cwd=Path(__file__).parent.parent,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.count(b"is no option here") == 2

    def test_an_effect_that_fails_leaves_the_game_where_it_was(self, tmp_path: Path) -> None:
        actions = "actions: {burst: {title: burst, do: 'repeat 99999999 { 1 coin }'}}\n"
        write_pack(tmp_path, "bursts", 'requires: {garden: ">=1.0,<2"}', rules=actions)
        (tmp_path / "garden").symlink_to(GARDEN)
        save = tmp_path / "game.json"
        args = ["play", "--seed", "4", "--packs", str(tmp_path / "bursts"), "--save", save]
        text = state51(*args, input="1\nburst\nstate\nquit\n")
        assert re.search(r"error\[G001 .+bursts/rules.yaml:1 \(burst\): ", text)
        assert "The game is as it was before." in text
        assert saves.read(save, [str(tmp_path / "bursts")]).total == 2  # the bot had chosen too
        assert "error[G001" in state51("play", "--seats", "random,random", *args[1:-2], code=1)


def known_and_secret(game: Game) -> tuple[set[str], set[str]]:
    """The names of cards that the first seat could see in a game, and of those in other hands that it could not."""
    rules, record = game.rules, game.record()
    names = {c.unique_id: c.name for c in rules.cards}
    known, secret = set[str](), set[str]()
    for n in range(len(record["choices"]) + 1):
        now = replay(rules, record, n)
        known |= {names[id] for id in cards_in(now.view(0))}
        for seat in range(1, now.state.seats):
            secret |= {names[id] for id in cards_in(now.view(seat))}
        if now.decision is not None and now.decision.seat == 0:
            known |= {c.name for c in rules.cards[1:] for label in now.decision.labels if c.name in label}
    told = " ".join(e.text for e in game.log if e.audience in (None, 0))
    known |= {c.name for c in rules.cards[1:] if c.name in told}
    return known, secret - known


def cards_in(view: Any) -> Iterator[str]:
    """The ids of all cards in a view, those of boards too."""
    if isinstance(view, dict):
        for key, value in view.items():
            if key in ("card", "board"):
                yield value
            else:
                yield from cards_in(value)
    elif isinstance(view, list):
        for part in view:
            yield from cards_in(part)


# ---- telling


class TestTelling:
    def event(self, verb: str, seat: int, text: str, audience: int | None = None) -> Event:
        short = text.removeprefix(f"Seat {seat + 1} ")
        name, moves, where = text.partition(" moves to ")
        together = (name, f"{{}} move to {where}") if moves else None
        return Event(verb, seat, None, audience, lambda: (text, short, together))

    def test_who_may_know(self) -> None:
        events = [
            self.event("draw", 1, "Seat 2 draws 1 card"),
            self.event("drawn", 1, "Seat 2 draws Daisy", 1),
            self.event("move", 1, "Lily moves to the bag", -2),
        ]
        assert [e.text for e in known_to(events, 0)] == ["Seat 2 draws 1 card"]
        assert [e.text for e in known_to(events, 1)] == ["Seat 2 draws Daisy"]
        assert [e.text for e in known_to(events, None)] == ["Seat 2 draws Daisy", "Lily moves to the bag"]

    def test_actions_with_what_came_of_them(self) -> None:
        events = [
            self.event("phase", -1, "Round 1, day"),
            self.event("act", 0, "Seat 1: sow"),
            self.event("pay", 0, "Seat 1 pays 1 seed"),
            self.event("set", 0, "Lily: bloomed"),
            self.event("move", -1, "Lily moves to the old bed"),
            self.event("move", -1, "Lily moves to the old bed"),
            self.event("move", -1, "Daisy moves to the old bed"),
            self.event("move", -1, "Daisy moves to the bag"),
            self.event("gain", 1, "Seat 2 gains 1 coin"),
            self.event("gain", 1, "Seat 2 gains 1 seed"),
        ]
        assert [line.text for line in lines(events, ENGLISH)] == [
            "Round 1, day",
            "Seat 1: sow: pays 1 seed; Lily (x2), Daisy move to the old bed; Daisy moves to the bag",
            "Seat 2: gains 1 coin; gains 1 seed",
        ]


def test_a_save_that_fails_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game.new(load([GARDEN]), [None, None], seed=1)
    match = Match(game, ["human", "greedy"], full=False, quiet=False)
    assert not match.write(tmp_path / "no" / "file.json")
    assert "cannot be saved in" in capsys.readouterr().err
    assert not match.write(Path("/dev/null"))
    (tmp_path / "other").write_text("{}")
    assert not match.write(tmp_path / "other")
    assert (tmp_path / "other").read_text() == "{}"
    assert match.write(tmp_path / "new.json")
    assert [p.name for p in sorted(tmp_path.iterdir())] == ["new.json", "other"]


def test_it_is_also_a_module() -> None:
    done = program("play", "--seats", "random,random", "--seed", "1", "-q", *GARDEN_GAME)
    assert done.returncode == 0
    assert "wins." in done.stdout or "win together" in done.stdout


def test_undo_does_not_look_into_another_hand() -> None:
    """Given a bot that plays a card from its hand, the choice before it cannot be taken back: the card was seen."""
    from engine import Game, load

    rules = load(["base"])
    game = Game.new(rules, ["new_york", "mutants"], 4)
    shown = 0
    for _ in range(400):
        decision = game.decision
        if decision is None:
            break
        ids = decision.ids
        build = next((i for i in ids if i.startswith("construct ")), None)
        game.choose(build if build and decision.seat == 1 else decision.options[-1])
        if build and decision.seat == 1:
            if game.decision is not None and game.decision.kind == "pay":
                continue  # it is still in the hand
            shown += 1
            assert not game.clone().undo(seat=0)
    assert shown
