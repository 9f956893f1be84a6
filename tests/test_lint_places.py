"""Wherever a mistake stands in a text, and however the text is written in YAML, the caret sits under it.

A slip is planted in an effect of our own packs, the effect is written as a scalar of some style into a file full of
surprises, and `state51 lint` must point at exactly the characters of the slip.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.authoring.linting import Lint
from dsl.diagnostics import Diagnostic
from dsl.parse.read import reserved_words
from engine.lint.config import Config
from tests.small_packs import GARDEN, write_plot

WORD = re.compile(r'"[^"\n]*"|#[^\n]*|([a-z][a-z0-9_]*)')
STYLES = ("plain", "single", "double", "literal", "folded")
WIDE = "\U0001f331 \u5b57 e\u0301"


class Effect(NamedTuple):
    """An effect of the garden: the parameters it may speak of, as written in a head, and its text."""

    parameters: str
    text: str


def effects() -> list[Effect]:
    """Every effect of the garden game that can stand in a procedure."""
    rules = yaml.safe_load((GARDEN / "rules.yaml").read_text(encoding="utf-8"))
    plants = yaml.safe_load((GARDEN / "plants.yaml").read_text(encoding="utf-8"))["cards"]["plant"]
    found = [Effect("", text) for text in (rules["setup"], *rules["phases"].values()) if isinstance(text, str)]
    found += [Effect(head.partition("(")[2], text) for head, text in rules["procedures"].items()]
    found += [Effect("", plant["gift"]) for plant in plants if "gift" in plant]
    return [Effect(e.parameters.rstrip(")"), "\n".join(x.strip() for x in e.text.splitlines())) for e in found]


def planted_in(text: str, spot: re.Match[str], sign: bool) -> tuple[str, str]:
    """A text with a slip at a word of it, and the slip: a sign that the language has not, or a misspelt name."""
    slip = "$" if sign else spot[1] + "qx"
    return text[: spot.start(1)] + slip + text[spot.start(1) if sign else spot.end(1) :], slip


def spots(effect: Effect, sign: bool) -> list[re.Match[str]]:
    """Where a slip can be planted: before any word; or at a name that is no variable, which are of one letter here."""
    words = [m for m in WORD.finditer(effect.text) if m[1]]
    return words if sign else [m for m in words if len(m[1]) > 1 and m[1] not in reserved_words()]


@st.composite
def scalars(draw: st.DrawFn, style: str, text: str, slip: str) -> tuple[str, str]:
    """A text as a scalar of some style, folded, escaped and tabbed at will, and the slip as it is written there."""
    gaps = st.sampled_from([" ", " ", "  ", " \t"])
    lines = [re.sub(" (?=[a-z0-9{])", lambda _: draw(gaps), line) for line in text.splitlines()]
    if style == "literal":
        return draw(st.sampled_from(["|", "|-", "|  # \U0001f331"])) + "".join(f"\n    {line}" for line in lines), slip
    if style == "double":
        return _quoted(draw, "\n".join(lines), slip)
    if style == "single":
        lines = [line.replace("'", "''") for line in lines]
    fold = {"plain": "\n    ", "single": "\n   ", "folded": "\n    "}[style]
    lines = [re.sub(r"(?<=[a-z]) (?=[a-z])", lambda _: draw(st.sampled_from([" ", " ", fold])), line) for line in lines]
    whole = f"\n{fold}".join(lines)
    return {"plain": whole, "single": f"'{whole}'", "folded": f">\n    {whole}"}[style], slip


def _quoted(draw: st.DrawFn, text: str, slip: str) -> tuple[str, str]:
    """In double quotes, some characters as escapes, among them perhaps those of the slip."""
    written = slip[:-1] + f"\\x{ord(slip[-1]):02x}" if draw(st.booleans()) else slip
    before, _, after = text.partition(slip)
    escapes = {'"': '\\"', "\n": "\\n", "\t": "\\t", "b": draw(st.sampled_from(["b", "\\x62", "\\U00000062"]))}
    parts = ["".join(escapes.get(ch, ch) for ch in part) for part in (before, after)]
    return f'"{parts[0]}{written}{parts[1]}"', written


@st.composite
def files(draw: st.DrawFn, style: str) -> tuple[bytes, str, tuple[int, int]]:
    """A file with a slip in it: its bytes, the text as an editor shows it, and where the slip stands in that."""
    sign = draw(st.booleans())
    effect = draw(st.sampled_from([e for e in effects() if spots(e, sign)]))
    text, slip = planted_in(effect.text, draw(st.sampled_from(spots(effect, sign))), sign)
    text = re.sub('"(?=[A-Z])', f'"{WIDE}', text)
    scalar, written = draw(scalars(style, text, slip))
    key = draw(st.sampled_from([f"planted({effect.parameters})", f'"planted({effect.parameters})"']))
    comment = draw(st.sampled_from(["", "# first\n", f"# {WIDE}\n", f"#\t{WIDE}\n\n"]))
    whole = f"{comment}procedures:  # {WIDE}\n  {key}: {scalar}\n"
    if draw(st.booleans()):
        whole = whole.replace("\n", "\r\n")
    start = whole.index(written)
    assert whole.count(written) == 1
    mark = "\ufeff" if draw(st.booleans()) else ""
    return (mark + whole).encode(), whole, (start, start + len(written))


def told_of(folder: Path) -> list[Diagnostic]:
    """What lint says against a file, in order."""
    lint = Lint(Config())
    lint.run([str(folder / "rules.yaml")])
    return [diagnostic for diagnostic, _ in lint.findings()]


@pytest.fixture(scope="module")
def plot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("places")
    (folder / "garden").symlink_to(GARDEN)
    return write_plot(folder, "functions: {}\n")


@pytest.mark.parametrize("style", STYLES)
@given(data=st.data())
@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
def test_the_caret_sits_under_the_slip(style: str, data: st.DataObject, plot: Path) -> None:
    raw, text, place = data.draw(files(style))
    (plot / "rules.yaml").write_bytes(raw)
    found = told_of(plot)
    places = [(d.span.start, d.span.end) for d in found if d.span is not None and d.severity == "error"]
    assert place in places, [(d.code, d.message, text[d.span.start : d.span.end]) for d in found if d.span]
    assert places[0] == place, "nothing before it is blamed"


def test_every_effect_is_good_before_a_slip_is_planted(plot: Path) -> None:
    for n, effect in enumerate(effects()):
        (plot / "rules.yaml").write_text(
            f"procedures:\n  planted_{n}({effect.parameters}): |\n    " + effect.text.replace("\n", "\n    ") + "\n"
        )
        assert not [d.message for d in told_of(plot) if d.severity == "error"]
