"""The commands that look at packs: exit codes and messages for good and bad input, and never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from cli import report
from cli.main import COMMANDS, main
from tests.small_packs import GARDEN, write_pack

ROOT = Path(__file__).parent.parent
PLANT = {"height": 1, "size": "small", "colours": []}


def state51(*args: str | Path, input: str | bytes | None = None, code: int = 0) -> str:
    """What a command prints, after checking its exit code."""
    result: Result = CliRunner().invoke(main, [str(a) for a in args], input=input)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    assert result.exit_code == code, result.output
    return result.output


def program(*args: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    """A run in a process of its own."""
    command = [sys.executable, "-m", "cli.main", *map(str, args)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    given = {"capture_output": True, "text": True, "timeout": 60, "env": env, "check": False, **more}
    return subprocess.run(command, **given)  # type: ignore[call-overload,no-any-return]


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A good pack that builds on the garden, in the folder `mypack` of the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garden").symlink_to(GARDEN)
    plant = {"id": "weed", "name": "Weed", **PLANT, "yield": "1 seed"}
    scenario = {"name": "A weed stays", "table": [{"bed": ["weed"]}, {}], "phase": "day",
                "play": [{"seat": 1, "choose": "rest"}], "expect": [{"seat": 1, "bed": ["weed"]}]}  # fmt: skip
    folder = write_pack(
        tmp_path, "mypack", 'requires: {garden: ">=1.0,<2"}', cards=as_yaml({"cards": {"plant": [plant]}})
    )
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "weeds.yaml").write_text(as_yaml({"scenarios": [scenario]}))
    return Path("mypack")


def as_yaml(value: object) -> str:
    """JSON is YAML."""
    return json.dumps(value, indent=1) + "\n"


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


# ---- the program


class TestProgram:
    def test_help_lists_the_commands(self) -> None:
        text = state51("--help")
        assert all(f"\n  {name}" in text for name in COMMANDS)
        assert "Exit codes" in text

    @pytest.mark.parametrize("name", COMMANDS)
    def test_every_command_has_help_with_examples(self, name: str) -> None:
        text = state51(name, "--help")
        assert f"Usage: state51 {name}" in text
        assert f"Examples:\n  state51 {name}" in text
        assert "{" not in text

    def test_version(self) -> None:
        assert state51("--version").startswith("state51")

    @pytest.mark.parametrize(
        ("args", "message"),
        [
            (["shwo"], 'there is no command `shwo`; did you mean "show"?'),
            (["\x1b[31mred"], "there is no command `\\x1b[31mred`"),
            (["--vresion"], "--version"),
            (["show", "--jsn", "x"], "--json"),
            (["play", "--sed", "1"], "--seed"),
            (["test", "--junti", "x"], "--junit"),
        ],
    )
    def test_what_is_unknown_is_misuse_with_a_suggestion(self, args: list[str], message: str) -> None:
        assert message in state51(*args, code=2)

    def test_a_bug_is_one_message(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fails(*_: object, **__: object) -> None:
            raise KeyError("\x1b[2J")

        monkeypatch.setattr("cli.show.rules_of", fails)
        result = CliRunner().invoke(main, ["show", "x"])
        assert result.exit_code == report.BUG == 70
        assert "this is a bug, please report it: KeyError" in result.output
        assert "\x1b" not in result.output

    def test_a_reader_that_stops_is_no_error(self) -> None:
        command = [sys.executable, "-m", "cli.main", "show", "--all", "--json"]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(30) == report.PIPE_CLOSED

    def test_a_reader_that_stops_before_an_error_is_told_is_no_bug(self) -> None:
        command = [sys.executable, "-m", "cli.main", "show", "--unheard-of"]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(command, stderr=subprocess.PIPE, env=env) as process:
            assert process.stderr is not None
            process.stderr.close()
            assert process.wait(30) == report.PIPE_CLOSED

    def test_closed_streams_are_no_error(self) -> None:
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            command = f'"{sys.executable}" -m cli.main play --seats random,human --seed 1 </dev/null {closed}'
            done = subprocess.run(command, shell=True, capture_output=True, cwd=ROOT, check=False)
            assert (done.returncode, done.stderr) == (0, b""), closed

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    def test_a_full_disk_is_told(self) -> None:
        with open("/dev/full", "w") as full:
            done = program("show", "--all", capture_output=False, stdout=full, stderr=subprocess.PIPE)
        assert (done.returncode, done.stderr) == (1, "state51: No space left on device\n")

    def test_colours_only_on_a_terminal_that_wants_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Terminal:
            def isatty(self) -> bool:
                return True

        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        assert report.colorful(Terminal())  # type: ignore[arg-type]
        with open(os.devnull, "w") as nothing:
            assert not report.colorful(nothing)
        monkeypatch.setenv("NO_COLOR", "1")
        assert not report.colorful(Terminal())  # type: ignore[arg-type]

    def test_a_stream_that_is_not_unicode(self, pack: Path) -> None:
        change(pack / "cards.yaml", '"Weed"', '"W\\u00e9\\u2603d"')
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
        done = program("show", "weed", "--packs", "mypack", env=env)
        assert (done.returncode, done.stderr) == (0, "")
        assert "W\\xe9\\u2603d (weed)" in done.stdout

    def test_what_it_does_not_need_is_not_imported(self, tmp_path: Path) -> None:
        code = (
            "import sys\nfrom cli.main import main\nargs = sys.argv[1:]\n"
            "try: main(args)\nexcept SystemExit: pass\n"
            "print([m for m in ('lark', 'jsonschema', 'yaml', 'rich') if m in sys.modules])"
        )
        run = [sys.executable, "-c", code]
        # a cache of its own: what other tests make at the same time would push out what is kept in the common one
        env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path)}
        play = ["play", "--seats", "random,random", "--seed", "1", "-q"]
        subprocess.run([*run, *play], capture_output=True, env=env, check=True)  # now all is cached
        for args, needed in ((play, "['rich']"), (["show", "--all"], "[]"), (["--help"], "[]")):
            done = subprocess.run([*run, *args], capture_output=True, text=True, env=env, check=True)
            assert done.stdout.splitlines()[-1] == needed


# ---- validate


class TestValidate:
    def test_the_packs_built_in(self) -> None:
        assert "files checked, no errors" in state51("validate")

    def test_a_good_pack_by_path_name_and_file(self, pack: Path) -> None:
        assert "3 files checked, no errors" in state51("validate", pack)
        assert "1 file checked, no errors" in state51("validate", pack / "cards.yaml")
        assert "1 file checked, no errors" in state51("validate", pack / "scenarios" / "weeds.yaml")
        assert "no errors" in state51("validate", pack / "scenarios", "base")
        assert "no errors" in state51("validate", ".")

    def test_all_errors_of_all_files_are_told(self, pack: Path) -> None:
        change(pack / "cards.yaml", "1 seed", "1 sead")
        (pack / "more.yaml").write_text('functions: {"f()": "1 +"}\nprocedures: {"g(": "1 seed"}\n')
        (pack / "latin.yaml").write_bytes(b"a: \xe9\n")
        (pack / "twice.yaml").write_text("setup: 1 seed\nsetup: 1 seed\n")
        text = state51("validate", "mypack", code=1)
        assert "mypack/latin.yaml:1:4: error[Y002 not-utf8]" in text
        assert "mypack/twice.yaml:2:1: error[Y001 duplicate-key]" in text
        assert "mypack/more.yaml:2:14: error[K006" in text
        assert "checked, 3 errors" in text
        for name in ("latin", "twice"):
            (pack / f"{name}.yaml").unlink()
        change(pack / "more.yaml", "g(", "g()")
        text = state51("validate", "mypack", code=1)
        assert '^^^^\n    = help: did you mean "seed"?' in text
        assert "mypack/cards.yaml" in text
        assert "mypack/more.yaml:1:" in text
        assert "checked, 2 errors" in text

    def test_of_a_file_only_its_own_errors_are_told(self, pack: Path) -> None:
        change(pack / "cards.yaml", "1 seed", "1 sead")
        (pack / "more.yaml").write_text('functions: {"f()": "2"}\n')
        text = state51("validate", pack / "more.yaml")
        assert "the rest of the pack has 1 error, so names may not all be checked: state51 validate mypack" in text
        assert "sead" in state51("validate", pack / "cards.yaml", code=1)

    def test_scenarios_are_validated(self, pack: Path) -> None:
        file = pack / "scenarios" / "weeds.yaml"
        change(file, '"phase": "day"', '"phase": "dya"')
        assert "there is no phase `dya`" in state51("validate", pack, code=1)
        change(file, '"dya"', '"day", "nmae": "x"')
        assert "weeds.yaml" in state51("validate", pack, code=1)

    def test_a_scenario_that_only_fails_is_valid(self, pack: Path) -> None:
        change(pack / "scenarios" / "weeds.yaml", '"choose": "rest"', '"choose": "pick the moon"')
        assert "no errors" in state51("validate", pack)

    def test_a_lone_file(self, tmp_path: Path) -> None:
        file = tmp_path / "lone.yaml"
        file.write_text('functions: {"f(plant p)": "p.glory"}\nprocedures: {"g()": "1 coin"}\n')
        text = state51("validate", file)
        assert "1 file in no pack: names could not be checked there" in text
        file.write_text(
            'functions: {"f(plant p)": "1 +"}\nprocedures: {"g(a b c)": "choose"}\n'
            'phases: {a: "1 coin ->", b: {turns: "*", until: x}}\n'
            'actions: {a: {title: x, with: {c: "plant in"}, if: "1 =", cost: "1", do: "("}}\n'
        )
        text = state51("validate", "--json", file, code=1)
        rows = json.loads(text)["diagnostics"]
        assert [(r["line"], r["code"][0]) for r in rows] == [(1, "P"), (2, "P"), (2, "P"), (3, "P"), (3, "P")] + [
            (4, "P")
        ] * 4
        file.write_text("cards: {location: [{id: a, name: A, spoils: '1 brick,'}, {id: b}]}\n")
        assert "K002" in state51("validate", file, code=1)
        file.write_text("cards: {location: [{id: a, name: A, spoils: '1 brick,'}]}\n")
        assert "error[P" in state51("validate", file, code=1)

    def test_a_lone_file_of_scenarios_is_one_of_the_default_packs(self, tmp_path: Path) -> None:
        file = tmp_path / "some.yaml"
        scenario = {"name": "x", "table": [{}, {}], "phase": "nowhere", "expect": [{"over": False}]}
        file.write_text(as_yaml({"scenarios": [scenario]}))
        assert "there is no phase `nowhere`" in state51("validate", file, code=1)

    def test_json(self, pack: Path) -> None:
        assert json.loads(state51("validate", "--json", pack)) == {"files": 3, "errors": 0, "diagnostics": []}
        change(pack / "cards.yaml", "1 seed", "1 sead")
        found = json.loads(state51("validate", "--json", pack, code=1))
        (row,) = found["diagnostics"]
        assert (row["code"], row["path"], row["hint"]) == ("N002", "mypack/cards.yaml", 'did you mean "seed"?')

    def test_strange_files(self, pack: Path) -> None:
        (pack / "folder.yaml").mkdir()
        (pack / "gone.yaml").symlink_to("nowhere")
        os.mkfifo(pack / "pipe.yaml")
        text = state51("validate", pack, code=1)
        assert "it is a directory" in text
        assert "there is no such file" in text
        assert "it is not a regular file" in text
        assert "it is a directory" in state51("show", "weed", "--packs", "mypack", code=1)

    def test_control_characters_never_reach_the_terminal(self, pack: Path) -> None:
        change(pack / "cards.yaml", '"Weed"', '"We\\u202eed [bold]x"')
        assert "no errors" in state51("validate", pack)
        text = state51("show", "--packs", "mypack", "weed")
        assert "We\\u202eed [bold]x" in text
        for args in (["--json", "weed"], ["weed"], ["--all"], ["--all", "--json"]):
            assert "\u202e" not in state51("show", "--packs", "mypack", *args)
        (pack / "bad.yaml").write_bytes(b"setup: '\x1b[2J'\n")
        text = state51("validate", pack, code=1)
        assert "\x1b" not in text
        assert "Y011" in text

    @pytest.mark.parametrize("path", ["nowhere", "./nowhere", "bsae", "empty"])
    def test_misuse(self, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("empty").mkdir()
        text = state51("validate", path, code=2)
        assert path in text
        assert ('did you mean "base"?' in text) is (path == "bsae")


# ---- show


class TestShow:
    def test_a_card(self, pack: Path) -> None:
        text = state51("show", "weed", "--packs", "mypack")
        assert text.startswith("Weed (weed): Plant of the pack mypack\n  height   1\n")
        assert state51("show", "WEED", "--packs", "./mypack,garden") == text
        assert state51("show", "mypack:weed", "--packs", "mypack") == text

    def test_json(self, pack: Path) -> None:
        card = json.loads(state51("show", "weed", "--json", "--packs", "mypack"))
        assert list(card) == ["id", "pack", "kind", "name", "copies", "fields", "text"]
        assert (card["id"], card["pack"], card["kind"], card["copies"]) == ("weed", "mypack", "plant", 1)
        assert card["fields"]["yield"] == "1 seed"
        cards = json.loads(state51("show", "--all", "--json", "--packs", "mypack"))
        assert card in cards
        assert {c["pack"] for c in cards} == {"garden", "mypack"}
        assert len(json.loads(state51("show", "weed", "daisy", "--json", "--packs", "mypack"))) == 2

    def test_all_default_cards(self) -> None:
        cards = json.loads(state51("show", "--all", "--json"))
        text = state51("show", "--all")
        assert all(f"{c['name']} (" in text for c in cards)

    def test_misuse(self, pack: Path) -> None:
        assert 'there is no card `wead`; did you mean "Weed"?' in state51("show", "wead", "--packs", "mypack", code=2)
        assert "name a card" in state51("show", code=2)
        assert "not both" in state51("show", "x", "--all", code=2)
        assert "there is no pack `nope`" in state51("show", "x", "--packs", "nope", code=2)
        assert "no pack is named" in state51("show", "x", "--packs", ",", code=2)

    def test_a_pack_with_errors(self, pack: Path) -> None:
        change(pack / "cards.yaml", "1 seed", "1 sead")
        result = CliRunner().invoke(main, ["show", "weed", "--packs", "mypack"])
        assert result.exit_code == 1
        assert "cards.yaml" in result.output
        assert "^^^^" in result.output

    def test_an_id_of_two_packs(self, pack: Path, tmp_path: Path) -> None:
        cards = as_yaml({"cards": {"plant": [{"id": "weed", "name": "Other", **PLANT}]}})
        write_pack(tmp_path, "other", 'requires: {garden: ">=1.0,<2"}', cards=cards)
        text = state51("show", "weed", "--packs", "mypack,other", code=2)
        assert "`weed` can mean mypack:weed, other:weed" in text
        assert "Other (other:weed)" in state51("show", "other:weed", "--packs", "mypack,other")


# ---- test


class TestTest:
    def test_packs_built_in(self) -> None:
        text = state51("test", "base", "-k", "cleanup")
        passed = int(text.split()[0])
        assert passed > 0
        assert text.startswith(f"{passed} passed, 0 failed")

    def test_a_pack_a_folder_and_a_file(self, pack: Path, tmp_path: Path) -> None:
        for path in (pack, pack / "scenarios", pack / "scenarios" / "weeds.yaml"):
            assert state51("test", path).startswith("1 passed, 0 failed")
        assert "passed A weed stays" in state51("test", "-v", pack)

    def test_a_failure_and_its_report(self, pack: Path) -> None:
        change(pack / "scenarios" / "weeds.yaml", '"expect": [', '"expect": [{"over": true}, ')
        change(pack / "scenarios" / "weeds.yaml", "A weed stays", "A weed <stays>")
        text = state51("test", pack, "--junit", "out.xml", code=1)
        assert "FAILED A weed <stays>\n" in text
        assert "weeds.yaml" in text
        assert "^^^^" in text
        assert "0 passed, 1 failed" in text
        suites = ElementTree.fromstring(Path("out.xml").read_bytes())
        assert suites.get("failures") == "1"
        assert suites.find(".//testcase[@name='A weed <stays>']/failure") is not None

    def test_a_file_that_cannot_be_read(self, pack: Path) -> None:
        (pack / "scenarios" / "bad.yaml").write_bytes(b"\xff\xfe")
        text = state51("test", pack, code=1)
        assert "Y002" in text
        assert "1 passed, 0 failed, 1 file could not be read" in text

    def test_words(self, pack: Path) -> None:
        assert state51("test", pack, "-k", "WEED stays").startswith("1 passed")
        assert "no scenario has these words" in state51("test", pack, "-k", "tree", code=2)

    @pytest.mark.parametrize(
        ("args", "message"),
        [
            (["nowhere"], "there is no pack, folder or file `nowhere`"),
            (["bsae"], 'did you mean "base"?'),
            (["empty"], "there are no scenarios there"),
            (["mypack", "--junit", "no/such/dir.xml"], "there is no directory"),
            (["mypack", "--junit", "empty"], "it is a directory"),
            (["mypack", "--junit", "/dev/null"], "it is not a regular file"),
        ],
    )
    def test_misuse(self, args: list[str], message: str, pack: Path) -> None:
        Path("empty").mkdir()
        assert message in state51("test", *args, code=2)


# ---- schema


class TestSchema:
    def test_names_and_texts(self, pack: Path) -> None:
        names = state51("schema", "--packs", "mypack").split()
        assert {"manifest", "content", "packs/base", "packs/mypack", "packs/mypack.scenarios"} <= set(names)
        shown = json.loads(state51("schema", "packs/mypack.schema.json", "--packs", "mypack"))
        assert shown["$id"] == "urn:state51:schema:packs:mypack"

    def test_write_and_check(self, tmp_path: Path) -> None:
        folder = tmp_path / "out"
        assert "is missing" in state51("schema", "--check", folder, code=1)
        assert "wrote" in state51("schema", "--write", folder)
        assert state51("schema", "--write", folder) == "no schemas changed\n"
        assert "up to date" in state51("schema", "--check", folder)
        (folder / "content.schema.json").write_bytes(b"\xff{}")
        (folder / "packs" / "old.schema.json").write_text("{}")
        text = state51("schema", "--check", folder, code=1)
        assert "content.schema.json is stale" in text
        assert "old.schema.json is of no pack" in text

    def test_misuse(self, tmp_path: Path) -> None:
        assert 'did you mean "manifest"?' in state51("schema", "manifset", code=2)
        assert "the schemas are:" in state51("schema", "zzz", code=2)
        assert "exclude" in state51("schema", "manifest", "--write", tmp_path, code=2)
        assert "there is no pack `nope`" in state51("schema", "--packs", "nope", code=2)
        (tmp_path / "file").write_text("")
        assert "cannot be written" in state51("schema", "--write", tmp_path / "file", code=1)
