"""README.md is true: what it shows is what comes out, and its links lead somewhere. Stale: `python -m docs.readme`."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cli.main import COMMANDS
from docs.readme import PAGE, PAGES, ROOT, blocks, files, outputs, steps

TEXT = PAGE.read_text(encoding="utf-8")
DOCS = [PAGE, *sorted((ROOT / "docs").glob("*.md"))]


def recipe(target: str) -> list[str]:
    """The commands that make would run for a target in an environment that is there."""
    done = subprocess.run(
        ["make", "-n", "-s", "-o", ".venv/.installed", "-o", ".venv/.installed-dev", "JOBS=2", "EXTRAS=dev", target],
        cwd=ROOT, capture_output=True, text=True, check=True, env={"PATH": "/usr/local/bin:/usr/bin:/bin"},
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_outputs_are_what_comes_out(page: Path, tmp_path: Path) -> None:
    told = list(outputs(page.read_text(encoding="utf-8"), tmp_path))
    assert told
    stale = {block.text: text for block, text in told if text != block.text}
    for shown, now in stale.items():
        assert now == shown, "stale: run python -m docs.readme"


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
@pytest.mark.parametrize("target", ["play", "test"])
def test_make_runs_the_commands_that_are_shown(target: str) -> None:
    block = next(b for b in blocks(TEXT) if b.text.startswith(f"$ make {target}\n"))
    shown = [line for line in steps(block)[0].shown if line.startswith(".venv/")]
    assert shown == recipe(target)


def test_every_block_is_checked() -> None:
    """A block is a file or a list of commands, and every file is one that a command reads."""
    assert {b.tag for b in blocks(TEXT)} == {"yaml", "python", "console"}
    commands = [step.command for b in blocks(TEXT) if b.tag == "console" for step in steps(b)]
    assert len(files(TEXT)) == sum(b.tag != "console" for b in blocks(TEXT))
    assert all(any(path.split("/")[0] in command for command in commands) for path in files(TEXT))


def test_every_command_of_the_program_is_listed() -> None:
    assert re.findall(r"^\| `state51 (\w+)", TEXT, re.M) == list(COMMANDS)


def test_every_file_and_module_that_is_named_is_there() -> None:
    modules = re.findall(r"python -m (\w+\.[\w.]+)", TEXT)
    assert modules
    assert all((ROOT / f"{module.replace('.', '/')}.py").is_file() for module in modules)
    folders = re.findall(r"^    (\w+/) ", TEXT, re.M)
    assert folders
    assert all((ROOT / folder).is_dir() for folder in folders)


@pytest.mark.parametrize("page", DOCS, ids=lambda p: p.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert all((page.parent / link).exists() for link in links), links
