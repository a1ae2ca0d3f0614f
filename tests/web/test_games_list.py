"""The list of games is the same on each page; a line opens what the page is about."""

import pytest

from companion.rules.reading.catalogue import catalogue
from tests.web.own_games import own_game
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import start_game

OPENS = {
    "/new": "/new/{key}",
    "/games": "/games/{key}",
    "/referee": "/referee/{key}",
    "/own": "/own/new/1",
}
each_page = pytest.mark.parametrize("address", OPENS)
LINE = "Contract Rummy 7 rounds, a contract each"


def below(page: Page, heading: str) -> list[str]:
    """The lines below this heading."""
    parts = {part.query("h2")[0].to_text(): part for part in page.all("section[data-found]")}
    return [line.to_text() for line in parts[heading].query("a.game")] if heading in parts else []


@pytest.mark.parametrize(("address", "opens"), OPENS.items())
def test_a_line_opens_what_the_page_is_about(phone: Phone, address: str, opens: str) -> None:
    assert phone.open(address).follow(LINE).path == opens.format(key="contract-rummy")


@each_page
def test_each_page_lists_the_same_games_in_the_same_order(phone: Phone, address: str) -> None:
    first = below(phone.open("/new"), "All games")
    here = below(phone.open(address), "All games")
    cards = [line for line in first if address != "/referee" or "Just points" not in line]
    assert here == cards
    assert len(first) == len(catalogue())


@each_page
def test_every_line_has_a_drawing(phone: Phone, address: str) -> None:
    own_game(phone)
    lines = phone.open(address).all("[data-found] a.game")
    assert lines
    assert all(line.query("svg.melds") for line in lines)


def test_a_custom_game_to_change_has_the_link_to_its_rules_instead(phone: Phone) -> None:
    card = own_game(phone)
    (line,) = phone.open("/own").all(".with-rules")
    assert [link.attrs["href"] for link in line.query("a.icon")] == [card.path]
    assert not line.query("svg")


def says_that_none_is_found(page: Page) -> bool:
    told = page.one("#none-found")
    return "No game has this name." in told.to_text() and "hidden" not in told.attrs


@each_page
def test_each_page_is_searched_in_the_same_way(phone: Phone, address: str) -> None:
    page = phone.open(address).press("Search", q="dummy")
    assert [line.split(" 12 ")[0] for line in below(page, "All games")] == [
        "Dummy Rummy",
        "Dummy Rummy, must finish",
    ]
    assert page.typed("#choose")["q"] == "dummy"
    assert says_that_none_is_found(phone.open(f"{address}?q=whist"))
    assert not says_that_none_is_found(phone.open(f"{address}?q=dummy"))


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("address", ["/games", "/referee", "/own"])
def test_what_was_played_last_is_first_once_whoever_played(phone: Phone, address: str) -> None:
    start_game(phone, "Cy", "Dee")
    page = phone.open(address)
    assert below(page, "Last played") == ["12-Step Rummy 12 contracts, each made before the next"]
    assert page.texts("section[data-found] > h2") == ["Last played", "All games"]


@pytest.mark.usefixtures("table")
@each_page
def test_a_search_says_that_it_found_none_unless_the_page_lists_one(
    phone: Phone, address: str
) -> None:
    """A player’s name finds what they played, which only New game lists with its players."""
    start_game(phone, "Cy", "Dee")
    own_game(phone)
    assert says_that_none_is_found(phone.open(f"{address}?q=dee")) == (address != "/new")
    assert not says_that_none_is_found(phone.open(f"{address}?q=lake"))


FOUND_BY = {
    "pool": "Indian Rummy",
    "Pool 101": "Indian Rummy",
    "201": "Indian Rummy",
    "deals": "Indian Rummy",
    "points rummy": "Indian Rummy",
    "13 cards": "Indian Rummy",
    "rami 51": "Rami 51",
    "rami 40": "Rami 51",
    "liverpool": "Liverpool Rummy",
    "may i": "Contract Rummy",
    "hollywood": "Gin Rummy",
    "oklahoma": "Gin Rummy",
    "konkan 71": "Hand",
    "kalookie 51": "Kalookie (Britain)",
    "phase ten": "Phase 10",
    "313": "Three Thirteen",
    "scala 501": "Scala 40",
    "1005": "Burraco",
    "ramino 101": "Ramino",
    "500 rum": "Rummy 500",
}


@pytest.mark.parametrize(("search", "name"), FOUND_BY.items())
def test_a_game_is_found_by_the_words_that_people_use(phone: Phone, search: str, name: str) -> None:
    page = phone.open(f"/new?q={search}")
    assert any(line.startswith(name) for line in below(page, "All games"))


def test_a_word_that_begins_one_in_a_name_is_not_looked_for_within_others(phone: Phone) -> None:
    assert len(below(phone.open("/new?q=pool"), "All games")) == 1
    (liverpool,) = below(phone.open("/new?q=verpool"), "All games")
    assert liverpool.startswith("Liverpool Rummy")


def test_lives_are_no_points_to_search_for(phone: Phone) -> None:
    assert not any(
        line.startswith("Cacheta") for line in below(phone.open("/new?q=10"), "All games")
    )
