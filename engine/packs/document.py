"""A YAML file as read: its data, and the exact place of everything in it."""

from __future__ import annotations

import re
from typing import Any

from dsl.diagnostics import Span
from dsl.render import Lines
from dsl.spanmap import Scalar, scalar_end

_WORD = re.compile(r"[a-z0-9_]+")

#: Start and end in the text, style (its opening character or ""), value.
ScalarMark = tuple[int, int, str, str]


def words_in(text: str) -> set[str]:
    """The words of a text that could be ids."""
    return set(_WORD.findall(text))


class Branch:
    """The places of a mapping or list. `end` is 0 if it is not in brackets: then it ends with its last part."""

    __slots__ = ("end", "keys", "parts", "start")

    def __init__(self, start: int, *, mapping: bool) -> None:
        self.start = start
        self.end = 0
        self.keys: dict[str, tuple[int, int]] = {}
        self.parts: dict[str, ScalarMark | Branch] | list[ScalarMark | Branch] = {} if mapping else []


class Document:
    """A YAML file as read: `data` is its value, `file` its path as shown to the user, `text` what its places count in.

    A path into it is a tuple of keys and, in lists, indices from 0; the empty path is the whole value.
    """

    __slots__ = ("_lines", "_root", "data", "file", "text")

    def __init__(self, file: str, text: str, data: Any, root: ScalarMark | Branch) -> None:
        self.file = file
        self.text = text
        self.data = data
        self._root = root
        self._lines: Lines | None = None

    @property
    def lines(self) -> Lines:
        """The lines of the text."""
        if self._lines is None:
            self._lines = Lines(self.text)
        return self._lines

    def span(self, path: tuple[str | int, ...]) -> Span:
        """The place of a value, with its quotes or brackets. Raises LookupError if there is no value at the path."""
        mark = self._mark(path)
        return Span(self.file, mark.start if isinstance(mark, Branch) else mark[0], self._end(mark))

    def key_span(self, path: tuple[str | int, ...]) -> Span:
        """The place of the key that a value stands under. Raises LookupError if the path does not end with a key."""
        branch = self._mark(path[:-1])
        if not path or not isinstance(branch, Branch) or path[-1] not in branch.keys:
            raise LookupError(f"{self.file} has no key at {path!r}")
        return Span(self.file, *branch.keys[str(path[-1])])

    def scalar(self, path: tuple[str | int, ...]) -> Scalar:
        """The scalar at a path, as text whatever its type. Raises LookupError if none is there."""
        mark = self._mark(path)
        if isinstance(mark, Branch):
            raise LookupError(f"{self.file} has no scalar at {path!r}")
        start, end, style, text = mark
        return Scalar(text, self.file, self.lines, start, end, style)

    def style(self, path: tuple[str | int, ...]) -> str:
        """How a value is written: the opening character of its quotes, block or brackets; "" for what has none. Raises
        LookupError if there is no value at the path."""
        mark = self._mark(path)
        if isinstance(mark, Branch):
            return self.text[mark.start] if mark.end else ""
        return mark[2]

    def with_only(self, path: tuple[str | int, ...], numbers: list[int]) -> Document:
        """The same file as if a list at a path had only some of its items, each in its place in the text."""

        def part(mark: Any, data: Any, steps: tuple[str | int, ...]) -> tuple[Any, Any]:
            made = Branch(mark.start, mapping=bool(steps))
            made.end, made.keys = mark.end or 1, mark.keys
            if not steps:
                made.parts = [mark.parts[n] for n in numbers]
                return made, [data[n] for n in numbers]
            inner, value = part(mark.parts[steps[0]], data[steps[0]], steps[1:])
            made.parts = {**mark.parts, str(steps[0]): inner}
            return made, {**data, steps[0]: value}

        root, data = part(self._root, self.data, path)
        return Document(self.file, self.text, data, root)

    def _mark(self, path: tuple[str | int, ...]) -> ScalarMark | Branch:
        mark: Any = self._root
        for step in path:
            try:
                mark = mark.parts[step]
            except (AttributeError, TypeError, LookupError):
                raise LookupError(f"{self.file} has no value at {path!r}") from None
        return mark  # type: ignore[no-any-return]

    def _end(self, mark: ScalarMark | Branch) -> int:
        if not isinstance(mark, Branch):
            return scalar_end(self.text, *mark[:3])
        if mark.end:
            return mark.end
        if isinstance(mark.parts, list):
            return max(self._end(mark.parts[-1]), mark.start + 1)
        last = next(reversed(mark.parts))
        return max(self._end(mark.parts[last]), mark.keys[last][1])
