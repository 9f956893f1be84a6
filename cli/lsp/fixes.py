"""Quick fixes: what a diagnostic suggests to write instead, keys that are missing, and the canonical form."""

from __future__ import annotations

import pathlib

from lsprotocol import types as lsp

from cli.fmt import Formatter
from cli.lsp.diagnostics import shown
from cli.lsp.missing import insertions, lacking
from cli.lsp.positions import Text, changed
from cli.lsp.workspace import Found
from dsl.codes import Severity
from dsl.diagnostics import Diagnostic, DiagnosticError
from engine.index.marks import Path
from engine.packs.source import load_document
from engine.schema.shapes import Schema

MISSING = "K002"


def concerns(found: tuple[Diagnostic, Severity], start: int, end: int) -> bool:
    """Whether a finding is between two places."""
    span = found[0].span
    return span is not None and span.start <= end and span.end >= start


def suggested(uri: str, text: Text, found: Found) -> list[lsp.CodeAction]:
    """What may be written instead."""
    out: list[lsp.CodeAction] = []
    for diagnostic, level in found:
        span, fix = diagnostic.span, diagnostic.fix
        if span is not None and fix is not None:
            old = text.text[span.start : span.end]
            quote = old[0] if len(old) > 1 and old[0] in "\"'" and old[-1] == old[0] else ""
            edit = lsp.TextEdit(text.span(span), f"{quote}{fix}{quote}")
            out.append(_action(f"Write {fix}", uri, [edit], shown(diagnostic, level, text), preferred=True))
    return out


def added(path: str, uri: str, text: Text, found: Found, schema: Schema) -> list[lsp.CodeAction]:
    """The keys that are missing in a mapping: all of them, and each alone."""
    missing = [(diagnostic, level) for diagnostic, level in found if diagnostic.code == MISSING]
    try:
        document = load_document(path, text.text.encode("utf-8", "surrogatepass")) if missing else None
    except DiagnosticError:
        return []
    out: dict[tuple[Path, str], lsp.CodeAction] = {}
    for diagnostic, level in missing if document is not None else ():
        if document is None or diagnostic.span is None or not (where := lacking(document, schema, diagnostic.span)):
            continue
        keys = list(where.keys)
        for chosen in [keys, *([key] for key in keys if len(keys) > 1)]:
            title = f"Add {chosen[0]}" if len(chosen) == 1 else "Add all keys that are missing"
            edits = [lsp.TextEdit(text.range(at, at), new) for at, new in insertions(document, where, chosen).items()]
            action = _action(title, uri, edits, shown(diagnostic, level, text), preferred=chosen is keys)
            out.setdefault((where.path, title), action)
    return list(out.values())


def _action(title: str, uri: str, edits: list[lsp.TextEdit], of: lsp.Diagnostic, *, preferred: bool) -> lsp.CodeAction:
    return lsp.CodeAction(
        title=title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[of],
        is_preferred=preferred,
        edit=lsp.WorkspaceEdit(changes={uri: edits}),
    )


def formatted(path: str, text: Text) -> list[lsp.TextEdit]:
    """The change that puts a file in canonical form; none if something is wrong with it."""
    try:
        document = load_document(path, text.text.encode("utf-8", "surrogatepass"))
        new = Formatter().text(document, pathlib.Path(path))
    except DiagnosticError:
        return []
    old = text.text
    if new == old:
        return []
    first, last = changed(old, new)
    return [lsp.TextEdit(text.range(first, len(old) - last), new[first : len(new) - last])]
