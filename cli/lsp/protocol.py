"""The protocol, for editors that do not keep to it in everything."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.protocol import LanguageServerProtocol, lsp_method


class Protocol(LanguageServerProtocol):
    """A file may be changed before it is opened: changes are whole texts, so nothing is missing.

    Helix does so when it renames in many files at once, and then opens some with the text before the change.
    """

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> Generator[Any, Any, None]:
        document = params.text_document
        if unquote(document.uri) not in self.workspace.text_documents:
            self.workspace.put_text_document(lsp.TextDocumentItem(document.uri, "yaml", document.version, ""))
        yield from super().lsp_text_document__did_change(params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> Generator[Any, Any, None]:
        document = params.text_document
        known = self.workspace.text_documents.get(unquote(document.uri))
        if known is not None and (known.version or 0) > document.version:
            document.text, document.version = known.source, known.version or 0
        yield from super().lsp_text_document__did_open(params)
