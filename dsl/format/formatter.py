"""The canonical text of a syntax tree: one way to write each thing, with the comments of its author kept.

What holds a single statement stays on one line where it fits; several statements stand one a line, bodies indented by
two spaces. Brackets are written only where the grammar needs them. A text that had no comment gets no ` #`, and no text
gets a `: ` or begins with a quotation mark, so a plain YAML scalar stays one as long as it stays one line.
"""

from __future__ import annotations

from dsl import syntax as x
from dsl.format.layout import Layout
from dsl.format.notes import Notes
from dsl.parse.read import MAX_LENGTH, parse

#: The longest line, in characters, where nothing else is asked for. Comments and quoted words may stand out.
WIDTH = 88


def format_text(text: str, form: str, width: int = WIDTH) -> str:
    """The canonical spelling of `text`, which is of `form` (one of parse.FORMS).

    Lines have at most `width` characters where that can be. Comments stay with their statement: those before it on
    lines of their own, the one behind it on its line; those inside of it move before it. A blank line between
    statements stays. A text that would come out too long to be read again stays as it is. Raises ParseError if `text`
    is not of its form.
    """
    root = parse(text, form)
    formatted = "\n".join(Layout(Notes(text, root)).root(root, width))
    return formatted if len(formatted) <= MAX_LENGTH else text


def format_node(node: x.Node, width: int = WIDTH) -> str:
    """The canonical text of a tree as the parser gives it, in lines of at most `width` characters where that can be.

    Raises TypeError for a node that is no text by itself, as an option or an event.
    """
    return "\n".join(Layout(Notes("", None)).root(node, width))
