"""The machine: runs suspended units until a player must decide, and carries out what they decide.

Its stack holds frames of plain values. Three units are built in: the round (which phase comes next), the turns of
a phase, and the triggers of an announcement; all others come from content.

What is pending is one of
  ("act", seat, after)                            an action of the rules; after: only free ones, or the end of the turn
  ("do", seat, action, free, cause)               one given action
  ("choose", seat, site, least, most, candidates, picked)
  ("one", seat, site, options)                    numbers of options, -1 for doing nothing
  ("pay", seat, ways, cause)
  ("order", seat, triggers)
A raw option is (action, arguments...) for act and do, the end of the turn being (-1,); a candidate or DONE for choose;
the place in the list otherwise, or the number of the option for one.
"""

from __future__ import annotations

from typing import Any, Final

from engine import payment, triggers
from engine.control import EffectError, next_choice, push, tick
from engine.reads import unique
from engine.state import State, below

ROUND: Final = 0
TURNS: Final = 2
BUILT_IN: Final = 3
MOST_OPTIONS: Final = 50_000  #: of one decision
END_TURN: Final = (-1,)
DONE: Final = -2
Raw = Any


def run(s: State) -> None:
    """Runs until an action or something with more than one option is pending, or the game is over."""
    frames, units = s.frames, s.kit.units
    while True:
        if s.over:
            frames.clear()
            s.pending = None
            return
        if s.pending is not None:
            only = forced(s)
            if only is None and not is_automaton(s, s.pending[1]):
                return
            apply(s, _by_chance(s) if only is None else only[0])
            continue
        frame = frames[-1]
        following = units[frame[0]][frame[1]](s, frame[2])
        if following < 0:
            frames.pop()
        else:
            frame[1] = following


def is_automaton(s: State, seat: int) -> bool:
    """Whether a seat plays by itself: its turn is an effect, and it is asked nothing."""
    return s.rules.turn_units[s.defn[s.boards[seat]]] >= 0


def _by_chance(s: State) -> Raw:
    """One of the options of what is pending, for a seat that nobody decides for."""
    tick(s)
    found = options(s)
    s.revealed = s.clock
    return found[below(s, len(found))]


def choose(s: State, raw: Raw) -> None:
    """Carries out one raw option of the pending decision and runs on to the next."""
    next_choice(s)
    apply(s, raw)
    run(s)


def options(s: State) -> list[Raw]:
    """The raw options of what is pending."""
    pending = s.pending
    assert pending is not None
    match pending[0]:
        case "act":
            if pending[2]:
                return [*_few(s.kit.legal_free[s.phase](s, pending[1])), END_TURN]
            return _few(s.kit.legal[s.phase](s, pending[1])) or [END_TURN]
        case "do":
            return _few(s.kit.legal_one[pending[2]](s, pending[1], pending[3]))
        case "choose":
            return _candidates(s, pending)
        case "one":
            return list(pending[3])
        case "pay":
            return list(range(len(pending[2])))
    return list(range(len(pending[2])))


def _few(found: list[Raw]) -> list[Raw]:
    if len(found) > MOST_OPTIONS:
        raise EffectError("G001", f"there are more than {MOST_OPTIONS:,} ways to act here")
    return found


def _candidates(s: State, pending: tuple[Any, ...]) -> list[int]:
    _, _, site, low, high, candidates, picked = pending
    if len(picked) >= high:
        return []
    left = [c for c in candidates if c not in picked] if picked else list(candidates)
    if s.rules.sites[site]["over"] == "component":
        left = list(unique(s, left))
    if len(picked) >= low:
        left.append(DONE)
    return left


def forced(s: State) -> tuple[Raw] | None:
    """The forced option of what is pending, or None if a player must be asked."""
    pending = s.pending
    assert pending is not None
    kind = pending[0]
    if kind == "act":
        return None
    if kind == "choose":
        _, _, _, low, high, candidates, picked = pending
        rest = len(candidates) - len(picked)
        if len(picked) >= high or rest == 0:
            return (DONE,)
        if low == high and rest <= high - len(picked):
            return (next(c for c in candidates if c not in picked),)
    found = options(s)
    if not found:
        return (None,)
    return (found[0],) if len(found) == 1 else None


def apply(s: State, raw: Raw) -> None:
    """Carries out a raw option; None where there was none."""
    pending = s.pending
    assert pending is not None
    s.pending = None
    kind = pending[0]
    if kind == "act":
        _act(s, pending, raw)
    elif kind == "choose":
        _pick(s, pending, raw)
    elif kind == "one":
        s.frames[-1][2][s.rules.sites[pending[2]]["slot"]] = -1 if raw is None else raw
    elif kind == "pay":
        s.kit.rt["rt_pay"](s, pending[1], pending[2][raw], pending[3])
    elif kind == "do":
        if raw is not None:
            start(s, pending[1], raw, bool(pending[3]), pending[4])
    else:
        s.frames[-1][2][2] = raw


def _act(s: State, pending: tuple[Any, ...], raw: Raw) -> None:
    turn = s.frames[-1][2]
    if raw == END_TURN:
        turn[2] = 2
        return
    turn[2] = 0 if not pending[2] and s.rules.free_action[raw[0]] else 1
    start(s, pending[1], raw, False, -1)


def _pick(s: State, pending: tuple[Any, ...], raw: Raw) -> None:
    _, seat, site, low, high, candidates, picked = pending
    facts = s.rules.sites[site]
    if raw is not None and raw != DONE:
        picked = (*picked, raw)
        if len(picked) < high:
            s.pending = ("choose", seat, site, low, high, candidates, picked)
            return
    s.frames[-1][2][facts["slot"]] = (picked[0] if picked else -1) if facts["single"] else picked


def start(s: State, you: int, move: tuple[int, ...], free: bool, cause: int) -> None:
    """Begins an action: pays for it, then carries it out."""
    unit, args = move[0], move[1:]
    rules, kit = s.rules, s.kit
    kit.rt["rt_begin"](s, you, move, cause)
    cost = None if free else kit.costs[unit]
    if cost is None:
        _carry_out(s, unit, (you, *args))
        return
    due = cost(s, you, *args)
    keep = None
    guard = kit.usable[unit]
    if rules.interferes[unit] and kit.defeating[unit](s, you, *args):
        keep = lambda way: payment.way_leaves(s, you, way, guard, (you, *args))  # noqa: E731
    payment.begin_pay(s, you, due, rules.action_cause[unit], keep)
    if s.pending is not None:
        push(s, unit, (you, *args))
    else:
        _carry_out(s, unit, (you, *args))


def _carry_out(s: State, unit: int, args: tuple[int, ...]) -> None:
    function = s.kit.funcs[unit]
    if function is not None:
        function(s, *args)
    else:
        push(s, unit, args)


# ---- built-in units
def begin_game(s: State) -> None:
    """Puts the round and, above it, the set-up on the stack."""
    s.frames.append([ROUND, 0, [0, s.clock]])
    if s.rules.setup >= 0:
        push(s, s.rules.setup, (-1,))


def round_step(s: State, variables: list[Any]) -> int:
    """Starts the next phase, or ends the game. variables: the number of the phase that comes next, and how many
    choices were made before this one."""
    rules = s.rules
    latch(s)
    done = variables[0]
    if done > 0 and s.ending and (rules.end_after < 0 or done - 1 == rules.end_after):
        s.over = True
        return 0
    if done == len(rules.phases):
        variables[0] = done = 0
        s.round += 1
        if s.round > rules.max_rounds:
            s.kit.rt["rt_out_of_rounds"](s)
            s.over = True
            return 0
    variables[:] = done + 1, s.clock
    s.phase, s.active = done, -1
    tick(s)
    s.kit.rt["rt_phase"](s)
    phase = rules.phases[done]
    if phase["turns"]:
        s.frames.append([TURNS, 0, [tuple(s.kit.orders[done](s)), 0, 0]])
    else:
        push(s, phase["unit"], (-1,))
    return 0


def latch(s: State) -> None:
    """Notes that the end was triggered; it is not undone."""
    if not s.ending and s.kit.end_when is not None and s.kit.end_when(s):
        s.ending = True
        s.kit.rt["rt_ending"](s)


def turn_begin(s: State, variables: list[Any]) -> int:
    """The next player who is not out. variables: order, place in it, the last choice (1: an action, 2: the end)."""
    order, at, _ = variables
    if not order:
        return -1
    out = s.pcols[s.rules.phases[s.phase]["until"]]
    for k in range(len(order)):
        seat = order[(at + k) % len(order)]
        if not out[seat]:
            variables[1], variables[2] = (at + k) % len(order), 0
            s.active = seat
            board = s.boards[seat]
            own_turn = s.rules.turn_units[s.defn[board]]
            if own_turn >= 0:
                variables[2] = 2
                s.kit.rt["rt_own_turn"](s, seat)
                push(s, own_turn, (seat, board))
            else:
                s.pending = ("act", seat, 0)
            return 1
    s.active = -1
    return -1


def turn_after(s: State, variables: list[Any]) -> int:
    """After a choice of the turn: another one after a free action, free actions after an action, or the next player."""
    latch(s)
    order, at, chosen = variables
    seat = order[at]
    if chosen == 0:
        s.pending = ("act", seat, 0)
        return 1
    if chosen == 1 and not s.pcols[s.rules.phases[s.phase]["until"]][seat] and s.kit.legal_free[s.phase](s, seat):
        s.pending = ("act", seat, 1)
        return 1
    variables[1] = (at + 1) % len(order)
    return 0


def straight(function: Any) -> tuple[Any]:
    """A straight unit as a block, for when it has to wait its turn on the stack."""

    def block(s: State, variables: list[Any]) -> int:
        function(s, *variables[: function.__code__.co_argcount - 1])
        return -1

    return (block,)


# ---- what generated code asks for
def ask(s: State, you: int, site: int, low: int, high: int, candidates: tuple[int, ...]) -> None:
    if you < 0:
        candidates = ()
    s.pending = ("choose", you, site, max(0, min(low, high)), max(0, high), candidates, ())


def ask_one(s: State, you: int, site: int, tests: tuple[Any, ...], optional: int) -> None:
    open_ = tuple(k for k, test in enumerate(tests) if test) if you >= 0 else ()
    s.pending = ("one", you, site, (*open_, -1) if optional and open_ else open_)


def do(s: State, legal_one: Any, action: int, you: int, free: int, cause: int) -> None:
    if you >= 0:
        s.pending = ("do", you, action, free, cause)


def can_do(s: State, legal_one: Any, action: int, you: int, free: int) -> bool:
    return you >= 0 and bool(legal_one[action](s, you, free))


def cost_of(s: State, costs: Any, unit: int, you: int, c: int) -> payment.Cost:
    """What an ability costs: nothing if it names no cost."""
    if unit < 0:
        return ()
    cost = costs[unit]
    return (((), ()),) if cost is None else cost(s, you, c)


RUNTIME: Final[dict[str, Any]] = {
    "rt_choose": ask, "rt_choose_one": ask_one, "rt_do": do, "rt_can_do": can_do, "rt_cost": cost_of,
    "rt_push": push, "rt_fire": triggers.fire, "rt_announce": triggers.announce, "rt_begin_pay": payment.begin_pay,
    "rt_can_pay": payment.can_pay, "rt_payable": payment.payable, "rt_available": payment.available,
    "rt_leaves": payment.leaves, "rt_need": lambda good, n: ((good,) if good >= 0 else (), (), n),
}  # fmt: skip

__all__ = ["RUNTIME", "EffectError", "begin_game", "choose", "options", "run"]
