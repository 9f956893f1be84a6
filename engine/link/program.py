"""Linking: all texts of the packs checked against all their names, extensions layered, into one program.

Routines (functions, procedures, phases, actions) have layers: layer 0 is what its own pack wrote, each extension is the
next. `proceed` in a layer means the layer below it; everyone else means the outermost.
"""

from __future__ import annotations

from typing import Any

from dsl import types as t
from dsl.diagnostics import Related, Span, suggest
from dsl.symbols import Kind, Symbols
from engine.link.cards import Cards
from engine.link.heads import Layer, Phase, Rules, text_at
from engine.link.texts import Path
from engine.link.whole import Whole
from engine.packs.document import Document


class Linker(Whole):
    """Links packs whose contents are read. Errors of any kind go to `report`; the result is only good without any."""

    def run(self) -> Rules:
        """Everything linked."""
        self._declare()
        self._extend()
        for id, layers in self.layers.items():
            self.program.layers[(self.symbols.routines[id].sort, id)] = len(layers) - 1
        self._actions()
        self._functions()
        self._routines()
        self._phases_and_end()
        self.rules.cards = Cards(self.packs, self.symbols, self.program, self.texts, self.report).run()
        self._zones()
        if not len(self.report):
            self._finish()
        return self.rules

    # ---- phases, set-up, end, scoring
    def _phases_and_end(self) -> None:
        for id, routine in self.symbols.routines.items():
            if routine.sort == "phase":
                self._phase(id, self.layers[id][0])
        for pack, document, _ in self.documents("setup"):
            if self.rules.setup is not None:
                self.report.error(
                    "N011",
                    "the set-up is written twice",
                    document.key_span(("setup",)),
                    hint="extend a procedure of the first one",
                )
                continue
            self.rules.setup = ("setup", "", "0")
            self._unit_of(self.rules.setup, document, ("setup",), "set-up", pack)
        for _, document, value in self.documents("end"):
            self._end(document, value)
        for _, document, value in self.documents("scoring"):
            self._scoring(document, value)
        self._topics()

    def _phase(self, id: str, layer: Layer) -> None:
        value = text_at(layer)
        phase = Phase(id, document=layer.document, path=layer.path)
        self.rules.phases.append(phase)
        if not isinstance(value, dict):
            return
        path = (*layer.path, "turns")
        found = self._expression(layer.document, path, t.PLAYERS)
        if found is not None:
            self.rules.orders[len(self.rules.phases) - 1] = (found, self.texts.text(layer.document, path, id))
        phase.turns = "turns"
        flag = self.symbols.player.get(value["until"])
        if flag is None or flag.type != t.FLAG:
            flags = [f.id for f in self.symbols.player.values() if f.type == t.FLAG]
            self.report.error(
                "N006",
                f"players have no flag `{value['until']}`",
                layer.document.span((*layer.path, "until")),
                hint=suggest(value["until"], flags),
            )
        phase.until = value["until"]

    def _end(self, document: Document, value: dict[str, Any]) -> None:
        if "when" in value:
            found = self._expression(document, ("end", "when"), t.FLAG)
            if found is not None:
                self.rules.end_when = (found, self.texts.text(document, ("end", "when"), "end"))
        if "after" in value:
            self.rules.end_after = value["after"]
            phases = [p.id for p in self.rules.phases]
            if value["after"] not in phases:
                self.report.error(
                    "N007",
                    f"there is no phase `{value['after']}`",
                    document.span(("end", "after")),
                    hint=suggest(value["after"], phases),
                )
        if "rounds" in value:
            self.rules.max_rounds = self._number(document, ("end", "rounds"), value["rounds"])

    def _number(self, document: Document, path: Path, value: int | str) -> int:
        """A number that is written out, or that of an option; 1, after a report, where there is no such option."""
        if isinstance(value, int):
            return value
        option = self.symbols.options.get(value)
        if option is None or isinstance(option, bool):
            message, hint = f"there is no option `{value}` that is a number", suggest(value, self.symbols.options)
            self.report.error("N001", message, document.span(path), hint=hint)
            return 1
        return option

    def _scoring(self, document: Document, value: dict[str, Any]) -> None:
        names: list[tuple[Path, str]] = [(("scoring", k), value[k]) for k in ("score", "worth") if k in value]
        names += [(("scoring", "ties", n), v) for n, v in enumerate(value.get("ties", []))]
        for path, id in names:
            routine = self.symbols.routines.get(id)
            if routine is None or routine.sort != "function" or [p for _, p in routine.params] != [t.PLAYER]:
                known = [r.id for r in self.symbols.routines.values() if r.sort == "function"]
                self.report.error(
                    "N007", f"there is no function `{id}` of one player", document.span(path), hint=suggest(id, known)
                )
        self.rules.scoring = dict(value)
        if "track" in value:
            self.rules.scoring["track"] = self._track(document, value["track"])

    def _track(self, document: Document, value: dict[str, Any]) -> dict[str, Any]:
        """The track on which scores are shown, with its length as a number."""
        good = value.get("good")
        if good is not None and (good not in self.symbols.goods or self.symbols.goods[good].zone):
            known = [id for id, g in self.symbols.goods.items() if not g.zone]
            span = document.span(("scoring", "track", "good"))
            message = f"there is no good `{good}` that is an amount"
            self.report.error("N002", message, span, hint=suggest(good, known))
        return {**value, "length": self._number(document, ("scoring", "track", "length"), value["length"])}

    def _topics(self) -> None:
        seen: dict[str, Span] = {}
        for pack, document, value in self.documents("topics"):
            for id, topic in value.items():
                span = document.key_span(("topics", id))
                if id in seen:
                    related = (Related(seen[id], "here first"),)
                    self.report.error("N011", f"the topic `{id}` is written twice", span, related=related)
                seen.setdefault(id, span)
                self.rules.topics.append({"id": id, "pack": pack.id, "title": topic["title"], "text": topic["text"]})

    # ---- the whole
    def _zones(self) -> None:
        """Where triggers and modifiers work: the conditions of active zones."""
        s = self.symbols
        for pack in self.packs:
            for document in pack.documents:
                for id, value in document.data.get("vocabulary", {}).get("zones", {}).items():
                    active = (value or {}).get("active")
                    if not isinstance(active, str) or id not in s.zones:
                        continue
                    path: Path = ("vocabulary", "zones", id, "active")
                    tree = self.texts.parse(document, path, "expression")
                    if tree is None:
                        continue
                    checker = self.texts.checker(document.scalar(path))
                    found = checker.card_condition(tree, _any_kind(s))
                    if found is not None:
                        self.program.active[id] = (*found, self.texts.text(document, path, id))


def _any_kind(symbols: Symbols) -> frozenset[str]:
    kinds: dict[str, Kind] = symbols.kinds
    return frozenset(kinds)
