"""The gallery served to a browser on this machine, which shows each new version by itself.

Only this machine can ask: the server listens on the loopback, and answers nobody who asks for another host, so that no
page of the web gets in by a name that it has let point here.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

HOST: Final = "127.0.0.1"
PORT: Final = 5151  #: if it is free and no other is wanted
_ALIVE: Final = 15.0  #: seconds of silence after which a stream says that it is still there


@dataclass(frozen=True, slots=True)
class Shown:
    """What a browser is given: a page, which of all that there were it is, and what is wrong now (nothing: "")."""

    page: str
    number: int
    problem: str


class Server:
    """Serves a page at `/`, and at `/events` a stream of what is to be shown."""

    def __init__(self, port: int | None) -> None:
        """Begins to listen on a port; 0 is any. Raises OSError if it is taken."""
        self._shown, self._news, self._ended = Shown("", 0, ""), threading.Condition(), False
        try:
            self._http = _Http((HOST, PORT if port is None else port), _Handler)
        except OSError:
            if port is not None:
                raise
            self._http = _Http((HOST, 0), _Handler)
        self._http.server = self
        self.port: int = self._http.server_address[1]
        threading.Thread(target=self._http.serve_forever, name="gallery", daemon=True).start()

    @property
    def url(self) -> str:
        """Where a browser finds the page."""
        return f"http://{HOST}:{self.port}/"

    @property
    def number(self) -> int:
        """Which page is shown; 0 is none."""
        return self._shown.number

    def show(self, page: str | None, problem: str) -> None:
        """Shows a new page (None: goes on with the last), and what is wrong."""
        with self._news:
            last = self._shown
            self._shown = Shown(page or last.page, last.number + (page is not None), problem)
            self._news.notify_all()

    def stop(self) -> None:
        """Ends it, and all streams."""
        with self._news:
            self._ended = True
            self._news.notify_all()
        self._http.shutdown()
        self._http.server_close()

    # ---- for the handlers
    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that may be asked for."""
        return f"{HOST}:{self.port}", f"localhost:{self.port}"

    def now(self) -> Shown:
        return self._shown

    def after(self, last: Shown | None) -> Shown | None:
        """What is shown once it is something else than `last`, or the same after a while; None at the end."""
        with self._news:
            self._news.wait_for(lambda: self._ended or self._shown is not last, _ALIVE)
            return None if self._ended else self._shown


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    server: Server

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away is no matter."""


class _Handler(BaseHTTPRequestHandler):
    server: _Http
    server_version, sys_version = "state51", ""

    def log_message(self, format: str, *args: Any) -> None:
        """The terminal is for the pack."""

    def do_GET(self) -> None:
        mine = self.server.server
        if self.headers.get("Host") not in mine.hosts:
            self._answer(403, "text/plain", "this is only for browsers on this machine\n")
        elif self.path == "/":
            shown = mine.now()
            self._answer(200, "text/html", shown.page)
        elif self.path == "/events":
            self._stream(mine)
        else:
            self._answer(404, "text/plain", "there is only / and /events\n")

    def _answer(self, code: int, form: str, text: str) -> None:
        body = text.encode()
        self._head(code, form)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _head(self, code: int, form: str) -> None:
        self.send_response(code)
        self.send_header("Content-Type", f"{form}; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", "frame-ancestors 'none'")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def _stream(self, mine: Server) -> None:
        self._head(200, "text/event-stream")
        self.end_headers()
        last: Shown | None = None
        while (shown := mine.after(last)) is not None:
            if shown is last:
                self.wfile.write(b": still here\n\n")
            else:
                data = json.dumps({"page": shown.number, "problem": shown.problem})
                self.wfile.write(f"data: {data}\n\n".encode())
            self.wfile.flush()
            last = shown
