"""The view models of choosing a game and setting up the table."""

import pytest

from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.catalogue import catalogue
from companion.web.pages.new_game.view import set_up_view
from companion.web.view_models.remembered import likeness

TWELVE_STEP = catalogue()["twelve-step-rummy"]


@pytest.mark.parametrize(
    ("game", "kind", "number", "melds"),
    [
        ("twelve-step-rummy", "finish", 12, "S3 R7"),
        ("contract-rummy", "by_round", 7, "S3 S3 S3"),
        ("five-crowns", "wild_by_round", 11, "S3 R3"),
        ("classic-rummy", "until", 100, "S3 R3"),
        ("gin-rummy", "knocks_until", 100, "S3 R3"),
        ("canasta", "melds_until", 5000, "S7"),
        ("burraco", "melds_until", 2005, "R7"),
        ("just-points", "open_end", 0, None),
    ],
)
def test_the_kind_of_each_game(game: str, kind: str, number: int, melds: str | None) -> None:
    like = likeness(catalogue()[game])
    assert (like.kind, like.number) == (kind, number)
    assert (like.drawn.notation if like.drawn else None) == melds
    assert like.wild_rank == (game == "five-crowns")
    assert like.is_knocked == (game == "gin-rummy")


def names(ruleset: Ruleset, *typed: str, dealer: int = 0) -> tuple[tuple[str, ...], bool]:
    view = set_up_view(ruleset, typed, dealer, ("Ann", "Ben", "Cy"), range(9))
    return tuple(one.name for one in view.people if one.may_add), view.may_add


def test_known_players_keep_their_places_once_they_have_a_seat() -> None:
    for typed in (("", ""), ("ben", "")):
        view = set_up_view(TWELVE_STEP, typed, 0, ("Ann", "Ben", "Cy"), range(9))
        assert [one.name for one in view.people] == ["Ann", "Ben", "Cy"]


def test_known_players_without_a_seat_may_be_added() -> None:
    assert names(TWELVE_STEP, "ben", "") == (("Ann", "Cy"), True)


def test_at_a_full_table_nobody_is_offered() -> None:
    full = [f"P{n}" for n in range(TWELVE_STEP.most_players)]
    assert names(TWELVE_STEP, *full) == ((), False)


def test_the_note_about_empty_lines_is_shown_while_one_may_be_empty() -> None:
    def may(*typed: str) -> bool:
        return set_up_view(TWELVE_STEP, typed, 0, (), range(9)).may_leave_empty

    assert may("", "", "", "")
    assert may("Ann", "Ben", "", "")
    assert not may("Ann", "Ben", "Cy")
    assert not may("", "")


def test_a_row_shows_the_dealer_and_whether_it_can_move_up() -> None:
    rows = set_up_view(TWELVE_STEP, ("Ann", "", "Cy"), 2, (), range(9)).rows
    assert [(row.number, row.deals, row.may_move_up) for row in rows] == [
        (1, False, False),
        (2, False, True),
        (3, True, True),
    ]
