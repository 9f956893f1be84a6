"""What an editor can ask or say, each with its answer."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from cli.lsp import fixes, hover, outline, renaming, tokens
from cli.lsp.positions import Text
from cli.lsp.server import Server, path_of

_SWITCH = 0.001  #: seconds after which the thread in the background lets the other one work


def initialized(s: Server, _: lsp.InitializedParams) -> None:
    s.files.roots = [Path(path_of(folder.uri)) for folder in s.workspace.folders.values()]
    if not s.files.roots and s.workspace.root_uri:
        s.files.roots = [Path(path_of(s.workspace.root_uri))]
    s.watch()


def opened(s: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    s.take(params.text_document.uri)


def edited(s: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    s.take(params.text_document.uri)


def closed(s: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    path = path_of(params.text_document.uri)
    s.files.close(path)
    s.tell(path)


def saved(s: Server, params: lsp.DidSaveTextDocumentParams) -> None:
    if (state := s.files.state(path_of(params.text_document.uri))) is not None:
        s.later(state)


def watched(s: Server, params: lsp.DidChangeWatchedFilesParams) -> None:
    states = {id(state): state for c in params.changes if (state := s.files.state(path_of(c.uri))) is not None}
    for state in states.values():
        s.later(state)


def complete(s: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
    path, text, offset = s.spot(params)
    return lsp.CompletionList(False, s.files.completion(path).items(text, offset, snippets=s.takes_snippets()))


def hovered(s: Server, params: lsp.HoverParams) -> lsp.Hover | None:
    path, text, offset = s.spot(params)
    if (found := hover.hover(s.files, path, offset)) is None:
        return None
    use, told = found
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told), text.range(use.start, use.end))


def defined(s: Server, params: lsp.DefinitionParams) -> list[lsp.Location]:
    path, _, offset = s.spot(params)
    if (found := s.files.at(path, offset)) is None:
        return []
    uses = s.files.uses(found[0], found[1].symbol)
    return [s.location(use) for use in ([use for use in uses if use.declares] or uses[:1])]


def referred(s: Server, params: lsp.ReferenceParams) -> list[lsp.Location]:
    path, _, offset = s.spot(params)
    if (found := s.files.at(path, offset)) is None:
        return []
    both = params.context.include_declaration
    return [s.location(use) for use in s.files.uses(found[0], found[1].symbol) if both or not use.declares]


def prepared(s: Server, params: lsp.PrepareRenameParams) -> lsp.Range:
    path, text, offset = s.spot(params)
    use = _tried(renaming.target, s.files, path, offset)
    return text.range(use.start, use.end)


def renamed(s: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    path, _, offset = s.spot(params)
    edits: dict[str, list[lsp.TextEdit]] = {}
    for use in _tried(renaming.rename, s.files, path, offset, params.new_name):
        place = s.location(use)
        edits.setdefault(place.uri, []).append(lsp.TextEdit(place.range, params.new_name))
    return lsp.WorkspaceEdit(changes=edits)


def fixed(s: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    path = path_of(params.text_document.uri)
    text = s.text_of(path)
    asked = [params.range, *(d.range for d in params.context.diagnostics)]  # some editors ask for all of the line
    places = [(text.offset(place.start), text.offset(place.end)) for place in asked]
    found = [one for one in s.files.found(path) if any(fixes.concerns(one, *place) for place in places)]
    uri = params.text_document.uri
    return [*fixes.suggested(uri, text, found), *fixes.added(path, uri, text, found, s.files.schema(path))]


def formatted(s: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    path = path_of(params.text_document.uri)
    return fixes.formatted(path, s.text_of(path))


def outlined(s: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    file = s.files.open.get(path_of(params.text_document.uri))
    if file is None or file.document is None:
        return []
    return outline.symbols(file.document, Text(file.document.text, s._encoding()))


def folded(s: Server, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    return outline.folds(s.text_of(path_of(params.text_document.uri)))


def coloured(s: Server, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    path = path_of(params.text_document.uri)
    file, state = s.files.open.get(path), s.files.state(path)
    if file is None or file.document is None or file.document.text != file.text.text:
        return lsp.SemanticTokens([])
    linked, book = (state.linked, state.book) if state is not None else (None, None)
    kinds = linked.symbols.kinds if linked is not None else {}
    sorts = {}
    for use in book.in_file(path) if book is not None and state is not None else ():
        if state is not None and (placed := s.files.here(state, use)) is not None:
            sorts[placed.start, placed.end] = use.symbol.sort
    return lsp.SemanticTokens(tokens.tokens(file.document, file.text, kinds, sorts))


def _tried(what: Any, *given: Any) -> Any:
    """What a function gives; why it refuses becomes the answer to the editor."""
    try:
        return what(*given)
    except renaming.Refused as e:
        raise JsonRpcException(str(e), lsp.LSPErrorCodes.RequestFailed) from None


#: Each message of the protocol that is understood, with its options and its answer.
ANSWERS: tuple[tuple[str, Any, Callable[..., Any]], ...] = (
    (lsp.INITIALIZED, None, initialized),
    (lsp.TEXT_DOCUMENT_DID_OPEN, None, opened),
    (lsp.TEXT_DOCUMENT_DID_CHANGE, None, edited),
    (lsp.TEXT_DOCUMENT_DID_CLOSE, None, closed),
    (lsp.TEXT_DOCUMENT_DID_SAVE, None, saved),
    (lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, None, watched),
    (lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " ", "[", "{", "(", "|"]), complete),
    (lsp.TEXT_DOCUMENT_HOVER, None, hovered),
    (lsp.TEXT_DOCUMENT_DEFINITION, None, defined),
    (lsp.TEXT_DOCUMENT_REFERENCES, None, referred),
    (lsp.TEXT_DOCUMENT_PREPARE_RENAME, None, prepared),
    (lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True), renamed),
    (lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]), fixed),
    (lsp.TEXT_DOCUMENT_FORMATTING, None, formatted),
    (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, None, outlined),
    (lsp.TEXT_DOCUMENT_FOLDING_RANGE, None, folded),
    (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens.legend(), coloured),
)


def make() -> Server:
    """A server that answers all of these."""
    server = Server()
    for message, options, answer in ANSWERS:
        server.feature(message, options)(answer)
    return server


def _failed(record: logging.LogRecord) -> bool:
    """Whether what is logged is a failure: a refusal is none, and its reason is the answer."""
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, JsonRpcException) and error.code == lsp.LSPErrorCodes.RequestFailed)


def serve() -> None:
    """Serves over standard input and output until the editor is gone."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_failed)
    sys.setswitchinterval(_SWITCH)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed must not get between the messages
    make().start_io(os.fdopen(os.dup(sys.stdin.fileno()), "rb"), out)
