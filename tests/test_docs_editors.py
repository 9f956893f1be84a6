"""What is written for editors starts the server that there is, and its grammar is that of the language."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cli.main import COMMANDS
from docs.textmate import TARGET, keys, text
from dsl.parse.spot import literals
from engine.schema.build import content_schema

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
EXTENSION = ROOT / "editors" / "vscode"
INSTALL = "It is installed with: pip install 'state51[lsp]'"


def test_the_grammar_is_made_from_that_of_the_language() -> None:
    assert TARGET.read_text(encoding="utf-8") == text(), "stale: run python -m docs.textmate"


@pytest.mark.parametrize("effect", ["  do: |", "- before: x\n  do: >-", "setup: |"])
def test_the_grammar_begins_at_blocks_of_effects_and_knows_every_word(effect: str) -> None:
    rule = json.loads(text())["patterns"][0]
    assert re.search(rule["begin"], effect.splitlines()[-1])
    assert not re.search(rule["begin"], "  name: |"), "that is for people"
    words = next(p["match"] for p in rule["patterns"] if "keyword.control" in p["name"])
    assert all(re.fullmatch(words, word) for word in literals().values() if word.isalpha())
    assert {"do", "if", "setup"} <= set(keys(content_schema()))


def test_the_extension_starts_the_server_and_ships_what_it_needs() -> None:
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    default = package["contributes"]["configuration"]["properties"]["state51.command"]["default"]
    assert default[0] == "state51" and default[1] in COMMANDS
    yaml = package["contributes"]["configurationDefaults"]["[yaml]"]
    assert yaml["editor.quickSuggestions"]["strings"] == "on", "or nothing is offered in a text while it is typed"
    named = [package["main"], *(g["path"] for g in package["contributes"]["grammars"])]
    assert all((EXTENSION / name).is_file() for name in named)
    assert all(name.removeprefix("./").split("/")[0] in package["files"] for name in named)
    assert json.loads(text())["scopeName"] == package["contributes"]["grammars"][0]["scopeName"]


PYTHON = [sys.executable, "-c"]
STARTS = {
    "no such command": (["state51-is-not-here", "lsp"], ["there is no command `state51-is-not-here`", INSTALL]),
    "without its library": (
        [*PYTHON, "import sys; sys.exit(\"it needs one more: pip install 'state51[lsp]'\")"],
        ["it needs one more: pip install"],
    ),
    "too old": (
        [*PYTHON, "import sys; sys.exit('Usage: x\\n\\nError: No such command lsp.')"],
        ["does not start: Error: No such command lsp.", INSTALL],
    ),
    "all is well": (
        [*PYTHON, "import sys; assert sys.argv[1:] == ['lsp']; print(1, flush=True); sys.stdin.read()", "lsp"],
        [],
    ),
}


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
@pytest.mark.parametrize("case", STARTS)
def test_why_the_server_does_not_start_is_told_once(case: str) -> None:
    command, parts = STARTS[case]
    host = ["node", str(Path(__file__).parent / "extension_host.js"), str(EXTENSION / "extension.js")]
    done = subprocess.run([*host, json.dumps(command)], capture_output=True, text=True, timeout=60)
    told = json.loads(done.stdout)
    assert len(told) == bool(parts), (told, done.stderr)
    assert all(part in told[0] for part in parts)
    assert all(one.count("It is installed with") == (INSTALL in parts) for one in told)


def test_a_client_may_say_what_it_speaks_over() -> None:
    command = [sys.executable, "-m", "cli.main", "lsp", "--stdio"]
    ended = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_the_page_shows_settings_that_make_sense() -> None:
    toml = tomllib.loads("".join(re.findall(r"```toml\n(.*?)```", PAGE, re.S)))
    server = toml["language-server"]["state51"]
    assert [server["command"], *server["args"]] == ["state51", "lsp"]
    assert toml["language"][0]["language-servers"] == ["state51"]
    assert json.loads("".join(re.findall(r"```json\n(.*?)```", PAGE, re.S)))["state51.command"][-1] == "lsp"
    assert PAGE.count('cmd = { "state51", "lsp" }') == 2
    assert "npm run package" in PAGE and "package" in json.loads((EXTENSION / "package.json").read_text())["scripts"]
