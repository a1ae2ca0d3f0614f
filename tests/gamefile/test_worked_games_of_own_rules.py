"""Games with custom rules, worked out by hand.

Each line is: dealer, points, totals and next contracts in seat order.
"""

import json
from typing import Any

from companion.gamefile import read_record
from companion.rules.decide import Command, decide
from companion.rules.fold.entries import Entry, Hand, HandCounted, RoundScored, WentOut
from companion.rules.game import Game
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.own_games import edited
from tests.gamefile.games import load, packed
from tests.gamefile.score_sheet import companion_score, companion_score_of, doubts_of


def test_phones_counting_without_marks_give_the_same_result() -> None:
    record = load("empty-hands-in-the-last-turn")
    read = read_record(packed(record))
    game = Game.begun(json.dumps(read.ruleset_data), read.seats)
    for line in record["rounds"]:
        for entry in tapped(line, read.seats.names):
            game = decide(game, Command((entry,), game.version))
    assert game.state.rounds == read.state.rounds
    assert game.state.outcome == read.state.outcome


def tapped(line: dict[str, Any], names: tuple[str, ...]) -> tuple[Entry, ...]:
    """The round as phones send it: the player who went out, and the leftovers."""
    hands = {names.index(name): Hand(**hand) for name, hand in line["hands"].items()}
    counted = [HandCounted(seat, hand, down=None) for seat, hand in hands.items()]
    return (WentOut(names.index(line["went_out"])), *counted, RoundScored())


LAST_CONTRACT = "only_who_goes_out_lays_down_last"


def test_the_custom_game_from_contract_rummy_is_the_same_game() -> None:
    record = load("two-contracts-taken-out")
    ruleset = record["ruleset"]
    contracts = {key: ruleset[key] for key in ("name", "contracts", "cards_dealt")}
    own = edited(game_data("contract-rummy"), contracts)
    assert (
        companion_score_of(record | {"ruleset": own})["rounds"]
        == (companion_score("two-contracts-taken-out")["rounds"])
    )
    # With the rule for the removed contract, Ann could not be down.
    kept = record | {"ruleset": ruleset | {LAST_CONTRACT: True}}
    ann = {"code": "final_round_only_one_down", "player": "Ann"}
    assert doubts_of(companion_score_of(kept)) == {5: [ann]}
