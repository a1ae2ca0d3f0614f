"""Rounds: advancing, points of leftovers, dealer and lead."""

import pytest

from companion.rules.fold import entries as e
from companion.rules.model.state import Deal, State
from tests.unit.table import ANN, BEN, CY, a_round, table_after

ANN_OUT = a_round(out=ANN, left={BEN: 65})


def next_deal(state: State) -> Deal:
    assert state.open is not None
    return state.open.deal


def test_before_the_first_deal_everybody_is_on_contract_one_with_no_points() -> None:
    state = table_after(players=3)
    assert state.totals == (0, 0, 0)
    assert state.next_contracts == (1, 1, 1)
    assert state.outcome.code == "in_progress"
    assert next_deal(state).cards == 13


def test_a_player_stays_on_a_contract_until_it_is_made() -> None:
    state = table_after(ANN_OUT, ANN_OUT, a_round(out=ANN, left={BEN: 5}, down={BEN}))
    assert [scored.next_contracts[BEN] for scored in state.rounds] == [1, 1, 2]
    assert state.next_contracts == (4, 2)


def test_laying_down_twice_in_a_round_makes_one_contract() -> None:
    state = table_after(e.LaidDown(BEN), e.LaidDown(BEN), ANN_OUT)
    assert state.next_contracts == (2, 1)  # and the counted hand takes precedence
    again = table_after(e.LaidDown(BEN), a_round(out=ANN, left={BEN: 5}, down={BEN}))
    assert again.next_contracts == (2, 2)


def test_leftovers_cost_points_even_when_the_contract_is_made() -> None:
    state = table_after(a_round(out=ANN, left={BEN: {"K": 2}}, down={BEN}))
    assert state.totals == (0, 20)
    assert state.next_contracts == (2, 2)
    assert state.rounds[0].made == {ANN, BEN}


def test_totals_are_the_sum_of_the_rounds() -> None:
    state = table_after(ANN_OUT, a_round(out=BEN, left={ANN: 90}), ANN_OUT)
    assert [dict(scored.points) for scored in state.rounds] == [
        {ANN: 0, BEN: 65},
        {ANN: 90, BEN: 0},
        {ANN: 0, BEN: 65},
    ]
    assert [dict(scored.totals) for scored in state.rounds] == [
        {ANN: 0, BEN: 65},
        {ANN: 90, BEN: 65},
        {ANN: 90, BEN: 130},
    ]
    assert state.totals == (90, 130)


def test_an_adjustment_is_added_and_may_bring_a_total_below_zero() -> None:
    state = table_after(a_round(out=ANN, left={BEN: 65}, adjusted={ANN: -50, BEN: 10}))
    assert state.totals == (-50, 75)


def test_the_last_adjustment_of_a_round_counts() -> None:
    twice = [e.Adjusted(BEN, e.Adjustment(points, "slip")) for points in (30, 10)]
    assert table_after(*twice, ANN_OUT).totals == (0, 75)


@pytest.mark.parametrize("first", range(3))
def test_the_deal_goes_round_clockwise_and_the_next_player_leads(first: int) -> None:
    rounds = [a_round(out=ANN, left={BEN: 65, CY: 65})] * 3
    state = table_after(*rounds, players=3, first_dealer=first)
    deals = [*(scored.deal for scored in state.rounds), next_deal(state)]
    clockwise = [(first + turn) % 3 for turn in range(5)]
    assert [deal.dealer for deal in deals] == clockwise[:4]
    assert [deal.leads for deal in deals] == clockwise[1:]


def test_when_somebody_else_deals_the_turn_goes_on_from_there() -> None:
    rounds = [a_round(out=ANN, left={BEN: 65, CY: 65})] * 2
    state = table_after(e.DealerChanged(CY), *rounds, players=3)
    assert [scored.deal.dealer for scored in state.rounds] == [CY, ANN]
    assert next_deal(state).dealer == BEN


def test_a_blocked_round_scores_everybody_and_contracts_count() -> None:
    state = table_after(a_round(out=None, left={ANN: 20, BEN: 65}, down={ANN}))
    assert state.totals == (20, 65)
    assert state.next_contracts == (2, 1)
    assert not state.rounds[0].void


def test_a_void_round_stays_on_the_sheet_and_the_same_dealer_deals_again() -> None:
    blocked = a_round(out=None, left={ANN: 20, BEN: 65}, down={ANN}, adjusted={BEN: 10})
    state = table_after(ANN_OUT, blocked, blocked, ANN_OUT, blocked_round="void")
    assert [scored.void for scored in state.rounds] == [False, True, True, False]
    assert [scored.deal.dealer for scored in state.rounds] == [ANN, BEN, BEN, BEN]
    assert [scored.deal.number for scored in state.rounds] == [1, 2, 3, 4]
    assert state.rounds[1].made == frozenset()
    assert state.totals == (0, 130)
    assert state.next_contracts == (3, 1)


def open_play(*happenings: e.Entry) -> e.RoundPlay:
    state = table_after(*happenings, players=3)
    assert state.open is not None
    return state.open.play


def test_a_new_round_is_empty() -> None:
    state = table_after(a_round(out=ANN, left={BEN: 65}))
    assert state.open is not None
    assert state.open.play == e.RoundPlay()
    assert (state.open.over, state.open.uncounted) == (False, (ANN, BEN))


def test_going_out_implies_being_down() -> None:
    assert open_play(e.WentOut(BEN)).laid_down == {BEN}
    assert open_play(e.LaidDown(ANN), e.WentOut(BEN)).laid_down == {ANN, BEN}


def test_correcting_who_went_out_leaves_no_trace() -> None:
    play = open_play(e.WentOut(BEN), e.WentOut(CY))
    assert (play.went_out, play.laid_down) == (CY, {CY})


def test_taking_it_back_means_not_down_after_all() -> None:
    assert open_play(e.LaidDown(ANN), e.LaidDown(BEN), e.TookBack(ANN)).laid_down == {BEN}


@pytest.mark.parametrize(("down", "laid_down"), [(True, {ANN}), (False, set())])
def test_a_count_says_whether_the_player_is_down(down: bool, laid_down: set[int]) -> None:  # noqa: FBT001
    marked_otherwise = e.TookBack(ANN) if down else e.LaidDown(ANN)
    counted = e.HandCounted(ANN, e.Hand(points=65), down)
    assert open_play(marked_otherwise, counted).laid_down == laid_down


def test_the_last_count_of_a_hand_applies() -> None:
    counts = [e.HandCounted(ANN, e.Hand(points=points), down=False, buys=1) for points in (65, 70)]
    play = open_play(*counts)
    assert (play.hands, play.buys) == ({ANN: e.Hand(points=70)}, {ANN: 1})


def test_a_hand_counted_as_blank_is_still_to_be_counted() -> None:
    counted = [e.HandCounted(ANN, hand, down=False) for hand in (e.Hand(points=65), e.Hand())]
    assert open_play(*counted).hands == {}


def test_the_open_round_knows_whose_hands_are_still_to_be_counted() -> None:
    state = table_after(
        e.WentOut(CY), e.HandCounted(ANN, e.Hand(cards={"3-9": 13}), down=False), players=3
    )
    assert state.open is not None
    assert state.open.uncounted == (BEN,)
    assert state.open.over
    assert state.open.counted_at == {ANN: 2}


def test_nobody_went_out_is_an_answer_too() -> None:
    unanswered, nobody = table_after().open, table_after(e.WentOut(None)).open
    assert unanswered is not None
    assert nobody is not None
    assert (unanswered.over, nobody.over) == (False, True)


def test_accepted_doubts_are_kept_with_their_round() -> None:
    accepted = frozenset({("nobody_out", None)})
    state = table_after(
        e.WentOut(None), e.HandCounted(ANN, e.Hand(points=65), down=False), e.RoundScored(accepted)
    )
    assert state.rounds[0].accepted == accepted


def test_version_counts_the_entries_and_last_is_the_latest() -> None:
    state = table_after(e.LaidDown(ANN), e.LaidDown(BEN))
    assert (state.version, state.last) == (2, (2, e.LaidDown(BEN)))
    assert table_after().last is None
