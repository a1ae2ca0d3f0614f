"""A player leaves during a game, and another one takes over the seat."""

from companion.rules.fold.entries import SeatTakenOver
from tests.web.table import Table, undo_label

ANN_MADE_IT = {"Ben": "70", "Cy": "65", "Dee": "80"}
TAKEN = "Somebody in this game is already called Cy. Add an initial to one of the names."


def handed_over(table: Table) -> None:
    """Ann made the first contract, then Cem took over from Ben, and Ann made the second."""
    table.play_round("Ann", ANN_MADE_IT)
    table.write(SeatTakenOver(1, "Cem", "Ben"))
    table.play_round("Ann", {"Cem": "65", "Cy": "65", "Dee": "65"})


def test_somebody_takes_the_seat_over_with_contract_and_points(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    page = table.page("players").follow("Hand over the seat: Ben")
    assert page.texts(".takes-on dd") == ["1", "70", "3", "2"]
    assert "Round 1 stays Ben’s" in page.words
    page = page.press("Save", name=" Cem ")
    assert page.texts("li.seat h2") == ["Ann", "Cem", "Cy", "Dee"]
    assert page.said == "Cem plays on for Ben with 70 points."
    assert table.kinds[-1] == "seat_taken_over"
    assert undo_label(page) == "Undo: Cem took over a seat"
    assert page.press(undo_label(page)).texts("li.seat h2") == ["Ann", "Ben", "Cy", "Dee"]


def test_the_seat_stays_empty(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    page = table.page("players/1/leaving").press("Save", way="empty")
    assert page.texts("li.seat h2") == ["Ann", "Cy", "Dee"]
    assert page.said == "Ben has left with 70 points. Undo brings Ben back."


def test_what_is_wrong_stands_at_the_name_and_nothing_is_written(table: Table) -> None:
    with table.nothing_written():
        for name, error in (("cy", TAKEN), ("", "Enter a name.")):
            page = table.page("players/1/leaving").press("Save", name=name)
            assert (page.status, page.error_at("name")) == (422, error)
            assert page.field("name").attrs["value"] == name
    page = table.page("players/1/leaving")
    table.write(SeatTakenOver(1, "Cem", "Ben"))
    with table.nothing_written():
        assert page.press("Save", name="Dan").status == 409


def test_nobody_hands_over_a_seat_that_is_not_there(table: Table) -> None:
    table.page("players").press("Leave: Ben")
    assert table.page("players/1/leaving").status == 404
    assert table.page("players/9/leaving").status == 404


def test_the_sheet_says_who_had_the_seat_up_to_which_round(table: Table) -> None:
    handed_over(table)
    page = table.page("sheet")
    assert page.texts(".scores .former") == ["to round 1: Ben"]
    assert page.texts(".handed .sr") == ["Cem plays on for Ben"]
    note = "Cem has played on for Ben since round 2, from contract 1 and a total of 70."
    assert note in page.words


def test_the_printed_sheet_has_the_line_and_both_names(table: Table) -> None:
    handed_over(table)
    page = table.page("sheet")
    assert page.texts(".leaf .former") == ["to round 1: Ben"]
    assert len(page.all(".leaf td.handed-over")) == 1


def test_a_correction_of_an_early_round_names_the_player_of_then(table: Table) -> None:
    handed_over(table)
    assert "Cem" not in table.page("correct/1").words
    assert "Ben" not in table.page("correct/2").words
