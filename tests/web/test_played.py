"""All games of a phone: search, repeat, archive."""

import pytest

from companion.records.people.lists import PAGE
from tests.records.book import many_games
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.sharing import sits
from tests.web.table import Table, start_game


def found(page: Page) -> list[str]:
    return page.texts(".played b")


@pytest.fixture
def won(phone: Phone) -> Table:
    start_game(phone, "Cy", "Dee", game="five-crowns", title="At the lake")
    return start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])


@pytest.mark.both_databases
def test_games_in_progress_stand_apart_from_past_games(phone: Phone, won: Table) -> None:
    page = phone.open("/").follow("All games on this phone")
    assert page.texts("section .played b") == ["Ann won"]
    assert page.one("section a.game").attrs["href"] == won.address("final")
    assert page.texts("details[open] .going b") == ["Five Crowns"]
    assert page.texts(".going small") == ["Round 1 · Cy, Dee · At the lake"]
    assert page.texts("summary")[:2] == ["Which games All", "In progress 1"]
    assert [len(page.all(f"{row} .disc")) for row in (".played", ".going")] == [1, 0], "a winner’s"


def test_games_in_progress_are_in_sight_where_no_game_is_over(phone: Phone) -> None:
    start_game(phone, "Ann", "Ben")
    page = phone.open("/played")
    assert page.texts("details[open] .played b") == ["12-Step Rummy"]
    assert "No games" not in page.words


@pytest.mark.both_databases
def test_games_in_progress_have_pages_too_and_a_search_stays(phone: Phone) -> None:
    with phone.app.app_context():
        many_games(PAGE + 2, phone.device)
    page = phone.open("/played?q=evening")
    assert len(found(page)) == PAGE
    assert page.texts("summary")[1] == f"In progress {PAGE}+"
    older = page.follow("Older games")
    assert len(found(older)) == 2
    assert older.typed(".search")["q"] == "evening"
    assert "People and their wins" not in older.texts("a"), "nobody has won yet"


def test_people_and_their_wins_are_also_on_a_page_with_games_in_progress_only(
    phone: Phone, won: Table
) -> None:
    with phone.app.app_context():
        many_games(PAGE + 2, phone.device)
    page = won.phone.open("/played?page=2")
    assert page.texts("section .played b") == []
    assert "People and their wins" in page.texts("a")


def test_the_rules_to_choose_from_are_those_of_games_that_are_over(
    phone: Phone, won: Table
) -> None:
    assert won
    page = phone.open("/played")
    assert page.texts("nav .chip") == ["All", "12-Step Rummy", "Archived"]
    assert page.all("details[open] > nav .chip") == []
    titles = [page.heading, page.follow("12-Step Rummy").heading, page.follow("Archived").heading]
    assert titles == ["All games on this phone", "12-Step Rummy", "Archived"]


@pytest.mark.both_databases
def test_it_is_found_by_words_and_by_its_rules(phone: Phone, won: Table) -> None:
    assert won
    assert found(phone.open("/played?q=lake")) == ["Five Crowns"]
    assert found(phone.open("/played").follow("12-Step Rummy")) == ["Ann won"]
    nothing = phone.open("/played?q=lake&game=12-Step+Rummy")
    assert found(nothing) == []
    assert "No games found" in nothing.words


def test_a_rematch_has_the_dealer_turned_on(phone: Phone, won: Table) -> None:
    assert won
    page = phone.open("/played?q=ann").follow("Rematch")
    assert page.typed("#new-game")["dealer"] == "1"


@pytest.mark.both_databases
def test_a_game_put_away_stands_nowhere_else_until_it_is_put_back(phone: Phone, won: Table) -> None:
    page = phone.open("/played?q=ann").press("Archive")
    assert page.said.startswith("Archived on this phone.")
    assert found(phone.open("/played")) == ["Five Crowns"]
    assert "Ann won" not in phone.open("/").words
    assert won.page("final").heading == "12-Step Rummy"  # the link leads to this game
    page = page.follow("Archived")
    assert found(page) == ["Ann won"]
    page.press("Restore")
    assert found(phone.open("/played")) == ["Five Crowns", "Ann won"]


def test_a_guest_finds_the_games_they_sit_at_and_comes_to_their_own_page(
    phone: Phone, other_phone: Phone
) -> None:
    table = start_game(phone, "Ann", "Ben")
    sits(table, other_phone, "Ben")
    page = other_phone.open("/played")
    assert other_phone.open(page.one("a.game").attrs["href"]).path == table.address("seat/1")


def test_pages_lead_to_games_that_are_all_put_away(phone: Phone) -> None:
    start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    phone.open("/played").press("Archive")
    home = phone.open("/")
    assert "You play. This keeps score." not in home.words
    played = home.follow("All games on this phone")
    assert "All games of this phone are in the archive." in played.words
    assert found(played.follow("Archived")) == ["Ann won"]
    start_game(phone, "Ann", "Ben")
    assert "All finished games of this phone are in the archive." in phone.open("/persons").words


def test_a_link_that_leads_nowhere_is_told_so(phone: Phone) -> None:
    page = phone.send("/played/archive", {"csrf_token": phone.csrf_token, "game": "nothing"})
    assert page.said == "That game is gone, or its link was replaced."
