"""Telling what happened: events of the log as lines, for those who may know of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cli.report import say
from engine.messages.voice import Voice
from engine.story import Event

if TYPE_CHECKING:
    from rich.text import Text

_HEADINGS = ("phase", "ending", "rounds", "end")
CONTINUED = "    "  #: how the further lines of something told begin
_DULL = ("set", "shuffle")  # only told in full


@dataclass(slots=True)
class Line:
    """Something a seat did and what came of it, or a heading. `voice` puts them together."""

    seat: int
    head: str
    voice: Voice
    heading: bool = False
    parts: list[Event] = field(default_factory=list)

    @property
    def text(self) -> str:
        parts = "; ".join(_moves_together(self.parts, self.voice))
        if self.head and parts:
            return self.voice.say("log.came", self.head, parts)
        return self.head or f"{parts[:1].upper()}{parts[1:]}"


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


def lines(events: Iterable[Event], voice: Voice) -> list[Line]:
    """Events put together: a line for each action with what came of it."""
    out: list[Line] = []
    for event in events:
        last = out[-1] if out and not out[-1].heading else None
        if event.verb in _HEADINGS:
            out.append(Line(-1, event.text, voice, heading=True))
        elif event.verb in ("act", "turn"):
            out.append(Line(event.seat, event.text, voice))
        elif event.verb in _DULL:
            continue
        elif last is not None and (event.seat in (last.seat, -1) or event.verb == "turn_over"):
            last.parts.append(event)
        elif event.seat < 0 or event.verb == "turn_over":
            out.append(Line(-1, "", voice, parts=[event]))
        else:
            out.append(Line(event.seat, voice.say("log.seat", event.seat + 1), voice, parts=[event]))
    return out


def _moves_together(parts: list[Event], voice: Voice) -> list[str]:
    """The parts in words, with what moves to one place one after another told at once."""
    out: list[str] = []
    names: list[str] = []
    for n, part in enumerate(parts):
        if part.moved is None:
            out.append(part.short)
            continue
        name, together = part.moved
        names.append(name)
        after = parts[n + 1].moved if n + 1 < len(parts) else None
        if after is None or after[1] != together:
            times = {name: names.count(name) for name in names}
            told = ", ".join(name if k == 1 else voice.say("log.times", name, k) for name, k in times.items())
            out.append(part.short if len(names) == 1 else together.replace("{}", told))
            names = []
    return out


def tell(events: Sequence[Event], seat: int | None, voice: Voice, *, full: bool = False) -> None:
    """Prints what a seat may know of some events; in full, each with the line of content that caused it."""
    known = known_to(events, seat)
    if full:
        for event in known:
            cause = f"  [{event.cause[0]}, {event.cause[1]}:{event.cause[2]}]" if event.cause else ""
            _print(event.text + cause, event.verb in _HEADINGS)
    else:
        for line in lines(known, voice):
            _print(line.text, line.heading)


def drawn(events: Sequence[Event], seat: int | None, voice: Voice, width: int, *, full: bool = False) -> list[Text]:
    """What a seat may know of some events, as lines of a width for a table that is drawn."""
    from rich.text import Text

    from cli.terminal.lines import rule, wrap

    known = known_to(events, seat)
    told = (
        [(e.text, e.verb in _HEADINGS) for e in known] if full else [(n.text, n.heading) for n in lines(known, voice)]
    )
    out: list[Text] = []
    for text, heading in told:
        out += [rule(Text(text, "dim"), width)] if heading else wrap(Text(f"  {text}"), width, len(CONTINUED))
    return out


def _print(text: str, heading: bool) -> None:
    if heading:
        say(f"-- {text} --", bold=True)
    else:
        say(f"   {text}")
