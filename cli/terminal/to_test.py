"""A moment at the table written as a scenario, ready to run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cli.choices import rules_of
from cli.files import write_whole
from cli.report import say
from engine import Game
from engine.packs import locate

_MOST_NAME = 60  # characters of a file's name


def write_scenario(game: Game, name: str, packs: list[str] | None) -> None:
    """Writes the pending decision of a game as a scenario into the current folder, and says so or why not. `packs` are
    those that the game was begun with, as `load` takes them."""
    from engine.scenario.moment import scenario_of
    from engine.scenario.trial import written

    name = " ".join(name.split())
    if not name:
        say("Say what it shows, as in: scenario The second card is free")
        return
    found = scenario_of(game, name, _head(game, packs))
    if found is None:
        say("This moment cannot be written as a scenario: none leads there.")
        return
    path = next(path for path in _paths(name) if not path.exists())
    about = f"# After {game.state.clock} choices of a game with the seed {(game.origin or {}).get('seed')}.\n"
    try:
        write_whole(path, about + written([found]))
    except OSError as e:
        say(f"{path} cannot be written: {(e.strerror or str(e)).lower()}", err=True)
        return
    say(f"{path} written. To run it: state51 test {path}")


def _paths(name: str) -> Iterator[Path]:
    stem = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")[:_MOST_NAME] or "moment"
    yield Path(f"{stem}.yaml")
    yield from (Path(f"{stem}_{n}.yaml") for n in range(2, 1000))


def _head(game: Game, packs: list[str] | None) -> dict[str, Any]:
    """The packs and options of a game as a scenario in the current folder names them."""
    rules = game.rules
    ids = [id for id, _, _ in rules.packs if locate.find(id) is not None]
    paths = [p if p.startswith((".", "/")) else os.path.join(".", p) for p in packs or () if locate.is_path(p)]
    usual = rules_of([*ids, *paths]).options
    options = {id: value for id, value in rules.options.items() if usual.get(id) != value}
    return {"packs": [*ids, *paths], **({"options": options} if options else {})}
