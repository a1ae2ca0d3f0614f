"""The language is chosen at the table, and cached pages follow."""

import re

from playwright.sync_api import Page, expect

from tests.browser.evenings import FRIENDS, Evening
from tests.browser.keeping import opens
from tests.browser.serving import LiveServer
from tests.browser.watching import comes_to

_KEPT = 'async path => (await (await caches.match(path))?.text())?.match(/lang="([^"]+)/)?.[1]'


def test_the_chosen_language_is_there_without_a_network_too(
    keeping: Page, server: LiveServer
) -> None:
    page = keeping
    evening = Evening(server, FRIENDS)
    opens(page, evening)
    page.locator("#more summary").tap()
    page.get_by_role("link", name="Language: English").tap()
    page.locator("label", has_text="Español").tap()
    page.get_by_role("button", name="Use this language").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ronda 1")
    table = f"/g/{evening.token}/"
    for path in (table, f"{table}rules", "/"):
        comes_to(page, lambda path=path: page.evaluate(_KEPT, path), "es")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ronda 1")
    page.get_by_role("button", name=re.compile("^Bajar ?: Ann")).tap()
    expect(page.get_by_role("button", name="anular para Ann")).to_be_visible()
