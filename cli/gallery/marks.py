"""Generated text with the places where goods are named in it, so that a sign can stand before each name.

Goods are told under names that end with a mark, a character for private use that says which good it is. Language and
templates bend and join these names as any others; afterwards the marks are taken out, and what they were on is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from dsl.language import Language
from dsl.symbols import Symbols

_FIRST = 0xE000
_MOST = 0xF8FF - _FIRST
_MARK = re.compile("[\ue000-\uf8ff]")


def marked(symbols: Symbols) -> Symbols:
    """Symbols whose goods are called as before, with their mark."""
    goods = {
        id: replace(good, name=good.name + _mark(good.index), plural=good.plural + _mark(good.index))
        for id, good in symbols.goods.items()
    }
    return replace(symbols, goods=goods)


def marked_language(language: Language, symbols: Symbols) -> Language:
    """A language whose goods are called as before, with their mark."""
    own = language.names.get("goods", {})
    goods = {id: _forms(form, _mark(symbols.goods[id].index)) for id, form in own.items()}
    return replace(language, names={**language.names, "goods": goods})


def names_of(symbols: Symbols, language: Language | None) -> list[list[str]]:
    """All names of each good, by number, the longest first."""
    out: list[list[str]] = []
    for good in symbols.good_list():
        own = language.names.get("goods", {}).get(good.id) if language is not None else None
        names = {good.name, good.plural, *_texts(own)}
        out.append(sorted(names, key=len, reverse=True))
    return out


def split(text: str, names: list[list[str]]) -> Iterator[tuple[int, str]]:
    """The parts of a text: each begins with the name of a good, given by its number, or with none (-1)."""
    good, part, last = -1, "", 0
    for mark in _MARK.finditer(text):
        part += text[last : mark.start()]
        last, number = mark.end(), ord(mark[0]) - _FIRST
        if number >= len(names):
            continue
        folded = part.casefold()
        name = next((n for n in names[number] if folded.endswith(n.casefold())), "")
        before = part[: len(part) - len(name)]
        if before:
            yield good, before
        good, part = number, part[len(before) :]
    if part + text[last:]:
        yield good, part + text[last:]


def unmarked(text: str) -> str:
    """A text without marks."""
    return _MARK.sub("", text)


def _mark(good: int) -> str:
    return chr(_FIRST + good) if good < _MOST else ""


def _forms(form: Any, mark: str) -> Any:
    if isinstance(form, dict):
        return {key: inner if key == "gender" else _forms(inner, mark) for key, inner in form.items()}
    return f"{form}{mark}"


def _texts(form: Any) -> Iterator[str]:
    if isinstance(form, dict):
        for key, inner in form.items():
            if key != "gender":
                yield from _texts(inner)
    elif form:
        yield str(form)
