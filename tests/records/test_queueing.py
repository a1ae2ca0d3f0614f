"""Readers never wait for writers, and writers that time out get an error."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import sleep

import pytest
from flask import Flask
from sqlalchemy import Engine, event

from companion.records.log.games import open_game
from companion.records.log.games import write as write_game
from companion.records.people.links import new_key
from companion.records.people.lists import games_of
from companion.records.store.database import close_database, db, write_queue
from tests.books import new_book
from tests.databases import Database
from tests.records.book import a_game
from tests.records.writers import TURN_OVER
from tests.web.phone import Phone
from tests.web.routes import pages_of
from tests.web.table import start_game

WRITERS = 60  # more than the connections of any pool


def test_while_many_wait_to_write_others_read(
    own_book: Flask, database: Database, tmp_path: Path
) -> None:
    turns = write_queue(own_book)
    at_once = turns._free
    with own_book.app_context():
        token = a_game(device="ann")

    def write(_: int) -> int:
        with own_book.app_context():
            assert games_of("ann")  # opens a pooled reader’s connection
            return write_game(token, new_key(), TURN_OVER).after.state.version

    with ThreadPoolExecutor(WRITERS) as writers:
        with database.held(tmp_path):
            versions = writers.map(write, range(WRITERS))
            while len(turns._waiting) < WRITERS - at_once:
                sleep(0.01)
            for _ in range(50):
                with own_book.app_context():
                    assert open_game(token).state.version == 0
                    assert games_of("ann")
        assert sorted(versions) == list(range(1, 2 * WRITERS, 2))


def test_a_writer_that_times_out_gets_retry_after(tmp_path: Path, database: Database) -> None:
    for book in new_book(tmp_path, database, LOCK_SECONDS=0.05):
        table = start_game(Phone(book), "Ann", "Ben")
        sent = {"csrf_token": table.phone.csrf_token, "round": "1", "down": "1"}
        with database.held(tmp_path), table.nothing_written():
            answer = table.phone.answer(table.address("mark"), sent)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "try again soon" in answer.get_data(as_text=True)


def test_a_writer_beyond_the_queue_limit_is_rejected_at_once(own_book: Flask) -> None:
    table = start_game(Phone(own_book), "Ann", "Ben")
    turns = write_queue(own_book)
    turns.has_room = lambda _: False
    with ExitStack() as all_turns, table.nothing_written():
        while turns._free:
            all_turns.enter_context(turns.turn(0))
        page = table.lay_down("Ann")
        assert (page.status, page.heading) == (503, "The score book is busy")
        assert page.response.headers["Retry-After"] == "5"
    assert table.lay_down("Ann").status == 200


@pytest.mark.only_on("sqlite", pytest.param("postgresql", marks=pytest.mark.soak))
def test_get_requests_do_not_write(own_book: Flask) -> None:
    table = start_game(Phone(own_book), "Ann", "Ben").has_played(1, 0, 90, down=[0])
    table.go_out("Ann")
    said: list[str] = []

    def listen(_: object, __: object, statement: str, *___: object) -> None:
        said.append(statement)

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        for address in [
            "/",
            "/new",
            "/own",
            "/games/twelve-step-rummy",
            *pages_of(own_book, table.token),
        ]:
            if not address.endswith("/live"):
                assert table.phone.client.get(address).status_code < 400 or "correct" in address
    finally:
        event.remove(Engine, "before_cursor_execute", listen)
    assert {one for one in said if not one.startswith("SELECT")} <= {"BEGIN DEFERRED"}


@pytest.mark.only_on("sqlite")
def test_a_full_disk_is_named(own_book: Flask) -> None:
    table = start_game(Phone(own_book), "Ann", "Ben")
    with own_book.app_context():
        close_database()
        for engine in db.engines.values():
            event.listen(engine, "connect", lambda c, _: c.execute("PRAGMA max_page_count=1"))
    sent = {"csrf_token": table.phone.csrf_token, "title": "x" * 80}
    for note in map(str, range(100)):  # until the pages of the file are full
        page = table.phone.send(table.address("describe"), sent | {"note": note * 100})
        if page.status != 200:
            break
    assert (page.status, page.heading) == (503, "The disk is full")
    assert "free some space" in page.trouble
    assert table.page("sheet").status == 200
