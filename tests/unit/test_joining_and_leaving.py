"""People who sit down later, and people who go."""

from companion.rules.log import (
    Adjusted,
    Adjustment,
    EntryUndone,
    Hand,
    HandCounted,
    LaidDown,
    PlayerJoined,
    PlayerLeft,
    RoundCorrected,
    RoundPlay,
    WentOut,
)
from companion.rules.refusals import check_play
from tests.unit.table import ANN, BEN, CY, DEE, NAMES, a_round, log_of, rules, table_after

ANN_OUT = a_round(out=ANN, left={BEN: 65})
THREE = a_round(out=ANN, left={BEN: 65, CY: 65})


def test_a_newcomer_sits_last_and_is_dealt_in_from_the_open_round() -> None:
    state = table_after(ANN_OUT, PlayerJoined("Cy"), THREE)
    assert state.names == ("Ann", "Ben", "Cy")
    assert [scored.deal.players for scored in state.rounds] == [(ANN, BEN), (ANN, BEN, CY)]
    assert state.joined == {CY: 2}


def test_a_newcomer_never_has_an_advantage() -> None:
    state = table_after(ANN_OUT, ANN_OUT, PlayerJoined("Cy"))
    assert state.next_contracts == (3, 1, 1)
    assert state.totals == (0, 130, 130)
    assert state.made == (2, 0, 0)


def test_a_newcomers_start_takes_no_account_of_who_has_left() -> None:
    state = table_after(
        a_round(out=ANN, left={BEN: 5, CY: 200}, down={BEN}),
        PlayerLeft(CY),
        PlayerJoined("Dee"),
        players=3,
    )
    assert (state.next_contracts[DEE], state.totals[DEE]) == (2, 5)


def test_a_newcomer_ranks_by_the_contract_they_start_on() -> None:
    both = a_round(out=ANN, left={BEN: 5}, down={BEN})
    state = table_after(both, PlayerJoined("Cy"))
    assert [(s.place, s.seat, s.contracts) for s in state.standings] == [
        (1, ANN, 1),
        (2, BEN, 1),
        (2, CY, 0),
    ]


def test_a_correction_moves_a_newcomers_start_with_it() -> None:
    state = table_after(
        ANN_OUT, PlayerJoined("Cy"), RoundCorrected(1, a_round(out=ANN, left={BEN: 90}))
    )
    assert state.totals == (0, 90, 90)


def test_a_newcomer_deals_in_turn_after_everybody_else() -> None:
    state = table_after(ANN_OUT, PlayerJoined("Cy"), THREE, THREE, THREE)
    assert [scored.deal.dealer for scored in state.rounds] == [ANN, BEN, CY, ANN]


def test_a_sixth_player_brings_a_third_deck() -> None:
    five = a_round(out=ANN, left=dict.fromkeys(range(1, 5), 65))
    state = table_after(five, PlayerJoined(NAMES[5]), players=5)
    assert state.open is not None
    assert (state.rounds[0].deal.decks.decks, state.open.deal.decks.decks) == (2, 3)


def test_who_leaves_is_frozen_and_not_dealt_in_any_more() -> None:
    state = table_after(THREE, PlayerLeft(CY), ANN_OUT, players=3)
    assert state.left == {CY: 1}
    assert state.active == {ANN, BEN}
    assert state.rounds[1].deal.players == (ANN, BEN)
    assert state.totals == (0, 130, 65)


def test_who_left_is_skipped_as_dealer() -> None:
    two = a_round(out=ANN, left={CY: 65})
    state = table_after(THREE, PlayerLeft(BEN), two, two, players=3)
    assert [scored.deal.dealer for scored in state.rounds] == [ANN, CY, ANN]


def test_the_deal_passes_on_when_the_dealer_of_the_open_round_leaves() -> None:
    state = table_after(PlayerLeft(ANN), players=3)
    assert state.open is not None
    assert (state.open.deal.dealer, state.open.deal.leads) == (BEN, CY)


def test_what_was_said_of_somebody_in_the_open_round_goes_with_them() -> None:
    said = [
        LaidDown(CY),
        HandCounted(CY, Hand(points=5), down=True, buys=0),
        Adjusted(CY, Adjustment(10, "late")),
    ]
    state = table_after(*said, PlayerLeft(CY), WentOut(ANN), players=3)
    assert state.open is not None
    assert state.open.play == a_round(out=ANN)


def test_a_round_can_be_scored_though_somebody_counted_and_left() -> None:
    counted = HandCounted(CY, Hand(points=65), down=False)
    others = HandCounted(BEN, Hand(points=65), down=False)
    state = table_after(counted, PlayerLeft(CY), WentOut(ANN), others, players=3)
    assert state.open is not None
    check_play(rules(), state.open.deal, state.open.play)


def test_who_went_out_must_be_said_again_when_that_player_leaves() -> None:
    state = table_after(WentOut(CY), PlayerLeft(CY), players=3)
    assert state.open is not None
    assert (state.open.play, state.open.over) == (RoundPlay(), False)


def test_undoing_a_leave_brings_the_player_and_the_hand_back() -> None:
    log = log_of(THREE, HandCounted(CY, Hand(points=65), down=False), PlayerLeft(CY))
    state = table_after(*log, EntryUndone(len(log)), players=3)
    assert state.active == {ANN, BEN, CY}
    assert state.open is not None
    assert state.open.play.hands == {CY: Hand(points=65)}


def test_a_table_that_everybody_left_can_still_be_looked_at_and_undone() -> None:
    log = log_of(ANN_OUT, PlayerLeft(ANN), PlayerLeft(BEN))
    assert table_after(*log).active == frozenset()
    newcomer = table_after(*log, PlayerJoined("Cy"))
    assert (newcomer.active, newcomer.next_contracts[CY], newcomer.totals[CY]) == ({CY}, 1, 0)
    assert table_after(*log, EntryUndone(len(log))).active == {BEN}
