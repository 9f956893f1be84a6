"""The one registry of rules and their pages. What is in it makes `state51 explain` and `docs/rules/`, and is tested.

Codes, names, severities and summaries are rows of `dsl.codes`; a page says why, and shows bad and good. Pages
are data: they stand in `pages/`, by their codes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files as parts

from dsl.codes import CODES, Code, code
from dsl.diagnostics import Diagnostic, Span
from dsl.render import render

RULES = "plot/rules.yaml"
MARK = "«", "»"  #: what stands around the characters that a bad file is told of at


@dataclass(frozen=True, slots=True)
class Page:
    """What a person is told of a code.

    `bad` and `good` are the text of `file`, in a pack `plot` that builds on the garden game; `beside` are other files
    that belong to both, `proof` further ones of the good one. In the bad files the place that is pointed at stands
    in marks (none: what is said has no place), `said` and `hint` are what is said there, and `run` is the command that
    says it. They are written in `encoding`. What has to do with command lines, saved games and archives is shown as
    typed instead: then `bad` and `good` are lines after `$`, with what they print; `...` is whatever is printed there.
    """

    code: str
    why: str
    bad: str
    good: str
    said: str = ""
    hint: str | None = None
    file: str = RULES
    beside: Mapping[str, str] = field(default_factory=dict)
    proof: Mapping[str, str] = field(default_factory=dict)
    run: str = "lint plot"
    encoding: str = "utf-8"

    @property
    def typed(self) -> bool:
        """Whether it is shown as commands, not as files."""
        return self.bad.lstrip().startswith("$")

    def bad_files(self) -> dict[str, bytes]:
        """The files that are bad, by path, as they are written."""
        return {path: _plain(text).encode(self.encoding) for path, text in self._bad()}

    def good_files(self) -> dict[str, bytes]:
        """The files of the good twin."""
        return {
            path: _plain(text).encode() for path, text in {**self.beside, self.file: self.good, **self.proof}.items()
        }

    def told(self) -> str:
        """What `run` prints of the bad files: the place, the line and a caret."""
        texts = {path: text.decode("utf-8", "replace") for path, text in self.bad_files().items()}
        return render(Diagnostic(self.code, self.said, self._span(), self.hint), texts)

    def _bad(self) -> Iterator[tuple[str, str]]:
        yield from self.beside.items()
        yield self.file, self.bad

    def _span(self) -> Span | None:
        for path, text in self._bad():
            before, mark, rest = text.partition(MARK[0])
            if mark:
                return Span(path, len(before), len(before) + rest.index(MARK[1]))
        return None


def _plain(text: str) -> str:
    return text.replace(MARK[0], "").replace(MARK[1], "")


@cache
def pages() -> dict[str, Page]:
    """Every page by its code, in the order of the codes."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: dict[str, Page] = {}
    for part in parts("engine.lint").joinpath("pages").iterdir():
        for key, page in yaml.load(part.read_text(encoding="utf-8"), loader).items():
            assert key not in found
            found[key] = Page(key, **page)
    return {key: found[key] for key in CODES if key in found}


def explain(key: str) -> str:
    """A page as Markdown, for a code or a name. Raises KeyError if there is none."""
    row = code(key)
    return "\n".join(_lines(row, pages()[row.code])) + "\n"


def _lines(row: Code, page: Page) -> Iterator[str]:
    yield f"# {row.code} {row.name}"
    yield ""
    yield f"{row.summary} ({row.severity})"
    yield ""
    yield page.why
    if page.typed:
        yield from ("", "## Bad", *_block(page.bad, "console"), "", "## Good", *_block(page.good, "console"))
        return
    yield from ("", "## Bad")
    for path in (*page.beside, page.file):
        yield from _file(path, page.bad_files()[path])
    yield from ("", f"`state51 {page.run}` says:", *_block(page.told(), "text"))
    yield from ("", "## Good", *_file(page.file, page.good_files()[page.file]))
    for path in page.proof:
        yield from _file(path, page.good_files()[path])
    if row.code.startswith("L") and not row.code.startswith("L0"):
        yield from ("", f"To keep it, say why: `# state51: ignore[{row.code}] because ...`")


def _file(path: str, text: bytes) -> Iterator[str]:
    yield from _block(f"# {path}\n{text.decode('utf-8', 'replace').strip()}", "yaml")


def _block(text: str, language: str) -> Iterator[str]:
    yield ""
    yield f"```{language}"
    yield from text.strip("\n").splitlines()
    yield "```"


def index() -> str:
    """The table of all codes as Markdown."""
    out = ["# What can be found", "", "Made from the registry; `state51 explain CODE` prints the same.", ""]
    out += ["| code | name | severity | what it says |", "| --- | --- | --- | --- |"]
    for row in CODES.values():
        out.append(f"| [{row.code}]({row.code}.md) | {row.name} | {row.severity} | {row.summary} |")
    return "\n".join(out) + "\n"


def files() -> dict[str, str]:
    """The files of `docs/rules/` by name."""
    return {"README.md": index(), **{f"{code}.md": explain(code) for code in CODES}}
