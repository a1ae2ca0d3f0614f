"""Who was dealt in, where a correction or other house rules have changed who was out."""

import json
from typing import Any

import pytest

from companion.gamefile import RecordRefused, plain, read_record, write_history
from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.judging.refusals import Refused
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from tests.gamefile.games import load, packed
from tests.property.rewritten import exported, is_written_alike, steps_of

ASHA, BELA, CHAND = range(3)


def a_round(out: int, hands: dict[int, int]) -> list[e.Entry]:
    counts = [e.HandCounted(seat, e.Hand(points=n), down=False) for seat, n in hands.items()]
    return [e.WentOut(out), *counts, e.RoundScored()]


def corrected(number: int, out: int, hands: dict[int, int]) -> e.Entry:
    left = {seat: e.Hand(points=points) for seat, points in hands.items()}
    return e.RoundCorrected(number, e.RoundPlay(went_out=out, hands=left))


THREE = ("Asha", "Bela", "Chand")


def played(*entries: e.Entry, kind: str = "pool", names: tuple[str, ...] = THREE) -> Game:
    options = {"drops": "usual", "kind": kind}
    snapshot = json.dumps(game_data("indian-rummy") | {"options": options})
    game = Game.begun(snapshot, Seats(names))
    for entry in entries:
        game = game.after(entry)
    return game


MISSED = (
    *a_round(ASHA, {BELA: 60, CHAND: 80}),
    *a_round(BELA, {ASHA: 10, CHAND: 30}),
    *a_round(ASHA, {BELA: 15}),
    corrected(2, BELA, {ASHA: 10, CHAND: 20}),
)
PLAYED_ON = (
    *a_round(ASHA, {BELA: 40, CHAND: 80}),
    *a_round(BELA, {ASHA: 10, CHAND: 15}),
    *a_round(ASHA, {BELA: 10, CHAND: 4}),
    corrected(2, BELA, {ASHA: 10, CHAND: 25}),
)


@pytest.mark.parametrize(
    ("entries", "dealt_in"),
    [(MISSED, ["Asha", "Bela"]), (PLAYED_ON, ["Asha", "Bela", "Chand"])],
)
def test_a_late_correction_does_not_change_who_was_dealt_in(
    entries: tuple[e.Entry, ...], dealt_in: list[str]
) -> None:
    record = exported(played(*entries))
    assert [row.get("dealt_in") for row in json.loads(record)["rounds"]] == [None, None, dealt_in]
    assert plain(read_record(record)) == json.loads(record)


def test_at_a_full_table_a_newcomer_had_the_place_of_one_who_is_back_by_later_rules() -> None:
    others = dict.fromkeys((1, 2, 3, 4), 10)
    full = (*a_round(0, others | {5: 80}), *a_round(0, others | {5: 60}), e.PlayerJoined("Gita"))
    gita_out = a_round(0, dict.fromkeys((1, 2, 3, 4), 0) | {6: 80})
    names = ("Asha", "Bela", "Chand", "Devi", "Esha", "Farid")
    game = played(*full, *gita_out, names=names)
    assert 5 not in game.state.active  # above 101
    game = game.after(e.RulesChanged({**game.ruleset.options, "pool": 201}))
    assert game.state.open is not None
    assert game.state.open.deal.players == (0, 1, 2, 3, 4, 5)
    again = is_written_alike(game)
    assert is_written_alike(again, steps=steps_of(again)).state.totals == game.state.totals


def test_a_file_with_a_history_from_before_there_was_dealt_in_is_read() -> None:
    game = played(*MISSED)
    record: dict[str, Any] = json.loads(exported(game))
    record["history"] = write_history(game, "At first", steps_of(game))
    del record["rounds"][2]["dealt_in"]
    assert read_record(packed(record)).state == game.state


def test_only_a_player_who_was_out_comes_back_at_once() -> None:
    record = load("pool-back-at-once")
    record["rounds"][1]["hands"]["Chand"] = {"points": 20}
    with pytest.raises(RecordRefused, match="Players, Chand: the rounds under “away”"):
        read_record(packed(record))


def test_whoever_joined_later_was_not_dealt_in() -> None:
    record = load("pool-never-out-but-missed")
    record["players"].append({"name": "Devi", "joined_before_round": 4})
    record["rounds"][2]["dealt_in"] = ["Asha", "Devi"]
    with pytest.raises(RecordRefused, match="Devi"):
        read_record(packed(record))


OTHERS_TIED = (  # Asha and Bela decide their tie, but Asha and Chand were tied
    *a_round(ASHA, {BELA: 10, CHAND: 20}),
    *a_round(BELA, {ASHA: 10, CHAND: 20}),
    *a_round(ASHA, {BELA: 10}),
    corrected(2, CHAND, {ASHA: 20, BELA: 10}),
)


@pytest.mark.parametrize(
    ("entries", "rounds", "row"),
    [
        ((), 2, {}),
        (a_round(ASHA, {CHAND: 5}), 3, {}),
        ([e.PlayerLeft(ASHA)], 2, {"left_after_round": 2}),
        ([e.WentOut(None), e.RoundScored(), e.PlayerLeft(ASHA)], 3, {"left_after_round": 3}),
        (
            [e.SeatTakenOver(ASHA, "Esha", "Asha"), *a_round(ASHA, {CHAND: 5})],
            3,
            {"name": "Esha", "taken_over": [{"from": "Asha", "after_round": 2}]},
        ),
    ],
    ids=("open", "decided", "left", "left after another", "taken over"),
)
def test_the_tie_break_of_others_is_no_round_of_the_record(
    entries: list[e.Entry], rounds: int, row: dict[str, Any]
) -> None:
    game = played(*OTHERS_TIED, *entries, kind="deals")
    record: dict[str, Any] = json.loads(exported(game))
    assert (len(record["rounds"]), record["players"][ASHA]) == (rounds, {"name": "Asha"} | row)
    again = is_written_alike(game)
    assert again.state.totals == game.state.totals
    assert again.state.outcome.winners == game.state.outcome.winners
    assert is_written_alike(game, steps=steps_of(game)).entries == game.entries


def test_a_file_with_a_history_that_numbered_the_tie_break_of_others_is_read() -> None:
    game = played(*OTHERS_TIED, e.PlayerLeft(ASHA), kind="deals")
    record: dict[str, Any] = json.loads(exported(game))
    record["players"][ASHA]["left_after_round"] = 3
    record["history"] = write_history(game, "At first", steps_of(game))
    assert read_record(packed(record)).state == game.state


SIX = ("Asha", "Bela", "Chand", "Devi", "Esha", "Farid")


def test_a_newcomer_has_no_place_where_everybody_plays_the_round_after() -> None:
    """Farid is not dealt in to the open round only: with Gita seven would play the next one."""
    record: dict[str, Any] = json.loads(
        exported(played(*a_round(0, dict.fromkeys(range(1, 6), 10)), names=SIX))
    )
    record["open_round"] = {"dealt_in": [*SIX[:5]]}
    assert read_record(packed(record)).state.open.deal.players == (0, 1, 2, 3, 4)  # type: ignore[union-attr]
    record["players"].append({"name": "Gita", "joined_before_round": 2})
    record["open_round"]["dealt_in"].append("Gita")
    with pytest.raises(RecordRefused, match="7 would be dealt in to round 3"):
        read_record(packed(record))


def test_nobody_has_the_place_of_a_player_who_is_back_in_the_next_round() -> None:
    """Farid misses round 2, in which Gita plays: with both, seven play round 3."""
    hands = dict.fromkeys(range(1, 6), 10)
    record: dict[str, Any] = json.loads(exported(played(*a_round(0, hands) * 3, names=SIX)))
    record["players"].append({"name": "Gita", "joined_before_round": 2})
    record["rounds"][1]["dealt_in"] = [*SIX[:5], "Gita"]
    record["rounds"][1]["hands"]["Gita"] = record["rounds"][1]["hands"].pop("Farid")
    with pytest.raises(RecordRefused, match="7 would be dealt in to round 3"):
        read_record(packed(record))


def test_a_full_deal_takes_nobody_more_also_where_one_of_its_players_is_out() -> None:
    """The record deals Farid in, who is out by its rules: the table is full all the same."""
    hands = dict.fromkeys(range(1, 5), 10) | {5: 80}
    game = played(*a_round(0, hands), *a_round(0, hands), e.DealtIn(5, plays=True), names=SIX)
    assert game.state.open is not None
    assert game.state.open.deal.players == (0, 1, 2, 3, 4, 5)
    with pytest.raises(Refused) as refused:
        game.after(e.PlayerJoined("Gita"))
    assert refused.value.code == "table_full"


OUT_IN_THE_MIDST = (  # a correction puts Farid out when his hand of the open round is counted
    *a_round(0, dict.fromkeys(range(1, 5), 5) | {5: 60}),
    *a_round(0, dict.fromkeys(range(1, 5), 5) | {5: 10}),
    e.HandCounted(5, e.Hand(points=20), down=False),
    corrected(2, 0, dict.fromkeys(range(1, 5), 5) | {5: 50}),
)
AN_EARLIER_VERSION_SEATED_GITA = e.PlayerJoined("Gita", deal_stays=True)


@pytest.mark.parametrize("after", [(), a_round(0, dict.fromkeys((1, 2, 3, 4, 6), 5))])
def test_a_game_is_read_whose_newcomer_found_room_beside_a_player_who_was_out(
    after: tuple[e.Entry, ...],
) -> None:
    game = played(*OUT_IN_THE_MIDST, names=SIX).with_entries(AN_EARLIER_VERSION_SEATED_GITA)
    assert game.state.open is not None
    assert (len(game.state.open.deal.players), len(game.state.active)) == (7, 6)
    for entry in after:
        game = game.after(entry)
    again = is_written_alike(game)
    assert again.state.totals == game.state.totals
    assert is_written_alike(game, steps=steps_of(game)).entries == game.entries


def test_a_seat_may_be_taken_over_and_left_between_the_same_rounds() -> None:
    first, taken = a_round(ASHA, {BELA: 5, CHAND: 5}), e.SeatTakenOver(BELA, "Zoe", "Bela")
    game = played(*first, taken, e.PlayerLeft(BELA), *a_round(ASHA, {CHAND: 5}))
    again = is_written_alike(game)
    assert is_written_alike(again, steps=steps_of(again)).state.names == ("Asha", "Zoe", "Chand")


def test_a_seat_may_be_taken_over_that_a_correction_puts_out_of_a_finished_game() -> None:
    two = ("Asha", "Bela")
    taken = e.SeatTakenOver(BELA, "Zoe", "Bela")
    ends = corrected(1, ASHA, {BELA: 80})
    game = played(*a_round(ASHA, {BELA: 30}), *a_round(ASHA, {BELA: 30}), taken, ends, names=two)
    assert game.state.outcome.over
    again = is_written_alike(game)
    assert is_written_alike(again, steps=steps_of(again)).state.names == ("Asha", "Zoe")


def test_a_seat_that_is_not_dealt_in_has_no_name_of_another() -> None:
    first, taken = a_round(ASHA, {BELA: 5, CHAND: 5}), e.SeatTakenOver(BELA, "Zoe", "Bela")
    game = played(*first, taken, e.PlayerLeft(BELA))
    record = json.loads(exported(is_written_alike(game), steps=steps_of(is_written_alike(game))))
    steps = record["history"]["entries"]
    next(row for row in steps if row["kind"] == "seat_taken_over")["name"] = "Chand"
    with pytest.raises(RecordRefused):
        read_record(packed(record))
