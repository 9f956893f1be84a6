"""Where in a file somebody is writing: told from the lines above, so that it does not matter what is broken."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

Path = tuple[str | int, ...]
_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s#\[\]{},"'|>&*!%@`-](?:\([^()"']*\)|[^#\[\]{},"'])*?)[ \t]*:(?=[ \t]|$)""")
_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?:#.*)?$")
_FLOW = re.compile(
    r""""(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|[\[\]{},]|:(?=[ \t]|$)|\s+|[^\[\]{},:"'\s][^\[\]{},:]*|:""", re.S
)
_LOOK_BACK = 200  #: how many lines a value in brackets may be long


@dataclass(slots=True)
class Cursor:
    """The place: `path` is that of the mapping for a key (`role` is "key"), of the value for a value ("value"), and for
    what may be either ("item") that of what is begun. Numbers of list items are not told: they are 0.

    `before` is what stands there already, up to the cursor: of a text all of it, its lines without their indentation.
    `siblings` are the keys beside it; `written` are values of one line of those above it.
    """

    path: Path
    role: str
    before: str
    siblings: set[str] = field(default_factory=set)
    written: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Line:
    """A line: its marks of list items and its key, each with its column, and what follows them."""

    tokens: list[tuple[int, str]]  # a column, and a key or "-" (keys are never just that)
    start: int
    rest: str

    @property
    def key(self) -> str | None:
        return self.tokens[-1][1] if self.tokens and self.tokens[-1][1] != "-" else None


def _read(line: str) -> _Line:
    at, tokens = len(line) - len(line.lstrip(" ")), list[tuple[int, str]]()
    while line.startswith("- ", at) or line[at:] == "-":
        tokens.append((at, "-"))
        at += 1
        at += len(line[at:]) - len(line[at:].lstrip(" "))
    if (key := _KEY.match(line, at)) is not None:
        tokens.append((at, key[1].strip("\"'")))
        at = key.end()
        at += len(line[at:]) - len(line[at:].lstrip(" "))
    return _Line(tokens, at, line[at:])


def cursor_at(text: str, offset: int) -> Cursor:
    """The place of an offset in a text."""
    lines = re.split(r"\r\n|\r|\n", text[:offset])
    below = re.split(r"\r\n|\r|\n", text[offset:])[1:]
    here = lines.pop()
    cursor = _cursor_at(lines, here, below)
    if cursor.role == "value" and cursor.path and isinstance(cursor.path[-1], str):
        cursor.written = _beside(lines, cursor.path[-1], here)
    return cursor


def _cursor_at(lines: list[str], here: str, below: list[str]) -> Cursor:
    if (block := _in_block(lines, here)) is not None:
        return block
    if (flow := _in_flow(lines, here)) is not None:
        return flow
    line = _read(here)
    if line.key is not None:
        path, _ = _above(lines, line.tokens[:-1], line.tokens[-1][0])
        return Cursor((*path, line.key), "value", line.rest.lstrip("\"'") if line.rest else "")
    if (plain := _continued(lines, here)) is not None:
        return plain
    path, beside = _above(lines, line.tokens, line.start)
    return Cursor(path, "item", line.rest, beside | _below(below, line.start))


def _above(lines: list[str], own: list[tuple[int, str]], column: int) -> tuple[Path, set[str]]:
    """The path of what begins at a column, after `own` tokens of its line, and the keys beside it further up."""
    path: list[str | int] = []
    beside: set[str] = set()
    child, in_list = column, False
    for tokens in (own, *(_read(line).tokens for line in reversed(lines))):
        for at, token in reversed(tokens):
            if token == "-" and at < child:
                path.insert(0, 0)
                child, in_list = at, True
            elif token != "-" and (at < child or (in_list and at == child)):
                path.insert(0, token)
                child, in_list = at, False
            elif token != "-" and at == column and not path:
                beside.add(token)
        if path and child == 0 and not in_list:
            break
    return tuple(path), beside


def _beside(lines: list[str], key: str, here: str) -> dict[str, str]:
    """The values of one line that stand above the key that is being written, in the same mapping."""
    read = [_read(line) for line in [*lines, here]]
    at = next((n for n in range(len(read) - 1, -1, -1) if read[n].key == key), None)
    if at is None:
        return {}
    column, found = read[at].tokens[-1][0], dict[str, str]()
    for line in reversed(read[: at + 1] if len(read[at].tokens) == 1 else []):
        if line.tokens and line.tokens[0][0] < column and line.tokens[-1][0] != column:
            break
        if line.key is not None and line.tokens[-1][0] == column:
            found.setdefault(line.key, line.rest.strip("\"' "))
            if len(line.tokens) > 1:
                break
    return found


def _below(lines: list[str], column: int) -> set[str]:
    """The keys of the same mapping further down."""
    found: set[str] = set()
    for line in lines:
        if not line.strip():
            continue
        read = _read(line)
        first = read.tokens[0][0] if read.tokens else read.start
        if first < column:
            break
        if first == column and read.key is not None and len(read.tokens) == 1:
            found.add(read.key)
    return found


def _in_block(lines: list[str], here: str) -> Cursor | None:
    """The place, if it is in a block of text."""
    indent = len(here) - len(here.lstrip(" ")) if here.strip() else len(here)
    if indent == 0:
        return None
    least = indent
    for n in range(len(lines) - 1, -1, -1):
        line = lines[n]
        if not line.strip():
            continue
        read = _read(line)
        column = read.tokens[-1][0] if read.tokens else len(line) - len(line.lstrip(" "))
        if column >= least:
            continue
        if read.tokens and _HEADER.match(read.rest):
            body = lines[n + 1 :]
            inner = min((len(b) - len(b.lstrip(" ")) for b in body if b.strip()), default=indent)
            line_end = " " if read.rest.startswith(">") else "\n"
            before = line_end.join(b[inner:] for b in [*body, here])
            own = read.tokens[:-1] if read.key is not None else read.tokens
            path, _ = _above(lines[:n], own, column if read.key is not None else read.start)
            return Cursor((*path, read.key) if read.key is not None else path, "value", before)
        least = column
    return None


def _continued(lines: list[str], here: str) -> Cursor | None:
    """The place, if it is in a further line of unquoted or quoted text."""
    indent = len(here) - len(here.lstrip(" "))
    for n in range(len(lines) - 1, -1, -1):
        read = _read(lines[n])
        if not lines[n].strip():
            return None
        if read.key is not None:
            column = read.tokens[-1][0]
            if indent <= column or not read.rest or read.rest.startswith(("#", "[", "{")):
                return None
            path, _ = _above(lines[:n], read.tokens[:-1], column)
            body = " ".join(part.strip() for part in [read.rest.lstrip("\"'"), *lines[n + 1 :], here.lstrip()])
            return Cursor((*path, read.key), "value", body)
        if read.tokens:
            return None
    return None


def _in_flow(lines: list[str], here: str) -> Cursor | None:
    """The place, if it is in brackets."""
    last = max(0, len(lines) - _LOOK_BACK)
    for n in range(len(lines), last - 1, -1):
        line = here if n == len(lines) else lines[n]
        read = _read(line)
        if read.rest.startswith(("{", "[")):
            written = "\n".join([read.rest, *lines[n + 1 :], *([here] if n < len(lines) else [])])
            steps, role, before, beside = _flow_path(written)
            if role:
                own = read.tokens[:-1] if read.key is not None else read.tokens
                path, _ = _above(lines[:n], own, read.tokens[-1][0] if read.key is not None else read.start)
                outer = (*path, read.key) if read.key is not None else path
                return Cursor((*outer, *steps), role, before, beside)
        if read.tokens and n < len(lines):
            return None
    return None


def _flow_path(written: str) -> tuple[Path, str, str, set[str]]:
    """The path inside of brackets that are still open at the end, what is written there, and the keys beside it."""
    stack: list[tuple[str, str | None, set[str]]] = []  # the bracket, the key whose value comes, the keys so far
    word = ""
    for token in _FLOW.findall(written):
        if token in ("{", "["):
            stack.append((token, None, set()))
            word = ""
        elif token in ("}", "]"):
            if stack:
                stack.pop()
            word = ""
        elif token == ",":
            if stack:
                stack[-1] = (stack[-1][0], None, stack[-1][2])
            word = ""
        elif token == ":" and stack and stack[-1][0] == "{" and stack[-1][1] is None:
            named = word.strip().strip("\"'")
            stack[-1] = ("{", named, stack[-1][2] | {named})
            word = ""
        else:
            word += token
    if not stack:
        return (), "", "", set()
    steps: list[str | int] = []
    for outer, name, _ in stack[:-1]:
        steps.append(0 if outer == "[" else name or "")
    bracket, key, beside = stack[-1]
    before = word.lstrip().lstrip("\"'")
    if bracket == "[":
        return (*steps, 0), "value", before, set()
    return ((*steps, key), "value", before, set()) if key is not None else (tuple(steps), "key", before, beside)
