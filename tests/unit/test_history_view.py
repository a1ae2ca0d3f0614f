"""The view model of the history."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from companion.web.view_models.history import (
    HistoryView,
    Line,
    RoundDone,
    Stretch,
    history_view,
    stretch_before,
)

ANN, BEN = range(2)
RULESET = read_ruleset(apply_house_rules(game_data("twelve-step-rummy"), {}))
ONE_ROUND = (e.WentOut(ANN), e.HandCounted(BEN, e.Hand(points=40), down=True), e.RoundScored())


@dataclass(frozen=True)
class Written:
    """An entry as it was written."""

    sequence: int
    entry: e.Entry
    at: datetime = datetime(2026, 11, 22, 20, 47, tzinfo=UTC)
    device: str | None = "ann"
    tapped_at: datetime | None = None
    clock_ahead: int | None = None


def history(*log: e.Entry, may_score: bool = True, before: int | None = None) -> HistoryView:
    state = replay(RULESET, Seats(("Ann", "Ben"), ANN), log)
    stretch = stretch_before(len(log), before)
    some = [Written(n, entry) for n, entry in enumerate(log, 1)][
        stretch.first - 1 : stretch.reads_to
    ]
    return history_view(state, log, some, stretch, may_score=may_score)


def lines(one: RoundDone) -> list[Line]:
    return [line for group in one.groups for line in group.lines]


def count(seat: int, cards: int) -> e.HandCounted:
    return e.HandCounted(seat, e.Hand(cards={"3-9": cards}), down=True)


def numbers(*log: e.Entry) -> list[list[int]]:
    """The numbers of the entries in each group of the last round, the latest first."""
    groups = history(*log).rounds[0].groups
    return [[line.logged.sequence for line in group.lines] for group in groups]


def replaced(*log: e.Entry) -> list[int]:
    rounds = history(*log).rounds
    return [line.logged.sequence for one in rounds for line in lines(one) if line.replaced]


def test_rounds_are_listed_last_first_and_only_counted_ones_can_be_corrected() -> None:
    view = history(*ONE_ROUND, e.LaidDown(BEN))
    told = [(one.number, one.is_open, one.may_correct, len(lines(one))) for one in view.rounds]
    assert told == [(2, True, False, 1), (1, False, True, 3)]
    assert [one.may_correct for one in history(*ONE_ROUND, may_score=False).rounds] == [False]


def test_a_correction_is_listed_in_the_round_that_it_corrects() -> None:
    correction = e.RoundCorrected(1, e.RoundPlay())
    view = history(*ONE_ROUND, e.LaidDown(ANN), correction, e.LaidDown(BEN), e.EntryUndone(5))
    told = [(one.number, [line.logged.sequence for line in lines(one)]) for one in view.rounds]
    assert told == [(2, [6, 4]), (1, [7, 5, 3, 2, 1])]
    assert [one.is_open for one in view.rounds] == [True, False]


def test_a_round_can_be_corrected_beside_its_last_correction_in_a_long_log() -> None:
    marks = [e.LaidDown(ANN), e.TookBack(ANN)] * 60
    view = history(*ONE_ROUND, *marks, e.RoundCorrected(1, e.RoundPlay()))
    assert [(one.number, one.may_correct) for one in view.rounds] == [(2, False), (1, True)]


def test_the_latest_entry_is_the_target_of_undo() -> None:
    view = history(*ONE_ROUND, e.LaidDown(BEN), e.EntryUndone(4))
    assert view.latest is not None
    assert view.latest.logged.sequence == 3
    assert [line.undone for line in lines(view.rounds[0])] == [False, True]
    assert [line.seat for line in lines(view.rounds[0])] == [None, BEN]


def test_a_round_that_was_taken_back_has_nothing_to_correct() -> None:
    (one,) = history(*ONE_ROUND, e.EntryUndone(3)).rounds
    assert (one.number, one.is_open, one.may_correct) == (1, True, False)


def test_what_was_undone_at_once_is_one_group() -> None:
    undone = (e.WentOut(ANN), e.LaidDown(BEN), e.EntryUndone(2), e.EntryUndone(1))
    assert numbers(*undone, e.WentOut(BEN)) == [[5], [4, 3, 2, 1]]
    assert numbers(e.LaidDown(ANN), e.LaidDown(BEN), e.EntryUndone(1)) == [[3], [2], [1]]


def test_the_taps_of_a_hand_that_were_undone_are_one_step() -> None:
    taps = (e.WentOut(ANN), count(BEN, 1), count(BEN, 2), e.EntryUndone(3), e.EntryUndone(2))
    assert numbers(*taps) == [[5, 3], [1]]
    (group, _) = history(*taps).rounds[0].groups
    assert [line.logged.sequence for line in group.undoings] == [5]


def test_taps_that_stand_are_not_read_with_those_that_were_undone() -> None:
    taps = (e.WentOut(ANN), count(BEN, 1), count(BEN, 2), count(BEN, 3), e.EntryUndone(4))
    assert numbers(*taps) == [[5, 4], [3], [1]]


def test_two_hands_that_are_counted_at_the_same_time_are_two_lines() -> None:
    both = (count(ANN, 1), count(BEN, 1), count(ANN, 2), count(BEN, 2))
    assert numbers(e.WentOut(None), *both) == [[5], [4], [1]]
    assert replaced(e.WentOut(None), *both) == []


def test_another_winner_replaces_the_first_one_of_the_same_round() -> None:
    assert replaced(e.WentOut(ANN), e.WentOut(BEN)) == [1]
    assert replaced(e.WentOut(ANN), e.EntryUndone(1), e.WentOut(BEN)) == []
    assert replaced(*ONE_ROUND, e.WentOut(BEN)) == []


def test_a_count_replaces_that_of_the_same_player_only() -> None:
    first = (e.WentOut(None), count(ANN, 1), count(BEN, 1))
    assert replaced(*first, e.LaidDown(ANN), count(BEN, 2)) == [3]


@pytest.mark.parametrize(
    ("entries", "before", "stretch"),
    [
        (0, None, Stretch(1, 0, None, None, 0)),
        (250, None, Stretch(151, 250, 151, None, 250)),
        (250, 151, Stretch(51, 150, 51, 251, 151)),
        (250, 0, Stretch(1, 0, None, 101, 1)),
    ],
)
def test_a_long_log_is_read_in_stretches(
    entries: int, before: int | None, stretch: Stretch
) -> None:
    assert stretch_before(entries, before) == stretch
