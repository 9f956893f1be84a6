"""The quick look at a file: it never says yes where the library finds a fault, and says yes to all our content."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from dsl.diagnostics import Diagnostics
from engine.packs.source import load_document
from engine.schema import check
from engine.schema.build import content_schema, manifest_schema
from engine.schema.language import language_schema
from engine.schema.plain import look
from engine.schema.scenarios import scenarios_schema
from engine.schema.shapes import Schema
from tests.schema_cases import REFUSED, SCHEMAS

ROOT = Path(__file__).parent.parent / "content"
PACKS = set(ROOT.glob("*/pack.yaml"))
OURS = [
    *((file, manifest_schema()) for file in sorted(ROOT.glob("*/pack.yaml"))),
    *(
        (file, content_schema())
        for file in sorted(ROOT.glob("*/*.yaml"))
        if file not in PACKS and file.parent / "pack.yaml" in PACKS
    ),
    *((file, scenarios_schema()) for file in sorted(ROOT.glob("*/scenarios/*.yaml"))),
    *((file, language_schema()) for file in sorted(ROOT.glob("*/lang/*.yaml"))),
]
STRANGE = [None, True, 0, -1, 3, 10**12, 1.5, "", " x", "x\n", "A b", "1", [], [1, 1], ["a", "a"], {}, {"x": 1}]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every mapping and list in a value with each of its keys."""
    if isinstance(value, (dict, list)):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def spoilt(data: Any, rng: random.Random) -> Any:
    """A copy with something strange in it: a value, a key, or nothing where something was."""
    made = deepcopy(data)
    inside, key = rng.choice(list(places(made)))
    what = rng.randrange(3)
    if what == 0:
        inside[key] = deepcopy(rng.choice(STRANGE))
    elif what == 1:
        del inside[key]
    elif isinstance(inside, dict):
        inside[rng.choice(["Odd", "odd", "odd\n", "", "id", "name", "goods"])] = deepcopy(rng.choice(STRANGE))
    else:
        inside.append(deepcopy(rng.choice([*STRANGE, inside[key]])))
    return made


@pytest.mark.parametrize(("file", "schema"), OURS, ids=lambda v: "/".join(v.parts[-3:]) if isinstance(v, Path) else "")
def test_all_our_files_are_plainly_right(file: Path, schema: Schema) -> None:
    assert look(schema, schema)(load_document(file).data)


@pytest.mark.parametrize(("name", "bad", "good"), [(r[0], r[1], r[4]) for r in REFUSED])
def test_what_is_refused_is_not_plainly_right(name: str, bad: str, good: str) -> None:
    quick, text = look(SCHEMAS[name], SCHEMAS[name]), bad.replace("«", "").replace("»", "")
    assert not quick(load_document("f.yaml", text.encode()).data)
    assert quick(load_document("f.yaml", good.encode()).data)


def test_it_agrees_with_the_library_on_spoilt_files() -> None:
    rng, wrong = random.Random(51), 0
    for file, schema in OURS:
        data = load_document(file).data
        if len(list(places(data))) > 600:
            continue
        quick, judge = look(schema, schema), check._checker()(schema)
        for _ in range(20):
            strange = spoilt(data, rng)
            right = next(judge.iter_errors(strange), None) is None
            assert quick(strange) <= right, strange
            wrong += not right
    assert wrong > 100


def test_what_it_does_not_know_is_left_to_the_library() -> None:
    schema: Schema = {"type": "integer", "multipleOf": 2}
    assert not look(schema, schema)(4)
    document, report = load_document("f.yaml", b"4\n"), Diagnostics()
    assert check.check(document, schema, report) and not len(report)
