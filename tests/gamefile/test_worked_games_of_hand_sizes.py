"""Short games about hand sizes, worked out by hand.

`tests/games` has the games with their arithmetic; here they are changed.
"""

import pytest

from companion.gamefile import RecordRefused
from tests.gamefile.games import load, scored
from tests.gamefile.score_sheet import companion_score_of, doubts_of, result_of, with_options

WRONG_SIZE = "wrong_hand_size_without_contract"


def test_in_dummy_rummy_without_buys_every_hand_that_shows_one_is_doubted() -> None:
    found = companion_score_of(with_options("buys-in-dummy-rummy", buys=False))
    assert set(doubts_of(found)) == {1, 2, 3}


def test_where_players_buy_nothing_is_wrong_with_a_hand_of_fifteen_or_of_eight() -> None:
    found = companion_score_of(with_options("buying-off", buys=True))
    assert doubts_of(found) == {1: [{"code": WRONG_SIZE, "player": "Ben"}]}


@pytest.mark.parametrize("limit", [3, "none"])
def test_three_buys_are_in_order_by_another_limit_or_without_one(limit: int | str) -> None:
    assert doubts_of(companion_score_of(with_options("buy-limit", buy_limit=limit))) == {}


def test_points_of_the_last_round_decide_too_where_the_table_says_so() -> None:
    options = {"tie_points": "with_deciding_round"}
    found = companion_score_of(with_options("points-before-the-last-round", **options))
    assert result_of(found) == ("fewest_points", ["Ben"])


def test_classic_rummy_has_no_jokers() -> None:
    record = load("classic-rummy-without-jokers")
    record["rounds"][0]["hands"]["Ben"] = {"cards": {"Joker": 1}}
    with pytest.raises(RecordRefused, match="has no card called “Joker”"):
        scored(record)


def test_a_refused_record_says_which_of_the_cards_nobody_counted() -> None:
    record = load("rummy-500-the-whole-pile")
    del record["rounds"][0]["hands"]["Yann"]["melded"]
    with pytest.raises(RecordRefused, match="Yann’s melds are not counted yet") as refused:
        scored(record)
    assert (refused.value.code, refused.value.round, refused.value.player) == (
        *("blank_hand", 1, "Yann"),
    )


def test_eight_players_of_contract_rummy_have_seven_jokers_either_way() -> None:
    fewer = companion_score_of(with_options("contract-rummy-for-eight", jokers="players_minus_1"))
    assert doubts_of(fewer) == {2: [{"code": "too_many_of_class"}]}
