"""The pages without JavaScript: complete, with number fields."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.table import ACE, COURT, LOW, WILD

FRIENDS = ("Ann", "Bo", "Chloé")
FIELDS = {"wild": WILD, "ace": ACE, "court": COURT, "low": LOW}


class PlainTable:
    """A table played with typed numbers and plain buttons."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def starts(self, *names: str) -> None:
        self.page.goto("/new")
        self.page.locator("a.game", has_text="12-Step Rummy").first.tap()
        for number, name in enumerate(names, start=1):
            self.page.get_by_label(f"Player {number}", exact=True).fill(name)
        self.page.get_by_role("button", name="Deal the first round").tap()

    def lays_down(self, name: str) -> None:
        self.page.get_by_role("button", name=f"Lay down : {name}").tap()
        expect(self.page.get_by_role("button", name=f"clear for {name}")).to_be_visible()

    def is_out(self, name: str) -> None:
        self.page.get_by_role("link", name="Round over").tap()
        self.page.get_by_role("button", name=name).first.tap()

    def counts(self, name: str, *, total: str = "", then: str = "", **cards: int) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Cards left: {name}")
        for kind, count in cards.items():
            self.field(kind).fill(str(count))
        if total:
            self.page.get_by_label("Total, or a sum such as 10+15").fill(total)
        self.page.get_by_role("button", name=then, exact=True).tap()

    def field(self, kind: str) -> Locator:
        name = re.compile("^" + re.escape(FIELDS[kind]) + " ")
        return self.page.get_by_role("textbox", name=name)

    def stands(self, number: int, totals: list[int], contracts: list[int]) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Round {number}")
        rows = [
            re.compile(rf"Total:\s*{total}\s.*Contract\s*{contract}\s", re.DOTALL)
            for total, contract in zip(totals, contracts, strict=True)
        ]
        expect(self.page.locator("li.seat")).to_have_text(rows)


@pytest.fixture
def table(new_phone: Callable[..., BrowserContext]) -> PlainTable:
    return PlainTable(new_phone(java_script_enabled=False).new_page())


def test_a_round_is_scored_with_typed_numbers(table: PlainTable) -> None:
    """The cards and the total show who was down of those who were not marked."""
    table.starts(*FRIENDS)
    table.lays_down("Bo")
    table.is_out("Bo")
    table.counts("Ann", wild=1, court=2, then="All 13 are… 10 J Q K")
    table.counts("Chloé", total="10+15+20", then="Review")
    expect(table.page.get_by_role("link", name="Ann contract 1, not made")).to_contain_text("+170")
    table.page.get_by_role("button", name="Write it down", exact=True).tap()
    table.stands(2, [170, 0, 45], [1, 2, 2])
