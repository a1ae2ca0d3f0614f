"""Blank sheets: any game and number of players, with or without names, in two taps."""

import pytest

from companion.rules.reading.catalogue import catalogue
from tests.kinds import one_of_each_kind
from tests.web.own_games import own_game
from tests.web.phone import Phone
from tests.web.table import GAME, NEW_GAME


@pytest.mark.parametrize("game", one_of_each_kind())
def test_every_game_has_one_a_tap_from_its_rules_card(phone: Phone, game: str) -> None:
    page = phone.open(f"/games/{game}").follow("Blank score sheet")
    assert page.texts(".leaf .title") == [page.texts(".bar p")[0]]
    columns = len(page.all(".leaf thead .who"))
    usual = 2 if catalogue()[game].partners else 4
    assert columns == min(usual, catalogue()[game].most_players)
    assert page.texts(".leaf .pen th")[:2] == ["1", "2"]
    assert len(page.all(".leaf .signatures .pen-line")) == columns


def test_names_and_house_rules_come_along_from_a_new_game(phone: Phone) -> None:
    page = phone.open(NEW_GAME)
    names = {"names-0": "Ann", "names-1": "", "names-2": "Ben"}
    page = page.press("A blank sheet, to keep score with a pen", **names, option_ten_value="5")
    assert page.texts(".leaf thead .who") == ["Ann", "Ben", "name", "name"]
    assert page.texts(".leaf .ours p") == ["What is a ten worth? 5 points, like 3 to 9"]
    six = page.follow("6 players")
    assert six.texts(".leaf thead .who")[:3] == ["Ann", "Ben", "name"]
    assert "wide" in (six.one(".leaf").attrs["class"] or "").split()
    assert six.texts(".leaf .ours p") != []


def test_the_pdf_is_in_the_usual_print_also_from_the_page_in_large_print(phone: Phone) -> None:
    page = phone.open(f"/games/{GAME}/sheet?names-0=Ann&large=1")
    [pdf] = [one.attrs["href"] or "" for one in page.all(".chip[href*=pdf]")]
    assert "names-0=Ann" in pdf
    assert "large" not in pdf


def test_a_game_of_ones_own_has_one_too(phone: Phone) -> None:
    card = own_game(phone, f"/own/from/{GAME}")
    page = card.follow("Blank score sheet")
    assert page.texts(".leaf .title") == ["Lake Rummy"]
    assert phone.client.get(f"{page.path}.pdf").mimetype == "application/pdf"


def test_a_name_too_long_for_its_column_is_told_at_its_field(phone: Phone) -> None:
    page = phone.open(f"/games/{GAME}/sheet?players=3&names-0=Ann&names-1={'x' * 31}")
    assert page.status == 422
    assert "31 characters" in page.error_at("names-1")
    assert page.texts(".leaf thead .who") == ["Ann", "name", "name"]


@pytest.mark.parametrize(
    ("asked", "columns"),
    [("players=99", 9), ("players=0", 4), ("players=²&names-²=x", 4), ("option_ten_value=7", 4)],
)
def test_what_no_game_has_is_not_asked_for(phone: Phone, asked: str, columns: int) -> None:
    page = phone.open(f"/games/{GAME}/sheet?{asked}")
    assert (page.status, len(page.all(".leaf thead .who"))) == (200, columns)


def test_no_game_has_no_sheet(phone: Phone) -> None:
    assert phone.open("/games/nothing/sheet").status == 404


def test_three_games_at_once_have_three_columns_for_each_player(phone: Phone) -> None:
    """Hollywood gin: a total in each game to write, instead of the points and one total."""
    page = phone.open("/games/gin-rummy/sheet?option_games=3")
    assert page.texts(".leaf thead .each i") == ["1", "2", "3"] * 2
    row = page.all(".leaf .pen")[0].query(".cell")
    assert [len(cell.query(".pen-line")) for cell in row] == [3, 3]
    settled = page.all(".leaf .settled")[0].query("td .each")
    assert [len(cell.query(".pen-line")) for cell in settled] == [3, 3]
    assert "The total so far in each game." in page.words
    assert phone.client.get("/games/gin-rummy/sheet.pdf?option_games=3").status_code == 200
