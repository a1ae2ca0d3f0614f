"""Several phones with one game open, each on its own network."""

from typing import Any
from urllib.request import urlopen

import pytest

from companion.records.people.phones import begin_counting
from companion.rules.fold.entries import Noted
from tests.browser.phones import Phones, Tab, hand, out, scored
from tests.browser.watching import comes_to

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


# The page receives nothing beyond its own data.
_HEARS_NOTHING = "globalThis.EventSource = class { addEventListener() {} close() {} };"
_IS_KEPT = "document.documentElement.dataset.kept = '';"
BENS = [{"seat": 1, "words": "another phone", "own": False}]


def _opens_bens_hand(phones: Phones, game: str) -> None:
    with phones.server.app.app_context():
        begin_counting(phones.kept(game).row.id, "elsewhere", game, 1)


def _heard(tab: Tab) -> Any:
    return tab.page.evaluate("here.game.phones")


def test_a_hand_being_counted_elsewhere_belongs_to_its_round_only(two_phones: Phones) -> None:
    phones = two_phones
    game, phone = phones.deal("Ann", "Ben", "Cy"), phones.phones[0]
    tab = phone.opens(game)
    tab.taps(out(0))
    phones.converge()
    _opens_bens_hand(phones, game)
    comes_to(tab.page, lambda: _heard(tab), BENS)
    phone.network.offline = True
    tab.taps(hand(1, 45), hand(2, 30), scored())
    assert tab.state["open"]["deal"]["number"] == 2
    assert _heard(tab) == []


@pytest.mark.soak
def test_a_cached_page_does_not_show_hands_being_counted(two_phones: Phones) -> None:
    phones = two_phones
    game = phones.deal("Ann", "Ben", "Cy")
    tab = phones.phones[1].opens(game)
    tab.taps(out(0))
    phones.converge()
    _opens_bens_hand(phones, game)
    assert _heard(phones.phones[0].opens(game, _HEARS_NOTHING)) == BENS
    assert _heard(phones.phones[0].opens(game, _HEARS_NOTHING + _IS_KEPT)) == []
