"""An editor for tests: the client of pytest-lsp, which also checks what is sent against the protocol, with the server
in a process of its own. It lives in a thread, so that tests are plain functions."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient, client_capabilities

ROOT = Path(__file__).parent.parent
_PATIENCE = 30  # seconds


class Editor:
    """One editor with one server, in a folder."""

    def __init__(self, folder: Path, encoding: str | None = None) -> None:
        self.folder = folder
        self.told: dict[str, list[list[lsp.Diagnostic]]] = {}
        self.texts: dict[Path, str] = {}
        self._versions: dict[Path, int] = {}
        self._news = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.client = self.run(self._start(encoding))

    # ---- living
    async def _start(self, encoding: str | None) -> LanguageClient:
        client = LanguageClient()

        @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            with self._news:
                self.told.setdefault(params.uri, []).append(list(params.diagnostics))
                self._news.notify_all()

        await client.start_io(sys.executable, "-m", "cli.main", "lsp", cwd=str(ROOT))
        capabilities = client_capabilities("visual-studio-code")
        assert capabilities.general is not None
        if encoding is not None:
            capabilities.general.position_encodings = [lsp.PositionEncodingKind(encoding)]
        params = lsp.InitializeParams(
            capabilities=capabilities,
            workspace_folders=[lsp.WorkspaceFolder(self.folder.as_uri(), self.folder.name)],
            root_uri=self.folder.as_uri(),
        )
        answer = await client.initialize_session(params)
        provider: Any = answer.capabilities.semantic_tokens_provider
        self.legend: list[str] = list(provider.legend.token_types)
        return client

    def close(self) -> None:
        """Ends the server as an editor does, and everything here."""
        try:
            self.run(self.client.shutdown_session())
        finally:
            self.run(self._stopped())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(_PATIENCE)
            self._loop.close()

    async def _stopped(self) -> None:
        await self.client.stop()
        others = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._loop.shutdown_default_executor()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_PATIENCE)

    # ---- files
    def open(self, file: Path, text: str | None = None, version: int = 1) -> None:
        """Opens a file, with a text that is not saved if given; waits until something is told of it."""
        self.texts[file] = file.read_text(encoding="utf-8") if text is None else text
        self._versions[file] = version
        before = self._count(file)
        item = lsp.TextDocumentItem(file.as_uri(), "yaml", version, self.texts[file])
        self._send(lambda: self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item)))
        self.wait(file, lambda: self._count(file) > before)

    def shut(self, file: Path) -> None:
        """Closes a file."""
        identifier = lsp.TextDocumentIdentifier(file.as_uri())
        self._send(lambda: self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(identifier)))

    def type(self, file: Path, text: str) -> list[lsp.Diagnostic]:
        """Makes the text of a file another, also of one that is not open; what is told of it first."""
        self.texts[file] = text
        self._versions[file] = self._versions.get(file, 0) + 1
        before = self._count(file)
        identifier = lsp.VersionedTextDocumentIdentifier(self._versions[file], file.as_uri())
        changes = [lsp.TextDocumentContentChangeWholeDocument(text)]
        self._send(lambda: self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, changes)))
        self.wait(file, lambda: self._count(file) > before)
        return self.told[file.as_uri()][before]

    def _count(self, file: Path) -> int:
        return len(self.told.get(file.as_uri(), []))

    def _send(self, what: Callable[[], None]) -> None:
        self._loop.call_soon_threadsafe(what)

    def wait(self, file: Path, until: Callable[[], bool]) -> None:
        """Waits until something is true after news from the server."""
        with self._news:
            assert self._news.wait_for(until, _PATIENCE), f"the server says nothing of {file}: {self.codes(file)}"

    def wrong(self, file: Path) -> list[lsp.Diagnostic]:
        """What was told last of a file."""
        return self.told.get(file.as_uri(), [[]])[-1]

    def codes(self, file: Path) -> list[str]:
        return [str(d.code) for d in self.wrong(file)]

    def until(self, file: Path, *codes: str) -> None:
        """Waits until exactly these codes are told of a file."""
        self.wait(file, lambda: self.codes(file) == list(codes))

    # ---- places
    def at(self, file: Path, mark: str, after: int = 0) -> lsp.Position:
        """The position of the one place where `mark` stands, or so many characters after its beginning."""
        text = self.texts[file]
        assert text.count(mark) == 1, f"{mark!r} stands {text.count(mark)} times in {file}"
        return position(text, text.index(mark) + after)

    def marked(self, file: Path, found: lsp.Range, text: str | None = None) -> str:
        """The text in a range."""
        written = self.texts[file] if text is None else text
        return written[offset(written, found.start) : offset(written, found.end)]

    def ask(
        self, what: Callable[[Any], Coroutine[Any, Any, Any]], kind: Callable[..., Any], file: Path, **more: Any
    ) -> Any:
        """The answer to a request about a file."""
        return self.run(what(kind(text_document=lsp.TextDocumentIdentifier(file.as_uri()), **more)))

    def completed(self, file: Path, place: lsp.Position) -> dict[str, lsp.CompletionItem]:
        """What can be written at a place, by label."""
        found = self.ask(self.client.text_document_completion_async, lsp.CompletionParams, file, position=place)
        return {item.label: item for item in found.items}


def position(text: str, at: int) -> lsp.Position:
    """The position of an offset, counted in UTF-16 units and lines as editors have them."""
    before = text[:at].replace("\r\n", "\n").replace("\r", "\n")
    line = before.rpartition("\n")[2]
    return lsp.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)


def offset(text: str, place: lsp.Position) -> int:
    """The offset of a position."""
    return next(n for n in range(len(text) + 1) if position(text, n) == place)
