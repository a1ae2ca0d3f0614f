"""The view models of the players' page and of a newcomer's seat."""

import json

import pytest

from companion.rules.fold.entries import DealerChanged, Entry, PlayerJoined, PlayerLeft
from companion.rules.game import Game
from companion.rules.model.play import RoundPlay
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.web.pages.players.view import JoinView, join_view, people_view
from companion.web.view_models.sheet import MIDDLE, round_table
from tests.unit.table import ANN, BEN, CY, NAMES, a_round, log_of
from tests.unit.test_end_of_the_game import TIED

A_ROUND = a_round(ANN, {BEN: 70, CY: 65}, down=[BEN])


def a_game(
    *happenings: Entry | RoundPlay,
    players: int = 3,
    game: str = "twelve-step-rummy",
    **house_rules: object,
) -> Game:
    snapshot = json.dumps(apply_house_rules(game_data(game), house_rules))  # type: ignore[arg-type]
    return Game.begun(snapshot, Seats(NAMES[:players]), log_of(*happenings))


def asked(game: Game) -> JoinView:
    view = join_view(game)
    assert view is not None
    return view


def test_people_sit_round_the_table_in_the_order_of_play_and_the_puck_is_with_the_dealer() -> None:
    view = people_view(a_game(PlayerJoined("Zoe", before=BEN), DealerChanged(CY)))
    assert [place.name for place in view.table.places] == ["Ann", "Zoe", "Ben", "Cy"]
    assert [place.name for place in view.table.places if place.deals] == ["Cy"]
    top, right, bottom, left = view.table.places
    assert (top.x, bottom.x, right.y, left.y) == (MIDDLE[0], MIDDLE[0], MIDDLE[1], MIDDLE[1])
    assert top.y < right.y < bottom.y
    assert left.x < top.x < right.x


@pytest.mark.parametrize(("game", "clockwise"), [("twelve-step-rummy", True), ("carioca", False)])
def test_the_turn_goes_round_as_the_rules_say(game: str, *, clockwise: bool) -> None:
    ours = a_game(game=game)
    assert people_view(ours).table.clockwise is (ours.ruleset.direction == "left")
    assert round_table([], None, clockwise=clockwise).clockwise is clockwise


def test_before_the_first_round_people_change_places_and_afterwards_they_do_not() -> None:
    ann, ben, cy = people_view(a_game()).here
    assert [one.may_sit_earlier for one in (ann, ben, cy)] == [False, True, True]
    assert [one.may_sit_later for one in (ann, ben, cy)] == [True, True, False]
    later = people_view(a_game(A_ROUND)).here
    assert not any(one.may_sit_earlier or one.may_sit_later for one in later)


def test_each_says_their_contract_who_deals_who_leads_and_who_came_later() -> None:
    view = people_view(a_game(A_ROUND, PlayerJoined("Zoe")))
    assert [(one.name, one.number) for one in view.here] == [
        *(("Ann", 2), ("Ben", 2), ("Cy", 1), ("Zoe", 1))
    ]
    assert [one.name for one in view.here if one.deals] == ["Ben"]
    assert [one.name for one in view.here if one.may_deal] == ["Ann", "Cy", "Zoe"]
    assert [one.joined_in for one in view.here] == [None, None, None, 2]
    assert view.would_win == ("Ann",)


def test_a_return_is_offered_with_the_worst_total_at_the_table() -> None:
    left = a_game(A_ROUND, PlayerLeft(CY))
    (cy,) = people_view(left).away
    assert (cy.name, cy.left_after, cy.total, cy.back_with) == ("Cy", 1, 65, "missed_nothing")
    (cy,) = people_view(a_game(A_ROUND, PlayerLeft(CY), a_round(ANN, {BEN: 70}))).away
    assert (cy.total, cy.back_with) == (140, "no_better")


def test_to_leave_a_play_off_may_lose_it_and_nobody_joins_one() -> None:
    tied = a_game(*TIED, final_tiebreak="playoff")
    view = people_view(tied)
    assert [one.leaves_a_tie for one in view.here] == [True, True, False]
    assert [one.may_leave for one in view.here] == [True, True, False]
    assert [one.sits_out for one in view.here] == [False, False, True]
    assert (view.may_join, join_view(tied)) == (False, None)


def test_a_newcomer_sees_each_chair_where_it_would_stand() -> None:
    view = asked(a_game(A_ROUND))
    between = [(chair.after, chair.left, chair.right) for chair in view.chairs]
    assert between == [(ANN, "Ann", "Ben"), (BEN, "Ben", "Cy"), (CY, "Cy", "Ann")]
    free = [[place.seat for place in chair.table.places].index(None) for chair in view.chairs]
    assert free == [1, 2, 3]


def test_a_newcomer_is_told_contract_and_points_before_it_is_done() -> None:
    view = asked(a_game(A_ROUND))
    assert (view.is_known, view.number, view.total, view.is_behind) == (True, 1, 70, True)
    assert not asked(a_game()).is_behind
    assert not asked(a_game(players=9)).is_known
