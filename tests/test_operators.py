"""The operator table: every row is documented, its example can be played in the garden, and there is no second list."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import pytest

from dsl import ir
from dsl import syntax as x
from dsl.diagnostics import Diagnostic
from dsl.emit.expr import ExprEmitter
from dsl.emit.stmt import UnitEmitter
from dsl.operators import OPERATORS, Operator, functions
from dsl.parse.read import ParseError, parse, parser
from dsl.render import Lines
from engine import Game, Ruleset
from engine.logged import LOGGED, SILENT
from engine.machine import RUNTIME
from engine.packs.source import load_document
from engine.scenario.run import Scenario, read_scenarios, run
from tests.small_packs import (
    GARDEN,
    cards,
    complaints,
    goods,
    line_of,
    new_game,
    pointed_at,
    text_of,
    to_the_day,
    with_garden,
    write_plot,
)

FORMS = {"name", "infix", "function", "statement", "ability"}
TOUCHED = {"goods", "zones", "state", "random", "log"}
VALUES = [row for row in OPERATORS.values() if row.form in ("name", "infix", "function")]
STATEMENTS = [row for row in OPERATORS.values() if row.form == "statement"]
ABILITIES = [row for row in OPERATORS.values() if row.form == "ability"]


def name_of(row: Operator) -> str:
    return row.name


def form_of(row: Operator) -> str:
    """The form of the language that the example of a row is written in."""
    if row.form == "ability":
        return "ability"
    if row.form == "statement":
        return "effect"
    try:
        parse(row.example, "expression")
    except ParseError:
        return "effect"
    return "expression"


def row_names(tree: x.Node) -> set[str]:
    """The rows of the table that a text makes use of."""
    found: set[str] = set()
    for node in x.walk(tree):
        match node:
            case x.Binary(op=op):
                found.add(op)
            case x.Unary(op=op):
                found.add("not" if op == "not" else "negative")
            case x.Is(what=what):
                found.add(f"is_{what.id}" if what.id in ("present", "nothing") else "is_kind")
            case x.Call(name=called) if called.id in functions():
                found.add(called.id)
            case x.Name(id=id) if id in ("players", "opponents"):
                found.add(id)
            case x.CallStmt():
                found.add("call")
            case x.ProceedValue():
                found.add("proceed")
            case x.Top() | x.First() | x.Stmt() | x.Activated() | x.Triggered() | x.Modifier():
                found.add(snake(type(node).__name__))
    return found


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


# ---- each row by itself


@pytest.mark.parametrize("row", OPERATORS.values(), ids=name_of)
def test_row_is_documented(row: Operator) -> None:
    assert row.form in FORMS
    assert row.syntax and row.example and row.text
    assert re.fullmatch(r"[A-Z].*\.", row.doc), "a sentence"
    assert set(row.reads) <= TOUCHED and set(row.writes) <= TOUCHED
    assert row.form in ("statement", "ability") or (row.result and not row.decides)
    assert row.form not in ("statement", "ability") or not row.code


@pytest.mark.parametrize("row", OPERATORS.values(), ids=name_of)
def test_example_parses_in_its_form_and_shows_its_row(row: Operator) -> None:
    assert row.name in row_names(parse(row.example, form_of(row)))


@pytest.mark.parametrize("row", OPERATORS.values(), ids=name_of)
def test_example_is_a_plain_scalar_of_yaml(row: Operator, tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(f"do: {row.example}\n", encoding="utf-8")
    assert load_document(file).scalar(("do",)).text == row.example


# ---- no second list


def test_every_statement_and_ability_of_the_syntax_has_a_row_and_every_row_one() -> None:
    classes = {snake(c.__name__) for c in (*x.Stmt.__subclasses__(), x.Activated, x.Triggered, x.Modifier)}
    rows = {row.name for row in (*STATEMENTS, *ABILITIES)}
    assert classes - {"call_stmt"} | {"call"} == rows


def test_every_sign_of_the_grammar_has_a_row() -> None:
    signs = {t.name: t.pattern for t in parser().terminals}
    compare = set(re.findall(r"[<>=!]+", signs["COMPARE"].value.replace("(?:", "").replace("\\", "")))
    arithmetic = set(re.findall(r"[-+]", signs["SIGN"].value))
    assert compare | arithmetic | {"*", "and", "or", "not", "has"} <= set(OPERATORS)
    assert compare == {"=", "!=", "<", "<=", ">", ">="}


def test_every_value_has_a_template_or_a_method_of_the_compiler_and_no_method_stands_alone() -> None:
    methods = {m.removeprefix("op_") for m in dir(UnitEmitter) if m.startswith("op_")}
    assert methods == {row.name for row in VALUES if not row.code}
    assert methods == {m.removeprefix("op_") for m in dir(ExprEmitter) if m.startswith("op_")}


def test_every_method_for_a_statement_that_asks_belongs_to_a_statement() -> None:
    statements = {c.__name__.lower() for c in ir.St.__subclasses__()}
    assert {m.removeprefix("block_") for m in dir(UnitEmitter) if m.startswith("block_")} <= statements


def test_templates_use_each_argument_and_only_primitives_that_exist() -> None:
    for row in VALUES:
        if row.code:
            assert set(re.findall(r"_(\d)\b", row.code)) == {str(n) for n in range(len(row.args))}
            assert set(re.findall(r"\brt_\w+", row.code)) <= {*LOGGED, *RUNTIME}
    assert set(LOGGED) == set(SILENT)


# ---- carried out: each example is an action of a pack beside the garden


class Play(NamedTuple):
    """What comes of carrying out an example: the choices made, what seat 1 then has, and further expectations."""

    choices: str = ""
    first: str = ""
    more: str = ""


TABLE = """
    table:
      - goods: {coin: 3, seed: 1}
        hand: [tulip]
        bed: [daisy, {card: lily, goods: {bulb: 1}}, seed_tray]
        seen: [pink]
      - {goods: {coin: 2}, bed: [foxglove]}
    phase: day
    stall: [clover, mint]
    bag: [hazel, crocus, ivy]
    compost: [sunflower]
"""

# What the value of an example is on this table: a number, a condition, or the id of a card.
GIVES: dict[str, int | bool | str] = {
    "or": True, "and": True, "not": True, "=": True, "!=": False, "<": False, "<=": True, ">": False, ">=": True,
    "has": False, "is_present": True, "is_nothing": False, "is_kind": True, "+": 4, "-": 2, "*": 6, "negative": "lily",
    "first": "lily", "count": 3, "sum": 4, "some": True, "overlap": False, "match": 5, "min": 3, "max": 3, "base": 4,
    "size": 2, "fits": True,
}  # fmt: skip

# What is different after an example was carried out.
DOES: dict[str, Play] = {
    "players": Play("", "goods: {coin: 4}", "{seat: 2, goods: {coin: 3}}"),
    "opponents": Play("", "goods: {coin: 3}", "{seat: 2, goods: {coin: 1}}"),
    "top": Play("", "", "{shared: stall, is: [clover, mint, hazel, crocus]}"),
    "all": Play("", "", "{shared: compost, is: [sunflower, clover, mint]}"),
    "including": Play("", "seen: [pink]"),
    "excluding": Play("", "seen: []"),
    "clockwise": Play("", "goods: {coin: 4}", "{seat: 2, goods: {coin: 3}}"),
    "counterclockwise": Play("", "goods: {coin: 4}", "{seat: 2, goods: {coin: 3}}"),
    "gain": Play("", "goods: {coin: 5, seed: 2}"),
    "lose": Play("", "goods: {coin: 3, seed: 0}, bed: [daisy, {card: lily, goods: {bulb: 1}}, seed_tray]"),
    "spend": Play("Buy a seed", "goods: {coin: 1, seed: 2}"),
    "put": Play("", "bed: [{card: daisy, goods: {seed: 1}}, {card: lily, goods: {seed: 1, bulb: 1}}, seed_tray]"),
    "take": Play("", "goods: {bulb: 1}, bed: [daisy, {card: lily, goods: {bulb: 0}}, seed_tray]"),
    "move": Play("", "hand: [tulip, hazel]"),
    "choose": Play("pick mint"),
    "choose_one": Play("seed", "goods: {seed: 2}"),
    "may": Play("Rest", "resting: true"),
    "as": Play("", "goods: {coin: 4}"),
    "for_each": Play("", "goods: {coin: 6}"),
    "repeat": Play("", "goods: {coin: 6}"),
    "if": Play("", "goods: {coin: 4}"),
    "set": Play("", "resting: true"),
    "do": Play("", "goods: {seed: 1}, bed: [daisy, lily, seed_tray, tulip]"),
    "perform": Play("", "goods: {coin: 3, seed: 3}, bed: [daisy, {card: lily, bloomed: false}, seed_tray]"),
    "proceed": Play("done", "goods: {coin: 3, seed: 0}"),
    "stop": Play("", "goods: {coin: 3}"),
    "call": Play("done", "goods: {coin: 3, seed: 0}"),
}


def gauge(row: Operator, value: int | bool | str) -> str:
    """An effect that shows the value of an example: in drops of dew, on the card if it is one."""
    if isinstance(value, bool):
        return f"if {row.example} {{ 1 dew }}"
    return f"({row.example}) dew" if isinstance(value, int) else f"let found be {row.example}; put 1 dew on found"


def action(name: str, do: str) -> str:
    return f"  {name}:\n    title: {name}\n    do: {do}\n"


# What has a story of its own below.
TOLD = {
    "random", "random_below", "next", "shuffle", "reveal", "let", "announce", "end_game", "activated", "triggered",
    "modifier",
}  # fmt: skip


def test_every_row_is_carried_out_in_one_test_or_another() -> None:
    assert sorted([*GIVES, *DOES, *TOLD]) == sorted(OPERATORS)


def id_of(row: Operator) -> str:
    """An id for a row: signs have none of their own."""
    return f"try_{row.name}" if row.name.isidentifier() else f"try_{list(OPERATORS).index(row.name)}"


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack in which every example is an action, an ability or an extension, as a plain scalar."""
    actions = "".join(
        action(id_of(row), gauge(row, GIVES[row.name]) if row.name in GIVES else row.example)
        for row in (*VALUES, *STATEMENTS)
        if row.name != "proceed"
    )
    more = action("try_proceed", "tidy_up()")
    cards = f"""cards:
  plant:
    - {{id: activated, name: A, height: 1, size: small, colours: [], bloom: {OPERATORS["activated"].example}}}
    - id: triggered
      name: T
      height: 1
      size: small
      colours: []
      abilities:
        - {OPERATORS["triggered"].example}
    - id: modifier
      name: M
      height: 1
      size: small
      colours: []
      abilities:
        - {OPERATORS["modifier"].example}
"""
    procedures = "procedures:\n  tidy_up(): tidy()\n"
    extend = f"extend:\n  - around: tidy_up\n    do: {OPERATORS['proceed'].example}\n"
    text = f"{cards}{procedures}{extend}actions:\n{actions}{more}"
    return write_plot(tmp_path_factory.mktemp("trial"), text)


@pytest.fixture(scope="module")
def rules(trial: Path) -> Ruleset:
    return with_garden(trial)


def story(folder: Path, play: str, expect: str, table: str = TABLE) -> Scenario:
    """A scenario on the usual table."""
    file = folder / "story.yaml"
    lines = ["scenarios:", "  - name: a story", table.strip("\n"), "    play:", indent(play, "      "), "    expect:"]
    file.write_text("\n".join([*lines, indent(expect, "      "), ""]), encoding="utf-8")
    return read_scenarios(file)[0]


@pytest.mark.parametrize("row", [r for r in OPERATORS.values() if r.name in GIVES], ids=name_of)
def test_value_of_the_example(row: Operator, rules: Ruleset, tmp_path: Path) -> None:
    value = GIVES[row.name]
    if isinstance(value, str):
        bed = ", ".join(f"{{card: {c}, dew: {int(c == value)}}}" for c in ("daisy", "lily", "seed_tray"))
        expect = f"- {{seat: 1, bed: [{bed}]}}"
    else:
        expect = f"- {{seat: 1, goods: {{dew: {int(value)}}}}}"
    result = run(story(tmp_path, f"- {{seat: 1, choose: {id_of(row)}}}", expect), rules)
    assert result.passed, result.report()


@pytest.mark.parametrize("row", [r for r in OPERATORS.values() if r.name in DOES], ids=name_of)
def test_outcome_of_the_example(row: Operator, rules: Ruleset, tmp_path: Path) -> None:
    play = DOES[row.name]
    steps = [id_of(row), *filter(None, play.choices.split(", "))]
    expect = [f"- {{seat: 1, {play.first}}}" if play.first else "", f"- {play.more}" if play.more else ""]
    told = story(
        tmp_path,
        "\n".join(f"- {{seat: 1, choose: {s}}}" for s in steps),
        "\n".join(filter(None, expect)) or "- {over: false}",
    )
    result = run(told, rules)
    assert result.passed, result.report()


def test_next_passes_the_lead_on_round_the_table(rules: Ruleset) -> None:
    game = to_the_day(new_game(rules, 3))
    leader = game.view(None)["table"]["leader"]
    for n in range(1, 4):
        while (decision := game.decision) is not None and "try_next" not in decision.ids:
            game.choose(decision.options[0])
        game.choose("try_next")
        assert game.view(None)["table"]["leader"] == (leader - 1 + n) % 3 + 1


def test_random_takes_any_of_the_candidates_and_all_of_them_in_time(rules: Ruleset) -> None:
    taken = set()
    for seed in range(20):
        game = to_the_day(new_game(rules, 2, seed))
        stall = cards(game.view(None)["zones"]["stall"])
        game.choose("try_random")
        (found,) = cards(game.view(None)["zones"]["compost"])
        assert sorted([*cards(game.view(None)["zones"]["stall"]), found]) == sorted(stall)
        taken.add(found)
    assert len(taken) == 3


def test_random_below_gives_each_number_below(rules: Ruleset) -> None:
    gained = set()
    for seed in range(20):
        game = to_the_day(new_game(rules, 2, seed))
        assert game.decision is not None
        me = game.decision.seat
        before = goods(game, me)["coin"]
        game.choose("try_random_below")
        gained.add(goods(game, me)["coin"] - before)
    assert gained == {0, 1}


def test_shuffle_leaves_the_same_plants_in_another_order(rules: Ruleset) -> None:
    game = to_the_day(new_game(rules))
    bag = next(int(z["base"]) for z in rules.zones if z["id"] == "bag")
    before = list(game.state.zones[bag])
    game.choose("try_shuffle")
    after = game.state.zones[bag]
    assert after != before and sorted(after) == sorted(before)


def test_reveal_shows_a_hidden_plant_to_everyone(rules: Ruleset) -> None:
    game = to_the_day(new_game(rules))
    game.choose("try_reveal")
    for seat in (0, 1, None):
        bag = cards(game.view(seat)["zones"]["bag"])
        assert set(bag[:-1]) == {"?"} and bag[-1] != "?", "the top one lies last"


def test_let_names_a_value_as_it_was(rules: Ruleset) -> None:
    game = to_the_day(new_game(rules))
    before = game.view(0)["players"]
    game.choose("try_let")
    assert game.view(0)["players"] == before


@pytest.mark.parametrize(("coins", "over"), [(9, "false"), (10, "true")])
def test_end_game_ends_it_at_once_where_it_is_reached(coins: int, over: str, rules: Ruleset, tmp_path: Path) -> None:
    play_out(rules, tmp_path, f"[{{goods: {{coin: {coins}}}}}, {{}}]", "try_end_game", f"- {{over: {over}}}")


def test_ability_used_by_its_player_costs_and_gives(rules: Ruleset, tmp_path: Path) -> None:
    table = "[{bed: [activated], goods: {coin: 3}}, {}]"
    play_out(rules, tmp_path, table, "bloom activated", "- {seat: 1, goods: {coin: 1, seed: 1}}")


def test_announcing_fires_a_trigger_once_for_each_time(rules: Ruleset, tmp_path: Path) -> None:
    """Given a bed with a plant that answers to sowing and another plant, both are announced, and each pays a coin."""
    expect = "- {seat: 1, goods: {coin: 2}}\n- {seat: 2, goods: {coin: 0}}"
    play_out(rules, tmp_path, "[{bed: [triggered, daisy]}, {bed: [triggered]}]", "try_announce", expect)


@pytest.mark.parametrize(("choice", "height"), [("try_sum", 4), ("try_base", 2)])
def test_modifier_changes_a_number_but_not_the_printed_one(
    choice: str, height: int, rules: Ruleset, tmp_path: Path
) -> None:
    table = "[{bed: [modifier, daisy]}, {bed: [daisy]}]"
    play_out(rules, tmp_path, table, choice, f"- {{seat: 1, goods: {{dew: {height}}}}}")


def play_out(rules: Ruleset, folder: Path, table: str, choice: str, expect: str) -> None:
    """One choice of seat 1 on a table of its own, and what is expected of it."""
    told = story(folder, f"- {{seat: 1, choose: {choice}}}", expect, f"    table: {table}\n    phase: day")
    result = run(told, rules)
    assert result.passed, result.report()


# ---- what a row says it touches

CARRIERS = {"do", "perform", "call", "proceed", "announce"}  # what they carry out is the packs' own


def touched(game: Game, do: str) -> tuple[set[str], int]:
    """What an action changed of a game, and how many decisions it asked for."""
    before, asked = game.state.to_data(), 0
    game.choose(do)
    while (decision := game.decision) is not None and decision.kind != "act":
        game.choose(decision.options[0])
        asked += 1
    after = game.state.to_data()
    parts = {
        "goods": ("goods", "on"),
        "zones": ("zones", "place"),
        "state": ("cols", "pcols", "table"),
        "random": ("random",),
    }
    return {part for part, names in parts.items() if any(before[n] != after[n] for n in names)}, asked


@pytest.mark.parametrize("row", [r for r in OPERATORS.values() if form_of(r) != "ability"], ids=name_of)
def test_an_example_changes_no_more_and_asks_no_more_than_its_rows_say(row: Operator, rules: Ruleset) -> None:
    used = [OPERATORS[name] for name in row_names(parse(row.example, form_of(row)))]
    if any(u.name in CARRIERS for u in used):
        assert all(u.decides for u in used if u.name in CARRIERS)
        return
    says = {part for u in used for part in u.writes} | ({"goods"} if row.name in GIVES else set())
    for seed in range(5):
        changed, asked = touched(to_the_day(new_game(rules, 2, seed)), id_of(row))
        assert changed <= says
        assert not asked or any(u.decides for u in used)


def test_a_row_that_writes_to_the_game_writes_to_the_log() -> None:
    for row in STATEMENTS:
        assert not row.writes or "log" in row.writes
    assert all(set(row.writes) <= {"zones", "random"} for row in VALUES), "a value changes nothing but what chance must"


# ---- wrong arguments: each is said with its code, at exactly the characters between the marks

WRONG: list[tuple[str, str, str]] = [
    ("players", "as «players» { 1 coin }", "T001"),
    ("opponents", "as «opponents» { 1 coin }", "T001"),
    ("or", "if «3» or your resting { 1 coin }", "T001"),
    ("or", "if your resting or «your coin» { 1 coin }", "T001"),
    ("and", "if «your coin» and your resting { 1 coin }", "T001"),
    ("and", "if your resting and «leader» { 1 coin }", "T001"),
    ("not", "if not «your coin» { 1 coin }", "T001"),
    ("=", "if your coin = «your resting» { 1 coin }", "T001"),
    ("=", "if «your bed» = 3 { 1 coin }", "T001"),
    ("=", "if leader = «top of stall» { 1 coin }", "T001"),
    ("!=", "if leader != «your coin» { 1 coin }", "T001"),
    ("!=", "if your seen != «small» { 1 coin }", "N003"),
    ("<", "if «your resting» < 3 { 1 coin }", "T001"),
    ("<", "if 3 < «leader» { 1 coin }", "T001"),
    ("<=", "if «your resting» <= 3 { 1 coin }", "T001"),
    ("<=", "if 3 <= «your seen» { 1 coin }", "T001"),
    (">", "if «your bed» > 3 { 1 coin }", "T001"),
    (">", "if 3 > «leader» { 1 coin }", "T001"),
    (">=", "if «leader» >= 3 { 1 coin }", "T001"),
    (">=", "if 3 >= «your resting» { 1 coin }", "T001"),
    ("has", "if «your coin» has pink { 1 coin }", "T001"),
    ("has", "if your seen has «small» { 1 coin }", "N003"),
    ("has", "if your seen has «3» { 1 coin }", "T001"),
    ("is_present", "if «your coin» is present { 1 coin }", "T001"),
    ("is_present", "if «players» is present { 1 coin }", "T001"),
    ("is_nothing", "if «your resting» is nothing { 1 coin }", "T001"),
    ("is_kind", "if «leader» is plant { 1 coin }", "T001"),
    ("is_kind", "if top of stall is «plnt» { 1 coin }", "N004"),
    ("+", "let n be «your resting» + 1", "T001"),
    ("+", "let n be 1 + «leader»", "T001"),
    ("-", "let n be «your seen» - 1", "T001"),
    ("-", "let n be 1 - «your resting»", "T001"),
    ("*", "let n be «leader» * 2", "T001"),
    ("*", "let n be 2 * «your bed»", "T001"),
    ("negative", "let n be -«your resting»", "T001"),
    ("top", "move top «your resting» of bag to stall", "T001"),
    ("top", "move top 2 of «leader» to stall", "T001"),
    ("top", "move top of «sack» to stall", "N005"),
    ("top", "move top of «hand» to stall", "N005"),
    ("first", "let p be first of «weed» in stall by 1", "N004"),
    ("first", "let p be first of plant q in stall by «q.size»", "T001"),
    ("first", "let p be first of plant q in stall by 1 then «q.bloomed»", "T001"),
    ("count", "let n be «count()»", "T002"),
    ("count", "let n be «count(plant in stall, 2)»", "T002"),
    ("count", "let n be count(«your coin»)", "T001"),
    ("sum", "let n be «sum(plant in stall)»", "T002"),
    ("sum", "let n be sum(«stall», 1)", "T001"),
    ("sum", "let n be sum(plant p in stall, «p.size»)", "T001"),
    ("some", "if «some()» { 1 coin }", "T002"),
    ("some", "if some(«stall») { 1 coin }", "T001"),
    ("some", "if some(plant in «your coin») { 1 coin }", "T001"),
    ("all", "move «all(plant in stall, bag)» to compost", "T002"),
    ("all", "move all(«stall») to compost", "T001"),
    ("random", "move «random()» to compost", "T002"),
    ("random", "move random(«3») to compost", "T001"),
    ("random_below", "let n be «random_below()»", "T002"),
    ("random_below", "let n be random_below(«your resting»)", "T001"),
    ("overlap", "if «overlap(your seen)» { 1 coin }", "T002"),
    ("overlap", "if overlap(«your coin», your seen) { 1 coin }", "T001"),
    ("overlap", "if overlap(your seen, «your worked») { 1 coin }", "T001"),
    ("match", "let n be «match(3)»", "T002"),
    ("match", "for each plant p in stall { let n be «match(p.size, small)» }", "T002"),
    ("match", "for each plant p in stall { let n be match(p.size, «pink», 1) }", "N003"),
    ("match", "for each plant p in stall { let n be match(p.size, small, «your resting») }", "T001"),
    ("match", "let n be match(«your coin», small, 1)", "T001"),
    ("min", "let n be «min(1)»", "T002"),
    ("min", "let n be min(«your resting», 1)", "T001"),
    ("max", "let n be «max(1, 2, 3)»", "T002"),
    ("max", "let n be max(1, «leader»)", "T001"),
    ("including", "set your seen to «including(your seen)»", "T002"),
    ("including", "set your seen to including(«your coin», pink)", "T001"),
    ("including", "set your seen to including(your seen, «small»)", "N003"),
    ("excluding", "set your seen to «excluding(pink)»", "T002"),
    ("excluding", "set your seen to excluding(«leader», pink)", "T001"),
    ("excluding", "set your seen to excluding(your seen, «your coin»)", "T001"),
    ("base", "let n be «base()»", "T002"),
    ("base", "let n be base(«your coin»)", "T001"),
    ("base", "for each plant p in stall { let n be base(«p.size») }", "T001"),
    ("next", "set leader to «next()»", "T002"),
    ("next", "set leader to next(«your coin»)", "T001"),
    ("clockwise", "for each player p in «clockwise(leader, leader)» { 1 coin }", "T002"),
    ("clockwise", "for each player p in clockwise(«players») { 1 coin }", "T001"),
    ("counterclockwise", "for each player p in «counterclockwise()» { 1 coin }", "T002"),
    ("counterclockwise", "for each player p in counterclockwise(«3») { 1 coin }", "T001"),
    ("size", "let n be «size()»", "T002"),
    ("size", "let n be size(«your coin»)", "T001"),
    ("fits", "for each plant p in stall { if «fits(p.keeps, p)» { 1 coin } }", "T002"),
    ("fits", "for each plant p in stall { if fits(«p.height», p, seed) { 1 coin } }", "T001"),
    ("fits", "for each plant p in stall { if fits(p.keeps, «leader», seed) { 1 coin } }", "T001"),
    ("fits", "for each plant p in stall { if fits(p.keeps, p, «pink») { 1 coin } }", "N001"),
    ("gain", "2 «gold»", "N002"),
    ("gain", "(«your resting») coin", "T001"),
    ("gain", "gain «your coin»", "T001"),
    ("gain", "«all» coin", "T007"),
    ("gain", "«0» coin", "T007"),
    ("lose", "lose 1 «gold»", "N002"),
    ("lose", "lose 1 «seed|bulb»", "T003"),
    ("lose", "lose 1 coin from «leader»", "T001"),
    ("spend", "«spend 1 coin»", "T006"),
    ("spend", "may { 1 coin; «spend 1 coin» }", "T006"),
    ("spend", "may { spend 1 «gold»; 1 seed }", "N002"),
    ("put", "put 1 coin on «leader»", "T001"),
    ("put", "for each plant p in stall { put 1 «card» on p }", "T003"),
    ("take", "take 1 coin from «your coin»", "T001"),
    ("take", "for each plant p in stall { take 1 «seed|bulb» from p }", "T003"),
    ("move", "move «leader» to stall", "T001"),
    ("move", "move «stall» to compost", "T001"),
    ("move", "move top of stall to «leader»", "T001"),
    ("move", "move top of stall to «sack»", "N005"),
    ("move", "move top of stall to «opponents.bed»", "T001"),
    ("shuffle", "shuffle «leader»", "T001"),
    ("shuffle", "shuffle «sack»", "N005"),
    ("reveal", "reveal «your coin»", "T001"),
    ("reveal", "reveal «bag»", "T001"),
    ("choose", "choose «weed» in stall", "N004"),
    ("choose", "choose («your resting») plant in stall", "T001"),
    ("choose", "choose plant in stall where «height»", "T001"),
    ("choose", "choose «plant in bag»", "T004"),
    ("choose", "choose «plant c in leader.hand»", "T004"),
    ("choose_one", 'choose one { "a" if «3» { 1 coin } }', "T001"),
    ("choose_one", 'choose one { "a" { 1 coin }; «"a" { 1 seed }» }', "N011"),
    ("may", "may { lose 1 «gold» }", "N002"),
    ("as", "as «your coin» { 1 coin }", "T001"),
    ("for_each", "for each «weed» in stall { 1 coin }", "N004"),
    ("for_each", "for each player p in «your coin» { 1 coin }", "T001"),
    ("repeat", "repeat «your resting» { 1 coin }", "T001"),
    ("if", "if «your coin» { 1 coin }", "T001"),
    ("let", "let n be «your bed»", "T001"),
    ("let", "let «leader» be 3", "N011"),
    ("set", "set your resting to «3»", "T001"),
    ("set", "set «your coin» to 3", "T001"),
    ("set", "for each plant p in stall { set «p.height» to 3 }", "T001"),
    ("do", "do «sew»", "N007"),
    ("do", "do «tidy»", "N007"),
    ("perform", "perform «your coin»", "T001"),
    ("perform", "for each plant p in stall { perform «p.yield» }", "T001"),
    ("announce", "announce «sewn»(you)", "N008"),
    ("announce", "«announce sown(you)»", "T002"),
    ("announce", "announce sown(«3», top of stall)", "T001"),
    ("announce", "announce sown(you, «leader»)", "T001"),
    ("proceed", "«proceed»", "T003"),
    ("call", "«tidi»()", "N007"),
    ("call", "«tidy(3)»", "T002"),
    ("call", "compost_one(«leader»)", "T001"),
]  # fmt: skip

WRONG_ABILITIES: list[tuple[str, str, str]] = [
    ("activated", "2 «gold» -> 1 seed", "N002"),
    ("activated", "2 coin -> 1 seed if «3»", "T001"),
    ("activated", "«yield» -> 1 seed", "T003"),
    ("triggered", "when «sewn» by you -> 1 coin", "N008"),
    ("triggered", "when sown by «leader.coin» -> 1 coin", "T001"),
    ("triggered", "when sown by you -> 1 coin if «what»", "T001"),
    ("modifier", "always «heigth» of plant p + 1", "N006"),
    ("modifier", "always height of «plnt» p + 1", "N004"),
    ("modifier", "always «size» of plant p + 1", "T001"),
    ("modifier", "always «prize»(p) + 1", "N007"),
    ("modifier", "always «price(p, q)» + 1", "T002"),
    ("modifier", "always price(p) + «p.size»", "T001"),
    ("modifier", "always price(p) + 1 if «p.height»", "T001"),
]


@pytest.fixture(scope="module")
def said_of_wrong(tmp_path_factory: pytest.TempPathFactory) -> dict[int, list[Diagnostic]]:
    """What is said of each wrong text, by line, when all of them stand in one pack."""
    lines = ["actions:"]
    for n, (_, text, _) in enumerate(WRONG):
        lines += [f"  wrong_{n}:", f"    title: wrong {n}", f"    do: {unmarked(text)}"]
    lines += ["cards:", "  plant:"]
    for n, (_, text, _) in enumerate(WRONG_ABILITIES):
        lines += [
            f"    - id: wrong_{n}",
            "      name: Wrong",
            "      height: 1",
            "      size: small",
            "      colours: []",
        ]
        lines += [f"      bloom: {unmarked(text)}"] if n < 3 else ["      abilities:", f"        - {unmarked(text)}"]
    plot = write_plot(tmp_path_factory.mktemp("wrong"), "\n".join(lines) + "\n")
    found: dict[int, list[Diagnostic]] = {}
    for diagnostic in complaints(GARDEN, plot):
        found.setdefault(line_of(diagnostic), []).append(diagnostic)
    assert len(found) == len(WRONG) + len(WRONG_ABILITIES), "all errors are reported, not the first alone"
    return found


def unmarked(text: str) -> str:
    return text.replace("«", "").replace("»", "")


def lines_of_wrong() -> list[tuple[int, str, str, str]]:
    """(line in the file, row, text, code) of each wrong text."""
    first = [(4 + 3 * n, *entry) for n, entry in enumerate(WRONG)]
    start = 1 + 3 * len(WRONG) + 2
    at, second = start, []
    for n, entry in enumerate(WRONG_ABILITIES):
        at += 6 if n < 3 else 7
        second.append((at, *entry))
    return [*first, *second]


@pytest.mark.parametrize(
    ("line", "row", "text", "code"), lines_of_wrong(), ids=lambda v: v if isinstance(v, str) else ""
)
def test_wrong_argument_is_said_at_its_place(
    line: int, row: str, text: str, code: str, said_of_wrong: dict[int, list[Diagnostic]]
) -> None:
    found = said_of_wrong.get(line, [])
    assert [(d.code, pointed_at(d)) for d in found] == [(code, text.split("«")[1].split("»")[0])]
    assert found[0].span is not None
    start = text_of(found[0]).splitlines()[line - 1].index(unmarked(text)) + text.index("«")
    assert Lines(text_of(found[0])).line_col(found[0].span.start) == (line, start + 1)


def test_every_row_with_arguments_has_a_wrong_one_and_every_function_a_wrong_number_of_them() -> None:
    wrong = {row for row, _, _ in (*WRONG, *WRONG_ABILITIES)}
    assert {row.name for row in OPERATORS.values() if row.args or row.form == "ability"} <= wrong
    miscounted = {row for row, _, code in WRONG if code == "T002"}
    assert set(functions()) <= miscounted
    mistyped = {row for row, _, code in (*WRONG, *WRONG_ABILITIES) if code != "T002"}
    assert {row.name for row in OPERATORS.values() if row.args} <= mistyped


# ---- at the edges: what is read from nothing, and what is done to nothing, on the usual table (drops of dew: 0)

NOTHING_PLANT = "let no be first of plant p in your bed where height > 8 by 1; "
NO_WORD = "choose colour w in your seen where your coin < 0; "
NO_GOOD = "choose up to 1 good g in [graft] where count(g on you) > 0; "

EDGES: list[tuple[str, str]] = [
    # numbers
    ("(2 - 5) dew", "dew: 0"),
    ("(2 - 5 + 4) dew", "dew: 1"),
    ("(2 + 3 * 2) dew", "dew: 8"),
    ("(max(-3, min(2, 7))) dew", "dew: 2"),
    ("repeat 1 - 3 { 1 dew }", "dew: 0"),
    ("lose 9 coin", "coin: 0"),
    ("lose all coin", "coin: 0, seed: 1"),
    ("lose (2 - 5) coin", "coin: 3"),
    # short-circuit and precedence
    ("if your resting and your coin > 0 or your seed = 1 { 1 dew }", "dew: 1"),
    ("if not your resting and your coin = 3 { 1 dew }", "dew: 1"),
    # nothing to read from
    (NOTHING_PLANT + "(no.height + 2) dew", "dew: 2"),
    (NOTHING_PLANT + "if no is nothing and not (no is plant) { 1 dew }", "dew: 1"),
    (NOTHING_PLANT + "if no.size = small or no.size = tall { 1 dew }", "dew: 0"),
    (NOTHING_PLANT + "(match(no.size, small, 3, tall, 4)) dew", "dew: 0"),
    (NOTHING_PLANT + "if no.colours has pink or no.bloomed { 1 dew }", "dew: 0"),
    (NOTHING_PLANT + "if no.owner is nothing and no.place is nothing { 1 dew }", "dew: 1"),
    (NOTHING_PLANT + "(count(seed on no) + count(goods on no) + size(no.keeps)) dew", "dew: 0"),
    # nothing to do anything to
    (NOTHING_PLANT + "put 3 seed on no; take all goods from no; lose all goods from no", "seed: 1"),
    (NOTHING_PLANT + "set no.bloomed to true; if no.bloomed { 1 dew }", "dew: 0"),
    (NOTHING_PLANT + "move no to your hand; reveal no; no.yield; perform no.bloom; 1 dew", "dew: 1, seed: 1"),
    (NOTHING_PLANT + "as no.owner { 5 dew }; announce sown(no.owner, no); 1 dew", "dew: 1"),
    ("let nobody be first of player p where p.coin > 9 by 1; (nobody.coin) dew", "dew: 0"),
    ("let nobody be first of player p where p.coin > 9 by 1; if next(nobody) is nothing { 1 dew }", "dew: 1"),
    ("let nobody be first of player p where p.coin > 9 by 1; (count(clockwise(nobody))) dew", "dew: 0"),
    # no word and no good
    (NO_WORD + "if w is nothing { 1 dew }", "dew: 1"),
    (NO_WORD + "if your seen has w { 1 dew }", "dew: 0"),
    (NO_WORD + "set your seen to including(your seen, w); (count(your seen)) dew", "dew: 1"),
    (NO_WORD + "set your seen to excluding(your seen, w); (count(your seen)) dew", "dew: 1"),
    (NO_GOOD + "if g is nothing { 1 dew }", "dew: 1"),
    (NO_GOOD + "3 g; lose 1 g; lose all g; (count(g on you)) dew", "dew: 0, coin: 3, seed: 1"),
    (NO_GOOD + "for each plant p in your bed { put 1 g on p; take all g from p; (count(g on p)) dew }", "dew: 0"),
    (NO_GOOD + "for each plant p in your bed { if fits(p.keeps, p, g) { 1 dew } }", "dew: 0"),
    (NO_GOOD + 'may "Pay" { spend 1 g; 1 dew }', "dew: 0"),
    # lists are fixed when a loop starts; top gives what there is
    ("for each plant p in your bed { move top 1 of stall to your bed; 1 dew }", "dew: 3"),
    ("(count(top 99 of stall)) dew", "dew: 2"),
    ("move all(plant in stall) to compost; if top of stall is nothing { 1 dew }", "dew: 1"),
    # sets
    ("(count(including(including(your seen, pink), pink))) dew", "dew: 1"),
    ("if excluding(your seen, pink) = none and your seen != none { 1 dew }", "dew: 1"),
    ("if overlap(your seen, excluding(your seen, pink)) { 1 dew }", "dew: 0"),
    ("for each colour k in including(your seen, white) { 1 dew }", "dew: 2"),
    # amounts
    ("1 dew per plant in your bed where size = small", "dew: 2"),
    ("1 dew per plant in your bed max 2", "dew: 2"),
    ("2 dew per plant in opponents.bed", "dew: 2"),
    ("(count(seed on you)) dew, your coin dew", "dew: 4"),
    ("for each plant p in your bed { put 2 dew on p }; (sum(plant p in your bed, count(goods on p))) dew", "dew: 1"),
    ("let big be 999999999 * 999999999; let more be big * big; (big - more) dew", "dew: 0"),
    # stop and loops
    ("1 dew; stop; 1 dew", "dew: 1"),
    ("for each plant p in your bed { 1 dew; if p.size = tall { stop } }", "dew: 2"),
    ("let twice be 2 * your coin; lose all coin; twice dew", "dew: 6, coin: 0"),
]  # fmt: skip


@pytest.fixture(scope="module")
def edges(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    text = "actions:\n" + "".join(
        action(f"edge_{n}", f"if your coin < 0 {{ stop }}; {do}") for n, (do, _) in enumerate(EDGES)
    )
    return with_garden(write_plot(tmp_path_factory.mktemp("edges"), text))


@pytest.mark.parametrize(("do", "has"), EDGES, ids=[do for do, _ in EDGES])
def test_at_the_edge(do: str, has: str, edges: Ruleset, tmp_path: Path) -> None:
    """Given the usual table, when seat 1 carries this out, then it has these goods."""
    n = [d for d, _ in EDGES].index(do)
    told = story(tmp_path, f"- {{seat: 1, choose: edge_{n}}}", f"- {{seat: 1, goods: {{{has}}}}}")
    result = run(told, edges)
    assert result.passed, result.report()
