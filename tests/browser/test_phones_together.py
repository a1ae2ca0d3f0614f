"""Several phones with one game open, each on its own network."""

from urllib.request import urlopen

from playwright.sync_api import expect

from companion.rules.fold.entries import Noted
from tests.browser.phones import Phones
from tests.browser.table import Table

DOWN = {"kind": "laid_down", "seat": 1}


def test_a_tap_on_one_phone_appears_on_another(two_phones: Phones) -> None:
    game = two_phones.deal("Ann", "Ben", "Cy")
    one, other = (phone.opens(game) for phone in two_phones.phones)
    assert one.taps(DOWN) == {"kept": True}
    other.comes_to(lambda seen: seen["state"]["open"]["play"]["laid_down"] == [1])
    two_phones.converge()


def test_a_tap_whose_response_was_lost_is_written_once(two_phones: Phones) -> None:
    game = two_phones.deal("Ann", "Ben", "Cy")
    phone = two_phones.phones[0]
    tab = phone.opens(game)
    phone.network.next("lose response", "half response", "duplicate")
    tab.taps(DOWN)
    two_phones.converge()
    assert two_phones.log(game) == [DOWN]


def test_a_phone_without_stream_gets_entries_by_polling(two_phones: Phones) -> None:
    game = two_phones.deal("Ann", "Ben", "Cy")
    one, other = two_phones.phones
    tab, its = one.opens(game), other.opens(game)
    other.network.deaf = True
    with one.network.holding():
        tab.taps(DOWN)
        its.taps({"kind": "laid_down", "seat": 2})
        its.comes_to(lambda seen: seen["version"] == 1)
        assert tab.looks()["toSend"] == 1
    two_phones.converge()
    assert its.state["open"]["play"]["laid_down"] == [1, 2]


def test_a_network_that_was_fair_already_cuts_nothing(two_phones: Phones) -> None:
    game = two_phones.deal("Ann", "Ben", "Cy")
    phone = two_phones.phones[0]
    with urlopen(f"{phone.network.url}/g/{game}/live?after=0", timeout=20) as stream:
        two_phones.converge()
        two_phones.happens(game, Noted("meanwhile"))
        assert any(b"meanwhile" in line for line in stream)


def test_offline_taps_are_sent_in_order_once_there_is_a_network(two_phones: Phones) -> None:
    game = two_phones.deal("Ann", "Ben", "Cy")
    phone = two_phones.phones[0]
    tab = phone.opens(game)
    phone.network.offline = True
    for seat in (2, 1, 0):
        tab.taps({"kind": "laid_down", "seat": seat})
    two_phones.happens(game, Noted("meanwhile"))
    two_phones.converge()
    assert [entry.get("seat") for entry in two_phones.log(game)] == [None, 2, 1, 0]


def test_a_real_page_shows_taps_of_another_phone_on_its_buttons(two_phones: Phones) -> None:
    game = two_phones.deal("Ann", "Ben", "Cy")
    one, other = (phone.shows(game) for phone in two_phones.phones)
    Table(one).lays_down("Ben")
    expect(other.get_by_role("button", name="clear for Ben")).to_be_visible()
