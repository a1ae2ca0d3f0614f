"""A round is counted hand by hand in the open page, online and offline."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.records.log.games import open_game
from companion.rules.fold.entries import Hand, HandCounted, write_entry
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to, comes_to, server_says


def _plays_a_round(page: Page) -> None:
    """Ann goes out; cards, “The other n are”, a total, and an undo in between."""
    phone = Table(page)
    phone.lays_down("Bo").round_is_over("Ann").sees("Cards left: Bo")
    phone.counts("Bo", court=2, low=1).next_hand("Chloé")
    expect(page.locator(".person small").nth(1)).to_have_text("25 · down")
    phone.others_are("3 – 9", 13).sees("Cards left: Dev")
    phone.undoes("Chloé’s hand").sees("Cards left: Chloé")
    phone.others_are("10 J Q K", 13).sees("Cards left: Dev")
    page.go_back()
    phone.sees("Cards left: Chloé").shows_hand(130, down="no")
    page.get_by_role("link", name="Dev").tap()
    phone.sees("Cards left: Dev").types("Dev", "40").writes_it_down()
    phone.sees("Round 2").shows_totals(FRIENDS, [0, 25, 130, 40], [2, 2, 1, 2])


def _log(evening: Evening) -> list[dict[str, Any]]:
    """The log on the server; of autosaved hands only the last count."""
    with evening.server.app.app_context():
        rows = [write_entry(entry) for entry in open_game(evening.token).entries]
    log = [{"kind": kind, **fields} for kind, fields in rows]
    return [
        entry
        for entry, after in zip(log, [*log[1:], {}], strict=True)
        if (entry["kind"], entry.get("seat")) != ("hand_counted", after.get("seat"))
        or after["kind"] != "hand_counted"
    ]


_NOTHING_ELSE = {"buys": None, "melded": None}


def _hand(seat: int, *, down: bool, **held: Any) -> dict[str, Any]:
    return {"kind": "hand_counted", "seat": seat, "hand": held, "down": down} | _NOTHING_ELSE


# The totals of the round.
_ROUND = [
    {"kind": "laid_down", "seat": 1},
    {"kind": "went_out", "seat": 0, "went_rummy": False},
    _hand(1, down=True, cards={"10-K": 2, "3-9": 1}),
    _hand(2, down=False, cards={"3-9": 13}),
    {"kind": "entry_undone"},
    _hand(2, down=False, cards={"10-K": 13}),
    _hand(3, down=True, points=40),
    {"kind": "round_scored", "accepted": []},
]


@pytest.mark.soak
@pytest.mark.parametrize("offline", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_a_round_counted_without_a_network_is_the_round_counted_with_it(
    page: Page, server: LiveServer, complaints: Complaints, *, offline: bool
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "was preloaded")
    evening = Evening(server, FRIENDS)
    page.goto(evening.page())
    can_turn_to(page, "counting")
    page.context.set_offline(offline)
    _plays_a_round(page)
    page.context.set_offline(False)
    server_says(page, "h1", "Round 2")
    log = _log(evening)
    assert log[4].pop("sequence") >= 4  # of the undone hand, whatever the number of autosaves
    assert log == _ROUND


@pytest.mark.soak
def test_a_hand_counted_elsewhere_raises_a_question_and_later_commands_wait(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect(
        "ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "was preloaded", "409 (CONFLICT)"
    )
    evening = Evening(server, FRIENDS[:3])
    page.goto(evening.page())
    can_turn_to(page, "counting")
    phone = Table(page).goes_out("Ann")
    server_says(page, ".person small", "out · 0")
    page.context.set_offline(True)
    phone.types("Bo", "70").says_down("Not down").is_counting("Chloé")
    phone.types("Chloé", "80").says_down("Not down")
    phone.sees("Round 2").lays_down("Bo")
    evening.happens(HandCounted(1, Hand(points=90), down=False))
    page.context.set_offline(False)
    phone.sees("Two counts of Bo’s hand")
    expect(page.locator(".twice .points td")).to_have_text(["90", "70"])
    expect(
        page.get_by_text("Everything after it on this phone waits until you choose.")
    ).to_be_visible()
    phone.taps_link("Back to the table").sees("Round 1")
    expect(page.locator("#questions")).to_contain_text("90 on another phone, 70 on this one.")
    phone.taps("Look at both").taps_link("Keep theirs 90 points").sees("Round 2")
    phone.shows_totals(FRIENDS[:3], [0, 90, 80], [2, 1, 1])
    expect(page.get_by_role("button", name="clear for Bo")).to_be_visible()
    written = ["went_out", "hand_counted", "hand_counted", "round_scored", "laid_down"]
    comes_to(page, lambda: [entry["kind"] for entry in _log(evening)], written)
