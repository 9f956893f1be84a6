"""Packs linked together: extensions, options, requirements, what is refused, triggers, modifiers, and what runs away.

The trail is a number to which each step adds a digit, so it tells in which order things happened.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import DiagnosticError
from engine import Game, Ruleset
from tests.small_packs import complaint, complaints, goods, loaded, new_game, pointed_at, said, write_pack

WALK = """\
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
    as who { n apple }
    step(n)
phases:
  dawn: step(1)
  day: {turns: players, until: home}
actions:
  walk: {title: walk, do: step(2)}
  measure: {title: measure, do: set trail to length(3)}
  visit:
    title: visit {p}
    with: {p: player in opponents}
    do: greet(p, 5)
  rest: {title: rest, do: set your home to true}
"""


def walk(folder: Path) -> Path:
    """A game in which nothing is done but to leave a trail."""
    return write_pack(folder, "walk", rules=WALK)


def beside(folder: Path, id: str, rules: str, manifest: str = "", **files: str) -> Path:
    """A pack that changes the walk."""
    return write_pack(folder, id, f'requires: {{walk: ">=1.0,<2"}}\n{manifest}', rules=rules, **files)


def extend(*entries: tuple[str, str, str]) -> str:
    """Extensions in YAML: (how, what, effect or value)."""
    lines = ["extend:"]
    for how, what, body in entries:
        lines += [f"  - {how}: {what}", f"    {'value' if what.startswith('length') else 'do'}: {body}"]
    return "\n".join(lines) + "\n"


def procedures(*entries: tuple[str, str]) -> str:
    """Procedures in YAML: (head, effect)."""
    return "\n".join(["procedures:", *(f"  {head}: {body}" for head, body in entries)]) + "\n"


def functions(*entries: tuple[str, str]) -> str:
    """Functions in YAML: (head, value)."""
    return procedures(*entries).replace("procedures:", "functions:", 1)


def doing(id: str, effect: str) -> str:
    """An action without parameters in YAML."""
    return f"actions:\n  {id}:\n    title: {id}\n    do: {effect}\n"


NAP = procedures(("nap()", "step(8)"))


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
    rules = loaded(walk(tmp_path), beside(tmp_path, "more", extend((how, "walk", do))))
    assert trail(walked(rules, "walk")) == then


@pytest.mark.parametrize(
    ("how", "do", "then"),
    [
        ("before", "step(7)", 71),
        ("after", "step(7)", 17),
        ("around", "proceed; step(8); proceed", 181),
        ("replace", "step(7)", 7),
    ],
)
def test_a_phase_is_extended(how: str, do: str, then: int, tmp_path: Path) -> None:
    """Given a dawn that leaves 1, before anybody acts it was extended as the extension says."""
    more = beside(tmp_path, "more", extend((how, "dawn", do)))
    assert trail(new_game(loaded(walk(tmp_path), more))) == then


def test_a_procedure_is_extended_under_names_of_its_own_for_everyone_who_calls_it(tmp_path: Path) -> None:
    """Given a procedure greet(who, n), an extension that calls them (a, b) is told the same, as is what it extends."""
    more = beside(tmp_path, "more", extend(("around", "greet(a, b)", "as a { (b + 1) pear }; proceed")))
    game = walked(loaded(walk(tmp_path), more), "visit seat 2")
    assert goods(game, 1) == {"apple": 5, "pear": 6}
    assert trail(game) == 15


@pytest.mark.parametrize(
    ("how", "value", "gives"),
    [("around", "proceed * 10 + m", 33), ("around", "proceed + proceed", 6), ("replace", "m + 4", 7)],
)
def test_a_function_is_extended_by_a_value(how: str, value: str, gives: int, tmp_path: Path) -> None:
    more = beside(tmp_path, "more", extend((how, "length(m)", value)))
    assert trail(walked(loaded(walk(tmp_path), more), "measure")) == gives


def test_later_packs_are_outer(tmp_path: Path) -> None:
    """Given two packs that both extend the walk and its length, the later one goes around the earlier one."""
    early, late = (
        beside(tmp_path, id, extend(("around", "walk", do), ("around", "length(n)", value)))
        for id, do, value in (
            ("early", "step(3); proceed; step(4)", "proceed * 10 + 1"),
            ("late", "step(5); proceed; step(6)", "proceed * 10 + 2"),
        )
    )
    base = walk(tmp_path)
    assert trail(walked(loaded(base, early, late), "walk")) == 153246
    assert trail(walked(loaded(base, late, early), "walk")) == 135264
    assert trail(walked(loaded(base, early, late), "measure")) == 312


def test_within_one_pack_what_is_written_later_is_outer(tmp_path: Path) -> None:
    more = beside(tmp_path, "more", extend(("before", "walk", "step(3)"), ("before", "walk", "step(4)")))
    assert trail(walked(loaded(walk(tmp_path), more), "walk")) == 1432


def test_stop_in_an_extension_leaves_that_layer_alone(tmp_path: Path) -> None:
    """Given a step of 2 that an extension stops, what comes after the walk still comes."""
    more = beside(tmp_path, "more", extend(("around", "step(n)", "if n = 2 { stop }; proceed")))
    last = beside(tmp_path, "last", extend(("after", "walk", "step(9)")))
    assert trail(walked(loaded(walk(tmp_path), more, last), "walk")) == 19


ASKING = """\
procedures:
  have(number n): |
    choose one "Which?" { "apple" { n apple }; "pear" { n pear } }
    step(n)
actions:
  eat: {title: eat, do: have(2)}
"""

TWICE = """\
extend:
  - around: have(k)
    do: |
      choose one "First?" { "three" { step(3) }; "four" { step(4) } }
      proceed
      choose one "Again?" { "yes" { proceed }; "not now" { step(5) } }
      step(k + 4)
"""


def test_proceed_may_come_twice_and_in_the_middle_of_suspended_work(tmp_path: Path) -> None:
    """Given a procedure that asks, in one that asks before, between and after carrying it out twice: at each decision
    the game can be saved and gone on with, and what was chosen is remembered."""
    asking = beside(tmp_path, "asking", ASKING)
    twice = write_pack(tmp_path, "twice", 'requires: {asking: ">=1.0"}\n', rules=TWICE)
    rules = loaded(walk(tmp_path), asking, twice)
    game = walked(rules, "eat")
    for choice in ("four", "apple", "yes", "pear"):
        game = Game.from_json(rules, game.to_json())
        game.choose(choice)
    assert goods(game) == {"apple": 2, "pear": 2}
    assert trail(game) == 14226
    assert trail(walked(rules, "eat", "three", "pear", "not now")) == 13256


def test_an_extension_that_asks_makes_everyone_ask_who_calls_it(tmp_path: Path) -> None:
    """Given a visit that asked nobody, once a part of it is extended by a choice it waits for the answer."""
    more = beside(tmp_path, "more", extend(("around", "greet(a, b)", 'may "Be kind" { proceed }')))
    rules = loaded(walk(tmp_path), more)
    assert goods(walked(rules, "visit seat 2", "no"), 1) == {}
    assert goods(walked(rules, "visit seat 2", "Be kind"), 1) == {"apple": 5}


def test_an_option_that_an_extension_makes_impossible_is_not_offered(tmp_path: Path) -> None:
    """Given a visit that an extension begins with a choice among nobody, the visit cannot be carried out."""
    ask = 'choose player q in opponents where q.pear > 0 "Ask whom?"'
    rules = loaded(walk(tmp_path), beside(tmp_path, "more", extend(("before", "visit", ask))))
    assert ids(new_game(rules)) == ["walk", "measure", "rest"]


@pytest.mark.parametrize(
    ("how", "what", "body", "code", "at"),
    [
        ("before", "wlak", "step(1)", "N007", "wlak"),
        ("around", "greet(a)", "proceed", "T002", "greet"),
        ("before", "day", "step(1)", "T003", "day"),
        ("replace", "walk", "proceed", "T003", "proceed"),
        ("around", "length(n)", "proceed = 1", "T001", "proceed = 1"),
    ],
)
def test_an_extension_that_cannot_be_is_refused(
    how: str, what: str, body: str, code: str, at: str, tmp_path: Path
) -> None:
    found = complaint(walk(tmp_path), beside(tmp_path, "more", extend((how, what, body))))
    assert (found.code, pointed_at(found)) == (code, at)


def test_nothing_comes_before_a_value(tmp_path: Path) -> None:
    found = complaint(walk(tmp_path), beside(tmp_path, "more", "extend: [{before: length, do: step(1)}]\n"))
    assert (found.code, pointed_at(found)) == ("T003", "before")
    assert "proceed + 1" in (found.hint or "")


def test_an_effect_does_not_extend_a_value(tmp_path: Path) -> None:
    found = complaint(walk(tmp_path), beside(tmp_path, "more", "extend: [{around: length, do: step(1)}]\n"))
    assert (found.code, pointed_at(found)) == ("K002", "do")


# ---- cards changed by other packs

BOX = """\
vocabulary:
  words: {shape: [flat, square]}
  kinds:
    stone:
      start: bag
      fields: {weight: number, shape: shape, gift: {type: goods, optional: true}}
  zones: {bag: {}}
cards:
  stone:
    - {id: pebble, name: Pebble, copies: 2, weight: 1, shape: flat, gift: 1 apple}
    - {id: boulder, name: Boulder, weight: 4, shape: square}
actions:
  weigh: {title: weigh, do: "set trail to sum(stone s in bag, s.weight)"}
  look: {title: look, do: "for each stone s in bag { s.gift }"}
"""


def stones(folder: Path, change: str) -> Ruleset:
    """The walk with stones, and a pack that changes them."""
    box = beside(folder, "box", BOX)
    more = write_pack(folder, "more", 'requires: {box: ">=1.0"}\n', rules=f"extend: [{change}]\n")
    return loaded(walk(folder), box, more)


def test_numbers_of_a_card_are_added_to(tmp_path: Path) -> None:
    """Given two pebbles of 1 and a boulder of 4, one more pebble, each heavier by 2, makes 13."""
    assert trail(walked(stones(tmp_path, "{card: pebble, add: {copies: 1, weight: 2}}"), "weigh")) == 13


def test_fields_of_a_card_are_written_anew(tmp_path: Path) -> None:
    rules = stones(tmp_path, "{card: 'box:boulder', set: {name: Big Rock, weight: 9, gift: 3 pear}}")
    assert trail(walked(rules, "weigh")) == 11
    assert goods(walked(rules, "look")) == {"apple": 2, "pear": 3}
    (card,) = rules.by_id["boulder"]
    assert (card.name, card.fields["gift"]) == ("Big Rock", "3 pear")


def test_changes_of_a_card_are_made_in_their_order(tmp_path: Path) -> None:
    changes = ("set: {weight: 1}", "add: {weight: 5}", "add: {copies: 1}")
    rules = stones(tmp_path, ", ".join(f"{{card: boulder, {change}}}" for change in changes))
    assert trail(walked(rules, "weigh")) == 14


@pytest.mark.parametrize(
    ("change", "code", "at"),
    [
        ("{card: pebbel, add: {copies: 1}}", "N009", "pebbel"),
        ("{card: pebble, add: {shape: 1}}", "N006", "shape"),
        ("{card: pebble, set: {colour: red}}", "N006", "colour"),
        ("{card: pebble, set: {shape: oval}}", "N003", "oval"),
        ("{card: pebble, set: {gift: 2 gold}}", "N002", "gold"),
    ],
)
def test_a_change_that_cannot_be_is_refused(change: str, code: str, at: str, tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as e:
        stones(tmp_path, change)
    assert [(d.code, pointed_at(d)) for d in e.value.diagnostics] == [(code, at)]


def test_an_id_that_two_packs_gave_is_made_clear_by_the_pack(tmp_path: Path) -> None:
    """Given two packs with a card of the same id, the bare id is ambiguous and pack:id is not."""
    box = beside(tmp_path, "box", BOX)
    again = "cards:\n  stone:\n    - {id: pebble, name: Other Pebble, weight: 7, shape: flat}\n"
    second = write_pack(tmp_path, "second", 'requires: {box: ">=1.0"}\n', rules=again)
    needs = 'requires: {second: ">=1.0"}\n'
    third = write_pack(tmp_path, "third", needs, rules="extend: [{card: pebble, add: {weight: 1}}]\n")
    found = complaint(walk(tmp_path), box, second, third)
    assert (found.code, pointed_at(found)) == ("N009", "pebble")
    assert "box:pebble" in (found.hint or "")
    write_pack(tmp_path, "third", needs, rules="extend: [{card: 'second:pebble', add: {weight: 1}}]\n")
    rules = loaded(walk(tmp_path), box, second, third)
    assert {c.unique_id for c in rules.by_id["pebble"]} == {"box:pebble", "second:pebble"}
    assert trail(walked(rules, "weigh")) == 14


# ---- files read only beside another pack

WHEN = "when: {other: [with_other.yaml]}\n"


def test_a_file_named_under_when_is_read_only_beside_that_pack(tmp_path: Path) -> None:
    base, other = walk(tmp_path), beside(tmp_path, "other", NAP)
    with_other = extend(("after", "walk", "nap()"))
    more = beside(tmp_path, "more", extend(("before", "walk", "step(3)")), WHEN, with_other=with_other)
    assert trail(walked(loaded(base, more), "walk")) == 132
    assert trail(walked(loaded(base, other, more), "walk")) == 1328


def test_what_is_read_beside_another_pack_is_part_of_the_hash_there(tmp_path: Path) -> None:
    base, other = walk(tmp_path), beside(tmp_path, "other", NAP)
    with_other = extend(("after", "walk", "nap()"))
    more = beside(tmp_path, "more", extend(("before", "walk", "step(3)")), WHEN, with_other=with_other)
    alone, both = loaded(base, more), loaded(base, other, more)
    (more / "with_other.yaml").write_text(extend(("before", "walk", "nap()")), encoding="utf-8")
    assert loaded(base, more).hash == alone.hash
    assert loaded(base, other, more).hash != both.hash


def test_a_file_under_when_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    more = beside(tmp_path, "more", NAP, "when: {walk: [with_wlak.yaml]}\n", with_walk=procedures(("sit()", "step(9)")))
    found = complaint(walk(tmp_path), more)
    assert (found.code, pointed_at(found)) == ("M010", "with_wlak.yaml")
    assert "with_walk.yaml" in (found.hint or "")


# ---- options

SWITCHES = """\
options:
  strides: {default: 2, about: steps of a walk}
  singing: {default: false}
"""


def optional(folder: Path) -> tuple[Path, Path]:
    """The walk, and a pack that replaces it by one with options."""
    rules = extend(("replace", "walk", "repeat strides { step(4) }; if singing { step(9) }"))
    return walk(folder), beside(folder, "more", rules, SWITCHES)


def test_options_have_defaults_and_can_be_set(tmp_path: Path) -> None:
    packs = optional(tmp_path)
    assert trail(walked(loaded(*packs), "walk")) == 144
    assert trail(walked(loaded(*packs, strides=3, singing=True), "walk")) == 14449
    assert trail(walked(loaded(*packs, **{"more.strides": 1}), "walk")) == 14


def test_options_are_part_of_the_hash(tmp_path: Path) -> None:
    packs = optional(tmp_path)
    assert len({loaded(*packs).hash, loaded(*packs, strides=3).hash, loaded(*packs, singing=True).hash}) == 3
    assert loaded(*packs, strides=2).hash == loaded(*packs).hash, "a default that is said is the same game"


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [("stride", 3, "M006"), ("walk.strides", 3, "M006"), ("strides", True, "M009"), ("singing", 1, "M009")],
)
def test_options_that_are_not_there_or_of_another_type_are_refused(
    option: str, value: int | bool, code: str, tmp_path: Path
) -> None:
    found = complaint(*optional(tmp_path), **{option: value})
    assert found.code == code
    assert f"`{option}`" in found.message


def test_two_packs_cannot_have_one_option(tmp_path: Path) -> None:
    other = beside(tmp_path, "other", NAP, SWITCHES)
    found = complaints(*optional(tmp_path), other)
    assert [(d.code, pointed_at(d)) for d in found] == [("N011", "strides"), ("N011", "singing")]
    assert all("`more` and `other`" in d.message for d in found)


# ---- which packs go together


@pytest.mark.parametrize(
    ("wanted", "good"),
    [(">=1.0,<2", True), ("==1.2.3", True), ("~=1.2", True), (">=1.3", False), ("<1", False), ("!=1.2.3", False)],
)
def test_a_required_pack_must_have_one_of_the_versions(wanted: str, good: bool, tmp_path: Path) -> None:
    base = write_pack(tmp_path, "walk", "version: 1.2.3\n", rules=WALK)
    more = write_pack(tmp_path, "more", f'requires: {{walk: "{wanted}"}}\n', rules=NAP)
    if good:
        assert [id for id, _, _ in loaded(base, more).packs] == ["walk", "more"]
        return
    found = complaint(base, more)
    assert (found.code, pointed_at(found).strip('"')) == ("M004", wanted)
    assert "`more` requires `walk`" in found.message
    assert "1.2.3 is here" in found.message


def test_what_is_required_is_found_beside_it_and_comes_first(tmp_path: Path) -> None:
    walk(tmp_path)
    assert [id for id, _, _ in loaded(beside(tmp_path, "more", NAP)).packs] == ["walk", "more"]


def test_a_required_pack_that_is_nowhere_is_named_where_it_is_required(tmp_path: Path) -> None:
    found = complaint(beside(tmp_path, "more", procedures(("nap()", "end game"))))
    assert (found.code, pointed_at(found)) == ("M001", "walk")


def test_packs_that_require_each_other_are_refused_naming_the_circle(tmp_path: Path) -> None:
    one, two, three = (
        write_pack(tmp_path, id, f'requires: {{{other}: ">=1.0"}}\n', rules=procedures((f"{id}()", "end game")))
        for id, other in (("one", "two"), ("two", "three"), ("three", "one"))
    )
    found = complaint(one, two, three)
    assert found.code == "M002"
    assert found.message.endswith("one -> two -> three -> one")


def test_packs_that_conflict_are_refused_naming_both(tmp_path: Path) -> None:
    """Given a pack that cannot be played with another, both are named and both places are shown."""
    other = beside(tmp_path, "other", NAP)
    more = beside(tmp_path, "more", procedures(("sit()", "step(9)")), "conflicts: [other]\n")
    found = complaint(walk(tmp_path), more, other)
    assert (found.code, pointed_at(found)) == ("M003", "other")
    assert "`more` and `other`" in found.message
    assert [Path(r.span.file).parent.name for r in found.related] == ["other"]
    assert loaded(walk(tmp_path), more), "without the other it can be played"


def test_two_packs_of_one_name_are_refused_naming_both_folders(tmp_path: Path) -> None:
    here, there = walk(tmp_path / "here"), walk(tmp_path / "there")
    found = complaint(here, there)
    assert found.code == "M007"
    assert str(here) in found.message
    assert str(there) in found.message
    assert loaded(here, here), "the same folder twice is one pack"


def test_a_name_that_two_packs_declare_is_refused_showing_both(tmp_path: Path) -> None:
    more = beside(tmp_path, "more", procedures(("step(number n)", "1 apple")))
    found = complaint(walk(tmp_path), more)
    assert (found.code, pointed_at(found)) == ("N011", "step(number n)")
    assert "`extend`" in (found.hint or "")
    assert [Path(r.span.file).parent.name for r in found.related] == ["walk"]


@pytest.mark.parametrize(
    ("good", "code", "at"),
    [
        ("{zone: pool}", "T003", "pool"),
        ("{zone: shelf, from: shelf}", "T003", "shelf"),
        ("{zone: shelf, from: pond}", "N005", "pond"),
        ("{wild: fruit}", "N002", "fruit"),
        ("{zone: shelf, spent: step}", "N007", "step"),
        ("{zone: shelf, spent: ask}", "T003", "ask"),
    ],
)
def test_a_good_that_cannot_be_is_refused(good: str, code: str, at: str, tmp_path: Path) -> None:
    """Goods for which components stand lie in zones of players, come from a shared one, and ask nothing when spent."""
    vocabulary = f"vocabulary:\n  zones: {{pool: {{}}, shelf: {{each: player}}}}\n  goods: {{book: {good}}}\n"
    rules = vocabulary + procedures(("ask(component c)", 'may "Keep" { 1 apple }'))
    found = complaint(walk(tmp_path), beside(tmp_path, "more", rules))
    assert (found.code, pointed_at(found)) == (code, at)


# ---- what is refused because it could go on for ever, cheat, or not be declined


@pytest.mark.parametrize(
    "rules",
    [
        procedures(("again()", "again()")),
        procedures(("ping()", "pong()"), ("pong()", "ping()")),
        procedures(("ping()", "may { pong() }"), ("pong()", "repeat 2 { if trail > 0 { ping() } }")),
        procedures(("twice(number n)", "step(n); step(n)")) + extend(("around", "step(n)", "twice(n); proceed")),
        extend(("before", "greet(a, b)", "for each player p in players { greet(p, b) }")),
    ],
)
def test_a_procedure_that_reaches_itself_is_refused(rules: str, tmp_path: Path) -> None:
    """Directly, through others, in what is only sometimes done, and through an extension."""
    found = complaints(walk(tmp_path), beside(tmp_path, "more", rules))
    assert {d.code for d in found} == {"T005"}
    assert "calls itself, directly or through others" in found[0].message


@pytest.mark.parametrize(
    ("rules", "circle"),
    [
        (functions(("a(number n)", "a(n - 1)")), "a -> a"),
        (functions(("a()", "b()"), ("b()", "c()"), ("c()", "a()")), "a -> b -> c -> a"),
        (functions(("a()", "length(1)")) + extend(("around", "length(n)", "proceed + a()")), "length -> a -> length"),
        (extend(("around", "length(n)", "length(n - 1)")), "length -> length"),
    ],
)
def test_functions_that_need_each_other_are_refused(rules: str, circle: str, tmp_path: Path) -> None:
    found = complaint(walk(tmp_path), beside(tmp_path, "more", rules))
    assert found.code == "T005"
    assert circle in found.message


BELLS = """\
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
  first_player(): first of player p by 1
actions:
  ring: {title: ring, do: "announce rung(you, top of your tower)"}
  hum: {title: hum, do: announce hummed(you)}
  swing: {title: swing, do: "for each bell b in your tower { perform b.toll }"}
  crack: {title: crack, do: "for each bell b in players.tower { set b.cracked to true }"}
  listen: {title: listen, do: "set trail to sum(bell b in players.tower, b.weight * 10 + base(b.weight))"}
  hear: {title: hear, do: "set trail to sum(bell b in players.tower, loudness(b))"}
"""

# Who has which bells before the first dawn.
ONE_EACH = "for each player p in players { move top 1 of box to p.tower }"
ALL_TO_ONE = "move all(bell in box) to first_player().tower"


def bells(folder: Path, cards: str, hang: str = ONE_EACH) -> tuple[Path, Path]:
    """The walk with bells."""
    rules = BELLS + extend(("before", "dawn", hang))
    return walk(folder), beside(folder, "bells", rules, cards=f"cards:\n  bell:\n{cards}")


def bell(id: str, *abilities: str, weight: int = 1, toll: str = "") -> str:
    """A bell in YAML."""
    lines = [f"    - id: {id}", f"      name: {id.capitalize()}", f"      weight: {weight}", "      metal: tin"]
    lines += [f"      toll: {toll}"] if toll else []
    lines += ["      abilities:", *(f"        - {a}" for a in abilities)] if abilities else []
    return "\n".join(lines) + "\n"


def with_bells(folder: Path, rules: str) -> Path:
    """A pack that builds on the bells."""
    return write_pack(folder, "more", 'requires: {bells: ">=1.0"}\n', rules=rules)


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
    assert found.code == "T005"
    assert "but needs it to do so" in found.message
    assert "base(...)" in (found.hint or "")
    assert ability in pointed_at(found)


def test_modifiers_that_need_each_other_are_refused(tmp_path: Path) -> None:
    """Given a function that reads weights and a bell that changes weights by it, both are in one circle."""
    great = bell("great", "always weight of bell b + louder(b)", "always loudness(b) + 1")
    base, more = bells(tmp_path, great)
    (more / "louder.yaml").write_text(functions(("louder(bell b)", "loudness(b)")), encoding="utf-8")
    found = complaints(base, more)
    assert [d.code for d in found] == ["T005", "T005"]
    assert ["`weight`" in found[0].message, "`loudness`" in found[1].message] == [True, True]


def test_whether_a_card_is_active_may_not_need_what_active_cards_change(tmp_path: Path) -> None:
    """Given a zone whose bells are active by their weight, no bell may change weights."""
    base, more = bells(tmp_path, bell("great", "always weight of bell b + 1"))
    text = (more / "rules.yaml").read_text(encoding="utf-8")
    (more / "rules.yaml").write_text(text.replace("active: not cracked", "active: weight > 2"), encoding="utf-8")
    found = complaint(base, more)
    assert found.code == "T005"
    assert "needs `weight`" in found.message
    assert "weight > 2" in pointed_at(found)
    (more / "rules.yaml").write_text(text.replace("active: not cracked", "active: base(weight) > 2"), encoding="utf-8")
    assert loaded(base, more)


@pytest.mark.parametrize(
    ("do", "at"),
    [
        ("choose bell b in box", "bell b in box"),
        ("choose player p in opponents; choose bell b in p.drawer", "bell b in p.drawer"),
        ("choose 2 bell b in opponents.drawer", "bell b in opponents.drawer"),
    ],
)
def test_a_choice_from_what_the_player_may_not_see_is_refused(do: str, at: str, tmp_path: Path) -> None:
    found = complaint(*bells(tmp_path, bell("great")), with_bells(tmp_path, doing("peek", do)))
    assert (found.code, pointed_at(found)) == ("T004", at)
    assert "reveal" in (found.hint or "")


def test_a_parameter_of_an_action_cannot_be_what_the_player_may_not_see(tmp_path: Path) -> None:
    peek = "actions:\n  peek:\n    title: peek {b}\n    with: {b: bell in box}\n    do: step(1)\n"
    found = complaint(*bells(tmp_path, bell("great")), with_bells(tmp_path, peek))
    assert (found.code, pointed_at(found)) == ("T004", "bell in box")


@pytest.mark.parametrize(
    "do",
    ["choose bell b in your drawer", "reveal top 2 of box; choose bell b in box", "choose bell b in players.tower"],
)
def test_a_choice_from_what_the_player_may_see_is_fine(do: str, tmp_path: Path) -> None:
    assert loaded(*bells(tmp_path, bell("great")), with_bells(tmp_path, doing("peek", do)))


@pytest.mark.parametrize(
    "do",
    ["spend 1 apple", "1 pear; spend 1 apple", "may { 1 pear; spend 1 apple }", "if your apple > 0 { spend 1 apple }"],
)
def test_spending_that_cannot_be_declined_is_refused(do: str, tmp_path: Path) -> None:
    found = complaint(walk(tmp_path), beside(tmp_path, "more", doing("give", do)))
    assert (found.code, pointed_at(found)) == ("T006", "spend 1 apple")


# ---- triggers

STEPS = "when rung by anyone -> step(this.weight)"


@pytest.mark.parametrize("first", [1, 2, 3])
def test_triggers_fire_from_the_active_player_on_clockwise(first: int, tmp_path: Path) -> None:
    """Given three players with a bell each, when one of them rings, theirs answers first, then the next one's."""
    cards = "".join(bell(id, STEPS, weight=n) for n, id in enumerate(("one", "two", "three"), 1))
    game = walked(loaded(*bells(tmp_path, cards)), *["rest"] * (first - 1), seats=3)
    towers = [p["zones"]["tower"][0]["card"] for p in game.view(None)["players"]]
    weights = [("one", "two", "three").index(card) + 1 for card in towers]
    game.choose("ring")
    assert str(trail(game)) == "1" + "".join(str(weights[(first - 1 + k) % 3]) for k in range(3))


@pytest.mark.parametrize("order", [("apple", "pear"), ("pear", "apple")])
def test_triggers_of_one_player_fire_in_order_of_arrival_where_order_cannot_matter(
    order: tuple[str, str], tmp_path: Path
) -> None:
    """Given bells that only give fixed goods, nobody is asked, and the first to arrive answers first."""
    cards = bell("apple", "when rung by you -> 1 apple", weight=order.index("apple"))
    cards += bell("pear", "when rung by you -> 1 pear", weight=order.index("pear"))
    arrive = (f"for each bell b in box where b.weight = {n} {{ move b to first_player().tower }}" for n in (0, 1))
    game = walked(loaded(*bells(tmp_path, cards, "; ".join(arrive))), "ring")
    assert [line.split()[-1] for line in said(game) if "gains" in line] == list(order)


def test_who_has_several_triggers_whose_order_can_matter_decides_it(tmp_path: Path) -> None:
    cards = bell("one", STEPS, weight=2) + bell("two", STEPS, weight=3)
    rules = loaded(*bells(tmp_path, cards, ALL_TO_ONE))
    assert sorted(ids(walked(rules, "ring"))) == ["one first", "two first"]
    assert trail(walked(rules, "ring", "one first")) == 123
    assert trail(walked(rules, "ring", "two first")) == 132


def test_triggers_answer_those_they_name_and_where_they_are_active(tmp_path: Path) -> None:
    cards = bell("mine", "when rung by you -> 1 apple") + bell("yours", "when rung by opponents -> 1 pear")
    rules = loaded(*bells(tmp_path, cards, ALL_TO_ONE))
    assert goods(walked(rules, "ring")) == {"apple": 1}
    assert goods(walked(rules, "ring", "ring")) == {"apple": 1, "pear": 1}
    assert goods(walked(rules, "crack", "ring")) == {}, "a cracked bell is silent"


@pytest.mark.parametrize(("weight", "has"), [(3, {"apple": 1}), (1, {})])
def test_a_trigger_may_have_a_condition_on_what_happened(weight: int, has: dict[str, int], tmp_path: Path) -> None:
    cards = bell("great", "when rung by you -> 1 apple if what.weight > 2", weight=weight)
    assert goods(walked(loaded(*bells(tmp_path, cards)), "ring", seats=1)) == has


def test_a_trigger_may_answer_to_several_events(tmp_path: Path) -> None:
    cards = bell("great", "when rung by you or hummed by you -> 1 apple")
    rules = loaded(*bells(tmp_path, cards))
    assert goods(walked(rules, "ring", "hum", seats=1)) == {"apple": 2}


# ---- modifiers


def test_modifiers_add_up_and_are_clamped_to_the_bounds_of_the_field(tmp_path: Path) -> None:
    """Given bells of weight 3 and 1 (from 0 to 5), +1 and +2 make 5 (not 6) and 4; base() still reads 3 and 1."""
    cards = bell("one", "always weight of bell b + 1", weight=3) + bell("two", "always weight of bell b + 2", weight=1)
    assert trail(walked(loaded(*bells(tmp_path, cards)), "listen")) == 53 + 41


def test_modifiers_do_not_take_a_number_below_its_least(tmp_path: Path) -> None:
    cards = bell("one", "always weight of bell b - 2", weight=3) + bell("two", weight=1)
    assert trail(walked(loaded(*bells(tmp_path, cards)), "listen")) == 13 + 1


def test_a_modifier_has_conditions_and_reads_its_controller_as_you(tmp_path: Path) -> None:
    cards = bell("one", "always weight of bell b + 1 if b.owner = you", weight=1) + bell("two", weight=1)
    assert trail(walked(loaded(*bells(tmp_path, cards)), "listen")) == 21 + 11


def test_functions_are_modified_as_fields_are(tmp_path: Path) -> None:
    cards = bell("one", "always loudness(b) + 2 * b.weight if b.metal = tin", weight=2) + bell("two", weight=1)
    assert trail(walked(loaded(*bells(tmp_path, cards)), "hear")) == 2 + 4 + 1 + 2


def test_a_modifier_works_only_while_its_card_is_active(tmp_path: Path) -> None:
    rules = loaded(*bells(tmp_path, bell("one", "always loudness(b) + 2", weight=1)))
    assert trail(walked(rules, "hear", seats=1)) == 3
    assert trail(walked(rules, "crack", "hear", seats=1)) == 1


# ---- what runs away


def fails_and_stays(game: Game, choice: str) -> str:
    """Given a choice whose effect fails, the game stays at its decision and can go on; gives what was said."""
    before, options, log = game.state.fingerprint(), ids(game), said(game)
    for _ in range(2):
        with pytest.raises(DiagnosticError) as e:
            game.choose(choice)
        assert game.state.fingerprint() == before
        assert ids(game) == options
        assert said(game) == log
    (diagnostic,) = e.value.diagnostics
    game.choose("walk")
    assert trail(game) == 12
    return f"{diagnostic.code} {diagnostic.message}"


def test_a_trigger_that_announces_itself_ends_at_the_limit_of_depth(tmp_path: Path) -> None:
    base, more = bells(tmp_path, bell("echo", "when hummed by anyone -> announce hummed(you)"))
    message = fails_and_stays(new_game(loaded(base, more), 1), "hum")
    assert message.startswith(f"G002 {more / 'cards.yaml'}:8 (echo): ")
    assert "nested more than 64 deep" in message


def test_cards_that_carry_each_other_out_end_at_the_limit_of_depth(tmp_path: Path) -> None:
    base, more = bells(tmp_path, bell("echo", toll="for each bell b in players.tower { perform b.toll }"))
    message = fails_and_stays(new_game(loaded(base, more), 1), "swing")
    assert message.startswith(f"G002 {more / 'cards.yaml'}:7 (echo): ")


@pytest.mark.parametrize(
    "toll",
    [
        "repeat 100000 { 1 apple }",
        "repeat 400 { repeat 400 { step(0) } }",
        'repeat 100000 { if your apple > 100000 { may "Stop" { stop } }; 1 apple }',
    ],
)
def test_an_effect_of_too_many_steps_names_its_card_file_and_line(toll: str, tmp_path: Path) -> None:
    """Given a bell that tolls for ever, its card, file and line are named, and nothing has happened."""
    base, more = bells(tmp_path, bell("great", toll=toll))
    message = fails_and_stays(new_game(loaded(base, more), 1), "swing")
    assert message.startswith(f"G001 {more / 'cards.yaml'}:7 (great): this takes more than 20000 steps")


def test_the_line_named_is_that_of_the_statement(tmp_path: Path) -> None:
    toll = "|\n        1 apple\n        repeat 5 { 1 pear }\n        repeat 100000 {\n          1 apple\n        }"
    base, more = bells(tmp_path, bell("great", toll=toll))
    message = fails_and_stays(new_game(loaded(base, more), 1), "swing")
    assert message.startswith(f"G001 {more / 'cards.yaml'}:10 (great): ")


def test_the_budget_is_for_each_choice_made(tmp_path: Path) -> None:
    """Given a choice that takes 15,000 steps, it can be made again and again."""
    rules = loaded(walk(tmp_path), beside(tmp_path, "more", doing("toil", "repeat 15000 { 1 apple }")))
    assert goods(walked(rules, "toil", "toil", "toil", seats=1)) == {"apple": 45_000}
