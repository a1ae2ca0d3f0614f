"""Just points: no cards, so the table leads straight to typing, also below zero."""

import re

import pytest

from companion.rules.fold.entries import GameEnded, Hand, HandCounted, RoundScored
from tests.web.phone import Phone
from tests.web.table import Table, start_game


@pytest.fixture
def table(phone: Phone) -> Table:
    return start_game(phone, "Ann", "Ben", game="just-points")


def test_the_table_leads_straight_to_the_points_of_the_first_player(table: Table) -> None:
    page = table.page()
    assert "Is this legal?" not in page.words
    assert [p.words.count("1 cards") for p in (page, table.page("across"))] == [0, 0]
    assert not [label for label in page.buttons() if label.startswith(("Out", "Down"))]
    typed = page.follow("Type the points")
    assert typed.heading == "Points: Ann"
    assert "nobody went out" not in typed.words
    assert not {"No cards left", "One fewer"} & {*typed.buttons()}


def test_points_below_zero_are_typed_reviewed_and_written(table: Table) -> None:
    page = table.page().follow("Type the points").press("Next: Ben", total="-5")
    review = page.press("Review", total="10-12")
    assert (review.heading, review.texts(".line .plus")) == (
        "Is round 1 right?",
        ["points −5", "points −2"],
    )
    assert "went out" not in review.words
    written = review.press("Write it down")
    assert table.state.totals == (-5, -2)
    assert "Type the points" in written.words
    assert "−5" in table.page("sheet").words


def test_a_round_is_reviewed_once_some_points_are_typed(table: Table) -> None:
    assert table.page("review").heading == table.page().heading
    table.page().follow("Type the points").press("Next: Ben", total="0")
    review = table.page("review")
    assert review.heading == "Is round 1 right?"
    assert "Ben’s points of this round are missing. Type 0 if there are none." in review.words


def test_a_new_game_asks_nothing_about_the_referee(phone: Phone) -> None:
    question = "May the referee say"
    assert question not in phone.open("/new/just-points").words
    assert question in phone.open("/new/gin-rummy").words
    assert "Just points" not in phone.open("/referee").words


def test_points_that_are_no_number_are_refused_at_the_field(table: Table) -> None:
    page = table.page().follow("Type the points").press("Next: Ben", total="5-")
    assert "Enter a number such as 45" in page.words
    assert page.typed()["total"] == "5-"


def test_points_of_a_written_round_are_corrected_also_to_below_zero(table: Table) -> None:
    page = table.page().follow("Type the points").press("Next: Ben", total="7")
    page.press("Write it down", total="3")
    page = table.page("correct/1")
    assert "Who went out" not in page.words
    page.press("See what changes", **{"seat1-total": "-30"}).press("Save")
    assert table.state.totals == (7, -30)


def test_somebody_types_their_own_points(table: Table) -> None:
    own = table.page("seat/1")
    assert own.texts("#ended") == ["Type your points"]
    assert "Is this legal?" not in own.words
    own.follow("Type your points").press("Next: Ann", total="-1")
    assert table.page("seat/1").texts("#ended") == ["Your points: −1"]


def test_the_rules_card_says_nothing_of_cards(phone: Phone) -> None:
    words = phone.open("/games/just-points").words
    assert "After each round, type everybody’s points" in words
    assert not [
        said for said in ("Card values", "deck", "Is this legal?", "A run") if said in words
    ]


def test_other_games_take_no_points_below_zero(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="gin-rummy")
    page = table.page().press("Gin: Ann went gin").press("Review", total="-5")
    assert "Enter a number such as 45" in page.words


def test_history_and_undo_speak_of_points(table: Table) -> None:
    page = table.page().follow("Type the points").press("Next: Ben", total="7")
    assert "Undo: Ann’s points" in table.page().words
    page.press("Write it down", total="-3")
    words = table.page("history").words
    assert re.search("Ann’s points( · [0-9:]+)? Points: 7", words)
    assert "Ben’s points Points: −3" in words
    assert "hand" not in words
    assert "Correct round 1" in words


def test_highlights_and_people_speak_of_points(table: Table, phone: Phone) -> None:
    for points in ((30, 50), (20, 40)):
        table.write(*(HandCounted(seat, Hand(points=n), None) for seat, n in enumerate(points)))
        table.write(RoundScored())
    table.write(GameEnded(""))
    final = table.page("final").words
    assert "Most points in a round" in final
    assert "hand" not in final.split()
    person = phone.open("/persons/one?name=Ben").words
    assert "points, the most in a round 50" in person
    assert "out" not in person.split()


def test_what_is_read_aloud_speaks_of_points(table: Table) -> None:
    page = table.page("aloud")
    assert page.texts(".questions b") == [
        *("Who leads?", "Whose points are missing?"),
        *("What changed?", "What are the standings?"),
    ]
    assert page.texts("#settings .switch b") == ["Read aloud"]
    assert "Commands: leads, count, changed, standings." in page.words
    assert not {"contract", "contracts", "hand", "needs"} & {*page.words.split()}
    asked = table.page("aloud?command=needs").texts("#speech .phrase")
    assert asked == ["In this game there are only points."]


@pytest.mark.parametrize("path", ["share", "seat"])
def test_other_phones_are_told_of_points(table: Table, path: str) -> None:
    words = table.page(path).words.split()
    assert not {"hand", "hand.", "contract"} & {*words}


def test_two_phones_that_typed_other_points_are_told_of_points(
    table: Table, other_phone: Phone
) -> None:
    mine = table.page("count/0")
    table.on(other_phone).page("count/0").press("Next: Ben", total="5")
    page = mine.press("Next: Ben", total="6")
    assert page.heading == "Two counts: Ann"
    assert "hand" not in page.words.split()


def test_nobody_is_asked_who_went_out(table: Table) -> None:
    assert table.page("out").heading == table.page().heading
