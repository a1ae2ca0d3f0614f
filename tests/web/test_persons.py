"""People over all their evenings: what the pages say is a plain recount of the logs."""

import pytest

from companion.records.games import open_game
from companion.rules.entries import PlayerRenamed
from companion.rules.state import State
from companion.web.persons.view import players_of
from tests.books import happens
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import Table, start_game


@pytest.fixture
def evenings(phone: Phone) -> list[Table]:
    """Ann has won twice, Ben once; Cy plays now and then, and a game goes on."""
    won = start_game(phone, "Ann", "ben").has_played(12, 0, 90, down=[0])
    again = start_game(phone, "Ann", "Ben", "Cy").has_played(12, 0, 90, 60, down=[0])
    lost = start_game(phone, "Ben", "ANN").has_played(12, 0, 70, down=[0])
    start_game(phone, "Ann", "Dee").has_played(1, 0, 90)
    return [won, again, lost]


def figures(page: Page) -> list[str]:
    return page.texts(".block dl > div")


def test_everybody_stands_there_once_with_games_and_wins(
    phone: Phone, evenings: list[Table]
) -> None:
    assert evenings
    page = phone.open("/played").follow("People, and what each has won")
    assert page.texts(".people .line") == [
        "B Ben 3 games · 1 won",
        "A ANN 3 games · 2 won",
        "C Cy 1 game · 0 won",
    ]


def test_who_plays_together_is_found_by_itself(phone: Phone, evenings: list[Table]) -> None:
    assert evenings
    page = phone.open("/persons")
    (group, *_) = page.all("section .line")
    assert group.to_text() == "BA Ben, ANN 2 games · Ben and ANN lead with 1 each"
    assert len(phone.open(group.attrs["href"] or "").all(".played")) == 3  # Cy was there once


def test_a_person_has_what_their_logs_say(phone: Phone, evenings: list[Table]) -> None:
    assert evenings
    page = phone.open("/persons/one?name=ann")
    assert page.heading == "ANN"
    assert figures(page) == ["games 3", "won 2", "points a round 23", "times out 24"]
    assert page.texts(".cells li") == ["won", "won", "not won"]
    assert page.texts(".bests .num") == ["12", "70"]
    assert page.texts(".rivals small") == [
        "3 games · ANN won 2, Ben 1",
        "1 game · ANN won 1, Cy 0",
    ]
    assert page.texts(".played b") == ["Ben won", "Ann won", "Ann won"]


def test_a_game_that_was_changed_is_counted_anew(phone: Phone, evenings: list[Table]) -> None:
    assert figures(phone.open("/persons/one?name=cy"))[0] == "game 1"
    with phone.app.app_context():
        happens(evenings[1].token, PlayerRenamed(2, "Ida"))
    assert phone.open("/persons/one?name=cy").status == 404
    assert figures(phone.open("/persons/one?name=ida"))[0] == "game 1"


def test_nobody_sees_the_people_of_another_phone(other_phone: Phone, evenings: list[Table]) -> None:
    assert evenings
    assert "Nobody has finished a game" in other_phone.open("/persons").words
    assert other_phone.open("/persons/one?name=ann").status == 404


def recounted(state: State, seat: int) -> tuple[int, int, int]:
    """Rounds, points and times out, added up round by round."""
    rounds = [r for r in state.rounds if r.counted and seat in r.points]
    points = [r.points[seat] for r in rounds]
    return len(rounds), sum(points), len([r for r in rounds if r.play.went_out == seat])


def test_the_figures_of_a_game_are_a_plain_recount(phone: Phone, evenings: list[Table]) -> None:
    with phone.app.app_context():
        for table in evenings:
            state = open_game(table.token).state
            told = [(one.rounds, one.points, one.outs) for one in players_of(state)]
            assert told == [recounted(state, seat) for seat in state.order]
