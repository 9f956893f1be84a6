"""The program `state51`: finds the command, and turns whatever goes wrong into a message and an exit code."""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from cli.report import BUG, INTERRUPTED, PIPE_CLOSED, exit_code, prepare_streams, say, show_error
from dsl.diagnostics import DiagnosticError, suggest
from dsl.render import printable

COMMANDS = (
    "play",
    "validate",
    "lint",
    "explain",
    "show",
    "test",
    "try",
    "replay",
    "games",
    "schema",
    "fmt",
    "text",
    "gallery",
    "lsp",
    "new",
    "dev",
    "pack",
)

_MODULES = {"try": "try_card"}  # a module cannot be called by a word of Python


class Program(click.Group):
    """Imports a command when it is called for. Commands return their exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"cli.{_MODULES.get(cmd_name, cmd_name)}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = suggest(args[0], COMMANDS)
            ctx.fail(f"there is no command `{printable(args[0])}`{'; ' + hint if hint else ''}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except BrokenPipeError:  # here, as click would end the program with the code of a failure
            return _reader_gone()

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Runs the command that `args` name and ends the program."""
        prepare_streams()
        atexit.register(gc.freeze)  # at the end, what is left need not be gone through once more: it goes as a whole
        try:
            name = prog_name or "state51"
            code: Any = super().main(args, name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except Exception as error:  # noqa: BLE001 (whatever it is, a person gets a message)
            try:
                code = _explained(error)
            except BrokenPipeError:
                code = _reader_gone()
        sys.exit(code if isinstance(code, int) else 0)


def _explained(error: Exception) -> int:
    """Says what went wrong and gives the exit code."""
    if isinstance(error, click.ClickException):
        error.show()
        return error.exit_code
    if isinstance(error, click.Abort):
        return INTERRUPTED
    if isinstance(error, DiagnosticError):
        show_error(error)
        return exit_code(error)
    if isinstance(error, BrokenPipeError):
        return _reader_gone()
    if isinstance(error, OSError):
        _silence()
        where = f"{os.fspath(error.filename)!s}: " if error.filename else ""
        say(f"state51: {where}{error.strerror or error}", err=True)
        return 1
    last = traceback.extract_tb(error.__traceback__)[-1]
    say(f"state51: this is a bug, please report it: {error.__class__.__name__}: {error}"[:500], err=True)
    say(f"  at {os.path.basename(last.filename)}:{last.lineno}, in {last.name}", err=True)
    if os.environ.get("STATE51_TRACEBACK"):
        traceback.print_exception(error)
    else:
        say("  with STATE51_TRACEBACK=1 set, the whole traceback is shown", err=True)
    return BUG


def _reader_gone() -> int:
    """Whoever read the output stopped: nothing more can be said, not even when Python ends."""
    _silence()
    return PIPE_CLOSED


def _silence() -> None:
    """What is still to be written goes nowhere: it could not be written, and Python would try again at its end."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        say(f"state51 {version('state51')}")
    except PackageNotFoundError:
        say("state51, from a checkout that is not installed")
    ctx.exit()


_EPILOG = """\b
Examples:
  state51 play                     play against a simple opponent
  state51 show --all               every card with its text
  state51 validate ./mypack        check a pack of your own
  state51 play --help              what a command can do
"""


@click.group("state51", cls=Program, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Show the version and exit."
)
def main() -> None:
    """Card games from rules written as data.

    Exit codes: 0 good, 1 findings or a failure, 2 a command line that makes no sense.
    """


if __name__ == "__main__":
    main()
