"""Short games about how many cards a hand can have, worked out with pencil and paper.

Each line is: dealer, points, totals and next contracts in seat order.
"""

import pytest

from companion.gamefile import RecordRefused
from tests.gamefile.games import load, scored
from tests.gamefile.score_sheet import (
    companion_score,
    companion_score_of,
    doubts_of,
    lines_of,
    result_of,
    standings_of,
    totals_of,
    with_options,
)

WRONG_SIZE = "wrong_hand_size_without_contract"


def doubt(code: str, player: str | None = None) -> dict[str, str]:
    return {"code": code} if player is None else {"code": code, "player": player}


def test_a_whole_hand_shows_its_buys_and_any_other_is_doubted() -> None:
    found = companion_score("buys-that-hands-show")
    assert lines_of(found) == [
        # Ann out. Ben 5x10 + 10x5 = 100 on fifteen cards: one buy; Cy 2x20 + 5x10 + 10x5 = 140
        # on seventeen: two
        ("Ann", (0, 100, 140), (0, 100, 140), (2, 1, 1)),
        # Ben out. Ann 14x5 = 70, Cy 4x10 + 8x5 = 80: fourteen and twelve are no whole hands
        ("Ben", (70, 0, 80), (70, 100, 220), (2, 2, 1)),
        # Cy out, Ann down with 10 + 4x5 = 30. Ben 3x10 + 10x5 = 80 on thirteen, but bought once
        ("Cy", (30, 80, 0), (100, 180, 220), (3, 2, 2)),
    ]
    assert doubts_of(found) == {
        2: [doubt(WRONG_SIZE, "Ann"), doubt(WRONG_SIZE, "Cy")],
        3: [doubt(WRONG_SIZE, "Ben")],
    }


def test_in_dummy_rummy_too_a_whole_hand_shows_its_buys() -> None:
    found = companion_score("buys-in-dummy-rummy")
    assert lines_of(found) == [
        # Dina out. Eli 4x10 + 8x5 + 3x5 = 95 on fifteen cards: one buy
        ("Dina", (0, 95), (0, 95), (2, 2)),
        # Eli out. Dina 20 + 3x10 + 8x5 + 5x5 = 115 on seventeen: two
        ("Eli", (115, 0), (115, 95), (3, 3)),
        # Eli out. Dina 14x5 = 70: fourteen is no whole hand
        ("Dina", (70, 0), (185, 95), (4, 4)),
    ]
    assert doubts_of(found) == {3: [doubt(WRONG_SIZE, "Dina")]}
    off = companion_score_of(with_options("buys-in-dummy-rummy", buys=False))
    assert set(doubts_of(off)) == {1, 2, 3}


def test_where_nobody_buys_a_buy_and_a_hand_grown_by_one_are_doubted() -> None:
    found = companion_score("buying-off")
    # Ben 5x10 + 8x5 = 90 with a buy; Cy 20 + 4x10 + 10x5 = 110 on fifteen cards. Then Ben is down
    # with 8x5 = 40 on eight cards, where contract 1 leaves seven; Cy 5x10 + 8x5 = 90
    assert lines_of(found) == [
        ("Ann", (0, 90, 110), (0, 90, 110), (2, 1, 1)),
        ("Ben", (0, 40, 90), (0, 130, 200), (3, 2, 1)),
    ]
    assert doubts_of(found) == {
        1: [doubt("buys_not_allowed", "Ben"), doubt(WRONG_SIZE, "Cy")],
        2: [doubt("too_many_cards_after_contract", "Ben")],
    }
    # By the rules as they stand there is nothing wrong with a hand of fifteen or of eight.
    bought = companion_score_of(with_options("buying-off", buys=True))
    assert doubts_of(bought) == {1: [doubt(WRONG_SIZE, "Ben")]}


def test_more_buys_than_the_limit_are_doubted_said_or_shown() -> None:
    found = companion_score("buy-limit")
    # Ben 5x10 + 14x5 = 120 on nineteen cards and three buys; Cy 3x20 + 4x10 + 12x5 = 160 on
    # nineteen. Then Ann 20 + 4x10 + 12x5 = 120 and Cy 5x10 + 12x5 = 110, both on seventeen
    assert lines_of(found) == [
        ("Ann", (0, 120, 160), (0, 120, 160), (2, 1, 1)),
        ("Ben", (120, 0, 110), (120, 120, 270), (2, 2, 1)),
    ]
    assert doubts_of(found) == {1: [doubt("too_many_buys", "Ben"), doubt(WRONG_SIZE, "Cy")]}
    assert doubts_of(companion_score_of(with_options("buy-limit", buy_limit=3))) == {}
    assert doubts_of(companion_score_of(with_options("buy-limit", buy_limit="none"))) == {}


def test_points_from_before_the_last_round_decide_where_the_table_says_so() -> None:
    found = companion_score("points-before-the-last-round")
    # Eleven fives: Ben 55, Ann nothing. In the last round Ann is left with 2x50 + 20 = 120
    assert totals_of(found) == {"Ann": 120, "Ben": 55}
    assert result_of(found) == ("fewest_points", ["Ann"])
    assert standings_of(found) == [(1, "Ann", 12, 120), (2, "Ben", 12, 55)]
    with_it = with_options("points-before-the-last-round", tie_points="with_deciding_round")
    assert result_of(companion_score_of(with_it)) == ("fewest_points", ["Ben"])


def test_with_nobody_out_an_empty_hand_is_asked_about_and_nobody_is_a_second_one_out() -> None:
    found = companion_score("nobody-out-but-a-hand-is-empty")
    assert lines_of(found) == [("Ann", (0, 90), (0, 90), (2, 1))]  # 5x10 + 8x5
    assert doubts_of(found) == {1: [doubt("nobody_out"), doubt("nobody_out", "Ann")]}


def test_classic_rummy_has_no_jokers_and_ten_cards_for_two() -> None:
    found = companion_score("classic-rummy-without-jokers")
    # Ben 8x10 + 2x9 = 98. Ann 4x1 + 4x2 + 3x3 = 21, on eleven cards. Ben types 101: ten cards of
    # ten are 100
    assert totals_of(found) == {"Ann": 21, "Ben": 98 + 101}
    assert doubts_of(found) == {
        2: [doubt("too_many_cards", "Ann")],
        3: [doubt("points_above_maximum", "Ben")],
    }
    assert result_of(found) == ("lowest_total", ["Ann"])
    record = load("classic-rummy-without-jokers")
    record["rounds"][0]["hands"]["Ben"] = {"cards": {"Joker": 1}}
    with pytest.raises(RecordRefused, match="has no card called “Joker”"):
        scored(record)


def test_nobody_holds_more_than_five_crowns_deals() -> None:
    found = companion_score("five-crowns-too-many-cards")
    # Peg 10x7 + 10x8 = 150 on twenty cards of three; Rosa's 999 are more than three jokers. Then
    # four jokers are 200: Rosa has them, Otto's 201 cannot be
    assert totals_of(found) == {"Otto": 201, "Peg": 150, "Rosa": 999 + 200}
    assert doubts_of(found) == {
        1: [doubt("too_many_cards", "Peg"), doubt("points_above_maximum", "Rosa")],
        2: [doubt("points_above_maximum", "Otto")],
    }


def test_in_rummy_500_a_hand_may_grow_but_not_beyond_the_deck() -> None:
    found = companion_score("rummy-500-the-whole-pile")
    # Xena 3x15 + 4x5 = 65. Yann took the pile: twelve cards, 0 - 120. Zita 30 - 999
    assert totals_of(found) == {"Xena": 65, "Yann": -120, "Zita": 30 - 999}
    assert doubts_of(found) == {1: [doubt("points_above_maximum", "Zita")]}


def test_a_refused_record_says_which_of_the_cards_nobody_counted() -> None:
    record = load("rummy-500-the-whole-pile")
    del record["rounds"][0]["hands"]["Yann"]["melded"]
    with pytest.raises(RecordRefused, match="What Yann melded is not counted yet") as refused:
        scored(record)
    assert (refused.value.code, refused.value.round, refused.value.player) == (
        *("blank_hand", 1, "Yann"),
    )


def test_eight_players_of_contract_rummy_have_seven_jokers_either_way() -> None:
    found = companion_score("contract-rummy-for-eight")
    # A joker 25 and nine of K, Q, J, 10, 9, 8, 7; in round 2 Ben has two jokers and eight kings
    nine = [25 + 9 * value for value in (10, 10, 10, 10, 9, 8, 7)]
    first, second = found["rounds"]
    assert list(first["points"].values()) == [0, *nine]
    assert list(second["points"].values()) == [0, 2 * 25 + 8 * 10, *nine[1:]]
    assert doubts_of(found) == {2: [doubt("too_many_of_class")]}
    fewer = with_options("contract-rummy-for-eight", jokers="players_minus_1")
    assert doubts_of(companion_score_of(fewer)) == doubts_of(found)
