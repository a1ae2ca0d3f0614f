"""Language and large letters are chosen at the table, and cached pages follow."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import FRIENDS, Evening
from tests.browser.keeping import opens
from tests.browser.serving import LiveServer
from tests.browser.watching import comes_to

_KEPT = "async ([path, sign]) => (await (await caches.match(path))?.text())?.includes(sign)"
_STYLED = "() => Boolean(document.querySelector('link[href$=\"/large.css\"]'))"


@pytest.mark.parametrize(
    ("link", "button", "sign", "heading", "lay_down"),
    [
        ("Language: English", "Use this language", 'lang="es"', "Ronda 1", "Bajarse : Ann"),
        pytest.param(
            *("Large letters", "Use large letters", "/large.css", "Round 1", "Lay down : Ann"),
            marks=pytest.mark.soak,
        ),
    ],
    ids=["language", "large letters"],
)
def test_what_is_chosen_is_there_without_a_network_too(
    keeping: Page,
    server: LiveServer,
    link: str,
    button: str,
    sign: str,
    heading: str,
    lay_down: str,
) -> None:
    page = keeping
    evening = Evening(server, FRIENDS)
    opens(page, evening)
    page.locator("#more summary").tap()
    page.get_by_role("link", name=link).tap()
    if "lang" in sign:
        expect(page.locator(".dock .btn")).to_have_css("border-bottom-width", "1px")
        page.locator("label", has_text="Español").tap()
        expect(page.locator(".dock .btn")).to_have_css("border-bottom-width", "4px")
    page.get_by_role("button", name=button).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    table = f"/g/{evening.token}/"
    for path in (table, f"{table}rules", "/"):
        comes_to(page, lambda path=path: page.evaluate(_KEPT, [path, sign]), told=True)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    assert page.evaluate(_STYLED) is ("large" in sign)
    page.get_by_role("button", name=lay_down).tap()
    expect(page.locator("#mark-0")).to_have_attribute("name", "back")
