"""The changes by a correction, before it is stored."""

from dataclasses import replace

from companion.rules.fold.entries import RoundCorrected, RoundPlay
from companion.rules.model.state import Outcome
from companion.rules.score_changes import ScoreChanges, score_changes
from tests.unit.table import ANN, BEN, a_round, table_after

ANN_OUT = a_round(out=ANN, left={BEN: 65})
BOTH_DOWN = a_round(out=ANN, left={BEN: 5}, down={BEN})
NOBODY = a_round(out=None, left={ANN: 65, BEN: 65})


def changes(rounds: list[RoundPlay], number: int, right: RoundPlay) -> ScoreChanges:
    correction = RoundCorrected(number, right)
    return score_changes(table_after(*rounds), table_after(*rounds, correction))


def test_a_correction_that_says_the_same_changes_nothing() -> None:
    assert changes([ANN_OUT, ANN_OUT], 1, ANN_OUT).is_empty


def test_points_totals_and_contracts_are_told_before_and_after() -> None:
    found = changes([ANN_OUT, ANN_OUT], 1, BOTH_DOWN)
    assert not found.is_empty
    assert found.points == {1: {BEN: (65, 5)}}
    assert found.totals == {BEN: (130, 70)}
    assert found.contracts == {BEN: (1, 2)}
    assert (found.outcome, found.after_end) == (None, ())


def test_the_points_of_a_player_who_is_not_dealt_in_any_more_go_to_nothing() -> None:
    before = table_after(ANN_OUT)
    alone = replace(before.rounds[0], points={ANN: 0})
    assert score_changes(before, replace(before, rounds=(alone,))).points == {1: {BEN: (65, 0)}}
    assert score_changes(replace(before, rounds=(alone,)), before).points == {1: {BEN: (0, 65)}}


def test_only_a_contract_can_change_too() -> None:
    found = changes([ANN_OUT], 1, a_round(out=ANN, left={BEN: 65}, down={BEN}))
    assert (found.points, found.totals, found.contracts) == ({}, {}, {BEN: (1, 2)})
    assert not found.is_empty


def test_a_game_that_ends_earlier_is_told_with_the_rounds_after_its_end() -> None:
    found = changes([*[ANN_OUT] * 11, NOBODY, NOBODY, NOBODY], 12, ANN_OUT)
    won = Outcome("finished_first", (ANN,), round=12, finishers=(ANN,))
    assert found.outcome == (Outcome(), won)
    assert found.contracts == {ANN: (12, None), BEN: (1, None)}
    assert found.after_end == (13, 14)


def test_a_game_that_reopens_is_reported() -> None:
    found = changes([ANN_OUT] * 12, 12, NOBODY)
    assert found.outcome is not None
    assert [outcome.code for outcome in found.outcome] == ["finished_first", "in_progress"]
