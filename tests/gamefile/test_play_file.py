"""Play files for BG Stats: their content, and that every reference resolves."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion.gamefile import Record, plain, read_data, read_record
from companion.gamefile.exports import FinishedGame, to_play_file
from companion.gamefile.score_table import read_table, record_of
from companion.rules.fold.entries import EntryUndone
from companion.rules.reading.catalogue import catalogue
from companion.settings.locale import Zone

GAMES = Path(__file__).parent.parent / "games"
BEGAN = datetime(2026, 11, 22, 22, 30, tzinfo=UTC)
SYDNEY = ZoneInfo("Australia/Sydney")


def a_game(name: str, **other: Any) -> FinishedGame:
    """A worked game of tests/games, played on this date."""
    data = json.loads((GAMES / f"{name}.json").read_text())
    data.pop("expected")
    record = read_record(json.dumps(data).encode())
    ended = BEGAN + timedelta(minutes=130)
    return replace(finished(record, BEGAN, ended), **{"minutes": 130, **other})


def finished(record: Record, began: datetime, ended: datetime) -> FinishedGame:
    """The game of this record."""
    ruleset, state, entries = record.ruleset, record.state, record.entries
    return FinishedGame(ruleset, state, record.seats.names, entries, "", began, ended)


def of_points(text: str) -> FinishedGame:
    """The game of a spreadsheet, which began at noon; a file without its history gives the same."""
    noon = BEGAN.replace(hour=12, minute=0)
    rules = catalogue()["just-points"]
    record = record_of(read_table(text), rules, {}, is_over=True, started_at=noon)
    assert read_data(plain(record)).entries == record.entries
    return finished(record, noon, noon)


def told(*games: FinishedGame, zone: Zone = UTC) -> dict[str, Any]:
    """The parsed file."""
    return json.loads(to_play_file(games, zone))


def scores(data: dict[str, Any], play: int = 0) -> list[tuple[str, str, bool, int]]:
    """The name, score, win and place of each player of a play."""
    names = {player["id"]: player["name"] for player in data["players"]}
    return [
        (names[one["playerRefId"]], one["score"], one["winner"], one["rank"])
        for one in data["plays"][play]["playerScores"]
    ]


def test_a_game_is_a_play_with_its_players_scores_places_and_winner() -> None:
    data = told(a_game("carioca"))
    assert scores(data) == [
        ("Ugo", "370", False, 2),
        ("Vera", "275", True, 1),
        ("Wim", "390", False, 3),
    ]
    (play,), (kind,) = data["plays"], data["games"]
    assert (kind["name"], kind["highestWins"], play["rounds"]) == ("Carioca", False, 8)
    assert (play["durationMin"], play["manualWinner"]) == (130, False)
    first = [one["startPlayer"] for one in play["playerScores"]]
    assert first == [False, False, True]  # Ugo dealt, and Carioca is played anticlockwise


def test_most_points_win_where_the_game_says_so() -> None:
    (kind,) = told(a_game("rummy-500"))["games"]
    assert kind["highestWins"]


def test_a_game_that_points_did_not_decide_says_that_its_winner_was_named() -> None:
    data = told(a_game("phase-10"))
    winners = [name for name, _, won, _ in scores(data) if won]
    fewest = min(scores(data), key=lambda one: int(one[1]))[0]
    assert winners != [fewest]
    assert data["plays"][0]["manualWinner"]


@pytest.mark.parametrize(
    ("zone", "began", "changed"),
    [
        ("Australia/Sydney", "2026-11-23 09:30:00", "2026-11-23 11:40:00"),
        ("America/Los_Angeles", "2026-11-22 14:30:00", "2026-11-22 16:40:00"),
        ("Asia/Kathmandu", "2026-11-23 04:15:00", "2026-11-23 06:25:00"),
    ],
)
def test_times_are_those_of_the_zone(zone: str, began: str, changed: str) -> None:
    here = ZoneInfo(zone)
    for moment in (BEGAN, BEGAN.replace(tzinfo=None)):  # of a record, and of a book
        (play,) = told(a_game("carioca", started_at=moment), zone=here)["plays"]
        assert play["playDate"] == play["entryDate"] == began
        assert play["modificationDate"] == changed


def test_the_ids_of_a_game_are_the_same_in_every_zone() -> None:
    ids = {told(a_game("carioca"), zone=zone)["plays"][0]["uuid"] for zone in (UTC, SYDNEY)}
    assert len(ids) == 1


def test_an_unknown_duration_is_none() -> None:
    assert told(a_game("carioca", minutes=None))["plays"][0]["durationMin"] == 0


def test_title_and_note_are_the_comment() -> None:
    game = a_game("carioca", title="At the lake")
    game = replace(game, state=replace(game.state, note="Wim’s first game"))
    assert told(game)["plays"][0]["comments"] == "At the lake\nWim’s first game"


def test_an_evening_lists_each_person_and_game_once_and_the_earliest_play_first() -> None:
    games = [a_game("carioca", started_at=BEGAN + timedelta(hours=n)) for n in range(3)]
    friends = ("Ugo", "VERA", "Anton"), ("Wim", "Vera", "Ugo")
    for number, names in enumerate(friends):
        games[number] = replace(games[number], state=replace(games[number].state, names=names))
    data = told(games[2], a_game("rummy-500", started_at=BEGAN - timedelta(hours=1)), *games[:2])
    assert [play["gameRefId"] for play in data["plays"]] == [1, 2, 2, 2]
    assert [game["name"] for game in data["games"]] == ["Rummy 500", "Carioca"]
    names = [player["name"] for player in data["players"]]
    # The most frequent players come first, under their latest names.
    assert names[:4] == ["Ugo", "Vera", "Wim", "Anton"]
    assert [score[0] for score in scores(data, 1)] == ["Ugo", "Vera", "Anton"]


def test_every_reference_leads_to_something() -> None:
    data = told(a_game("carioca"), a_game("rummy-500"), a_game("phase-10"))
    players = {player["id"] for player in data["players"]}
    games = {game["id"] for game in data["games"]}
    assert data["userInfo"]["meRefId"] in players
    assert {play["gameRefId"] for play in data["plays"]} == games
    played = {one["playerRefId"] for play in data["plays"] for one in play["playerScores"]}
    assert played == players


def test_the_ids_of_a_game_stay_when_it_is_renamed_or_corrected_and_differ_between_games() -> None:
    game = a_game("carioca")
    renamed = replace(game, title="New", state=replace(game.state, names=("Una", "Vera", "Wim")))
    again = replace(game, started_at=BEGAN + timedelta(seconds=1))
    ids = [told(one)["plays"][0]["uuid"] for one in (game, renamed, again)]
    assert ids[0] == ids[1] != ids[2]


def test_games_of_one_day_from_a_spreadsheet_have_an_id_each_which_no_later_entry_changes() -> None:
    games = [of_points(f"Ann,Ben\n0,45\n{second}") for second in ("20,0", "9,8", "20,0\n3,4")]
    assert len({game.uuid for game in games}) == 3
    first = games[0]
    undone, again = EntryUndone(len(first.entries)), games[2].entries[-3:]
    assert replace(first, entries=(*first.entries, undone, *again)).uuid == first.uuid
    assert of_points("Ann,Ben\n0,45\n20,0").uuid == first.uuid


def test_a_name_with_characters_that_nobody_sees_is_the_same_player() -> None:
    known = a_game("carioca")
    names = tuple(f"{name}\u200d" for name in known.state.names)
    state = replace(known.state, names=names)
    unseen = replace(known, state=state, changed_at=BEGAN)
    assert len(told(known, unseen)["players"]) == len(names)
