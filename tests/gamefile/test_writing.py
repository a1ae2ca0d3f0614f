"""Writing a game to its record."""

from datetime import UTC, datetime, timedelta, timezone
from json import dumps
from typing import Any

import pytest

from companion.gamefile import RecordRefused, read_record, score, write_record
from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from tests.gamefile.games import load, packed, rewritten, scored, short_game

DATA = apply_house_rules(game_data("twelve-step-rummy"), {})
SEATS = Seats(("Ann", "Ben"), first_dealer=1)
ROUND = (e.WentOut(0), e.HandCounted(1, e.Hand({"K": 5, "7": 8}), down=False), e.RoundScored())


def written(*entries: Any, data: dict[str, Any] = DATA) -> dict[str, Any]:
    return write_record(data, SEATS, replay(read_ruleset(data), SEATS, entries))


def test_a_written_game_gives_the_same_record() -> None:
    record = load("comers-goers-and-buys")
    again = rewritten(record)
    for key in ("format", "game", "title", "started_at", "first_dealer", "players"):
        assert again[key] == record[key]
    # A void round; a typed total and no buys; three buys and an adjustment.
    for number in (2, 3, 5):
        dealer = {"dealer": again["rounds"][number]["dealer"]}
        assert again["rounds"][number] == dealer | record["rounds"][number]


def test_every_house_rule_is_written_so_that_a_new_default_changes_nothing() -> None:
    options = rewritten(load("sole-finisher-far-behind"))["options"]
    assert options == dict(DATA["options"]) | {"ten_value": 5}


def test_a_game_that_the_catalogue_has_changed_carries_its_own_rules() -> None:
    data = DATA | {"values": DATA["values"] | {"A": 15}}
    record = written(*ROUND, data=data)
    assert "game" not in record
    assert record["ruleset"] == data
    assert read_record(packed(record)).ruleset.values["A"] == 15


def test_a_game_of_ones_own_comes_back_with_its_house_rules() -> None:
    data = apply_house_rules(game_data("twelve-step-rummy"), {"two_value": 20}) | {"key": "ours"}
    again = read_record(packed(written(data=data)))
    assert again.ruleset_data == data
    assert again.ruleset.values["2"] == 20


def test_a_correction_is_written_as_the_round_it_really_was() -> None:
    play = e.RoundPlay(frozenset({1}), 1, {0: e.Hand(points=90)})
    record = written(*ROUND, e.RoundCorrected(1, play))
    assert record["rounds"] == [
        {
            "dealer": "Ben",
            "laid_down": ["Ben"],
            "went_out": "Ben",
            "hands": {"Ann": {"points": 90}},
        }
    ]


def test_people_who_came_and_went_before_the_next_deal_are_written() -> None:
    cys = e.HandCounted(2, e.Hand(points=90), down=False)
    record = written(e.PlayerJoined("Cy"), *ROUND[:2], cys,
                     e.RoundScored(), e.PlayerJoined("Dee"), e.PlayerLeft(0))  # fmt: skip
    assert record["players"] == [
        {"name": "Ann", "left_after_round": 1},
        {"name": "Ben"},
        {"name": "Cy"},
        {"name": "Dee", "joined_before_round": 2},
    ]


def test_the_open_round_continues_as_it_was() -> None:
    said = (e.LaidDown(1), e.WentOut(0), e.HandCounted(1, e.Hand({"K": 1}), down=True, buys=1))
    record = written(*ROUND, e.DealerChanged(1), *said)
    assert record["open_round"] == {
        "dealer": "Ben",
        "laid_down": ["Ann", "Ben"],
        "went_out": "Ann",
        "hands": {"Ben": {"cards": {"K": 1}}},
        "buys": {"Ben": 1},
    }
    assert rewritten(record) == record
    assert "went_out" not in written(*ROUND, e.LaidDown(1))["open_round"]


def test_an_open_round_of_lives_has_no_hands_so_that_a_player_can_still_fold() -> None:
    cacheta = apply_house_rules(game_data("cacheta"), {"losing": "folding"})
    record = written(e.WentOut(0), data=cacheta)
    assert record["open_round"]["went_out"] == "Ann"
    assert record["open_round"]["hands"] == {}
    assert rewritten(record) == record


def test_a_dealer_out_of_turn_deals_out_of_turn_again() -> None:
    record = written(*ROUND, e.DealerChanged(1), *ROUND, *ROUND)
    assert [line["dealer"] for line in record["rounds"]] == ["Ben", "Ben", "Ann"]
    assert rewritten(record) == record


def test_earlier_house_rules_are_in_the_record() -> None:
    first, now = dict(DATA["options"]), {**DATA["options"], "ten_value": 5}
    entries = (*ROUND, e.RulesChanged(now))
    state = replay(read_ruleset(apply_house_rules(DATA, now)), SEATS, entries)
    record = write_record(DATA | {"options": now}, SEATS, state, first_options=first)
    assert record["options"] == now
    assert record["rules_before"] == [{"before_round": 2, "options": first}]
    read = read_record(packed(record))
    assert read.ruleset_data["options"] == first
    assert read.entries[-1] == e.RulesChanged(now)
    assert read.ruleset.values["10"] == 5


def test_a_dealer_changed_before_the_first_deal_is_the_first_dealer() -> None:
    assert written()["first_dealer"] == "Ben"
    assert written(e.DealerChanged(0))["first_dealer"] == "Ann"
    assert written(e.DealerChanged(0), *ROUND)["first_dealer"] == "Ann"


def test_rounds_after_a_corrected_end_are_left_out() -> None:
    # Two contracts make the game. Ann goes out in each of three rounds, at first without a
    # contract in round 1; after the correction of round 1 she has finished in round 2.
    short = DATA | {"contracts": ["S3 S3", "S3 R4"]}
    ben_out = (e.WentOut(1), e.HandCounted(0, e.Hand(points=90), down=False), e.RoundScored())
    ann_out = e.RoundPlay(frozenset({0}), 0, {1: e.Hand({"K": 5, "7": 8})})
    before = written(*ben_out, *ROUND, *ROUND, data=short)
    assert len(before["rounds"]) == 3
    after = written(*ben_out, *ROUND, *ROUND, e.RoundCorrected(1, ann_out), data=short)
    assert len(after["rounds"]) == 2
    assert scored(after)["winners"] == ["Ann"]


def test_times_are_written_in_utc() -> None:
    state = replay(read_ruleset(DATA), SEATS, ())
    at_the_lake = datetime(2026, 11, 20, 20, 30, tzinfo=timezone(timedelta(hours=1)))
    record = write_record(DATA, SEATS, state, started_at=at_the_lake)
    assert record["started_at"] == "2026-11-20T19:30:00Z"
    assert read_record(packed(record)).started_at == datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
    naive = write_record(DATA, SEATS, state, started_at=at_the_lake.replace(tzinfo=None))
    assert naive["started_at"] == "2026-11-20T20:30:00Z"


def test_a_game_that_has_only_begun_can_be_kept_too() -> None:
    record = written()
    assert record["rounds"] == []
    assert scored(record)["standings"] == [
        {"place": 1, "player": "Ann", "contracts": 0, "total": 0},
        {"place": 1, "player": "Ben", "contracts": 0, "total": 0},
    ]


def test_the_score_needs_no_record() -> None:
    read = read_record(packed(short_game()))
    assert score(read.ruleset, read.state) == scored(short_game())


def test_a_rule_about_melds_that_the_table_plays_otherwise_is_an_option_of_the_record() -> None:
    options = DATA["options"] | {"melding_wilds_touch_in_run": True}
    record = written(*ROUND, data=apply_house_rules(DATA, options))
    assert record["options"]["melding_wilds_touch_in_run"] is True
    assert "ruleset" not in record
    again = read_record(packed(record)).ruleset.melding
    assert (again.wilds_touch_in_run, again.usual) == (True, {"wilds_touch_in_run": False})


def test_a_round_has_only_facts_that_rules_of_the_record_read() -> None:
    """Rules changed before the first round is over are not in the record."""
    cases: tuple[tuple[str, str, str, str, tuple[Any, ...], dict[str, Any]], ...] = (
        ("cacheta", "losing", "ten_cards", "folding", (e.WentOut(0, went_rummy=True),), {}),
        ("cacheta", "losing", "folding", "ten_cards", (e.Dropped(1, "middle"), e.WentOut(0)),
         {"hands": {}}),
        ("ramino", "form", "hidden", "laid_down", (e.WentOut(0, ending="big_gin"),), {}),
        ("ramino", "form", "laid_down", "hidden", (e.WentOut(0),), {"ending": "gin"}),
    )  # fmt: skip
    for key, rule, first, now, facts, more in cases:
        at_first = apply_house_rules(game_data(key), {rule: first})
        seats = Seats(("Ann", "Ben", "Cy") if "hands" in more else ("Ann", "Ben"), 0)
        counted = e.HandCounted(len(seats.names) - 1, e.Hand(points=1), down=True)
        options = {**at_first["options"], rule: now}
        game = Game.begun(dumps(at_first), seats, (*facts, counted, e.RulesChanged(options)))
        data = {**game.snapshot_data, "options": options}
        record = write_record(data, seats, game.state, first_options=game.first_options)
        line = record["open_round"]
        assert {"went_rummy", "drops", "ending"} & line.keys() == {"ending"} & more.keys()
        assert more.items() <= line.items()
        assert rewritten(record) == record


def test_a_name_may_come_back_in_another_seat() -> None:
    zoe, back = e.SeatTakenOver(0, "Zoe", "Ann"), e.PlayerJoined("Ann")
    last = (e.WentOut(0), *(e.HandCounted(s, e.Hand(points=70), down=False) for s in (1, 2)))
    record = written(*ROUND, zoe, *ROUND, back, *last, e.RoundScored())
    assert rewritten(record) == record


def test_a_former_player_may_sit_down_again_at_once() -> None:
    again = (e.SeatTakenOver(0, "Zoe", "Ann"), e.PlayerJoined("Ann"))
    last = (e.WentOut(0), *(e.HandCounted(s, e.Hand(points=70), down=False) for s in (1, 2)))
    record = written(*ROUND, *again, *last, e.RoundScored())
    assert rewritten(record) == record


def test_a_player_may_be_renamed_to_a_former_one() -> None:
    first, second = e.SeatTakenOver(1, "Cyn", "Ben"), e.SeatTakenOver(0, "Dora", "Ann")
    log = (*ROUND, first, *ROUND, second, *ROUND, e.PlayerRenamed(1, "Ann"), *ROUND)
    assert rewritten(written(*log)) == written(*log)


def test_seats_that_change_hands_together_do_so_as_names_become_free() -> None:
    moves = (e.SeatTakenOver(0, "Zoe", "Ann"), e.SeatTakenOver(1, "Ann", "Ben"))
    read = read_record(packed(written(*ROUND, *moves, *ROUND)))
    assert tuple(one for one in read.entries if isinstance(one, e.SeatTakenOver)) == moves


def test_house_rules_before_a_round_that_was_never_played_are_refused() -> None:
    late = {"before_round": 50, "options": {"ten_value": 5}}
    with pytest.raises(RecordRefused, match="rules_before"):
        read_record(packed(written(*ROUND) | {"rules_before": [late]}))
