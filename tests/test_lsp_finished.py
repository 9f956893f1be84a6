"""What stands in finished files is offered at each place, to whoever would write it there again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.lsp.completion import Completion
from cli.lsp.positions import Text
from dsl.parse.lexing import parser
from engine.index.linked import Linked, link_loosely
from engine.index.marks import HEADS, marks
from engine.packs.document import Document
from engine.schema.build import manifest_schema
from engine.schema.pack import pack_schema
from engine.schema.scenarios import pack_scenarios_schema
from engine.schema.shapes import Schema
from tests.small_packs import GARDEN

CONTENT = Path(__file__).parent.parent / "content"
#: Folders of packs, with how many places lie between two that are tried: all of them would take minutes.
PACKS = [(GARDEN, 2), (CONTENT / "base", 20), (CONTENT / "winter", 5), (CONTENT / "nomansland", 20)]


def files(linked: Linked) -> Iterator[tuple[Document, Schema]]:
    """The files of the pack that was linked last, each with its schema."""
    pack = linked.packs[-1]
    content = pack_schema(linked.symbols, pack.id)
    scenarios = pack_scenarios_schema(linked.symbols, pack.id, linked.phases)
    yield pack.manifest, manifest_schema()
    yield from ((document, content) for document in pack.documents)
    yield from ((document, scenarios) for document in linked.beside if "scenarios" in document.data)


def words(linked: Linked, document: Document, schema: Schema) -> Iterator[tuple[int, str]]:
    """Where words of effect texts stand, but for strings, numbers and names that are new there."""
    new = {scalar.span(*meaning.at).start for scalar, heard in linked.heard for meaning in heard if meaning.declares}
    for mark in marks(document.data, schema, linked.symbols.kinds):
        if mark.form and mark.form not in HEADS and not mark.key:
            scalar = document.scalar(mark.path)
            for token in parser().lex(scalar.text):
                at = scalar.span(token.start_pos, token.end_pos).start
                if token.value[0].isalpha() and at not in new:
                    yield at, str(token.value)


def keys_and_names(linked: Linked, document: Document, schema: Schema) -> Iterator[tuple[int, str]]:
    """Where keys stand that the schema knows, and values that name something."""
    found = list(marks(document.data, schema, linked.symbols.kinds))
    new = {mark.path for mark in found if mark.key and (mark.declares or mark.form)}
    named = {m.path for m in found if not m.key and not m.declares and m.sort not in ("", "names")}
    for path, value in inside(document.data):
        if path and isinstance(path[-1], str) and path not in new and not free(path):
            yield document.key_span(path).start, path[-1]
        if path in named and not elsewhere(document, path):
            yield document.span(path).start + (document.style(path) in ("'", '"')), str(value)


def elsewhere(document: Document, path: tuple[str | int, ...]) -> bool:
    """Whether something is of a scenario that names packs of its own, which nobody has linked."""
    return path[0] == "scenarios" and len(path) > 1 and "packs" in document.data["scenarios"][path[1]]


def free(path: tuple[str | int, ...]) -> bool:
    """Whether a key is a name that the author makes up."""
    return path[-2:-1] == ("with",) or path[:-1] == ("topics",) or path[1:2] == ("events",)


def inside(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    yield path, value
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from inside(part, (*path, key))


@pytest.mark.parametrize(("folder", "every"), PACKS, ids=lambda value: getattr(value, "name", ""))
@pytest.mark.parametrize("places", [words, keys_and_names])
def test_what_stands_there_is_offered_there(folder: Path, every: int, places: Any) -> None:
    linked = link_loosely(folder)
    tried = 0
    for document, schema in files(linked):
        completion, text = Completion(schema, linked), Text(document.text)
        for at, word in list(places(linked, document, schema))[::every]:
            offered = [item.label for item in completion.items(text, at)]
            line = document.text.count("\n", 0, at) + 1
            assert {word, f"- {word}"} & {*offered}, f"{document.file}:{line}: `{word}` is not among {offered}"
            tried += 1
    assert tried > 25
