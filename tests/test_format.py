"""The formatter: what it writes reads back as the same tree, is its own format, and keeps every comment."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl import syntax as x
from dsl.format.formatter import WIDTH, format_node, format_text
from dsl.parse.read import FORMS, ParseError, parse
from tests.strategies import syntax_nodes

properties = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# ---- properties


@pytest.mark.parametrize("form", FORMS)
@properties
@given(data=st.data(), width=st.sampled_from([20, 40, WIDTH, 200]))
def test_text_reads_back_as_its_tree_and_is_its_own_format(form: str, data: st.DataObject, width: int) -> None:
    tree = data.draw(syntax_nodes(form))
    text = format_node(tree, width)
    assert parse(text, form) == tree
    assert format_text(text, form, width) == text
    assert format_node(parse(text, form), width) == text


@pytest.mark.parametrize("form", ["goods", "ability", "effect", "expression"])
@properties
@given(data=st.data(), width=st.sampled_from([30, WIDTH]))
def test_comments_are_kept_wherever_they_stand(form: str, data: st.DataObject, width: int) -> None:
    tree = data.draw(syntax_nodes(form))
    text = _with_comments(format_node(tree, width), form, tree, data)
    comments = _comments(text)
    once = format_text(text, form, width)
    assert parse(once, form) == tree
    assert sorted(_comments(once)) == sorted(comments)
    assert format_text(once, form, width) == once


def _with_comments(text: str, form: str, tree: x.Node, data: st.DataObject) -> str:
    """`text` with comments at some of the places where a line can end, on the line or after it."""
    gaps = [m.span() for m in re.finditer(r'"[^"\n]*"|\s+', text) if not m[0].startswith('"')]
    places = [(0, 0), *gaps, (len(text), len(text))]
    chosen = data.draw(st.lists(st.sampled_from(places), max_size=4, unique=True))
    for number, (start, end) in enumerate(sorted(chosen, reverse=True)):
        comment = f'# "{number}" {{ -> }}'
        before = data.draw(st.sampled_from([" ", "\n", "\n\n  "]))
        changed = f"{text[:start]}{before}{comment}\n{text[end:]}"
        try:
            if parse(changed, form) == tree:
                text = changed
        except ParseError:
            pass  # a line cannot end here
    return text


def _comments(text: str) -> list[str]:
    return [m[1] for m in re.finditer(r'"[^"\n]*"|(#[^\n]*)', text) if m[1]]


@pytest.mark.parametrize("form", ["goods", "ability", "effect", "query", "expression", "cost"])
@properties
@given(data=st.data())
def test_one_line_is_a_plain_scalar(form: str, data: st.DataObject) -> None:
    tree = data.draw(syntax_nodes(form).filter(lambda tree: not any(_quoted(n) for n in x.walk(tree))))
    text = format_node(tree, 10_000)
    if "\n" not in text and " " in text:  # one word alone may be what YAML takes for something else
        assert yaml.safe_load(f"field: {text}") == {"field": text}


def _quoted(node: x.Node) -> bool:
    """Whether a node holds words of its author, which may be anything."""
    return any(isinstance(getattr(node, part, None), str) for part in ("prompt", "words"))


# ---- stories: what is written, and what comes of it

STORIES = [
    # one line stays one line
    ("goods", "2 iron,1 vp", "2 iron, 1 vp"),
    ("goods", "1 gun|fuel , (2) iron, all goods", "1 gun|fuel, 2 iron, all goods"),
    ("goods", "1 gun per location in your hand where types has gun max (3)",
     "1 gun per location in your hand where types has gun max 3"),
    ("cost", "1 iron   or 1 gun", "1 iron or 1 gun"),
    ("cost", "cost of l.action", "cost of l.action"),
    ("query", "location  l in [a,b] where(x)", "location l in [a, b] where x"),
    ("ability", "2 worker->3 vp if x", "2 worker -> 3 vp if x"),
    ("ability", "-> gain 1 vp", "-> 1 vp"),
    ("ability", "when a by you or b by anyone\n -> 1 vp", "when a by you or b by anyone -> 1 vp"),
    ("ability", "always defense(l)+(1) if l.owner=you", "always defense(l) + 1 if l.owner = you"),
    ("ability", "always distance of location c - (1+1)", "always distance of location c - (1 + 1)"),
    ("signature", "f( location a,good b )", "f(location a, good b)"),
    ("names", "f( x )", "f(x)"),
    ("names", "f", "f"),
    ("effect", "move c to your hand", "move c to your hand"),
    ("effect", 'choose up to (2) card c in you.hand "Pick" as "pick {c}"',
     'choose up to 2 card c in your hand "Pick" as "pick {c}"'),
    ("effect", 'may "Build" {\n  1 brick\n}', 'may "Build" { 1 brick }'),
    ("effect", "if a { 1 b } else { if c { 2 d } else { 3 e } }", "if a { 1 b } else if c { 2 d } else { 3 e }"),
    ("effect", 'choose one{"a"{1 b}"c"if x{2 d}}', 'choose one { "a" { 1 b }; "c" if x { 2 d } }'),
    # no bracket too many, and none too few
    ("expression", "((a))", "a"),
    ("expression", "(a or b) and c", "(a or b) and c"),
    ("expression", "a or (b and c)", "a or b and c"),
    ("expression", "a or (b or c)", "a or (b or c)"),
    ("expression", "(a or b) or c", "a or b or c"),
    ("expression", "not (a and b)", "not (a and b)"),
    ("expression", "not (a = b)", "not a = b"),
    ("expression", "(not a) = b", "(not a) = b"),
    ("expression", "a-(b-c)", "a - (b - c)"),
    ("expression", "(a*b)+c", "a * b + c"),
    ("expression", "(a+b)*-c", "(a + b) * -c"),
    ("expression", "-(a+b)", "-(a + b)"),
    ("expression", "(a has b) = c", "(a has b) = c"),
    ("expression", "(x.y) is present", "x.y is present"),
    ("expression", "top (n+1) of deck", "top (n + 1) of deck"),
    ("expression", "max(1, (2))", "max(1, 2)"),
    ("expression", "count(location where (first of player by p) is nothing)",
     "count(location where (first of player by p) is nothing)"),
    ("expression", "first of player p in players by (p.vp) then (-p.iron)",
     "first of player p in players by p.vp then -p.iron"),
    ("goods", "1 card where (a or b)", "1 card where (a or b)"),
    ("goods", "1 card where (a and b) max (2 + x)", "1 card where a and b max 2 + x"),
    ("goods", "1 iron max (a = b)", "1 iron max (a = b)"),
    ("effect", "repeat (n) { stop }", "repeat n { stop }"),
    # `your`
    ("expression", "you.vp", "your vp"),
    ("expression", "you.faction.actions[you.x]", "your faction.actions[your x]"),
    ("expression", "you", "you"),
    # `gain` beside other statements, and only there
    ("effect", "1 iron; stop", "gain 1 iron\nstop"),
    ("effect", "gain 1 iron; gain 2 vp", "1 iron\n2 vp"),
    ("effect", "f(x); 1 iron", "f(x)\ngain 1 iron"),
    ("effect", "gain f(x)", "gain f(x)"),
    ("effect", "stop; may { gain 1 iron }", "stop\nmay { 1 iron }"),
    ("ability", "1 a -> gain 1 b", "1 a -> 1 b"),
    # several statements, one a line
    ("ability", "1 a -> gain 1 b; stop if x", "1 a ->\n  gain 1 b\n  stop if x"),
    ("effect", "as p { 1 a; stop }; stop", "as p {\n  gain 1 a\n  stop\n}\nstop"),
    ("effect", 'stop; choose one "w" { "a" { 1 b } "c" { 2 d; stop } }',
     'stop\nchoose one "w" {\n  "a" { 1 b }\n  "c" {\n    gain 2 d\n    stop\n  }\n}'),
    ("effect", "if a { 1 b; 2 c } else if d { stop } else { 3 e }",
     "if a {\n  1 b\n  2 c\n} else if d {\n  stop\n} else {\n  3 e\n}"),
    # blank lines: one stays between statements, none elsewhere
    ("effect", "\n\n1 a\n\n\n\n2 b\n3 c\n\n", "1 a\n\n2 b\n3 c"),
    ("effect", "if a {\n\n  1 b\n\n  2 c\n\n}", "if a {\n  1 b\n\n  2 c\n}"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "text", "expected"), STORIES)
def test_story(form: str, text: str, expected: str) -> None:
    assert format_text(text, form) == expected
    assert format_text(expected, form) == expected
    assert parse(text, form) == parse(expected, form)


@pytest.mark.parametrize(
    ("form", "width", "expected"),
    [
        ("expression", 70, "count(location in your hand where a) >= 5 and some(location in offer)\n    or x"),
        ("expression", 60, "count(location in your hand where a) >= 5\n    and some(location in offer)\n    or x"),
        ("expression", 30, "count(location in your hand\n    where a)\n    + f(a, b) * c"),
        ("goods", 31, "1 gun per location in your hand\n    where open and not ruined,\n    2 iron, 1 vp"),
        ("goods", 24, "1 card where a and b,\n    1 vp, 2 gun, 3 iron"),
        ("cost", 20, "1 card\n    where a and b,\n    1 vp\n    or 2 gun, 3 vp"),
        ("ability", 24, "1 iron, 2 gun ->\n    1 vp, 2 worker if x"),
        ("effect", 30, 'choose good g in [a, b, c, d,\n    e, f, g]\n    where x\n    and y "Which" as "{g}"'),
    ],
)
def test_long_line_breaks_where_it_reads_best(form: str, width: int, expected: str) -> None:
    text = " ".join(expected.split())
    assert format_text(text, form, width) == expected
    assert format_text(text, form, 200) == text


def test_body_goes_to_lines_of_its_own_when_it_does_not_fit() -> None:
    text = "if a { move c to your hand }"
    assert format_text(text, "effect", len(text)) == text
    assert format_text(text, "effect", len(text) - 1) == "if a {\n  move c to your hand\n}"


def test_options_are_one_a_line_beside_other_statements() -> None:
    assert format_text('may { choose one { "a" { 1 b } "c" { 2 d } } }', "effect") == (
        'may {\n  choose one {\n    "a" { 1 b }\n    "c" { 2 d }\n  }\n}'
    )


def test_long_ability_keeps_its_only_statement_behind_the_arrow() -> None:
    text = '1 a -> choose one "Which" { "first" { 1 b } "second" { 2 c } } if x'
    assert format_text(text, "ability", 40) == (
        '1 a -> choose one "Which" {\n  "first" { 1 b }\n  "second" { 2 c }\n} if x'
    )


def test_node_that_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="a Unit is no text by itself"):
        format_node(x.Unit((0, 0), ()))


def test_text_that_does_not_parse_is_refused() -> None:
    with pytest.raises(ParseError):
        format_text("1 iron,", "goods")


# ---- comments

COMMENTS = [
    ("effect", "# why\n1 a", "# why\n1 a"),
    ("effect", "1 a# why", "1 a  # why"),
    ("effect", "1 a ; # why\nstop", "gain 1 a  # why\nstop"),
    ("effect", "1 a\n# last", "1 a\n# last"),
    ("effect", "# head\n\n# why\n1 a\n\n# last\n", "# head\n\n# why\n1 a\n\n# last"),
    ("effect", "may { # why\n1 a }", "may {  # why\n  1 a\n}"),
    ("effect", "may { 1 a # why\n}", "may {\n  1 a  # why\n}"),
    ("effect", "may {\n  1 a\n  # last\n}", "may {\n  1 a\n  # last\n}"),
    ("effect", "may { 1 a }   # why", "may { 1 a }  # why"),
    ("effect", "if a # one\n or b { stop }", "# one\nif a or b { stop }"),
    ("effect", "if a { stop }\n# otherwise\nelse { 1 b }", "if a {\n  stop\n} else {\n  # otherwise\n  1 b\n}"),
    ("effect", "if a { stop } # otherwise\nelse if b { 1 c }",
     "if a {\n  stop\n} else if b {\n  # otherwise\n  1 c\n}"),
    ("effect", "if a { stop } else {\n# why\nif b { 1 c } }",
     "if a {\n  stop\n} else {\n  # why\n  if b { 1 c }\n}"),
    ("effect", 'choose one { # why\n "a" { 1 b } # first\n # second\n "c" { 2 d }\n # last\n}',
     'choose one {  # why\n  "a" { 1 b }  # first\n  # second\n  "c" { 2 d }\n  # last\n}'),
    ("effect", "move c to # where\n your hand", "# where\nmove c to your hand"),
    ("effect", 'may "a # b {" { 1 a } # c }', 'may "a # b {" { 1 a }  # c }'),
    ("goods", "1 a, # one\n2 b # two\n# three", "# one\n1 a, 2 b  # two\n# three"),
    ("expression", "# why\n(a or # one\nb) # two", "# why\n# one\na or b  # two"),
    ("ability", "# why\n1 a # cost\n-> 1 b # gain", "# why\n# cost\n1 a -> 1 b  # gain"),
    ("ability", "1 a -> # why\n1 b if x", "1 a ->  # why\n  1 b if x"),
    ("ability", "1 a ->\n# why\n1 b", "1 a ->\n  # why\n  1 b"),
    ("ability", "1 a -> 1 b if x and # why\ny", "# why\n1 a -> 1 b if x and y"),
    ("ability", "always f(a) + # why\n1", "# why\nalways f(a) + 1"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "text", "expected"), COMMENTS)
def test_comment(form: str, text: str, expected: str) -> None:
    assert format_text(text, form) == expected
    assert format_text(expected, form) == expected
    assert parse(text, form) == parse(expected, form)
    assert sorted(_comments(text)) == sorted(_comments(expected))
