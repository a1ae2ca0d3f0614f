"""Whole games of the Contract Rummy kind, worked out with pencil and paper: everybody moves on
every round, and the fewest points win.

Every expected number was added up by hand from the rules; none was copied from a run. Each line
is: dealer, cards dealt, points of the round, totals after it, in seat order. A card costs its
number, a court card 10, an ace 15, a joker 25 unless it says otherwise beside the game.
"""

import pytest

from companion.gamefile import RecordRefused
from tests.gamefile.games import load, scored
from tests.gamefile.score_sheet import (
    ByRound,
    by_round,
    companion_score,
    companion_score_of,
    doubts_of,
    next_contracts_of,
    result_of,
    standings_of,
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
}


@pytest.mark.parametrize("name", CONTRACTS)
def test_everybody_goes_for_the_next_contract_until_there_is_none(name: str) -> None:
    last = CONTRACTS[name]
    found = companion_score(name)
    assert next_contracts_of(found) == [*({number} for number in range(2, last + 1)), {None}]
    assert found["over"]


@pytest.mark.parametrize("name", CONTRACTS)
def test_nothing_is_doubtful_in_them(name: str) -> None:
    assert doubts_of(companion_score(name)) == {}


# --- Contract Rummy: Ann, Ben, Cy; two decks and two jokers, buying allowed ---------------------
# Cards left: 10 or 12 and two a buy without the contract; 4 3 2 1 2 1 0 and two a buy with it.

CONTRACT_RUMMY: list[ByRound] = [
    # 1. S3 S3. Ben out. Ann is down and bought once, so 6 at most: K + 9 + 2x4 + 2 = 29;
    #    Cy holds all ten: 25 + 15 + 2x10 + 2x8 + 7 + 5 + 3 + 2 = 93
    ("Ann", 10, (29, 0, 93), (29, 0, 93)),
    # 2. S3 R4. Cy out. Ann bought twice, 14 cards: 2x15 + 3x10 + 2x10 + 3x6 + 4x4 = 114;
    #    Ben is down with three: 10 + 7 + 2 = 19
    ("Ben", 10, (114, 19, 0), (143, 19, 93)),
    # 3. R4 R4. Ann out. Ben down: 25 + 5 = 30; Cy 15 + 2x10 + 3x9 + 2x7 + 2x3 = 82
    ("Cy", 10, (0, 30, 82), (143, 49, 175)),
    # 4. S3 S3 S3. Ben out. Ann down with an ace; Cy after one buy, 12 cards:
    #    25 + 4x10 + 4x8 + 3x6 = 115
    ("Ann", 10, (15, 0, 115), (158, 49, 290)),
    # 5. Twelve cards from here on, S3 S3 R4. Cy out. Ann down: 2x9 = 18;
    #    Ben 4x10 + 2x10 + 6x5 = 90
    ("Ben", 12, (18, 90, 0), (176, 139, 290)),
    # 6. S3 R4 R4. Ann out. Ben 3x15 + 2x10 + 7x4 = 93; Cy down with a two
    ("Cy", 12, (0, 93, 2), (176, 232, 292)),
    # 7. R4 R4 R4, a whole hand: only Cy, who goes out, is down. Ann, twelve cards:
    #    2x25 + 2x15 + 3x10 + 5x8 = 150; Ben after one buy, 14: 10 + 4x9 + 5x6 + 4x3 = 88
    ("Ann", 12, (150, 88, 0), (326, 320, 292)),
]


def test_contract_rummy() -> None:
    found = companion_score("contract-rummy")
    assert by_round(found) == CONTRACT_RUMMY
    assert result_of(found) == ("lowest_total", ["Cy"])
    # Ann made all but 2 and 7; Ben 1 to 4; Cy 2, 5, 6 and 7. The count of contracts ranks nobody.
    assert standings_of(found) == [(1, "Cy", 4, 292), (2, "Ben", 4, 320), (3, "Ann", 5, 326)]


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

PROGRESSIVE: list[ByRound] = [
    # 1. Dan out. Eva 15 + 10 + 2x7 + 2x3 = 45; Finn bought, 8 cards: 25 + 2x10 + 2x9 + 3x5 = 78
    ("Finn", 6, (0, 45, 78), (0, 45, 78)),
    # 2. Eva out. Dan 3x10 + 2x6 + 2x2 = 46; Finn bought and is down with the two cards of the buy:
    #    10 + 4 = 14
    ("Dan", 7, (46, 0, 14), (46, 45, 92)),
    # 3. Finn out. Dan 2x15 + 4x8 + 2x5 = 72; Eva 4x10 + 10 + 3x9 = 77
    ("Eva", 8, (72, 77, 0), (118, 122, 92)),
    # 4. Finn out. Dan 3x10 + 3x7 + 3x4 = 63; Eva 2x10 + 5x6 + 2x3 = 56
    ("Finn", 9, (63, 56, 0), (181, 178, 92)),
    # 5. Dan out. Eva bought twice, 14 cards: 15 + 3x10 + 2x9 + 4x8 + 4x2 = 103;
    #    Finn 2x10 + 4x7 + 4x5 = 68
    ("Dan", 10, (0, 103, 68), (181, 281, 160)),
    # 6. Eva out. Dan 25 + 5x10 + 3x6 + 2x3 = 99; Finn 4x15 + 2x10 + 5x4 = 100
    ("Eva", 11, (99, 0, 100), (280, 281, 260)),
    # 7. Dan out. Eva 2x10 + 4x9 + 6x2 = 68; Finn 3x10 + 3x8 + 6x7 = 96: first to last in a deal
    ("Finn", 12, (0, 68, 96), (280, 349, 356)),
]


def test_progressive_rummy() -> None:
    found = companion_score("progressive-rummy")
    assert by_round(found) == PROGRESSIVE
    assert result_of(found) == ("lowest_total", ["Dan"])
    # Dan made 1, 5 and 7; Eva 2 and 6; Finn 2, 3 and 4.
    assert standings_of(found) == [(1, "Dan", 3, 280), (2, "Eva", 2, 349), (3, "Finn", 3, 356)]


def test_in_progressive_rummy_a_second_player_down_without_a_buy_is_doubted() -> None:
    record = load("progressive-rummy")
    record["rounds"][2] |= {"laid_down": ["Dan", "Finn"]}
    record["rounds"][2]["hands"]["Dan"] = {"cards": {"8": 1}}
    doubts = doubts_of(companion_score_of(record))
    assert doubts == {3: [{"code": "too_many_cards_after_contract", "player": "Dan"}]}


# --- King Rummy: Hana, Ivo, Jun, Kai; four rounds of ten cards, 3 1 2 0 left with the contract --

KING: list[ByRound] = [
    # 1. S3 R4. Hana out. Ivo down: 10 + 2x6 = 22; Jun 2x15 + 3x10 + 3x8 + 2x2 = 88; Kai a joker
    ("Kai", 10, (0, 22, 88, 25), (0, 22, 88, 25)),
    # 2. S3 S3 S3. Jun out. Hana down with a five; Ivo 4x10 + 2x10 + 4x9 = 96: kings are not wild;
    #    Kai 15 + 3x10 + 6x7 = 87
    ("Hana", 10, (5, 96, 0, 87), (5, 118, 88, 112)),
    # 3. R4 R4. Kai out. Hana 10 + 4x8 + 5x4 = 62; Ivo down: 10 + 3 = 13; Jun down: 2x9 = 18
    ("Ivo", 10, (62, 13, 18, 0), (67, 131, 106, 112)),
    # 4. S3 S3 R4 takes all ten. Ivo out. Hana 2x10 + 4x6 + 4x3 = 56; Jun 2x15 + 10 + 7x5 = 75;
    #    Kai 2x25 + 4x10 + 4x2 = 98
    ("Jun", 10, (56, 0, 75, 98), (123, 131, 181, 210)),
]


def test_king_rummy() -> None:
    found = companion_score("king-rummy")
    assert by_round(found) == KING
    assert result_of(found) == ("lowest_total", ["Hana"])
    # Hana made 1 and 2; Ivo 1, 3 and 4; Jun 2 and 3; Kai 1 and 3.
    assert standings_of(found) == [
        (1, "Hana", 2, 123),
        (2, "Ivo", 3, 131),
        (3, "Jun", 2, 181),
        (4, "Kai", 2, 210),
    ]


def test_where_the_last_round_of_king_rummy_has_twelve_cards_hands_of_ten_are_doubted() -> None:
    found = companion_score_of(with_options("king-rummy", deal="twelve_last"))
    assert [line["cards_dealt"] for line in found["rounds"]] == [10, 10, 10, 12]
    code = "wrong_hand_size_without_contract"
    assert doubts_of(found) == {
        4: [{"code": code, "player": name} for name in ("Hana", "Jun", "Kai")]
    }


# --- Liverpool Rummy: Lea, Mo, Nik; six rounds of ten, 4 3 2 1 0 0 left with the contract -------
# The player on the dealer's right cuts; an exact cut takes 50 off.

LIVERPOOL: list[ByRound] = [
    # 1. Lea out. Mo down: 15 + 2x8 + 4 = 35; Nik 25 + 2x10 + 3x9 + 4x5 = 92, less 50 for the cut
    ("Lea", 10, (0, 35, 42), (0, 35, 42)),
    # 2. Mo out. Lea 3x15 + 10 + 4x7 + 2x2 = 87; Nik down: 10 + 6 + 3 = 19
    ("Mo", 10, (87, 0, 19), (87, 35, 61)),
    # 3. Mo cut for Nik, and goes out: 50 below nothing, and so is the total.
    #    Lea down: 10 + 2 = 12; Nik down: 9
    ("Nik", 10, (12, -50, 9), (99, -15, 70)),
    # 4. Nik out. Lea 3x10 + 2x10 + 5x6 = 80; Mo down with a joker
    ("Lea", 10, (80, 25, 0), (179, 10, 70)),
    # 5. Lea out. Mo 15 + 2x10 + 5x8 + 2x3 = 81; Nik 4x10 + 3x7 + 3x4 = 73
    ("Mo", 10, (0, 81, 73), (179, 91, 143)),
    # 6. A complete hand of eleven, the ten dealt and the card drawn: Mo out.
    #    Lea 10 + 10 + 4x9 + 4x5 = 76; Nik 2x15 + 10 + 4x6 + 3x2 = 70
    ("Nik", 10, (76, 0, 70), (255, 91, 213)),
]


def test_liverpool_rummy() -> None:
    found = companion_score("liverpool-rummy")
    assert by_round(found) == LIVERPOOL
    assert result_of(found) == ("lowest_total", ["Mo"])
    # Lea made 1, 3 and 5; Mo all but 5; Nik 2, 3 and 4.
    assert standings_of(found) == [(1, "Mo", 5, 91), (2, "Nik", 3, 213), (3, "Lea", 3, 255)]


def test_liverpool_rummy_in_seven_rounds_is_not_over_after_six() -> None:
    found = companion_score_of(with_options("liverpool-rummy", rounds=7))
    assert result_of(found) == ("in_progress", [])
    assert next_contracts_of(found)[-1] == {7}


# --- Zioncheck: Ola, Pia, Quin, Rex; eleven cards, a joker 20; 5 4 3 2 1 0 0 left ---------------

ZIONCHECK: list[ByRound] = [
    # 1. Ola out. Pia down: 10 + 10 + 2x7 + 3 = 37; Quin 20 + 2x15 + 2x10 + 3x8 + 3x4 = 106;
    #    Rex down: 9 + 2 = 11
    ("Quin", 11, (0, 37, 106, 11), (0, 37, 106, 11)),
    # 2. Pia out. Ola 15 + 4x10 + 4x9 + 2x5 = 101; Quin down: 8 + 2x6 + 2 = 22;
    #    Rex 3x10 + 2x10 + 4x7 + 2x3 = 84
    ("Rex", 11, (101, 0, 22, 84), (101, 37, 128, 95)),
    # 3. Quin out. Ola down: 5 + 2x4 = 13; Pia 2x20 + 3x10 + 4x8 + 2x2 = 106; Rex down: an ace
    ("Ola", 11, (13, 106, 0, 15), (114, 143, 128, 110)),
    # 4. Rex out. Ola down: 10 + 6 = 16; Pia down: 3; Quin 2x15 + 3x10 + 2x9 + 2x7 + 2x5 = 102
    ("Pia", 11, (16, 3, 102, 0), (130, 146, 230, 110)),
    # 5. Ola out. Pia down: a joker; Quin down: 8; Rex 4x10 + 4x6 + 3x4 = 76
    ("Quin", 11, (0, 20, 8, 76), (130, 166, 238, 186)),
    # 6. Pia out. Ola 2x10 + 2x10 + 4x8 + 3x3 = 81; Quin 15 + 3x9 + 4x7 + 3x2 = 76;
    #    Rex 10 + 2x10 + 4x6 + 4x5 = 74
    ("Rex", 11, (81, 0, 76, 74), (211, 166, 314, 260)),
    # 7. Twelve cards, eleven and the one drawn: Quin out. Ola 3x15 + 10 + 4x9 + 3x4 = 103;
    #    Pia 20 + 2x10 + 5x8 + 3x2 = 86; Rex 4x10 + 4x7 + 3x3 = 77
    ("Ola", 11, (103, 86, 0, 77), (314, 252, 314, 337)),
]


def test_zioncheck_and_two_share_the_second_place() -> None:
    found = companion_score("zioncheck")
    assert by_round(found) == ZIONCHECK
    assert result_of(found) == ("lowest_total", ["Pia"])
    # Ola made 1, 3, 4 and 5; Pia all but 3 and 7; Quin 2, 3, 5 and 7; Rex 1, 3 and 4.
    assert standings_of(found) == [
        (1, "Pia", 5, 252),
        (2, "Ola", 4, 314),
        (2, "Quin", 4, 314),
        (4, "Rex", 3, 337),
    ]


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
# With the contract 5 4 3 2 1 0 and from round 7 on less than none: those need buys.

SHANGHAI: list[ByRound] = [
    # 1. S3 S3. Sam goes out blind: -25. Tess 15 + 2x10 + 3x5 + 5x5 = 75: a Ten costs 5 here
    ("Tess", 11, (-25, 75), (-25, 75)),
    # 2. S3 R4. Tess out. Sam bought once, is down with 4 of at most 6: 10 + 2x5 + 5 = 25
    ("Sam", 11, (25, 0), (0, 75)),
    # 3. R4 R4. Sam out. Tess bought twice, 15 cards: 2x25 + 15 + 4x10 + 8x5 = 145
    ("Tess", 11, (0, 145), (0, 220)),
    # 4. S3 S3 S3. Tess out. Sam down: 15 + 5 = 20
    ("Sam", 11, (20, 0), (20, 220)),
    # 5. S3 R7. Tess out. Sam bought once, 13 cards: 3x10 + 6x5 + 4x5 = 80
    ("Tess", 11, (80, 0), (100, 220)),
    # 6. S3 S3 R5 takes eleven. Sam out. Tess bought once, so she can be down with two: 10 + 5 = 15
    ("Sam", 11, (0, 15), (100, 235)),
    # 7. R4 R4 R4 takes twelve: Tess bought and goes out. Sam 2x10 + 4x5 + 5x5 = 65
    ("Tess", 11, (65, 0), (165, 235)),
    # 8. S3 R10 takes thirteen. Tess out. Sam bought three times, 17 cards:
    #    25 + 3x15 + 3x10 + 6x5 + 4x5 = 150
    ("Sam", 11, (150, 0), (315, 235)),
    # 9. S3 S3 S3 R5 takes fourteen. Sam goes out blind without a joker: -50.
    #    Tess bought four times, 19 cards: 2x10 + 10 + 8x5 + 8x5 = 110
    ("Tess", 11, (-50, 110), (265, 345)),
    # 10. R5 R5 R5 takes fifteen. Tess out. Sam bought three times and is down with two of 17:
    #    15 + 10 = 25
    ("Sam", 11, (25, 0), (290, 345)),
]


def test_shanghai_rummy() -> None:
    found = companion_score("shanghai-rummy")
    assert by_round(found) == SHANGHAI
    assert result_of(found) == ("lowest_total", ["Sam"])
    # Sam missed 5, 7 and 8; Tess 1, 3 and 9.
    assert standings_of(found) == [(1, "Sam", 7, 290), (2, "Tess", 7, 345)]


def test_a_fourth_buy_is_possible_in_round_nine_but_not_in_round_eight() -> None:
    record = load("shanghai-rummy")
    eighth, ninth = record["rounds"][7:9]
    del eighth["buys"], ninth["buys"]  # nobody said, so any number of buys will do
    assert doubts_of(companion_score_of(record)) == {}
    eighth["hands"]["Sam"] = {"cards": {"Q": 3, "10": 8, "7": 8}}  # 19 cards, as Tess in round 9
    doubts = doubts_of(companion_score_of(record))
    assert doubts == {8: [{"code": "wrong_hand_size_without_contract", "player": "Sam"}]}
