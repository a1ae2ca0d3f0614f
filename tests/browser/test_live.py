"""Two phones at one table: what happens on one shows on the other, and nothing typed is touched."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.evenings import FRIENDS, Evening
from tests.browser.serving import LiveServer

HALF_A_SECOND = 500
ANY_STREAM = re.compile(r"/live$")


@dataclass
class Phones:
    """Ann's and Bo's phones, both on one page of the same game."""

    evening: Evening
    ann: Page
    bo: Page

    def open(self, place: str = "") -> "Phones":
        """Both phones on this page, and listening."""
        for page in (self.ann, self.bo):
            with page.expect_request(ANY_STREAM):
                page.goto(self.evening.page(place))
        return self


@pytest.fixture
def phones(new_phone: Callable[..., BrowserContext], server: LiveServer) -> Phones:
    return Phones(Evening(server, FRIENDS), new_phone().new_page(), new_phone().new_page())


def down(page: Page, name: str, *, within: int = 5_000) -> None:
    button = page.get_by_role("button", name=f"take back for {name}")
    button.wait_for(timeout=within)


def lays_down(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Lay down : {name}").tap()


def test_a_mark_on_one_phone_shows_on_the_other_within_half_a_second(phones: Phones) -> None:
    phones.open()
    lays_down(phones.ann, "Chloé")
    down(phones.ann, "Chloé")
    down(phones.bo, "Chloé", within=HALF_A_SECOND)
    expect(phones.bo).to_have_title(re.compile("Round 1"))
