"""Watchers of a game are notified of changes; no thread runs without watchers."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue

import pytest
from flask import Flask
from sqlalchemy import Engine, delete, update

from companion.records.log.deleting import delete_game, put_back
from companion.records.log.games import open_game
from companion.records.models import Game
from companion.records.store import watching
from companion.records.store.book_ids import marks, version_of
from companion.records.store.database import Changed, changes, db, write_transaction
from companion.records.store.watching import HUB, Full, Hub, Watcher
from companion.rules.fold.entries import LaidDown
from tests.books import happens
from tests.records.book import a_game

NEWS: None = None  # of any game
NOTHING: set[int] = set()
SOON = 60  # seconds: a timeout that is reached only by a bug, even on a busy machine

News = set[int] | Exception | None


class Book:
    """A score book whose notifications are controlled by the test."""

    def __init__(self) -> None:
        self._news: Queue[News] = Queue()
        self._asked: Queue[None] = Queue()

    def says(self, *news: News) -> None:
        """Answer so often; returns when the hub asks again, and so has notified everybody."""
        for one in news:
            self._asked.get(timeout=SOON)
            self._news.put(one)
        self._asked.get(timeout=SOON)
        self._asked.put(None)

    @contextmanager
    def changes(self, _: Engine) -> Iterator[Changed]:
        yield self._wait

    def _wait(self) -> set[int] | None:
        self._asked.put(None)
        news = self._news.get(timeout=SOON)
        if isinstance(news, Exception):
            raise news
        return news


@pytest.fixture
def hub(app: Flask) -> Iterator[Hub]:
    with app.app_context():
        yield Hub(db.engine, most=3)


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> Book:
    told = Book()
    monkeypatch.setattr(watching, "changes", told.changes)
    return told


def id_of(token: str) -> int:
    return open_game(token).row.id


def lay_down(token: str, seat: int = 0) -> None:
    happens(token, LaidDown(seat))


def went_home(hub: Hub) -> bool:
    """Whether the thread of this hub has ended, or never began."""
    thread = hub._thread
    if thread is not None:
        thread.join(SOON)
    return thread is None or not thread.is_alive()


def threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == HUB}


def test_the_hub_thread_runs_only_while_there_are_listeners(hub: Hub) -> None:
    of_others = threads()  # an unread streaming response keeps one alive
    assert hub._thread is None
    watchers = [hub.watch(1), hub.watch(1), hub.watch(2)]
    (thread,) = threads() - of_others
    for watcher in watchers:
        watcher.leave()
    thread.join(SOON)
    assert threads() - of_others == set()
    hub.watch(1).leave()
    assert went_home(hub)


def test_a_write_wakes_the_listeners_of_its_game(hub: Hub) -> None:
    token = a_game()
    watcher = hub.watch(id_of(token))
    assert watcher.wait(SOON), "whoever comes is woken once, for what was written meanwhile"
    lay_down(token)
    assert watcher.wait(SOON)
    watcher.leave()
    assert went_home(hub)


def test_a_change_at_the_end_of_the_timeout_is_not_lost(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = Watcher(hub, game=1)

    def a_moment_too_late(_: float) -> bool:
        watcher.wake()
        return False

    with monkeypatch.context() as patched:
        patched.setattr(watcher._woken, "wait", a_moment_too_late)
        assert not watcher.wait(0)
    assert watcher.wait(0)


def test_listeners_of_other_games_are_not_woken(hub: Hub, book: Book) -> None:
    mine, other = a_game(), a_game()
    at_mine, at_other = hub.watch(id_of(mine)), hub.watch(id_of(other))
    book.says(NEWS)
    assert [at_mine.wait(0), at_other.wait(0)] == [True, True]
    lay_down(mine)
    book.says(NEWS)
    assert [at_mine.wait(0), at_other.wait(0)] == [True, False]
    book.says(NOTHING)
    assert [at_mine.wait(0), at_other.wait(0)] == [False, False]
    leave(hub, book, at_mine, at_other)


def test_a_notification_wakes_the_listeners_of_its_game_only(hub: Hub, book: Book) -> None:
    mine, other = a_game(), a_game()
    at_mine, at_other = hub.watch(id_of(mine)), hub.watch(id_of(other))
    book.says(NEWS)
    assert [at_mine.wait(0), at_other.wait(0)] == [True, True]
    lay_down(mine)
    lay_down(other)
    book.says({id_of(mine)}, {10**9})
    assert [at_mine.wait(0), at_other.wait(0)] == [True, False]
    book.says(NEWS)
    assert [at_mine.wait(0), at_other.wait(0)] == [False, True]
    leave(hub, book, at_mine, at_other)


@pytest.mark.only_on("postgresql")
def test_a_notice_says_which_game_it_is_of(app: Flask) -> None:
    with app.app_context(), changes(db.engine) as changed:
        token = a_game(device="keeper")
        assert changed() is None  # a new one
        lay_down(token)
        assert changed() == {id_of(token)}
        delete_game(token, "keeper")
        assert changed() is None


def test_an_ended_link_wakes_its_listeners(hub: Hub, book: Book) -> None:
    token = a_game()
    watcher = hub.watch(id_of(token))
    book.says(NEWS)
    assert watcher.wait(0)
    with write_transaction() as session:
        session.execute(delete(Game).where(Game.token == token))
    book.says(NEWS)
    assert watcher.wait(0)
    leave(hub, book, watcher)


def test_deleting_or_restoring_a_game_wakes_its_listeners(hub: Hub, book: Book) -> None:
    token = a_game(device="keeper")
    watcher = hub.watch(id_of(token))
    book.says(NEWS)
    assert watcher.wait(0)
    for change in (delete_game, put_back):
        change(token, "keeper")
        book.says(NEWS)
        assert watcher.wait(0)
    leave(hub, book, watcher)


def test_the_hub_recovers_from_database_errors(
    hub: Hub, book: Book, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(watching, "_AGAIN_SECONDS", 0)
    token = a_game()
    watcher = hub.watch(id_of(token))
    book.says(db.engine.dialect.loaded_dbapi.OperationalError("disk I/O error"))
    assert watcher.wait(0)
    assert "disk I/O error" in caplog.text
    leave(hub, book, watcher)


def leave(hub: Hub, book: Book, *watchers: Watcher) -> None:
    for watcher in watchers:
        watcher.leave()
    book._news.put(NOTHING)
    assert went_home(hub)


def test_the_number_of_listeners_is_limited(hub: Hub) -> None:
    watchers = [hub.watch(game) for game in (1, 1, 2)]
    with pytest.raises(Full):
        hub.watch(3)
    watchers[0].leave()
    watchers[0].leave()
    watchers[0] = hub.watch(3)
    assert hub.count == 3
    for watcher in watchers:
        watcher.leave()
    assert went_home(hub)


def test_a_stopping_server_wakes_all_and_accepts_none(hub: Hub, book: Book) -> None:
    watcher = hub.watch(1)
    book.says(NOTHING)
    watcher.wait(0)
    hub.close()
    assert watcher.wait(0)
    with pytest.raises(Full):
        hub.watch(1)
    leave(hub, book, watcher)


def test_a_version_is_another_after_every_change_of_the_log_or_of_the_row(app: Flask) -> None:
    with app.app_context():
        token, other = a_game(), a_game()
        game = id_of(token)
        seen = [version_of(game)]
        lay_down(token)
        seen.append(version_of(game))
        with write_transaction() as session:
            later = session.get_one(Game, game).started_at.replace(year=2099)
            session.execute(update(Game).where(Game.id == game).values(changed_at=later))
        seen.append(version_of(game))
        assert len(set(seen)) == 3
        assert version_of(game) == seen[-1]
        assert set(marks(db.engine, [game, id_of(other), 10**9])) == {game, id_of(other)}
        assert version_of(10**9) is None
