"""Every kind of entry, sent from one phone, reaches the other phones that have the game open."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from companion.rules.fold import entries as e
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from tests.browser.evenings import GAME
from tests.browser.phones import Data, Phones

OVER = (e.LaidDown(0), e.WentOut(0))
COUNTED = (*OVER, *(e.HandCounted(seat, e.Hand(points=40), down=True) for seat in (1, 2, 3)))
WRITTEN = (*COUNTED, e.RoundScored())
OPTIONS = apply_house_rules(game_data(GAME), {})["options"]
RIGHT = {
    "laid_down": [0, 1, 3],
    "went_out": 0,
    "went_rummy": False,
    "hands": {"1": {"points": 40}, "2": {"points": 515}, "3": {"points": 40}},
    "buys": {},
    "adjustments": {},
    "melded": {},
}
# By kind: the preceding log, and the fields of the entry.
EXAMPLES: dict[str, tuple[Sequence[e.Entry], Data]] = {
    "laid_down": ((), {"seat": 1}),
    "took_back": ((e.LaidDown(1),), {"seat": 1}),
    "melded": ((), {"seat": 1, "cards": {"K": 3}}),
    "went_out": ((e.LaidDown(0),), {"seat": 0, "went_rummy": False}),
    "turned_up": ((), {"rank": "7"}),
    "dropped": ((), {"seat": 1, "drop": "middle"}),
    "hand_counted": (
        OVER,
        {"seat": 2, "hand": {"points": 45}, "down": True, "buys": None, "melded": None},
    ),
    "adjusted": ((), {"seat": 3, "adjustment": {"points": 10, "reason": "late"}}),
    "round_scored": (COUNTED, {"accepted": []}),
    "round_corrected": (WRITTEN, {"number": 1, "play": RIGHT, "accepted": []}),
    "player_joined": ((), {"name": "Eve", "before": None}),
    "player_left": ((), {"seat": 2}),
    "player_returned": ((e.PlayerLeft(2),), {"seat": 2}),
    "player_renamed": ((), {"seat": 1, "name": "Benjamin"}),
    "seat_taken_over": (WRITTEN, {"seat": 1, "name": "Cem", "former": "Ben"}),
    "seats_reordered": ((), {"order": [0, 2, 1, 3]}),
    "dealer_changed": ((), {"seat": 2}),
    "rules_changed": (WRITTEN, {"options": {**OPTIONS, "ten_value": 5}, "retold": []}),
    "entry_undone": ((e.LaidDown(1),), {"sequence": 1}),
    "game_ended": (WRITTEN, {"reason": "late"}),
    "end_time_set": ((), {"until": 29_000_000}),
    "titled": ((), {"title": "At the lake"}),
    "noted": ((), {"text": "Ann brought cake"}),
}
# One for each path to the other phone; all others in `make soak`.
SHOWN = {"round_scored", "rules_changed", "entry_undone"}
OF_THE_ROUND = {"laid_down", "took_back", "melded", "went_out", "hand_counted"}
OF_THE_ROUND |= {"adjusted", "round_scored", "turned_up", "dropped"}
OF_SOME_GAMES = {"melded": "rummy-500", "turned_up": "indian-rummy", "dropped": "indian-rummy"}
SET_BY_THE_APP = {kind: {"deal_stays": True} for kind in ("player_joined", "player_returned")} | {
    "rules_changed": {
        "rules_before": {"asked_down": True, "return_costs": None, "void": False, "won": []}
    }
}
BY_THE_SERVER = {"rules_changed"}  # the browser cannot decide it: its form is sent instead


def test_each_kind_has_an_example() -> None:
    assert [*EXAMPLES] == [*e.KINDS_OF_COMMANDS]


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=() if kind in SHOWN else pytest.mark.soak) for kind in EXAMPLES],
)
def test_each_kind_of_entry_reaches_another_phone(two_phones: Phones, kind: str) -> None:
    phones, (one, other) = two_phones, two_phones.phones
    before, fields = EXAMPLES[kind]
    game = phones.deal("Ann", "Ben", "Cy", "Dee", game=OF_SOME_GAMES.get(kind, GAME))
    phones.happens(game, *before)
    sender, receiver, page = one.opens(game), other.opens(game), other.shows(game)
    entry = {"kind": kind, **fields}
    if kind in BY_THE_SERVER:
        assert sender.sends(entry)["status"] == "kept"
    else:
        how = {} if kind in OF_THE_ROUND else {"round": None}
        assert sender.taps(entry, **how) == {"kept": True}
    told = receiver.comes_to(lambda seen: seen["version"] > len(before))
    assert told["entries"][-1] == entry | SET_BY_THE_APP.get(kind, {})
    phones.converge()
    _shows_what_the_server_draws(page, lambda: other.shows(game))


def _shows_what_the_server_draws(page: Page, opens: Callable[[], Page]) -> None:
    """The open page has the same text as a page that is opened now."""
    expect(page.locator("main")).to_have_text(
        opens().locator("main").inner_text(), use_inner_text=True
    )
