"""The history in a record: each entry is checked as when it was written; the state is derived."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.gamefile import RecordRefused, exports, read_record, write_history, write_record
from companion.gamefile.exports import FORMAT, read_file
from companion.records.log.stored_game import LogLine, Tap
from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from tests.gamefile.games import packed

DATA = apply_house_rules(game_data("twelve-step-rummy"), {})
AT = datetime(2026, 11, 20, 19, 30)  # noqa: DTZ001 - naive, as in the tables
LOG = (
    e.LaidDown(1),
    e.EntryUndone(1),
    e.WentOut(0),
    e.HandCounted(1, e.Hand({"K": 13}), down=False),
)


def record(*log: e.Entry, data: dict[str, Any] = DATA) -> dict[str, Any]:
    game = Game.begun(packed(dict(data)).decode(), Seats(("Ann", "Ben")), log)
    lines = [LogLine(n, entry, Tap("", None, AT)) for n, entry in enumerate(log, 1)]
    told = write_record(data, game.seats, game.state, first_options=game.first_options)
    return told | {"history": write_history(game, "", lines)}


def test_each_entry_of_a_long_history_has_its_kind_and_time() -> None:
    undone = (each for n in range(150) for each in (e.LaidDown(1), e.EntryUndone(2 * n + 1)))
    told = record(*undone)
    assert len(read_record(packed(told)).entries) == 300
    del told["history"]["entries"][-1]["at"]
    with pytest.raises(RecordRefused, match="“at” is missing"):
        read_record(packed(told))


def test_undone_entries_are_included() -> None:
    read = read_record(packed(record(*LOG)))
    assert read.entries == LOG
    assert read.times == (AT.replace(tzinfo=UTC),) * 4


def test_melds_of_the_round_that_is_played_are_in_the_history() -> None:
    log = (e.Melded(1, {"K": 3}), e.Melded(0, {"3": 1}), e.Melded(1, {"A": 1}), e.EntryUndone(2))
    read = read_record(packed(record(*log, data=apply_house_rules(game_data("rummy-500"), {}))))
    assert read.entries == log


def _unknown_kind(told: dict[str, Any]) -> None:
    told["history"]["entries"][1]["kind"] = "shuffled"


def _odd_field(told: dict[str, Any]) -> None:
    told["history"]["entries"][0]["seat"] = "Ben"


def _nobody_there(told: dict[str, Any]) -> None:
    told["history"]["entries"][3]["seat"] = 7


def _undone_twice(told: dict[str, Any]) -> None:
    told["history"]["entries"][2] = told["history"]["entries"][1]


def _another_dealer(told: dict[str, Any]) -> None:
    told["history"]["first_dealer"] = "Zoe"


def _another_hand(told: dict[str, Any]) -> None:
    told["open_round"]["hands"]["Ben"] = {"points": 5}


def _a_leaver(told: dict[str, Any]) -> None:
    told["players"][1]["left_after_round"] = 1


def _not_dealt_in(told: dict[str, Any]) -> None:
    told["open_round"]["dealt_in"] = ["Ann"]


def _two_of_a_name(told: dict[str, Any]) -> None:
    told["history"]["players"] = ["Ann", "ann"]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_unknown_kind, "History, entry 2: no kind “shuffled”. Take “history” out"),
        (_odd_field, "History, entry 1: seat: "),
        (_nobody_there, "History, entry 4: unknown_player. "),
        (_undone_twice, "History, entry 3: not_to_be_undone. "),
        (_another_dealer, "History: the first dealer does not sit there. "),
        (_another_hand, "History: the rest of the record tells another game. "),
        (_a_leaver, "History: the rest of the record tells another game. "),
        (_not_dealt_in, "History: the rest of the record tells another game. "),
        (_two_of_a_name, "History: name_taken. "),
    ],
)
def test_a_history_that_cannot_have_been_is_refused_and_says_where(
    spoil: Callable[[dict[str, Any]], None], message: str
) -> None:
    told = record(*LOG)
    spoil(told)
    with pytest.raises(RecordRefused) as refused:
        read_record(packed(told))
    assert refused.value.code == "bad_history"
    assert refused.value.message.startswith(message)


def test_a_correction_of_an_earlier_version_lacks_the_winner_among_those_who_are_down() -> None:
    play = e.RoundPlay(frozenset({0}), 0, {1: e.Hand(points=20)})
    data = apply_house_rules(game_data("classic-rummy"), {})
    first = (e.WentOut(0), e.HandCounted(1, e.Hand(points=12), None), e.RoundScored())
    told = record(*first, e.RoundCorrected(1, play), data=data)
    for line in (told["rounds"][0], told["history"]["entries"][3]["play"]):
        assert line.pop("laid_down")
        line["laid_down"] = []
    assert read_record(packed(told)).state.totals == (0, 20)


@pytest.mark.parametrize("unseen", ["\n", "\u202e", "\u2028"])
def test_a_text_that_no_page_would_take_is_refused(unseen: str) -> None:
    told = record(*LOG, e.Titled("At sea"))
    told["history"]["entries"][4]["title"] = f"At{unseen}sea"
    with pytest.raises(RecordRefused, match=r"^History, entries 5, title: a text here has"):
        read_record(packed(told))


@pytest.mark.parametrize("tapped_at", ["at noon", "2026-11-20T19:30:00", 7, None])
def test_a_tap_at_no_time_is_refused(tapped_at: Any) -> None:
    told = record(*LOG)
    told["history"]["entries"][0]["tapped_at"] = tapped_at
    with pytest.raises(RecordRefused, match="tapped_at"):
        read_record(packed(told))


def test_an_entry_of_a_year_that_no_clock_tells_is_refused() -> None:
    told = record(*LOG)
    told["history"]["entries"][1]["at"] = "0001-01-01T00:00:00Z"
    with pytest.raises(RecordRefused, match="between 1970 and 2100"):
        read_record(packed(told))


def test_a_log_that_goes_back_all_the_time_is_no_work_for_hours() -> None:
    told = record()
    entries = [*record(e.LaidDown(1))["history"]["entries"]]
    undone = {"at": entries[0]["at"], "kind": "entry_undone"}
    for n in range(400):
        entries += [entries[0], undone | {"sequence": 2 * n + 1}] * 2
    told["history"]["entries"] = entries
    with pytest.raises(RecordRefused, match="more was taken back and corrected"):
        read_record(packed(told))


def test_the_work_of_all_games_of_a_file_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert exports._MOST_WORK == 1_000_000
    monkeypatch.setattr(exports, "_MOST_WORK", 100_000)
    told = record(*(LOG[n % 2] if n % 2 == 0 else e.EntryUndone(n) for n in range(300)))
    assert len(read_file(packed({"format": FORMAT, "games": [told]}))) == 1
    with pytest.raises(RecordRefused, match="Import fewer games at a time"):
        read_file(packed({"format": FORMAT, "games": [told] * 3}))


def test_a_round_with_a_doubt_that_nobody_answered_never_was() -> None:
    told = record(*LOG, e.RoundScored())
    told["history"]["entries"][3]["hand"] = {"cards": {"K": 2}}
    with pytest.raises(RecordRefused, match="History, entry 5"):
        read_record(packed(told))


def test_unknown_house_rules_of_the_first_deal_are_refused_also_if_later_ones_are_known() -> None:
    told = record(*LOG, e.RulesChanged({"ten_value": 5}))
    told["history"]["options"] = {"ten_value": 7}
    with pytest.raises(RecordRefused, match="History"):
        read_record(packed(told))
