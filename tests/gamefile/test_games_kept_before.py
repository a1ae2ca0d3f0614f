"""Games of earlier versions: without buys in 12-Step Rummy, without hand checks in Five Crowns."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.gamefile import read_record, write_record
from tests.gamefile.games import one_round, packed, short_game
from tests.gamefile.score_sheet import companion_score_of, doubts_of, line_of

KEPT = Path(__file__).parent / "kept"


def kept_game(name: str, *rounds: dict[str, Any]) -> dict[str, Any]:
    """A record with the rules of that version."""
    rules = json.loads((KEPT / f"{name}.json").read_text("utf-8"))
    record = short_game(ruleset=rules, rounds=list(rounds))
    del record["game"]
    return record


FIFTEEN = one_round(hands={"Ben": {"cards": {"K": 5, "7": 8, "6": 2}}})  # 5x10 + 10x5


def test_nobody_buys_in_a_game_that_was_kept_without_buying() -> None:
    record = kept_game("twelve-step-rummy", FIFTEEN, one_round(buys={"Ben": 1}))
    found = companion_score_of(record)
    assert [line_of(line) for line in found["rounds"]] == [
        ("Ann", (0, 100), (0, 100), (2, 1)),
        ("Ben", (0, 90), (0, 190), (3, 1)),
    ]
    assert [doubt["code"] for doubt in doubts_of(found)[1]] == ["wrong_hand_size_without_contract"]
    assert [doubt["code"] for doubt in doubts_of(found)[2]] == ["buys_not_allowed"]


def test_its_choices_and_limits_stay_as_they_were() -> None:
    ruleset = read_record(packed(kept_game("twelve-step-rummy", FIFTEEN))).ruleset
    assert (ruleset.options["buys"], ruleset.options["buy_limit"]) == (False, 3)
    assert (ruleset.buys.allowed, ruleset.buys.limits) == (False, (3,))
    assert ruleset.end.tie_points == "with_deciding_round"
    assert "tie_points" not in ruleset.options


def test_five_crowns_kept_before_is_asked_nothing_new() -> None:
    twenty = {"went_out": "Ann", "hands": {"Ben": {"cards": {"7": 10, "8": 10}}}}
    found = companion_score_of(kept_game("five-crowns", twenty))
    assert (found["rounds"][0]["points"]["Ben"], doubts_of(found)) == (150, {})


@pytest.mark.parametrize("name", ["twelve-step-rummy", "five-crowns"])
def test_written_again_it_holds_the_same_rules(name: str) -> None:
    hand = {"cards": {"K": 1, "7": 1}}
    line = one_round(hands={"Ben": hand}) | ({"laid_down": []} if name == "five-crowns" else {})
    record = read_record(packed(kept_game(name, line)))
    written = write_record(
        record.ruleset_data, record.seats, record.state, record.title, record.started_at
    )
    again = read_record(packed(json.loads(json.dumps(written))))
    assert (again.ruleset, again.state.totals) == (record.ruleset, record.state.totals)
