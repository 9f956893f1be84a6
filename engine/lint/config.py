"""Which rules count, and how much: `[tool.state51.lint]` of pyproject.toml, or `[lint]` or the top of state51.toml.

select = ["L1", "uncapped-per"]     only these rules of judgement (house style too, if it is named)
ignore = ["L404"]                   not these
severity = {L202 = "error"}         what they are called: error, warning or info
per-path = {"old/*" = ["L103"]}     not these in files whose path fits
baseline = "lint-baseline.json"     findings that are known
text-length = 400                   the characters that a card holds
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, get_args

from dsl.codes import CODES, Severity
from dsl.diagnostics import Diagnostic, suggest
from engine.lint.style import LONGEST


class BadConfig(Exception):
    """A configuration that makes no sense; its text says what is wrong, and in which file."""


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration. `folder` is where paths in it begin."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: dict[str, Severity] = field(default_factory=dict)
    per_path: dict[str, tuple[str, ...]] = field(default_factory=dict)
    baseline: str = ""
    longest: int = LONGEST
    folder: Path = Path()

    def level(self, diagnostic: Diagnostic) -> Severity:
        """How bad a finding is here."""
        row = CODES[diagnostic.code]
        return next((s for key, s in self.severity.items() if matches(key, row.code)), row.severity)

    def wants(self, diagnostic: Diagnostic) -> bool:
        """Whether a finding is told. `select` is of rules of judgement: what keeps packs from loading stays."""
        code, file = diagnostic.code, diagnostic.span.file if diagnostic.span is not None else ""
        if self.select and code.startswith("L") and not _any(self.select, code):
            return False
        if _any(self.ignore, code):
            return False
        return not any(_any(codes, code) for path, codes in self.per_path.items() if self._fits(file, path))

    def counts(self, diagnostic: Diagnostic) -> bool:
        """Whether a finding makes a run fail: house style only does if it is selected or made worse."""
        return self.level(diagnostic) != "info" or _any(self.select, diagnostic.code)

    def _fits(self, file: str, pattern: str) -> bool:
        path = Path(file)
        shown = [path.as_posix()]
        resolved, folder = path.resolve(), self.folder.resolve()
        if resolved.is_relative_to(folder):
            shown.append(resolved.relative_to(folder).as_posix())
        return any(fnmatch(name, pattern) for name in shown)


def matches(key: str, code: str) -> bool:
    """Whether a code, the beginning of one, a name, `all` or `style` means a code."""
    if key == "style":
        return code.startswith("L4")
    return key == "all" or code.startswith(key) or CODES[code].name == key


def _any(keys: Iterable[str], code: str) -> bool:
    return any(matches(key, code) for key in keys)


def find(start: Path) -> Config:
    """The configuration that holds for a path: that of the nearest folder above it which has one. Raises BadConfig."""
    here = start.resolve()
    for folder in (here, *here.parents):
        for name in ("state51.toml", "pyproject.toml"):
            file = folder / name
            if file.is_file() and (found := _section(file)) is not None:
                return read(found, file)
    return Config()


def from_file(file: Path) -> Config:
    """The configuration in a file. Raises BadConfig, also if it has none."""
    found = _section(file)
    if found is None:
        raise BadConfig(f"{file}: there is no [tool.state51.lint] in it")
    return read(found, file)


def _section(file: Path) -> Any:
    """The part of a file that is meant; None if it has none."""
    import tomllib

    try:
        data: Any = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as e:
        raise BadConfig(f"{file} cannot be read: {(e.strerror or str(e)).lower()}") from e
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise BadConfig(f"{file}: {e}") from e
    if file.name == "state51.toml" and "tool" not in data:
        return data.get("lint", data)
    for step in ("tool", "state51", "lint"):
        data = data.get(step) if isinstance(data, dict) else None
    return data


_KEYS = ("select", "ignore", "severity", "per-path", "baseline", "text-length")


def read(data: Any, file: Path) -> Config:
    """A configuration from plain data. Raises BadConfig."""
    if not isinstance(data, dict):
        raise BadConfig(f"{file}: the configuration is not a table")
    for key in data:
        if key not in _KEYS:
            hint = suggest(key, _KEYS)
            raise BadConfig(f"{file}: there is no setting `{key}`{'; ' + hint if hint else ''}")
    severity, paths = data.get("severity", {}), data.get("per-path", {})
    if not isinstance(severity, dict) or not isinstance(paths, dict):
        raise BadConfig(f"{file}: `severity` and `per-path` are tables")
    for level in severity.values():
        if level not in get_args(Severity):
            raise BadConfig(f"{file}: a severity is error, warning or info, not `{level}`")
    longest = data.get("text-length", LONGEST)
    if isinstance(longest, bool) or not isinstance(longest, int) or longest < 1:
        raise BadConfig(f"{file}: `text-length` is a number of characters")
    if not isinstance(data.get("baseline", ""), str):
        raise BadConfig(f"{file}: `baseline` is the path of a file")
    return Config(
        codes(data.get("select", []), f"{file}: select"),
        codes(data.get("ignore", []), f"{file}: ignore"),
        dict(zip(codes(list(severity), f"{file}: severity"), severity.values(), strict=True)),
        {path: codes(listed, f"{file}: per-path") for path, listed in paths.items()},
        data.get("baseline", ""),
        longest,
        file.parent,
    )


def codes(listed: Any, what: str) -> tuple[str, ...]:
    """A list of codes, beginnings of codes, or names. Raises BadConfig for one that means nothing."""
    if not isinstance(listed, list) or not all(isinstance(key, str) for key in listed):
        raise BadConfig(f"{what}: this is a list of codes or names")
    for key in listed:
        if not any(matches(key, code) for code in CODES) or not key:
            hint = suggest(key, [*CODES, *(row.name for row in CODES.values()), "all", "style"])
            raise BadConfig(f"{what}: there is no code or name `{key}`{'; ' + hint if hint else ''}")
    return tuple(listed)


def with_options(config: Config, select: Iterable[str], ignore: Iterable[str]) -> Config:
    """A configuration with what the command line says: `select` takes the place of its own, `ignore` adds to it."""
    chosen = codes([k for part in select for k in part.split(",")], "--select")
    more = codes([k for part in ignore for k in part.split(",")], "--ignore")
    return replace(config, select=chosen or config.select, ignore=(*config.ignore, *more))
