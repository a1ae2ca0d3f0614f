"""The benchmark round of PEERS.md, played with a thumb: 0 / 15 / 45 / 120.

The first goes out; the second is down and holds 10, 5; the third is down and holds A, K, Q, 7; the
fourth is not down and holds an ace, eight of 10 to K and four of 3 to 9. Each tap is one action.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, sleep

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from bench.figures import Figure
from bench.phone import new_phone
from bench.played import RULES
from companion.records.log.games import NewGame, open_game, start_game
from companion.rules.model.state import Seats, State

NAMES = ("Ann", "Bo", "Chloé", "Dev")
_TOTALS, _NEXT_CONTRACTS = (0, 15, 45, 120), (2, 2, 2, 1)
_MOST_ACTIONS, _MOST_BY_CARDS = 11, 13
_LAST_DIGITS_MODE = "Total"
_ARRIVES_WITHIN = 5  # seconds


@dataclass
class Thumb:
    """Taps buttons by their accessible names, and counts."""

    page: Page
    actions: int = 0

    def tap(self, *names: str) -> None:
        """Tap these buttons, one after the other."""
        for name in names:
            self._one(name)

    def walk_on(self, name: str) -> None:
        """Tap a button that opens the next page."""
        with self._leaves():
            self._one(name)

    def follow(self, name: str) -> None:
        """Tap a link."""
        with self._leaves():
            self.page.get_by_role("link", name=name, exact=True).tap()
        self.actions += 1

    def choose(self, name: str) -> None:
        """Tap an answer that opens the next page."""
        with self._leaves():
            self.page.get_by_role("radio", name=name, exact=True).tap()
        self.actions += 1

    @contextmanager
    def _leaves(self) -> Iterator[None]:
        """Wait for another address: a page that was just loaded replaces its own in the history."""
        before = self.page.url
        with self.page.expect_navigation(url=lambda url: url != before):
            yield

    def _one(self, name: str) -> None:
        spoken = re.compile(f"^{re.escape(name).replace(':', ' ?:')}$")
        self.page.get_by_role("button", name=spoken).tap()
        self.actions += 1


def benchmark_round(browser: Browser, app: Flask, address: str) -> list[Figure]:
    """Actions by typed totals, on a phone that used them before and on a new one; and by cards."""
    phone = new_phone(browser)
    first = _play(phone, app, address, _by_totals_on_a_new_phone)
    typed = _play(phone, app, address, _by_totals)
    cards = _play(new_phone(browser), app, address, _by_cards)
    name = "benchmark round"
    return [
        Figure(f"{name}: typed totals", typed, "actions", _MOST_ACTIONS, "contracts ticked too"),
        Figure(f"{name}: typed totals, new phone", first, "actions"),
        Figure(f"{name}: by cards", cards, "actions", _MOST_BY_CARDS),
    ]


def _play(phone: BrowserContext, app: Flask, address: str, way: Callable[[Thumb], None]) -> int:
    """Play the round in a new game, and check it in the exported record."""
    with app.app_context():
        token = start_game(NewGame(RULES, Seats(NAMES)), device="bench")
    thumb = Thumb(phone.new_page())
    thumb.page.goto(f"{address}/g/{token}/")
    thumb.walk_on("Out: Ann went out")
    way(thumb)
    check(app, token)
    return thumb.actions


def _by_totals_on_a_new_phone(thumb: Thumb) -> None:
    thumb.tap(_LAST_DIGITS_MODE)
    _by_totals(thumb)


def _by_totals(thumb: Thumb) -> None:
    thumb.tap("1", "5")
    thumb.walk_on("Next: Chloé")
    thumb.tap("4", "5")
    thumb.walk_on("Next: Dev")
    thumb.tap("1", "2", "0")
    thumb.choose("Not down")  # two jokers and an ace, or thirteen cards; saves the round


def _by_cards(thumb: Thumb) -> None:
    ace, court, pip = "A, 20 each", "10 J Q K, 10 each", "3 – 9, 5 each"
    thumb.tap(court, pip)
    thumb.walk_on("Next: Chloé")
    thumb.tap(ace, court, court, pip)
    thumb.walk_on("Next: Dev")
    thumb.tap(ace, court, "×8")
    thumb.walk_on("The other 4 are… 3 – 9 (saves the round)")


def check(app: Flask, token: str) -> None:
    """The totals are right, and the first three have made contract 1. Raises RuntimeError."""
    state = arrived(app, token, lambda state: len(state.rounds) > 0)
    found = len(state.rounds), state.totals, state.next_contracts
    if found != (1, _TOTALS, _NEXT_CONTRACTS):
        raise RuntimeError(f"The benchmark round came out wrong: {found}")


def arrived(app: Flask, token: str, is_there: Callable[[State], bool]) -> State:
    """The game on the server: a step is displayed at once, and may be sent later."""
    until = monotonic() + _ARRIVES_WITHIN
    while True:
        with app.app_context():
            state = open_game(token).state
        if is_there(state) or monotonic() > until:
            return state
        sleep(0.05)
