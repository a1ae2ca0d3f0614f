"""A running server: every request is logged, without links; and the daily copy is made."""

from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection
from typing import NamedTuple

import pytest
from flask_migrate import upgrade

from companion.app import create_app
from companion.records.log.games import NewGame, open_game, start_game
from companion.records.people.links import new_key
from companion.records.people.own_games import keep_own_game
from companion.records.store.database import close_database
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from tests.records.book import resolved
from tests.workers.nodes import soon
from tests.workers.ports import free_port
from tests.workers.test_behind_a_proxy import running
from tests.workers.test_caddy import collected

PATIENCE = 60  # seconds, on a busy machine


class Secrets(NamedTuple):
    """The tokens of a game and of a custom game."""

    score: str
    watch: str
    own: str

    def addresses(self) -> Iterator[str]:
        """Addresses as phones request them, and in unusual spellings."""
        for where in ("", "sheet", "count/1", "history?page=1", "nowhere", "log?after=0"):
            yield f"/g/{self.score}/{where}"
        yield f"/g/{self.watch}/sheet"
        yield f"/g/{self.watch.replace('.', '%2E')}/sheet"
        yield f"/own/{self.own}"
        yield f"/own/{self.own}/file"
        yield f"/new/twelve-step-rummy?again={self.score}"


@pytest.fixture
def secrets(tmp_path: Path) -> Secrets:
    """A game and a custom game in the book of the future server."""
    app = create_app(instance=tmp_path)
    with app.app_context():
        upgrade()
        token, own = start_game(NewGame(resolved(), Seats(("Ann", "Ben"))), new_key()), new_key()
        keep_own_game(game_data("five-crowns"), new_key(), own)
        watch = open_game(token).row.watch_token
        close_database()
    return Secrets(token, watch, own)


def ask(port: int, address: str, method: str = "GET") -> int:
    """Request with the Referer of a page of the same game."""
    wire = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    wire.request(method, address, headers={"Referer": f"http://127.0.0.1:{port}{address}"})
    status = wire.getresponse().status
    wire.close()
    return status


def misspell(port: int, address: str) -> None:
    """Uvicorn logs a warning about invalid HTTP."""
    with create_connection(("127.0.0.1", port)) as wire:
        wire.sendall(f"GET {address}\r\n\r\n".encode())
        wire.settimeout(PATIENCE)
        assert b"400" in wire.recv(99)


def test_a_server_makes_the_copy_of_the_day_and_its_log_holds_no_link(
    tmp_path: Path, secrets: Secrets
) -> None:
    metrics = free_port()
    asked_for = {
        "COMPANION_DAILY_COPIES": str(tmp_path / "copies"),
        "COMPANION_METRICS": f"127.0.0.1:{metrics}",
    }
    with running(tmp_path, COMPANION_LOG="json", **asked_for) as port:
        statuses = {address: ask(port, address) for address in secrets.addresses()}
        assert ask(port, f"/g/{secrets.score}/mark", "POST") == 400
        misspell(port, f"/g/{secrets.score}/sheet")
        soon(lambda: [*(tmp_path / "copies").glob("companion-*.sqlite")] != [])
        soon(lambda: 'copies_total{result="made"} 1.0' in collected(metrics))
    assert statuses[f"/g/{secrets.score}/sheet"] == statuses[f"/g/{secrets.watch}/sheet"] == 200
    log = (tmp_path / "server.log").read_text()
    assert log.count('"place": "/g/<token>/sheet", "status": 200') == 3
    assert '"method": "POST", "place": "/g/<token>/mark", "status": 400' in log
    for secret in secrets:
        assert secret not in log
        assert secret.removeprefix("w.") not in log
