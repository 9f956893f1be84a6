"""`state51 explain`: what a code means, why it matters, and how to put it right."""

from __future__ import annotations

import click

from cli.examples import Command
from cli.report import GOOD, say

_EXAMPLES = """
state51 explain L202
state51 explain uncapped-per
state51 explain
"""


@click.command("explain", cls=Command, examples=_EXAMPLES)
@click.argument("codes", metavar="[CODE]...", nargs=-1)
def command(codes: tuple[str, ...]) -> int:
    """Explain what `state51 lint` and `state51 validate` find.

    CODE is a code or its name. Without one, all codes are listed.
    """
    from dsl.codes import CODES, code
    from dsl.diagnostics import suggest
    from dsl.render import printable
    from engine.lint.registry import explain

    if not codes:
        for row in CODES.values():
            say(f"{row.code}  {row.name:<26} {row.severity:<8} {row.summary}")
        return GOOD
    for n, key in enumerate(codes):
        key = key.upper() if key.upper() in CODES else key
        try:
            code(key)
        except KeyError:
            hint = suggest(key, [*CODES, *(row.name for row in CODES.values())])
            raise click.UsageError(f"there is no code `{printable(key)}`{'; ' + hint if hint else ''}") from None
        say(("\n" if n else "") + explain(key).rstrip("\n"))
    return GOOD
