"""The page of all cards: one file that asks for nothing, with every card drawn in it, and data for its script."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from string import Template

from cli.gallery.draw import HIGH, SHAPES, WIDE, drawn
from cli.gallery.faces import Choice, Face, Faces
from cli.gallery.signs import Sign, Signs
from cli.gallery.sources import played, written
from cli.pages import asset, block, compact, digest
from engine.packs.order import Pack

ASSETS = "cli.gallery"  #: where the parts of the page are
_ON_PAGE = (
    "title", "search", "pack", "kind", "all", "sort", "listed", "name", "copies", "print", "every_copy", "dark", "none",
    "signs", "clear", "keys", "no_script",
)  # fmt: skip
_WORDS = ("previous", "next", "close", "written", "scenarios", "unplayed", "shown")


@dataclass(frozen=True, slots=True)
class Live:
    """What a page needs that loads itself anew: elements, a style and a script, which may ask where it came from."""

    elements: str
    style: str
    script: str


class Page:
    """The page for some sets of packs that can be played together. `language` is the id of the language of the page.
    With `live` it is no page by itself, but one that is served."""

    def __init__(self, sets: list[tuple[Faces, list[Pack]]], language: str, live: Live | None = None) -> None:
        self._sets, self._language, self._live = sets, language, live
        self._say = sets[0][0].say
        self._signs = Signs()
        self._packs: dict[str, Pack] = {}
        self._cards: list[tuple[Face, list[Pack]]] = []
        for faces, packs in sets:
            new = {p.id: p for p in packs if p.id not in self._packs}
            self._packs |= new
            self._cards += [(face, packs) for face in faces.all() if face.pack in new]

    @property
    def count(self) -> int:
        """How many cards are shown."""
        return len(self._cards)

    def html(self) -> str:
        """The whole page."""
        cards = "".join(self._card(n, face) for n, (face, _) in enumerate(self._cards))
        legend = "".join(self._legend())  # after the cards, so that all signs are known
        style, script = asset("face.css", ASSETS) + asset("page.css", ASSETS), asset("page.js", ASSETS)
        words = {id: escape(self._say(id)) for id in _ON_PAGE}
        signs = f"<defs>{SHAPES}{self._signs.definitions()}</defs>"
        return Template(asset("page.html", ASSETS)).substitute(
            words, lang=escape(self._language), style=style, script=script, style_hash=digest(style),
            script_hash=digest(script), signs_used=signs, cards=cards, legend=legend,
            filters="".join(self._filters()), orders="".join(self._orders()), data=self._data(), packed=self._packed(),
            count=escape(self._say("shown", len(self._cards), len(self._cards))), **self._living(),
        )  # fmt: skip

    def _living(self) -> dict[str, str]:
        """The parts of a page that loads itself anew; of any other they are empty."""
        if (live := self._live) is None:
            return {"live": "", "live_policy": "", "live_style": ""}
        return {
            "live": f"<style>{live.style}</style>\n{live.elements}\n<script>{live.script}</script>\n",
            "live_policy": f" '{digest(live.script)}'; connect-src 'self'",
            "live_style": f" '{digest(live.style)}'",
        }

    # ---- parts
    def _card(self, n: int, face: Face) -> str:
        told = [face.title, face.kind]
        told += [face.band.name] if face.band is not None else []
        told += [f"{face.number[0]} {face.number[1]}"] if face.number is not None else []
        inner = drawn(face, self._signs)
        picture = f'<svg class="face" viewBox="0 0 {WIDE} {HIGH}" aria-hidden="true">{inner}</svg>'
        named = f'aria-haspopup="dialog" aria-label="{escape(", ".join(told))}"'
        return f'<li data-n="{n}"><button type="button" {named}>{picture}</button></li>'

    def _legend(self) -> Iterator[str]:
        """Each sign with what it stands for, those of the same name once."""
        seen: set[tuple[str, str]] = set()
        for one in self._stand_for():
            id = self._signs.id(one)
            if (id, one.name) not in seen:
                seen.add((id, one.name))
                yield (
                    f'<li><svg class="face" viewBox="0 0 32 32" aria-hidden="true"><use href="#{id}"/></svg>'
                    f"{escape(one.name)}</li>"
                )

    def _stand_for(self) -> Iterator[Sign]:
        for faces, _ in self._sets:
            yield from faces.goods
            for face, _ in self._cards:
                yield from (
                    one for row in face.rows for one, _ in row.tokens if one is not None and one not in faces.goods
                )

    def _filters(self) -> Iterator[str]:
        names = {id: str(pack.manifest.data["name"]) for id, pack in self._packs.items()}
        yield self._select("pack", self._say("pack"), names)
        yield self._select("kind", self._say("kind"), {face.kind_id: face.kind for face, _ in self._cards})
        for choice in self._choices():
            used = {w for face, _ in self._cards for w in face.words.get(choice.id, ())}
            if used:
                words = {w: name for w, name in choice.words.items() if w in used}
                yield self._select(f"w:{choice.id}", choice.label, words)

    def _choices(self) -> list[Choice]:
        found: dict[str, Choice] = {}
        for faces, _ in self._sets:
            for choice in faces.choices():
                found.setdefault(choice.id, choice).words.update(choice.words)
        return list(found.values())

    def _select(self, id: str, label: str, options: dict[str, str]) -> str:
        given = "".join(f'<option value="{escape(v)}">{escape(name)}</option>' for v, name in options.items())
        return (
            f'<label>{escape(label)} <select data-filter="{escape(id)}">'
            f'<option value="">{escape(self._say("all"))}</option>{given}</select></label>'
        )

    def _orders(self) -> Iterator[str]:
        numbers = {id: label for faces, _ in self._sets for id, label in faces.numbers().items()}
        used = {id for face, _ in self._cards for id in face.numbers}
        yield from (
            f'<option value="n:{escape(id)}">{escape(label)}</option>' for id, label in numbers.items() if id in used
        )

    # ---- what the script knows
    def _data(self) -> str:
        data = {
            "words": {id: self._say(id, "{0}", "{1}") for id in _WORDS},
            "cards": [
                {
                    "id": f.id, "title": f.title, "pack": f.pack, "kind": f.kind_id, "copies": f.copies,
                    "words": f.words, "numbers": f.numbers, "lines": f.lines,
                }
                for f, _ in self._cards
            ],
        }  # fmt: skip
        return block(data)

    def _packed(self) -> str:
        """What is only needed once a card is opened, and is long: compressed, and as letters that mean nothing in HTML.
        By card, what is written of it and the numbers of its scenarios; then the scenarios."""
        stories = [story for pack in self._packs.values() for story in played(pack)]
        sources = [
            [list(written(f.definition, packs)), [n for n, s in enumerate(stories) if f.definition.id in s.words]]
            for f, packs in self._cards
        ]
        data = {"sources": sources, "stories": [[s.name, s.place, s.text] for s in stories]}
        return base64.b64encode(zlib.compress(compact(data).encode(), 9)).decode()
