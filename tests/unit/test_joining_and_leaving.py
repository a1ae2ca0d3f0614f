"""Players who join late, and players who leave."""

import pytest

from companion.rules.fold import entries as e
from companion.rules.judging.refusals import Refused, check_play
from tests.unit.catalogue.games import played
from tests.unit.table import ANN, BEN, CY, DEE, NAMES, a_round, log_of, rules, table_after

ANN_OUT = a_round(out=ANN, left={BEN: 65})
THREE = a_round(out=ANN, left={BEN: 65, CY: 65})


def test_a_newcomer_sits_last_and_is_dealt_in_from_the_open_round() -> None:
    state = table_after(ANN_OUT, e.PlayerJoined("Cy"), THREE)
    assert state.names == ("Ann", "Ben", "Cy")
    assert [scored.deal.players for scored in state.rounds] == [(ANN, BEN), (ANN, BEN, CY)]
    assert state.joined == {CY: 2}


def test_a_newcomer_never_has_an_advantage() -> None:
    state = table_after(ANN_OUT, ANN_OUT, e.PlayerJoined("Cy"))
    assert state.next_contracts == (3, 1, 1)
    assert state.totals == (0, 130, 130)
    assert state.made == (2, 0, 0)


def test_a_newcomer_is_not_compared_with_players_who_left() -> None:
    state = table_after(
        a_round(out=ANN, left={BEN: 5, CY: 200}, down={BEN}),
        e.PlayerLeft(CY),
        e.PlayerJoined("Dee"),
        players=3,
    )
    assert (state.next_contracts[DEE], state.totals[DEE]) == (2, 5)


def test_a_newcomer_ranks_by_the_contract_they_start_on() -> None:
    both = a_round(out=ANN, left={BEN: 5}, down={BEN})
    state = table_after(both, e.PlayerJoined("Cy"))
    assert [(s.place, s.seat, s.contracts) for s in state.standings] == [
        (1, ANN, 1),
        (2, BEN, 1),
        (2, CY, 0),
    ]


def test_a_correction_moves_a_newcomers_start_with_it() -> None:
    state = table_after(
        ANN_OUT, e.PlayerJoined("Cy"), e.RoundCorrected(1, a_round(out=ANN, left={BEN: 90}))
    )
    assert state.totals == (0, 90, 90)


def test_a_newcomer_deals_in_turn_after_everybody_else() -> None:
    state = table_after(ANN_OUT, e.PlayerJoined("Cy"), THREE, THREE, THREE)
    assert [scored.deal.dealer for scored in state.rounds] == [ANN, BEN, CY, ANN]


def test_a_sixth_player_brings_a_third_deck() -> None:
    five = a_round(out=ANN, left=dict.fromkeys(range(1, 5), 65))
    state = table_after(five, e.PlayerJoined(NAMES[5]), players=5)
    assert state.open is not None
    assert (state.rounds[0].deal.decks.decks, state.open.deal.decks.decks) == (2, 3)


def test_a_player_who_left_is_frozen_and_not_dealt_in() -> None:
    state = table_after(THREE, e.PlayerLeft(CY), ANN_OUT, players=3)
    assert state.left == {CY: 1}
    assert state.active == {ANN, BEN}
    assert state.rounds[1].deal.players == (ANN, BEN)
    assert state.totals == (0, 130, 65)


def test_a_player_who_left_is_skipped_as_dealer() -> None:
    two = a_round(out=ANN, left={CY: 65})
    state = table_after(THREE, e.PlayerLeft(BEN), two, two, players=3)
    assert [scored.deal.dealer for scored in state.rounds] == [ANN, CY, ANN]


def test_the_deal_passes_on_when_the_dealer_of_the_open_round_leaves() -> None:
    state = table_after(e.PlayerLeft(ANN), players=3)
    assert state.open is not None
    assert (state.open.deal.dealer, state.open.deal.leads) == (BEN, CY)


def test_leaving_removes_a_player_from_the_open_round() -> None:
    said = [
        e.LaidDown(CY),
        e.HandCounted(CY, e.Hand(points=5), down=True, buys=0),
        e.Adjusted(CY, e.Adjustment(10, "late")),
    ]
    state = table_after(*said, e.PlayerLeft(CY), e.WentOut(ANN), players=3)
    assert state.open is not None
    assert state.open.play == a_round(out=ANN)


def test_a_round_can_be_scored_though_somebody_counted_and_left() -> None:
    counted = e.HandCounted(CY, e.Hand(points=65), down=False)
    others = e.HandCounted(BEN, e.Hand(points=65), down=False)
    state = table_after(counted, e.PlayerLeft(CY), e.WentOut(ANN), others, players=3)
    assert state.open is not None
    check_play(state.open.by(rules()))


def test_when_the_player_who_went_out_leaves_the_question_returns() -> None:
    state = table_after(e.WentOut(CY), e.PlayerLeft(CY), players=3)
    assert state.open is not None
    assert (state.open.play, state.open.over) == (e.RoundPlay(), False)


def test_undoing_a_leave_brings_the_player_and_the_hand_back() -> None:
    log = log_of(THREE, e.HandCounted(CY, e.Hand(points=65), down=False), e.PlayerLeft(CY))
    state = table_after(*log, e.EntryUndone(len(log)), players=3)
    assert state.active == {ANN, BEN, CY}
    assert state.open is not None
    assert state.open.play.hands == {CY: e.Hand(points=65)}


def test_a_table_that_everybody_left_can_still_be_looked_at_and_undone() -> None:
    log = log_of(ANN_OUT, e.PlayerLeft(ANN), e.PlayerLeft(BEN))
    assert table_after(*log).active == frozenset()
    newcomer = table_after(*log, e.PlayerJoined("Cy"))
    assert (newcomer.active, newcomer.next_contracts[CY], newcomer.totals[CY]) == ({CY}, 1, 0)
    assert table_after(*log, e.EntryUndone(len(log))).active == {BEN}


# --- Who comes while somebody comes back (RULES 20, 35) -----------------------------------------

BEHIND = a_round(out=ANN, left={BEN: 5, CY: 200}, down={BEN})  # Ann and Ben on 2, Cy on 1
CY_AWAY = (BEHIND, e.PlayerLeft(CY), a_round(out=ANN, left={BEN: 10}, down={BEN}))


@pytest.mark.parametrize(
    "gap",
    [
        (e.PlayerReturned(CY), e.PlayerJoined("Dee")),
        (e.PlayerJoined("Dee"), e.PlayerReturned(CY)),
    ],
)
def test_a_newcomer_is_compared_with_players_returning_in_the_same_gap(
    gap: tuple[e.Entry, ...],
) -> None:
    state = table_after(*CY_AWAY, *gap, players=3)
    assert state.totals == (0, 15, 200, 200)
    assert state.next_contracts == (3, 3, 1, 1)


def test_two_newcomers_in_a_gap_start_equal_regardless_of_leavers() -> None:
    gap = (e.PlayerJoined("Dee"), e.PlayerReturned(CY), e.PlayerJoined("Eve"), e.PlayerLeft(BEN))
    state = table_after(*CY_AWAY, *gap, players=3)
    assert (state.totals[DEE:], state.next_contracts[DEE:]) == ((200, 200), (1, 1))
    heavy = a_round(out=ANN, left={BEN: 300, CY: 200})
    gone = (e.PlayerLeft(BEN), e.PlayerJoined("Dee"), e.PlayerReturned(CY))
    light = a_round(out=ANN, left={BEN: 300})
    assert table_after(heavy, e.PlayerLeft(CY), light, *gone, players=3).totals[DEE] == 200


# --- Where a newcomer sits (RULES 20, 36) -------------------------------------------------------


def test_a_newcomer_sits_where_they_say_and_is_dealt_in_there() -> None:
    state = table_after(THREE, e.PlayerJoined("Dee", before=BEN), players=3)
    assert state.order == (ANN, DEE, BEN, CY)
    assert state.open is not None
    assert state.open.deal.players == (ANN, DEE, BEN, CY)


def test_dealer_and_lead_follow_the_place_of_a_newcomer() -> None:
    four = a_round(out=ANN, left={BEN: 65, CY: 65, DEE: 65})
    state = table_after(THREE, e.PlayerJoined("Dee", before=CY), four, four, four, four, players=3)
    deals = [(scored.deal.dealer, scored.deal.leads) for scored in state.rounds]
    assert deals == [(ANN, BEN), (BEN, DEE), (DEE, CY), (CY, ANN), (ANN, BEN)]


def test_the_deal_passes_to_a_newcomer_who_sits_next_to_the_dealer() -> None:
    first = table_after(THREE, e.PlayerJoined("Dee", before=BEN), players=3)
    assert first.open is not None
    assert (first.open.deal.dealer, first.open.deal.leads) == (DEE, BEN)
    last = table_after(ANN_OUT, e.PlayerJoined("Cy"), first_dealer=BEN)
    assert last.open is not None
    assert last.open.deal.dealer == CY


def test_the_deal_passes_to_a_returning_player_next_to_the_dealer() -> None:
    two = a_round(out=ANN, left={CY: 65})
    state = table_after(THREE, e.PlayerLeft(BEN), two, two, e.PlayerReturned(BEN), players=3)
    assert state.open is not None
    assert [scored.deal.dealer for scored in state.rounds] == [ANN, CY, ANN]
    assert state.open.deal.dealer == BEN


def test_where_the_deal_passes_to_the_right_so_it_does_past_a_newcomer() -> None:
    three = a_round(ANN, {BEN: 30, CY: 30})
    state = played("carioca", three, e.PlayerJoined("Dee", before=BEN), dealer=BEN)
    assert state.open is not None
    assert (state.open.deal.dealer, state.open.deal.leads) == (DEE, ANN)


def test_newcomers_sit_at_their_chosen_places() -> None:
    gap = (
        e.PlayerJoined("Dee", before=ANN),
        e.PlayerJoined("Eve", before=DEE),
        e.PlayerJoined("Fay"),
    )
    assert table_after(THREE, *gap, players=3).order == (4, DEE, ANN, BEN, CY, 5)


def test_where_that_seat_is_taken_back_the_newcomer_sits_last() -> None:
    log = log_of(e.PlayerJoined("Cy"), e.PlayerJoined("Dee", before=CY))
    assert table_after(*log, e.EntryUndone(1)).order == (ANN, BEN, CY)


def test_people_may_still_change_places_after_somebody_sat_down_between_them() -> None:
    log = (e.PlayerJoined("Cy", before=BEN), e.SeatsReordered((BEN, CY, ANN)))
    assert table_after(*log).order == (BEN, CY, ANN)
    assert table_after(*log, e.PlayerJoined("Dee", before=CY)).order == (BEN, DEE, CY, ANN)


def test_a_place_before_a_leaver_is_after_the_previous_player() -> None:
    state = table_after(THREE, e.PlayerLeft(BEN), e.PlayerJoined("Dee", before=BEN), players=3)
    assert state.order == (ANN, DEE, BEN, CY)
    assert state.open is not None
    assert state.open.deal.players == (ANN, DEE, CY)


def test_a_newcomer_before_the_dealer_does_not_take_the_deal_of_the_open_round() -> None:
    log = (THREE, e.PlayerJoined("Dee", before=BEN, deal_stays=True))
    state = table_after(*log, players=3)
    assert state.order == (ANN, DEE, BEN, CY)
    assert (state.open.deal.dealer, state.open.deal.leads) == (BEN, CY)
    four = a_round(ANN, {BEN: 65, CY: 65, DEE: 65})
    later = table_after(*log, four, four, four, players=3)
    assert [scored.deal.dealer for scored in later.rounds] == [ANN, BEN, CY, ANN]
    assert later.open.deal.dealer == DEE


def test_a_returning_player_does_not_take_the_deal_either() -> None:
    two = a_round(ANN, {CY: 65})
    log = (THREE, e.PlayerLeft(BEN), two, two, e.PlayerReturned(BEN, deal_stays=True))
    assert table_after(*log, players=3).open.deal.dealer == CY


DEE_JOINS = e.PlayerJoined("Dee", before=CY, deal_stays=True)


@pytest.mark.parametrize(
    ("entries", "dealer"),
    [
        ((e.PlayerLeft(BEN),), CY),
        ((e.PlayerLeft(BEN), DEE_JOINS), CY),
        ((DEE_JOINS, e.PlayerLeft(BEN)), CY),
        ((e.PlayerLeft(BEN), DEE_JOINS, e.PlayerReturned(BEN, deal_stays=True)), BEN),
        ((e.PlayerLeft(BEN), DEE_JOINS, e.EntryUndone(len(log_of(THREE)) + 1)), BEN),
        ((e.PlayerLeft(BEN), DEE_JOINS, e.PlayerLeft(CY)), ANN),
        ((DEE_JOINS, e.PlayerLeft(ANN), e.PlayerLeft(BEN), e.PlayerLeft(CY)), DEE),
        (
            (e.DealerChanged(ANN), e.PlayerLeft(ANN), e.PlayerJoined("Dee", BEN, deal_stays=True)),
            BEN,
        ),
    ],
)
def test_the_deal_passes_to_no_newcomer_and_comes_back_with_its_dealer(
    entries: tuple[e.Entry, ...], dealer: int
) -> None:
    """Ann dealt round 1, so Ben deals round 2."""
    assert table_after(THREE, *entries, players=3).open.deal.dealer == dealer


def test_nor_does_the_first_deal_pass_to_a_newcomer() -> None:
    joined = e.PlayerJoined("Dee", before=BEN, deal_stays=True)
    assert table_after(e.PlayerLeft(ANN), joined, players=3).open.deal.dealer == BEN
    back = (e.PlayerLeft(ANN), joined, e.PlayerReturned(ANN, deal_stays=True))
    assert table_after(*back, players=3).open.deal.dealer == ANN


def test_whoever_is_out_and_returns_at_once_leaves_the_deal_where_it_is() -> None:
    """Ben would have dealt round 3, but is out after round 2."""
    out = (a_round(ANN, {BEN: 80, CY: 5}), a_round(ANN, {BEN: 21, CY: 5}))
    back = e.PlayerReturned(BEN, deal_stays=True)
    assert played("indian-rummy", *out, dealer=CY).open.deal.dealer == CY
    assert played("indian-rummy", *out, back, dealer=CY).open.deal.dealer == CY


def test_in_an_old_log_the_deal_may_have_passed_to_the_newcomer() -> None:
    state = table_after(THREE, e.PlayerJoined("Dee", before=BEN), players=3)
    assert state.open.deal.dealer == DEE


def test_somebody_is_dealt_in() -> None:
    alone = table_after(e.DealtIn(ANN, plays=False))
    with pytest.raises(Refused) as refused:
        e.DealtIn(BEN, plays=False).check(rules(), alone)
    assert refused.value.code == "too_few_stay"
