"""Diagnostics: the registry, collecting, suggesting, and showing them to a person or a program."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.codes import CODES, Code, code
from dsl.diagnostics import Diagnostic, DiagnosticError, Diagnostics, Related, Span, suggest
from dsl.render import Lines, printable, render, to_json


def shown(text: str, marked: str, **more: object) -> list[str]:
    """The lines of a diagnostic about the first place where `marked` stands in a text."""
    start = text.index(marked)
    diagnostic = Diagnostic("N002", "oh no", Span("f.yaml", start, start + len(marked)), **more)  # type: ignore[arg-type]
    return render(diagnostic, {"f.yaml": text}).split("\n")


class TestRegistry:
    def test_every_code_and_name_is_used_once(self) -> None:
        assert all(re.fullmatch(r"[A-Z]\d{3}", key) for key in CODES)
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row.name) for row in CODES.values())
        assert len({row.name for row in CODES.values()}) == len(CODES)
        assert all(key == row.code for key, row in CODES.items())

    def test_a_summary_is_one_sentence(self) -> None:
        assert all(row.summary.endswith(".") and "\n" not in row.summary for row in CODES.values())

    def test_a_row_is_found_by_code_or_name(self) -> None:
        assert code("N002") is code("unknown-good")
        assert code("N002").severity == "error"

    @pytest.mark.parametrize("key", ["N999", "", "n002", "unknown good"])
    def test_an_unknown_code_is_refused(self, key: str) -> None:
        with pytest.raises(KeyError, match=re.escape(repr(key))):
            code(key)

    def test_no_diagnostic_has_an_unknown_code(self) -> None:
        with pytest.raises(KeyError, match="N999"):
            Diagnostic("N999", "oh no", None)

    def test_a_diagnostic_takes_its_severity_from_the_registry(self) -> None:
        assert Diagnostic("Y001", "oh no", None).severity == "error"


class TestCollecting:
    def test_they_come_in_order_of_file_and_place(self) -> None:
        found = Diagnostics()
        found.error("N001", "third", Span("b", 0, 1))
        found.error("N001", "second", Span("a", 7, 8))
        found.error("N002", "first", Span("a", 2, 3), hint="so", related=[Related(Span("a", 0, 1), "there")])
        found.error("M005", "before all", None)
        assert [d.message for d in found] == ["before all", "first", "second", "third"]

    def test_the_same_is_kept_once(self) -> None:
        found = Diagnostics()
        for hint in (None, "try this"):
            found.error("N001", "no such name", Span("a", 2, 3), hint=hint)
        found.error("N001", "no such name", Span("a", 4, 5))
        assert len(found) == 2

    def test_nothing_is_raised_when_nothing_is_wrong(self) -> None:
        Diagnostics().raise_if_any()

    def test_all_are_raised_together(self) -> None:
        found = Diagnostics()
        found.error("N001", "two", Span("a", 2, 3))
        found.error("N001", "one", Span("a", 1, 2))
        with pytest.raises(DiagnosticError, match="N001 one; N001 two") as caught:
            found.raise_if_any({"a": "text"})
        assert caught.value.diagnostics == tuple(found)
        assert caught.value.texts == {"a": "text"}

    def test_warnings_alone_are_not_raised(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(CODES, "L999", Code("L999", "odd", "warning", "Odd."))
        found = Diagnostics()
        found.error("L999", "odd", None)
        found.raise_if_any()
        assert render(next(iter(found)), {}) == "warning[L999 odd]: odd"


class TestSuggesting:
    @pytest.mark.parametrize(
        ("word", "meant"),
        [
            ("wokrer", "worker"),
            ("Worker", "worker"),
            ("workers", "worker"),
            ("victory-point", "victory_points"),
            ("victory point", "victory_points"),
            ("boxes", "box"),
            ("batterys", "batteries"),
            ("glas", "glass"),
            ("glasses", "glass"),
        ],
    )
    def test_a_slip_is_understood(self, word: str, meant: str) -> None:
        known = ["worker", "victory_points", "box", "batteries", "glass", "straw"]
        assert suggest(word, known) == f'did you mean "{meant}"?'

    def test_nothing_like_it_is_nothing(self) -> None:
        assert suggest("elephant", ["worker", "box"]) is None
        assert suggest("worker", []) is None
        assert suggest("", ["worker"]) is None

    def test_the_word_itself_is_no_suggestion(self) -> None:
        assert suggest("box", ["box"]) is None

    @given(st.text(), st.lists(st.text()).flatmap(lambda words: st.tuples(st.just(words), st.permutations(words))))
    @settings(deadline=None)
    def test_order_does_not_matter(self, word: str, lists: tuple[list[str], list[str]]) -> None:
        assert suggest(word, lists[0]) == suggest(word, lists[1])


class TestLines:
    def test_the_breaks_are_those_of_an_editor(self) -> None:
        lines = Lines("a\nb\r\nc\rd\u2028e\x85f\x0cg\n")
        assert [lines.line(n) for n in range(1, 6)] == ["a", "b", "c", "d\u2028e\x85f\x0cg", ""]

    def test_places_count_from_one(self) -> None:
        lines = Lines("ab\ncd")
        assert [lines.line_col(n) for n in range(6)] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]

    def test_places_outside_are_the_nearest_end(self) -> None:
        assert Lines("ab").line_col(-3) == (1, 1)
        assert Lines("ab").line_col(99) == (1, 3)

    def test_columns_may_be_utf16_units(self) -> None:
        assert Lines("\U0001f600\udc80x").line_col(2) == (1, 3)
        assert Lines("\U0001f600\udc80x").line_col(2, utf16=True) == (1, 4)

    @pytest.mark.parametrize("number", [0, -1, 3])
    def test_there_is_no_other_line(self, number: int) -> None:
        with pytest.raises(IndexError):
            Lines("a\nb").line(number)


class TestRendering:
    def test_the_line_and_the_carets_are_shown(self) -> None:
        text = "a: 1\nb: 2 irn, 3 x\n"
        assert shown(text, "irn", hint='did you mean "iron"?') == [
            "f.yaml:2:6: error[N002 unknown-good]: oh no",
            " 2 | b: 2 irn, 3 x",
            "   |      ^^^",
            '   = help: did you mean "iron"?',
        ]

    def test_related_places_are_shown_likewise(self) -> None:
        text = "a: 1\n" + "#\n" * 10 + "a: 2\n"
        related = (Related(Span("f.yaml", 25, 26), "first here"), Related(Span("g.yaml", 0, 1), "and there"))
        diagnostic = Diagnostic("Y001", "twice", Span("f.yaml", 0, 1), "delete one", related)
        assert render(diagnostic, lambda file: {"f.yaml": text}.get(file)).split("\n") == [
            "f.yaml:1:1: error[Y001 duplicate-key]: twice",
            "  1 | a: 1",
            "    | ^",
            "    = help: delete one",
            "f.yaml:12:1: note: first here",
            " 12 | a: 2",
            "    | ^",
            "g.yaml: note: and there",
        ]

    def test_without_the_text_there_is_the_file_only(self) -> None:
        assert render(Diagnostic("Y013", "gone", Span("f.yaml", 0, 0)), {}) == (
            "f.yaml: error[Y013 unreadable-file]: gone"
        )

    def test_without_a_place_there_is_the_message_only(self) -> None:
        assert render(Diagnostic("M005", 'no pack "x"', None), {}) == 'error[M005 unknown-pack]: no pack "x"'

    @pytest.mark.parametrize(
        ("line", "marked", "carets"),
        [
            ("abc", "a", "^"),
            ("abc", "c", "  ^"),
            ("\tab\tcd", "cd", "\t  \t^^"),  # tabs are copied
            ("a\tb", "a\tb", "^\t^"),
            ("a\tb", "\t", " ^"),
            ("\u5b57 x", "x", "   ^"),  # wide
            ("x \u5b57\u5b57", "\u5b57\u5b57", "  ^^^^"),
            ("\U0001f600x", "x", "  ^"),  # emoji
            ("\U0001f600x", "\U0001f600", "^^"),
            ("cafe\u0301 x", "x", "     ^"),  # combining
            ("cafe\u0301 x", "e\u0301", "   ^"),
            ("cafe\u0301 x", "\u0301", "   ^"),
            ("\u1112\u1161\u11ab x", "x", "   ^"),
            ("\u200dx", "x", "^"),  # joiner
            ("\uff21b", "b", "  ^"),  # full width
            ("a\x1bb", "b", "     ^"),  # shown as \x1b
            ("a\x1bb", "\x1b", " ^^^^"),
            ("a\u202eb", "b", "       ^"),
        ],
    )
    def test_the_carets_stand_under_the_characters(self, line: str, marked: str, carets: str) -> None:
        assert shown(line, marked)[2] == "   | " + carets

    def test_an_empty_span_has_one_caret(self) -> None:
        diagnostic = Diagnostic("P002", "ends too early", Span("f", 3, 3))
        assert render(diagnostic, {"f": "abc\nd"}).split("\n")[1:] == [" 1 | abc", "   |    ^"]

    def test_a_span_of_several_lines_is_marked_to_the_end_of_the_first(self) -> None:
        assert shown("a: bc\r\n  d\r\n", "bc\r\n  d")[1:] == [" 1 | a: bc", "   |    ^^"]
        assert shown("ab\ncd", "\ncd")[1:] == [" 1 | ab", "   |   ^"]

    def test_a_span_beyond_the_text_is_cut(self) -> None:
        lines = render(Diagnostic("N001", "oh no", Span("f", 50, 90)), {"f": "ab"}).split("\n")
        assert lines[1:] == [" 1 | ab", "   |   ^"]
        assert (
            render(Diagnostic("N001", "oh no", Span("f", 0, 9)), {"f": ""}) == "f:1:1: error[N001 unknown-name]: oh no"
        )

    @pytest.mark.parametrize("before", [0, 30, 79, 80, 200, 5000])
    @pytest.mark.parametrize("after", [0, 30, 5000])
    def test_a_long_line_is_cut_around_the_carets(self, before: int, after: int) -> None:
        _, line, carets = shown("a" * before + "XYZ" + "b" * after, "XYZ")
        assert len(line) <= 5 + 3 + 120 + 3
        assert line[carets.index("^") : carets.index("^") + 3] == "XYZ"
        assert carets.count("^") == 3
        assert ("..." in line) == (before + 3 + after > 120)

    def test_a_long_span_is_cut_too(self) -> None:
        _, line, carets = shown("x" * 300, "x" * 300)
        assert line == " 1 | " + "x" * 120 + "..."
        assert carets == "   | " + "^" * 120

    def test_what_a_terminal_might_obey_is_escaped(self) -> None:
        evil = "\x1b[2J\x9b\x07\x00\u202e\u2066\u2028\r\ud800"
        related = (Related(Span("g" + evil, 0, 1), evil),)
        diagnostic = Diagnostic("N001", evil, Span("f" + evil, 0, 1), evil, related)
        out = render(diagnostic, {"f" + evil: evil.replace("\r", ""), "g" + evil: "x\x1b"})
        assert all(ch == "\n" or ch.isprintable() for ch in out)
        assert r"\x1b[2J\x9b\x07\x00\u202e\u2066\u2028\r\ud800" in out

    def test_color_wraps_only_our_own_words(self) -> None:
        diagnostic = Diagnostic("N001", "oh \x1b no", Span("f", 0, 1), "so", (Related(Span("f", 1, 2), "there"),))
        plain = render(diagnostic, {"f": "ab\x1b"})
        colored = render(diagnostic, {"f": "ab\x1b"}, color=True)
        assert "\x1b" not in plain
        assert colored != plain
        assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain

    @given(st.text(), st.integers(0, 30), st.integers(0, 30))
    @settings(deadline=None)
    def test_any_text_can_be_shown(self, text: str, start: int, length: int) -> None:
        out = render(Diagnostic("N001", text, Span(text, start, start + length), text), {text: text})
        assert all(is_harmless(ch) for ch in out)


def is_harmless(ch: str) -> bool:
    return ch in "\n\t" or printable(ch) == ch


def test_printable_leaves_text_alone() -> None:
    plain = "caf\u00e9 \u5b57 \U0001f468\u200d\U0001f469 \u00a0x"
    assert printable(plain) == plain
    assert printable("a\tb", tabs=True) == "a\tb"
    assert printable("a\tb\nc") == r"a\tb\nc"


class TestJson:
    def test_places_are_lines_and_columns(self) -> None:
        diagnostic = Diagnostic("N002", "oh no", Span("f", 3, 7), "so", (Related(Span("g", 0, 1), "there"),))
        assert to_json(diagnostic, {"f": Lines("ab\ncd\nef")}) == {
            "code": "N002",
            "name": "unknown-good",
            "severity": "error",
            "message": "oh no",
            "path": "f",
            "line": 2,
            "column": 1,
            "endLine": 3,
            "endColumn": 2,
            "hint": "so",
            "related": [{"path": "g", "message": "there"}],
        }

    def test_without_a_place_there_is_none(self) -> None:
        out = to_json(Diagnostic("M005", "oh no", None), lambda file: None)
        assert "path" not in out
        assert "line" not in out
        assert out["related"] == []
