"""Concurrent streams of several phones (`companion.server.streams`)."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from flask import Flask
from sqlalchemy import delete

from companion.records.models import Game
from companion.records.store.database import db, write_transaction
from companion.records.store.watching import hub_of
from companion.rules.fold.entries import LaidDown
from companion.server import streams
from companion.web import live
from tests.books import new_book
from tests.databases import Database
from tests.web.phone import Phone
from tests.web.streams import THREADS, Server, Stream, served
from tests.web.table import Table, start_game

pytestmark = pytest.mark.both_databases

NEVER = 3600
PATIENCE = 30  # seconds


@pytest.fixture
def app(tmp_path: Path, database: Database) -> Iterator[Flask]:
    yield from new_book(tmp_path, database, LIVE_HEARTBEAT_SECONDS=NEVER)


@pytest.fixture
def table(app: Flask) -> Table:
    return start_game(Phone(app), "Ann", "Ben", "Cy", "Dee")


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with served(app) as server:
        yield server


def listening(server: Server, table: Table) -> Stream:
    """A phone that has received its first event."""
    stream = server.listen(table.phone, table.address("live?after=0"))
    assert stream.next().startswith("retry")
    assert stream.next().startswith("id: ")
    return stream


def hear(stream: Stream, version: int) -> str:
    """The event of this version; a stream may repeat the previous one."""
    while not (event := stream.next()).startswith(f"id: {version}."):
        assert event.startswith("id: ")
    return event


def test_each_phone_receives_only_what_is_new_to_it(server: Server, table: Table) -> None:
    phones = [listening(server, table) for _ in range(3)]
    for number, seat in enumerate((1, 2), 1):
        table.write(LaidDown(seat))
        for phone in phones:
            assert hear(phone, number).count('"laid_down"') == 1
    assert hub_of(table.phone.app).count == 3


def test_a_phone_that_hangs_up_leaves_its_place(server: Server, table: Table) -> None:
    phone, other = listening(server, table), listening(server, table)
    phone.hang_up()
    phone.ends()
    table.write(LaidDown(1))
    assert hear(other, 1)
    assert hub_of(table.phone.app).count == 1


def test_a_deleted_game_ends_its_streams_with_an_event(server: Server, table: Table) -> None:
    phone = listening(server, table)
    with table.phone.app.app_context(), write_transaction() as session:
        session.execute(delete(Game).where(Game.token == table.token))
    while (event := phone.next()) != "event: gone\ndata: gone":
        assert event.startswith("id: 0.")
    assert phone.ends() == []


def test_streams_survive_a_database_that_is_away(
    server: Server,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    phone, game_now, troubles = listening(server, table), streams.GameNow, [1, 2]
    back = Event()  # the event before the write may already contain it

    def away(token: str) -> object:
        if troubles:
            raise db.engine.dialect.loaded_dbapi.OperationalError(f"away {troubles.pop()}")
        back.set()
        return game_now(token)

    monkeypatch.setattr(streams, "_AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(streams, "GameNow", away)
    table.write(LaidDown(1))
    assert back.wait(PATIENCE)
    assert hear(phone, 1)
    assert "streams cannot be told: away 1" in caplog.text


def test_a_fault_ends_the_streams_of_its_game_alone(
    server: Server, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, game_now = start_game(table.phone, "Eve", "Fay"), streams.GameNow
    phone, spared = listening(server, table), listening(server, other)

    def faulty(token: str) -> object:
        return 1 // 0 if token == table.token else game_now(token)

    monkeypatch.setattr(streams, "GameNow", faulty)
    table.write(LaidDown(1))
    phone.ends()
    other.write(LaidDown(1))
    assert hear(spared, 1)


def test_heartbeats_are_shared(
    server: Server, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(table.phone.app.config, "LIVE_HEARTBEAT_SECONDS", 0.01)
    phones = [listening(server, table), listening(server, table)]
    for phone in phones:
        assert [phone.next()[:6] for _ in range(4)] == ["id: 0."] * 4


def test_streams_that_begin_at_once_leave_the_threads_to_other_requests(
    server: Server, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_now, goes_on = live.GameNow, Event()

    def slow(token: str) -> object:
        goes_on.wait(PATIENCE)
        return game_now(token)

    monkeypatch.setattr(live, "GameNow", slow)
    begun = [server.ask(table.phone, table.address("live")) for _ in range(3 * THREADS)]
    assert server.listen(table.phone, table.address("sheet")).status == 200
    assert all(one.empty() for one in begun)
    goes_on.set()
    assert {one.get(timeout=PATIENCE).status for one in begun} == {200}


def test_a_server_that_stops_ends_all_streams(server: Server, table: Table) -> None:
    phones = [listening(server, table), listening(server, table)]
    server.stop_streams()
    for phone in phones:
        phone.ends()
