"""Games by rules of a table's own, worked out with pencil and paper.

Each line is: dealer, points, totals and next contracts in seat order.
"""

import json
from typing import Any

from companion.gamefile import read_record
from companion.rules.catalogue import game_data
from companion.rules.decide import Command, decide
from companion.rules.entries import Entry, Hand, HandCounted, RoundScored, WentOut
from companion.rules.game import Game
from companion.rules.own_games import edited
from tests.gamefile.games import load, packed
from tests.gamefile.score_sheet import (
    Line,
    companion_score,
    companion_score_of,
    doubts_of,
    lines_of,
    result_of,
    standings_of,
)

EMPTY_HANDS: list[Line] = [
    # 1. Ann out, and Ben with nothing left in his last turn: both are down. Cy 4x10 + 6x5 = 70
    ("Ann", (0, 0, 70), (0, 0, 70), (2, 2, 1)),
    # 2. Ben out. Ann has nothing left, as a typed 0. Cy down: 10 + 5 = 15
    ("Ben", (0, 0, 15), (0, 0, 85), (3, 3, 2)),
    # 3. Cy out. Ann has nothing left and so made the last contract. Ben 2x20 + 2x10 + 6x5 = 90
    ("Cy", (0, 90, 0), (0, 90, 85), (None, None, None)),
]


def test_no_cards_left_in_a_last_turn_is_a_contract_made() -> None:
    found = companion_score("empty-hands-in-the-last-turn")
    assert lines_of(found) == EMPTY_HANDS
    assert doubts_of(found) == {}
    assert result_of(found) == ("finished_first", ["Ann"])
    assert standings_of(found) == [(1, "Ann", 3, 0), (2, "Cy", 2, 85), (3, "Ben", 2, 90)]


def test_and_so_it_is_where_phones_count_the_hands_and_nobody_marks_who_is_down() -> None:
    record = load("empty-hands-in-the-last-turn")
    read = read_record(packed(record))
    game = Game.begun(json.dumps(read.ruleset_data), read.seats)
    for line in record["rounds"]:
        for entry in tapped(line, read.seats.names):
            game = decide(game, Command((entry,), game.version))
    assert game.state.rounds == read.state.rounds
    assert game.state.outcome == read.state.outcome


def tapped(line: dict[str, Any], names: tuple[str, ...]) -> tuple[Entry, ...]:
    """The round as phones send it: who went out, and what is left in the other hands."""
    hands = {names.index(name): Hand(**hand) for name, hand in line["hands"].items()}
    counted = [HandCounted(seat, hand, down=None) for seat, hand in hands.items()]
    return (WentOut(names.index(line["went_out"])), *counted, RoundScored())


TAKEN_OUT: list[Line] = [
    # 1. Ann out. Ben 4x10 + 4x6 + 4x2 = 72; Cy down: 9 + 5 = 14
    ("Ann", (0, 72, 14), (0, 72, 14), (2, 2, 2)),
    # 2. Ben out. Ann down: 7; Cy 2x15 + 4x10 + 6x3 = 88
    ("Ben", (7, 0, 88), (7, 72, 102), (3, 3, 3)),
    # 3. Cy out. Ann 4x10 + 4x8 + 4x4 = 88; Ben down: 15
    ("Cy", (88, 15, 0), (95, 87, 102), (4, 4, 4)),
    # 4. Ann out. Ben down: 10; Cy down: 3 + 2 = 5
    ("Ann", (0, 10, 5), (95, 97, 107), (5, 5, 5)),
    # 5. Ben out. Ann is down too, with two of twelve cards: 5 + 4 = 9. Cy 4x10 + 4x7 + 4x2 = 76
    ("Ben", (9, 0, 76), (104, 97, 183), (None, None, None)),
]
LAST_CONTRACT = "only_who_goes_out_lays_down_last"


def test_without_its_last_contracts_contract_rummy_ends_with_one_that_many_can_lay_down() -> None:
    found = companion_score("two-contracts-taken-out")
    assert lines_of(found) == TAKEN_OUT
    assert doubts_of(found) == {}
    assert result_of(found) == ("lowest_total", ["Ben"])
    assert standings_of(found) == [(1, "Ben", 4, 97), (2, "Ann", 4, 104), (3, "Cy", 3, 183)]


def test_as_the_app_makes_it_of_contract_rummy_it_is_the_same_game() -> None:
    record = load("two-contracts-taken-out")
    ruleset = record["ruleset"]
    contracts = {key: ruleset[key] for key in ("name", "contracts", "cards_dealt")}
    own = edited(game_data("contract-rummy"), contracts)
    assert (
        companion_score_of(record | {"ruleset": own})["rounds"]
        == (companion_score("two-contracts-taken-out")["rounds"])
    )
    # Had it kept the rule for the contract that was taken out, Ann could not be down.
    kept = record | {"ruleset": ruleset | {LAST_CONTRACT: True}}
    ann = {"code": "final_round_only_one_down", "player": "Ann"}
    assert doubts_of(companion_score_of(kept)) == {5: [ann]}
