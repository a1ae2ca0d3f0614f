"""The dock fits one row on narrow screens."""

from playwright.sync_api import Page, expect

from companion.rules.fold.entries import WentOut
from tests.browser.evenings import FRIENDS, Evening, Round
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


def test_the_table_offers_its_steps_in_one_row_on_the_narrowest_phone(
    page: Page, server: LiveServer
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(Evening(server, FRIENDS, [Round(0, {1: 15, 2: 45, 3: 40})]).page())
    steps = page.locator(".dock > .btn:visible")
    expect(steps).to_have_count(3)
    page.evaluate("document.fonts.ready.then(() => true)")
    boxes = [step.bounding_box() for step in steps.all()]
    assert len({box["y"] for box in boxes if box}) == 1, boxes


def test_a_panel_that_is_opened_comes_out_from_behind_the_dock(
    page: Page, server: LiveServer
) -> None:
    evening = Evening(server, FRIENDS, [Round(0, {1: 15, 2: 45, 3: 40})])
    page.context.add_cookies([server.cookie_of(evening.device)])
    page.goto(evening.page("players"))
    for panel, button in (("End the game early", "End the game here"), ("Delete this game", "Del")):
        page.get_by_text(panel, exact=True).tap()
        box = page.locator("details[open] button").filter(has_text=button).last
        expect(box).to_be_visible()
        page.wait_for_function(
            "button => button.getBoundingClientRect().bottom"
            " <= document.querySelector('.dock').getBoundingClientRect().top",
            arg=box.element_handle(),
        )
