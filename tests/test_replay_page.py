"""Going through a saved game: at the terminal, and on a page that a browser steps through without asking anybody."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cli.kept import saves
from cli.kept.page import page
from cli.kept.steps import steps
from engine import Game, load
from engine.bots import BOTS, play_on
from engine.packs.translation import load_in
from engine.record import replay
from tests.small_packs import GARDEN, write_pack
from tests.test_cli import state51
from tests.test_spoken import english_in

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
EVIL = "</script><script>document.title='broken in'</script><img src=x onerror=\"document.title='broken in'\">"


@pytest.fixture(scope="module")
def game() -> Game:
    rules = load()
    new = Game.new(rules, [b.unique_id for b in rules.boards()[:4]], 5)
    return play_on(new, [BOTS["greedy"]] * 4, random.Random(1))


@pytest.fixture(scope="module")
def text(game: Game) -> str:
    """The page of the game."""
    return page(game, ["greedy"] * 4)


@pytest.fixture
def saved(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    saves.write(Path("game.json"), game, ["greedy"] * 4)
    return Path("game.json")


def data_of(text: str) -> dict[str, Any]:
    """What a page has to draw."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def whole(data: dict[str, Any], n: int) -> Any:
    value = data["pool"][n]
    if isinstance(value, list):
        return [whole(data, part) for part in value]
    return {k: whole(data, part) for k, part in value.items()} if isinstance(value, dict) else value


# ---- at the terminal


class TestStep:
    def test_on_back_and_to_a_step(self, saved: Path) -> None:
        text = state51("replay", saved, "--step", input="\n\nb\n7\nr\nR\ne\no\nt\n?\nq\n")
        shown = re.findall(r"^step (\d+) of \d+> ", text, re.M)
        last = str(saves.read(saved).total)
        assert shown[:5] == ["0", "1", "2", "1", "7"]
        assert shown[7:] == [last] * 4
        assert "Final standings" in text
        assert re.search(r"^> ", text, re.M), "what was chosen is marked among what was offered"
        assert "to the next round" in text

    def test_what_cannot_be(self, saved: Path) -> None:
        text = state51("replay", saved, "--step", "--to", "3", input="b\n99\nxyzzy\n\x1b[2J\n" + "9" * 900 + "\no\n")
        assert "That is the start of the game." in text
        assert "The game has only 3 steps." in text
        assert "`xyzzy` is nothing that can be said here" in text
        assert "\x1b" not in text
        assert "--seat goes with" in state51("replay", saved, "--seat", "1", code=2)
        assert "--seat 9: the game has only 4 seats" in state51("replay", saved, "--step", "--seat", "9", code=2)

    def test_a_seat_sees_only_what_it_saw(self, game: Game) -> None:
        for step in steps(game, 0):
            assert step.chosen is None or step.chosen.seat == 0
            assert all(e.audience in (None, 0) for e in step.events)


# ---- the page as a file


class TestFile:
    def test_a_whole_game_is_small_and_each_step_is_the_game(self, game: Game, saved: Path) -> None:
        assert f"{game.state.clock} steps" in state51("replay", saved, "--html", "out.html")
        text = Path("out.html").read_text(encoding="utf-8")
        assert len(text.encode()) < 500_000
        data = data_of(text)
        assert len(data["frames"]) == game.state.clock + 1
        last = whole(data, data["frames"][-1])
        assert last["view"]["over"]
        assert last["scores"] == [s.score for s in sorted(game.standings, key=lambda s: s.seat)]
        hands = [p["zones"]["hand"] for p in whole(data, data["frames"][20])["view"]["players"]]
        assert not any("hidden" in c for hand in hands for c in hand)

    def test_as_one_seat_saw_it(self, saved: Path) -> None:
        state51("replay", saved, "--html", "out.html", "--seat", "2", "--to", "40")
        data = data_of(Path("out.html").read_text(encoding="utf-8"))
        for n in data["frames"]:
            frame = whole(data, n)
            others = [p for p in frame["view"]["players"] if p["seat"] != 2]
            assert all(set(c) == {"hidden"} for p in others for c in p["zones"]["hand"])
            assert frame["chosen"] is None or frame["chosen"]["seat"] == 2

    def test_it_names_no_other_place(self, text: str) -> None:
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(", text)
        parser = Outline()
        parser.feed(text)
        assert not parser.places

    def test_what_cannot_be_written(self, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert "there is no directory" in state51("replay", saved, "--html", "no/such/out.html", code=2)

        def fails(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("cli.replay.write_whole", fails)
        assert "no space left on device" in state51("replay", saved, "--html", "out.html", code=1)
        assert not Path("out.html").exists()


class Outline(HTMLParser):
    """The addresses in a page, and how many scripts it has."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        self.places += [str(value) for name, value in attrs if name in ("src", "href", "action", "srcset")]


def evil_game(folder: Path) -> Game:
    """A game of a pack that calls its things by markup."""
    name = json.dumps(EVIL)
    card = (
        f"cards:\n  plant:\n    - {{id: weed, name: {name}, copies: 9, height: 1, size: small, colours: [], "
        "yield: 1 seed}\n"
    )
    write_pack(folder, "evil", 'requires: {garden: ">=1.0,<2"}', cards=card)
    (folder / "garden").symlink_to(GARDEN)
    rules = load([folder / "evil"], cache=False)
    return play_on(Game.new(rules, [None, None], 1), [BOTS["random"]] * 2, random.Random(1))


def test_text_of_a_pack_is_never_markup(tmp_path: Path) -> None:
    text = page(evil_game(tmp_path), [EVIL, "random"])
    parser = Outline()
    parser.feed(text)
    assert parser.scripts == 2
    assert "<img" not in text
    assert EVIL in data_of(text)["pool"] or any(c["name"] == EVIL for c in data_of(text)["cards"].values())


# ---- the page in a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed")
    with sync_api.sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield chromium
        chromium.close()


class Opened:
    """A page opened in the browser, with all that went wrong and all that it asked for."""

    def __init__(self, browser: Any, file: Path, text: str, **more: Any) -> None:
        file.write_text(text, encoding="utf-8")
        self.page = browser.new_page(**more)
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda e: self.wrong.append(str(e)))
        self.page.on("console", lambda m: self.wrong.append(m.text))
        self.page.on("request", lambda r: self.asked.append(r.url))
        self.page.goto(file.as_uri())

    @property
    def where(self) -> str:
        return str(self.page.locator("#where").inner_text())

    def press(self, *keys: str) -> str:
        for key in keys:
            self.page.keyboard.press(key)
        return self.where


class TestBrowser:
    def test_the_keyboard_goes_through_the_game(self, game: Game, text: str, browser: Any, tmp_path: Path) -> None:
        last = game.state.clock
        opened = Opened(browser, tmp_path / "out.html", text)
        assert opened.where.startswith(f"Step 0 of {last} · round 1")
        assert opened.press("ArrowRight", "ArrowRight", "ArrowLeft").startswith("Step 1 of")
        assert "round 2," in opened.press("PageDown")
        assert "round 3," in opened.press("PageDown")
        assert "round 2," in opened.press("PageUp")
        assert opened.press("End") == f"Step {last} of {last} · round {game.state.round}, the end"
        assert opened.press("ArrowRight").startswith(f"Step {last} of")
        scores = opened.page.locator(".seat .score").all_inner_texts()
        assert scores == [str(s.score) for s in sorted(game.standings, key=lambda s: s.seat)]
        assert opened.press("Home").startswith("Step 0 of")
        assert opened.page.locator("#first").is_disabled()
        assert opened.wrong == []
        assert len(opened.asked) == 1, "nothing but the file itself is asked for"

    def test_it_speaks_the_language_of_the_game(self, game: Game, browser: Any, tmp_path: Path) -> None:
        told = replay(load_in("pl")[0], game.record())
        opened = Opened(browser, tmp_path / "out.html", page(told, ["greedy"] * 4), locale="pl")
        assert opened.where.startswith(f"Krok 0 z {game.state.clock} · runda 1, wypatrywanie")
        assert opened.press("End").endswith("koniec")
        opened.page.locator("#slider").fill(str(game.state.clock - 40))
        seen = opened.page.locator("body").inner_text()
        assert english_in(re.sub("Page up|Page down", "", seen)) == []
        assert not re.search(r"\b([5-9]|1[0-9]) (cegły|żelazo|robotnicy|karty)\b", seen)
        assert opened.page.locator("html").get_attribute("lang") == "pl"
        assert opened.wrong == []

    def test_each_step_draws_what_the_game_was(self, game: Game, text: str, browser: Any, tmp_path: Path) -> None:
        opened = Opened(browser, tmp_path / "out.html", text)
        names = {c.unique_id: c.name for c in game.rules.cards[1:]}
        for n, step in enumerate(steps(game, None)):
            if n % 60 == 0:
                opened.page.locator("#slider").fill(str(n))
                assert opened.where.startswith(f"Step {n} of")
                for seat, player in enumerate(step.game.view(None)["players"]):
                    drawn = opened.page.locator(".seat").nth(seat).inner_text()
                    cards = [c for zone in player["zones"].values() for c in zone if "card" in c]
                    assert all(names[c["card"]] in drawn for c in cards)
                    for good, amount in player["goods"].items():
                        facts = next(g for g in game.rules.goods if g["id"] == good)
                        assert f"{amount} {facts['name' if amount == 1 else 'plural']}" in drawn

    def test_a_card_shows_its_text_and_keeps_the_focus(
        self, game: Game, text: str, browser: Any, tmp_path: Path
    ) -> None:
        opened = Opened(browser, tmp_path / "out.html", text)
        card = opened.page.locator(".card").first
        name = card.inner_text().splitlines()[0]
        card.focus()
        opened.press("Enter")
        about = next(c for c in game.rules.cards[1:] if c.name == name)
        assert about.text.splitlines()[0] in opened.page.locator("#card").inner_text()
        assert opened.page.evaluate("document.activeElement.innerText").startswith(name)
        opened.press("Enter")
        assert opened.page.locator("#card").is_hidden()

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("width", [380, 1300])
    def test_it_can_be_read(self, scheme: str, width: int, text: str, browser: Any, tmp_path: Path) -> None:
        size = {"width": width, "height": 800}
        opened = Opened(browser, tmp_path / "out.html", text, viewport=size, color_scheme=scheme)
        opened.press("End")
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out"
        for place in ("body", "h2", ".facts", "summary", ".card", ".card small", "#about"):
            found = opened.page.evaluate(_CONTRAST, place)
            assert found is None or found >= 4.5, (place, found)

    def test_markup_of_a_pack_does_nothing(self, browser: Any, tmp_path: Path) -> None:
        opened = Opened(browser, tmp_path / "out.html", page(evil_game(tmp_path), [EVIL, "random"]))
        for _ in range(20):
            opened.press("ArrowRight")
        assert opened.page.title() != "broken in"
        assert opened.page.locator("main img, main script").count() == 0
        assert opened.wrong == []
        assert EVIL in opened.page.locator(".seat").first.inner_text()


_CONTRAST = """(place) => {
  const element = document.querySelector(place);
  if (!element) return null;
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  let around = element;
  while (around && (rgb(getComputedStyle(around).backgroundColor)[3] ?? 1) === 0) around = around.parentElement;
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
  const [one, other] = [light(rgb(getComputedStyle(element).color)),
                        light(rgb(getComputedStyle(around || document.body).backgroundColor))];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}"""
