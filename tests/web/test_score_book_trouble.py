"""A score book that is busy or read-only: reported in a sentence, and nothing changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event

from companion.records.store.database import IS_AWAY, close_database, db
from companion.server.serving import CannotServe, prepare
from tests.books import close_book, new_book, open_book
from tests.databases import Database, Sqlite
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.sharing import LAN, links, opened_at
from tests.web.table import NEW_GAME, Table, start_game

pytestmark = pytest.mark.both_databases

BUSY, READ_ONLY = "The score book is busy", "The score book is read-only"


@pytest.fixture
def impatient(tmp_path: Path, database: Database) -> Iterator[Flask]:
    """A score book with a short lock timeout."""
    yield from new_book(tmp_path, database, LOCK_SECONDS=0.25)


def all_that_writes(table: Table) -> Iterator[Page]:
    """Every kind of write, one after another."""
    phone, page = table.phone, table.page()
    yield page.press("Lay down: Ann")
    yield page.press("Undo: Round 1 written down")
    yield page.press("Out: Ann went out")
    yield phone.open(NEW_GAME).press("Deal the first round", names__0="Cy", names__1="Dee")
    typed = {"seat1__total": "5", "seat1__down": "yes"}
    correction = table.page("correct/1").press("See what changes", **typed)
    yield correction.press("Save")


def check_nothing_can_be_written(table: Table, heading: str, advice: str) -> None:
    before = table.phone.home_lists()
    with table.nothing_written():
        for page in all_that_writes(table):
            assert (page.status, page.heading) == (503, heading)
            assert advice in page.trouble
    assert table.phone.home_lists() == before


def test_while_another_program_holds_the_book_nothing_is_written_and_the_page_says_so(
    impatient: Flask, database: Database, tmp_path: Path
) -> None:
    table = start_game(Phone(impatient), "Ann", "Ben").has_played(1, 0, 90, down=[0])
    with database.held(tmp_path):
        check_nothing_can_be_written(table, BUSY, "try again soon")
    assert table.lay_down("Ann").status == 200


def test_while_the_book_is_held_every_page_can_still_be_read(
    impatient: Flask, database: Database, tmp_path: Path
) -> None:
    table = start_game(Phone(impatient), "Ann", "Ben").has_played(1, 0, 90, down=[0])
    with database.held(tmp_path):
        for where in ("", "sheet", "rules", "out", "correct/1"):
            assert table.page(where).status == 200
        shared = opened_at(table, LAN)
        assert len(shared.all(".qr")) == len(links(shared)) == 1
        assert "enter the code" not in shared.words


@pytest.mark.only_on("sqlite")
def test_in_a_book_that_refuses_writing_nothing_changes_and_the_page_says_so(
    own_book: Flask,
) -> None:
    table = start_game(Phone(own_book), "Ann", "Ben").has_played(1, 0, 90, down=[0])
    with own_book.app_context():
        close_database()
        for engine in db.engines.values():
            event.listen(engine, "connect", lambda c, _: c.execute("PRAGMA query_only=ON"))
    check_nothing_can_be_written(table, READ_ONLY, "give this app permission to write there")


def test_a_book_whose_file_is_read_only_can_be_read_but_not_written(tmp_path: Path) -> None:
    book = new_book(tmp_path, Sqlite())
    app = next(book)
    token = start_game(Phone(app), "Ann", "Ben").has_played(1, 0, 90, down=[0]).token
    next(book, None)
    uri = f"sqlite:///file:{tmp_path / 'companion.sqlite'}?mode=ro&uri=true"
    read_only = open_book(tmp_path, uri)
    table = Table(Phone(read_only), token)
    assert table.page().heading == "Round 2"
    assert len(links(opened_at(table, LAN))) == 1
    check_nothing_can_be_written(table, READ_ONLY, "give this app permission to write there")
    close_book(read_only)


def test_a_book_whose_folder_is_gone_says_so(tmp_path: Path) -> None:
    uri = f"sqlite:///{tmp_path / 'gone' / 'companion.sqlite'}"
    app = open_book(tmp_path, uri)
    phone = Phone(app)
    page = phone.open(f"/g/{'x' * 22}/")
    assert (page.status, page.heading) == (503, READ_ONLY)
    with pytest.raises(CannotServe, match=r"The folder .*/gone of the score book does not exist"):
        prepare(app)
    close_book(app)


@pytest.mark.only_on("sqlite")
def test_a_book_that_is_moved_away_is_not_written_on_and_is_found_again(
    own_book: Flask, tmp_path: Path
) -> None:
    file = tmp_path / "companion.sqlite"
    table = start_game(Phone(own_book), "Ann", "Ben").has_played(1, 0, 90, down=[0])
    page, before = table.page(), len(table.log)
    away = file.rename(tmp_path / "elsewhere.sqlite")
    for asked in (lambda: page.press("Lay down: Ann"), table.page):
        assert ((told := asked()).status, told.heading) == (503, "The score book is missing")
        assert "once the file is back" in told.trouble
    assert not file.exists(), "no empty book takes its place"
    away.rename(file)
    assert len(table.log) == before
    assert page.press("Lay down: Ann").status == 200


@pytest.mark.only_on("sqlite")
def test_an_empty_book_in_the_place_of_ours_is_not_ours(own_book: Flask, tmp_path: Path) -> None:
    page = start_game(Phone(own_book), "Ann", "Ben").page()
    (tmp_path / "companion.sqlite").unlink()
    (tmp_path / "companion.sqlite").touch()
    told = page.press("Lay down: Ann")
    assert (told.status, told.heading) == (503, "The score book is missing")


@pytest.mark.parametrize("hole", [slice(0, 100), slice(4096, None)], ids=["head", "pages"])
@pytest.mark.only_on("sqlite")
def test_a_book_that_is_damaged_says_so_and_is_not_started_with(
    own_book: Flask, tmp_path: Path, hole: slice
) -> None:
    page = start_game(Phone(own_book), "Ann", "Ben").page()
    with own_book.app_context():
        close_database()
    file = tmp_path / "companion.sqlite"
    content = bytearray(file.read_bytes())
    content[hole] = b"x" * len(content[hole])
    file.write_bytes(content)
    for told in (page.press("Lay down: Ann"), page.phone.open("/")):
        assert (told.status, told.heading) == (503, "The score book is damaged")
    with pytest.raises(CannotServe, match=r"companion\.sqlite is damaged .* restore a copy"):
        prepare(own_book)
    assert file.read_bytes() == content


def test_until_the_database_has_answered_once_only_what_needs_none_is_served(
    impatient: Flask,
) -> None:
    impatient.extensions[IS_AWAY] = True
    client = impatient.test_client()
    for path in ("/healthz", "/static/now/css/companion.css", "/app.webmanifest"):
        assert client.get(path).status_code == 200
    assert client.get("/service-worker.js").status_code == 200
    ready = client.get("/readyz")
    assert (ready.status_code, ready.text) == (503, "absent\n")
    home = Phone(impatient).open("/")
    assert (home.status, home.heading) == (503, "The score book does not respond")
