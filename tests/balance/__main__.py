"""Plays many games of bots in every allowed combination of packs, and writes docs/balance.md.

    nice python -m tests.balance [--random N] [--greedy N] [--pairs N] [--processes N] [--data FOLDER]

Of each combination and number of seats so many games are played, rounded up to every way of seating. What has been
played is kept in the folder after each batch, so a run that was stopped goes on where it was; what was played with
other content is played again. The expected time is printed first.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from cli.files import write_whole
from engine import load
from tests.balance.figures import Figures
from tests.balance.page import judged, page
from tests.balance.play import Sort, play
from tests.combinations import allowed, boards_of, sizes

ROOT = Path(__file__).parent.parent.parent
BATCH_SECONDS = 20.0


def sorts() -> list[Sort]:
    """Every sort of games there is."""
    return [
        Sort(packs, seats, bot) for packs in allowed() for seats in sizes(load(packs)) for bot in ("random", "greedy")
    ]


def wanted(sort: Sort, games: int) -> int:
    """So many games, rounded up to every way of seating."""
    ways = len(boards_of(load(sort.packs), sort.seats))
    return -(-games // ways) * ways


class Store:
    """What has been played, a file for each sort of games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def read(self, sort: Sort) -> Figures:
        """The figures of a sort so far; none if they were made with other content."""
        try:
            data = json.loads((self.folder / f"{sort.name}.json").read_text(encoding="utf-8"))
            return Figures.of(data["figures"]) if data["rules"] == load(sort.packs).hash else Figures()
        except (OSError, ValueError, KeyError, TypeError):
            return Figures()

    def write(self, sort: Sort, figures: Figures) -> None:
        """Keeps the figures of a sort."""
        data = {"rules": load(sort.packs).hash, "figures": figures.plain()}
        write_whole(self.folder / f"{sort.name}.json", json.dumps(data))


def batches(sort: Sort, first: int, last: int, each: float) -> Iterator[tuple[Sort, int, int]]:
    """The games of a sort that are left, in batches of about the same time; `each` is the time of one game."""
    size = max(1, int(BATCH_SECONDS / max(each, 1e-3)))
    for start in range(first, last, size):
        yield sort, start, min(last, start + size)


def run(games: dict[str, int], processes: int, store: Store) -> dict[Sort, Figures]:
    """Plays what is missing, and gives the figures of all sorts."""
    found = {sort: store.read(sort) for sort in sorts()}
    todo: list[tuple[Sort, int, int]] = []
    seconds = 0.0
    for sort, figures in found.items():
        if not figures.games:
            figures.add(play(sort, 0, 1))  # so that the time can be told
        each, last = figures.seconds / figures.games, wanted(sort, games["pairs" if judged(sort) else sort.bot])
        seconds += each * max(0, last - figures.games)
        todo += batches(sort, figures.games, last, each)
    print(f"{len(todo)} batches, about {seconds / 60 / processes:.0f} minutes in {processes} processes", flush=True)
    waiting: dict[Sort, dict[int, Figures]] = {}
    with ProcessPoolExecutor(processes) as pool:
        jobs = {pool.submit(play, *job): job for job in todo}
        for n, done in enumerate(as_completed(jobs), 1):
            sort, first, _ = jobs[done]
            if done.exception() is not None:  # what is left is not waited for: the game that failed is to be looked at
                pool.shutdown(cancel_futures=True)
            waiting.setdefault(sort, {})[first] = done.result()
            figures = found[sort]
            while figures.games in waiting[sort]:  # in order, so that what is kept has no gaps
                figures.add(waiting[sort].pop(figures.games))
            store.write(sort, figures)
            print(f"{n}/{len(todo)} {sort.name}: {figures.games} games", flush=True)
    return found


def main(args: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.balance", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--random", type=int, default=2_000, help="random games of each sort")
    parser.add_argument("--greedy", type=int, default=200, help="greedy games of each sort")
    parser.add_argument("--pairs", type=int, default=1_200, help="greedy games of two, by which factions are judged")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--data", type=Path, default=ROOT / "build" / "balance", help="where figures are kept")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "balance.md", help="the page that is written")
    given = parser.parse_args(args)
    games = {"random": given.random, "greedy": given.greedy, "pairs": given.pairs}
    found = run(games, given.processes, Store(given.data))
    write_whole(given.page, page(found))
    print(f"wrote {given.page}")


if __name__ == "__main__":
    main()
