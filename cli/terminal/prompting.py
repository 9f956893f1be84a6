"""Reading a line from a person: with completion, editing and history at a terminal, otherwise plainly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cli.report import say
from cli.terminal.style import Style

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

LONGEST = 500  #: characters of a line that are looked at
Words = Callable[[], Iterable[str]]


class Leave(Exception):
    """The person wants to stop, or there is no more input."""


class Reader:
    """Reads the lines of one person. `words` gives what could be said now; nobody else's lines are in its history."""

    def __init__(self, style: Style, words: Words) -> None:
        self.style, self.words = style, words
        self._session: PromptSession[str] | None = None
        self._pauses: PromptSession[str] | None = None

    def read(self, prompt: str = "> ") -> str:
        """A line, without spaces around it; several that were pasted at once are one. Raises Leave where there is no
        more input."""
        try:
            line = self._typed(prompt) if self.style.typed and not self.style.linear else self._plain(prompt)
        except EOFError:
            say()
            raise Leave from None
        return " ".join(line.splitlines()).strip()[:LONGEST]

    def pause(self, prompt: str = "") -> str:
        """Waits for a line, which is mostly empty. Raises Leave where there is no more input."""
        try:
            if self.style.typed and not self.style.linear:
                self._pauses = self._pauses or _session(self.style, tuple)
                return str(self._pauses.prompt(prompt)).strip()[:LONGEST]
            return input(prompt).strip()[:LONGEST]
        except EOFError:
            raise Leave from None

    def _plain(self, prompt: str) -> str:
        line = input(prompt)
        if not sys.stdin.isatty():
            say()
        return line

    def _typed(self, prompt: str) -> str:
        return str(self._started().prompt(prompt))

    def _started(self) -> PromptSession[str]:
        """Where lines are typed, with their history."""
        if self._session is None:
            self._session = _session(self.style, self.words)
        return self._session


def matching(words: Iterable[str], begun: str) -> Iterator[str]:
    """The words that go on what is begun, in any case, each once."""
    folded = begun.casefold()
    seen: set[str] = set()
    for word in words:
        if word.casefold().startswith(folded) and word not in seen:
            seen.add(word)
            yield word


def _session(style: Style, words: Words, **more: Any) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import InMemoryHistory
    from prompt_toolkit.output import ColorDepth

    class Words(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            begun = document.text_before_cursor.lstrip()
            for word in matching(words(), begun):
                yield Completion(word, start_position=-len(begun))

    depth = None if style.color else ColorDepth.DEPTH_1_BIT
    return PromptSession(
        completer=Words(), complete_while_typing=False, history=InMemoryHistory(), color_depth=depth, **more
    )
