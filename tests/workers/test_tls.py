"""The server terminates TLS itself, with a given certificate and key."""

import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from socket import create_connection

import pytest

from companion.app import create_app
from companion.records.log.games import NewGame, start_game
from companion.records.people.links import new_key
from companion.records.store.database import close_database
from companion.rules.model.state import Seats
from tests.forking import companion_run, own_program
from tests.records.book import resolved
from tests.workers.nodes import PATIENCE
from tests.workers.ports import free_port
from tests.workers.proxy import CERTIFICATE, HOST
from tests.workers.test_behind_a_proxy import running


def a_game_in(folder: Path) -> str:
    app = create_app(instance=folder)
    with app.app_context():
        token = start_game(NewGame(resolved(), Seats(("Ann", "Ben"))), new_key())
        close_database()
    return token


@contextmanager
def by_tls(port: int) -> Iterator[HTTPSConnection]:
    trusted = ssl.create_default_context(cafile=CERTIFICATE)
    with closing(HTTPSConnection("127.0.0.1", port, timeout=PATIENCE, context=trusted)) as wire:
        plain = create_connection(("127.0.0.1", port), PATIENCE)
        wire.sock = trusted.wrap_socket(plain, server_hostname=HOST)
        yield wire


def closes_after_the_first_bytes(port: int) -> None:
    """Disconnects after the response has begun, like curl."""
    with by_tls(port) as wire:
        wire.request("GET", "/new/twelve-step-rummy", headers={"Host": HOST})
        wire.sock.recv(1000)


def test_pages_and_streams_come_by_https(tmp_path: Path) -> None:
    own = {"COMPANION_CERTIFICATE": str(CERTIFICATE)}
    with running(tmp_path, **own) as port, by_tls(port) as wire, by_tls(port) as listening:
        wire.request("GET", "/new/twelve-step-rummy", headers={"Host": HOST})
        answer = wire.getresponse()
        assert answer.status == 200
        assert b"12-Step Rummy" in answer.read()
        token = a_game_in(tmp_path)
        listening.request("GET", f"/g/{token}/live", headers={"Host": HOST})
        events = listening.getresponse()
        assert [events.readline()[:6] for _ in range(3)] == [b"retry:", b"\n", b"id: 0."]
        for _ in range(12):
            closes_after_the_first_bytes(port)
    log = (tmp_path / "server.log").read_text()
    assert "On this machine: https://" in log
    assert "Traceback" not in log


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        ({"COMPANION_CERTIFICATE": "/nowhere.pem"}, "The certificate /nowhere.pem cannot be used"),
        ({"COMPANION_CERTIFICATE_KEY": "/nowhere.pem"}, "Name it as well: --certificate FILE"),
    ],
)
def test_a_certificate_that_cannot_be_used_is_named_at_the_start(
    tmp_path: Path, own: dict[str, str], sentence: str
) -> None:
    where = ["--host", "127.0.0.1", "--port", str(free_port()), "--instance", str(tmp_path)]
    server = own_program(companion_run, *where, log=tmp_path / "log", **own)
    server.join(PATIENCE)
    assert server.exitcode == 1
    assert sentence in (tmp_path / "log").read_text()
