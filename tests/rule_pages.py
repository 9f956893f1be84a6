"""The pages of the rules, acted out: their files are written beside the garden game, and their commands are run."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from click.testing import CliRunner

from cli.main import main
from tests.small_packs import GARDEN

ROOT = Path(__file__).parent.parent
USUAL = 'version: 1.0.0\nlanguage: 1\nprovenance: fixture\nlicence: MIT\nrequires: {garden: ">=1.0,<2"'


def lay_out(files: Mapping[str, bytes]) -> None:
    """Writes the files of a page into the current folder, which has the garden in it; a pack without a manifest gets
    one, in which `plot` requires the others."""
    if not Path("garden").exists():
        shutil.copytree(GARDEN, "garden")
    packs = dict.fromkeys(["plot", *(path.split("/")[0] for path in files)])
    for path, text in files.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(text)
    for pack in packs:
        if f"{pack}/pack.yaml" not in files:
            more = "".join(f", {other}: '>=1.0'" for other in packs if other != pack == "plot")
            Path(pack).mkdir(exist_ok=True)
            Path(pack, "pack.yaml").write_text(f"id: {pack}\nname: {pack.capitalize()}\n{USUAL}{more}}}\n")


def ran(command: str) -> tuple[int, str]:
    """What a command line gives and prints; `state51` runs here, anything else in a shell."""
    if command.startswith("state51 "):
        result = CliRunner().invoke(main, shlex.split(command)[1:], terminal_width=116)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.output
    known = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = re.sub(r"^python\b", shlex.quote(sys.executable), command)
    done = subprocess.run(line, shell=True, env=known, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr


def type_in(shown: str) -> int:
    """Types the commands that are shown, and sees that each prints what is shown below it. Gives the last exit code."""
    Path("garden").exists() or lay_out({})
    code = 0
    for part in re.split(r"^\$ ", shown, flags=re.M)[1:]:
        command, _, wanted = part.partition("\n")
        code, seen = ran(command)
        pattern = re.escape(wanted.strip()).replace(r"\.\.\.", "(?s:.*)")
        assert re.fullmatch(pattern, seen.strip()), f"{command}\n{seen}"
    return code
