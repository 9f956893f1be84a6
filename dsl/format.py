"""The canonical text of a syntax tree: one way to write each thing, with the comments of its author kept.

What holds a single statement stays on one line where it fits; several statements stand one a line, bodies indented by
two spaces. Brackets are written only where the grammar needs them. A text that had no comment gets no ` #`, and no text
gets a `: ` or begins with a quotation mark, so a plain YAML scalar stays one as long as it stays one line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from dsl import syntax as x
from dsl.parse import MAX_LENGTH, parse

#: The longest line, in characters, where nothing else is asked for. Comments and quoted words may stand out.
WIDTH = 88

# Soft breaks: spaces at which a line may be broken, in a text not yet laid out. The first of these is broken first.
_AFTER_ARROW, _BEFORE_CHOICE, _AFTER_COMMA, _BEFORE_FILTER, _BEFORE_OR, _BEFORE_AND = "\1\2\3\4\5\6"
_BEFORE_SIGN, _BEFORE_TIMES = "\7\10"
_BODY, _CONTINUATION = "  ", "    "  # indentation

# How tightly an expression binds; what binds less tightly than its place asks for is put in brackets.
_ANY, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _UNARY, _ATOM, _PATH = range(10)
_OPERATORS = {  # how tightly the whole, its left side and its right side bind
    "or": (_OR, _OR, _AND), "and": (_AND, _AND, _NOT),
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "has"), (_COMPARISON, _SUM, _SUM)),
    **dict.fromkeys("+-", (_SUM, _SUM, _PRODUCT)), "*": (_PRODUCT, _PRODUCT, _UNARY),
}  # fmt: skip
_BREAKS = {"or": _BEFORE_OR, "and": _BEFORE_AND, "+": _BEFORE_SIGN, "-": _BEFORE_SIGN, "*": _BEFORE_TIMES}


def format_text(text: str, form: str, width: int = WIDTH) -> str:
    """The canonical spelling of `text`, which is of `form` (one of parse.FORMS).

    Lines have at most `width` characters where that can be. Comments stay with their statement: those before it on
    lines of their own, the one behind it on its line; those inside of it move before it. A blank line between
    statements stays. A text that would come out too long to be read again stays as it is. Raises ParseError if `text`
    is not of its form.
    """
    root = parse(text, form)
    formatted = "\n".join(_Layout(_Notes(text, root)).root(root, width))
    return formatted if len(formatted) <= MAX_LENGTH else text


def format_node(node: x.Node, width: int = WIDTH) -> str:
    """The canonical text of a tree as the parser gives it, in lines of at most `width` characters where that can be.

    Raises TypeError for a node that is no text by itself, as an option or an event.
    """
    return "\n".join(_Layout(_Notes("", None)).root(node, width))


# ---- values and goods: on one line, with soft breaks


def _expr(node: x.Expr, level: int = _ANY) -> str:
    """The text of an expression, in brackets if it binds less tightly than `level`."""
    text, own = _bare(node)
    return text if own >= level else f"({text})"


def _bare(node: x.Expr) -> tuple[str, int]:
    """The text of an expression, and how tightly it binds."""
    match node:
        case x.Num():
            return str(node.value), _ATOM
        case x.Flag():
            return "true" if node.value else "false", _ATOM
        case x.Nothing():
            return "nothing", _ATOM
        case x.All():
            return "all", _ATOM
        case x.ProceedValue():
            return "proceed", _ATOM
        case x.Top():
            count = f" {_count(node.count)}" if node.count is not None else ""
            return f"top{count} of {_expr(node.zone, _PATH)}", _ATOM
        case x.Name():
            return node.id, _PATH
        case x.You():
            return "you", _PATH
        case x.Attr(base=x.You()):
            return f"your {node.name.id}", _PATH
        case x.Attr():
            return f"{_expr(node.base, _PATH)}.{node.name.id}", _PATH
        case x.Index():
            return f"{_expr(node.base, _PATH)}[{_expr(node.key)}]", _PATH
        case x.Call():
            return _call(node.name, node.args), _PATH
        case x.Listed():
            return f"[{_names(node.names)}]", _PATH
        case x.Unary():
            own = _NOT if node.op == "not" else _UNARY
            return ("not " if node.op == "not" else node.op) + _expr(node.operand, own), own
        case x.Binary():
            own, left, right = _OPERATORS[node.op]
            return f"{_expr(node.left, left)}{_BREAKS.get(node.op, ' ')}{node.op} {_expr(node.right, right)}", own
        case x.Is():
            return f"{_expr(node.operand, _SUM)} is {node.what.id}", _COMPARISON
        case x.First():
            return f"first of {_query(node.query)} by {' then '.join(_expr(k, _SUM) for k in node.keys)}", _ANY
        case x.Query():
            return _query(node), _ANY
    raise TypeError(f"a {type(node).__name__} is no expression")


def _listed(texts: Iterable[str]) -> str:
    return f",{_AFTER_COMMA}".join(texts)


def _names(names: Sequence[x.Name]) -> str:
    return _listed(name.id for name in names)


def _call(name: x.Name, args: Sequence[x.Expr]) -> str:
    return f"{name.id}({_listed(map(_expr, args))})"


def _count(node: x.Expr) -> str:
    """A number as it stands before a unit, a kind or `of`: in brackets unless it is a numeral, `all` or a path."""
    return _expr(node, _ATOM if isinstance(node, (x.Num, x.All)) else _PATH)


def _query(node: x.Query, level: int = _ANY) -> str:
    """The text of a query, whose condition binds at least as tightly as `level`."""
    text = node.kind.id
    if node.name is not None:
        text += f" {node.name.id}"
    if node.source is not None:
        text += f" in {_expr(node.source)}"
    if node.on is not None:
        text += f" on {_expr(node.on)}"
    return text + _where(node.where, level)


def _where(condition: x.Expr | None, level: int) -> str:
    return f"{_BEFORE_FILTER}where {_expr(condition, level)}" if condition is not None else ""


def _goods(node: x.Goods) -> str:
    return _listed(map(_term, node.terms))


def _term(node: x.Term | x.GoodsPath) -> str:
    if isinstance(node, x.GoodsPath):
        return _expr(node.path, _PATH)
    text = f"{_count(node.amount)} {'|'.join(name.id for name in node.unit.names)}{_where(node.where, _AND)}"
    if node.per is not None:
        text += f"{_BEFORE_FILTER}per {_query(node.per, _AND)}"
    return text + (f" max {_expr(node.most, _SUM)}" if node.most is not None else "")


def _cost(node: x.Cost) -> str:
    if node.of is not None:
        return f"cost of {_expr(node.of, _PATH)}"
    return f"{_BEFORE_CHOICE}or ".join(map(_goods, node.alternatives))


def _condition(condition: x.Expr | None) -> str:
    return f" if {_expr(condition)}" if condition is not None else ""


def _target(node: x.FunctionTarget | x.FieldTarget) -> str:
    if isinstance(node, x.FunctionTarget):
        return _call(node.name, node.params)
    return f"{node.field.id} of {node.kind.id} {node.name.id}"


def _one_line(node: x.Node) -> str | None:
    """The text of a node of a form without statements; None for other nodes."""
    match node:
        case x.Expr():
            return _expr(node)
        case x.Goods():
            return _goods(node)
        case x.Cost():
            return _cost(node)
        case x.Modifier():
            value = _expr(node.value, _PRODUCT)
            return f"always {_target(node.target)} {node.sign} {value}{_condition(node.condition)}"
        case x.Signature():
            return f"{node.name.id}({_listed(f'{p.type.id} {p.name.id}' for p in node.params)})"
        case x.Names():
            return node.name.id if node.params is None else _call(node.name, node.params)
    return None


# ---- statements


def _simple(node: x.Stmt, named: bool) -> str | None:
    """The text of a statement without a body; None for one with bodies. `named`: a gain is written with its word."""
    match node:
        case x.Gain():
            called = len(node.goods.terms) == 1 and isinstance(getattr(node.goods.terms[0], "path", None), x.Call)
            return ("gain " if named or called else "") + _goods(node.goods)  # a bare call is another statement
        case x.Lose():
            source = f" from {_expr(node.source, _PATH)}" if node.source is not None else ""
            return f"lose {_goods(node.goods)}{source}"
        case x.Spend():
            return f"spend {_goods(node.goods)}"
        case x.Put():
            return f"put {_goods(node.goods)} on {_expr(node.on, _PATH)}"
        case x.Take():
            return f"take {_goods(node.goods)} from {_expr(node.source, _PATH)}"
        case x.Move():
            down = " face down" * node.face_down
            return f"move {_expr(node.what)} to {'bottom of ' * node.bottom}{_expr(node.to, _PATH)}{down}"
        case x.Shuffle():
            return f"shuffle {_expr(node.zone, _PATH)}"
        case x.Reveal():
            return f"reveal {_expr(node.what)}"
        case x.Choose():
            return _choose(node)
        case x.Let():
            return f"let {node.name.id} be {_expr(node.value)}"
        case x.Set():
            return f"set {_expr(node.target, _PATH)} to {_expr(node.value)}"
        case x.Do():
            return f"do {node.action.id}{' for free' * node.free}"
        case x.Perform():
            return f"perform {_expr(node.what, _PATH)}"
        case x.Announce():
            return f"announce {_call(node.event, node.args)}"
        case x.CallStmt():
            return _expr(node.call)
        case x.Proceed():
            return "proceed"
        case x.Stop():
            return "stop"
        case x.EndGame():
            return "end game"
    return None


def _choose(node: x.Choose) -> str:
    text = "choose "
    if node.up_to and node.count is not None:
        text += f"up to {_count(node.count)} "
    elif node.count is not None:
        text += f"{_expr(node.count) if isinstance(node.count, x.Num) else f'({_expr(node.count)})'} "
    words = f' as "{node.words}"' if node.words is not None else ""
    return text + _query(node.query) + _prompt(node.prompt) + words


def _prompt(prompt: str | None) -> str:
    return f' "{prompt}"' if prompt is not None else ""


def _head(node: x.Node) -> tuple[str, x.Block]:
    """What stands before the only body of a statement or an option, and that body."""
    match node:
        case x.May():
            return f"may{_prompt(node.prompt)}", node.body
        case x.As():
            return f"as {_expr(node.who, _PATH)}", node.body
        case x.ForEach():
            return f"for each {_query(node.query)}", node.body
        case x.Repeat():
            return f"repeat {_expr(node.count)}", node.body
        case x.Option():
            return f'"{node.words}"{_condition(node.condition)}', node.body
    raise TypeError(f"a {type(node).__name__} is no text by itself")


class _Layout:
    """Lays statements out in lines, with their comments. Widths are what is left of a line after its indentation."""

    def __init__(self, notes: _Notes) -> None:
        self.notes = notes

    def root(self, node: x.Node, width: int) -> list[str]:
        """The lines of a whole text."""
        if isinstance(node, x.Block):
            return self.block(node, width, whole=True)
        if isinstance(node, x.Stmt):
            lines = self.statement(node, width, named=False, whole=True)
        elif isinstance(node, (x.Activated, x.Triggered)):
            lines = self.ability(node, width)
        elif (text := _one_line(node)) is not None:
            lines = _wrap(text, width)
        else:
            raise TypeError(f"a {type(node).__name__} is no text by itself")
        return [*self.notes.around(node, lines), *self.notes.dangling.get(id(node), ())]

    def ability(self, node: x.Activated | x.Triggered, width: int) -> list[str]:
        """The lines of an ability: its only statement stands behind the arrow, several stand below it."""
        if isinstance(node, x.Triggered):
            events = f"{_BEFORE_CHOICE}or ".join(f"{e.name.id} by {_expr(e.by, _PATH)}" for e in node.events)
            arrow = f"when {events} ->"
        else:
            arrow = f"{_cost(node.cost)} ->" if node.cost is not None else "->"
        stmts, tail = node.body.stmts, _condition(node.condition)
        opening = self.notes.opening.get(id(node.body))
        if len(stmts) > 1 or opening or self.notes.has(stmts[0]):
            lines = _with_comment(_wrap(arrow, width), opening)
            lines += _indented(self.block(node.body, width - len(_BODY)))
        else:
            flat = self.flat(stmts[0], named=False, whole=True)
            if flat is not None and (_simple(stmts[0], False) or len(arrow + _AFTER_ARROW + flat + tail) <= width):
                return _wrap(arrow + _AFTER_ARROW + flat + tail, width)
            lines = self.statement(stmts[0], width, named=False, lead=arrow + _AFTER_ARROW)
        indent = lines[-1][: len(lines[-1]) - len(lines[-1].lstrip())]
        lines[-1:] = [indent + line for line in _wrap(lines[-1].lstrip() + tail, width - len(indent))]
        return lines

    def block(self, node: x.Block, width: int, *, whole: bool = False) -> list[str]:
        """The lines of a block, without its braces. `whole`: it is all of the text."""
        named = any(not isinstance(stmt, x.Gain) for stmt in node.stmts)
        whole = whole and len(node.stmts) == 1
        lines: list[str] = []
        for stmt in node.stmts:
            lines += self.notes.around(stmt, self.statement(stmt, width, named=named, whole=whole))
        return [*lines, *self.notes.dangling.get(id(node), ())]

    def statement(self, node: x.Stmt, width: int, *, named: bool, whole: bool = False, lead: str = "") -> list[str]:
        """The lines of a statement, the first of which begins with `lead`."""
        flat = self.flat(node, named=named, whole=whole)
        if flat is not None and (_simple(node, named) is not None or len(lead + flat) <= width):
            return _wrap(lead + flat, width)
        if isinstance(node, x.If):
            lines, closing = [], ""
            for head, body in self.branches(node):
                lines += self.braced(lead + closing + head, body, width)
                lead, closing = "", "} "
        elif isinstance(node, x.ChooseOne):
            head = f"{lead}choose one{_prompt(node.prompt)} {{"
            lines = _with_comment(_wrap(head, width), self.notes.opening.get(id(node)))
            for option in node.options:
                lines += _indented(self.notes.around(option, self.option(option, width - len(_BODY))))
            lines += _indented(self.notes.dangling.get(id(node), ()))
        else:
            head, body = _head(node)
            lines = self.braced(lead + head, body, width)
        return [*lines, "}"]

    def option(self, node: x.Option, width: int) -> list[str]:
        head, body = _head(node)
        flat = self.flat_body(head, body)
        return _wrap(flat, width) if flat is not None and len(flat) <= width else [*self.braced(head, body, width), "}"]

    def braced(self, head: str, body: x.Block, width: int) -> list[str]:
        """The lines of a head and its body, without the closing brace."""
        lines = _with_comment(_wrap(f"{head} {{", width), self.notes.opening.get(id(body)))
        return lines + _indented(self.block(body, width - len(_BODY)))

    def branches(self, node: x.If) -> Iterator[tuple[str, x.Block]]:
        """The heads and bodies of an `if` and of what follows it. An `if` that is all there is in an `else` is one of
        its branches, unless it has comments that would lose their place."""
        head = "if"
        while True:
            yield f"{head} {_expr(node.condition)}", node.then
            rest = node.otherwise
            if rest is None:
                return
            only = rest.stmts[0]
            if len(rest.stmts) > 1 or not isinstance(only, x.If) or self.notes.has(rest) or self.notes.has(only):
                yield "else", rest
                return
            head, node = "else if", only

    def flat(self, node: x.Stmt, *, named: bool, whole: bool = False) -> str | None:
        """A statement on one line; None if it does not belong on one: a body has several statements or comments, or
        several options stand anywhere but in a text that is all one statement (`whole`)."""
        text = _simple(node, named)
        if text is not None:
            return text
        if isinstance(node, x.If):
            return _joined(" ", [self.flat_body(head, body) for head, body in self.branches(node)])
        if isinstance(node, x.ChooseOne):
            if (len(node.options) > 1 and not whole) or any(map(self.notes.has, (node, *node.options))):
                return None
            options = _joined("; ", [self.flat_body(*_head(option)) for option in node.options])
            return f"choose one{_prompt(node.prompt)} {{ {options} }}" if options is not None else None
        return self.flat_body(*_head(node))

    def flat_body(self, head: str, body: x.Block) -> str | None:
        """A head and its body on one line; None if the body does not belong on one."""
        if len(body.stmts) > 1 or self.notes.has(body) or self.notes.has(body.stmts[0]):
            return None
        flat = self.flat(body.stmts[0], named=False)
        return f"{head} {{ {flat} }}" if flat is not None else None


def _joined(separator: str, texts: Sequence[str | None]) -> str | None:
    known = [text for text in texts if text is not None]
    return separator.join(known) if len(known) == len(texts) else None


def _with_comment(lines: list[str], comment: str | None) -> list[str]:
    return [*lines[:-1], f"{lines[-1]}  {comment}"] if comment else lines


def _indented(lines: Sequence[str]) -> list[str]:
    return [_BODY + line if line else line for line in lines]


_MARKS = re.compile(r'"[^"\n]*"|[(\[]|[)\]]|[\1-\10]')


def _wrap(text: str, width: int) -> list[str]:
    """The lines of `text`, broken at soft breaks where it is too long.

    What stands between two breaks of a sort fills the lines, unless it needs several lines of its own.
    """
    flat = _MARKS.sub(lambda m: " " if m[0] < " " else m[0], text)
    pieces = _pieces(text) if len(text) > width else []
    if len(pieces) < 2:
        return [flat]
    lines = _wrap(pieces[0], width)
    several = len(lines) > 1
    for piece in pieces[1:]:
        if not several and len(lines[-1]) + 1 + len(piece) <= width:
            lines[-1] += " " + _wrap(piece, width)[0]
        else:
            more = _wrap(piece, width - len(_CONTINUATION))
            several = len(more) > 1
            lines += [_CONTINUATION + line.lstrip() for line in more]
    return lines


def _pieces(text: str) -> list[str]:
    """`text` cut at those of its soft breaks that come first: in the fewest brackets, and of those the first sort."""
    breaks: dict[tuple[int, str], list[int]] = {}
    depth = 0
    for found in _MARKS.finditer(text):
        if found[0] < " ":
            breaks.setdefault((depth, found[0]), []).append(found.start())
        elif found[0] in "([":
            depth += 1
        elif found[0] in ")]":
            depth -= 1
    cuts = breaks[min(breaks)] if breaks else []
    return [text[start + 1 : end] for start, end in zip([-1, *cuts], [*cuts, len(text)], strict=True)]


# ---- comments

_COMMENT = re.compile(r'"[^"\n]*"|(#[^\n]*)')


class _Notes:
    """The comments of a text and its blank lines, by the node they belong to (its id: equal nodes may stand twice).

    `leading`: lines before a statement or option, "" for a blank one; `trailing`: behind it; `opening`: behind the
    brace or arrow of a block or choice; `dangling`: lines after its last statement or option.
    """

    def __init__(self, text: str, root: x.Node | None) -> None:
        self.text = text
        self.leading: dict[int, list[str]] = {}
        self.trailing: dict[int, str] = {}
        self.opening: dict[int, str] = {}
        self.dangling: dict[int, list[str]] = {}
        signs = [(m[0], m.start()) for m in re.finditer(r'"[^"\n]*"|#[^\n]*|[{}]|->', text)]
        self._opens = [at for sign, at in signs if sign == "{"]
        self._closes = [at for sign, at in signs if sign == "}"]
        self._arrows = [at for sign, at in signs if sign == "->"]
        if isinstance(root, x.Block):
            self._items(root, root.stmts, 0, len(text), opened=False)
        elif root is not None:
            self._whole(root)

    def has(self, node: x.Node) -> bool:
        """Whether something is noted at `node` itself."""
        return any(id(node) in notes for notes in (self.leading, self.trailing, self.opening, self.dangling))

    def around(self, node: x.Node, lines: list[str]) -> list[str]:
        """The lines of a node with what is noted before and behind it."""
        return [*self.leading.get(id(node), ()), *_with_comment(lines, self.trailing.get(id(node)))]

    def _whole(self, root: x.Node) -> None:
        """Notes of a text that is no block. Brackets may stand around its node: the text itself tells where it ends."""
        blank = _COMMENT.sub(lambda m: " " * len(m[0]) if m[1] else m[0], self.text)
        start, end = len(blank) - len(blank.lstrip()), len(blank.rstrip())
        same, lines = _gap(self.text[:start])
        self._note(self.leading, root, [same, *lines] if same else _begun(lines))
        self._inside(root, start, end)
        same, lines = _gap(self.text[end:])
        if same:
            self.trailing[id(root)] = same
        self._note(self.dangling, root, _ended(lines))

    def _note(self, notes: dict[int, list[str]], node: x.Node, lines: list[str]) -> None:
        if lines:
            notes.setdefault(id(node), []).extend(lines)

    def _items(self, owner: x.Node, items: Sequence[x.Node], start: int, end: int, *, opened: bool) -> None:
        """Notes of the statements or options of `owner` between two places. `opened`: after a brace or arrow."""
        previous: x.Node | None = None
        for item in items:
            same, lines = _gap(self.text[start : item.at[0]])
            if same and previous is not None:
                self.trailing[id(previous)] = same
            elif same and opened:
                self.opening[id(owner)] = same
            elif same:
                lines.insert(0, same)
            self._note(self.leading, item, lines if previous is not None else _begun(lines))
            self._inside(item, *item.at)
            previous, start = item, item.at[1]
        same, lines = _gap(self.text[start:end])
        if same and previous is not None:
            self.trailing[id(previous)] = same
        self._note(self.dangling, owner, _ended(lines))

    def _inside(self, node: x.Node, start: int, end: int) -> None:
        """Notes of the bodies in a statement, option or ability; other comments in it move before it, or, from between
        two of its bodies, into the second."""
        first = True
        for owner, items, opening, closing in self._bodies(node):
            self._items(owner, items, opening, closing, opened=True)
            strays = self._comments(start, opening)
            if first:
                self._note(self.leading, node, strays)
            elif strays:
                self.leading[id(items[0])] = strays + self.leading.get(id(items[0]), [])
            first, start = False, closing
        self._note(self.leading, node, self._comments(start, end))

    def _comments(self, start: int, end: int) -> list[str]:
        return [m[1].rstrip() for m in _COMMENT.finditer(self.text, start, end) if m[1]]

    def _bodies(self, node: x.Node) -> Iterator[tuple[x.Node, Sequence[x.Node], int, int]]:
        """The bodies of a node: each with its statements or options, and where it begins and ends inside its braces."""
        match node:
            case x.If():
                yield self._body(node.then)
                rest = node.otherwise
                if rest is not None and self._opens[bisect_left(self._opens, rest.at[0]) - 1] < node.then.at[1]:
                    yield from self._bodies(rest.stmts[0])  # `else if`
                elif rest is not None:
                    yield self._body(rest)
            case x.ChooseOne():
                opening = self._opens[bisect_left(self._opens, node.at[0])]
                yield node, node.options, opening + 1, node.at[1] - 1
            case x.May() | x.As() | x.ForEach() | x.Repeat() | x.Option():
                yield self._body(node.body)
            case x.Activated() | x.Triggered():
                arrow = self._arrows[bisect_left(self._arrows, node.body.at[0]) - 1]
                yield node.body, node.body.stmts, arrow + 2, node.body.at[1]

    def _body(self, block: x.Block) -> tuple[x.Node, Sequence[x.Node], int, int]:
        opening = self._opens[bisect_left(self._opens, block.at[0]) - 1]
        closing = self._closes[bisect_left(self._closes, block.at[1])]
        return block, block.stmts, opening + 1, closing


def _gap(text: str) -> tuple[str | None, list[str]]:
    """What stands between two statements: the comment on the line of the first, and the lines after that, with "" for
    blank ones, however many."""
    same: str | None = None
    lines: list[str] = []
    breaks = 0
    for found in re.finditer(r"#[^\n]*|\n", text):
        if found[0] == "\n":
            breaks += 1
            continue
        if breaks == 0:
            same = found[0].rstrip()
        else:
            lines += [""] * (breaks > 1) + [found[0].rstrip()]
        breaks = 0
    return same, lines + [""] * (breaks > 1)


def _begun(lines: list[str]) -> list[str]:
    """The lines without a blank one at their beginning."""
    return lines[1:] if lines[:1] == [""] else lines


def _ended(lines: list[str]) -> list[str]:
    """The lines without a blank one at their end."""
    return lines[:-1] if lines[-1:] == [""] else lines
