"""Programs play seats by lines of JSON: good ones, and those that talk nonsense, say nothing, or die."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.kept import saves
from cli.programs import channel
from cli.programs.channel import MOST_BYTES
from cli.programs.protocol import VERSION
from engine import Game, load
from engine.schema.protocol import protocol_schema
from tests.small_packs import GARDEN, write_pack
from tests.test_cli import ROOT, state51

BOT = ROOT / "examples" / "bot.py"
BURST = "actions: {burst: {title: burst, do: 'repeat 99999999 { 1 coin }'}}\n"
PAGE = ROOT / "docs" / "protocol.md"


def conforms(message: dict[str, Any], part: str) -> None:
    """A message has the form that the schema gives its sort."""
    schema = {**protocol_schema(), "oneOf": [{"$ref": f"#/$defs/{part}"}]}
    jsonschema.Draft202012Validator(schema).validate(message)


def spoken(*answers: object, args: tuple[str, ...] = (), code: int = 0) -> list[dict[str, Any]]:
    """What a program is sent that gives these answers: text as it stands, anything else as JSON."""
    lines = [a if isinstance(a, str) else json.dumps(a) for a in answers]
    text = state51(
        "play", "--protocol", "json", "--seed", "4", *args, input="".join(f"{x}\n" for x in lines), code=code
    )
    sent = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    for message in sent:
        conforms(message, message["type"])
    return sent


def bot(folder: Path, body: str) -> str:
    """A program for a seat; `body` has the message of each decision, and `say(value)`."""
    file = folder / "bot.py"
    file.write_text(
        "import json, sys, time\n"
        "def say(value):\n    print(value if isinstance(value, str) else json.dumps(value), flush=True)\n"
        "for line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] != 'decision': continue\n"
        + "".join(f"    {x}\n" for x in body.splitlines())
    )
    return f"exec:{sys.executable} {file}"


def against(player: str, *args: str | Path, code: int = 0) -> str:
    """A game of the garden between a program and a bot, as it is told."""
    return state51("play", "--packs", GARDEN, "--seats", f"{player},greedy", "--seed", "2", "-q", *args, code=code)


# ---- asked over the standard streams


class TestStandardStreams:
    def test_a_whole_game(self) -> None:
        sent = spoken(*[{"choose": 0}] * 400, args=("--packs", str(GARDEN)))
        assert [sent[0]["type"], sent[-1]["type"]] == ["start", "end"]
        assert sent[0]["yours"] == [1]
        assert sent[0]["protocol"] == VERSION
        assert {m["type"] for m in sent[1:-1]} == {"decision"}
        assert [m["decision"] for m in sent[1:-1]] == list(range(1, len(sent) - 1))
        assert sent[-1]["over"]
        assert [row["forfeit"] for row in sent[-1]["standings"]] == [None, None]

    def test_a_decision_says_what_the_seat_sees_and_no_more(self) -> None:
        first = spoken({"resign": True}, code=1)[1]
        game = Game.new(load(), [b.unique_id for b in load().boards()[:2]], 4)
        assert game.decision is not None
        assert first["view"] == json.loads(json.dumps(game.view(0)))
        assert [o["id"] for o in first["options"]] == game.decision.ids
        other = {c["card"] for c in game.view(1)["players"][1]["zones"]["hand"]}
        own = {c["card"] for c in game.view(0)["players"][0]["zones"]["hand"]}
        assert not any(f'"{card}"' in json.dumps(first["view"]) for card in other - own)
        assert "seed" not in json.dumps(first)

    def test_events_are_told_once(self) -> None:
        sent = spoken({"choose": 0}, {"choose": 0}, {"resign": True}, code=1)
        texts = [[e["text"] for e in m["events"]] for m in sent if m["type"] == "decision"]
        assert any("moves to" in text for text in texts[1])
        assert not set(texts[1]) & set(texts[0])

    @pytest.mark.parametrize(
        ("answer", "code", "message"),
        [
            ("garbage", "not-json", "one JSON object"),
            ("[" * 50_000, "not-json", "one JSON object"),
            ("\x1b[2J", "not-json", "one JSON object"),
            ([1], "not-an-answer", "an object such as"),
            ({}, "not-an-answer", "`choose` is the id"),
            ({"choose": None}, "not-an-answer", "`choose` is the id"),
            ({"choose": True}, "not-an-answer", "`choose` is the id"),
            ({"choose": 0, "why": "x"}, "not-an-answer", "has no `why`"),
            ({"choose": 0, "reason": 3}, "not-an-answer", "`reason` is text"),
            ({"choose": 99}, "illegal", "numbered from 0 to"),
            ({"choose": -1}, "illegal", "numbered from 0 to"),
            ({"choose": "the moon"}, "illegal", "is no option here"),
            ({"choose": "discard"}, "illegal", "can mean"),
            ({"choose": 0, "decision": 7}, "stale", "it is now 1"),
        ],
    )
    def test_a_bad_answer_gets_an_error_and_the_same_decision(self, answer: object, code: str, message: str) -> None:
        sent = spoken(answer, {"choose": 0}, {"resign": True}, code=1)
        assert sent[2]["type"] == "error"
        assert sent[2]["code"] == code
        assert message in sent[2]["message"]
        assert sent[2]["left"] == 9
        assert sent[3] == sent[1]
        assert sent[4]["decision"] == 2

    def test_an_effect_that_fails_is_a_bad_answer(self, tmp_path: Path) -> None:
        """Given an action that never ends, its choice is refused and the game stays where it is."""
        write_pack(tmp_path, "bursts", 'requires: {garden: ">=1.0,<2"}', rules=BURST)
        (tmp_path / "garden").symlink_to(GARDEN)
        args = ("--packs", str(tmp_path / "bursts"), "--seats", "human,random")
        sent = spoken({"choose": 0}, {"choose": "burst"}, {"resign": True}, args=args, code=1)
        error = next(n for n, m in enumerate(sent) if m["type"] == "error")
        assert sent[error]["code"] == "fails"
        assert "(burst): this takes more than" in sent[error]["message"]
        assert sent[error + 1] == sent[error - 1]

    def test_ten_bad_answers_forfeit(self) -> None:
        sent = spoken(*["?"] * 10, {"choose": 0}, code=1)
        assert [m["left"] for m in sent if m["type"] == "error"] == list(range(9, -1, -1))
        assert sent[-1]["standings"][-1] == {**sent[-1]["standings"][-1], "seat": 1, "place": 2,
                                             "forfeit": "10 bad answers to one decision"}  # fmt: skip

    def test_the_end_of_input_forfeits_and_the_game_is_played_to_its_end(self) -> None:
        sent = spoken(code=1)
        assert sent[-1]["over"]
        assert "closed its output" in sent[-1]["standings"][-1]["forfeit"]

    def test_two_seats_over_the_same_lines(self) -> None:
        sent = spoken(*[{"choose": 0}] * 400, args=("--packs", str(GARDEN), "--seats", "human,human"))
        assert {m["seat"] for m in sent if m["type"] == "decision"} == {1, 2}

    def test_time_runs_out(self) -> None:
        command = [sys.executable, "-m", "cli.main", "play", "--protocol", "json", "--seed", "4", "--time-limit", "0.3"]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
        ) as p:
            assert p.stdout is not None
            sent = [json.loads(line) for line in p.stdout]
            assert p.wait(30) == 1
        assert sent[-1]["standings"][-1]["forfeit"] == "no answer in 0.3 seconds"

    def test_nobody_reads(self) -> None:
        command = (
            f"{sys.executable} -m cli.main play --protocol json --seed 4 | head -1 >/dev/null; exit ${{PIPESTATUS[0]}}"
        )
        done = subprocess.run(
            ["bash", "-c", command], stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT, timeout=60,
            check=False,
        )  # fmt: skip
        assert done.returncode in (1, 141)
        assert "Traceback" not in done.stderr

    def test_misuse(self) -> None:
        assert "there are none" in state51("play", "--protocol", "json", "--seats", "random,greedy", code=2)
        assert "'xml' is not" in state51("play", "--protocol", "xml", code=2)
        assert "not in the range" in state51("play", "--time-limit", "-1", code=2)


# ---- programs that are started


def lives(status: Path) -> bool:
    """Whether a process is still there, by what the system says of it; one that nobody asked after yet is not."""
    try:
        return "zombie" not in status.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


class TestPrograms:
    def test_the_example_plays_and_is_short(self, tmp_path: Path) -> None:
        save = tmp_path / "game.json"
        text = state51("play", "--seats", f"exec:{sys.executable} {BOT},random", "--seed", "3", "-q", "--save", save)
        assert "Final standings" in text
        assert "forfeit" not in text
        assert len(BOT.read_text().splitlines()) <= 32
        assert {n.name for node in ast.walk(ast.parse(BOT.read_text())) if isinstance(node, ast.Import)
                for n in node.names} == {"json", "random", "sys"}  # fmt: skip
        assert "Checked" in state51("replay", save, "-q")

    def test_its_reason_is_shown_to_those_who_watch(self, tmp_path: Path) -> None:
        player = bot(tmp_path, 'say({"choose": 0, "reason": "the sun shines"})')
        text = state51("play", "--packs", GARDEN, "--seats", f"{player},greedy", "--seed", "2", "--watch", "0")
        assert "because the sun shines" in text

    def test_one_that_says_nothing_has_so_much_time(self, tmp_path: Path) -> None:
        began = time.monotonic()
        text = against(bot(tmp_path, "time.sleep(600)"), "--time-limit", "0.5", code=1)
        assert "Seat 1 forfeited (no answer in 0.5 seconds) and comes last, whatever its score." in text
        assert time.monotonic() - began < 30

    def test_one_that_dies(self, tmp_path: Path) -> None:
        text = against(bot(tmp_path, "say({'choose': 0}) if m['decision'] < 3 else sys.exit(3)"), code=1)
        assert "Seat 1 forfeits: it ended with exit code 3." in text
        assert "Final standings" in text
        killed = against(bot(tmp_path, "import os; os.kill(os.getpid(), 9)"), code=1)
        assert "it was killed from outside (9)" in killed

    def test_it_comes_last_and_the_save_knows(self, tmp_path: Path) -> None:
        """Given a seat that forfeited but has most points, it stands last: at the end, told again, and gone on with."""
        save = tmp_path / "game.json"
        for seed in range(20):
            text = against(bot(tmp_path, "say({'resign': True})"), "--save", save, "--seed", str(seed), code=1)
            game = saves.read(save, [str(GARDEN)]).game
            if game.standings[0].seat == 0 and game.standings[1].rank == 2:
                break
        assert game.standings[0].score > game.standings[1].score
        for told in (text, state51("replay", save, "--packs", GARDEN)):
            assert "Seat 2 wins." in told
            assert "Seat 1 forfeited (it resigned) and comes last, whatever its score." in told
            rows = [line.split() for line in told.split("standings")[1].splitlines() if re.match(r"[│|]\s+\d", line)]
            assert [row[1:4:2] for row in rows[:2]] == [["1", "2"], ["2", "1"]]
        data = json.loads(save.read_text())
        assert data["forfeits"] == {"1": "it resigned"}
        for wrong in ([], {"3": "it resigned"}, {"1": 2}):
            save.write_text(json.dumps({**data, "forfeits": wrong}))
            assert "this record was changed by hand" in state51("replay", save, "--packs", GARDEN, code=1)

    @pytest.mark.parametrize(
        "body",
        [
            "say('nonsense')",
            "say('\\xff\\x00')",
            "while True: say('nonsense ' * 999)",
            f"sys.stdout.write('x' * {MOST_BYTES * 2}); sys.stdout.flush(); time.sleep(600)",
            "say({'choose': 'the moon'})",
            "sys.stdout.close(); time.sleep(600)",
        ],
    )
    def test_one_that_talks_nonsense(self, body: str, tmp_path: Path) -> None:
        began = time.monotonic()
        text = against(bot(tmp_path, body), "--time-limit", "20", code=1)
        assert re.search(r"Seat 1 forfeits: (10 bad answers|it |no answer)", text)
        assert "Traceback" not in text
        assert time.monotonic() - began < 60

    def test_one_that_never_reads(self, tmp_path: Path) -> None:
        file = tmp_path / "deaf.py"
        file.write_text("import time\nwhile True:\n    print('{\"choose\": 0}', flush=True)\n    time.sleep(0.001)\n")
        text = against(f"exec:{sys.executable} {file}", "--time-limit", "20")
        assert "Final standings" in text

    def test_nothing_that_it_started_is_left(self, tmp_path: Path) -> None:
        pid = tmp_path / "pid"
        body = (
            "import subprocess; c = subprocess.Popen(['sleep', '600'])\n"
            f"open({str(pid)!r}, 'w').write(str(c.pid)); time.sleep(600)"
        )
        against(bot(tmp_path, body), "--time-limit", "1", code=1)
        status, until = Path(f"/proc/{pid.read_text()}/status"), time.monotonic() + 10
        while lives(status) and time.monotonic() < until:  # a signal is sent at once, and takes effect a little later
            time.sleep(0.02)
        assert not lives(status)

    def test_a_person_plays_against_one(self, tmp_path: Path) -> None:
        player = bot(tmp_path, "say({'choose': len(m['options']) - 1})")
        text = state51("play", "--packs", GARDEN, "--seats", f"human,{player}", "--seed", "2", input="1\n" * 500)
        assert "Final standings" in text

    def test_a_saved_game_starts_none(self, tmp_path: Path) -> None:
        """Given a save from a stranger that names a command, it is not run."""
        save, trace = tmp_path / "game.json", tmp_path / "trace"
        state51("play", "--packs", GARDEN, "--seed", "2", "--save", save, input="1\nquit\n")
        saves.write(save, saves.read(save, [str(GARDEN)]).game, ["human", f"exec:touch {trace}"])
        text = state51("play", "--load", save, "--packs", GARDEN, code=2)
        assert "a program that a saved game names is not started" in text
        assert not trace.exists()

    @pytest.mark.parametrize(
        ("player", "message"),
        [
            ("exec:", "it names no program"),
            ("exec:no_such_program_here x", "there is no program no_such_program_here"),
            ("exec:'python", "no closing quotation"),
        ],
    )
    def test_misuse(self, player: str, message: str) -> None:
        assert message in state51("play", "--seats", f"{player},greedy", code=2)


# ---- the page


class TestPage:
    def examples(self) -> list[dict[str, Any]]:
        blocks = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
        return [json.loads(line) for block in blocks for line in block.splitlines()]

    def test_every_example_has_the_form_of_its_sort(self) -> None:
        found = self.examples()
        assert {e.get("type", "answer") for e in found} == set(protocol_schema()["$defs"]) - {
            "component", "zones", "goods", "view"
        }  # fmt: skip
        for example in found:
            conforms(example, example.get("type", "answer"))

    def test_the_rules_of_the_page_are_those_of_the_program(self) -> None:
        text = PAGE.read_text(encoding="utf-8")
        codes = set(re.findall(r"^\| `([a-z-]+)` \|", text, re.M))
        assert codes == set(protocol_schema()["$defs"]["error"]["properties"]["code"]["enum"])
        assert f"is {60} unless told otherwise" in text

    def test_the_schema_refuses_what_the_program_refuses(self) -> None:
        for bad in ({}, {"choose": None}, {"choose": 0, "why": 1}, {"choose": -1}):
            with pytest.raises(jsonschema.ValidationError):
                conforms(bad, "answer")


def test_what_a_program_left_behind_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a program that ended, but whose child, in a group of its own, holds its output open."""
    monkeypatch.setattr(channel, "_PATIENCE", 0.1)
    child = "import os, time; os.fork() or (os.setsid(), time.sleep(1.5))"
    program = channel.Process(f'{sys.executable} -c "{child}"', heard=False)
    with pytest.raises(TimeoutError):
        program.receive(0.3)
    began = time.monotonic()
    program.close()
    assert time.monotonic() - began < 0.9
    program._threads[0].join()
    assert program._reader.closed, "what is left is closed when the child ends"
