"""Statements laid out in lines: what has its place on one line, and bodies indented below their heads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import syntax as x
from dsl.format.breaks import AFTER_ARROW, BEFORE_CHOICE, BODY, indented, with_comment, wrap
from dsl.format.notes import Notes
from dsl.format.statements import head_text, prompt_text, simple_text
from dsl.format.values import PATH, condition_text, cost_text, expr_text, one_line_text


class Layout:
    """Lays statements out in lines, with their comments. Widths are what is left of a line after its indentation."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes

    def root(self, node: x.Node, width: int) -> list[str]:
        """The lines of a whole text."""
        if isinstance(node, x.Block):
            return self.block(node, width, whole=True)
        if isinstance(node, x.Stmt):
            lines = self.statement(node, width, named=False, whole=True)
        elif isinstance(node, (x.Activated, x.Triggered)):
            lines = self.ability(node, width)
        elif (text := one_line_text(node)) is not None:
            lines = wrap(text, width)
        else:
            raise TypeError(f"a {type(node).__name__} is no text by itself")
        return [*self.notes.around(node, lines), *self.notes.dangling.get(id(node), ())]

    def ability(self, node: x.Activated | x.Triggered, width: int) -> list[str]:
        """The lines of an ability: its only statement stands behind the arrow, several stand below it."""
        if isinstance(node, x.Triggered):
            events = f"{BEFORE_CHOICE}or ".join(f"{e.name.id} by {expr_text(e.by, PATH)}" for e in node.events)
            arrow = f"when {events} ->"
        else:
            arrow = f"{cost_text(node.cost)} ->" if node.cost is not None else "->"
        stmts, tail = node.body.stmts, condition_text(node.condition)
        opening = self.notes.opening.get(id(node.body))
        if len(stmts) > 1 or opening or self.notes.has(stmts[0]):
            lines = with_comment(wrap(arrow, width), opening)
            lines += indented(self.block(node.body, width - len(BODY)))
        else:
            flat = self.flat(stmts[0], named=False, whole=True)
            if flat is not None and (simple_text(stmts[0], False) or len(arrow + AFTER_ARROW + flat + tail) <= width):
                return wrap(arrow + AFTER_ARROW + flat + tail, width)
            lines = self.statement(stmts[0], width, named=False, lead=arrow + AFTER_ARROW)
        indent = lines[-1][: len(lines[-1]) - len(lines[-1].lstrip())]
        lines[-1:] = [indent + line for line in wrap(lines[-1].lstrip() + tail, width - len(indent))]
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
        if flat is not None and (simple_text(node, named) is not None or len(lead + flat) <= width):
            return wrap(lead + flat, width)
        if isinstance(node, x.If):
            lines, closing = [], ""
            for head, body in self.branches(node):
                lines += self.braced(lead + closing + head, body, width)
                lead, closing = "", "} "
        elif isinstance(node, x.ChooseOne):
            head = f"{lead}choose one{prompt_text(node.prompt)} {{"
            lines = with_comment(wrap(head, width), self.notes.opening.get(id(node)))
            for option in node.options:
                lines += indented(self.notes.around(option, self.option(option, width - len(BODY))))
            lines += indented(self.notes.dangling.get(id(node), ()))
        else:
            head, body = head_text(node)
            lines = self.braced(lead + head, body, width)
        return [*lines, "}"]

    def option(self, node: x.Option, width: int) -> list[str]:
        head, body = head_text(node)
        flat = self.flat_body(head, body)
        return wrap(flat, width) if flat is not None and len(flat) <= width else [*self.braced(head, body, width), "}"]

    def braced(self, head: str, body: x.Block, width: int) -> list[str]:
        """The lines of a head and its body, without the closing brace."""
        lines = with_comment(wrap(f"{head} {{", width), self.notes.opening.get(id(body)))
        return lines + indented(self.block(body, width - len(BODY)))

    def branches(self, node: x.If) -> Iterator[tuple[str, x.Block]]:
        """The heads and bodies of an `if` and of what follows it. An `if` that is all there is in an `else` is one of
        its branches, unless it has comments that would lose their place."""
        head = "if"
        while True:
            yield f"{head} {expr_text(node.condition)}", node.then
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
        text = simple_text(node, named)
        if text is not None:
            return text
        if isinstance(node, x.If):
            return _joined(" ", [self.flat_body(head, body) for head, body in self.branches(node)])
        if isinstance(node, x.ChooseOne):
            if (len(node.options) > 1 and not whole) or any(map(self.notes.has, (node, *node.options))):
                return None
            options = _joined("; ", [self.flat_body(*head_text(option)) for option in node.options])
            return f"choose one{prompt_text(node.prompt)} {{ {options} }}" if options is not None else None
        return self.flat_body(*head_text(node))

    def flat_body(self, head: str, body: x.Block) -> str | None:
        """A head and its body on one line; None if the body does not belong on one."""
        if len(body.stmts) > 1 or self.notes.has(body) or self.notes.has(body.stmts[0]):
            return None
        flat = self.flat(body.stmts[0], named=False)
        return f"{head} {{ {flat} }}" if flat is not None else None


def _joined(separator: str, texts: Sequence[str | None]) -> str | None:
    known = [text for text in texts if text is not None]
    return separator.join(known) if len(known) == len(texts) else None
