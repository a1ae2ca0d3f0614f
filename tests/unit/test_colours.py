"""A colour belongs to a person: it stays in later games of the same players, in any seat."""

from pathlib import Path

import pytest

from companion.records.people.colours import colours_again, colours_in, colours_of


@pytest.mark.parametrize(
    ("given", "people", "colours"),
    [
        ((), 4, (0, 1, 2, 3)),
        ((None, None), 4, (0, 1, 2, 3)),
        ((2, 0), 4, (2, 0, 1, 3)),
        ((), 10, (0, 1, 2, 3, 4, 5, 6, 7, 8, 0)),
        ((3, 1), 1, (3,)),
    ],
)
def test_a_player_without_colour_gets_the_first_free_one(
    given: tuple[int | None, ...], people: int, colours: tuple[int, ...]
) -> None:
    assert colours_of(given, people) == colours


def test_a_colour_is_kept_for_any_spelling_of_the_name() -> None:
    before = {"Ann": 0, "Bo": 1, "Chloé": 2}
    assert colours_again(("Chloé", "Dev", "ANN"), before) == (2, 1, 0)


def test_of_two_players_with_one_colour_the_first_keeps_it() -> None:
    before = {"Ben": 3, "Ann": 3, "Cy": 0, "Dee": 0}
    assert colours_again(("Ann", "Ben", "Dee"), before) == (1, 3, 0)  # Cy is not there


def test_a_list_has_the_colours_of_a_game_or_of_the_seats_in_it() -> None:
    moved = {"players": ["Cy", "Ann", "Ben"], "seats": [2, 0, 1]}
    assert colours_in({"players": ["Ann", "Ben"]}) == (0, 1)
    assert colours_in(moved) == (2, 0, 1)
    assert colours_in(moved | {"colours": [4, 3, 0]}) == (4, 3, 0)


def test_one_place_says_which_colour_a_seat_has() -> None:
    templates = Path(__file__).parents[2] / "templates"
    assert [page.name for page in templates.rglob("*.html") if "% 9" in page.read_text()] == []
