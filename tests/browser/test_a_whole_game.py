"""A whole game: four players, two decks, one phone, fourteen rounds, and the printed sheet.

All figures were written out by hand; none is computed by the app's own code.
"""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evenings import FRIENDS
from tests.browser.faces import set_in
from tests.browser.printing import printed
from tests.browser.table import LOW, Table

TITLE = "Saturday at Bo’s"
ANN, BO, CHLOE, DEV = range(4)
FINAL_SENTENCE = (
    "Ann and Chloé both finished contract 12 in round 14; Ann has fewer points, 385, ahead of 580."
)


@pytest.fixture
def stands(table: Table) -> "type[Stands]":
    """Check the table after a round against the figures on paper."""

    class At(Stands):
        phone = table

    return At


class Stands:
    """The figures of the table: totals, and the current contract of each player."""

    phone: Table

    def __init__(self, number: int, totals: Sequence[int], contracts: Sequence[int]) -> None:
        self.phone.sees(f"Round {number}")
        self.phone.shows_totals(FRIENDS, totals, contracts)


@pytest.mark.soak
@pytest.mark.long
def test_four_friends_play_until_two_finish_in_the_same_round(  # noqa: PLR0915 - a whole game
    table: Table, page: Page, stands: type[Stands], faces: tuple[str, ...]
) -> None:
    table.starts_a_game(*FRIENDS, dealer="Dev", title=TITLE)
    table.shows_tag("Dev", "deals")
    table.shows_tag("Ann", "plays first")

    # Round 1. Ann 0, Bo 10+5, Chloé A K Q 7, Dev A, eight court cards, four low.
    table.lays_down("Ann", "Bo", "Chloé").goes_out("Ann")
    table.counts("Bo", court=1, low=1).next_hand("Chloé")
    table.counts("Chloé", ace=1, court=2, low=1)
    table.shows_hand(45, "yes")
    table.next_hand("Dev")
    table.counts_at_once("Dev", court=8, low=4).counts("Dev", ace=1)
    table.shows_hand(120, "no")
    table.writes_it_down()
    stands(2, [0, 15, 45, 120], [2, 2, 2, 1])
    table.shows_last_points(0, 15, 45, 120)
    table.shows_tag("Ann", "deals")
    table.shows_tag("Bo", "plays first")
    table.shows_tag("Ann", "ahead")

    # Round 2: nobody was marked; the cards show who was down.
    table.round_is_over("Chloé")
    table.counts("Ann", low=3)
    table.shows_hand(15, "")
    table.next_hand("Bo")
    table.counts("Bo", ace=2, court=3).others_are(LOW, 8)
    table.types("Dev", "10+15")
    table.shows_hand(25, "")
    table.writes_it_down()
    stands(3, [15, 125, 45, 145], [3, 2, 3, 2])

    # Round 3: Dev is down and holds A 10 5 5, but thirteen cards are entered.
    table.goes_out("Bo")
    table.counts("Ann", court=2).next_hand("Chloé")
    table.counts("Chloé", wild=2).counts_at_once("Chloé", court=11).next_hand("Dev")
    table.counts("Dev", ace=1).counts_at_once("Dev", court=4, low=8).writes_it_down()
    stands(4, [35, 125, 255, 245], [4, 3, 3, 2])

    # Round 4: a wrong tap, undone at once.
    table.lays_down("Bo", "Dev").undoes("Dev laid down")
    table.goes_out("Ann")
    table.counts("Bo", ace=1, low=1).next_hand("Chloé")
    table.types("Chloé", "35").next_hand("Dev")
    table.counts("Dev", court=1).writes_it_down()
    stands(5, [35, 150, 290, 255], [5, 4, 4, 3])

    # Round 5
    table.round_is_over("Dev")
    table.counts("Ann", low=2).next_hand("Bo")
    table.counts_at_once("Bo", low=9, court=4).next_hand("Chloé")
    table.counts("Chloé", wild=1).writes_it_down()
    stands(6, [45, 235, 340, 255], [6, 4, 5, 4])

    # Round 6
    table.goes_out("Chloé")
    table.counts("Ann", wild=2, ace=1).others_are(LOW, 10)
    table.counts("Bo", court=3).next_hand("Dev")
    table.types("Dev", "20+5+5").writes_it_down()
    stands(7, [215, 265, 340, 285], [6, 5, 6, 5])

    # “Wait, I was down in the third round!”: 40 points instead of 100, and one more contract.
    was_down_in_the_third_round(table, "Dev Round 3 100 40 Total 285 225", "4 5", "5 6")
    table.taps_link("Round 7")
    stands(7, [215, 265, 340, 225], [6, 5, 6, 6])

    # Round 7
    table.goes_out("Bo")
    table.counts_at_once("Ann", low=4).next_hand("Chloé")
    table.counts_at_once("Chloé", court=5).next_hand("Dev")
    table.counts("Dev", ace=3).counts_at_once("Dev", court=10).writes_it_down()
    stands(8, [235, 265, 390, 385], [7, 6, 7, 6])

    # Round 8: written down too early, undone, and written down again.
    table.goes_out("Ann")
    table.counts("Bo", ace=1).next_hand("Chloé")
    table.counts("Chloé", court=3).next_hand("Dev")
    table.counts("Dev", low=2).writes_it_down()
    stands(9, [235, 285, 420, 395], [8, 7, 8, 7])
    table.undoes("Round 8 written down")
    stands(8, [235, 265, 390, 385], [7, 6, 7, 6])
    table.taps_link("Review").taps("Write it down")
    stands(9, [235, 285, 420, 395], [8, 7, 8, 7])

    # Round 9: the page is reloaded while Bo's hand is counted.
    table.goes_out("Chloé")
    table.counts("Ann", low=1).next_hand("Bo")
    table.counts("Bo", wild=1, ace=2)
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.reload()
    table.shows_hand(90)
    expect(page.get_by_text("3 of 13 cards")).to_be_visible()
    table.counts_at_once("Bo", court=4).others_are(LOW, 6)
    table.counts("Dev", low=3).writes_it_down()
    stands(10, [240, 445, 420, 410], [8 + 1, 7, 9, 8])

    # Round 10
    table.goes_out("Ann")
    table.counts("Bo", court=1).next_hand("Chloé")
    table.types("Chloé", "30").next_hand("Dev").shows_keys()
    table.others_are(LOW, 13)  # the last hand: this writes the round down
    stands(11, [240, 455, 450, 475], [10, 8, 10, 8])

    # Round 11: nobody goes out; the app asks for confirmation.
    table.round_is_over("Nobody")
    table.counts_at_once("Ann", court=5).others_are(LOW, 8)
    table.counts("Bo", low=2).next_hand("Chloé")
    table.counts("Chloé", low=1).next_hand("Dev")
    table.counts("Dev", court=3).looks_it_over(11)
    expect(page.get_by_text("Is it right that nobody went out in this round?")).to_be_visible()
    table.taps("Score anyway")
    stands(12, [330, 465, 455, 505], [10, 9, 11, 9])

    # Round 12
    table.goes_out("Ann")
    table.counts("Bo", low=3).next_hand("Chloé")
    table.counts("Chloé", wild=1, court=3).others_are(LOW, 9)
    table.counts("Dev", ace=1).writes_it_down()
    stands(13, [330, 480, 580, 525], [11, 10, 11, 10])

    plays_the_last_two(table, stands)
    prints_the_sheet(table, faces)


def was_down_in_the_third_round(table: Table, costs: str, made: str, following: str) -> None:
    """The correction of round 3: 40 points instead of 100, and one more contract."""
    table.taps_link("Sheet").sees("12-Step Rummy").taps_the_cell(round_number=3, player="Dev")
    table.corrects("Dev", ace=1, court=1, low=2, down="Down").sees("Correct round 3")
    contracts = f"Contracts made {made} Next contract {following}"
    expect(table.changes("Dev")).to_have_text(f"{costs} {contracts}")
    expect(table.changes("Ann")).to_have_count(0)
    table.taps("Save").sees("12-Step Rummy")
    corrected = table.page.locator(
        "main .written > .note", has_text="Rounds corrected later (c): 3."
    )
    expect(corrected).to_be_visible()


def plays_the_last_two(table: Table, stands: type[Stands]) -> None:
    page = table.page

    # Round 13
    table.goes_out("Chloé")
    table.counts_at_once("Ann", low=5).next_hand("Bo")
    table.types("Bo", "115").says_down("Not down").is_counting("Dev").shows_keys()
    table.counts("Dev", court=2).writes_it_down()
    stands(14, [355, 595, 580, 545], [12, 10, 12, 11])

    # Round 14: Chloé goes out with contract 12, but Ann is down, too, with fewer points.
    table.lays_down("Ann", "Chloé").goes_out("Chloé")
    table.counts("Ann", court=3).next_hand("Bo")
    table.counts("Bo", low=2).next_hand("Dev")
    table.counts("Dev", ace=1).writes_it_down()
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    expect(page.get_by_text(FINAL_SENTENCE).filter(visible=True)).to_have_count(1)
    table.shows_standings(
        "1 Ann finished contract 12 385",
        "2 Chloé finished contract 12 580",
        "3 Dev on contract 12 565",
        "4 Bo on contract 11 605",
    )


def prints_the_sheet(table: Table, faces: tuple[str, ...]) -> None:
    page = table.page
    table.taps_link("Sheet").sees("12-Step Rummy")
    table.shows_sheet_totals(385, 605, 580, 565)
    for face, paper in zip(faces, ("A4", "Letter"), strict=True):
        set_in(page, face)
        sheet = printed(page, paper)
        assert sheet.pages == 1
        assert sheet.is_upright
        for words in (*FRIENDS, "12-Step Rummy · 14 rounds", TITLE, "1 Dev"):
            assert words in sheet.text
        for words in ("10 J Q K 10 points", "Highlights", "Run of 10", "signed"):
            assert words in sheet.text
        overridden = "Round 11, confirmed: Nobody went out."
        for words in (FINAL_SENTENCE, overridden, "Rounds corrected later (c): 3"):
            assert words in sheet.text
