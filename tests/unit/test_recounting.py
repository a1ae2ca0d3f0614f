"""Hands counted by the card classes of old house rules, converted to the new ones."""

from dataclasses import replace

import pytest

from companion.rules.fold import entries as e
from companion.rules.fold.recounting import hands_to_recount, points_between, typed_totals
from companion.rules.fold.replay import replay
from companion.rules.model.state import State
from tests.unit.catalogue.games import game
from tests.unit.table import ANN, BEN, CY, a_round, log_of, rules, seats

TENS_AT_FIVE = {"ten_value": 5}
TWOS_AT_TWENTY = {"two_value": 20}

# The count, the new house rules, and the converted key (None: it has no price).
KEYS = [
    ("3-9", TENS_AT_FIVE, "3-10"),
    ("10-K", TENS_AT_FIVE, None),
    ("J-K", {}, "10-K"),
    ("3-10", {}, None),
    ("10", TENS_AT_FIVE, "3-10"),
    ("Joker/2", TWOS_AT_TWENTY, None),
    ("Joker", TWOS_AT_TWENTY, "Joker"),
    ("A", TWOS_AT_TWENTY, "A/2"),
    ("A/2", {}, None),
    ("10-K", {}, "10-K"),
    ("Skip", {}, None),
    ("3-Skip", {}, None),
    ("", {}, None),
]


@pytest.mark.parametrize(("key", "house_rules", "now"), KEYS)
def test_a_key_means_the_class_that_holds_all_its_ranks(
    key: str, house_rules: dict[str, int], now: str | None
) -> None:
    card_class = rules(**house_rules).card_values.now_called(key)
    assert (card_class.key if card_class else None) == now


@pytest.mark.parametrize(
    ("cards", "house_rules", "between"),
    [
        ({"10-K": 4, "3-9": 3}, TENS_AT_FIVE, (35, 55)),
        ({"Joker/2": 2, "A": 1}, {"two_value": 20}, (60, 120)),
        ({"3-10": 3}, {}, (15, 30)),
        ({"10": 2}, {}, (20, 20)),
        ({"Skip": 2}, {}, None),
        ({}, {}, (0, 0)),
        (None, {}, None),
    ],
    ids=str,
)
def test_counted_cards_cost_something_between_their_cheapest_and_dearest_ranks(
    cards: dict[str, int] | None, house_rules: dict[str, int], between: tuple[int, int] | None
) -> None:
    assert points_between(rules(**house_rules).card_values, e.Hand(cards=cards)) == between


def changed(*entries: e.Entry | e.RoundPlay, **house_rules: int | str) -> State:
    """A game of two that began with the default rules; these are in force at its end."""
    return replay(rules(**house_rules), seats(2), log_of(*entries))


def change(*recounted: e.RoundHand, **house_rules: int | str) -> e.RulesChanged:
    return e.RulesChanged(rules(**house_rules).options, recounted)


CHEAP = a_round(out=ANN, left={BEN: {"3-9": 2, "A": 1}}, down={BEN})
COURTS = a_round(out=ANN, left={BEN: {"10-K": 4}}, down={BEN})
BY_RANK = a_round(out=ANN, left={BEN: {"10": 1, "K": 1}}, down={BEN})


def test_every_round_is_counted_by_the_new_rules_in_their_keys() -> None:
    state = changed(CHEAP, BY_RANK, change(**TENS_AT_FIVE), **TENS_AT_FIVE)
    assert [r.points[BEN] for r in state.rounds] == [30, 15]
    assert state.rounds[0].play.hand(BEN).cards == {"3-10": 2, "A": 1}
    assert state.rounds[1].play.hand(BEN).cards == {"10": 1, "K": 1}


def test_the_deadwood_of_a_knocker_must_be_recounted_too() -> None:
    def knock(values: dict[str, int]) -> State:
        gin = game("gin-rummy")
        ruleset = replace(gin, values={**gin.values, **values})
        play = a_round(ANN, {ANN: {"10-K": 1}, BEN: {"10-K": 2}}, ending="knock")
        return replay(ruleset, seats(2), log_of(play, e.RulesChanged(gin.options)))

    asked = hands_to_recount(knock({}), knock({"10": 5}))
    assert [hand.seat for hand in asked] == [ANN, BEN]


def test_keys_that_become_one_are_added_up() -> None:
    both = a_round(out=ANN, left={BEN: {"3-9": 2, "3-10": 1, "10": 1}}, down={BEN})
    state = changed(both, change(**TENS_AT_FIVE), **TENS_AT_FIVE)
    assert state.rounds[0].play.hand(BEN).cards == {"3-10": 3, "10": 1}


def test_a_hand_without_value_must_be_recounted() -> None:
    before = changed(CHEAP, COURTS)
    after = changed(CHEAP, COURTS, change(**TENS_AT_FIVE), **TENS_AT_FIVE)
    assert hands_to_recount(before, after) == (e.RoundHand(2, BEN, e.Hand({"10-K": 4})),)


def test_the_recount_given_with_the_change_applies() -> None:
    told = change(e.RoundHand(2, BEN, e.Hand(points=35)), **TENS_AT_FIVE)
    after = changed(CHEAP, COURTS, told, **TENS_AT_FIVE)
    assert hands_to_recount(changed(CHEAP, COURTS), after) == ()
    assert after.totals == (0, 65)


def test_a_later_correction_takes_precedence_over_the_recount() -> None:
    told = change(e.RoundHand(1, BEN, e.Hand(points=35)), **TENS_AT_FIVE)
    right = e.RoundCorrected(1, a_round(out=ANN, left={BEN: {"J-K": 1}}, down={BEN}))
    assert changed(COURTS, told, right, **TENS_AT_FIVE).totals == (0, 10)


def test_a_recount_is_ignored_once_its_player_went_out() -> None:
    said = change(e.RoundHand(1, BEN, e.Hand(points=35)), **TENS_AT_FIVE)
    really = e.RoundCorrected(1, a_round(out=BEN, left={ANN: 20}, down={ANN}))
    assert changed(COURTS, said, really, **TENS_AT_FIVE).totals == (20, 0)


def test_a_recount_ends_with_the_rules_it_was_for() -> None:
    told = change(e.RoundHand(1, BEN, e.Hand(points=35)), **TENS_AT_FIVE)
    assert changed(COURTS, told, change()).totals == (0, 40)
    assert changed(COURTS, told, e.EntryUndone(len(log_of(COURTS)) + 1)).totals == (0, 40)


def test_a_typed_total_stays_as_it_was_typed() -> None:
    typed = a_round(out=ANN, left={BEN: 45}, down={BEN})
    assert changed(typed, change(**TENS_AT_FIVE), **TENS_AT_FIVE).totals == (0, 45)


def aces(*entries: e.Entry, low_ace: int, told: tuple[e.RoundHand, ...] = ()) -> State:
    """Rummy 500, begun with a low ace at 15, like every ace, and changed to another value."""
    ruleset = game("rummy-500", low_ace=low_ace)
    run = e.Hand({"A": 1, "2": 1, "3": 1})
    melds = {ANN: run, BEN: e.Hand({"A": 3})}
    play = e.RoundPlay(frozenset({ANN, BEN}), ANN, {BEN: e.Hand({"K": 1})}, melded=melds)
    changed_rules = [] if low_ace == 15 else [e.RulesChanged(ruleset.options, told)]
    return replay(ruleset, seats(2), [*log_of(play), *changed_rules, *entries])


@pytest.mark.parametrize("low_ace", [1, 5])
def test_melded_aces_must_be_recounted_once_a_low_one_has_a_price_of_its_own(low_ace: int) -> None:
    asked = hands_to_recount(aces(low_ace=15), aces(low_ace=low_ace))
    run, three = e.Hand({"A": 1, "2": 1, "3": 1}), e.Hand({"A": 3})
    assert asked == tuple(
        e.RoundHand(1, seat, hand, melded=True) for seat, hand in ((ANN, run), (BEN, three))
    )


def test_the_recount_of_melded_aces_applies_until_their_round_is_corrected() -> None:
    told = (
        e.RoundHand(1, ANN, e.Hand(points=15), melded=True),
        e.RoundHand(1, BEN, e.Hand(points=45), melded=True),
    )
    after = aces(low_ace=5, told=told)
    assert hands_to_recount(aces(low_ace=15), after) == ()
    assert after.totals == (15, 35)
    melds = {ANN: e.Hand({"A": 1, "K": 1, "Q": 1}), BEN: e.Hand({"A": 3})}
    play = e.RoundPlay(frozenset({ANN, BEN}), ANN, {BEN: e.Hand({"K": 1})}, melded=melds)
    assert aces(e.RoundCorrected(1, play), low_ace=5, told=told).totals == (35, 35)


def test_the_next_change_of_the_rules_asks_for_melded_aces_again() -> None:
    told = (
        e.RoundHand(1, ANN, e.Hand(points=15), melded=True),
        e.RoundHand(1, BEN, e.Hand(points=45), melded=True),
    )
    ruleset = game("rummy-500", low_ace=5, target=250)
    asked = hands_to_recount(
        aces(low_ace=5, told=told), aces(e.RulesChanged(ruleset.options), low_ace=5, told=told)
    )
    assert asked == told


def test_aces_that_always_had_two_prices_need_no_recount() -> None:
    before, after = aces(low_ace=1), aces(low_ace=5)
    assert hands_to_recount(before, after) == ()


def test_a_hand_of_the_open_round_must_be_recounted_too() -> None:
    open_round = (e.WentOut(ANN), e.HandCounted(BEN, e.Hand({"10-K": 4}), down=True))
    before = changed(CHEAP, *open_round)
    after = changed(CHEAP, *open_round, change(**TENS_AT_FIVE), **TENS_AT_FIVE)
    assert hands_to_recount(before, after) == (e.RoundHand(2, BEN, e.Hand({"10-K": 4})),)
    told = change(e.RoundHand(2, BEN, e.Hand(points=35)), **TENS_AT_FIVE)
    after = changed(CHEAP, *open_round, told, **TENS_AT_FIVE)
    assert after.open is not None
    assert after.open.play.hand(BEN) == e.Hand(points=35)


def test_melds_must_be_recounted_separately() -> None:
    fives, by_number = game("rummy-500", numbers="five"), game("rummy-500")
    log = log_of(a_round(out=ANN, left={BEN: 10}, melded={ANN: {"2-9": 3}, BEN: 5}))
    before = replay(fives, seats(2), log)
    after = replay(by_number, seats(2), [*log, e.RulesChanged(by_number.options)])
    melded = e.RoundHand(1, ANN, e.Hand({"2-9": 3}), melded=True)
    assert hands_to_recount(before, after) == (melded,)
    told = e.RulesChanged(by_number.options, (replace(melded, hand=e.Hand(points=24)),))
    assert replay(by_number, seats(2), [*log, told]).totals == (24, -5)


def test_a_void_rummy_500_round_must_be_recounted_with_melds() -> None:
    """Leftovers alone would cost points for cards that were melded."""
    void, scores = game("rummy-500", blocked_round="void"), game("rummy-500")
    log = log_of(a_round(out=None))
    before = replay(void, seats(2), log)
    after = replay(scores, seats(2), [*log, e.RulesChanged(scores.options)])
    asked = hands_to_recount(before, after)
    assert [(row.seat, row.melded) for row in asked] == [
        (ANN, False), (ANN, True), (BEN, False), (BEN, True),
    ]  # fmt: skip
    told = tuple(replace(row, hand=e.Hand(points=20 if row.melded else 5)) for row in asked)
    after = replay(scores, seats(2), [*log, e.RulesChanged(scores.options, told)])
    assert hands_to_recount(before, after) == ()
    assert after.totals == (15, 15)


def test_no_cards_of_a_class_need_no_price() -> None:
    """A record may contain such counts, also for the player who went out."""
    none = a_round(out=ANN, left={ANN: {"10-K": 0}, BEN: {"A": 1, "10-K": 0}}, down={BEN})
    after = changed(none, change(**TENS_AT_FIVE), **TENS_AT_FIVE)
    assert hands_to_recount(changed(none), after) == ()
    assert after.totals == (0, 20)


def test_a_total_that_was_typed_stays_but_not_one_told_for_other_rules() -> None:
    typed = a_round(out=ANN, left={BEN: 45}, down={BEN})
    told = change(e.RoundHand(2, BEN, e.Hand(points=20)), **TENS_AT_FIVE)
    at_five = changed(typed, COURTS, told, **TENS_AT_FIVE)
    assert typed_totals(at_five, changed(typed, COURTS, told, change())) == [1]


def test_a_round_keeps_totals_where_one_of_its_hands_was_typed() -> None:
    play = e.RoundPlay(
        frozenset({ANN}), ANN, {BEN: e.Hand(points=45), CY: e.Hand(cards={"3-9": 13})}
    )
    before, after = (
        replay(rules(**options), seats(3), log_of(play, *entries))
        for options, *entries in (({},), (TENS_AT_FIVE, change(**TENS_AT_FIVE)))
    )
    assert typed_totals(before, after) == [1]


def test_the_change_tells_before_which_round_it_was_made() -> None:
    state = changed(CHEAP, change(**TENS_AT_FIVE), CHEAP, change())
    assert [new.before_round for new in state.new_rules] == [2, 3]
