"""Playing at a terminal: the table that is drawn, choosing, what may be said at a prompt, seats, lessons, the end."""

from __future__ import annotations

import io
import json
import os
import pty
import random
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.text import Text

from cli.cards import called, sort
from cli.terminal import meaning
from cli.terminal.folding import folded, more
from cli.terminal.foretell import foretell
from cli.terminal.human import Human
from cli.terminal.lesson import teach
from cli.terminal.lines import cut, flow, paragraphs, wrap
from cli.terminal.match import Manner, Match
from cli.terminal.menu import asked, groups, menu
from cli.terminal.narrate import lines
from cli.terminal.prompting import Reader, matching
from cli.terminal.sayings import SAYINGS, help_text
from cli.terminal.standings import _bars
from cli.terminal.style import Style, ascii_only
from cli.terminal.tableview import TableView, everything, fitting
from cli.terminal.watch import reason
from engine import Game, load
from engine.bots import choose_greedy
from engine.course import score_by_round
from engine.messages.voice import ENGLISH
from engine.origins import origins
from engine.scenario.run import begin, read_scenarios
from engine.why.words import in_ids
from tests import keystrokes
from tests.screens import SIZES, game_at, screen
from tests.small_packs import GARDEN, write_pack
from tests.test_cli import ROOT, state51

GARDEN_GAME = ["--packs", str(GARDEN)]


@pytest.fixture
def game() -> Game:
    """The base game with Connections in its third round, as seat 1 is to act."""
    return game_at(["base", "connections"], 2, 3, 1)


def at_prompt(game: Game, *lines: str, capsys: pytest.CaptureFixture[str], **manner: object) -> str:
    """What seat 1 is shown as they type some lines and then leave."""
    style = Style(typed=True, fixed=(100, 200))
    match = Match(game, ["human", "greedy"], full=False, quiet=False, manner=Manner(style, **manner))  # type: ignore[arg-type]
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("".join(f"{line}\r" for line in (*lines, "quit")))
        keys.close()
        match.run()
    return capsys.readouterr().out


# ---- the table


class TestTable:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize(("packs", "seats"), [(["base"], 2), (["base", "connections"], 4), ([GARDEN], 2)])
    def test_no_line_is_wider_than_the_window(self, packs: list[object], seats: int, size: tuple[int, int]) -> None:
        for shown in (
            screen(game_at(packs, seats, 2, 5), *size),
            screen(game_at(packs, seats, 2, 5), *size, ascii=True),
        ):
            assert max(Text(line).cell_len for line in shown.splitlines()) <= size[0]

    @pytest.mark.parametrize("size", [(80, 24), (60, 24), (80, 16), (40, 10)])
    @pytest.mark.parametrize(("packs", "seats"), [(["base", "connections"], 2), (["nomansland", "connections"], 3)])
    def test_nothing_scrolls_away(self, packs: list[object], seats: int, size: tuple[int, int]) -> None:
        """Given far more options than lines, the table and what is asked fit a screen, with a line to type in."""
        game = game_at(packs, seats, 3, 1)
        assert game.decision is not None
        lines = screen(game, *size).splitlines()
        assert len(lines) < size[1]
        assert f"{game.decision.prompt}, seat {game.decision.seat + 1}:" in lines

    def test_in_ascii_nothing_else_is_shown(self, game: Game) -> None:
        assert screen(game, 80, 24, ascii=True).isascii()
        assert not screen(game, 80, 24).isascii()
        assert ascii_only("Łódź · 3 → 4…") == "Lodz - 3 > 4..."

    def test_with_more_room_there_is_more_detail(self, game: Game) -> None:
        view = TableView(game, 0, 100)
        tables = [fitting(view, height, []) for height in (5, 16, 24, 60)]
        sizes = [len(t) for t in tables]
        assert sizes == sorted(sizes)
        assert sizes[0] < sizes[1] < sizes[-1]
        card = game.rules.cards[game.state.defn[game.state.zones[hand_of(game, 0)][0]]]
        assert card.text.splitlines()[-1] in " ".join(line.plain.strip() for line in tables[-1])
        assert card.name in "".join(line.plain for line in tables[0])

    def test_rows_are_those_that_the_content_declares(self, game: Game) -> None:
        lines = [line.plain for line in TableView(game, 0, 100).player(0)]
        zone = next(z for z in game.rules.zones if z["rows"])
        field = next(f for k in game.rules.kinds for f in k["fields"] if f[0] == zone["rows"])
        words = game.rules.words[field[3]]["words"]
        assert [line.split()[0] for line in lines if line.split()[0] in words] == words

    def test_other_hands_are_only_counted(self, game: Game) -> None:
        shown = "\n".join(line.plain for line in everything(TableView(game, 0, 100)))
        own = {game.rules.cards[game.state.defn[c]].name for c in range(len(game.state.defn) - 1)
               if game.state.place[c] != hand_of(game, 1)}  # fmt: skip
        secret = [game.rules.cards[game.state.defn[c]].name for c in game.state.zones[hand_of(game, 1)]]
        assert secret
        assert not [name for name in secret if name in shown and name not in own]
        onlooker = "\n".join(line.plain for line in everything(TableView(game, None, 100)))
        assert "(you)" not in onlooker

    def test_lines(self) -> None:
        assert [t.plain for t in wrap(Text("  one two three"), 9, 3)] == ["  one two", "   three"]
        assert [t.plain for t in wrap(Text("abcdefghij"), 4)] == ["abcd", "efgh", "ij"]
        assert [t.plain for t in flow([Text("a a"), Text("b b"), Text("c c")], 8)] == ["a a  b b", "c c"]
        assert cut(Text("abcdef"), 4).plain == "abc…"
        assert paragraphs("a\nb\n\nc") == "a b\n\nc"


def hand_of(game: Game, seat: int) -> int:
    """The number of the zone of a seat that others may not look at."""
    zones = [z for z in game.rules.zones if z["hidden"] == "others"]
    return max((z["base"] + seat for z in zones), key=lambda n: len(game.state.zones[n]))


# ---- choosing


def forced(seed: int) -> Game | None:
    """A random game at a decision of seat 1 that leaves no choice; None if there is none in it."""
    game, chance = Game.new(load(["base"]), ["new_york", "mutants"], seed), random.Random(seed)
    while game.decision is not None and (game.decision.seat != 0 or len(game.decision.raws) > 1):
        game.choose(chance.choice(game.decision.options))
    return game if game.decision is not None else None


class TestChoosing:
    def test_options_are_grouped_by_action_and_none_is_lost(self, game: Game) -> None:
        decision = game.decision
        assert decision is not None
        found = groups(game.rules, decision)
        assert sorted(n for g in found for n, _ in g.items) == list(range(1, len(decision.raws) + 1))
        assert len(found) < len(decision.raws)
        for group in found:
            for n, own in group.items:
                assert decision.labels[n - 1].startswith(group.before)
                assert own in decision.labels[n - 1] or group.after
        assert all(str(n) in "".join(t.plain for t in menu(game.rules, decision, 80)) for n in range(1, 10))

    def test_what_is_folded_is_said_by_more_and_can_be_chosen(self, game: Game) -> None:
        """Given a screen that folds options, `more` with the words it says shows those, `more` shows all."""
        decision = game.decision
        assert decision is not None
        shown = "\n".join(line.plain for line in folded(game.rules, decision, 80, 12))
        said = re.findall(r"\+(\d+) \(say: more ([\w ]+)\)", shown)
        assert said
        for count, words in said:
            some = "\n".join(line.plain for line in more(game.rules, decision, 80, words))
            own = [n for n, label in enumerate(decision.labels, 1) if label.startswith(words)]
            assert all(re.search(rf"\b{n} ", some) for n in own)
            assert sum(not re.search(rf"\b{n} ", shown) for n in own) == int(count)
        every = "\n".join(line.plain for line in more(game.rules, decision, 80, ""))
        assert all(re.search(rf"\b{n} ", every) for n in range(1, len(decision.raws) + 1))
        assert all(len(folded(game.rules, decision, 80, space)) <= space for space in range(1, 20))

    def test_more_at_a_prompt(self, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
        assert game.decision is not None
        label = game.decision.labels[-1]
        assert "No option here begins with `zzz`" in at_prompt(game, "more zzz", capsys=capsys)
        text = at_prompt(game, "more", f"more {label}", capsys=capsys)
        assert len(re.findall(rf"\b{len(game.decision.raws)} {label.split(' ', 1)[1]}\b", text)) == 3

    def test_by_beginnings_of_words(self, game: Game) -> None:
        decision = game.decision
        assert decision is not None
        for n, label in enumerate(decision.labels):
            assert meaning.meant(game, label) == [n]
            assert n in meaning.meant(game, " ".join(word[:3] for word in label.split()))
        assert meaning.meant(game, "zzz") == []
        assert meaning.meant(game, "") == []
        assert meaning.number("12") == 12
        assert meaning.number("9" * 50) is meaning.number("²") is meaning.number("x") is None

    def test_completion_knows_options_cards_and_sayings(self, game: Game) -> None:
        person = Human(Match(game, ["human", "greedy"], full=False, quiet=True), 0)
        assert game.decision is not None
        label = game.decision.labels[0]
        assert label in matching(person._words(), label[:4].upper())
        assert {"why not ", "state 2", "undo"} <= set(person._words())
        assert f"card {game.rules.cards[1].name}" in person._words()

    def test_typing_at_a_terminal(self, game: Game) -> None:
        with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
            reader = Reader(Style(typed=True), lambda: ["unique words"])
            keys.send_text("  unique words \rabc\x7fd\r")
            assert reader.read() == "unique words"
            assert reader.read() == "abd"
            keys.send_text("x" * 3000 + "\r")
            assert len(reader.read()) == 500

    def test_what_leaves_no_choice_is_told_and_not_asked(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Given a turn in which seat 1 can do one thing only, it is done and told; the first list is that of a later
        decision."""
        game = next(game for seed in range(50) if (game := forced(seed)) is not None)
        assert game.decision is not None
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        only, clock = game.decision.labels, game.state.clock
        Match(game, ["human", "greedy"], full=False, quiet=False, manner=Manner(Style(linear=True))).run()
        text = capsys.readouterr().out
        told = text.partition(", seat 1:")[0]
        assert f"Seat 1: {only[0]} (the only choice)" in told
        assert not re.search(rf"^ *1 {only[0]}$", text, re.MULTILINE)
        assert game.state.clock > clock

    def test_auto_pay_asks_nobody_how(self, tmp_path: Path) -> None:
        def payments(*more: str) -> int:
            args = ["play", "--seats", "human,random", "--seed", "2", "--packs", "base,connections"]
            text = state51(*args, *more, input="1\n" * 3000)
            assert "Final standings" in text
            return text.count("How do you pay, seat 1?")

        assert payments() > 0
        assert payments("--auto-pay") == 0


# ---- what may be said


class TestSayings:
    def test_every_word_is_in_the_help_and_does_something(self, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
        for word in SAYINGS:
            assert ENGLISH.say(f"help.{word}") in help_text(ENGLISH)
            if word not in ("quit", "save", "undo"):
                text = at_prompt(game.clone(), word, capsys=capsys)
                assert len(text) > len(at_prompt(game.clone(), capsys=capsys)), word

    def test_what_an_option_will_do(self, game: Game) -> None:
        decision = game.decision
        assert decision is not None
        for option in decision.options:
            before = game.state.to_data()
            said = "\n".join(foretell(game, option, 0))
            assert game.state.to_data() == before
            assert said.startswith(f"{option.label}:")
            assert "you then have: " in said or "stays the same" in said

    def test_it_tells_amounts_before_and_after(self) -> None:
        game = game_at([GARDEN], 2, 2, 1)
        decision = game.decision
        assert decision is not None
        sell = next(o for o in [*decision.options] if o.id.startswith(("sell", "pick", "sow")))
        have = sum(game.state.goods[decision.seat])
        assert re.search(r"\d -> \d", "\n".join(foretell(game, sell, decision.seat)))
        assert sum(game.state.goods[decision.seat]) == have

    def test_it_foretells_nothing_that_is_hidden(self, tmp_path: Path) -> None:
        """Given an action that draws from a shuffled zone, what it will draw is not told."""
        game = Game.new(load([GARDEN]), [None, None], 3)
        write_pack(
            tmp_path, "draws", 'requires: {garden: ">=1.0,<2"}',
            rules="actions: {draw: {title: draw one, do: '1 card'}}\n",
        )  # fmt: skip
        (tmp_path / "garden").symlink_to(GARDEN)
        game = Game.new(load([str(tmp_path / "draws")]), [None, None], 3)
        while game.decision is not None and game.decision.kind != "act":
            game.choose(game.decision.options[0])
        assert game.decision is not None
        option = next(o for o in game.decision.options if o.id == "draw one")
        said = "\n".join(foretell(game, option, game.decision.seat))
        assert "chance" in said or "draws 1 card" in said
        assert not [c.name for c in game.rules.cards[1:] if c.name in said]

    def test_why_not_by_names(self, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
        names = [c for c in game.rules.cards[1:] if c.kind != game.rules.board]
        missing = next(c for c in names if " " in c.name and c.name not in str(game.decision and game.decision.labels))
        text = at_prompt(game, f"why not construct {missing.name}", "why not", "why not pass", capsys=capsys)
        assert re.search(rf"{missing.name} is not among the [A-Z]\w+ in your \w+", " ".join(text.split()))
        assert f"`{missing.unique_id}`" not in text
        assert "Say what you would choose" in text
        assert "It can be chosen: " in text
        assert in_ids(game.rules, f"x {missing.name.upper()} y") == f"x {missing.unique_id} y"

    def test_cards_states_and_rules(self, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
        card, topic = game.rules.cards[1], game.rules.topics[0]
        said = (
            f"card {card.name}",
            f"card {card.name[:-1]}",
            "card zzzz",
            "state 2",
            "state 9",
            f"rules {topic['id']}",
        )
        text = at_prompt(game, *said, "rules", "rules zzzz", "help", capsys=capsys)
        assert text.count(f"{card.name}: {sort(game.rules, card)}") == 2
        assert "there is no card called `zzzz`" in text
        assert "There is no seat `9`" in text
        assert topic["title"] in text
        assert all(t["title"] in text for t in game.rules.topics)
        assert "there is no topic `zzzz`" in text

    def test_packs_without_topics(self, tmp_path: Path) -> None:
        rules = (
            "vocabulary: {goods: {nut: {}}, player: {done: flag}, seats: {min: 2, max: 2}}\n"
            "phases: {day: {turns: players, until: done}}\nend: {rounds: 2}\n"
            "actions: {eat: {title: eat, do: 1 nut}, rest: {title: rest, do: set your done to true}}\n"
            "scoring: {score: score}\nfunctions: {score(player p): p.nut}\n"
        )
        folder = write_pack(tmp_path, "nuts", "", rules=rules)
        text = state51("play", "--packs", folder, input="rules\neat\nstate\n? 1\nquit\n")
        assert "have no texts on their rules" in text

    def test_a_long_text_stops_after_a_screen(self, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
        style = Style(typed=True, fixed=(60, 12))
        match = Match(game, ["human", "greedy"], full=False, quiet=False, manner=Manner(style))
        with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
            keys.send_text("log\r\rq\rquit\r")
            keys.close()
            match.run()
        assert len(capsys.readouterr().out.splitlines()) < len(game.log)


# ---- seats


class TestSeats:
    def test_a_bot_gives_its_reason(self, game: Game) -> None:
        option = choose_greedy(game, random.Random(1))
        assert "by its own reckoning" in reason(game, "greedy", random.Random(1), option)
        assert "picks any of" in reason(game, "random", random.Random(1), option)

    def test_watching(self) -> None:
        text = state51("play", "--watch", "0", "--seats", "greedy,random", "--seed", "2", *GARDEN_GAME)
        assert text.count(" chooses: ") == text.count("   because ") > 5
        assert "Final standings" in text
        told = state51("play", "--seats", "greedy,random", "--seed", "2", *GARDEN_GAME)
        assert told.split("Final standings")[1] == text.split("Final standings")[1]

    def test_who_looks_at_a_game_of_others_is_no_seat_of_it(self, tmp_path: Path) -> None:
        state51("play", "--seats", "greedy,random", "--seed", "2", "--save", tmp_path / "g.json")
        seen = in_terminal("replay", str(tmp_path / "g.json"), "--step", type=["5", "t"])
        assert seen.count("(Appalachian Federation)") == 2  # on its track, and with what it has
        assert "(you)" not in seen

    def test_hands_are_hidden_between_two_people(self) -> None:
        """Given two people at one terminal, the screen is cleared, and what scrolled away, before the other looks."""
        seen = in_terminal("play", "--seats", "human,human", "--seed", "4", "--packs", "base", type=["1", "1", "", ""])
        first, _, rest = seen.partition("Hand over to seat 2")
        assert "\x1b[2J\x1b[3J" in rest
        assert "Seat 2 is next" in rest
        assert "\x1b[2J\x1b[3J" not in first
        assert "seat 2:" in rest.rpartition("\x1b[2J")[2]


def in_terminal(*args: str, type: list[str], size: tuple[int, int] = (80, 24)) -> str:
    """All that the program writes to a terminal of its own while some lines are typed, and then it is left."""
    env = {**os.environ, "TERM": "xterm", "PYTHONPATH": str(ROOT), "COLUMNS": str(size[0]), "LINES": str(size[1])}
    main, side = pty.openpty()
    command = [sys.executable, "-m", "cli.main", *args]
    seen = b""
    with subprocess.Popen(command, stdin=side, stdout=side, stderr=side, env=env, close_fds=True) as p:
        os.close(side)
        for line in [*type, "quit"]:
            seen += _until_quiet(main)
            os.write(main, line.encode() + b"\r")
        end = time.monotonic() + 30
        while p.poll() is None and time.monotonic() < end:
            seen += _until_quiet(main, 0.1)
        p.kill()
    os.close(main)
    text = seen.decode("utf-8", "replace")
    assert "Traceback" not in text
    return text


def _until_quiet(main: int, pause: float = 1.5) -> bytes:
    """What comes until nothing came for a while. A question where the cursor is, is answered."""
    seen, patience = b"", 15.0
    while select.select([main], [], [], pause if seen else patience)[0]:
        try:
            more = os.read(main, 65536)
        except OSError:
            break
        if b"\x1b[6n" in more:
            os.write(main, b"\x1b[1;1R")
        seen += more
        patience = pause
    return seen


# ---- how it is shown


class TestManner:
    def test_colours_and_their_absence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        colors = r"\x1b\[(?:\d+;)*3[0-7]m"
        seen = in_terminal("play", "--seed", "4", *GARDEN_GAME, type=[])
        assert re.search(colors, seen)
        monkeypatch.setenv("NO_COLOR", "1")
        assert not re.search(colors, in_terminal("play", "--seed", "4", *GARDEN_GAME, type=[]))

    def test_linear_has_no_columns_and_no_drawing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        seen = in_terminal("play", "--seed", "4", "--linear", *GARDEN_GAME, type=["1", "state", "log"])
        assert "\x1b" not in seen
        assert not re.search("[─█░·]", seen)
        assert "   1  " in seen or "  1  " in seen

    def test_ascii(self) -> None:
        seen = in_terminal("play", "--seed", "4", "--ascii", "--lang", "pl", type=["1", "?", "log"])
        assert seen.isascii()

    def test_lines_without_a_terminal(self) -> None:
        text = state51("play", "--seed", "4", *GARDEN_GAME, input="state 1\n? 1\nquit\n")
        assert "\x1b" not in text
        assert re.search(r"^  1  ", text, re.M)


# ---- lessons


class TestLessons:
    def test_the_lesson_is_followed_to_its_end(self) -> None:
        """Given somebody who does what they are told, the lesson goes through two rounds."""
        from cli.terminal.lesson import lessons

        (lesson,) = lessons(None)
        steps = [s["choose"] for s in lesson.data["play"] if s["seat"] == 1]
        text = state51("play", "--tutorial", input="\n".join(["99", *steps]) + "\n")
        assert "Round 2, " in text
        assert "Round 3, " in text
        assert text.rstrip().endswith(paragraphs(lesson.data["lesson"]["end"]).rpartition("\n")[2])
        assert all("say" in s for s in lesson.data["play"] if s["seat"] == 1)

    def test_another_choice_is_answered(self) -> None:
        text = state51("play", "--tutorial", input="pick quarry\nundo\nquit\n")
        assert "In this lesson, choose `pick School`" in text
        assert "In this lesson nothing can be taken back." in text
        assert "You left the lesson" in text

    def test_packs_without_lessons(self) -> None:
        assert "no lessons" in state51("play", "--tutorial", *GARDEN_GAME, code=1)

    def test_a_lesson_of_a_pack_of_ones_own(self, tmp_path: Path) -> None:
        (tmp_path / "garden").symlink_to(GARDEN)
        folder = write_pack(
            tmp_path, "school", 'requires: {garden: ">=1.0,<2"}', rules="topics: {a: {title: A, text: b}}\n"
        )
        (folder / "scenarios").mkdir()
        step = {"seat": 1, "choose": "rest", "say": "Rest now."}
        told, expect = {"begin": "A quiet day.", "end": "Well rested."}, [{"seat": 1, "resting": True}]
        table = [{"hand": ["lily"]}, {}]
        lesson = {"name": "Rest", "table": table, "phase": "day", "lesson": told, "play": [step], "expect": expect}
        (folder / "scenarios" / "one.yaml").write_text(json.dumps({"scenarios": [lesson]}))
        text = state51("play", "--tutorial", "--packs", folder, input="sell\nrest\n")
        assert [t in text for t in ("A quiet day.", "Rest now.", "Well rested.")] == [True] * 3


# ---- the end


class TestEnd:
    def test_points_by_source_add_up_to_the_score(self) -> None:
        text = state51("play", "--seats", "greedy,random", "--seed", "3", "--packs", "base")
        table = text[text.index("Where the ") : text.index("Score by round")]
        rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in table.splitlines() if line.startswith("│")]
        for column in (1, 2):
            numbers = {row[0]: int(row[column] or 0) for row in rows[1:]}
            score = numbers.pop("score")
            held = next(n for name, n in numbers.items() if name.endswith("in play"))
            assert score == held + numbers["counted at the end"]
            assert held == sum(numbers.values()) - held - numbers["counted at the end"]

    def test_scores_by_round_end_with_the_standings(self, game: Game) -> None:
        rounds = score_by_round(game)
        assert len(rounds) == 3
        assert rounds[-1] == [s.score for s in sorted(game.standings, key=lambda s: s.seat)]
        good = next(n for n, g in enumerate(game.rules.goods) if g["id"] == game.rules.scoring["track"]["good"])
        assert [sum(c.values()) for c in origins(game.state, good)] == [
            game.state.goods[seat][good] for seat in range(2)
        ]


@pytest.mark.parametrize("seed", range(8))
def test_random_keystrokes_end_well(seed: int) -> None:
    assert keystrokes.ends(seed) is None


def test_bars_stand_above_their_numbers() -> None:
    """Each round has a bar of the width of its number; the highest one is full, and half of it is one line."""
    assert _bars([0, 17, 34], 34) == ["        ███", "    ███ ███"]


# ---- what a newcomer stumbles over


def scene(text: str, tmp_path: Path, packs: tuple[str, ...] = ("base", "connections")) -> Game:
    """The first moment of a scenario of one table."""
    (tmp_path / "scene.yaml").write_text(f"scenarios:\n  - name: A scene\n{text}    expect: [{{over: false}}]\n")
    (scenario,) = read_scenarios(tmp_path / "scene.yaml")
    return begin(scenario, load(list(packs)))


SCENE = "    table: [{hand: [camp], goods: {GOODS}}, {state: [docks]}]\n    phase: action\n"


class TestNewcomers:
    def test_what_is_put_out_of_force_is_told_with_whose_it_is(self, tmp_path: Path) -> None:
        """Given a Location that is razed, the action's line says what became of it, not only what it brought."""
        game = scene(SCENE.replace("GOODS", "red: 3"), tmp_path)
        game.choose("raze docks")
        (told,) = [line.text for line in lines(game.log, ENGLISH) if line.text.startswith("Seat 1: raze Docks")]
        assert "; Docks of seat 2 is now ruined; gains 2 iron" in told
        alone = [e for e in game.log if e.verb == "turn_over"]
        assert [line.text for line in lines(alone, ENGLISH)] == ["Docks of seat 2 is now ruined"]

    def test_a_name_with_a_colon_is_told_whole(self, tmp_path: Path) -> None:
        cards = """
            cards:
              location:
                - id: pier
                  name: "Docks: the Pier"
                  category: production
                  distance: 1
                  types: [iron]
                  spoils: 2 iron
                  deal: 1 iron
                  production: 1 iron
            """
        pack = write_pack(tmp_path, "harbour", 'requires: {base: ">=1.0,<2"}', cards=cards)
        game = scene(SCENE.replace("GOODS", "red: 3").replace("docks", "pier"), tmp_path, ("base", str(pack)))
        game.choose("raze pier")
        told = lines([e for e in game.log if e.verb == "turn_over"], ENGLISH)
        assert [line.text for line in told] == ["Docks: the Pier of seat 2 is now ruined"]

    def test_numbers_of_options_do_not_stand_beside_amounts(self, tmp_path: Path) -> None:
        game = scene(SCENE.replace("GOODS", "grey: 1, universal: 1"), tmp_path)
        game.choose("construct camp")
        assert game.decision is not None
        assert [line.plain for line in menu(game.rules, game.decision, 80)] == [
            "  1 pay 1 grey contact   2 pay 1 universal contact"
        ]
        assert asked(game.decision, "seat 1").plain == "How do you pay, seat 1?"

    def test_the_log_begins_with_what_is_newest(self, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
        latest, whole = (paged(game, f"log{rest}\r", capsys) for rest in ("", " all"))
        assert "(earlier: log all)" in latest
        assert lines(game.log, ENGLISH)[-2].text.rpartition("; ")[2] in latest
        assert "more lines" not in latest
        assert "── Round 1, lookout" in whole
        assert "── Round 1, lookout" not in latest

    def test_a_line_between_two_screens_is_heard(self, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
        assert "Say which: card NAME" in paged(game, "log all\rcard\r", capsys)
        assert "no option" not in paged(game, "log all\rq\r", capsys)

    def test_what_is_done_by_itself_is_told_once_and_in_its_place(self, tmp_path: Path) -> None:
        """Given a choice that leaves nothing but to pass, what it brought is told before the pass."""
        text = "    table: [{state: [archive], goods: {worker: 1}}, {passed: true}]\n    phase: action\n"
        match = Match(scene(text, tmp_path), ["human", "greedy"], full=False, quiet=False)
        person = Human(match, 0)
        person.choose(match.game.find("use archive"))
        assert match.game.decision is not None
        person.decide(match.game.decision)
        told = "\n".join(line.plain for line in match.news(0))
        assert told.index("use Archive") < told.index("Seat 1: pass (the only choice)")
        assert told.count("Seat 1: pass") == 1

    def test_a_name_is_not_hidden_by_an_id(self, game: Game) -> None:
        """Given two cards of which one's name is the other's id, both are shown to who asks by name."""
        cards = game.rules.cards[1:]
        twins = [(a, b) for a in cards for b in cards if a.name.casefold() == b.id != a.id]
        assert twins
        for named, other in twins:
            found = called(game.rules, named.name.casefold())
            assert named in found
            assert other in found

    def test_what_is_typed_and_cannot_be_is_answered_with_the_reason(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        text = at_prompt(
            scene(SCENE.replace("GOODS", "red: 3"), tmp_path), "deal camp", "dock", "q", "why not undo", capsys=capsys
        )
        assert "`deal camp` is no option here: it needs 1 blue contact" in text
        assert '`dock` is no option here; did you mean "raze Docks"? (why not' in text
        assert '`q` is no option here; did you mean "quit"?' in text
        assert "undo is no choice of the game: it can be said at any time." in text

    def test_a_word_in_the_text_of_a_topic_leads_to_it(self, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
        """Given a word of an action that no topic is called by, the first text that has it is shown."""
        assert "Constructing and developing\n\nConstruct" in at_prompt(game, "rules redevelop", capsys=capsys)

    def test_that_the_end_is_triggered_is_seen(self, tmp_path: Path) -> None:
        table = "    table: [{goods: {vp: 24, worker: 4}, state: [archive]}, {}]\n    phase: action\n"
        game = scene(table, tmp_path)
        assert "the end is triggered" not in TableView(game, 0, 80).title().plain
        game.choose("use archive")
        assert "the end is triggered" in TableView(game, 0, 80).title().plain

    def test_advice_never_scrolls_away(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Given a lesson in 24 lines, table, options and advice fit, and the advice stands last."""
        style = Style(typed=True, fixed=(80, 24))
        with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
            keys.send_text("\r1\r1\rquit\r")
            keys.close()
            teach(None, Manner(style))
        shown = capsys.readouterr().out
        last = shown[shown.index("── Round 1, action", shown.index("production")) :].splitlines()
        assert len(last) < 24
        assert "Every Location also counts 1 VP in the end." in last[:24]


def paged(game: Game, typed: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What is shown in a small window for what is typed, after the table and before leaving."""
    match = Match(game.clone(), ["human", "greedy"], full=False, quiet=False,
                  manner=Manner(Style(typed=True, fixed=(120, 20))))  # fmt: skip
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text(f"{typed}quit\rquit\r")
        keys.close()
        match.run()
    return capsys.readouterr().out.rpartition("Your turn, seat 1:")[2]
