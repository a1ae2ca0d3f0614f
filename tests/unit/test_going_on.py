"""Going on with one more entry is replaying the whole log, also where something lies behind."""

import pytest

from companion.rules.entries import (
    Entry,
    EntryUndone,
    Hand,
    HandCounted,
    LaidDown,
    RoundHand,
    RoundScored,
    RulesChanged,
    TookBack,
    WentOut,
)
from companion.rules.replay import Fold, replay
from tests.unit.table import ANN, BEN, CY, rules, seats

COURTS = HandCounted(BEN, Hand(cards={"10-K": 2}), down=True)
BY_THE_KEY = [LaidDown(BEN), WentOut(ANN), COURTS]
NEXT = [LaidDown(CY), TookBack(BEN), HandCounted(CY, Hand(points=20), down=True)]


@pytest.mark.parametrize("entry", NEXT)
@pytest.mark.parametrize("recounted", [(), (RoundHand(1, BEN, Hand(points=15)),)])
def test_a_hand_of_this_round_counted_by_old_rules_is_what_the_new_ones_make_of_it(
    entry: Entry, recounted: tuple[RoundHand, ...]
) -> None:
    """Tens cost five now, so two of “10 to K” have no price but the one that was told."""
    fives = rules(ten_value=5)
    log: list[Entry] = [*BY_THE_KEY, RulesChanged(fives.options, recounted)]
    after = Fold.of(fives, seats(3), log).after([entry], fives).state
    assert after == replay(fives, seats(3), [*log, entry])
    assert after.open
    assert after.open.play.hand(BEN) == (recounted[0].hand if recounted else Hand())


def test_an_undo_that_reaches_behind_this_round_is_not_forgotten() -> None:
    ours = rules()
    scored = [*BY_THE_KEY, HandCounted(CY, Hand(points=20), down=True), RoundScored()]
    log: list[Entry] = [*scored, LaidDown(BEN), EntryUndone(len(scored))]
    after = Fold.of(ours, seats(3), log).after([LaidDown(CY)], ours).state
    assert after == replay(ours, seats(3), [*log, LaidDown(CY)])
