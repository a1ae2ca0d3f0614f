"""Names that a device gives to players and groups: rows of that device, never in a log."""

from flask import Flask

from companion.records.log.games import open_game
from companion.records.people.known_people import (
    Named,
    call_group,
    call_them,
    groups_named_by,
    nicknames_of,
    take_apart,
)
from companion.records.people.links import new_key
from companion.rules.model.names import Nickname
from tests.records.book import a_game


def test_two_names_are_one_person_until_split(app: Flask) -> None:
    mine = new_key()
    with app.app_context():
        token = a_game("Ann", "Annie", device=mine)
        before = open_game(token).state
        call_them(mine, ["Annie"], "Ann", 4)
        names = nicknames_of(mine)
        assert names.key("ANNIE") == names.key("Ann") == "ann"
        assert (names.called("annie"), names.colour("Ann")) == ("Ann", 4)
        take_apart(mine, "Annie")
        assert nicknames_of(mine).by_name == {}
        assert open_game(token).state == before


def test_a_repeated_merge_is_stored_once_and_keeps_the_colour(app: Flask) -> None:
    mine = new_key()
    with app.app_context():
        call_them(mine, ["Ann"], "Anna", 3)
        call_them(mine, ["Ann", "Anne"], "Nan")
        both = dict.fromkeys(("ann", "anne"), Nickname("Nan", 3))
        assert nicknames_of(mine).by_name == both
        assert nicknames_of(new_key()).by_name == nicknames_of("").by_name == {}


def test_a_name_of_a_group_is_not_that_of_its_people_without_a_namesake(app: Flask) -> None:
    mine = new_key()
    with app.app_context():
        call_them(mine, ["Ann"], "Annie")
        call_group(mine, ["Annie", "Ben"], "Friday")
        call_group(mine, ["Ann", "Annie", "Ben"], "Saturday")
        assert [group.called for group in groups_named_by(mine)] == ["Friday", "Saturday"]


def test_a_group_keeps_its_name_when_its_people_are_renamed(app: Flask) -> None:
    mine = new_key()
    with app.app_context():
        call_group(mine, ["Ann", "Ben"], "Friday")
        call_them(mine, ["Ann"], "Nan")
        assert groups_named_by(mine) == (Named(("ann", "ben"), "Friday"),)
        call_group(mine, ["Ben", "ann"], "Saturday")  # the same players by other names
        assert groups_named_by(mine) == (Named(("ann", "ben"), "Saturday"),)
        call_group(mine, ["Ann", "Ben"], "")
        assert groups_named_by(mine) == groups_named_by("") == ()
