"""The share page: codes and links that phones can open, and new ones from the keeper."""

import re

import pytest
import segno
from flask import Flask
from markupsafe import escape

from companion.records.people.links import NoSuchCode
from companion.rules.fold.entries import WentOut
from companion.settings.network import address_for_phones, network_address
from companion.web.guard.proxies import public_address, requested_address
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.sharing import LAN, links, opened_at, sits
from tests.web.table import Table


def drawn(page: Page) -> list[str]:
    """The path of each QR code on the page."""
    return re.findall(r'<path stroke="#000"[^>]* d="([^"]+)"', page.html)


def code_of(address: str) -> str:
    return segno.make(address, error="m", micro=False).svg_inline(border=4, omitsize=True)


def test_the_codes_say_exactly_what_the_links_say(two: Table) -> None:
    watch = two.stored.row.watch_token
    addresses = {"share": f"{LAN}/g/{two.token}/seat", "share/watch": f"{LAN}/g/{watch}/"}
    for where, address in addresses.items():
        page = opened_at(two, LAN, where)
        assert links(page) == [address]
        (lines,) = drawn(page)
        assert lines in code_of(address)
        assert str(escape(address)) in page.html


@pytest.mark.parametrize(("from_", "to"), [("", ""), ("seat/1", "seat/1")])
def test_the_arrow_leads_back_to_the_page_that_led_here(
    two: Table, other_phone: Phone, from_: str, to: str
) -> None:
    sits(two, other_phone, "Ben")
    page = two.on(other_phone).page(from_).follow("Share").follow("Watch only")
    arrow = page.follow("Keep score").one(".back")
    assert arrow.attrs["href"] == two.address(to)
    if from_:
        assert arrow.to_text().strip() == "My own page"


def test_the_game_is_shared_as_a_file_too(two: Table) -> None:
    assert two.page("share").one("a[download]").attrs["href"] == two.address("game.json")


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("xn--bcher-kva.example:8000", "bücher.example:8000"),
        ("xn--strae-oqa.example", "xn--strae-oqa.example"),
    ],
)
def test_a_name_that_is_not_ascii_is_readable_where_python_can_decode_it(
    app: Flask, host: str, shown: str
) -> None:
    with app.test_request_context(headers={"Host": host}):
        assert requested_address() == public_address() == f"http://{shown}/"


def test_one_right_is_shared_at_a_time_and_each_leads_to_the_other(two: Table) -> None:
    page = opened_at(two, LAN)
    assert page.texts(".tabs [aria-current]") == ["Keep score"]
    page = page.follow("Watch only")
    assert page.texts(".tabs [aria-current]") == ["Watch only"]
    assert page.follow("Keep score").path == two.address("share")


@pytest.mark.both_databases
def test_the_page_shows_a_code_for_each_right_and_where_to_type_it(two: Table) -> None:
    pages = [opened_at(two, LAN, where) for where in ("share", "share/watch", "share")]
    score, watch, again = (page.texts(".signs")[0] for page in pages)
    assert re.fullmatch("[2-9A-HJ-NP-Z]{3} [2-9A-HJ-NP-Z]{3}", score)
    assert (again == score, watch == score) == (True, False)
    assert "enter the code at 192.168.1.20:8000/join" in pages[0].words


@pytest.mark.both_databases
def test_a_link_that_ends_during_rendering_has_no_code(
    two: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(_: str) -> str:
        raise NoSuchCode

    monkeypatch.setattr("companion.web.pages.sharing.code_of", ended)
    page = opened_at(two, LAN)
    assert (page.status, page.all(".signs")) == (200, [])


def test_the_table_its_final_page_and_a_seat_lead_to_it(two: Table) -> None:
    assert two.page().follow("Share").path == two.address("share")
    assert two.page("seat/1").follow("Share").path == two.address("share")
    two.has_played(12, 0, 90, down=[0])
    assert two.page("final").follow("Links for other phones").path == two.address("share")
    assert two.page("final").follow("Share").path == two.address("final/share"), "the result"
    assert two.page("final").follow("Print").path == two.address("sheet")


def test_the_page_counts_the_phones_that_joined_and_follows_the_game(
    two: Table, other_phone: Phone
) -> None:
    page = two.page("share")
    tag = page.response.headers["ETag"]
    assert page.one("p#joined[data-live]").to_text() == "No other phone has joined yet."
    asked = {"headers": {"If-None-Match": tag}}
    assert two.phone.client.get(two.address("share"), **asked).status_code == 304
    sits(two, other_phone, "Ben")
    assert two.phone.client.get(two.address("share"), **asked).status_code == 200
    assert two.page("share").one("#joined").to_text() == "1 other phone has joined."
    assert (
        two.on(other_phone).page("share").one("#joined").to_text()
        == "No other phone has joined yet."
    )


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_opened_on_the_machine_itself_it_shows_the_address_for_phones(
    two: Table, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.settings.network.network_address", lambda _: "192.168.1.20")
    page = opened_at(two, f"http://{host}:8000")
    assert all(link.startswith(f"{LAN}/g/") for link in links(page))


def test_on_an_unreachable_address_the_page_says_what_to_do(two: Table) -> None:
    page = opened_at(two, "http://localhost:8000", bound="127.0.0.1")
    assert "Open the app at its address for phones" in page.trouble
    assert page.all(".qr") + page.all(".signs") == []


ADDRESSES = [
    ("http://192.168.1.20:8000/", "0.0.0.0", "http://192.168.1.20:8000/"),
    ("https://cards.example/", "127.0.0.1", "https://cards.example/"),
    ("http://localhost/", "0.0.0.0", "http://10.0.0.9/"),
    ("http://localhost:8000/", "127.0.0.1", None),
    ("http://localhost:8000/", "::1", None),
    ("http://localhost:8000/", "::", "http://[fd00::9]:8000/"),
]


@pytest.mark.parametrize(("opened", "listens", "address"), ADDRESSES)
def test_an_address_is_turned_into_one_for_phones_only_where_it_must(
    opened: str, listens: str, address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {"0.0.0.0": "10.0.0.9", "::": "fd00::9"}
    monkeypatch.setattr("companion.settings.network.network_address", own.get)
    assert address_for_phones(opened, listens) == address


@pytest.mark.parametrize(
    ("hosts", "address"),
    [(["localhost"], None), (["localhost", "10.0.0.9"], "http://10.0.0.9:8000/")],
)
def test_no_code_leads_to_a_host_that_the_server_turns_away(
    two: Table, hosts: list[str], address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.settings.network.network_address", lambda _: "10.0.0.9")
    opened = "http://localhost:8000/"
    assert address_for_phones(opened, "0.0.0.0", hosts) == address
    monkeypatch.setitem(two.phone.app.config, "HOSTS", hosts)
    assert bool(opened_at(two, opened).all(".qr")) == (address is not None)


def test_this_machine_is_never_found_at_an_address_only_it_knows() -> None:
    assert not (network_address() or "").startswith("127.")


@pytest.mark.both_databases
def test_the_keeper_makes_new_links_and_goes_on_with_the_new_one(
    two: Table, other_phone: Phone
) -> None:
    guest = two.on(other_phone)
    assert guest.page("seat").press("Ben Contract 1").status == 200
    old_watch = two.stored.row.watch_token
    page = two.page("share").follow(
        "Make new links The old links stop working at once on every other phone."
    )
    page = page.press("Turn them off")
    assert page.heading == "Share the table"
    assert page.said == "The new links are ready: let the others scan again."
    assert not any(two.token in link or old_watch in link for link in links(page))
    for ended in (two.address(), f"/g/{old_watch}/", two.address("sheet")):
        gone = other_phone.open(ended)
        assert (gone.status, gone.heading) == (410, "This link was replaced")
        assert "ask for the new link" in gone.trouble
    assert other_phone.home_lists() == []
    assert two.phone.home_lists() == ["Ann, Ben"]


@pytest.mark.both_databases
def test_a_phone_with_the_new_link_is_asked_for_its_seat_again(
    two: Table, other_phone: Phone
) -> None:
    sits(two, other_phone, "Ben")
    renewed = Table(two.phone, two.page("share/new").press("Turn them off").path.split("/")[2])
    assert renewed.page("share").one("#joined").to_text() == "No other phone has joined yet."
    asked = renewed.on(other_phone).page("seat")
    assert asked.heading == "Whose phone is this?"
    assert asked.press("Ben Contract 1 · this phone so far").path == renewed.address("seat/1")
    assert renewed.on(other_phone).page("seat").path == renewed.address("seat/1")
    assert other_phone.home_lists() == ["Ann, Ben"]


@pytest.mark.both_databases
def test_a_phone_that_only_counts_by_the_new_link_finds_the_game_at_home(
    two: Table, other_phone: Phone
) -> None:
    sits(two, other_phone, "Ben")
    renewed = Table(two.phone, two.page("share/new").press("Turn them off").path.split("/")[2])
    renewed.write(WentOut(0))
    opened = {"csrf_token": other_phone.csrf_token}
    assert other_phone.answer(renewed.address("count/1/open"), opened).status_code == 204
    assert other_phone.home_lists() == ["Ann, Ben"]


@pytest.mark.both_databases
def test_the_keepers_own_old_pages_lead_on_to_the_new_link(two: Table) -> None:
    open_page = two.page()
    share = two.page("share/new")
    new = share.press("Turn them off").path.split("/")[2]
    assert two.page("sheet").path == f"/g/{new}/sheet"
    written = open_page.press("Lay down: Ben")
    assert written.path == f"/g/{new}/"
    assert Table(two.phone, new).state.open.play.laid_down == {1}
    assert share.press("Turn them off").path == f"/g/{new}/share", "tapped twice: once"


@pytest.mark.both_databases
def test_a_rematch_begun_at_the_old_link_starts_as_it_was_typed(two: Table) -> None:
    rematch = two.phone.open(f"/new/twelve-step-rummy?again={two.token}")
    renewed = Table(two.phone, two.page("share/new").press("Turn them off").path.split("/")[2])
    opened = two.phone.open(f"/new/twelve-step-rummy?again={two.token}")
    assert opened.response.request.args["again"] == renewed.token
    started = rematch.press("Deal the first round", title="Friday")
    assert Table(two.phone, started.path.split("/")[2]).stored.title == "Friday"


@pytest.mark.both_databases
def test_nobody_but_the_keeper_makes_new_links(two: Table, other_phone: Phone) -> None:
    guest = two.on(other_phone)
    assert "Make new links" not in guest.page("share").words
    sent = other_phone.send(two.address("share"), {"csrf_token": other_phone.csrf_token})
    for page in (sent, guest.page("share/new")):
        told = (page.status, page.heading)
        assert told == (403, "Only the phone that started the game can do that")
    assert two.page().status == 200
