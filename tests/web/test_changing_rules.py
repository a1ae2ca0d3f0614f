"""Changing house rules: freely before the first round, as a correction afterwards."""

import pytest

from companion.records.log.games import NewGame
from companion.records.log.games import start_game as start_kept_game
from companion.rules.fold.entries import (
    Hand,
    HandCounted,
    LaidDown,
    RoundScored,
    WentOut,
)
from companion.rules.model.state import Seats
from tests.records.book import with_a_trap
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, start_game

WHERE = "rules/change"
KEEP, SEE, COUNT_AGAIN = (
    "Play by these rules",
    "See what changes",
    "Rescore the game",
)


@pytest.fixture
def played(two: Table) -> Table:
    """Ann went out twice; Ben had ten and a two left (60), then a typed total of 90."""
    two.write(
        LaidDown(1),
        WentOut(0),
        HandCounted(1, Hand(cards={"10": 1, "2": 1}), down=True),
        RoundScored(),
    )
    return two.has_played(1, 0, 90, down=[0])


@pytest.fixture
def by_key(two: Table) -> Table:
    """Ben had four of 10 J Q K left, and three of 3 to 9: 55."""
    two.write(
        LaidDown(1),
        WentOut(0),
        HandCounted(1, Hand(cards={"10-K": 4, "3-9": 3}), down=True),
        RoundScored(),
    )
    return two


def tens_at_five(table: Table) -> Page:
    return table.page(WHERE).press(SEE, option_ten_value="5")


def choices(page: Page) -> dict[str, str]:
    return {k: v for k, v in page.typed("#change").items() if k.startswith("option_")}


# --- Before a round is written down --------------------------------------------------------------


def test_before_a_round_is_written_another_choice_is_kept_at_once(two: Table) -> None:
    page = two.page("rules").follow("Change a house rule")
    assert page.heading == "Change a house rule"
    page = page.press(KEEP, option_two_value="20")
    assert page.path == two.address("rules")
    assert page.said == "You now play by these rules."
    assert two.kinds == ["rules_changed"]
    assert two.stored.ruleset.values["2"] == 20
    assert "Changed before" not in page.words


def test_what_is_played_is_ticked(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", ten_value="5", buys="True")
    ticked = choices(table.page(WHERE))
    assert (ticked["option_ten_value"], ticked["option_buys"]) == ("5", "True")
    table.page(WHERE).press(KEEP, option_ten_value="10")
    ticked = choices(table.page(WHERE))
    assert (ticked["option_ten_value"], ticked["option_buys"]) == ("10", "True")


def test_a_hand_counted_in_the_open_round_is_asked_for_if_its_price_is_gone(two: Table) -> None:
    two.write(LaidDown(1), WentOut(0), HandCounted(1, Hand(cards={"10-K": 4}), down=True))
    page = two.page(WHERE).press(KEEP, option_ten_value="5")
    assert "Round 1, Ben: 4 cards (10 J Q K)" in page.words
    assert two.kinds[-1] == "hand_counted"
    page.press(KEEP, round1__seat1="35")
    assert two.state.open is not None
    assert two.state.open.play.hand(1) == Hand(points=35)
    two.write_down()
    assert two.state.totals == (0, 35)


# --- Once a round is written down ----------------------------------------------------------------


def test_the_rules_card_says_that_a_change_is_a_correction_now(played: Table) -> None:
    page = played.page("rules")
    assert "the game is then rescored. You see what changes before anything is saved." in page.words
    assert page.follow("Correct a house rule").heading == "Correct a house rule"


def test_first_it_shows_what_changes_and_writes_nothing(played: Table) -> None:
    with played.nothing_written():
        page = tens_at_five(played)
    assert page.status == 200
    assert page.texts("#changes .switched") == [
        "What is a ten worth? 10 points, like J, Q and K 5 points, like 3 to 9"
    ]
    assert page.texts("#changes tr")[1:] == ["1 – 60 55", "Total – 150 145"]
    assert "Totals typed in round 2 stay as they are." in page.words
    assert choices(page)["option_ten_value"] == "5"


def test_what_was_seen_is_kept_and_shown_on_card_and_sheet(played: Table) -> None:
    page = tens_at_five(played).press(COUNT_AGAIN)
    assert page.path == played.address("rules")
    assert page.said == "The whole game is now scored by these rules."
    assert played.state.totals == (0, 145)
    changed = "before round 3: What is a ten worth? 10 points, like J, Q and K 5 points"
    assert changed in page.words
    assert changed in played.page("sheet").words


def test_kept_twice_it_is_written_once(played: Table) -> None:
    page = tens_at_five(played)
    page.press(COUNT_AGAIN)
    assert page.press(COUNT_AGAIN).path == played.address("rules")
    assert played.kinds.count("rules_changed") == 1


def test_other_choices_than_were_shown_are_shown_first(played: Table) -> None:
    page = tens_at_five(played)
    with played.nothing_written():
        page = page.press(COUNT_AGAIN, option_two_value="20")
    assert page.texts("#changes tbody tr")[0] == "1 – 60 25"
    page.press(COUNT_AGAIN)
    assert played.state.totals == (0, 115)


def test_a_preview_from_before_something_else_was_written_is_out_of_date(
    played: Table, other_phone: Phone
) -> None:
    page = tens_at_five(played)
    played.on(other_phone).lay_down("Ann")
    with played.nothing_written():
        page = page.press(COUNT_AGAIN)
    assert page.status == 409
    assert page.trouble.startswith("The game has changed since this page was opened")
    assert choices(page)["option_ten_value"] == "5"
    page.press(SEE).press(COUNT_AGAIN)
    assert played.state.totals == (0, 145)


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("table", ["two", "played"])
def test_with_nothing_ticked_otherwise_it_says_so(
    table: str, request: pytest.FixtureRequest
) -> None:
    game: Table = request.getfixturevalue(table)
    with game.nothing_written():
        page = game.page(WHERE).press(KEEP if table == "two" else SEE)
    assert page.status == 422
    assert page.trouble.startswith("You already play by these rules.")


def test_choices_that_cannot_be_played_together_are_refused_in_a_sentence(phone: Phone) -> None:
    with phone.app.app_context():
        token = start_kept_game(NewGame(with_a_trap(), Seats(("Ann", "Ben"))), "")
    table = Table(phone, token)
    both = {"option_few_cards": "True", "option_long_contract": "True"}
    with table.nothing_written():
        page = table.page(WHERE).press(KEEP, **both)
    assert page.status == 422
    assert page.trouble.startswith("This game cannot be played.")
    assert both.items() <= choices(page).items()
    assert table.page(WHERE).press(KEEP, option_few_cards="True").path == table.address("rules")


def test_a_choice_that_is_not_there_is_said_at_its_question(played: Table) -> None:
    with played.nothing_written():
        page = played.page(WHERE).press(SEE, option_ten_value="7", option_two_value="20")
    assert page.status == 422
    assert page.error_at("option_ten_value") == "Choose one of these."
    assert choices(page)["option_two_value"] == "20"


def test_a_game_that_was_over_may_go_on(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben").has_played(12, 0, 0)
    page = table.page(WHERE).press(SEE, option_final_tiebreak="playoff")
    assert page.texts("#changes p:not(.switched)") == [
        "Winner: Ann and Ben, round 12 nobody yet",
        "Ann and Ben are level at 0. They play contract 12 again: the first to go out wins.",
    ]
    page.press(COUNT_AGAIN)
    assert table.state.open is not None
    assert table.state.open.deal.playoff
    assert "Continue" in phone.open("/").texts(".dock a")


def test_a_game_that_is_over_may_have_another_winner(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben")
    cheap_ben = [
        *(LaidDown(0), WentOut(None)),
        *(HandCounted(0, Hand(points=10), down=True), HandCounted(1, Hand(points=5), down=False)),
        RoundScored(frozenset({("nobody_out", None)})),
    ]
    table.write(*cheap_ben * 12)
    page = table.page(WHERE).press(SEE, option_winner_rule="lowest_points_when_someone_finishes")
    assert page.texts("#changes p:not(.switched)") == ["Winner: Ann, round 12 Ben, round 12"]
    page.press(COUNT_AGAIN)
    assert "Ben wins" in table.page("final").words
    table.page("final").press("Undo: House rules changed")
    assert "Ann wins" in table.page("final").words


# --- Hands without a price ---------------------------------------------------------------------


def test_a_hand_counted_by_cards_that_now_differ_is_asked_for_before_anything_is_shown(
    by_key: Table,
) -> None:
    with by_key.nothing_written():
        page = tens_at_five(by_key)
        assert page.status == 200
        assert not page.all("#changes")
        assert "Round 1, Ben: 4 cards (10 J Q K), 3 cards (3 – 9)" in page.words
        page = page.press(SEE, round1__seat1="20+30")
    assert page.texts("#changes tr")[1:] == ["1 – 55 50", "Total – 55 50"]
    assert page.typed("#change")["round1-seat1"] == "20+30"
    page.press(COUNT_AGAIN)
    assert by_key.state.totals == (0, 50)
    assert by_key.state.rounds[0].play.hand(1) == Hand(points=50)


@pytest.mark.parametrize("typed", ["34", "55+1", "9999"])
def test_a_hand_is_not_told_to_cost_what_its_cards_cannot(by_key: Table, typed: str) -> None:
    """Four of 10 J Q K cost 5 or 10 now, and three of 3 to 9 cost 5 as before."""
    page = tens_at_five(by_key)
    with by_key.nothing_written():
        page = page.press(SEE, round1__seat1=typed)
    assert page.status == 422
    assert page.error_at("round1-seat1") == "Enter between 35 and 55 points for these cards."
    assert page.typed("#change")["round1-seat1"] == typed
    for told in ("35", "55"):
        assert page.press(SEE, round1__seat1=told).all("#changes")


def test_melded_aces_are_asked_for_once_one_below_a_two_has_its_own_price(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="rummy-500", low_ace="15")
    run = Hand({"A": 1, "2": 1, "3": 1})
    hands = (
        HandCounted(0, Hand({}), down=True, melded=run),
        HandCounted(1, Hand(points=20), down=False),
    )
    table.write(WentOut(0), *hands, RoundScored())
    assert table.state.totals == (20, -20)
    page = table.page(WHERE).press(SEE, option_low_ace="1")
    assert "Round 1, Ann’s melds: 1 × A, 1 × 2, 1 × 3" in page.words
    page = page.press(SEE, round1__seat0__melded="5")
    assert page.error_at("round1-seat0-melded") == "Enter between 6 and 20 points for these cards."
    page.press(SEE, round1__seat0__melded="6").press(COUNT_AGAIN)
    assert table.state.totals == (6, -20)


UNTOLD = {
    "": "Enter the points of this hand by the new rules.",
    "lots": "Enter a number such as 45, or a sum such as 10+15+20.",
}


@pytest.mark.parametrize(("typed", "sentence"), UNTOLD.items(), ids=["blank", "not a number"])
def test_a_hand_that_is_not_told_is_asked_for_again(
    by_key: Table, typed: str, sentence: str
) -> None:
    page = tens_at_five(by_key)
    with by_key.nothing_written():
        page = page.press(SEE, round1__seat1=typed)
    assert page.status == 422
    assert page.error_at("round1-seat1") == sentence
    assert choices(page)["option_ten_value"] == "5"


def test_where_a_round_moves_its_cards_may_cost_what_they_do_there(phone: Phone) -> None:
    table = start_game(
        phone, "Ann", "Ben", game="three-thirteen", joker_value="20", wild_value="20"
    )
    three = Hand(points=3)
    table.write(WentOut(None), *(HandCounted(s, three, None) for s in (0, 1)), RoundScored())
    four = HandCounted(1, Hand({"Joker/4": 1}), None)
    table.write(WentOut(0), four, RoundScored())
    page = table.page("rules/change").press(SEE, option_blocked_round="void")
    (field,) = (name for name in page.typed("#change") if name.startswith("round"))
    page = page.press(SEE, **{field: "4"})
    assert page.status == 200
    page.press(COUNT_AGAIN)
    assert table.state.totals == (0, 4)


def test_cards_that_still_cost_the_same_are_not_asked_for(by_key: Table) -> None:
    page = by_key.page(WHERE).press(SEE, option_two_value="20")
    assert not page.all("#told")
    assert "No scores would change." in page.words


def test_a_hand_typed_on_keys_from_before_the_change_is_not_mistaken(two: Table) -> None:
    two.lay_down("Ben")
    two.go_out("Ann")
    page = two.hand_of("Ben")
    two.page(WHERE).press(KEEP, option_ten_value="5")
    with two.nothing_written():
        page = page.press("Review", card2="2", down="yes")
    assert page.status == 409
    two.undo()
    assert two.hand_of("Ben").press("Review", card2="2", down="yes").status == 200


# --- Elsewhere -----------------------------------------------------------------------------------


def test_a_rematch_is_offered_by_the_rules_played_last(played: Table) -> None:
    tens_at_five(played).press(COUNT_AGAIN)
    again = played.phone.open(f"/new/twelve-step-rummy?again={played.token}")
    assert again.typed("#new-game")["option_ten_value"] == "5"


# --- What nobody was asked ------------------------------------------------------------------------


@pytest.fixture
def scala(phone: Phone) -> Table:
    """Ben had a typed total of 60, which a player who has opened and one who has not can hold."""
    table = start_game(phone, "Ann", "Ben", game="scala-40")
    table.write(WentOut(0), HandCounted(1, Hand(points=60), down=False), RoundScored())
    return table


def test_the_page_asks_who_had_laid_down_before_it_shows_what_changes(scala: Table) -> None:
    page = scala.page(WHERE).press(SEE, option_never_opened="100")
    assert page.texts("#told-down legend") == ["Round 1, Ben: 60 points"]
    assert not page.texts("#changes")
    page = page.press(SEE)
    assert page.status == 422
    assert page.texts("#told-down .error") == ["Choose one of these."]
    page = page.press(SEE, round1__seat1__down="yes")
    assert page.texts("#changes tr")[1:] == []
    page.press(COUNT_AGAIN)
    assert scala.state.totals == (0, 60)
    assert scala.stored.ruleset.opening.missed == 100


def test_where_that_has_a_price_no_more_the_page_asks_for_cards_that_nobody_counted(
    phone: Phone,
) -> None:
    table = start_game(phone, "Ann", "Ben", game="scala-40", never_opened="100")
    table.write(WentOut(0))
    table.page("count/1").press("Write it down", down="no")
    page = table.page(WHERE).press(SEE, option_never_opened="none")
    assert page.texts("#told label") == ["Round 1, Ben: not counted"]
    page.press(SEE, round1__seat1="64").press(COUNT_AGAIN)
    assert table.state.totals == (0, 64)
