"""From the events of the YAML library to a document: what of YAML is allowed here, and what is said of the rest."""

from __future__ import annotations

import re
from typing import Any

from dsl.diagnostics import Diagnostics, Related, Span
from engine.packs.document import Branch, Document, ScalarMark

MAX_DEPTH = 32  #: how deeply mappings and lists may be nested
MAX_NODES = 50_000  #: how many keys and values a file may hold
MAX_DIGITS = 18  #: how many digits a whole number may have, or a decimal number on each side of its point

# What may not stand in a value, as an escape. U+0085, U+2028 and U+2029 end a line for some readers
# of YAML, and not for an editor.
CONTROL_IN_VALUE = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
CONTROL_MESSAGE = "the control character U+{:04X} is not allowed"
REPORTED = 100  # after so many errors the rest of a file is not looked at

_WORDS = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_SWITCHES = {cased for word in ("yes", "no", "on", "off") for cased in (word, word.capitalize(), word.upper())}
_NUMERIC = frozenset("0123456789+-.")  # what numbers, dates and times begin with
_NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]*)(?:\.([0-9]+))?")
_AMBIGUOUS = re.compile(  # what else some reader of YAML takes for a number, date or time
    r"[-+]?(?:0b[01_]+|0o[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|\.?[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.(?:inf|Inf|INF))"
    r"|\.(?:nan|NaN|NAN)|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9:.]+[ \t]*[-+0-9:Z]*)?"
)
_ITEM_IN_TEXT = re.compile(r"[\r\n][ \t]*(-[ \t]+[^\r\n]*)")
_PROPERTIES = re.compile(r"((?:![<][^>\s]*>|[&!][^\s,\[\]{}]*))(?:\s|#[^\r\n]*)*")


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


class Reader:
    """Builds a document from the events of the YAML library, collecting what is wrong with it."""

    def __init__(self, file: str, text: str, problems: Diagnostics) -> None:
        self.file = file
        self.text = text
        self.problems = problems
        self.nodes = 0
        self.branch = Branch(0, mapping=False)  # the mapping or list being read; around all of them, a list
        self.holder: Any = []  # its data
        self.key: str | None = None  # the key whose value comes next
        self.stack: list[tuple[Branch, Any, str | None]] = []

    def read(self) -> Document:
        import yaml  # only here: it takes long to import, and nothing is read when all content is cached

        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        marks: Any = self.branch.parts
        values = self.holder
        handlers = {
            yaml.ScalarEvent: self.scalar,
            yaml.MappingStartEvent: self.open,
            yaml.SequenceStartEvent: self.open,
            yaml.MappingEndEvent: self.close,
            yaml.SequenceEndEvent: self.close,
            yaml.AliasEvent: self.alias,
            yaml.DocumentStartEvent: self.document,
        }
        try:
            for event in yaml.parse(self.text, Loader=loader):
                handler = handlers.get(event.__class__)
                if handler is not None:
                    handler(event)
            if not values or (values == [None] and not marks[0][3]):
                self.error("Y012", "the file holds no value", 0, 0, "write its first key, as `cards:`, or delete it")
        except yaml.YAMLError as error:
            _explain(self, error)
        self.problems.raise_if_any({self.file: self.text})
        return Document(self.file, self.text, values[0], marks[0])

    def error(
        self, code: str, message: str, start: int, end: int, hint: str | None = None, related: tuple[Related, ...] = ()
    ) -> None:
        self.problems.error(code, message, Span(self.file, start, end), hint=hint, related=related)
        if len(self.problems) >= REPORTED:
            self.problems.raise_if_any({self.file: self.text})

    def fatal(self, code: str, message: str, start: int, end: int, hint: str | None = None) -> None:
        self.error(code, message, start, end, hint)
        self.problems.raise_if_any({self.file: self.text})

    def document(self, event: Any) -> None:
        if self.holder:
            start, end = event.start_mark.index, event.end_mark.index
            self.fatal("Y010", "a second document begins here", start, end, "put it in a file of its own")

    def scalar(self, event: Any) -> None:
        style, text = event.style or "", event.value
        start = event.start_mark.index
        mark = (start, event.end_mark.index, style, text)
        self.count(start)
        if event.tag is not None or event.anchor is not None:
            self.properties(start)
        if style == '"' and CONTROL_IN_VALUE.search(text):
            written = Document(self.file, self.text, text, mark).scalar(())
            for match in CONTROL_IN_VALUE.finditer(text):
                span = written.span(match.start(), match.end())
                self.error("Y011", CONTROL_MESSAGE.format(ord(match[0])), span.start, span.end, "delete it")
        plain = not style and (text in _WORDS or text[0] in _NUMERIC or text in _SWITCHES or "- " in text)
        value = self.plain(mark) if plain else text
        if self.key is not None or self.holder.__class__ is list:
            self.put(value, mark)
            return
        if not style and text == "<<":
            self.error("Y006", "merge keys are not allowed", start, start + 2, "write the merged keys out")
        elif value.__class__ is not str:
            message = f"the key {_short(text)} is not text" if text else "a key is missing here"
            self.error("Y007", message, start, mark[1], f'write "{_short(text)}" in quotes' if text else None)
        elif text in self.branch.keys:
            first = Related(Span(self.file, *self.branch.keys[text]), "it was first written here")
            hint = "delete one of the two, or put their values together"
            self.error("Y001", f'the key "{_short(text)}" is written twice', start, mark[1], hint, (first,))
        self.branch.keys.setdefault(text, (start, mark[1]))
        self.key = text

    def plain(self, mark: ScalarMark) -> Any:
        """The value of an unquoted scalar."""
        start, end, _, text = mark
        if text in _WORDS:
            return _WORDS[text]
        if (number := _NUMBER.fullmatch(text)) is not None:
            if max(len(number[1]), len(number[2] or "")) > MAX_DIGITS:
                self.error("Y014", f"a number of more than {MAX_DIGITS} digits", start, end, "text needs quotes")
                return 0
            return int(text) if number[2] is None else float(text)
        if text in _SWITCHES or _AMBIGUOUS.fullmatch(text) is not None:
            meant = "true or false" if text in _SWITCHES else "a decimal number such as 12 or 0.5"
            message = f"unquoted, {_short(text)} means different things to different readers of YAML"
            self.error("Y009", message, start, end, f'write {meant}, or "{_short(text)}" in quotes if it is text')
        elif (item := _ITEM_IN_TEXT.search(self.text, start, end)) is not None:
            message = "this looks like an item of a list, but goes on with the text above"
            hint = "indent it as the other items are, or put the whole text in quotes"
            self.error("Y009", message, item.start(1), item.end(1), hint)
        return text

    def open(self, event: Any) -> None:
        start = event.start_mark.index
        self.count(start)
        if event.tag is not None or event.anchor is not None:
            self.properties(start)
        if len(self.stack) == MAX_DEPTH:
            self.fatal("Y005", f"mappings and lists nested more than {MAX_DEPTH} deep", start, start + 1)
        mapping = "Mapping" in event.__class__.__name__
        branch = Branch(start, mapping=mapping)
        holder: Any = {} if mapping else []
        if self.key is not None or self.holder.__class__ is list:
            self.put(holder, branch)
        else:
            self.error("Y007", "a mapping or list cannot be a key", start, start + 1, "a key is text")
            self.key = "?"
            self.branch.keys["?"] = (start, start + 1)
        self.stack.append((self.branch, self.holder, self.key))
        self.branch, self.holder, self.key = branch, holder, None

    def close(self, event: Any) -> None:
        if self.text.startswith(("[", "{"), self.branch.start):
            self.branch.end = event.end_mark.index
        self.branch, self.holder, self.key = self.stack.pop()

    def put(self, value: Any, mark: ScalarMark | Branch) -> None:
        parts = self.branch.parts
        if isinstance(parts, list):
            parts.append(mark)
            self.holder.append(value)
        elif self.key is not None:
            parts[self.key] = mark
            self.holder[self.key] = value
            self.key = None

    def alias(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        self.count(start)
        hint = 'write the value out; text that begins with "*" needs quotes'
        self.error("Y003", "aliases are not allowed", start, end, hint)
        if self.key is not None or self.holder.__class__ is list:
            self.put(None, (start, end, "", ""))
        else:
            self.key = self.text[start:end]
            self.branch.keys[self.key] = (start, end)

    def properties(self, at: int) -> None:
        """Reports the anchor and the tag that begin at a place."""
        while (match := _PROPERTIES.match(self.text, at)) is not None:
            code, what = ("Y003", "anchors") if match[1][0] == "&" else ("Y004", "tags")
            hint = f'delete it; text that begins with "{match[1][0]}" needs quotes'
            self.error(code, f"{what} are not allowed", match.start(1), match.end(1), hint)
            at = match.end()

    def count(self, start: int) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.fatal("Y005", f"more than {MAX_NODES:,} keys and values", start, start + 1, "divide the file")


# What the YAML library says (a pattern), what is said instead, and a hint; {} is the word or character at the place.
_SYNTAX = (
    ("directive|YAML document", "{} is not expected here", 'text that begins with "%" needs quotes'),
    ("cannot start|alphabetic", "unquoted text cannot begin with {}", "put the text in quotes"),
    ("expected ':'", 'a key needs ": " and a value', "if this goes on with the text above, indent it more"),
    ("values are not allowed", '":" is not expected here', 'text with ": " in it needs quotes; keys need a space after '
     "their colon, and the same indentation as the keys beside them"),
    ("escape|hexa?decimal", "{} is not an escape", r"write \\ for a backslash, or put the text in single quotes"),
    ("',' or '[]}]'", "a comma or closing bracket is missing before {}", "text with one of , : [ ] {{ }} needs quotes"),
    ("sequence entries", '"- " is not expected here', 'begin a list on a line of its own; text with "- " needs quotes'),
    ("line break", "{} is not expected here", "text after | or > begins on the next line, indented"),
    ("node content|mapping keys", "{} is not expected here", "text that begins with it needs quotes"),
    ("document start", "{} is not expected here", 'nothing may follow "..."'),
    ("", "{} is not expected here", "keys of one mapping, and items of one list, need the same indentation"),
)  # fmt: skip
_TOKEN = re.compile(r"\\.|[\w.-]+|.")


def _explain(reader: Reader, error: Any) -> None:
    """Reports an error of syntax found by the YAML library, in plain words and at the most helpful place."""
    text, said = reader.text, f"{getattr(error, 'context', '')} {getattr(error, 'problem', error)}"
    marks = (getattr(error, name, None) for name in ("problem_mark", "context_mark"))
    at, begun = (min(mark.index, len(text)) if mark else len(text) for mark in marks)
    related: tuple[Related, ...] = ()
    items = (d.span.start for d in reader.problems if d.span is not None and text.startswith("- ", d.span.start))
    if any(text.rfind("\n", 0, at) < start <= at for start in items):
        return  # an item that goes on with the text above is why this line makes no sense
    if "tag handle" in said:
        reader.properties(begun)
        if len(reader.problems):
            return
    if "quoted" in said and ("end of stream" in said or "document indicator" in said):
        at, message = begun, "the text in quotes that begins here does not end"
        hint = "close it, or put the whole text in the other quotes"
    elif text.startswith("\t", at):
        message, hint = "a tab is not allowed in indentation", "indent with spaces"
    elif text[:at].rstrip(" \t").endswith(("'", '"')) and re.search("expected (key|<block end>)", said):
        message, hint = "nothing may follow the closing quote", "within '...' an apostrophe is written twice: ''"
    else:
        if re.search("expected ':'|alphabetic|directive", said):
            at = begun
        elif re.search("hex|Unicode", said) and text.startswith("\\", at - 2):
            at -= 2
        if "flow" in said:
            related = (Related(Span(reader.file, begun, begun + 1), "the brackets begin here"),)
        _, message, hint = next(row for row in _SYNTAX if re.search(row[0], said))
    token = _TOKEN.match(text, at) if text[at : at + 1].strip(" ") else None
    if token is None:  # the end of a line or of the file: after its last character
        at = len(text[:at].rstrip())
    word = f'"{token[0]}"' if token else "the end of the line"
    reader.error("Y008", message.format(word), at, token.end() if token else at, hint.format(), related)
