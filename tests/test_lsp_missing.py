"""A fix writes the keys that a mapping must have, in the manner of what stands there, and leaves all else as it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest

from cli.lsp.missing import insertions, lacking
from dsl.diagnostics import Diagnostics
from engine.index.linked import Linked, link_loosely
from engine.packs.document import Document
from engine.packs.source import load_document
from engine.schema.build import manifest_schema
from engine.schema.check import check
from engine.schema.pack import pack_schema
from engine.schema.scenarios import pack_scenarios_schema
from engine.schema.shapes import Schema
from tests.small_packs import GARDEN

CARD = """\
cards:
  plant:
    - id: aster
      name: Aster
      size: small
"""
OTHER = "    - {id: x, name: X, height: 1, size: tall, colours: [], yield: 1 coin}\n"
TEXTS = {
    "at the end of a card": CARD,
    "of a card with others after it": CARD
    + "    - {id: x, name: X, height: 1, size: tall, colours: [], yield: 1 coin}\n",
    "without a line end": CARD.rstrip("\n"),
    "with other line ends": CARD.replace("\n", "\r\n"),
    "after a block of text": CARD + "      bloom: |\n        1 coin -> 1 seed\n",
    "after a block of text without its line end": CARD + "      bloom: |-\n        1 coin -> 1 seed\n\n# 🌸 the end\n",
    "after a list": CARD + "      colours:\n        - pink\n        - white  # and no other\n",
    "in brackets": "cards: {plant: [{id: aster, name: Aster 🌸, size: small}]}\n",
    "in brackets of several lines": "cards:\n  plant:\n    - {id: aster,\n       name: Aster}\n",
    "of a card that has only an id": "cards: {plant: [{id: aster}]}",
}


@lru_cache(maxsize=1)
def garden() -> Linked:
    return link_loosely(GARDEN)


def content() -> Schema:
    return pack_schema(garden().symbols, "garden")


def read(text: str, schema: Schema) -> tuple[Document, Diagnostics]:
    document, report = load_document("x.yaml", text.encode()), Diagnostics()
    check(document, schema, report)
    return document, report


def mended(text: str, schema: Schema) -> str:
    """A text with all that is told missing in it."""
    while True:
        document, report = read(text, schema)
        told = next((d for d in report if d.code == "K002"), None)
        if told is None or told.span is None:
            return text
        found = lacking(document, schema, told.span)
        assert found is not None, told.message
        for at, new in sorted(insertions(document, found, found.keys).items(), reverse=True):
            text = text[:at] + new + text[at:]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_what_is_missing_is_written_as_what_stands_there(text: str) -> None:
    before, report = read(text, content())
    assert "K002" in [d.code for d in report]
    new = mended(text, content())
    after, report = read(new, content())
    assert not list(report), list(report)
    old_card, card = before.data["cards"]["plant"][0], after.data["cards"]["plant"][0]
    order = [key for key in ("id", "name", "height", "size", "colours", "bloom") if key in card]
    assert list(card) == order, "each key where it belongs"
    assert {**card, **old_card} == card and {"height", "size", "colours"} <= card.keys()
    assert before.data["cards"]["plant"][1:] == after.data["cards"]["plant"][1:]
    assert ("\r\n" in text) == ("\n" in new.replace("\r\n", "") or "\r\n" in new) or "\r" not in text
    assert "\n" not in new.replace("\r\n", "") or "\r" not in text, "every line ends as the others do"
    assert "#" not in text or text.partition("#")[2] in new


def required(document: Document, schema: Schema) -> Iterator[str]:
    """The text of a file without one of its lines, where that is a key that must be there."""
    lines = document.text.splitlines(keepends=True)
    for n in range(len(lines)):
        text = "".join(lines[:n] + lines[n + 1 :])
        try:
            _, report = read(text, schema)
        except Exception:  # noqa: BLE001 no YAML any more
            continue
        if [d.code for d in report] == ["K002"]:
            yield text


def test_any_key_that_is_taken_out_of_a_finished_file_can_be_written_again() -> None:
    scenarios = pack_scenarios_schema(garden().symbols, "garden", garden().phases)
    schemas = [
        (garden().packs[-1].manifest, manifest_schema()),
        *((d, content()) for d in garden().packs[-1].documents),
    ]
    schemas += [(d, scenarios) for d in garden().beside][:2]
    tried = 0
    for document, schema in schemas:
        for text in required(document, schema):
            assert not list(read(mended(text, schema), schema)[1])
            tried += 1
    assert tried > 20
