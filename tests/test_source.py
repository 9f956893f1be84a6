"""Strict YAML: what is read, what is refused and where, and the exact place of everything read."""

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.codes import CODES
from dsl.diagnostics import DiagnosticError, Span
from dsl.render import render
from dsl.spanmap import Scalar, span_map
from engine.packs.document import Document
from engine.packs.source import MAX_BYTES, load_document, source_text
from engine.packs.yaml_reader import MAX_NODES


def read(text: str | bytes) -> Document:
    return load_document("f.yaml", text.encode() if isinstance(text, str) else text)


def refusal(text: str | bytes) -> DiagnosticError:
    with pytest.raises(DiagnosticError) as caught:
        read(text)
    return caught.value


def codes(text: str) -> set[str]:
    """The codes of what is wrong with a text, all of which can be shown."""
    error = refusal(text)
    assert all(render(d, error.texts) for d in error.diagnostics)
    return {d.code for d in error.diagnostics}


def marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its « » marks, and the places they stood around, by where they end."""
    spans, opened = [], []
    clean = ""
    for ch in text:
        if ch == "«":
            opened.append(len(clean))
        elif ch == "»":
            spans.append((opened.pop(), len(clean)))
        else:
            clean += ch
    return clean, spans


# Code, a bad text with the places that are reported marked, and a text that differs little and is good.
REFUSED = [
    ("Y001", "a: 1\n«a»: 2\nb: 3\n", "a: 1\nb: 2\n"),
    ("Y001", "a: 1\n«'a'»: 2\n«a»: 3\n", "a: 1\nA: 2\n"),
    ("Y001", '- x: {a: 1, «a»: {b: 1, «"b"»: 2}}\n', "- x: {a: 1, c: {b: 1}}\n- x: 1\n"),
    ("Y003", "a: «&x» 1\nb: «*x»\n", "a: 1\nb: '*x'\n"),
    ("Y003", "a: «&x»\n  b: 1\n«*c» : 2\n", "a:\n  b: 1\n"),
    ("Y003", "«&x» a: [«&y», b]\n", "a: ['&y', b]\n"),
    ("Y004", "a: «!t» 1\nb: «!!str»\n  - 1\n", "a: '!t 1'\n"),
    ("Y004", "a: «!<tag:x,y>» 1\nb: «!» 2\n", "a: x! 1\n"),
    ("Y004", "a: «!e!x» y\n", "a: e!x y\n"),
    ("Y005", "[" * 32 + "«[»" + "]" * 33, "[" * 32 + "]" * 32),
    ("Y006", "a: 1\n«<<»: 2\n", "a: <<\n'<<': 2\n"),
    ("Y007", "«1»: a\n«null»: b\n«true»: c\n«1.5»: d\n«~»: e\n", "'1': a\n'null': b\n\"true\": c\n1.5.0: d\n"),
    ("Y007", "?«»\n: a\n", '? ""\n: a\n'),
    ("Y007", "? «[»a]\n: b\n«{»c: d}: e\n", "? a\n: b\n"),
    ("Y008", "a: b«:» c\n", "a: b:c\n"),
    ("Y008", "a:\n«\t»b: 1\n", "a:\n b: 1\n"),
    ("Y008", "a: |\n «\t»b\n", "a: |\n b\n"),
    ("Y008", "a: 1\nb: «'»it\nc: 2\n", "a: 1\nb: 'it'\nc: 2\n"),
    ("Y008", 'a: «"»it\n---\nb: 1\n', 'a: "it\n  --- b"\n'),
    ("Y008", "a: 'it'«s» so'\n", "a: 'it''s so'\n"),
    ("Y008", "a: «@»x\n", "a: '@x'\n"),
    ("Y008", "a: «*»\n", "a: x*\n"),
    ("Y008", "«%»FOO\n---\na: 1\n", "%YAML 1.1\n---\na: 1\n"),
    ("Y008", "a: [b, c«»\n", "a: [b, c]\n"),
    ("Y008", "a: {b: 1\nc«:» 2}\n", "a: {b: 1,\n c: 2}\n"),
    ("Y008", "a:\n  b: 1\n «c»: 2\n", "a:\n  b: 1\n  c: 2\n"),
    ("Y008", "a:\n  - b\n  - c\n «d»: 1\n", "a:\n- b\n- c\nd: 1\n"),
    ("Y008", "a: 1\n«words» and\nb: 2\n", "a: 1\nwords: and\n"),
    ("Y008", "a: «-» b\n", "a: -b\n"),
    ("Y008", "a: | «b»\n", "a: | # b\n  c\n"),
    ("Y008", 'a: "«\\q»"\n', 'a: "\\\\q"\n'),
    ("Y008", 'a: "«\\x»4"\n', 'a: "\\x41"\n'),
    ("Y008", "a: «]»\n", "a: x]\n"),
    ("Y008", "a: 1\n...\n«b»: 2\n", "a: 1\n...\n"),
    ("Y009", "- «yes»\n- «No»\n- «ON»\n- «off»\n", "- 'yes'\n- true\n- Nope\n- y\n- n\n"),
    ("Y009", "- «012»\n- «0x1f»\n- «0o17»\n- «0b1»\n- «1_000»\n", "- 12\n- '012'\n- 0x1g\n- 0\n- 1_000 a\n"),
    ("Y009", "- «1:30»\n- «1:30:15.5»\n", "- '1:30'\n- 1:3a\n"),
    ("Y009", "- «2020-01-31»\n- «2020-1-3 10:00:00 +2»\n- «2020-01-31T10:00:00Z»\n", "- 2020-01-31 is a day\n"),
    ("Y009", "- «.5»\n- «5.»\n- «1e3»\n- «1.5E-3»\n- «-.inf»\n- «.NaN»\n", "- 0.5\n- .x\n- 1e\n- -1.5\n- ...a\n"),
    ("Y009", "«on»: 1\n«2020-01-31»: 2\n", "'on': 1\nonce: 2\n"),
    ("Y009", "- a\n «- b»\n", "- a\n- b\n- a - b\n"),
    ("Y009", "- a\n «- id»: b\n   c: d\n", "- a\n- id: b\n  c: d\n"),  # and nothing of the colon beside it
    ("Y010", "a: 1\n«---»\nb: 2\na: 3\nb: 4\n", "---\na: 1\n...\n"),
    ("Y011", "a: x«\0»y\nb: «\x1b»\n", "a: xy\nb: 'c\td'\n"),
    ("Y011", "a: x«\u2028»b: y«\x85»«\ufeff»\n", "a: x\u200by\n"),
    ("Y011", 'a: "x«\\0»y«\\x1b»\\t«\\r»\\n«\\N»«\\L»"\n', 'a: "x\\t\\n\\u00e9"\n'),
    ("Y012", "«»", "~"),
    ("Y012", "«»# nothing\n", "''"),
    ("Y012", "«»---\n", "--- ~\n"),
    ("Y014", "- «1234567890123456789»\n", "- 123456789012345678\n- '1234567890123456789'\n"),
    ("Y014", "- «1.1234567890123456789»\n", "- 1.125\n"),
]

LENIENT = ("«%»FOO\n---\na: 1\n", "a: |\n «\t»b\n")  # the YAML library lets these pass where it has no fast reader


class TestRefusing:
    @pytest.mark.parametrize(("code", "bad", "good"), REFUSED)
    def test_the_bad_is_refused_at_its_places(self, code: str, bad: str, good: str) -> None:
        text, spans = marked(bad)
        error = refusal(text)
        assert [(d.code, d.span) for d in error.diagnostics] == [(code, Span("f.yaml", *s)) for s in sorted(spans)]
        assert error.texts == {"f.yaml": text}
        assert codes(text) == {code}

    @pytest.mark.parametrize(("code", "bad", "good"), REFUSED)
    def test_its_good_twin_is_read(self, code: str, bad: str, good: str) -> None:
        read(good)

    def test_all_errors_are_found_at_once(self) -> None:
        text = "a: yes\na: &x 1\nb: *x\n1: c\nd: 'e\n"
        assert [d.code for d in refusal(text).diagnostics] == ["Y009", "Y001", "Y003", "Y003", "Y007", "Y008"]

    def test_the_first_of_two_keys_is_shown_too(self) -> None:
        (diagnostic,) = refusal("a: 1\nb: 2\na: 3\n").diagnostics
        assert render(diagnostic, {"f.yaml": "a: 1\nb: 2\na: 3\n"}).split("\n") == [
            'f.yaml:3:1: error[Y001 duplicate-key]: the key "a" is written twice',
            " 3 | a: 3",
            "   | ^",
            "   = help: delete one of the two, or put their values together",
            "f.yaml:1:1: note: it was first written here",
            " 1 | a: 1",
            "   | ^",
        ]

    def test_the_bracket_that_is_not_closed_is_shown_too(self) -> None:
        (diagnostic,) = refusal("a: [b,\n  c\nd: e\n").diagnostics
        assert [related.span for related in diagnostic.related] == [Span("f.yaml", 3, 4)]

    @pytest.mark.parametrize(
        ("text", "hint"),
        [
            ("a: yes", 'write true or false, or "yes" in quotes if it is text'),
            ("a: 012", 'write a decimal number such as 12 or 0.5, or "012" in quotes if it is text'),
            ("a: &b c", 'delete it; text that begins with "&" needs quotes'),
            ("a: {b, c", "text with one of , : [ ] { } needs quotes"),
            ("\ta: b", "indent with spaces"),
            ("1: b", 'write "1" in quotes'),
        ],
    )
    def test_a_hint_says_what_to_do(self, text: str, hint: str) -> None:
        assert [d.hint for d in refusal(text).diagnostics] == [hint]

    def test_long_text_is_not_repeated_in_full(self) -> None:
        (diagnostic,) = refusal("a: 1_" + "0" * 10_000).diagnostics
        assert len(diagnostic.message) < 200

    def test_the_rest_is_not_looked_at_after_a_hundred_errors(self) -> None:
        assert len(refusal("a: yes\n" + "a: yes\n" * 10_000).diagnostics) == 100
        assert len(refusal("a: " + "\0" * 10_000).diagnostics) == 100
        assert len(refusal('a: "' + "\\0" * 10_000 + '"').diagnostics) == 100

    def test_a_file_may_not_be_too_long(self) -> None:
        fits = b"# " + b"x" * (MAX_BYTES - 7) + b"\na: b"[:5]
        assert len(fits) == MAX_BYTES
        assert read(fits).data == {"a": "b"}
        assert [d.code for d in refusal(fits + b"c").diagnostics] == ["Y005"]

    def test_a_file_may_not_hold_too_many_values(self) -> None:
        fits = "- 1\n" * (MAX_NODES - 1)
        assert len(read(fits).data) == MAX_NODES - 1
        (diagnostic,) = refusal(fits + "- x\n").diagnostics
        assert (diagnostic.code, diagnostic.span) == ("Y005", Span("f.yaml", len(fits) + 2, len(fits) + 3))

    @pytest.mark.parametrize("character", ["[", "{", "- ", "? ", "[{a: ", '"\\n', "&a ", "!a [", "'\n"])
    def test_a_flood_is_refused_quickly(self, character: str) -> None:
        refusal(character * (200_000 // len(character)))

    def test_other_encodings_are_refused(self) -> None:
        (latin,) = refusal("\ufeffn: caf".encode() + b"\xe9 \xe9\n").diagnostics
        assert (latin.code, latin.span) == ("Y002", Span("f.yaml", 6, 7))
        assert latin.message == "the byte 0xe9 is not UTF-8 text"
        (utf16,) = refusal("a: b".encode("utf-16")).diagnostics
        assert (utf16.code, utf16.message) == ("Y002", "the file is UTF-16 text")
        assert [d.code for d in refusal(b"a: \xed\xa0\x80").diagnostics] == ["Y002"]
        assert read("n: caf\u00e9").data == {"n": "caf\u00e9"}

    @pytest.mark.parametrize(("code", "bad", "good"), [row for row in REFUSED if row[1] not in LENIENT])
    def test_without_the_fast_yaml_reader_the_same_is_refused(
        self, code: str, bad: str, good: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr(yaml, "CSafeLoader")
        assert codes(marked(bad)[0]) == {code}
        assert isinstance(read(good), Document)


class TestFiles:
    def test_a_file_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbfa: 1\r\n")
        document = load_document(tmp_path / "a.yaml")
        assert (document.data, document.text, document.file) == ({"a": 1}, "a: 1\r\n", str(tmp_path / "a.yaml"))
        assert load_document(str(tmp_path / "a.yaml"), shown="pack/a.yaml").span(("a",)) == Span("pack/a.yaml", 3, 4)

    def test_bytes_are_read_instead_of_the_file(self) -> None:
        assert load_document("nowhere.yaml", b"a: 1").data == {"a": 1}

    def test_a_missing_file_is_refused(self, tmp_path: Path) -> None:
        self.refused(tmp_path / "none.yaml", "there is no such file")
        self.refused(tmp_path / "no\0ne.yaml", "embedded null byte")

    def test_a_directory_is_refused(self, tmp_path: Path) -> None:
        self.refused(tmp_path, "it is a directory")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
    def test_a_pipe_is_refused(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        self.refused(tmp_path / "pipe", "it is not a regular file")

    def test_an_unreadable_file_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def forbid(*args: object) -> None:
            raise PermissionError(13, "Permission denied")

        (tmp_path / "a.yaml").write_bytes(b"a: 1")
        monkeypatch.setattr("builtins.open", forbid)
        self.refused(tmp_path / "a.yaml", "permission denied")

    def refused(self, path: Path, reason: str) -> None:
        with pytest.raises(DiagnosticError) as caught:
            load_document(path, shown="pack/x.yaml")
        (diagnostic,) = caught.value.diagnostics
        assert (diagnostic.code, diagnostic.span) == ("Y013", Span("pack/x.yaml", 0, 0))
        assert diagnostic.message == f"the file cannot be read: {reason}"

    def test_the_shown_text_is_that_of_the_places(self) -> None:
        assert source_text(b"\xef\xbb\xbfa\xff\r\n") == "a\ufffd\r\n"


class TestReading:
    def test_values_are_plain(self) -> None:
        text = (
            "- 1\n- -2\n- +3\n- 1.5\n- true\n- False\n- null\n- ~\n-\n- 'true'\n- \"1\"\n- |\n  1\n- 1 a\n- {}\n- []\n"
        )
        values: list[Any] = [1, -2, 3, 1.5, True, False, None, None, None, "true", "1", "1\n", "1 a", {}, []]
        data = read(text).data
        assert data == values
        assert [type(value) for value in data] == [type(value) for value in values]

    def test_the_words_of_the_effect_language_stay_text(self) -> None:
        for text in ("1 iron -> 2 vp", "1 a, 2 b", "c.d = you", "1 gun|fuel -> 1 vp", "always f(l) + 1 if a <= b"):
            assert read(f"a: {text}\n").data == {"a": text}

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(st.characters(codec="utf-8")),
            lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab 1\u00e9:"), inner, max_size=4),
            max_leaves=12,
        ),
        st.booleans(),
    )
    @settings(deadline=None)
    def test_what_is_written_comes_back(self, data: Any, flow: bool) -> None:
        text = yaml.safe_dump(data, allow_unicode=True, default_flow_style=flow, width=30)
        try:
            document = read(text)
        except DiagnosticError:
            assert codes(text) <= {
                "Y009",
                "Y011",
            }  # text such as 08 is a number to other readers
            return
        assert document.data == data
        for path, value in walk(document.data):
            span = document.span(path)
            if not isinstance(value, list | dict):
                assert document.scalar(path).text == (value if isinstance(value, str) else text[span.start : span.end])


def walk(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    yield path, data
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from walk(value, (*path, key))


class TestPlaces:
    TEXT = (
        "# head\r\n"
        "cards:\r\n"
        "- id: 'one'   # first\r\n"
        "  cost: {iron: 2, wood: [1, 2 ]} \r\n"
        "  empty:\r\n"
        "  text: |\r\n"
        "    line\r\n"
        "    more\r\n"
        "\r\n"
        "\r\n"
        "- id: two\r\n"
        "\r\n"
        "# end\r\n"
    )

    def at(self, *path: str | int) -> str:
        span = read(self.TEXT).span(path)
        return self.TEXT[span.start : span.end]

    def test_a_scalar_has_its_quotes(self) -> None:
        assert self.at("cards", 0, "id") == "'one'"
        assert self.at("cards", 1, "id") == "two"
        assert self.at("cards", 0, "cost", "wood", 1) == "2"
        assert self.at("cards", 0, "text") == "|\r\n    line\r\n    more"

    def test_brackets_are_part_of_a_value(self) -> None:
        assert self.at("cards", 0, "cost") == "{iron: 2, wood: [1, 2 ]}"
        assert self.at("cards", 0, "cost", "wood") == "[1, 2 ]"

    def test_a_block_ends_with_its_last_part(self) -> None:
        assert self.at("cards", 1) == "id: two"
        assert self.at("cards", 0) == self.TEXT[self.TEXT.index("id") : self.TEXT.index("more") + 4]
        assert self.at("cards") == self.TEXT[self.TEXT.index("- id") : self.TEXT.index("two") + 3]
        assert self.at() == self.TEXT[self.TEXT.index("cards") : self.TEXT.index("two") + 3]

    def test_a_missing_value_is_an_empty_place_after_its_key(self) -> None:
        assert read(self.TEXT).span(("cards", 0, "empty")).start == self.TEXT.index("empty:") + 6
        assert self.at("cards", 0, "empty") == ""
        document = read("- a:\n-\n")
        assert [document.span(path) for path in ((0,), (1,))] == [Span("f.yaml", 2, 4), Span("f.yaml", 6, 6)]

    def test_keys_have_places(self) -> None:
        document = read("a: 1\n'b c': {d: 2}\n")
        assert document.key_span(("a",)) == Span("f.yaml", 0, 1)
        assert document.key_span(("b c",)) == Span("f.yaml", 5, 10)
        assert document.key_span(("b c", "d")) == Span("f.yaml", 13, 14)

    @pytest.mark.parametrize("path", [("x",), ("a", "x"), ("a", 0), ("b", 2), ("b", "0"), (0,), ("b", 0, 0)])
    def test_there_is_nothing_at_another_path(self, path: tuple[str | int, ...]) -> None:
        document = read("a: 1\nb: [2, 3]\n")
        for lookup in (document.span, document.key_span, document.scalar):
            with pytest.raises(LookupError):
                lookup(path)

    def test_items_have_no_key_and_lists_are_no_scalars(self) -> None:
        document = read("b: [2, 3]\n")
        for path in ((), ("b", 0)):
            with pytest.raises(LookupError):
                document.key_span(path)
        with pytest.raises(LookupError):
            document.scalar(("b",))


class TestScalars:
    def place(self, source: str, found: str) -> str:
        """What stands in the file where `found` stands in the value."""
        document = read(f"k: {source}")
        scalar = document.scalar(("k",))
        start = scalar.text.index(found)
        span = scalar.span(start, start + len(found))
        return document.text[span.start : span.end]

    @pytest.mark.parametrize(
        ("source", "found", "there"),
        [
            ("a b", "b", "b"),
            ("a\n  b", "a b", "a\n  b"),
            ("a\n  b", " ", "\n"),
            ("a\n\n  b", "\n", "\n"),
            ("'it''s b'", "'", "''"),
            ("'it''s b'", "b", "b"),
            ('"\\u00e9\\n b"', "\u00e9", "\\u00e9"),
            ('"\\u00e9\\n b"', "\n", "\\n"),
            ('"\\u00e9\\n b"', "b", "b"),
            ('"a\\\n   b"', "ab", "a\\\n   b"),
            ('"a \\\n\n   b"', "\n", "\n"),
            ("|\n  a\n  b\n", "\n", "\n"),
            ("|\n  a\n  b\n", "a\nb", "a\n  b"),
            ("|2-\n   a\n  b\n", " a", " a"),
            (">\n  a\n  b\n\n  c\n   d\n", "a b", "a\n  b"),
            (">\n  a\n  b\n\n  c\n   d\n", "\n d", "\n   d"),
            ("|+\n  a\n\n\n", "a\n\n\n", "a\n\n\n"),
        ],
    )
    def test_a_part_of_the_value_has_its_place(self, source: str, found: str, there: str) -> None:
        assert self.place(source, found) == there

    @pytest.mark.parametrize(
        ("source", "size", "place"),
        [
            ("ab", 2, 5),
            ("'ab'", 2, 6),
            ('"\\x61\\n"', 2, 10),
            ("|\n  ab\n\n", 3, 9),
            ("''", 0, 4),
            ("", 0, 2),
            ("|+\n\n\n", 2, 6),
            ("|2\n \n", 0, 3),
        ],
    )
    def test_the_end_of_the_value_is_an_empty_place(self, source: str, size: int, place: int) -> None:
        scalar = read(f"k: {source}").scalar(("k",))
        assert len(scalar.text) == size
        assert scalar.span(size, size) == scalar.span(99, 7) == Span("f.yaml", place, place)

    def test_the_whole_value_is_its_place(self) -> None:
        assert read("k: 'a b' #").scalar(("k",)).span() == Span("f.yaml", 4, 7)
        assert read("k: 12 #").scalar(("k",)).text == "12"

    def test_lines_are_counted(self) -> None:
        text = "a: x y\nb: |\n\n  one\n  two\n\nc: >\n  one\n  two\nd: one\n  two\ne: 'one\n\n  two'\n"
        document = read(text)
        lines = {key: document.scalar((key,)) for key in "abcde"}
        assert [lines["a"].line(n) for n in (0, 2, 3)] == [1, 1, 1]
        assert [lines["b"].line(lines["b"].text.index(word)) for word in ("one", "two")] == [4, 5]
        assert lines["b"].line(99) == 5
        assert read("a:\n  b: |\n").scalar(("a", "b")).line(0) == 2
        assert [lines["c"].line(lines["c"].text.index(word)) for word in ("one", "two")] == [8, 9]
        assert [lines["d"].line(lines["d"].text.index(word)) for word in ("one", "two")] == [10, 11]
        assert [lines["e"].line(lines["e"].text.index(word)) for word in ("one", "two")] == [12, 14]

    def test_text_from_elsewhere_is_its_own_file(self) -> None:
        scalar = Scalar.of_text("a\n  b")
        assert scalar.span(2, 4) == Span("<text>", 2, 4)
        assert scalar.line(4) == 2

    def test_where_no_map_can_be_made_the_whole_scalar_is_the_place(self) -> None:
        document = read("k: ab\n")
        scalar = Scalar("other", "f.yaml", document.lines, 3, 5)
        assert scalar.span(1, 2) == Span("f.yaml", 3, 5)
        for style, source in (("|", "|\n  b"), (">", ""), ("|", ""), ('"', '"\\q"'), ('"', '"\\x4'), ('"', '"\\')):
            assert span_map(source, "other", 0, len(source), style) is None

    def test_anchors_and_tags_are_stepped_over(self) -> None:
        for source in ("&x !t  abc", "!t # note\n abc", "&x 'abc'", "!t |\n  abc"):
            event: Any
            (event,) = (e for e in yaml.parse(source, Loader=yaml.CSafeLoader) if isinstance(e, yaml.ScalarEvent))
            found = span_map(source, event.value, event.start_mark.index, event.end_mark.index, event.style)
            assert found is not None
            assert found.span(0, 3) == (source.index("abc"), source.index("abc") + 3)


MARK = "Zq\u00e9\U0001f600Z"
WORDS = st.text("ab\u00e9\u5b57\U0001f600\u0301\\'\"#-:,", max_size=6).map(lambda tail: "w" + tail.rstrip(":") + "w")
GAPS = st.text(" \t", min_size=1, max_size=3)


def planted(piece: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    """Some pieces of text with the mark in a random place among them."""
    return st.tuples(st.lists(piece, max_size=6), st.lists(piece, max_size=6)).map(lambda t: [*t[0], MARK, *t[1]])


@st.composite
def flow_scalars(draw: st.DrawFn, quote: str) -> str:
    """A plain or quoted scalar that may go on over several lines, with escapes if it can have any."""
    out = ""
    for n, word in enumerate(draw(planted(WORDS))):
        if n:
            breaks = draw(st.sampled_from([0, 0, 1, 2, 3]))
            spaced = "\n    " + draw(st.sampled_from(["", " ", "  \t"]))
            out += draw(GAPS) if not breaks else draw(st.sampled_from(["", "  "])) + "\n" * (breaks - 1) + spaced
        if quote == "'":
            word = word.replace("'", "''")
        elif quote == '"':
            word = word.replace("\\", "\\\\").replace('"', '\\"')
            word = draw(st.sampled_from(["", "", "\\n", "\\x41", "\\u5b57", "\\U0001F600", "\\ ", "\\\n    "])) + word
        out += word.replace("#", "h") if not quote else word
    return quote + out + quote


@st.composite
def block_scalars(draw: st.DrawFn, style: str) -> str:
    """A literal or folded scalar with empty, indented and tabbed lines."""
    indent = draw(st.integers(3, 6))
    lines = draw(planted(st.text("ab\u00e9\u5b57\U0001f600\u0301'\"#: \t-", max_size=8) | st.just("")))
    place = lines.index(MARK)
    lines[place] = draw(st.sampled_from(["", "a ", " ", "\t"])) + MARK + draw(st.sampled_from(["", " b", " "]))
    explicit = str(indent - 2) if draw(st.booleans()) else ""
    if not explicit:
        first = next(n for n, line in enumerate(lines) if line.strip(" "))
        lines = [*([""] * first), lines[first].lstrip(" \t") or "x", *lines[first + 1 :]]
    chomp = draw(st.sampled_from(["", "+", "-"]))
    header = (
        style + draw(st.sampled_from([explicit + chomp, chomp + explicit])) + draw(st.sampled_from(["", " # note"]))
    )
    return "\n".join([header, *(" " * indent + line if line else "" for line in lines)])


STYLES = {
    "plain": flow_scalars(""),
    "single": flow_scalars("'"),
    "double": flow_scalars('"'),
    "literal": block_scalars("|"),
    "folded": block_scalars(">"),
}


class TestEveryStyle:
    @pytest.mark.parametrize("style", STYLES)
    @given(data=st.data())
    @settings(max_examples=80, deadline=None)
    def test_a_mark_in_the_value_is_found_in_the_file(self, style: str, data: st.DataObject) -> None:
        source = f'"\U0001f600": [\u5b57]\nlist:\n- before: \u00e9\n  k: {data.draw(STYLES[style])}\n  after: 1\n'
        text = source.replace("\n", data.draw(st.sampled_from(["\n", "\r\n", "\r"])))
        document = read(data.draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + text.encode())
        scalar = document.scalar(("list", 0, "k"))
        at = scalar.text.index(MARK)
        span = scalar.span(at, at + len(MARK))
        assert document.text[span.start : span.end] == MARK
        assert span.start == text.index(MARK)
        assert scalar.line(at) == document.lines.line_col(span.start)[0]
        for n in range(len(scalar.text)):
            one = scalar.span(n, n + 1)
            there = text[one.start : one.end]
            assert one.start < one.end
            assert there == scalar.text[n] or there[0] in "\\'\r\n"
            assert scalar.line(n) == document.lines.line_col(one.start)[0]

    @given(
        st.lists(st.sampled_from([*" \n-:|>'\"\\#ab\t0123456789+,[]{}\r\U0001f600", "\n  ", "\n- ", "k: ", ": |\n  "]))
    )
    @settings(max_examples=300, deadline=None)
    def test_whatever_is_read_has_places(self, pieces: list[str]) -> None:
        try:
            document = read("".join(pieces))
        except DiagnosticError:
            assert codes("".join(pieces)) <= set(CODES)
            return
        for path, value in walk(document.data):
            span = document.span(path)
            assert 0 <= span.start <= span.end <= len(document.text)
            if not isinstance(value, list | dict):
                scalar = document.scalar(path)
                ends = [scalar.span(n, n + 1) for n in range(len(scalar.text))]
                assert all(one.start < one.end for one in ends)
                assert all(one.end <= two.start for one, two in pairwise(ends))
