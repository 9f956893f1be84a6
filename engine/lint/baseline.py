"""A baseline: the findings that a pack had when it was first looked at. It survives lines that move.

A finding is known again by its code, message and the text of its line, not by the line's number; the same finding on
two lines that read the same is known twice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from dsl.diagnostics import Diagnostic
from dsl.render import Lines

FORMAT = 1
Entry = tuple[str, str, str, str]
Find = Callable[[str], str | None]


def entry(diagnostic: Diagnostic, text_of: Find, folder: Path) -> Entry:
    """What a finding is known by: the file as seen from the baseline, the code, the message, the text of the line."""
    if diagnostic.span is None:
        return "", diagnostic.code, diagnostic.message, ""
    text = text_of(diagnostic.span.file)
    line = ""
    if text is not None:
        lines = Lines(text)
        line = " ".join(lines.line(lines.line_col(diagnostic.span.start)[0]).split())
    path = Path(diagnostic.span.file).resolve()
    home = folder.resolve()
    shown = path.relative_to(home).as_posix() if path.is_relative_to(home) else path.as_posix()
    return shown, diagnostic.code, diagnostic.message, line


def write(found: Iterable[Diagnostic], text_of: Find, folder: Path) -> str:
    """A baseline of some findings, as JSON in a stable order."""
    counts = Counter(entry(d, text_of, folder) for d in found)
    rows = [
        {"file": file, "code": code, "message": message, "line": line, "count": n}
        for (file, code, message, line), n in sorted(counts.items())
    ]
    return json.dumps({"format": FORMAT, "findings": rows}, indent=1, ensure_ascii=False) + "\n"


def read(text: str) -> Counter[Entry]:
    """The findings of a baseline. Raises ValueError if it is none."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise ValueError(f"format {data['format']} is unknown here")
        return Counter(
            {
                (str(r["file"]), str(r["code"]), str(r["message"]), str(r["line"])): int(r["count"])
                for r in data["findings"]
            }
        )
    except (KeyError, TypeError, AttributeError, OverflowError, RecursionError) as e:
        raise ValueError("this is no baseline") from e


def new(found: Iterable[Diagnostic], known: Counter[Entry], text_of: Find, folder: Path) -> list[Diagnostic]:
    """The findings that are not in a baseline."""
    left, out = Counter(known), list[Diagnostic]()
    for diagnostic in found:
        key = entry(diagnostic, text_of, folder)
        if left[key] > 0:
            left[key] -= 1
        else:
            out.append(diagnostic)
    return out
