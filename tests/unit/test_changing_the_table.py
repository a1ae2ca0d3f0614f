"""Changes of the table during a game: names, seats, returning players, an early end."""

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.judging.refusals import Refused
from companion.rules.model.state import Outcome, Return, State
from tests.unit.table import ANN, BEN, CY, DEE, a_round, check, log_of, rules, seats, table_after

ANN_OUT = a_round(out=ANN, left={BEN: 65})
THREE = a_round(out=ANN, left={BEN: 65, CY: 65})


def refused(entry: e.Entry, *happenings: object, players: int = 3) -> str:
    """The code with which this entry is refused after those."""
    with pytest.raises(Refused) as refusal:
        check(rules(), table_after(*happenings, players=players), entry)  # type: ignore[arg-type]
    return refusal.value.code


# --- Names --------------------------------------------------------------------------------------


def test_a_new_name_holds_for_every_round_and_nothing_else_changes() -> None:
    before = table_after(THREE, players=3)
    state = table_after(THREE, e.PlayerRenamed(BEN, "Benno"), players=3)
    assert state.names == ("Ann", "Benno", "Cy")
    assert (state.totals, state.standings, state.rounds) == (
        before.totals,
        before.standings,
        before.rounds,
    )


def test_somebody_who_joined_later_is_renamed_too_and_the_last_name_holds() -> None:
    state = table_after(
        e.PlayerJoined("Cy"), e.PlayerRenamed(CY, "Si"), e.PlayerRenamed(CY, "Cyrus")
    )
    assert state.names == ("Ann", "Ben", "Cyrus")


def test_a_name_taken_back_is_the_one_before() -> None:
    log = [e.PlayerRenamed(BEN, "Benno"), e.PlayerRenamed(BEN, "Benjamin"), e.EntryUndone(2)]
    assert table_after(*log).names == ("Ann", "Benno")


def test_players_who_left_or_won_can_still_be_renamed() -> None:
    check(rules(), table_after(THREE, e.PlayerLeft(CY), players=3), e.PlayerRenamed(CY, "Si"))
    check(rules(), table_after(ANN_OUT, e.GameEnded("")), e.PlayerRenamed(ANN, "Anna"))


def test_an_unknown_seat_cannot_be_renamed() -> None:
    assert refused(e.PlayerRenamed(7, "Zoe")) == "unknown_player"


# --- Places -------------------------------------------------------------------------------------


def test_people_change_places_and_the_same_person_deals_first() -> None:
    state = table_after(e.SeatsReordered((CY, ANN, BEN)), players=3, first_dealer=BEN)
    assert state.open is not None
    assert state.open.deal.players == (CY, ANN, BEN)
    assert (state.open.deal.dealer, state.open.deal.leads) == (BEN, CY)


def test_the_deal_goes_round_in_the_new_order() -> None:
    state = table_after(e.SeatsReordered((ANN, CY, BEN)), THREE, THREE, THREE, players=3)
    assert [scored.deal.dealer for scored in state.rounds] == [ANN, CY, BEN]


def test_entries_about_a_player_follow_the_player() -> None:
    said = [e.LaidDown(CY), e.WentOut(CY), e.HandCounted(BEN, e.Hand(points=65), down=False)]
    before = table_after(*said, players=3)
    state = table_after(*said, e.SeatsReordered((CY, BEN, ANN)), players=3)
    assert before.open is not None
    assert state.open is not None
    assert state.open.play == before.open.play
    assert state.names == before.names


def test_a_later_newcomer_sits_last() -> None:
    state = table_after(
        e.SeatsReordered((BEN, ANN)), e.PlayerJoined("Cy"), ANN_OUT, e.PlayerJoined("Dee")
    )
    assert state.order == (BEN, ANN, CY, DEE)


def test_an_order_whose_newcomer_was_undone_still_seats_everybody() -> None:
    log = [e.PlayerJoined("Cy"), e.SeatsReordered((CY, BEN, ANN)), e.EntryUndone(1)]
    assert table_after(*log).order == (BEN, ANN)


def test_standings_of_equals_follow_the_order_of_play() -> None:
    state = table_after(e.SeatsReordered((CY, ANN, BEN)), players=3)
    assert [standing.seat for standing in state.standings] == [CY, ANN, BEN]


@pytest.mark.parametrize("order", [(ANN, BEN), (ANN, BEN, BEN), (ANN, BEN, CY, DEE)])
def test_an_order_must_be_of_everybody_once(order: tuple[int, ...]) -> None:
    assert refused(e.SeatsReordered(order)) == "order_is_settled"


def test_once_a_round_is_written_down_people_stay_where_they_sit() -> None:
    assert refused(e.SeatsReordered((BEN, ANN, CY)), THREE) == "order_is_settled"


# --- Back at the table --------------------------------------------------------------------------

TWO = a_round(out=ANN, left={BEN: 65})
BACK_IN_ROUND_4 = (THREE, e.PlayerLeft(CY), TWO, TWO, e.PlayerReturned(CY))


def test_a_returning_player_is_dealt_in_from_the_open_round() -> None:
    state = table_after(*BACK_IN_ROUND_4, THREE, players=3)
    assert state.active == {ANN, BEN, CY}
    assert state.left == {}
    assert [scored.deal.players for scored in state.rounds] == [
        (ANN, BEN, CY),
        (ANN, BEN),
        (ANN, BEN),
        (ANN, BEN, CY),
    ]


def test_a_returning_player_gets_the_worst_total_at_the_table() -> None:
    state = table_after(*BACK_IN_ROUND_4, players=3)
    assert state.totals == (0, 195, 195)
    assert state.returns == (Return(CY, left_after=1, back_before=4, total=195),)


def test_a_returning_player_with_a_worse_total_keeps_it() -> None:
    heavy = a_round(out=ANN, left={BEN: 5, CY: 300})
    state = table_after(heavy, e.PlayerLeft(CY), TWO, e.PlayerReturned(CY), players=3)
    assert state.totals == (0, 70, 300)


def test_contracts_made_before_leaving_stay_made() -> None:
    all_down = a_round(out=ANN, left={BEN: 5, CY: 5}, down={BEN, CY})
    ben_stuck = a_round(out=ANN, left={BEN: 65})
    log = (all_down, all_down, e.PlayerLeft(CY), ben_stuck, e.PlayerReturned(CY))
    assert table_after(*log, players=3).next_contracts == (4, 3, 3)


def test_if_newcomers_start_fresh_a_returning_player_keeps_their_total() -> None:
    state = table_after(*BACK_IN_ROUND_4, players=3, late_join="start_at_one")
    assert state.totals == (0, 195, 65)


def test_up_and_down_again_within_a_round_is_as_if_nobody_had_moved() -> None:
    state = table_after(THREE, e.PlayerLeft(CY), e.PlayerReturned(CY), players=3)
    assert (state.totals, state.returns, state.left) == ((0, 65, 65), (), {})


def test_back_and_gone_again_within_a_round_is_still_gone() -> None:
    log = (THREE, e.PlayerLeft(CY), TWO, e.PlayerReturned(CY), e.PlayerLeft(CY))
    state = table_after(*log, players=3)
    assert (state.totals[CY], state.returns, state.left) == (65, (), {CY: 1})


def test_two_returning_players_are_not_compared_with_each_other() -> None:
    four = a_round(out=ANN, left={BEN: 65, CY: 300, DEE: 10})
    gone = (four, e.PlayerLeft(CY), e.PlayerLeft(DEE), TWO)
    one = table_after(*gone, e.PlayerReturned(CY), e.PlayerReturned(DEE), players=4)
    other = table_after(*gone, e.PlayerReturned(DEE), e.PlayerReturned(CY), players=4)
    assert one.totals == other.totals == (0, 130, 300, 130)


def test_a_correction_changes_the_total_of_a_returned_player() -> None:
    right = e.RoundCorrected(2, a_round(out=ANN, left={BEN: 100}))
    assert table_after(*BACK_IN_ROUND_4, right, players=3).totals == (0, 230, 230)


def test_a_returned_player_can_deal_and_win() -> None:
    state = table_after(*BACK_IN_ROUND_4, e.DealerChanged(CY), players=3)
    assert state.open is not None
    assert state.open.deal.dealer == CY
    cy_first = [a_round(out=CY, left={ANN: 65, BEN: 65})] * 12
    won = table_after(*BACK_IN_ROUND_4, *cy_first, players=3)
    assert (won.outcome.code, won.outcome.winners) == ("finished_first", (CY,))


def test_a_present_player_cannot_return() -> None:
    assert refused(e.PlayerReturned(CY)) == "unknown_player"


# --- An early end -------------------------------------------------------------------------------


def ended(*happenings: object, reason: str = "", **table: object) -> State:
    return table_after(*happenings, e.GameEnded(reason), **table)  # type: ignore[arg-type]


def test_after_an_early_end_the_most_contracts_win_regardless_of_points() -> None:
    state = ended(a_round(out=BEN, left={ANN: 5}), players=2)
    assert state.outcome == Outcome("ended_early", (BEN,), 1, finishers=(BEN,))
    assert state.open is None


def test_with_equal_contracts_points_decide() -> None:
    state = ended(a_round(out=BEN, left={ANN: 5, CY: 65}, down={ANN}), players=3)
    assert state.outcome == Outcome("ended_early", (BEN,), 1, finishers=(ANN, BEN))
    assert [(s.place, s.seat) for s in state.standings] == [(1, BEN), (2, ANN), (3, CY)]


def test_equals_share_an_early_end_whatever_the_tie_break_is() -> None:
    both = a_round(out=ANN, left={BEN: 0}, down={BEN})
    state = ended(both, final_tiebreak="went_out_last_round")
    assert (state.outcome.code, state.outcome.winners) == ("ended_early", (ANN, BEN))


def test_where_the_fewest_points_win_they_win_an_early_end() -> None:
    far_ahead = a_round(out=ANN, left={BEN: 0})
    state = ended(
        far_ahead,
        a_round(out=BEN, left={ANN: 10}, down={ANN}),
        winner_rule="lowest_points_when_someone_finishes",
    )
    assert state.outcome.winners == (BEN,)


def test_an_early_end_ignores_the_open_round_until_reopened() -> None:
    log = log_of(ANN_OUT, e.LaidDown(BEN), e.WentOut(BEN))
    over = table_after(*log, e.GameEnded("late"))
    assert (over.totals, over.outcome.winners) == ((0, 65), (ANN,))
    reopened = table_after(*log, e.GameEnded("late"), e.EntryUndone(len(log) + 1))
    before = table_after(*log)
    assert (reopened.open, reopened.outcome) == (before.open, before.outcome)


def test_a_game_can_be_reopened_after_later_entries() -> None:
    log = log_of(ANN_OUT, e.GameEnded("late"))
    state = table_after(
        *log, e.PlayerRenamed(BEN, "Benno"), e.Noted("rain"), e.EntryUndone(len(log))
    )
    assert state.open is not None
    assert (state.ended, state.names, state.note) == (None, ("Ann", "Benno"), "rain")


def test_a_player_who_left_cannot_win_an_early_end() -> None:
    state = ended(a_round(out=CY, left={ANN: 65, BEN: 70}), e.PlayerLeft(CY), players=3)
    assert state.outcome.winners == (ANN,)
    assert state.standings[-1].seat == CY


def test_a_correction_after_an_early_end_may_change_who_won() -> None:
    log = log_of(ANN_OUT, e.GameEnded(""), e.RoundCorrected(1, a_round(out=BEN, left={ANN: 65})))
    assert table_after(*log).outcome.winners == (BEN,)


def test_an_early_end_stops_a_play_off_and_the_tied_share_the_win() -> None:
    both = a_round(out=ANN, left={BEN: 0}, down={BEN})
    state = ended(*[both] * 12, final_tiebreak="playoff")
    assert (state.outcome.code, state.outcome.winners) == ("ended_early", (ANN, BEN))


def test_a_game_without_a_round_written_down_is_not_ended() -> None:
    assert refused(e.GameEnded("bored")) == "nothing_scored"


def test_a_game_of_void_rounds_cannot_end_early() -> None:
    ruleset = rules(blocked_round="void")
    state = replay(ruleset, seats(2), log_of(a_round(out=None)))
    with pytest.raises(Refused):
        check(ruleset, state, e.GameEnded(""))


@pytest.mark.parametrize(
    "entry", [e.GameEnded(""), e.PlayerReturned(BEN), e.SeatsReordered((BEN, ANN))]
)
def test_a_game_that_is_over_is_not_ended_again_nor_its_table_changed(entry: e.Entry) -> None:
    assert refused(entry, ANN_OUT, e.GameEnded(""), players=2) == "game_over"


# --- Title and note -----------------------------------------------------------------------------


def test_the_latest_title_and_note_apply() -> None:
    state = table_after(e.Titled("Friday"), e.Noted("rain"), e.Titled("At the lake"), e.Noted(""))
    assert (state.title, state.note) == ("At the lake", "")


def test_without_a_change_the_title_is_that_of_the_start() -> None:
    assert table_after().title is None
    check(rules(), table_after(ANN_OUT, e.GameEnded("")), e.Titled("After all"))
