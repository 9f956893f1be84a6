"""Packs that mean harm, or are made by mistake: each is refused with a message, or stays within its limits."""

from __future__ import annotations

import io
import marshal
import os
import random
import stat
import sys
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from dsl.diagnostics import Diagnostic, DiagnosticError
from engine import Game, load
from engine.bots import WORST, appraise, choose_greedy, choose_random, play_on
from engine.control import PHASE_CHOICES
from engine.loader import build, link
from engine.packs.archive import MAX_RATIO, archive_bytes, open_archive
from engine.packs.order import default_packs
from engine.payment import MAX_WAYS, ways
from engine.scenario import run
from tests.small_packs import GARDEN, complaint, complaints, goods, line_of, loaded, new_game, pointed_at, write_pack
from tests.test_cli import state51

LONGEST = 30.0  #: seconds for what takes about one, on a slow and busy machine; without limits it would be hours
MANIFEST = b"id: heap\nname: Heap\nversion: 1.0.0\nlanguage: 1\nprovenance: fixture\nlicence: MIT\n"
HEAP = """
vocabulary:
  goods: {coin: {plural: coins}}
  kinds:
    stone: {start: heap, fields: {weight: number, abilities: {type: list of ability, optional: true}}}
  zones: {heap: {active: true}}
  events: {fell: {}}
  player: {done: flag}
  seats: {min: 1, max: 2}
"""
DAY = "phases:\n  day: {turns: players, until: done}\n"
PEBBLE = "cards:\n  stone: [{id: pebble, name: Pebble, copies: %d, weight: 1}]\n"
REST = "  rest: {title: rest, do: set your done to true}\n"


def going(do: str) -> str:
    """The action `go`."""
    return "actions:\n  go:\n    title: go\n    do: |\n      " + do.replace("\n", "\n      ") + f"\n{REST}"


def heap(folder: Path, rules: str, copies: int = 20, cards: str = "", words: str = HEAP, phases: str = DAY) -> Path:
    """A pack of stones that a test adds rules to."""
    return write_pack(folder, "heap", words=words + phases, cards=cards or PEBBLE % copies, rules=rules)


def failure(game: Game, choice: str) -> Diagnostic:
    """Why a choice fails, which it must do soon, leaving the game where it was."""
    before, began = game.state.fingerprint(), time.process_time()
    with pytest.raises(DiagnosticError) as caught:
        game.choose(choice)
    assert time.process_time() - began < LONGEST
    assert game.state.fingerprint() == before
    (found,) = caught.value.diagnostics
    return found


# ---- archives


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as whole:
        for name, raw in entries:
            whole.writestr(name, raw)
    return out.getvalue()


def entry(name: str, mode: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info


def refusal(folder: Path, raw: bytes) -> str:
    """What is said of an archive that is refused."""
    path = folder / "heap.zip"
    path.write_bytes(raw)
    with pytest.raises(DiagnosticError) as caught:
        load([path], cache=False)
    (found,) = caught.value.diagnostics
    assert found.code == "M012"
    assert found.span is not None and found.span.file == str(path)
    return found.message


PLAIN = ("pack.yaml", MANIFEST)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../evil.yaml", "leads out of the archive"),
        ("scenarios/../../evil.yaml", "leads out of the archive"),
        ("/etc/evil.yaml", "is absolute"),
        ("C:/evil.yaml", "has a drive"),
        ("C:evil.yaml", "has a drive"),
        ("\\\\host\\evil.yaml", "has a backslash"),
        ("scenarios\\evil.yaml", "has a backslash"),
        ("a//evil.yaml", "unusual part"),
        ("./evil.yaml", "unusual part"),
        ("evil.yaml.", "unusual part"),
        (" evil.yaml", "unusual part"),
        ("evil\x1b[31m.yaml", "cannot be seen"),
        ("evil\u202eyaml", "cannot be seen"),
    ],
)
def test_a_name_that_could_be_written_elsewhere_is_refused(name: str, why: str, tmp_path: Path) -> None:
    assert why in refusal(tmp_path, zipped(PLAIN, (name, b"{}")))


def test_names_that_are_one_on_some_systems_are_refused(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = zipped(PLAIN, ("a.yaml", b"a: 1"), ("a.yaml", b"a: 2"))
    assert "in it twice" in refusal(tmp_path, twice)
    assert "only by case" in refusal(tmp_path, zipped(PLAIN, ("a.yaml", b""), ("A.yaml", b"")))
    assert "only by case" in refusal(tmp_path, zipped(PLAIN, ("\u00e9.yaml", b""), ("e\u0301.yaml", b"")))
    assert "both a file and a folder" in refusal(tmp_path, zipped(PLAIN, ("a", b""), ("a/b.yaml", b"")))


@pytest.mark.parametrize(
    ("mode", "why"),
    [(stat.S_IFLNK | 0o777, "is a link"), (stat.S_IFIFO | 0o644, "no plain file"), (stat.S_IFCHR | 0o644, "no plain")],
)
def test_links_and_devices_are_refused(mode: int, why: str, tmp_path: Path) -> None:
    assert why in refusal(tmp_path, zipped(PLAIN, (entry("a.yaml", mode), b"/etc/passwd")))


def test_an_archive_that_would_grow_without_end_is_refused(tmp_path: Path) -> None:
    bomb = zipped(PLAIN, ("a.yaml", b"#" * 5_000_000), how=zipfile.ZIP_DEFLATED)
    assert len(bomb) < 5_000_000 // MAX_RATIO
    assert f"more than {MAX_RATIO} to 1" in refusal(tmp_path, bomb)
    many = [(f"a{n}.yaml", os.urandom(30_000) * 10) for n in range(40)]
    assert "10 MB" in refusal(tmp_path, zipped(PLAIN, *many, how=zipfile.ZIP_DEFLATED))
    assert "2,000 files" in refusal(tmp_path, zipped(PLAIN, *((f"a{n}.yaml", b"") for n in range(2000))))
    assert "10 MB" in refusal(tmp_path, b"PK\x03\x04" + bytes(10 << 20))


def test_what_an_archive_says_of_itself_is_not_believed(tmp_path: Path) -> None:
    """A size that is too small, an encrypted file, a file over another, or something before the first: all refused."""
    good = bytearray(zipped(PLAIN, ("a.yaml", b"x" * 1000)))
    at = good.rindex(b"PK\x01\x02")
    for offset, value, why in ((24, 10, "damaged"), (8, 1, "encrypted"), (10, 12, "unusual way"), (42, 0, "overlaps")):
        bad = bytearray(good)
        bad[at + offset : at + offset + 2] = value.to_bytes(2, "little")
        if offset == 42:
            bad[at + 42 : at + 46] = bytes(4)
        assert why in refusal(tmp_path, bytes(bad)), why
    assert "stands before" in refusal(tmp_path, b"#!/bin/sh\n" + bytes(good))
    assert "no zip file" in refusal(tmp_path, b"")
    assert "damaged" in refusal(tmp_path, bytes(good[:-30]))
    assert "no pack.yaml" in refusal(tmp_path, zipped(("a.yaml", b"")))
    assert "no pack.yaml" in refusal(tmp_path, zipped(("a/pack.yaml", MANIFEST), ("b/pack.yaml", MANIFEST)))


@pytest.mark.parametrize("seed", range(40))
def test_no_damaged_archive_gets_through_as_anything_but_a_message(seed: int, tmp_path: Path) -> None:
    import random

    rng, raw = random.Random(seed), bytearray(zipped(PLAIN, ("rules.yaml", HEAP.encode()), how=zipfile.ZIP_DEFLATED))
    for _ in range(rng.randint(1, 6)):
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    path = tmp_path / "heap.zip"
    path.write_bytes(raw)
    try:
        assert "pack.yaml" in open_archive(path).names
    except DiagnosticError as error:
        assert error.diagnostics[0].code == "M012"


def test_files_changed_after_an_archive_was_built_are_noticed(tmp_path: Path) -> None:
    state51("pack", "build", GARDEN, "--output", tmp_path / "garden.zip")
    files = dict(open_archive(tmp_path / "garden.zip").contents)
    files["plants.yaml"] = files["plants.yaml"].replace(b"1 seed", b"9 seed")
    (tmp_path / "garden.zip").write_bytes(archive_bytes(files))
    assert "M013" in state51("pack", "info", tmp_path / "garden.zip", code=1)


def test_a_folder_whose_files_lie_elsewhere_is_refused(tmp_path: Path) -> None:
    pack = heap(tmp_path / "packs", going("1 coin"))
    assert loaded(pack)
    (tmp_path / "secret.yaml").write_text("cards: {}\n")
    (pack / "more.yaml").symlink_to(tmp_path / "secret.yaml")
    found = complaint(pack)
    assert (found.code, found.message) == ("M010", "this file is a link that leads out of its pack")
    (pack / "more.yaml").unlink()
    (pack / "more.yaml").symlink_to(pack / "rules.yaml")
    assert [d.code for d in complaints(pack)] == ["N011"] * 2, "a link inside the pack is a file like any other"
    (pack / "more.yaml").unlink()
    (tmp_path / "stories").mkdir()
    (tmp_path / "stories" / "a.yaml").write_text("scenarios: []\n")
    (pack / "scenarios").symlink_to(tmp_path / "stories")
    assert "leads out of its pack" in state51("test", pack, code=1)


def test_a_folder_of_too_many_files_is_refused(tmp_path: Path) -> None:
    pack = heap(tmp_path, going("1 coin"))
    for n in range(2000):
        (pack / f"a{n}.yaml").touch()
    found = complaint(pack)
    assert found.code == "Y005" and "more than 2,000 files" in found.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pack = heap(tmp_path, going("1 coin"))
    os.mkfifo(pack / "pipe.yaml")
    assert "it is not a regular file" in complaint(pack).message


def test_a_pack_for_a_newer_language_is_refused_before_anything_else_in_it_is_judged(tmp_path: Path) -> None:
    raw = MANIFEST.replace(b"language: 1", b"language: 2") + b"news: {of: [the, future]}\n"
    (tmp_path / "heap.zip").write_bytes(zipped(("pack.yaml", raw)))
    found = complaint(tmp_path / "heap.zip")
    assert found.code == "M008" and "version 2 of the language" in found.message
    assert found.hint == "get a newer version of the program"


# ---- YAML


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: &a [x, x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n", "Y003"),
        ("a: &a {x: 1}\nb: {<<: *a}\n", "Y006"),
        (f"a: {'[' * 2000}{']' * 2000}\n", "Y008"),
        (f"a: {'{b: ' * 2000}1{'}' * 2000}\n", "Y005"),
        (f"a: {'9' * 5000}\n", "Y014"),
        (f"a: -{'9' * 5000}.5\n", "Y014"),
        ("a: [" + "1, " * 60_000 + "]\n", "Y005"),
        ("a: !!python/object/apply:os.system [ls]\n", "Y004"),
        ('a: "\\x1b[2J"\n', "Y011"),
    ],
)
def test_bombs_in_yaml_are_refused_at_once(text: str, code: str, tmp_path: Path) -> None:
    pack = heap(tmp_path, going("1 coin"))
    (pack / "bomb.yaml").write_text(text)
    began = time.process_time()
    assert code in {d.code for d in complaints(pack)}
    assert time.process_time() - began < LONGEST


def test_numbers_in_versions_and_effects_have_limits_too(tmp_path: Path) -> None:
    pack = heap(tmp_path, going("1 coin"))
    manifest = (pack / "pack.yaml").read_text()
    for bad in (manifest.replace("1.0.0", f"{'9' * 5000}.0.0"), manifest + f'requires: {{heap: ">={"9" * 5000}"}}\n'):
        (pack / "pack.yaml").write_text(bad)
        assert complaint(pack).code == "K006"
    (pack / "pack.yaml").write_text(manifest)
    (pack / "rules.yaml").write_text(going(f"{'9' * 5000} coin"))
    assert complaints(pack)


def test_ids_are_ascii_and_names_may_be_anything_but_never_reach_the_terminal_raw(tmp_path: Path) -> None:
    pack = heap(tmp_path, going("1 coin"), cards="cards:\n  stone: [{id: p\u0435bble, name: Pebble, weight: 1}]\n")
    found = complaint(pack)
    assert found.code == "K006" and pointed_at(found) == "p\u0435bble", "the second letter is a Cyrillic one"
    evil = "cards:\n  stone: [{id: pebble, name: 'Peb\u202eble\u2066', weight: 1}]\n"
    (pack / "cards.yaml").write_text(evil, encoding="utf-8")
    for words in (
        ["show", "pebble"],
        ["try", "pebble"],
        ["play", "--seats", "random", "--seed", "1"],
        ["show", "--all", "--json"],
    ):
        code = 2 if words[0] == "try" else 0
        said = state51(*words, "--packs", pack, code=code)
        assert not {"\u202e", "\u2066", "\x1b"} & set(said), words
    assert "Peb\\u202eble" in state51("show", "pebble", "--packs", pack)


@pytest.mark.parametrize("words", ["{" * 3000, "{a" * 3000, "{" + "a" * 9000, "a " * 5000 + "{", "\u00e9{" * 3000])
def test_words_of_options_are_no_trap_for_regular_expressions(words: str, tmp_path: Path) -> None:
    rules = going("1 coin").replace("title: go", f"title: '{words}'")
    began = time.process_time()
    try:
        game = new_game(loaded(heap(tmp_path, rules)))
        assert game.decision is not None and len(game.decision.ids) == 2
        with pytest.raises(ValueError, match="is no option"):
            game.choose("a " * 5000 + "of seat")
    except DiagnosticError as error:
        assert error.diagnostics[0].code[0] in "KPN"
    assert time.process_time() - began < LONGEST


# ---- effects


def test_a_million_cards_are_refused_when_packs_are_linked(tmp_path: Path) -> None:
    many = "".join(f"    - {{id: s{n}, name: S, copies: 999, weight: 1}}\n" for n in range(1001))
    found = complaint(heap(tmp_path, going("1 coin"), cards=f"cards:\n  stone:\n{many}"))
    assert found.code == "T008" and "999,999 components" in found.message
    assert pointed_at(found) == "s0"
    as_many_as_allowed = "".join(f"    - {{id: s{n}, name: S, copies: 500, weight: 1}}\n" for n in range(20))
    assert loaded(heap(tmp_path, going("1 coin"), cards=f"cards:\n  stone:\n{as_many_as_allowed}"))


NESTED = "(count(stone a in heap where a.weight + sum(stone b in heap, a.weight + b.weight) > 500)) coin"


@pytest.mark.parametrize(
    ("do", "copies"),
    [
        ("repeat 1000000 { 1 coin }", 1),
        ("repeat 1000000 { repeat 1000000 { 1 coin } }", 1),
        (f"repeat 1000000 {{ {NESTED} }}", 20),
        (f"repeat 1000000 {{ {NESTED} }}", 500),
        ("repeat 1000000 { " + "; ".join(["1 coin"] * 1000) + " }", 1),
        ("repeat 1000000 { for each stone a in heap { announce fell(you) } }", 100),
        ("repeat 1000000 { shuffle heap }", 900),
        ("repeat 1000000 { move all(stone in heap) to bottom of heap }", 900),
    ],
)
def test_what_goes_on_for_ever_is_stopped_soon_and_leaves_the_game_where_it_was(
    do: str, copies: int, tmp_path: Path
) -> None:
    game = new_game(loaded(heap(tmp_path, going(do), copies)))
    found = failure(game, "go")
    assert found.code == "G001" and "more than 20000 steps" in found.message
    assert f"rules.yaml:{5}" in found.message, "the line that ran into the limit"
    game.choose("rest")


def test_procedures_that_call_each_other_twice_are_stopped(tmp_path: Path) -> None:
    doubling = "".join(f"  p{n}(): p{n - 1}(); p{n - 1}()\n" for n in range(1, 41))
    game = new_game(loaded(heap(tmp_path, going("p40()") + f"procedures:\n  p0(): 1 coin\n{doubling}")))
    assert failure(game, "go").code == "G001"


def test_memory_stays_within_bounds_while_an_effect_runs_into_its_limit(tmp_path: Path) -> None:
    game = new_game(loaded(heap(tmp_path, going("repeat 1000000 { " + "; ".join(["1 coin"] * 300) + " }"))))
    tracemalloc.start()
    failure(game, "go")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 200 << 20


def test_triggers_that_call_themselves_are_stopped(tmp_path: Path) -> None:
    again = "'when fell by anyone -> announce fell(you)'"
    cards = f"cards:\n  stone:\n    - {{id: pebble, name: P, weight: 1, abilities: [{again}]}}\n"
    own = HEAP.replace("heap: {active: true}", "heap: {}, mine: {each: player, active: true}")
    do = "move all(stone in heap) to your mine; announce fell(you)"
    game = new_game(loaded(heap(tmp_path, going(do), cards=cards, words=own)))
    assert failure(game, "go").code in ("G001", "G002")


def test_rounds_in_which_nobody_is_asked_are_no_way_around_the_limit(tmp_path: Path) -> None:
    night = "phases:\n  night: |\n    for each player p in players { as p { 1 coin } }\nend: {rounds: 9999}\n"
    began = time.process_time()
    with pytest.raises(DiagnosticError, match="G001"):
        new_game(loaded(heap(tmp_path, "setup: shuffle heap\n", phases=night)))
    assert time.process_time() - began < LONGEST


def weary(folder: Path, until: int, phases: str = DAY, do: str = "1 coin") -> Game:
    """A game of one seat in which somebody went on for so many choices."""
    game = Game.new(loaded(heap(folder, going(do), phases=phases)), [None], 1)
    for _ in range(until):
        game.choose("go")
    return game


def test_a_phase_that_goes_on_from_turn_to_turn_is_stopped_at_the_phase(tmp_path: Path) -> None:
    """Given a seat that has acted 1,000 times in one phase, the next choice is refused, and where is told."""
    game = weary(tmp_path, PHASE_CHOICES)
    found = failure(game, "go")
    assert found.code == "G003" and "1,000 choices" in found.message
    assert "words.yaml:11 (day)" in found.message, "the phase"
    assert failure(game, "go").code == "G003", "and it stays so"
    kept = Game.from_json(game.rules, game.to_json())
    assert failure(kept, "go").code == "G003", "and so does the saved game"
    with pytest.raises(DiagnosticError, match="G003"):
        game.clone().playout(random.Random(1))


def test_each_phase_has_its_own_limit(tmp_path: Path) -> None:
    """Given two days with almost as many choices as one may have, nothing is wrong."""
    night = DAY + "  night: |\n    for each player p in players { set p.done to false }\nend: {rounds: 2}\n"
    game = weary(tmp_path, PHASE_CHOICES - 1, phases=night)
    game.choose("rest")
    for _ in range(PHASE_CHOICES - 1):
        game.choose("go")
    game.choose("rest")
    assert game.over


def test_an_effect_that_asks_for_ever_is_stopped_as_well(tmp_path: Path) -> None:
    """Given an effect that asks again and again, its turn never ends, but the choices of the phase are counted."""
    do = 'repeat 1000000 { choose one "Which" { "a coin" { 1 coin } "two" { 2 coin } } }'
    game = new_game(loaded(heap(tmp_path, going(do))))
    game.choose("go")
    with pytest.raises(DiagnosticError, match="G003"):
        play_on(game, [choose_random] * 2, random.Random(1))


def test_a_bot_takes_an_option_that_fails_for_the_worst(tmp_path: Path) -> None:
    """Given an action that promises much and then fails, greedy does anything else; it is told as worth least."""
    score = "scoring: {score: score}\nfunctions:\n  score(player p): p.coin\n"
    game = new_game(loaded(heap(tmp_path, going("100 coin; repeat 1000000 { 1 coin }") + score)))
    assert [(option.id, value) for option, value in appraise(game, random.Random(1))] == [("go", WORST), ("rest", 0)]
    assert choose_greedy(game, random.Random(1)).id == "rest"


def too_much(pack: Path) -> Diagnostic:
    """The one complaint, which is that something is too much work, said without doing it."""
    began = time.process_time()
    found = complaint(pack)
    assert time.process_time() - began < LONGEST
    assert found.code == "T009"
    return found


def test_functions_that_call_each_other_twice_are_refused_and_the_first_that_is_too_much_is_named(
    tmp_path: Path,
) -> None:
    doubling = "".join(f"  f{n}(number n): f{n - 1}(n + 1) + f{n - 1}(n + 2)\n" for n in range(1, 45))
    found = too_much(heap(tmp_path, going("(f44(1)) coin") + f"functions:\n  f0(number n): n\n{doubling}"))
    assert "the function `f19` could take 5,242,871 steps" in found.message
    assert pointed_at(found).startswith("f19(number n)")


@pytest.mark.parametrize("backwards", [False, True])
def test_functions_and_procedures_nested_without_end_are_refused(backwards: bool, tmp_path: Path) -> None:
    order = range(299, 0, -1) if backwards else range(1, 300)
    functions = "".join(f"  f{n}(number n): f{n - 1}(n + 1)\n" for n in order)
    (found, *_) = complaints(heap(tmp_path, going("(f299(1)) coin") + f"functions:\n  f0(number n): n\n{functions}"))
    assert "more than 48 deep" in found.message
    procedures = "".join(f"  p{n}(): p{n - 1}()\n" for n in order)
    found = too_much(heap(tmp_path, going("p299()") + f"procedures:\n  p0(): 1 coin\n{procedures}"))
    assert "more than 48 deep" in found.message


def test_queries_in_queries_are_refused_where_they_look_at_too_much(tmp_path: Path) -> None:
    deep = "1"
    for name in "abcde":
        deep = f"sum(stone {name} in heap, {name}.weight + {deep})"
    pack = heap(tmp_path, going(f"1 coin\n({deep}) coin"), copies=100)
    found = too_much(pack)
    assert pointed_at(found) == f"({deep}) coin"
    assert found.hint is not None and "up to 100 components" in found.hint
    assert loaded(heap(tmp_path, going(f"({deep}) coin"), copies=6)), "with few stones it is little work"


@pytest.mark.parametrize(
    ("what", "rules"),
    [
        ("whether the game ends", "end:\n  when: %s > 5\n  after: day\n"),
        ("the function `f`", "functions:\n  f(player p): %s\n"),
    ],
)
def test_too_much_work_is_found_wherever_it_is_written(what: str, rules: str, tmp_path: Path) -> None:
    deep = "sum(stone a in heap, sum(stone b in heap, sum(stone c in heap, a.weight * b.weight * c.weight)))"
    assert what in too_much(heap(tmp_path, going("1 coin") + rules % deep, copies=400)).message


def searching(parts: int, condition: str) -> str:
    names = "abcd"[:parts]
    given = ", ".join(f"{n}: stone in heap" for n in names)
    title = " ".join(f"{{{n}}}" for n in names)
    return f"actions:\n  go:\n    title: go {title}\n    with: {{{given}}}\n    if: {condition}\n    do: 1 coin\n{REST}"


def stones(number: int) -> str:
    return "cards:\n  stone:\n" + "".join(f"    - {{id: s{k}, name: S{k}, weight: {k}}}\n" for k in range(number))


def test_a_search_through_all_that_could_be_done_is_limited(tmp_path: Path) -> None:
    found = too_much(heap(tmp_path, searching(4, "a.weight + d.weight > 1"), cards=stones(100)))
    assert "the search for legal actions (most of it for `go`)" in found.message
    for parts, number in ((2, 900), (3, 90), (4, 28)):
        rules = loaded(
            heap(tmp_path, searching(parts, "abcd"[parts - 1] + ".weight + a.weight > 100000"), cards=stones(number))
        )
        began = time.process_time()
        game = new_game(rules)
        assert game.decision is not None and game.decision.ids == ["rest"]
        assert time.process_time() - began < LONGEST


def test_a_decision_of_too_many_options_is_a_failure_and_no_wait(tmp_path: Path) -> None:
    game = new_game(loaded(heap(tmp_path, searching(2, "a.weight < 10000"), cards=stones(900))))
    began = time.process_time()
    with pytest.raises(DiagnosticError, match="more than 50,000 ways to act"):
        game.decision  # noqa: B018
    assert time.process_time() - began < LONGEST


def test_a_cost_of_many_sorts_of_goods_is_refused(tmp_path: Path) -> None:
    words = HEAP.replace("coin: {plural: coins}", ", ".join(f"g{n}: {{group: all_of_them}}" for n in range(9)))
    cost = ", ".join(["1 all_of_them"] * 9)
    pack = heap(tmp_path, f"actions:\n  go: {{title: go, cost: '{cost}', do: 1 g1}}\n{REST}", words=words)
    assert "more than 8 sorts" in too_much(pack).message


def test_ways_to_pay_are_looked_for_no_longer_than_is_sensible(tmp_path: Path) -> None:
    words = HEAP.replace("coin: {plural: coins}", ", ".join(f"g{n}: {{group: gem}}" for n in range(12)))
    rules = f"actions:\n  go: {{title: go, cost: '60 gem, 60 gem', do: 1 g1}}\n{REST}"
    game = new_game(loaded(heap(tmp_path, rules, words=words)))
    game.state.goods[0][:12] = [20] * 12
    began = time.process_time()
    everything = tuple(range(12))
    found = ways(game.state, 0, ((((everything, (), 60), (everything, (), 60)), ()),))
    assert MAX_WAYS <= len(found) < 50_000
    game.choose("go")
    assert game.decision is not None and game.decision.kind == "pay"
    assert time.process_time() - began < LONGEST


def test_picking_cards_to_pay_with_is_no_trap_either(tmp_path: Path) -> None:
    game = new_game(loaded(heap(tmp_path, going("1 coin"), copies=40)))
    hand = list(range(40))
    began = time.process_time()
    assert len(ways(game.state, 0, (((), ((0, 20, hand),)),))) == 1, "forty stones that are alike: one way"
    assert ways(game.state, 0, (((), ((0, 21, hand), (0, 20, hand))),)) == [], "there are too few for both"
    assert time.process_time() - began < LONGEST


def test_the_packs_that_come_with_the_program_are_far_from_all_limits() -> None:
    rules, _ = link(None, {})
    from dsl.work import MOST_SEARCH

    work = rules.program.ticks.__self__
    assert sum(work.search(a) for a in rules.program.actions) * 10 < MOST_SEARCH


def test_texts_that_are_long_together_are_refused_before_they_are_all_read(tmp_path: Path) -> None:
    cards = "cards:\n  stone:\n" + "".join(
        f"    - {{id: s{k}, name: S, weight: 1, abilities: ['when fell by you -> 1 coin # {'x' * 18_000}']}}\n"
        for k in range(40)
    )
    found = complaint(heap(tmp_path, going("1 coin"), cards=cards))
    assert found.code == "P005" and "together get longer than 500,000 characters" in found.message
    assert line_of(found) == 2 + 28, "the first text that is too much"


def test_after_a_thousand_errors_no_more_are_looked_for(tmp_path: Path) -> None:
    twice = "cards:\n  stone:\n" + "    - {id: s, name: S, weight: 1}\n" * 3_000
    found = complaints(heap(tmp_path, going("1 coin"), cards=twice))
    assert [d.message for d in found if d.code == "Y005"] == [
        "there are 1,000 errors; what else is wrong is not looked for"
    ]
    assert len(found) == 1_001


def test_more_misshapen_cards_than_are_looked_for_do_not_pass_for_sound(tmp_path: Path) -> None:
    """Given more faults than the schema is asked for, what comes after them is not linked either."""
    found = complaints(heap(tmp_path, going("1 coin"), cards="cards:\n  stone:\n" + "    - {}\n" * 1_500))
    assert {d.code for d in found} == {"K002"}


def test_functions_written_out_in_one_another_do_not_fill_the_memory(tmp_path: Path) -> None:
    """Given functions that call the one before eight times, five deep, and cards that call the last."""
    functions = "functions:\n  f0(number n): n\n" + "".join(
        f"  f{k}(number n): {' + '.join([f'f{k - 1}(n)'] * 8)}\n" for k in range(1, 6)
    )
    pack = heap(tmp_path, going("(f5(1)) coin\n" * 4) + functions)
    assert len(marshal.dumps(build([str(pack)], {})["code"])) < 250_000
    game = new_game(loaded(pack))
    game.choose("go")
    assert goods(game)["coin"] == 4 * 8**5


def test_many_actions_that_search_many_zones_are_compiled_in_time(tmp_path: Path) -> None:
    """Given 200 actions that each search a zone of their own, compiling does not take the square of that."""
    zones = ", ".join(f"z{k}: {{}}" for k in range(200))
    words = HEAP.replace("zones: {", f"zones: {{{zones}, ")
    acts = "".join(f"  a{k}: {{title: 'a{k} {{s}}', with: {{s: stone in z{k}}}, do: 1 coin}}\n" for k in range(200))
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += 1

    pack = heap(tmp_path, f"actions:\n{acts}{REST}", words=words)
    sys.setprofile(count)
    try:
        build([str(pack)], {})
    finally:
        sys.setprofile(None)
    assert calls < 6_000_000


def test_a_folder_called_as_a_pack_of_the_program_does_not_pass_for_it(tmp_path: Path) -> None:
    """Given a stranger's folder with a pack and, beside it, one of the name of a pack that comes with the program."""
    known = default_packs()[0]
    write_pack(tmp_path, known)
    mine = write_pack(tmp_path, "mine", f'requires: {{{known}: ">=0.1"}}')
    found = complaint(mine)
    assert found.code == "M007" and pointed_at(found) == known
    assert loaded(tmp_path / known, mine).packs[0][0] == known, "named by its path it is what is meant"


def test_what_is_wrong_with_a_pack_is_found_once_for_all_its_scenarios(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = heap(tmp_path, going("1 cion"))
    told = "".join(
        f"  - {{name: n{k}, packs: [heap], phase: day, table: [{{}}, {{}}], expect: [{{seat: 1, coin: 0}}]}}\n"
        for k in range(50)
    )
    (pack / "scenarios").mkdir()
    (pack / "scenarios" / "many.yaml").write_text(f"scenarios:\n{told}", encoding="utf-8")
    linked = []
    monkeypatch.setattr(run, "load", lambda *given: linked.append(given) or load(*given))
    shelf = run.Shelf()
    results = [run.run(scenario, shelf=shelf) for scenario in run.read_scenarios(pack / "scenarios" / "many.yaml")]
    assert len(results) == 50 and all(r.diagnostics for r in results)
    assert len(linked) == 1
