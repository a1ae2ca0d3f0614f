"""Every command, and the server, with all settings of docs/how-to/server.md at once."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import create_server
from time import time

import pytest

from tests.databases import Database, Sqlite
from tests.forking import companion_run, companion_server, own_program
from tests.gamefile.games import as_file
from tests.workers.nodes import soon
from tests.workers.ports import free_port

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "docs" / "how-to" / "server.md"
CATALOGUE = ROOT / "companion" / "rules" / "catalogue"
COMPANION = [sys.executable, "-c", "from companion.cli.commands import main; main()"]
COMMANDS = [
    "run",
    *(
        pytest.param(command, marks=pytest.mark.soak)
        for command in ("score", "export", "import", "games", "backup", "restore", "check", "judge")
    ),
]
COPIES = re.compile(r'^companion_daily_copies_total\{result="(\w+)"\} (\S+)', re.MULTILINE)
COPIED_AT = re.compile(r"^companion_daily_copy_time_seconds (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Server:
    """A server with all settings, and the settings for commands on its book."""

    folder: Path
    settings: Mapping[str, str]

    @classmethod
    def at(cls, folder: Path, database: str, **other: str) -> "Server":
        settings = {
            "COMPANION_ENV": "production",
            "COMPANION_SECRET_KEY": "0123456789abcdef" * 2,
            "COMPANION_DATABASE": database,
            "COMPANION_HOSTS": "rummy.example",
            "COMPANION_PROXIES": "1",
            "COMPANION_DAILY_COPIES": str(folder / "copies"),
            "COMPANION_PASSPHRASE": "seven of hearts",
            "COMPANION_LOG": "json",
            "COMPANION_METRICS": f"127.0.0.1:{free_port()}",
        }
        return cls(folder, settings | other)

    def companion(self, *arguments: str | Path, **other: str) -> subprocess.CompletedProcess[str]:
        """`companion` with these arguments, as a process."""
        return subprocess.run(
            [*COMPANION, *map(str, arguments)],
            env=os.environ | self.settings | other,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def said(self, *arguments: str | Path) -> str:
        """The output of a command that succeeds."""
        done = self.companion(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    @property
    def metrics(self) -> str:
        """The metrics as collected by Prometheus; empty before they are served."""
        address = self.settings["COMPANION_METRICS"]
        with closing(HTTPConnection(address, timeout=60)) as wire:
            try:
                wire.request("GET", "/metrics")
                return wire.getresponse().read().decode()
            except (HTTPException, OSError):
                return ""

    def copies(self) -> dict[str, float]:
        """The numbers of successful and failed daily copies."""
        return {result: float(count) for result, count in COPIES.findall(self.metrics)}

    def runs(self) -> Iterator["Server"]:
        where = ["--host", "127.0.0.1", "--port", str(free_port()), "--threads", "16"]
        where += ["--workers", "1"]
        process = own_program(companion_run, *where, log=self.folder / "log", **self.settings)
        try:
            yield self
        finally:
            process.terminate()
            process.join()


@pytest.fixture
def server(tmp_path: Path, database: Database) -> Iterator[Server]:
    """A server with an empty database."""
    yield Server.at(tmp_path, database.make_blank(tmp_path))
    database.drop(tmp_path)


def test_all_settings_of_the_example_are_set_here(tmp_path: Path) -> None:
    example = SERVER.read_text().split("```ini\n")[1].split("```")[0]
    names = re.findall(r"^(COMPANION_\w+)=", example, re.MULTILINE)
    assert len(names) >= 9
    assert {*names} == Server.at(tmp_path, "sqlite:////x").settings.keys()


@pytest.mark.soak  # tests/packaging/test_documents.py runs those of the documents
def test_every_command_does_its_work(server: Server, tmp_path: Path) -> None:
    record = as_file("five-crowns", tmp_path)
    assert json.loads(server.said("score", record))["format"] == "companion-score/1"
    assert "can be played" in server.said("check", CATALOGUE / "five-crowns.toml")
    assert "Legal" in server.said("judge", "contract-rummy", "S3", "7S 7H 7D")
    link = server.said("import", record).strip()
    assert re.fullmatch(r"/g/[\w-]{22}/", link)
    assert json.loads(server.said("export", link))["game"] == "five-crowns"
    assert link in server.said("games")
    assert "Copied to" in server.said("backup", tmp_path / "before.sqlite")
    (tmp_path / "other").mkdir()
    other = Server.at(tmp_path / "other", Sqlite().address(tmp_path / "other"))
    assert "Restored" in other.said("restore", tmp_path / "before.sqlite")
    assert json.loads(other.said("export", link))["game"] == "five-crowns"


@pytest.fixture
def running(server: Server) -> Iterator[Server]:
    yield from server.runs()


@pytest.mark.soak  # test_access_log.py has it with fewer settings
def test_the_daily_copy_is_made_and_counted(running: Server, tmp_path: Path) -> None:
    running.said("import", as_file("five-crowns", tmp_path))
    copies = running.folder / "copies"
    soon(lambda: [*copies.glob("companion-*.sqlite")] != [])
    soon(lambda: running.copies().get("made") == 1)
    assert running.copies()["failed"] == 0
    assert "Duplicated timeseries" not in running.log
    (made_at,) = COPIED_AT.findall(running.metrics)
    (copy,) = copies.glob("companion-*.sqlite")
    assert copy.stat().st_mtime <= float(made_at) <= time()


@pytest.mark.any_database
def test_a_daily_copy_that_fails_is_counted_and_logged(tmp_path: Path) -> None:
    (tmp_path / "copies").write_text("a file, and no folder")
    server = Server.at(tmp_path, Sqlite().address(tmp_path))
    for running in server.runs():
        soon(lambda server=running: server.copies().get("failed", 0) >= 1)  # type: ignore[misc]
        lines = [json.loads(line) for line in running.log.splitlines() if line.startswith("{")]
    (line, *_) = [line for line in lines if "No copy of the score book" in line["message"]]
    assert line["level"] == "error"


@pytest.mark.any_database
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_goes_on_with_a_misspelt_setting(tmp_path: Path, command: str) -> None:
    server = Server.at(tmp_path, Sqlite().address(tmp_path))
    done = server.companion(command, "x", COMPANION_PASSFRASE="seven of hearts")
    assert done.returncode == 1
    assert done.stderr == (
        "Error: COMPANION_PASSFRASE is not a setting of Rummy Companion. "
        "Did you mean COMPANION_PASSPHRASE?\n"
    )
    assert not [*tmp_path.glob("*.sqlite")]


@pytest.mark.any_database
@pytest.mark.parametrize(
    "program", [companion_server, pytest.param(companion_run, marks=pytest.mark.soak)]
)
def test_a_taken_metrics_address_stops_the_start(
    tmp_path: Path, program: Callable[..., None]
) -> None:
    port = free_port()
    taken = f"127.0.0.1:{port}"
    server = Server.at(tmp_path, Sqlite().address(tmp_path), COMPANION_METRICS=taken)
    where = ["--host", "127.0.0.1", "--port", str(free_port()), "--workers", "1"]
    with create_server(("127.0.0.1", port)):
        run = own_program(program, *where, log=tmp_path / "log", **server.settings)
        run.join(60)
        assert run.exitcode == 1
        assert f"COMPANION_METRICS is {taken}, and that address cannot be used" in server.log
        assert "Traceback" not in server.log


@pytest.mark.any_database
def test_no_code_is_printed_for_an_address_that_the_server_rejects(tmp_path: Path) -> None:
    server = Server.at(tmp_path, Sqlite().address(tmp_path))
    where = ["--host", "0.0.0.0", "--port", str(free_port()), "--workers", "1"]
    run = own_program(companion_run, *where, log=tmp_path / "log", **server.settings)
    try:
        said = "It serves only the names in COMPANION_HOSTS: rummy.example"
        soon(lambda: (tmp_path / "log").exists() and said in server.log)
        assert "█" not in server.log
        assert "▄" not in server.log
        assert "On phones here:" not in server.log
        soon(lambda: "To stop: Ctrl-C. All games stay.\n" in server.log)
        assert f"Games are kept in {tmp_path}/" in server.log
    finally:
        run.terminate()
        run.join()
