"""Quick fixes: what a diagnostic suggests to write instead, and the canonical form."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp

from cli.fmt import Formatter
from cli.lsp.diagnostics import shown
from cli.lsp.positions import Text, changed
from cli.lsp.workspace import Found
from dsl.diagnostics import DiagnosticError
from engine.packs.source import load_document


def actions(uri: str, text: Text, found: Found, start: int, end: int) -> list[lsp.CodeAction]:
    """The fixes of what is wrong from one place to another."""
    out: list[lsp.CodeAction] = []
    for diagnostic, level in found:
        span, fix = diagnostic.span, diagnostic.fix
        if span is None or fix is None or span.start > end or span.end < start:
            continue
        old = text.text[span.start : span.end]
        quote = old[0] if len(old) > 1 and old[0] in "\"'" and old[-1] == old[0] else ""
        edit = lsp.TextEdit(text.span(span), f"{quote}{fix}{quote}")
        out.append(
            lsp.CodeAction(
                title=f"Write {fix}",
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[shown(diagnostic, level, text)],
                is_preferred=True,
                edit=lsp.WorkspaceEdit(changes={uri: [edit]}),
            )
        )
    return out


def formatted(path: str, text: Text) -> list[lsp.TextEdit]:
    """The change that puts a file in canonical form; none if something is wrong with it."""
    try:
        document = load_document(path, text.text.encode("utf-8", "surrogatepass"))
        new = Formatter().text(document, Path(path))
    except DiagnosticError:
        return []
    old = text.text
    if new == old:
        return []
    first, last = changed(old, new)
    return [lsp.TextEdit(text.range(first, len(old) - last), new[first : len(new) - last])]
