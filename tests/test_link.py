"""Packs linked together: extensions, options, requirements, what is refused, triggers, modifiers, and what runs away.

The trail is a number to which each step adds a digit, so it tells in which order things happened.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import DiagnosticError
from engine import Game, Ruleset
from tests.small_packs import (
    complaint,
    complaints,
    goods,
    loaded,
    new_game,
    pointed_at,
    said,
    write_pack,
)

WALK = """
vocabulary:
  goods: {apple: {plural: apples}, pear: {}}
  player: {home: flag}
  table: {trail: number}
  seats: {min: 1, max: 3}
functions:
  length(number n): n
procedures:
  step(number n): set trail to trail * 10 + n
  greet(player who, number n): |
    as who { (n) apple }
    step(n)
phases:
  dawn: step(1)
  day: {turns: players, until: home}
actions:
  walk: {title: walk, do: step(2)}
  measure: {title: measure, do: set trail to length(3)}
  visit:
    title: visit {p} for {n}
    with: {p: player in opponents, n: number_word}
    do: greet(p, 5)
  rest: {title: rest, do: set your home to true}
""".replace("with: {p: player in opponents, n: number_word}", "with: {p: player in opponents}").replace(
    "visit {p} for {n}", "visit {p}"
)


def walk(folder: Path) -> Path:
    """A game in which nothing is done but to leave a trail."""
    return write_pack(folder, "walk", rules=WALK)


def beside(folder: Path, id: str, rules: str, manifest: str = "", **files: str) -> Path:
    """A pack that changes the walk."""
    return write_pack(folder, id, f'requires: {{walk: ">=1.0,<2"}}\n{manifest}', rules=rules, **files)


def trail(game: Game) -> int:
    return int(game.view(None)["table"]["trail"])


def ids(game: Game) -> list[str]:
    assert game.decision is not None
    return list(game.decision.ids)


def walked(rules: Ruleset, *choices: str, seats: int = 2) -> Game:
    """A new game in which these choices were made."""
    game = new_game(rules, seats)
    for choice in choices:
        game.choose(choice)
    return game


# ---- extensions


@pytest.mark.parametrize(
    ("how", "do", "then"),
    [
        ("before", "step(7)", 172),
        ("after", "step(7)", 127),
        ("around", "step(7); proceed; step(8)", 1728),
        ("around", "step(7)", 17),
        ("around", "proceed; proceed", 122),
        ("replace", "step(7)", 17),
    ],
)
def test_an_action_is_extended(how: str, do: str, then: int, tmp_path: Path) -> None:
    """Given a dawn that leaves 1 and a walk that leaves 2, an extension of the walk comes where it says."""
    rules = loaded(walk(tmp_path), beside(tmp_path, "more", f"extend: [{{{how}: walk, do: {do}}}]"))
    assert trail(walked(rules, "walk")) == then


@pytest.mark.parametrize(
    ("how", "do", "then"),
    [
        ("before", "set trail to trail * 10 + 7", 717),
        ("after", "set trail to trail * 10 + 7", 177),
        ("around", "proceed; set trail to trail * 10 + 8; proceed", 181),
        ("replace", "set trail to trail * 10 + 7", 7),
    ],
)
def test_a_phase_is_extended(how: str, do: str, then: int, tmp_path: Path) -> None:
    more = beside(tmp_path, "more", f"extend: [{{{how}: dawn, do: {do}}}]")
    first = trail(new_game(loaded(walk(tmp_path), more)))
    assert first == int(str(then).removeprefix("71")) if how == "before" and then == 717 else first == then


def test_a_procedure_is_extended_under_names_of_its_own_for_everyone_who_calls_it(tmp_path: Path) -> None:
    """Given a procedure greet(who, n), an extension that calls them (a, b) is told the same, and so is what it extends."""
    more = beside(
        tmp_path,
        "more",
        """
        extend:
          - around: greet(a, b)
            do: |
              as a { (b + 1) pear }
              proceed
        """,
    )
    game = walked(loaded(walk(tmp_path), more), "visit seat 2")
    assert goods(game, 1) == {"apple": 5, "pear": 6}
    assert trail(game) == 15


def test_a_function_is_extended_by_values(tmp_path: Path) -> None:
    plain = walk(tmp_path)
    for how, value, gives in (
        ("around", "proceed * 10 + m", 33),
        ("around", "proceed + proceed", 6),
        ("replace", "m + 4", 7),
    ):
        more = beside(tmp_path, "more", f"extend: [{{{how}: length(m), value: {value}}}]")
        assert trail(walked(loaded(plain, more), "measure")) == gives


def test_later_packs_are_outer(tmp_path: Path) -> None:
    """Given two packs that both extend the walk and its length, the later one goes around the earlier one."""
    early = beside(
        tmp_path,
        "early",
        "extend: [{around: walk, do: step(3); proceed; step(4)}, {around: length(n), value: proceed * 10 + 1}]",
    )
    late = beside(
        tmp_path,
        "late",
        "extend: [{around: walk, do: step(5); proceed; step(6)}, {around: length(n), value: proceed * 10 + 2}]",
    )
    base = walk(tmp_path)
    assert trail(walked(loaded(base, early, late), "walk")) == 153246
    assert trail(walked(loaded(base, late, early), "walk")) == 135264
    assert trail(walked(loaded(base, early, late), "measure")) == 312


def test_within_one_pack_what_is_written_later_is_outer(tmp_path: Path) -> None:
    more = beside(tmp_path, "more", "extend: [{before: walk, do: step(3)}, {before: walk, do: step(4)}]")
    assert trail(walked(loaded(walk(tmp_path), more), "walk")) == 1432


def test_stop_in_an_extension_leaves_that_layer_alone(tmp_path: Path) -> None:
    more = beside(tmp_path, "more", "extend: [{around: step(n), do: if n = 2 { stop }; proceed}]")
    last = beside(tmp_path, "last", "extend: [{after: walk, do: step(9)}]")
    assert trail(walked(loaded(walk(tmp_path), more, last), "walk")) == 19


def test_proceed_may_come_twice_and_in_the_middle_of_suspended_work(tmp_path: Path) -> None:
    """Given a procedure that asks, wrapped in one that asks before, between and after carrying it out twice: at each
    decision the game can be saved and gone on with, and all choices are remembered."""
    base = beside(
        tmp_path,
        "asking",
        """
        procedures:
          eat(number n): |
            choose one "Which?" { "apple" { (n) apple }; "pear" { (n) pear } }
            step(n)
        actions:
          eat: {title: eat, do: eat(2)}
        """.replace("eat(number n)", "have(number n)").replace("eat(2)", "have(2)"),
    )
    around = write_pack(
        tmp_path,
        "twice",
        'requires: {asking: ">=1.0"}\n',
        rules="""
        extend:
          - around: have(k)
            do: |
              choose one "First?" { "three" { step(3) }; "four" { step(4) } }
              proceed
              choose one "Again?" { "yes" { proceed }; "not now" { step(5) } }
              step(k + 4)
        """,
    )
    rules = loaded(walk(tmp_path), base, around)
    game = walked(rules, "eat")
    for choice in ("four", "apple", "yes", "pear"):
        game = Game.from_json(rules, game.to_json())
        game.choose(choice)
    assert goods(game) == {"apple": 2, "pear": 2}
    assert trail(game) == 14226
    assert trail(walked(rules, "eat", "three", "pear", "not now")) == 13256


def test_an_extension_that_asks_makes_what_it_extends_ask(tmp_path: Path) -> None:
    """Given a step that asked nobody, once it is extended by a choice every caller waits for the answer."""
    more = beside(tmp_path, "more", 'extend: [{around: greet(a, b), do: may "Be kind" { proceed }}]')
    rules = loaded(walk(tmp_path), more)
    assert goods(walked(rules, "visit seat 2", "no"), 1) == {}
    assert goods(walked(rules, "visit seat 2", "Be kind"), 1) == {"apple": 5}


def test_an_option_that_an_extension_makes_impossible_is_not_offered(tmp_path: Path) -> None:
    """Given a visit that an extension begins with a choice among nobody, the visit cannot be carried out."""
    more = beside(
        tmp_path,
        "more",
        'extend: [{before: visit, do: choose player q in opponents where q.pear > 0 "Ask whom?"}]',
    )
    assert ids(new_game(loaded(walk(tmp_path), more))) == ["walk", "measure", "rest"]


@pytest.mark.parametrize(
    ("extend", "code", "at"),
    [
        ("{before: wlak, do: step(1)}", "N007", "wlak"),
        ("{around: greet(a), do: proceed}", "T002", "greet(a)"),
        ("{before: length, value: 1}", "T003", "before"),
        ("{around: length, do: step(1)}", "K002", "do"),
        ("{before: day, do: step(1)}", "T003", "day"),
        ("{replace: walk, do: proceed}", "T003", "proceed"),
        ("{around: length(n), value: proceed = 1}", "T001", "proceed = 1"),
    ],
)
def test_an_extension_that_cannot_be_is_refused(extend: str, code: str, at: str, tmp_path: Path) -> None:
    found = complaints(walk(tmp_path), beside(tmp_path, "more", f"extend: [{extend}]"))
    assert [(d.code, pointed_at(d)) for d in found][:1] == [(code, at)]


# ---- cards changed by other packs

BOX = """
vocabulary:
  words: {shape: [round, square]}
  kinds:
    stone:
      start: bag
      fields: {weight: number, shape: shape, gift: {type: goods, optional: true}}
  zones: {bag: {}}
cards:
  stone:
    - {id: pebble, name: Pebble, copies: 2, weight: 1, shape: round, gift: 1 apple}
    - {id: brickish, name: Brickish, weight: 4, shape: square}
actions:
  weigh: {title: weigh, do: "set trail to sum(stone s in bag, s.weight)"}
  open: {title: open, do: for each stone s in bag { s.gift }}
"""


def stones(folder: Path, extend: str) -> Ruleset:
    box = beside(folder, "box", BOX)
    change = write_pack(folder, "change", 'requires: {box: ">=1.0"}\n', rules=f"extend: [{extend}]\n")
    return loaded(walk(folder), box, change)


def test_numbers_of_a_card_are_added_to(tmp_path: Path) -> None:
    """Given two pebbles of 1 and a stone of 4, one more pebble, each heavier by 2, makes 13."""
    assert trail(walked(stones(tmp_path, "{card: pebble, add: {copies: 1, weight: 2}}"), "weigh")) == 13


def test_fields_of_a_card_are_written_anew(tmp_path: Path) -> None:
    rules = stones(tmp_path, "{card: 'box:brickish', set: {name: Big Brick, weight: 9, gift: 3 pear}}")
    assert trail(walked(rules, "weigh")) == 11
    assert goods(walked(rules, "open")) == {"apple": 2, "pear": 3}
    (card,) = rules.by_id["brickish"]
    assert card.name == "Big Brick" and card.fields["gift"] == "3 pear"


def test_changes_of_several_packs_add_up_in_their_order(tmp_path: Path) -> None:
    rules = stones(
        tmp_path,
        "{card: brickish, set: {weight: 1}}, {card: brickish, add: {weight: 5}}, {card: brickish, add: {copies: 1}}",
    )
    assert trail(walked(rules, "weigh")) == 14


@pytest.mark.parametrize(
    ("extend", "code", "at"),
    [
        ("{card: pebbel, add: {copies: 1}}", "N009", "pebbel"),
        ("{card: pebble, add: {shape: 1}}", "N006", "shape"),
        ("{card: pebble, set: {colour: red}}", "N006", "colour"),
        ("{card: pebble, set: {shape: oval}}", "N003", "oval"),
        ("{card: pebble, set: {gift: 2 gold}}", "N002", "gold"),
    ],
)
def test_a_change_that_cannot_be_is_refused(extend: str, code: str, at: str, tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as e:
        stones(tmp_path, extend)
    assert [(d.code, pointed_at(d)) for d in e.value.diagnostics] == [(code, at)]


def test_a_name_that_two_packs_gave_is_made_clear_by_the_pack(tmp_path: Path) -> None:
    """Given two packs with a card of the same id, the bare id is ambiguous and pack:id is not."""
    box = beside(tmp_path, "box", BOX)
    again = "cards:\n  stone:\n    - {id: pebble, name: Other Pebble, weight: 7, shape: round}\n"
    second = write_pack(tmp_path, "second", 'requires: {box: ">=1.0"}\n', rules=again)
    third = write_pack(
        tmp_path, "third", 'requires: {second: ">=1.0"}\n', rules="extend: [{card: pebble, add: {weight: 1}}]\n"
    )
    found = complaint(walk(tmp_path), box, second, third)
    assert (found.code, pointed_at(found)) == ("N009", "pebble") and "box:pebble" in (found.hint or "")
    write_pack(
        tmp_path,
        "third",
        'requires: {second: ">=1.0"}\n',
        rules="extend: [{card: 'second:pebble', add: {weight: 1}}]\n",
    )
    rules = loaded(walk(tmp_path), box, second, third)
    assert {c.unique_id for c in rules.by_id["pebble"]} == {"box:pebble", "second:pebble"}
    assert trail(walked(rules, "weigh")) == 14


# ---- files read only beside another pack


def test_a_file_named_under_when_is_read_only_beside_that_pack(tmp_path: Path) -> None:
    base, other = walk(tmp_path), beside(tmp_path, "other", "procedures: {nap(): step(8)}\n")
    more = beside(
        tmp_path, "more", "extend: [{after: walk, do: step(3)}]\n", "when: {other: [with_other.yaml]}\n",
        with_other="extend: [{after: walk, do: nap()}]\n",
    )  # fmt: skip
    assert trail(walked(loaded(base, more), "walk")) == 123
    assert trail(walked(loaded(base, other, more), "walk")) in (1238, 1283)


def test_the_content_beside_another_pack_is_part_of_the_hash(tmp_path: Path) -> None:
    base, other = walk(tmp_path), beside(tmp_path, "other", "procedures: {nap(): step(8)}\n")
    manifest = "when: {other: [with_other.yaml]}\n"
    more = beside(
        tmp_path,
        "more",
        "extend: [{after: walk, do: step(3)}]\n",
        manifest,
        with_other="extend: [{after: walk, do: nap()}]\n",
    )
    alone, both = loaded(base, more), loaded(base, other, more)
    (more / "with_other.yaml").write_text("extend: [{before: walk, do: nap()}]\n", encoding="utf-8")
    assert loaded(base, more).hash == alone.hash
    assert loaded(base, other, more).hash != both.hash


def test_a_file_under_when_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    more = beside(
        tmp_path,
        "more",
        "procedures: {nap(): step(8)}\n",
        "when: {walk: [with_wlak.yaml]}\n",
        with_walk="procedures: {sit(): step(9)}\n",
    )
    found = complaint(walk(tmp_path), more)
    assert (found.code, pointed_at(found)) == ("M010", "with_wlak.yaml")
    assert "with_walk.yaml" in (found.hint or "")


# ---- options

SWITCHES = """
options:
  strides: {default: 2, about: steps of a walk}
  singing: {default: false}
"""


def optional(folder: Path) -> tuple[Path, Path]:
    rules = "extend: [{replace: walk, do: repeat strides { step(4) }; if singing { step(9) }}]\n"
    return walk(folder), beside(folder, "more", rules, SWITCHES)


def test_options_have_defaults_and_can_be_set(tmp_path: Path) -> None:
    packs = optional(tmp_path)
    assert trail(walked(loaded(*packs), "walk")) == 144
    assert trail(walked(loaded(*packs, strides=3, singing=True), "walk")) == 14449
    assert trail(walked(loaded(*packs, **{"more.strides": 1}), "walk")) == 14


def test_options_are_part_of_the_hash(tmp_path: Path) -> None:
    packs = optional(tmp_path)
    hashes = {loaded(*packs).hash, loaded(*packs, strides=3).hash, loaded(*packs, singing=True).hash}
    assert len(hashes) == 3
    assert loaded(*packs, strides=2).hash == loaded(*packs).hash, "a default that is said is the same game"


@pytest.mark.parametrize(
    ("given", "code"),
    [({"stride": 3}, "M006"), ({"walk.strides": 3}, "M006"), ({"strides": True}, "M009"), ({"singing": 1}, "M009")],
)
def test_options_that_are_not_there_or_of_another_type_are_refused(
    given: dict[str, int], code: str, tmp_path: Path
) -> None:
    found = complaint(*optional(tmp_path), **given)
    assert found.code == code and f"`{next(iter(given))}`" in found.message


def test_two_packs_cannot_have_one_option(tmp_path: Path) -> None:
    other = beside(tmp_path, "other", "procedures: {nap(): step(8)}\n", SWITCHES)
    assert {d.code for d in complaints(*optional(tmp_path), other)} == {"N011"}


# ---- which packs go together


@pytest.mark.parametrize(
    ("wanted", "good"),
    [(">=1.0,<2", True), ("==1.2.3", True), ("~=1.2", True), (">=1.3", False), ("<1", False), ("!=1.2.3", False)],
)
def test_a_required_pack_must_have_one_of_the_versions(wanted: str, good: bool, tmp_path: Path) -> None:
    base = write_pack(tmp_path, "walk", "version: 1.2.3\n", rules=WALK)
    more = write_pack(tmp_path, "more", f'requires: {{walk: "{wanted}"}}\n', rules="procedures: {nap(): step(8)}\n")
    if good:
        assert [id for id, _, _ in loaded(base, more).packs] == ["walk", "more"]
        return
    found = complaint(base, more)
    assert found.code == "M004" and pointed_at(found).strip('"') == wanted
    assert "`more` requires `walk`" in found.message and "1.2.3 is here" in found.message


def test_what_is_required_is_found_beside_it_and_comes_first(tmp_path: Path) -> None:
    walk(tmp_path)
    more = beside(tmp_path, "more", "procedures: {nap(): step(8)}\n")
    assert [id for id, _, _ in loaded(more).packs] == ["walk", "more"]


def test_a_required_pack_that_is_nowhere_is_named_where_it_is_required(tmp_path: Path) -> None:
    found = complaint(beside(tmp_path, "more", "procedures: {nap(): 1 apple}\n"))
    assert (found.code, pointed_at(found)) == ("M001", "walk")


def test_packs_that_require_each_other_are_refused_naming_the_circle(tmp_path: Path) -> None:
    text = "procedures: {nap(): end game}\n"
    one, two, three = (
        write_pack(tmp_path, id, f'requires: {{{other}: ">=1.0"}}\n', rules=text.replace("nap", id))
        for id, other in (("one", "two"), ("two", "three"), ("three", "one"))
    )
    found = complaint(one, two, three)
    assert found.code == "M002" and found.message.endswith("one -> two -> three -> one")


def test_packs_that_conflict_are_refused_naming_both(tmp_path: Path) -> None:
    """Given a pack that cannot be played with another, both are named and both places are shown."""
    other = beside(tmp_path, "other", "procedures: {nap(): step(8)}\n")
    more = beside(tmp_path, "more", "procedures: {sit(): step(9)}\n", "conflicts: [other]\n")
    found = complaint(walk(tmp_path), more, other)
    assert found.code == "M003" and "`more` and `other`" in found.message
    assert pointed_at(found) == "other"
    assert [r.span.file.endswith("other/pack.yaml") for r in found.related] == [True]
    assert loaded(walk(tmp_path), more)


def test_two_packs_of_one_name_are_refused_naming_both_folders(tmp_path: Path) -> None:
    here, there = walk(tmp_path / "here"), walk(tmp_path / "there")
    found = complaint(here, there)
    assert found.code == "M007" and str(here) in found.message and str(there) in found.message
    assert loaded(here, here), "the same folder twice is one pack"


def test_a_name_that_two_packs_declare_is_refused_showing_both(tmp_path: Path) -> None:
    more = beside(tmp_path, "more", "procedures: {step(number n): 1 apple}\n")
    found = complaint(walk(tmp_path), more)
    assert (found.code, pointed_at(found)) == ("N011", "step(number n)")
    assert "extend" in (found.hint or "") and found.related[0].span.file.endswith("walk/rules.yaml")


# ---- what is refused because it could go on for ever, cheat or cannot be declined


@pytest.mark.parametrize(
    ("rules", "at"),
    [
        ("procedures: {round(): round()}", "round()"),
        ("procedures: {ping(): pong(), pong(): ping()}", "ping()"),
        ("procedures: {ping(): may { pong() }, pong(): 'repeat 2 { ping() }'}", "ping()"),
        ("extend: [{around: step(n), do: greet(nobody(), n); proceed}]\nfunctions: {nobody(): first of player p by 1}", "step(number n)"),
    ],
)  # fmt: skip
def test_a_procedure_that_reaches_itself_is_refused(rules: str, at: str, tmp_path: Path) -> None:
    found = complaints(walk(tmp_path), beside(tmp_path, "more", rules + "\n"))
    assert {d.code for d in found} == {"T005"}
    assert "calls itself, directly or through others" in found[0].message


@pytest.mark.parametrize(
    "rules",
    [
        "functions: {a(number n): a(n - 1)}",
        "functions: {a(): b(), b(): c(), c(): a()}",
        "functions: {a(): length(1)}\nextend: [{around: length(n), value: proceed + a()}]",
        "functions: {a(): 1, b(): a()}\nextend: [{around: a, value: proceed + b()}]",
    ],
)
def test_functions_that_need_each_other_are_refused(rules: str, tmp_path: Path) -> None:
    found = complaints(walk(tmp_path), beside(tmp_path, "more", rules + "\n"))
    assert {d.code for d in found} == {"T005"}


BELLS = """
vocabulary:
  words: {metal: [tin, brass]}
  kinds:
    bell:
      start: box
      fields:
        weight: {type: number, min: 0, max: 5}
        metal: metal
        toll: {type: effect, optional: true}
        abilities: {type: list of ability, optional: true}
      state: {cracked: flag}
  zones:
    box: {hidden: all}
    drawer: {each: player, hidden: others}
    tower: {each: player, active: not cracked}
  events: {rung: {what: bell}, hummed: {}}
functions:
  loudness(bell b): b.weight
actions:
  ring: {title: ring, do: "announce rung(you, top of your tower)"}
  hum: {title: hum, do: announce hummed(you)}
  listen: {title: listen, do: "set trail to sum(bell b in players.tower, b.weight * 10 + base(b.weight))"}
  hear: {title: hear, do: "set trail to sum(bell b in players.tower, loudness(b))"}
"""


def bells(folder: Path, cards: str, setup: str = "") -> tuple[Path, Path]:
    """The walk with bells: `cards` are bells, `setup` says who has which."""
    begin = f"extend:\n  - before: dawn\n    do: |\n      {setup}\n" if setup else ""
    return walk(folder), beside(
        folder, "bells", BELLS, cards=f"cards:\n  bell:\n{cards}", begin=begin or "procedures: {nap(): step(8)}\n"
    )


def bell(id: str, *abilities: str, weight: int = 1, toll: str = "") -> str:
    """A bell in YAML."""
    lines = [f"    - id: {id}", f"      name: {id.capitalize()}", f"      weight: {weight}", "      metal: tin"]
    lines += [f"      toll: {toll}"] if toll else []
    lines += ["      abilities:", *(f"        - {a}" for a in abilities)] if abilities else []
    return "\n".join(lines) + "\n"


HANG = "for each player p in players { move top 1 of box to p.tower }"


@pytest.mark.parametrize(
    "ability",
    [
        "always weight of bell b + b.weight",
        "always weight of bell b + loudness(b)",
        "always loudness(b) + loudness(b)",
        "always weight of bell b + 1 if sum(bell c in players.tower, c.weight) > 3",
    ],
)
def test_a_modifier_that_needs_what_it_changes_is_refused(ability: str, tmp_path: Path) -> None:
    found = complaint(*bells(tmp_path, bell("great", ability)))
    assert found.code == "T005" and "but needs it to do so" in found.message
    assert "base(...)" in (found.hint or "") and ability in pointed_at(found)


def test_modifiers_that_need_each_other_are_refused(tmp_path: Path) -> None:
    found = complaints(*bells(tmp_path, bell("great", "always weight of bell b + loudness(b)")))
    assert {d.code for d in found} == {"T005"}


@pytest.mark.parametrize(
    ("do", "at"),
    [
        ("choose bell b in box", "bell b in box"),
        ("choose player p in opponents; choose bell b in p.drawer", "bell b in p.drawer"),
        ("choose 2 bell b in opponents.drawer", "bell b in opponents.drawer"),
    ],
)
def test_a_choice_from_what_the_player_may_not_see_is_refused(do: str, at: str, tmp_path: Path) -> None:
    more = write_pack(
        tmp_path, "more", 'requires: {bells: ">=1.0"}\n', rules=f"actions:\n  peek:\n    title: peek\n    do: {do}\n"
    )
    found = complaint(*bells(tmp_path, bell("great")), more)
    assert (found.code, pointed_at(found)) == ("T004", at) and "reveal" in (found.hint or "")


def test_a_parameter_of_an_action_cannot_be_what_the_player_may_not_see(tmp_path: Path) -> None:
    rules = "actions:\n  peek:\n    title: peek {b}\n    with: {b: bell in box}\n    do: step(1)\n"
    found = complaint(
        *bells(tmp_path, bell("great")), write_pack(tmp_path, "more", 'requires: {bells: ">=1.0"}\n', rules=rules)
    )
    assert (found.code, pointed_at(found)) == ("T004", "bell in box")


@pytest.mark.parametrize(
    "do",
    ["choose bell b in your drawer", "reveal top 2 of box; choose bell b in box", "choose bell b in players.tower"],
)
def test_a_choice_from_what_the_player_may_see_is_fine(do: str, tmp_path: Path) -> None:
    more = write_pack(
        tmp_path, "more", 'requires: {bells: ">=1.0"}\n', rules=f"actions:\n  peek:\n    title: peek\n    do: {do}\n"
    )
    assert loaded(*bells(tmp_path, bell("great")), more)


@pytest.mark.parametrize(
    "do",
    ["spend 1 apple", "1 pear; spend 1 apple", "may { 1 pear; spend 1 apple }", "if your apple > 0 { spend 1 apple }"],
)
def test_spending_that_cannot_be_declined_is_refused(do: str, tmp_path: Path) -> None:
    more = beside(tmp_path, "more", f"actions:\n  give:\n    title: give\n    do: {do}\n")
    found = complaint(walk(tmp_path), more)
    assert (found.code, pointed_at(found)) == ("T006", "spend 1 apple")


# ---- triggers

STEPS = "when rung by anyone -> step(this.weight)"


def test_triggers_fire_from_the_active_player_on_clockwise(tmp_path: Path) -> None:
    """Given three players with a bell each, when the second rings theirs, the second's answers first, then the third's."""
    cards = bell("one", STEPS, weight=1) + bell("two", STEPS, weight=2) + bell("three", STEPS, weight=3)
    setup = "for each bell b in box { move b to bottom of box }; " + HANG
    rules = loaded(*bells(tmp_path, cards, setup))
    for rests, then in (((), 1), (("rest",), 2), (("rest", "rest"), 3)):
        game = walked(rules, *rests, seats=3)
        order = [game.view(None)["players"][(then - 1 + k) % 3]["zones"]["tower"][0]["card"] for k in range(3)]
        digits = "".join(str(("one", "two", "three").index(card) + 1) for card in order)
        game.choose("ring")
        assert str(trail(game)) == "1" + digits


def test_triggers_of_one_player_fire_in_order_of_arrival_where_their_order_cannot_matter(tmp_path: Path) -> None:
    """Given bells that only give fixed goods, nobody is asked, and the first to arrive answers first."""
    cards = bell("tin", "when rung by you -> 1 apple") + bell("brass", "when rung by you -> 1 pear")
    for first, second, order in (("tin", "brass", ["apple", "pear"]), ("brass", "tin", ["pear", "apple"])):
        hang = "; ".join(
            f"for each bell b in box where b.weight = {w} {{ move b to first_player().tower }}" for w in (1, 2)
        )
        weighted = cards.replace("weight: 1", "weight: 0")
        for n, id in enumerate((first, second), 1):
            head, tail = weighted.split(f"id: {id}\n")
            weighted = f"{head}id: {id}\n" + tail.replace("weight: 0", f"weight: {n}", 1)
        base, more = bells(tmp_path, weighted, hang)
        (more / "who.yaml").write_text("functions:\n  first_player(): first of player p by 1\n", encoding="utf-8")
        game = walked(loaded(base, more), "ring")
        assert [line.split()[-1] for line in said(game) if "gains" in line] == order


def test_who_has_several_triggers_whose_order_can_matter_decides_it(tmp_path: Path) -> None:
    cards = bell("one", STEPS, weight=2) + bell("two", STEPS, weight=3)
    base, more = bells(tmp_path, cards, "move all(bell in box) to first_player().tower")
    (more / "who.yaml").write_text("functions:\n  first_player(): first of player p by 1\n", encoding="utf-8")
    rules = loaded(base, more)
    assert sorted(ids(walked(rules, "ring"))) == ["one first", "two first"]
    assert trail(walked(rules, "ring", "one first")) == 123
    assert trail(walked(rules, "ring", "two first")) == 132


def test_triggers_answer_only_those_they_name_and_only_where_they_are_active(tmp_path: Path) -> None:
    cards = bell("mine", "when rung by you -> 1 apple") + bell("yours", "when rung by opponents -> 1 pear")
    setup = "for each bell b in box { move b to first_player().tower }"
    base, more = bells(tmp_path, cards, setup)
    (more / "who.yaml").write_text(
        "functions:\n  first_player(): first of player p by 1\n"
        "actions:\n  crack: {title: crack, do: 'for each bell b in players.tower { set b.cracked to true }'}\n",
        encoding="utf-8",
    )
    rules = loaded(base, more)
    assert goods(walked(rules, "ring")) == {"apple": 1}
    assert goods(walked(rules, "ring", "ring")) == {"apple": 1, "pear": 1}
    assert goods(walked(rules, "crack", "ring")) == {}, "a cracked bell is silent"


def test_a_trigger_may_have_a_condition_on_what_happened(tmp_path: Path) -> None:
    cards = bell("great", "when rung by you -> 1 apple if what.weight > 2", weight=3)
    small = bell("small", "when rung by you -> 1 pear if what.weight > 2", weight=1)
    assert goods(walked(loaded(*bells(tmp_path, cards, HANG)), "ring", seats=1)) == {"apple": 1}
    assert goods(walked(loaded(*bells(tmp_path, small, HANG)), "ring", seats=1)) == {}


# ---- modifiers


def test_modifiers_add_up_and_are_clamped_to_the_bounds_of_the_field(tmp_path: Path) -> None:
    """Given bells of weight 3 and 1 (from 0 to 5), two modifiers of +1 and +2 make 5 (not 6) and 4; base() reads 3 and 1."""
    cards = bell("one", "always weight of bell b + 1", weight=3) + bell("two", "always weight of bell b + 2", weight=1)
    assert trail(walked(loaded(*bells(tmp_path, cards, HANG)), "listen")) == 53 + 41
    less = bell("one", "always weight of bell b - 2", weight=3) + bell("two", weight=1)
    assert trail(walked(loaded(*bells(tmp_path, less, HANG)), "listen")) == 13 + 1


def test_a_modifier_has_conditions_and_reads_its_controller_as_you(tmp_path: Path) -> None:
    cards = bell("one", "always weight of bell b + 1 if b.owner = you", weight=1) + bell("two", weight=1)
    assert trail(walked(loaded(*bells(tmp_path, cards, HANG)), "listen")) == 21 + 11


def test_functions_are_modified_as_fields_are(tmp_path: Path) -> None:
    cards = bell("one", "always loudness(b) + 2 * b.weight if b.metal = tin", weight=2) + bell("two", weight=1)
    assert trail(walked(loaded(*bells(tmp_path, cards, HANG)), "hear")) == 2 + 4 + 1 + 2


def test_a_modifier_works_only_while_its_card_is_active(tmp_path: Path) -> None:
    cards = bell("one", "always loudness(b) + 2", weight=1)
    base, more = bells(tmp_path, cards, HANG)
    crack = "actions:\n  crack: {title: crack, do: 'for each bell b in players.tower { set b.cracked to true }'}\n"
    (more / "crack.yaml").write_text(crack, encoding="utf-8")
    rules = loaded(base, more)
    assert trail(walked(rules, "hear", seats=1)) == 3
    assert trail(walked(rules, "crack", "hear", seats=1)) == 1


# ---- what runs away


def stays_where_it_was(game: Game, choice: str) -> str:
    """Given a choice whose effect fails, the game stays at its decision and goes on; gives what was said."""
    before, options, log = game.state.fingerprint(), ids(game), said(game)
    for _ in range(2):
        with pytest.raises(DiagnosticError) as e:
            game.choose(choice)
        assert game.state.fingerprint() == before
        assert ids(game) == options and said(game) == log
    (diagnostic,) = e.value.diagnostics
    game.choose("walk")
    assert trail(game) == 12
    return f"{diagnostic.code} {diagnostic.message}"


def test_a_trigger_that_announces_itself_ends_at_the_limit_of_depth(tmp_path: Path) -> None:
    cards = bell("echo", "when hummed by anyone -> announce hummed(you)")
    game = new_game(loaded(*bells(tmp_path, cards, HANG)), 1)
    message = stays_where_it_was(game, "hum")
    assert (
        message.startswith("G002")
        and "cards.yaml" in message
        and "echo" in message
        and "nested more than 64 deep" in message
    )


def test_cards_that_carry_each_other_out_end_at_the_limit_of_depth(tmp_path: Path) -> None:
    cards = bell("one", toll="for each bell b in players.tower { perform b.toll }")
    rules = "actions:\n  swing: {title: swing, do: 'for each bell b in players.tower { perform b.toll }'}\n"
    base, more = bells(tmp_path, cards, HANG)
    (more / "swing.yaml").write_text(rules, encoding="utf-8")
    message = stays_where_it_was(new_game(loaded(base, more), 1), "swing")
    assert message.startswith("G002") and "(one)" in message


@pytest.mark.parametrize(
    "toll",
    [
        "repeat 100000 { 1 apple }",
        "repeat 400 { repeat 400 { step(0) } }",
        'repeat 100000 { if your apple > 100000 { may "Stop" { stop } }; 1 apple }',
    ],
)
def test_an_effect_of_too_many_steps_names_its_card_file_and_line(toll: str, tmp_path: Path) -> None:
    """Given a bell that tolls for ever, when it does, the card, its file and line are named and nothing has happened."""
    base, more = bells(tmp_path, bell("great", toll=toll), HANG)
    (more / "swing.yaml").write_text(
        "actions:\n  swing: {title: swing, do: 'for each bell b in your tower { perform b.toll }'}\n", encoding="utf-8"
    )
    rules = loaded(base, more)
    message = stays_where_it_was(walked(rules, seats=1), "swing")
    line = (more / "cards.yaml").read_text(encoding="utf-8").splitlines().index(f"      toll: {toll}") + 1
    assert message.startswith("G001") and f"bells/cards.yaml:{line} (great)" in message


def test_the_budget_is_for_each_choice_made(tmp_path: Path) -> None:
    """Given a choice that takes 15,000 steps, it can be made again and again."""
    more = beside(tmp_path, "more", "actions:\n  toil: {title: toil, do: 'repeat 15000 { 1 apple }'}\n")
    game = walked(loaded(walk(tmp_path), more), "toil", "toil", "toil", seats=1)
    assert goods(game) == {"apple": 45_000}
