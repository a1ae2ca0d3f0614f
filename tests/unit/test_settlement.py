"""Points after the last round of gin: for the game, for rounds won, and for a shutout."""

from typing import Any

import pytest

from companion.rules.fold.entries import GameEnded, RoundPlay
from companion.rules.fold.standings import rounds_won
from companion.rules.model.play import Ending
from companion.rules.model.state import State
from tests.unit.catalogue.games import played
from tests.unit.table import ANN, BEN, a_round

Rows = dict[str, tuple[int, ...]]


def knock(seat: int, own: int, other: int, adjusted: dict[int, int] | None = None) -> RoundPlay:
    return a_round(seat, {seat: own, 1 - seat: other}, adjusted=adjusted, ending="knock")


def gin(
    seat: int, other: int, ending: Ending = "gin", adjusted: dict[int, int] | None = None
) -> RoundPlay:
    return a_round(seat, {1 - seat: other}, adjusted=adjusted, ending=ending)


def after(*rounds: RoundPlay, **options: Any) -> State:
    return played("gin-rummy", *rounds, players=2, **options)


def settled(state: State) -> Rows:
    return {row.code: tuple(row.points.values()) for row in state.settlement.rows}


BEN_WINS_ONE = (gin(ANN, 40), gin(BEN, 10), gin(ANN, 30))


def test_the_winner_is_given_a_hundred_and_both_their_boxes() -> None:
    state = after(*BEN_WINS_ONE)
    assert settled(state) == {"game": (100, 0), "boxes": (50, 25)}
    assert state.settlement.totals == {ANN: 120 + 150, BEN: 35 + 25}
    assert [standing.total for standing in state.standings] == [120, 35]


@pytest.mark.parametrize(
    ("shutout", "row"), [("points", (130, 0)), ("game", (100, 0)), ("none", None)]
)
def test_a_shutout_counts_the_rounds_or_the_game_twice(
    shutout: str, row: tuple[int, int] | None
) -> None:
    assert settled(after(gin(ANN, 40), gin(ANN, 40), shutout=shutout)).get("shutout") == row


def test_two_who_share_the_game_have_both_won_rounds_so_that_it_is_no_shutout() -> None:
    state = after(gin(ANN, 40), gin(BEN, 40, adjusted={ANN: 35, BEN: 35}))
    assert state.outcome.winners == (ANN, BEN)
    assert settled(state) == {"game": (100, 100), "boxes": (25, 25)}


def test_points_that_the_table_adds_win_no_round() -> None:
    state = after(knock(ANN, 5, 60, {BEN: 30}), knock(ANN, 5, 60))
    assert rounds_won(state.rounds, 2) == [2, 0]
    assert settled(state)["shutout"] == (110, 0)


def test_a_round_in_which_nobody_scores_is_nobody_s_box() -> None:
    state = after(knock(ANN, 5, 5), *BEN_WINS_ONE, equal_deadwood="nobody")
    assert settled(state)["boxes"] == (50, 25)


def test_nothing_is_settled_while_the_game_goes_on_or_when_it_ends_early() -> None:
    assert after(gin(ANN, 40)).settlement is None
    early = played("gin-rummy", gin(ANN, 40), GameEnded("late"), players=2)
    assert (early.outcome.winners, early.settlement) == ((ANN,), None)


def test_the_first_to_the_target_wins_though_the_other_may_have_more_boxes() -> None:
    small = [knock(BEN, 9, 18)] * 11
    state = after(*small, gin(ANN, 80), boxes=25)
    assert state.outcome.winners == (ANN,)
    assert state.settlement.totals == {ANN: 105 + 100 + 25, BEN: 99 + 11 * 25}


def test_the_standings_are_in_the_order_of_the_totals_with_what_is_settled() -> None:
    small = [knock(BEN, 9, 18)] * 11
    state = after(*small, gin(ANN, 80), boxes=25)
    assert [(row.place, row.seat) for row in state.standings] == [(1, BEN), (2, ANN)]
    assert [row.seat for row in after(*small, boxes=25).standings] == [BEN, ANN]


def test_other_games_settle_nothing() -> None:
    assert played("classic-rummy", a_round(ANN, {BEN: 120}), players=2).settlement is None
