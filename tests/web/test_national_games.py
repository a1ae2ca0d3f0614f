"""The rummy of other countries on its pages: an opening that has a price, and ways to close."""

from html import unescape

import pytest
from flask import Flask
from markupsafe import escape

from companion.rules.fold.entries import (
    Dropped,
    Hand,
    HandCounted,
    PlayerReturned,
    RoundScored,
    WentOut,
)
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.ruleset import read_ruleset
from companion.web.words.playing import playing_words
from tests.web.phone import Phone
from tests.web.table import Table, send_new_game, start_game


def counted(seat: int, points: int, *, down: bool | None = False) -> HandCounted:
    return HandCounted(seat, Hand(points=points), down)


@pytest.fixture
def hand(phone: Phone) -> Table:
    """Hand, after a round in which Bo opened and Cy, who did not, pays 100."""
    table = start_game(phone, "Ann", "Bo", "Cy", game="hand")
    table.write(WentOut(0), counted(1, 44, down=True), counted(2, 100), RoundScored())
    return table


@pytest.fixture
def chinchon(phone: Phone) -> Table:
    return start_game(phone, "Ann", "Bo", "Cy", game="chinchon")


def test_a_correction_asks_who_has_opened_where_that_has_a_price(hand: Table) -> None:
    page = hand.page("correct/1")
    assert page.typed("#correct")["seat2-down"] == "no"
    after = page.press("See what changes", **{"seat2-down": "yes", "seat2-total": "90"})
    assert "100" in after.texts("#changes")[0]
    assert "90" in after.texts("#changes")[0]


def test_not_having_opened_is_all_there_is_to_say_where_it_has_a_price(hand: Table) -> None:
    hand.write(WentOut(0))
    assert hand.page("count/1").texts("#points") == ["0"]
    hand.page("count/1").press("Next: Cy", down="no")
    page = hand.page("count/1")
    assert page.texts("#points") == ["100"]
    assert (page.typed("#hand")["down"], page.typed("#hand")["total"]) == ("no", "")
    assert "100 · not down" in hand.page("count/2").words
    assert hand.page("count/2").press("Write it down", down="no").trouble == ""
    assert hand.stored.state.totals == (-60, 144, 200)


def test_a_correction_to_not_opened_needs_no_cards(hand: Table) -> None:
    said = {"seat1-total": "", "seat1-down": "no"}
    assert "100" in hand.page("correct/1").press("See what changes", **said).texts("#changes")[0]


def test_the_points_of_a_count_are_doubled_and_rewarded_like_those_of_the_round(
    hand: Table,
) -> None:
    hand.write(WentOut(0, went_rummy=True), counted(1, 30, down=True))
    assert hand.page("count/1").texts("#points") == ["60"]


def test_the_price_of_a_round_that_counts_double_is_the_one_that_will_be_written(
    hand: Table,
) -> None:
    hand.write(WentOut(0, went_rummy=True))
    assert "scores 200 points instead" in hand.page("count/1").words
    hand.page("count/1").press("Next: Cy", down="no")
    assert hand.page("count/1").texts("#points") == ["200"]
    assert "200 · not down" in hand.page("count/2").words


def test_a_player_whose_button_was_tapped_is_asked_only_how_they_went_out(hand: Table) -> None:
    page = hand.page().follow("Out: Bo went out")
    assert page.heading == "How did the round end?"
    assert "Cy" not in page.words
    page.press("Bo Hand: out in one turn, with nothing melded before.")
    assert hand.state.open is not None
    assert (hand.state.open.play.went_out, hand.state.open.play.went_rummy) == (1, True)


def test_and_plainly_out_is_one_tap_too(hand: Table) -> None:
    hand.page("out/0").press("Ann Out")
    assert hand.state.open is not None
    assert (hand.state.open.play.went_out, hand.state.open.play.went_rummy) == (0, False)


def test_a_round_ends_in_the_words_of_the_game_on_the_review_and_the_sheet(hand: Table) -> None:
    hand.write(WentOut(0, went_rummy=True), counted(1, 30, down=True), counted(2, 100))
    assert "Hand" in hand.page("review").texts(".review .words")[0]
    hand.write(RoundScored())
    assert "Hand" in hand.page("sheet").texts(".also-out")[1]


def test_a_life_is_lost_without_a_count(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Bo", "Cy", game="cacheta")
    assert "10 lives left" in table.page().words
    assert table.page("seat/0").texts(".figures dd")[0] == "0 10 lives left"
    table.write(WentOut(0, went_rummy=True))
    assert table.page("count/1").path.endswith("/review")
    assert "You lose 2 lives" in table.page("seat/1").words
    table.page("review").press("Write it down")
    assert table.stored.state.totals == (0, 2, 2)
    assert "8 lives left" in table.page().words
    changed = table.page("correct/1").press("See what changes", out="1")
    assert changed.press("Save").status == 200
    assert table.stored.state.totals == (2, 0, 2)


def test_where_nobody_wins_a_round_lives_are_lost_not_cards_counted(phone: Phone) -> None:
    rules = {"losing": "folding", "blocked_round": "score_all"}
    page = send_new_game(phone, "Ann", "Bo", game="cacheta", **rules).page("out")
    assert page.one(".nobody .stands").to_text() == "everybody in the round loses 2 lives"


def test_who_folds_can_be_said_once_somebody_has_won(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Bo", "Cy", game="cacheta", losing="folding")
    table.write(WentOut(0))
    assert not [name for name in table.page().buttons() if name.startswith("Middle drop")]
    table.page().press("First drop 1: Bo")
    table.write_down()
    assert table.stored.state.totals == (0, 1, 2)


def test_a_correction_offers_a_late_fold_only_where_one_is_written(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Bo", "Cy", game="cacheta", losing="folding")
    table.write(WentOut(0), Dropped(1, "first"), Dropped(2, "middle"), RoundScored())
    page = table.page("correct/1")
    offered = [[one.attrs["value"] for one in page.all(f"[name=drop{s}]")] for s in (1, 2)]
    assert offered == [["", "first", "wrong"], ["", "first", "middle", "wrong"]]


def test_a_round_that_wins_the_game_sends_nobody_to_count(chinchon: Table) -> None:
    chinchon.write(WentOut(0, ending="big_gin"))
    assert "to count" not in chinchon.page().words
    assert "Count your cards" not in chinchon.page().words


def test_paper_has_the_words_of_the_game_for_a_way_to_close(chinchon: Table) -> None:
    chinchon.write(WentOut(0, ending="gin"), counted(1, 20), counted(2, 30), RoundScored())
    words = chinchon.page("sheet").words
    assert words.count("All in melds") > 1  # on the screen, and on paper
    assert "gin" not in words.split()


def test_a_player_who_has_come_back_often_enough_reads_why_they_stay_out(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Bo", "Cy", game="pontinho")
    table.write(WentOut(0), counted(1, 20), counted(2, 100), RoundScored(), PlayerReturned(2))
    table.write(WentOut(0), counted(1, 20), counted(2, 90), RoundScored())
    page = table.page("players")
    assert "Come back: Cy" not in page.buttons()
    assert "Cy is out and has come back as often as your house rules allow." in page.words


def test_where_players_close_nobody_goes_out(phone: Phone) -> None:
    """On a player's own page, in history, question and undo, and in the note on the sheet."""
    table = start_game(phone, "Ann", "Bo", "Cy", game="ramino", blocked_round="score_all")
    table.write(WentOut(None), *(counted(seat, points) for seat, points in enumerate((5, 0, 9))))
    pages = [table.page(path).words for path in ("", "seat/1", "history", "count/1", "review")]
    assert not [words for words in pages if "went out" in words]
    assert table.page("review").doubts == [
        "Nobody closed. Is that right?",
        "Nobody closed, but Bo has no cards left. Is that right?",
    ]
    table.page("review").press("Score anyway")
    notes = table.page("sheet").words
    assert "Round 1, confirmed: Nobody closed." in notes
    assert "Round 1, confirmed: Nobody closed, but Bo had no cards left." in notes


def test_a_round_without_a_winner_is_void_in_the_words_of_the_game(chinchon: Table) -> None:
    chinchon.write(WentOut(None))
    assert "Nobody closed: no cards to count" in chinchon.page("seat/1").words


def test_the_name_of_an_ending_is_escaped_once_on_the_rules_card(app: Flask) -> None:
    data = {**game_data("chinchon")}
    called = {"gin": "All “in melds” & no card", "big_gin": "Seven o'clock"}
    ruleset = read_ruleset({**data, "closing": {**data["closing"], "called": called}})
    with app.test_request_context():
        shown = unescape(" ".join(str(escape(words)) for words in playing_words(ruleset)))
    assert (
        "All “in melds” & no card: the player who ended the round scores −10 points besides."
        in shown
    )
    assert "Seven o'clock: the player who ended the round has won the game." in shown


def test_what_is_read_aloud_says_who_needs_how_much_to_open(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Bo", "Cy", game="scala-40")
    asked = table.page("aloud?ask=needs")
    assert asked.texts("#speech .phrase") == ["Ann, Bo, and Cy: 40 to open."]
    table.write(WentOut(0))
    assert "to open" not in table.page("aloud?ask=needs").words
