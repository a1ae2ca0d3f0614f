"""Standings show the current contract of a player, or that all are finished."""

import pytest

from companion.rules.fold.entries import GameEnded, LaidDown, PlayerJoined, PlayerLeft
from tests.web.phone import Phone
from tests.web.table import Table, start_game


@pytest.fixture
def joined(two: Table) -> Table:
    """Ann and Ben made five contracts, then Eve joined; since then all three made three more."""
    two.has_played(5, 0, 5).write(PlayerJoined("Eve"))
    return two.has_played(3, 0, 5, 5)


def standing(table: Table, where: str) -> list[str]:
    return table.page(where).texts("ol.ranks li")


def test_a_late_joiner_is_listed_with_contract_and_contracts_made(joined: Table) -> None:
    assert standing(joined, "sheet") == [
        "1 Ann on contract 9 0",
        "2 Ben on contract 9 40",
        "2 Eve on contract 9, 3 made 40",
    ]


def test_the_table_and_the_view_across_it_say_the_contract_too(joined: Table) -> None:
    (eve,) = joined.page().texts("#seat-2 .contract b")
    assert eve == "Contract 9"
    assert joined.page("across").texts(".goal > b") == ["Contract 9"] * 3


def test_the_finisher_is_named_on_every_page_of_a_finished_game(joined: Table) -> None:
    joined.has_played(4, 0, 5, 90, down=[0, 1])
    told = [
        "1 Ann finished contract 12 0",
        "2 Ben finished contract 12 60",
        "3 Eve on contract 9, 3 made 400",
    ]
    assert standing(joined, "final") == standing(joined, "sheet") == told
    assert joined.page("across").texts(".state") == [
        "finished contract 12 place 1",
        "finished contract 12 place 2",
        "on contract 9, 3 made place 3",
    ]


def test_a_late_joiner_can_finish_with_fewer_contracts(joined: Table) -> None:
    joined.has_played(4, 0, 5, 5)
    assert standing(joined, "final")[2] == "2 Eve finished contract 12, 7 made 60"


def test_a_game_that_is_ended_early_says_how_far_everybody_came(two: Table) -> None:
    two.has_played(2, 0, 90, down=[0]).write(LaidDown(1), GameEnded(""))
    assert standing(two, "final") == ["1 Ann on contract 3 0", "2 Ben on contract 1 180"]


def test_a_leaver_keeps_the_contract(joined: Table) -> None:
    joined.write(PlayerLeft(1))
    assert standing(joined, "sheet")[-1] == "3 Ben left on contract 9 40"


def test_where_every_round_has_its_contract_those_made_are_counted(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", "Cy", game="contract-rummy")
    table.has_played(2, 0, 5, 90, down=[0, 1])
    assert [line.split(maxsplit=2)[2] for line in standing(table, "sheet")] == [
        "2 contracts 0",
        "2 contracts 10",
        "0 contracts 180",
    ]


def test_without_contracts_there_is_no_progress(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", game="five-crowns")
    table.has_played(1, 0, 5, down=[])
    assert standing(table, "sheet") == ["1 Ann 0", "2 Ben 5"]
