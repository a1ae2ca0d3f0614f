"""Phones that listen without a thread: one tells them all (`companion.web.http.listeners`)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Event
from time import monotonic

import pytest
from companion.web.http.listeners import GONE, LISTENERS, HandedOver, Listener, Listeners
from flask import Flask
from sqlalchemy import delete

from companion.records.database import db, write_transaction
from companion.records.models import Game
from companion.records.watching import hub_of
from companion.rules.entries import LaidDown
from companion.web.http import listeners as told
from tests.books import new_book
from tests.databases import Database
from tests.web.phone import Phone
from tests.web.table import Table, start_game

SOON = 60  # seconds that nobody waits for unless something is broken, also on a busy machine
NEVER = 3600


@dataclass
class Ear:
    """What a phone was told, and whether it was let go."""

    listener: Listener
    told: Queue[str] = field(default_factory=Queue)
    gone: Event = field(default_factory=Event)
    hears: bool = True

    def next(self) -> str:
        return self.told.get(timeout=SOON)

    def send(self, text: str) -> bool:
        self.told.put(text)
        return self.hears


@pytest.fixture
def app(tmp_path: Path, database: Database) -> Iterator[Flask]:
    for book in new_book(tmp_path, database, LIVE_HEARTBEAT_SECONDS=NEVER):
        book.extensions[LISTENERS] = Listeners(book)
        yield book
        hub_of(book).close()


@pytest.fixture
def table(app: Flask) -> Table:
    return start_game(Phone(app), "Ann", "Ben", "Cy", "Dee")


def listens(table: Table, *, hears: bool = True, seconds: float = NEVER) -> Ear:
    """A phone that has heard its first event, and whose connection the worker keeps."""
    answer = table.phone.client.get(table.address("live"), query_string={"after": 0})
    chunks = iter(answer.response)
    assert [next(chunks)[:5], next(chunks)[:3]] == [b"retry", b"id:"]
    with pytest.raises(HandedOver) as stream:
        next(chunks)
    answer.close()
    ear = Ear(stream.value.listener, hears=hears)
    ear.listener.send, ear.listener.end = ear.send, ear.gone.set
    ear.listener.until = monotonic() + seconds
    table.phone.app.extensions[LISTENERS].add(ear.listener)
    return ear


def hear(ear: Ear, version: int) -> str:
    """What it is told of this version; whoever comes is told once more what was there before."""
    while not (text := ear.next()).startswith(f"id: {version}\n"):
        assert text.startswith("id: ")
    return text


def test_all_at_a_table_are_told_what_they_do_not_know_yet(table: Table) -> None:
    ears = [listens(table) for _ in range(3)]
    for number, seat in enumerate((1, 2), 1):
        table.write(LaidDown(seat))
        for ear in ears:
            assert hear(ear, number).count('"laid_down"') == 1
    assert hub_of(table.phone.app).count == 3


def test_who_hangs_up_is_let_go(table: Table) -> None:
    ear, other = listens(table), listens(table)
    table.phone.app.extensions[LISTENERS].left(ear.listener)
    assert ear.gone.wait(SOON)
    table.write(LaidDown(1))
    assert hear(other, 1)
    assert hub_of(table.phone.app).count == 1


@pytest.mark.parametrize("how", [{"hears": False}, {"seconds": -1}])
def test_who_takes_nothing_in_or_has_listened_long_is_let_go(
    table: Table, how: dict[str, float]
) -> None:
    ear = listens(table, **how)  # type: ignore[arg-type]
    table.write(LaidDown(1))
    assert ear.gone.wait(SOON)
    assert ear.told.qsize() == 1
    assert hub_of(table.phone.app).count == 0


def test_a_game_that_is_gone_is_said(table: Table) -> None:
    ear = listens(table)
    with table.phone.app.app_context(), write_transaction() as session:
        session.execute(delete(Game).where(Game.token == table.token))
    while (text := ear.next()) != GONE:
        assert text.startswith("id: 0\n")
    assert ear.gone.wait(SOON)


def test_a_server_that_stops_lets_everybody_go(table: Table) -> None:
    ears = [listens(table), listens(table)]
    hub_of(table.phone.app).close()
    assert all(ear.gone.wait(SOON) for ear in ears)


def test_trouble_with_the_book_is_waited_for(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ear, game_now, troubles = listens(table), told._game_now, [1, 2]

    def away(token: str) -> object:
        if troubles:
            with table.phone.app.app_context():
                raise db.engine.dialect.loaded_dbapi.OperationalError(f"away {troubles.pop()}")
        return game_now(token)

    monkeypatch.setattr(told, "_AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(told, "_game_now", away)
    table.write(LaidDown(1))
    assert hear(ear, 1)
    assert not ear.gone.is_set()
    assert "phones cannot be told: away 1" in caplog.text


def test_a_fault_of_ours_ends_the_streams_of_that_table_alone(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear, other = listens(table), start_game(table.phone, "Eve", "Fay")
    spared = listens(other)
    monkeypatch.setattr(ear.listener, "tell", lambda _: 1 // 0)
    table.write(LaidDown(1))
    assert ear.gone.wait(SOON)
    other.write(LaidDown(1))
    assert hear(spared, 1)


def test_the_heart_beats_for_all(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.phone.app.extensions[LISTENERS], "_heartbeat", 0.01)
    ears = [listens(table), listens(table)]
    for ear in ears:
        assert [ear.next()[:6] for _ in range(4)] == ["id: 0\n"] * 4
