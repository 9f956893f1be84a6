"""Learning a game: lessons are scenarios of the packs with prose, in which a person makes the choices of one seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.choices import rules_of
from cli.report import FINDINGS, GOOD, INTERRUPTED, say
from cli.terminal.human import Human
from cli.terminal.match import HUMAN, Manner, Match
from cli.terminal.prompting import Leave
from cli.terminal.style import put
from engine import Game, Option
from engine.packs.locate import find
from engine.packs.order import default_packs
from engine.scenario.expect import offered
from engine.scenario.run import Scenario, begin, read_scenarios, scenario_files

if TYPE_CHECKING:
    from rich.text import Text

_PUPIL = 0  #: the seat of who learns
_TEACHER = "teacher"


class Lesson(Match):
    """A game in which every choice is given."""

    why_final = "lesson.final"

    def undo(self, seat: int) -> bool:
        """Nothing is taken back: the next choice would be another one."""
        return False


class Pupil(Human):
    """A person who makes the choices of a lesson, and may ask all that can be asked at a prompt."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(match, seat)
        self.wanted: Option | None = None
        self.advice: list[str] = []

    def below(self, width: int) -> list[Text]:
        """The advice on this choice, and on those before it that left nothing to choose."""
        from rich.text import Text

        from cli.terminal.lines import wrap

        return [line for text in self.advice for part in ["", *text.split("\n")] for line in wrap(Text(part), width)]

    def welcome(self, text: str) -> None:
        """Shows what a lesson is about, until it is read."""
        self.show(text)
        if self.style.typed and not self.style.linear:
            self._reader.pause(f"-- {self.voice.say('lesson.go_on')} -- ")

    def choose(self, option: Option) -> bool:
        if self.wanted is not None and option.raw != self.wanted.raw:
            say(self.voice.say("lesson.other", self.wanted.label))
            return False
        self.advice.clear()
        return super().choose(option)


def lessons(packs: list[str] | None) -> Iterator[Scenario]:
    """The lessons of some packs (None: those played by default), in order. Raises DiagnosticError."""
    for pack in default_packs() if packs is None else packs:
        folder = find(pack)
        for file in scenario_files(folder if folder is not None else pack):
            yield from (s for s in read_scenarios(file) if "lesson" in s.data)


def teach(packs: list[str] | None, manner: Manner, lang: str = "en") -> int:
    """Takes a person through all lessons in a language. Gives the exit code."""
    found = list(lessons(packs))
    if not found:
        say("These packs have no lessons.", err=True)
        return FINDINGS
    try:
        for lesson in found:
            if not _give(lesson, manner, lang):
                break
    except KeyboardInterrupt:
        say()
        return INTERRUPTED
    return GOOD


def _give(lesson: Scenario, manner: Manner, lang: str) -> bool:
    """One lesson to its end, in a language. False if the person left it."""
    game = begin(lesson, rules_of(lesson.packs(), lesson.data.get("options"), lang))
    try:
        _tell(lesson, game, manner)
    except Leave:
        say(game.rules.voice.say("lesson.left"))
        return False
    return True


def _tell(lesson: Scenario, game: Game, manner: Manner) -> None:
    """Goes through a lesson. Raises Leave."""
    from cli.terminal.lines import paragraphs

    language = game.rules.language
    told = language.names.get("lessons", {}).get(lesson.name, {}) if language is not None else {}
    sayings = iter(told.get("say", ()))
    players = [HUMAN] + [_TEACHER] * (game.state.seats - 1)
    match = Lesson(game, players, full=False, quiet=False, manner=manner)
    pupil = Pupil(match, _PUPIL)
    say(told.get("name", lesson.name), bold=True)
    pupil.welcome(paragraphs(told.get("begin", lesson.data["lesson"]["begin"])))
    for step in lesson.data.get("play", ()):
        _pay(match)
        (id,) = offered(match.game, step["choose"])
        option = match.game.find(id)
        if "say" in step:
            pupil.advice.append(paragraphs(next(sayings, step["say"])))
        if step["seat"] - 1 != _PUPIL:
            match.game.choose(option)
            continue
        decision = match.game.decision
        assert decision is not None
        pupil.wanted = option
        pupil.decide(decision)
    _pay(match)
    match.tell(_PUPIL)
    put(pupil.below(manner.style.size[0]), manner.style)
    say()
    pupil.show(paragraphs(told.get("end", lesson.data["lesson"]["end"])))


def _pay(match: Match) -> None:
    """Pays in the first way wherever a lesson does not say how, as scenarios do."""
    while (decision := match.game.decision) is not None and decision.kind == "pay":
        match.game.choose(decision.options[0])
