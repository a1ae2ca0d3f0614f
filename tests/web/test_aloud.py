"""Read aloud: answers to questions about the game, without a script."""

import pytest

from companion.rules.fold.entries import Hand, HandCounted, WentOut
from tests.web.table import Table

ANN_MADE_IT = {"Ben": "70", "Cy": "65", "Dee": "80"}


def answer(table: Table, asked: str) -> list[str]:
    """Each sentence of the answer."""
    return table.page(f"aloud?{asked}").texts("#speech .phrase")


def test_players_on_one_contract_are_named_together(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    told = answer(table, "ask=needs")
    assert told == ["Ann: Set of 3, run of 4.", "Ben, Cy, and Dee: 2 sets of 3."]


def test_the_leader_is_named_with_contract_and_points(table: Table) -> None:
    assert answer(table, "ask=leads") == ["Nobody is ahead: everybody is level."]
    table.play_round("Ann", ANN_MADE_IT)
    assert answer(table, "ask=leads") == ["Ahead: Ann, on contract 2 with 0 points."]


def test_who_is_still_to_count_is_known_once_the_round_is_over(table: Table) -> None:
    assert answer(table, "ask=count") == ["Round 1 is still being played."]
    table.write(WentOut(0), HandCounted(1, Hand(points=65), down=False))
    assert answer(table, "ask=count") == ["Still to count: Cy and Dee."]
    table.write(*(HandCounted(seat, Hand(points=65), down=False) for seat in (2, 3)))
    assert answer(table, "ask=count") == ["Every hand is counted."]


def test_the_last_step_is_told_and_the_points_of_the_last_round(table: Table) -> None:
    assert answer(table, "ask=changed") == ["Nothing has been written yet."]
    table.play_round("Ann", ANN_MADE_IT)
    assert answer(table, "ask=changed") == [
        "The last step: Round 1 written down.",
        "Points in round 1:",
        *("Ann: 0 points.", "Ben: 70 points.", "Cy: 65 points.", "Dee: 80 points."),
    ]


def test_the_standings_are_told_in_their_order(table: Table) -> None:
    table.play_round("Ann", ANN_MADE_IT)
    told = answer(table, "ask=standings")
    assert told[:3] == ["After round 1:", "Ann: 0 points.", "Cy: 65 points."]


@pytest.mark.parametrize("typed", ["l", "Leads", "LE"])
def test_the_first_letters_of_a_command_are_enough(table: Table, typed: str) -> None:
    assert answer(table, f"command={typed}") == answer(table, "ask=leads")


def test_an_unknown_command_is_answered_with_all_of_them(table: Table) -> None:
    page = table.page("aloud?command=xyz")
    assert "Unknown command: xyz. Commands: needs, leads, count, changed, standings." in page.words
    assert page.one("#typed").attrs["value"] == "xyz"
    assert page.texts("#unknown") == ["Unknown command: xyz."]


def test_each_question_has_its_command_beside_it(table: Table) -> None:
    rows = table.page("aloud")
    asked = ["Who needs what?", "Who leads?"]
    assert (rows.texts(".questions b")[:2], rows.texts("kbd")[:2]) == (asked, ["needs", "leads"])


def test_after_the_end_it_leads_to_the_winner(two: Table) -> None:
    two.has_played(12, 0, 90, down=[0])
    assert two.page("aloud").texts("h2")[0] == "Ann wins"
