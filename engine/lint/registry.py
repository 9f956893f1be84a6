"""The one registry of rules and their pages. What is in it makes `state51 explain` and `docs/rules/`.

Codes, names, severities and summaries are rows of `dsl.diagnostics`; a page says why, and shows bad and good.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl.diagnostics import CODES, Code, code


@dataclass(frozen=True, slots=True)
class Page:
    """What a person is told of a code. `bad` and `good` are files of a pack that builds on the garden game
    (`rules.yaml`); with `manifest` they are lines of its manifest. `beside` is the rules of an earlier pack or, with
    `manifest`, its own. `scenario` is the scenario file of the good one."""

    code: str
    why: str
    bad: str
    good: str
    manifest: bool = False
    beside: str = ""
    scenario: str = ""


def pages() -> dict[str, Page]:
    """Every page by its code."""
    from engine.lint import pages_clash, pages_language, pages_nothing, pages_runaway, pages_style

    tables = (pages_nothing, pages_runaway, pages_clash, pages_style, pages_language)
    return {page.code: page for table in tables for page in table.PAGES}


def rules() -> list[Code]:
    """The rules of judgement, by code."""
    return [row for row in CODES.values() if row.code.startswith("L") and not row.code.startswith("L0")]


def explain(key: str) -> str:
    """A page as Markdown, for a code or a name. Raises KeyError if there is none."""
    return "\n".join(_lines(code(key))) + "\n"


def _lines(row: Code) -> Iterator[str]:
    yield f"# {row.code} {row.name}"
    yield ""
    yield f"{row.summary} ({row.severity})"
    page = pages().get(row.code)
    if page is None:
        return
    yield ""
    yield page.why
    where = "pack.yaml" if page.manifest else "rules.yaml"
    if page.beside:
        yield ""
        yield "In rules.yaml:" if page.manifest else "An earlier pack has:"
        yield from _block(page.beside)
    for title, text in (("Bad", page.bad), ("Good", page.good)):
        yield ""
        yield f"## {title}"
        yield from _block(f"# {where}\n{text.strip()}")
        if page.scenario and title == "Good":
            yield from _block(f"# scenarios/weeds.yaml\n{page.scenario.strip()}")
    if row.code.startswith("L"):
        yield ""
        yield f"To keep it, say why: `# state51: ignore[{row.code}] because ...`"


def _block(text: str) -> Iterator[str]:
    yield ""
    yield "```yaml"
    yield from text.strip("\n").splitlines()
    yield "```"


def index() -> str:
    """The table of all codes as Markdown."""
    out = ["# What can be found", "", "Made from the registry; `state51 explain CODE` prints the same.", ""]
    out += ["| code | name | severity | what it says |", "| --- | --- | --- | --- |"]
    known = pages()
    for row in CODES.values():
        shown = f"[{row.code}]({row.code}.md)" if row.code in known else row.code
        out.append(f"| {shown} | {row.name} | {row.severity} | {row.summary} |")
    return "\n".join(out) + "\n"


def files() -> dict[str, str]:
    """The files of `docs/rules/` by name."""
    return {"README.md": index(), **{f"{code}.md": explain(code) for code in pages()}}
