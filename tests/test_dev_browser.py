"""The gallery that the watcher serves, in a real browser: it loads itself anew, and keeps what was looked for.

Without Chromium, or without the packages of the extras `browser` and `watch`, these tests are skipped and say why.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.small_packs import GARDEN, write_pack
from tests.test_dev import CARDS
from tests.watched import Watched, replace

pytest.importorskip("watchfiles", reason="the extra `watch` is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def test_the_page_follows_the_files(tmp_path: Path) -> None:
    (tmp_path / "garden").symlink_to(GARDEN)
    plot = write_pack(tmp_path, "plot", 'requires: {garden: ">=1.0,<2"}', cards=CARDS)
    with Watched(tmp_path, "plot", "--gallery", "--port", "0") as dev, sync_api.sync_playwright() as playwright:
        url = re.search(r"http://\S+", dev.until("Watching"))
        assert url is not None
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        page = browser.new_page()
        problems: list[str] = []
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.goto(url[0])
        shown, banner = page.locator("#cards li:not([hidden])"), page.locator("#banner")
        sync_api.expect(shown).to_have_count(2)  # of the pack itself, not of what it requires
        page.fill("#search", "weed")
        page.click("#cards li:not([hidden]) button")
        sync_api.expect(page.locator("#large")).to_be_visible()
        replace(plot / "cards.yaml", "yield: 1 seed", "yield: 4 seed")
        sync_api.expect(page.locator("#large dd", has_text="4 seeds")).to_be_visible(timeout=30_000)
        assert page.input_value("#search") == "weed"
        replace(plot / "cards.yaml", "yield: 4 seed", "yield: 4 <b>sed</b>")
        sync_api.expect(banner).to_contain_text("4 <b>sed</b>", timeout=30_000)
        sync_api.expect(page.locator("#large dd", has_text="4 seeds")).to_be_visible()
        replace(plot / "cards.yaml", "yield: 4 <b>sed</b>", "yield: 5 seed")
        sync_api.expect(page.locator("#large dd", has_text="5 seeds")).to_be_visible(timeout=30_000)
        sync_api.expect(banner).to_be_hidden()
        assert problems == []
        assert dev.interrupt() == 0
        sync_api.expect(banner).to_contain_text("does not answer", timeout=30_000)
        browser.close()
