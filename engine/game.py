"""A game: a ruleset, a state and the pending decision. `choose` is the only way it moves."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dsl.diagnostics import Diagnostic, DiagnosticError, suggest
from engine import machine
from engine.control import EffectError, next_choice
from engine.decision import Decision, Option, listed, replayed
from engine.logged import came_to_light
from engine.options import Wording, match
from engine.ruleset import Ruleset
from engine.setup import new_state
from engine.state import State


class IllegalChoice(ValueError):
    """A choice that is not among the options; says what was legal."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place at the end: rank 1 won (several may share it); ties are the values of the tie-breakers."""

    seat: int
    score: int
    rank: int
    ties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Playout:
    """What a random game met: decisions, how many of them were of actions, and the options of all."""

    decisions: int
    actions: int
    options: int


class Game:
    """A game in progress.

    Seats are numbered from 0 here and from 1 in option ids. An effect that fails in play raises DiagnosticError and
    leaves the game at the decision before it.
    """

    __slots__ = ("_decision", "_moves", "_start", "origin", "rules", "state")

    def __init__(self, rules: Ruleset, state: State, origin: dict[str, Any] | None) -> None:
        self.rules, self.state, self.origin = rules, state, origin
        self._start = state.clone()
        self._moves: tuple[Any, ...] | None = None
        self._decision: Decision | None = None

    @classmethod
    def new(cls, rules: Ruleset, seats: Sequence[str | None], seed: int = 0) -> Game:
        """A new game at its first decision. `seats` are ids of boards (None where the game has none).

        Raises DiagnosticError for a number of seats or a board that the rules do not have.
        """
        state = new_state(rules, seats, seed)
        machine.begin_game(state)
        origin = {"seats": list(seats), "seed": seed}
        game = cls.__new__(cls)
        game.rules, game.state, game.origin = rules, state, origin
        game._moves, game._decision = None, None
        game._start = state.clone()
        game._run(lambda s: machine.run(s))
        game._start = game.state.clone()
        return game

    # ---- playing
    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over. Raises DiagnosticError if the search for it fails."""
        if self._decision is None and not self.state.over and self.state.pending is not None:
            try:
                self._decision = Decision(self.state)
            except (EffectError, RecursionError) as e:
                raise DiagnosticError([self._failure(e)]) from e
        return self._decision

    def choose(self, option: Option | str) -> None:
        """Chooses an option, given as such or by its id (whole words from the front will do where unambiguous).

        Raises IllegalChoice if there is no such option, DiagnosticError if an effect fails; the game then stays where
        it was.
        """
        decision = self.decision
        if decision is None:
            raise IllegalChoice("the game is over")
        if not isinstance(option, (Option, str)):
            raise IllegalChoice(f"an option is chosen as such or by its id, not by {option!r}")
        if isinstance(option, Option):
            if option._decision is not decision and option.raw not in decision.raws:
                raise IllegalChoice(f"{option!r} is no option of this decision")
            raw = option.raw
        else:
            raw = self.find(option).raw
        self._play(raw)

    def find(self, text: str) -> Option:
        """The option that a text means. Raises IllegalChoice, saying what was legal."""
        decision = self.decision
        if decision is None:
            raise IllegalChoice("the game is over")
        found = match(Wording(self.state, named=False), decision.raws, text)
        if len(found) == 1:
            return decision.options[found[0]]
        if found:
            raise IllegalChoice(f"`{text}` can mean {', '.join(decision.ids[n] for n in found)}")
        hint = suggest(text, decision.ids)
        raise IllegalChoice(
            f"`{text}` is no option here{'; ' + hint if hint else ''}; legal: {', '.join(decision.ids)}"
        )

    def _play(self, raw: machine.Raw) -> None:
        try:
            machine.choose(self.state, raw)
        except (EffectError, RecursionError) as e:
            failure = self._failure(e)
            self._undo_failure()
            raise DiagnosticError([failure]) from e
        if self._decision is not None:
            self._decision._past = (self._start, self._moves)
        self._moves = (self._moves, raw)
        self._decision = None

    def _run(self, step: Any) -> None:
        try:
            step(self.state)
        except (EffectError, RecursionError) as e:
            raise DiagnosticError([self._failure(e)]) from e

    def _undo_failure(self) -> None:
        """Back to the decision before the choice that failed, by replay from the last checkpoint."""
        kit = self.state.kit
        self.state = replayed(self._start, self._moves, kit)
        if self._decision is not None:
            self._decision._past = (self._start, self._moves)
        self._decision = None

    def _failure(self, error: EffectError | RecursionError) -> Diagnostic:
        """What failed, with the card, file and line of the innermost content at work."""
        code, message = (
            (error.code, error.message) if isinstance(error, EffectError) else ("G002", "effects are nested too deep")
        )
        places = self.rules.places
        files = {c.co_filename for c in self.rules.image["code"]}
        label, file, line = next((places[f[0]] for f in reversed(self.state.frames) if places[f[0]][1]), ("", "", 0))
        if isinstance(error, EffectError) and error.cause >= 0:
            label, file, line = self.rules.causes[error.cause]
        trace = error.__traceback__
        while trace is not None:
            running = trace.tb_frame.f_code
            if running.co_filename in files:
                file, line = running.co_filename, trace.tb_lineno
                unit = re.fullmatch(r"[ukwy](\d+)(_\d+)?", running.co_name)
                label = places[int(unit[1])][0] if unit else label
            trace = trace.tb_next
        return Diagnostic(code, f"{file}:{line} ({label}): {message}" if file else message, None)

    def moves(self) -> list[machine.Raw]:
        """The raw options chosen since this game object began, the oldest first."""
        return listed(self._moves)

    # ---- copies
    def clone(self) -> Game:
        """An independent copy, also in the middle of an effect."""
        new = Game.__new__(Game)
        new.rules, new.state, new.origin = self.rules, self.state.clone(), self.origin
        new._start, new._moves, new._decision = self._start, self._moves, None
        return new

    def sample(self, seat: int, rng: random.Random) -> Game:
        """A game that looks the same from `seat`, with everything it cannot see drawn anew."""
        from engine.view import resample

        self._must_be_seat(seat)
        new = Game.__new__(Game)
        new.rules, new.state, new.origin = self.rules, resample(self.state, seat, rng), None
        new._start, new._moves, new._decision = new.state.clone(), None, None
        return new

    def _must_be_seat(self, seat: int) -> None:
        """Raises IndexError for a seat that is not at this table."""
        if not 0 <= seat < self.state.seats:
            raise IndexError(f"there is no seat {seat}: seats go from 0 to {self.state.seats - 1}")

    def undo(self, *, seat: int | None = None, analysis: bool = False) -> bool:
        """Takes back the last choice, if nothing hidden came to light since (or always, for analysis). False if not.

        With `seat`, what another player showed of what that seat could not see counts as well.
        """
        if self._moves is None or (not analysis and self.state.revealed >= self.state.clock):
            return False
        before = replayed(self._start, self._moves[0], self.state.kit)
        if seat is not None and not analysis and came_to_light(before, self.state, seat):
            return False
        self._moves = self._moves[0]
        self.state, self._decision = before, None
        return True

    # ---- looking
    @property
    def log(self) -> list[Any]:
        """What happened, the oldest first; see `engine.story`."""
        from engine.story import tell

        return tell(self.state)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see, as plain data (None: what everyone may)."""
        from engine.view import observe

        if seat is not None:
            self._must_be_seat(seat)
        return observe(self.state, seat)

    def value(self, function: str, seat: int) -> int:
        """A function of the rules for one player, for example the one named as `score` or `worth`."""
        return int(self.state.kit.functions[function](self.state, seat))

    @property
    def standings(self) -> list[Standing]:
        """Players from first to last by the rules' score and tie-breakers, as things stand now."""
        scoring = self.rules.scoring
        rows = []
        for seat in range(self.state.seats):
            score = self.value(scoring["score"], seat) if "score" in scoring else 0
            ties = tuple(self.value(t, seat) for t in scoring.get("ties", ()))
            rows.append((score, ties, seat))
        placed = [
            (1 + sum(1 for s, t, _ in rows if (s, t) > (score, ties)), seat, score, ties) for score, ties, seat in rows
        ]
        return [Standing(seat, score, rank, ties) for rank, seat, score, ties in sorted(placed)]

    # ---- saving
    def to_json(self) -> str:
        """The whole game as JSON: where it came from, every choice, and the state."""
        data = {
            "format": "state51 game",
            "layout": self.rules.layout,
            "rules": self.rules.hash,
            "packs": self.rules.packs,
            "options": self.rules.options,
            "origin": self.origin,
            "moves": self.moves(),
            "start": self._start.to_data(),
            "state": self.state.to_data(),
        }
        data["fingerprint"] = _digest(data)
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_json(cls, rules: Ruleset, text: str) -> Game:
        """The game that `to_json` wrote. Raises DiagnosticError if it is cut short, edited, or of other content."""
        from engine.record import read_saved

        data = read_saved(rules, text, "state51 game")
        if data.get("layout") != rules.layout:
            message = "this was saved by another version of the program; a record of the game can still be replayed"
            raise DiagnosticError([Diagnostic("R003", message, None)])
        edited = DiagnosticError([Diagnostic("R002", "this saved game was changed by hand", None)])
        try:
            intact = data.pop("fingerprint", None) == _digest(data)
        except (ValueError, RecursionError) as e:
            raise edited from e
        if not intact:
            raise edited
        try:
            game = cls.__new__(cls)
            game.rules, game.origin, game._decision = rules, data["origin"], None
            game.state = adopt(rules, State.from_data(data["state"]))
            game._start = adopt(rules, State.from_data(data["start"]))
            game._moves = None
            for raw in data["moves"]:
                game._moves = (game._moves, tuple(raw) if isinstance(raw, list) else raw)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as e:
            raise edited from e
        return game

    def record(self) -> dict[str, Any]:
        """The game as a list of choices, in words, with what they were made on; see `engine.record`."""
        from engine.record import make

        return make(self)

    # ---- random play
    def playout(self, rng: random.Random) -> Playout:
        """Plays on to the end by random choice, silently and without building options. Returns what it met."""
        s, pick = self.state, rng.random
        kit, s.kit = s.kit, self.rules.silent
        decisions = actions = met = 0
        apply, run, options = machine.apply, machine.run, machine.options
        try:
            while not s.over:
                raws = options(s)
                n = len(raws)
                pending = s.pending
                assert pending is not None
                if pending[0] == "act" and not pending[2]:
                    actions += 1
                decisions += 1
                met += n
                next_choice(s)
                apply(s, raws[int(pick() * n)])
                run(s)
        except (EffectError, RecursionError) as e:
            raise DiagnosticError([self._failure(e)]) from e
        finally:
            s.kit = kit
        self._decision = None
        self._start, self._moves = s.clone(), None
        self.origin = None
        return Playout(decisions, actions, met)


def _digest(data: dict[str, Any]) -> str:
    """A digest of a saved game: of all that it says, so that no part of it can be changed unnoticed."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def adopt(rules: Ruleset, state: State) -> State:
    """Ties a loaded state to its rules."""
    state.rules, state.kit = rules, rules.logging
    return state


__all__ = ["Decision", "Game", "IllegalChoice", "Option", "Playout", "Standing"]
