"""A worked round for each rule that distinguishes a game."""

from dataclasses import replace

import pytest

from companion.rules.fold.entries import PlayerJoined, PlayerReturned, RoundPlay
from companion.rules.judging.refusals import Refused, check_play
from companion.rules.model.state import PlayedRound
from companion.sentences import refusal_sentence
from tests.unit.catalogue.games import dealt, doubts, game, played
from tests.unit.table import ANN, BEN, CY, DEE, a_round


def test_dummy_rummy_moves_everybody_on_whether_or_not_they_are_down() -> None:
    state = played("dummy-rummy", a_round(ANN, {BEN: 65, CY: 15}, down={CY}))
    assert state.next_contracts == (2, 2, 2)
    assert state.made == (1, 0, 1)


def test_dummy_rummy_ends_after_twelve_rounds_and_the_lowest_total_wins() -> None:
    rounds = [a_round(ANN, {BEN: 65, CY: 5}, down={CY})] * 11
    state = played("dummy-rummy", *rounds, a_round(CY, {ANN: 60, BEN: 65}))
    assert (state.outcome.code, state.outcome.winners) == ("lowest_total", (CY,))
    assert state.totals == (60, 780, 55)


def test_dummy_rummy_must_finish_keeps_a_player_on_the_contract() -> None:
    state = played("dummy-rummy-must-finish", a_round(ANN, {BEN: 65, CY: 15}, down={CY}))
    assert state.next_contracts == (2, 1, 2)


def test_a_by_round_game_ends_with_its_last_contract_and_shares_equal_totals() -> None:
    state = played("king-rummy", *[a_round(ANN, {BEN: 50, CY: 60})] * 2)
    assert not state.outcome.over
    state = played(
        "king-rummy",
        *[a_round(ANN, {BEN: 50, CY: 60}), a_round(BEN, {ANN: 50, CY: 60})] * 2,
    )
    assert (state.outcome.code, state.outcome.winners) == ("tie_shared", (ANN, BEN))
    assert [(s.place, s.seat) for s in state.standings] == [(1, ANN), (1, BEN), (3, CY)]


def test_in_contract_rummy_seven_nobody_but_the_first_has_laid_down() -> None:
    right = a_round(ANN, {BEN: {"8": 8, "7": 4}, CY: {"6": 8, "5": 4}}, buys={BEN: 0, CY: 0})
    assert doubts("contract-rummy", right, 7) == set()


def test_going_out_blind_in_shanghai_brings_the_total_below_zero() -> None:
    state = played("shanghai-rummy", a_round(ANN, {BEN: 60, CY: 60}, adjusted={ANN: -50}))
    assert state.totals == (-50, 60, 60)


@pytest.mark.parametrize(
    ("key", "points", "reason"),
    [
        ("shanghai-rummy", -25, "blind"),
        ("shanghai-rummy", -50, "without a joker"),
        ("liverpool-rummy", -50, "Cut exactly"),
        ("continental-rummy", -10, "Down and out"),
        ("frustration", -50, "Cut exactly"),
        ("carioca", 2, "Stole"),
    ],
)
def test_adjustments_have_the_reason_in_their_name(key: str, points: int, reason: str) -> None:
    assert any(row.points == points and reason in row.reason for row in game(key).adjustments)


def test_in_carioca_the_deal_passes_to_the_right() -> None:
    rounds = [a_round(ANN, {BEN: 50, CY: 50, DEE: 50})] * 3
    state = played("carioca", *rounds, players=4, dealer=BEN)
    assert [scored.deal.dealer for scored in state.rounds] == [BEN, ANN, DEE]
    assert [scored.deal.leads for scored in state.rounds] == [ANN, DEE, CY]
    left = played("contract-rummy", *rounds, players=4, dealer=BEN)
    assert [scored.deal.dealer for scored in left.rounds] == [BEN, CY, DEE]


def test_frustration_ends_when_somebody_finishes_and_the_fewest_points_win() -> None:
    dear = [a_round(BEN, {ANN: 30, CY: 100}, down={ANN})] + [
        a_round(CY, {ANN: 30, BEN: 5}, down={ANN})
    ] * 9
    outcome = played("frustration", *dear).outcome
    assert (outcome.code, outcome.winners) == ("lowest_total", (BEN,))
    assert outcome.finishers == (ANN,)


PHASES = [a_round(ANN, {BEN: 5, CY: 5}, down={BEN})] * 9
BOTH_FINISH = a_round(BEN, {ANN: 45, CY: 5}, down={ANN})  # 45 points each


def test_equals_in_phase_ten_play_the_last_phase_again_and_the_first_out_wins() -> None:
    state = played("phase-10", *PHASES, BOTH_FINISH)
    assert (state.outcome.code, state.outcome.tied) == ("playoff_needed", (ANN, BEN))
    assert state.open is not None
    assert (state.open.deal.players, state.open.deal.contracts) == ((ANN, BEN), {ANN: 10, BEN: 10})
    state = played("phase-10", *PHASES, BOTH_FINISH, a_round(BEN))
    assert (state.outcome.code, state.outcome.winners) == ("tie_went_out", (BEN,))
    assert state.totals[:2] == (45, 45)


def test_in_phase_ten_fewer_points_decide_first() -> None:
    fewer = a_round(BEN, {ANN: 40, CY: 5}, down={ANN})
    outcome = played("phase-10", *PHASES, fewer).outcome
    assert (outcome.code, outcome.winners) == ("fewest_points", (ANN,))


def test_in_phase_ten_cards_left_count_though_the_phase_was_made() -> None:
    state = played("phase-10", a_round(ANN, {BEN: {"Skip": 1, "12": 2}, CY: 50}, down={BEN}))
    assert (state.totals[BEN], state.next_contracts[BEN]) == (35, 2)


LAST_TURN = a_round(ANN, {BEN: {}, CY: {"4": 1, "K": 1}})


@pytest.mark.parametrize("key", ["five-crowns", "three-thirteen"])
def test_after_a_last_turn_several_players_may_have_no_cards(key: str) -> None:
    assert doubts(key, LAST_TURN) == set()
    assert played(key, LAST_TURN).totals[:2] == (0, 0)


def test_in_other_games_a_second_empty_hand_is_questioned() -> None:
    assert "more_than_one_out" in doubts("classic-rummy", LAST_TURN)


def test_five_crowns_deals_three_to_thirteen_and_ends_after_eleven_rounds() -> None:
    # A four costs 20 in round 2, when fours are wild, and 4 in the ten other rounds.
    state = played("five-crowns", *[a_round(ANN, {BEN: {"4": 1}, CY: {"Joker": 1}})] * 11)
    assert [scored.deal.cards for scored in state.rounds] == [*range(3, 14)]
    assert state.totals == (0, 20 + 10 * 4, 11 * 50)
    assert (state.outcome.code, state.outcome.winners) == ("lowest_total", (ANN,))
    assert (state.made, state.next_contracts) == ((0, 0, 0), (None, None, None))


def test_going_out_needs_no_contract_where_there_are_none() -> None:
    ruleset = game("classic-rummy")
    play = RoundPlay(went_out=ANN, hands=a_round(ANN, {BEN: 5, CY: 5}).hands)
    check_play(PlayedRound(ruleset, dealt(ruleset), play))
    contract = game("contract-rummy")
    with pytest.raises(Refused, match="out_without_contract"):
        check_play(PlayedRound(contract, dealt(contract), play))


def test_the_first_to_reach_a_hundred_loses_classic_rummy() -> None:
    before = a_round(ANN, {BEN: 99, CY: 40})
    assert not played("classic-rummy", before).outcome.over
    outcome = played("classic-rummy", before, a_round(CY, {ANN: 50, BEN: 1})).outcome
    assert (outcome.code, outcome.winners) == ("lowest_total", (CY,))


def test_two_may_pass_a_hundred_in_one_round_of_classic_rummy() -> None:
    outcome = played("classic-rummy", a_round(ANN, {BEN: 120, CY: 100})).outcome
    assert (outcome.over, outcome.winners) == (True, (ANN,))


COLLECTS = {"scoring": "winner_collects"}


def test_the_winner_scores_all_other_hands() -> None:
    play = a_round(ANN, {BEN: {"K": 2, "A": 1}, CY: {"9": 1}})
    assert played("classic-rummy", play, **COLLECTS).totals == (30, 0, 0)
    assert played("classic-rummy", play).totals == (0, 21, 9)


def test_going_rummy_doubles_what_the_winner_collects() -> None:
    play = a_round(ANN, {BEN: 21, CY: 9}, went_rummy=True)
    assert played("classic-rummy", play, **COLLECTS).totals == (60, 0, 0)
    assert played("classic-rummy", play).totals == (0, 21, 9)


def test_the_winner_who_collects_a_hundred_wins() -> None:
    outcome = played("classic-rummy", a_round(BEN, {ANN: 60, CY: 40}), **COLLECTS).outcome
    assert (outcome.code, outcome.winners) == ("reached_target", (BEN,))


def test_rummy_500_takes_the_hand_off_what_was_melded() -> None:
    play = a_round(
        ANN,
        {BEN: {"K": 2, "A": 1}, CY: 20},
        melded={ANN: {"A": 3, "9": 3}, BEN: {"5": 3}, CY: 45},
    )
    state = played("rummy-500", play)
    assert state.totals == (45 + 27, 15 - 35, 25)


def test_an_ace_melded_low_in_rummy_500_is_counted_as_a_card_of_its_own() -> None:
    play = a_round(
        ANN, {BEN: 0, CY: 0}, melded={ANN: {"low_ace": 1, "2": 1, "3": 1}, BEN: 0, CY: 0}
    )
    assert played("rummy-500", play).totals[ANN] == 1 + 2 + 3


def melds(ann: int, ben: int, cy: int = 0) -> RoundPlay:
    """A deal in which everybody except the one who went out may hold cards."""
    return a_round(ANN, {BEN: 0, CY: 0}, melded={ANN: ann, BEN: ben, CY: cy})


def test_of_several_past_500_the_highest_wins() -> None:
    outcome = played("rummy-500", melds(510, 540)).outcome
    assert (outcome.code, outcome.winners) == ("reached_target", (BEN,))


def test_an_exact_tie_past_500_is_played_on() -> None:
    tied = played("rummy-500", melds(510, 510))
    assert (tied.outcome.code, tied.outcome.over) == ("in_progress", False)
    outcome = played("rummy-500", melds(510, 510), melds(5, 10)).outcome
    assert (outcome.code, outcome.winners) == ("reached_target", (BEN,))


def test_blank_melds_are_not_zero_in_rummy_500() -> None:
    ruleset = game("rummy-500")
    with pytest.raises(Refused, match="blank_hand") as refused:
        check_play(PlayedRound(ruleset, dealt(ruleset), a_round(ANN, {BEN: 5, CY: 5})))
    assert (refused.value.seat, refused.value.missing) == (ANN, "melds")


@pytest.mark.parametrize(
    ("left", "melded", "missing", "words"),
    [
        ({BEN: 5}, {ANN: 9}, "melds", "Ben’s melds are not counted yet."),
        ({}, {ANN: 9, BEN: 0}, "hand", "Ben’s hand is not counted yet."),
        ({}, {ANN: 9}, "both", "Ben’s cards are not counted yet, neither the melds"),
    ],
)
def test_a_refusal_says_which_of_the_cards_nobody_counted(
    left: dict[int, int], melded: dict[int, int], missing: str, words: str
) -> None:
    ruleset = game("rummy-500")
    with pytest.raises(Refused, match="blank_hand") as refused:
        check_play(
            PlayedRound(ruleset, dealt(ruleset, players=2), a_round(ANN, left, melded=melded))
        )
    assert (refused.value.seat, refused.value.missing) == (BEN, missing)
    said = refusal_sentence("blank_hand", missing).english({"name": "Ben"})
    assert said.startswith(words)


def test_a_newcomer_to_rummy_500_starts_with_the_lowest_total() -> None:
    state = played("rummy-500", melds(100, 60, 80), PlayerJoined("Dee"))
    assert state.totals == (100, 60, 80, 60)


def test_black_and_red_aces_are_counted_apart_in_kalooki() -> None:
    hand = {"A_black": 2, "A_red": 3, "K": 4}
    play = a_round(ANN, {BEN: hand, CY: {"9": 8, "8": 1}})
    assert doubts("kalooki-jamaican", play) == set()
    assert played("kalooki-jamaican", play).totals == (0, 30 + 3 + 40, 72 + 8)


def test_liverpool_six_takes_the_ten_cards_dealt_and_the_one_drawn() -> None:
    last = game("liverpool-rummy").contracts[-1]
    assert (last.cards, game("liverpool-rummy").dealt(6, 3)) == (11, 10)


def test_a_void_round_of_a_by_round_game_is_dealt_again_under_the_same_contract() -> None:
    state = played("contract-rummy", a_round(None), blocked_round="void")
    assert state.next_contracts == (1, 1, 1)
    assert state.rounds[0].void


def test_a_void_round_is_none_of_those_that_a_by_round_game_has() -> None:
    scored = a_round(ANN, {BEN: 50, CY: 60})
    seven = [a_round(None), *[scored] * 6]
    assert not played("contract-rummy", *seven, blocked_round="void").outcome.over
    assert played("contract-rummy", *seven, scored, blocked_round="void").outcome.over


# Rummy with an opening: Scala 40, Kalookie, Rommé, Rami and Hand.
THIRTEEN = {"K": 3, "Q": 2, "9": 2, "6": 2, "5": 1, "4": 1, "3": 1, "2": 1}  # 94 points
NOT_OPEN = a_round(BEN, {ANN: {"4": 2, "3": 1}, CY: THIRTEEN}, down={ANN})


def test_in_scala_40_the_cards_of_who_has_not_opened_count_or_by_house_rule_100_points() -> None:
    assert played("scala-40", NOT_OPEN).totals == (11, 0, 94)
    assert played("scala-40", NOT_OPEN, never_opened=100).totals == (11, 0, 100)


def test_reaching_101_is_out_of_scala_40_and_100_is_not() -> None:
    for total, dealt_in in ((100, (ANN, BEN, CY)), (101, (ANN, CY))):
        state = played("scala-40", a_round(ANN, {BEN: total, CY: 5}))
        assert state.open is not None
        assert state.open.deal.players == dealt_in


@pytest.mark.parametrize(
    ("key", "house_rules"), [("scala-40", {"rejoin": "highest"}), ("kalookie", {})]
)
def test_who_was_out_comes_back_with_the_highest_total_of_the_others(
    key: str, house_rules: dict[str, str]
) -> None:
    out = a_round(ANN, {BEN: 160, CY: 60})
    state = played(key, out, PlayerReturned(BEN), **house_rules)
    assert state.totals == (0, 60, 60)


def test_a_round_of_scala_40_that_nobody_closes_is_dealt_again() -> None:
    state = played("scala-40", a_round(None, {ANN: 5, BEN: 6, CY: 7}))
    assert (state.totals, state.rounds[0].void) == ((0, 0, 0), True)


def test_romme_ends_when_the_table_says_so_or_at_a_limit() -> None:
    play = a_round(ANN, {BEN: 500, CY: 20})
    assert not played("romme", play).outcome.over
    outcome = played("romme", play, end="to_500").outcome
    assert (outcome.code, outcome.winners) == ("lowest_total", (ANN,))
    out = played("romme", play, end="out_at_101")
    assert out.open is not None
    assert out.open.deal.players == (ANN, CY)


def test_a_hand_in_romme_doubles_the_points_of_the_others() -> None:
    play = a_round(ANN, {BEN: {"A": 1, "5": 1}, CY: {"Joker": 1}}, went_rummy=True)
    assert played("romme", play).totals == (0, 32, 40)
    assert played("romme", play, in_hand=False).totals == (0, 16, 20)
    assert played("romme", play, in_hand=False, joker_value=25).totals == (0, 16, 25)


# Cy has 100 whatever the cards are worth; 13 cards of 94 points otherwise.
@pytest.mark.parametrize(
    ("in_hand", "totals"),
    [("nothing", (11, 0, 100)), ("reward", (11, -20, 100)), ("double", (22, 0, 200))],
)
def test_a_rami_sec_brings_what_the_table_plays(in_hand: str, totals: tuple[int, ...]) -> None:
    sec = replace(NOT_OPEN, went_rummy=True)
    assert played("rami-51", sec, in_hand=in_hand).totals == totals
    assert played("rami-51", NOT_OPEN, in_hand="reward").totals == (11, -10, 100)
    assert played("rami-51", NOT_OPEN, never_opened="none").totals == (11, 0, 94)


def test_a_rami_sec_before_anybody_laid_down_is_put_right_by_an_adjustment() -> None:
    more = game("rami-51", in_hand="reward").adjustments[0].points
    sec = a_round(BEN, {ANN: 100, CY: 100}, adjusted={BEN: more}, went_rummy=True)
    assert played("rami-51", sec, in_hand="reward").totals == (100, -50, 100)
    assert game("rami-51").adjustments == ()


FOURTEEN = THIRTEEN | {"2": 2}


def test_in_rami_71_an_ace_and_a_joker_in_hand_cost_ten() -> None:
    play = a_round(BEN, {ANN: {"A": 1, "Joker": 1, "7": 1}, CY: FOURTEEN}, down={ANN})
    assert doubts("rami-71", play) == set()
    assert played("rami-71", play).totals == (27, 0, 100)
    assert played("rami-71", play, numbers="ten").totals == (30, 0, 100)


def test_in_hand_the_winner_takes_30_off_and_in_one_turn_60_while_the_others_double() -> None:
    play = a_round(BEN, {ANN: {"K": 1}, CY: FOURTEEN}, down={ANN})
    assert doubts("hand", play) == set()
    assert played("hand", play).totals == (10, -30, 100)
    assert played("hand", replace(play, went_rummy=True)).totals == (20, -60, 200)


def test_when_the_stock_of_hand_runs_out_nobody_takes_points_off() -> None:
    play = a_round(None, {ANN: {"K": 1, "3": 1}, BEN: FOURTEEN, CY: {"Joker": 2}}, down={ANN, CY})
    assert played("hand", play).totals == (13, 100, 30)


def test_hand_goes_to_the_right_and_ends_after_seven_rounds() -> None:
    state = played("hand", *[a_round(ANN, {BEN: 30, CY: 20}, down={BEN, CY})] * 7)
    assert [scored.deal.dealer for scored in state.rounds][:3] == [ANN, CY, BEN]
    assert (state.outcome.code, state.outcome.winners) == ("lowest_total", (ANN,))
    assert state.totals == (-210, 210, 140)


def test_a_thirteenth_card_shows_who_has_not_laid_down_where_that_costs_100() -> None:
    play = a_round(BEN, {ANN: THIRTEEN, CY: 5}, down={ANN, CY})
    assert doubts("rami-51", play) == {"too_many_cards_after_contract"}
    assert doubts("scala-40", play) == set()
