"""The app as a phone installs it."""

import struct
from urllib.parse import urlsplit

from tests.web.phone import Phone
from tests.web.table import Table


def test_a_phone_learns_name_icons_and_where_to_start(phone: Phone) -> None:
    answer = phone.client.get("/app.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    app = answer.get_json()
    assert (app["name"], app["start_url"], app["scope"]) == ("Rummy Companion", "/", "/")
    assert [shortcut["url"] for shortcut in app["shortcuts"]] == ["/go-on", "/new"]
    assert {icon["purpose"] for icon in app["icons"]} == {"any", "maskable", "monochrome"}
    for icon in app["icons"]:
        with phone.client.get(icon["src"]) as picture:
            width, height = struct.unpack(">2I", picture.data[16:24])  # the header of a PNG
        assert icon["sizes"] == f"{width}x{height}"
    assert phone.open("/").one("link[rel=manifest]").attrs["href"] == "/app.webmanifest"


def test_the_script_that_answers_offline_sees_all_of_the_app_and_asks_for_ours_alone(
    phone: Phone,
) -> None:
    with phone.client.get("/service-worker.js") as answer:
        assert answer.mimetype == "text/javascript"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
        assert answer.headers["Cache-Control"] == "no-cache", "a new one is found at once"
        tag = answer.headers["ETag"]
    with phone.client.get("/service-worker.js", headers={"If-None-Match": tag}) as unchanged:
        assert unchanged.status_code == 304


def test_going_on_leads_to_the_open_game_or_home(phone: Phone, table: Table) -> None:
    assert urlsplit(table.phone.client.get("/go-on").location).path == table.address()
    assert urlsplit(phone.app.test_client().get("/go-on").location).path == "/"


def test_a_page_that_is_only_kept_carries_the_game_and_takes_nothing_from_the_one_that_is_read(
    table: Table,
) -> None:
    table.lay_down("Ann")
    answer = table.phone.answer(table.address("undo"), table.page().fill("#undo"))
    kept = table.phone.client.get(table.address(), headers={"Companion-Keep": "1"})
    assert 'id="game"' in kept.text
    assert "Undone" not in kept.text
    assert "Set-Cookie" not in kept.headers
    assert table.phone.open(answer.location).said == "Undone: Ann laid down."
