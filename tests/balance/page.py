"""The page of statistics, in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine import Ruleset, load
from tests.balance.figures import Figures
from tests.balance.play import Sort
from tests.combinations import manifests

LOW, HIGH = 0.35, 0.65
Found = dict[Sort, Figures]
PLAYS = ("build", "use", "build_outpost", "upgrade_outpost", "raze_outpost", "play_connection")
"""What is done with a card for what it is."""

HEAD = """# Balance

Games of bots in every combination of packs that their manifests allow, with every number of seats, every order of
boards in turn and the same seeds for each order. `random` chooses any option, `greedy` looks one step ahead. Every game
ended by the rules, and in all of them goods were conserved; at sampled decisions a clone, a saved game and silent play
went on as the game did, and one game in twenty was replayed from its record. Made by `python -m tests.balance`; what it
has played it keeps, so it can be stopped and gone on with.
"""


def page(found: Found) -> str:
    """The page of these figures."""
    parts = [HEAD, *_verdict(found), *_lengths(found), *_factions(found), *_seats(found), *_origins(found)]
    return "\n".join([*parts, *_cards(found)]) + "\n"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table: text to the left in the first column, the rest to the right."""
    yield f"| {' | '.join(header)} |"
    yield f"| --- |{' ---: |' * (len(header) - 1)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else ""


def called(packs: Sequence[str]) -> str:
    return ", ".join(packs)


def greedy(found: Found, wanted: Callable[[Sort], bool] = lambda _: True) -> dict[tuple[str, ...], Figures]:
    """The figures of greedy games by combination, added up over the sorts that are wanted."""
    out: dict[tuple[str, ...], Figures] = {}
    for sort, figures in found.items():
        if sort.bot == "greedy" and wanted(sort):
            out.setdefault(sort.packs, Figures()).add(figures)
    return out


def judged(sort: Sort) -> bool:
    """Whether factions are judged by these games, of which it takes many: 200 tell a share but within a tenth."""
    return sort.bot == "greedy" and sort.seats == 2 and not alone(load(sort.packs))


def alone(rules: Ruleset) -> bool:
    return rules.automata[0] > 0


def of_two(found: Found) -> dict[tuple[str, ...], Figures]:
    """Greedy games of two seats, both of which somebody decides for."""
    return greedy(found, judged)


# ---- what to look at first
def _verdict(found: Found) -> Iterator[str]:
    yield "## What stands out\n"
    outside = [
        f"{board} wins {percent(wins, games)} with {called(packs)}"
        for packs, figures in of_two(found).items()
        for board, (games, wins) in sorted(figures.boards.items())
        if not LOW <= wins / games <= HIGH
    ]
    yield from _listed(f"Factions below {percent(LOW, 1)} or above {percent(HIGH, 1)} in greedy games of two", outside)
    totals = added(found)
    for id, manifest in manifests().items():
        if manifest["provenance"] != "original":
            continue
        rows = {c: a for c, a in totals.items() if c in cards_of(id)}
        never = [f"{c} ({a})" for c, actions in rows.items() for a in PLAYS if not actions.get(a, [0, 1])[1]]
        always = [f"{c} ({a})" for c, actions in rows.items() for a, (n, used) in first(actions) if n == used]
        unmet = sorted(cards_of(id) - set(rows))
        yield from _listed(f"Cards of {id} that greedy never chose for what it could", sorted(never))
        yield from _listed(f"Cards of {id} that greedy always played when it could", sorted(always))
        yield from _listed(f"Cards of {id} that were never offered", unmet)
    limits = [
        f"{figures.games - figures.triggered} of {sort.name}"
        for sort, figures in found.items()
        if sort.bot == "greedy" and figures.triggered < figures.games
    ]
    yield from _listed("Greedy games that ended by the limit of rounds", limits)
    yield "Published cards and factions are shown as they are, and are not changed.\n"


def _listed(title: str, rows: Sequence[str]) -> Iterator[str]:
    yield f"* {title}: {'; '.join(rows) if rows else 'none'}."


def first(actions: dict[str, list[int]]) -> list[tuple[str, list[int]]]:
    """What counts as playing a card: to build it, or for what is not built the first thing that is done with it."""
    return [(a, actions[a]) for a in ("build", "build_outpost", "play_connection") if a in actions][:1]


# ---- tables
def _lengths(found: Found) -> Iterator[str]:
    yield "\n## Games\n"
    rows = []
    for sort, f in found.items():
        lengths = sorted(int(n) for n in f.rounds)
        mean = sum(int(n) * k for n, k in f.rounds.items()) / f.games
        seats = "alone" if alone(load(sort.packs)) else str(sort.seats)
        spread = f"{lengths[0]} to {lengths[-1]}"
        rows.append([called(sort.packs), seats, sort.bot, str(f.games), f"{mean:.1f}", spread,
                     percent(f.triggered, f.games)])  # fmt: skip
    yield from table(["packs", "seats", "bots", "games", "rounds", "from to", "ended by points"], rows)


def _factions(found: Found) -> Iterator[str]:
    yield "## Who wins: factions\n"
    yield f"Greedy games of two with seats swapped; outside of {percent(LOW, 1)} to {percent(HIGH, 1)} in bold.\n"
    both = of_two(found)
    boards = sorted({board for f in both.values() for board in f.boards})
    yield from table(
        ["packs", *boards], ([called(p), *(_share(f.boards.get(b)) for b in boards)] for p, f in both.items())
    )
    yield "Alone, greedy against the seat that plays by itself:\n"
    single = greedy(found, lambda sort: alone(load(sort.packs)))
    boards = sorted({board for f in single.values() for board in f.boards})
    rows = ([called(p), *(_share(f.boards.get(b), bold=False) for b in boards)] for p, f in single.items())
    yield from table(["packs", *boards], rows)


def _share(row: list[float] | None, *, bold: bool = True) -> str:
    if row is None:
        return ""
    shown = percent(row[1], row[0])
    return f"**{shown}**" if bold and not LOW <= row[1] / row[0] <= HIGH else shown


def _seats(found: Found) -> Iterator[str]:
    yield "## Who wins: seats\n"
    rows = []
    for sort, f in found.items():
        if not alone(load(sort.packs)):
            wins = [_share(f.seats.get(str(n)), bold=False) for n in range(1, 5)]
            rows.append([called(sort.packs), str(sort.seats), sort.bot, *wins])
    yield from table(["packs", "seats", "bots", "first", "second", "third", "fourth"], rows)


def _origins(found: Found) -> Iterator[str]:
    yield "## Where points come from\n"
    yield "Of all points of all seats in greedy games, by the phase or action in whose course they came.\n"
    by = greedy(found)
    total = sum((f.origins for f in by.values()), start=next(iter(by.values())).origins.__class__())
    names = [name for name, _ in total.most_common()]
    rows = (
        [called(p), *(percent(f.origins[n], f.origins.total()) if f.origins[n] else "" for n in names)]
        for p, f in by.items()
    )
    yield from table(["packs", *(name.replace("_", " ") for name in names)], rows)


# ---- cards
def added(found: Found) -> dict[str, dict[str, list[int]]]:
    """What greedy did with each card in all games together."""
    total = Figures()
    for figures in greedy(found).values():
        total.add(figures)
    return total.cards


def cards_of(pack: str) -> set[str]:
    """The cards of a pack that a player can do something with: no boards."""
    rules = load([pack])
    boards = {c.id for c in (*rules.boards(), *rules.own_boards())}
    acted_on = {c.id for c in rules.cards[1:] if c.pack == pack} - boards
    return {id for id in acted_on if rules.by_id[id][0].kind not in _pieces(rules)}


def _pieces(rules: Ruleset) -> set[str]:
    """Kinds of a single card with nothing written on it, as pawns: nothing to choose among."""
    kinds: dict[str, int] = {}
    for card in rules.cards[1:]:
        kinds[card.kind] = kinds.get(card.kind, 0) + 1
    return {kind for kind, n in kinds.items() if n == 1}


def _cards(found: Found) -> Iterator[str]:
    yield "## What greedy does with cards\n"
    yield "Of the seats of all games to which something was offered with a card, the share that did it at least once;"
    yield "`build` is construct, develop or redevelop. In brackets how many were offered it.\n"
    totals = added(found)
    for pack in manifests():
        mine = {c: totals[c] for c in sorted(cards_of(pack)) if c in totals}
        by_actions: dict[tuple[str, ...], list[str]] = {}
        kinds = {c.id: c.kind for c in load([pack]).cards[1:]}
        for kind in dict.fromkeys(kinds[c] for c in mine):
            here = [c for c in mine if kinds[c] == kind]
            actions = tuple(dict.fromkeys(a for c in here for a in sorted(mine[c])))
            by_actions.setdefault(actions, []).extend(here)
        for actions, names in by_actions.items():
            yield f"### {pack}: {len(names)} cards\n"
            rows = ([c, *(_done(mine[c].get(a)) for a in actions)] for c in names)
            yield from table(["card", *(a.replace("_", " ") for a in actions)], rows)


def _done(row: list[int] | None) -> str:
    return f"{percent(row[1], row[0])} ({row[0]})" if row else ""
