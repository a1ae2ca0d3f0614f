"""Home: the games of this phone, and only of this phone."""

from tests.web.phone import Phone
from tests.web.table import start_game


def test_a_new_phone_is_told_what_this_is(phone: Phone) -> None:
    page = phone.open("/")
    assert page.heading == "Rummy Companion"
    assert "Deal the cards, put the phone on the table" in page.texts("h2")
    assert phone.home_lists() == []


def test_home_leads_to_the_rules_cards_and_to_a_game_of_ones_own(phone: Phone) -> None:
    doors = {words.split(":")[0]: words for words in phone.open("/").texts("a.game")}
    assert len(doors) == 2
    own = "Your own game Change a game to the way your table plays it"
    assert phone.open("/").follow(own).heading == "Your own game"


def test_home_lists_the_games_of_this_phone_and_of_no_other(
    phone: Phone, other_phone: Phone
) -> None:
    start_game(phone, "Ann", "Ben")
    start_game(other_phone, "Cy", "Dee")
    assert phone.home_lists() == ["Ann, Ben"]
    assert other_phone.home_lists() == ["Cy, Dee"]


def test_opening_the_link_of_a_game_does_not_make_it_ones_own(
    phone: Phone, other_phone: Phone
) -> None:
    table = start_game(phone, "Ann", "Ben").on(other_phone)
    table.lay_down("Ann")
    assert table.page().heading == "Round 1"
    assert other_phone.home_lists() == []


def test_the_game_played_last_stands_first(phone: Phone) -> None:
    first = start_game(phone, "Ann", "Ben")
    start_game(phone, "Cy", "Dee")
    first.lay_down("Ann")
    assert phone.home_lists() == ["Ann, Ben", "Cy, Dee"]


def test_a_game_in_progress_is_gone_on_with_and_a_finished_one_was_played_before(
    phone: Phone,
) -> None:
    start_game(phone, "Cy", "Dee", title="At the lake")
    start_game(phone, "Ann", "Ben").has_played(12, 0, 90, down=[0])
    page = phone.open("/")
    assert page.texts("h2") == ["Go on with", "Played before"]
    going_on, finished = page.texts("a.game span")[:2]
    assert (going_on, finished) == ("Round 1", "Ann won")
    assert "At the lake" in page.words


def test_a_game_on_home_leads_to_its_table_or_to_its_winner(phone: Phone) -> None:
    table = start_game(phone, "Ann", "Ben")
    card = phone.open("/").one("a.game span").parent
    assert card is not None
    assert card.attrs["href"] == table.address()
    table.has_played(12, 0, 90, down=[0])
    card = phone.open("/").one("a.game span").parent
    assert card is not None
    assert card.attrs["href"] == table.address("final")
