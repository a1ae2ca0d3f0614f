"""Indian Rummy on a phone: drops, the wild rank, and who is out."""

import pytest
from playwright.sync_api import Page, Route, expect

from companion.rules.fold import entries as e
from tests.browser.evenings import Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import can_turn_to, comes_to

_, BELA, CHAND = FRIENDS = ("Asha", "Bela", "Chand")


@pytest.fixture
def evening(page: Page, server: LiveServer) -> Evening:
    """A pool, on the phone that started it."""
    evening = Evening(server, FRIENDS, game="indian-rummy")
    page.context.add_cookies([server.cookie_of(evening.device)])
    return evening


def _taps(table: Table, what: str, name: str) -> Table:
    table.page.get_by_role("button", name=f"{what} : {name}").tap()
    return table


def test_a_tap_on_the_button_that_own_taps_led_to_is_heard(
    table: Table, page: Page, evening: Evening
) -> None:
    """The redraw for the answer to the first drop is no change of the dock by others."""
    held: list[Route] = []
    page.route("**/drawings", lambda route: held.append(route), times=1)  # noqa: PLW0108
    page.goto(evening.page())
    for name in (BELA, CHAND):
        with page.expect_response("**/log"):
            _taps(table, "First drop 20", name)
    held[0].continue_()
    table.taps_link("Review").sees("Is round 1 right?")


def _boxes(page: Page) -> list[dict[str, float]]:
    keys = page.locator(".key")
    return [box for number in range(keys.count()) if (box := keys.nth(number).bounding_box())]


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.soak)])
def test_the_wild_rank_is_asked_for_until_a_card_is_counted_and_no_key_moves(
    table: Table, page: Page, evening: Evening, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 568})
    page.goto(evening.happens(e.WentOut(0)).page("count/1"))
    question = page.get_by_role("link", name="Which rank was turned up?")
    expect(question).to_be_in_viewport(ratio=1)
    page.evaluate("document.fonts.ready.then(() => true)")
    before = _boxes(page)
    table.taps_keys(BELA, "9").shows_hand(9)
    expect(question).to_have_count(0)
    assert _boxes(page) == before
    note = "No wild rank was named for this round: all cards counted at their usual value."
    table.next_hand(CHAND).types(CHAND, "5").taps("Review")
    expect(page.get_by_text(note).filter(visible=True)).to_have_count(1)


def test_the_question_for_the_wild_rank_leads_to_its_keys(
    table: Table, page: Page, evening: Evening
) -> None:
    page.goto(evening.happens(e.WentOut(0)).page("count/1"))
    table.taps_link("Which rank was turned up?").taps("7")
    expect(page.get_by_text("Sevens are wild", exact=True).filter(visible=True)).to_have_count(1)
    table.taps_link("Count hands").is_counting(BELA)
    expect(page.get_by_role("link", name="Which rank was turned up?")).to_have_count(0)


def test_a_wrong_declaration_is_told_where_the_round_ends_and_the_others_play_on(
    table: Table, page: Page, evening: Evening
) -> None:
    page.goto(evening.page())
    can_turn_to(page, "counting")
    page.context.set_offline(True)
    table.taps_link("Round over").sees("Who won the round?")
    wrong = page.get_by_role("button", name="Wrong declaration +80 : Bela")
    expect(wrong).to_be_in_viewport(ratio=1)
    wrong.tap()
    table.sees("Round 1")
    _taps(table, "Wrong declaration 80", "clear for Bela")
    expect(page.locator("#undo-button")).to_have_text("Undo: Bela did not drop after all")
    page.context.set_offline(False)
    told = [e.Dropped(1, "wrong"), e.Dropped(1, None)]
    comes_to(page, lambda: evening.entries, told)


@pytest.mark.parametrize(
    ("size", "large"), [((320, 568), False), ((390, 664), False), ((390, 844), True)]
)
def test_a_wrong_declaration_is_corrected_from_a_low_screen_and_in_large_letters(
    page: Page, server: LiveServer, evening: Evening, size: tuple[int, int], *, large: bool
) -> None:
    page.context.add_cookies([server.cookie_with({"large": large}, page.context.cookies())])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(evening.happens(e.TurnedUp("7"), e.WentOut(0)).page("count/1"))
    wrong = page.get_by_role("link", name="Wrong declaration")
    expect(wrong).to_be_in_viewport(ratio=1)
    wrong.tap()
    expect(page.get_by_role("heading", name="Who won the round?")).to_be_visible()


def test_a_round_says_whom_it_put_out_of_the_game(
    table: Table, page: Page, evening: Evening
) -> None:
    lost = e.HandCounted(2, e.Hand(points=80), down=False)
    evening.happens(e.Dropped(1, "middle"), e.WentOut(0), lost, e.RoundScored())
    page.goto(evening.happens(e.Dropped(1, "middle"), e.WentOut(0)).page("count/2"))
    table.is_counting(CHAND).taps("Full hand: 80").sees("Is round 2 right?").writes_it_down()
    for announced in ("#said", "#voice"):
        expect(page.locator(announced)).to_have_text("Chand is out of the game.")


def test_on_a_wide_screen_a_wrong_declaration_is_a_small_sign_beside_its_points(
    evening: Evening, page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    evening.happens(
        e.Dropped(1, "wrong"), e.WentOut(0), e.HandCounted(2, e.Hand(points=5), down=False)
    )
    page.goto(evening.happens(e.RoundScored()).page())
    sign = page.locator(".sign.wrong").filter(visible=True).first
    comes_to(page, lambda: sign.evaluate("sign => sign.offsetWidth"), 19)
    expect(page.locator("td", has=sign)).to_contain_text("80")
