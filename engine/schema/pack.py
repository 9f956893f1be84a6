"""The schemas of a pack's own content files, made from what it declares; and all schemas as files.

Editors are given the schemas of a pack with what it requires. What packs beside it add to the vocabulary is not in
them, so a file that needs it names the schema of the other pack, or the general one, in its first line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from dsl.symbols import Field, Kind, Symbols
from dsl.types import NUMBER
from engine.schema.build import card, content, content_schema, default_schema, manifest_schema
from engine.schema.language import language_schema
from engine.schema.protocol import protocol_schema
from engine.schema.scenarios import pack_scenarios_schema, scenarios_schema
from engine.schema.shapes import Schema, closed, distinct, document, either, flag, items, line, one_of, whole, written

ALWAYS = ("id", "name", "copies")  #: what every card has beside the fields of its kind


class Linked(NamedTuple):
    """What the schemas of a pack are made from: the symbols of it and all that it requires, and the ids of phases."""

    symbols: Symbols
    phases: tuple[str, ...]


def pack_schema(symbols: Symbols, pack_id: str) -> Schema:
    """The schema of content files of a pack: its cards are of the kinds in `symbols`, with exactly their fields."""
    kinds = symbols.kind_list()
    cards = closed("The cards of the pack, by kind.", {kind.id: _cards(kind, symbols) for kind in kinds})
    add = {"copies": whole("How many more or fewer there are.")}
    always: dict[str, Schema] = card({}, [])["properties"]
    set_ = {id: always[id] for id in ("name", "copies")}
    for id, fields in _by_name(kinds).items():
        if any(field.type == NUMBER for field in fields):
            add[id] = whole(f"What is added to {id}.")
        shapes: list[Schema] = []
        for shape in (field_shape(field, symbols) for field in fields):
            if shape not in shapes:
                shapes.append(shape)
        set_[id] = shapes[0] if len(shapes) == 1 else either(f"The new {id}.", *shapes)
    change = closed("Numbers added to fields of the card.", add, minProperties=1)
    anew = closed("Fields of the card that are written anew.", set_, minProperties=1)
    return document(f"packs:{pack_id}", f"Content of the pack {pack_id}", content(cards, change, anew))


def _cards(kind: Kind, symbols: Symbols) -> Schema:
    fields = {id: field for id, field in kind.fields.items() if id not in ALWAYS}
    required = [id for id, field in fields.items() if not field.optional and field.default is None]
    shape = card({id: field_shape(field, symbols) for id, field in fields.items()}, required)
    return items(f"Cards of the kind {kind.name}.", {**shape, "description": f"A card of the kind {kind.name}."})


def _by_name(kinds: Iterable[Kind]) -> dict[str, list[Field]]:
    found: dict[str, list[Field]] = {}
    for kind in kinds:
        for id, field in kind.fields.items():
            if id not in ALWAYS:
                found.setdefault(id, []).append(field)
    return found


def field_shape(field: Field, symbols: Symbols) -> Schema:
    """The shape of a field as a card writes it. The words and examples are those of `symbols`."""
    tag, of = field.type.tag, field.type.of
    about = field.about.rstrip(".") + "." if field.about else f"`{field.id}`: {field.type}."
    more = {} if field.default is None else {"default": field.default}
    if tag == "number":
        return whole(about, field.least, field.most, **more)
    if tag == "flag":
        return flag(about, **more)
    if tag == "word":
        return one_of(about, symbols.words[of].words, **more)
    if tag == "set":
        return distinct(about, one_of(f"A word of {of}.", symbols.words[of].words), **more)
    if tag == "abilities":
        told = "A trigger `when EVENT by PLAYER -> EFFECT`, or a modifier `always FUNCTION + NUMBER`."
        return items(about, written(told, "ability"), **more)
    if tag == "entries":
        told = "An ability: COST -> EFFECT."
        entries = {word: written(told, "ability") for word in symbols.words[of].words}
        return closed(about, entries, entries, **more)
    if tag == "goods":
        return written(f"{about} Goods, with their amounts.", "goods", examples=[_goods(symbols)], **more)
    if tag == "ability":
        return written(f"{about} An ability: COST -> EFFECT.", "ability", **more)
    if tag == "effect":
        return written(f"{about} An effect.", "effect", **more)
    return line(about, **more)


def _goods(symbols: Symbols) -> str:
    """An example of goods."""
    first = [good.id for good in symbols.good_list() if not good.zone][:2]
    return ", ".join(f"{amount} {good}" for amount, good in zip((2, 1), first, strict=False)) or "2 coin"


def schema_files(packs: Mapping[str, Linked]) -> dict[str, str]:
    """The text of every schema by its file name under the folder of schemas. Each pack's symbols should be those of the
    pack, of what it requires, and of the packs beside which it reads further files."""
    schemas = {
        "manifest": manifest_schema(),
        "content": content_schema(),
        "scenarios": scenarios_schema(),
        "default": default_schema(),
        "language": language_schema(),
        "protocol": protocol_schema(),
    }
    for id, linked in sorted(packs.items()):
        schemas[f"packs/{id}"] = pack_schema(linked.symbols, id)
        schemas[f"packs/{id}.scenarios"] = pack_scenarios_schema(linked.symbols, id, linked.phases)
    return {
        f"{name}.schema.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas.items()
    }


def write_schemas(folder: Path, packs: Mapping[str, Linked]) -> dict[str, str]:
    """Writes all schemas into a folder and gives those that were not there as they are now, by file name. Each file is
    replaced whole. Raises OSError."""
    changed: dict[str, str] = {}
    for name, text in schema_files(packs).items():
        path = folder / name
        if path.is_file() and path.read_bytes() == text.encode():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f".{path.name}.new")
        new.write_bytes(text.encode())
        new.replace(path)
        changed[name] = text
    return changed
