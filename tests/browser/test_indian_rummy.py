"""A pool of Indian Rummy, tapped from the first deal to the winner.

All totals were added up by hand.
"""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.table import Table

ASHA, BELA, CHAND = FRIENDS = ("Asha", "Bela", "Chand")
FIRST, MIDDLE, WRONG = "First drop 20", "Middle drop 40", "Wrong declaration 80"


def _taps(table: Table, what: str, name: str) -> Table:
    table.page.get_by_role("button", name=f"{what} : {name}").tap()
    return table


def _turns_up(table: Table, rank: str, words: str) -> None:
    table.page.get_by_role("button", name=rank, exact=True).tap()
    expect(table.page.get_by_text(words, exact=True).filter(visible=True)).to_have_count(1)


@pytest.mark.soak
def test_a_pool_is_played_until_one_is_left(table: Table, page: Page) -> None:
    table.starts_a_game(*FRIENDS, dealer=ASHA, game="Indian Rummy")
    _turns_up(table, "7", "Sevens are wild")
    _taps(table, FIRST, CHAND)
    _taps(table, "Declare", f"{ASHA} declared").is_counting(BELA)
    table.taps("Full hand: 80").writes_it_down()
    table.sees("Round 2").shows_totals(FRIENDS, (0, 80, 20))

    # Bela declares wrongly and is out; the others play on, and Asha is left with a king and a nine.
    _turns_up(table, "Q", "Queens are wild")
    _taps(table, "Declare", f"{BELA} declared").is_counting()
    table.taps_link("Back to the table")
    _taps(table, WRONG, BELA)
    _taps(table, "Declare", f"{CHAND} declared").is_counting(ASHA)
    table.taps_keys(ASHA, "9", "K A · 10 J")
    table.writes_it_down().sees("Round 3")
    table.shows_totals((ASHA, CHAND), (19, 20))

    # She comes back with one point more than the highest total.
    expect(page.locator(".not-dealt-in li")).to_contain_text("Total: 160")
    page.get_by_role("link", name="Come back : Bela").tap()
    expect(page.get_by_text("Bela comes back with 21 points: one more")).to_be_visible()
    table.taps(f"Come back: {BELA}")
    table.sees("Round 3").shows_totals(FRIENDS, (19, 21, 20))
    expect(page.locator(".not-dealt-in li")).to_have_count(0)

    # Two drop, so the third has won; one undo takes back the second drop with that.
    _taps(table, MIDDLE, ASHA)
    _taps(table, FIRST, BELA)
    expect(page.get_by_role("link", name="Review")).to_be_visible()
    page.locator("#undo-button").tap()
    _taps(table, FIRST, BELA)
    table.taps_link("Review").sees("Is round 3 right?")
    table.writes_it_down().sees("Round 4").shows_totals(FRIENDS, (59, 41, 20))

    # Bela reaches the limit exactly, Chand stays one below it.
    _taps(table, "Declare", f"{ASHA} declared").is_counting(BELA)
    table.types(BELA, "60").next_hand(CHAND).taps("Full hand: 80")
    table.writes_it_down().sees("Round 5").shows_totals((ASHA, CHAND), (59, 100))

    # Of two, one who drops loses the round, and here the game.
    _taps(table, MIDDLE, CHAND).taps_link("Review").writes_it_down()
    expect(page.get_by_role("heading", name="Asha wins")).to_be_visible()
    why = "Asha is the last one below 101 points, with 59."
    expect(page.get_by_text(why, exact=True).filter(visible=True)).to_have_count(1)
    table.shows_standings("1 Asha 59", "2 Chand out 140", "3 Bela out 101").taps_link("Sheet")
    table.shows_sheet_totals(59, 101, 140)


def test_a_tap_on_the_button_that_own_taps_led_to_is_heard(table: Table, page: Page) -> None:
    """The redraw for the answer to the first drop is no change of the dock by others."""
    held: list[Route] = []
    table.starts_a_game(*FRIENDS, dealer=ASHA, game="Indian Rummy")
    page.route("**/drawings", lambda route: held.append(route), times=1)  # noqa: PLW0108
    page.reload()
    with page.expect_response("**/log"):
        _taps(table, FIRST, BELA)
    with page.expect_response("**/log"):
        _taps(table, FIRST, CHAND)
    held[0].continue_()
    table.taps_link("Review").sees("Is round 1 right?")


def _boxes(page: Page) -> list[dict[str, float]]:
    keys = page.locator(".key")
    return [box for number in range(keys.count()) if (box := keys.nth(number).bounding_box())]


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.soak)])
def test_the_wild_rank_is_asked_for_until_a_card_is_counted_and_no_key_moves(
    table: Table, page: Page, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 568})
    table.starts_a_game(*FRIENDS, dealer=ASHA, game="Indian Rummy")
    _taps(table, "Declare", f"{ASHA} declared").is_counting(BELA)
    question = page.get_by_role("link", name="Which rank was turned up?")
    expect(question).to_be_in_viewport(ratio=1)
    before = _boxes(page)
    table.taps_keys(BELA, "9").shows_hand(9)
    expect(question).to_have_count(0)
    assert _boxes(page) == before
    note = "No wild rank was named for this round: all cards counted at their usual value."
    table.next_hand(CHAND).types(CHAND, "5").taps("Review")
    expect(page.get_by_text(note).filter(visible=True)).to_have_count(1)


def test_the_question_for_the_wild_rank_leads_to_its_keys(table: Table, page: Page) -> None:
    table.starts_a_game(*FRIENDS, dealer=ASHA, game="Indian Rummy")
    _taps(table, "Declare", f"{ASHA} declared").is_counting(BELA)
    table.taps_link("Which rank was turned up?")
    _turns_up(table, "7", "Sevens are wild")
    table.taps_link("Count hands").is_counting(BELA)
    expect(page.get_by_role("link", name="Which rank was turned up?")).to_have_count(0)


def test_a_wrong_declaration_is_told_where_the_round_ends(table: Table, page: Page) -> None:
    table.starts_a_game(*FRIENDS, dealer=ASHA, game="Indian Rummy")
    table.taps_link("Round over").sees("Who won the round?")
    wrong = page.get_by_role("button", name="Wrong declaration +80 : Bela")
    expect(wrong).to_be_in_viewport(ratio=1)
    wrong.tap()
    table.sees("Round 1")
    _taps(table, "Wrong declaration 80", "clear for Bela")
    expect(page.locator("#undo-button")).to_have_text("Undo: Bela did not drop after all")


def test_a_round_says_whom_it_put_out_of_the_game(table: Table, page: Page) -> None:
    table.starts_a_game(*FRIENDS, dealer=ASHA, game="Indian Rummy")
    for number in (1, 2):
        _taps(table, MIDDLE, BELA)
        _taps(table, "Declare", f"{ASHA} declared").is_counting(CHAND)
        table.taps("Full hand: 80").sees(f"Is round {number} right?").writes_it_down()
        expect(page.locator("#said")).to_have_text(
            "" if number == 1 else "Chand is out of the game."
        )
    expect(page.locator("#voice")).to_have_text("Chand is out of the game.")
