"""Whole games with one contract per round, worked out by hand: the lowest total wins.

Every expected number was added up by hand from the rules; none was copied from a run. Each line
is: dealer, cards dealt, points of the round, totals after it, in seat order. A card costs its
number, a court card 10, an ace 15, a joker 25, unless stated otherwise.
"""

import pytest

from companion.gamefile import RecordRefused
from tests.gamefile.games import load, scored
from tests.gamefile.score_sheet import (
    companion_score,
    companion_score_of,
    doubts_of,
    next_contracts_of,
    result_of,
    totals_of,
    with_options,
)

CONTRACTS = {
    "contract-rummy": 7,
    "progressive-rummy": 7,
    "king-rummy": 4,
    "liverpool-rummy": 6,
    "zioncheck": 7,
    "shanghai-rummy": 10,
    "carioca": 8,
    "continental-rummy": 7,
    "kalooki-jamaican": 9,
    "dummy-rummy": 12,
}


@pytest.mark.parametrize("name", CONTRACTS)
def test_everybody_goes_for_the_next_contract_until_there_is_none(name: str) -> None:
    last = CONTRACTS[name]
    found = companion_score(name)
    assert next_contracts_of(found) == [*({number} for number in range(2, last + 1)), {None}]
    assert found["over"]


@pytest.mark.parametrize("name", sorted(CONTRACTS.keys() - {"dummy-rummy"}))
def test_nothing_is_doubtful_in_them(name: str) -> None:
    assert doubts_of(companion_score(name)) == {}


# --- Contract Rummy: Ann, Ben, Cy; two decks and two jokers, buying allowed ---------------------
# Cards left: 10 or 12 and two a buy without the contract; 4 3 2 1 2 1 0 and two a buy with it.


def test_contract_rummy_with_jokers_at_fifteen() -> None:
    # Ten points less a joker: Ann held two (round 7), Ben one (3), Cy two (1 and 4).
    found = companion_score_of(with_options("contract-rummy", joker_value=15))
    assert totals_of(found) == {"Ann": 306, "Ben": 310, "Cy": 272}


def test_a_second_player_down_in_the_last_round_of_contract_rummy_is_doubted() -> None:
    record = load("contract-rummy")
    last = record["rounds"][6]
    last["laid_down"].append("Ben")
    last["hands"]["Ben"] = {"cards": {"2": 1}}  # with his buy he could have two left
    doubts = doubts_of(companion_score_of(record))
    assert doubts == {7: [{"code": "final_round_only_one_down", "player": "Ben"}]}


# --- Progressive Rummy: Dan, Eva, Finn; the contract takes all cards dealt ----------------------
# Only the player going out is down, unless somebody bought.


def test_in_progressive_rummy_a_second_player_down_without_a_buy_is_doubted() -> None:
    record = load("progressive-rummy")
    record["rounds"][2] |= {"laid_down": ["Dan", "Finn"]}
    record["rounds"][2]["hands"]["Dan"] = {"cards": {"8": 1}}
    doubts = doubts_of(companion_score_of(record))
    assert doubts == {3: [{"code": "too_many_cards_after_contract", "player": "Dan"}]}


# --- King Rummy: Hana, Ivo, Jun, Kai; four rounds of ten cards, 3 1 2 0 left with the contract --


def test_in_king_rummy_with_twelve_cards_hands_of_ten_are_doubted() -> None:
    found = companion_score_of(with_options("king-rummy", deal="twelve_last"))
    assert [line["cards_dealt"] for line in found["rounds"]] == [10, 10, 10, 12]
    code = "wrong_hand_size_without_contract"
    assert doubts_of(found) == {
        4: [{"code": code, "player": name} for name in ("Hana", "Jun", "Kai")]
    }


# --- Liverpool Rummy: Lea, Mo, Nik; six rounds of ten, 4 3 2 1 0 0 left with the contract -------
# The player on the dealer's right cuts; an exact cut takes 50 off.


def test_liverpool_rummy_in_seven_rounds_is_not_over_after_six() -> None:
    found = companion_score_of(with_options("liverpool-rummy", rounds=7))
    assert result_of(found) == ("in_progress", [])
    assert next_contracts_of(found)[-1] == {7}


# --- Zioncheck: Ola, Pia, Quin, Rex; eleven cards, a joker 20; 5 4 3 2 1 0 0 left ---------------


def test_zioncheck_may_stop_after_four_rounds() -> None:
    record = with_options("zioncheck", rounds=4)
    with pytest.raises(RecordRefused) as refused:
        scored(record)
    assert (refused.value.code, refused.value.round) == ("game_over", 5)
    record["rounds"] = record["rounds"][:4]
    found = companion_score_of(record)
    assert result_of(found) == ("lowest_total", ["Rex"])
    assert totals_of(found) == {"Rex": 110, "Ola": 130, "Pia": 146, "Quin": 230}


# --- Shanghai Rummy: Sam, Tess; eleven cards, 2 to 10 cost 5; three buys, four in rounds 9, 10 --
# With the contract 5 4 3 2 1 0, and from round 7 on only with buys.


def test_a_fourth_buy_is_possible_in_round_nine_but_not_in_round_eight() -> None:
    record = load("shanghai-rummy")
    eighth, ninth = record["rounds"][7:9]
    del eighth["buys"], ninth["buys"]  # without a number, any number of buys is possible
    assert doubts_of(companion_score_of(record)) == {}
    eighth["hands"]["Sam"] = {"cards": {"Q": 3, "10": 8, "7": 8}}  # 19 cards, as Tess in round 9
    doubts = doubts_of(companion_score_of(record))
    assert doubts == {8: [{"code": "wrong_hand_size_without_contract", "player": "Sam"}]}
