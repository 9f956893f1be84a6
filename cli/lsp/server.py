"""The server: what an editor asks, and what it is told by itself.

A change is looked at at once (`quick`). After a pause the pack is linked and judged in another thread; what that finds
is put beside it, moved to where it is by then.
"""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from cli.dev.watching import Stamp, stamp
from cli.lsp import thorough
from cli.lsp.diagnostics import shown, uri_of
from cli.lsp.positions import Text
from cli.lsp.protocol import Protocol
from cli.lsp.workspace import PackState, Workspace
from engine.index.book import Book, Use
from engine.index.linked import Linked, real

_LOOK = 1.0  #: seconds between looks at whether files were changed elsewhere
PAUSE = 0.3  #: seconds without a change after which the whole is looked at
_SELDOM = 1_000_000  #: so many collections of younger garbage before one of all: while somebody types, none


class Server(LanguageServer):
    """The language server of one editor."""

    def __init__(self, pause: float = PAUSE) -> None:
        full = lsp.TextDocumentSyncKind.Full
        super().__init__("state51", _version(), text_document_sync_kind=full, protocol_cls=Protocol)
        self.files = Workspace()
        self.pause = pause
        self._told: set[str] = set()
        self._waiting: dict[Path, asyncio.Task[None]] = {}
        self._watching: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1)

    # ---- texts and places
    def text_of(self, path: str) -> Text:
        """The text of a file as it is now."""
        open_ = self.files.open.get(path)
        return open_.text if open_ is not None else Text(self.files.text(path), self._encoding())

    def _encoding(self) -> str:
        found = self.workspace.position_encoding
        return str(getattr(found, "value", found) or "utf-16")

    def takes_snippets(self) -> bool:
        """Whether the editor says so of what it completes."""
        known = self.client_capabilities.text_document
        item = known.completion.completion_item if known is not None and known.completion is not None else None
        return bool(item is not None and item.snippet_support)

    def spot(self, params: Any) -> tuple[str, Text, int]:
        """The file, text and offset that a request is about."""
        path = path_of(params.text_document.uri)
        text = self.text_of(path)
        return path, text, text.offset(params.position)

    def location(self, use: Use) -> lsp.Location:
        return lsp.Location(self.uri(use.file), self.text_of(use.file).range(use.start, use.end))

    def uri(self, path: str) -> str:
        """The URI of a file, as the editor writes it if the file is open."""
        return self.files.open[path].uri if path in self.files.open else uri_of(path)

    # ---- changes
    def take(self, uri: str) -> None:
        """Looks at a file whose text is new, and at the whole after a pause."""
        path = path_of(uri)
        written = self.workspace.get_text_document(uri).source
        self.files.put(path, uri, Text(written, self._encoding()))
        self.tell(path)
        if (state := self.files.state(path)) is not None:
            self.later(state)

    def tell(self, path: str) -> None:
        """Tells the editor what is wrong with a file."""
        found = self.files.found(path)
        if not found and path not in self.files.open and path not in self._told:
            return
        self._told = self._told | {path} if found else self._told - {path}
        text = self.text_of(path)
        listed = [shown(d, level, text, self.text_of) for d, level in found]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.uri(path), listed))

    def later(self, state: PackState) -> None:
        """Looks at the whole of the packs that a change concerns once nothing changes for a while."""
        for concerned in self.files.concerned(state):
            if (waiting := self._waiting.get(concerned.folder)) is not None:
                waiting.cancel()
            task = asyncio.get_running_loop().create_task(self._whole(concerned))
            self._waiting[concerned.folder] = task

    def watch(self) -> None:
        """From now on notices what is changed elsewhere, by other programs: not every editor tells."""
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        seen: dict[Path, Stamp] = {}
        while True:
            await asyncio.sleep(_LOOK)
            for state in self.files.in_use():
                packs = state.linked.packs if state.linked is not None else []
                here = stamp(dict.fromkeys([state.folder, *(pack.folder for pack in packs)]))
                here = [file for file in here if real(file[0]) not in self.files.open]  # of those the editor tells
                if packs and seen.setdefault(state.folder, here) != here:
                    seen[state.folder] = here
                    self.later(state)

    async def _whole(self, state: PackState) -> None:
        await asyncio.sleep(self.pause if state.linked is not None else 0)
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._thread, partial(_linked, state.folder, state.linked))
        if found is not None:
            state.take(*found)
            self._again(state)
        verdict = await loop.run_in_executor(self._thread, thorough.judged, state.folder)
        for path in sorted(state.judge(verdict) | set(self.files.open)):
            self.tell(path)
        self._waiting.pop(state.folder, None)
        if not self._waiting:
            tidied()

    def _again(self, state: PackState) -> None:
        """Looks again at the open files of a pack, as names may mean something else now, and have other colours."""
        for path, file in self.files.open.items():
            if self.files.state(path) is state:
                self.files.look(file)
                self.tell(path)
        asked = self.client_capabilities.workspace
        if asked is not None and asked.semantic_tokens is not None and asked.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)


def tidied() -> None:
    """Collects all garbage, now that nobody types, and leaves what is left alone until the next time. Packs are some
    hundred thousand objects: looked through again and again while somebody types, they made every twentieth keystroke
    wait for a tenth of a second."""
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _SELDOM)
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _linked(folder: Path, old: Linked | None) -> tuple[Linked, Book] | None:
    linked = thorough.linked(folder, old)
    return (linked, Book(linked)) if linked is not None else None


def path_of(uri: str) -> str:
    """The real path of a file; of what is no file, the URI itself."""
    found = to_fs_path(uri)
    return real(found) if found else uri


def _version() -> str:
    try:
        return version("state51")
    except PackageNotFoundError:
        return "checkout"
