"""The schemas: what each refuses, how it is said and where; that all content fits; that they are well formed."""

import json
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from dsl.codes import CODES
from dsl.diagnostics import Diagnostic, Diagnostics
from dsl.render import render
from engine.link.declare import Declarations
from engine.packs.document import Document
from engine.packs.locate import built_in
from engine.packs.order import gather, read_contents
from engine.packs.source import load_document
from engine.schema.check import MAX_TOLD, check
from engine.schema.pack import Linked, pack_schema, schema_files, write_schemas
from engine.schema.scenarios import pack_scenarios_schema
from engine.schema.shapes import Schema
from tests.schema_cases import CARD, GARDEN, MANIFEST, REFUSED, SCENE, SCHEMAS, garden

ROOT = Path(__file__).parent.parent


def read(text: str) -> Document:
    return load_document("f.yaml", text.encode())


def found(text: str, schema: Schema) -> list[Diagnostic]:
    """What is wrong with a text, all of which can be shown; `check` tells whether anything is."""
    document, report = read(text), Diagnostics()
    assert check(document, schema, report) is (len(report) == 0)
    assert all(render(diagnostic, {"f.yaml": document.text}) for diagnostic in report)
    return list(report)


def marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its « » marks, and the places they stood around, in order."""
    spans: list[tuple[int, int]] = []
    opened: list[int] = []
    clean = ""
    for ch in text:
        if ch == "«":
            opened.append(len(clean))
        elif ch == "»":
            spans.append((opened.pop(), len(clean)))
        else:
            clean += ch
    return clean, sorted(spans)


class TestRefusals:
    @pytest.mark.parametrize(("schema", "bad", "expected", "hint", "good"), REFUSED, ids=lambda value: str(value)[:30])
    def test_a_bad_file_and_its_good_twin(
        self, schema: str, bad: str, expected: list[tuple[str, str]], hint: str | None, good: str
    ) -> None:
        text, places = marked(bad)
        report = found(text, SCHEMAS[schema])
        assert [(d.code, d.message) for d in report] == expected
        assert [(d.span.start, d.span.end) for d in report if d.span] == places
        assert report[0].hint == hint
        assert found(good, SCHEMAS[schema]) == []

    def test_every_code_has_a_bad_file(self) -> None:
        assert {code for _, _, expected, _, _ in REFUSED for code, _ in expected} == {
            c for c in CODES if c.startswith("K")
        }

    def test_a_repetition_shows_the_first(self) -> None:
        (report,) = found("vocabulary: {words: {colour: [red, white, red]}}\n", SCHEMAS["content"])
        assert [(r.span.start, r.message) for r in report.related] == [(30, "it was first written here")]

    def test_all_faults_of_a_file_are_told(self) -> None:
        text = CARD.replace("red", "rde").replace("2", "10") + "      copies: many\nend: {}\nscoring: []\n"
        assert [d.code for d in found(text, SCHEMAS["garden"])] == ["K004", "K005", "K003", "K008", "K003"]

    def test_one_and_true_are_not_the_same(self) -> None:
        shape: Schema = {"type": "array", "uniqueItems": True}
        assert found("[1, true, '1', 1.0, false, 0]\n", shape) == []

    @pytest.mark.parametrize(
        "text",
        [
            "\n".join(f"k{n}: 1" for n in range(20_000)),
            "extend:\n" + "  - a\n" * 20_000,
            "extend:\n" + "  - {a: b}\n" * 10_000,
            "vocabulary: {words: {a: [" + "1, a, " * 10_000 + "]}}",
        ],
    )
    def test_a_file_full_of_faults_is_told_about_in_time(self, text: str) -> None:
        assert MAX_TOLD <= len(found(text, SCHEMAS["content"])) < 2 * MAX_TOLD


VALID: list[tuple[str, Any]] = [
    (
        "manifest",
        yaml.safe_load(MANIFEST + "requires: {bees: '>=1'}\noptions: {x: {default: 2}}\nwhen: {bees: [a.yaml]}"),
    ),
    (
        "content",
        yaml.safe_load(CARD + "extend: [{before: a, do: stop}]\nend: {rounds: 4}\nphases: {a: {turns: b, until: c}}"),
    ),
    ("garden", yaml.safe_load(CARD + "extend: [{card: a, set: {size: 2}}]\nvocabulary: {words: {a: [b], c: {d: {}}}}")),
    ("garden scenarios", yaml.safe_load(SCENE.replace("{}", "{bed: [{card: a, eaten: [red]}], worn: [red], coin: 2}"))),
    ("scenarios", yaml.safe_load(SCENE)),
]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 50),
    st.sampled_from([1.5, "", " a ", "x: y", "a\nb", [], {}, [[]], {"a": 1}]),
    st.text(st.characters(exclude_categories=["C", "Z"]), max_size=5),
)


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values in a value."""
    yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from paths_in(part, (*path, key))


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_whatever_is_wrong_is_told_in_words_at_a_place(data: st.DataObject) -> None:
    name, value = data.draw(st.sampled_from(VALID))
    value = {"": deepcopy(value)}
    for _ in range(data.draw(st.integers(1, 3))):
        path = ("", *data.draw(st.sampled_from(list(paths_in(value[""])))))
        holder: Any = value
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = deepcopy(data.draw(JUNK))
        if isinstance(holder, dict) and path[-1] != "" and data.draw(st.booleans()):
            holder[data.draw(st.sampled_from(["a", "A b", "seat", "typ", "ids"]))] = holder.pop(path[-1])
    text = json.dumps(value[""], ensure_ascii=False, indent=data.draw(st.sampled_from([None, 1])))
    document, report = read(text), Diagnostics()
    good = check(document, SCHEMAS[name], report)
    assert good is (len(report) == 0)
    assert good is Draft202012Validator(SCHEMAS[name]).is_valid(value[""])
    for diagnostic in report:
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert not any(word in diagnostic.message for word in ("None", "True", "False", "deque", "schema", "{'", "['"))


# ---- content


def schema_of(path: Path) -> Schema:
    if path.name in ("pack.yaml", "default.yaml"):
        return SCHEMAS[{"pack.yaml": "manifest", "default.yaml": "default"}[path.name]]
    return SCHEMAS[{"scenarios": "scenarios", "lang": "language"}.get(path.parent.name, "content")]


CONTENT = sorted(
    [
        *(ROOT / "content").rglob("*.yaml"),
        *(ROOT / "examples").rglob("*.yaml"),
        *(ROOT / "tests" / "packs").rglob("*.yaml"),
    ]
)
PACKS = sorted(path.parent for path in CONTENT if path.name == "pack.yaml")


class TestContent:
    @pytest.mark.parametrize("path", CONTENT, ids=lambda path: str(path.relative_to(ROOT)))
    def test_every_file_fits_the_general_schemas(self, path: Path) -> None:
        document, report = load_document(path), Diagnostics()
        assert check(document, schema_of(path), report), [render(d, {document.file: document.text}) for d in report]

    @pytest.mark.parametrize("folder", PACKS, ids=lambda path: path.name)
    def test_every_pack_fits_its_own_schemas(self, folder: Path) -> None:
        own_pack = gather([str(folder)])[-1]
        beside = [id for id in own_pack.manifest.data.get("when", {}) if id in built_in()]
        packs = gather([str(folder), *beside])
        read_contents(packs)
        report = Diagnostics()
        symbols = Declarations(packs, {}, report).run()
        phases = [id for pack in packs for document in pack.documents for id in document.data.get("phases", ())]
        own, scenes = pack_schema(symbols, folder.name), pack_scenarios_schema(symbols, folder.name, phases)
        texts: dict[str, str] = {}
        for document in next(pack for pack in packs if pack.id == own_pack.id).documents:
            check(document, own, report)
            texts[document.file] = document.text
        for path in sorted(folder.glob("scenarios/*.yaml")):
            document = load_document(path)
            check(document, scenes, report)
            texts[document.file] = document.text
        assert [render(d, texts) for d in report] == []


# ---- the schemas themselves


def shapes(schema: Schema, path: str = "") -> Iterator[tuple[str, Schema]]:
    """All schemas in a schema, with where they are."""
    yield path, schema
    for key in ("properties", "$defs"):
        for name, part in schema.get(key, {}).items():
            yield from shapes(part, f"{path}/{name}")
    for n, part in enumerate(schema.get("anyOf", ())):
        yield from shapes(part, f"{path}/{n}")
    for key in ("items", "propertyNames", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from shapes(schema[key], f"{path}/{key}")


class TestSchemas:
    @pytest.mark.parametrize("name", SCHEMAS)
    def test_each_is_a_valid_schema(self, name: str) -> None:
        Draft202012Validator.check_schema(SCHEMAS[name])
        assert SCHEMAS[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert SCHEMAS[name]["$id"].startswith("urn:state51:schema:")
        assert SCHEMAS[name]["title"]

    @pytest.mark.parametrize("name", SCHEMAS)
    def test_everything_is_described_and_closed(self, name: str) -> None:
        for path, shape in shapes(SCHEMAS[name]):
            assert shape["description"].strip(), path
            assert shape.get("type") != "object" or "additionalProperties" in shape, path

    @pytest.mark.parametrize("name", SCHEMAS)
    def test_every_example_and_default_fits(self, name: str) -> None:
        for path, shape in shapes(SCHEMAS[name]):
            if any("$ref" in part for _, part in shapes(shape)):
                continue
            for example in [*shape.get("examples", ()), *([shape["default"]] if "default" in shape else ())]:
                assert check(read(json.dumps(example)), shape, Diagnostics()), (path, example)

    def test_fields_stand_in_the_order_of_the_kind(self) -> None:
        cards = SCHEMAS["garden"]["properties"]["cards"]["properties"]
        plant = cards["plant"]["items"]
        assert list(cards) == ["plant", "plot"]
        assert list(plant["properties"]) == ["id", "name", "copies", *GARDEN.kinds["plant"].fields]
        assert plant["required"] == ["id", "name", "colour", "size", "likes", "yields"]
        assert plant["properties"]["size"] == {
            "type": "integer", "minimum": 0, "maximum": 9, "description": "how tall it grows."
        }  # fmt: skip
        assert plant["properties"]["hardy"]["default"] is False
        assert plant["properties"]["likes"]["items"]["enum"] == ["red", "white"]
        forms = {id: shape.get("format") for id, shape in plant["properties"].items()}
        assert (forms["yields"], forms["use"], forms["arrival"]) == ("goods", "ability", "effect")

    def test_files_are_the_same_each_time(self, tmp_path: Path) -> None:
        packs = {"garden": Linked(GARDEN, ("draw", "work"))}
        files = schema_files(packs)
        assert files == schema_files({"garden": Linked(garden(), ("draw", "work"))})
        assert list(files) == [
            "manifest.schema.json", "content.schema.json", "scenarios.schema.json", "default.schema.json",
            "language.schema.json", "protocol.schema.json",
            "packs/garden.schema.json", "packs/garden.scenarios.schema.json",
        ]  # fmt: skip
        assert all(text.endswith("}\n") and '\n  "$id"' in text for text in files.values())
        assert len({json.loads(text)["$id"] for text in files.values()}) == len(files)
        assert write_schemas(tmp_path, packs) == files
        assert write_schemas(tmp_path, packs) == {}
        (tmp_path / "content.schema.json").write_text("{}")
        assert list(write_schemas(tmp_path, packs)) == ["content.schema.json"]
        written = {str(path.relative_to(tmp_path)): path.read_text("utf-8") for path in tmp_path.rglob("*.json")}
        assert written == files

    def test_the_library_is_imported_only_to_check(self) -> None:
        code = (
            "import sys, engine.schema.check, engine.schema.pack as p; p.schema_files({}); "
            "sys.exit('jsonschema' in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
