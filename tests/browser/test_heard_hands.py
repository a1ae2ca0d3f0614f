"""Hands being counted on other phones are shown only for their round, and not on cached pages."""

from typing import Any

import pytest

from companion.records.people.phones import begin_counting
from tests.browser.phones import Phones, Tab, hand, out, scored
from tests.browser.watching import comes_to

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
