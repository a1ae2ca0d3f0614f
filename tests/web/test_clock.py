"""A server with a wrong clock still recognises every phone."""

import time

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from companion.records.people.links import new_key
from tests.records.book import a_game
from tests.web.phone import Phone
from tests.web.table import start_game

SECOND, DAY = 1, 24 * 3600
SET_BACK = [SECOND, DAY, 400 * DAY]


def set_back(clock: pytest.MonkeyPatch, seconds: int) -> None:
    right = time.time
    clock.setattr(time, "time", lambda: right() - seconds)


@pytest.mark.parametrize("seconds", [*SET_BACK, -DAY, -3000 * DAY])
def test_a_phone_keeps_its_name_and_its_games(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    table = start_game(phone, "Ann", "Ben")
    set_back(monkeypatch, seconds)
    assert phone.home_lists() == ["Ann, Ben"]
    assert "Make new links" in table.page("share").words
    assert table.lay_down("Ann").status == 200
    assert table.page("share/new").press("Turn them off").status == 200


@pytest.mark.parametrize("seconds", SET_BACK)
def test_a_page_that_was_open_can_still_be_sent(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    page = start_game(phone, "Ann", "Ben").page()
    set_back(monkeypatch, seconds)
    assert page.press("Lay down: Ann").status == 200


@pytest.mark.parametrize("seconds", [0, *SET_BACK])
def test_a_cookie_of_an_earlier_version_with_its_time_is_still_read(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    device = new_key()
    with app.app_context():
        a_game("Ann", "Ben", device=device)
    timed = SecureCookieSessionInterface().get_signing_serializer(app)
    assert timed is not None
    phone.client.set_cookie("companion", timed.dumps({"device": device, "_permanent": True}))
    set_back(monkeypatch, seconds)
    assert phone.home_lists() == ["Ann, Ben"]
    assert start_game(phone, "Cy", "Dee").stored.row.device == device


def test_the_cookie_holds_no_time(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    start_game(phone, "Ann", "Ben")
    before = phone.client.get_cookie("companion")
    set_back(monkeypatch, DAY)
    start_game(phone, "Ann", "Ben")
    after = phone.client.get_cookie("companion")
    assert before
    assert after
    assert before.value == after.value


def test_the_cookie_is_sent_with_every_game_but_not_with_every_tap(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben")
    sent = {"csrf_token": phone.csrf_token, "round": "1"}
    for where, fields in (("mark", {"down": "1"}), ("out", {"out": "0"})):
        answer = phone.answer(table.address(where), sent | fields)
        assert answer.status_code == 303
        assert "Set-Cookie" not in answer.headers
    seated = phone.answer(table.address("seat"), sent | {"seat": "1"})
    assert "Expires" in seated.headers["Set-Cookie"]
