"""The schemas: what each refuses, how it is said and where; that all content fits them; and that they are well formed."""

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

from dsl import types as t
from dsl.diagnostics import Diagnostic, Diagnostics, render
from dsl.symbols import Field, Good, Kind, Symbols, Words, Zone
from engine.declare import Declarations
from engine.packs import gather, read_contents
from engine.schema import content_schema, default_schema, manifest_schema
from engine.schema_check import MAX_TOLD, check
from engine.schema_pack import Linked, pack_schema, schema_files, write_schemas
from engine.schema_scenarios import pack_scenarios_schema, scenarios_schema
from engine.shapes import Schema
from engine.source import Document, load_document

ROOT = Path(__file__).parent.parent


def garden() -> Symbols:
    """A tiny game: plants of a colour that cost coins, a hand, a bed of each player, a shared offer and compost."""
    constant = [
        Field("colour", t.word("colour"), 0),
        Field("size", t.NUMBER, 1, least=0, most=9, about="how tall it grows"),
        Field("likes", t.set_of("colour"), 2),
        Field("yields", t.GOODS, 3),
        Field("hardy", t.FLAG, 4, default=False),
        Field("use", t.ABILITY, 5, optional=True),
        Field("arrival", t.EFFECT, 6, optional=True),
        Field("abilities", t.ABILITIES, 7, optional=True),
        Field("by_colour", t.entries("colour"), 8, optional=True),
        Field("motto", t.TEXT, 9, optional=True),
    ]
    state = [Field("watered", t.FLAG, 0), Field("bees", t.NUMBER, 1), Field("eaten", t.set_of("colour"), 2)]
    fields, changing = ({f.id: f for f in group} for group in (constant, state))
    plant = Kind("plant", 0, "Plant", "Plants", "bag", fields, changing, ("seed",), holds_goods=True)
    plot_fields = {"size": Field("size", t.NUMBER, 1, optional=True)}
    plot = Kind("plot", 1, "Plot", "Plots", "", plot_fields, {"watered": Field("watered", t.NUMBER, 3)})
    goods = [
        Good("coin", 0, "coin", "coins"),
        Good("seed", 1, "seed", "seeds"),
        Good("card", 2, "card", "cards", zone="hand"),
    ]
    zones = [
        Zone("bag", 1, False, "all"),
        Zone("offer", 2, False),
        Zone("hand", 3, True, "others"),
        Zone("bed", 5, True),
    ]
    player = [Field("passed", t.FLAG, 0), Field("mood", t.word("colour"), 1), Field("worn", t.set_of("colour"), 2)]
    return Symbols(
        goods={good.id: good for good in goods},
        words={"colour": Words("colour", ("red", "white"), {"red": "red", "white": "white"})},
        kinds={"plant": plant, "plot": plot},
        zones={zone.id: zone for zone in zones},
        player={field.id: field for field in player},
        board="plot",
    )


GARDEN = garden()
SCHEMAS: dict[str, Schema] = {
    "manifest": manifest_schema(),
    "default": default_schema(),
    "content": content_schema(),
    "scenarios": scenarios_schema(),
    "garden": pack_schema(GARDEN, "garden"),
    "garden scenarios": pack_scenarios_schema(GARDEN, "garden", ["draw", "work"]),
}


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


MANIFEST = "id: garden\nname: Garden\nversion: 1.0.0\nlanguage: 1\nprovenance: original\nlicence: MIT\n"
CARD = "cards:\n  plant:\n    - id: rose\n      name: Rose\n      colour: red\n      size: 2\n      likes: []\n      yields: 1 coin\n"
SCENE = "scenarios:\n  - name: A scene\n    table: [{}]\n    phase: work\n    expect: [{over: false}]\n"
TWO = "scenarios:\n  - name: A scene\n    table: [{}]\n    phase: work\n    expect:\n"
ID = "not an id: small letters, digits and underscores, beginning with a letter"


def told(code: str, message: str) -> list[tuple[str, str]]:
    return [(code, message)]


def nothing(key: str) -> list[tuple[str, str]]:
    return told("K001", f'the key "{key}" means nothing here')


def lacks(key: str) -> list[tuple[str, str]]:
    return told("K002", f'the key "{key}" is missing here')


def wrong(given: str, needed: str) -> list[tuple[str, str]]:
    return told("K003", f"this is {given}, but {needed} is needed here")


def odd(value: str) -> list[tuple[str, str]]:
    return told("K004", f'"{value}" is not one of the values allowed here')


# The schema, a bad text with the reported places marked, the codes and messages at these places in order, the hint of
# the first, and a text that differs little and is good.
REFUSED: list[tuple[str, str, list[tuple[str, str]], str | None, str]] = [
    # K001: unknown keys
    ("manifest", MANIFEST + "«licens»: x\n", nothing("licens"), 'did you mean "licence"?', MANIFEST + "about: x\n"),
    (
        "content",
        "vocabulary:\n  goods:\n    coin: {«plurl»: coins}\n",
        nothing("plurl"),
        'did you mean "plural"?',
        "vocabulary:\n  goods:\n    coin: {plural: coins}\n",
    ),
    (
        "content",
        "scoring: {score: s, «xyz»: a}\n",
        nothing("xyz"),
        "allowed here: score, worth, ties",
        "scoring: {score: s, worth: a}\n",
    ),
    ("garden", "cards:\n  «plnat»: []\n", nothing("plnat"), 'did you mean "plant"?', "cards:\n  plant: []\n"),
    (
        "garden",
        CARD + '      «"us"»: 1 coin -> 1 seed\n',
        nothing("us"),
        'did you mean "use"?',
        CARD + '      "use": 1 coin -> 1 seed\n',
    ),
    ("garden", CARD.replace("size", "«sise»"), nothing("sise"), 'did you mean "size"?', CARD),
    (
        "garden",
        CARD + "extend:\n  - card: rose\n    add: {«hardy»: 1}\n",
        nothing("hardy"),
        "allowed here: copies, size",
        CARD + "extend:\n  - card: rose\n    add: {size: -1}\n",
    ),
    (
        "garden scenarios",
        SCENE + "    «ofer»: [rose]\n",
        nothing("ofer"),
        'did you mean "offer"?',
        SCENE + "    offer: [rose]\n",
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{goods: {«sead»: 1}}"),
        nothing("sead"),
        'did you mean "seed"?',
        SCENE.replace("{}", "{goods: {seed: 1}}"),
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{goods: {«card»: 1}}"),
        nothing("card"),
        "allowed here: coin, seed",
        SCENE.replace("{}", "{goods: {coin: 1}}"),
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{bed: [{card: a, «wet»: true}]}"),
        nothing("wet"),
        "allowed here: card, goods, watered, bees, eaten, seed",
        SCENE.replace("{}", "{bed: [{card: a, watered: true}]}"),
    ),
    # K001: keys of several shapes
    (
        "content",
        "extend:\n  - around: f\n    do: stop\n    «value»: 1\n",
        told("K001", 'the key "value" cannot stand beside "around" and "do"'),
        None,
        "extend:\n  - around: f\n    value: 1\n",
    ),
    (
        "content",
        "extend:\n  - «befor»: f\n    do: stop\n",
        nothing("befor"),
        'did you mean "before"?',
        "extend:\n  - before: f\n    do: stop\n",
    ),
    (
        "content",
        "extend:\n  - «foo»: f\n",
        nothing("foo"),
        "allowed here: before, after, around, replace, card, do, value, add, set",
        "extend: []\n",
    ),
    (
        "garden scenarios",
        TWO + "      - {seat: 1, «over»: true}\n",
        told("K001", 'the key "over" cannot stand beside "seat"'),
        None,
        TWO + "      - seat: 1\n      - over: true\n",
    ),
    ("garden scenarios", TWO + "      - {«ovr»: true}\n", nothing("ovr"), 'did you mean "over"?', SCENE),
    (
        "content",
        "vocabulary:\n  kinds:\n    plant:\n      fields: {size: {«typ»: number, min: 0}}\n",
        nothing("typ"),
        'did you mean "type"?',
        "vocabulary:\n  kinds:\n    plant:\n      fields: {size: {type: number, min: 0}}\n",
    ),
    # K002: missing keys
    (
        "manifest",
        MANIFEST.replace("language: 1\n", "").replace("id: garden", "«id: garden»"),
        lacks("language"),
        "language: The version of the effect language it is written in.",
        MANIFEST,
    ),
    (
        "content",
        "actions:\n  «pass»: {title: pass}\n",
        lacks("do"),
        "do: What it does. Statements, one a line or separated by `;`.",
        "actions:\n  pass: {title: pass, do: stop}\n",
    ),
    (
        "content",
        "actions:\n  «pass»: {}\n",
        told("K002", 'the keys "title" and "do" are missing here'),
        None,
        "actions: {}\n",
    ),
    (
        "content",
        "«end»: {when: true}\n",
        lacks("after"),
        "after: A phase: the game ends when it is finished the next time.",
        "end: {when: true, after: work}\n",
    ),
    (
        "content",
        "extend:\n  - «around: f»\n",
        told("K002", 'the key "do" or "value" is missing here'),
        None,
        "extend:\n  - around: f\n    do: proceed\n",
    ),
    (
        "content",
        "extend:\n  - «{}»\n",
        told("K002", 'the key "before", "after", "around", "replace" or "card" is missing here'),
        None,
        "extend: []\n",
    ),
    (
        "content",
        "extend:\n  - «{«value»: 3, before: f}»\n",
        [("K002", 'the key "do" is missing here'), ("K001", 'the key "value" cannot stand beside "before"')],
        "do: The effect; `proceed` stands for what is extended. Statements, one a line or separated by `;`.",
        "extend:\n  - {do: stop, before: f}\n",
    ),
    (
        "garden",
        CARD.replace("      size: 2\n", "").replace("id: rose", "«id: rose»"),
        lacks("size"),
        "size: how tall it grows.",
        CARD,
    ),
    (
        "garden",
        CARD.replace("      size: 2\n", "").replace("id: rose", "«id»: «'ro\n        se'»"),
        [("K002", 'the key "size" is missing here'), ("K006", f'"ro se" is {ID}')],
        "size: how tall it grows.",
        CARD,
    ),
    (
        "garden",
        CARD + "      «by_colour»: {red: -> 1 coin}\n",
        lacks("white"),
        "white: An ability: COST -> EFFECT.",
        CARD + "      by_colour: {red: -> 1 coin, white: -> 1 seed}\n",
    ),
    # K003: types
    (
        "manifest",
        MANIFEST.replace("1.0.0", "«1.0»"),
        wrong("a decimal number", "text"),
        'write "1.0", in quotes, if it is text',
        MANIFEST,
    ),
    (
        "manifest",
        MANIFEST.replace("language: 1", "language: «'1'»"),
        wrong("text", "a number"),
        "leave out the quotes",
        MANIFEST,
    ),
    ("garden", CARD.replace("2", "«2.0»"), wrong("a decimal number", "a whole number"), None, CARD),
    ("garden", CARD.replace("2", "«big»"), wrong("text", "a number"), None, CARD),
    ("garden", CARD.replace("2", "«true»"), wrong("true", "a number"), None, CARD),
    ("garden", CARD.replace("1 coin", "«1»"), wrong("a number", "text"), 'write "1", in quotes, if it is text', CARD),
    (
        "garden",
        CARD + "      hardy: «'no'»\n",
        wrong("text", "true or false"),
        "write true or false",
        CARD + "      hardy: false\n",
    ),
    ("garden", CARD.replace("[]", "«red»"), wrong("text", "a list"), "write [red]", CARD),
    ("garden", CARD.replace("[]", "«{}»"), wrong("a mapping", "a list"), None, CARD),
    (
        "garden",
        CARD + "      arrival: «{coin: 2}»\n",
        wrong("a mapping", "text"),
        'text that begins with "{" needs quotes',
        CARD + '      arrival: "{}"\n',
    ),
    (
        "garden",
        CARD + "      arrival:\n        «if: x»\n",
        wrong("a mapping", "text"),
        'text with ": " in it needs quotes, or a | block',
        CARD + "      arrival: |\n        if: x\n",
    ),
    (
        "garden",
        CARD + "      arrival: «[1 coin]»\n",
        wrong("a list", "text"),
        'text that begins with "[" needs quotes',
        CARD + "      arrival: '[1 coin]'\n",
    ),
    (
        "content",
        "vocabulary:\n  goods:\n    «coin»:\n",
        told("K003", "there is no value here, but a mapping is needed"),
        "write {} if there is nothing to say",
        "vocabulary:\n  goods:\n    coin: {}\n",
    ),
    (
        "content",
        "vocabulary:\n  goods:\n    coin: «null»\n",
        told("K003", "there is no value here, but a mapping is needed"),
        "write {} if there is nothing to say",
        "vocabulary:\n  goods: {}\n",
    ),
    ("garden", CARD + "    -«»\n", told("K003", "there is no value here, but a mapping is needed"), None, CARD),
    ("content", "«[]»\n", wrong("a list", "a mapping"), None, "functions: {}\n"),
    (
        "content",
        "vocabulary:\n  words: {colour: «red»}\n",
        wrong("text", "a list or a mapping"),
        "write [red]",
        "vocabulary:\n  words: {colour: [red]}\n",
    ),
    (
        "content",
        "functions:\n  f(): «[1]»\n",
        wrong("a list", "text, a number or true/false"),
        'text that begins with "[" needs quotes',
        "functions:\n  f(): 1\n  g(): true\n  h(): f()\n",
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{hand: [«3»]}"),
        wrong("a number", "text or a mapping"),
        'write "3", in quotes, if it is text',
        SCENE.replace("{}", "{hand: [rose, {card: rose, watered: 1}]}"),
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{bed: [{card: a, watered: «b»}]}"),
        wrong("text", "true/false or a number"),
        "write true or false",
        SCENE.replace("{}", "{bed: [{card: a, watered: 2}]}"),
    ),
    # K004: values
    ("manifest", MANIFEST.replace("original", "«orginal»"), odd("orginal"), 'did you mean "original"?', MANIFEST),
    (
        "content",
        "vocabulary:\n  zones: {bag: {hidden: «x»}}\n",
        odd("x"),
        "allowed here: all, others",
        "vocabulary:\n  zones: {bag: {hidden: all}}\n",
    ),
    ("garden", CARD.replace("red", "«wite»"), odd("wite"), 'did you mean "white"?', CARD),
    (
        "garden",
        CARD.replace("[]", "[white, «'rde'»]"),
        odd("rde"),
        'did you mean "red"?',
        CARD.replace("[]", "[white, 'red']"),
    ),
    (
        "garden scenarios",
        SCENE.replace("work", "«wrok»"),
        odd("wrok"),
        'did you mean "work"?',
        SCENE.replace("work", "setup"),
    ),
    (
        "garden scenarios",
        TWO + "      - {shared: «hand», is: []}\n",
        odd("hand"),
        "allowed here: bag, offer",
        TWO + "      - {shared: bag, is: []}\n",
    ),
    # K005: numbers
    (
        "garden",
        CARD.replace("2", "«10»"),
        told("K005", "10 is too large: at most 9 is allowed here"),
        None,
        CARD.replace("2", "9"),
    ),
    (
        "garden",
        CARD.replace("2", "«-1»"),
        told("K005", "-1 is too small: at least 0 is allowed here"),
        None,
        CARD.replace("2", "0"),
    ),
    (
        "garden",
        CARD + "      copies: «0»\n",
        told("K005", "0 is too small: at least 1 is allowed here"),
        None,
        CARD + "      copies: 1\n",
    ),
    (
        "garden scenarios",
        SCENE.replace("{}", "{coin: «-1»}"),
        told("K005", "-1 is too small: at least 0 is allowed here"),
        None,
        SCENE.replace("{}", "{coin: 0}"),
    ),
    # K006: how texts and keys are written
    (
        "manifest",
        MANIFEST.replace("1.0.0", "«1.0.0-a»"),
        told("K006", '"1.0.0-a" is not a version, as in 1.0.0'),
        None,
        MANIFEST,
    ),
    (
        "manifest",
        MANIFEST + "requires: {bees: «'1.0'»}\n",
        told("K006", '"1.0" is not a range of versions, as in >=1.0,<2'),
        None,
        MANIFEST + "requires: {bees: '>=1.0, <2'}\n",
    ),
    (
        "manifest",
        MANIFEST + "when: {bees: [«../a.yaml»]}\n",
        told("K006", '"../a.yaml" is not the name of a .yaml file in this folder'),
        None,
        MANIFEST + "when: {bees: [a.yaml]}\n",
    ),
    (
        "default",
        "packs: [«Garden»]\n",
        told("K006", f'"Garden" is {ID}'),
        'did you mean "garden"?',
        "packs: [garden]\n",
    ),
    (
        "content",
        "phases:\n  «Big Work»: stop\n",
        told("K006", f'"Big Work" is {ID}'),
        'did you mean "big_work"?',
        "phases:\n  big_work: stop\n",
    ),
    (
        "content",
        "functions:\n  «score»: 1\n",
        told(
            "K006", '"score" is not a name with parameters in brackets, as in score(player p), or total() without any'
        ),
        None,
        "functions:\n  score(player p): 1\n",
    ),
    (
        "content",
        "vocabulary:\n  player: {worn: «Set of colour»}\n",
        told("K006", '"Set of colour" is not a type: number, flag, WORDS or set of WORDS'),
        'did you mean "set of colour"?',
        "vocabulary:\n  player: {worn: set of colour}\n",
    ),
    (
        "content",
        "extend:\n  - card: rose\n    set: {name: x}\n    add: {«Size»: 1}\n",
        told("K006", f'"Size" is {ID}'),
        'did you mean "size"?',
        "extend:\n  - card: garden:rose\n    set: {name: x}\n    add: {size: 1}\n",
    ),
    (
        "garden",
        CARD.replace("rose", "«|\n        rose»\n"),
        told("K006", f'"rose " is {ID}'),
        'did you mean "rose"?',
        CARD,
    ),
    (
        "garden",
        CARD.replace("Rose", "«' Rose'»"),
        told("K006", '" Rose" is not one line of text without spaces around it'),
        'did you mean "Rose"?',
        CARD,
    ),
    (
        "scenarios",
        SCENE + "    proves: [«act-4»]\n",
        told("K006", '"act-4" is not the id of a rule, as in ACT-4'),
        'did you mean "ACT-4"?',
        SCENE + "    proves: [ACT-4]\n",
    ),
    # K007: repetitions
    (
        "content",
        "vocabulary:\n  words: {colour: [red, white, «red»]}\n",
        told("K007", '"red" stands twice in this list'),
        "delete one of the two",
        "vocabulary:\n  words: {colour: [red, white]}\n",
    ),
    (
        "garden scenarios",
        TWO + "      - {winners: [1, «1»]}\n",
        told("K007", '"1" stands twice in this list'),
        "delete one of the two",
        TWO + "      - {winners: [1, 2]}\n",
    ),
    # K008: nothing where something is needed
    ("content", "«{}»\n", told("K008", "this mapping is empty"), None, "cards: {}\n"),
    (
        "content",
        "actions:\n  pass: {title: pass, do: «''»}\n",
        told("K008", "this text is empty"),
        None,
        "actions:\n  pass: {title: pass, do: stop}\n",
    ),
    ("manifest", MANIFEST.replace("MIT", "«''»"), told("K008", "this text is empty"), None, MANIFEST),
    (
        "content",
        "vocabulary:\n  words: {colour: «[]»}\n",
        told("K008", "this list is empty"),
        None,
        "vocabulary:\n  words: {colour: {red: {name: Red}}}\n",
    ),
]


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
        from dsl.diagnostics import CODES

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


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values in a value."""
    yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(part, (*path, key))


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_whatever_is_wrong_is_told_in_words_at_a_place(data: st.DataObject) -> None:
    name, value = data.draw(st.sampled_from(VALID))
    value = {"": deepcopy(value)}
    for _ in range(data.draw(st.integers(1, 3))):
        path = ("", *data.draw(st.sampled_from(list(places(value[""])))))
        holder: Any = value
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = data.draw(JUNK)
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
    return SCHEMAS["scenarios" if path.parent.name == "scenarios" else "content"]


CONTENT = sorted([*(ROOT / "content").rglob("*.yaml"), *(ROOT / "tests" / "packs").rglob("*.yaml")])
PACKS = sorted(path.parent for path in CONTENT if path.name == "pack.yaml")


class TestContent:
    @pytest.mark.parametrize("path", CONTENT, ids=lambda path: str(path.relative_to(ROOT)))
    def test_every_file_fits_the_general_schemas(self, path: Path) -> None:
        document, report = load_document(path), Diagnostics()
        assert check(document, schema_of(path), report), [render(d, {document.file: document.text}) for d in report]

    @pytest.mark.parametrize("folder", PACKS, ids=lambda path: path.name)
    def test_every_pack_fits_its_own_schemas(self, folder: Path) -> None:
        packs = gather([str(folder)])
        read_contents(packs)
        report = Diagnostics()
        symbols = Declarations(packs, {}, report).run()
        phases = [id for pack in packs for document in pack.documents for id in document.data.get("phases", ())]
        own, scenes = pack_schema(symbols, folder.name), pack_scenarios_schema(symbols, folder.name, phases)
        texts: dict[str, str] = {}
        for document in packs[-1].documents:
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
            "import sys, engine.schema_check, engine.schema_pack as p; p.schema_files({}); "
            "sys.exit('jsonschema' in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
