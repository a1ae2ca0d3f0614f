"""Players: somebody sits down later, gets up, or deals instead of somebody else."""

import pytest

from tests.web.phone import Phone
from tests.web.table import Table, start_game

ANN_MADE_IT = {"Ben": "70", "Cy": "65", "Dee": "80"}


def people(table: Table) -> list[str]:
    return table.page("players").texts("li.seat h2")


def test_a_newcomer_sits_last_on_the_lowest_contract_with_the_worst_total(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    page = table.page("players").press("Join", name=" Eve ")
    assert page.texts("li.seat h2") == ["Ann", "Ben", "Cy", "Dee", "Eve"]
    assert table.state.totals == (0, 70, 65, 80, 80)
    assert table.state.open is not None
    assert table.state.open.deal.contracts[4] == 1
    assert "Eve joined before round 2." in table.page("sheet").words


def test_a_leaver_is_kept_on_the_sheet_and_dealt_in_no_more(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    page = table.page("players").press("Leaves: Ben")
    assert page.texts("li.seat h2") == ["Ann", "Cy", "Dee"]
    assert table.state.totals[1] == 70
    sheet = table.page("sheet")
    assert "Ben left after round 1." in sheet.words
    assert "Ben left" in sheet.texts("ol.ranks .name")


def test_the_dealer_who_leaves_is_skipped(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    assert table.page().texts("header p")[0].startswith("Ben deals")
    table.page("players").press("Leaves: Ben")
    assert table.page().texts("header p")[0].startswith("Cy deals")


def test_somebody_else_deals_and_the_deal_goes_on_from_there(table: Table) -> None:
    table.page("players").press("Deals: Cy")
    assert table.page().texts("header p")[0].startswith("Cy deals")
    table.play_round("Ann", ANN_MADE_IT)
    assert table.page().texts("header p")[0].startswith("Dee deals")


def test_decks_follow_the_number_of_players(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", "Dee", "Eve")
    assert "2 decks, 4 jokers" in table.page().texts("header p")[0]
    table.page("players").press("Join", name="Flo")
    assert "3 decks, 6 jokers" in table.page().texts("header p")[0]


@pytest.mark.parametrize("step", ["Leaves: Ben", "Deals: Cy"])
def test_coming_and_going_can_be_undone(table: Table, step: str) -> None:
    before = people(table), table.page().texts("header p")
    table.page("players").press(step)
    table.undo()
    assert (people(table), table.page().texts("header p")) == before


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Type the name of the one who joins."),
        ("ann", "Somebody in this game has this name. Add an initial."),
        ("x" * 60, "This has 60 characters. Use 30 or fewer, so that it fits."),
        ("\u202eeve", "This has invisible characters. Type it again."),
    ],
)
def test_a_name_that_cannot_join_says_why_and_stays(table: Table, name: str, sentence: str) -> None:
    page = table.page("players").press("Join", name=name)
    assert (page.status, page.error_at("name")) == (422, sentence)
    assert page.field("name").attrs["value"] == name
    assert table.kinds == []


def test_a_full_table_takes_nobody(phone: Phone) -> None:
    table = start_game(phone, *"ABCDEFGHI")
    page = table.page("players").press("Join", name="Joe")
    assert page.error_at("name") == "The table is full: 9 players."


def test_the_last_two_cannot_leave(two: Table) -> None:
    page = two.page("players").press("Leaves: Ben")
    assert (page.status, page.trouble) == (422, "This game needs 2 players or more.")
    assert two.kinds == []


def test_nobody_comes_or_goes_once_the_game_is_over(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    assert two.page("players").path == two.address("final")
