"""A game is told in one language throughout: what happens, the table, the prompts, the reasons, the lesson, the end."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from cli.terminal.sayings import SAYINGS
from engine import Game, load
from engine.logged import note
from engine.messages import MESSAGES
from engine.messages.voice import ENGLISH, Voice
from engine.packs.translation import load_in
from engine.ruleset import Ruleset
from engine.scenario.run import begin, read_scenarios
from engine.story import tell
from engine.why.answer import why_not
from engine.why.words import in_ids
from tests.small_packs import GARDEN, write_pack
from tests.test_cli import state51
from tests.test_why import HOLDING

PACKS = ["base", "connections"]
GAMES = {
    "two seats": ["--packs", "base,connections", "--seats", "greedy,random"],
    "alone": ["--solo", "--seats", "greedy"],
    "New Era": ["--packs", "newera", "--seats", "greedy,random"],
    "Winter": ["--packs", "winter,connections", "--seats", "greedy,random"],
    "on the map": ["--packs", "nomansland,solo", "--solo", "--seats", "greedy"],
}


@cache
def polish() -> Ruleset:
    return load_in("pl", PACKS)[0]


def literals(template: str) -> set[str]:
    """What a template says beside what is put into it, if it is more than signs."""
    parts = (part.strip(" :;,.()`'\"") for part in re.split(r"\{[^}]*\}", template))
    return {part for part in parts if len(part) > 3}


@cache
def english_words() -> tuple[str, ...]:
    """All that only English says: of the messages, and of what the packs name."""
    templates = polish().voice.templates
    told = {
        id: templates[id] if isinstance(templates[id], str) else " ".join(templates[id].values()) for id in MESSAGES
    }  # type: ignore[union-attr]
    words = {part for id, english in MESSAGES.items() for part in literals(english) if part not in str(told[id])}
    for packs in (PACKS, ["newera"], ["winter"], ["nomansland", "solo"]):
        rules = load(packs)
        words |= {zone["name"] for zone in rules.zones} | {good["plural"] for good in rules.goods}
        words |= {action["title"].partition("{")[0].strip() for action in rules.actions}
        words |= {phase["id"] for phase in rules.phases}
        words |= {c["id"].replace("_", " ") for sort in rules.columns.values() for c in sort}
    return tuple(word for word in words if len(word) > 3 and word not in SAYINGS)


def english_in(text: str) -> list[str]:
    """What a text says in English, but for commands, places in files, what a person typed, and ids of topics."""
    ids = "|".join(re.escape(topic["id"]) for topic in load().topics)
    text = re.sub(rf"  \[.*:\d+\]$|^\S+ 1\.0\.0.*$|^.*state51.*$|„[^”]*”|^  (?:{ids})  ", "", text, flags=re.MULTILINE)
    return [word for word in english_words() if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)]


def test_the_check_would_find_english() -> None:
    said = state51("play", *GAMES["two seats"], "--seed", "3", "--linear")
    assert {"moves to", "pays", "gains", "Final standings", "hand", "lookout", "construct"} <= set(english_in(said))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_has_no_english_in_it(game: str) -> None:
    for how in ([], ["--verbose"]):
        said = state51("play", *GAMES[game], "--seed", "3", "--linear", "--lang", "pl", *how)
        assert english_in(said) == []
        assert "Gracz 1" in said and "Wynik końcowy" in said and re.search("^W(ygrywa|spólnie)", said, re.MULTILINE)


@pytest.mark.parametrize("linear", [True, False])
def test_a_person_is_spoken_to_in_no_english(linear: bool) -> None:
    asked = ["1", "1", "1", "1", "?", "state", "state 2", "log", "undo", "? 1", "more w", "rules", "rules raz", "kufer"]
    asked += ["why not zbuduj: Doki", "why not spasuj", "why not szach", "card Doki", "card kufer", "99", "quit"]
    packs = ["--solo", "--seed", "3", "--lang", "pl", *(["--linear"] if linear else [])]
    said = state51("play", *packs, input="\n".join(asked) + "\n")
    assert english_in(said) == []
    assert "co się ostatnio wydarzyło" in said and "Runda 1, akcje" in said


@pytest.mark.parametrize(
    ("n", "text"),
    [(1, "1 cegłę"), (2, "2 cegły"), (5, "5 cegieł"), (12, "12 cegieł"), (22, "22 cegły")],
)
def test_what_happens_bends_with_its_number(n: int, text: str) -> None:
    rules = polish()
    brick = next(i for i, good in enumerate(rules.goods) if good["id"] == "brick")
    state = Game.new(rules, ["new_york", "mutants"], seed=1).state
    note(state, "gain", 0, ((brick, n),), -1)
    note(state, "pay", 1, ((-1, brick, n),), -1)
    gained, paid = tell(state)[-2:]
    assert (gained.text, gained.short) == (f"Gracz 1 zyskuje {text}", f"zyskuje {text}")
    assert paid.text == f"Gracz 2 płaci {text}"


def test_places_are_told_in_their_case() -> None:
    state = Game.new(polish(), ["new_york", "mutants"], seed=1).state
    into = {event.moved[1] for event in tell(state) if event.moved is not None}
    assert {"do ręki gracza 1 trafiają: {}", "do czerwonego stosu trafiają: {}"} <= into


@pytest.mark.parametrize(
    ("asked", "id", "reason"),
    [
        ("rozbuduj: Kamieniołom → Glinianka", "develop clay_pit over quarry", "potrzeba: 1 cegła, a gracz 1 nie ma"),
        (
            "rozbuduj: kamieniołom → obóz",
            "develop camp over quarry",
            "Obóz: nie ma takiej karty wśród Lokacji w twojej",
        ),
        ("użyj Archiwum", "use archive", "Archiwum nie spełnia warunku: Lokacja nie jest zniszczona"),
        ("użyj: Kamieniołom", "use quarry", "Kamieniołom nie spełnia warunku: Lokacja ma akcję"),
        (
            "splądruj: Kościół",
            "raze church",
            "potrzeba: 4 czerwone kontakty (czerwone kontakty w liczbie równej obronie",
        ),
        ("wymień robotników na robotnika", "trade for worker", "„robotnik” nie może stać w „wymień robotników na {g}”"),
        ("weź: Punki", "take punks", "Punki: nie ma takiej karty wśród Kontaktów w odkrytych Kontaktach; leży gdzie"),
        ("zakończ turę", "end turn", "turę kończy się dopiero po akcji"),
    ],
)
def test_why_not_is_asked_and_answered_in_the_language(asked: str, id: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(HOLDING.replace("CHOICE", "pass"))
    (scenario,) = read_scenarios(tmp_path / "scenario.yaml")
    assert in_ids(polish(), asked) == id
    assert why_not(begin(scenario, polish()), id, spoken=True).startswith(reason)


def test_only_the_part_that_is_not_met_is_told(tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(HOLDING.replace("CHOICE", "pass"))
    (scenario,) = read_scenarios(tmp_path / "scenario.yaml")
    told = why_not(begin(scenario, polish()), "raze church of seat 2", spoken=True)
    assert told == "Kościół nie spełnia warunku: właściciel Lokacji nie spasował"  # and nothing of ruins


def test_authors_are_told_why_in_english_and_as_written(tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(HOLDING.replace("CHOICE", "pass"))
    (scenario,) = read_scenarios(tmp_path / "scenario.yaml")
    assert why_not(begin(scenario, polish()), "use archive") == "`archive` does not meet `not l.ruined`"


def test_the_lesson_is_given_in_the_language_to_its_end() -> None:
    from cli.terminal.lesson import lessons

    (lesson,) = lessons(None)
    steps = [s["choose"] for s in lesson.data["play"] if s["seat"] == 1]
    said = state51("play", "--tutorial", "--lang", "pl", "--linear", input="\n".join(["spasuj", *steps]) + "\n")
    assert english_in(said) == []
    assert said.startswith("Pierwsza gra: dwie rundy\nWitaj.")
    assert "„spasuj” nie jest teraz możliwe" in said
    assert said.count("Archiwum") > 5 and "Runda 3, wypatrywanie" in said and "A teraz zagraj całą grę" in said


def test_a_row_that_is_missing_is_said_in_english() -> None:
    from dsl.language import Language

    voice = Voice(Language("xx", templates={"log.end": "Schluss"}))
    assert (voice.say("log.end"), voice.say("log.ending")) == ("Schluss", ENGLISH.say("log.ending"))


def test_a_lesson_of_which_more_is_said_in_english_is_listed(tmp_path: Path) -> None:
    """Given a lesson of two choices, and one thing said in Polish: what is missing tells how many there are."""
    (tmp_path / "garden").symlink_to(GARDEN)
    folder = write_pack(tmp_path, "school", 'requires: {garden: ">=1.0,<2"}')
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "lesson.yaml").write_text(
        "scenarios:\n  - name: First steps\n    table: [{}]\n    phase: day\n"
        "    lesson: {begin: Welcome., end: Goodbye.}\n"
        "    play: [{seat: 1, choose: rest, say: Rest.}, {seat: 1, choose: rest, say: Rest again.}]\n"
        "    expect: [{over: false}]\n"
    )
    (folder / "lang").mkdir()
    told = "lessons: {First steps: {name: Pierwsze kroki, begin: Witaj., say: [Odpocznij.], end: Koniec.}}\n"
    (folder / "lang" / "pl.yaml").write_text(told)
    assert "lessons: First steps (say: 1 of 2)" in load_in("pl", [str(folder)])[1]
    (folder / "lang" / "pl.yaml").write_text(told.replace("First steps", "First step"))
    said = state51("text", "--lang", "pl", "--packs", str(folder), code=1)
    assert "L002" in said and 'did you mean "First steps"?' in said
