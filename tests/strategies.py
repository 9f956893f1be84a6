"""Random syntax trees, for properties that hold for every text of the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from dsl import syntax as x
from dsl.parse.read import reserved_words

T = TypeVar("T")
_HERE = (0, 0)  # the place of every generated node: it takes no part in comparing

_NAMES = st.one_of(
    st.sampled_from(["a", "n2", "card", "long_name_of_it", "goods", "players", "opponents", "owner"]),
    st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True).filter(lambda word: word not in reserved_words()),
)
_CALLED = st.one_of(_NAMES, st.sampled_from(["max", "count", "all", "top", "first", "you"]))
_WORDS = st.text(st.characters(exclude_characters='"\n', exclude_categories=["Cs"]), max_size=12)
_OPERATORS = ["or", "and", "=", "!=", "<", "<=", ">", ">=", "has", "+", "-", "*"]


def syntax_nodes(form: str) -> SearchStrategy[Any]:
    """Trees that a text of `form` (one of dsl.parse.read.FORMS) can have. Every node stands at (0, 0)."""
    return _trees(form)


@st.composite
def _trees(draw: DrawFn, form: str) -> x.Node:
    grow = _Grow(draw)
    makers: dict[str, Callable[[], x.Node]] = {
        "goods": lambda: grow.goods(2),
        "ability": lambda: grow.ability(2),
        "effect": lambda: grow.block(3),
        "query": lambda: grow.query(3),
        "expression": lambda: grow.expr(4),
        "cost": lambda: grow.cost(2),
        "signature": lambda: x.Signature(_HERE, grow.called(), grow.some(grow.param)),
        "names": grow.names,
    }
    return makers[form]()


class _Grow:
    """Draws nodes; `depth` is how many levels of values or of bodies may follow."""

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw

    def maybe(self, make: Callable[[], T]) -> T | None:
        return make() if self.draw(st.booleans()) else None

    def some(self, make: Callable[[], T], least: int = 0, most: int = 2) -> tuple[T, ...]:
        return tuple(make() for _ in range(self.draw(st.integers(least, most))))

    def one_of(self, *makers: Callable[[], T]) -> T:
        return self.draw(st.sampled_from(makers))()

    def words(self) -> str:
        return self.draw(_WORDS)

    def name(self) -> x.Name:
        return x.Name(_HERE, self.draw(_NAMES))

    def called(self) -> x.Name:
        """A name before a bracket: there some words of the language are names too."""
        return x.Name(_HERE, self.draw(_CALLED))

    # ---- values

    def leaf(self) -> x.Expr:
        return self.one_of(
            self.name,
            lambda: x.Num(_HERE, self.draw(st.integers(0, 999_999_999))),
            lambda: x.Flag(_HERE, self.draw(st.booleans())),
            lambda: x.Nothing(_HERE),
            lambda: x.ProceedValue(_HERE),
            lambda: self.path(0),
        )

    def expr(self, depth: int) -> x.Expr:
        if depth <= 0:
            return self.leaf()
        below = depth - 1
        return self.one_of(
            self.leaf,
            lambda: self.path(depth),
            lambda: self.binary(below),
            lambda: self.binary(below),
            lambda: x.Unary(_HERE, self.draw(st.sampled_from(["not", "-"])), self.expr(below)),
            lambda: x.Is(_HERE, self.expr(below), self.is_what()),
            lambda: x.Top(_HERE, self.maybe(lambda: self.expr(below)), self.path(below)),
            lambda: x.First(_HERE, self.query(below), self.some(lambda: self.expr(below), 1)),
        )

    def binary(self, depth: int) -> x.Binary:
        return x.Binary(_HERE, self.draw(st.sampled_from(_OPERATORS)), self.expr(depth), self.expr(depth))

    def is_what(self) -> x.Name:
        return self.one_of(self.name, lambda: x.Name(_HERE, self.draw(st.sampled_from(["present", "nothing"]))))

    def path(self, depth: int) -> x.Expr:
        """What may stand before a dot: a name, `you`, a call, or an attribute or entry of one of these."""
        node = self.one_of(self.name, lambda: x.You(_HERE), lambda: self.call(depth - 1))
        for _ in range(self.draw(st.integers(0, 2))):
            if depth > 0 and self.draw(st.booleans()):
                node = x.Index(_HERE, node, self.expr(depth - 1))
            else:
                node = x.Attr(_HERE, node, self.name())
        return node

    def call(self, depth: int) -> x.Call:
        return x.Call(_HERE, self.called(), self.some(lambda: self.argument(depth)))

    def argument(self, depth: int) -> x.Expr:
        """A value or a query; a query of nothing but a kind would be a name."""
        if depth <= 0 or self.draw(st.booleans()):
            return self.expr(depth)
        query = self.query(depth - 1)
        bare = query.name is None and query.source is None and query.on is None and query.where is None
        return query.kind if bare else query

    def query(self, depth: int, *, placed: bool = False) -> x.Query:
        """A query; `placed` if it must say where, as after `per`."""
        source: x.Expr | None = None
        on: x.Expr | None = None
        place = self.draw(st.sampled_from(["in", "list", "on"] if placed else ["", "in", "list", "on"]))
        if place == "in":
            source = self.path(depth - 1)
        elif place == "list":
            source = x.Listed(_HERE, self.some(self.name, 1))
        elif place == "on":
            on = self.path(depth - 1)
        return x.Query(_HERE, self.name(), self.maybe(self.name), source, on, self.maybe(lambda: self.expr(depth - 1)))

    # ---- goods

    def goods(self, depth: int) -> x.Goods:
        return x.Goods(_HERE, self.some(lambda: self.term(depth), 1, 3))

    def term(self, depth: int) -> x.Term | x.GoodsPath:
        if self.draw(st.integers(0, 3)) == 0:
            return x.GoodsPath(_HERE, self.path(depth))
        return x.Term(
            _HERE,
            self.one_of(lambda: self.expr(depth), lambda: x.All(_HERE)),
            x.Unit(_HERE, self.some(self.name, 1)),
            self.maybe(lambda: self.expr(depth)),
            self.maybe(lambda: self.query(depth, placed=True)),
            self.maybe(lambda: self.expr(depth)),
        )

    def cost(self, depth: int) -> x.Cost:
        if self.draw(st.integers(0, 3)) == 0:
            return x.Cost(_HERE, (), self.path(depth))
        return x.Cost(_HERE, self.some(lambda: self.goods(depth), 1), None)

    # ---- effects

    def block(self, depth: int) -> x.Block:
        return x.Block(_HERE, self.some(lambda: self.stmt(depth), 1, 3))

    def stmt(self, depth: int) -> x.Stmt:
        if depth > 0 and self.draw(st.booleans()):
            return self.braced(depth - 1)
        return self.one_of(self.gain, self.simple)

    def gain(self) -> x.Gain:
        return x.Gain(_HERE, self.goods(1))

    def simple(self) -> x.Stmt:
        """A statement without a body."""
        return self.one_of(
            lambda: x.Lose(_HERE, self.goods(1), self.maybe(lambda: self.path(1))),
            lambda: x.Spend(_HERE, self.goods(1)),
            lambda: x.Put(_HERE, self.goods(1), self.path(1)),
            lambda: x.Take(_HERE, self.goods(1), self.path(1)),
            lambda: x.Move(_HERE, self.expr(2), self.path(1), self.draw(st.booleans())),
            lambda: x.Shuffle(_HERE, self.path(1)),
            lambda: x.Reveal(_HERE, self.expr(2)),
            self.choose,
            lambda: x.Let(_HERE, self.name(), self.expr(2)),
            lambda: x.Set(_HERE, self.path(1), self.expr(2)),
            lambda: x.Do(_HERE, self.name(), self.draw(st.booleans())),
            lambda: x.Perform(_HERE, self.path(1)),
            lambda: x.Announce(_HERE, self.called(), self.some(lambda: self.expr(1))),
            lambda: x.CallStmt(_HERE, self.call(2)),
            lambda: x.Proceed(_HERE),
            lambda: x.Stop(_HERE),
            lambda: x.EndGame(_HERE),
        )

    def choose(self) -> x.Choose:
        count = self.maybe(lambda: self.expr(1))
        up_to = count is not None and self.draw(st.booleans())
        return x.Choose(_HERE, count, up_to, self.query(2), self.maybe(self.words), self.maybe(self.words))

    def braced(self, depth: int) -> x.Stmt:
        """A statement with bodies."""
        return self.one_of(
            lambda: x.ChooseOne(_HERE, self.maybe(self.words), self.some(lambda: self.option(depth), 1)),
            lambda: x.May(_HERE, self.maybe(self.words), self.block(depth)),
            lambda: x.As(_HERE, self.path(1), self.block(depth)),
            lambda: x.ForEach(_HERE, self.query(2), self.block(depth)),
            lambda: x.Repeat(_HERE, self.expr(1), self.block(depth)),
            lambda: self.conditional(depth),
            lambda: x.If(_HERE, self.expr(1), self.block(depth), x.Block(_HERE, (self.conditional(depth),))),
        )

    def conditional(self, depth: int) -> x.If:
        return x.If(_HERE, self.expr(2), self.block(depth), self.maybe(lambda: self.block(depth)))

    def option(self, depth: int) -> x.Option:
        return x.Option(_HERE, self.words(), self.maybe(lambda: self.expr(1)), self.block(depth))

    # ---- abilities and signatures

    def ability(self, depth: int) -> x.Ability:
        condition = self.maybe(lambda: self.expr(depth))
        match self.draw(st.sampled_from(["activated", "triggered", "modifier"])):
            case "activated":
                return x.Activated(_HERE, self.maybe(lambda: self.cost(1)), self.block(depth), condition)
            case "triggered":
                return x.Triggered(_HERE, self.some(self.event, 1), self.block(depth), condition)
        return x.Modifier(_HERE, self.target(), self.draw(st.sampled_from("+-")), self.expr(depth), condition)

    def event(self) -> x.Event:
        return x.Event(_HERE, self.name(), self.path(1))

    def target(self) -> x.FunctionTarget | x.FieldTarget:
        if self.draw(st.booleans()):
            return x.FieldTarget(_HERE, self.name(), self.name(), self.name())
        return x.FunctionTarget(_HERE, self.called(), self.some(self.name))

    def param(self) -> x.Param:
        return x.Param(_HERE, self.name(), self.name())

    def names(self) -> x.Names:
        if self.draw(st.booleans()):
            return x.Names(_HERE, self.name(), None)
        return x.Names(_HERE, self.called(), self.some(self.name))
