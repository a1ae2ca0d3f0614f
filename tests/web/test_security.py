"""Security: headers, CSRF, cookies and links."""

import base64
import gzip
import re
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.records.people.links import new_key
from tests.web.phone import Phone
from tests.web.table import GAME, NEW_GAME, Table, start_game

STATIC = Path(__file__).parents[2] / "static"
HEADERS = {
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
ADDRESSES = {
    "/": 200,
    "/new": 200,
    NEW_GAME: 200,
    f"/games/{GAME}": 200,
    "/static/now/icons/app.svg": 200,
    "/static/now/nothing.css": 404,
    "/static/nothing.css": 404,
    "/nothing": 404,
    "/g/nothing": 308,
    "/g/nothing/": 404,
    "/g/nothing/mark": 405,
}


def check_headers(answer: TestResponse) -> None:
    for header, value in HEADERS.items():
        assert answer.headers[header] == value
    policy = dict(
        part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; ")
    )
    assert policy.items() >= POLICY.items()
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(("address", "status"), ADDRESSES.items())
def test_every_answer_carries_the_headers(phone: Phone, address: str, status: int) -> None:
    with phone.client.get(address) as answer:
        assert answer.status_code == status
        check_headers(answer)


PAGES = [
    *("", "out", "count/1", "review", "sheet", "rules", "correct/1"),
    *("share", "seat/1", "seat/choose", "history"),
]


@pytest.mark.parametrize("where", PAGES)
def test_every_page_of_a_game_carries_them_and_is_kept_by_nobody(two: Table, where: str) -> None:
    two.has_played(1, 0, 90, down=[0]).go_out("Ann")
    answer = two.phone.client.get(two.address(where))
    assert answer.status_code == 200
    check_headers(answer)
    assert answer.headers["Cache-Control"] == "no-store, private"


def test_refusals_and_redirects_carry_them_too(table: Table) -> None:
    token = table.phone.csrf_token
    for sent, status in (
        ({}, 400),
        ({"csrf_token": token}, 409),
        ({"csrf_token": token, "round": "1", "down": "9"}, 422),
        ({"csrf_token": token, "round": "1", "down": "1"}, 303),
        ({"csrf_token": token, "down": "1" * 300_000}, 413),
    ):
        answer = table.phone.answer(table.address("mark"), sent)
        assert answer.status_code == status
        check_headers(answer)


def test_static_files_are_kept_for_good_at_an_address_of_their_version(phone: Phone) -> None:
    page = phone.open("/")
    for link in page.all("link[rel=stylesheet]"):
        address = link.attrs["href"] or ""
        assert re.match(r"/static/[0-9a-f]{10}/css/", address)
        with phone.client.get(address) as answer:
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
        with phone.client.get(re.sub("[0-9a-f]{10}", "0123456789", address)) as of_today:
            assert of_today.data == answer.data
            assert of_today.headers["Cache-Control"] == "no-cache"


def test_a_stylesheet_asks_for_fonts_of_its_own_version(phone: Phone) -> None:
    with phone.client.get("/static/now/css/companion.css") as answer:
        css = answer.get_data(as_text=True)
    fonts = re.findall(r'url\("\.\./(fonts/[^"?]+)"\)', css)
    assert len(fonts) == css.count("url(") == 3
    for name in fonts:
        with phone.client.get(f"/static/now/{name}", headers={"Accept-Encoding": "br"}) as font:
            assert font.data == (STATIC / name).read_bytes()
            assert "Content-Encoding" not in font.headers, "it is compressed as it is"


@pytest.mark.parametrize(
    ("accepted", "encoding", "unpacked"),
    [
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
        ("gzip, deflate", "gzip", gzip.decompress),
        ("identity", None, bytes),
        ("", None, bytes),
    ],
)
def test_a_script_comes_as_small_as_the_phone_can_read_it(
    phone: Phone, accepted: str, encoding: str | None, unpacked: Callable[[bytes], bytes]
) -> None:
    with phone.client.get("/static/now/page/live.js") as plain:
        assert b"import " not in plain.data
        assert b"export " not in plain.data
    sent = {"Accept-Encoding": accepted}
    with phone.client.get("/static/now/page/live.js", headers=sent) as answer:
        assert answer.headers.get("Content-Encoding") == encoding
        assert unpacked(answer.data) == plain.data
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert "Set-Cookie" not in answer.headers


def post_addresses(app: Flask, token: str) -> list[str]:
    """Every address that accepts POST, from the app's URL map."""
    values = {"token": token, "key": GAME, "seat": 1, "number": 1}
    with app.test_request_context():
        urls = app.url_map.bind("localhost")
        return [
            urls.build(rule.endpoint, {name: values[name] for name in rule.arguments}, "POST")
            for rule in app.url_map.iter_rules()
            if rule.methods and "POST" in rule.methods
        ]


def test_no_form_is_taken_without_the_token_of_a_page(table: Table) -> None:
    table.has_played(1, 0, 90, 90, 90, down=[0]).go_out("Ann")
    addresses = post_addresses(table.phone.app, table.token)
    assert len(addresses) >= 7
    for address in sorted({*addresses} - {"/judge", "/api/1/judge"}):  # these write nothing
        with table.nothing_written():
            for token in ({}, {"csrf_token": "x"}):
                answer = table.phone.answer(address, {"round": "2", "names-0": "A", **token})
                assert answer.status_code == 400, address


def test_a_token_of_another_phone_is_not_taken(table: Table, other_phone: Phone) -> None:
    sent = {"csrf_token": other_phone.csrf_token, "round": "1", "down": "1"}
    with table.nothing_written():
        assert table.phone.answer(table.address("mark"), sent).status_code == 400


def test_every_form_of_every_page_has_a_token(two: Table) -> None:
    two.has_played(1, 0, 90, down=[0]).go_out("Ann")
    for where in ("", "out", "count/1", "review", "sheet", "correct/1", "share", "seat/choose"):
        page = two.page(where)
        for form in page.all("form"):
            names = [field.attrs.get("name") for field in form.query("input")]
            assert "csrf_token" in names, where


def test_the_cookie_is_for_this_app_alone(phone: Phone) -> None:
    start_game(phone, "Ann", "Ben")
    answer = phone.client.get("/")
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site, cookie.path) == (True, "Lax", "/")
    assert cookie.max_age is None or cookie.max_age > 300 * 24 * 3600
    assert answer.status_code == 200


def test_a_cookie_somebody_made_up_is_no_device(phone: Phone, table: Table) -> None:
    with table.phone.app.app_context():
        device = table.stored.row.device
    made_up = base64.urlsafe_b64encode(f'{{"device":"{device}"}}'.encode()).decode().rstrip("=")
    thief = Phone(phone.app)
    thief.client.set_cookie("companion", f"{made_up}.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")
    assert thief.home_lists() == []


def test_a_link_holds_128_random_bits(phone: Phone) -> None:
    tokens = {start_game(phone, "Ann", "Ben").token for _ in range(3)} | {new_key()}
    assert len(tokens) == 4
    for token in tokens:
        assert len(base64.urlsafe_b64decode(token + "==")) == 16


def test_no_page_gives_away_the_name_of_the_device(table: Table) -> None:
    device = table.stored.row.device
    for where in ("", "sheet", "rules", "out", "share", "seat/1", "seat/choose", "history"):
        assert device not in table.page(where).html


def test_home_gives_away_no_link_of_another_phone(table: Table, other_phone: Phone) -> None:
    assert table.token not in other_phone.open("/").html
    assert table.token not in other_phone.open(NEW_GAME).html
