"""`companion score`: prints the score of a record, without a database."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli.commands import main
from tests.gamefile.games import GAMES, as_file, load, one_round, packed, scored, short_game


def run(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["score", *arguments], input=stdin)


def refusal(result: Result) -> dict[str, Any]:
    assert result.exit_code == 2
    assert result.stdout == ""
    told: dict[str, Any] = json.loads(result.stderr)
    assert list(told) == ["error"]
    assert list(told["error"]) == ["code", "round", "player", "message"]
    return dict(told["error"])


def test_a_file_is_scored(tmp_path: Path) -> None:
    result = run(str(as_file("friday-at-the-lake", tmp_path)))
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == scored(load("friday-at-the-lake"))


def test_standard_input_is_scored() -> None:
    result = run("-", stdin=packed(short_game()))
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == scored(short_game())


def test_the_keys_come_in_the_order_of_the_format() -> None:
    told = json.loads(run("-", stdin=packed(short_game())).stdout)
    assert list(told) == ["format", "rounds", "over", "standings", "winners", "reason"]
    assert list(told["rounds"][0]) == [
        "round",
        "dealer",
        "cards_dealt",
        "points",
        "totals",
        "next_contract",
        "doubts",
    ]
    assert list(told["standings"][0]) == ["place", "player", "contracts", "total"]


def test_the_whole_of_a_small_score() -> None:
    assert json.loads(run("-", stdin=packed(short_game())).stdout) == {
        "format": "companion-score/1",
        "rounds": [
            {
                "round": 1,
                "dealer": "Ann",
                "cards_dealt": 13,
                "points": {"Ann": 0, "Ben": 90},
                "totals": {"Ann": 0, "Ben": 90},
                "next_contract": {"Ann": 2, "Ben": 1},
                "doubts": [],
            }
        ],
        "over": False,
        "standings": [
            {"place": 1, "player": "Ann", "contracts": 1, "total": 0},
            {"place": 2, "player": "Ben", "contracts": 0, "total": 90},
        ],
        "winners": [],
        "reason": {"code": "in_progress"},
    }


def test_a_doubt_about_the_whole_round_names_no_player() -> None:
    # Nine kings and nine queens: two decks have eight of each. One doubt about both.
    line = one_round(hands={"Ben": {"cards": {"K": 9, "Q": 9}}})
    told = json.loads(run("-", stdin=packed(short_game(rounds=[line]))).stdout)
    assert told["rounds"][0]["doubts"] == [
        {"code": "wrong_hand_size_without_contract", "player": "Ben"},
        {"code": "too_many_of_class"},
    ]


def test_a_table_of_phase_10_counts_phases(tmp_path: Path) -> None:
    printed = run("--table", str(as_file("phase-10", tmp_path))).stdout
    assert re.search(r"\d+ phases?\b", printed)
    assert "contract" not in printed


def test_a_table_of_hollywood_gin_has_the_total_in_each_game(tmp_path: Path) -> None:
    printed = run("--table", str(as_file("gin-rummy-hollywood", tmp_path))).stdout.splitlines()
    last, *_, final = (
        re.split(r"  +", line.strip()) for line in printed if line[:2] in {"11", "In"}
    )
    assert last == ["11", "Ann", "13", "100 | 112 | 100", "0", "62 | 77 | 47"]
    assert final == ["In all", "987 (325 | 337 | 325)", "386 (137 | 152 | 97)"]
    assert "2.  Bo      186 (62 | 77 | 47)" in printed


def test_a_table_of_rummy_500_has_no_bonuses(tmp_path: Path) -> None:
    printed = run("--table", str(as_file("rummy-500", tmp_path))).stdout
    assert "Zita" in printed
    assert "Low ace" not in printed


def test_a_refused_record_prints_only_the_error() -> None:
    record = short_game(rounds=[one_round(hands={})])
    assert refusal(run("-", stdin=packed(record))) == {
        "code": "blank_hand",
        "round": 1,
        "player": "Ben",
        "message": "Round 1, Ben: Ben’s hand is not counted yet. Count the cards that are left.",
    }


def test_a_record_that_is_no_record_has_neither_round_nor_player() -> None:
    error = refusal(run("-", stdin=b"{"))
    assert (error["code"], error["round"], error["player"]) == ("not_json", None, None)


@pytest.mark.parametrize("name", ["nowhere.json", "", "a\0b"])
def test_a_file_that_cannot_be_read_is_an_error_of_the_same_kind(name: str) -> None:
    error = refusal(run(name))
    assert error["code"] == "cannot_read"
    assert f"“{name}” cannot be read" in error["message"]


def test_a_folder_is_no_record() -> None:
    assert refusal(run(str(GAMES)))["code"] == "cannot_read"


FRESH = """
import sys
from companion.cli.commands import main
try:
    main(["score", sys.argv[1]])
except SystemExit as end:
    assert end.code == 0, end.code
heavy = {"flask", "sqlalchemy", "wtforms"} & set(sys.modules)
assert not heavy, heavy
"""


def test_neither_flask_nor_a_database_is_loaded(tmp_path: Path) -> None:
    # The output is UTF-8, even in a locale that cannot encode the name.
    record = tmp_path / "record.json"
    name = "Åsa"
    line = {"laid_down": [name], "went_out": name, "hands": {"Ben": {"points": 90}}}
    players = [{"name": name}, {"name": "Ben"}]
    record.write_bytes(packed(short_game(players=players, rounds=[line])))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", FRESH, str(record)],
        capture_output=True,
        check=False,
        env={"PYTHONPATH": str(GAMES.parents[1]), "PYTHONIOENCODING": "ascii"},
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("utf-8"))["rounds"][0]["points"] == {name: 0, "Ben": 90}
    assert list(tmp_path.iterdir()) == [record]


SHEET = """\
12-Step Rummy

   dealer         Ann         Ben
1  Ann     1✓  0    0  1  90   90

1.  Ann   1 contract   0
2.  Ben  0 contracts  90

After 1 round
"""


def test_the_sheet_has_a_row_for_each_round_the_standings_and_the_result() -> None:
    printed = run("--table", "-", stdin=packed(short_game()))
    assert (printed.exit_code, printed.stderr) == (0, "")
    assert printed.stdout == SHEET


def test_where_bonuses_are_counted_a_second_table_has_them() -> None:
    printed = run("--table", "-", stdin=packed(load("canasta"))).stdout.split("\n\n")
    heading, *rows = printed[2].splitlines()
    assert heading.split("  ")[-1] == "Red threes, nothing melded"
    assert [row.split() for row in rows[:4]] == [
        ["1", "Ada", "&", "Bea", "1", "–", "2", "–"],
        ["1", "Cem", "&", "Dan", "–", "–", "1", "–"],
        ["2", "Ada", "&", "Bea", "–", "1", "–", "–"],
        ["2", "Cem", "&", "Dan", "–", "–", "–", "2"],
    ]


def test_the_bonuses_of_a_seat_taken_over_are_those_of_who_had_it_then() -> None:
    record = load("canasta")
    now = record["players"][0]
    record["players"][0] = now | {"taken_over": [{"from": "Eva & Fay", "after_round": 1}]}
    printed = run("--table", "-", stdin=packed(record)).stdout.split("\n\n")
    rows = [row.split() for row in printed[2].splitlines()[1:4]]
    assert [row[:4] for row in (rows[0], rows[2])] == [
        ["1", "Eva", "&", "Fay"],
        ["2", "Ada", "&", "Bea"],
    ]


def test_columns_hold_names_of_any_script() -> None:
    """East Asian characters take two columns of a terminal, combining accents none."""
    record = packed(short_game()).decode().replace("Ann", "安a").replace("Ben", "Zox\u0301")
    printed = run("--table", "-", stdin=record.encode()).stdout
    assert printed == SHEET.replace("Ann", "安a").replace("Ben", "Zox\u0301")


def test_a_round_in_doubt_is_marked(tmp_path: Path) -> None:
    printed = run("--table", str(as_file("friday-at-the-lake", tmp_path))).stdout
    assert [line[:2] for line in printed.splitlines() if line[:1] == "1"][1:] == ["1?", "1."]


def test_a_terminal_shows_the_sheet_and_a_program_reads_json(tmp_path: Path) -> None:
    file = str(as_file("friday-at-the-lake", tmp_path))
    command = [
        sys.executable,
        "-c",
        "from companion.cli.commands import main; main()",
        "score",
        file,
    ]
    ours, theirs = pty.openpty()
    subprocess.run(command, stdout=theirs, check=True, timeout=60)
    os.close(theirs)
    assert os.read(ours, 9).decode() == "12-Step R"
    os.close(ours)
    piped = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout
    assert json.loads(piped) == json.loads(run("--json", file).stdout)


def test_a_refusal_beside_a_sheet_is_a_sentence() -> None:
    refused = run("--table", "-", stdin=b"{")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("Error: This is not JSON: ")
