"""Review: the round before it is written, with its doubts as questions."""

import pytest

from companion.rules.fold.entries import Hand, HandCounted, LaidDown, WentOut
from tests.web.phone import Phone
from tests.web.table import Table, start_game

NOBODY = "Is it right that nobody went out in this round?"


@pytest.fixture
def counted(table: Table) -> Table:
    """Ann went out, Ben is down with 15, Cy is not down with 120; Dee is uncounted."""
    whole = Hand(cards={"A": 1, "10-K": 8, "3-9": 4})
    table.write(
        LaidDown(1),
        WentOut(0),
        HandCounted(1, Hand(cards={"10-K": 1, "3-9": 1}), down=True),
        HandCounted(2, whole, down=False),
    )
    return table


def test_the_review_shows_the_round_as_it_will_be_written(counted: Table) -> None:
    counted.count("Dee", numbers=13)
    page = counted.page("review")
    assert page.texts(".review .line") == [
        "1 Ann contract 1, went out points 0 total 0",
        "1 Ben contract 1, made points +15 total 15",
        "1 Cy contract 1, not made points +120 total 120",
        "1 Dee contract 1, not made points +65 total 65",
    ]
    assert "This round is not on the sheet yet." in page.words
    assert (page.doubts, page.trouble) == ([], "")


def test_writing_it_down_scores_the_round_and_goes_to_the_table(counted: Table) -> None:
    counted.count("Dee", numbers=13)
    page = counted.write_down()
    assert page.heading == "Round 2"
    assert counted.state.totals == (0, 15, 120, 65)
    assert counted.state.next_contracts == (2, 2, 1, 1)


def test_a_hand_still_to_count_is_fixed_before_anything_is_written(counted: Table) -> None:
    page = counted.page("review")
    assert page.trouble.startswith("Dee’s hand is not counted yet.")
    assert "Write it down" not in page.buttons()
    assert page.follow("Count this hand").heading == "Cards left: Dee"


def test_a_round_with_a_hand_to_count_is_not_written_either(counted: Table) -> None:
    token = counted.phone.csrf_token
    with counted.nothing_written():
        version = str(counted.state.version)
        form = {"csrf_token": token, "round": "1", "version": version}
        page = counted.phone.send(counted.address("review"), form)
    assert page.status == 422
    assert page.trouble.startswith("Dee’s hand is not counted yet.")


def test_a_doubt_is_fixed_where_it_arose(counted: Table) -> None:
    counted.count("Dee", numbers=12, down="no")
    page = counted.page("review")
    assert page.doubts == [TWELVE]
    assert page.follow("Count again").heading == "Cards left: Dee"
    counted.count("Dee", numbers=13, down="no")
    assert counted.page("review").doubts == []


def test_a_doubt_that_is_overridden_is_kept_with_the_round(counted: Table) -> None:
    counted.count("Dee", numbers=12, down="no")
    review = counted.page("review")
    assert review.texts(".doubt .btn:not(.ghost)") == ["Count again"]  # the likely next step
    assert review.texts("#dock .btn.ghost[form=write]") == ["Score anyway"]
    page = review.press("Score anyway")
    assert page.heading == "Round 2"
    assert counted.state.rounds[0].accepted == {("wrong_hand_size_without_contract", 3)}
    sheet = counted.page("sheet")
    assert "Round 1, confirmed: Dee is not down and should hold 13 cards" in sheet.words


def test_a_doubt_nobody_was_asked_about_stops_the_writing(counted: Table) -> None:
    counted.count("Dee", numbers=13)
    page = counted.page("review")
    counted.count("Dee", numbers=12, down="no")
    with counted.nothing_written():
        page = page.press("Write it down")
    assert page.status == 409
    assert page.trouble.startswith("The game has changed since this page was opened")
    assert page.doubts == [TWELVE]
    assert page.press("Score anyway").path == counted.address()


TWELVE = "Dee is not down and should hold 13 cards, and 2 more for each buy, but 12 are counted."


def test_nobody_out_is_a_doubt_fixed_at_who_went_out(table: Table) -> None:
    table.nobody_goes_out()
    for name in ("Ann", "Ben", "Cy", "Dee"):
        table.count(name, numbers=13)
    page = table.page("review")
    assert page.doubts == [NOBODY]
    assert page.follow("Say who went out").heading == "Who went out?"
    page.press("Score anyway")
    assert table.state.totals == (65, 65, 65, 65)


def test_with_nobody_out_an_empty_hand_asks_whether_its_player_went_out(table: Table) -> None:
    table.nobody_goes_out()
    table.count("Ann", numbers=0, down="yes")
    for name in ("Ben", "Cy", "Dee"):
        table.count(name, numbers=13)
    page = table.page("review")
    asked = "Ann has no cards left, but nobody is marked as out. Did Ann go out?"
    assert page.doubts == [NOBODY, asked]
    assert page.follow("Say who went out").heading == "Who went out?"
    page.press("Score anyway")
    told = table.page("sheet").words
    assert "Round 1, confirmed: Ann had no cards left, but nobody went out." in told


def test_more_buys_than_the_table_allows_are_asked_about(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", buy_limit="2")
    table.go_out("Ann")
    table.count("Ben", buys=3, numbers=19)
    table.count("Cy", numbers=19)
    page = table.page("review")
    assert page.doubts == [
        "A player may buy 2 times in this round, but 3 buys are entered for Ben.",
        (
            "Cy is not down and should hold 13 cards, 2 more for each buy and 17 at most, "
            "but 19 are counted."
        ),
    ]
    assert page.press("Score anyway").heading == "Round 2"


def test_whoever_turns_out_to_have_gone_out_has_no_cards_left(counted: Table) -> None:
    counted.count("Dee", numbers=13)
    counted.page("out").press("Dee Not down")
    assert counted.state.open is not None
    assert counted.state.open.play.hand(3).size == 0
    page = counted.page("review")
    assert page.trouble.startswith("Ann’s hand is not counted yet.")
    assert page.follow("Count this hand").heading == "Cards left: Ann"


def test_a_reason_with_a_percent_sign_is_only_a_reason(counted: Table) -> None:
    counted.count("Dee", numbers=13)
    counted.page("adjust").press("Save", seat="1", named="own", points="-5", reason="50% off")
    assert "50% off: −5" in counted.page("review").texts(".review .line")[1]
    counted.write_down()
    assert "50% off" in counted.page("sheet").words


def test_where_there_are_no_contracts_the_review_says_nothing_of_them(phone: Phone) -> None:
    rummy = start_game(phone, "Ann", "Ben", game="rummy-500")
    rummy.write(WentOut(0))
    assert "contract" not in rummy.page("review").words
    signs = [disc.attrs["data-sign"] for disc in rummy.page("review").all(".review .disc")]
    assert signs == ["A", "B"]


def test_where_melds_score_who_went_out_has_a_way_back_to_theirs(phone: Phone) -> None:
    rummy = start_game(phone, "Ann", "Ben", game="rummy-500")
    rummy.write(
        WentOut(0), HandCounted(0, Hand(cards={}), down=None, buys=None, melded=Hand(points=42))
    )
    lines = [a.attrs["href"] for a in rummy.page("review").all("a.line")]
    assert lines == [rummy.address("count/0"), rummy.address("count/1")]
    page = rummy.page("count/0")
    assert page.heading == "Melded: Ann"
    nothing_melded = next(b for b in page.all("button") if b.to_text() == "Nothing melded")
    assert "disabled" in nothing_melded.attrs


CUT = "Cut exactly the cards for the deal"


def test_a_named_reason_and_one_typed_beside_it_are_not_kept_together(phone: Phone) -> None:
    liverpool = start_game(phone, "Ann", "Ben", "Cy", game="liverpool-rummy")
    typed = {"seat": "1", "points": "25", "reason": "Late again"}
    with liverpool.nothing_written():
        page = liverpool.page("adjust").press("Save", **typed, named="0")
    assert page.status == 422
    for field in ("points", "reason"):
        assert page.error_at(field) == "Choose “Another reason” for this, or clear the field."
    assert page.typed("#adjust") == typed | {"named": "0", "sign": "add"}
    page.press("Save", points="", reason="")
    assert liverpool.state.open is not None
    assert liverpool.state.open.play.adjustments[1].reason == CUT


def test_points_given_before_the_round_is_over_are_said_and_stand_at_the_table(
    phone: Phone,
) -> None:
    liverpool = start_game(phone, "Ann", "Bob", "Cy", game="liverpool-rummy")
    page = liverpool.page("adjust").press("Save", seat="1", named="0")
    assert page.path == liverpool.address()
    assert page.said == "Saved with this round: −50 for Bob."
    assert [f"−50: {CUT}" in words for words in page.texts("li.seat")] == [False, True, False]
    page = liverpool.page("").follow("Add points")
    assert page.one(".back").attrs["href"] == liverpool.address()
    assert "Remove" not in page.one("#adjust").to_text(), "it is no reason"
    page = page.press("Remove these extra points: Bob")
    assert page.said == "The extra points for Bob were removed from this round."
    assert CUT not in page.words


def test_where_a_game_names_no_reason_there_is_nothing_to_pick(table: Table) -> None:
    page = table.page("adjust")
    assert "Another reason" not in page.words
    page.press("Save", seat="1", points="25", reason="Late again")
    assert table.state.open is not None
    assert table.state.open.play.adjustments[1].points == 25


def test_points_are_taken_off_without_typing_a_minus(counted: Table) -> None:
    typed = {"seat": "1", "named": "own", "points": "25", "reason": "slow"}
    counted.page("adjust").press("Save", **typed, sign="off")
    assert counted.state.open is not None
    assert counted.state.open.play.adjustments[1].points == -25


def test_a_typed_minus_takes_points_off_whatever_is_chosen(counted: Table) -> None:
    for sign in ("add", "off"):
        typed = {"seat": "1", "named": "own", "points": "−25", "reason": "slow"}
        counted.page("adjust").press("Save", **typed, sign=sign)
        assert counted.state.open is not None
        assert counted.state.open.play.adjustments[1].points == -25


def test_an_adjustment_is_taken_back_by_another(counted: Table) -> None:
    counted.page("adjust").press("Save", seat="1", named="own", points="25", reason="slow")
    before = counted.state.open
    assert before is not None
    assert before.play.adjustments[1].points == 25
    counted.page("adjust").press("Remove these extra points: Ben")
    after = counted.state.open
    assert after is not None
    assert after.play.adjustments == {}
