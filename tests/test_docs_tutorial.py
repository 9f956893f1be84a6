"""The tutorial is followed word by word: every file is written, every command typed, and what it shows is seen."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

from cli.main import COMMANDS
from tests.test_cli import state51

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(console|yaml)\n(.*?)^```$", re.M | re.S)


def as_pattern(shown: str) -> str:
    """What is shown as a regular expression: `...` stands for anything."""
    return re.escape(shown).replace(r"\.\.\.", "(?s:.*)")


def test_the_tutorial_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    typed = 0
    for language, text in BLOCK.findall((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")):
        if language == "yaml":
            first = re.match(r"# (\S+)\n", text)
            assert first is not None and Path(first[1]).exists(), "it was made by a command before"
            Path(first[1]).write_text(text, encoding="utf-8")
            continue
        for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            program, *words = shlex.split(command)
            assert program == "state51"
            seen = state51(*words)
            assert re.fullmatch(as_pattern(shown.strip()), seen.strip()), f"{command}\n{seen}"
            typed += 1
    assert typed > 8


def test_the_workflows_and_hooks_name_commands_that_there_are() -> None:
    text = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8") + (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    for name in re.findall(r"(?:run: |- |`|entry: )state51 (\w+)", text):
        assert name in COMMANDS
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    for hook in hooks:
        looked_at = ["pack.yaml", "beds/scenarios/cards.yaml", ".pre-commit-config.yaml", ".github/x.yaml", "a.toml"]
        mine = [f for f in looked_at if re.search(hook["files"], f) and not re.search(hook["exclude"], f)]
        assert mine == looked_at[:2]
    offered = {hook["id"] for hook in hooks}
    assert set(re.findall(r"- id: (\S+)", (ROOT / "docs" / "ci.md").read_text("utf-8"))) == offered
    for _, block in BLOCK.findall((ROOT / "docs" / "ci.md").read_text("utf-8")):
        assert isinstance(yaml.safe_load(block), dict)
