"""The page on which a hand is counted, where a game or a name asks more of it than usual."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.rules.entries import WentOut
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.faces import set_in
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import Complaints

_BOXES = """() => [".times button:last-child", ".dock", ".key"]
  .map(where => document.querySelector(where).getBoundingClientRect().toJSON())"""
MELDED, LEFT = "Melded on the table", "Left in hand"


def counts_at_rummy_500(page: Page, server: LiveServer) -> None:
    evening = Evening(server, FRIENDS, game="rummy-500").happens(WentOut(2))
    page.goto(evening.page("count/1"))


def part(page: Page, title: str) -> Locator:
    return page.locator("details").filter(has=page.get_by_role("heading", name=title))


def test_melds_and_hand_are_counted_one_after_the_other(page: Page, server: LiveServer) -> None:
    counts_at_rummy_500(page, server)
    seven = page.get_by_role("button", name="7, 7 each")
    expect(seven).to_have_count(1)
    for _ in range(3):
        seven.tap()
    page.get_by_role("heading", name=LEFT).tap()
    expect(seven).to_have_count(1)
    seven.tap()
    expect(part(page, MELDED).locator("summary b")).to_have_text("21")
    expect(part(page, LEFT).locator("summary b")).to_have_text("7")
    page.get_by_text("Kept", exact=True).wait_for()
    page.reload()
    expect(part(page, LEFT)).to_have_attribute("open", "")
    Table(page).shows_hand(21 - 7)


def test_next_asks_for_the_other_part_of_the_hand(page: Page, server: LiveServer) -> None:
    counts_at_rummy_500(page, server)
    expect(part(page, LEFT).locator("summary b")).to_have_text("to count")
    page.get_by_role("button", name="9, 9 each").tap()
    page.get_by_role("button", name="Next: Chloé").tap()
    expect(page.get_by_text("Still to count: what is left in hand.")).to_be_visible()
    expect(part(page, LEFT)).to_have_attribute("open", "")
    page.get_by_role("button", name="7, 7 each").tap()
    expect(page.get_by_text("Still to count: what is left in hand.")).to_be_hidden()
    Table(page).next_hand("Chloé")


def test_nothing_melded_is_said_by_a_key_and_leads_to_the_cards_in_hand(
    page: Page, server: LiveServer
) -> None:
    counts_at_rummy_500(page, server)
    page.get_by_role("button", name="Nothing melded").tap()
    expect(page.get_by_text("Still to count: what is left in hand.")).to_be_visible()
    page.get_by_role("button", name="7, 7 each").tap()
    expect(page.locator("#points")).to_have_text("−7")
    Table(page).next_hand("Chloé")


def test_no_cards_left_can_be_said_while_totals_are_typed(page: Page, server: LiveServer) -> None:
    counts_at_rummy_500(page, server)
    page.get_by_role("button", name="123", exact=True).tap()
    part(page, MELDED).get_by_role("button", name="9", exact=True).tap()
    page.get_by_role("button", name="No cards left").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cards left: Chloé")
    expect(page.get_by_role("link", name="Bo")).to_contain_text("9")


def test_neither_down_nor_not_down_is_ticked_before_it_is_known(
    page: Page, server: LiveServer
) -> None:
    phone = Table(page)
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    ticked = page.locator("[name=down]:checked")
    for _ in range(7):
        phone.counts("Bo", low=1)
        expect(ticked).to_have_count(0)
    phone.counts("Bo", low=5)
    expect(ticked).to_have_count(0)
    phone.counts("Bo", low=1)
    expect(page.get_by_role("radio", name="Not down", exact=True)).to_be_checked()
    page.get_by_role("button", name="123", exact=True).tap()
    page.get_by_role("button", name="4", exact=True).tap()
    expect(ticked).to_have_count(0)


def test_a_few_cards_left_are_known_to_be_down_once_the_count_is_done(
    page: Page, server: LiveServer
) -> None:
    phone = Table(page)
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    phone.counts("Bo", low=2).next_hand("Chloé")
    expect(page.locator(".person small").nth(1)).to_have_text("10 · down")


def test_an_error_goes_with_what_was_wrong(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("422")
    phone = Table(page)
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    page.get_by_role("button", name="Next: Chloé").tap()
    said = page.get_by_text("Bo’s hand is not counted yet.")
    expect(said).to_be_visible()
    phone.counts("Bo", low=1)
    expect(said).to_be_hidden()


def test_without_a_connection_next_says_one_thing(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED")
    phone = Table(page)
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    phone.counts("Bo", low=1)
    page.context.set_offline(True)
    page.get_by_text("What you mark or count will be sent once it is back.").wait_for()
    page.get_by_role("button", name="Next: Chloé").tap()
    expect(page.locator("#kept")).to_have_text(
        "No connection. What you counted stays here: go on once it is back."
    )
    expect(page.get_by_text("Not sent")).to_have_count(0)
    page.context.set_offline(False)
    phone.next_hand("Chloé")


def test_long_names_stay_whole_and_the_hand_in_sight(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    names = ("Maximiliana", "Bartholomew", "Konstantina", "Anne")
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(Evening(server, names).happens(WentOut(0)).page("count/3"))
    for face in faces:
        set_in(page, face)
        # The chips are drawn anew once the others know that this hand is being counted.
        page.wait_for_function(
            "() => { const all = [...document.querySelectorAll('.person bdi')];"
            " return all.length === 4 && all.every(bdi => bdi.getClientRects().length === 1); }"
        )
        expect(page.locator(".person[aria-current]")).to_be_in_viewport(ratio=1)


def test_how_many_in_all_is_in_sight_below_eleven_keys(
    page: Page, server: LiveServer, faces: tuple[str, ...]
) -> None:
    page.goto(Evening(server, FRIENDS, game="contract-rummy").happens(WentOut(0)).page("count/1"))
    page.get_by_role("button", name="7, 7 each").tap()
    expect(page.get_by_role("button", name="×8")).to_be_visible()
    for face in faces:
        set_in(page, face)
        last, dock, key = page.evaluate(_BOXES)
        assert last["bottom"] <= dock["top"], face
        assert min(key["width"], key["height"]) >= 64, face


@pytest.mark.parametrize("game", ["twelve-step-rummy", "contract-rummy", "rummy-500"])
@pytest.mark.parametrize("width", [320, 390])
def test_how_many_in_all_moves_nothing_when_it_comes(
    page: Page, server: LiveServer, game: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(Evening(server, FRIENDS, game=game).happens(WentOut(0)).page("count/1"))
    keys = page.locator(".part .key:visible button:not(.minus)")
    expect(keys.first).to_be_visible()
    expect(page.locator(".times:visible")).to_have_count(0)
    page.evaluate("document.fonts.ready.then(() => true)")  # its letters may move it before that
    before = [_place(box) for box in _boxes_below(page)]
    assert before
    for key in (keys.first, keys.last):
        key.tap()
        expect(page.locator(".times:visible p")).to_have_text(re.compile("How many .+ in all"))
        assert [_place(box) for box in _boxes_below(page)] == before


def _boxes_below(page: Page) -> list[Locator]:
    """What stands below the keys of the part that is open."""
    below = ".part:visible ~ *, .rest, .stepper, fieldset, details ~ details"
    return [box for box in page.locator(f"#hand :is({below})").all() if box.is_visible()]


def _place(box: Locator) -> float:
    return float(box.evaluate("box => box.getBoundingClientRect().top + scrollY"))
