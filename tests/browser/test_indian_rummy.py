"""Indian Rummy on a phone: drops, the wild rank, and who is out."""

import pytest
from playwright.sync_api import Page, Route, expect

from companion.rules.fold import entries as e
from tests.browser.evenings import Evening
from tests.browser.serving import LiveServer
from tests.browser.table import Table
from tests.browser.watching import can_turn_to, comes_to

_, BELA, CHAND = FRIENDS = ("Asha", "Bela", "Chand")


def _kept_on(page: Page, evening: Evening) -> Evening:
    """This phone started it."""
    page.context.add_cookies([evening.server.cookie_of(evening.device)])
    return evening


@pytest.fixture
def evening(page: Page, server: LiveServer) -> Evening:
    """A pool, on the phone that started it."""
    return _kept_on(page, Evening(server, FRIENDS, game="indian-rummy"))


@pytest.fixture
def four(page: Page, server: LiveServer) -> Evening:
    """The same for four, in which Dev has 80 points after the first round."""
    four = _kept_on(page, Evening(server, (*FRIENDS, "Dev"), game="indian-rummy"))
    return four.happens(*_round_lost(5, 5, 80))


def _round_lost(*points: int) -> list[e.Entry]:
    """A round that the first player wins, and the points of the others."""
    hands = [
        e.HandCounted(seat, e.Hand(points=lost), down=False) for seat, lost in enumerate(points, 1)
    ]
    return [e.WentOut(0), *hands, e.RoundScored()]


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
    wrong = page.get_by_role("link", name="wrong declaration")
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


# Rows and buttons of the table below the message to this phone.
_COVERED = """() => {
  const said = document.querySelector("#said .said").getBoundingClientRect();
  return [...document.querySelectorAll(".seat, .not-dealt-in li, .hero button, .bar a, .dock > *")]
    .map(e => [e, e.getBoundingClientRect()])
    .filter(([, { top, bottom, height }]) => height && top < said.bottom && bottom > said.top)
    .map(([e]) => e.textContent.trim());
}"""
_HEIGHT = "row => row.offsetHeight"


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), pytest.param(320, 568, marks=pytest.mark.soak)]
)
def test_the_news_of_who_is_out_covers_nobody_and_all_stay_in_sight(
    table: Table, page: Page, four: Evening, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(four.page())
    page.evaluate("document.fonts.ready.then(() => true)")
    asha = page.locator("#seat-0")
    before = asha.evaluate(_HEIGHT)
    *counted, _ = _round_lost(5, 5, 40)
    page.goto(four.happens(*counted).page("review"))
    table.sees("Is round 2 right?").writes_it_down()
    expect(page.locator("#said")).to_have_text("Dev is out of the game.")
    comes_to(page, lambda: page.evaluate(_COVERED), [])
    assert asha.evaluate(_HEIGHT) == before
    if height > 800:
        expect(page.locator(".not-dealt-in .mark")).to_be_in_viewport(ratio=1)
        dock = page.locator("#dock").bounding_box()
        out = page.locator(".not-dealt-in").bounding_box()
        assert out["y"] + out["height"] <= dock["y"]


# Words of buttons in the rows that stick out of their cell, or touch its edge.
_CRAMPED = """() => [...document.querySelectorAll(".acts .mark .label")]
  .map(e => [e, e.getBoundingClientRect(), e.closest(".mark").getBoundingClientRect()])
  .filter(([, label, cell]) => label.left < cell.left + 4 || label.right > cell.right - 4)
  .map(([e]) => e.textContent.trim())"""


def test_the_buttons_of_a_row_have_room_on_the_narrowest_phone_and_on_a_laptop(
    page: Page, four: Evening
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(four.page())
    comes_to(page, lambda: page.evaluate(_CRAMPED), [])
    page.set_viewport_size({"width": 1280, "height": 800})
    dock = page.locator("#dock").bounding_box()
    last = page.locator("#seat-3 .marks").bounding_box()
    assert last["y"] + last["height"] <= dock["y"] + 1


def test_undo_tells_the_whole_step_while_hands_are_counted(page: Page, four: Evening) -> None:
    page.goto(four.happens(e.WentOut(2)).page("count/0"))
    step = page.locator("#undo-button small")
    expect(step).to_have_text("Chand won the round")
    cut = "step => step.scrollHeight - step.clientHeight"
    comes_to(page, lambda: step.evaluate(cut), 0)


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


def test_a_correction_hides_the_keys_of_a_hand_that_a_drop_prices(
    page: Page, four: Evening
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(four.page("correct/1?seat=3#hand-3"))
    hand = page.locator("#hand-3")
    keys = hand.locator(".keys")
    expect(keys).to_be_visible()
    expect(hand.locator(".total-field")).to_be_in_viewport(ratio=1)  # on arrival from its cell
    hand.get_by_role("radio", name="Wrong declaration").tap()
    expect(keys).to_be_hidden()
    hand.get_by_role("radio", name="Played on").tap()
    expect(keys).to_be_visible()
