"""The page of the gallery, drawn anew at every save; what does not load stands in a banner above the last good one."""

from __future__ import annotations

from html import escape
from pathlib import Path

from cli.dev import telling
from cli.dev.looking import Look
from cli.dev.server import Server
from cli.gallery.collect import collect
from cli.gallery.page import Live, Page
from cli.pages import asset
from dsl.diagnostics import DiagnosticError
from dsl.render import render
from engine.packs import locate

_NOTHING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<title>state51 dev</title></head>
<body><p>The pack does not load yet.</p><pre>{problem}</pre></body></html>
"""


class Gallery:
    """Draws pages for a server."""

    def __init__(self, server: Server, folder: Path, lang: str) -> None:
        self._server, self._folder, self._lang = server, folder, lang
        self._drawn = False

    def shown(self, found: Look, good: Look | None) -> None:
        """Shows a new version, or what is wrong with it."""
        problem = telling.plain(found) if found.version is None else ""
        page = None
        if found.version is not None:
            try:
                page = self._page(found)
                self._drawn = True
            except DiagnosticError as e:
                problem = "\n".join(render(d, e.texts) for d in e.diagnostics)
        if page is None and not self._drawn:
            page = _NOTHING.format(problem=escape(problem))
        self._server.show(page, problem)

    def _page(self, found: Look) -> str:
        assert found.version is not None
        number, pack = self._server.number + 1, escape(found.version.facts.id)
        banner = f'<pre id="banner" role="alert" data-page="{number}" data-pack="{pack}" hidden></pre>'
        live = Live(banner, asset("live.css", "cli.dev"), asset("live.js", "cli.dev"))
        return Page(collect([locate.reference(self._folder)], self._lang), self._lang, live).html()
