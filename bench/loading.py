"""How long it takes until the rules are there, in fresh processes, in ratio to `import jsonschema`.

    python bench/loading.py [--rounds N]

Warm: the compiled rules are in the cache. Cold: they are read, checked and compiled, then put there. Interpreter and
imports count; bare Python is a row of its own. Each round measures every row once; shown are medians.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PEER = "import jsonschema"

# The cache folder is the argument; an empty one makes a load cold.
_CACHE = "import sys, platformdirs; platformdirs.user_cache_path = lambda *_: sys.argv[1]; "
_LOAD = "from engine import load; load(['base', 'connections'])"
_PLAY = "from cli.main import main; main(['play', '--seats', 'random,random', '--seed', '1', '--quiet'])"
_SHOW = "from cli.main import main; main(['show', '--all'])"

#: what is measured: the program, and whether its cache is filled
ROWS: dict[str, tuple[str, bool]] = {
    "bare Python": ("pass", True),
    PEER: (PEER, True),
    "import lark": ("import lark", True),
    "import engine": ("import engine", True),
    "load, warm": (_CACHE + _LOAD, True),
    "load, cold": (_CACHE + _LOAD, False),
    "play --quiet, warm": (_CACHE + _PLAY, True),
    "show --all, warm": (_CACHE + _SHOW, True),
}


def seconds(program: str, cache: Path) -> float:
    """How long a fresh process takes."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", program, str(cache)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def imported(program: str, cache: Path) -> set[str]:
    """The modules that a program has imported when it ends, by their first names."""
    told = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
    done = subprocess.run(
        [sys.executable, "-c", told + program, str(cache)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return {module.partition(".")[0] for module in done.stderr.split()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    times: dict[str, list[float]] = {name: [] for name in ROWS}
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full"
        for program, _ in ROWS.values():  # fills the cache, and lets Python keep its bytecode
            seconds(program, full)
        for n in range(rounds):
            for name, (program, warm) in ROWS.items():
                times[name].append(seconds(program, full if warm else Path(folder) / f"empty{n}"))
        heavy = {"lark", "jsonschema", "yaml", "packaging", "rich"}
        found = {name: sorted(heavy & imported(program, full)) for name, (program, _) in ROWS.items() if "warm" in name}
    print(f"{rounds} rounds, medians")
    for name, row in times.items():
        ratio = statistics.median(a / b for a, b in zip(row, times[PEER], strict=True))
        print(f"{name:19} {statistics.median(row) * 1000:6.0f} ms  {ratio:5.2f}x")
    for name, modules in found.items():
        print(f"{name} imports {', '.join(modules) or 'none'} of {', '.join(sorted(heavy))}")


if __name__ == "__main__":
    main()
