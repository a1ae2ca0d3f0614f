"""Whole by-round games with a deal, pack or order of their own, worked out by hand.

Format as in the games by round: dealer, cards dealt, points of the round, totals after it.
"""

from tests.gamefile.games import load
from tests.gamefile.score_sheet import (
    companion_score_of,
    doubts_of,
    next_contracts_of,
    result_of,
    totals_of,
    with_options,
)

# --- Carioca: Ugo, Vera, Wim; twelve cards, ace 20, joker 30; 6 5 4 3 2 1 0 0 left --------------
# The deal passes to the right: Ugo, Wim, Vera.


def test_carioca_where_two_to_seven_cost_five_and_eight_to_ten_cost_ten() -> None:
    # Ugo: 20 + 10 + 10 + 10, 40 + 20 + 50 + 15, 0, 0, 40 + 20 + 30, 10, 0, 30 + 40 + 20 + 25
    #      = 50 + 125 + 90 + 10 + 115 = 390
    # Vera: 2, 10 + 5 + 5, 10 + 20 + 5, 5 + 10 - 10, 0, 60 + 40 + 20 + 20, 20 + 40 + 30, 0
    #      = 2 + 20 + 35 + 5 + 140 + 90 = 292
    # Wim: 30 + 30 + 40 + 20, -30, 30, 20 + 40 + 30 + 20, 10 + 5, 0, 20 + 30 + 35, 20 + 40 + 15 + 20
    #      = 120 - 30 + 30 + 110 + 15 + 85 + 95 = 425
    found = companion_score_of(with_options("carioca", numbers="2-7=5,8-K=10"))
    assert totals_of(found) == {"Vera": 292, "Ugo": 390, "Wim": 425}


def test_carioca_with_three_runs_of_a_whole_suit_goes_on_after_the_eighth() -> None:
    found = companion_score_of(with_options("carioca", extra_rounds=3))
    assert result_of(found) == ("in_progress", [])
    assert next_contracts_of(found)[-1] == {9}


# --- Continental, the Spanish game: Xavi, Yara, Zoe; one card more than the contract ------------
# The deal passes to the right: Yara, Xavi, Zoe.
# Ace 20, joker 50; a player who is down without going out has exactly one card.


def test_two_cards_left_are_one_too_many_in_continental_where_nobody_buys() -> None:
    record = with_options("continental-rummy", buys=False)
    record["rounds"][6]["hands"]["Yara"] = {"cards": {"7": 1, "2": 1}}
    doubts = doubts_of(companion_score_of(record))
    assert doubts == {7: [{"code": "too_many_cards_after_contract", "player": "Yara"}]}


# --- Kalooki of Jamaica: Abe, Bea, Cleo; a black ace 15, a red ace 1, a joker 50 ----------------
# The contract takes every card dealt, so each round one goes out and the others hold whole hands.


def test_a_fifth_red_ace_is_one_more_than_two_decks_have() -> None:
    record = load("kalooki-jamaican")
    record["rounds"][1]["hands"]["Bea"] = {"cards": {"A_red": 5, "10": 2, "6": 3}}
    assert doubts_of(companion_score_of(record)) == {2: [{"code": "too_many_of_class"}]}


# --- Dummy Rummy: Dina, Eli; the contracts of 12-Step, one a round ------------------------------
# Joker and 2 cost 50, A 20, 10 to K 10, 3 to 9 five.
