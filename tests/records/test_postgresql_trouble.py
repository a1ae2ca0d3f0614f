"""A PostgreSQL with a locked row, lost connections, or none at all: reported and overcome."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

import psycopg
import pytest
from flask import Flask
from psycopg.sql import SQL, Identifier

from companion.book import backup
from companion.records.log.games import open_game
from companion.records.store.database import db, write_queue
from companion.records.store.watching import Hub
from companion.rules.fold.entries import LaidDown
from companion.server.serving import CannotServe, prepare
from tests.books import close_book, happens, new_book, open_book
from tests.databases import Database, Postgresql
from tests.postgresql import Server
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import start_game

pytestmark = pytest.mark.only_on("postgresql")

PATIENCE, SOON = 0.3, 20  # seconds; the second allows for a busy machine
AWAY = "The score book does not respond"


@pytest.fixture
def impatient(tmp_path: Path, database: Database) -> Iterator[Flask]:
    yield from new_book(tmp_path, database, LOCK_SECONDS=PATIENCE)


def somebody_at(app: Flask) -> psycopg.Connection:
    """Another client of the same database."""
    address = app.config["SQLALCHEMY_DATABASE_URI"].replace("+psycopg", "")
    return psycopg.connect(address)


def check_told_to_come_again(page: Page, heading: str) -> None:
    assert (page.status, page.heading) == (503, heading)
    assert int(page.response.headers["Retry-After"]) > 0


def test_waiting_for_a_locked_row_is_limited(impatient: Flask) -> None:
    held, other = (start_game(Phone(impatient), "Ann", "Ben") for _ in range(2))
    with somebody_at(impatient) as somebody, held.nothing_written():
        somebody.execute("SELECT 1 FROM game WHERE token = %s FOR UPDATE", [held.token])
        begun = monotonic()
        check_told_to_come_again(held.lay_down("Ann"), "The score book is busy")
        assert monotonic() - begun >= PATIENCE
        assert held.page().status == 200
        assert other.lay_down("Ann").status == 200


def test_a_server_that_writes_dates_otherwise_is_read_all_the_same(own_book: Flask) -> None:
    phone = Phone(own_book)
    start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    with somebody_at(own_book) as somebody:
        somebody.autocommit = True
        own = SQL("ALTER DATABASE {}").format(Identifier(somebody.info.dbname))
        somebody.execute(own + SQL(" SET datestyle = 'German'"))
        with own_book.app_context():
            db.engine.dispose()
        page = phone.open("/persons")
        somebody.execute(own + SQL(" RESET datestyle"))  # other tests reuse it
    assert page.status == 200


def test_a_locked_game_blocks_no_other(own_book: Flask) -> None:
    """Whatever the number of waiting writes: more than the pool of a process has."""
    held, other = (start_game(Phone(own_book), "Ann", "Ben") for _ in range(2))
    turns = write_queue(own_book)
    many = turns._free * 2

    def tap(_: int) -> None:
        with own_book.app_context():
            happens(held.token, LaidDown(0))

    with ThreadPoolExecutor(many) as writers:
        with somebody_at(own_book) as somebody:
            somebody.execute("SELECT 1 FROM game WHERE token = %s FOR UPDATE", [held.token])
            waiting = writers.map(tap, range(many))
            while len(turns._waiting) < many - 1:
                sleep(0.01)
            assert other.lay_down("Ann").status == 200
        assert len([*waiting]) == many
    assert held.kinds == ["laid_down"]


def test_waiting_for_a_locked_table_is_limited(impatient: Flask) -> None:
    table = start_game(Phone(impatient), "Ann", "Ben")
    with somebody_at(impatient) as somebody:
        somebody.execute("LOCK TABLE game IN ACCESS EXCLUSIVE MODE")
        check_told_to_come_again(table.page(), "The score book is busy")
    assert table.page().status == 200


def test_connections_that_were_lost_are_replaced(own_book: Flask) -> None:
    table = start_game(Phone(own_book), "Ann", "Ben")
    with own_book.app_context():
        watcher = Hub(db.engine, most=1).watch(open_game(table.token).row.id)
    assert watcher.wait(SOON)
    table.lay_down("Ann")
    assert watcher.wait(SOON)
    with somebody_at(own_book) as somebody:
        lost = somebody.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchall()
    assert len(lost) >= 3, "a reader's, a writer's, and that of those who watch"
    assert table.page().status == 200
    assert table.lay_down("Ben").status == 200
    assert watcher.wait(SOON), "whoever listens again looks at once what was missed"
    watcher.leave()


def test_writes_of_another_process_are_notified(own_book: Flask, tmp_path: Path) -> None:
    table = start_game(Phone(own_book), "Ann", "Ben")
    other = open_book(tmp_path, own_book.config["SQLALCHEMY_DATABASE_URI"])
    with own_book.app_context():
        watcher = Hub(db.engine, most=1).watch(open_game(table.token).row.id)
    assert watcher.wait(SOON)
    with other.app_context():
        happens(table.token, LaidDown(0))
    assert watcher.wait(SOON)
    watcher.leave()
    close_book(other)


@pytest.fixture
def alone(own_postgresql: Server, run: str, tmp_path: Path) -> Iterator[Flask]:
    """A score book on a server that a test may stop."""
    yield from new_book(tmp_path, Postgresql(own_postgresql, run))


def test_while_the_server_is_away_pages_say_so_and_at_once_when_it_is_back_people_play_on(
    alone: Flask, own_postgresql: Server
) -> None:
    table = start_game(Phone(alone), "Ann", "Ben")
    sent = {"csrf_token": table.phone.csrf_token, "round": "1", "down": "0"}

    own_postgresql.stop()
    for _ in range(2):
        check_told_to_come_again(table.page(), AWAY)
        check_told_to_come_again(table.phone.send(table.address("mark"), sent), AWAY)
        check_told_to_come_again(table.phone.open("/"), AWAY)
    own_postgresql.start()
    assert table.page().status == 200
    assert table.phone.send(table.address("mark"), sent).status == 200
    assert table.kinds == ["laid_down"]


def test_a_command_that_finds_no_server_says_so(
    own_postgresql: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = own_postgresql.address("postgres").replace("@/", ":secret@/")
    monkeypatch.setenv("COMPANION_DATABASE", address)
    own_postgresql.stop()
    with pytest.raises(CannotServe, match="does not respond") as told:
        prepare(backup.open_book(instance=tmp_path))
    assert "secret" not in str(told.value)
    own_postgresql.start()
