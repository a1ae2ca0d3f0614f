"""The benchmark round when all players count at the same time, each on their own phone.

The figure is the critical path to the written round, not the sum: one player taps Out, then all
count in parallel, and the last answer writes the round down. With one phone for all, the hands are
counted in sequence. Pages updated by live updates are reloaded, without a tap.

Seconds are estimated: a constant for each tap, and one for each card that is added up in the head.
"""

from collections.abc import Sequence

from flask import Flask
from playwright.sync_api import Browser

from bench.benchmark_round import NAMES, Thumb, arrived, check
from bench.figures import Figure
from bench.phone import new_phone
from bench.played import RULES
from companion.records.log.games import NewGame, start_game
from companion.rules.model.state import Seats

_TAP_SECONDS, _CARD_SECONDS = 1.2, 0.5
_CARDS = (0, 2, 4, 13)
_TOTALS = ("", "15", "45", "120")
_ONE_PHONE_ACTIONS = 11


def own_phones(browser: Browser, app: Flask, address: str) -> list[Figure]:
    """Actions on all phones, on the critical path, and seconds compared with one phone for all."""
    with app.app_context():
        token = start_game(NewGame(RULES, Seats(NAMES)), device="bench")
    thumbs = [_seated(browser, f"{address}/g/{token}/seat", seat) for seat in range(len(NAMES))]
    out, *hands = _play(thumbs, app, token)
    check(app, token)
    for thumb in thumbs:
        thumb.page.context.close()
    longest = out + max(hands)
    name = "benchmark round, each on their own phone"
    note = f"estimate: {_TAP_SECONDS} s a tap, {_CARD_SECONDS} s a card"
    return [
        Figure(f"{name}: all phones", sum(thumb.actions for thumb in thumbs), "actions"),
        Figure(f"{name}: longest way", longest, "actions", None, f"one hand {max(hands)}"),
        Figure(f"{name}: longest way", _seconds(longest, _CARDS[-1:]), "s", None, note),
        Figure("benchmark round, one phone", _seconds(_ONE_PHONE_ACTIONS, _CARDS), "s", None, note),
    ]


def _play(thumbs: Sequence[Thumb], app: Flask, token: str) -> list[int]:
    """Play the round by totals; the taps that ended it, and those of each hand.

    A page is reloaded only once it has nothing new to come: a tap just after a change is ignored.
    """
    thumbs[0].tap("I’m out")
    arrived(app, token, lambda state: state.open is not None and state.open.over)
    taps = [thumbs[0].actions]
    for thumb in thumbs[1:]:  # all hands are open before the first is done
        thumb.page.reload()
        thumb.follow("Count my cards")
    for thumb, total in zip(thumbs[1:], _TOTALS[1:], strict=True):
        thumb.tap(*total)
        if total == _TOTALS[-1]:
            thumb.page.get_by_text("(saves the round)").locator("visible=true").wait_for()
            thumb.page.wait_for_timeout(400)  # a tap just after a change is ignored
            thumb.choose("Not down")  # as in the round with one phone
        else:
            thumb.walk_on("Done")
        taps.append(thumb.actions)
    arrived(app, token, lambda state: len(state.rounds) == 1)
    return taps


def _seated(browser: Browser, link: str, seat: int) -> Thumb:
    """A phone with a seat, set to totals; the taps for that are not counted."""
    phone = new_phone(browser)
    phone.add_init_script("localStorage.setItem('companion-mode', 'total')")
    thumb = Thumb(phone.new_page())
    thumb.page.goto(link)
    thumb.page.locator(f"button[name=seat][value='{seat}']").tap()
    thumb.page.wait_for_url(f"**/seat/{seat}")
    return thumb


def _seconds(actions: int, cards: Sequence[int]) -> float:
    return round(actions * _TAP_SECONDS + sum(cards) * _CARD_SECONDS, 1)
