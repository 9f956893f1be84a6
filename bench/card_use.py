"""What the greedy bot does with each card of a pack.

    python bench/card_use.py --packs base,connections,winter [--games N] [--seats N]

Of the seats that held a card on a turn of theirs: the share that built, dealt or razed it, and (of those that had it
built) how often they used its action a game. Boards, seats and seeds go round, so that a run can be made again.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter

from engine import Game, load
from engine.bots import choose_greedy
from engine.ruleset import Ruleset

Uses = Counter[tuple[str, str]]
_PLAYED = re.compile(
    r"(?P<built>construct|develop|redevelop) (?P<a>\w+)|(?P<dealt>deal) (?P<b>\w+)"
    r"|(?P<razed>raze) (?P<c>\w+) from hand|(?P<used>use) (?P<d>\w+)|(?P<again>faction) \w+ again with (?P<e>\w+)"
)


def played(option: str) -> tuple[str, str] | None:
    """What an option does with a card, and its id; None for all else."""
    found = _PLAYED.match(option)
    if found is None:
        return None
    what, card = [name for name, text in found.groupdict().items() if text is not None]
    return ("used" if what == "again" else what), found[card]


def one_game(rules: Ruleset, seats: int, seed: int) -> Uses:
    """How many seats held each card, and did what with it."""
    boards = [c.unique_id for c in rules.boards()]
    first, step = seed % len(boards), 1 + seed // len(boards) % 3
    chosen = list(dict.fromkeys(boards[(first + n * step) % len(boards)] for n in range(seats)))
    chosen += [b for b in boards if b not in chosen][: seats - len(chosen)]
    game, rng = Game.new(rules, chosen, seed), random.Random(seed)
    hand = next(zone["base"] for zone in rules.zones if zone["id"] == "hand")
    seen, used = set[tuple[int, str, str]](), Uses()
    while (decision := game.decision) is not None:
        option, seat, s = choose_greedy(game, rng), decision.seat, game.state
        if decision.kind == "act":
            seen |= {(seat, "held", rules.cards[s.defn[c]].id) for c in s.zones[hand + seat]}
            if (found := played(option.id)) is not None:
                seen.add((seat, *found))
                used[found] += found[0] == "used"
        game.choose(option)
    return Uses((what, card) for _, what, card in seen if what != "used") + used


def table(rules: Ruleset, pack: str, uses: Uses) -> str:
    """The cards of a pack, one a line, as Markdown."""
    lines = [
        "| card | held | built | dealt | razed | none | uses a game |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for card in rules.cards:
        held = uses["held", card.id]
        if card.pack == pack and held:
            built, dealt, razed = (uses[what, card.id] for what in ("built", "dealt", "razed"))
            shares = [f"{min(100, round(100 * n / held))}%" for n in (built, dealt, razed)]
            rest = f"{max(0, round(100 * (held - built - dealt - razed) / held))}%"
            often = f"{uses['used', card.id] / built:.1f}" if built and uses["used", card.id] else ""
            lines.append(f"| {card.name} | {held} | {' | '.join(shares)} | {rest} | {often} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packs", default="base,connections,winter")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2)
    given = parser.parse_args()
    packs = given.packs.split(",")
    rules, uses = load(packs), Uses()
    for seed in range(given.games):
        uses += one_game(rules, given.seats, seed)
    print(table(rules, packs[-1], uses))


if __name__ == "__main__":
    main()
