"""Folding one more entry equals a replay of the whole log."""

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.replay import Fold, replay
from tests.unit.table import ANN, BEN, CY, a_round, log_of, rules, seats

COURTS = e.HandCounted(BEN, e.Hand(cards={"10-K": 2}), down=True)
BY_THE_KEY = [e.LaidDown(BEN), e.WentOut(ANN), COURTS]
NEXT = [e.LaidDown(CY), e.TookBack(BEN), e.HandCounted(CY, e.Hand(points=20), down=True)]


@pytest.mark.parametrize("entry", NEXT)
@pytest.mark.parametrize("recounted", [(), (e.RoundHand(1, BEN, e.Hand(points=15)),)])
def test_an_open_hand_is_converted_to_changed_rules(
    entry: e.Entry, recounted: tuple[e.RoundHand, ...]
) -> None:
    """Tens cost five now, so two of “10 to K” keep only their previous points."""
    fives = rules(ten_value=5)
    log: list[e.Entry] = [*BY_THE_KEY, e.RulesChanged(fives.options, recounted)]
    after = Fold.of(fives, seats(3), log).after([entry], fives).state
    assert after == replay(fives, seats(3), [*log, entry])
    assert after.open.play.hand(BEN) == (recounted[0].hand if recounted else e.Hand())


def test_an_undo_that_reaches_behind_this_round_is_not_forgotten() -> None:
    ours = rules()
    scored = [*BY_THE_KEY, e.HandCounted(CY, e.Hand(points=20), down=True), e.RoundScored()]
    log: list[e.Entry] = [*scored, e.LaidDown(BEN), e.EntryUndone(len(scored))]
    after = Fold.of(ours, seats(3), log).after([e.LaidDown(CY)], ours).state
    assert after == replay(ours, seats(3), [*log, e.LaidDown(CY)])


def test_other_rules_are_in_force_for_all_that_was_there_before() -> None:
    ours, fives = rules(), rules(ten_value=5)
    log = log_of(a_round(ANN, {BEN: {"10": 2}, CY: 20}))
    assert Fold.of(ours, seats(3), log).after([], fives).state == replay(fives, seats(3), log)


def test_leaving_twice_counts_once_and_unknown_seats_cannot_leave() -> None:
    """An undone join (or return) leaves later entries about that seat in the log."""
    again = (e.PlayerLeft(CY), *log_of(a_round(ANN, {BEN: 65})), e.PlayerLeft(CY), e.PlayerLeft(7))
    assert replay(rules(), seats(3), again).left == {CY: 0}
