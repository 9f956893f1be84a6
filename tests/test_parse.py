"""The parser: what each form reads as, where every node stands, and what is said about a text that does not parse."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator
from dataclasses import fields
from importlib.resources import files

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark import Lark, logger
from lark.exceptions import GrammarError

from dsl import syntax as x
from dsl.codes import CODES
from dsl.format.formatter import format_node, format_text
from dsl.parse import hints
from dsl.parse.lexing import Newlines
from dsl.parse.read import FORMS, MAX_DEPTH, MAX_LENGTH, MAX_NESTING, ParseError, parse, reserved_words
from tests.strategies import syntax_nodes

# ---- the grammar


def _conflicts(grammar: str, caplog: pytest.LogCaptureFixture, start: list[str]) -> list[str]:
    """What the parser's maker notes about a grammar whose rules compete. Raises GrammarError for a worse conflict."""
    logger.addHandler(caplog.handler)
    before = logger.level
    try:
        logger.setLevel(logging.DEBUG)
        Lark(grammar, parser="lalr", lexer="basic", start=start, postlex=Newlines(), debug=True)
    finally:
        logger.setLevel(before)
        logger.removeHandler(caplog.handler)
    return [record.getMessage() for record in caplog.records if "conflict" in record.getMessage().lower()]


def test_grammar_has_no_conflict(caplog: pytest.LogCaptureFixture) -> None:
    grammar = files("dsl.parse").joinpath("grammar.lark").read_text(encoding="utf-8")
    assert _conflicts(grammar, caplog, [f"{form}_form" for form in FORMS]) == []


def test_a_conflict_would_be_seen(caplog: pytest.LogCaptureFixture) -> None:
    dangling = 'start: "if" start | "if" start "else" start | "x"\n_NL: "\\n"\n'
    assert _conflicts(dangling, caplog, ["start"])
    with pytest.raises(GrammarError):
        _conflicts('start: a | b\na: "x"\nb: "x"\n_NL: "\\n"\n', caplog, ["start"])


@pytest.mark.parametrize("word", sorted(reserved_words() - {"goods", "component", "players", "opponents", "anyone"}))
def test_word_of_the_language_is_no_name(word: str) -> None:
    if word in ("none", "owner", "place"):  # these have a meaning already, but are read as names
        assert isinstance(parse(word, "expression"), x.Name)
    else:
        with pytest.raises(ParseError):
            parse(f"let {word} be 1", "effect")


# ---- what a text reads as: the nodes in order, names and numbers left out, each with the text it stands at

SHAPES = [
    ("expression", "a or b and not c = 1 + 2 * -d", [
        "Binary or: a or b and not c = 1 + 2 * -d",
        "  Binary and: b and not c = 1 + 2 * -d",
        "    Unary not: not c = 1 + 2 * -d",
        "      Binary =: c = 1 + 2 * -d",
        "        Binary +: 1 + 2 * -d",
        "          Binary *: 2 * -d",
        "            Unary -: -d",
    ]),
    ("expression", "you.a.b[c].d", [
        "Attr: you.a.b[c].d",
        "  Index: you.a.b[c]",
        "    Attr: you.a.b",
        "      Attr: you.a",
        "        You: you",
    ]),
    ("expression", "your vp + l.iron", [
        "Binary +: your vp + l.iron",
        "  Attr: your vp",
        "    You: your",
        "  Attr: l.iron",
    ]),
    ("expression", "(a + b) * (c)", [
        "Binary *: (a + b) * (c)",
        "  Binary +: a + b",
    ]),
    ("expression", "x is present and (y) is nothing or z is location", [
        "Binary or: x is present and (y) is nothing or z is location",
        "  Binary and: x is present and (y) is nothing",
        "    Is: x is present",
        "    Is: (y) is nothing",
        "  Is: z is location",
    ]),
    ("expression", "top 2 of deck", [
        "Top: top 2 of deck",
    ]),
    ("expression", "top of p.deck", [
        "Top: top of p.deck",
        "  Attr: p.deck",
    ]),
    ("expression", "first of location l in your hand where open by -l.x then y", [
        "First: first of location l in your hand where open by -l.x then y",
        "  Query: location l in your hand where open",
        "    Attr: your hand",
        "      You: your",
        "  Unary -: -l.x",
        "    Attr: l.x",
    ]),
    ("expression", "count(location in [a, b] where x)", [
        "Call: count(location in [a, b] where x)",
        "  Query: location in [a, b] where x",
        "    Listed: [a, b]",
    ]),
    ("expression", "sum(outpost o on t, o.level)", [
        "Call: sum(outpost o on t, o.level)",
        "  Query: outpost o on t",
        "  Attr: o.level",
    ]),
    ("expression", "some(location where (true))", [
        "Call: some(location where (true))",
        "  Query: location where (true)",
        "    Flag value=True: true",
    ]),
    ("expression", "all(slot a)", [
        "Call: all(slot a)",
        "  Query: slot a",
    ]),
    ("expression", "f()", [
        "Call: f()",
    ]),
    ("expression", "proceed + 1", [
        "Binary +: proceed + 1",
        "  ProceedValue: proceed",
    ]),
    ("query", "location l in opponents.state where not ruined", [
        "Query: location l in opponents.state where not ruined",
        "  Attr: opponents.state",
        "  Unary not: not ruined",
    ]),
    ("goods", "2 iron, (n + 1) gun|fuel, all goods, your faction.production", [
        "Goods: 2 iron, (n + 1) gun|fuel, all goods, your faction.production",
        "  Term: 2 iron",
        "    Unit: iron",
        "  Term: (n + 1) gun|fuel",
        "    Binary +: n + 1",
        "    Unit: gun|fuel",
        "  Term: all goods",
        "    All: all",
        "    Unit: goods",
        "  GoodsPath: your faction.production",
        "    Attr: your faction.production",
        "      Attr: your faction",
        "        You: your",
    ]),
    ("goods", "c.distance card where types has gun per location l in your state where open max 3", [
        "Goods: c.distance card where types has gun per location l in your state where open max 3",
        "  Term: c.distance card where types has gun per location l in your state where open max 3",
        "    Attr: c.distance",
        "    Unit: card",
        "    Binary has: types has gun",
        "    Query: location l in your state where open",
        "      Attr: your state",
        "        You: your",
    ]),
    ("goods", "1 iron per shield on l", [
        "Goods: 1 iron per shield on l",
        "  Term: 1 iron per shield on l",
        "    Unit: iron",
        "    Query: shield on l",
    ]),
    ("cost", "1 iron, 1 gun or 2 vp", [
        "Cost: 1 iron, 1 gun or 2 vp",
        "  Goods: 1 iron, 1 gun",
        "    Term: 1 iron",
        "      Unit: iron",
        "    Term: 1 gun",
        "      Unit: gun",
        "  Goods: 2 vp",
        "    Term: 2 vp",
        "      Unit: vp",
    ]),
    ("cost", "cost of l.action", [
        "Cost: cost of l.action",
        "  Attr: l.action",
    ]),
    ("ability", "1 iron or 1 gun -> 2 red if x", [
        "Activated: 1 iron or 1 gun -> 2 red if x",
        "  Cost: 1 iron or 1 gun",
        "    Goods: 1 iron",
        "      Term: 1 iron",
        "        Unit: iron",
        "    Goods: 1 gun",
        "      Term: 1 gun",
        "        Unit: gun",
        "  Block: 2 red",
        "    Gain: 2 red",
        "      Goods: 2 red",
        "        Term: 2 red",
        "          Unit: red",
    ]),
    ("ability", "-> f(x)", [
        "Activated: -> f(x)",
        "  Block: f(x)",
        "    CallStmt: f(x)",
        "      Call: f(x)",
    ]),
    ("ability", "when razed by you or dealt by opponents -> 1 ammo if x", [
        "Triggered: when razed by you or dealt by opponents -> 1 ammo if x",
        "  Event: razed by you",
        "    You: you",
        "  Event: dealt by opponents",
        "  Block: 1 ammo",
        "    Gain: 1 ammo",
        "      Goods: 1 ammo",
        "        Term: 1 ammo",
        "          Unit: ammo",
    ]),
    ("ability", "always defense(l, m) + 2 * n if l.owner = you", [
        "Modifier +: always defense(l, m) + 2 * n if l.owner = you",
        "  FunctionTarget: defense(l, m)",
        "  Binary *: 2 * n",
        "  Binary =: l.owner = you",
        "    Attr: l.owner",
        "    You: you",
    ]),
    ("ability", "always distance of location c - 1", [
        "Modifier -: always distance of location c - 1",
        "  FieldTarget: distance of location c",
    ]),
    ("signature", "f(location a, good b)", [
        "Signature: f(location a, good b)",
        "  Param: location a",
        "  Param: good b",
    ]),
    ("names", "f(x)", [
        "Names: f(x)",
    ]),
    ("names", "f()", [
        "Names: f()",
    ]),
    ("names", "f", [
        "Names: f",
    ]),
    ("effect", "2 iron, 1 vp", [
        "Block: 2 iron, 1 vp",
        "  Gain: 2 iron, 1 vp",
        "    Goods: 2 iron, 1 vp",
        "      Term: 2 iron",
        "        Unit: iron",
        "      Term: 1 vp",
        "        Unit: vp",
    ]),
    ("effect", "gain l.spoils", [
        "Block: gain l.spoils",
        "  Gain: gain l.spoils",
        "    Goods: l.spoils",
        "      GoodsPath: l.spoils",
        "        Attr: l.spoils",
    ]),
    ("effect", "f(x)", [
        "Block: f(x)",
        "  CallStmt: f(x)",
        "    Call: f(x)",
    ]),
    ("effect", "lose all goods", [
        "Block: lose all goods",
        "  Lose: lose all goods",
        "    Goods: all goods",
        "      Term: all goods",
        "        All: all",
        "        Unit: goods",
    ]),
    ("effect", "lose 1 shield from l", [
        "Block: lose 1 shield from l",
        "  Lose: lose 1 shield from l",
        "    Goods: 1 shield",
        "      Term: 1 shield",
        "        Unit: shield",
    ]),
    ("effect", "spend 2 worker", [
        "Block: spend 2 worker",
        "  Spend: spend 2 worker",
        "    Goods: 2 worker",
        "      Term: 2 worker",
        "        Unit: worker",
    ]),
    ("effect", "put 3 brick on l", [
        "Block: put 3 brick on l",
        "  Put: put 3 brick on l",
        "    Goods: 3 brick",
        "      Term: 3 brick",
        "        Unit: brick",
    ]),
    ("effect", "take l.places from l.place", [
        "Block: take l.places from l.place",
        "  Take: take l.places from l.place",
        "    Goods: l.places",
        "      GoodsPath: l.places",
        "        Attr: l.places",
        "    Attr: l.place",
    ]),
    ("effect", "move c to your state", [
        "Block: move c to your state",
        "  Move bottom=False face_down=False: move c to your state",
        "    Attr: your state",
        "      You: your",
    ]),
    ("effect", "move all(c in d) to bottom of deck", [
        "Block: move all(c in d) to bottom of deck",
        "  Move bottom=True face_down=False: move all(c in d) to bottom of deck",
        "    Call: all(c in d)",
        "      Query: c in d",
    ]),
    ("effect", "move c to your state face down", [
        "Block: move c to your state face down",
        "  Move bottom=False face_down=True: move c to your state face down",
        "    Attr: your state",
        "      You: your",
    ]),
    ("effect", "shuffle deck", [
        "Block: shuffle deck",
        "  Shuffle: shuffle deck",
    ]),
    ("effect", "reveal top 1 of deck", [
        "Block: reveal top 1 of deck",
        "  Reveal: reveal top 1 of deck",
        "    Top: top 1 of deck",
    ]),
    ("effect", 'choose location c in offer "Take" as "pick {c}"', [
        'Block: choose location c in offer "Take" as "pick {c}"',
        '  Choose up_to=False Take pick {c}: choose location c in offer "Take" as "pick {c}"',
        "    Query: location c in offer",
    ]),
    ("effect", "choose 2 card in your hand", [
        "Block: choose 2 card in your hand",
        "  Choose up_to=False: choose 2 card in your hand",
        "    Query: card in your hand",
        "      Attr: your hand",
        "        You: your",
    ]),
    ("effect", 'choose (n) card in your hand as "x"', [
        'Block: choose (n) card in your hand as "x"',
        '  Choose up_to=False x: choose (n) card in your hand as "x"',
        "    Query: card in your hand",
        "      Attr: your hand",
        "        You: your",
    ]),
    ("effect", 'choose up to n good g in basic where g "w"', [
        'Block: choose up to n good g in basic where g "w"',
        '  Choose up_to=True w: choose up to n good g in basic where g "w"',
        "    Query: good g in basic where g",
    ]),
    ("effect", 'choose one "Which" { "a" { 1 b }  "c" if x { stop } }', [
        'Block: choose one "Which" { "a" { 1 b }  "c" if x { stop } }',
        '  ChooseOne Which: choose one "Which" { "a" { 1 b }  "c" if x { stop } }',
        '    Option a: "a" { 1 b }',
        "      Block: 1 b",
        "        Gain: 1 b",
        "          Goods: 1 b",
        "            Term: 1 b",
        "              Unit: b",
        '    Option c: "c" if x { stop }',
        "      Block: stop",
        "        Stop: stop",
    ]),
    ("effect", "may { stop }", [
        "Block: may { stop }",
        "  May: may { stop }",
        "    Block: stop",
        "      Stop: stop",
    ]),
    ("effect", 'may "w" { stop }', [
        'Block: may "w" { stop }',
        '  May w: may "w" { stop }',
        "    Block: stop",
        "      Stop: stop",
    ]),
    ("effect", "as l.owner { stop }", [
        "Block: as l.owner { stop }",
        "  As: as l.owner { stop }",
        "    Attr: l.owner",
        "    Block: stop",
        "      Stop: stop",
    ]),
    ("effect", "for each player p in players { stop }", [
        "Block: for each player p in players { stop }",
        "  ForEach: for each player p in players { stop }",
        "    Query: player p in players",
        "    Block: stop",
        "      Stop: stop",
    ]),
    ("effect", "repeat 2 + n { stop }", [
        "Block: repeat 2 + n { stop }",
        "  Repeat: repeat 2 + n { stop }",
        "    Binary +: 2 + n",
        "    Block: stop",
        "      Stop: stop",
    ]),
    ("effect", "if a { stop }", [
        "Block: if a { stop }",
        "  If: if a { stop }",
        "    Block: stop",
        "      Stop: stop",
    ]),
    ("effect", "if a { stop } else { 1 b; 2 c }", [
        "Block: if a { stop } else { 1 b; 2 c }",
        "  If: if a { stop } else { 1 b; 2 c }",
        "    Block: stop",
        "      Stop: stop",
        "    Block: 1 b; 2 c",
        "      Gain: 1 b",
        "        Goods: 1 b",
        "          Term: 1 b",
        "            Unit: b",
        "      Gain: 2 c",
        "        Goods: 2 c",
        "          Term: 2 c",
        "            Unit: c",
    ]),
    ("effect", "if a { stop } else if b { proceed } else { end game }", [
        "Block: if a { stop } else if b { proceed } else { end game }",
        "  If: if a { stop } else if b { proceed } else { end game }",
        "    Block: stop",
        "      Stop: stop",
        "    Block: if b { proceed } else { end game }",
        "      If: if b { proceed } else { end game }",
        "        Block: proceed",
        "          Proceed: proceed",
        "        Block: end game",
        "          EndGame: end game",
    ]),
    ("effect", "let n be 1 + 2", [
        "Block: let n be 1 + 2",
        "  Let: let n be 1 + 2",
        "    Binary +: 1 + 2",
    ]),
    ("effect", "set l.ruined to true", [
        "Block: set l.ruined to true",
        "  Set: set l.ruined to true",
        "    Attr: l.ruined",
        "    Flag value=True: true",
    ]),
    ("effect", "do construct", [
        "Block: do construct",
        "  Do free=False: do construct",
    ]),
    ("effect", "do construct for free", [
        "Block: do construct for free",
        "  Do free=True: do construct for free",
    ]),
    ("effect", "perform l.action", [
        "Block: perform l.action",
        "  Perform: perform l.action",
        "    Attr: l.action",
    ]),
    ("effect", "announce built(you, c)", [
        "Block: announce built(you, c)",
        "  Announce: announce built(you, c)",
        "    You: you",
    ]),
    ("effect", "proceed", [
        "Block: proceed",
        "  Proceed: proceed",
    ]),
    ("effect", "stop", [
        "Block: stop",
        "  Stop: stop",
    ]),
    ("effect", "end game", [
        "Block: end game",
        "  EndGame: end game",
    ]),
    ("effect", "1 a; 2 b\n\nstop", [
        "Block: 1 a; 2 b\n\nstop",
        "  Gain: 1 a",
        "    Goods: 1 a",
        "      Term: 1 a",
        "        Unit: a",
        "  Gain: 2 b",
        "    Goods: 2 b",
        "      Term: 2 b",
        "        Unit: b",
        "  Stop: stop",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("form", "text", "expected"), SHAPES, ids=[text for _, text, _ in SHAPES])
def test_shape(form: str, text: str, expected: list[str]) -> None:
    assert list(_shape(parse(text, form), text)) == expected


def _shape(node: x.Node, text: str, indent: str = "") -> Iterator[str]:
    words = [type(node).__name__]
    for part in fields(node):
        value = getattr(node, part.name)
        if isinstance(value, bool):
            words.append(f"{part.name}={value}")
        elif isinstance(value, str):
            words.append(value)
    if not isinstance(node, x.Name | x.Num):
        yield f"{indent}{' '.join(words)}: {text[slice(*node.at)]}"
    for child in x.children(node):
        yield from _shape(child, text, indent + "  ")


# ---- places

_READABLE = (
    (x.Query, "query"),
    (x.Goods, "goods"),
    (x.Cost, "cost"),
    (x.Block, "effect"),
    (x.Stmt, "effect"),
    (x.Expr, "expression"),
)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_node_stands_exactly_where_its_text_is(form: str, data: st.DataObject) -> None:
    text = format_node(data.draw(syntax_nodes(form)), data.draw(st.sampled_from([20, 200])))
    root = parse(text, form)
    for node in x.walk(root):
        start, end = node.at
        piece = text[start:end]
        assert piece and piece == piece.strip()
        place = start
        for child in x.children(node):
            assert place <= child.at[0] < child.at[1] <= end, (piece, child)
            place = child.at[1]
        if isinstance(node, x.Name):
            assert piece == node.id
        elif isinstance(node, x.You):
            assert piece in ("you", "your")
        elif not isinstance(node, x.All | x.Listed):
            again = next((parse(piece, form) for kind, form in _READABLE if isinstance(node, kind)), node)
            assert again == (x.Block(node.at, (node,)) if isinstance(node, x.Stmt) else node)


@pytest.mark.parametrize(
    ("text", "place", "node"),
    [
        ("  stop  # why", "stop", x.Stop),
        ("\n\n# why\nshuffle  deck\n", "shuffle  deck", x.Shuffle),
        ("if a { # why\n  stop  # more\n}  # end", "if a { # why\n  stop  # more\n}", x.If),
        ("let n be ( a )", "let n be ( a )", x.Let),
        ('may "w # x {" { stop }', 'may "w # x {" { stop }', x.May),
    ],
)
def test_blanks_and_comments_around_a_statement_are_not_part_of_it(text: str, place: str, node: type[x.Stmt]) -> None:
    block = parse(text, "effect")
    assert isinstance(block, x.Block)
    (stmt,) = block.stmts
    assert type(stmt) is node
    assert text[slice(*stmt.at)] == text[slice(*block.at)] == place


# ---- line ends


@pytest.mark.parametrize(
    ("form", "broken"),
    [
        ("goods", "1 a,\n2 b"),
        ("goods", "1 card\nwhere x\nand y\nper l in z"),
        ("goods", "(1\n+ 2) a"),
        ("cost", "1 a\nor 2 b"),
        ("ability", "1 a\n->\n\n# why\n1 b"),
        ("ability", "when a by you\nor b by\nyou -> 1 c"),
        ("expression", "a\n+ b\n* c"),
        ("expression", "a or  # why\nb and\nnot\nc"),
        ("expression", "a =\nb"),
        ("expression", "f(\na\n,\nb\n)"),
        ("expression", "a[\nb\n]"),
        ("query", "location in\n[a,\nb]\nwhere\nx"),
        ("effect", "move c to\nyour hand"),
        ("effect", "let n be\n3"),
        ("effect", "if\na\nor b {\nstop\n}\nelse {\nproceed\n}"),
        ("effect", 'choose one {\n\n"a" { stop }\n\n"b" { stop }\n}'),
    ],
)
def test_line_may_break_where_no_statement_can_end(form: str, broken: str) -> None:
    assert parse(broken, form) == parse(re.sub(r"\s+", " ", re.sub(r"#.*", "", broken)), form)


@pytest.mark.parametrize(
    "text", ["stop; proceed", "stop\nproceed", "stop ;\n\n ; # why\n\tproceed\n", "\nstop # why\nproceed"]
)
def test_statements_are_separated_by_line_ends_or_semicolons(text: str) -> None:
    assert parse(text, "effect") == x.Block((0, 0), (x.Stop((0, 0)), x.Proceed((0, 0))))


@pytest.mark.parametrize("between", [" ", "; ", "\n", ";\n"])
def test_options_need_no_separator(between: str) -> None:
    assert parse(f'choose one {{ "a" {{ stop }}{between}"b" {{ stop }} }}', "effect") == parse(
        'choose one { "a" { stop } "b" { stop } }', "effect"
    )


def test_equal_texts_give_equal_trees_wherever_they_stand() -> None:
    assert parse("a+b", "expression") == parse("  a  +  (b)", "expression")
    assert parse("a + b", "expression") != parse("b + a", "expression")


# ---- mistakes: ‹ › mark the place, and the last text of each is what was meant

MISTAKES = [
    # misspelt and foreign words
    ("effect", "‹chose› location c in offer", "P001",
     "`chose` does not begin a statement",
     'did you mean "choose"?', "choose location c in offer"),
    ("effect", '1 vp\n‹chose› location c in offer "Take"', "P001",
     "`chose` does not begin a statement",
     'did you mean "choose"?', '1 vp\nchoose location c in offer "Take"'),
    ("effect", "‹mvoe› c to your hand", "P001",
     "`mvoe` does not begin a statement",
     'did you mean "move"?', "move c to your hand"),
    ("effect", "stop; ‹anounce› built(you, c)", "P001",
     "`anounce` does not begin a statement",
     'did you mean "announce"?', "stop; announce built(you, c)"),
    ("effect", "if x { ‹preform› l.action }", "P001",
     "`preform` does not begin a statement",
     'did you mean "perform"?', "if x { perform l.action }"),
    ("ability", "1 iron -> ‹chose› location c in offer", "P001",
     "`chose` does not begin a statement",
     'did you mean "choose"?', "1 iron -> choose location c in offer"),
    ("ability", "‹wen› razed by you -> 1 ammo", "P001",
     "`wen` does not begin an ability",
     'did you mean "when"?', "when razed by you -> 1 ammo"),
    ("ability", "‹alway› defense(l) + 1", "P001",
     "`alway` does not begin an ability",
     'did you mean "always"?', "always defense(l) + 1"),
    ("effect", "choose location c ‹inn› offer", "P001",
     '`inn` cannot stand here: expected `on`, `in`, `as`, words in "quotes" or `where`',
     'did you mean "in"?', "choose location c in offer"),
    ("effect", "choose location c in offer ‹wher› open", "P001",
     '`wher` cannot stand here: expected `as`, words in "quotes", `where`, the end or `;`',
     'did you mean "where"?', "choose location c in offer where open"),
    ("expression", "count(location wher ‹open›)", "P001",
     "`open` cannot stand here: expected `)`, `on`, `in`, `,` or `where`",
     'did you mean "where"?', "count(location where open)"),
    ("effect", "‹foreach› player p in players { stop }", "P001",
     "`foreach` does not begin a statement",
     "write `for each`", "for each player p in players { stop }"),
    ("effect", "‹while› x { stop }", "P001",
     "`while` does not begin a statement",
     "no loop is endless here: use `repeat` or `for each`", "repeat 3 { stop }"),
    ("effect", "‹unless› x { stop }", "P001",
     "`unless` does not begin a statement",
     "write `if not`", "if not x { stop }"),
    ("effect", "‹return› 3", "P001",
     "`return` does not begin a statement",
     "write `stop` to leave an effect; a function is only its value", "stop"),
    ("effect", "if x { stop } ‹elif› y { stop }", "P001",
     "`elif` cannot stand here: expected `else`, the end, `;` or a new line",
     "write `else if`", "if x { stop } else if y { stop }"),
    ("effect", "choose upto ‹2› card in your hand", "P001",
     '`2` cannot stand here: expected `on`, `in`, `as`, a name or words in "quotes"',
     "write `up to`", "choose up to 2 card in your hand"),
    ("effect", "choose location ‹to› in offer", "P003",
     '`to` cannot stand here: expected `on`, `in`, `as`, a name or words in "quotes"',
     "`to` is a word of the language itself; use another name here", "choose location t in offer"),
    ("effect", "let ‹if› be 3", "P003",
     "`if` cannot stand here: expected a name",
     "`if` is a word of the language itself; use another name here", "let condition be 3"),
    # signs of other languages
    ("ability", "1 iron ‹=>› 1 vp", "P001",
     "`=>` is not a sign of the language",
     "the arrow is written `->`", "1 iron -> 1 vp"),
    ("ability", "1 iron ‹-->› 1 vp", "P001",
     "`-->` is not a sign of the language",
     "the arrow is written `->`", "1 iron -> 1 vp"),
    ("ability", "1 iron ‹- >› 1 vp", "P001",
     "`- >` is not a sign of the language",
     "the arrow is written `->`", "1 iron -> 1 vp"),
    ("ability", "1 card where open ‹=>› 1 vp", "P001",
     "`=>` is not a sign of the language",
     "the arrow is written `->`", "1 card where open -> 1 vp"),
    ("ability", "1 iron ‹>› 1 vp", "P001",
     "`>` cannot stand here: expected `->`, `,`, `max`, `or` or `per`",
     "the arrow is written `->`", "1 iron -> 1 vp"),
    ("ability", "1 iron ‹=› 1 vp", "P001",
     "`=` cannot stand here: expected `->`, `,`, `max`, `or` or `per`",
     "the arrow is written `->`", "1 iron -> 1 vp"),
    ("expression", "a ‹=>› b", "P001",
     "`=>` is not a sign of the language",
     "write `>=`, or `->` for the arrow of an ability", "a >= b"),
    ("expression", "a ‹==› b", "P001",
     "`==` is not a sign of the language",
     "equality is written with one `=`", "a = b"),
    ("expression", "a ‹=<› b", "P001",
     "`=<` is not a sign of the language",
     "write `<=`", "a <= b"),
    ("expression", "a ‹<>› b", "P001",
     "`<>` is not a sign of the language",
     "write `!=`", "a != b"),
    ("expression", "a ‹||› b", "P001",
     "`||` is not a sign of the language",
     "write `or`", "a or b"),
    ("effect", "set x ‹+=› 1", "P001",
     "`+=` is not a sign of the language",
     "a change is written: set NAME to NAME + 1", "set x to x + 1"),
    # abilities
    ("ability", "2 iro‹n›", "P002",
     "the text ends where `->` is expected",
     "an ability is written: COST -> EFFECT", "2 iron -> 1 vp"),
    ("ability", "1 iron ‹1› vp", "P001",
     "`1` cannot stand here: expected `->`, `,`, `max`, `or` or `per`",
     "an ability is written: COST -> EFFECT", "1 iron -> 1 vp"),
    ("ability", "1 iron -‹>›", "P002",
     "the text ends where a statement is expected",
     None, "1 iron -> 1 vp"),
    ("ability", "1 iron -> 1 vp ‹->› 2 vp", "P001",
     "`->` cannot stand here: expected `if`, the end, `;` or a new line",
     "an ability has one arrow", "1 iron -> 1 vp; 2 vp"),
    ("ability", "1 iron ‹and› 1 gun -> 2 vp", "P001",
     "`and` cannot stand here: expected `->`, `,`, `max`, `or` or `per`",
     "goods are separated by commas: 1 NAME, 1 NAME", "1 iron, 1 gun -> 2 vp"),
    ("ability", "1 iron -> 1 vp\nif ‹x›", "P002",
     "the text ends where `{` is expected",
     "the body of a statement stands in { }; the condition of an ability stands on the line of its effect",
     "1 iron -> 1 vp if x"),
    ("ability", "1 iron -> 1 vp ‹when› x", "P001",
     "`when` cannot stand here: expected `,`, `if`, `max`, `per` or `where`",
     "a condition is written with `if`", "1 iron -> 1 vp if x"),
    ("ability", "when razed ‹->› 1 ammo", "P001",
     "`->` cannot stand here: expected `by`",
     "a trigger says whose event it is: when EVENT by you -> EFFECT", "when razed by you -> 1 ammo"),
    ("ability", "when razed by you ‹1› ammo", "P001",
     "`1` cannot stand here: expected `->` or `or`",
     "a trigger is written: when EVENT by you -> EFFECT", "when razed by you -> 1 ammo"),
    ("ability", "when razed by yo‹u›", "P002",
     "the text ends where `->` or `or` is expected",
     "a trigger is written: when EVENT by you -> EFFECT", "when razed by you -> 1 ammo"),
    ("ability", "always defense ‹+› 1", "P001",
     "`+` cannot stand here: expected `of`",
     "a modifier is written: always FUNCTION(x) + NUMBER or always FIELD of KIND NAME + NUMBER",
     "always defense(l) + 1"),
    ("ability", "always defense(l‹)›", "P002",
     "the text ends where `+` or `-` is expected",
     "a modifier is written: always FUNCTION(x) + NUMBER or always FIELD of KIND NAME + NUMBER",
     "always defense(l) + 1"),
    ("ability", "always distance of location ‹-› 1", "P001",
     "`-` cannot stand here: expected a name",
     "a modifier is written: always FUNCTION(x) + NUMBER or always FIELD of KIND NAME + NUMBER",
     "always distance of location c - 1"),
    ("effect", "1 iron ‹->› 1 vp", "P001",
     "`->` cannot stand here: expected the end, `;` or a new line",
     "only an ability has an arrow", "1 vp"),
    ("effect", "‹when› razed by you -> 1 vp", "P001",
     "`when` cannot stand here: expected a statement",
     "`when` begins an ability, which this is not", "1 vp"),
    # goods
    ("goods", "‹-1› brick", "P001",
     "`-1` cannot stand here: expected a value",
     "amounts have no sign; what is given up is written with `lose`, or as a cost", "1 brick"),
    ("effect", "stop; ‹-1› brick", "P001",
     "`-1` cannot stand here: expected a statement",
     "amounts have no sign; what is given up is written with `lose`, or as a cost", "stop; lose 1 brick"),
    ("goods", "iron ‹2›", "P001",
     "`2` cannot stand here: expected `,`, a name or the end",
     "the amount stands first: 2 NAME", "2 iron"),
    ("goods", "1 vp, iron ‹2›", "P001",
     "`2` cannot stand here: expected `,`, a name or the end",
     "the amount stands first: 2 NAME", "1 vp, 2 iron"),
    ("goods", "1‹.›5 iron", "P001",
     "`.` cannot stand here: expected a name",
     "numbers are whole", "1 iron"),
    ("goods", "‹3›", "P002",
     "the text ends where a name is expected",
     "an amount is of something: 1 NAME", "3 iron"),
    ("goods", "1 iron ‹2› vp", "P001",
     "`2` cannot stand here: expected `,`, `max`, `per`, `where` or the end",
     "goods are separated by commas: 1 NAME, 1 NAME", "1 iron, 2 vp"),
    ("goods", "1 iron ‹and› 2 vp", "P001",
     "`and` cannot stand here: expected `,`, `max`, `per`, `where` or the end",
     "goods are separated by commas: 1 NAME, 1 NAME", "1 iron, 2 vp"),
    ("goods", "1 iron‹,›", "P002",
     "the text ends where a value is expected",
     "take out the last comma", "1 iron"),
    ("goods", "1 gun | ‹1› fuel", "P001",
     "`1` cannot stand here: expected a name",
     "write `1 NAME|NAME` for one of two goods, `or` for one of two costs", "1 gun | fuel"),
    ("goods", "1 iron ‹or› 1 gun", "P001",
     "`or` cannot stand here: expected the end",
     "goods have no `or`; one of several goods is written: 1 NAME|NAME", "1 iron|gun"),
    ("effect", "1 iron ‹or› 1 gun", "P001",
     "`or` cannot stand here: expected the end, `;` or a new line",
     'a choice is written: choose one { "words" { ... } "words" { ... } }',
     'choose one { "iron" { 1 iron } "gun" { 1 gun } }'),
    ("goods", "‹lose› 1 iron", "P001",
     "`lose` cannot stand here: expected a value",
     "only goods are listed here; this is no effect", "1 iron"),
    ("cost", "cost ‹l›.action", "P001",
     "`l` cannot stand here: expected `of`",
     "`of` is missing here", "cost of l.action"),
    # statements
    ("effect", "1 vp\n‹else› { 2 vp }", "P001",
     "`else` cannot stand here: expected `,`, `max`, `per`, `where` or the end",
     "`else` follows the closing `}` of an `if`", "if x { 1 vp }\nelse { 2 vp }"),
    ("effect", "if x { stop }‹}›", "P001",
     "`}` cannot stand here: expected the end",
     "no `{` is open here: take it out", "if x { stop }"),
    ("effect", "if x { ‹}›", "P001",
     "`}` cannot stand here: expected a statement",
     "a body holds at least one statement", "if x { stop }"),
    ("effect", "if x { 1 v‹p›", "P002",
     "the text ends where `}` is expected",
     "the `{` of `if x` is not closed: add `}`", "if x { 1 vp }"),
    ("effect", "stop\nfor each player p in players {\n  if x { stop ‹}›  # end\n", "P002",
     "the text ends where `}` is expected",
     "the `{` of `for each player p in players` is not closed: add `}`",
     "stop\nfor each player p in players {\n  if x { stop }  # end\n}"),
    ("effect", "if x‹\n›{ stop }", "P001",
     "the end of the line cannot stand here: expected `{`",
     "the `{` stands on the line of its statement", "if x {\nstop }"),
    ("effect", "if x { stop }\nelse‹\n›{ proceed }", "P001",
     "the end of the line cannot stand here: expected `{` or `if`",
     "the `{` stands on the line of its statement", "if x { stop }\nelse {\nproceed }"),
    ("effect", "if x ‹then› stop", "P001",
     "`then` cannot stand here: expected `{`, `+` or `-`, `and`, a comparison or `has`",
     "there is no `then`: the body stands in { }", "if x { stop }"),
    ("effect", "if x ‹1› vp", "P001",
     "`1` cannot stand here: expected an operator or `{`",
     "the body of a statement stands in { }", "if x { 1 vp }"),
    ("effect", "if ‹x›", "P002",
     "the text ends where `{` is expected",
     "the body of a statement stands in { }", "if x { stop }"),
    ("effect", 'may "Build" ‹1› vp', "P001",
     "`1` cannot stand here: expected `{`",
     "the body of a statement stands in { }", 'may "Build" { 1 vp }'),
    ("effect", "repeat 3 ‹times› { stop }", "P001",
     "`times` cannot stand here: expected an operator or `{`",
     "the body of a statement stands in { }", "repeat 3 { stop }"),
    ("effect", 'choose one { "a" ‹1› vp }', "P001",
     "`1` cannot stand here: expected `{` or `if`",
     "the body of a statement stands in { }", 'choose one { "a" { 1 vp } }'),
    ("effect", "choose one { ‹1› vp }", "P001",
     '`1` cannot stand here: expected words in "quotes"',
     'an option is written: "words" { ... }', 'choose one { "a" { 1 vp } }'),
    ("effect", "for ‹player› p in players { stop }", "P001",
     "`player` cannot stand here: expected `each`",
     "a loop is written: for each KIND NAME in ZONE { ... }", "for each player p in players { stop }"),
    ("effect", "let n ‹=› 3", "P001",
     "`=` cannot stand here: expected `be`",
     "a name is given with `be`: let NAME be VALUE", "let n be 3"),
    ("effect", "set x ‹=› 3", "P001",
     "`=` cannot stand here: expected `to`",
     "a change is written: set NAME to VALUE", "set x to 3"),
    ("effect", "x ‹=› 3", "P001",
     "`=` cannot stand here: expected `,`, a name, the end, `;` or a new line",
     "write `let NAME be VALUE` for a new name, `set NAME to VALUE` for a change", "set x to 3"),
    ("effect", "do construct ‹free›", "P001",
     "`free` cannot stand here: expected `for`, the end, `;` or a new line",
     "write `for free`", "do construct for free"),
    ("effect", "move c ‹your› hand", "P001",
     "`your` cannot stand here: expected an operator or `to`",
     "`to` is missing here", "move c to your hand"),
    ("effect", "move c‹\n›to your hand", "P001",
     "the end of the line cannot stand here: expected `to`",
     "the statement is not finished: it goes on in this line", "move c to\nyour hand"),
    ("effect", "put 1 iron ‹in› l", "P001",
     "`in` cannot stand here: expected `on`, `,`, `max`, `per` or `where`",
     "`on` is missing here", "put 1 iron on l"),
    ("effect", 'choose location c in offer\n‹"Take"›', "P001",
     '`"Take"` cannot stand here: expected a statement',
     "these words belong on the line of their statement", 'choose location c in offer "Take"'),
    ("effect", "choose location c ‹from› offer", "P001",
     '`from` cannot stand here: expected `on`, `in`, `as`, words in "quotes" or `where`',
     "a zone is looked through with `in`", "choose location c in offer"),
    ("effect", "1 vp‹;›", "P002",
     "the text ends where a statement is expected",
     "take out the last `;`: it only separates statements", "1 vp"),
    ("effect", 'choose one { "a { stop } "‹b›" { stop } }', "P001",
     "`b` cannot stand here: expected `{` or `if`",
     'a `"` seems to be missing on this line', 'choose one { "a" { stop } "b" { stop } }'),
    ("effect", "‹›", "P002",
     "there is no text, but a statement is expected",
     None, "stop"),
    ("effect", "‹›# nothing but a comment", "P002",
     "there is no text, but a statement is expected",
     None, "stop  # a comment"),
    # values
    ("expression", "count(location in your stat‹e›", "P002",
     "the text ends where `)`, `,` or `where` is expected",
     "the `(` of `count` is not closed: add `)`", "count(location in your state)"),
    ("expression", "count(location in your state ‹>=› 5", "P001",
     "`>=` cannot stand here: expected `)`, `,` or `where`",
     "the `(` of `count` is not closed: add `)`", "count(location in your state) >= 5"),
    ("expression", "(a + ‹b›", "P002",
     "the text ends where `)` is expected",
     "the `(` is not closed: add `)`", "(a + b)"),
    ("expression", "a + b‹)›", "P001",
     "`)` cannot stand here: expected the end",
     "no `(` is open here: take it out", "a + b"),
    ("expression", "a[‹b›", "P002",
     "the text ends where `]` is expected",
     "the `[` of `a` is not closed: add `]`", "a[b]"),
    ("expression", "f(a,‹)›", "P001",
     "`)` cannot stand here: expected a value",
     "take out the last comma", "f(a)"),
    ("expression", "a ‹+›", "P002",
     "the text ends where a value is expected",
     None, "a + b"),
    ("expression", "‹+›3", "P001",
     "a value does not begin with `+`",
     "take it out", "3"),
    ("expression", "a = b ‹=› c", "P001",
     "`=` cannot stand here: expected `+` or `-`, `and`, `or` or the end",
     "comparisons do not chain: join them with `and`", "a = b and b = c"),
    ("expression", "x is ‹3›", "P001",
     "`3` cannot stand here: expected a name, `nothing` or `present`",
     "`is` asks for a kind, `present` or `nothing`; a number is compared with `=`", "x = 3"),
    ("expression", "x i‹s›", "P002",
     "the text ends where a name, `nothing` or `present` is expected",
     "`is` asks for a kind, `present` or `nothing`", "x is present"),
    ("expression", "your‹.›hand", "P001",
     "`.` cannot stand here: expected a name",
     "write `your NAME` or `you.NAME`", "your hand"),
    ("expression", 'a = ‹"word"›', "P001",
     '`"word"` cannot stand here: expected a value',
     "a name needs no quotes", "a = word"),
    ("expression", "location ‹in› your state", "P001",
     "`in` cannot stand here: expected an operator or the end",
     "a query stands in brackets: some(KIND in ZONE) or count(KIND in ZONE)", "some(location in your state)"),
    ("expression", "count ‹location› in your state", "P001",
     "`location` cannot stand here: expected an operator or the end",
     "a query stands in brackets: some(KIND in ZONE) or count(KIND in ZONE)", "count(location in your state)"),
    ("expression", "first ‹location› in x by y", "P001",
     "`location` cannot stand here: expected `of`",
     "`of` is missing here", "first of location in x by y"),
    ("query", "location c i‹n›", "P002",
     "the text ends where a name is expected",
     None, "location c in offer"),
    ("signature", "f(location‹)›", "P001",
     "`)` cannot stand here: expected a name",
     None, "f(location l)"),
    ("names", "f‹(›", "P002",
     "the text ends where `)` or a name is expected",
     "the `(` of `f` is not closed: add `)`", "f(x)"),
    # characters and quotes
    ("effect", 'choose location c in offer ‹"›Take a card', "P004",
     'the words in "quotes" are not closed on their line',
     'add the closing `"`', 'choose location c in offer "Take a card"'),
    ("effect", 'may ‹"›Build { 1 vp }', "P004",
     'the words in "quotes" are not closed on their line',
     'add the closing `"`', 'may "Build" { 1 vp }'),
    ("goods", "1 ‹Brick›", "P004",
     "`Brick` is not a name",
     "names are written in small letters: brick", "1 brick"),
    ("effect", "‹Choose› location c in offer", "P004",
     "`Choose` is not a name",
     "names are written in small letters: choose", "choose location c in offer"),
    ("expression", "‹myCard›", "P004",
     "`myCard` is not a name",
     "names are written in small letters: my_card", "my_card"),
    ("expression", "‹naïve›", "P004",
     "`naïve` is not a name",
     "names are written with the letters a to z, digits and `_`", "naive"),
    ("expression", "‹_›x", "P004",
     "`_` does not belong in this text",
     "a name begins with a letter", "x"),
    ("ability", "when razed by you‹:› 1 ammo", "P004",
     "`:` does not belong in this text",
     "the arrow is written `->`", "when razed by you -> 1 ammo"),
    ("effect", "if x‹:› stop", "P004",
     "`:` does not belong in this text",
     "the body of a statement stands in { }", "if x { stop }"),
    ("ability", "1 iron ‹→› 1 vp", "P004",
     "`→` does not belong in this text",
     "the arrow is written `->`", "1 iron -> 1 vp"),
    ("ability", "1 iron ‹–>› 1 vp", "P004",
     "`–>` does not belong in this text",
     "the arrow is written `->`", "1 iron -> 1 vp"),
    ("expression", "a ‹−› b", "P004",
     "`−` does not belong in this text",
     "a minus is written `-`, an arrow `->`", "a - b"),
    ("effect", "may ‹“›Build” { stop }", "P004",
     "`“` does not belong in this text",
     'words are put in straight double quotes: "..."', 'may "Build" { stop }'),
    ("effect", "may ‹'›Build' { stop }", "P004",
     "`'` does not belong in this text",
     "the words of a choice stand in double quotes; a name needs none", 'may "Build" { stop }'),
    ("expression", "l‹'›s owner", "P004",
     "`'` does not belong in this text",
     "what belongs to something stands after a dot: l.NAME", "l.owner"),
    ("expression", "a ‹&&› b", "P004",
     "`&&` does not belong in this text",
     "write `and`", "a and b"),
    ("expression", "‹!›a", "P004",
     "`!` does not belong in this text",
     "write `not`", "not a"),
    ("expression", "a ‹≥› b", "P004",
     "`≥` does not belong in this text",
     "write `>=`", "a >= b"),
    ("goods", "1 gun‹/›fuel", "P004",
     "`/` does not belong in this text",
     "one of two goods is written `1 NAME|NAME`; there is no division", "1 gun|fuel"),
    ("effect", "stop ‹//› why", "P004",
     "`//` does not belong in this text",
     "a comment begins with `#`", "stop  # why"),
    ("expression", "a‹\xa0›+ b", "P004",
     "'\\xa0' does not belong in this text",
     "use an ordinary space", "a + b"),
    ("effect", "stop‹\r›\nstop", "P004",
     "'\\r' does not belong in this text",
     "lines end with a line feed only", "stop\nstop"),
    ("expression", "a ‹?› b", "P004",
     "`?` does not belong in this text",
     None, "a"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "marked", "code", "message", "hint", "meant"), MISTAKES)
def test_mistake(form: str, marked: str, code: str, message: str, hint: str | None, meant: str) -> None:
    error = _error(marked.replace("‹", "").replace("›", ""), form)
    shown = f"{error.text[: error.start]}‹{error.text[error.start : error.end]}›{error.text[error.end :]}"
    assert (shown, error.code, error.message, error.hint) == (marked, code, message, hint)
    parse(meant, form)


class _Shown:
    """A ParseError with the text it is about."""

    def __init__(self, text: str, error: ParseError) -> None:
        self.text, self.code, self.message, self.hint = text, error.code, error.message, error.hint
        self.start, self.end = error.start, error.end


def _error(text: str, form: str) -> _Shown:
    with pytest.raises(ParseError) as caught:
        parse(text, form)
    return _Shown(text, caught.value)


def test_every_hint_is_proved_by_a_mistake() -> None:
    shown = [hint for _, _, _, _, hint, _ in MISTAKES if hint is not None]
    for _, template in hints._HINTS:
        pattern = re.escape(template.format(word="WORD", open="OPEN")).replace("WORD", ".+").replace("OPEN", ".+")
        assert any(re.fullmatch(pattern, hint) for hint in shown), template


def test_every_code_is_one_of_the_registry() -> None:
    codes = {code for _, _, code, _, _, _ in MISTAKES}
    assert codes == {"P001", "P002", "P003", "P004"}
    assert codes | {"P005", "T007"} <= set(CODES)


def test_too_large_a_number() -> None:
    error = _error("1 a, 1234567890 b", "goods")
    assert (error.code, error.message) == ("T007", "this number is too large")
    assert error.text[error.start : error.end] == "1234567890"
    assert error.hint == "amounts have at most 9 digits"
    parse("123456789 a", "goods")


@pytest.mark.parametrize(
    ("form", "bad"),
    [("effect", "stop\nstop\nmove c"), ("effect", "stop\nmay {\n  stop\n  # why\n\n"), ("ability", "1 a # why\n")],
)
def test_early_end_is_shown_at_the_last_character_that_counts(form: str, bad: str) -> None:
    error = _error(bad, form)
    code = re.sub(r"#.*", lambda m: " " * len(m[0]), bad)
    assert error.code == "P002"
    assert (error.start, error.end) == (len(code.rstrip()) - 1, len(code.rstrip()))


@settings(max_examples=300, deadline=None)
@given(
    text=st.text(st.sampled_from('ab1 \n"#(){}[]=<>-+*|,.;:!§é') | st.characters(), max_size=30),
    form=st.sampled_from(FORMS),
)
def test_any_text_parses_or_is_refused_with_a_place(text: str, form: str) -> None:
    _check_refusal(text, form)


_WORDS = [
    *sorted(reserved_words()),
    *["a", "2", '"w"', "(", ")", "[", "]", "{", "}", ",", ";", ".", "->", "=", "+", "|", ":", "f(", "\n"],
]


@settings(max_examples=300, deadline=None)
@given(
    words=st.lists(st.sampled_from(_WORDS), max_size=14),
    form=st.sampled_from(FORMS),
)
def test_any_words_parse_or_are_refused_with_a_place(words: list[str], form: str) -> None:
    _check_refusal(" ".join(words), form)


def _check_refusal(text: str, form: str) -> None:
    try:
        parse(text, form)
    except ParseError as error:
        assert 0 <= error.start <= error.end <= len(text)
        assert error.start < error.end or not re.sub(r"#.*", "", text).strip()
        assert error.code in CODES
        assert error.message
        assert error.hint is None or error.hint


# ---- hostile texts

_TOO_DEEP = f"this is nested or chained more than {MAX_DEPTH} deep"
_TOO_NESTED = f"brackets are nested more than {MAX_NESTING} deep"
_TOO_LONG = f"this text is longer than {MAX_LENGTH} characters"
HOSTILE = [
    ("expression", " or ".join(["a"] * 3900), _TOO_DEEP),
    ("expression", "not " * 4900 + "a", _TOO_DEEP),
    ("expression", "-" * 19000 + "a", _TOO_DEEP),
    ("expression", "+".join(["1"] * 9000), _TOO_DEEP),
    ("expression", "a" + ".b" * 9000, _TOO_DEEP),
    ("expression", "a" + "[0]" * 6000, _TOO_DEEP),
    ("effect", "if a {stop}" + " else if a {stop}" * 1100, _TOO_DEEP),
    ("effect", "may { " * 50 + "stop" + " }" * 50, _TOO_DEEP),
    ("expression", "(" * 9000 + "a" + ")" * 9000, _TOO_NESTED),
    ("effect", "if a { " * 2500 + "stop", _TOO_NESTED),
    ("expression", "count(a where " * 900, _TOO_NESTED),
    ("effect", "{" * 19_999, _TOO_NESTED),
    ("effect", "a" * 20_001, _TOO_LONG),
    ("effect", "stop\n" * 1_000_000, _TOO_LONG),
]


@pytest.mark.parametrize(("form", "text", "message"), HOSTILE, ids=[text[:20] for _, text, _ in HOSTILE])
def test_deep_or_long_text_is_refused(form: str, text: str, message: str) -> None:
    began = time.process_time()
    error = _error(text, form)
    assert time.process_time() - began < 5
    assert (error.code, error.message) == ("P005", message)
    assert error.start < error.end
    assert error.hint == "split it: a function or a procedure of its own can hold a part"


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("expression", "a" * 9_999 + " " + "b" * 9_999),
        ("effect", "A" * 20_000),
        ("effect", '"' * 19_999),
        ("effect", 'may "' + "x" * 19_990),
        ("effect", "#" * 20_000),
        ("effect", "\n#" * 10_000),
        ("expression", "a " * 10_000),
        ("expression", "=" * 20_000),
        ("ability", "-" * 20_000),
        ("effect", "/" * 20_000),
        ("effect", "\0" * 20_000),
        ("effect", "}" * 20_000),
        ("effect", ";".join(["1 a"] * 4900) + "; }"),
        ("expression", "first of a where " * 1_100 + "b" + " by x" * 50),
    ],
    ids=lambda value: value[:20],
)
def test_hostile_mistake_is_soon_told_and_shortly(form: str, text: str) -> None:
    began = time.process_time()
    error = _error(text, form)
    assert time.process_time() - began < 5
    assert len(error.message) < 250


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("expression", " or ".join(["a"] * (MAX_DEPTH - 5))),
        ("expression", "not " * (MAX_DEPTH - 5) + "a"),
        ("expression", "(" * MAX_NESTING + "a" + ")" * MAX_NESTING),
        ("effect", "if a { stop }" + " else if a { stop }" * (MAX_DEPTH - 8)),
        ("effect", "may { " * 24 + "stop" + " }" * 24),
        ("effect", "\n".join(["stop"] * 3900)),
        ("goods", ",".join(["1 a"] * 4900)),
        ("effect", "choose one {" + '"a"{stop}' * 2000 + "}"),
        ("effect", "# " + "(" * 500 + "\nstop"),
    ],
    ids=lambda value: value[:20],
)
def test_text_within_the_limits_can_be_walked_and_formatted(form: str, text: str) -> None:
    tree = parse(text, form)
    assert len(list(x.walk(tree))) >= 1
    assert parse(format_text(text, form), form) == tree
