"""Corrections and undo: no derived state is stored."""

from dataclasses import replace

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.state import State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from tests.unit.table import ANN, BEN, CY, DEE, a_round, check, log_of, rules, seats, table_after

ANN_OUT = a_round(out=ANN, left={BEN: 65})
BOTH_DOWN = a_round(out=ANN, left={BEN: 5}, down={BEN})


def corrected_flags(state: State) -> list[bool]:
    return [scored.corrected for scored in state.rounds]


def test_a_correction_recomputes_every_round_after_it() -> None:
    state = table_after(ANN_OUT, ANN_OUT, BOTH_DOWN, e.RoundCorrected(1, BOTH_DOWN))
    assert [scored.totals[BEN] for scored in state.rounds] == [5, 70, 75]
    assert [scored.deal.contracts[BEN] for scored in state.rounds] == [1, 2, 2]
    assert state.next_contracts == (4, 3)
    assert corrected_flags(state) == [True, False, False]


def test_a_round_can_be_corrected_again() -> None:
    state = table_after(ANN_OUT, e.RoundCorrected(1, BOTH_DOWN), e.RoundCorrected(1, ANN_OUT))
    assert (state.totals, state.next_contracts) == ((0, 65), (2, 1))
    assert corrected_flags(state) == [True]


def test_a_correction_leaves_the_open_round_as_it_is() -> None:
    state = table_after(ANN_OUT, e.LaidDown(BEN), e.RoundCorrected(1, BOTH_DOWN))
    assert state.open is not None
    assert state.open.play.laid_down == {BEN}
    assert state.open.deal.contracts == {ANN: 2, BEN: 2}


@pytest.mark.parametrize(
    "said",
    [
        [e.LaidDown(CY)],
        [e.WentOut(CY), e.HandCounted(ANN, e.Hand(points=5), down=False)],
        [e.Adjusted(CY, e.Adjustment(5, "agreed"))],
    ],
)
def test_what_was_said_of_a_player_whom_a_correction_deals_out_is_left_out_of_the_open_round(
    said: list[e.Entry],
) -> None:
    """Ann and Ben play off by the correction of round 12; before it, Ann had won."""
    nobody = a_round(out=None, left={ANN: 65, BEN: 65, CY: 65})
    level = a_round(out=None, left={ANN: 5, BEN: 5, CY: 65}, down={ANN, BEN})
    eleven = [a_round(out=None, left={ANN: 5, BEN: 5, CY: 65}, down={ANN, BEN})] * 11
    played = [*eleven, nobody, *said, e.RoundCorrected(12, level), e.WentOut(BEN)]
    state = table_after(*played, players=3, final_tiebreak="playoff")
    check(rules(final_tiebreak="playoff"), state, e.RoundScored())
    assert state.open is not None
    assert state.open.play.adjustments == {}
    assert state.open.play.laid_down == {BEN}
    state = table_after(*played, e.RoundScored(), players=3, final_tiebreak="playoff")
    assert (state.outcome.code, state.outcome.winners) == ("tie_went_out", (BEN,))


def test_who_is_out_by_a_correction_has_no_adjustment_in_the_round_that_was_open() -> None:
    lost = a_round(out=ANN, left={BEN: 40, CY: 20, DEE: 20})
    more = e.RoundCorrected(2, a_round(out=ANN, left={BEN: 90, CY: 20, DEE: 20}))
    adjusted = e.Adjusted(BEN, e.Adjustment(5, "agreed"))
    last = a_round(out=ANN, left={CY: 5, DEE: 5})
    pool = read_ruleset(apply_house_rules(game_data("indian-rummy"), {"pool": 101}))
    state = replay(pool, seats(4), log_of(lost, lost, adjusted, more, last))
    assert state.rounds[2].play.adjustments == {}
    assert state.totals == (0, 120, 45, 45)


def test_a_correction_can_end_the_game_earlier_and_later_rounds_are_kept() -> None:
    eleven = [ANN_OUT] * 11
    not_yet = a_round(out=None, left={ANN: 65, BEN: 65})
    after = a_round(out=None, left={ANN: 70, BEN: 70})
    state = table_after(*eleven, not_yet, after, after, e.RoundCorrected(12, ANN_OUT))
    assert (state.outcome.code, state.outcome.winners) == ("finished_first", (ANN,))
    assert state.outcome.round == 12
    assert [scored.deal.number for scored in state.after_end] == [13, 14]
    assert [scored.counted for scored in state.rounds] == [True] * 12 + [False] * 2
    assert state.totals == (0, 12 * 65)
    assert state.after_end[0].play == after
    assert state.after_end[0].made == frozenset()
    assert state.open is None


def test_a_second_finisher_after_the_end_changes_nothing() -> None:
    eleven = [BOTH_DOWN] * 11
    nobody_down = a_round(out=None, left={ANN: 65, BEN: 65})
    bens = a_round(out=BEN, left={ANN: 65})
    cheap = a_round(out=ANN, left={BEN: 65})
    state = table_after(*eleven, nobody_down, bens, e.RoundCorrected(12, cheap))
    assert state.outcome.winners == (ANN,)
    assert state.made == (12, 11)


def test_a_correction_can_open_a_finished_game_again() -> None:
    finished = [ANN_OUT] * 12
    missed = a_round(out=BEN, left={ANN: 65})
    state = table_after(*finished, e.RoundCorrected(5, missed))
    assert state.outcome.code == "in_progress"
    assert state.next_contracts == (12, 2)
    assert state.open is not None
    assert state.open.deal.number == 13
    assert state.after_end == ()


def test_a_correction_to_a_blocked_round_moves_the_dealers_after_it() -> None:
    blocked = a_round(out=None)
    state = table_after(
        ANN_OUT, ANN_OUT, ANN_OUT, e.RoundCorrected(2, blocked), blocked_round="void"
    )
    assert [scored.deal.dealer for scored in state.rounds] == [ANN, BEN, BEN]


def test_undoing_the_score_brings_the_hands_back() -> None:
    log = log_of(BOTH_DOWN)
    state = table_after(*log, e.EntryUndone(len(log)))
    assert state.rounds == ()
    assert state.open is not None
    assert state.open.play == BOTH_DOWN
    assert state.open.over
    assert state.open.uncounted == ()


def test_undoing_a_correction_brings_the_first_version_back() -> None:
    log = log_of(ANN_OUT, e.RoundCorrected(1, BOTH_DOWN))
    state = table_after(*log, e.EntryUndone(len(log)))
    assert state.rounds == table_after(ANN_OUT).rounds


def test_undoing_one_of_two_corrections_leaves_the_other() -> None:
    log = log_of(ANN_OUT, e.RoundCorrected(1, BOTH_DOWN), e.RoundCorrected(1, ANN_OUT))
    state = table_after(*log, e.EntryUndone(len(log)))
    assert (state.totals, corrected_flags(state)) == ((0, 5), [True])


def test_a_correction_of_a_round_that_was_undone_is_forgotten_with_it() -> None:
    log = log_of(ANN_OUT)
    scored = len(log)
    state = table_after(
        *log, e.RoundCorrected(1, BOTH_DOWN), e.EntryUndone(scored), e.RoundScored()
    )
    assert state.rounds == table_after(ANN_OUT).rounds


@pytest.mark.parametrize("number", [-1, 0, 3])
def test_a_correction_of_a_round_that_is_not_there_changes_none(number: int) -> None:
    """Nor does it change the last one, as a negative index would."""
    state = table_after(ANN_OUT, ANN_OUT, e.RoundCorrected(number, BOTH_DOWN))
    assert state.rounds == table_after(ANN_OUT, ANN_OUT).rounds


def test_undo_goes_back_step_by_step() -> None:
    state = table_after(e.LaidDown(ANN), e.LaidDown(BEN), e.EntryUndone(2), e.EntryUndone(1))
    assert state.last is None
    assert state.version == 4
    assert state.open == table_after().open


@pytest.mark.parametrize(
    "entry", [e.WentOut(None), e.RoundCorrected(1, BOTH_DOWN), e.DealerChanged(ANN)]
)
def test_undo_after_any_entry_is_the_state_before(entry: e.Entry) -> None:
    log = log_of(ANN_OUT, e.LaidDown(ANN))
    undone = table_after(*log, entry, e.EntryUndone(len(log) + 1))
    assert table_after(*log, entry) != undone
    assert replace(undone, version=len(log)) == table_after(*log)


def test_an_adjustment_of_no_points_is_none_in_a_correction_either() -> None:
    right = e.RoundCorrected(1, a_round(ANN, {BEN: 65}, adjusted={BEN: 0, ANN: -5}))
    state = table_after(a_round(ANN, {BEN: 65}, adjusted={BEN: 10}), right)
    assert state.rounds[0].play.adjustments.keys() == {ANN}
    assert state.totals == (-5, 65)
