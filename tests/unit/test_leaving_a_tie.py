"""Leaving while tied: a player who left cannot win (RULES 20, 34)."""

from dataclasses import replace

import pytest

from companion.rules.fold import entries as e
from companion.rules.model.state import State
from tests.unit.catalogue.games import played
from tests.unit.table import ANN, BEN, CY, DEE, a_round, log_of, table_after

ALL_DOWN = [
    a_round(out=out, left=dict.fromkeys({ANN, BEN, CY} - {out}, 5) | {DEE: 65}, down={ANN, BEN, CY})
    for out in (ANN, BEN, CY)
]
TIED = ALL_DOWN * 4  # Ann, Ben and Cy have 8 times 5 points each; Dee is far behind
NOBODY = a_round(out=None)


def playing_off(*happenings: e.Entry | e.RoundPlay) -> State:
    """Three of four are tied after contract 12, and play off."""
    return table_after(*TIED, *happenings, players=4, final_tiebreak="playoff")


def result(state: State) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    return state.outcome.code, state.outcome.winners, state.outcome.gone


def test_several_remaining_players_play_on_without_the_leaver() -> None:
    state = playing_off(e.PlayerLeft(ANN))
    assert (state.outcome.code, state.outcome.tied) == ("playoff_needed", (BEN, CY))
    assert state.open is not None
    assert state.open.deal.players == (BEN, CY)
    assert result(playing_off(e.PlayerLeft(ANN), a_round(out=CY))) == ("tie_went_out", (CY,), ())


def test_the_only_remaining_player_has_won() -> None:
    state = playing_off(e.PlayerLeft(ANN), e.PlayerLeft(CY))
    assert result(state) == ("fewest_points", (BEN,), (ANN, CY))
    assert state.outcome.round == 12
    assert state.open is None
    places = [(standing.place, standing.seat) for standing in state.standings]
    assert places == [(1, BEN), (2, DEE), (3, ANN), (3, CY)]


def test_if_all_tied_players_leave_they_share_the_win() -> None:
    state = playing_off(e.PlayerLeft(ANN), e.PlayerLeft(BEN), e.PlayerLeft(CY))
    assert result(state) == ("tie_shared", (ANN, BEN, CY), (ANN, BEN, CY))
    places = [(standing.place, standing.seat) for standing in state.standings]
    assert places == [(1, ANN), (1, BEN), (1, CY), (4, DEE)]


def test_leaving_between_play_off_deals_is_final() -> None:
    away = (e.PlayerLeft(ANN), NOBODY)
    assert result(playing_off(*away, e.PlayerLeft(BEN))) == ("fewest_points", (CY,), (BEN,))
    back = playing_off(*away, e.PlayerReturned(ANN))
    assert back.open is not None
    assert back.open.deal.players == (BEN, CY)
    together = playing_off(*away, e.PlayerLeft(BEN), e.PlayerLeft(CY))
    assert result(together) == ("tie_shared", (BEN, CY), (BEN, CY))


def test_up_and_down_again_before_the_play_off_is_as_if_nobody_had_moved() -> None:
    state = playing_off(e.PlayerLeft(ANN), e.PlayerReturned(ANN))
    assert (state.outcome, state.open) == (playing_off().outcome, playing_off().open)


def test_undoing_the_leave_that_ended_the_game_brings_the_play_off_back() -> None:
    log = log_of(*TIED, e.PlayerLeft(ANN), e.PlayerLeft(CY))
    before, undone = playing_off(e.PlayerLeft(ANN)), playing_off(*log[-2:], e.EntryUndone(len(log)))
    assert replace(undone, version=before.version) == before


def test_an_untied_player_may_leave_without_effect() -> None:
    assert playing_off(e.PlayerLeft(DEE)).outcome == playing_off().outcome


def test_a_correction_reevaluates_the_tie_at_the_time_of_leaving() -> None:
    without_ben = a_round(out=CY, left={ANN: 5, BEN: 10, DEE: 65}, down={ANN, BEN})
    state = playing_off(e.PlayerLeft(ANN), e.RoundCorrected(12, without_ben))
    assert result(state) == ("fewest_points", (CY,), (ANN,))
    without_ann = a_round(out=CY, left={ANN: 10, BEN: 5, DEE: 65}, down={ANN, BEN})
    state = playing_off(e.PlayerLeft(ANN), e.RoundCorrected(12, without_ann))
    assert (state.outcome.code, state.outcome.tied) == ("playoff_needed", (BEN, CY))


def test_a_tie_on_points_alone_is_won_by_the_lowest_total_that_stays() -> None:
    level = a_round(out=ANN, left={BEN: 65, CY: 65})
    bens_way = a_round(out=None, left={ANN: 65, BEN: 0, CY: 65}, down={ANN})
    house = {
        "winner_rule": "lowest_points_when_someone_finishes",
        "final_tiebreak": "playoff",
    }
    state = table_after(*[level] * 6, *[bens_way] * 6, e.PlayerLeft(ANN), players=3, **house)
    assert result(state) == ("lowest_total", (BEN,), (ANN,))


# --- A target game that plays on after a tie: Rummy 500 -----------------------------------------


def melds(ann: int, ben: int, cy: int) -> e.RoundPlay:
    return a_round(ANN, {BEN: 0, CY: 0}, melded={ANN: ann, BEN: ben, CY: cy})


def past_500(*happenings: e.Entry | e.RoundPlay, cy: int = 300) -> State:
    return played("rummy-500", melds(520, 520, cy), *happenings)


def test_past_the_target_the_only_remaining_tied_player_wins() -> None:
    state = past_500(e.PlayerLeft(ANN))
    assert result(state) == ("reached_target", (BEN,), (ANN,))
    assert (state.outcome.round, state.open) == (1, None)


def test_past_the_target_several_remaining_players_play_on_with_all() -> None:
    state = past_500(e.PlayerLeft(ANN), cy=520)
    assert (state.outcome.code, state.outcome.tied) == ("in_progress", (BEN, CY))
    assert state.open is not None
    assert state.open.deal.players == (BEN, CY)


def test_past_the_target_tied_players_who_all_left_share_the_win() -> None:
    state = past_500(e.PlayerLeft(ANN), e.PlayerLeft(BEN))
    assert result(state) == ("tie_shared", (ANN, BEN), (ANN, BEN))


def test_leaving_after_a_decided_tie_changes_nothing() -> None:
    decided = past_500(a_round(CY, {ANN: 30, BEN: 30}, melded={ANN: 0, BEN: 10, CY: 0}))
    assert result(decided) == ("reached_target", (BEN,), ())


def test_a_player_behind_may_leave_and_the_tie_is_played_on() -> None:
    assert past_500(e.PlayerLeft(CY)).open is not None


@pytest.mark.parametrize("gap", [(), (e.PlayerJoined("Dee"),)])
def test_a_newcomer_does_not_hold_up_the_end(gap: tuple[e.Entry, ...]) -> None:
    assert result(past_500(*gap, e.PlayerLeft(BEN)))[1] == (ANN,)


def test_a_last_round_that_everybody_has_left_has_no_winner_and_can_be_undone() -> None:
    """No page leads there: the last player has nobody to play with."""
    last = [a_round(ANN, {BEN: 30})] * 6
    log = [*last, e.PlayerLeft(ANN), e.PlayerLeft(BEN), NOBODY]
    state = played("contract-rummy", *log, players=2)
    assert (state.outcome.over, state.outcome.winners) == (False, ())
    assert state.open is not None
    assert state.open.deal.players == ()
