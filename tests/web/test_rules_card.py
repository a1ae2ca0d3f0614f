"""The rules card: contracts, values, decks, house rules, and where the sources differ."""

from tests.web.phone import Phone
from tests.web.table import GAME, Table, start_game


def test_the_card_of_a_game_holds_all_of_its_rules(phone: Phone) -> None:
    page = phone.open(f"/games/{GAME}")
    assert page.heading == "12-Step Rummy"
    assert len(page.texts("ol.contracts li")) == 12
    assert "10 J Q K 10 points" in page.texts("ul.values li")
    assert "Each player is dealt 13 cards." in page.words
    assert page.texts("ul.values")[1] == (
        "2 to 5 players 2 decks, 4 jokers 6 to 7 players 3 decks, 6 jokers "
        "8 to 9 players 4 decks, 8 jokers"
    )


def test_the_card_says_where_the_sources_are_silent(phone: Phone) -> None:
    page = phone.open(f"/games/{GAME}")
    assert "The value of a Ten stands in no source for this game" in page.words
    assert "Sources" in page.texts("h3")


def test_the_card_of_a_sitting_has_its_house_rules_and_its_decks(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben", ten_value="5", buys="True")
    page = table.page("rules")
    assert "House rules in force" in page.texts("h2")
    assert "3 – 10 5 points" in page.texts("ul.values li")
    assert "Buying is allowed" in page.texts("dl.house dd")
    assert page.texts("li.here") == ["2 to 5 players 2 decks, 4 jokers"]


def test_the_card_follows_the_table_size(phone: Phone) -> None:
    six = start_game(phone, "Ann", "Ben", "Cy", "Dee", "Eve", "Fay", decks_rounding="down")
    assert six.page("rules").texts("li.here") == ["2 to 6 players 2 decks, 4 jokers"]


def test_the_card_leads_back_to_where_one_came_from(table: Table, phone: Phone) -> None:
    assert table.page("rules").follow("Back to the table").path == table.address()
    assert phone.open(f"/games/{GAME}").follow("Home").path == "/"
