"""Diagnostics as the protocol has them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lsprotocol import types as lsp

from cli.lsp.positions import Text
from dsl.codes import Severity
from dsl.diagnostics import Diagnostic, Related
from engine.index.linked import real

_LEVELS = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "info": lsp.DiagnosticSeverity.Information,
}
_BEGUN = ("Y012",)  # what is only not written yet
_UNUSED = ("L101", "L102", "L109", "L110", "L404")  # what an editor may show paler


def shown(
    diagnostic: Diagnostic, level: Severity, text: Text, other: Callable[[str], Text] | None = None
) -> lsp.Diagnostic:
    """A diagnostic of a text. `other` gives the texts of the other files that it may point into."""
    related = [_related(r, other) for r in diagnostic.related] if other is not None else []
    hint = f"\n{diagnostic.hint}" if diagnostic.hint else ""
    return lsp.Diagnostic(
        range=text.span(diagnostic.span) if diagnostic.span is not None else text.range(0, 0),
        message=f"{diagnostic.message}{hint}",
        severity=lsp.DiagnosticSeverity.Hint if diagnostic.code in _BEGUN else _LEVELS[level],
        code=diagnostic.code,
        source="state51",
        related_information=related or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if diagnostic.code in _UNUSED else None,
        data={"fix": diagnostic.fix} if diagnostic.fix is not None else None,
    )


def _related(related: Related, other: Callable[[str], Text]) -> lsp.DiagnosticRelatedInformation:
    file = real(related.span.file)
    return lsp.DiagnosticRelatedInformation(lsp.Location(uri_of(file), other(file).span(related.span)), related.message)


def uri_of(path: str) -> str:
    return Path(path).as_uri()
