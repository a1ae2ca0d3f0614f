"""Reading a record: the resulting log and seats."""

import json
from datetime import UTC, datetime
from typing import Any

from jsonschema import Draft202012Validator

from companion.gamefile import read_record
from companion.gamefile.schema import SCHEMA
from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from tests.gamefile.games import load, one_round, packed, scored, short_game


def test_a_round_is_read_as_log_entries() -> None:
    line = one_round(
        buys={"Ann": 1, "Ben": 0},
        adjustments={"Ann": {"points": -50, "reason": "exact cut"}},
    )
    record = read_record(packed(short_game(options={"buys": True}, rounds=[line])))
    assert record.entries == (
        e.LaidDown(0),
        e.WentOut(0),
        e.HandCounted(0, e.Hand(), down=True, buys=1),
        e.HandCounted(1, e.Hand({"K": 5, "7": 8}), down=False, buys=0),
        e.Adjusted(0, e.Adjustment(-50, "exact cut")),
        e.RoundScored(frozenset()),
    )


def test_every_doubt_of_a_record_counts_as_overridden() -> None:
    line = one_round(hands={"Ben": {"cards": {"K": 1}}})
    *_, last = read_record(packed(short_game(rounds=[line]))).entries
    assert last == e.RoundScored(frozenset({("wrong_hand_size_without_contract", 1)}))


def test_the_state_is_what_the_entries_replay_to() -> None:
    record = read_record(packed(load("comers-goers-and-buys")))
    assert replay(record.ruleset, record.seats, record.entries) == record.state


def test_comers_sit_down_and_goers_leave_between_rounds() -> None:
    record = read_record(packed(load("comers-goers-and-buys")))
    scored_before: list[Any] = []
    changes = {}
    for entry in record.entries:
        if isinstance(entry, e.RoundScored):
            scored_before.append(entry)
        if isinstance(entry, e.PlayerJoined | e.PlayerLeft):
            changes[entry] = len(scored_before)
    assert changes == {e.PlayerJoined("Nia"): 4, e.PlayerLeft(2): 8}


def test_a_comer_listed_between_others_keeps_name_and_score() -> None:
    cy = {"name": "Cy", "joined_before_round": 2}
    record = short_game(
        players=[{"name": "Ann"}, cy, {"name": "Ben"}],
        rounds=[
            one_round(),
            one_round(hands={"Ben": {"points": 90}, "Cy": {"points": 100}}),
        ],
    )
    assert read_record(packed(record)).seats.names == ("Ann", "Ben")
    first, second = scored(record)["rounds"]
    assert first["totals"] == {"Ann": 0, "Ben": 90}
    # Cy starts with the highest total, 90, plus 100.
    assert second["points"] == {"Ann": 0, "Ben": 90, "Cy": 100}
    assert second["totals"] == {"Ann": 0, "Ben": 180, "Cy": 190}


def test_joining_before_round_one_is_being_there_from_the_start() -> None:
    players = [{"name": "Ann", "joined_before_round": 1}, {"name": "Ben"}]
    record = read_record(packed(short_game(players=players, first_dealer="Ann")))
    assert record.seats.names == ("Ann", "Ben")


def test_the_first_player_deals_unless_the_record_says_otherwise() -> None:
    assert scored(short_game())["rounds"][0]["dealer"] == "Ann"
    assert scored(short_game(first_dealer="Ben"))["rounds"][0]["dealer"] == "Ben"


def test_getting_up_after_the_last_round_is_not_leaving_the_game() -> None:
    record = load("points-decide")
    told = scored(record)
    record["players"][1]["left_after_round"] = 14
    assert scored(record) == told


def test_a_player_outside_the_play_off_may_leave() -> None:
    record = load("tie-and-play-off")
    told = scored(record)
    record["players"][2]["left_after_round"] = 12
    assert scored(record) == told
    record["rounds"] = record["rounds"][:12]
    assert scored(record)["reason"] == {"code": "playoff_needed"}


def test_a_full_table_may_change_one_for_another_between_two_rounds() -> None:
    names = [f"P{n}" for n in range(9)]
    hands = {name: {"points": 90} for name in names[1:]}
    record = short_game(
        players=[
            *({"name": name} for name in names[:8]),
            {"name": "P8", "left_after_round": 1},
            {"name": "Q", "joined_before_round": 2},
        ],
        rounds=[{"laid_down": ["P0"], "went_out": "P0", "hands": hands}],
    )
    assert len(read_record(packed(record)).state.active) == 9


def test_title_and_time_are_kept() -> None:
    record = read_record(packed(load("friday-at-the-lake")))
    assert record.title == "Friday at the lake"
    assert record.started_at == datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


def test_house_rules_are_applied_and_kept_with_the_game() -> None:
    record = read_record(packed(short_game(options={"ten_value": 5})))
    assert record.ruleset.values["10"] == 5
    assert record.ruleset_data["options"]["ten_value"] == 5
    assert record.ruleset_data["options"]["two_value"] == 50


def own_game(data: dict[str, Any], **changes: Any) -> dict[str, Any]:
    record = short_game(**changes)
    del record["game"]
    return record | {"ruleset": data}


def test_a_ruleset_of_ones_own_scores_by_its_own_values() -> None:
    data = game_data("twelve-step-rummy") | {"key": "ours", "name": "Ours"}
    data["values"] = data["values"] | {"K": 25}
    # 5 kings at 25 and 8 sevens at 5
    assert scored(own_game(data))["rounds"][0]["points"]["Ben"] == 165


def test_its_house_rules_can_be_switched_and_those_applied_stay() -> None:
    data = apply_house_rules(game_data("twelve-step-rummy"), {"two_value": 20})
    record = read_record(packed(own_game(data, options={"ten_value": 5})))
    assert (record.ruleset.values["2"], record.ruleset.values["10"]) == (20, 5)
    assert read_record(packed(own_game(data))).ruleset.values["2"] == 20


def test_names_of_any_script_come_through() -> None:
    names = ["Åsa 🃏", "يوسف"]
    record = short_game(
        players=[{"name": name} for name in names],
        rounds=[
            {"laid_down": [names[0]], "went_out": names[0], "hands": {names[1]: {"points": 90}}}
        ],
    )
    assert scored(record)["rounds"][0]["points"] == {names[0]: 0, names[1]: 90}


def nodes_of(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [node for part in schema for node in nodes_of(part)]
    if not isinstance(schema, dict):
        return []
    return [schema, *(node for part in schema.values() for node in nodes_of(part))]


def test_the_schema_is_valid_and_every_key_is_described() -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    described = [key for node in nodes_of(schema) for key in node.get("properties", {}).items()]
    bare = [name for name, node in described if not {"description", "$ref"} & set(node)]
    assert bare == []


def test_the_schema_lets_no_unknown_key_pass_but_in_a_ruleset() -> None:
    # The ruleset reader checks unknown keys there, and each kind of entry those of a history.
    schema = json.loads(SCHEMA.read_text("utf-8"))
    schema["properties"].pop("ruleset")
    schema["properties"]["history"]["properties"].pop("entries")
    nodes = [node for node in nodes_of(schema) if node.get("type") == "object"]
    assert [node for node in nodes if "additionalProperties" not in node] == []
