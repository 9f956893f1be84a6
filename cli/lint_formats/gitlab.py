"""The code quality report of GitLab."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

from cli.lint_formats import Find, rows
from cli.report import say_json
from dsl.codes import Severity
from dsl.diagnostics import Diagnostic

_LEVELS: dict[Severity, str] = {"error": "major", "warning": "minor", "info": "info"}


def show(found: list[tuple[Diagnostic, Severity]], find: Find, files: set[str]) -> None:
    """Prints a list with one entry for each finding; fingerprints stay the same when lines move."""
    seen: Counter[str] = Counter()
    out: list[dict[str, Any]] = []
    for row in rows(found, find):
        key = f"{row.path}\0{row.code.code}\0{row.diagnostic.message}\0{' '.join(row.source.split())}"
        seen[key] += 1
        lines = {"begin": row.line, "end": row.end_line}
        out.append(
            {
                "description": f"{row.code.code} {row.code.name}: {row.message}",
                "check_name": row.code.code,
                "fingerprint": hashlib.sha256(f"{key}\0{seen[key]}".encode()).hexdigest(),
                "severity": _LEVELS[row.level],
                "location": {"path": row.path or "pack.yaml", "lines": lines},
            }
        )
    say_json(out)
