"""Several phones with one game open, each on its own network."""

from urllib.request import urlopen

from companion.rules.fold.entries import Noted
from tests.browser.phones import Phones

DOWN = {"kind": "laid_down", "seat": 1}


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
