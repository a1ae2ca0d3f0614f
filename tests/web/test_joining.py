"""A second phone joins with the code displayed by the first one."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, update

from companion.records.models import Attempt, JoinCode
from companion.records.store.database import db, now, write_connection
from companion.settings.config import settings
from tests.books import close_book, new_book, open_book
from tests.databases import Database
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.sharing import LAN, opened_at
from tests.web.table import Table, start_game

TYPE_THEM = (
    "Enter the six-character code from the other phone, such as Q7R XM2. "
    "It never uses O, 0, I or 1."
)


def signs(table: Table, where: str = "share") -> str:
    return opened_at(table, LAN, where).texts(".signs")[0]


def types(phone: Phone, code: str) -> Page:
    return phone.open("/join").press("Join", code=code)


def test_home_leads_there(phone: Phone) -> None:
    (link,) = phone.open("/").all("a[href='/join']")
    assert link.to_text().startswith("Join a table")


def test_the_signs_to_keep_score_ask_whose_phone_it_is(two: Table, other_phone: Phone) -> None:
    page = types(other_phone, signs(two))
    assert page.path == two.address("seat")
    assert page.press("Ben Contract 1").path == two.address("seat/1")


@pytest.mark.both_databases
def test_those_to_watch_lead_to_the_table_and_change_nothing(
    two: Table, other_phone: Phone
) -> None:
    page = types(other_phone, signs(two, "share/watch"))
    assert page.path == f"/g/{two.stored.row.watch_token}/"
    assert two.token not in page.html


@pytest.mark.parametrize("how", ["{0}{1}", " {0}  {1} ", "{0}\u2013{1}"])
def test_small_letters_gaps_and_dashes_are_as_good(
    two: Table, other_phone: Phone, how: str
) -> None:
    typed = how.format(*signs(two).lower().split())
    assert types(other_phone, typed).path == two.address("seat")


@pytest.mark.parametrize("typed", ["", "Q7R XM22", "Q7R XMO", "Q7R XM!", "٣" * 6])
def test_what_can_be_no_six_signs_is_told_at_the_field(phone: Phone, typed: str) -> None:
    page = types(phone, typed)
    assert (page.status, page.error_at("code")) == (422, TYPE_THEM)
    assert page.field("code").attrs["value"] == typed


def test_signs_that_no_table_has_are_told_at_the_field(phone: Phone) -> None:
    page = types(phone, "222 222")
    assert page.status == 422
    said = "No table has this code. Compare it with the other phone."
    assert page.error_at("code") == said
    assert page.field("code").attrs["value"] == "222 222"


@pytest.mark.both_databases
def test_signs_that_have_ended_say_where_to_find_new_ones(two: Table, other_phone: Phone) -> None:
    code = signs(two)
    two.page("share/new").press("Turn them off")
    page = types(other_phone, code)
    assert page.status == 422
    assert page.error_at("code").startswith("This code has expired. Open the share page")


@pytest.fixture
def book(tmp_path: Path, database: Database) -> Iterator[Flask]:
    yield from new_book(tmp_path, database, GUESSES_AN_HOUR=(2, 4))


@pytest.mark.both_databases
def test_who_guesses_too_often_is_told_when_to_come_again_by_every_worker(
    book: Flask, tmp_path: Path
) -> None:
    table = start_game(Phone(book), "Ann", "Ben")
    code = signs(table)
    assert [types(Phone(book), "222222").status for _ in range(3)] == [422, 422, 429]
    address = book.config["SQLALCHEMY_DATABASE_URI"]
    other = open_book(tmp_path, address, GUESSES_AN_HOUR=(2, 4))
    refused = types(Phone(other), code)
    assert (refused.status, refused.heading) == (429, "Too many tries")
    assert refused.response.headers["Retry-After"] == "3600"
    close_book(other)
    with book.app_context(), write_connection() as connection:
        connection.execute(update(Attempt).values(counted_at=now() - timedelta(minutes=61)))
    assert types(Phone(book), code).path == table.address("seat")


def test_each_house_has_guesses_of_its_own(book: Flask) -> None:
    def guess(address: str) -> int:
        phone = Phone(book)
        sent = {"csrf_token": phone.csrf_token, "code": "222222"}
        where = {"REMOTE_ADDR": address}
        return phone.client.post("/join", data=sent, environ_overrides=where).status_code

    houses = ["2001:db8:0:1::5", "2001:db8:0:1:ffff::6", "2001:db8:0:1::7", "2001:db8:0:2::5"]
    assert [guess(address) for address in houses] == [422, 422, 429, 422]
    with book.app_context():
        assert all(len(guesser) == 22 for guesser in db.session.scalars(select(Attempt.source)))


def test_twenty_wrong_guesses_an_hour_at_one_address(tmp_path: Path) -> None:
    assert settings(tmp_path, {})["GUESSES_AN_HOUR"] == (20, 1000)


def test_no_line_of_a_log_holds_the_signs(
    two: Table, other_phone: Phone, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code = signs(two).replace(" ", "")
    types(other_phone, code)
    types(other_phone, f"{code[:5]}{'3' if code[5] == '2' else '2'}")
    assert code[:5] not in caplog.text
    with two.phone.app.app_context():
        assert db.session.scalar(select(JoinCode.code).where(JoinCode.code == code)) == code
