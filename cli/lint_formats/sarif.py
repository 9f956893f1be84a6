"""SARIF 2.1.0, as GitHub and other hosts read it. Its keys are those that the format demands."""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import quote

from cli.lint_formats import Find, Row, rows
from cli.report import say_json
from dsl.codes import CODES, Code, Severity
from dsl.diagnostics import Diagnostic

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}


def show(found: list[tuple[Diagnostic, Severity]], find: Find, files: set[str]) -> None:
    """Prints one run with all findings, and the rules that they break."""
    listed = rows(found, find)
    used = list(dict.fromkeys(row.code.code for row in listed))
    driver = {
        "name": "state51",
        "informationUri": "https://pypi.org/project/state51/",
        "rules": [_rule(CODES[code]) for code in used],
    }
    results = [_result(row, used.index(row.code.code)) for row in listed]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    say_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(row: Code) -> dict[str, Any]:
    from engine.lint.registry import explain

    pascal = "".join(part.capitalize() for part in row.name.split("-"))
    return {
        "id": row.code,
        "name": pascal,
        "shortDescription": {"text": row.summary},
        "help": {"text": explain(row.code), "markdown": explain(row.code)},
        "defaultConfiguration": {"level": LEVELS[row.severity]},
    }


def _result(row: Row, index: int) -> dict[str, Any]:
    out: dict[str, Any] = {
        "ruleId": row.code.code,
        "ruleIndex": index,
        "level": LEVELS[row.level],
        "message": {"text": row.message},
    }
    if row.path:
        region = {
            "startLine": row.line,
            "startColumn": row.column,
            "endLine": row.end_line,
            "endColumn": row.end_column,
        }
        place = {"artifactLocation": {"uri": quote(row.path)}, "region": region}
        out["locations"] = [{"physicalLocation": place}]
    key = f"{row.path}\0{row.code.code}\0{row.diagnostic.message}\0{' '.join(row.source.split())}"
    out["partialFingerprints"] = {"primaryLocationLineHash": hashlib.sha256(key.encode()).hexdigest()[:32]}
    return out
