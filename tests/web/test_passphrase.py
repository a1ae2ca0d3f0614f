"""A passphrase for the whole server; the operator's page; requests by programs."""

import json
import logging
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from flask import Flask

from companion.book.daily_copies import make_copy_of
from companion.monitoring.logs import JsonLines
from companion.records.people.links import new_key
from companion.settings.config import settings
from companion.settings.environment import HalfConfigured
from tests.books import new_book
from tests.databases import Database
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import NEW_GAME, start_game

PASSPHRASE = "seven of hearts"


@pytest.fixture
def club(tmp_path: Path, database: Database) -> Iterator[Flask]:
    """A server with a passphrase."""
    closed = {"PASSPHRASE": PASSPHRASE, "GUESSES_AN_HOUR": (2, 9)}
    yield from new_book(tmp_path, database, DAILY_COPIES=tmp_path / "copies", **closed)


def comes_in(phone: Phone, path: str = "/") -> Page:
    return phone.open(path).press("Enter", passphrase=f" {PASSPHRASE} ")


def stranger_sends(phone: Phone, **fields: str) -> dict[str, str]:
    """A request of a client that has seen only the page asking for the passphrase."""
    return {"csrf_token": phone.open("/enter").field("csrf_token").attrs["value"] or ""} | fields


def test_a_phone_is_asked_once_and_led_where_it_wanted_to_go(club: Flask) -> None:
    phone = Phone(club)
    asked = phone.open(NEW_GAME)
    assert (asked.path, asked.heading) == ("/enter", "The passphrase of this app")
    wrong = asked.press("Enter", passphrase="seven of spades")
    assert wrong.status == 422
    assert wrong.error_at("passphrase").startswith("This is not the passphrase")
    assert "spades" not in wrong.html
    assert wrong.press("Enter", passphrase=PASSPHRASE).path == NEW_GAME
    table = start_game(phone, "Ann", "Ben")
    assert table.lay_down("Ann").status == 200


def test_who_does_not_know_it_learns_nothing_of_any_link(club: Flask) -> None:
    phone, stranger = Phone(club), Phone(club)
    comes_in(phone)
    table = start_game(phone, "Ann", "Ben")
    for where in ("", "sheet", "history"):
        assert stranger.open(table.address(where)).path == "/enter"
    assert stranger.open(f"/g/{new_key()}/").path == "/enter"
    told = stranger.client.get(table.address("log"))
    assert (told.status_code, told.get_json()["heading"]) == (401, "This app needs a passphrase")
    with table.nothing_written():
        sent = stranger_sends(stranger, round="1", down="1")
        assert stranger.answer(table.address("mark"), sent).status_code == 401
    fetched = {"Sec-Fetch-Mode": "cors", "Accept": "text/html"}
    for where in ("drawings", "sheet"):
        assert stranger.client.get(table.address(where), headers=fetched).status_code == 401
    for path in ("/static/now/css/companion.css", "/app.webmanifest", "/service-worker.js"):
        assert stranger.client.get(path).status_code == 200


@pytest.mark.parametrize("there", ["//elsewhere.example/", "https://elsewhere.example", "/\\x"])
def test_it_leads_nowhere_else(club: Flask, there: str) -> None:
    phone = Phone(club)
    sent = stranger_sends(phone, passphrase=PASSPHRASE, to=there)
    assert phone.answer("/enter", sent).headers["Location"] == "/"


def test_who_guesses_too_often_is_told_when_to_come_again(club: Flask) -> None:
    phone = Phone(club)
    sent = stranger_sends(phone)
    tries = (phone.answer("/enter", sent | {"passphrase": guess}) for guess in "xxyxz")
    assert [answer.status_code for answer in tries] == [422, 422, 422, 422, 429]
    right = phone.answer("/enter", sent | {"passphrase": PASSPHRASE})
    assert (right.status_code, right.headers["Retry-After"]) == (429, "3600")


def test_many_guesses_elsewhere_neither_end_nor_free_those_of_an_address(club: Flask) -> None:
    phone = Phone(club)
    sent = stranger_sends(phone)

    def guess(address: int, passphrase: str = "x") -> int:
        where, data = {"REMOTE_ADDR": f"192.0.2.{address}"}, sent | {"passphrase": passphrase}
        return phone.client.post("/enter", data=data, environ_overrides=where).status_code

    assert [guess(address) for address in range(1, 11)] == [422] * 10
    assert [guess(99, passphrase) for passphrase in "xyz"] == [422, 422, 429]


def test_another_passphrase_asks_every_phone_again(
    club: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(club)
    comes_in(phone)
    assert phone.open("/").path == "/"
    monkeypatch.setitem(club.config, "PASSPHRASE", "eight of hearts")
    assert phone.open("/").path == "/enter"


def test_the_page_of_the_operator_has_figures_and_no_names(
    club: Flask, tmp_path: Path, database: Database
) -> None:
    phone = Phone(club)
    assert phone.open("/operator").path == "/enter"
    comes_in(phone)
    table = start_game(phone, "Ann", "Ben")
    assert "none yet" in phone.open("/operator").words
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / "companion-2026-11-22.sqlite").write_bytes(b"x" * 3000)
    (tmp_path / "copies" / "companion-before-an-upgrade.sqlite").write_bytes(b"x")
    page = phone.open("/operator")
    figures = page.texts(".figures > div")
    assert {"Games 1", "Played this week 1", "Custom games 0"} <= {*figures}
    assert {"Daily copies 1 2.9 kB", "Hours since the last copy 0"} <= {*figures}
    pages = (figure.split() for figure in figures if figure.endswith(" ms"))
    assert "home.page" in {endpoint for endpoint, _, _ in pages}
    kept_in = {"sqlite": "SQLite 3.", "postgresql": "PostgreSQL "}[database.name]
    assert any(figure.startswith(f"Database {kept_in}") for figure in figures)
    for secret in ("Ann", "Ben", table.token):
        assert secret not in page.html


def test_the_page_of_the_operator_says_that_a_copy_failed_until_one_is_made(
    club: Flask, tmp_path: Path
) -> None:
    phone = Phone(club)
    comes_in(phone)
    (tmp_path / "copies").write_text("a file, and no folder")
    make_copy_of(date(2026, 11, 22), club)
    figures = phone.open("/operator").texts(".figures > div")
    assert "Daily copies none yet" in figures
    assert "Minutes since a copy failed 0 File exists. The log has details." in figures
    (tmp_path / "copies").unlink()
    make_copy_of(date(2026, 11, 22), club)
    page = phone.open("/operator")
    assert "Hours since the last copy 0" in page.texts(".figures > div")
    assert "failed" not in page.words


def test_without_a_passphrase_there_is_neither_page(phone: Phone) -> None:
    for path in ("/enter", "/operator"):
        assert phone.open(path).status == 404
    sent = {"csrf_token": phone.csrf_token, "passphrase": "x"}
    assert phone.answer("/enter", sent).status_code == 404


def test_a_passphrase_that_is_guessed_in_an_hour_is_none(tmp_path: Path) -> None:
    with pytest.raises(HalfConfigured, match="COMPANION_PASSPHRASE is too short"):
        settings(tmp_path, {"COMPANION_PASSPHRASE": "hearts"})


@pytest.mark.only_on("sqlite")
def test_machines_hear_whether_it_runs_and_whether_it_can_keep_score(
    club: Flask, tmp_path: Path
) -> None:
    club.config["HOSTS"] = ["rummy.example"]
    ask = club.test_client().get
    for path, word in (("/healthz", "ok\n"), ("/readyz", "ready\n")):
        answer = ask(path, headers={"Host": "10.0.0.7:8000"})
        assert (answer.status_code, answer.text) == (200, word)
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers
    (tmp_path / "companion.sqlite").rename(tmp_path / "away")
    answer = ask("/readyz")
    assert (answer.status_code, answer.text) == (503, "gone\n")
    assert ask("/healthz").status_code == 200


@pytest.fixture
def logging_json(tmp_path: Path, database: Database) -> Iterator[Flask]:
    log = logging.getLogger("companion")
    before = (log.handlers, log.level)
    yield from new_book(tmp_path, database, LOG="json", PROXIES=1)
    log.handlers, log.level = before


def test_each_request_is_a_line_with_a_name_and_without_its_link(
    logging_json: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    phone = Phone(logging_json)
    table = start_game(phone, "Ann", "Ben")
    caplog.clear()
    answer = phone.client.get(table.address("sheet"), headers={"X-Request-ID": "from-caddy-7"})
    assert answer.headers["X-Request-ID"] == "from-caddy-7"
    (record,) = [told for told in caplog.records if told.name == "companion.requests"]
    line = json.loads(JsonLines().format(record))
    assert line["message"] == "GET /g/…/sheet 200"
    assert (line["method"], line["place"], line["status"]) == ("GET", "/g/<token>/sheet", 200)
    assert line["ms"] > 0
    assert table.token not in caplog.text
    made_up = phone.client.get("/", headers={"X-Request-ID": "no name\ta{}"})
    assert len(made_up.headers["X-Request-ID"]) == 16
