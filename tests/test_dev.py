"""The watcher in a process of its own, on a pack that the test writes: what it says at each save, what it shows in a
browser, and how a game goes on."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.authoring.compare import renamed, version
from cli.dev import looking
from cli.kept.resume import tell
from engine import Game, load
from engine.loader import link
from engine.record import Agreement
from tests.small_packs import GARDEN, write_pack
from tests.test_cli import as_yaml, state51
from tests.watched import Watched, replace, save

pytest.importorskip("watchfiles", reason="the extra `watch` is not installed")

CARDS = """\
cards:
  plant:
    - {id: weed, name: Weed, height: 1, size: small, colours: [], yield: 1 seed}
    - {id: moss, name: Moss, height: 2, size: small, colours: [], yield: 2 seed}
"""
STORIES = [
    {"name": f"{name} stays", "table": [{"bed": [name.lower()]}, {}], "phase": "day",
     "play": [{"seat": 1, "choose": "rest"}], "expect": [{"seat": 1, "bed": [name.lower()]}]}
    for name in ("Weed", "Moss")
]  # fmt: skip


@pytest.fixture
def plot(tmp_path: Path) -> Path:
    """A pack of two cards that builds on the garden, each with a scenario."""
    (tmp_path / "garden").symlink_to(GARDEN)
    folder = write_pack(tmp_path, "plot", 'requires: {garden: ">=1.0,<2"}', cards=CARDS)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "stays.yaml").write_text(as_yaml({"scenarios": STORIES}))
    return folder


@pytest.fixture
def dev(plot: Path) -> Iterator[Watched]:
    """The pack, watched."""
    with Watched(plot.parent, "plot") as running:
        said = running.until("Watching; Ctrl-C ends it.")
        assert "Plot 1.0.0: 2 cards." in said
        assert "Scenarios: 2 passed, 0 failed." in said
        yield running


# ---- a new author


def test_from_nothing_to_three_cards_with_nothing_typed(tmp_path: Path) -> None:
    with Watched(tmp_path, "mypack") as dev:
        said = dev.until("Watching; Ctrl-C ends it.")
        cards, stories = tmp_path / "mypack" / "cards.yaml", tmp_path / "mypack" / "scenarios" / "cards.yaml"
        assert said.startswith("mypack is not there yet: a pack that works is begun in it.")
        assert "Lint: no errors, no warnings.\nScenarios: 1 passed, 0 failed." in said
        assert "A further card: copy all lines of one, from its `- id:`\non" in said
        first = re.search(r"^    - id: first_of_mypack\n(?:      .*\n)+", cards.read_text() + "\n", re.M)
        assert first is not None
        for id in ("second", "third"):  # as it said: copied, with another id and name
            entry = first[0].replace("first_of_mypack", id).replace("First of Mypack", id.capitalize())
            save(cards, cards.read_text().rstrip() + "\n" + entry)
            said = dev.look() + dev.until(f"Next: no scenario names `{id}`. Add to mypack/scenarios/cards.yaml")
            assert f"{id.capitalize()} ({id}) is new" in said
            said = dev.until(" state: [")  # what it proposes is copied too
            said += dev.until("\n")
            save(stories, stories.read_text() + said.partition("\n")[2])
            assert re.search(r"Scenarios: \d passed, 0 failed\.", dev.look())
        dev.until("3 cards, each in a scenario.")
        assert dev.interrupt() == 0
    assert state51("test", tmp_path / "mypack").startswith("3 passed")


def test_an_empty_folder_is_begun_and_any_other_is_not(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("Dear aunt")
    with Watched(tmp_path, "empty") as dev:
        assert "empty is empty: a pack that works is begun in it." in dev.until("Watching")
    assert "full is no pack: it has no pack.yaml, and it is not empty" in state51("dev", tmp_path / "full", code=2)
    assert [p.name for p in (tmp_path / "full").iterdir()] == ["letter.txt"]


def test_a_pack_of_a_manifest_alone_is_shown_a_card_and_its_scenario_that_work_as_they_stand(tmp_path: Path) -> None:
    """Given a manifest that somebody wrote, when what is shown next is copied into new files, then all is well."""
    write_pack(tmp_path, "plot", 'requires: {garden: ">=1.0,<2"}')
    (tmp_path / "garden").symlink_to(GARDEN)
    with Watched(tmp_path, "plot") as dev:
        dev.until("Next: write a card in plot/cards.yaml, for example:\n")
        save(tmp_path / "plot" / "cards.yaml", dev.until("Watching").removesuffix("Watching"))
        assert "My Card (my_card) is new" in dev.look()
        dev.until("Add to plot/scenarios/cards.yaml, for example:\n")
        (tmp_path / "plot" / "scenarios").mkdir()
        save(tmp_path / "plot" / "scenarios" / "cards.yaml", dev.until(" bed: [my_card]\n"))
        assert "Scenarios: 1 passed, 0 failed." in dev.look()


def test_of_several_cards_without_a_scenario_the_last_is_helped_first(dev: Watched, plot: Path) -> None:
    for id in ("fern", "reed"):
        card = f"    - {{id: {id}, name: {id.title()}, height: 1, size: small, colours: [], yield: 1 seed}}\n"
        save(plot / "cards.yaml", (plot / "cards.yaml").read_text() + card)
        dev.look()
        dev.until(f"Next: no scenario names `{id}`.")


def test_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with Watched(tmp_path / "mine", ".") as dev:
        assert "Mine 0.1.0: 1 card." in dev.until("Watching")
        replace(tmp_path / "mine" / "cards.yaml", "First of Mine", "The Best of Mine")
        assert "its name was First of Mine" in dev.look()


# ---- what is said of a save


def test_what_changed_is_told_with_the_whole_text_of_the_card(dev: Watched, plot: Path) -> None:
    replace(plot / "cards.yaml", "yield: 2 seed", "yield: 3 seed")
    said = dev.look()
    assert "plot/cards.yaml --\nMoss (moss):\n" in said
    assert re.search(r"\n      Height: 2\n(.*\n)*    - Yield: 2 seeds\n    \+ Yield: 3 seeds\n", said)
    assert "Weed" not in said
    assert "Scenarios: 1 passed, 0 failed." in said  # only that which names the card


def test_what_the_text_does_not_tell_is_told_as_written(dev: Watched, plot: Path) -> None:
    replace(plot / "cards.yaml", "{id: weed,", "{id: weed, copies: 3,")
    assert "Weed (weed):\n    copies: 1 became 3\n" in dev.look()
    replace(plot / "pack.yaml", "version: 1.0.0", "version: 1.1.0")
    said = dev.look()
    assert 'version: "1.0.0" became "1.1.0"' in said
    assert "Scenarios: 2 passed, 0 failed." in said  # what is not about cards concerns all


def test_a_typo_and_its_repair(dev: Watched, plot: Path) -> None:
    replace(plot / "cards.yaml", "yield: 2 seed", "yield: 2 sed")
    said = dev.look()
    assert "plot/cards.yaml:4:" in said
    assert re.search(r"help: did you mean .?seed", said)
    assert re.search(r"Lint: 1 error.*\nThe pack does not load: it stays as it was at \d\d:\d\d:\d\d\.", said)
    replace(plot / "cards.yaml", "yield: 2 sed", "yield: 4 seed")
    said = dev.look()
    assert "It loads again." in said
    assert "    - Yield: 2 seeds\n    + Yield: 4 seeds\n" in said


def test_at_a_terminal_a_long_line_is_cropped_so_that_the_caret_points_at_what_is_wrong(plot: Path) -> None:
    with Watched(plot.parent, "plot", terminal=True) as dev:
        dev.until("Watching; Ctrl-C ends it.")
        long = "1 coin per plant in your bed where " + " and ".join(f"height > {n}" for n in range(9))
        replace(plot / "cards.yaml", "yield: 2 seed", f"yield: {long} and size = smalle max 3")
        lines = dev.until("Lint: 1 error").replace("\r", "").split("\n")
        at = next(n for n, line in enumerate(lines) if "error[N003" in line)
        shown, caret = lines[at + 1], lines[at + 2]
        assert len(shown) <= 100
        assert shown[caret.index("^") :].startswith("smalle")
        assert dev.interrupt() == 0


def test_a_scenario_that_begins_to_fail(dev: Watched, plot: Path) -> None:
    stories = plot / "scenarios" / "stays.yaml"
    save(stories, as_yaml({"scenarios": [STORIES[0], {**STORIES[1], "expect": [{"seat": 1, "bed": []}]}]}))
    said = dev.look()
    assert "FAILED Moss stays\n" in said
    assert "plot/scenarios/stays.yaml:" in said
    dev.until('Next: mend what made "Moss stays" fail, or what that scenario expects.')
    replace(plot / "cards.yaml", "yield: 1 seed", "yield: 2 seed")
    said = dev.look()
    assert "Scenarios: 1 passed, 1 failed." in said  # that of the card, and again that which failed


def test_a_renamed_card(dev: Watched, plot: Path) -> None:
    replace(plot / "cards.yaml", "id: moss,", "id: lichen,")
    said = dev.look()
    assert "Moss (lichen), which was moss:" in said
    assert "is gone" not in said and "is new" not in said
    assert "`moss`" in said  # the scenario that still names it
    replace(plot / "scenarios" / "stays.yaml", "moss", "lichen")
    assert "Scenarios: 2 passed, 0 failed." in dev.look()


def test_a_deleted_manifest(dev: Watched, plot: Path) -> None:
    (plot / "pack.yaml").rename(plot / "pack.txt")
    said = dev.look()
    assert "there is no pack at plot: it has no pack.yaml" in said
    assert "The pack does not load: it stays as it was" in said
    dev.until("Next: put plot/pack.yaml back")
    (plot / "pack.txt").rename(plot / "pack.yaml")
    assert "It loads again." in dev.look()


def test_a_deleted_folder(dev: Watched, plot: Path) -> None:
    shutil.copytree(plot, plot.parent / "aside")
    shutil.rmtree(plot)
    dev.until("plot is looked at again as soon as there is such a folder.")
    (plot.parent / "aside").rename(plot)
    dev.until("It loads again.")
    dev.until(" s)\n")
    replace(plot / "cards.yaml", "name: Weed", "name: Nettle")
    assert "its name was Weed" in dev.look()


def test_a_burst_of_saves_is_told_as_what_came_of_it(dev: Watched, plot: Path) -> None:
    for n in range(40):
        text = CARDS.replace("2 seed", f"{n + 3} seed")
        (plot / "cards.yaml").write_text(text[: n * 7])  # half written
        save(plot / "cards.yaml", text)
    dev.until("+ Yield: 42 seeds\n")
    dev.until(" s)\n")
    assert dev.all.count("\n-- ") < 10
    assert dev.quiet(1.0)


def test_a_save_without_a_change_is_none(dev: Watched, plot: Path) -> None:
    replace(plot / "cards.yaml", "Weed", "Weed")
    (plot / ".notes.txt").write_text("none of the pack")
    replace(plot / "pack.yaml", "Plot", "Patch")
    assert "plot/pack.yaml --\nname:" in dev.look()  # the first that is told


def test_a_new_warning_is_told_and_an_old_one_is_counted(dev: Watched, plot: Path) -> None:
    save(plot / "more.yaml", "functions:\n  tall(plant p): p.height > 3\n")
    said = dev.look()
    assert re.search(r"plot/more\.yaml:2:\d+: warning\[L", said)
    replace(plot / "cards.yaml", "yield: 2 seed", "yield: 3 seed")
    said = dev.look()
    assert "more.yaml" not in said
    assert "as before)" in said


def test_control_c_ends_it_well(dev: Watched) -> None:
    assert dev.interrupt() == 0
    assert "Ended." in dev.all or "Ended." in dev.until("Ended.")


# ---- the command line


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nowhere/deep/", "--port", "5000"], "--port goes with --gallery"),
        ([str(GARDEN), "--seed", "1"], "--seed goes with --game"),
        ([str(GARDEN), "--game", "--seats", "humn"], "did you mean"),
        ([str(GARDEN / "pack.yaml")], "is no folder"),
        (["No Id"], "is no id of a pack"),
    ],
)
def test_misuse(args: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in state51("dev", *args, code=2)
    assert not any(tmp_path.iterdir())


def test_without_the_library_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert 'pip install "state51[watch]"' in state51("dev", tmp_path / "mine", code=2)
    assert not any(tmp_path.iterdir())


def test_what_renaming_is(tmp_path: Path, plot: Path) -> None:
    """Of the same name or with the same fields; a card that is both new and other is no renamed one."""
    rules, packs = link([str(plot)], {})
    before = version(rules, packs[-1])
    text = CARDS.replace("id: weed, name: Weed", "id: nettle, name: Nettle")
    save(plot / "cards.yaml", text.replace("id: moss, name: Moss, height: 2", "id: fern, name: Fern, height: 3"))
    rules, packs = link([str(plot)], {})
    after = version(rules, packs[-1])
    assert renamed(before.cards, after.cards) == {"nettle": "weed"}
    happened = looking.changes(before, after)
    assert (happened.cards, happened.gone) == ({"nettle": "weed", "fern": "fern"}, ["moss"])


# ---- the gallery


class Browser:
    """What a browser asks of the gallery."""

    def __init__(self, said: str) -> None:
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found is not None
        self.port = int(found[1])

    def get(self, path: str, host: str = "") -> tuple[int, str]:
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            asked.request("GET", path, headers={"Host": host} if host else {})
            answer = asked.getresponse()
            return answer.status, answer.read().decode()
        finally:
            asked.close()

    def events(self) -> Iterator[dict[str, Any]]:
        """The stream of what is shown."""
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            asked.request("GET", "/events")
            answer = asked.getresponse()
            assert answer.headers["Content-Type"].startswith("text/event-stream")
            while line := answer.readline():
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])
        finally:
            asked.close()


def test_the_page_is_new_at_every_save_and_has_a_banner_when_it_cannot_be(plot: Path) -> None:
    with Watched(plot.parent, "plot", "--gallery", "--port", "0") as dev:
        browser = Browser(dev.until("Watching"))
        events = browser.events()
        assert next(events) == {"page": 1, "problem": ""}
        code, page = browser.get("/")
        assert code == 200 and ">Weed<" in page and 'data-page="1"' in page
        replace(plot / "cards.yaml", "name: Weed", "name: Nettle")
        assert next(events) == {"page": 2, "problem": ""}
        assert ">Nettle<" in browser.get("/")[1]
        replace(plot / "cards.yaml", "yield: 1 seed", "yield: 1 sed")
        broken = next(events)
        assert broken["page"] == 2 and "plot/cards.yaml:3:" in broken["problem"] and "seed" in broken["problem"]
        assert ">Nettle<" in browser.get("/")[1]
        replace(plot / "cards.yaml", "yield: 1 sed", "yield: 1 seed")
        assert next(events) == {"page": 3, "problem": ""}
        events.close()


def test_only_this_machine_is_answered(plot: Path) -> None:
    with Watched(plot.parent, "plot", "--gallery", "--port", "0") as dev:
        browser = Browser(dev.until("Watching"))
        assert browser.get("/", f"localhost:{browser.port}")[0] == 200
        here = f"127.0.0.1:{browser.port}"
        for host in ("evil.example", f"evil.example:{browser.port}", "127.0.0.1", f"{here}.evil.example"):
            code, text = browser.get("/", host)
            assert code == 403 and "Weed" not in text
            assert browser.get("/events", host)[0] == 403
        assert browser.get("/../pack.yaml")[0] == 404
        assert browser.get("/pack.yaml")[0] == 404
        assert dev.interrupt() == 0


def test_a_pack_that_never_loaded_is_shown_as_such_until_it_does(plot: Path) -> None:
    replace(plot / "cards.yaml", "yield: 1 seed", "yield: 1 <sed>")
    with Watched(plot.parent, "plot", "--gallery", "--port", "0") as dev:
        browser = Browser(dev.until("Watching"))
        page = browser.get("/")[1]
        assert "does not load yet" in page and "&lt;sed&gt;" in page and "<sed>" not in page
        replace(plot / "cards.yaml", "yield: 1 <sed>", "yield: 1 seed")
        assert next(event for event in browser.events() if event["page"] > 1)["problem"] == ""
        assert ">Weed<" in browser.get("/")[1]


def test_a_port_that_is_taken(plot: Path) -> None:
    with Watched(plot.parent, "plot", "--gallery", "--port", "0") as dev:
        taken = Browser(dev.until("Watching")).port
        assert f"--port {taken}: " in state51("dev", plot, "--gallery", "--port", str(taken), code=2)


# ---- the game


@pytest.fixture
def game(plot: Path) -> Iterator[Watched]:
    """A game of the pack, after two choices of the person."""
    with Watched(plot.parent, "plot", "--game", "--seats", "human,greedy", "--seed", "5") as running:
        running.until("\n> ")
        for _ in range(2):
            running.type("1")
            running.until("\n> ")
        yield running


def test_the_game_goes_on_at_the_same_decision(game: Watched, plot: Path) -> None:
    asked = re.findall(r"\n(.+, seat 1:\n(?:  .+\n)+)> $", game.all)[-1]
    replace(plot / "cards.yaml", "yield: 2 seed", "yield: 3 seed")
    said = game.look() + game.until("\n> ")
    assert "+ Yield: 3 seeds" in said
    assert "The game goes on at the same decision, with the content as it is now." in said
    assert asked in said
    game.type("1")
    game.until("\n> ")


def test_the_game_stands_where_its_record_stops_agreeing(game: Watched, plot: Path) -> None:
    replace(plot / "cards.yaml", "{id: moss,", "{id: moss, copies: 9,")
    said = game.look() + game.until("\n> ")
    assert "This was made with other content: the content of `plot` 1.0.0 has changed." in said
    assert re.search(r"choices .*though the game does not begin as it did", said)
    game.type("1")
    game.until("\n> ")


def test_the_game_goes_on_with_the_last_good_content(game: Watched, plot: Path) -> None:
    replace(plot / "cards.yaml", "yield: 2 seed", "yield: 2 sed")
    said = game.look() + game.until("\n> ")
    assert "The pack does not load: it stays as it was" in said
    assert "The game" not in said.partition("it stays as it was")[2]
    game.type("? Moss")
    assert "2 seeds" in game.until("\n> ")
    game.type("1")
    game.until("\n> ")
    replace(plot / "cards.yaml", "yield: 2 sed", "yield: 3 seed")
    assert "The game goes on at the same decision" in game.look() + game.until("\n> ")
    game.type("? Moss")
    assert "3 seeds" in game.until("\n> ")


def test_what_is_said_of_a_save_is_not_pushed_off_the_screen(game: Watched, plot: Path) -> None:
    """Given a question, when something is saved, then of the table and the options only what is new comes below."""
    table, options = r"\nSeat 2.*: .*hand: \d", r"\n  1  "
    assert re.search(table, game.all) and re.search(options, game.all)
    replace(plot / "cards.yaml", "yield: 2 seed", "yield: 2 sed")
    game.look()
    said = game.until("\n> ")
    assert ", seat 1:\n> " in said and not re.search(f"{table}|{options}", said)
    replace(plot / "cards.yaml", "yield: 2 sed", "yield: 3 seed")
    game.look()
    said = game.until("\n> ")
    assert re.search(options, said) and not re.search(table, said)


@pytest.mark.parametrize(
    ("choices", "total", "said"),
    [(0, 0, ""), (1, 1, "The one choice so far is still legal"), (0, 1, "0 of 1 choices are still legal"),
     (2, 2, "All 2 choices are still legal")],
)  # fmt: skip
def test_how_many_choices_are_still_legal(
    choices: int, total: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the first one nothing is said of them."""
    tell(Agreement(Game.new(load([str(GARDEN)]), seats=[None, None], seed=1), choices, total, "", False, ""))
    assert capsys.readouterr().out == (f"{said}, though the game does not begin as it did.\n" if said else "")


def test_the_watcher_goes_on_when_the_game_is_left(game: Watched, plot: Path) -> None:
    game.type("quit")
    game.until("Watching; Ctrl-C ends it.")
    replace(plot / "cards.yaml", "yield: 2 seed", "yield: 3 seed")
    assert "+ Yield: 3 seeds" in game.look()
    assert game.interrupt() == 0


def test_control_c_ends_the_game_and_the_watcher(game: Watched) -> None:
    assert game.interrupt() == 0


def test_at_a_terminal_the_question_is_interrupted_and_what_was_typed_is_kept(plot: Path) -> None:
    with Watched(plot.parent, "plot", "--game", "--seats", "human,greedy", "--seed", "5", terminal=True) as dev:
        dev.until(", seat 1:")
        dev.until(">")
        dev.type("? Mos", end="")
        dev.until("Mos")
        replace(plot / "cards.yaml", "yield: 2 seed", "yield: 3 seed")
        dev.until("The game goes on at the same decision")
        dev.until("? Mos")
        dev.type("s", end="\r")
        dev.until("3 seeds")
        assert dev.interrupt() == 0
