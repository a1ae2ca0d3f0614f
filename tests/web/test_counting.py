"""Counting: one hand after another, by cards or by a typed total."""

import pytest

from companion.rules.fold.entries import Hand, HandCounted, LaidDown, RoundScored, WentOut
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
    assert "Round 1 · Ann went out" in page.texts("p.note")
    assert page.texts("header .whose p") == ["Contract 1 · 2 sets of 3 · Rules"]
    assert page.texts("#counted") == ["0 of 13 cards"]
    assert "Not down: all 13 cards left. Down: 7 at most." in page.words
    assert page.texts(".key b") == ["Joker · 2", "A", "10 J Q K", "3 – 9"]
    assert page.texts(".person small") == ["out · 0", "to count", "counting", "to count"]


def test_what_the_hand_before_came_to_is_said_on_the_next_page(counting: Table) -> None:
    """Also if one tap completed the hand, so that its total was never displayed."""
    page = counting.hand_of("Ben").press("Next: Cy", **a_hand(numbers=2))
    assert page.said == "Ben: 10 points, down."
    page = page.press("3 – 9", **a_hand(aces=1, courts=5))
    assert (page.heading, page.said) == ("Cards left: Dee", "Cy: 105 points, not down.")
    assert page.press("Review", **a_hand(numbers=13)).said == "", "the review says it itself"


def test_the_walk_goes_round_the_table_and_ends_at_the_review(counting: Table) -> None:
    page = counting.page("count/")
    headings = []
    while page.heading.startswith("Cards left"):
        headings.append(page.heading)
        walk_on = next(b for b in page.buttons() if b.startswith("Next") or b == "Review")
        page = page.press(walk_on, **a_hand(numbers=13))
    assert headings == ["Cards left: Ben", "Cards left: Cy", "Cards left: Dee"]
    assert page.heading == "Is round 1 right?"


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
    assert page.trouble == ("Cy’s hand is not counted yet. Count the cards that are left.")
    assert page.typed("#hand")["down"] == "yes"


SUMS = {"45": 45, "10+15+20": 45, " 10 + 5 ": 15, "0": 0, "10+0": 10}


@pytest.mark.parametrize(("typed", "points"), SUMS.items())
def test_a_total_may_be_typed_also_as_a_sum(counting: Table, typed: str, points: int) -> None:
    counting.count("Cy", total=typed)
    assert hand(counting, "Cy") == Hand(points=points)


ASKED = "100 points could be a whole hand, or the cards left after contract 1. Is Cy down?"


def test_a_total_that_may_be_either_asks_down_or_not_at_the_field_with_nothing_chosen(
    counting: Table,
) -> None:
    with counting.nothing_written():
        page = counting.count("Cy", total="60+40")
    assert (page.status, page.error_at("down"), page.trouble) == (422, ASKED, "")
    assert page.typed("#hand")["total"] == "60+40"
    assert "down" not in page.typed("#hand")


@pytest.mark.parametrize(("answer", "down"), [("yes", True), ("no", False)])
def test_the_answer_to_down_or_not_is_kept_with_the_total(
    counting: Table, answer: str, *, down: bool
) -> None:
    asked = counting.count("Cy", total="100")
    assert asked.press("Next: Dee", down=answer).heading == "Cards left: Dee"
    assert (hand(counting, "Cy"), is_down(counting, "Cy")) == (Hand(points=100), down)


def test_not_down_by_the_cards_is_no_answer_for_a_total_typed_over_them(counting: Table) -> None:
    counting.count("Cy", **WHOLE_HAND)
    page = counting.hand_of("Cy")
    assert page.typed("#hand")["down"] == "no"
    page = page.press("Next: Dee", total="100")
    assert (page.status, page.error_at("down")) == (422, ASKED)
    assert page.press("Next: Dee", down="no").status == 200
    assert not is_down(counting, "Cy")


def test_the_minus_of_a_key_takes_a_card_off_and_stays_without_a_script(counting: Table) -> None:
    counting.count("Cy", **WHOLE_HAND)
    page = counting.hand_of("Cy").press("One fewer: A")
    assert page.heading == "Cards left: Cy"
    assert hand(counting, "Cy") == Hand(cards={"10-K": 8, "3-9": 4})
    assert "One fewer: A" not in page.texts(".key.has .minus")
    page.press("One fewer: 10 J Q K", card2="5")
    assert hand(counting, "Cy") == Hand(cards={"10-K": 4, "3-9": 4})


def test_the_rest_key_fills_a_hand_whose_size_is_known(counting: Table) -> None:
    page = counting.hand_of("Cy")
    assert page.texts("#rest") == ["All 13 are…"]
    page = page.press("3 – 9", **a_hand(aces=1, courts=5))
    assert page.heading == "Cards left: Dee"
    assert hand(counting, "Cy") == Hand(cards={"A": 1, "10-K": 5, "3-9": 7})
    assert not is_down(counting, "Cy")


def test_the_rest_key_of_the_last_hand_says_that_it_writes_the_round_down_and_does(
    counting: Table,
) -> None:
    assert counting.hand_of("Cy").all(".rest .writes") == []
    counting.count("Ben", numbers=1)
    counting.count("Cy", numbers=13)
    page = counting.hand_of("Dee")
    assert page.texts(".rest .writes") == ["3 – 9", "10 J Q K"]
    assert page.texts(".rest small") == ["(saves the round)"]
    page.press("3 – 9", **a_hand(aces=1))
    assert counting.state.totals == (0, 5, 65, 80)
    assert counting.state.last[1] == RoundScored()


def test_no_rest_key_is_offered_with_a_whole_hand(counting: Table) -> None:
    counting.count("Dee", numbers=13)
    assert "hidden" in counting.hand_of("Dee").one(".rest").attrs


def test_the_rest_key_is_not_offered_to_a_player_who_is_down(counting: Table) -> None:
    assert "hidden" in counting.hand_of("Ben").one(".rest").attrs


FEW = {"courts": 1, "numbers": 1}


@pytest.mark.parametrize("left", [FEW, WHOLE_HAND, {"total": 30}, {"total": 120}])
@pytest.mark.parametrize("said", ["yes", "no"])
def test_the_keeper_says_whether_a_player_is_down(
    counting: Table, left: dict[str, int], said: str
) -> None:
    counting.count("Cy", **left, down=said)
    assert is_down(counting, "Cy") is (said == "yes")
    page = counting.hand_of("Cy")
    taken = [option.attrs["value"] for option in page.all(".taken input")]
    # A few cards of a player not marked down are an incomplete hand: nothing is chosen.
    is_few = said == "yes" and left == FEW
    assert [page.typed("#hand").get("down"), *taken] in ([said], [None, said], [None] * is_few)


def test_a_hand_marked_down_at_the_table_comes_ticked(counting: Table) -> None:
    assert counting.hand_of("Ben").typed("#hand")["down"] == "yes"
    assert "down" not in counting.hand_of("Cy").typed("#hand")


def test_counting_again_by_total_takes_the_place_of_the_cards(counting: Table) -> None:
    """With JavaScript the page omits the fields of the other mode."""
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


def test_nobody_is_asked_about_buys_where_nobody_buys(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", buys="False")
    table.go_out("Ann")
    page = table.hand_of("Ben")
    assert page.all("[name=buys]") == page.all(".stepper") == []
    assert "Not down: all 13 cards left. Down: 7 at most." in page.words
    page = table.hand_of("Ben").press("3 – 9", **a_hand(aces=1))
    rest = table.hand_of("Ben").one(".rest")
    assert "hidden" in rest.attrs  # thirteen is the maximum


def test_a_whole_hand_shows_how_often_its_player_bought(counting: Table) -> None:
    counting.count("Cy", numbers=15)
    page = counting.hand_of("Cy")
    assert page.texts("#bought") == ["15 cards: one buy"]
    assert page.texts(".stepper output") == ["1"]
    assert page.texts("#counted") == ["15 of 15 cards"]
    assert counting.state.open.play.buys == {}  # not entered
    assert not is_down(counting, "Cy")
    counting.count("Cy", numbers=17)
    assert counting.hand_of("Cy").texts("#bought") == ["17 cards: 2 buys"]
    counting.count("Dee", numbers=13)
    counting.count("Ben", numbers=3)
    assert counting.page("review").doubts == []


def test_a_hand_that_is_no_whole_one_shows_no_buys(counting: Table) -> None:
    for left in ({}, {"numbers": 14}, {"numbers": 15, "down": "yes"}, {"total": 75}):
        counting.count("Cy", **left)
        page = counting.hand_of("Cy")
        assert (page.texts("#bought"), page.texts(".stepper output")) == ([""], ["–"])


def test_without_javascript_minus_and_plus_change_the_buys_and_nothing_else(
    counting: Table,
) -> None:
    page = counting.hand_of("Cy").press("One more buy for Cy", **a_hand(aces=2))
    assert page.heading == "Cards left: Cy"
    assert (page.texts(".stepper output"), counting.state.open.play.buys) == (["1"], {2: 1})
    assert hand(counting, "Cy") == Hand(cards={"A": 2})
    assert page.texts("#counted") == ["2 of 15 cards"]
    assert "Not down: all 15 cards left. Down: 9 at most." in page.words
    page = page.press("One fewer buy for Cy")
    assert (page.texts(".stepper output"), counting.state.open.play.buys) == (["0"], {2: 0})
    page = page.press("One fewer buy for Cy")  # not entered: inferred from the cards
    assert (page.texts(".stepper output"), counting.state.open.play.buys) == (["–"], {})
    assert "disabled" in page.all(".stepper button")[0].attrs


def test_from_what_the_cards_show_one_buy_more_is_said(counting: Table) -> None:
    counting.count("Cy", numbers=15)
    counting.hand_of("Cy").press("One more buy for Cy")
    assert counting.state.open.play.buys == {2: 2}
    assert counting.hand_of("Cy").texts("#counted") == ["15 of 17 cards"]


def test_buys_that_are_no_number_are_refused(counting: Table) -> None:
    with counting.nothing_written():
        for typed in ("x", "-1", "21", "1.5"):
            page = counting.count("Cy", buys=typed, numbers=13)
            too_many = "At most 20."
            expected = too_many if typed == "21" else "Enter a whole number from 0 to 20."
            assert page.texts(".stepper .error") == [expected]


NOTES = [
    ("twelve-step-rummy", {}, "Down: 7 at most. Each buy adds 2."),
    ("twelve-step-rummy", {"buys": "False"}, "Down: 7 at most."),
    ("progressive-rummy", {}, "Down: only cards bought, 2 for each buy."),
    ("progressive-rummy", {"buys": "False"}, "Down: none, because the contract takes them all."),
]


@pytest.mark.parametrize(("game", "house_rules", "note"), NOTES)
def test_what_can_be_left_is_never_none_at_most(
    phone: Phone, game: str, house_rules: dict[str, str], note: str
) -> None:
    table = start_game(phone, "Ann", "Ben", game=game, **house_rules)
    table.go_out("Ann")
    shown = [p for p in table.hand_of("Ben").all("p.note") if "hidden" not in p.attrs]
    assert any(p.to_text().strip().endswith(note) for p in shown)


def test_where_only_who_goes_out_lays_down_nobody_is_told_how_many_are_left_after_it(
    phone: Phone,
) -> None:
    table = start_game(phone, "Ann", "Ben", game="contract-rummy").has_played(6, 0, 40)
    table.go_out("Ann")
    notes = table.hand_of("Ben").texts("p.note")
    assert notes[1].endswith("2 more for each buy. Laying down this contract means going out.")
    assert not any("Down:" in note for note in notes)


def test_where_only_who_goes_out_lays_down_nobody_else_is_asked_whether_they_are_down(
    phone: Phone,
) -> None:
    table = start_game(phone, "Ann", "Ben", game="contract-rummy").has_played(5, 0, 40)
    table.go_out("Ann")
    assert len(table.hand_of("Ben").all("[name=down]")) == 2
    table.write(HandCounted(1, Hand(points=40), down=False), RoundScored())
    table.go_out("Ann")
    page = table.hand_of("Ben")
    assert page.all("[name=down]") == []
    page.press("Review", total="200")
    assert not is_down(table, "Ben")


def test_without_contracts_the_page_says_how_many_cards_there_can_be(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="five-crowns")
    table.go_out("Ann")
    page = table.hand_of("Ben")
    assert "0 of 3 cards. At most 3 cards can be left." in page.texts("p.note")


def test_writing_down_at_once_stops_at_a_doubt(counting: Table) -> None:
    counting.count("Ben", numbers=3)
    counting.count("Cy", **WHOLE_HAND)
    page = counting.hand_of("Dee").press("Write it down", **a_hand(numbers=12, down="no"))
    assert page.path == counting.address("review")
    held = "Dee is not down and should hold 13 cards, and 2 more for each buy, but 12 are counted."
    assert page.doubts == [held]
    assert counting.kinds[-1] == "hand_counted"


def test_a_hand_that_is_not_in_the_round_leads_to_the_table(counting: Table) -> None:
    assert counting.page("count/7").path == counting.address()
    with counting.nothing_written():
        token = counting.phone.csrf_token
        sent = {"csrf_token": token, "round": "1", "card1": "1"}
        page = counting.phone.send(counting.address("count/7"), sent)
    assert page.path == counting.address()


def test_what_a_half_counted_hand_showed_does_not_stick_to_a_typed_total(counting: Table) -> None:
    """One joker could be all that is left; a typed total of 140 does not show if Cy is down."""
    page = counting.hand_of("Cy")
    half = [*page.fill("#hand", card0="1"), ("then", "stay")]
    assert counting.phone.answer(counting.address("count/2"), half).status_code == 204
    assert is_down(counting, "Cy")
    page = counting.hand_of("Cy").press("Next: Dee", card0="", total="140", down=None)
    assert page.error_at("down") == ASKED.replace("100", "140")


def test_one_point_is_told_as_one(table: Table) -> None:
    table.write(WentOut(0))
    assert table.count("Ben", total="1").said.startswith("Ben: 1 point, ")
