"""A player's own page without a network and without a service worker, as over plain http."""

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.rules.fold.entries import write_entry
from companion.rules.reading.catalogue import catalogue
from tests.browser.phones import Phones
from tests.browser.walking import walks
from tests.browser.watching import can_turn_to, comes_to

FRIENDS = ("Ann", "Bo", "Cy")
HOUSE: dict[str, dict[str, Any]] = {  # with a control of its own
    "classic-rummy": {"scoring": "winner_collects", "rummy_doubles": True}
}
# Indian Rummy has the most controls. The soak walks all games, and longer.
GAMES = [
    ("indian-rummy", {}, 20),
    *(pytest.param(game, HOUSE.get(game, {}), 400, marks=pytest.mark.soak) for game in catalogue()),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "house", "most_taps"), GAMES)
def test_every_tap_is_kept_or_told_to_wait(
    phones: Phones, game: str, house: dict[str, Any], most_taps: int
) -> None:
    phone = phones.take()
    token = phones.deal(*FRIENDS[: catalogue()[game].most_players], game=game, house_rules=house)
    page = phone.shows(token, "seat/1")
    can_turn_to(page, "counting")
    phone.context.set_offline(True)
    expect(page.locator("[data-waits]").first).to_be_visible()
    walk = walks(page, most_taps)
    assert walk.silent == []
    assert walk.waiting or any("Undo" in tap for tap in walk.taps)
    phone.context.set_offline(False)
    kept = [(entry["kind"], entry.get("seat")) for entry in walk.waiting]
    comes_to(page, lambda: _log(phones, token), kept)


def _log(phones: Phones, token: str) -> list[tuple[str, int | None]]:
    written = [write_entry(entry) for entry in phones.kept(token).entries]
    return [(kind, fields.get("seat")) for kind, fields in written]
