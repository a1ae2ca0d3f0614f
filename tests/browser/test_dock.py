"""What to do next stands in one row, however narrow the phone."""

from playwright.sync_api import Page, expect

from companion.rules.fold.entries import WentOut
from tests.browser.evenings import FRIENDS, Evening
from tests.browser.places import final
from tests.browser.serving import LiveServer


def test_the_final_page_offers_four_steps_in_one_row(page: Page, server: LiveServer) -> None:
    final(page, server)
    steps = page.locator(".dock > .btn")
    expect(steps).to_have_text(["Undo: Round 14 written down", "Print", "Share", "Rematch"])
    page.evaluate("document.fonts.ready.then(() => true)")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        boxes = [step.bounding_box() for step in steps.all()]
        assert len({box["y"] for box in boxes if box}) == 1, boxes
        assert all(box["width"] >= 48 and box["height"] >= 48 for box in boxes if box)
        assert sum(box["width"] for box in boxes if box) <= width - 32


def test_the_letters_of_next_are_as_large_before_a_tap_as_after_it(
    page: Page, server: LiveServer
) -> None:
    page.goto(Evening(server, FRIENDS).happens(WentOut(0)).page("count/1"))
    step = page.get_by_role("button", name="Next: Chloé")
    expect(step).to_have_css("font-size", "19.2px")
    page.get_by_role("button", name="A, 20 each").tap()
    expect(page.locator("#undo-count")).to_be_visible()
    expect(step).to_have_css("font-size", "19.2px")
