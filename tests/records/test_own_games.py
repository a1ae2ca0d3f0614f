"""The custom games of a device, and their rules in the record of a game played with them."""

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.gamefile import read_record, to_json
from companion.records.log.game_records import game_record, keep_records
from companion.records.log.games import NewGame, open_game, start_game
from companion.records.people.links import new_key
from companion.records.people.own_games import (
    NotYours,
    drop_own_game,
    find_game,
    keep_own_game,
    own_games_of,
)
from companion.records.store.database import db
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import UnknownGame, game_data
from companion.rules.reading.own_games import edited

NAME = "Crowns at the Lake"
OURS = edited(game_data("five-crowns"), {"name": NAME, "key": "crowns-at-the-lake"})


@pytest.fixture(autouse=True)
def book(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def ann() -> str:
    """A device without games."""
    return new_key()


@pytest.fixture
def ours(ann: str) -> str:
    """The token of a custom game on Ann's device."""
    token = new_key()
    keep_own_game(OURS, ann, token)
    return token


def names(device: str, *, dropped: bool = False) -> list[str]:
    """The names that the next request would read."""
    db.session.rollback()
    return [game.ruleset.name for game in own_games_of(device, dropped=dropped)]


def test_a_device_keeps_its_own_games_the_latest_first(ann: str, ours: str) -> None:
    keep_own_game(OURS | {"name": "Another"}, ann, new_key())
    keep_own_game(OURS | {"name": "Of somebody else"}, new_key(), new_key())
    assert names(ann) == ["Another", find_game(ours).ruleset.name]


def test_kept_again_under_its_token_it_is_changed(ann: str, ours: str) -> None:
    keep_own_game(OURS | {"name": "Renamed"}, ann, ours)
    assert names(ann) == ["Renamed"]


def test_dropped_it_is_no_longer_listed_but_its_link_still_leads_to_it(ann: str, ours: str) -> None:
    drop_own_game(ours, ann)
    assert (names(ann), names(ann, dropped=True)) == ([], [NAME])
    assert find_game(ours).ruleset.name == NAME
    drop_own_game(ours, ann, back=True)
    assert names(ann) == [NAME]


def test_another_device_can_neither_change_nor_drop_it(ann: str, ours: str) -> None:
    ben = new_key()
    with pytest.raises(NotYours):
        keep_own_game(OURS | {"name": "Taken"}, ben, ours)
    with pytest.raises(NotYours):
        drop_own_game(ours, ben)
    assert names(ann) == [NAME]


def test_an_unknown_custom_game_is_not_found(ann: str) -> None:
    with pytest.raises(UnknownGame):
        find_game("nothing")
    with pytest.raises(UnknownGame):
        drop_own_game("nothing", ann)


def test_a_game_played_by_it_takes_its_rules_along_in_its_record(ann: str) -> None:
    options = {"blocked_round": "void", "late_join": "start_at_one"}
    token = start_game(NewGame({**OURS, "options": options}, Seats(("Ann", "Ben"))), ann)
    record = game_record(token)
    assert "game" not in record
    again = open_game(keep_records([read_record(to_json(record).encode())])[0])
    assert again.ruleset == open_game(token).ruleset
    assert (again.ruleset.name, again.ruleset.end.blocked) == (NAME, "void")
