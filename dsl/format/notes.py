"""The comments and blank lines of a text, and which statement each belongs to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from dsl import syntax as x
from dsl.format.breaks import with_comment

_COMMENT = re.compile(r'"[^"\n]*"|(#[^\n]*)')


class Notes:
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
        return [*self.leading.get(id(node), ()), *with_comment(lines, self.trailing.get(id(node)))]

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
