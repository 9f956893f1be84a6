"""A single file looked at by itself: its shape, and the syntax of its effect texts.

Names are not looked at, as nothing is known of what the file will stand beside. The form of a card's field is that of
the kind of the same name in the packs that are played by default, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.diagnostics import Diagnostic, Diagnostics, Span
from engine.index.marks import FORM_OF, marks, texts_in
from engine.packs.document import Document
from engine.schema.build import content_schema
from engine.schema.check import check
from engine.schema.which import schema_of

Path = tuple[str | int, ...]


def problems(document: Document, kinds: list[dict[str, Any]]) -> Diagnostics:
    """What is wrong with a file. `kinds` are those of a ruleset, for the forms of fields."""
    report, schema = Diagnostics(), schema_of(document)
    good = check(document, schema, report)
    for path, form in effect_texts(document, kinds) if good else ():
        _parse(document, path, form, report)
    return report


def effect_texts(document: Document, kinds: list[dict[str, Any]]) -> list[tuple[Path, str]]:
    """Where effect texts are in a file that is as its schema says, with their forms. Paths of keys end with "#"."""
    if schema_of(document) is not content_schema():
        return []
    found = (mark for mark in marks(document.data, content_schema(), {}) if mark.form)
    return [
        *(((*mark.path, "#") if mark.key else mark.path, mark.form) for mark in found),
        *_card_forms(document.data, kinds),
    ]


def _card_forms(data: dict[str, Any], kinds: list[dict[str, Any]]) -> Iterator[tuple[Path, str]]:
    fields = {k["id"]: {f[0]: f[2] for f in k["fields"]} for k in kinds}
    for kind, cards in data.get("cards", {}).items():
        for n, card in enumerate(cards):
            for id, value in card.items():
                form = FORM_OF.get(fields.get(kind, {}).get(id, ""))
                if form is not None:
                    yield from ((path, form) for path in texts_in(value, ("cards", kind, n, id)))


def _parse(document: Document, path: Path, form: str, report: Diagnostics) -> None:
    from dsl.parse.read import ParseError, parse

    of_key = path[-1] == "#"
    try:
        parse(str(path[-2]) if of_key else document.scalar(path).text, form)
    except ParseError as e:
        if of_key:
            key = document.key_span(path[:-1])
            span = Span(key.file, key.start + e.start, min(key.start + e.end, key.end))
        else:
            span = document.scalar(path).span(e.start, e.end)
        report.add(Diagnostic(e.code, e.message, span, e.hint))
