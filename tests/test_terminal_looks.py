"""How what is shown at a terminal looks: colours on light and dark grounds, columns that stand below each other, the
map of a game, and words instead of ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.palette import Palette
from rich.text import Text

from cli.report import COLOR_BAD, COLOR_GOOD
from cli.terminal import lines
from cli.terminal.grid import grid
from cli.terminal.human import _indent
from cli.terminal.match import Manner, Match
from cli.terminal.menu import Columns, Group, _share, group_lines, groups, menu, question
from cli.terminal.prompting import Reader
from cli.terminal.standings import final_table
from cli.terminal.stepping import Stepping
from cli.terminal.style import Style, rendered
from cli.terminal.tableview import TableView, everything
from dsl import render
from engine import Game, load
from tests.screens import game_at, screen
from tests.small_packs import write_pack
from tests.test_cli import state51

GROUNDS = {"black": (0, 0, 0), "dark grey": (30, 30, 30), "Solarized dark": (0, 43, 54), "white": (255, 255, 255),
           "Solarized light": (253, 246, 227)}  # fmt: skip
LEAST = 3.0  #: of contrast, for large or bold words and for signs; 21 is black on white


@pytest.fixture
def game() -> Game:
    return game_at(["base", "connections"], 2, 3, 1)


@pytest.fixture
def map_game() -> Game:
    """A game on a map, on which some places are taken."""
    return game_at(["nomansland", "connections"], 3, 3, 2)


# ---- colours


def light(rgb: tuple[int, int, int]) -> float:
    """The relative luminance of a colour, as the guidelines for accessible web content have it."""
    parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def colors_in(text: str) -> set[int]:
    """The colours that a text sets, by their numbers among 256. It sets no ground, and none of another sort."""
    found = set()
    for codes in re.findall(r"\x1b\[([\d;]*)m", text):
        rest = re.sub(r"\b38;5;(\d+)", lambda m: (found.add(int(m[1])), "0")[1], codes)  # type: ignore[func-returns-value]
        assert set(rest.split(";")) <= {"", "0", "1", "2", "22"}, codes
    return found


class TestColors:
    @pytest.mark.parametrize("ground", GROUNDS)
    def test_what_is_coloured_can_be_read_on_any_ground(self, ground: str) -> None:
        named = {int(re.findall(r"\((\d+)\)", c)[0]) for c in (*lines.SEATS, lines.ACCENT, lines.NUMBER)}
        spoken = colors_in("".join(f"\x1b[{codes}m" for codes in render._STYLES.values()))
        for color in {*named, *spoken, COLOR_BAD, COLOR_GOOD}:
            assert contrast(eight_bit(color), GROUNDS[ground]) >= LEAST, (color, ground)

    def test_a_table_has_no_others(self, map_game: Game) -> None:
        decision = map_game.decision
        assert decision is not None
        view = TableView(map_game, 0, 100)
        told = everything(view) + menu(map_game.rules, decision, 100, view.sight)
        styles = {str(span.style) for line in told for span in line.spans} | {str(line.style) for line in told}
        allowed = {"", lines.BOLD, lines.DIM, lines.ACCENT, lines.NUMBER}
        assert styles <= allowed | {*lines.SEATS} | {f"bold {color}" for color in lines.SEATS}
        assert len(styles) > 4


def eight_bit(color: int) -> tuple[int, int, int]:
    """A colour of the 256 that is the same everywhere: not one of the first sixteen, which themes replace."""
    from rich._palettes import EIGHT_BIT_PALETTE

    assert color >= 16
    palette: Palette = EIGHT_BIT_PALETTE
    return tuple(palette[color])  # type: ignore[return-value]


# ---- columns


class TestColumns:
    @pytest.mark.parametrize("width", [60, 80, 200])
    def test_the_options_of_all_groups_begin_in_one_column(self, map_game: Game, width: int) -> None:
        decision = map_game.decision
        assert decision is not None
        found = groups(map_game.rules, decision)
        assert len({len(g.head) for g in found}) > 2
        columns = Columns.of(found, width)
        firsts = [line for line in menu(map_game.rules, decision, width) if line.plain[: columns.indent].strip()]
        assert len(firsts) >= len(found) - 1
        for line in firsts:
            assert re.match(r" *\d+ ", line.plain[columns.indent :]), line.plain
            assert line.plain[columns.indent - 1] == " "

    def test_a_head_longer_than_its_column_is_kept_apart(self) -> None:
        long = Group("a word or two that leave no space ", items=[(1, "one"), (2, "two")])
        first = group_lines(long, Columns.of([long], 40))[0]
        assert first.plain.startswith("  a word or two that leave no space 1 ")

    def test_amounts_are_not_taken_for_numbers_of_options(self, tmp_path: Path) -> None:
        """Given a choice of amounts, each is told whole, with the name of the good, after a colon."""
        rules = (
            "vocabulary: {goods: {nut: {name: hazelnut}, oak: {name: acorn}}, player: {done: flag}, "
            "seats: {min: 1, max: 1}}\n"
            "phases: {day: {turns: players, until: done}}\nend: {rounds: 2}\n"
            "actions: {eat: {title: eat, do: 1 nut|oak}, rest: {title: rest, do: set your done to true}}\n"
            "scoring: {score: score}\nfunctions: {score(player p): p.nut}\n"
        )
        game = Game.new(load([str(write_pack(tmp_path, "nuts", "", rules=rules))]), [None], 1)
        game.choose("eat")
        assert game.decision is not None
        assert game.decision.labels == ["1 hazelnut", "1 acorn"]
        assert [line.plain for line in menu(game.rules, game.decision, 80)] == ["  1: 1 hazelnut   2: 1 acorn"]
        game.choose("1 oak")

    @pytest.mark.parametrize(
        ("labels", "head", "own"),
        [
            (["draw a card", "draw a coin"], "draw a", ["card", "coin"]),
            (["level 2 of it", "level 1 of it"], "", ["level 2 of it", "level 1 of it"]),
            (["pay 1 nut, a", "pay 1 nut, b"], "", ["pay 1 nut, a", "pay 1 nut, b"]),
            (["pay 1 nut", "pay 1 oak"], "", ["pay 1 nut", "pay 1 oak"]),
        ],
    )
    def test_words_in_common_end_before_a_number(self, labels: list[str], head: str, own: list[str]) -> None:
        group = Group("", items=list(enumerate(labels, 1)))
        _share(group)
        assert (group.head, [words for _, words in group.items]) == (head, own)

    def test_help_goes_on_below_itself(self) -> None:
        assert _indent("  undo               take it back") == 21
        assert _indent("  ? [OPTION or CARD]  what it does") == 22
        assert _indent("  Spoils: 2 of it") == 4
        assert _indent("none") == 0

    def test_a_question_ends_with_its_mark(self) -> None:
        assert question("How do you pay?", "seat 2") == "How do you pay, seat 2?"
        assert question("Take a card", "seat 2") == "Take a card, seat 2:"


class TestAscii:
    @pytest.mark.parametrize("size", [(40, 10), (44, 24), (60, 20), (80, 24)])
    @pytest.mark.parametrize(("packs", "seats"), [(["base", "connections"], 2), (["nomansland", "connections"], 3)])
    def test_no_line_is_wider_for_being_ascii(self, packs: list[object], seats: int, size: tuple[int, int]) -> None:
        shown = screen(game_at(packs, seats, 3, 2), *size, ascii=True)
        assert max(map(len, shown.splitlines())) <= size[0]

    def test_an_ellipsis_has_its_space(self) -> None:
        style = Style(ascii=True, fixed=(40, 10))
        wide, short = Text("a" * 39 + "…"), Text("wait… then")
        assert rendered([wide, short], style) == "a" * 37 + "...\nwait... then\n"
        assert len(rendered([lines.rule("b" * 50, 40)], style)) == 41

    @pytest.mark.parametrize("width", [40, 60, 80])
    def test_the_last_tables_are_straight(
        self, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Given a terminal of few columns and of ASCII alone, the edges of the last tables stand below each other."""
        game = game_at(["base"], 4, 99, 3)
        assert game.over
        monkeypatch.setattr("sys.stdout.isatty", lambda: True)
        final_table(game, ["greedy"] * 4, Style(ascii=True, fixed=(width, 20)))
        shown = capsys.readouterr().out
        tables = [line for line in shown.splitlines() if line[:1] in ("|", "+")]
        assert len(tables) >= 7
        assert max(map(len, tables)) <= width
        assert all(line[-1] in "|+" for line in tables)
        assert max(map(len, shown.splitlines())) <= width
        assert all(word in shown for word in ("Place", "Score", "develop ... over ...", "Federation"))


# ---- the map


class TestGrid:
    def test_places_stand_below_each_other(self, map_game: Game) -> None:
        """Given rows without names, they are a grid: at every width each row begins its cards in the same columns."""
        for width in (60, 80, 200):
            view = TableView(map_game, 0, width)
            rows = [line.plain for line in view.shared(full=False)][:3]
            starts = [[m.start() for m in re.finditer(r"(?<=  )\S", row)] for row in rows]
            assert [len(s) for s in starts] == [3, 3, 3]
            assert starts[0] == starts[1] == starts[2]
            assert max(map(len, rows)) <= width

    def test_where_space_is_short_it_is_told_whose_a_place_is(self, map_game: Game) -> None:
        view = TableView(map_game, 0, 80)
        zones = view.view["zones"]
        owners = {a["owner"] for cards in zones.values() for data in cards for a in data.get("above", ())}
        assert owners
        short = "\n".join(line.plain for line in view.shared(full=False))
        assert set(re.findall(r"\(seat (\d)\)", short)) == {str(owner) for owner in owners}
        full = " ".join(" ".join(line.plain for line in view.shared()).split())
        assert "(seat" not in full
        wide = "\n".join(line.plain for line in TableView(map_game, 0, 200).shared(full=False))
        assert re.search(r"under \w+ of seat \d, level \d\)", wide)

    def test_only_the_head_is_dim(self) -> None:
        (line,) = grid(Text("map ", lines.DIM), [[(Text("one"), Text("1"))]], 20, full=True)
        assert line.style == ""
        assert [(s.start, s.end, s.style) for s in line.spans] == [(0, 4, lines.DIM)]

    def test_cells(self) -> None:
        rows = [[(Text("one"), Text("1")), (Text("a long one"), Text("2"))], [(Text("two"), Text("3"))]]
        assert [t.plain for t in grid(Text("map "), rows, 20, full=False)] == ["map one     2", "    two"]
        assert [t.plain for t in grid(Text("map "), rows, 20, full=True)] == [
            "map one     a long",
            "              one",
            "    two",
        ]


# ---- words


ID = re.compile(r"\b[a-z]+_[a-z_]+\b")


class TestWords:
    @pytest.mark.parametrize("packs", [["base", "connections"], ["base", "newera"], ["base", "winter"], ["nomansland"]])
    def test_no_screen_shows_an_id(self, packs: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        """Given everything a person may ask for in a game, nothing they are shown has an underscore in it."""
        game = game_at(list(packs), 2, 3, 1)
        decision = game.decision
        assert decision is not None
        said = [f"? {n + 1}" for n in range(len(decision.raws))]
        said += ["?", "more", "log", "state", "rules", "why not pass", "zzz"]
        said += [f"card {c.name}" for c in game.rules.cards[1:]]
        said += [f"rules {t['id']}" for t in game.rules.topics]
        shown = heard(game, said, capsys)
        assert len(shown) > 5000
        assert ID.findall(shown) == []

    def test_sources_are_called_as_people_call_them(self) -> None:
        """Given a game in which a rule gave points, the last table names what the player did, not the rule."""
        text = state51("play", "--seats", "greedy,random", "--seed", "3", "--packs", "base")
        table = text[text.index("Where the ") : text.index("Score by round")]
        named = [line.split("│")[1].strip() for line in table.splitlines() if line.startswith("│")]
        rules = load(["base"])
        known = {c.name for c in rules.cards[1:]} | {re.sub(r"\{.*?\}", "...", a["title"]) for a in rules.actions}
        assert [n for n in named[1:] if n not in known][-3:] == ["VP in play", "counted at the end", "score"]
        assert any("..." in n for n in named)

    def test_a_number_without_an_option(self, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
        assert game.decision is not None
        assert f"The options go from 1 to {len(game.decision.raws)}." in heard(game, ["? 99"], capsys)


def heard(game: Game, said: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the person who is asked is shown as they say some lines, one after another."""
    assert game.decision is not None
    seat = game.decision.seat
    players = ["human" if n == seat else "greedy" for n in range(game.state.seats)]
    feed = iter([*said, "quit"])

    class Typist(Reader):
        def read(self, prompt: str = "> ") -> str:
            return next(feed)

        def pause(self, prompt: str = "") -> str:
            return ""

    manner = Manner(Style(typed=True, fixed=(100, 50)), reader=Typist)
    Match(game, players, full=False, quiet=False, manner=manner).run()
    return capsys.readouterr().out


class TestTyping:
    def test_an_empty_line_draws_the_table_anew(self, game: Game, capsys: pytest.CaptureFixture[str]) -> None:
        """Given a table that has scrolled away, or a window of another size, Enter alone shows all again."""
        title = TableView(game, None, 100).title().plain
        once = heard(game, ["zzz"], capsys).count(title)
        assert heard(game, ["zzz", ""], capsys).count(title) == once + 1

    def test_lines_that_are_pasted_at_once_are_one(self) -> None:
        reader = Reader(Style(typed=True), tuple)
        with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
            keys.send_text("\x1b[200~one\ntwo\r\nthree\x1b[201~\r")
            assert reader.read() == "one two three"


class TestReplay:
    def test_steps_and_tables_are_drawn_in_the_width_of_the_terminal(
        self, game: Game, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Given an onlooker of all that all saw, each step and the table fit, and every hand is on the table."""
        stepping = Stepping(game, ["greedy", "greedy"], None, {})
        stepping.style = Style(fixed=(60, 24))
        for at in range(0, len(stepping.steps), 7):
            stepping._go(at)
        stepping._heard("t")
        shown = capsys.readouterr().out
        assert max(map(len, shown.splitlines())) <= 60
        table = shown[shown.rindex("──") :]
        here = stepping.steps[stepping.at].game
        names = {c.unique_id: c.name for c in here.rules.cards[1:]}
        for seat in range(2):
            hand = [names[d["card"]] for d in here.view(seat)["players"][seat]["zones"]["hand"]]
            assert hand
            assert [name for name in hand if name not in table] == []
