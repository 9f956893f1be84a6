"""Telling what happened: events of the log as lines, for those who may know of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cli.report import say
from engine.story import Event

if TYPE_CHECKING:
    from rich.text import Text

_HEADINGS = ("phase", "ending", "rounds", "end")
CONTINUED = "    "  #: how the further lines of something told begin
_DULL = ("set", "shuffle")  # only told in full


@dataclass(slots=True)
class Line:
    """Something a seat did and what came of it, or a heading."""

    seat: int
    head: str
    heading: bool = False
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        parts = "; ".join(_moves_together(self.parts))
        return f"{self.head}: {parts}" if self.head and parts else self.head or parts


def known_to(events: Sequence[Event], seat: int | None) -> list[Event]:
    """The events that a seat may know of (None: an onlooker who may know everything), each told once."""
    out: list[Event] = []
    for n, event in enumerate(events):
        if seat is not None and event.audience not in (None, seat):
            continue
        after = events[n + 1] if n + 1 < len(events) else None
        told_better = after is not None and event.verb == "draw" and after.verb == "drawn" and after.seat == event.seat
        if told_better and after is not None and (seat is None or after.audience in (None, seat)):
            continue
        out.append(event)
    return out


def lines(events: Iterable[Event]) -> list[Line]:
    """Events put together: a line for each action with what came of it."""
    out: list[Line] = []
    for event in events:
        last = out[-1] if out and not out[-1].heading else None
        if event.verb in _HEADINGS:
            out.append(Line(-1, event.text, heading=True))
        elif event.verb in ("act", "turn"):
            out.append(Line(event.seat, event.text))
        elif event.verb in _DULL:
            continue
        elif last is not None and (event.seat in (last.seat, -1) or event.verb == "turn_over"):
            last.parts.append(_short(event))
        elif event.seat < 0 or event.verb == "turn_over":
            out.append(Line(-1, "", parts=[event.text]))
        else:
            out.append(Line(event.seat, f"Seat {event.seat + 1}", parts=[_short(event)]))
    return out


_MOVES = " moves to "


def _moves_together(parts: list[str]) -> list[str]:
    """The parts, with what moves to one place one after another told at once."""
    out: list[str] = []
    names: list[str] = []
    for n, part in enumerate(parts):
        name, moves, where = part.partition(_MOVES)
        if not moves:
            out.append(part)
            continue
        names.append(name)
        after = parts[n + 1].partition(_MOVES)[2] if n + 1 < len(parts) else ""
        if after != where:
            times = {name: names.count(name) for name in names}
            told = ", ".join(name if k == 1 else f"{name} (x{k})" for name, k in times.items())
            verb = _MOVES if len(names) == 1 else " move to "
            out.append(f"{told}{verb}{where.replace('_', ' ')}")
            names = []
    return out


def _short(event: Event) -> str:
    """The event without saying again who did it."""
    return event.text.removeprefix(f"Seat {event.seat + 1} ")


def tell(events: Sequence[Event], seat: int | None, *, full: bool = False) -> None:
    """Prints what a seat may know of some events; in full, each with the line of content that caused it."""
    known = known_to(events, seat)
    if full:
        for event in known:
            cause = f"  [{event.cause[0]}, {event.cause[1]}:{event.cause[2]}]" if event.cause else ""
            _print(event.text + cause, event.verb in _HEADINGS)
    else:
        for line in lines(known):
            _print(line.text, line.heading)


def drawn(events: Sequence[Event], seat: int | None, width: int, *, full: bool = False) -> list[Text]:
    """What a seat may know of some events, as lines of a width for a table that is drawn."""
    from rich.text import Text

    from cli.lines import rule, wrap

    known = known_to(events, seat)
    told = [(e.text, e.verb in _HEADINGS) for e in known] if full else [(n.text, n.heading) for n in lines(known)]
    out: list[Text] = []
    for text, heading in told:
        out += [rule(Text(text, "dim"), width)] if heading else wrap(Text(f"  {text}"), width, len(CONTINUED))
    return out


def _print(text: str, heading: bool) -> None:
    if heading:
        say(f"-- {text} --", bold=True)
    else:
        say(f"   {text}")
