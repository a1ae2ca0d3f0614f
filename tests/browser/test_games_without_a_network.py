"""Whole games offline: the server finally has the same log as for the same taps online.

The number of autosaves of a hand depends on timing, so only the last of each counts.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.records.log.games import open_game
from companion.rules.fold.entries import write_entry
from tests.browser.chromium import PHONE
from tests.browser.evenings import Evening, Round
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints, can_turn_to

MELDED, LEFT = "Melded on the table", "Left in hand"
THREE = ("Ann", "Bo", "Cy")
Taps = Callable[[Table], None]


def _log(evening: Evening) -> list[dict[str, Any]]:
    """The log with only the last count of each hand; numbers in undos are adjusted."""
    with evening.server.app.app_context():
        entries = [write_entry(entry) for entry in open_game(evening.token).entries]
    return [
        {"kind": kind, **{key: value for key, value in fields.items() if key != "sequence"}}
        for n, (kind, fields) in enumerate(entries)
        if kind != "hand_counted" or not _is_counted_again(fields["seat"], entries[n + 1 :])
    ]


def _is_counted_again(seat: int, later: list[tuple[str, dict[str, Any]]]) -> bool:
    for kind, fields in later:
        if kind == "round_scored":
            return False
        if kind == "hand_counted" and fields["seat"] == seat:
            return True
    return False


def _plays(page: Page, evening: Evening, parts: Sequence[Taps], *, cut: bool) -> None:
    """Play part by part; between two parts the network returns and the page is reopened."""
    page.context.add_cookies([evening.server.cookie_of(evening.device)])
    for part in parts:
        page.goto(evening.page())
        can_turn_to(page, "review")
        page.context.set_offline(cut)
        part(Table(page))
        page.context.set_offline(False)
        expect(page.locator("#live")).to_be_empty()
    expect(page.locator("main svg.race").first).to_be_visible()


def _the_same_as_online(
    page: Page, browser: Browser, evening: Callable[[], Evening], *parts: Taps
) -> None:
    """Play twice, offline and online; then open the first game on a second phone."""
    ours, other = evening(), evening()
    _plays(page, ours, parts, cut=True)
    _plays(page, other, parts, cut=False)
    assert _log(ours) == _log(other)
    second = browser.new_context(**PHONE).new_page()
    second.goto(ours.page())
    expect(second.locator(".crown h2")).to_have_text(page.locator(".crown h2").inner_text())
    second.context.close()


@pytest.mark.soak
def test_the_last_round_of_a_game_by_rounds(
    page: Page, browser: Browser, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED", "was preloaded")
    played = [Round(n % 3, {s: 15 for s in range(3) if s != n % 3}) for n in range(6)]

    def taps(table: Table) -> None:
        table.goes_out("Ann")
        table.types("Bo", "15").next_hand("Cy").types("Cy", "25").looks_it_over(7)
        table.taps("Score anyway")
        expect(table.page.get_by_role("heading", name=re.compile(" wins$"))).to_be_visible()

    _the_same_as_online(
        page, browser, lambda: Evening(server, THREE, played, game="contract-rummy"), taps
    )


def _twelve_steps(table: Table, *numbers: int, late: Sequence[str] = ()) -> None:
    """Ann makes her contract in every round but the fifth; the others never do."""
    for number in numbers:
        out, *rest = ("Bo", "Ann", "Cy") if number == 5 else ("Ann", "Bo", "Cy")
        table.sees(f"Round {number}").goes_out(out)
        table.types(rest[0], "100").says_down("Not down")
        if number == 2:
            table.counts_at_once("Cy", court=8, low=5).writes_it_down()
            continue
        *others, last = (rest[1], "95+10"), *((name, "75") for name in late)
        for name, points in others:
            table.types(name, points).says_down("Not down")
        table.types(*last)
        if number % 4:
            table.says_down("Not down")
        else:  # the answer goes where the button was tapped to go
            table.taps("Review").says_down("Not down").sees(f"Is round {number} right?")
            table.writes_it_down()


@pytest.mark.soak
def test_twelve_steps_in_thirteen_rounds_with_an_undo_a_correction_and_a_newcomer(
    page: Page, browser: Browser, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED", "was preloaded")

    def first(table: Table) -> None:
        _twelve_steps(table, 1, 2, 3)
        table.sees("Round 4").lays_down("Bo").undoes("Bo laid down")
        _twelve_steps(table, 4, 5, 6, 7)
        table.undoes("Round 7 written down").taps_link("Review").writes_it_down()
        table.sees("Round 8")

    def corrected(table: Table) -> None:
        """A correction, made by the server and so online, before the newcomer."""
        table.page.context.set_offline(False)
        table.taps_link("Sheet").sees("12-Step Rummy").taps_the_cell(2, "Cy")
        table.corrects("Cy", down="Not down", ace=1, court=8, low=4)
        table.taps("Save").sees("12-Step Rummy").taps_link("Round 8")
        table.changes_the_table().taps_link("Add a player")
        table.page.get_by_label("Name", exact=True).fill("Dee")
        table.page.get_by_role("radio", name="Between Cy and Ann").tap()
        table.taps("Add this player").shows_names(*THREE, "Dee")

    def last(table: Table) -> None:
        _twelve_steps(table, *range(8, 14), late=["Dee"])
        expect(table.page.get_by_role("heading", name="Ann wins")).to_be_visible()

    evening = lambda: Evening(server, THREE, dealer=2)  # noqa: E731
    _the_same_as_online(page, browser, evening, first, corrected, last)


@pytest.mark.soak
def test_rummy_500_to_the_target(
    page: Page, browser: Browser, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED", "was preloaded")

    def taps(table: Table) -> None:
        for number in (1, 2):
            table.sees(f"Round {number}").melds("Bo", "A", "A", "A").melds("Ann", "K", "K", "K")
            table.melds("Bo", "5").goes_out("Ann").shows_hand(30)
            table.types("Ann", "260", part=MELDED).next_hand("Bo").shows_hand(50)
            table.types("Bo", "20", part=LEFT).next_hand("Cy")
            table.types("Cy", "10", part=MELDED).types("Cy", "5", part=LEFT).looks_it_over(number)
            table.page.locator("#dock [form=write]").tap()
        expect(table.page.get_by_role("heading", name="Ann wins")).to_be_visible()

    _the_same_as_online(page, browser, lambda: Evening(server, THREE, game="rummy-500"), taps)
