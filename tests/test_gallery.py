"""The gallery: what stands on the page and on one card, in words only; what a browser makes of it is tested beside."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cli.gallery.collect import collect
from cli.gallery.draw import HIGH, WIDE, alone
from cli.gallery.faces import Faces
from cli.gallery.flow import width
from cli.gallery.page import Page
from cli.gallery.signs import readable_on
from engine.loader import link
from engine.packs.locate import built_in
from tests.small_packs import GARDEN, complaint, complaints, pointed_at, write_plot
from tests.test_cli import state51

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "</script><script>alert(1)</script><b>&amp;"


def page_of(*packs: str, language: str = "en") -> str:
    return Page(collect(list(packs), language), language).html()


def data_of(html: str) -> dict[str, Any]:
    """What the script of a page is given at once."""
    found = re.search(r'id="data">(.*?)</script>', html, re.S)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def sources_of(html: str) -> dict[str, Any]:
    """What the script unpacks when a card is opened."""
    found = re.search(r'id="packed">(.*?)</script>', html, re.S)
    assert found
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return data


def picture(folder: Path, card: str, *args: str) -> ElementTree.Element:
    target = folder / "card.svg"
    state51("gallery", *args, "--card", card, "--svg", target)
    return ElementTree.fromstring(target.read_text(encoding="utf-8"))


def words_in(svg: ElementTree.Element) -> str:
    return " ".join(t.text or "" for t in svg.iter(f"{SVG}text"))


class TestPage:
    def test_every_card_of_the_packs_is_on_it(self, tmp_path: Path) -> None:
        out = tmp_path / "cards.html"
        said = state51("gallery", "base", "--out", out)
        data = data_of(out.read_text(encoding="utf-8"))
        assert said.startswith(f"wrote {out}: 64 cards, ")
        assert len(data["cards"]) == 64
        assert data["cards"][0] | {"lines": []} == {
            "id": "base:new_york", "title": "New York", "pack": "base", "kind": "faction", "copies": 1, "words": {},
            "numbers": {}, "lines": [],
        }  # fmt: skip

    def test_packs_that_exclude_each_other_stand_side_by_side(self) -> None:
        data = data_of(page_of("newera", "nomansland"))
        packs = [card["pack"] for card in data["cards"]]
        assert {"base", "newera", "nomansland"} <= set(packs)
        assert packs.count("base") == 64, "what both need is there once"

    def test_there_is_a_filter_for_every_field_of_words_that_is_used(self) -> None:
        html = page_of("base", "connections")
        assert re.findall(r'data-filter="([^"]+)"', html) == ["pack", "kind", "w:category", "w:types.type", "w:pile"]

    def test_a_card_has_what_is_written_of_it_and_the_scenarios_that_name_it(self) -> None:
        html = page_of("base")
        at = next(n for n, card in enumerate(data_of(html)["cards"]) if card["id"] == "base:archive")
        found = sources_of(html)
        (text, place), *more = found["sources"][at][0]
        assert text.startswith("- id: archive\n  name: Archive\n  copies: 1\n")
        assert re.fullmatch(r"base/locations\.yaml:\d+", place) and not more
        names = [found["stories"][n][0] for n in found["sources"][at][1]]
        assert "Archive turns 1 worker into 1 VP, twice a round" in names

    def test_what_another_pack_changes_of_a_card_is_shown_too(self, tmp_path: Path) -> None:
        plot = write_plot(tmp_path, "extend:\n  - card: daisy\n    add: {copies: 2}\n")
        html = page_of(str(GARDEN), str(plot))
        at = next(n for n, card in enumerate(data_of(html)["cards"]) if card["id"] == "garden:daisy")
        written = sources_of(html)["sources"][at][0]
        assert [place.split(":")[0] for _, place in written] == ["garden/plants.yaml", "plot/rules.yaml"]
        assert "add: {copies: 2}" in written[1][0]

    def test_it_asks_for_nothing(self) -> None:
        html = page_of("base")
        assert "default-src 'none'" in html
        assert not re.findall(r"(?:src|href)=[\"'](?!#)", html)
        assert not re.search(r"url\(|@import|https?://|\bstyle=", html)

    def test_nothing_of_a_pack_is_read_as_html(self, tmp_path: Path) -> None:
        plant = {"id": "weed", "name": EVIL, "height": 1, "size": "small", "colours": [], "yield": "1 seed"}
        goods = {"moss": {"name": EVIL, "icon": "<i>"}}
        files = {"cards": {"cards": {"plant": [plant]}}, "vocabulary": {"vocabulary": {"goods": goods}}}
        texts = {name: json.dumps(value) for name, value in files.items()}
        plot = write_plot(tmp_path, "", f"name: '{EVIL}'", **texts)
        (plot / "rules.yaml").unlink()
        html = page_of(str(GARDEN), str(plot))
        assert html.count("<script") == 3
        assert "<b>" not in html and "<i>" not in html
        assert data_of(html)["cards"][-1]["title"] == EVIL

    def test_it_speaks_polish(self) -> None:
        html = page_of("base", language="pl")
        assert '<html lang="pl">' in html and "Szukaj" in html
        card = next(c for c in data_of(html)["cards"] if c["id"] == "base:archive")
        assert ["Akcja", "Zapłać 1 robotnika: zyskaj 1 PZ."] in card["lines"]
        assert not re.search("[\ue000-\uf8ff]", html), "no mark of a good is left"

    def test_what_stands_on_the_cards_is_the_text_of_the_cards(self) -> None:
        rules, _ = link(["base", "connections", "nomansland"], {})
        from dsl.text.tell import Teller

        teller = Teller(rules.symbols, rules.program)
        for face in Faces(rules).all():
            assert "\n".join(f"{label}: {text}" for label, text in face.lines) == teller.card_text(face.definition)


class TestCard:
    def test_one_card_is_a_picture_of_its_own(self, tmp_path: Path) -> None:
        svg = picture(tmp_path, "docks")
        assert (svg.get("width"), svg.get("height")) == ("63mm", "88mm")
        assert svg.findtext(f"{SVG}title") == "Docks"
        text = words_in(svg)
        assert all(word in text for word in ("Docks", "Distance", "Spoils", "iron", "base:docks", "×2"))
        defined = {e.get("id") for e in svg.iter() if e.get("id")}
        used = {(e.get("href") or "").removeprefix("#") for e in svg.iter(f"{SVG}use")}
        assert used and used <= defined

    def test_each_kind_shows_the_fields_it_declares(self, tmp_path: Path) -> None:
        board = words_in(picture(tmp_path, "new_york"))
        assert "Production" in board and board.count("Actions:") == 3
        land = words_in(picture(tmp_path, "centre", "nomansland"))
        assert all(
            word in land for word in ("Latitude", "Longitude", "Directions", "Level 1 effect:", "Level 3 effect:")
        )

    def test_a_good_without_a_drawing_has_a_badge(self, tmp_path: Path) -> None:
        svg = picture(tmp_path, "daisy", str(GARDEN))
        letters = {t.text for t in svg.iter(f"{SVG}text") if t.get("class") == "letters"}
        assert "Se" in letters, "a seed has no drawing"

    @pytest.mark.parametrize("language", ["en", "pl"])
    def test_no_text_leaves_its_card(self, language: str) -> None:
        """Given every card that comes along, each line of text ends before the edge, and above the foot."""
        for faces, _ in collect([*built_in()], language):
            for face in faces.all():
                svg = ElementTree.fromstring(alone(face, ""))
                body = next(g for g in svg.findall(f"{SVG}g") if g.get("font-size"))
                size = float(body.get("font-size", ""))
                for text in body.iter(f"{SVG}text"):
                    wide = width(text.text or "", float(text.get("font-size", size)))
                    end = float(text.get("x", "")) + float(text.get("textLength") or wide)
                    assert end <= WIDE - 10, f"{face.id}: {text.text}"
                    assert float(text.get("y", "")) <= HIGH - 24, f"{face.id}: {text.text}"

    def test_a_text_that_has_no_room_is_cut_and_says_so(self, tmp_path: Path) -> None:
        steps = "; ".join(["1 seed", "1 coin"] * 120)
        plant = {"id": "weed", "name": "Weed", "height": 1, "size": "small", "colours": [], "yield": "1 seed",
                 "bloom": f"1 coin -> {steps}"}  # fmt: skip
        plot = write_plot(tmp_path, "", cards=json.dumps({"cards": {"plant": [plant]}}))
        (plot / "rules.yaml").unlink()
        assert "…" in words_in(picture(tmp_path, "weed", str(GARDEN), str(plot)))

    def test_a_long_name_goes_on_in_a_second_line(self, tmp_path: Path) -> None:
        name = "A Weed That Grows Wherever Nobody Looks For It"
        plant = {"id": "weed", "name": name, "height": 1, "size": "small", "colours": [], "yield": "1 seed"}
        plot = write_plot(tmp_path, "", cards=json.dumps({"cards": {"plant": [plant]}}))
        (plot / "rules.yaml").unlink()
        svg = picture(tmp_path, "weed", str(GARDEN), str(plot))
        head = [t.text or "" for t in svg.iter(f"{SVG}text") if t.get("class") == "b" and t.get("y") in ("17", "29")]
        assert " ".join(head) == name

    def test_an_unknown_card_is_told_with_the_nearest(self, tmp_path: Path) -> None:
        said = state51("gallery", "--card", "docs", "--svg", tmp_path / "x.svg", code=2)
        assert 'did you mean "Docks"?' in said
        assert not (tmp_path / "x.svg").exists()

    def test_a_card_needs_a_file_and_a_file_a_card(self) -> None:
        assert "go together" in state51("gallery", "--card", "docks", code=2)
        assert "go together" in state51("gallery", "--svg", "x.svg", code=2)


class TestDrawings:
    @pytest.mark.parametrize(
        ("drawing", "code", "at"),
        [
            ('{shapes: [{path: "M1 1 url(javascript:x)"}]}', "K006", '"M1 1 url(javascript:x)"'),
            ('{shapes: [{path: "L1 1"}]}', "K006", '"L1 1"'),
            ("{shapes: [{circle: 16 16}]}", "K006", "16 16"),
            ("{shapes: [{polygon: 1 1 2 2}]}", "K006", "1 1 2 2"),
            ("{shapes: [{rect: 1 1 9999 2}]}", "K006", "1 1 9999 2"),
            ("{shapes: [{circle: 1 1 1, fill: red}]}", "K004", "red"),
            ("{shapes: [{image: a.png}]}", "K001", "image"),
            ("{shapes: [{circle: 1 1 1}], color: red}", "K006", "red"),
            ("{shapes: []}", "K008", "[]"),
            ("{shapes: [" + ", ".join(["{circle: 1 1 1}"] * 13) + "]}", "K005", None),
        ],
    )
    def test_anything_but_small_forms_is_refused(self, tmp_path: Path, drawing: str, code: str, at: str | None) -> None:
        plot = write_plot(tmp_path, f"vocabulary:\n  drawings:\n    blot: {drawing}\n")
        found = complaint(GARDEN, plot)
        assert found.code == code
        if at is not None:
            assert pointed_at(found) == at

    @pytest.mark.parametrize(
        "vocabulary",
        [
            "goods: {moss: {drawing: stone}}",
            "words: {size: {huge: {drawing: stone}}}",
            "kinds: {pot: {name: Pot, drawing: stone}}",
        ],
    )
    def test_a_drawing_that_is_named_must_be_there(self, tmp_path: Path, vocabulary: str) -> None:
        plot = write_plot(
            tmp_path, "vocabulary:\n  drawings: {stoan: {shapes: [{circle: 1 1 1}]}}\n  " + vocabulary + "\n"
        )
        found = complaint(GARDEN, plot)
        assert (found.code, found.hint, pointed_at(found)) == ("N013", 'did you mean "stoan"?', "stone")

    def test_no_name_is_drawn_twice(self, tmp_path: Path) -> None:
        one = "vocabulary:\n  drawings: {stone: {shapes: [{circle: 1 1 1}]}}\n"
        plot = write_plot(tmp_path, one, more=one)
        assert [d.code for d in complaints(GARDEN, plot)] == ["N011"]

    @pytest.mark.parametrize("pack", sorted(built_in()))
    def test_all_that_comes_along_is_drawn(self, pack: str) -> None:
        s = link([pack], {})[0].symbols
        assert not [g for g in s.goods.values() if not g.drawing]
        assert not [f"{v.id}: {w}" for v in s.words.values() for w in v.words if not v.drawings[w]]
        assert not [k.id for k in s.kinds.values() if not k.drawing]

    def test_bands_can_be_read(self) -> None:
        """Given any colour of a band, its text differs from it at least as 4.5 to 1."""
        for color in ("#000000", "#777777", "#ffffff", "#d98a1f", "#4f8fd6", "#9c3327"):
            light, dark = sorted([_luminance(color), _luminance(readable_on(color))], reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5


def _luminance(color: str) -> float:
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
