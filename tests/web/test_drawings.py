"""What the browser draws a round from: the page's own templates, with blanks where figures go."""

import re

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
    """Their table follows the game by the same drawings."""
    watched = other_phone.client.get(f"/g/{two.kept.row.watch_token}/drawings")
    assert watched.status_code == 200


def test_a_title_with_braces_is_no_place_to_fill_in(phone: Phone) -> None:
    """On the page it would have become the key that holds the forms of this phone."""
    table = start_game(phone, "Ann", "Ben", title="{csrf} at {seats}")
    drawings = phone.client.get(table.address("drawings")).get_data(as_text=True)
    assert set(re.findall(r"{\w*}", drawings)) == {"{csrf}", "{seats}"}
