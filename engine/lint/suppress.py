"""Suppressions: `# state51: ignore[L103] because older packs read it`.

At the end of a line one is for that line; on a line of its own, for what begins on the next line, as a whole card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from dsl.codes import CODES
from dsl.diagnostics import Diagnostic, Span, suggest
from dsl.render import Lines

_COMMENT = re.compile(r"#\s*state51:\s*ignore\b(?:\[(?P<codes>[^\]]*)\])?(?P<rest>[^\r\n]*)")
_REASON = re.compile(r"\s*because\s+\S")


@dataclass(slots=True)
class Suppression:
    """One comment: the codes it names, the lines it is for, and which of the codes it hid."""

    span: Span
    codes: tuple[str, ...]
    first: int
    last: int
    used: set[str] = field(default_factory=set)


def read(file: str, text: str) -> tuple[list[Suppression], list[Diagnostic]]:
    """The suppressions in a file, and what is wrong with them."""
    found: list[Suppression] = []
    wrong: list[Diagnostic] = []
    lines = Lines(text)
    for match in _COMMENT.finditer(text):
        number, column = lines.line_col(match.start())
        line = lines.line(number)
        span = Span(file, match.start(), match.start() + len(match[0].rstrip()))
        listed = [c.strip() for c in (match["codes"] or "").split(",") if c.strip()]
        if not listed:
            wrong.append(Diagnostic("L903", "this names no code", span, "write the code: ignore[L103] because ..."))
            continue
        known: list[str] = []
        for name in listed:
            code = next((row.code for row in CODES.values() if name in (row.code, row.name)), None)
            if code is None:
                hint = suggest(name, [*CODES, *(row.name for row in CODES.values())])
                at = span.start + match[0].index(name)
                wrong.append(Diagnostic("L903", f"there is no code `{name}`", Span(file, at, at + len(name)), hint))
            else:
                known.append(code)
        if not _REASON.match(match["rest"]):
            why = "write why: ignore[...] because ..."
            wrong.append(Diagnostic("L902", "a suppression needs its reason", span, why))
        elif known:
            first, last = (number, number) if line[: column - 1].strip() else _block(lines, number)
            found.append(Suppression(span, tuple(known), first, last))
    return found, wrong


def _block(lines: Lines, number: int) -> tuple[int, int]:
    """The lines of what begins below a line: to the last line that is indented further."""
    first = number + 1
    while first <= len(lines.starts) and (not lines.line(first).strip() or lines.line(first).lstrip().startswith("#")):
        first += 1
    if first > len(lines.starts):
        return number, number
    indent, last = _indent(lines.line(first)), first
    for n in range(first + 1, len(lines.starts) + 1):
        line = lines.line(n)
        if line.strip() and _indent(line) <= indent:
            break
        if line.strip():
            last = n
    return first, last


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def apply(
    found: Iterable[Diagnostic], texts: dict[str, str], *, judged: Iterable[str] | None = None
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What is left of findings, and what was hidden. What is wrong with the suppressions is among what is left; those
    of codes that were not looked for are no matter (`judged` are the codes that were)."""
    suppressions: dict[str, list[Suppression]] = {}
    left: list[Diagnostic] = []
    hidden: list[Diagnostic] = []
    lines: dict[str, Lines] = {}
    looked_for = set(judged) if judged is not None else set(CODES)
    for file, text in texts.items():
        suppressions[file], wrong = read(file, text) if "state51:" in text else ([], [])
        left += wrong
    for diagnostic in found:
        if diagnostic.span is None or not suppressions.get(diagnostic.span.file):
            left.append(diagnostic)
            continue
        file = diagnostic.span.file
        number = lines.setdefault(file, Lines(texts[file])).line_col(diagnostic.span.start)[0]
        mine = [s for s in suppressions[file] if diagnostic.code in s.codes and s.first <= number <= s.last]
        for suppression in mine:
            suppression.used.add(diagnostic.code)
        (hidden if mine else left).append(diagnostic)
    for s in (s for listed in suppressions.values() for s in listed):
        for code in s.codes:
            if code not in s.used and code in looked_for:
                hint = "delete this comment" if len(s.codes) == 1 else f"take {code} out of this comment"
                left.append(Diagnostic("L901", f"there is no {code} here to hide", s.span, hint))
    return left, hidden
