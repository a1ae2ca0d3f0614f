"""A game as a whole: title and note, early end and reopening, deleting and restoring."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from companion.records.models import Game
from companion.records.store.database import db
from tests.web.phone import Phone
from tests.web.table import Table, start_game

ROUND = {"Ben": "70", "Cy": "65", "Dee": "80"}


# --- Title and note -----------------------------------------------------------------------------


def test_a_title_is_shown_on_home_table_and_sheet(table: Table) -> None:
    page = table.page("players").press("Save", title=" At  the lake ", note="")
    assert page.field("title").attrs["value"] == "At the lake"
    for words in (table.phone.open("/").words, table.page().words, table.page("sheet").words):
        assert "At the lake" in words
    assert table.kinds == ["titled"]


def test_a_game_that_began_with_a_title_can_be_called_otherwise_or_nothing(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", title="Friday")
    assert table.page("players").field("title").attrs["value"] == "Friday"
    table.page("players").press("Save", title="")
    assert "Friday" not in phone.open("/").words + table.page().words
    table.undo()
    assert "Friday" in phone.open("/").words
    assert "Friday" in table.page().words


def test_a_note_is_shown_on_the_sheet_and_the_final_page(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    two.page("players").press("Save", note="Ben taught us all")
    for where in ("sheet", "final"):
        assert "Note: Ben taught us all" in two.page(where).words
    assert two.kinds[-1:] == ["noted"]


def test_nothing_new_writes_nothing(table: Table) -> None:
    with table.nothing_written():
        table.page("players").press("Save")


@pytest.mark.parametrize(("field", "most"), [("title", 80), ("note", 300)])
def test_an_invalid_value_is_reported_at_its_field_and_nothing_is_written(
    table: Table, field: str, most: int
) -> None:
    typed = {"title": "At the lake", "note": "Rain"} | {field: "x" * (most + 1)}
    with table.nothing_written():
        page = table.page("players").press("Save", **typed)
    assert page.status == 422
    assert page.error_at(field).startswith(f"This has {most + 1} characters. Use {most} or fewer")
    assert {name: page.field(name).attrs["value"] for name in typed} == typed


# --- An early end -------------------------------------------------------------------------------


def test_the_page_says_who_would_win_and_what_is_left_out(table: Table) -> None:
    table.play_round("Ann", ROUND)
    words = table.page("players").words
    assert "By the current scores, Ann wins." in words
    assert "Round 2 does not count" in words


def test_an_early_end_says_who_won_and_why_it_was(table: Table) -> None:
    table.play_round("Ann", ROUND)
    table.lay_down("Ben")
    page = table.page("players").press("End the game here", reason="The last bus")
    assert page.path == table.address("final")
    assert page.texts(".crown h2") == ["Ann wins"]
    why = "Ended early after round 1: “The last bus”. The rounds written down count."
    assert why in page.words
    assert why in table.page("sheet").words
    assert "Ann won" in table.phone.open("/").words
    assert table.state.totals == (0, 70, 65, 80)


def test_points_decide_between_equal_contracts(table: Table) -> None:
    table.play_round("Ann", {"Ben": "5", "Cy": "65", "Dee": "10"}, down=["Ben", "Dee"])
    words = table.page("players").press("End the game here").words
    assert "Ended early after round 1; the rounds written down count." in words
    assert "Ann, Ben, and Dee were equally far through the contracts;" in words
    assert "of these, Ann has the fewest points, 0, ahead of 5 and 10." in words
    crowns = start_game(table.phone, "Ann", "Ben", game="five-crowns").has_played(1, 0, 20)
    words = crowns.page("players").press("End the game here").words
    assert "Ann has the fewest points, 0; next best: 20." in words


def test_playing_on_restores_the_open_round(table: Table) -> None:
    table.play_round("Ann", ROUND)
    table.lay_down("Ben")
    table.page("players").press("End the game here", reason="Tea")
    table.page("players").press("Rename: Cy", name__2="Cyrus")
    page = table.page("final").press("Play on")
    assert page.heading == "Round 2"
    assert "Down : clear for Ben" in page.buttons()
    assert page.texts("li.seat h2")[2] == "Cyrus"
    assert table.kinds[-1] == "entry_undone"


def test_a_game_with_no_round_written_down_is_not_ended(table: Table) -> None:
    page = table.page("players")
    assert "No round is written down yet, so there are no standings." in page.words
    assert "End the game here" not in page.buttons()
    with table.nothing_written():
        sent = {"csrf_token": table.phone.csrf_token, "round": "1", "reason": "bored"}
        answer = table.phone.send(table.address("end"), sent)
    assert answer.status == 422
    assert answer.trouble.startswith("No round is written down yet")


def test_a_reason_that_does_not_fit_is_refused_at_its_field(table: Table) -> None:
    table.play_round("Ann", ROUND)
    with table.nothing_written():
        page = table.page("players").press("End the game here", reason="x" * 81)
    assert (page.status, page.error_at("reason")[:22]) == (422, "This has 81 characters")
    assert page.field("reason").attrs["value"] == "x" * 81


def test_an_early_end_from_a_page_of_another_round_is_not_written(table: Table) -> None:
    table.play_round("Ann", ROUND)
    page = table.page("players")
    table.play_round("Ann", ROUND)
    with table.nothing_written():
        assert page.press("End the game here").status == 409


def test_a_game_that_its_rules_ended_is_not_played_on(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    assert "Play on" not in two.page("final").buttons()
    with two.nothing_written():
        sent = {"csrf_token": two.phone.csrf_token, "ended": "1", "key": "x"}
        answer = two.phone.send(two.address("reopen"), sent)
    assert (answer.status, answer.trouble[:29]) == (422, "The game was not ended early.")


# --- Deleting -----------------------------------------------------------------------------------


def test_a_deleted_game_is_off_home_and_its_links_say_so(table: Table) -> None:
    home = table.page("players").press("Delete: this game")
    assert home.path == "/"
    assert home.said == "The game is deleted. You can restore it below."
    assert table.phone.home_lists() == []
    assert "Deleted games" in home.texts("h2")
    for where in ("", "sheet", "final", "players", "count/0"):
        page = table.page(where)
        assert (page.status, page.heading) == (410, "This game was deleted")
    assert "Ann: add" not in table.phone.open("/new/twelve-step-rummy").buttons()


def test_a_restored_game_is_unchanged(table: Table) -> None:
    table.play_round("Ann", ROUND)
    table.lay_down("Ben")
    before = table.state
    table.page("players").press("Delete: this game")
    page = table.phone.open("/").press("Restore: Ann, Ben, Cy, Dee")
    assert (page.path, page.heading) == (table.address(), "Round 2")
    assert table.state == before
    assert table.phone.home_lists() == ["Ann, Cy, Ben, Dee"]  # in order of play


def test_only_the_phone_that_started_a_game_can_delete_it(table: Table, other_phone: Phone) -> None:
    theirs = table.on(other_phone)
    assert "Delete: this game" not in theirs.page("players").buttons()
    sent = {"csrf_token": other_phone.csrf_token}
    page = other_phone.send(table.address("delete"), sent)
    assert page.status == 403
    assert page.trouble == "Only the phone that started this game can delete it."
    assert table.page().status == 200


def _deleted_hours_ago(table: Table, hours: float) -> None:
    table.page("players").press("Delete: this game")
    with table.phone.app.app_context(), db.session.begin():
        game = db.session.scalars(select(Game).where(Game.token == table.token)).one()
        assert game.deleted_at is not None
        game.deleted_at -= timedelta(hours=hours)


def test_deleting_a_game_removes_what_was_deleted_long_ago(table: Table) -> None:
    _deleted_hours_ago(table, 25)
    start_game(table.phone, "Eve", "Fay").page("players").press("Delete: this game")
    assert table.page().status == 404
