"""The tutorial, played step by step."""

import re

from playwright.sync_api import Page

from tests.browser.first_evening import STEPS, first_evening
from tests.browser.serving import LiveServer
from tests.packaging.documents import DOCUMENTS

TUTORIAL = DOCUMENTS["docs/tutorial/first-evening.md"]


def test_the_first_evening_goes_as_the_tutorial_shows_it(page: Page, server: LiveServer) -> None:
    seen: list[str] = []
    first_evening(page, server, seen.append)
    shown = re.findall(r"screens/first-evening-([\w-]+)\.png", TUTORIAL.text)
    assert seen == shown == [*STEPS]
