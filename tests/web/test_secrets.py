"""Links stay out of logs and caches; a browser without Referer gets an explanation."""

import logging
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from companion.gamefile.own_game import to_toml
from companion.monitoring.logs import WithoutLinks, without_links
from companion.records.people.links import new_key, new_watch_link
from companion.records.people.own_games import keep_own_game
from companion.records.store.database import db
from companion.rules.reading.catalogue import game_data
from tests.web.phone import Phone
from tests.web.table import Table

pytestmark = pytest.mark.both_databases


@pytest.mark.parametrize("make", [new_key, new_watch_link])
@pytest.mark.parametrize(
    "line",
    [
        "GET /g/%s/mark HTTP/1.1",
        "GET /enter?to=%%2Fg%%2F%s%%2F",
        "to=%%2Fown%%2f%s",
        "http://x/own/%s/file",
        "no game %s",
    ],
)
def test_a_line_names_no_game(line: str, make: Callable[[], str]) -> None:
    assert without_links(line % make()) == line % "…"


def test_what_is_no_link_stays() -> None:
    line = "GET /new/contract-rummy?again=1 HTTP/1.1 companion.records.store.database"
    assert without_links(line) == line


def test_neither_does_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    secret, log = new_key(), logging.getLogger("companion.test")
    log.addFilter(WithoutLinks())
    try:
        {}[secret]
    except KeyError:
        log.exception("lost %s", secret)
    assert secret not in caplog.text
    assert "KeyError: '…'" in caplog.text


def test_an_error_of_the_database_tells_no_link(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        with pytest.raises(DBAPIError) as error:
            connection.execute(text("SELECT * FROM nothing WHERE token = :token"), {"token": "abc"})
        assert "abc" not in str(error.value)


def test_what_goes_wrong_is_logged_without_the_link(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = table.phone.app
    for setting in ("PROPAGATE_EXCEPTIONS", "TESTING"):
        monkeypatch.setitem(app.config, setting, value=False)

    def fails(**_: object) -> None:
        raise RuntimeError(table.token)

    monkeypatch.setitem(app.view_functions, "sheet.page", fails)
    assert table.page("sheet").status == 500
    assert "RuntimeError" in caplog.text
    assert table.token not in caplog.text


def test_the_file_of_an_own_game_is_kept_by_nobody(phone: Phone) -> None:
    token = new_key()
    with phone.app.app_context():
        keep_own_game(game_data("five-crowns"), new_key(), token)
    answer = phone.client.get(f"/own/{token}/file")
    assert answer.get_data() == to_toml(game_data("five-crowns")).encode()
    assert answer.headers["Cache-Control"] == "no-store, private"


def test_over_https_a_browser_that_hides_where_it_comes_from_is_told_what_to_do(
    table: Table,
) -> None:
    secure = {"base_url": "https://localhost/"}
    client = table.phone.client
    html = client.get(table.address(), **secure).get_data(as_text=True)
    csrf = html.split('name="csrf_token" value="')[1].split('"')[0]
    sent = {"csrf_token": csrf, "round": "1", "down": "1"}
    told = {"": "Allow that for this address", "https://elsewhere.example/": "from another address"}
    for referer, words in told.items():
        headers = {"Referer": referer} if referer else {}
        with table.nothing_written():
            answer = client.post(table.address("mark"), data=sent, headers=headers, **secure)
        assert answer.status_code == 400
        assert words in answer.get_data(as_text=True)
    ours = {"Referer": "https://localhost/g/x"}
    answer = client.post(table.address("mark"), data=sent, headers=ours, **secure)
    assert answer.status_code == 303
