"""Runs what README.md and other pages show: `python -m docs.readme` writes the outputs as they are now.

A fenced block of YAML or Python whose first line is a comment with a path is that file. The commands of a `console`
block are run in the folder of these files, one after another; a line of output after `> ` is what somebody types. A
line `...` stands for any number of lines: as many as are shown before and after it are kept, and long lines are cut.
A block that begins with `$ make play` is run by the command in its last line; `$ make test` is not run.

A block whose first line is `# from PATH` is cut from a file of `examples/`: from the line that it begins with to the
next one that is as its last line. The commands of such a page find a copy of `examples/` in their folder.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "README.md"
PAGES = (PAGE, ROOT / "docs" / "changing_rules.md")
EXAMPLES = ROOT / "examples"
WIDTH = 116
AGAIN = "The same start again: "
_TIME = re.compile(r"\bin [0-9.]+ s\b")


class Block(NamedTuple):
    """A fenced block: where its text begins in the page, the language after the fence, and the text."""

    start: int
    tag: str
    text: str


class Step(NamedTuple):
    """A command of a block with the output shown under it."""

    command: str
    shown: list[str]


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page."""
    return [Block(m.start(2), m[1], m[2]) for m in re.finditer(r"^```(\w*)\n(.*?)^```$", page, re.M | re.S)]


def files(page: str) -> dict[str, str]:
    """The files that a page shows, by path."""
    found = {}
    for block in blocks(page):
        head = re.match(r"# (\S+\.(?:yaml|py))\n", block.text)
        if head:
            found[head[1]] = block.text
    return found


def steps(block: Block) -> list[Step]:
    """The commands of a block."""
    out: list[Step] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            out.append(Step(line[2:], []))
        else:
            out[-1].shown.append(line)
    return out


def cut(block: Block) -> str | None:
    """What a block cut from an example should be; None for other blocks. Raises ValueError if it is not there."""
    head = re.match(r"# from (\S+)\n", block.text)
    if head is None:
        return None
    lines, shown = (EXAMPLES / head[1]).read_text(encoding="utf-8").splitlines(), block.text.splitlines()[1:]
    first = lines.index(shown[0])
    last = lines.index(shown[-1], first + 1)
    return "\n".join([f"# from {head[1]}", *lines[first : last + 1]]) + "\n"


def write_files(page: str, folder: Path) -> None:
    """Writes the files that a page shows, and programs `state51` and `python` that run this checkout."""
    for path, text in files(page).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (folder / "bin").mkdir()
    for name, module in (("state51", "-m cli.main "), ("python", "")):
        script = folder / "bin" / name
        script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {module}"$@"\n', encoding="utf-8")
        script.chmod(0o755)


def run(step: Step, folder: Path) -> list[str]:
    """What a command prints in a folder made by `write_files`, and then its exit code where that is not 0."""
    command = step.command
    if command.startswith("make "):
        command = step.shown[-1].removeprefix(AGAIN)
    typed = "".join(f"{line[2:]}\n" for line in step.shown if line.startswith("> "))
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "PYTHONUTF8": "1"}
    env["XDG_DATA_HOME"] = str(folder / "data")
    done = subprocess.run(
        command, shell=True, cwd=folder, env=env, input=typed, encoding="utf-8", stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False, timeout=120,
    )  # fmt: skip
    keys = iter(typed.splitlines())
    return [f"> {next(keys, '')}" if line.startswith("> ") else line.rstrip() for line in done.stdout.splitlines()]


def shortened(lines: list[str], shown: list[str]) -> list[str]:
    """An output in the shape in which it is shown; times, which always differ, as they are shown."""
    if "..." in shown:
        before, after = shown.index("..."), len(shown) - shown.index("...") - 1
        lines = [*lines[:before], "...", *lines[len(lines) - after :]]
    cut = [line if len(line) <= WIDTH else f"{line[: WIDTH - 4].rstrip()} ..." for line in lines]
    times = (m[0] for line in shown for m in _TIME.finditer(line))
    return [_TIME.sub(lambda m: next(times, m[0]), line) for line in cut]


def outputs(page: str, folder: Path) -> Iterator[tuple[Block, str]]:
    """Each block that is run or cut, with the text that it should have. `folder` is an empty one."""
    write_files(page, folder)
    if "```yaml\n# from " in page:
        shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
    for block in blocks(page):
        if (part := cut(block)) is not None:
            yield block, part
        if block.tag == "console" and not block.text.startswith("$ make test"):
            made: list[str] = []
            for step in steps(block):
                printed = run(step, folder)
                if step.command.startswith("make "):  # it echoes the command first
                    printed = [step.shown[0], *printed]
                made += [f"$ {step.command}", *shortened(printed, step.shown)]
            yield block, "\n".join(made) + "\n"


def main() -> None:
    """Writes the pages with the outputs and examples as they are now."""
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for block, text in reversed(list(outputs(page, Path(folder)))):
                page = page[: block.start] + text + page[block.start + len(block.text) :]
        path.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
