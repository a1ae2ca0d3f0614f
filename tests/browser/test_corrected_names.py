"""An invalid name loses its error style once it is corrected."""

from playwright.sync_api import Page, expect

from tests.browser.serving import LiveServer
from tests.browser.watching import Complaints


def test_a_fixed_name_loses_its_error_while_typing(
    page: Page, server: LiveServer, complaints: Complaints
) -> None:
    complaints.expect("422 (")
    page.goto(f"{server.url}/new/twelve-step-rummy")
    names = page.locator(".name")
    names.nth(0).fill("Ann")
    names.nth(1).fill("ann")
    names.nth(2).fill("x" * 31)
    page.get_by_role("button", name="Deal the first round").click()
    expect(page.locator(".row .error")).to_have_count(2)
    names.nth(0).fill("Anna")
    expect(page.locator(".row .error")).to_have_count(1)
    expect(names.nth(1)).not_to_have_attribute("aria-invalid", "true")
    names.nth(2).fill("Xaver")
    expect(page.locator(".row .error, [aria-invalid]")).to_have_count(0)
