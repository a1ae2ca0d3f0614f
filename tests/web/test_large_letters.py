"""Large letters and keys: chosen on a phone, without a script, and of no cost to the others."""

import pytest

from tests.web.phone import Phone
from tests.web.table import start_game


def stylesheets(phone: Phone, address: str) -> list[str]:
    links = phone.open(address).all("link")
    names = [str(link.attrs["href"]) for link in links if link.attrs["rel"] == "stylesheet"]
    return [name.rpartition("/")[2] for name in names]


def test_large_letters_stay_on_the_phone_that_chose_them(phone: Phone, other_phone: Phone) -> None:
    phone.open("/large").press("Use large letters")
    assert stylesheets(phone, "/")[-1] == "large.css"  # the last one wins
    assert "large.css" not in stylesheets(other_phone, "/")


def test_the_usual_letters_come_back(phone: Phone) -> None:
    before = stylesheets(phone, "/")
    phone.open("/large").press("Use large letters")
    phone.open("/large").press("Use the usual letters")
    assert stylesheets(phone, "/") == before


def test_the_menu_of_the_table_leads_to_them_and_they_lead_back(phone: Phone) -> None:
    address = start_game(phone, "Ann", "Ben").address()
    page = phone.open(address).follow("Large letters")
    assert page.follow("Back to the table").path == address
    assert page.press("Use large letters").path == address


def test_home_leads_to_them_from_its_bar(phone: Phone) -> None:
    assert phone.open("/").texts("header a") == ["Large letters"]
    assert phone.open("/").follow("Large letters").follow("Home").path == "/"


def test_the_arrow_leads_nowhere_else(phone: Phone) -> None:
    for place in ("/large", "/language"):
        page = phone.open(f"{place}?to=//example.org")
        assert page.one("header a").attrs["href"] == "/"


@pytest.mark.parametrize("address", ["/alone", "/new/alone", "/no-such-page"])
def test_pages_for_a_phone_without_a_network_and_error_pages_have_them(
    phone: Phone, other_phone: Phone, address: str
) -> None:
    phone.open("/large").press("Use large letters")
    for one, is_large in ((phone, True), (other_phone, False), (phone, True)):
        assert ("large.css" in stylesheets(one, address)) is is_large


@pytest.mark.soak  # draws the pages of all games; those of a table and of alone are above
def test_all_games_for_a_phone_without_a_network_have_them(phone: Phone) -> None:
    phone.open("/large").press("Use large letters")
    assert b"large.css" in phone.client.get("/catalogue-pages").data


def test_a_page_of_a_table_is_sent_again_once_its_letters_are_another_size(phone: Phone) -> None:
    address = start_game(phone, "Ann", "Ben").address()
    tag = phone.client.get(address).headers["ETag"]
    phone.open("/large").press("Use large letters")
    answer = phone.client.get(address, headers={"If-None-Match": tag})
    assert answer.status_code == 200
