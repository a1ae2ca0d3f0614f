"""decide() considers the current game and the length of the log that the phone knew."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from companion.rules.decide import Command, Conflict, decide
from companion.rules.fold import entries as e
from companion.rules.fold.log import NOBODY
from companion.rules.game import Game
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from tests.unit.table import ANN, BEN, CY, TWELVE_STEP, a_round, log_of, seats

WHOLE = e.Hand(cards={"3-9": 13})
FEW = e.Hand(cards={"3-9": 4})


def game(*entries: e.Entry, players: int = 3, key: str = TWELVE_STEP) -> Game:
    snapshot = json.dumps(apply_house_rules(game_data(key), {}))
    return Game.begun(snapshot, seats(players), entries)


def counted(seat: int = BEN, hand: e.Hand = WHOLE, *, down: bool | None = False) -> e.HandCounted:
    return e.HandCounted(seat, hand, down)


def written(before: Game, command: Command, own: Sequence[int] = ()) -> tuple[e.Entry, ...]:
    """The entries that the command adds to the log."""
    return decide(before, command, own).entries[before.version :]


OUT = (e.LaidDown(ANN), e.WentOut(ANN))
ALL_COUNTED = (*OUT, counted(BEN), counted(CY))


@pytest.mark.parametrize(
    ("log", "entry"),
    [
        ((e.LaidDown(BEN),), e.LaidDown(BEN)),
        ((), e.TookBack(BEN)),
        (OUT, e.TookBack(ANN)),
        ((*OUT, counted()), counted()),
        ((*OUT, counted()), counted(down=None)),
        ((e.Titled("Lake"),), e.Titled("Lake")),
        ((), e.Noted("")),
        ((), e.PlayerRenamed(BEN, "Ben")),
        ((), e.SeatsReordered((ANN, BEN, CY))),
    ],
)
def test_an_entry_without_change_is_not_written(log: tuple[e.Entry, ...], entry: e.Entry) -> None:
    assert written(game(*log), Command((entry,), len(log), round=1)) == ()


def test_of_two_entries_only_the_news_is_written() -> None:
    wanted = Command((e.Titled("Lake"), e.Noted("")), 0)
    assert written(game(), wanted) == (e.Titled("Lake"),)


@pytest.mark.parametrize(
    "wanted",
    [
        (e.LaidDown(BEN), e.TookBack(BEN)),  # nobody was down before the first of them
        (e.WentOut(ANN), counted()),  # a hand is counted once the round is over
        (e.Titled("Lake"), e.EntryUndone(1)),
    ],
)
def test_each_entry_of_a_command_is_checked_after_the_previous_ones(
    wanted: tuple[e.Entry, ...],
) -> None:
    assert written(game(), Command(wanted, 0, round=1)) == wanted


@pytest.mark.parametrize(
    "entry",
    [e.LaidDown(BEN), e.TookBack(BEN), e.WentOut(BEN), counted(), e.RoundScored(), e.GameEnded("")],
)
def test_a_command_for_another_round_is_out_of_date(entry: e.Entry) -> None:
    after_one = game(*log_of(a_round(ANN, {BEN: 65, CY: 65})))
    with pytest.raises(Conflict, match="out_of_date"):
        decide(after_one, Command((entry,), after_one.version, round=1))


@pytest.mark.parametrize(
    "entry",
    [
        e.LaidDown(BEN),
        e.TookBack(BEN),
        e.WentOut(BEN),
        e.Adjusted(BEN, e.Adjustment(5, "")),
    ],
)
def test_once_the_game_is_over_no_round_is_open(entry: e.Entry) -> None:
    over = game(*OUT, counted(), counted(CY), e.RoundScored(), e.GameEnded(""))
    with pytest.raises(Refused) as refused:
        decide(over, Command((entry,), over.version))
    assert refused.value.code == "game_over"


@pytest.mark.parametrize("entry", [e.RoundScored(), e.RulesChanged({"ten_value": 5})])
def test_a_command_that_depends_on_the_whole_log_is_out_of_date_once_it_grows(
    entry: e.Entry,
) -> None:
    before = game(*ALL_COUNTED)
    with pytest.raises(Conflict, match="out_of_date"):
        decide(before, Command((entry,), before.version - 1))


def test_a_correction_of_a_round_that_was_corrected_since_is_out_of_date() -> None:
    before = game(*log_of(a_round(ANN, {BEN: 65, CY: 65})))
    right = e.RoundCorrected(1, a_round(BEN, {ANN: 65, CY: 65}))
    after = decide(before, Command((right,), before.version))
    with pytest.raises(Conflict, match="out_of_date"):
        decide(after, Command((right,), before.version))


def test_the_last_hand_and_the_round_are_one_command() -> None:
    before = game(*OUT, counted(BEN))
    both = Command((counted(CY, down=None), e.RoundScored()), before.version, round=1)
    assert written(before, both) == (counted(CY), e.RoundScored())
    assert decide(before, both).state.totals == (0, 65, 65)


@pytest.mark.parametrize("trouble", [Refused, Doubted])
def test_of_a_command_that_fails_nothing_is_kept(trouble: type[Exception]) -> None:
    hand = e.Hand() if trouble is Refused else e.Hand(cards={"3-9": 9})
    before = game(*OUT, counted(BEN))
    with pytest.raises(trouble):
        decide(before, Command((counted(CY, hand, down=False), e.RoundScored()), before.version))


def test_a_doubt_that_was_answered_is_kept_and_one_that_is_not_there_is_left_out() -> None:
    before = game(*OUT, counted(BEN, FEW), counted(CY))
    answers = {("wrong_hand_size_without_contract", BEN), ("nobody_out", None)}
    scored = e.RoundScored(frozenset(answers))  # type: ignore[arg-type]
    (entry,) = written(before, Command((scored,), before.version))
    assert entry == e.RoundScored(frozenset({("wrong_hand_size_without_contract", BEN)}))


def test_a_hand_of_a_round_that_was_dealt_since_is_not_the_one_before_it() -> None:
    """A phone sends several rounds that were counted offline."""
    seen = (*OUT, counted(BEN))
    before = game(*seen, counted(CY), e.RoundScored(), *OUT)
    assert written(before, Command((counted(BEN),), len(seen), round=2)) == (counted(BEN),)


def test_a_late_undo_is_valid_if_later_entries_do_not_depend_on_its_target() -> None:
    before = game(e.LaidDown(BEN), e.Noted("Late"), e.LaidDown(CY))
    undo = e.EntryUndone(1)
    with pytest.raises(Conflict, match="out_of_date"):
        decide(before, Command((undo,), 1))
    assert written(before, Command((undo,), 1, unasked=True)) == (undo,)


@pytest.mark.parametrize("since", [(counted(BEN),), (counted(BEN), e.Noted("Late"))])
def test_an_undo_that_comes_late_is_a_conflict_where_others_rest_on_it(
    since: tuple[e.Entry, ...],
) -> None:
    before = game(*OUT, *since)
    with pytest.raises(Conflict, match="out_of_date"):
        decide(before, Command((e.EntryUndone(2),), 2, unasked=True))


FIVE_MORE = e.Adjusted(BEN, e.Adjustment(5, ""))
THE_SAME_AGAIN = (*OUT, counted(BEN), counted(CY), e.RoundScored())


@pytest.mark.parametrize(
    "since",
    [
        (e.LaidDown(BEN),),
        (e.WentOut(BEN),),
        (FIVE_MORE,),
        (e.PlayerLeft(CY),),
        (e.DealerChanged(CY),),
        (e.Noted("Late"),),
        THE_SAME_AGAIN,
    ],
)
def test_a_written_round_is_not_undone_late_under_what_was_done_in_the_next(
    since: tuple[e.Entry, ...],
) -> None:
    """All of that would be possible in the round that is open then, but not what it meant."""
    written_at = len(THE_SAME_AGAIN)
    before = game(*THE_SAME_AGAIN, *since)
    with pytest.raises(Conflict, match="out_of_date"):
        decide(before, Command((e.EntryUndone(written_at),), written_at, unasked=True))


@pytest.mark.parametrize(
    ("log", "is_valid"),
    [
        ((FIVE_MORE, *THE_SAME_AGAIN), False),
        ((e.LaidDown(ANN), e.WentOut(ANN), counted(BEN), counted(CY), e.RoundScored()), True),
        ((e.DealerChanged(CY), *THE_SAME_AGAIN), True),
    ],
)
def test_a_late_undo_changes_no_round_that_was_written_since(
    log: tuple[e.Entry, ...],
    is_valid: bool,  # noqa: FBT001
) -> None:
    command = Command((e.EntryUndone(1),), 1, unasked=True)
    if is_valid:
        assert written(game(*log), command) == command.entries
    else:
        with pytest.raises(Conflict, match="out_of_date"):
            decide(game(*log), command)


def test_a_correction_is_undone_late_under_the_marks_of_a_later_round() -> None:
    right = e.RoundCorrected(1, a_round(BEN, {ANN: 65, CY: 65}))
    before = game(*THE_SAME_AGAIN, right, e.LaidDown(CY), *OUT)
    undo = e.EntryUndone(len(THE_SAME_AGAIN) + 1)
    assert written(before, Command((undo,), undo.sequence, unasked=True)) == (undo,)


def test_where_nobody_can_be_asked_doubts_are_kept_with_the_round() -> None:
    """A phone sends a round from offline, and the person who counted cannot be asked any more."""
    doubt = ("wrong_hand_size_without_contract", BEN)
    before = game(*OUT, counted(BEN, FEW), counted(CY))
    (entry,) = written(before, Command((e.RoundScored(),), before.version, unasked=True))
    assert entry == e.RoundScored(not_asked=frozenset({doubt}))  # type: ignore[arg-type]
    assert before.with_entries(entry).state.rounds[0].not_asked == {doubt}


def test_where_nobody_can_be_asked_a_blank_hand_is_refused_all_the_same() -> None:
    before = game(*OUT, counted(BEN))
    with pytest.raises(Refused, match="blank_hand"):
        decide(before, Command((e.RoundScored(),), before.version, unasked=True))


def test_a_correction_keeps_unasked_doubts() -> None:
    before = game(*log_of(a_round(ANN, {BEN: 65, CY: 65})))
    odd = e.RoundCorrected(1, a_round(ANN, {BEN: 1, CY: 65}))
    (entry,) = written(before, Command((odd,), before.version, unasked=True))
    assert isinstance(entry, e.RoundCorrected)
    assert entry.not_asked == {("points_below_minimum", BEN)}


@pytest.mark.parametrize(
    ("log", "hand", "down"),
    [
        (OUT, FEW, True),
        (OUT, WHOLE, False),
        (OUT, e.Hand(points=45), True),
        (OUT, e.Hand(), False),
        ((e.LaidDown(BEN), *OUT), e.Hand(points=90), True),
        ((e.LaidDown(BEN), *OUT), e.Hand(), True),
    ],
)
def test_without_an_answer_the_cards_or_the_mark_decide_down(
    log: tuple[e.Entry, ...], hand: e.Hand, *, down: bool
) -> None:
    wanted = Command((counted(BEN, hand, down=None), e.Noted("so")), len(log), round=1)
    after = decide(game(*log), wanted)
    assert (BEN in after.state.open.play.laid_down) == down


@pytest.mark.parametrize(
    ("log", "points", "refused"),
    [
        (OUT, 100, True),  # thirteen cards, or two jokers
        (OUT, 45, False),  # less than thirteen cards cost
        (OUT, 2000, False),  # more than anybody can hold
        (OUT, 103, False),  # no cards have this total: the review asks
        ((e.LaidDown(BEN), *OUT), 100, False),
        ((e.WentOut(BEN),), 100, False),
    ],
)
def test_a_total_that_both_may_have_is_refused_until_somebody_says_down_or_not(
    log: tuple[e.Entry, ...], points: int, *, refused: bool
) -> None:
    wanted = Command((counted(BEN, e.Hand(points=points), down=None),), len(log), round=1)
    if not refused:
        assert decide(game(*log), wanted).version == len(log) + 1
        return
    with pytest.raises(Refused) as unsaid:
        decide(game(*log), wanted)
    assert (unsaid.value.code, unsaid.value.seat) == ("down_or_not", BEN)
    assert unsaid.value.numbers == {"points": 100, "contract": 1}
    for down in (True, False):
        said = Command((counted(BEN, e.Hand(points=points), down=down),), len(log), round=1)
        after = decide(game(*log), said).state.open
        assert after is not None
        assert (BEN in after.play.laid_down) == down


def test_a_hand_that_was_counted_elsewhere_is_a_conflict() -> None:
    before = game(*OUT, counted(BEN, FEW, down=True))
    with pytest.raises(Conflict) as conflict:
        decide(before, Command((counted(BEN, down=None),), 2, round=1))
    assert conflict.value.code == "two_hands"
    assert (conflict.value.entry, conflict.value.sequence) == (counted(BEN), 3)


def test_a_hand_that_was_taken_back_elsewhere_is_a_conflict() -> None:
    before = game(*OUT, counted(BEN, FEW, down=True), e.EntryUndone(3))
    with pytest.raises(Conflict) as conflict:
        decide(before, Command((counted(BEN),), 3, round=1))
    assert conflict.value.sequence == 4


@pytest.mark.parametrize(
    "gone",
    [
        (e.PlayerLeft(BEN), e.PlayerReturned(BEN), counted(CY)),
        (e.Dropped(ANN, "wrong"), e.WentOut(ANN)),
    ],
)
def test_a_count_that_is_gone_without_an_undo_is_no_second_one(gone: tuple[e.Entry, ...]) -> None:
    before = game(*OUT, counted(), *gone)
    wanted = counted(BEN, FEW, down=True)
    assert written(before, Command((wanted,), len(OUT) + 1, round=1)) == (wanted,)


@pytest.mark.parametrize("log", [OUT, (e.LaidDown(BEN), *OUT)])
def test_a_count_that_was_taken_off_again_elsewhere_is_none(log: tuple[e.Entry, ...]) -> None:
    marked = e.LaidDown(BEN) in log
    before = game(*log, counted(BEN, FEW), counted(BEN, e.Hand(), down=marked))
    assert written(before, Command((counted(BEN),), len(log), round=1)) == (counted(BEN),)


def test_a_count_whose_melds_were_taken_off_again_says_nothing_either() -> None:
    cards = e.Hand(cards={"10-K": 3})
    empty = e.HandCounted(BEN, e.Hand(), down=False, melded=e.Hand())
    before = game(
        e.WentOut(ANN),
        e.HandCounted(BEN, e.Hand(), down=False, melded=cards),
        empty,
        players=2,
        key="rummy-500",
    )
    mine = e.HandCounted(BEN, cards, down=False, melded=cards)
    assert written(before, Command((mine,), seen=1)) == (mine,)


def test_a_differing_down_is_a_conflict_even_without_cards() -> None:
    before = game(*OUT, counted(BEN, e.Hand(), down=True))
    with pytest.raises(Conflict, match="two_hands"):
        decide(before, Command((counted(BEN),), 2, round=1))


def test_another_hand_that_was_counted_meanwhile_is_none() -> None:
    before = game(*OUT, counted(BEN))
    assert written(before, Command((counted(CY),), 2, round=1)) == (counted(CY),)


def test_a_phone_that_was_left_without_an_answer_overtakes_only_itself() -> None:
    before = game(*OUT, counted(BEN, FEW, down=True))
    last = Command((counted(BEN),), 2, round=1)
    assert written(before, last, own=(3,)) == (counted(BEN),)
    with pytest.raises(Conflict, match="two_hands"):
        decide(before, last)


@pytest.mark.parametrize("log", [(), (e.LaidDown(ANN),)])
def test_no_hand_is_counted_before_the_round_is_over(log: tuple[e.Entry, ...]) -> None:
    with pytest.raises(Conflict, match="out_of_date"):
        decide(game(*log), Command((counted(),), len(log), round=1))


def test_a_hand_counted_by_keys_of_other_house_rules_is_out_of_date() -> None:
    before = game(*OUT, e.RulesChanged(_options(ten_value=5)))
    with pytest.raises(Conflict, match="out_of_date"):
        decide(before, Command((counted(),), 2, round=1))


def _options(**changed: object) -> dict[str, object]:
    return {**game().first_options, **changed}


def test_only_the_last_entry_or_an_early_end_can_be_undone() -> None:
    log = (*log_of(a_round(ANN, {BEN: 65, CY: 65})), e.GameEnded(""), e.Noted("Rain"))
    before = game(*log)
    for sequence in (len(log), len(log) - 1):
        assert written(before, Command((e.EntryUndone(sequence),), 0)) == (e.EntryUndone(sequence),)
    with pytest.raises(Conflict, match="out_of_date"):
        decide(before, Command((e.EntryUndone(1),), len(log)))


def test_the_latest_count_of_a_hand_can_always_be_undone() -> None:
    before = game(*OUT, counted(), e.Noted("Rain"))
    assert written(before, Command((e.EntryUndone(3),), 4)) == (e.EntryUndone(3),)
    with pytest.raises(Conflict, match="out_of_date"):
        decide(before, Command((e.EntryUndone(2),), 4))


def test_a_hand_of_somebody_who_has_left_is_out_of_date() -> None:
    with pytest.raises(Conflict, match="out_of_date"):
        decide(game(*OUT, e.PlayerLeft(CY)), Command((counted(CY),), 2, round=1))


def test_a_hand_with_other_buys_is_news() -> None:
    again = e.HandCounted(BEN, WHOLE, down=False, buys=1)
    before = game(*OUT, counted())
    assert written(before, Command((again,), 3, round=1)) == (again,)


@pytest.mark.parametrize(("key", "doubles"), [(TWELVE_STEP, False), ("classic-rummy", True)])
def test_going_rummy_is_kept_only_where_it_doubles(key: str, *, doubles: bool) -> None:
    rules = {"scoring": "winner_collects", "rummy_doubles": True} if doubles else {}
    snapshot = json.dumps(apply_house_rules(game_data(key), rules))
    begun = Game.begun(snapshot, seats(3))
    for seat, is_kept in ((ANN, doubles), (None, False)):
        wanted = Command((e.WentOut(seat, went_rummy=True),), 0, round=1)
        assert written(begun, wanted) == (e.WentOut(seat, went_rummy=is_kept),)


@pytest.mark.parametrize("key", ["chinchon", "gin-rummy"])
def test_a_correction_with_a_card_that_is_not_in_the_game_is_refused(key: str) -> None:
    begun = Game.begun(json.dumps(apply_house_rules(game_data(key), {})), seats(2))
    blank = begun.with_entries(e.RoundScored())
    hands = {ANN: e.Hand(cards={"Z": 1}), BEN: e.Hand(points=10)}
    knock = e.RoundCorrected(1, e.RoundPlay(went_out=ANN, hands=hands, ending="knock"))
    with pytest.raises(Refused, match="unknown_card"):
        decide(blank, Command((knock,), 1))


@pytest.mark.parametrize("key", ["romme", "gin-rummy"])
def test_a_round_in_which_nobody_goes_out_by_a_correction_was_ended_in_no_way(key: str) -> None:
    hands = {seat: e.Hand(points=10) for seat in (ANN, BEN)}
    out = e.RoundPlay(frozenset({ANN, BEN}), ANN, hands, went_rummy=True, ending="knock")
    log = [e.RoundScored(), e.RoundCorrected(1, replace(out, went_out=None))]
    begun = Game.begun(json.dumps(apply_house_rules(game_data(key), {})), seats(2))
    blank = begun.with_entries(log[0])
    assert log[1].settled(blank.ruleset, blank.state).play == e.RoundPlay(
        out.laid_down, None, hands
    )


@pytest.mark.parametrize("sequence", [0, 3, 99])
def test_an_undo_of_an_unknown_entry_is_refused(sequence: int) -> None:
    with pytest.raises(Refused) as refused:
        decide(game(*OUT), Command((e.EntryUndone(sequence),), 2))
    assert refused.value.code == "not_to_be_undone"


TWO_OUT = (e.LaidDown(ANN), e.WentOut(ANN))


@pytest.mark.parametrize("seat", [BEN, None])
def test_a_differing_claim_of_who_went_out_is_a_conflict(seat: int | None) -> None:
    with pytest.raises(Conflict) as conflict:
        decide(game(*TWO_OUT), Command((e.WentOut(seat),), 1, round=1))
    assert (conflict.value.code, conflict.value.sequence) == ("two_out", 2)


def test_a_seen_claim_of_who_went_out_can_be_replaced() -> None:
    assert written(game(*TWO_OUT), Command((e.WentOut(BEN),), 2, round=1)) == (e.WentOut(BEN),)


def test_two_phones_that_say_the_same_person_went_out_agree() -> None:
    assert written(game(*TWO_OUT), Command((e.WentOut(ANN),), 1, round=1)) == ()


def test_a_phone_may_say_otherwise_than_itself_without_having_had_the_answer() -> None:
    changed = written(game(*TWO_OUT), Command((e.WentOut(BEN),), 1, round=1), own=(2,))
    assert changed == (e.WentOut(BEN),)


def test_an_out_that_was_taken_back_is_in_nobody_s_way() -> None:
    log = (*TWO_OUT, e.EntryUndone(2))
    assert written(game(*log), Command((e.WentOut(BEN),), 1, round=1)) == (e.WentOut(BEN),)


def test_an_out_of_the_round_before_is_in_nobody_s_way() -> None:
    log = (*ALL_COUNTED, e.RoundScored())
    assert written(game(*log), Command((e.WentOut(BEN),), 0, round=2)) == (e.WentOut(BEN),)


def test_repeating_who_went_out_empties_a_counted_hand() -> None:
    log = (*OUT, counted(ANN, FEW))
    assert written(game(*log), Command((e.WentOut(ANN),), 3, round=1)) == (e.WentOut(ANN),)


def test_an_absent_player_who_went_out_is_refused_not_a_conflict() -> None:
    with pytest.raises(Refused, match="unknown_player"):
        decide(game(*OUT), Command((e.WentOut(CY + 1),), seen=0, round=1))


FREED = (e.PlayerJoined("Dee"), e.EntryUndone(1), e.PlayerJoined("Eve"))
NEWCOMER = 3


@pytest.mark.parametrize(
    "entry",
    [
        e.LaidDown(NEWCOMER),
        e.PlayerJoined("Fay", before=NEWCOMER),
        e.SeatsReordered((NEWCOMER, CY, BEN, ANN)),
        e.RoundScored(frozenset({("down_without_cards", NEWCOMER)})),
        e.RoundCorrected(1, a_round(ANN), frozenset({("down_without_cards", NEWCOMER)})),
    ],
)
def test_entries_for_an_undone_newcomer_do_not_apply_to_a_later_one(entry: e.Entry) -> None:
    with pytest.raises(Conflict):
        decide(game(*FREED), Command((entry,), seen=1))


def test_undoing_a_later_join_keeps_earlier_seats() -> None:
    both = (e.PlayerJoined("Dee"), e.PlayerJoined("Eve"))
    now = game(*both, e.EntryUndone(2))
    assert written(now, Command((e.LaidDown(NEWCOMER),), seen=2)) == (e.LaidDown(NEWCOMER),)
    with pytest.raises(Conflict):
        decide(now, Command((e.LaidDown(NEWCOMER + 1),), seen=2))


def test_a_joining_that_was_undone_before_takes_no_seat() -> None:
    now = game(*FREED, e.EntryUndone(3))
    with pytest.raises(Conflict):
        decide(now, Command((e.LaidDown(NEWCOMER),), seen=3))


def test_a_joining_that_was_undone_just_before_takes_no_seat_either() -> None:
    both = (e.PlayerJoined("Dee"), e.PlayerJoined("Eve"))
    now = game(*both, e.EntryUndone(1), e.EntryUndone(2), e.PlayerJoined("Fay"))
    with pytest.raises(Conflict):
        decide(now, Command((e.LaidDown(NEWCOMER),), seen=3))


@pytest.mark.parametrize(
    ("seat", "seen", "own"), [(NEWCOMER, 3, ()), (BEN, 1, ()), (NEWCOMER, 0, (3,))]
)
def test_it_is_taken_where_that_was_seen_or_done_here_or_is_about_others(
    seat: int, seen: int, own: Sequence[int]
) -> None:
    assert written(game(*FREED), Command((e.LaidDown(seat),), seen), own) == (e.LaidDown(seat),)


ZOE_FOR_BEN = e.SeatTakenOver(BEN, "Zoe", "Ben")


@pytest.mark.parametrize(
    ("log", "seated", "seat", "is_right"),
    [
        ((), {}, BEN, True),
        (FREED, {NEWCOMER: 3}, NEWCOMER, True),
        (FREED, {NEWCOMER: 1}, NEWCOMER, False),
        (FREED, {NEWCOMER + 1: 3}, NEWCOMER + 1, False),
        (FREED, {NEWCOMER: NOBODY}, NEWCOMER, False),
        (FREED, {}, NEWCOMER, False),
        ((ZOE_FOR_BEN,), {}, BEN, False),
        ((ZOE_FOR_BEN,), {BEN: 1}, BEN, True),
        ((ZOE_FOR_BEN, e.EntryUndone(1)), {BEN: 1}, BEN, False),
        ((ZOE_FOR_BEN, e.EntryUndone(1)), {}, BEN, True),
    ],
)
def test_a_mark_is_only_for_the_player_whom_it_names(
    log: Sequence[e.Entry], seated: Mapping[int, int], seat: int, *, is_right: bool
) -> None:
    """Whatever its author has seen of the log."""
    command = Command((e.LaidDown(seat),), len(log), seated=seated)
    if is_right:
        assert written(game(*log), command) == (e.LaidDown(seat),)
    else:
        with pytest.raises(Conflict):
            decide(game(*log), command)


def test_a_mark_for_a_seat_that_was_taken_over_since_is_a_conflict() -> None:
    with pytest.raises(Conflict):
        decide(game(ZOE_FOR_BEN), Command((e.LaidDown(BEN),), seen=0))


def test_a_correction_follows_the_seat_through_a_takeover() -> None:
    log = (*ALL_COUNTED, e.RoundScored(), ZOE_FOR_BEN)
    before = game(*log)
    play = replace(before.state.rounds[0].play, buys={BEN: 0})
    correction = e.RoundCorrected(1, play)
    assert written(before, Command((correction,), len(log), seated={})) == (correction,)


@pytest.mark.parametrize("mark", [e.LaidDown(NEWCOMER), e.LaidDown(NEWCOMER + 1)])
def test_a_join_is_not_undone_under_a_later_mark_of_its_seat_or_of_one_that_would_move(
    mark: e.Entry,
) -> None:
    log = (*(e.PlayerJoined(name) for name in ("Dee", "Eve", "Fay")), mark)
    with pytest.raises(Conflict):
        decide(game(*log), Command((e.EntryUndone(1),), len(log), unasked=True))


def test_a_takeover_is_not_undone_under_a_later_mark_of_its_seat() -> None:
    log = (ZOE_FOR_BEN, e.LaidDown(BEN))
    with pytest.raises(Conflict):
        decide(game(*log), Command((e.EntryUndone(1),), len(log), unasked=True))
    others = (ZOE_FOR_BEN, e.LaidDown(CY))
    undo = e.EntryUndone(1)
    assert written(game(*others), Command((undo,), len(others), unasked=True)) == (undo,)


def test_every_seat_of_an_entry_is_found_at_any_depth() -> None:
    play = e.RoundPlay(
        frozenset({ANN}), BEN, {CY: FEW}, adjustments={3: e.Adjustment(5, "")}, drops={4: "first"}
    )
    correction = e.RoundCorrected(1, play, frozenset({("too_many_cards", 5), ("nobody_out", None)}))
    assert sorted(correction.seats()) == [ANN, BEN, CY, 3, 4, 5]
    assert sorted(e.SeatsReordered((2, 0, 1)).seats()) == [0, 1, 2]
    assert [*e.PlayerJoined("Dee", before=BEN).seats()] == [BEN]
    assert [*e.RulesChanged({}, (e.RoundHand(1, CY, FEW),)).seats()] == [CY]


DEE_BEFORE_BEN = e.PlayerJoined("Dee", before=BEN)


def test_a_join_is_stored_as_one_that_leaves_the_deal_of_the_open_round_where_it_is() -> None:
    log = (*ALL_COUNTED, e.RoundScored())
    after = decide(game(*log), Command((DEE_BEFORE_BEN,), len(log)))
    assert after.entries[-1] == replace(DEE_BEFORE_BEN, deal_stays=True)
    assert after.state.open.deal.dealer == BEN


def test_a_dealer_who_leaves_by_mistake_and_returns_after_somebody_joined_still_deals() -> None:
    log = (*ALL_COUNTED, e.RoundScored())
    mistake = Command((e.PlayerLeft(BEN), DEE_BEFORE_BEN, e.PlayerReturned(BEN)), len(log))
    assert decide(game(*log), mistake).state.open.deal.dealer == BEN


def test_a_count_from_before_a_void_round_moved_the_wild_rank_is_out_of_date() -> None:
    snapshot = json.dumps(apply_house_rules(game_data("five-crowns"), {"blocked_round": "void"}))
    begun = Game.begun(snapshot, seats(3), log_of(*[a_round(ANN, {BEN: 10, CY: 12})] * 2))
    out = begun.with_entries(e.WentOut(ANN))
    five = Command((e.HandCounted(BEN, e.Hand({"5": 1}), None),), out.version, round=3)
    assert decide(out, five).version == out.version + 1
    moved = out.with_entries(e.RoundCorrected(2, a_round(None, {})))
    with pytest.raises(Conflict, match="out_of_date"):
        decide(moved, five)
