"""The view model of the printed sheet: row heights, and rows to continue by pen."""

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.paper.layout import SheetLayout, blank_paper, paper_of
from companion.web.view_models.sheet import sheet_view


def rules(game: str, **options: object) -> Ruleset:
    return read_ruleset(apply_house_rules(game_data(game), options))


TWELVE_STEP = rules("twelve-step-rummy")


def paper(ruleset: Ruleset, *entries: e.Entry) -> SheetLayout:
    state = replay(ruleset, Seats(("Ann", "Ben", "Cy"), 2), entries)
    return paper_of(ruleset, state, sheet_view(ruleset, state))


def a_round(out: int) -> list[e.Entry]:
    """All but one of three players hold two court cards and are down."""
    hands = [e.HandCounted(s, e.Hand(points=20), down=True) for s in range(3) if s != out]
    return [e.WentOut(out), *hands, e.RoundScored()]


def test_a_game_that_goes_on_has_rows_for_the_rounds_to_come() -> None:
    page = paper(TWELVE_STEP, *a_round(0), *a_round(0))
    assert (page.kind, len(page.rows), len(page.pen_rows)) == ("half", 2, 14)
    first, second = page.pen_rows[:2]
    assert (first.number, first.dealer, first.contracts) == (3, "Ben", (3, 3, 3))
    assert (second.number, second.dealer, second.contracts) == (4, "Cy", (None, None, None))
    assert [(one.seat, one.total) for one in page.ahead] == [(0, 0)]
    assert [column.total for column in page.columns] == [None, None, None]


def test_a_game_of_so_many_rounds_has_just_as_many_rows_each_with_its_contract() -> None:
    page = paper(rules("contract-rummy"), *a_round(0), *a_round(1))
    assert [row.number for row in page.pen_rows] == [3, 4, 5, 6, 7]
    assert [row.contracts for row in page.pen_rows] == [(n, n, n) for n in (3, 4, 5, 6, 7)]
    without_cy = paper(rules("contract-rummy"), *a_round(0), *a_round(1), e.PlayerLeft(2))
    assert [row.contracts for row in without_cy.pen_rows[:2]] == [(3, 3, None), (4, 4, None)]


def test_a_game_that_is_over_has_totals_contracts_made_the_race_and_no_row_to_write_in() -> None:
    page = paper(TWELVE_STEP, *[one for _ in range(12) for one in a_round(0)])
    assert (page.kind, page.winner, page.pen_rows) == ("played", 0, ())
    assert [(c.name, c.total, c.made) for c in page.columns][:2] == [
        ("Ann", 0, 12),
        ("Ben", 240, 12),
    ]
    assert page.race is not None


def test_cells_have_room_for_a_sum_only_if_there_is_one() -> None:
    collects = rules("classic-rummy", scoring="winner_collects")
    void = [e.WentOut(None), e.RoundScored()]
    assert paper(collects, *void, *a_round(0)).has_marks
    assert not paper(collects, *void).has_marks
    assert not paper(rules("classic-rummy"), *a_round(0)).has_marks


def test_before_the_first_round_the_page_is_blank_with_the_names_on_it() -> None:
    page = paper(TWELVE_STEP)
    assert (page.kind, [c.name for c in page.columns]) == ("blank", ["Ann", "Ben", "Cy"])
    assert [row.dealer for row in page.pen_rows[:4]] == ["Cy", "Ann", "Ben", "Cy"]


def test_only_house_rules_that_are_not_as_usual_stand_on_it() -> None:
    assert paper(TWELVE_STEP).rules == ()
    (changed,) = paper(rules("twelve-step-rummy", ten_value=5)).rules
    assert (changed[0].key, changed[1].value) == ("ten_value", 5)


def test_a_blank_page_has_names_as_far_as_there_are_some_and_tells_what_is_dealt() -> None:
    page = blank_paper(rules("five-crowns"), 4, ("Ann", "Ben"))
    assert [column.name for column in page.columns] == ["Ann", "Ben", "", ""]
    assert [row.cards for row in page.pen_rows] == [*range(3, 14)]


def test_a_late_joiner_has_the_points_to_start_with_in_the_round_before_their_first() -> None:
    page = paper(TWELVE_STEP, *a_round(0), *a_round(0), e.PlayerJoined("Dee"))
    assert [(c.name, c.joined_after, c.start) for c in page.columns] == [
        *((name, None, None) for name in ("Ann", "Ben", "Cy")),
        ("Dee", 2, 40),
    ]
    hands = [e.HandCounted(s, e.Hand(points=20), down=True) for s in (1, 2, 3)]
    ended = paper(
        *(TWELVE_STEP, *a_round(0), e.PlayerJoined("Dee"), e.WentOut(0), *hands, e.RoundScored()),
        e.GameEnded(""),
    )
    last = ended.columns[-1]
    assert (last.joined_after, last.start, last.total) == (1, 20, 40)


def test_every_round_has_its_wild_rank_where_that_moves() -> None:
    ranks = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    assert blank_paper(rules("five-crowns"), 4).wild == ranks
    assert paper(rules("five-crowns"), *a_round(0), *a_round(1)).wild == ranks
    ended = paper(rules("five-crowns"), *a_round(0), *a_round(1), e.GameEnded(""))
    assert (len(ended.rows), ended.wild) == (2, ("3", "4"))
    assert paper(TWELVE_STEP, *a_round(0)).wild == ()


def test_a_wild_rank_that_is_drawn_stands_in_its_round_and_is_blank_in_those_to_come() -> None:
    drawn = paper(rules("indian-rummy"), *a_round(0), e.TurnedUp("7"))
    assert drawn.wild[:3] == ("", "7", "")
    assert len(drawn.wild) == len(drawn.rows) + len(drawn.pen_rows)


def test_a_short_game_takes_the_page_with_higher_rows_and_larger_letters() -> None:
    ended = [e.GameEnded("")]
    short = paper(rules("rummy-500"), *a_round(0), *a_round(1), *ended)
    long = paper(TWELVE_STEP, *[one for _ in range(14) for one in a_round(0)], *ended)
    assert (short.row, short.is_spacious) == (120, True)
    assert (long.row, long.is_spacious) == (58, False)
    for page in (short, long):
        assert len(page.rows) * page.row <= page.room


@pytest.mark.parametrize("rounds", [1, 6, 12])
def test_played_rows_are_about_as_high_as_those_to_write_in(rounds: int) -> None:
    page = paper(rules("rummy-500"), *[one for _ in range(rounds) for one in a_round(0)])
    assert page.row >= 105
    assert page.pen_row - page.row <= 15
    assert rounds * page.row + len(page.pen_rows) * page.pen_row <= page.room


def test_places_stand_below_the_totals_with_who_is_out_where_they_fit() -> None:
    pool = rules("indian-rummy")
    lost = [e.HandCounted(s, e.Hand(points=p), down=False) for s, p in ((1, 80), (2, 30))]
    one = [e.TurnedUp("5"), e.WentOut(0), *lost, e.RoundScored()]
    page = paper(pool, *one, *one, *one, e.GameEnded(""))
    assert page.has_places
    assert [(c.place, c.is_out) for c in page.columns] == [(1, False), (3, True), (2, False)]
    assert not paper(pool, *one).has_places
    endless = [one for _ in range(40) for one in a_round(0)]
    assert not paper(TWELVE_STEP, *endless, e.GameEnded("")).has_places


@pytest.mark.parametrize("players", [2, 5, 6, 9])
@pytest.mark.parametrize("game", catalogue())
def test_all_rows_of_a_blank_page_have_room_on_it(game: str, players: int) -> None:
    page = blank_paper(rules(game), players)
    assert page.is_wide == (players > 5)
    assert len(page.pen_rows) * page.pen_row <= page.room
    assert page.pen_row >= 62
