"""`state51 lint` and `state51 explain` as an author uses them: exit codes, formats, configuration, what is hidden."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from jsonschema import Draft4Validator

from cli.lint import FORMATS
from cli.lint_formats.github import MOST
from cli.main import main
from dsl.codes import CODES
from tests.small_packs import GARDEN, write_pack
from tests.test_cli import change, state51

ROOT = Path(__file__).parent.parent
SARIF = ROOT / "tests" / "formats" / "sarif-2.1.0-errata01.json"
UNCAPPED = "extend:\n  - after: gather\n    do: 1 coin per plant in your bed\n"
TWO = "extend:\n  - after: gather\n    do: |\n      1 coin per plant in your bed\n      1 seed per plant in your bed\n"


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack that builds on the garden, with one warning, in the folder `plot` of the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garden").symlink_to(GARDEN)
    write_pack(tmp_path, "plot", 'requires: {garden: ">=1.0,<2"}', rules=UNCAPPED)
    return Path("plot")


def rules(pack: Path) -> Path:
    return pack / "rules.yaml"


def found(*args: str | Path, code: int = 1, input: str | None = None) -> list[dict[str, Any]]:
    """The findings as JSON."""
    listed: list[dict[str, Any]] = json.loads(state51("lint", "--format", "json", *args, code=code, input=input))[
        "diagnostics"
    ]
    return listed


def codes(*args: str | Path, code: int = 1, input: str | None = None) -> list[str]:
    return [row["code"] for row in found(*args, code=code, input=input)]


class TestRun:
    def test_our_own_content_is_clean(self) -> None:
        assert "no errors, no warnings" in state51("lint")

    def test_a_finding_has_its_place_its_name_and_a_caret(self, pack: Path) -> None:
        text = state51("lint", pack, code=1)
        assert "plot/rules.yaml:3:9: warning[L202 uncapped-per]: this amount has no limit" in text
        assert "1 coin per plant in your bed\n   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^" in text
        assert "help: write `max N` after it" in text
        assert "1 warning" in text
        assert "\x1b" not in text

    def test_a_file_that_does_not_load_is_told_of_as_validate_does(self, pack: Path) -> None:
        change(rules(pack), "1 coin", "1 coyn")
        assert codes(pack) == ["N002"]

    def test_a_file_of_a_pack_is_judged_with_its_pack(self, pack: Path) -> None:
        (pack / "more.yaml").write_text("vocabulary: {player: {weeded: flag}}\n")
        assert codes(pack) == ["L103", "L202"]
        assert codes(rules(pack)) == ["L202"]

    def test_exit_codes(self, pack: Path) -> None:
        state51("lint", pack, "--exit-zero", code=0)
        change(rules(pack), "your bed", "your bed max 2")
        assert "no warnings" in state51("lint", pack, code=0)
        state51("lint", "nowhere", code=2)
        state51("lint", pack, "--format", "yaml", code=2)
        assert 'did you mean "L202"' in state51("lint", pack, "--select", "L2O2", code=2)

    def test_two_packs_given_together_are_looked_at_together(self, pack: Path, tmp_path: Path) -> None:
        write_pack(
            tmp_path, "weeds", 'requires: {garden: ">=1.0,<2"}', rules="extend:\n  - replace: gather\n    do: 1 coin\n"
        )
        assert sorted(codes("plot", "weeds")) == ["L202", "L301"]


class TestStandardInput:
    def test_it_stands_for_a_file_of_a_pack(self, pack: Path) -> None:
        text = rules(pack).read_text()
        assert codes("--stdin-filename", rules(pack), "-", input=text) == ["L202"]
        good = text.replace("bed", "bed max 3")
        assert codes("--stdin-filename", rules(pack), "-", input=good, code=0) == []
        assert rules(pack).read_text() == text

    def test_it_may_be_of_no_pack(self) -> None:
        rows = found("-", input="functions:\n  f(player p): p.coin +\n")
        assert [(row["code"], row["path"], row["line"]) for row in rows] == [("P002", "stdin.yaml", 2)]

    def test_misuse(self, pack: Path) -> None:
        state51("lint", "-", "plot", input="", code=2)
        state51("lint", "--stdin-filename", "x.yaml", "plot", code=2)


class TestConfiguration:
    def toml(self, text: str) -> None:
        Path("state51.toml").write_text(text)

    def test_house_style_counts_if_it_is_selected(self, pack: Path) -> None:
        card = "{id: weed, name: Weed, copies: 1, height: 1, size: small, colours: []}"
        rules(pack).write_text(f"cards:\n  plant:\n    - {card}\n")
        assert codes(pack, code=0) == ["L402", "L404"]
        assert codes(pack, "--select", "L1", code=0) == []
        assert codes(pack, "--select", "style") == ["L402", "L404"]
        self.toml('[lint]\nseverity = {L404 = "error"}\n')
        assert [row["severity"] for row in found(pack)] == ["info", "error"]

    @pytest.mark.parametrize(
        ("text", "left"),
        [
            ('select = ["L1"]', []),
            ('select = ["uncapped-per"]', ["L202"]),
            ('ignore = ["L202"]', []),
            ('severity = {L202 = "info"}', ["L202"]),
            ('per-path = {"plot/*" = ["L2"]}', []),
            ('per-path = {"other/*" = ["L2"]}', ["L202"]),
        ],
    )
    def test_what_counts(self, pack: Path, text: str, left: list[str]) -> None:
        self.toml(text)
        assert codes(pack, code=1 if left and "info" not in text else 0) == left

    def test_of_pyproject(self, pack: Path) -> None:
        Path("pyproject.toml").write_text('[tool.state51.lint]\nignore = ["L202"]\n')
        assert codes(pack, code=0) == []

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("selekt = []", 'there is no setting `selekt`; did you mean "select"?'),
            ('ignore = ["L2O2"]', 'there is no code or name `L2O2`; did you mean "L202"?'),
            ('severity = {L202 = "bad"}', "a severity is error, warning or info, not `bad`"),
            ("text-length = 0", "`text-length` is a number of characters"),
            ("select = ", "state51.toml"),
            ("select = 3", "this is a list of codes or names"),
            ("per-path = 3", "`severity` and `per-path` are tables"),
        ],
    )
    def test_one_that_makes_no_sense_is_misuse(self, pack: Path, text: str, message: str) -> None:
        self.toml(text)
        assert message in state51("lint", pack, code=2)


class TestSuppressions:
    WHY = "# state51: ignore[L202] because beds are small"

    def test_at_the_end_of_a_line(self, pack: Path) -> None:
        change(rules(pack), "your bed", f"your bed  {self.WHY}")
        assert codes(pack, code=0) == []

    def test_before_what_it_is_for(self, pack: Path) -> None:
        change(rules(pack), "  - after", f"  {self.WHY}\n  - after")
        assert codes(pack, code=0) == []
        with rules(pack).open("a") as file:
            file.write("  - after: tidy\n    do: 1 coin per plant in your bed\n")
        assert [row["line"] for row in found(pack)] == [6]

    def test_by_name(self, pack: Path) -> None:
        change(rules(pack), "your bed", f"your bed  {self.WHY}".replace("L202", "uncapped-per"))
        assert codes(pack, code=0) == []

    def test_of_an_error(self, pack: Path) -> None:
        rules(pack).write_text("rulez: {}  # state51: ignore[K001] because a later version knows it\n")
        assert codes(pack, code=0) == []

    def test_one_without_a_reason_hides_nothing(self, pack: Path) -> None:
        change(rules(pack), "your bed", "your bed  # state51: ignore[L202]")
        assert codes(pack) == ["L202", "L902"]

    def test_one_that_hides_nothing_is_told_of(self, pack: Path) -> None:
        change(rules(pack), "your bed", f"your bed max 3  {self.WHY}")
        assert codes(pack) == ["L901"]
        assert codes(pack, "--ignore", "L202", code=0) == [], "what is not looked for cannot be missed"

    def test_one_of_several_codes_that_hides_nothing_is_named(self, pack: Path) -> None:
        change(rules(pack), "your bed", f"your bed  {self.WHY}".replace("L202", "L202, L101"))
        assert [(row["code"], row["hint"]) for row in found(pack)] == [("L901", "take L101 out of this comment")]


class TestBaseline:
    def test_what_is_known_is_not_told_wherever_it_moves(self, pack: Path) -> None:
        assert "1 finding noted as known" in state51("lint", pack, "--write-baseline", "known.json")
        assert codes(pack, "--baseline", "known.json", code=0) == []
        change(rules(pack), "extend:", "# one\n# two\nextend:\n  - after: tidy\n    do: 1 seed per plant in your bed")
        assert [(row["code"], row["line"]) for row in found(pack, "--baseline", "known.json")] == [("L202", 5)]

    def test_the_same_line_a_second_time_is_new(self, pack: Path) -> None:
        state51("lint", pack, "--write-baseline", "known.json")
        with rules(pack).open("a") as file:
            file.write("  - after: tidy\n    do: 1 coin per plant in your bed\n")
        assert [row["line"] for row in found(pack, "--baseline", "known.json")] == [5]

    def test_one_of_the_configuration(self, pack: Path) -> None:
        state51("lint", pack, "--write-baseline", "known.json")
        Path("state51.toml").write_text('baseline = "known.json"\n')
        assert codes(pack, code=0) == []

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "[]",
            "{}",
            '{"format": 9, "findings": []}',
            '{"format": 1, "findings": [3]}',
            "[" * 100_000,
            '{"format": 1, "findings": [{"file": "", "code": "", "message": "", "line": "", "count": Infinity}]}',
        ],
        ids=["empty", "list", "object", "newer", "numbers", "deep", "endless"],
    )
    def test_what_is_none_is_misuse(self, pack: Path, text: str) -> None:
        Path("known.json").write_text(text)
        assert "known.json" in state51("lint", pack, "--baseline", "known.json", code=2)
        state51("lint", pack, "--baseline", "nowhere.json", code=2)


class TestFormats:
    def test_sarif_is_what_its_schema_says(self, pack: Path) -> None:
        (pack / "more.yaml").write_text("vocabulary: {player: {weeded: flag}}\n")
        (pack / "größe %.yaml").write_text("vocabulary: {table: {month: number}}\n", encoding="utf-8")
        data = json.loads(state51("lint", pack, "--format", "sarif", code=1))
        validator = Draft4Validator(json.loads(SARIF.read_text(encoding="utf-8")))
        assert not [error.message for error in validator.iter_errors(data)]
        run = data["runs"][0]
        assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["L103", "L202"]
        places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
        assert [place["artifactLocation"]["uri"] for place in places] == [
            "plot/gr%C3%B6%C3%9Fe%20%25.yaml", "plot/more.yaml", "plot/rules.yaml"
        ]  # fmt: skip
        assert places[2]["region"] == {"startLine": 3, "startColumn": 9, "endLine": 3, "endColumn": 37}
        assert all(run["tool"]["driver"]["rules"][r["ruleIndex"]]["id"] == r["ruleId"] for r in run["results"])

    def test_sarif_of_an_error_without_a_place_and_of_nothing(self, pack: Path) -> None:
        validator = Draft4Validator(json.loads(SARIF.read_text(encoding="utf-8")))
        for text, code in (("1 coin per plant in your bed max 3", 0), ("1 coyn", 1)):
            rules(pack).write_text(f"extend:\n  - after: gather\n    do: {text}\n")
            assert not list(validator.iter_errors(json.loads(state51("lint", pack, "--format", "sarif", code=code))))

    def test_github_has_errors_first_and_a_summary(self, pack: Path) -> None:
        lines = "".join(f"      {n} coin per plant in your bed\n" for n in range(1, 15))
        rules(pack).write_text(f"extend:\n  - after: gather\n    do: |\n{lines}  # state51: ignore[L202]\n")
        shown = state51("lint", pack, "--format", "github", code=1).splitlines()
        assert shown[0].startswith("::error file=plot/rules.yaml,line=18,col=3,endColumn=")
        assert shown[0].endswith(
            ",title=L902 bare-suppression::a suppression needs its reason (write why: ignore[...] because ...)"
        )
        assert len([line for line in shown if line.startswith("::warning ")]) == MOST
        assert "1 error, 14 warnings, no notes; 4 more not shown here" in shown[-1]

    def test_gitlab_has_a_fingerprint_of_each(self, pack: Path) -> None:
        rules(pack).write_text(TWO.replace("1 seed", "1 coin"))
        rows = json.loads(state51("lint", pack, "--format", "gitlab", code=1))
        assert [(row["check_name"], row["severity"]) for row in rows] == [("L202", "minor")] * 2
        assert [row["location"] for row in rows] == [
            {"path": "plot/rules.yaml", "lines": {"begin": n, "end": n}} for n in (4, 5)
        ]
        assert len({row["fingerprint"] for row in rows}) == 2

    def test_junit_has_a_suite_for_each_file(self, pack: Path) -> None:
        root = ElementTree.fromstring(state51("lint", pack, "--format", "junit", code=1))
        suites = {suite.get("name"): suite for suite in root}
        assert suites["plot/rules.yaml"].get("failures") == "1"
        assert [case.get("name") for case in suites["plot/pack.yaml"]] == ["clean"]
        assert "this amount has no limit" in (suites["plot/rules.yaml"][0][0].get("message") or "")

    @pytest.mark.parametrize("form", FORMATS)
    def test_no_format_lets_a_terminal_obey_a_file(self, pack: Path, form: str) -> None:
        rules(pack).write_text('extend:\n  - after: "gath\\x1b[31mer"\n    do: 1 coin\n')
        assert "\x1b" not in state51("lint", pack, "--format", form, code=1)


class TestExplain:
    def test_a_page_has_why_bad_and_good(self) -> None:
        text = state51("explain", "L202")
        assert text.startswith("# L202 uncapped-per")
        assert "## Bad" in text
        assert "## Good" in text
        assert text == state51("explain", "uncapped-per") == state51("explain", "l202")

    @pytest.mark.parametrize("code", CODES)
    def test_every_code_is_explained(self, code: str) -> None:
        text = state51("explain", code)
        assert CODES[code].name in text
        assert CODES[code].summary in text

    def test_all_are_listed(self) -> None:
        assert [line.split()[0] for line in state51("explain").splitlines()] == list(CODES)

    def test_misuse(self) -> None:
        result = CliRunner().invoke(main, ["explain", "L2O2"])
        assert result.exit_code == 2
        assert 'did you mean "L202"?' in result.output


class TestArchivesAndLinks:
    def test_a_pack_in_an_archive_is_judged_with_its_places(self, pack: Path) -> None:
        state51("pack", "build", pack, "--output", "plot.zip")
        assert [(row["path"], row["line"], row["column"]) for row in found("plot.zip")] == [
            ("plot.zip/rules.yaml", 3, 9)
        ]
        assert "2 files checked" in state51("lint", "plot.zip", code=1)

    def test_what_a_link_leads_to_is_not_shown(self, pack: Path) -> None:
        Path("secret.txt").write_text("sesame\n")
        (pack / "more.yaml").symlink_to(Path("secret.txt").resolve())
        for command in ("lint", "validate"):
            text = state51(command, pack, code=1)
            assert "plot/more.yaml:1:1: error[M010 " in text
            assert "sesame" not in text

    def test_what_is_no_archive_is_not_shown_either(self, pack: Path) -> None:
        Path("odd.zip").write_text("sesame\n")
        assert "sesame" not in state51("lint", "odd.zip", code=1)


class TestWhatLoadingFindsLintFinds:
    """Also what does not keep the rest of a pack from being linked."""

    def test_a_misshapen_card(self, pack: Path) -> None:
        (pack / "cards.yaml").write_text("cards:\n  plant:\n    - {id: Weed, name: Weed}\n")
        assert "K006" in codes(pack)

    def test_a_file_that_the_manifest_names(self, pack: Path) -> None:
        with (pack / "pack.yaml").open("a") as file:
            file.write("when: {bees: [with_bees.yaml]}\n")
        assert "M010" in codes(pack)

    def test_a_name_in_another_language(self, pack: Path) -> None:
        (pack / "lang").mkdir()
        (pack / "lang" / "pl.yaml").write_text("cards: {wede: Chwast}\n")
        assert codes(pack, "--ignore", "L2") == ["L002"]


def test_fmt_leaves_nothing_that_house_style_would_order_otherwise() -> None:
    """Over all content, with the fields that packs add to kinds of others."""
    for folder in (ROOT / "content", ROOT / "tests" / "packs"):
        assert "no files would change" in state51("fmt", "--check", folder)
        assert codes(folder, "--select", "L401", code=0) == []


def test_fmt_puts_right_what_house_style_finds(pack: Path) -> None:
    card = "{colours: [], nectar: 2, size: small, name: Weed, id: weed, height: 1}"
    fields = "vocabulary: {kinds: {plant: {fields: {nectar: {type: number, default: 0}}}}}\n"
    actions = "actions:\n  a: {do: 1 coin, title: a, cost: 1 seed}\n"
    rules(pack).write_text(f"{fields}{actions}cards:\n  plant:\n    - {card}\n")
    assert codes(pack, "--select", "L401") == ["L401", "L401"]
    state51("fmt", pack)
    assert codes(pack, "--select", "L401", code=0) == []


def test_a_file_of_no_pack_is_told_of() -> None:
    assert "1 file in no pack: names could not be checked there" in state51("lint", "-", input=UNCAPPED)
