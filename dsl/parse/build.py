"""The parser's own tree to the syntax tree: one method for each alternative of the grammar."""

from __future__ import annotations

from typing import Any

from lark import Tree
from lark.tree import Meta

from dsl import syntax as x
from dsl.parse.lexing import ParseError


def _name(token: Any) -> x.Name:
    return x.Name((token.start_pos, token.end_pos), str(token))


def _string(token: Any) -> str | None:
    return None if token is None else str(token)[1:-1]


class Build:
    """Builds the syntax tree from the parser's; one method for each alternative of the grammar."""

    def __call__(self, tree: Any) -> Any:
        if not isinstance(tree, Tree):
            return tree
        return getattr(self, tree.data)(tree.meta, [self(c) for c in tree.children])

    def _binary(self, m: Meta, op: str, left: x.Expr, right: x.Expr) -> x.Binary:
        return x.Binary(_at(m), op, left, right)

    # expressions
    def number(self, m: Meta, c: list[Any]) -> x.Num:
        if len(c[0]) > 9:
            raise ParseError("T007", "this number is too large", *_at(m), "amounts have at most 9 digits")
        return x.Num(_at(m), int(c[0]))

    def true(self, m: Meta, c: list[Any]) -> x.Flag:
        return x.Flag(_at(m), True)

    def false(self, m: Meta, c: list[Any]) -> x.Flag:
        return x.Flag(_at(m), False)

    def nothing(self, m: Meta, c: list[Any]) -> x.Nothing:
        return x.Nothing(_at(m))

    def all_amount(self, m: Meta, c: list[Any]) -> x.All:
        return x.All(_at(m))

    def proceed_value(self, m: Meta, c: list[Any]) -> x.ProceedValue:
        return x.ProceedValue(_at(m))

    def name(self, m: Meta, c: list[Any]) -> x.Name:
        return _name(c[0])

    def you(self, m: Meta, c: list[Any]) -> x.You:
        return x.You(_at(m))

    def your(self, m: Meta, c: list[Any]) -> x.Attr:
        start = m.start_pos
        return x.Attr(_at(m), x.You((start, start + 4)), _name(c[0]))

    def attribute(self, m: Meta, c: list[Any]) -> x.Attr:
        return x.Attr(_at(m), c[0], _name(c[1]))

    def index(self, m: Meta, c: list[Any]) -> x.Index:
        return x.Index(_at(m), c[0], c[1])

    def call(self, m: Meta, c: list[Any]) -> x.Call:
        return x.Call(_at(m), _name(c[0]), tuple(a for a in c[1:] if a is not None))

    def or_(self, m: Meta, c: list[Any]) -> x.Binary:
        return self._binary(m, "or", c[0], c[1])

    def and_(self, m: Meta, c: list[Any]) -> x.Binary:
        return self._binary(m, "and", c[0], c[1])

    def not_(self, m: Meta, c: list[Any]) -> x.Unary:
        return x.Unary(_at(m), "not", c[0])

    def negative(self, m: Meta, c: list[Any]) -> x.Unary:
        if str(c[0]) == "+":
            raise ParseError("P001", "a value does not begin with `+`", m.start_pos, m.start_pos + 1, "take it out")
        return x.Unary(_at(m), "-", c[1])

    def compare(self, m: Meta, c: list[Any]) -> x.Binary:
        return self._binary(m, str(c[1]), c[0], c[2])

    arithmetic = compare

    def has(self, m: Meta, c: list[Any]) -> x.Binary:
        return self._binary(m, "has", c[0], c[1])

    def product(self, m: Meta, c: list[Any]) -> x.Binary:
        return self._binary(m, "*", c[0], c[1])

    def is_present(self, m: Meta, c: list[Any]) -> x.Is:
        return x.Is(_at(m), c[0], x.Name((m.end_pos - 7, m.end_pos), "present"))

    def is_nothing(self, m: Meta, c: list[Any]) -> x.Is:
        return x.Is(_at(m), c[0], x.Name((m.end_pos - 7, m.end_pos), "nothing"))

    def is_kind(self, m: Meta, c: list[Any]) -> x.Is:
        return x.Is(_at(m), c[0], _name(c[1]))

    def top(self, m: Meta, c: list[Any]) -> x.Top:
        return x.Top(_at(m), c[0], c[1])

    def top_one(self, m: Meta, c: list[Any]) -> x.Top:
        return x.Top(_at(m), None, c[0])

    def first(self, m: Meta, c: list[Any]) -> x.First:
        return x.First(_at(m), c[0], tuple(c[1:]))

    def key(self, m: Meta, c: list[Any]) -> x.Expr:
        return c[0]  # type: ignore[no-any-return]

    # queries
    def listed(self, m: Meta, c: list[Any]) -> x.Listed:
        return x.Listed(_at(m), tuple(map(_name, c)))

    def query(self, m: Meta, c: list[Any]) -> x.Query:
        return x.Query(_at(m), _name(c[0]), c[1] and _name(c[1]), c[2], None, c[3])

    per_query = query

    def bare_query(self, m: Meta, c: list[Any]) -> x.Query:
        return x.Query(_at(m), _name(c[0]), None, c[1], None, c[2])

    def where_query(self, m: Meta, c: list[Any]) -> x.Query:
        return x.Query(_at(m), _name(c[0]), None, None, None, c[1])

    def query_on(self, m: Meta, c: list[Any]) -> x.Query:
        return x.Query(_at(m), _name(c[0]), c[1] and _name(c[1]), None, c[2], c[3])

    per_query_on = query_on

    # goods
    def unit(self, m: Meta, c: list[Any]) -> x.Unit:
        return x.Unit(_at(m), tuple(map(_name, c)))

    def term(self, m: Meta, c: list[Any]) -> x.Term:
        return x.Term(_at(m), *c)

    def goods_path(self, m: Meta, c: list[Any]) -> x.GoodsPath:
        return x.GoodsPath(_at(m), c[0])

    def goods(self, m: Meta, c: list[Any]) -> x.Goods:
        return x.Goods(_at(m), tuple(c))

    def cost(self, m: Meta, c: list[Any]) -> x.Cost:
        return x.Cost(_at(m), tuple(c), None)

    def cost_of(self, m: Meta, c: list[Any]) -> x.Cost:
        return x.Cost(_at(m), (), c[0])

    # effects
    def block(self, m: Meta, c: list[Any]) -> x.Block:
        return x.Block(_at(m), tuple(c))

    def body(self, m: Meta, c: list[Any]) -> x.Block:
        return c[0]  # type: ignore[no-any-return]

    def bare_gain(self, m: Meta, c: list[Any]) -> x.Stmt:
        terms = c[0].terms
        if len(terms) == 1 and isinstance(terms[0], x.GoodsPath) and isinstance(terms[0].path, x.Call):
            return x.CallStmt(_at(m), terms[0].path)
        return x.Gain(_at(m), c[0])

    def gain(self, m: Meta, c: list[Any]) -> x.Gain:
        return x.Gain(_at(m), c[0])

    def lose(self, m: Meta, c: list[Any]) -> x.Lose:
        return x.Lose(_at(m), c[0], c[1])

    def spend(self, m: Meta, c: list[Any]) -> x.Spend:
        return x.Spend(_at(m), c[0])

    def put(self, m: Meta, c: list[Any]) -> x.Put:
        return x.Put(_at(m), c[0], c[1])

    def take(self, m: Meta, c: list[Any]) -> x.Take:
        return x.Take(_at(m), c[0], c[1])

    def move(self, m: Meta, c: list[Any]) -> x.Move:
        return x.Move(_at(m), c[0], c[1], False)

    def move_face_down(self, m: Meta, c: list[Any]) -> x.Move:
        return x.Move(_at(m), c[0], c[1], False, True)

    def move_to_end(self, m: Meta, c: list[Any]) -> x.Move:
        return x.Move(_at(m), c[0], c[2], True)

    def shuffle(self, m: Meta, c: list[Any]) -> x.Shuffle:
        return x.Shuffle(_at(m), c[0])

    def reveal(self, m: Meta, c: list[Any]) -> x.Reveal:
        return x.Reveal(_at(m), c[0])

    def choose(self, m: Meta, c: list[Any]) -> x.Choose:
        return x.Choose(_at(m), None, False, c[0], _string(c[1]), _string(c[2]))

    def choose_some(self, m: Meta, c: list[Any]) -> x.Choose:
        return x.Choose(_at(m), c[0], False, c[1], _string(c[2]), _string(c[3]))

    def choose_up_to(self, m: Meta, c: list[Any]) -> x.Choose:
        return x.Choose(_at(m), c[0], True, c[1], _string(c[2]), _string(c[3]))

    def option(self, m: Meta, c: list[Any]) -> x.Option:
        return x.Option(_at(m), str(c[0])[1:-1], c[1], c[2])

    def choose_one(self, m: Meta, c: list[Any]) -> x.ChooseOne:
        return x.ChooseOne(_at(m), _string(c[0]), tuple(c[1:]))

    def may(self, m: Meta, c: list[Any]) -> x.May:
        return x.May(_at(m), _string(c[0]), c[1])

    def as_player(self, m: Meta, c: list[Any]) -> x.As:
        return x.As(_at(m), c[0], c[1])

    def for_each(self, m: Meta, c: list[Any]) -> x.ForEach:
        return x.ForEach(_at(m), c[0], c[1])

    def repeat(self, m: Meta, c: list[Any]) -> x.Repeat:
        return x.Repeat(_at(m), c[0], c[1])

    def if_then(self, m: Meta, c: list[Any]) -> x.If:
        return x.If(_at(m), c[0], c[1], None)

    def if_else(self, m: Meta, c: list[Any]) -> x.If:
        return x.If(_at(m), c[0], c[1], c[2])

    def if_elif(self, m: Meta, c: list[Any]) -> x.If:
        return x.If(_at(m), c[0], c[1], x.Block(c[2].at, (c[2],)))

    def let(self, m: Meta, c: list[Any]) -> x.Let:
        return x.Let(_at(m), _name(c[0]), c[1])

    def set(self, m: Meta, c: list[Any]) -> x.Set:
        return x.Set(_at(m), c[0], c[1])

    def do(self, m: Meta, c: list[Any]) -> x.Do:
        return x.Do(_at(m), _name(c[0]), False)

    def do_free(self, m: Meta, c: list[Any]) -> x.Do:
        return x.Do(_at(m), _name(c[0]), True)

    def perform(self, m: Meta, c: list[Any]) -> x.Perform:
        return x.Perform(_at(m), c[0])

    def announce(self, m: Meta, c: list[Any]) -> x.Announce:
        return x.Announce(_at(m), _name(c[0]), tuple(a for a in c[1:] if a is not None))

    def proceed_stmt(self, m: Meta, c: list[Any]) -> x.Proceed:
        return x.Proceed(_at(m))

    def stop(self, m: Meta, c: list[Any]) -> x.Stop:
        return x.Stop(_at(m))

    def end_game(self, m: Meta, c: list[Any]) -> x.EndGame:
        return x.EndGame(_at(m))

    # abilities and heads
    def activated(self, m: Meta, c: list[Any]) -> x.Activated:
        return x.Activated(_at(m), *c)

    def free_activated(self, m: Meta, c: list[Any]) -> x.Activated:
        return x.Activated(_at(m), None, *c)

    def event(self, m: Meta, c: list[Any]) -> x.Event:
        return x.Event(_at(m), _name(c[0]), c[1])

    def triggered(self, m: Meta, c: list[Any]) -> x.Triggered:
        return x.Triggered(_at(m), tuple(c[:-2]), c[-2], c[-1])

    def function_target(self, m: Meta, c: list[Any]) -> x.FunctionTarget:
        return x.FunctionTarget(_at(m), _name(c[0]), tuple(_name(a) for a in c[1:] if a is not None))

    def field_target(self, m: Meta, c: list[Any]) -> x.FieldTarget:
        return x.FieldTarget(_at(m), _name(c[0]), _name(c[1]), _name(c[2]))

    def modifier(self, m: Meta, c: list[Any]) -> x.Modifier:
        return x.Modifier(_at(m), c[0], str(c[1]), c[2], c[3])

    def param(self, m: Meta, c: list[Any]) -> x.Param:
        return x.Param(_at(m), _name(c[0]), _name(c[1]))

    def signature_form(self, m: Meta, c: list[Any]) -> x.Signature:
        return x.Signature(_at(m), _name(c[0]), tuple(a for a in c[1:] if a is not None))

    def names_form(self, m: Meta, c: list[Any]) -> x.Names:
        return x.Names(_at(m), _name(c[0]), tuple(_name(a) for a in c[1:] if a is not None))

    def bare_name_form(self, m: Meta, c: list[Any]) -> x.Names:
        return x.Names(_at(m), _name(c[0]), None)

    def _only(self, m: Meta, c: list[Any]) -> x.Node:
        return c[0]  # type: ignore[no-any-return]

    goods_form = ability_form = effect_form = query_form = expression_form = cost_form = _only


def _at(m: Meta) -> x.At:
    return (m.start_pos, m.end_pos)
