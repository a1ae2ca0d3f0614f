"""The app started before its database: it reports that, and works once the database is there."""

import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tests.forking import companion_run, own_program
from tests.postgresql import Server
from tests.workers.ports import free_port

PATIENCE = 60  # seconds until a busy machine has started two workers


@pytest.fixture
def port(own_postgresql: Server, tmp_path: Path) -> Iterator[int]:
    """The port of an app whose database is down."""
    own_postgresql.make("games")
    address = own_postgresql.address("games")
    own_postgresql.stop()
    port = free_port()
    where = ["--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
    where += ["--instance", str(tmp_path)]
    app = own_program(companion_run, *where, log=tmp_path / "log", COMPANION_DATABASE=address)
    yield port
    app.terminate()
    app.join(PATIENCE)
    assert app.exitcode == 0


def ask(port: int) -> HTTPResponse:
    wire = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    wire.request("GET", "/g/nobody/")
    answer = wire.getresponse()
    answer.page = answer.read().decode()  # type: ignore[attr-defined]
    wire.close()
    return answer


def first_answer(port: int) -> HTTPResponse:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            return ask(port)
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError("nobody ever answered")


@pytest.mark.long
def test_a_server_started_before_its_database_recovers(
    port: int, own_postgresql: Server, tmp_path: Path
) -> None:
    answer = first_answer(port)
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert "The score book does not respond" in answer.page  # type: ignore[attr-defined]
    assert "Until it answers, pages say that it does not." in (tmp_path / "log").read_text()
    own_postgresql.start()
    until = time.monotonic() + PATIENCE  # measured: half a second
    while (status := ask(port).status) == 503:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert status == 404, "nobody has this game, says a book that can be read"
