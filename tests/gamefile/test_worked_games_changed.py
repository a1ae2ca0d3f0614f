"""What the expected results of the worked games do not say, and what a change of a game says."""

import json
from typing import Any

import pytest

from companion.gamefile import RecordRefused, read_record, write_record
from companion.gamefile.reading import read_data
from companion.rules.decide import Command, decide
from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.reading.catalogue import catalogue
from tests.gamefile.games import load, packed, scored
from tests.gamefile.score_sheet import (
    companion_score,
    companion_score_of,
    next_contracts_of,
    with_options,
)

CONTRACTS = {
    "carioca": 8,
    "continental-rummy": 7,
    "contract-rummy": 7,
    "dummy-rummy": 12,
    "kalooki-jamaican": 9,
    "king-rummy": 4,
    "liverpool-rummy": 6,
    "progressive-rummy": 7,
    "shanghai-rummy": 10,
    "zioncheck": 7,
}


@pytest.mark.parametrize("name", CONTRACTS)
def test_everybody_goes_for_the_next_contract_until_there_is_none(name: str) -> None:
    found = companion_score(name)
    numbers = range(2, CONTRACTS[name] + 1)
    assert next_contracts_of(found) == [*({number} for number in numbers), {None}]
    assert found["over"]


def test_no_game_with_a_contract_for_each_round_is_left_out() -> None:
    by_round = {key for key, ruleset in catalogue().items() if ruleset.advancing == "round"}
    assert by_round == {*CONTRACTS}


@pytest.mark.parametrize("name", ["newcomer-and-returner", "newcomers-among-them", "tied-and-gone"])
def test_people_are_listed_as_they_sit_and_come_and_go_as_before(name: str) -> None:
    record = load(name)
    read = read_record(packed(record))
    again = write_record(read.ruleset_data, read.seats, read.state)
    assert again["players"] == record["players"]
    dealers = [line["dealer"] for line in companion_score(name)["rounds"]]
    assert again["rounds"] == [
        {"dealer": dealer, "hands": {}} | line
        for dealer, line in zip(dealers, record["rounds"], strict=True)
    ]


def test_nobody_has_a_next_contract_once_the_game_was_ended_early() -> None:
    record = load("tied-and-gone") | {"ended_early": "the last bus"}
    record["rounds"] = record["rounds"][:2]
    for player in record["players"]:
        player.pop("left_after_round", None)
    assert next_contracts_of(companion_score_of(record))[-1] == {None}


def test_phones_counting_without_marks_give_the_same_result() -> None:
    record = load("empty-hands-in-the-last-turn")
    read = read_record(packed(record))
    game = Game.begun(json.dumps(read.ruleset_data), read.seats)
    for line in record["rounds"]:
        for entry in tapped(line, read.seats.names):
            game = decide(game, Command((entry,), game.version))
    assert game.state.rounds == read.state.rounds
    assert game.state.outcome == read.state.outcome


def tapped(line: dict[str, Any], names: tuple[str, ...]) -> tuple[e.Entry, ...]:
    """The round as phones send it: the player who went out, and the leftovers."""
    hands = {names.index(name): e.Hand(**hand) for name, hand in line["hands"].items()}
    counted = [e.HandCounted(seat, hand, down=None) for seat, hand in hands.items()]
    return (e.WentOut(names.index(line["went_out"])), *counted, e.RoundScored())


@pytest.mark.parametrize(
    ("name", "said"),
    [("rummy-500", {"ending": "knock"}), ("just-points", {"went_out": "Bo"})],
    ids=["a knock without knocks", "out where points are typed"],
)
def test_an_end_of_a_round_that_the_game_does_not_have_is_refused(
    name: str, said: dict[str, str]
) -> None:
    record = load(name)
    record["rounds"][1] |= said
    with pytest.raises(RecordRefused) as refused:
        scored(record)
    assert (refused.value.code, refused.value.round) == ("not_in_this_game", 2)


def test_gin_without_an_ending_is_gin_and_without_bonuses_has_only_totals() -> None:
    record = load("gin-rummy")
    del record["rounds"][1]["ending"]
    assert companion_score_of(record) == companion_score("gin-rummy")
    without = with_options("gin-rummy", game_bonus=0, boxes=0, shutout="none")
    assert "settlement" not in companion_score_of(without)


def test_a_log_of_points_says_nothing_of_going_out() -> None:
    entries = read_data(load("just-points")).entries
    assert e.WentOut not in {type(entry) for entry in entries}
