"""The games of a device and the people who played on it, the latest first."""

from flask import Flask

from companion.records.games import append, new_key
from companion.records.lists import games_of, people_of
from companion.rules.log import LaidDown
from tests.records.book import a_game


def test_the_game_changed_last_stands_first(app: Flask) -> None:
    device = new_key()
    with app.app_context():
        first, second = a_game(device=device), a_game(device=device)
        assert [game.token for game in games_of(device)] == [second, first]
    with app.app_context():
        append(first, new_key(), lambda _: LaidDown(0))
        assert [game.token for game in games_of(device)] == [first, second]


def test_no_device_sees_the_games_or_the_people_of_another(app: Flask) -> None:
    with app.app_context():
        a_game(device=new_key())
        assert list(games_of(new_key())) == []
        assert people_of(new_key()) == []


def test_people_stand_once_in_seat_order_those_of_the_latest_game_first(app: Flask) -> None:
    device = new_key()
    with app.app_context():
        a_game("Ann", "Ben", "Cy", device=device)
        a_game("Dee", "Ben", device=device)
        assert people_of(device) == ["Dee", "Ben", "Ann", "Cy"]
        assert people_of(device, most=2) == ["Dee", "Ben"]
