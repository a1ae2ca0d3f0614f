"""Any file given to a command is answered soon and within 200 MB, without a traceback."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from functools import cache
from math import ceil
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import pytest

from companion.gamefile import MOST_BYTES, plain, read_record, to_json, write_history
from companion.gamefile.log_builder import MOST_ENTRIES
from companion.records.log.stored_game import LogLine, Tap
from companion.rules.game import Game
from companion.rules.reading.catalogue import FOLDER, catalogue
from companion.rules.reading.toml_text import MOST_BYTES as MOST_BYTES_OF_A_RULESET
from companion.rules.reading.toml_text import parsed
from tests.gamefile.games import packed, short_game

AT = datetime(2026, 11, 20, 19, 30, 0, 123456)  # noqa: DTZ001 - naive, as in the tables
TIMES, KILOBYTES = 8, 200 * 1024  # the CPU time of a usual file
PATIENCE = 60  # seconds
_COMMAND = """
import atexit, resource, sys
atexit.register(lambda: print(open("/proc/self/status").read()))
most = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_CPU, (most, most))
from companion.cli.commands import main
main()
"""
DOTTED = b"".join(b"a%x.b.c.d.e.f.g.h%x=1\n" % (n, n) for n in range(1300))
PLAYERS = json.dumps({"players": [{"name": f"{n}"} for n in range(29_900)]}).encode()
LAID_DOWN = json.dumps({"rounds": [{"laid_down": ["Ann"] * 295}] * 200}).encode()
LISTS = b"[" + b"[]," * (MOST_BYTES // 3 - 1) + b"0]"


def many_rounds(players: int) -> bytes:
    """A record of two hundred rounds with all players, in which nobody ever lays down."""
    game = short_game()
    names = [f"Player {number}" for number in range(players)]
    hands = {name: {"points": 100} for name in names}
    line: dict[str, Any] = {"laid_down": [], "went_out": None, "hands": hands}
    return packed(game | {"players": [{"name": name} for name in names], "rounds": [line] * 200})


ODD = {
    "dotted keys": ("check", DOTTED),
    "levels of keys": ("check", b"x." * 120_000 + b"x=1"),
    "lists in lists": ("check", b"x=" + b"[" * 30_000),
    "a ruleset without end": ("check", None),
    "a number that cannot be printed": ("check", b"cards_dealt=0x" + b"f" * 30_000),
    "no text": ("check", b"\xff\xfe\x00"),
    "nothing": ("check", b""),
    "two million lists": ("score", LISTS),
    "nested lists": ("score", b"[" * 2_000_000),
    "nested tables": ("score", b'{"a":' * 900 + b"0" + b"}" * 900),
    "a record without end": ("score", None),
    "a number of thousands of digits": ("score", b'{"format":' + b"9" * 1_000_000 + b"}"),
    "numbers beyond all numbers": ("score", b'{"rounds": [1e400, -1e400, 1e308]}'),
    "ninety thousand rounds": ("score", b'{"rounds":[' + b"0," * 90_000 + b"0]}"),
    "many keys": ("score", json.dumps(dict.fromkeys(map(str, range(99_000)))).encode()),
    "thirty thousand players": ("score", PLAYERS),
    "sixty thousand who laid down": ("score", LAID_DOWN),
    "a picture": ("score", b"\x89PNG\r\n\x1a\n"),
}


def run(seconds: int, command: str, file: str) -> subprocess.CompletedProcess[bytes]:
    """`companion` with so much CPU time at most."""
    return subprocess.run(
        [sys.executable, "-c", _COMMAND, str(seconds), command, file],
        check=False,
        capture_output=True,
    )


@cache
def usual() -> float:
    """The CPU time of the command for a game of the catalogue, in seconds."""
    before = getrusage(RUSAGE_CHILDREN)
    assert run(PATIENCE, "check", str(FOLDER / "five-crowns.toml")).returncode == 0
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def answer(command: str, file: str) -> tuple[int, str, int]:
    """Exit status, output, and peak memory (kB).

    The command is killed after many times the CPU time of a usual file.
    """
    done = run(ceil(TIMES * usual()), command, file)
    # The kernel’s figure for this program: the one of wait4() includes the parent’s.
    assert b"VmHWM:" in done.stdout, "it did not end by itself"
    memory = done.stdout.decode().rpartition("VmHWM:")[2].split()[0]
    return done.returncode, done.stderr.decode(), int(memory)


# The most expensive files, of each command; the others are in `make soak`.
HARDEST = {"dotted keys", "a record without end", "two million lists"}


@pytest.mark.parametrize(
    ("command", "content"),
    [
        pytest.param(*file, id=name, marks=() if name in HARDEST else pytest.mark.soak)
        for name, file in ODD.items()
    ],
)
def test_any_file_is_answered_soon_in_a_sentence(
    tmp_path: Path,
    command: str,
    content: bytes | None,
    record_property: Callable[[str, object], None],
) -> None:
    file = tmp_path / "odd"
    if content is not None:
        file.write_bytes(content)
    status, said, memory = answer(command, "/dev/zero" if content is None else str(file))
    assert status == (1 if command == "check" else 2), said
    assert "Traceback" not in said
    assert said.strip()
    record_property("memory", f"{memory / 1024:.0f} MB")
    assert memory < KILOBYTES


def test_a_long_record_is_scored_as_soon(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    file.write_bytes(many_rounds(8))
    status, said, memory = answer("score", str(file))
    assert (status, said) == (0, "")
    assert memory < KILOBYTES


@pytest.mark.parametrize(
    ("game", "players", "rounds", "hand"),
    [
        ("just-points", 2, 1666, {"points": 100}),
        pytest.param(
            *("twelve-step-rummy", 9, 454, {"cards": {"A": 1, "10-K": 8, "3-9": 4}}),
            marks=pytest.mark.soak,
        ),
    ],
)
def test_the_longest_game_is_read_with_its_history(
    game: str, players: int, rounds: int, hand: dict[str, Any]
) -> None:
    """A log that is full, indented."""
    data = json.loads(many_rounds(players)) | {"game": game}
    hands = {row["name"]: hand for row in data["players"]}
    line = {"laid_down": [], "went_out": None, "hands": hands}
    played = read_record(packed(data | {"rounds": [line] * rounds}))
    assert MOST_ENTRIES - 10 < len(played.entries) <= MOST_ENTRIES
    lines = [LogLine(n, entry, Tap("", None, AT)) for n, entry in enumerate(played.entries, 1)]
    begun = Game.begun(json.dumps(dict(played.ruleset_data)), played.seats, played.entries)
    told = plain(played) | {"history": write_history(begun, "", lines)}
    content = to_json(told).encode()
    assert len(content) < MOST_BYTES
    assert len(read_record(content).state.rounds) == rounds


@pytest.mark.parametrize("key", catalogue())
def test_every_game_of_the_catalogue_is_within_the_limits(key: str) -> None:
    content = (FOLDER / f"{key}.toml").read_bytes()
    assert len(content) < MOST_BYTES_OF_A_RULESET / 2
    assert parsed(content, key)["name"]
