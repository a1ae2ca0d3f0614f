"""Malformed requests by the thousand: each is answered, and none with a 500."""

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from time import process_time

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.rules.fold.entries import WentOut
from tests.books import new_book
from tests.databases import Database
from tests.web.malformed import Dice, Sent, Stranger
from tests.web.phone import Phone
from tests.web.routes import pages_of
from tests.web.table import GAME, NEW_GAME, Table, start_game

FEW, MANY = 500, 100_000  # every route and method once; in `make soak`
WARM = 5000  # by then all templates are compiled, and lazy imports done
MANY_TIMES, MEGABYTES = 100, 64  # of the mean time of a request that is answered with 200
_RESIDENT = re.compile(r"VmRSS:\s+(\d+) kB")
OTHER_PAGES = ["/", "/own", NEW_GAME, f"/own/from/{GAME}", "/own/from/rummy-500"]


@pytest.fixture
def in_use(tmp_path: Path, database: Database) -> Iterator[Flask]:
    """The production configuration: errors are answered, not raised."""
    yield from new_book(tmp_path, database, TESTING=False, LIVE_HEARTBEAT_SECONDS=0)


def a_stranger(phone: Phone) -> Stranger:
    """An attacker with the link of a game."""
    token = a_table(phone).token
    places = [place for place in pages_of(phone.app, token) if not place.endswith("/live")]
    return Stranger.with_phone(phone, [*places, *OTHER_PAGES])


def a_table(phone: Phone) -> Table:
    """A new game of three in mid-round, because the last one may be deleted or have new links."""
    table = start_game(phone, "Ann", "Ben", "Cy").has_played(1, 0, 90, 45, down=[0])
    table.write(WentOut(0))
    return table


def links_of(table: Table) -> list[str]:
    watching = table.stored.row.watch_token
    return [*[table.token] * 6, watching, "twelve-step-rummy", "five-crowns"]


def answered(app: Flask, sent: Sent) -> int:
    """The status; of an endless response only the beginning is read."""
    body, status, _ = run_wsgi_app(app.wsgi_app, sent.environ())
    for _, _ in zip(range(2), body, strict=False):
        pass
    if hasattr(body, "close"):
        body.close()
    return int(status.split()[0])


def memory() -> float:
    """The memory of this process in MB."""
    return int(_RESIDENT.findall(Path("/proc/self/status").read_text())[0]) / 1024


@pytest.mark.parametrize("requests", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
@pytest.mark.only_on("sqlite", pytest.param("postgresql", marks=pytest.mark.soak))
def test_whatever_is_sent_is_answered_and_nothing_goes_wrong(
    in_use: Flask,
    caplog: pytest.LogCaptureFixture,
    requests: int,
    record_property: Callable[[str, object], None],
) -> None:
    """In the soak also soon, and without growing memory."""
    dice, phone, statuses = Dice(8), Phone(in_use), Counter[int]()
    stranger, took, slowest, warm = a_stranger(phone), defaultdict[int, float](float), 0.0, 0.0

    def seconds(sent: Sent) -> float:
        began = process_time()
        status = answered(in_use, sent)
        once = process_time() - began
        statuses[status] += 1
        took[status] += once
        assert status < 500, sent
        return once

    def is_slow(once: float) -> bool:
        """An export has up to a hundred games of a phone: as much as a hundred pages."""
        return once > MANY_TIMES * took[200] / statuses[200]

    while statuses.total() < requests:
        for sent in dice.requests(in_use, stranger, links_of(a_table(phone))):
            once = seconds(sent)
            if requests == MANY and statuses[200] and is_slow(once):
                # The pages of the catalogue, for example, are drawn once in each language.
                once = min(seconds(sent) for _ in range(3))
                assert not is_slow(once), sent
            slowest = max(slowest, once)
            assert not [told for told in caplog.records if told.levelno >= logging.ERROR], sent
        caplog.clear()
        if statuses.total() <= WARM:
            warm = memory()
    expected = {200, 303, 400, 404, 405, 409, 422} | ({204} if requests == MANY else set())
    assert expected <= {*statuses}
    more = memory() - warm
    record_property(
        "slowest", f"{slowest:.2f} s of a processor; mean {took[200] / statuses[200]:.4f} s"
    )
    record_property("memory", f"{more:+.1f} MB")
    assert requests == FEW or more < MEGABYTES


NO_HOSTS = [
    "a" * 64 + ".example",
    "a..b",
    "a b",
    "a_b",
    "x:99999",
    "x:080",
    "b\xc3\xbccher.example",
    "",
]


@pytest.mark.parametrize("host", NO_HOSTS)
def test_a_host_that_cannot_be_is_told_so_on_a_page(app: Flask, host: str) -> None:
    answer = app.test_client().get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "That could not be read" in answer.get_data(as_text=True)


ON_ANY_NETWORK = [
    *("localhost:8000", "192.168.1.7:8000", "[::1]:8000", "rummy.lan.", "RUMMY.lan"),
    *("xn--bcher-kva.example", "xn--strae-oqa.example"),
]


@pytest.mark.parametrize("host", ON_ANY_NETWORK)
def test_a_host_on_any_network_is_taken(app: Flask, host: str) -> None:
    # Not by the client, which cannot decode ß.
    environ = EnvironBuilder(headers={"Host": host}).get_environ()
    assert run_wsgi_app(app, environ)[1] == "200 OK"


@pytest.mark.parametrize("address", ["/%00", "/g/%00/", "/games/%00", "/static/%00", "/own/a%00"])
def test_no_game_has_an_address_with_nothing_in_it(phone: Phone, address: str) -> None:
    page = phone.open(address)
    assert (page.status, page.heading) == (404, "There is nothing here")


NO_NUMBERS = ("99999999999999999999", "9" * 5000, "-99999999999999999999")


def test_a_number_that_no_page_sends_is_no_number(phone: Phone) -> None:
    table = a_table(phone)
    for where in ("review", "count/1", "correct/1", "undo", "mark", "reopen"):
        for number in NO_NUMBERS:
            numbers = dict.fromkeys(("version", "undo", "down", "ended"), number)
            sent = {"csrf_token": phone.csrf_token, "round": "2", "total": "x"} | numbers
            with table.nothing_written():
                status = phone.answer(table.address(where), sent).status_code
            assert status in {303, 409, 422}, f"{where}: {number[:9]}"
    for number in NO_NUMBERS:
        assert phone.client.get(table.address(f"count/{number}")).status_code == 404


@pytest.mark.parametrize("where", [NEW_GAME, f"/own/from/{GAME}"])
def test_a_file_in_the_place_of_a_text_is_no_text(phone: Phone, where: str) -> None:
    sent = {"csrf_token": phone.csrf_token, "names-1": "Ben", "dealer": "0"}
    files = {
        name: (BytesIO(b"Ann"), "ann.txt") for name in ("names-0", "title", "name", "option_buys")
    }
    assert phone.client.post(where, data=sent | files).status_code == 422


SERVED = ["rummy.example:8000", "RUMMY.Example", "rummy.example.", "[::1]:8000", "[0:0::1]"]
NOT_SERVED = [
    "evil.example",
    "rummy.example.evil",
    "evil.rummy.example",
    "rummy.example:0",
    "[::2]",
]


@pytest.mark.parametrize("host", SERVED)
def test_the_hosts_of_the_settings_are_answered_in_every_spelling(
    app: Flask, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "HOSTS", ["rummy.example", "[::1]"])
    assert app.test_client().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", [*NOT_SERVED, *NO_HOSTS])
def test_other_hosts_than_those_of_the_settings_get_a_page_that_says_so(
    app: Flask, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "HOSTS", ["rummy.example", "[::1]"])
    ask = app.test_client().get
    answer = ask("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "This server does not use that address" in answer.text
    assert "evil" not in answer.text
    assert "Home" not in answer.text, "it would lead to the same page"
    (style, *_) = re.findall(r'href="(/static/[^"]+\.css)"', answer.text)
    assert ask(style, headers={"Host": host}).status_code == 200
    assert ask("/healthz", headers={"Host": host}).status_code == 200


def test_hosts_that_are_not_served_are_logged_but_do_not_fill_the_log(
    tmp_path: Path, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    for book in new_book(tmp_path, database, HOSTS=["rummy.example"]):
        for number in range(50):
            ask = book.test_client().get
            ask("/", headers={"Host": f"evil{number}.example" + "x" * 200})
    (line,) = [record for record in caplog.records if record.name == "companion.hosts"]
    assert line.getMessage().startswith("COMPANION_HOSTS does not name 'evil0.example")
    assert len(line.getMessage()) < 200
