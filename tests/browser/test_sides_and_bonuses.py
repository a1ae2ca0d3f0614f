"""A side of Burraco is started and counted with few taps, on a phone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.rules.fold.entries import WentOut
from tests.browser.evenings import Evening
from tests.browser.keeping import has_no_network_any_more
from tests.browser.serving import LiveServer
from tests.browser.table import Table, opens_house_rules, unfolds
from tests.browser.watching import Complaints

MOST_ACTIONS = 16
FIELDS = ("#names-0", "#partners-0", "#names-1", "#partners-1")


class Counting:
    """The page of one hand, and the number of actions so far."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions = page, 0

    def taps(self, place: Locator) -> None:
        place.tap()
        self.actions += 1

    def counts(self, key: str, count: int) -> None:
        """One tap for one, two for two, and a multiplier for more."""
        part = self.page.locator("details[open]")
        for _ in range(count if count < 3 else 1):
            self.taps(part.get_by_role("button", name=re.compile(f"^{key}.* each$")))
        if count > 2:
            self.taps(part.get_by_role("button", name=f"×{count}", exact=True))

    def opens(self, title: str) -> None:
        heading = self.page.get_by_role("heading", name=title)
        self.taps(self.page.locator("details").filter(has=heading).locator("summary"))


@pytest.mark.soak
def test_a_side_of_burraco_is_counted_within_sixteen_actions(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, ["Ann & Bo", "Cy & Di"], game="burraco").happens(WentOut(0))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(evening.page("count/0"))
    count = Counting(page)
    expect(page.locator("details[open] .key")).to_have_count(8)
    for key, number in (("3 – 7", 5), ("8 – K", 9), ("A,", 6), ("Joker", 1)):
        count.counts(key, number)
    count.counts("Clean", 2)
    count.counts("Dirty", 1)
    count.opens("Left in hand")
    count.counts("8 – K", 7)
    count.counts("3 – 7", 5)
    melded = 5 * 5 + 9 * 10 + 6 * 15 + 30 + 2 * 200 + 100
    Table(page).shows_hand(melded - 7 * 10 - 5 * 5 + 100)  # for going out
    count.taps(page.get_by_role("button", name="Next: Cy & Di"))
    expect(page.get_by_role("heading", name="Cy & Di")).to_be_visible()
    assert count.actions <= MOST_ACTIONS


@pytest.mark.soak
def test_two_sides_are_typed_one_name_after_the_other(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/new/burraco")
    page.locator(".rows input.name").first.fill("Ann")
    page.locator(".rows input.partner").first.fill("Bo")
    up, partner = page.locator(".rows .up").nth(1), page.locator(".rows input.partner").nth(1)
    expect(up).to_be_hidden()
    partner.fill("Di")
    expect(up).to_be_visible()
    partner.fill("")
    page.locator(".rows input.name").nth(1).fill("Cy")
    page.get_by_role("button", name="Deal the first round").tap()
    expect(page.get_by_role("heading", name="Ann & Bo")).to_be_visible()
    expect(page.get_by_role("heading", name="Cy", exact=True)).to_be_visible()


def test_the_keyboard_stays_at_a_house_rule_that_changes_the_lines_for_names(
    page: Page, server: LiveServer
) -> None:
    page.goto(f"{server.url}/new/canasta")
    page.locator(".name").first.fill("Ann")
    page.locator(".partner").first.fill("Bo")
    opens_house_rules(page)
    unfolds(page, "Two sides of two").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".name")).to_have_count(3)
    alone = page.get_by_role("radio", name="Two or three, each alone")
    expect(alone).to_be_focused()
    expect(alone).to_be_checked()
    expect(alone).to_be_in_viewport(ratio=1)
    expect(page.locator(".partner")).to_have_value("Bo")
    expect(page.get_by_text("By your house rules everybody plays alone.")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".name")).to_have_count(2)
    expect(page.get_by_role("radio", name="Two sides of two")).to_be_focused()


def test_an_error_of_a_partner_disappears_with_its_cause_in_another_line(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("422 (")
    page.goto(f"{server.url}/new/canasta")
    for field, name in zip(FIELDS, ("Ann", "Bo", "Cy", "bo"), strict=True):
        page.locator(field).fill(name)
    page.get_by_role("button", name="Deal the first round").tap()
    expect(page.locator("#partners-1")).to_have_attribute("aria-invalid", "true")
    page.locator("#partners-0").fill("Ed")
    expect(page.locator(".error")).to_have_count(0)


@pytest.mark.soak
def test_without_a_network_nobody_sits_at_two_sides_and_two_names_need_a_line(
    keeping: Page, server: LiveServer
) -> None:
    page, evening = keeping, Evening(server, ["Ann & Bo", "Cy & Di"], game="burraco")
    has_no_network_any_more(page, evening)
    page.goto(server.url)
    Table(page).taps_link("New game").sees("What do you play?")
    page.get_by_role("link", name=re.compile("^Burraco Ann & Bo")).tap()
    for field, name in zip(FIELDS, ("Ed", "Fay", "Gil", ""), strict=True):
        page.locator(field).fill(name)
    expect(page.locator(".chip:enabled")).to_have_count(0)
    page.locator("#names-1").fill("")
    expect(page.locator(".chip:enabled")).to_have_count(2)
    Table(page).taps("Ann & Bo: add")
    expect(page.locator("#partners-1")).to_have_value("Bo")
    page.locator("#partners-1").fill("ed")
    Table(page).taps("Deal the first round")
    expect(page.locator("#partners-1-error")).to_contain_text("Nobody can sit in two places.")
    page.locator("#names-0").fill("Eddie")
    expect(page.locator(".error")).to_have_count(0)
