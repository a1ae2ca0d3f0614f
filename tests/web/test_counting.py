"""Counting: one hand after another, by cards or by a typed total."""

import pytest

from companion.rules.log import Hand, LaidDown, WentOut
from tests.web.phone import Phone
from tests.web.table import WHOLE_HAND, Table, a_hand, start_game

CARDS = {"aces": "A", "courts": "10-K", "numbers": "3-9", "jokers": "Joker/2"}


@pytest.fixture
def counting(table: Table) -> Table:
    """Ann went out; Ben is down."""
    table.write(LaidDown(1), WentOut(0))
    return table


def hand(table: Table, name: str) -> Hand:
    return table.state.open.play.hand(table.seat(name))


def is_down(table: Table, name: str) -> bool:
    return table.seat(name) in table.state.open.play.laid_down


def test_the_page_says_whose_hand_who_is_out_and_how_many_cards_are_held(counting: Table) -> None:
    page = counting.hand_of("Cy")
    assert page.heading == "Cards left: Cy"
    assert page.texts("header p") == ["Round 1 · Ann went out"]
    assert page.texts("#counted") == ["0 of 13 cards"]
    assert "Not down: all 13 cards left. Down: 7 at most." in page.words
    assert page.texts(".key b") == ["Joker · 2", "A", "10 J Q K", "3 – 9"]
    assert page.texts(".person small") == ["out · 0", "to count", "counting", "to count"]


def test_the_walk_goes_round_the_table_and_ends_at_the_review(counting: Table) -> None:
    page = counting.page("count/")
    headings = []
    while page.heading.startswith("Cards left"):
        headings.append(page.heading)
        walk_on = next(b for b in page.buttons() if b.startswith("Next") or b == "Review")
        page = page.press(walk_on, **a_hand(numbers=13))
    assert headings == ["Cards left: Ben", "Cards left: Cy", "Cards left: Dee"]
    assert page.heading == "Round 1: right like this?"


def test_the_walk_skips_hands_that_are_counted_and_comes_back_for_those_left_out(
    counting: Table,
) -> None:
    counting.count("Dee", **WHOLE_HAND)
    assert counting.count("Cy", **WHOLE_HAND).heading == "Cards left: Ben"


def test_cards_become_points_and_are_shown_again(counting: Table) -> None:
    counting.count("Cy", **WHOLE_HAND)
    page = counting.hand_of("Cy")
    assert hand(counting, "Cy") == Hand(cards={"A": 1, "10-K": 8, "3-9": 4})
    assert page.texts("#points") == ["120"]
    assert page.texts("#counted") == ["13 of 13 cards"]
    assert page.typed("#hand")["card2"] == "8"
    assert "120 · not down" in counting.hand_of("Dee").texts(".person small")


def test_a_blank_hand_is_not_zero(counting: Table) -> None:
    with counting.nothing_written():
        page = counting.count("Cy", down="yes")
    assert (page.status, page.heading) == (422, "Cards left: Cy")
    assert page.trouble == (
        "Cy’s hand is not counted yet. Count the cards, or say that Cy went out."
    )
    assert page.typed("#hand")["down"] == "yes"


def test_a_hand_of_no_cards_is_counted_and_doubted(counting: Table) -> None:
    counting.count("Cy", numbers=0, down="yes")
    assert hand(counting, "Cy") == Hand(cards={})
    assert not hand(counting, "Cy").is_blank


SUMS = {"45": 45, "10+15+20": 45, " 10 + 5 ": 15, "0": 0, "10+0": 10}


@pytest.mark.parametrize(("typed", "points"), SUMS.items())
def test_a_total_may_be_typed_also_as_a_sum(counting: Table, typed: str, points: int) -> None:
    counting.count("Cy", total=typed)
    assert hand(counting, "Cy") == Hand(points=points)


def test_the_rest_key_fills_a_hand_whose_size_is_known(counting: Table) -> None:
    page = counting.hand_of("Cy")
    assert page.texts("#rest") == ["The other 13 are"]
    page = page.press("3 – 9", **a_hand(aces=1, courts=5))
    assert page.heading == "Cards left: Dee"
    assert hand(counting, "Cy") == Hand(cards={"A": 1, "10-K": 5, "3-9": 7})
    assert not is_down(counting, "Cy")


def test_the_rest_key_is_not_offered_to_a_player_who_is_down(counting: Table) -> None:
    assert counting.hand_of("Ben").all(".rest") == []


INFERRED = [
    ({"courts": 1, "numbers": 1}, True),
    (WHOLE_HAND, False),
    ({"total": 30}, True),
    ({"total": 120}, False),
]


@pytest.mark.parametrize(("left", "down"), INFERRED)
def test_the_cards_show_whether_a_player_is_down(
    counting: Table, left: dict[str, int], *, down: bool
) -> None:
    counting.count("Cy", **left)
    assert is_down(counting, "Cy") is down


@pytest.mark.parametrize(("left", "_shown"), INFERRED)
@pytest.mark.parametrize("said", ["yes", "no"])
def test_the_keeper_may_say_otherwise(
    counting: Table, left: dict[str, int], said: str, *, _shown: bool
) -> None:
    counting.count("Cy", **left, down=said)
    assert is_down(counting, "Cy") is (said == "yes")
    ticked = counting.hand_of("Cy").typed("#hand")["down"]
    assert ticked == said


def test_a_hand_marked_down_at_the_table_comes_ticked(counting: Table) -> None:
    assert counting.hand_of("Ben").typed("#hand")["down"] == "yes"
    assert "down" not in counting.hand_of("Cy").typed("#hand")


def test_counting_again_by_total_takes_the_place_of_the_cards(counting: Table) -> None:
    """With JavaScript the page leaves out the fields of the other way of counting."""
    counting.count("Cy", **WHOLE_HAND)
    cards = dict.fromkeys(("card0", "card1", "card2", "card3"))
    counting.count("Cy", total="45", down="yes", **dict.fromkeys(cards, ""))
    page = counting.hand_of("Cy")
    data = page.fill("#hand", total=None, card1="2")
    page.phone.send(counting.address("count/2"), data)
    assert hand(counting, "Cy") == Hand(cards={"A": 2})
    data = counting.hand_of("Cy").fill("#hand", total="45", **cards)
    page = page.phone.send(counting.address("count/2"), data)
    assert page.status == 200
    assert hand(counting, "Cy") == Hand(points=45)


def test_a_tap_that_stays_is_kept_and_answers_with_the_new_version(counting: Table) -> None:
    page = counting.hand_of("Cy")
    answer = page.phone.answer(
        counting.address("count/2"), [*page.fill("#hand", card1="1"), ("then", "stay")]
    )
    assert (answer.status_code, answer.headers["X-Companion-Version"]) == (204, "3")
    assert hand(counting, "Cy") == Hand(cards={"A": 1})


def test_a_hand_may_be_cleared_again_while_it_is_counted(counting: Table) -> None:
    counting.count("Cy", aces=1)
    page = counting.hand_of("Cy")
    sent = [*page.fill("#hand", card1=""), ("then", "stay")]
    assert page.phone.answer(counting.address("count/2"), sent).status_code == 204
    assert hand(counting, "Cy").is_blank


def test_walking_on_from_a_hand_that_did_not_change_writes_nothing(counting: Table) -> None:
    counting.count("Cy", **WHOLE_HAND)
    with counting.nothing_written():
        counting.count("Cy")


def test_buys_are_asked_for_only_where_the_house_rule_is_on(phone: Phone, counting: Table) -> None:
    assert counting.hand_of("Cy").all("[name=buys]") == []
    buying = start_game(phone, "Ann", "Ben", "Cy", buys="True", buy_limit="2")
    buying.go_out("Ann")
    page = buying.hand_of("Ben")
    assert page.one("[name=buys]").attrs["max"] == "2"
    buying.count("Ben", buys=1, numbers=15)
    assert buying.state.open.play.buys == {1: 1}
    assert buying.hand_of("Ben").texts("#counted") == ["15 of 15 cards"]
    assert not is_down(buying, "Ben")


def test_more_buys_than_allowed_is_said_at_the_field(phone: Phone) -> None:
    buying = start_game(phone, "Ann", "Ben", buys="True", buy_limit="2")
    buying.go_out("Ann")
    with buying.nothing_written():
        page = buying.count("Ben", buys=3, numbers=13)
    assert page.error_at("buys") == "Type a whole number from 0 to 2."


def test_the_last_hand_can_write_the_round_down_at_once(counting: Table) -> None:
    counting.count("Ben", numbers=3)
    counting.count("Cy", **WHOLE_HAND)
    page = counting.hand_of("Dee").press("Write it down", **a_hand(numbers=13))
    assert (page.path, page.heading) == (counting.address(), "Round 2")
    assert counting.kinds[-2:] == ["hand_counted", "round_scored"]


def test_writing_down_at_once_stops_at_a_doubt(counting: Table) -> None:
    counting.count("Ben", numbers=3)
    counting.count("Cy", **WHOLE_HAND)
    page = counting.hand_of("Dee").press("Write it down", **a_hand(numbers=12, down="no"))
    assert page.path == counting.address("review")
    assert page.doubts == ["Dee is not down and so holds 13 cards, but 12 are counted."]
    assert counting.kinds[-1] == "hand_counted"


def test_a_hand_that_is_not_in_the_round_leads_to_the_table(counting: Table) -> None:
    assert counting.page("count/7").path == counting.address()
    with counting.nothing_written():
        token = counting.phone.csrf_token
        sent = {"csrf_token": token, "round": "1", "card1": "1"}
        page = counting.phone.send(counting.address("count/7"), sent)
    assert page.path == counting.address()


def test_what_a_half_counted_hand_showed_does_not_stick_to_a_typed_total(counting: Table) -> None:
    """One joker could be all that is left; a typed total of 140 says nothing of being down."""
    page = counting.hand_of("Cy")
    half = [*page.fill("#hand", card0="1"), ("then", "stay")]
    assert counting.phone.answer(counting.address("count/2"), half).status_code == 204
    assert is_down(counting, "Cy")
    counting.hand_of("Cy").press("Next: Dee", card0="", total="140", down=None)
    assert not is_down(counting, "Cy")
