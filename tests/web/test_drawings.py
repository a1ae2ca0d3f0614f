"""The templates for the browser: those of the pages, with placeholders for figures."""

import re

import pytest

from companion.records.log.games import open_game
from companion.records.people.phones import sit_down
from tests.web.phone import Phone
from tests.web.table import Table, start_game


def test_they_hold_no_figure_no_name_and_nothing_of_this_phone(two: Table) -> None:
    drawings = two.phone.client.get(f"/g/{two.token}/drawings").get_data(as_text=True)
    assert '<template data-each="seats">' in drawings
    assert '<template data-if="mark" data-is="lay_down">' in drawings
    assert 'name="csrf_token" value="\ue000csrf\ue001"' in drawings
    assert "Ann" not in drawings


def test_unchanged_they_are_not_sent_again_however_the_game_goes_on(two: Table) -> None:
    address = f"/g/{two.token}/drawings"
    tag = two.phone.client.get(address).headers["ETag"]
    two.play_round("Ann", {"Ben": 45})
    again = two.phone.client.get(address, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_who_watches_has_them_too(two: Table, other_phone: Phone) -> None:
    """Their table follows the game with the same drawings."""
    watched = other_phone.client.get(f"/g/{two.stored.row.watch_token}/drawings")
    assert watched.status_code == 200


def test_only_a_phone_with_a_seat_or_an_own_page_open_has_those_of_that_page(two: Table) -> None:
    def has_own_page(address: str) -> bool:
        return 'id="draw-seat"' in two.phone.client.get(address).text

    opening = two.page("seat/1").one("#opening").attrs["data-with"]
    assert (has_own_page(two.address("drawings")), has_own_page(opening)) == (False, True)
    with two.phone.app.app_context():
        sit_down(two.stored.row.id, two.stored.row.device, two.token, 1, "")
    assert two.page("seat/1").one("#opening").attrs["data-with"] == two.address("drawings")
    assert has_own_page(two.address("drawings"))


def test_a_title_with_braces_is_no_place_to_fill_in(phone: Phone) -> None:
    """As a placeholder it would have become the key of this phone's forms."""
    table = start_game(phone, "Ann", "Ben", title="{csrf} at {seats}")
    drawings = phone.client.get(table.address("drawings")).get_data(as_text=True)
    assert set(re.findall(r"{\w*}", drawings)) == {"{csrf}", "{seats}"}


def _drawn_for(phone: Phone, link: str) -> str:
    """The address of the drawings for this phone, without the link of the game."""
    drawings: str = phone.client.get(f"/g/{link}/drawings").text
    assert f"/g/{link}/out" in drawings
    return drawings.replace(link, "")


def test_games_of_the_same_rules_share_them_but_for_link_title_and_seat(
    phone: Phone, other_phone: Phone
) -> None:
    first = start_game(phone, "Ann", "Ben", title="Saturday")
    second = start_game(other_phone, "Ann", "Ben", title="Saturday")
    drawn = _drawn_for(phone, first.token)
    assert _drawn_for(other_phone, second.token) == drawn
    sunday = start_game(phone, "Ann", "Ben", title="Sunday")
    assert _drawn_for(phone, sunday.token) == drawn.replace("Saturday", "Sunday")
    others = start_game(phone, "Ann", "Ben", title="Saturday", game="five-crowns")
    assert "Five Crowns" in _drawn_for(phone, others.token)
    assert "Whose phone is this?" not in drawn
    assert "Whose phone is this?" in _drawn_for(other_phone, first.token)
    with phone.app.app_context():
        sit_down(open_game(first.token).row.id, other_phone.device, first.token, 1, "")
    assert '"/g//seat/1">My own page' in _drawn_for(other_phone, first.token)


def _steps(table: Table) -> set[str]:
    drawn: str = table.phone.client.get(table.address("drawings")).text
    return set(re.findall(r'data-of="step" data-key="(\w+)"', drawn))


@pytest.mark.parametrize(
    ("game", "chosen", "needed"),
    [
        ("cacheta", {}, {"dropped", "no_dropped", "wrong_declaration"}),
        ("gin-rummy", {}, {"turned_up", "no_turned_up"}),
        ("ramino", {"form": "laid_down"}, {"knock", "gin"}),
    ],
)
def test_a_step_that_waits_has_words_after_another_choice_of_a_house_rule(
    phone: Phone, game: str, chosen: dict[str, str], needed: set[str]
) -> None:
    assert needed <= _steps(start_game(phone, "Ann", "Ben", game=game, **chosen))


def test_a_step_that_no_choice_of_a_house_rule_brings_has_no_words(two: Table) -> None:
    assert not _steps(two) & {"dropped", "turned_up", "knock", "melded"}
