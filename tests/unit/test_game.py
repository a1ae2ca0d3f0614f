"""A game: rules, hands and accepted entries, derived from its log."""

import json

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.log import written_by
from companion.rules.game import Game
from companion.rules.judging.refusals import Refused
from companion.rules.model.house_rules import Value
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from tests.unit.table import ANN, BEN, CY, TWELVE_STEP, a_round, log_of, seats

FIVE, TWENTY = {"ten_value": 5}, {"two_value": 20}
FEW = e.Hand(cards={"3-9": 4})
ONE_ROUND = log_of(a_round(ANN, {BEN: 65, CY: 65}))


def game(*entries: e.Entry, key: str = TWELVE_STEP, **options: Value) -> Game:
    snapshot = json.dumps(apply_house_rules(game_data(key), options))
    return Game.begun(snapshot, seats(3), entries)


def changed(**options: Value) -> e.RulesChanged:
    return e.RulesChanged({**game().first_options, **options})


def counted(seat: int, hand: e.Hand = FEW) -> e.HandCounted:
    return e.HandCounted(seat, hand, down=True)


OUT = (e.LaidDown(ANN), e.WentOut(ANN))


def test_rules_that_were_changed_once_a_round_was_written_are_told_with_the_round() -> None:
    after = game(changed(**FIVE), *ONE_ROUND, changed(**FIVE, **TWENTY), changed(**TWENTY))
    told = [(number, [s.rule.key for s in rules]) for number, rules in after.rule_changes]
    assert told == [(2, ["two_value"]), (2, ["ten_value"])]
    assert game(changed(**FIVE), *ONE_ROUND).rule_changes == []


@pytest.mark.parametrize(
    ("since", "is_changed"),
    [
        ((), False),
        ((e.Noted("rain"),), False),
        ((e.EntryUndone(2),), False),
        ((changed(**FIVE),), False),
        ((e.EntryUndone(1),), True),
        ((changed(**TWENTY),), True),
        ((changed(**TWENTY), e.EntryUndone(3)), False),
    ],
)
def test_a_page_has_earlier_rules_only_if_they_changed(
    since: tuple[e.Entry, ...], is_changed: bool,  # noqa: FBT001
) -> None:  # fmt: skip
    log = (changed(**FIVE), e.Noted("sun"))
    assert game(*log, *since).rules_changed_since(len(log)) == is_changed


@pytest.mark.parametrize(
    ("since", "entry"),
    [
        ((), None),
        ((e.Noted("rain"),), None),
        ((e.Noted("rain"), e.EntryUndone(4)), None),
        ((counted(CY),), None),
        ((counted(BEN, e.Hand(points=5)),), 4),
        ((counted(BEN, e.Hand(points=5)), e.Noted("rain"), e.EntryUndone(5)), 4),
        ((e.TookBack(BEN),), 4),
        ((e.EntryUndone(3),), 4),
        ((e.EntryUndone(3), e.Noted("rain")), 4),
        ((e.EntryUndone(3), counted(BEN)), 5),
        ((counted(BEN, e.Hand(points=5)), e.EntryUndone(4)), None),
        ((counted(BEN, e.Hand(points=5)), e.EntryUndone(4), e.EntryUndone(3)), 6),
    ],
)
def test_a_hand_is_another_since_its_last_count_or_the_undo_of_the_one_that_was_seen(
    since: tuple[e.Entry, ...], entry: int | None
) -> None:
    log = (*OUT, counted(BEN))
    assert game(*log, *since).hand_changed_since(BEN, len(log)) == entry


def test_a_hand_that_was_not_counted_yet_is_another_since_its_count_alone() -> None:
    assert game(*OUT, counted(BEN), e.EntryUndone(1)).hand_changed_since(BEN, len(OUT)) == 3


def test_the_entry_that_wrote_a_round_is_known_while_the_round_is_written() -> None:
    log = (*ONE_ROUND, e.Noted("rain"))
    wrote = [written_by(log, number) for number in (None, 0, 1, 2)]
    assert wrote == [None, None, len(ONE_ROUND), None]
    assert written_by((*log, e.EntryUndone(len(ONE_ROUND))), 1) is None


def test_a_change_of_rules_needs_a_price_for_every_hand() -> None:
    tens = game(*OUT, counted(BEN, e.Hand(cards={"10-K": 2})))
    with pytest.raises(Refused, match="blank_hand") as refused:
        tens.after(changed(**FIVE))
    assert refused.value.seat == BEN
    assert tens.after(changed(**TWENTY)).state.open


@pytest.mark.parametrize("change", [{}, {"ace_value": 15}])
def test_a_correction_that_moves_a_wild_rank_leaves_every_later_hand_its_price(
    change: dict[str, Value],
) -> None:
    """Round 10 deals 12, and queens are wild; once round 1 is void, 11, and jacks are wild."""
    played = [a_round(ANN, {BEN: 5, CY: 5})] * 9
    courts = a_round(ANN, {BEN: e.Hand(cards={"K/10-J": 1}), CY: 5})
    rules: dict[str, Value] = {"wild_value": 20, "blocked_round": "void"}
    options = game(key="three-thirteen", **rules).first_options
    before = (e.RulesChanged({**options, **change}),) if change else ()
    later = game(*before, *log_of(*played, courts), key="three-thirteen", **rules)
    void = e.RoundCorrected(1, a_round(None))
    with pytest.raises(Refused) as refused:
        later.after(void)
    assert (refused.value.code, refused.value.card) == ("unknown_card", "K/10-J")
    assert game(*log_of(*played), key="three-thirteen", **rules).after(void).state.rounds[0].void


def test_a_second_undo_is_refused_and_leaving_clears_the_open_round() -> None:
    with pytest.raises(Refused, match="not_to_be_undone"):
        game(*OUT, e.EntryUndone(2)).after(e.EntryUndone(2))
    gone = game(*OUT, counted(BEN), e.PlayerLeft(BEN)).state.open
    assert gone is not None
    assert (gone.play.hands, gone.counted_at) == ({}, {})
    back = game(e.LaidDown(BEN), e.WentOut(BEN), e.PlayerLeft(BEN)).state.open
    assert back is not None
    assert (back.over, back.play.went_out, back.play.laid_down) == (False, None, frozenset())


def test_going_out_empties_the_hand_but_keeps_melds() -> None:
    """The counted hand was another player’s; the melds on the table are their own."""
    hand = game(counted(BEN), e.WentOut(BEN)).state.open
    melds = e.HandCounted(BEN, e.Hand(cards={}), down=False, melded=e.Hand(points=50))
    table = game(melds, e.WentOut(BEN), key="rummy-500").state.open
    assert hand is not None
    assert table is not None
    assert hand.play.hands == {}
    assert table.play.melds(BEN) == e.Hand(points=50)


def test_the_draft_of_the_open_round_is_known_at_every_length_of_the_log() -> None:
    log = (*ONE_ROUND, *OUT, counted(BEN), counted(CY), e.EntryUndone(len(ONE_ROUND) + 4))
    whole = game(*log)
    for length in range(len(log) + 1):
        then = game(*log[:length]).draft_at(length)
        assert whole.draft_at(length).counted_at == then.counted_at, length
        assert whole.draft_at(length).play() == then.play(), length
    assert whole.draft_at(10**6).counted_at == {BEN: len(ONE_ROUND) + 3}


@pytest.mark.parametrize("key", [TWELVE_STEP, "five-crowns"])
def test_an_entry_is_described_with_the_card_values_of_its_time(key: str) -> None:
    first = game(e.WentOut(ANN), *ONE_ROUND[1:], key=key)
    after = first.with_entries(e.Noted("a"), e.EntryUndone(first.version + 1), e.Noted("b"))
    for number in range(1, after.version + 1):
        before = after.before(after.entries[: number - 1])
        assert after.values_when(number) == before.state.open.deal.values


def test_an_entry_after_the_end_is_described_with_the_card_values_of_the_rules() -> None:
    ended = game(
        e.WentOut(ANN), *ONE_ROUND[1:], e.GameEnded("late"), e.Noted("b"), key="five-crowns"
    )
    assert ended.state.open is None
    assert ended.values_when(ended.version) == ended.ruleset.card_values


def test_the_card_values_of_a_moment_survive_other_rules() -> None:
    after = game(e.LaidDown(BEN), changed(**FIVE), e.LaidDown(CY))
    assert after.values_when(2) == game().ruleset.card_values
    assert after.values_when(3) == after.ruleset.card_values
    assert after.values_when(2) != after.values_when(3)


def test_rules_that_were_changed_back_may_have_been_others_in_between() -> None:
    there_and_back = game(changed(**FIVE), e.Noted("rain"), changed(**TWENTY), changed(**FIVE))
    assert not there_and_back.rules_changed_since(1)
    assert [there_and_back.may_change_rules_after(n) for n in range(1, 5)] == [True] * 3 + [False]
    assert game(changed(**FIVE), e.EntryUndone(1)).may_change_rules_after(1)


def test_a_batch_with_an_entry_that_goes_back_replays_the_log() -> None:
    entries = (e.RoundCorrected(1, a_round(BEN, {ANN: 90, CY: 65})), e.LaidDown(CY))
    assert (
        game(*ONE_ROUND).with_entries(*entries).state.totals
        == game(*ONE_ROUND, *entries).state.totals
        == (90, 0, 65)
    )
