"""`state51 lsp`: the language server, which an editor starts and talks to over standard input and output."""

from __future__ import annotations

import click

from cli.examples import Command
from cli.report import GOOD, MISUSE, say

_EXAMPLES = """
state51 lsp
"""


@click.command("lsp", cls=Command, examples=_EXAMPLES)
@click.option("--stdio", is_flag=True, expose_value=False, help="Over standard input and output, as it always is.")
def command() -> int:
    """Serve an editor: what is wrong while typing, completion, what a name means, where it is used, renaming.

    Editors start this themselves; docs/editors.md says how. It speaks the Language Server Protocol over standard input
    and output, and ends when the editor does.
    """
    from importlib.util import find_spec

    if find_spec("pygls") is None:
        say("the language server needs one more library: pip install 'state51[lsp]'", err=True)
        return MISUSE
    from cli.lsp.answers import serve

    serve()
    return GOOD
