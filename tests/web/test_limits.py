"""Limits: games per hour, and entries per game."""

from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import update
from werkzeug.test import TestResponse

from companion.gamefile.own_game import to_toml
from companion.records.models import Game
from companion.records.people import limits
from companion.records.people.links import new_key
from companion.records.store.database import db, now, write_connection
from companion.rules.reading.catalogue import game_data
from companion.settings.config import settings
from tests.books import close_book, new_book, open_book
from tests.databases import Database
from tests.web.phone import Phone
from tests.web.table import NEW_GAME, start_game

A_PHONE, NEW_PHONES = 3, 5


@pytest.fixture
def book(tmp_path: Path, database: Database) -> Iterator[Flask]:
    yield from new_book(tmp_path, database, GAMES_AN_HOUR=(A_PHONE, NEW_PHONES))


def start(phone: Phone) -> TestResponse:
    sent = {"names-0": "Ann", "names-1": "Ben", "dealer": "0", "key": new_key()}
    return phone.answer(NEW_GAME, sent | {"csrf_token": phone.csrf_token})


def an_hour_later(book: Flask) -> None:
    with book.app_context(), write_connection() as connection:
        connection.execute(update(Game).values(started_at=now() - timedelta(minutes=61)))


def test_sixty_games_an_hour_of_a_phone_six_hundred_of_an_address_five_thousand_entries(
    tmp_path: Path,
) -> None:
    of_a_phone, _, of_an_address = settings(tmp_path, {})["GAMES_AN_HOUR"]
    assert (of_a_phone, of_an_address) == (60, 600)
    assert limits.MOST_ENTRIES == 5000


@pytest.mark.both_databases
def test_a_phone_that_starts_too_many_games_is_told_when_to_come_again(book: Flask) -> None:
    phone = Phone(book)
    assert [start(phone).status_code for _ in range(A_PHONE)] == [303] * A_PHONE
    answer = start(phone)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")
    assert "Too many games were started in the last hour" in answer.get_data(as_text=True)
    assert len(phone.home_lists()) == A_PHONE
    assert start(Phone(book)).status_code == 303
    an_hour_later(book)
    assert start(phone).status_code == 303


@pytest.mark.both_databases
def test_every_worker_counts_the_same_games(book: Flask, tmp_path: Path) -> None:
    phone = Phone(book)
    assert {start(phone).status_code for _ in range(A_PHONE)} == {303}
    other = open_book(
        tmp_path, book.config["SQLALCHEMY_DATABASE_URI"], GAMES_AN_HOUR=(A_PHONE, NEW_PHONES)
    )
    cookie = phone.client.get_cookie("companion")
    elsewhere = Phone(other)
    elsewhere.client.set_cookie("companion", cookie.value)
    assert start(elsewhere).status_code == 429
    with other.app_context():
        for engine in db.engines.values():
            engine.dispose()


@pytest.mark.both_databases
def test_the_same_tap_again_is_no_other_game(book: Flask) -> None:
    phone = Phone(book)
    sent = {"names-0": "Ann", "names-1": "Ben", "dealer": "0", "key": new_key()}
    sent["csrf_token"] = phone.csrf_token
    answers = {phone.answer(NEW_GAME, sent).status_code for _ in range(2 * A_PHONE)}
    assert answers == {303}


def test_who_throws_the_cookie_away_shares_a_limit_with_all_new_phones(book: Flask) -> None:
    known = Phone(book)
    start(known)
    an_hour_later(book)
    assert [start(Phone(book)).status_code for _ in range(NEW_PHONES)] == [303] * NEW_PHONES
    assert start(Phone(book)).status_code == 429
    assert start(known).status_code == 303  # known devices are not limited


def test_without_its_cookie_nobody_starts_a_game(book: Flask) -> None:
    phone = Phone(book)
    token = phone.csrf_token
    phone.client.delete_cookie("companion")
    sent = {"names-0": "Ann", "names-1": "Ben", "dealer": "0", "csrf_token": token}
    assert phone.answer(NEW_GAME, sent).status_code == 400


@pytest.mark.both_databases
def test_a_game_that_is_full_says_so(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_game(phone, "Ann", "Ben").has_played(1, 0, 90, down=[0])
    monkeypatch.setattr(limits, "MOST_ENTRIES", len(table.log) + 1)
    assert table.lay_down("Ann").status == 200
    full = table.page()
    with table.nothing_written():
        for label in ("Lay down: Ben", "Undo: Ann laid down"):
            page = full.press(label)
            assert (page.status, page.heading) == (409, "This game is full")
            assert "can have 5000 steps" in page.trouble
    assert table.page("sheet").status == 200


def test_own_games_and_files_of_friends_are_counted_too(book: Flask) -> None:
    phone, statuses = Phone(book), []
    for number in range(A_PHONE + 1):
        game = to_toml(game_data("five-crowns") | {"name": f"Ours {number}"}).encode()
        sent = {"csrf_token": phone.csrf_token, "key": new_key(), "file": (BytesIO(game), "x.toml")}
        statuses.append(phone.client.post("/own/file", data=sent).status_code)
    assert statuses == [303] * A_PHONE + [429]


def test_a_friends_file_without_a_cookie_of_its_own_shares_the_limit_of_new_phones(
    book: Flask,
) -> None:
    statuses = []
    for number in range(NEW_PHONES + 1):
        phone, game = Phone(book), game_data("five-crowns") | {"name": f"Theirs {number}"}
        file = (BytesIO(to_toml(game).encode()), "x.toml")
        sent = {"csrf_token": phone.csrf_token, "key": new_key(), "file": file}
        statuses.append(phone.client.post("/own/file", data=sent).status_code)
    assert statuses == [303] * NEW_PHONES + [429]


AN_ADDRESS = 4


@pytest.fixture
def crowded(tmp_path: Path, database: Database) -> Iterator[Flask]:
    limits = {"GAMES_AN_HOUR": (A_PHONE, 10**6, AN_ADDRESS), "LINKS_AN_HOUR": (2, 4)}
    yield from new_book(tmp_path, database, **limits)


def test_games_and_files_of_one_address_are_counted_together(crowded: Flask) -> None:
    for _ in range(AN_ADDRESS - 1):
        assert start(Phone(crowded)).status_code == 303
    phone, game = Phone(crowded), to_toml(game_data("five-crowns")).encode()
    sent = {"csrf_token": phone.csrf_token, "key": new_key(), "file": (BytesIO(game), "x.toml")}
    assert phone.client.post("/own/file", data=sent).status_code == 303
    refused = start(Phone(crowded))
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3600")
    elsewhere = Phone(crowded)
    sent = {"names-0": "Ann", "names-1": "Ben", "dealer": "0", "csrf_token": elsewhere.csrf_token}
    where = {"REMOTE_ADDR": "192.0.2.7"}
    answer = elsewhere.client.post(NEW_GAME, data=sent, environ_overrides=where)
    assert answer.status_code == 303


@pytest.mark.both_databases
def test_who_tries_links_by_the_hundred_is_told_to_stop_and_plays_on(
    crowded: Flask, tmp_path: Path
) -> None:
    table = start_game(Phone(crowded), "Ann", "Ben")
    other = open_book(tmp_path, crowded.config["SQLALCHEMY_DATABASE_URI"], LINKS_AN_HOUR=(2, 4))
    opened = [Phone(book).open(f"/g/{new_key()}/") for book in (crowded, other, crowded)]
    assert [page.status for page in opened] == [404, 404, 429]
    assert (opened[-1].heading, opened[-1].response.headers["Retry-After"]) == (
        "Too many tries",
        "3600",
    )
    assert "The links to your games still work" in opened[-1].trouble
    assert Phone(crowded).open("/g/what-no-link-can-be/").status == 404
    assert table.lay_down("Ann").status == 200
    close_book(other)
