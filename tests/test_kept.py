"""What is kept between processes: tables of the grammar, and nothing that is damaged."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl import kept
from dsl.parse import lexing
from dsl.parse.read import ParseError, parse

TEXTS = {
    "ability": "2 iron or 1 coin, 1 seed -> 3 coin if count(plant in your bed) >= 2",
    "effect": "choose plant p in stall\n\nmove p to your hand",
    "goods": "1 coin per plant in your bed max 3",
}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and a parser that is not made yet."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_: tmp_path)
    lexing.parser.cache_clear()
    parse.cache_clear()
    yield tmp_path
    lexing.parser.cache_clear()
    parse.cache_clear()


def parsed_anew() -> dict[str, str]:
    lexing.parser.cache_clear()
    parse.cache_clear()
    return {form: repr(parse(text, form)) for form, text in TEXTS.items()}


def test_kept_tables_read_texts_as_those_made_anew_do(cache: Path) -> None:
    made = parsed_anew()
    assert [f.name[:8] for f in cache.iterdir()] == ["grammar-"]
    assert parsed_anew() == made
    with pytest.raises(ParseError, match="cannot stand here") as error:
        parse("1 coin, -> 2 seed", "ability")
    assert (error.value.start, error.value.end) == (8, 10)


def test_damaged_tables_are_made_anew(cache: Path) -> None:
    made = parsed_anew()
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-7] + b"garbage")
    assert kept.read(file) is None
    assert parsed_anew() == made
    assert kept.read(file) is not None


def test_without_a_cache_everything_works(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = parsed_anew()
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_: Path("/dev/null/nowhere"))
    assert kept.write(kept.path("rules-x.bin"), [1]) is False
    assert parsed_anew() == made


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
@pytest.mark.parametrize("mode", [0o666, 0o620])
def test_what_others_could_have_written_is_not_read(mode: int, cache: Path) -> None:
    file = kept.path("rules-x.bin")
    assert kept.write(file, [1])
    assert kept.read(file) == [1]
    file.chmod(mode)
    assert kept.read(file) is None
    file.chmod(0o600)
    cache.chmod(0o777)
    assert kept.read(file) is None
    assert kept.write(file, [2]), "the folder is made the user's own again"
    assert kept.read(file) == [2]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
def test_what_another_user_owns_is_not_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = kept.path("rules-x.bin")
    assert kept.write(file, [1])
    somebody = os.geteuid() + 1
    monkeypatch.setattr("os.geteuid", lambda: somebody)
    assert kept.read(file) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_in_the_cache_is_not_waited_for(cache: Path) -> None:
    os.mkfifo(cache / "rules-x.bin", 0o600)
    assert kept.read(cache / "rules-x.bin") is None
