"""Several phones with one game open, each on a network of its own."""

from playwright.sync_api import expect

from companion.rules.entries import Noted
from tests.browser.phones import Phones
from tests.browser.table import Table

DOWN = {"kind": "laid_down", "seat": 1}


def test_what_one_phone_taps_another_shows(phones: Phones) -> None:
    game = phones.deal("Ann", "Ben", "Cy")
    one, other = phones.take().opens(game), phones.take().opens(game)
    assert one.taps(DOWN) == {"kept": True}
    other.comes_to(lambda seen: seen["state"]["open"]["play"]["laid_down"] == [1])
    phones.converge()


def test_a_tap_whose_response_was_lost_is_written_once(phones: Phones) -> None:
    game = phones.deal("Ann", "Ben", "Cy")
    phone = phones.take()
    tab = phone.opens(game)
    phone.network.next("lose response", "half response", "duplicate")
    tab.taps(DOWN)
    phones.converge()
    assert phones.log(game) == [DOWN]


def test_a_deaf_phone_hears_of_others_when_it_asks(phones: Phones) -> None:
    game = phones.deal("Ann", "Ben", "Cy")
    one, other = phones.take(), phones.take()
    tab, its = one.opens(game), other.opens(game)
    other.network.deaf = True
    with one.network.holding():
        tab.taps(DOWN)
        its.taps({"kind": "laid_down", "seat": 2})
        its.comes_to(lambda seen: seen["version"] == 1)
        assert tab.looks()["toSend"] == 1
    phones.converge()
    assert its.state["open"]["play"]["laid_down"] == [1, 2]


def test_offline_taps_are_sent_in_order_once_there_is_a_network(phones: Phones) -> None:
    game = phones.deal("Ann", "Ben", "Cy")
    phone = phones.take()
    tab = phone.opens(game)
    phone.network.offline = True
    for seat in (2, 1, 0):
        tab.taps({"kind": "laid_down", "seat": seat})
    phones.happens(game, Noted("meanwhile"))
    phones.converge()
    assert [entry.get("seat") for entry in phones.log(game)] == [None, 2, 1, 0]


def test_a_real_page_shows_what_another_phone_taps_on_its_buttons(phones: Phones) -> None:
    game = phones.deal("Ann", "Ben", "Cy")
    one, other = phones.take().shows(game), phones.take().shows(game)
    Table(one).lays_down("Ben")
    expect(other.get_by_role("button", name="take back for Ben")).to_be_visible()
