"""A player's own page without a network and without a service worker, as over plain http."""

import os
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.rules.fold.entries import write_entry
from companion.rules.reading.catalogue import catalogue
from tests.browser.phones import Phones
from tests.browser.walking import walks
from tests.browser.watching import can_turn_to, comes_to

FRIENDS = ("Ann", "Bo", "Cy")
# One game of each kind: contracts by player and for all, wild ranks, melds, knocks, drops, rummy.
KINDS: dict[str, dict[str, Any]] = {
    "twelve-step-rummy": {},
    "contract-rummy": {},
    "five-crowns": {},
    "rummy-500": {},
    "gin-rummy": {},
    "indian-rummy": {},
    "classic-rummy": {"scoring": "winner_collects", "rummy_doubles": True},
}
# It has the most controls. The soak walks all games, and longer.
IN_THE_SUITE = {"indian-rummy"}
MOST_TAPS = 400 if "SOAK" in os.environ else 40
GAMES = [
    pytest.param(game, KINDS.get(game, {}), marks=() if game in IN_THE_SUITE else pytest.mark.soak)
    for game in catalogue()
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "house"), GAMES)
def test_every_tap_is_kept_or_told_to_wait(
    phones: Phones, game: str, house: dict[str, Any]
) -> None:
    phone = phones.take()
    token = phones.deal(*FRIENDS[: catalogue()[game].most_players], game=game, house_rules=house)
    page = phone.shows(token, "seat/1")
    can_turn_to(page, "counting")
    phone.context.set_offline(True)
    expect(page.locator("[data-waits]").first).to_be_visible()
    walk = walks(page, MOST_TAPS)
    assert walk.silent == []
    assert walk.waiting or any("Undo" in tap for tap in walk.taps)
    phone.context.set_offline(False)
    kept = [(entry["kind"], entry.get("seat")) for entry in walk.waiting]
    comes_to(page, lambda: _log(phones, token), kept)


def _log(phones: Phones, token: str) -> list[tuple[str, int | None]]:
    written = [write_entry(entry) for entry in phones.kept(token).entries]
    return [(kind, fields.get("seat")) for kind, fields in written]
